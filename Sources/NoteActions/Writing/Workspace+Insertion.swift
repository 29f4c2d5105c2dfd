import ByteBasics
package import NoteModel
package import NoteRepository
package import NoteSyntax
import Wording

extension Workspace {
  /// Puts a text into a note.
  ///
  /// - Parameters:
  ///   - text: Without empty lines at both ends.
  ///   - place: The start or the end of the note, or of a section.
  ///   - path: The note.
  ///   - headingLine: The line of the heading of that section, from 1; nil for the whole note.
  ///   - transaction: Receives the changes.
  /// - Returns: The line of the text.
  /// - Throws: If the note cannot be read, or would break a rule.
  package func insert(
    _ text: String, at place: TextInsertion.Place, of path: NotePath, headingLine: Int? = nil,
    _ transaction: inout Transaction
  ) throws -> Int {
    let before = try originals.read(path)
    let document = Document(parsing: before)
    let heading = headingLine.flatMap(document.heading(atLine:))
    let (after, line) = TextInsertion(document, section: heading).inserting(text, at: place)
    try add(ChangedNote(path: path, before: before, after: after), to: &transaction)
    return line
  }

  /// Puts a text at the end of the note of the setting `inbox`, which is made for its first line.
  ///
  /// - Returns: The note and the line of the text.
  /// - Throws: ``NoInbox`` if the setting names no note; as ``insert(_:at:of:headingLine:_:)`` otherwise.
  package func jot(
    _ text: String, _ transaction: inout Transaction
  ) throws -> NotePosition {
    let name = configuration.text("inbox")
    guard let path = NotePath(name.hasSuffix(".md") ? name : name + ".md") else {
      throw NoInbox(name: name)
    }
    guard files.fingerprint(path) == nil else {
      return NotePosition(path, line: try insert(text, at: .end, of: path, &transaction))
    }
    let change = ChangedNote(path: path, before: nil, after: Array((text + "\n").utf8))
    try add(change, to: &transaction)
    return NotePosition(path, line: 1)
  }
}

extension Document {
  /// The heading that begins in a line, from 1.
  package func heading(atLine line: Int) -> Heading? {
    headingIndex(atLine: line).map { headings[$0] }
  }

  /// The index of the heading that begins in a line, from 1.
  func headingIndex(atLine line: Int) -> Int? {
    let positions = source.positions(of: headings.map(\.range.lowerBound))
    return headings.firstIndex { positions[$0.range.lowerBound]?.line == line }
  }
}

/// The setting `inbox` names no note.
struct NoInbox: ExplainedError {
  let name: String

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message("inbox: “\(name)” is not the path of a note", ko: "inbox: 메모의 경로가 아닙니다: “\(name)”")
  }
}
