import Glibc
import NoteRepository
import TerminalText
import Wording

/// The one gate through which an editor or a pager gets the terminal: none starts where nobody can use it.
extension CommandContext {
  /// Refuses where no editor may start. A command calls it before it writes what would be opened.
  ///
  /// - Parameter alternative: What to do without an editor.
  /// - Throws: ``NoEditorHere``
  func checkEditor(_ alternative: Message = NoEditorHere.otherCommands) throws {
    guard mayAsk else { throw NoEditorHere(isForbidden: globals.noInput, hint: alternative) }
  }

  /// Runs the user's editor.
  ///
  /// - Parameters:
  ///   - configured: The configuration's `editor`.
  ///   - arguments: The words after the editor's own.
  /// - Returns: The exit status, and the command line that was run.
  /// - Throws: ``NoEditorHere``, or what keeps the program from starting.
  func runEditor(
    configured: UserProgram?, _ arguments: (EditorArguments) -> [String]
  ) throws -> (status: Int32, line: String) {
    try checkEditor()
    let command = editorCommand(configured: configured)
    console.flush()
    return (try runInteractively(command, arguments(EditorArguments(command.line))), command.line)
  }

  /// The command line that edits a file, as git chooses one.
  ///
  /// `configured` is the configuration's `editor`; `SHEAF_EDITOR` wins over it, `VISUAL` counts only
  /// on a terminal that can show one.
  func editorCommand(configured: UserProgram?) -> UserProgram {
    let visual = variable("TERM") == "dumb" ? nil : program("VISUAL")
    return program("SHEAF_EDITOR") ?? configured ?? visual ?? program("EDITOR")
      ?? UserProgram(builtIn: "vi")
  }

  /// Writes data to standard output, through the pager where it would not fit on the terminal.
  ///
  /// `configured` is the configuration's `pager`; `cat` means none.
  func page(_ text: StyledBytes, configured: UserProgram? = nil) {
    let command =
      program("SHEAF_PAGER") ?? configured ?? program("PAGER") ?? UserProgram(builtIn: "less")
    let capabilities = console.capabilities
    guard capabilities.isOutputTerminal, !globals.noInput, !globals.noPager, command.line != "cat",
      text.bytes.lazy.filter({ $0 == 0x0A }).count >= capabilities.rows
    else { return console.write(text) }
    console.flush()
    if !feed(text.bytes, toPager: command) { console.write(text) }
  }

  private func feed(_ bytes: [UInt8], toPager command: UserProgram) -> Bool {
    if environment["LESS"] == nil { setenv("LESS", "FRX", 1) }
    guard let pipe = popen(command.line, "w") else { return false }
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, pipe) }
    // 127: the shell found no such program, so nothing was shown.
    return pclose(pipe) >> 8 != 127
  }

  /// The program that a variable of the environment names.
  func program(_ variable: String) -> UserProgram? {
    UserProgram(variable: variable, in: environment)
  }
}

/// An editor was needed where no user can type into it.
struct NoEditorHere: ExplainedError {
  let isForbidden: Bool
  let hint: Message?

  static let otherCommands = Message(
    "“sheaf append”, “set” and “fmt” change notes without an editor.",
    ko: "“sheaf append”, “set”, “fmt”로 편집기 없이 메모를 바꿀 수 있습니다.")

  var category: ErrorCategory { .usage }
  var explanation: Message {
    isForbidden
      ? Message("--no-input starts no editor", ko: "--no-input에서는 편집기를 열지 않습니다")
      : Message(
        "The editor needs a terminal, and standard input or output is none",
        ko: "표준 입력이나 출력이 터미널이 아니라서 편집기를 열 수 없습니다")
  }
}
