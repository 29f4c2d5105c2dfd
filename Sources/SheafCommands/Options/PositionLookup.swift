import ByteBasics
import NoteActions
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

extension CommandContext {
  /// The place that the user's words name: a note, `NOTE:LINE`, `NOTE#Heading`, or a row of the last listing with its line.
  func place(_ text: String, in workspace: Workspace) throws -> NotePosition {
    if case .row(let row) = NoteReference(text),
      let place = TerminalMemory(self, workspace).taskRow(row)
    {
      return place
    }
    if let path = try? note(text, in: workspace, parts: .refused) { return NotePosition(path) }
    if let (name, line) = Self.split(text, at: ":"), let line = Int(line), line > 0 {
      // Row 2 at line 14, or the note of that name.
      return NotePosition(try note(name, in: workspace), line: line)
    }
    if let (name, heading) = Self.split(text, at: "#"), !name.isEmpty {
      return try place(ofHeading: heading, in: try note(name, in: workspace), workspace)
    }
    return NotePosition(try note(text, in: workspace))
  }

  private static func split(_ text: String, at mark: Character) -> (String, String)? {
    guard let index = text.lastIndex(of: mark), index > text.startIndex else { return nil }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }

  private func place(
    ofHeading heading: String, in path: NotePath, _ workspace: Workspace
  ) throws -> NotePosition {
    let document = try workspace.note(at: path).document
    let found =
      document.headings.first { nameKey($0.text) == nameKey(heading) }
      ?? NamePart(heading).flatMap { part in
        document.headings.first { part.match(TypedName($0.text)) != nil }
      }
    guard let found else { throw NoSuchHeading(path: path, heading: heading) }
    return NotePosition(path, line: document.source.position(at: found.range.lowerBound).line)
  }
}

/// A note has no heading of this name.
struct NoSuchHeading: ExplainedError {
  let path: NotePath
  let heading: String

  var category: ErrorCategory { .notFound }
  var explanation: Message {
    Message(
      "\(path) has no heading “\(heading)”", ko: "\(path)에서 “\(heading)” 제목을 찾을 수 없습니다")
  }
}
