import ByteBasics

/// The content of a file's body.
struct BodyParts {
  var blocks: [Block] = []
  var headings: [Heading] = []
  var links: [Link] = []
  var checkboxes: [Checkbox] = []
  var tags: [TagOccurrence] = []
  var blockIdentifiers: [BlockIdentifier] = []
  var citations: [Citation] = []
  var marks: [InlineMark] = []
  var fields: [BodyField] = []
  /// The offset of a comment that never ends. Nil if there is none.
  var openComment: Int?
}

/// Reads a body with cmark and with ``InlineScanner``, a second time if the scanner found something that cmark must
/// not see: a comment over several blocks, a link in mathematics, the attributes of a heading.
struct BodyReader {
  let bytes: [UInt8]
  let body: ByteRange
  /// 1-based line of the file in which the body begins.
  let firstLine: Int

  /// The number of rounds. If a comment contains the beginning of a code block, the text after the comment is found in
  /// the next round.
  private static let roundLimit = 4

  func read() -> BodyParts? {
    let lines = LineTable(bytes, in: body)
    var parts: BodyParts?
    var substitution: BodySubstitution?
    for _ in 1...Self.roundLimit {
      let tree =
        substitution.map { MarkdownTree(parsing: $0.bytes[...]) } ?? MarkdownTree(trusting: bytes[body.indices])
      guard let tree else { return parts }
      var collector = BlockCollector(bytes: bytes, lines: lines, firstLine: firstLine, substitution: substitution)
      collector.collect(tree)
      var scan = LeafScan(bytes: bytes, body: body, known: parts?.hidingMarks ?? [])
      scan.hideComments(in: collector.html, besides: collector.blocks)
      scan.hideAnswers(between: collector.html)
      let scanners = scan.scan(collector.leaves)
      let found = BodyParts(collector, scanners, scan, lines: lines, firstLine: firstLine)
      parts = found
      guard scan.asksForAnotherRound else { return parts }
      let next = BodySubstitution(bytes, body, found.items, movesFootnotes: false)
      guard !next.isEmpty, next.bytes != substitution?.bytes else { return parts }
      substitution = next
    }
    return parts
  }
}

/// The scan of all leaves of a body, one after the other.
struct LeafScan {
  let bytes: [UInt8]
  let body: ByteRange
  /// Comments and mathematics that reach from one leaf into another or were found in an earlier round, in order.
  private(set) var spanning: [InlineMark]
  /// True if cmark parsed text that must be hidden from cmark.
  private(set) var asksForAnotherRound = false
  /// The place of a comment of a site generator, or in a block of HTML, that has no end.
  private(set) var openComment: Int?
  /// The texts of `{{< highlight >}}` and its like, in which `%%` is code.
  private let shortcodes: [ByteRange]
  /// The offsets after which no leaf closes a comment, or displayed mathematics.
  private var limits: (comment: Int, display: Int)

  init(bytes: [UInt8], body: ByteRange, known: [InlineMark]) {
    self.bytes = bytes
    self.body = body
    spanning = known
    limits = (body.upperBound, body.upperBound)
    shortcodes = Self.codeOfShortcodes(in: bytes, body)
  }

  private static let shortcode = ByteSearch(Array("{{<".utf8))

  /// Returns the texts between Hugo's shortcodes of code, `{{< highlight >}}…{{< /highlight >}}`, in order.
  private static func codeOfShortcodes(in bytes: [UInt8], _ body: ByteRange) -> [ByteRange] {
    var (ranges, open): ([ByteRange], (name: ArraySlice<UInt8>, start: Int)?) = ([], nil)
    var offset = body.lowerBound
    while let start = shortcode?.place(in: bytes, from: offset, to: body.upperBound) {
      let words = bytes[(start + 3)..<body.upperBound].drop { ASCII.isBlank($0) }
      let name = words.prefix { ASCII.isAlphanumeric($0) || $0 == ASCII.hyphen || $0 == ASCII.slash }
      if let pair = open, name.first == ASCII.slash, name.dropFirst().elementsEqual(pair.name) {
        ranges.append(ByteRange(pair.start, start))
        open = nil
      } else if open == nil, ["code", "highlight"].contains(where: String(decoding: name, as: UTF8.self).contains) {
        open = (name, name.endIndex)
      }
      offset = start + 3
    }
    return ranges
  }

  /// Adds the comments in blocks of raw HTML and the comments of site generators.
  mutating func hideComments(in html: [ByteRange], besides blocks: [Block]) {
    var new: [InlineMark] = []
    // The last end of the marks that begin no later than the current comment. Such a mark may contain the comment.
    var (next, covered) = (0, 0)
    let known = spanning.filter { $0.kind == .comment }
    let scanner = HTMLScanner(bytes, body, blocks, HTMLScanner.programMarks, known: known.map(\.range))
    openComment = scanner.open
    let ofPrograms = scanner.ranges.filter { "{#".utf8.contains(bytes[$0.lowerBound]) }
    for range in (html.flatMap { RawHTMLComments.ranges(in: $0, of: bytes) } + ofPrograms).sorted() {
      while next < known.count, known[next].range.lowerBound <= range.lowerBound {
        covered = max(covered, known[next].range.upperBound)
        next += 1
      }
      guard covered < range.upperBound else { continue }
      covered = range.upperBound
      new.append(InlineMark(kind: .comment, range: range))
    }
    guard !new.isEmpty else { return }
    asksForAnotherRound = true
    spanning = (spanning + new).sorted { $0.range < $1.range }
  }

  /// Hides the answers to queries, because answers are about other notes.
  mutating func hideAnswers(between html: [ByteRange]) {
    for range in BakedAnswer.ranges(between: html, in: bytes) {
      // Marks within the answer are part of the answer.
      spanning.removeAll { range.contains($0.range) }
      add(InlineMark(kind: .comment, range: range))
    }
  }

  mutating func scan(_ leaves: [BlockCollector.Leaf]) -> [(BlockCollector.Leaf, InlineScanner)] {
    var scanned: [(BlockCollector.Leaf, InlineScanner)] = []
    scanned.reserveCapacity(leaves.count)
    var next = 0
    for leaf in leaves {
      while next < spanning.count, spanning[next].range.upperBound <= leaf.range.lowerBound {
        next += 1
      }
      if next < spanning.count, spanning[next].range.contains(leaf.range) { continue }
      var scanner = InlineScanner(
        bytes: bytes, leaf: leaf, spanning: known(in: leaf, from: next), shortcodes: shortcodes)
      scanner.scan()
      if let unclosed = scanner.unclosed, let close = close(of: unclosed, after: leaf.range) {
        add(InlineMark(kind: unclosed.kind, range: ByteRange(unclosed.offset, close)))
        scanner = InlineScanner(bytes: bytes, leaf: leaf, spanning: known(in: leaf, from: next), shortcodes: shortcodes)
        scanner.scan()
      }
      if !asksForAnotherRound { asksForAnotherRound = mustHide(scanner) }
      scanned.append((leaf, scanner))
    }
    return scanned
  }

  private func known(in leaf: BlockCollector.Leaf, from next: Int) -> [InlineMark] {
    guard next < spanning.count else { return [] }
    return Array(spanning[next...].prefix { $0.range.lowerBound < leaf.range.upperBound })
  }

  private mutating func add(_ mark: InlineMark) {
    asksForAnotherRound = true
    let isLast = spanning.last.map { $0.range < mark.range } ?? true
    spanning.append(mark)
    if !isLast { spanning.sort { $0.range < $1.range } }
  }

  private mutating func close(of unclosed: UnclosedMark, after leaf: ByteRange) -> Int? {
    let isComment = unclosed.kind == .comment
    let byte = bytes[unclosed.offset]
    guard leaf.upperBound < (isComment ? limits.comment : limits.display) else { return nil }
    var index = leaf.upperBound
    while let found = firstOffset(of: byte, in: bytes, from: index, to: body.upperBound) {
      index = found + 1
      if index < body.upperBound, bytes[index] == byte { return index + 1 }
    }
    if isComment { limits.comment = leaf.upperBound } else { limits.display = leaf.upperBound }
    return nil
  }

  /// Returns true if cmark would find Markdown, such as a link or code, in text that the scanner reserves.
  private func mustHide(_ scanner: InlineScanner) -> Bool {
    if scanner.kind == .heading, !scanner.marks.isEmpty || !scanner.blockIdentifiers.isEmpty { return true }
    if scanner.kind == .heading, scanner.candidates.contains(where: { $0.form == .wiki || $0.form == .embed }) {
      return true
    }
    return scanner.marks.contains { mark in
      switch mark.kind {
      case .comment, .mathematics: holdsMarkup(mark.range)
      default: false
      }
    }
  }

  private func holdsMarkup(_ range: ByteRange) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes[range.indices] {
      switch byte {
      case ASCII.leftBracket, ASCII.rightBracket, ASCII.less, ASCII.backtick, ASCII.colon, ASCII.at,
        ASCII.lineFeed, ASCII.carriageReturn:
        return true
      case UInt8(ascii: "w") where previous == byte, UInt8(ascii: "W") where previous | 0x20 == byte | 0x20: return true
      default: previous = byte
      }
    }
    return false
  }
}

extension BodyParts {
  init(
    _ collector: BlockCollector, _ scanned: [(BlockCollector.Leaf, InlineScanner)],
    _ scan: LeafScan, lines: LineTable, firstLine: Int
  ) {
    let bytes = scan.bytes
    blocks = collector.blocks
    headings = collector.headings
    checkboxes = collector.checkboxes
    let definitions = DefinitionScanner.definitions(
      in: bytes, lines: lines, opaque: collector.opaque + scan.spanning.map(\.range), firstLine: firstLine
    ).filter { !$0.isComment(in: bytes) }
    var destinations: [String: String] = [:]
    for definition in definitions where destinations[definition.label] == nil {
      destinations[definition.label] = unescaped(bytes[definition.destinationRange.indices])
    }
    links = definitions.map { Link($0, in: bytes) }
    marks = scan.spanning
    let locator = LinkLocator(bytes: bytes, lines: lines, firstLine: firstLine, definitions: destinations)
    for (leaf, scanner) in scanned {
      blockIdentifiers += scanner.blockIdentifiers
      marks += scanner.marks
      fields += scanner.fields
      openComment = openComment ?? scanner.openComment
      guard !scanner.candidates.isEmpty || !leaf.links.isEmpty else {
        tags += scanner.tags
        citations += scanner.citations
        continue
      }
      let found = locator.links(found: leaf.links, candidates: scanner.candidates, leaf: leaf.range)
      links += found
      tags += Self.outside(found, scanner.tags, \.range)
      citations += Self.outside(found, scanner.citations, \.range)
    }
    openComment = [openComment, scan.openComment].compactMap(\.self).min()
    if !scan.spanning.isEmpty { marks.sort { $0.range < $1.range } }
    let raw = RawLinks(bytes, lines: lines, firstLine: firstLine, hidden: hidingMarks.map(\.range))
    for (leaf, _) in scanned { links += raw.links(in: leaf.range, hasCode: true) }
    for block in collector.html { links += raw.links(in: block, hasCode: false) }
  }

  /// Returns the occurrences, such as tags, that are not part of the words of a link.
  private static func outside<Occurrence>(
    _ links: [Link], _ all: [Occurrence], _ range: (Occurrence) -> ByteRange
  ) -> [Occurrence] {
    guard !all.isEmpty else { return [] }
    var next = 0
    var covered = 0
    return all.filter { one in
      let start = range(one).lowerBound
      while next < links.count, (links[next].range?.lowerBound ?? 0) <= start {
        covered = max(covered, links[next].range?.upperBound ?? 0)
        next += 1
      }
      return start >= covered
    }
  }

  /// The marks that cmark must not see.
  var hidingMarks: [InlineMark] {
    marks.filter { mark in
      switch mark.kind {
      case .comment, .mathematics: true
      default: false
      }
    }
  }

  var items: [BodySubstitution.Item] {
    BodySubstitution.items(
      links: links, tags: tags, blockIdentifiers: blockIdentifiers, marks: marks, checkboxes: checkboxes)
  }
}

extension Link {
  fileprivate init(_ definition: DefinitionScanner.Definition, in bytes: [UInt8]) {
    let (destination, fragment) = splitFragment(unescaped(bytes[definition.destinationRange.indices]))
    self.init(
      kind: .definition, range: definition.range, destinationRange: definition.destinationRange,
      destination: destination, fragment: fragment, text: definition.label, line: definition.line)
  }
}

/// The `%%…%%` in the text of a block of raw HTML: nobody who writes one wants it to be read.
///
/// In code, in tags and in HTML's own comments there is none.
struct RawHTMLComments {
  private let bytes: [UInt8]
  private let block: ByteRange

  private static let (pair, closing) = (ByteSearch(Array("%%".utf8)), ByteSearch(Array("-->".utf8)))
  /// The blocks in which HTML's text is not shown as text.
  private static let exceptions = ["<pre", "<script", "<style", "<textarea", "<!", "<?"]

  static func ranges(in block: ByteRange, of bytes: [UInt8]) -> [ByteRange] {
    let start = block.lowerBound
    guard
      let first = firstOffset(
        of: UInt8(ascii: "%"), in: bytes, from: start, to: block.upperBound),
      first + 1 < block.upperBound
    else { return [] }
    let head = String(decoding: bytes[start..<min(start + 12, block.upperBound)], as: UTF8.self).lowercased()
    guard !exceptions.contains(where: head.hasPrefix) else { return [] }
    return RawHTMLComments(bytes: bytes, block: block).ranges
  }

  private var ranges: [ByteRange] {
    var found: [ByteRange] = []
    var index = block.lowerBound
    while index < block.upperBound {
      switch bytes[index] {
      case ASCII.less: index = endOfTag(from: index)
      case UInt8(ascii: "%") where bytes[index..<block.upperBound].starts(with: "%%".utf8):
        guard let end = Self.pair?.place(in: bytes, from: index + 2, to: block.upperBound) else { return found }
        found.append(ByteRange(index, end + 2))
        index = end + 2
      default: index += 1
      }
    }
    return found
  }

  private func endOfTag(from start: Int) -> Int {
    if bytes[start..<block.upperBound].starts(with: "<!--".utf8) {
      return Self.closing?.place(in: bytes, from: start + 2, to: block.upperBound).map { $0 + 3 } ?? block.upperBound
    }
    let next = start + 1 < block.upperBound ? bytes[start + 1] : 0
    guard ASCII.isLetter(next) || next == UInt8(ascii: "/") else { return start + 1 }
    return firstOffset(of: ASCII.greater, in: bytes, from: start, to: block.upperBound)
      .map { $0 + 1 } ?? block.upperBound
  }
}
