import ByteBasics
import NoteModel
import NoteSyntax
import Wording

extension ActionScene {
  /// The action that writes the table of contents.
  var contentsActions: [CodeAction] {
    guard let contents = TableOfContents(document), contents.isOutdated else { return [] }
    let edit = edit([contents.edit(at: offset)])
    if edit.isEmpty { return [] }
    return [
      CodeAction(
        title: contents.isThere
          ? Message("Update the table of contents", ko: "목차 갱신하기")
          : Message("Insert a table of contents", ko: "목차 넣기"),
        kind: CodeActionKind.source, edit: edit)
    ]
  }
}

/// The list of a note's headings, between two comments that keep its place.
struct TableOfContents {
  private let document: OpenDocument
  /// The text between the comments. Nil if they are not there.
  private let place: ByteRange?
  private let list: String
  private let lineEnd: String

  private static let start = "<!-- toc -->"
  private static let ends = ["<!-- tocstop -->", "<!-- /toc -->"]

  /// Creates a table of contents. Nil for a note with fewer than two headings besides its title.
  init?(_ document: OpenDocument) {
    let parsed = document.note.document
    let anchors = NoteAnchors(parsed)
    let listed = parsed.headings.indices.filter { parsed.headings[$0] != parsed.leadingHeading }
    guard listed.count > 1, let top = listed.map({ parsed.headings[$0].level }).min() else { return nil }
    self.document = document
    place = Self.place(in: parsed)
    let lineEnd = String(decoding: ByteBasics.lineEnd(of: document.bytes), as: UTF8.self)
    self.lineEnd = lineEnd
    list = listed.map { position in
      let indent = String(repeating: "  ", count: parsed.headings[position].level - top)
      let title = anchors.title(ofHeading: position).filter { $0 != "[" && $0 != "]" }
      return "\(indent)- [\(title)](#\(anchors.anchor(ofHeading: position)))\(lineEnd)"
    }.joined()
  }

  /// Returns the range between the first two comments that are separate blocks, because a note may show them in code.
  private static func place(in parsed: Document) -> ByteRange? {
    let blocks = parsed.blocks.filter { $0.kind == .htmlBlock && $0.depth == 0 }.map { block in
      (range: block.range, text: trimmedSpaces(parsed.source.text(in: block.range)))
    }
    guard let first = blocks.firstIndex(where: { $0.text == start }),
      let last = blocks[first...].first(where: { ends.contains($0.text) })
    else { return nil }
    return ByteRange(blocks[first].range.upperBound, last.range.lowerBound)
  }

  var isThere: Bool { place != nil }

  private var text: String { lineEnd + lineEnd + list + lineEnd }

  var isOutdated: Bool {
    guard let place else { return true }
    return document.note.document.source.text(in: place) != text
  }

  /// Returns the edit that updates or inserts the table.
  ///
  /// - Parameter offset: The cursor. If there is no table yet, it is inserted before the block at the cursor.
  func edit(at offset: Int) -> TextEdit {
    if let place { return TextEdit(range: place, replacement: text) }
    let table = document.table
    let parsed = document.note.document
    let line = table.line(at: offset)
    // The range of a list has the empty lines after it.
    func lastLine(_ range: ByteRange) -> Int {
      let letters = parsed.source.bytes[range.indices].lastIndex { !ASCII.isBlank($0) && $0 != 0x0A && $0 != 0x0D }
      return table.line(at: letters ?? range.lowerBound)
    }
    let block = parsed.blocks.first {
      $0.depth == 0 && table.line(at: $0.range.lowerBound) <= line && line <= lastLine($0.range)
    }
    let first = block.map { table.line(at: $0.range.lowerBound) } ?? line
    let start = max(table.content(ofLine: first).lowerBound, parsed.body.lowerBound)
    let isAfterText =
      first > 0 && start > parsed.body.lowerBound
      && !parsed.source[table.content(ofLine: first - 1)].allSatisfy(ASCII.isBlank)
    return TextEdit(
      range: ByteRange(start, start),
      replacement: (isAfterText ? lineEnd : "") + Self.start + text + Self.ends[0] + lineEnd + lineEnd)
  }
}
