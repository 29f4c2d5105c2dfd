import NoteRepository
import Wording

/// Installs and removes the timer.
struct TimerSetup {
  let context: CommandContext
  let timer: UserTimer

  /// Where systemd does not run for the user, a line for cron is printed instead.
  ///
  /// `success`: What is reported where systemd took it.
  func install(_ success: Message) throws {
    for file in timer.files { try writeUserFile(file.path, file.text) }
    for file in timer.files { context.console.writeLine(file.path) }
    context.console.flush()
    let name = timer.name + ".timer"
    let status = try context.runInteractively(
      UserProgram(builtIn: "systemctl --user daemon-reload && systemctl --user enable --now"),
      [name])
    guard status != 0 else {
      return context.note(
        success)
    }
    context.note(
      Message(
        "systemd did not accept the timer; this line for crontab -e does the same:",
        ko: "systemd 타이머를 설치할 수 없습니다. crontab -e에 다음 줄을 추가하면 같습니다:"))
    context.console.writeLine(timer.crontabLine)
  }

  func uninstall() throws {
    context.console.flush()
    _ = try context.runInteractively(
      UserProgram(builtIn: "systemctl --user disable --now"), [timer.name + ".timer"])
    var removed = 0
    for file in timer.files where removeUserFile(file.path) {
      removed += 1
      context.console.writeLine(file.path)
    }
    guard removed == 0 else { return }
    context.note(Message("No timer is installed here", ko: "설치된 타이머가 없습니다"))
    throw ExitStatus.negative
  }
}
