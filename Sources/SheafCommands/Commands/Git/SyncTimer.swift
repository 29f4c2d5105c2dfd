import NoteModel
import NoteRepository
import Wording

/// The timer that synchronises the notes.
struct SyncTimer {
  private let options: SyncOptions
  private let context: CommandContext

  init(_ options: SyncOptions, _ context: CommandContext) {
    self.options = options
    self.context = context
  }

  /// Installs or removes it, as the options say.
  func set(in repository: Repository) throws {
    let minutes = try minutes
    let timer = UserTimer.synchronisation(
      repository, program: ThisProgram.path, minutes: minutes)
    let setup = TimerSetup(context: context, timer: timer)
    guard options.install else { return try setup.uninstall() }
    try setup.install(
      Message(
        "The notes are synchronised every \(minutes) min", ko: "\(minutes)분마다 메모를 동기화합니다"))
  }

  /// How often the timer runs.
  ///
  /// - Throws: Where the text is no interval of a minute or more.
  private var minutes: Int {
    get throws {
      let text = options.every ?? "15m"
      guard let duration = Duration(reading: text), duration.seconds >= 60 else {
        throw UsageError(
          Message(
            "Not an interval of a minute or more: “\(text)”",
            ko: "1분 이상의 간격으로 읽을 수 없습니다: “\(text)”"),
          hint: Message("Use a form such as 15m or 2h.", ko: "15m이나 2h처럼 입력하세요."))
      }
      return Int(duration.seconds) / 60
    }
  }
}
