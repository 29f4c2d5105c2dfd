import ArgumentParser

/// What `sheaf sync` can be given.
struct SyncOptions: ParsableArguments {
  @Flag(
    name: [.customShort("n"), .long],
    help: help(
      "Only list what would be committed; ask the remote nothing.",
      ko: "저장하거나 연결하지 않고 커밋할 파일만 출력합니다."))
  var dryRun = false

  @Flag(
    help: help(
      "Run it with a systemd user timer, every 15 minutes or as EVERY says.",
      ko: "systemd 사용자 타이머로 15분마다, 또는 EVERY 간격으로 실행합니다."))
  var install = false

  @Flag(help: help("Remove that timer.", ko: "그 타이머를 제거합니다."))
  var uninstall = false

  @Argument(
    help: help(
      "With --install: how often, such as 15m or 2h.", ko: "--install과 함께: 실행 간격. 예: 15m, 2h"))
  var every: String?

  init() {}

  func validate() throws {
    guard every == nil || install else {
      throw ValidationError(
        localized("EVERY is used with --install.", ko: "EVERY는 --install과 함께 쓰는 인수입니다."))
    }
  }
}
