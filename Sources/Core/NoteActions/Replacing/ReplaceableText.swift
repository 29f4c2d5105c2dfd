import ByteBasics
import NoteModel
import NoteSyntax
import Wording

/// The parts of a note in which text can be replaced.
package enum TextPart: String, CaseIterable, Sendable {
  case text, headings, fields, code, links
}

/// The plain text of a note: neither code nor the destination of a link, no tag, no label, no formula,
/// nothing that another program reads.
struct ReplaceableText {
  private let document: Document
  private let bytes: [UInt8]

  init(_ document: Document) {
    self.document = document
    bytes = document.source.bytes
  }

  /// Returns the ranges of these parts, in the order of the file, without overlaps.
  func ranges(_ parts: Set<TextPart>) -> [ByteRange] {
    var ranges: [ByteRange] = []
    if parts.contains(.fields) { ranges += fieldValues }
    if parts.contains(.links) {
      ranges += document.links.compactMap { $0.kind == .telephone ? nil : $0.destinationRange }
    }
    if parts.contains(.code) { ranges += document.blocks.filter { $0.kind == .codeBlock }.map(\.range) }
    let closed = ByteGaps(syntax)
    for block in document.blocks {
      let isWanted =
        switch block.kind {
        case .heading: parts.contains(.headings)
        case .paragraph, .tableCell: parts.contains(.text)
        default: false
        }
      let isText = isWanted || parts.contains(.code) && [.heading, .paragraph, .tableCell].contains(block.kind)
      guard isText else { continue }
      let (text, code) = split(block.range)
      if isWanted { ranges += text.flatMap(closed.rest) }
      if parts.contains(.code) { ranges += code }
    }
    return ByteGaps(ranges).ranges
  }

  /// Values of the front matter but ids, tags and links, which other commands change.
  var fieldEntries: [FrontMatter.Entry] {
    guard let frontMatter = document.frontMatter, frontMatter.format == .yaml else { return [] }
    return frontMatter.entries.filter { entry in
      let key = FieldCatalogue.field(for: entry.key)?.key ?? FieldCatalogue.folded(entry.key)
      return key != "id" && key != "tags" && entry.valueRange != nil
    }
  }

  private var fieldValues: [ByteRange] {
    let links = ByteGaps(document.links.filter { $0.kind == .frontMatter }.compactMap(\.range))
    return fieldEntries.compactMap(\.valueRange).flatMap(links.rest)
  }

  // MARK: - Syntax

  /// The ranges of syntax in paragraphs, headings and cells.
  private var syntax: [ByteRange] {
    var ranges = document.links.flatMap { syntax(of: $0) }
    ranges += document.tags.map(\.range) + document.blockIdentifiers.map(\.range)
    ranges += DocumentLabels(document).all.map { $0.kind == .footnote ? $0.whole : $0.range }
    ranges += document.checkboxes.map { ByteRange($0.boxRange.lowerBound, $0.textRange.lowerBound) }
    for mark in document.marks {
      guard case .footnote(let text) = mark.kind else {
        ranges.append(mark.range)
        continue
      }
      ranges.append(ByteRange(mark.range.lowerBound, text.lowerBound))
      ranges.append(ByteRange(text.upperBound, mark.range.upperBound))
    }
    return ranges
  }

  /// Returns the ranges of a link without the words that a reader sees, if these are not its name.
  private func syntax(of link: Link) -> [ByteRange] {
    guard let range = link.range else { return [] }
    switch link.kind {
    case .inline, .image, .reference:
      let start = range.lowerBound + (link.kind == .image ? 2 : 1)
      let limit = link.destinationRange?.lowerBound ?? range.upperBound
      guard link.text != nil, range.contains(start), start < limit,
        let close = bytes[start..<limit].lastIndex(where: { $0 == ASCII.rightBracket || $0 == ASCII.leftBracket }),
        let end = bytes[start...close].lastIndex(of: ASCII.rightBracket), end < range.upperBound - 1
      else { return [range] }
      return [ByteRange(range.lowerBound, start), ByteRange(end, range.upperBound)]
    case .wiki:
      guard let pipe = bytes[range.indices].firstIndex(of: ASCII.pipe), range.count > 5,
        let destination = link.destinationRange, destination.upperBound <= pipe
      else { return [range] }
      return [ByteRange(range.lowerBound, pipe + 1), ByteRange(range.upperBound - 2, range.upperBound)]
    default: return [range]
    }
  }

  /// Splits a block's range into text and code, both without raw HTML and the templates of other programs.
  private func split(_ range: ByteRange) -> (text: [ByteRange], code: [ByteRange]) {
    var text: [ByteRange] = []
    var code: [ByteRange] = []
    var start = range.lowerBound
    var offset = range.lowerBound
    var search = ForwardSearch(bytes, to: range.upperBound)
    func close(at end: Int) { if end > start { text.append(ByteRange(start, end)) } }
    while offset < range.upperBound {
      guard let end = syntaxEnd(at: offset, to: range.upperBound, &search) else {
        offset += bytes[offset] == ASCII.backslash ? 2 : 1
        continue
      }
      close(at: offset)
      if bytes[offset] == ASCII.backtick { code.append(ByteRange(offset, end)) }
      start = end
      offset = end
    }
    close(at: range.upperBound)
    return (text, code)
  }

  /// Returns the end of code, an HTML tag, a template or a line of another program's block that begins at an offset.
  private func syntaxEnd(at offset: Int, to end: Int, _ search: inout ForwardSearch) -> Int? {
    let rest = bytes[offset..<end]
    switch bytes[offset] {
    case ASCII.backtick: return codeSpanEnd(in: bytes, at: offset, to: end)
    case ASCII.less: return search.place(of: ">", from: offset).map { $0 + 1 }
    case ASCII.leftBrace where rest.starts(with: "{{".utf8):
      return search.place(of: "}}", from: offset).map { $0 + 2 }
    case ASCII.leftBrace where rest.starts(with: "{%".utf8): return search.place(of: "%}", from: offset).map { $0 + 2 }
    case UInt8(ascii: "&"): return rest.prefix(32).firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 }
    case ASCII.bang, ASCII.colon, UInt8(ascii: "?"):
      guard isLineStart(offset), Self.fences.contains(where: { rest.starts(with: $0.utf8) }) else { return nil }
      return rest.firstIndex(of: ASCII.lineFeed) ?? end
    default: return nil
    }
  }

  /// `!!! note`, `??? tip`, `::: warning`
  private static let fences = ["!!!", "???", ":::"]

  private func isLineStart(_ offset: Int) -> Bool {
    offset == 0 || bytes[..<offset].last { !ASCII.isBlank($0) } == ASCII.lineFeed
  }
}

/// Sorted ranges that do not overlap.
private struct ByteGaps {
  private(set) var ranges: [ByteRange] = []
  private let ends: SortedOffsets

  init(_ all: [ByteRange]) {
    for range in all.sorted() where !range.isEmpty {
      let start = max(range.lowerBound, ranges.last?.upperBound ?? 0)
      if start < range.upperBound { ranges.append(ByteRange(start, range.upperBound)) }
    }
    ends = SortedOffsets(ranges.map(\.upperBound))
  }

  /// Returns the parts of a range outside of these ranges.
  func rest(of range: ByteRange) -> [ByteRange] {
    var rest: [ByteRange] = []
    var start = range.lowerBound
    let first = ends.last(upTo: start).map { $0 + 1 } ?? 0
    for gap in ranges[first...] {
      if gap.lowerBound >= range.upperBound { break }
      if gap.lowerBound > start { rest.append(ByteRange(start, gap.lowerBound)) }
      start = max(start, gap.upperBound)
    }
    if start < range.upperBound { rest.append(ByteRange(start, range.upperBound)) }
    return rest
  }
}
