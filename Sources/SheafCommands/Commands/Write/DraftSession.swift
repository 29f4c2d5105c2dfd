import NoteActions
import NoteRepository
import Wording

/// Lets the user write a text in the editor before there is a note for it.
struct DraftSession {
  let context: CommandContext

  private static let name = "draft.md"

  /// - Returns: What was written; nil where it is nothing but white space.
  /// - Throws: Where the editor fails; the text is kept then, and the next draft begins with it.
  func write() throws -> String? {
    let repository = try context.repository()
    let configuration = context.configuration(of: repository)
    let path = repository.stateFolder + "/" + Self.name
    if (try? readFile(path)) == nil { writeStateFile(repository.stateFolder, Self.name, []) }
    let command = context.editorCommand(configured: configuration.program("editor"))
    context.console.flush()
    let status = try context.runInteractively(command, [path])
    guard status == 0 else { throw DraftKept(command: command.line, status: status, path: path) }
    let text = String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
    return text.contains { !$0.isWhitespace } ? text : nil
  }

  /// The text is in a note now.
  func finish() throws {
    writeStateFile(try context.repository().stateFolder, Self.name, [])
  }
}

/// The editor failed; what it wrote is not lost.
struct DraftKept: ExplainedError {
  let command: String
  let status: Int32
  let path: String

  var category: ErrorCategory { .failure }
  var explanation: Message {
    Message(
      "The editor “\(command)” exited with status \(status); no note was created",
      ko: "“\(command)” 편집기가 실패해(종료 코드 \(status)) 메모를 만들지 않았습니다")
  }
  var hint: Message? {
    Message(
      "What you wrote is in \(path); “sheaf new” continues with it.",
      ko: "작성한 내용은 \(path)에 있습니다. “sheaf new”로 이어서 작성할 수 있습니다.")
  }
}
