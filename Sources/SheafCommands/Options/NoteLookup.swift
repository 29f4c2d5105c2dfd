import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// The note that a person's words name.
  ///
  /// Several notes of one name: a choice on a terminal, otherwise an error that lists them.
  ///
  /// `allowsPart`: A part of a name that no other note has is enough.
  func note(
    _ text: String, in workspace: Workspace, allowsPart: Bool = true
  ) throws -> NotePath {
    switch NoteReference(text) {
    case .lastTouched:
      guard let path = TerminalMemory(self, workspace).lastTouched else {
        throw NoteLookupError.nothingTouched
      }
      return path
    case .row(let row):
      if let path = TerminalMemory(self, workspace).row(row) { return path }
      return try named(text, in: workspace, allowsPart)
    case .name(let name): return try named(name, in: workspace, allowsPart)
    }
  }

  private func named(
    _ name: String, in workspace: Workspace, _ allowsPart: Bool
  ) throws -> NotePath {
    if let path = workspace.repository.path(of: name, relativeTo: workingDirectory),
      path.isMarkdown, workspace.files.fingerprint(path) != nil
    {
      return path
    }
    if let path = diaryPath(name, in: workspace) { return path }
    let folder = workspace.repository.path(of: ".", relativeTo: workingDirectory)
    var found = try workspace.index.notes(named: name, from: folder)
    if found.isEmpty, allowsPart {
      found = try workspace.index.notes(withNamesContaining: name, limit: Self.listedNotes)
    }
    switch found.count {
    case 0:
      let nearest = nearestName(to: foldedName(name), among: try workspace.index.noteNames())
      throw NoteLookupError.notFound(name, nearest: nearest)
    case 1: return found[0].path
    default: return try choose(found, name: name)
    }
  }

  /// The most notes that are listed where a part of a name is not enough.
  private static let listedNotes = 20

  /// The diary entry of a day that is named by a date or by words for one.
  private func diaryPath(_ name: String, in workspace: Workspace) -> NotePath? {
    guard case .day(let day)? = DateExpression.parse(name, relativeTo: clock()) else { return nil }
    return workspace.layout.diaryPaths(of: day).first { workspace.files.fingerprint($0) != nil }
  }

  private func choose(_ notes: [NoteSummary], name: String) throws -> NotePath {
    guard mayAsk else { throw NoteLookupError.ambiguous(name, notes.map(\.path)) }
    for (position, note) in notes.enumerated() {
      console.writeError("\(position + 1)  \(note.title)  \(note.path)\n")
    }
    console.writeError(text(Message("Which one? ", ko: "어느 것인가요? ")))
    guard let answer = input.readLine(), let number = Int(answer),
      notes.indices.contains(number - 1)
    else { throw NoteLookupError.ambiguous(name, notes.map(\.path)) }
    return notes[number - 1].path
  }
}

/// A note that a person named cannot be told.
enum NoteLookupError: ExplainedError {
  case notFound(String, nearest: String?)
  case ambiguous(String, [NotePath])
  case nothingTouched

  var category: ErrorCategory {
    if case .ambiguous = self { .usage } else { .notFound }
  }

  var explanation: Message {
    switch self {
    case .notFound(let name, _):
      Message("No note is called “\(name)”", ko: "“\(name)”(이)라는 메모가 없습니다")
    case .ambiguous(let name, let paths):
      Message(
        "“\(name)” means \(paths.count) notes:\n" + Self.list(paths),
        ko: "“\(name)”에 맞는 메모가 \(paths.count)개입니다:\n" + Self.list(paths))
    case .nothingTouched:
      Message("No note was touched here yet", ko: "아직 다룬 메모가 없습니다")
    }
  }

  var hint: Message? {
    switch self {
    case .notFound(_, let nearest?):
      Message("Did you mean “\(nearest)”?", ko: "“\(nearest)”을(를) 찾으셨나요?")
    case .notFound:
      Message(
        "A path, a title, an alias, a file name or the beginning of an id names a note; “sheaf search WORDS” finds one.",
        ko: "경로, 제목, 별칭, 파일 이름, id의 앞부분으로 메모를 가리킵니다. “sheaf search 낱말”로 찾을 수 있습니다.")
    case .ambiguous: Message("Name one by its path or id.", ko: "경로나 id로 하나를 가리키세요.")
    case .nothingTouched: nil
    }
  }

  private static func list(_ paths: [NotePath]) -> String {
    paths.map { "  " + $0.string }.joined(separator: "\n")
  }
}
