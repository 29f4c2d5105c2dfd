import ArgumentParser

/// What `sheaf remind` can be given.
struct RemindOptions: ParsableArguments {
  @Argument(help: help("With --snooze: tasks.", ko: "--snooze와 함께: 할 일"))
  var tasks: [String] = []

  @Flag(
    help: help("List the reminders of the next week (default).", ko: "일주일 동안의 알림 목록을 보여 줍니다(기본값)."))
  var list = false

  @Flag(help: help("Deliver the reminders that are due.", ko: "때가 된 알림을 보냅니다."))
  var run = false

  @Option(
    help: help(
      "Remind of these tasks again later: 20m, 2h, tomorrow 9am.", ko: "다시 알림을 보낼 때: 20m, 2h, 내일 9시"
    ))
  var snooze: String?

  @Flag(
    help: help(
      "Run every minute with a systemd timer of the user.", ko: "systemd 사용자 타이머로 1분마다 실행합니다."))
  var install = false

  @Flag(help: help("Remove that timer.", ko: "그 타이머를 제거합니다."))
  var uninstall = false

  @Flag(help: help("Send a test reminder.", ko: "시험 알림을 보냅니다."))
  var test = false

  @Flag(help: help("With --list: print one JSON document.", ko: "--list와 함께: JSON 문서 하나로 출력합니다."))
  var json = false

  init() {}

  func validate() throws {
    let count = [list, run, snooze != nil, install, uninstall, test].count(where: \.self)
    guard count <= 1 else {
      throw ValidationError(
        localized("Use only one of these options at a time.", ko: "한 번에 하나만 지정할 수 있습니다."))
    }
    guard tasks.isEmpty == (snooze == nil) else {
      throw ValidationError(
        localized("Tasks can only be given with --snooze.", ko: "할 일은 --snooze와 함께만 지정할 수 있습니다."))
    }
  }
}
