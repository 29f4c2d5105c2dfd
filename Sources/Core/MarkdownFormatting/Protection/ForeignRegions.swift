import ByteBasics

/// The lines of a body with syntax of other programs. They are not formatted.
package struct ForeignRegions {
  /// 0-based lines, in order, without overlaps.
  private(set) var lines: [ClosedRange<Int>] = []
  /// The regions that a line begins, before overlapping regions are joined.
  package private(set) var openings: [ClosedRange<Int>] = []
  /// The programs whose syntax occurs.
  private(set) var readers: Set<MarkdownReader> = []

  private let bytes: [UInt8]
  private let table: LineTable
  /// Lines of fenced code.
  package let fences: [ClosedRange<Int>]
  /// The line before which there is no closing of an opening, for openings that were not closed.
  private var unclosed: [ArraySlice<UInt8>: Int] = [:]

  init(in bytes: [UInt8], table: LineTable) {
    self.bytes = bytes
    self.table = table
    fences = FenceFinder(bytes, table).fences
    if LogseqOutline.isOutline(bytes, table) {
      if table.count > 0 { lines = [0...(table.count - 1)] }
      return
    }
    findOpenings()
    openings = lines
    lines += TemplateTags(bytes: bytes, table: table, fences: fences).regions(&readers)
    lines += ElementTags(bytes, table, fences: fences).regions
    lines = joined(lines)
  }

  package init(in bytes: [UInt8]) {
    self.init(in: bytes, table: LineTable(bytes, in: ByteRange(0, bytes.count)))
  }

  /// The bytes of each region.
  var texts: [ArraySlice<UInt8>] {
    lines.map { region in
      let end = table.range(of: region.upperBound)
      return bytes[table.start(of: region.lowerBound)..<contentEnd(of: end, in: bytes)]
    }
  }

  // MARK: - Lines that begin something

  private mutating func findOpenings() {
    var nextFence = 0
    var line = 0
    while line < table.count {
      defer { line += 1 }
      while nextFence < fences.count, fences[nextFence].upperBound < line { nextFence += 1 }
      if nextFence < fences.count, fences[nextFence].contains(line) {
        if hasTabAfterQuoteMark(line) { lines.append(fences[nextFence]) }
        continue
      }
      let marked = QuotedLine(bytes, table.range(of: line))
      if let region = lazyTag(line, marked) { lines.append(region) }
      guard let kind = ForeignSyntax.region(openedBy: bytes[marked.text]),
        let region = region(of: kind, from: line, marked)
      else { continue }
      if let reader = kind.reader { readers.insert(reader) }
      lines.append(region)
      line = max(line, region.upperBound)
    }
  }

  /// Returns true for a line of code whose `>` is before a tab: engines do not agree on the columns that are left of it.
  private func hasTabAfterQuoteMark(_ line: Int) -> Bool {
    let bytes = bytes[table.range(of: line).indices]
    let mark = bytes.drop { ASCII.isBlank($0) }.prefix { $0 == ASCII.greater || $0 == ASCII.space }.lastIndex(
      of: ASCII.greater)
    return mark.map { bytes[($0 + 1)...].first == ASCII.tab } ?? false
  }

  /// Returns the lines of an inline tag that stands alone below a line of a deeper list or quotation, and the lines around
  /// it: `- a`, `<br/>`. cmark-gfm reads a block of HTML there, other engines the rest of the paragraph.
  ///
  /// Source: CommonMark, HTML blocks, start condition 7.
  private func lazyTag(_ line: Int, _ marked: QuotedLine) -> ClosedRange<Int>? {
    let text = bytes[marked.text]
    guard text.first == ASCII.less, text.firstIndex(of: ASCII.greater) == text.endIndex - 1 else { return nil }
    let name = text.dropFirst().drop { $0 == ASCII.slash }.prefix { ASCII.isAlphanumeric($0) }
    guard !name.isEmpty, !Self.blockTags.contains(String(decoding: name, as: UTF8.self).lowercased()) else {
      return nil
    }
    var first = line - 1
    while first >= 0, line - first < Self.searchLimit, !isEmpty(first) {
      let above = quoted(first)
      let marker = ListMarker(bytes, at: above.text.lowerBound, end: above.text.upperBound)
      if above.depth > marked.depth || above.indentation + (marker?.length ?? 0) > marked.indentation {
        return first...lastLine(from: line)
      }
      first -= 1
    }
    return nil
  }

  /// The tags that end a paragraph in every engine.
  private static let blockTags = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset
    figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu
    menuitem nav noframes ol optgroup option p param pre script search section source style summary table tbody td textarea
    tfoot th thead title tr track ul
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private func quoted(_ line: Int) -> QuotedLine { QuotedLine(bytes, table.range(of: line)) }

  private func isEmpty(_ line: Int) -> Bool { quoted(line).text.isEmpty }

  /// Returns the lines that a construct keeps unchanged, or nil if it keeps none.
  private mutating func region(of kind: ForeignSyntax, from line: Int, _ marked: QuotedLine) -> ClosedRange<Int>? {
    switch kind.extent {
    case .lineBreaks: nil
    case .line: line...line
    case .paragraph: line...lastLine(from: line)
    case .indented: line...lastIndented(after: line, marked)
    case .table: tableLines(around: line)
    case .fields: fieldLines(from: line)
    case .through(let closes): line...closing(of: line, marked, closes)
    }
  }

  private func lastLine(from line: Int) -> Int {
    var last = line
    while last + 1 < table.count, !isEmpty(last + 1) { last += 1 }
    return last
  }

  private func lastIndented(after line: Int, _ opening: QuotedLine) -> Int {
    var last = line
    var next = line + 1
    while next < table.count {
      let marked = quoted(next)
      if !marked.text.isEmpty {
        guard marked.depth == opening.depth, marked.indentation > opening.indentation else { break }
        last = next
      }
      next += 1
    }
    return last
  }

  /// The most lines that are searched for the end of a region.
  private static let searchLimit = 500

  private mutating func closing(
    of line: Int, _ opening: QuotedLine, _ closes: (_ opening: ArraySlice<UInt8>, _ line: ArraySlice<UInt8>) -> Bool
  ) -> Int {
    let mark = bytes[opening.text]
    if closes(mark, mark.dropFirst(2)) { return line }
    let end = min(table.count, line + Self.searchLimit)
    let start = max(line + 1, unclosed[mark] ?? 0)
    if start < end {
      for next in start..<end where closes(mark, bytes[quoted(next).text]) { return next }
    }
    unclosed[mark] = end
    return line
  }

  private func tableLines(around line: Int) -> ClosedRange<Int> {
    var first = line
    while first > 0, line - first < Self.searchLimit, !isEmpty(first - 1) { first -= 1 }
    let last = lastLine(from: line)
    guard isRule(first) else { return first...last }
    for next in (line + 1)..<max(line + 1, min(table.count, line + Self.searchLimit)) where isRule(next) {
      return first...max(last, next)
    }
    return first...last
  }

  private func isRule(_ line: Int) -> Bool {
    let text = bytes[quoted(line).text]
    return text.count > 4 && text.allSatisfy { $0 == ASCII.hyphen || ASCII.isBlank($0) }
  }

  /// Returns the lines of fields between two rules of three hyphens.
  private func fieldLines(from line: Int) -> ClosedRange<Int>? {
    var hasField = false
    for next in (line + 1)..<max(line + 1, min(table.count, line + 200)) {
      let text = bytes[quoted(next).text]
      if text.elementsEqual("---".utf8) || text.elementsEqual("...".utf8) {
        return hasField ? line...next : nil
      }
      let isField = FieldLine.isField(text)
      guard isField || (hasField && FieldLine.mayContinue(bytes[table.range(of: next).indices])) else { return nil }
      hasField = hasField || isField
    }
    return nil
  }
}

/// Lines of front matter in the middle of a body.
private enum FieldLine {
  /// Returns true for `key: value` and for `key:`.
  static func isField(_ text: ArraySlice<UInt8>) -> Bool {
    let key = text.prefix { ASCII.isAlphanumeric($0) || $0 >= 0x80 || "-_".utf8.contains($0) }
    guard !key.isEmpty, text[key.endIndex...].first == ASCII.colon else { return false }
    return text[key.endIndex...].dropFirst().first.map(ASCII.isBlank) ?? true
  }

  /// Returns true for a line that can continue fields: indented, a list entry, a comment, a script, or empty.
  static func mayContinue(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first else { return true }
    return ASCII.isWhiteSpace(first) || "-#<".utf8.contains(first)
  }
}

/// A line without the marks of quotes before it and the white space around it.
struct QuotedLine {
  let depth: Int
  /// Columns of white space after the marks.
  let indentation: Int
  let text: Range<Int>

  init(_ bytes: [UInt8], _ line: ByteRange) {
    var offset = line.lowerBound
    var depth = 0
    var column = 0
    var end = line.upperBound
    while end > offset, ASCII.isWhiteSpace(bytes[end - 1]) { end -= 1 }
    while offset < end {
      if bytes[offset] == ASCII.space {
        column += 1
      } else if bytes[offset] == ASCII.tab {
        column += 4 - column % 4
      } else if bytes[offset] == ASCII.greater, column < 4 {
        depth += 1
        column = 0
        if offset + 1 < end, bytes[offset + 1] == ASCII.space { offset += 1 }
      } else {
        break
      }
      offset += 1
    }
    self.depth = depth
    indentation = column
    text = offset..<max(offset, end)
  }
}

/// Fenced code wherever it may be, at any indentation: nothing begins in it.
struct FenceFinder {
  private(set) var fences: [ClosedRange<Int>] = []

  init(_ bytes: [UInt8], _ table: LineTable) {
    var open: (line: Int, mark: UInt8, length: Int)?
    var line = 0
    // Lines from which no fence of a mark and length is closed any more.
    var unclosed: [UInt8: Int] = [:]
    while line < table.count {
      let range = table.range(of: line)
      if let start = Self.fenceStart(bytes, range, skipsMarker: open == nil) {
        let length = endOfRun(in: bytes, at: start, to: range.upperBound) - start
        let rest = bytes[(start + length)..<range.upperBound]
        if let opening = open {
          let isClosing = rest.allSatisfy(ASCII.isWhiteSpace)
          if bytes[start] == opening.mark, length >= opening.length, isClosing {
            fences.append(opening.line...line)
            open = nil
          }
        } else if !(bytes[start] == ASCII.backtick && rest.contains(ASCII.backtick)),
          length < unclosed[bytes[start]] ?? .max
        {
          open = (line, bytes[start], length)
        }
      }
      line += 1
      if line == table.count, let opening = open {
        // Not code: what follows is read again.
        unclosed[opening.mark] = opening.length
        line = opening.line + 1
        open = nil
      }
    }
  }

  /// Returns the offset at which three backticks or tildes begin a line, after the marks of quotes and of a list item.
  private static func fenceStart(_ bytes: [UInt8], _ range: ByteRange, skipsMarker: Bool) -> Int? {
    var offset = range.lowerBound
    while offset < range.upperBound, ASCII.isBlank(bytes[offset]) || bytes[offset] == ASCII.greater { offset += 1 }
    guard offset + 2 < range.upperBound else { return nil }
    if skipsMarker, bytes[offset] != ASCII.backtick, bytes[offset] != ASCII.tilde,
      let marker = ListMarker(bytes, at: offset, end: range.upperBound)
    {
      offset += marker.length
      while offset < range.upperBound, ASCII.isBlank(bytes[offset]) { offset += 1 }
      guard offset + 2 < range.upperBound else { return nil }
    }
    let mark = bytes[offset]
    guard mark == ASCII.backtick || mark == ASCII.tilde, bytes[offset + 1] == mark,
      bytes[offset + 2] == mark
    else { return nil }
    return offset
  }
}
