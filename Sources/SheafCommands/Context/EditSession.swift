import NoteModel
import NoteRepository
import NoteSyntax
import NoteWorkspace
import Wording

/// Opens notes in the person's editor, on the files themselves, and checks them on return.
struct EditSession {
  let context: CommandContext
  let workspace: Workspace

  func edit(_ path: NotePath) throws {
    let before = try workspace.files.read(path)
    let command = context.editorCommand(
      configured: workspace.configuration.nonEmptyText("editor"))
    context.console.flush()
    let status = try context.runInteractively(
      command, [workspace.repository.absolutePath(of: path)])
    TerminalMemory(context, workspace).rememberTouched(path)
    let after = (try? workspace.files.read(path)) ?? []
    guard status == 0 else {
      throw EditorFailed(command: command, status: status, path: path, isChanged: after != before)
    }
    for diagnostic in Document(parsing: after).diagnostics {
      let position = diagnostic.range.map {
        SourceBuffer(after).position(at: $0.lowerBound)
      }
      let place = position.map { ":\($0.line):\($0.column)" } ?? ""
      context.warn(
        Message(
          "\(path)\(place): \(diagnostic.message.english)",
          ko: "\(path)\(place): \(diagnostic.message.korean)"))
    }
  }
}

/// The editor went wrong; the file is as the editor left it.
struct EditorFailed: ExplainedError {
  let command: String
  let status: Int32
  let path: NotePath
  let isChanged: Bool

  var category: ErrorCategory { .failure }
  var explanation: Message {
    isChanged
      ? Message(
        "The editor “\(command)” ended with \(status); what it wrote stands in \(path)",
        ko: "편집기 “\(command)”이(가) \(status)(으)로 끝났습니다. 쓴 내용은 \(path)에 있습니다")
      : Message(
        "The editor “\(command)” ended with \(status); \(path) is unchanged",
        ko: "편집기 “\(command)”이(가) \(status)(으)로 끝났습니다. \(path)은(는) 그대로입니다")
  }
  var hint: Message? {
    Message(
      "SHEAF_EDITOR, VISUAL or EDITOR name another.",
      ko: "SHEAF_EDITOR, VISUAL, EDITOR로 다른 편집기를 고릅니다.")
  }
}
