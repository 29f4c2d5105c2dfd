import ByteBasics
import NoteModel
import NoteSyntax
import Wording

/// Compares a note that was put together from parts with the notes that the parts came from.
struct ShapeProof {
  /// A note as it was, with the compared parts, by their starts.
  struct Original {
    let document: Document
    fileprivate let blocks: [(offset: Int, html: [UInt8])]
    fileprivate let blockStarts: SortedOffsets
    fileprivate let links: [(offset: Int, link: Link)]
    fileprivate let linkStarts: SortedOffsets
    fileprivate let marks: [ByteRange]
    fileprivate let markStarts: SortedOffsets
    fileprivate let markEnds: [(last: Int, position: Int)]
    fileprivate let markLasts: SortedOffsets

    init(_ document: Document) {
      self.document = document
      blocks = ShapeProof.blocks(of: document).sorted { $0.0 < $1.0 }
      blockStarts = SortedOffsets(blocks.map(\.offset))
      links = document.links.compactMap { link in link.range.map { (offset: $0.lowerBound, link: link) } }
        .sorted { $0.offset < $1.offset }
      linkStarts = SortedOffsets(links.map(\.offset))
      marks = document.marks.map(\.range).sorted()
      markStarts = SortedOffsets(marks.map(\.lowerBound))
      markEnds = marks.enumerated().map { (max($1.lowerBound, $1.upperBound - 1), $0) }.sorted { $0 < $1 }
      markLasts = SortedOffsets(markEnds.map(\.last))
    }
  }

  let shaping: NoteShaping
  let note: ComposedNote
  let document: Document
  let originals: [NotePath: Original]

  /// Throws if a block or a link is parsed in another way than before.
  func check() throws(Problem) {
    let new = Self.blocks(of: document)
    let byPlace = Dictionary(new, uniquingKeysWith: { first, _ in first })
    for (path, ranges) in note.origins.sorted(by: { $0.key < $1.key }) {
      guard let old = originals[path] else { continue }
      for position in Self.positions(old.blockStarts, in: ranges) {
        let (offset, html) = old.blocks[position]
        guard let place = note.place(of: offset, in: path), !isOpenList(offset, path) else { continue }
        guard byPlace[place] == html else {
          throw unshapedNote(path, line: old.document.source.position(at: offset).line)
        }
      }
      try checkItems(old.document, path)
      try checkLinks(old, path, ranges)
      try checkMarks(old, path, ranges)
    }
  }

  /// Returns the positions of the blocks that begin in some ranges or at their start, each once.
  private static func positions(_ offsets: SortedOffsets, in ranges: [ByteRange]) -> [Int] {
    var next = 0
    var positions: [Int] = []
    for range in ranges {
      let found = offsets.positions(in: ByteRange(range.lowerBound, max(range.upperBound, range.lowerBound + 1)))
      positions += max(next, found.lowerBound)..<max(next, found.upperBound)
      next = max(next, found.upperBound)
    }
    return positions
  }

  private func isOpenList(_ offset: Int, _ path: NotePath) -> Bool {
    shaping.openLists[path]?.contains { $0.contains(offset) } == true
  }

  /// Checks that each block in a list that gains or loses items begins as a block of the same kind.
  private func checkItems(_ old: Document, _ path: NotePath) throws(Problem) {
    guard shaping.openLists[path] != nil else { return }
    let new = Set(document.blocks.map { BlockStart(kind: $0.kind, offset: $0.range.lowerBound) })
    for block in old.blocks where block.kind != .list && isOpenList(block.range.lowerBound, path) {
      guard let place = note.place(of: block.range.lowerBound, in: path) else { continue }
      guard new.contains(BlockStart(kind: block.kind, offset: place)) else {
        throw unshapedNote(path, line: old.source.position(at: block.range.lowerBound).line)
      }
    }
  }

  private struct BlockStart: Hashable {
    let kind: Block.Kind
    let offset: Int
  }

  /// Returns the HTML of the outermost blocks by line offset, without footnote numbers and heading levels.
  private static func blocks(of document: Document) -> [(Int, [UInt8])] {
    let bytes = document.source.bytes
    guard let tree = MarkdownTree(parsing: bytes[document.body.indices]) else { return [] }
    let lines = LineTable(bytes, in: document.body)
    return tree.blocks.compactMap { block in
      // A footnote is numbered by its first use, and listed last.
      guard block.startLine > 0, block.startLine <= lines.count, !isFootnote(block.html) else { return nil }
      return (lines.starts[block.startLine - 1], plain(block.html))
    }
  }

  private static func isFootnote(_ html: [UInt8]) -> Bool {
    html.starts(with: "<section class=\"footnotes\"".utf8) || html.starts(with: "<li id=\"fn".utf8)
  }

  private static func plain(_ html: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(html.count)
    var offset = 0
    let (sup, end) = (Array("<sup class=\"footnote-ref\">".utf8), Array("</sup>".utf8))
    while offset < html.count {
      guard html[offset] == UInt8(ascii: "<") else {
        result.append(html[offset])
        offset += 1
        continue
      }
      if html[offset...].starts(with: sup) {
        result += sup
        while offset < html.count, !html[offset...].starts(with: end) { offset += 1 }
        continue
      }
      let name = html[(offset + 1)...].prefix(3)
      let slash = name.first == UInt8(ascii: "/") ? 1 : 0
      let letters = Array(name.dropFirst(slash))
      if letters.count >= 2, letters[0] == UInt8(ascii: "h"), (0x31...0x36).contains(letters[1]) {
        result += html[offset...(offset + slash + 1)]
        offset += slash + 3
        continue
      }
      result.append(html[offset])
      offset += 1
    }
    return result
  }

  /// Checks that every link of the parts is parsed as the same link.
  private func checkLinks(_ old: Original, _ path: NotePath, _ ranges: [ByteRange]) throws(Problem) {
    let new = document.links.compactMap { link -> (offset: Int, link: Link)? in
      guard let range = link.range, let origin = note.origin(of: range.lowerBound), origin.path == path
      else { return nil }
      return (origin.offset, link)
    }
    let byOffset = Dictionary(new, uniquingKeysWith: { first, _ in first })
    var count = 0
    for position in Self.positions(old.linkStarts, in: ranges) {
      let (offset, link) = old.links[position]
      guard let place = note.place(of: offset, in: path), note.origin(of: place) != nil else { continue }
      count += 1
      guard let found = byOffset[offset], found.kind == link.kind,
        found.destination == link.destination, found.fragment == link.fragment
      else { throw unshapedNote(path, line: link.line) }
    }
    // Text that was no link must be none now.
    if Set(new.map(\.offset)).count > count {
      let known = Set(old.links.map(\.offset))
      if let added = new.first(where: { !known.contains($0.offset) }) {
        throw unshapedNote(path, line: old.document.source.position(at: added.offset).line)
      }
    }
  }

  /// Checks that no comment, formula or field is split, and that the comments, formulas and fields are unchanged.
  private func checkMarks(_ old: Original, _ path: NotePath, _ ranges: [ByteRange]) throws(Problem) {
    let known = Set(document.marks.map(\.range.lowerBound))
    let ends = Self.positions(old.markLasts, in: ranges).map { old.markEnds[$0].position }
    for position in Set(Self.positions(old.markStarts, in: ranges) + ends).sorted() {
      let mark = old.marks[position]
      let start = note.place(of: mark.lowerBound, in: path)
      let end = note.place(of: max(mark.lowerBound, mark.upperBound - 1), in: path)
      if start == nil, end == nil { continue }
      guard let start, end != nil, note.origin(of: start) == nil || known.contains(start) else {
        throw unshapedNote(path, line: old.document.source.position(at: mark.lowerBound).line)
      }
    }
  }
}
