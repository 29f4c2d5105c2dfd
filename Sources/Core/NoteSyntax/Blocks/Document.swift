package import ByteBasics
import Wording

/// A Markdown file with its front matter: the bytes, and where everything in them is.
///
/// Every byte sequence is a document. `source.bytes` is always the file, byte for byte; a change is a
/// ``TextEdit`` on it, never a tree written back.
package struct Document: Sendable {
  package let source: SourceBuffer
  /// The front matter; nil if the file has no front matter.
  package let frontMatter: FrontMatter?
  /// The range that cmark reads: everything after the front matter.
  package let body: ByteRange
  /// The blocks in the order of the file.
  package let blocks: [Block]
  package let headings: [Heading]
  package let links: [Link]
  package let checkboxes: [Checkbox]
  package let tags: [TagOccurrence]
  package let blockIdentifiers: [BlockIdentifier]
  /// The citations in the order of the file. Those in running text may be mentions.
  package let citations: [Citation]
  /// The constructs besides links and tags that CommonMark does not know: comments, mathematics, marked text, callouts
  /// …
  package let marks: [InlineMark]
  /// The comments among the marks; none is in another.
  let comments: [ByteRange]
  /// `key:: value` in the body.
  package let fields: [BodyField]
  package let diagnostics: [Diagnostic]
}

extension Document {
  /// Reads a file's bytes. Never fails: a mistake becomes a diagnostic.
  package init(parsing bytes: [UInt8]) {
    let head = FrontMatter.read(bytes)
    let body = ByteRange(head.bodyStart, bytes.count)
    let linesBefore = bytes[..<head.bodyStart].reduce(0) { $0 + ($1 == ASCII.lineFeed ? 1 : 0) }
    var diagnostics = head.diagnostics + SourceDiagnostics.diagnose(bytes)
    var parts = BodyParts()
    if let refusal = ParsingGuard.refusal(of: bytes[body.indices]) {
      diagnostics.append(
        Diagnostic(
          check: "too-complex", severity: .warning, range: nil, message: refusal.message(linesBefore: linesBefore)))
    } else {
      parts = BodyReader(bytes: bytes, body: body, firstLine: linesBefore + 1).read() ?? parts
    }
    diagnostics += ConflictMarkers.diagnostics(in: bytes, parts.blocks)
    if let offset = parts.openComment { diagnostics.append(.openComment(at: offset)) }
    let fieldLinks = head.frontMatter.map { FrontMatterLinks.links(of: $0, in: bytes) } ?? []
    self.init(
      source: SourceBuffer(bytes), frontMatter: head.frontMatter, body: body, blocks: parts.blocks,
      headings: parts.headings, links: fieldLinks + parts.links, checkboxes: parts.checkboxes, tags: parts.tags,
      blockIdentifiers: parts.blockIdentifiers, citations: parts.citations, marks: parts.marks,
      comments: parts.marks.lazy.filter { $0.kind == .comment }.map(\.range),
      fields: parts.fields, diagnostics: diagnostics)
  }

  /// Returns the document with the links, tags and boxes that another program finds in it, in the file's order.
  package func with(links: [Link], tags: [TagOccurrence], checkboxes: [Checkbox]) -> Document {
    Document(
      source: source, frontMatter: frontMatter, body: body, blocks: blocks, headings: headings,
      links: links.enumerated().sorted { one, other in
        (one.element.line, one.element.range?.lowerBound ?? 0, one.offset)
          < (other.element.line, other.element.range?.lowerBound ?? 0, other.offset)
      }.map(\.element),
      checkboxes: checkboxes.sorted { $0.line < $1.line },
      tags: tags.sorted { $0.range.lowerBound < $1.range.lowerBound },
      blockIdentifiers: blockIdentifiers, citations: citations, marks: marks, comments: comments, fields: fields,
      diagnostics: diagnostics)
  }

  /// Returns the bar before the text of a wiki link, with a backslash in a table row, where a bare bar ends the cell.
  package func wikiBar(at offset: Int) -> String { isInTableRow(offset) ? "\\|" : "|" }

  package func isInTableRow(_ offset: Int) -> Bool {
    guard let row = blocks.last(where: { $0.kind == .tableRow && $0.range.lowerBound <= offset }) else {
      return false
    }
    return !source.bytes[row.range.lowerBound..<offset].contains { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }
  }

  /// Returns the links that are the only content of a paragraph, with their ranges and paragraphs.
  package func separate(_ links: [Link]) -> [(link: Link, range: ByteRange, paragraph: Block)] {
    guard !links.isEmpty else { return [] }
    let paragraphs = blocks.filter { $0.kind == .paragraph }
    return links.compactMap { link in
      guard let range = link.range,
        let block = paragraphs[paragraphs.firstOrderedIndex { $0.range.upperBound >= range.upperBound }...].first,
        block.range.contains(range),
        [block.range.lowerBound..<range.lowerBound, range.upperBound..<block.range.upperBound].allSatisfy({
          source.bytes[$0].allSatisfy(ASCII.isWhiteSpace)
        })
      else { return nil }
      return (link, range, block)
    }
  }
}

extension Block {
  /// Returns the prefix of the later lines of a block that begins at `start`, in a quotation or a list: `> `.
  package func prefix(before start: Int, in bytes: [UInt8]) -> String {
    guard depth > 0 else { return "" }
    let lineStart = bytes[..<start].lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    return String(decoding: bytes[lineStart..<start].map { $0 == ASCII.greater ? $0 : ASCII.space }, as: UTF8.self)
  }
}

extension Diagnostic {
  /// Creates the warning for a comment `%%` or `<!--` without an end. Some programs hide the text after the mark.
  fileprivate static func openComment(at offset: Int) -> Diagnostic {
    Diagnostic(
      check: "open-comment", severity: .warning, range: ByteRange(offset, offset + 2),
      message: Message(
        "The comment that begins here has no end, so the note counts as private",
        ko: "여기서 시작하는 주석에 끝 표시가 없어 비공개 메모로 봅니다"))
  }
}

/// The limit on the size of notes, the same for every command.
package enum NoteLimit {
  /// A larger file is listed by its name and never read.
  package static let bytes = 32 << 20
}

extension Document {
  /// Returns the range of a heading and all text up to the next heading of its level.
  package func section(of position: Int) -> ByteRange {
    let heading = headings[position]
    let next = headings[(position + 1)...].first { $0.level <= heading.level }
    return ByteRange(heading.range.lowerBound, next?.range.lowerBound ?? body.upperBound)
  }
}
