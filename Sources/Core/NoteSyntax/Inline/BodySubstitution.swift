package import ByteBasics

/// The body as cmark reads it: each construct that cmark does not know is replaced by a token that cmark leaves
/// unchanged.
///
/// A token is a number between two private-use scalars that occur nowhere in the body. Renderers, and the index for the
/// text of headings, replace tokens by their output without searching for words again. A comma on either side makes
/// cmark see the original punctuation, so that emphasis next to the token begins and ends correctly.
package struct BodySubstitution: Sendable {
  package enum Item: Sendable, Hashable {
    case mark(InlineMark)
    /// A wiki link, an embed, an address, an e-mail address or a telephone number in running text.
    case link(Link)
    case tag(TagOccurrence)
    case blockIdentifier(BlockIdentifier)
    /// A check box that GitHub does not know, such as `[/]`.
    case box(Checkbox)

    /// True if the item is not shown to a reader.
    package var isHidden: Bool {
      if case .mark(let mark) = self { mark.isHidden } else { false }
    }
  }

  package private(set) var items: [Item] = []
  package private(set) var bytes: [UInt8] = []
  private var delimiter: [UInt8] = []
  private var pieces: [Piece] = []

  /// The source of a run of bytes of the result.
  private struct Piece {
    let offset: Int
    let source: ByteRange
    let isToken: Bool
  }

  /// - Parameters:
  ///   - document: The parsed document.
  ///   - movesFootnotes: True to give `^[…]` a label and a definition at the end, which makes cmark number it.
  package init(_ document: Document, movesFootnotes: Bool = true) {
    self.init(document.source.bytes, document.body, Self.items(of: document), movesFootnotes: movesFootnotes)
  }

  init(_ source: [UInt8], _ body: ByteRange, _ items: [Item], movesFootnotes: Bool) {
    guard !items.isEmpty, let delimiter = Self.unusedScalar(in: source[body.indices]) else {
      copy(body, of: source)
      return
    }
    self.delimiter = delimiter
    bytes.reserveCapacity(body.count + body.count / 8)
    var writer = Writer(source: source, items: items, movesFootnotes: movesFootnotes)
    writer.label = movesFootnotes ? Self.unusedLabel(in: source[body.indices]) : []
    writer.write(body, to: &self)
    writer.writeFootnotes(to: &self)
  }

  // MARK: - Reading tokens

  /// A token in a text of cmark's.
  package struct Token {
    package let item: Item
    /// The range of the token including its commas.
    package let range: Range<Int>
  }

  package var isEmpty: Bool { items.isEmpty }

  /// Returns the next token in `text` at or after `start`.
  package func token(in text: [UInt8], from start: Int, to end: Int) -> Token? {
    guard !delimiter.isEmpty else { return nil }
    var index = start
    while let found = firstOffset(of: delimiter[0], in: text, from: index, to: end) {
      if let token = token(in: text, at: found, from: start, to: end) { return token }
      index = found + 1
    }
    return nil
  }

  private func token(in text: [UInt8], at found: Int, from start: Int, to end: Int) -> Token? {
    guard hasDelimiter(text, at: found, end) else { return nil }
    var index = found + 3
    var number = 0
    while index < end, ASCII.isDigit(text[index]), number < items.count {
      number = number * 10 + Int(text[index] - 0x30)
      index += 1
    }
    guard number < items.count, hasDelimiter(text, at: index, end) else { return nil }
    index += 3
    let first = found > start && text[found - 1] == ASCII.comma && edges[number].first
    let last = index < end && text[index] == ASCII.comma && edges[number].last
    return Token(item: items[number], range: (first ? found - 1 : found)..<(last ? index + 1 : index))
  }

  private func hasDelimiter(_ text: [UInt8], at index: Int, _ end: Int) -> Bool {
    index + 3 <= end && text[index] == delimiter[0] && text[index + 1] == delimiter[1]
      && text[index + 2] == delimiter[2]
  }

  /// Replaces each token in `text` by the result of `replacement`.
  package func replacing(in text: String, with replacement: (Item) -> String) -> String {
    guard !delimiter.isEmpty, text.utf8.contains(delimiter[0]) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var copied = 0
    while let token = token(in: bytes, from: copied, to: bytes.count) {
      result += bytes[copied..<token.range.lowerBound]
      result += replacement(token.item).utf8
      copied = token.range.upperBound
    }
    result += bytes[copied...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Converts an offset in the substituted text to an offset in the source.
  func source(of offset: Int) -> Int {
    var low = 0
    var high = pieces.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if pieces[middle].offset <= offset { low = middle } else { high = middle }
    }
    guard low < pieces.count else { return offset }
    let piece = pieces[low]
    guard piece.isToken else {
      return min(piece.source.upperBound, piece.source.lowerBound + offset - piece.offset)
    }
    return offset == piece.offset ? piece.source.lowerBound : piece.source.upperBound
  }

  // MARK: - Writing tokens

  /// The commas of each item's token: before it (`first`) and after it (`last`).
  private var edges: [(first: Bool, last: Bool)] = []

  fileprivate mutating func copy(_ range: ByteRange, of source: [UInt8]) {
    guard !range.isEmpty else { return }
    pieces.append(Piece(offset: bytes.count, source: range, isToken: false))
    bytes += source[range.indices]
  }

  /// Appends an item.
  ///
  /// - Parameter isShown: False for an item that leaves nothing in the text, not even a token.
  fileprivate mutating func append(_ item: Item, of source: [UInt8], isShown: Bool) {
    let range = item.range
    let number = items.count
    let edge = (isEdge(source[range.lowerBound]), isEdge(source[range.upperBound - 1]))
    items.append(item)
    edges.append(edge)
    pieces.append(Piece(offset: bytes.count, source: range, isToken: true))
    guard isShown else { return }
    if edge.0 { bytes.append(ASCII.comma) }
    bytes += delimiter
    bytes += String(number).utf8
    bytes += delimiter
    if edge.1 { bytes.append(ASCII.comma) }
  }

  fileprivate mutating func append(_ text: [UInt8], for source: ByteRange) {
    pieces.append(Piece(offset: bytes.count, source: source, isToken: true))
    bytes += text
  }

  private func isEdge(_ byte: UInt8) -> Bool { byte < 0x80 && !ASCII.isAlphanumeric(byte) }

  /// Returns a scalar of U+E000 … U+EFFF that the body does not contain, or nil if it contains all of them.
  private static func unusedScalar(in body: ArraySlice<UInt8>) -> [UInt8]? {
    guard holds(0xEE, in: body) else { return [0xEE, 0x80, 0x80] }
    var used = [Bool](repeating: false, count: 1 << 12)
    for index in body.indices.dropLast(2) where body[index] == 0xEE {
      used[Int(body[index + 1] & 0x3F) << 6 | Int(body[index + 2] & 0x3F)] = true
    }
    return used.firstIndex(of: false).map { number in
      [0xEE, 0x80 | UInt8(number >> 6), 0x80 | UInt8(number & 0x3F)]
    }
  }

  /// Returns a prefix for footnote labels that no label of the body begins with.
  private static func unusedLabel(in body: ArraySlice<UInt8>) -> [UInt8] {
    var used: Set<Int> = []
    var index = body.startIndex
    let stem = Array("[^inline".utf8)
    while let found = body[index...].firstIndex(of: ASCII.caret) {
      index = found + 1
      guard found > body.startIndex, body[(found - 1)...].starts(with: stem) else { continue }
      used.insert(body[(found + 7)...].prefix { $0 == UInt8(ascii: "e") }.count)
    }
    let length = (1...).first { !used.contains($0) } ?? 1
    return Array(("inlin" + String(repeating: "e", count: length) + "-").utf8)
  }
}

/// Copies a body with its tokens.
private struct Writer {
  let source: [UInt8]
  let items: [BodySubstitution.Item]
  let movesFootnotes: Bool
  var label: [UInt8] = []
  fileprivate var next = 0
  fileprivate var footnotes: [(text: ByteRange, items: Range<Int>)] = []

  mutating func write(_ range: ByteRange, to result: inout BodySubstitution) {
    var copied = range.lowerBound
    while next < items.count, items[next].range.lowerBound < range.upperBound {
      let item = items[next]
      next += 1
      guard item.range.lowerBound >= copied, item.range.upperBound <= range.upperBound else { continue }
      if case .mark(let mark) = item, case .footnote(let text) = mark.kind {
        guard movesFootnotes else { continue }
        result.copy(ByteRange(copied, item.range.lowerBound), of: source)
        result.append(Array("[^".utf8) + name(footnotes.count) + [ASCII.rightBracket], for: item.range)
        let first = next
        while next < items.count, items[next].range.lowerBound < text.upperBound { next += 1 }
        footnotes.append((text, first..<next))
      } else {
        result.copy(ByteRange(copied, item.range.lowerBound), of: source)
        result.append(item, of: source, isShown: !isBlockOfItsOwn(item))
      }
      copied = item.range.upperBound
    }
    result.copy(ByteRange(copied, range.upperBound), of: source)
  }

  /// Writes each definition on one line; a footnote inside a footnote follows the outer footnote.
  mutating func writeFootnotes(to result: inout BodySubstitution) {
    var number = 0
    while number < footnotes.count {
      let (text, range) = footnotes[number]
      let lead = Array("\n\n[^".utf8) + name(number) + Array("]: ".utf8)
      result.append(lead, for: ByteRange(text.lowerBound, text.lowerBound))
      next = range.lowerBound
      let start = result.bytes.count
      write(text, to: &result)
      result.joinLines(from: start)
      number += 1
    }
    if number > 0 { result.append([ASCII.lineFeed], for: ByteRange(source.count, source.count)) }
  }

  private func name(_ number: Int) -> [UInt8] { label + Array(String(number + 1).utf8) }

  /// Returns true for a comment on lines of its own after an empty line. Removing it leaves an empty line.
  private func isBlockOfItsOwn(_ item: BodySubstitution.Item) -> Bool {
    guard case .mark(let mark) = item, mark.kind == .comment else { return false }
    let start = mark.range.lowerBound
    let rest = source[mark.range.upperBound...].first { !ASCII.isBlank($0) }
    guard rest == nil || rest == ASCII.lineFeed || rest == ASCII.carriageReturn else { return false }
    guard start > 0 else { return true }
    guard source[start - 1] == ASCII.lineFeed else { return false }
    let before = source[..<(start - 1)].last { !ASCII.isBlank($0) && $0 != ASCII.carriageReturn }
    return before == nil || before == ASCII.lineFeed
  }
}

extension BodySubstitution {
  fileprivate mutating func joinLines(from start: Int) {
    for index in start..<bytes.count where bytes[index] == ASCII.lineFeed || bytes[index] == ASCII.carriageReturn {
      bytes[index] = ASCII.space
      var next = index + 1
      while next < bytes.count, ASCII.isBlank(bytes[next]) || bytes[next] == ASCII.greater {
        bytes[next] = ASCII.space
        next += 1
      }
    }
  }
}

extension BodySubstitution.Item {
  package var range: ByteRange {
    switch self {
    case .mark(let mark): mark.range
    case .link(let link): link.range ?? ByteRange(0, 0)
    case .tag(let tag): tag.range
    case .blockIdentifier(let name): name.range
    case .box(let box): box.boxRange
    }
  }

  /// Returns the item as a reader sees it in plain text, for example in a heading.
  package func plainText(in source: [UInt8]) -> String {
    switch self {
    case .mark(let mark):
      switch mark.kind {
      case .mathematics: text(in: source)
      case .fieldStart(.line): ":"
      case .fieldStart(.brackets): String(text(in: source).dropFirst().dropLast())
      default: ""
      }
    case .link(let link) where link.kind == .wiki || link.kind == .embed: link.shownText
    case .link, .tag, .box: text(in: source)
    case .blockIdentifier: ""
    }
  }

  /// Returns the item as it is written.
  package func text(in source: [UInt8]) -> String { String(decoding: source[range.indices], as: UTF8.self) }
}

extension Link {
  /// The shown text of a wiki link: its words, otherwise `note > heading`. A block's name is not shown.
  package var shownText: String {
    if let text { return text }
    guard let fragment, !destination.isEmpty else { return destination + (fragment.map { "#" + $0 } ?? "") }
    if fragment.isEmpty { return destination + "#" }
    return ([destination] + fragment.split(separator: "#").map(String.init).filter { !$0.hasPrefix("^") })
      .joined(separator: " > ")
  }

  /// Returns the destination of an address in running text.
  package func address(written: String) -> String { kind.address(written: written) }
}

extension Link.Kind {
  /// Returns the destination of an address in running text.
  package func address(written: String) -> String {
    switch self {
    case .email where written.prefix(7).lowercased() != "mailto:": "mailto:" + written
    case .bareURL where written.prefix(4).lowercased() == "www.": "http://" + written
    case .telephone: "tel:" + written.filter { $0.isNumber || $0 == "+" }
    default: written
    }
  }
}

extension BodySubstitution {
  /// Returns the items that cmark does not parse, in order. Items inside a comment, link or formula are left out.
  static func items(of document: Document) -> [Item] {
    items(
      links: document.links, tags: document.tags, blockIdentifiers: document.blockIdentifiers,
      marks: document.marks, checkboxes: document.checkboxes)
  }

  static func items(
    links: [Link], tags: [TagOccurrence], blockIdentifiers: [BlockIdentifier],
    marks: [InlineMark], checkboxes: [Checkbox]
  ) -> [Item] {
    var items: [Item] = marks.map { .mark($0) }
    var definitions: [ByteRange] = []
    for link in links {
      guard let range = link.range, !range.isEmpty else { continue }
      switch link.kind {
      case .wiki, .embed, .bareURL, .telephone: items.append(.link(link))
      case .email where link.destinationRange == range: items.append(.link(link))
      case .definition: definitions.append(range)
      default: break
      }
    }
    items += tags.map { .tag($0) }
    items += blockIdentifiers.map { .blockIdentifier($0) }
    items += checkboxes.lazy.filter { ![" ", "x", "X"].contains($0.state) }.map { .box($0) }
    items.sort { $0.range < $1.range }
    guard !definitions.isEmpty else { return items }
    definitions.sort()
    var next = 0
    return items.filter { item in
      while next < definitions.count, definitions[next].upperBound <= item.range.lowerBound {
        next += 1
      }
      return next == definitions.count || definitions[next].lowerBound >= item.range.upperBound
    }
  }
}
