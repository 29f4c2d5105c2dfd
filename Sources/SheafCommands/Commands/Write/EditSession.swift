import ByteBasics
import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// Opens notes in the person's editor, on a copy, and puts back what was written.
///
/// What was typed is never lost: where it cannot be put back it stays in a file that is named.
struct EditSession {
  let context: CommandContext
  let workspace: Workspace

  func edit(_ path: NotePath) throws {
    let repository = workspace.repository
    tellOfInterrupted()
    let before = try workspace.files.read(path)
    let copy = try EditCopy.make(of: path, before, stateFolder: repository.stateFolder)
    let command = context.editorCommand(
      configured: workspace.configuration.program("editor"))
    context.console.flush()
    let status: Int32
    do {
      status = try context.runInteractively(command, [copy.path])
    } catch {
      copy.remove()
      throw error
    }
    let after = copy.read()
    guard status == 0 else {
      let isChanged = after != nil && after != before
      if !isChanged { copy.remove() }
      throw EditorFailed(
        command: command.line, status: status, path: path, keptAt: isChanged ? copy.path : nil)
    }
    guard let after, after != before else { return leaveUnchanged(path, copy, command.line) }
    try putBack(after, into: path, insteadOf: before, copy)
    tellProblems(of: path, after)
    context.warnOfRules(of: workspace, changing: before, to: after, at: path)
  }

  /// From here on the journal answers for the text: it keeps it where the note was changed by others.
  private func putBack(
    _ after: [UInt8], into path: NotePath, insteadOf before: [UInt8], _ copy: EditCopy
  ) throws {
    do {
      try context.write { _, transaction in
        transaction.replace(path, expecting: before, with: after)
      }
    } catch let RepositoryError.changedMeanwhile(_, keptAt) where keptAt != nil {
      copy.remove()
      throw RepositoryError.changedMeanwhile(path: path.string, keptAt: keptAt)
    } catch {
      context.warn(
        Message("What you wrote is kept in \(copy.path)", ko: "쓰신 내용은 \(copy.path)에 있습니다"))
      throw error
    }
    copy.remove()
  }

  private func leaveUnchanged(_ path: NotePath, _ copy: EditCopy, _ command: String) {
    TerminalMemory(context, workspace).rememberTouched(path)
    context.note(Message("\(path) is unchanged", ko: "\(path)은(는) 그대로입니다"))
    guard Self.returnsAtOnce(command) else { return copy.remove() }
    // The person may still be writing there.
    context.warn(
      Message(
        "“\(command)” does not wait until the file is closed; what you save there stands in \(copy.path). Let it wait: “\(command) --wait”",
        ko:
          "“\(command)”은(는) 파일이 닫힐 때까지 기다리지 않습니다. 거기서 저장한 것은 \(copy.path)에 남습니다. “\(command) --wait”처럼 기다리게 하세요"
      ))
  }

  /// True for a windowed editor without its option to wait.
  private static func returnsAtOnce(_ command: String) -> Bool {
    let words = command.split(separator: " ")
    let program = words.first?.split(separator: "/").last ?? ""
    let windowed = ["code", "codium", "cursor", "subl", "zed", "mate", "atom", "pulsar", "kate"]
    return windowed.contains(String(program))
      && !words.contains { ["--wait", "-w", "--block", "-b"].contains($0) }
  }

  private func tellOfInterrupted() {
    let stateFolder = workspace.repository.stateFolder
    for folder in EditCopy.rescueInterrupted(stateFolder: stateFolder) {
      context.warn(
        Message(
          "An edit was interrupted; its text is kept in \(folder)",
          ko: "끊긴 편집이 있습니다. 그 내용은 \(folder)에 있습니다"))
    }
  }

  private func tellProblems(of path: NotePath, _ bytes: [UInt8]) {
    for diagnostic in Document(parsing: bytes).diagnostics {
      let position = diagnostic.range.map { SourceBuffer(bytes).position(at: $0.lowerBound) }
      let place = position.map { ":\($0.line):\($0.column)" } ?? ""
      context.warn(
        Message(
          "\(path)\(place): \(diagnostic.message.english)",
          ko: "\(path)\(place): \(diagnostic.message.korean)"))
    }
  }
}

/// The editor went wrong; the note is as it was.
struct EditorFailed: ExplainedError {
  let command: String
  let status: Int32
  let path: NotePath
  /// Where the text is that it left; nil where it wrote nothing.
  let keptAt: String?

  var category: ErrorCategory { .failure }
  var explanation: Message {
    let kept = keptAt.map {
      Message("; what it wrote is kept in \($0)", ko: ". 쓴 내용은 \($0)에 있습니다")
    }
    return Message(
      "The editor “\(command)” ended with \(status); \(path) is unchanged\(kept?.english ?? "")",
      ko: "편집기 “\(command)”이(가) \(status)(으)로 끝났습니다. \(path)은(는) 그대로입니다\(kept?.korean ?? "")")
  }
  var hint: Message? {
    Message(
      "SHEAF_EDITOR, VISUAL or EDITOR name another.",
      ko: "SHEAF_EDITOR, VISUAL, EDITOR로 다른 편집기를 고릅니다.")
  }
}
