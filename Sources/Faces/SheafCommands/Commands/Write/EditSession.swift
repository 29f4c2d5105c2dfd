import ArgumentParser
import ByteBasics
import NoteActions
import NoteIndex
package import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// Opens a note in the user's editor: the file itself, so that relative paths, language servers and the editor's own
/// undo work. The change is recorded in the journal when the editor has ended.
package struct EditSession {
  let context: CommandContext
  let workspace: Workspace

  /// Opens a note with the cursor at `line`, from 1, and remembers the saved text.
  ///
  /// - Returns: False if the editor wrote nothing and does not run in the background.
  @discardableResult
  package func edit(_ path: NotePath, line: Int? = nil) throws -> Bool {
    let before = try workspace.originals.read(path)
    try context.checkEditor()
    let usedKeys = (try? workspace.index.fields.keys()) ?? []
    let (journal, session) = try context.changes.withJournal(asksIndex: false) { _, journal in
      let session = try journal.beginEditing(path, before, after: context.footprint.entry, at: context.clock())
      return (journal, session)
    }
    let (status, command) = try run(path, line, journal, session)
    let editor = EditorArguments(command)
    TerminalMemory(context, workspace).rememberTouched(path)
    let after = try workspace.files.exists(path) ? workspace.originals.read(path) : nil
    let isChanged = try remember(path, before, after, since: session)
    try journal.endEditing(session)
    if let after, isChanged {
      reportProblems(of: path, after)
      let change = ChangedNote(path: path, before: before, after: after)
      context.warnOfRules(change, in: workspace)
      let (old, new) = workspace.notes(of: change)
      let keys = Set(new.fields.map(\.key)).subtracting(old?.fields.map(\.key) ?? [])
      context.reportKeys(keys.sorted(), used: usedKeys)
      context.reportReminders(of: change, in: workspace)
    } else if isChanged {
      context.warn(
        Message(
          "\(path) was removed; “sheaf undo” restores it",
          ko: "지워진 파일입니다: \(path). “sheaf undo”로 복원할 수 있습니다"))
    }
    guard status == 0 else {
      throw EditorFailed(command: command, status: status, path: path, isChanged: isChanged)
    }
    if !isChanged { reportUnchanged(path, command, editor) }
    // An editor in the background writes later.
    return isChanged || editor.returnsAtOnce
  }

  /// Opens a note that this command created, and removes the note again if nothing was added.
  ///
  /// - Returns: False if nothing was added.
  func editNew(_ path: NotePath) throws -> Bool {
    do {
      if try edit(path) { return true }
      try takeBack(path)
      return false
    } catch {
      if (error as? EditorFailed)?.isChanged != true { try takeBack(path) }
      throw error
    }
  }

  private func takeBack(_ path: NotePath) throws {
    let journal = context.changes.journal(of: workspace.repository, workspace.configuration)
    // Another process may have changed notes during that time.
    guard try journal.history().entries.last?.paths == [path] else { return }
    _ = try context.replay(try WritingOptions.parse([])) { journal throws(RepositoryError) in
      try journal.undoing(1)
    }
    context.note(Message("Nothing was written", ko: "아무것도 작성하지 않았습니다"))
  }

  private func run(
    _ path: NotePath, _ line: Int?, _ journal: Journal, _ session: Journal.Session
  ) throws -> (status: Int32, line: String) {
    do {
      return try context.runEditor(configured: workspace.configuration.program("editor")) {
        $0.arguments(for: workspace.repository.absolutePath(of: path), line: line)
      }
    } catch {
      try journal.endEditing(session)
      throw error
    }
  }

  /// Stores an edit in the journal. Returns false if the editor wrote nothing.
  private func remember(
    _ path: NotePath, _ before: [UInt8], _ after: [UInt8]?, since session: Journal.Session
  ) throws -> Bool {
    guard after != before else { return false }
    return try context.changes.withJournal(asksIndex: false) { workspace, journal in
      let expected = try journal.expected(after: session)
      if expected.bytes == after { return false }
      for command in expected.commands {
        context.warn(
          Message(
            "“\(command)” changed \(path) while it was open; check that its change is still there",
            ko: "열려 있는 동안 “\(command)” 명령으로 바뀐 파일입니다: \(path). 그 내용이 남아 있는지 확인이 필요합니다"))
      }
      guard let earlier = expected.bytes else {
        context.warn(
          Message(
            "\(path) was moved or removed while open; “sheaf undo” cannot revert the changes of the editor",
            ko: "열려 있는 동안 옮기거나 지운 파일입니다: \(path). 편집기에서 저장한 내용은 “sheaf undo”로 되돌릴 수 없습니다"))
        return true
      }
      let kept = try reviewed(path, from: earlier, to: after, in: workspace)
      let entry = try journal.remember(session, before: earlier, after: kept, at: context.clock())
      context.footprint.markSideEffect(entry: entry)
      return true
    }
  }

  /// Returns the text in the file after the user's hooks. If the hooks refuse the text, it remains, because it is
  /// already saved.
  private func reviewed(
    _ path: NotePath, from before: [UInt8], to after: [UInt8]?, in workspace: Workspace
  ) throws -> [UInt8]? {
    guard let after else { return nil }
    do {
      let kept = try Hooks(context: context).review(path, from: before, to: after, in: workspace)
      if kept != after { try workspace.originals.replace(path, expecting: after, with: kept) }
      return kept
    } catch let refusal as HookRefusal {
      context.warn(refusal.explanation)
      context.note(
        Message(
          "It is saved as you wrote it. “sheaf undo” restores the previous text.",
          ko: "입력한 그대로 저장했습니다. “sheaf undo”로 이전 내용을 복원할 수 있습니다."))
      return after
    }
  }

  private func reportUnchanged(_ path: NotePath, _ command: String, _ editor: EditorArguments) {
    guard editor.returnsAtOnce else {
      return context.note(Message("\(path) is unchanged", ko: "바뀌지 않았습니다: \(path)"))
    }
    context.warn(
      Message(
        "“\(command)” exits before the file is closed, so “sheaf undo” cannot revert your changes; use “\(command) --wait”",
        ko: "“\(command)” 편집기가 파일을 닫기 전에 끝나, 저장한 내용을 “sheaf undo”로 되돌릴 수 없습니다. “\(command) --wait”처럼 설정할 수 있습니다"))
  }

  /// Reports problems of a saved text, which is kept in any case.
  private func reportProblems(of path: NotePath, _ bytes: [UInt8]) {
    let diagnostics = Document(parsing: bytes).diagnostics
    for diagnostic in diagnostics {
      let position = diagnostic.range.map { SourceBuffer(bytes).position(at: $0.lowerBound) }
      let place = position.map { ":\($0.line):\($0.column)" } ?? ""
      context.warn(
        Message(
          "\(path)\(place): \(diagnostic.message.english)",
          ko: "\(path)\(place): \(diagnostic.message.korean)"))
    }
    if !diagnostics.isEmpty {
      context.note(
        Message(
          "It is saved as you wrote it. “sheaf undo” restores the previous text.",
          ko: "입력한 그대로 저장했습니다. “sheaf undo”로 이전 내용을 복원할 수 있습니다."))
    }
  }
}

struct EditorFailed: ExplainedError {
  let command: String
  let status: Int32
  let path: NotePath
  /// True if it changed the file all the same.
  let isChanged: Bool

  var category: ErrorCategory { .failure }

  var explanation: Message {
    isChanged
      ? Message(
        "The editor “\(command)” exited with status \(status) after it changed \(path)",
        ko: "“\(command)” 편집기가 \(path) 파일을 바꾼 뒤 실패했습니다(종료 코드 \(status))")
      : Message(
        "The editor “\(command)” exited with status \(status); \(path) is unchanged",
        ko: "“\(command)” 편집기가 실패해(종료 코드 \(status)) 메모를 바꾸지 않았습니다: \(path)")
  }

  var hint: Message? {
    isChanged
      ? Message("“sheaf undo” reverts the change.", ko: "“sheaf undo”로 되돌릴 수 있습니다.")
      : Message(
        "Set another one in SHEAF_EDITOR, VISUAL or EDITOR.",
        ko: "SHEAF_EDITOR, VISUAL, EDITOR로 다른 편집기를 지정하세요.")
  }
}
