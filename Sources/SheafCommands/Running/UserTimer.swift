import NoteRepository

/// The user's timer of systemd that runs `sheaf remind --run` every minute.
struct ReminderTimer {
  private let repository: Repository
  private let program: String

  init(_ repository: Repository, program: String) {
    self.repository = repository
    self.program = program
  }

  var name: String { "sheaf-remind-" + repository.key }

  private var folder: String { repository.places.configurationHome + "/systemd/user" }

  /// The two unit files by their absolute paths.
  var files: [(path: String, text: String)] {
    [(folder + "/\(name).service", service), (folder + "/\(name).timer", timer)]
  }

  private var service: String {
    """
    [Unit]
    Description=Reminders of the notes in \(Self.escaped(repository.root))

    [Service]
    Type=oneshot
    ExecStart=\(Self.quoted(program)) -C \(Self.quoted(repository.root)) remind --run

    """
  }

  private var timer: String {
    """
    [Unit]
    Description=Every minute: reminders of the notes in \(Self.escaped(repository.root))

    [Timer]
    OnCalendar=*:*:00
    AccuracySec=5s
    Persistent=true

    [Install]
    WantedBy=timers.target

    """
  }

  /// The same for cron.
  var crontabLine: String {
    let words = [program, "-C", repository.root, "remind", "--run"].map { word in
      "'" + word.replacing("'", with: "'\\''").replacing("%", with: "\\%") + "'"
    }
    return "* * * * * " + words.joined(separator: " ")
  }

  /// A percent sign begins a specifier of systemd.
  private static func escaped(_ text: String) -> String { text.replacing("%", with: "%%") }

  private static func quoted(_ text: String) -> String {
    let safe = escaped(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("$", with: "$$")
    return "\"\(safe)\""
  }
}
