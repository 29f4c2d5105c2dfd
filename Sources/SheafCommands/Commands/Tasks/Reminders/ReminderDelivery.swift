import ByteBasics
import Glibc
import NoteRepository
import Wording

/// Brings a notice to the user: by the configured command, on the desktop, or on standard output.
struct ReminderDelivery {
  let context: CommandContext
  private let command: UserProgram?

  /// - Parameter command: The configuration's `remind.command`.
  init(_ context: CommandContext, command: UserProgram?) {
    self.context = context
    self.command = command
  }

  /// - Throws: ``ReminderNotDelivered`` where nobody took it; it counts as not told then.
  func deliver(_ notice: ReminderNotice, tasks: [JSONValue]) throws {
    if let command {
      let message = JSONValue.object([
        JSONValue.Member("title", .string(notice.title)),
        JSONValue.Member("body", .string(notice.body)), JSONValue.Member("tasks", .array(tasks)),
      ])
      try run(command.line, input: message.text() + "\n")
    } else if hasDesktop {
      let words = ["--app-name=Sheaf", "--", notice.title, notice.body].map(shellWord)
      try run("notify-send " + words.joined(separator: " "), input: "")
    } else {
      let body = notice.body.isEmpty ? "" : "\n  " + notice.body.replacing("\n", with: "\n  ")
      context.console.writeLine(notice.title + body)
      context.console.flush()
    }
  }

  private var hasDesktop: Bool {
    guard context.variable("DISPLAY") ?? context.variable("WAYLAND_DISPLAY") != nil else {
      return false
    }
    let folders = (context.variable("PATH") ?? "").split(separator: ":")
    return folders.contains { access($0 + "/notify-send", X_OK) == 0 }
  }

  /// Runs a line of the shell with this on its standard input.
  private func run(_ command: String, input: String) throws {
    // A program that does not read what it gets must not end this one.
    signal(SIGPIPE, SIG_IGN)
    guard let pipe = popen(command, "w") else { throw ReminderNotDelivered(command: command) }
    let bytes = Array(input.utf8)
    let written =
      bytes.isEmpty
      ? 0
      : bytes.withUnsafeBytes { buffer in
        fwrite(buffer.baseAddress, 1, buffer.count, pipe)
      }
    guard pclose(pipe) == 0, written == bytes.count else {
      throw ReminderNotDelivered(command: command)
    }
  }
}

/// Nobody took a reminder; the next run tries again.
struct ReminderNotDelivered: ExplainedError {
  let command: String

  var category: ErrorCategory { .failure }
  var explanation: Message {
    Message("“\(command)” failed to deliver the reminder", ko: "“\(command)” 명령으로 알림을 보낼 수 없습니다")
  }
  var hint: Message? {
    Message(
      "It will be tried again. The setting remind.command chooses the program.",
      ko: "다음에 다시 시도합니다. remind.command 설정에서 프로그램을 정할 수 있습니다.")
  }
}
