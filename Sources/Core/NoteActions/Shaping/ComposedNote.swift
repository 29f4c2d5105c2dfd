import ByteBasics
import NoteModel
import NoteSyntax

/// A note put together from parts of notes, byte for byte, and from new text.
///
/// ```
/// plan.md                            Next steps.md
/// # Plan          kept
/// ## Next steps   dropped
/// call Jieun      kept elsewhere  →  call Jieun
/// ```
struct ComposedNote {
  /// A part of the note, and its source.
  struct Segment {
    let range: ByteRange
    /// The bytes of a note that these are, or stand for. Nil for new text.
    let origin: (path: NotePath, range: ByteRange)?
    /// False for bytes that only stand for those of the origin: a heading's marks, a label.
    let isKept: Bool
    /// The target of a link in new text.
    var target: NotePath?
  }

  let path: NotePath
  private(set) var bytes: [UInt8] = []
  private(set) var segments: [Segment] = []
  /// The positions of each note's parts in ``segments``, by their starts in the note.
  private var parts: [NotePath: [Int]] = [:]

  init(_ path: NotePath) { self.path = path }

  /// Adds new text.
  ///
  /// - Parameter target: The target of a link in it.
  /// - Returns: The offset at which it begins.
  @discardableResult
  mutating func append(new text: [UInt8], leadingTo target: NotePath? = nil) -> Int {
    let start = bytes.count
    bytes += text
    segments.append(Segment(range: ByteRange(start, bytes.count), origin: nil, isKept: false, target: target))
    return start
  }

  /// Adds a part of a note in which some bytes are others.
  mutating func append(_ range: ByteRange, of document: Document, at path: NotePath, _ edits: [TextEdit] = []) {
    var offset = range.lowerBound
    let inside = edits.filter { range.contains($0.range) }.sorted { $0.range < $1.range }
    for edit in inside where edit.range.lowerBound >= offset {
      append(ByteRange(offset, edit.range.lowerBound), document.source.bytes, path)
      append(edit.replacement, for: edit.range, at: path)
      offset = edit.range.upperBound
    }
    append(ByteRange(offset, range.upperBound), document.source.bytes, path)
  }

  /// Adds new bytes that replace a range of bytes of a note.
  mutating func append(_ text: [UInt8], for range: ByteRange, at path: NotePath) {
    append(text, of: range, path, isKept: false)
  }

  private mutating func append(_ range: ByteRange, _ source: [UInt8], _ path: NotePath) {
    if !range.isEmpty { append(source[range.indices], of: range, path, isKept: true) }
  }

  private mutating func append(_ text: some Sequence<UInt8>, of range: ByteRange, _ path: NotePath, isKept: Bool) {
    let start = bytes.count
    bytes += text
    let place = parts[path].map { segmentIndex(after: range.lowerBound, in: $0) } ?? 0
    parts[path, default: []].insert(segments.count, at: place)
    segments.append(Segment(range: ByteRange(start, bytes.count), origin: (path, range), isKept: isKept))
  }

  /// Adds ranges of a note without some parts of them.
  mutating func append(
    _ ranges: [ByteRange], without cut: [ByteRange], of document: Document, at path: NotePath, _ edits: [TextEdit] = []
  ) {
    let cut = cut.sorted()
    let starts = SortedOffsets(cut.map(\.lowerBound))
    for range in ranges {
      var offset = range.lowerBound
      let inside = cut[starts.positions(in: range)].filter { range.contains($0) }
      for gap in document.gaps(inside, in: range) {
        append(ByteRange(offset, gap.lowerBound), of: document, at: path, edits)
        offset = gap.upperBound
      }
      append(ByteRange(offset, range.upperBound), of: document, at: path, edits)
    }
  }

  /// Adds definitions of a note at the end, each in lines of its own.
  mutating func append(
    definitions ranges: [ByteRange], of document: Document, at path: NotePath, _ edits: [TextEdit] = []
  ) {
    let lineEnd = lineEnd(of: document.source.bytes)
    for (position, range) in ranges.enumerated() {
      func isFootnote(_ range: ByteRange) -> Bool { document.source[range].starts(with: "[^".utf8) }
      // A line directly after a footnote belongs to it, unless it is another footnote.
      if position == 0 || isFootnote(ranges[position - 1]) && !isFootnote(range) { closeBlock(lineEnd) }
      append(range, of: document, at: path, edits)
      if bytes.last != ASCII.lineFeed { append(new: lineEnd) }
    }
  }

  /// Ends the text with a line end, and with an empty line if something is to follow.
  mutating func closeBlock(_ lineEnd: [UInt8]) {
    guard !bytes.isEmpty else { return }
    if bytes.last != ASCII.lineFeed { append(new: lineEnd) }
    let last = bytes.dropLast().last { $0 != ASCII.carriageReturn && !ASCII.isBlank($0) }
    if let last, last != ASCII.lineFeed { append(new: lineEnd) }
  }

  /// Returns the present offset of a byte of a note. Nil if it is not in this one.
  func place(of offset: Int, in source: NotePath) -> Int? {
    guard let parts = parts[source] else { return nil }
    var position = segmentIndex(after: offset, in: parts) - 1
    guard position >= 0, let origin = segments[parts[position]].origin else { return nil }
    if origin.range.lowerBound < offset {
      let segment = segments[parts[position]]
      guard segment.isKept, origin.range.contains(offset) else { return nil }
      return segment.range.lowerBound + offset - origin.range.lowerBound
    }
    // Text inserted before a byte begins where that byte begins.
    while position > 0, segments[parts[position - 1]].origin?.range.lowerBound == offset { position -= 1 }
    return segments[parts[position]].range.lowerBound
  }

  /// The notes whose parts are here, and which parts.
  var origins: [NotePath: [ByteRange]] {
    parts.mapValues { $0.compactMap { segments[$0].origin?.range } }
  }

  /// Returns the number of a note's parts that begin at or before an offset.
  private func segmentIndex(after offset: Int, in parts: [Int]) -> Int {
    var low = 0
    var high = parts.count
    while low < high {
      let middle = (low + high) / 2
      let start = segments[parts[middle]].origin?.range.lowerBound ?? 0
      if start <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the note and the offset that the byte at an offset comes from. Nil for new text.
  func origin(of offset: Int) -> (path: NotePath, offset: Int)? {
    guard let segment = segment(at: offset), segment.isKept, let origin = segment.origin else { return nil }
    return (origin.path, origin.range.lowerBound + offset - segment.range.lowerBound)
  }

  /// Returns the target of a link in new text.
  func target(at offset: Int) -> NotePath? { segment(at: offset)?.target }

  private func segment(at offset: Int) -> Segment? {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < segments.count && segments[low].range.contains(offset) ? segments[low] : nil
  }
}

extension Document {
  /// Returns the start of the line that contains a byte.
  func lineStart(of offset: Int) -> Int {
    let line = source.bytes[body.lowerBound..<max(body.lowerBound, offset)].lastIndex(of: ASCII.lineFeed)
    return line.map { $0 + 1 } ?? body.lowerBound
  }

  /// Returns the start of the next line; the end of the file after the last.
  func lineEnd(of offset: Int) -> Int {
    if offset > 0, offset <= source.count, source.bytes[offset - 1] == ASCII.lineFeed { return offset }
    guard offset < source.count else { return source.count }
    return source.bytes[offset...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? source.count
  }

  /// Extends a range to whole lines.
  func lines(of range: ByteRange) -> ByteRange {
    ByteRange(lineStart(of: range.lowerBound), lineEnd(of: range.upperBound))
  }

  /// Returns a heading with its section: up to the next heading of its level or a higher one.
  func section(of heading: Heading) -> ByteRange {
    sections(of: [heading], among: sectionHeadings).first ?? lines(of: heading.range)
  }

  /// Returns the sections of some headings.
  ///
  /// - Parameter all: The headings that open sections.
  func sections(of headings: [Heading], among all: [Heading]) -> [ByteRange] {
    let starts = SortedOffsets(all.map(\.range.lowerBound))
    return headings.map { heading in
      let later = starts.positions(in: ByteRange(heading.range.lowerBound + 1, source.count + 1))
      let next = all[later].first { $0.level <= heading.level }
      return ByteRange(
        lineStart(of: heading.range.lowerBound), next.map { lineStart(of: $0.range.lowerBound) } ?? source.count)
    }
  }

  /// Returns the ranges that are removed together with some lines: of the empty lines before and after, only those
  /// before stay, and none at the end of the range.
  ///
  /// - Parameter cut: Whole lines, in their order.
  func gaps(_ cut: [ByteRange], in range: ByteRange) -> [ByteRange] {
    func isBlank(_ range: ByteRange) -> Bool { source.bytes[range.indices].allSatisfy { $0 <= ASCII.space } }
    var gaps: [ByteRange] = []
    for lines in cut where lines.lowerBound >= gaps.last?.upperBound ?? range.lowerBound {
      let last = gaps.last.flatMap { $0.upperBound == lines.lowerBound ? $0 : nil }
      if last != nil { gaps.removeLast() }
      var start = last?.lowerBound ?? lines.lowerBound
      var end = lines.upperBound
      let before = ByteRange(max(range.lowerBound, start > 0 ? lineStart(of: start - 1) : 0), start)
      if isBlank(before) {
        while end < range.upperBound, isBlank(ByteRange(end, min(lineEnd(of: end + 1), range.upperBound))) {
          end = min(lineEnd(of: end + 1), range.upperBound)
        }
      }
      if end == range.upperBound {
        while start > range.lowerBound, isBlank(ByteRange(max(range.lowerBound, lineStart(of: start - 1)), start)) {
          start = max(range.lowerBound, lineStart(of: start - 1))
        }
      }
      gaps.append(ByteRange(start, end))
    }
    return gaps
  }

  /// Returns the edits that shift the levels of headings, between 1 and 6.
  func edits(shifting headings: [Heading], by levels: Int) -> [TextEdit] {
    guard levels != 0 else { return [] }
    return headings.flatMap { edits(of: $0, level: min(6, max(1, $0.level + levels))) }
  }

  /// Returns the edits that give a heading a level, or none if it has the level, or several lines of text.
  func edits(of heading: Heading, level: Int) -> [TextEdit] {
    guard level != heading.level else { return [] }
    let bytes = source.bytes
    let start = heading.range.lowerBound
    let marks = [UInt8](repeating: ASCII.hash, count: level)
    if bytes[start] == ASCII.hash {
      let end = bytes[start...].firstIndex { $0 != ASCII.hash } ?? bytes.count
      return [TextEdit(range: ByteRange(start, end), replacement: marks)]
    }
    var end = heading.range.upperBound
    while end > start, bytes[end - 1] <= ASCII.space { end -= 1 }
    guard let feed = bytes[start..<end].lastIndex(of: ASCII.lineFeed), !bytes[start..<feed].contains(ASCII.lineFeed)
    else { return [] }
    return [
      TextEdit(range: ByteRange(start, start), replacement: marks + [ASCII.space]),
      TextEdit(range: ByteRange(feed, end), replacement: [UInt8]()),
    ]
  }
}
