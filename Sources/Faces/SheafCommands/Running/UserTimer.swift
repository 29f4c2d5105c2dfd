import ByteBasics
import NoteModel
import NoteRepository
import Wording

/// A timer of systemd that runs a command of Sheaf's in a repository again and again.
struct UserTimer {
  /// `sheaf-remind-…`
  let name: String
  private let repository: Repository
  private let program: String
  /// The words after `sheaf -C FOLDER`.
  private let words: [String]
  private let summary: String
  /// The lines of the timer that say when.
  private let schedule: [String]
  /// The nearest schedule that cron can express.
  private let cronSchedule: String
  /// The interval of cron in words, if it differs.
  let cronInterval: Message?

  static func reminders(_ repository: Repository, program: String, minutes: Int = 1) -> UserTimer {
    let schedule =
      minutes == 1
      ? ["OnCalendar=*:*:00", "AccuracySec=5s", "Persistent=true"]
      : ["OnStartupSec=1min", "OnUnitActiveSec=\(minutes)min"]
    return UserTimer(
      name: "sheaf-remind-" + repository.key, repository: repository, program: program,
      words: ["remind", "--run"], summary: "Reminders of the notes in", schedule: schedule, minutes: minutes)
  }

  /// Creates the timer of synchronisation, with an interval in minutes.
  static func synchronisation(_ repository: Repository, program: String, minutes: Int) -> UserTimer {
    UserTimer(
      name: "sheaf-sync-" + repository.key, repository: repository, program: program,
      words: ["--no-input", "sync"], summary: "Synchronisation of the notes in",
      schedule: ["OnStartupSec=2min", "OnUnitActiveSec=\(minutes)min"], minutes: minutes)
  }

  private init(
    name: String, repository: Repository, program: String, words: [String], summary: String, schedule: [String],
    minutes: Int
  ) {
    self.name = name
    self.repository = repository
    self.program = program
    self.words = words
    self.summary = summary
    self.schedule = schedule
    // Cron counts within an hour or a day: every 45 minutes would be at 0 and 45.
    let steps = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] + [1, 2, 3, 4, 6, 8, 12, 24].map { $0 * 60 }
    let step = steps.last { $0 <= minutes } ?? 1
    cronSchedule =
      step == 1 ? "* * * * *" : step < 60 ? "*/\(step) * * * *" : step < 1_440 ? "0 */\(step / 60) * * *" : "0 0 * * *"
    cronInterval = step == minutes ? nil : Message("\(step) min", ko: "\(step)분")
  }

  private var folder: String { repository.places.configurationHome + "/systemd/user" }

  /// The two unit files by their absolute paths.
  var files: [(path: String, text: String)] {
    [(folder + "/\(name).service", service), (folder + "/\(name).timer", timer)]
  }

  private var service: String {
    let command = words.joined(separator: " ")
    return """
      [Unit]
      Description=\(summary) \(Self.escaped(repository.root))

      [Service]
      Type=oneshot
      ExecStart=\(Self.quoted(program)) -C \(Self.quoted(repository.root)) \(command)

      """
  }

  private var timer: String {
    """
    [Unit]
    Description=Timer: \(summary) \(Self.escaped(repository.root))

    [Timer]
    \(schedule.joined(separator: "\n"))

    [Install]
    WantedBy=timers.target

    """
  }

  var crontabLine: String {
    let words = ([program, "-C", repository.root] + words).map { word in
      shellWord(word).replacing("%", with: "\\%")
    }
    return cronSchedule + " " + words.joined(separator: " ")
  }

  /// Escapes percent signs, which begin a specifier of systemd.
  private static func escaped(_ text: String) -> String { text.replacing("%", with: "%%") }

  private static func quoted(_ text: String) -> String {
    let safe = escaped(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("$", with: "$$")
    return "\"\(safe)\""
  }
}

/// Installs and removes the timer.
struct TimerSetup {
  let context: CommandContext

  /// Installs or removes a timer.
  ///
  /// - Parameters:
  ///   - interval: `15m`, `2h`, or `off`.
  ///   - make: Returns the timer of an interval in minutes.
  ///   - success: The report if systemd has accepted the timer.
  /// - Throws: ``UsageError`` if the text is no interval of a minute or more.
  func set(_ interval: String, _ make: (Int) -> UserTimer, _ success: (Int) -> Message) throws {
    if ["off", "끄기"].contains(interval) { return try uninstall(make(1)) }
    guard let duration = Duration(reading: interval), duration.seconds >= 60 else {
      throw UsageError(
        Message(
          "Invalid interval “\(interval)”: expected a minute or more",
          ko: "1분 이상의 간격으로 읽을 수 없습니다: “\(interval)”"),
        hint: Message("Use a form such as 15m or 2h, or off.", ko: "15m, 2h, off처럼 입력하세요."))
    }
    let minutes = Int(duration.seconds) / 60
    try install(make(minutes), success(minutes))
  }

  /// Installs a systemd timer, or prints a line for cron if systemd does not run for the user. The messages of
  /// `systemctl` are not shown, because they are in one language.
  private func install(_ timer: UserTimer, _ success: Message) throws {
    // A line of its own in a unit or a crontab could run anything.
    guard !timer.crontabLine.contains(where: \.isNewline) else {
      throw Problem(
        .usage,
        Message("A folder with a line break in its path cannot have a timer", ko: "경로에 줄바꿈이 있는 폴더에는 타이머를 설치할 수 없습니다"))
    }
    for file in timer.files { try writeUserFile(file.path, file.text) }
    context.console.flush()
    let name = timer.name + ".timer"
    let status = try context.runInteractively(
      UserProgram(builtIn: "exec 2>/dev/null; systemctl --user daemon-reload && systemctl --user enable --now"), [name])
    guard status != 0 else {
      for file in timer.files { context.console.writeLine(file.path) }
      return context.note(success)
    }
    // Files that systemd does not read would look like a timer that runs.
    for file in timer.files { _ = removeUserFile(file.path) }
    context.note(
      timer.cronInterval.map {
        Message(
          "systemd did not accept the timer. Added with crontab -e, this line runs the command every \($0.english), the "
            + "nearest interval of cron:",
          ko: "systemd 타이머를 설치할 수 없습니다. 대신 crontab -e에 다음 줄을 추가하면 가장 가까운 간격인 \($0.korean)마다 실행합니다:")
      }
        ?? Message(
          "systemd did not accept the timer. Add this line with crontab -e instead:",
          ko: "systemd 타이머를 설치할 수 없습니다. 대신 crontab -e에 다음 줄을 추가하세요:"))
    context.console.writeLine(timer.crontabLine)
  }

  private func uninstall(_ timer: UserTimer) throws {
    context.console.flush()
    if timer.files.contains(where: { fileExists($0.path) }) {
      _ = try context.runInteractively(
        UserProgram(builtIn: "exec 2>/dev/null; systemctl --user disable --now"), [timer.name + ".timer"])
    }
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
