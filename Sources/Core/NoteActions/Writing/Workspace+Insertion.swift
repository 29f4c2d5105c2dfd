import ByteBasics
package import NoteModel
package import NoteRepository
package import NoteSyntax
import Wording

/// A text that was put into a note.
package struct InsertedText: Sendable {
  package let path: NotePath
  package let line: Int
  /// The line of a block or a comment without an end, which the text has become a part of. Nil if there is none.
  package let openLine: Int?

  package var position: NotePosition { NotePosition(path, line: line) }
}

extension Workspace {
  /// Puts a text into a note.
  ///
  /// - Parameters:
  ///   - text: A text without empty lines at both ends.
  ///   - place: The start or the end of the note, or of a section.
  ///   - path: The note.
  ///   - headingLine: The line of the heading of that section, from 1. Nil for the whole note.
  ///   - transaction: Receives the changes.
  /// - Throws: If the note cannot be read, or would break a rule.
  package func insert(
    _ text: String, at place: TextInsertion.Place, of path: NotePath, headingLine: Int? = nil,
    _ transaction: inout Transaction
  ) throws -> InsertedText {
    let before = try originals.read(path)
    let document = Document(parsing: before)
    let heading = headingLine.flatMap(document.heading(atLine:))
    let (after, line) = TextInsertion(document, section: heading).inserting(text, at: place)
    try add(ChangedNote(path: path, before: before, after: after), to: &transaction)
    return InsertedText(path: path, line: line, openLine: Document(parsing: after).opening(around: line))
  }

  /// Puts a text at the end of a note or section; without one, of the note of the setting `inbox`, which is made for its
  /// first line. A single line becomes an item of a list.
  ///
  /// - Throws: ``Problem`` if the setting names no note; as ``insert(_:at:of:headingLine:_:)`` otherwise.
  package func jot(
    _ text: String, into place: NotePosition? = nil, _ transaction: inout Transaction
  ) throws -> InsertedText {
    if let place {
      let item = Self.item(text, after: try originals.read(place.path))
      return try insert(item, at: .end, of: place.path, headingLine: place.line, &transaction)
    }
    let name = configuration.text("inbox")
    guard let path = NotePath(name.hasSuffix(".md") ? name : name + ".md"), !path.isHidden else {
      throw Problem(.usage, Message("inbox: “\(name)” is not the path of a note", ko: "inbox: 메모의 경로가 아닙니다: “\(name)”"))
    }
    guard files.fingerprint(path) == nil else {
      let item = Self.item(text, after: try originals.read(path))
      return try insert(item, at: .end, of: path, &transaction)
    }
    let change = ChangedNote(path: path, before: nil, after: Array((Self.item(text, after: []) + "\n").utf8))
    try add(change, to: &transaction)
    return InsertedText(path: path, line: 1, openLine: nil)
  }

  /// Gives a line without bullet the bullet of the list at the end of a note. Others are unchanged.
  private static func item(_ text: String, after bytes: [UInt8]) -> String {
    guard !text.contains(where: \.isNewline), bullet(of: text.utf8) == nil else { return text }
    let last = bytes.split(separator: 0x0A).last { !$0.allSatisfy(ASCII.isWhiteSpace) }
    return (last.flatMap(bullet) ?? "-") + " " + text
  }

  /// Returns `-`, `*` or `+` at the beginning of a line, before a space.
  private static func bullet(of line: some Collection<UInt8>) -> String? {
    guard let mark = line.first, "-*+".utf8.contains(mark), line.dropFirst().first == ASCII.space else { return nil }
    return String(decoding: [mark], as: UTF8.self)
  }
}

extension Document {
  /// Returns the heading that begins on a 1-based line.
  package func heading(atLine line: Int) -> Heading? { headingIndex(atLine: line).map { headings[$0] } }

  /// Returns the index of the heading that begins on a 1-based line.
  func headingIndex(atLine line: Int) -> Int? {
    let positions = source.positions(of: headings.map(\.range.lowerBound))
    return headings.firstIndex { positions[$0.range.lowerBound]?.line == line }
  }
}
