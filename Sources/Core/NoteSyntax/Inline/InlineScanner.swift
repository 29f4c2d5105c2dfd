import ByteBasics

/// One pass over the bytes of a leaf block: everything in it that looks like a link, a tag, a block identifier, a
/// comment, mathematics, marked text, a footnote, a field.
///
/// No other code recognises these constructs: the index, the terminal and the site use its results. Code spans, raw HTML and
/// escapes are skipped as CommonMark does, leftmost first. Only cmark decides whether a bracket construct is a link;
/// see ``LinkLocator``.
struct InlineScanner {
  let bytes: [UInt8]
  let start: Int
  let end: Int
  let kind: Block.Kind
  let isTable: Bool
  /// True if the leaf is the first block of a quote.
  let beginsQuote: Bool
  private(set) var candidates: [LinkCandidate] = []
  private(set) var tags: [TagOccurrence] = []
  private(set) var blockIdentifiers: [BlockIdentifier] = []
  var citations: [Citation] = []
  /// The indices of the citations that are in no closed bracket.
  var ungrouped: [Int] = []
  var marks: [InlineMark] = []
  var fields: [BodyField] = []
  /// The first comment or displayed mathematics without an end in this leaf.
  var unclosed: UnclosedMark?
  /// The offset of the first `<!--`, or `%%` at the beginning of a word, without an end in this leaf.
  var openComment: Int?
  /// Marks that are known to begin in this leaf or in an earlier leaf, in order.
  let spanning: [InlineMark]
  /// Texts without comments: code between shortcodes.
  let shortcodes: [ByteRange]
  var nextSpanning = 0
  var openHighlight: ByteRange?
  /// The ends of the fields whose value is being scanned.
  var fieldEnds: [InlineMark] = []
  /// The offsets after which there is no closing delimiter.
  var commentLimit: Int
  var displayLimit: Int
  private var openBrackets: [(offset: Int, opener: Opener)] = []
  /// Lengths of backtick runs that are known to have no closing run after.
  private var unclosedBackticks: Set<Int> = []

  private enum Opener { case link, image, footnote }

  init(bytes: [UInt8], leaf: BlockCollector.Leaf, spanning: [InlineMark] = [], shortcodes: [ByteRange] = []) {
    self.bytes = bytes
    start = leaf.range.lowerBound
    end = leaf.range.upperBound
    kind = leaf.kind
    isTable = leaf.kind == .tableRow
    beginsQuote = leaf.beginsQuote
    self.spanning = spanning
    self.shortcodes = shortcodes
    (commentLimit, displayLimit) = (end, end)
  }

  mutating func scan() {
    var offset = scanCalloutHead() ?? start
    if let skipped = skipSpanning(at: offset) { offset = skipped }
    while offset < end {
      let byte = bytes[offset]
      guard inlineTriggers[Int(byte)] else {
        offset += 1
        continue
      }
      offset = scanTrigger(byte, at: offset)
    }
    candidates.sort { $0.range.lowerBound < $1.range.lowerBound }
    marks.sort { $0.range < $1.range }
  }

  /// Looks at a byte that may begin something, and gives the offset to go on from.
  private mutating func scanTrigger(_ byte: UInt8, at offset: Int) -> Int {
    switch byte {
    case ASCII.backslash: return min(end, offset + 2)
    case ASCII.backtick: return skipCode(at: offset)
    case ASCII.less: return scanAngle(at: offset)
    case ASCII.bang:
      guard offset + 1 < end, bytes[offset + 1] == ASCII.leftBracket else { return offset + 1 }
      return openBracket(at: offset + 1, isImage: true)
    case ASCII.leftBracket: return scanEnclosedField(at: offset) ?? openBracket(at: offset, isImage: false)
    case ASCII.leftParenthesis: return scanEnclosedField(at: offset) ?? offset + 1
    case ASCII.rightBracket: return endField(at: offset) ? offset + 1 : closeBracket(at: offset)
    case ASCII.rightParenthesis: _ = endField(at: offset)
    case ASCII.hash: return skipSpanning(at: offset) ?? scanTag(at: offset)
    case ASCII.caret: return scanCaret(at: offset)
    case ASCII.at: return scanEmail(at: offset)
    case ASCII.colon where offset > start && scanLineField(at: offset): return offset + 2
    case ASCII.colon, UInt8(ascii: "w"), UInt8(ascii: "W"): return scanURL(at: offset)
    case Self.percent: return skipSpanning(at: offset) ?? scanComment(at: offset)
    case Self.dollar: return skipSpanning(at: offset) ?? scanMathematics(at: offset)
    case ASCII.equals: return scanHighlight(at: offset)
    case ASCII.leftBrace: return skipSpanning(at: offset) ?? scanAttributes(at: offset)
    default: return scanTelephone(at: offset)
    }
    return offset + 1
  }

  /// Returns the end of the code span that begins at `offset`, or of the run of backticks if there is no such span.
  /// Code does not extend beyond a table cell.
  mutating func skipCode(at offset: Int) -> Int {
    let runEnd = endOfRun(in: bytes, at: offset, to: end)
    let length = runEnd - offset
    guard !unclosedBackticks.contains(length) else { return runEnd }
    var index = runEnd
    while index < end {
      switch bytes[index] {
      case ASCII.backtick:
        let closingEnd = endOfRun(in: bytes, at: index, to: end)
        if closingEnd - index == length { return closingEnd }
        index = closingEnd
      case ASCII.pipe where isTable && bytes[index - 1] != ASCII.backslash: return runEnd
      default: index += 1
      }
    }
    unclosedBackticks.insert(length)
    return runEnd
  }

  /// Reads `<https://…>` or `<foo@bar.com>`, or skips raw HTML.
  private mutating func scanAngle(at offset: Int) -> Int {
    if openComment == nil, HTMLScanner.isOpen(at: offset, in: bytes, to: end) { openComment = offset }
    var index = offset + 1
    var hasBreak = false
    while index < end, bytes[index] != ASCII.greater {
      if bytes[index] == ASCII.less { return offset + 1 }
      if bytes[index] <= ASCII.space { hasBreak = true }
      index += 1
    }
    guard index < end, index > offset + 1 else { return offset + 1 }
    let content = ByteRange(offset + 1, index)
    let first = bytes[content.lowerBound]
    let isHTML = first == ASCII.slash || first == ASCII.bang || first == ASCII.question || ASCII.isLetter(first)
    if !hasBreak, isAutolink(content) {
      candidates.append(LinkCandidate(form: .autolink, range: ByteRange(offset, index + 1), destinationRange: content))
      return index + 1
    }
    return isHTML ? index + 1 : offset + 1
  }

  private func isAutolink(_ content: ByteRange) -> Bool {
    let slice = bytes[content.indices]
    return slice.contains(ASCII.colon) ? schemeEnd(of: slice) != nil : slice.contains(ASCII.at)
  }

  private mutating func openBracket(at offset: Int, isImage: Bool) -> Int {
    if offset + 1 < end, bytes[offset + 1] == ASCII.leftBracket,
      let next = scanWikiLink(at: offset, isEmbed: isImage)
    {
      return next
    }
    openBrackets.append((isImage ? offset - 1 : offset, isImage ? .image : .link))
    return offset + 1
  }

  /// Reads `^[text]`, or ` ^name` at the end of a line.
  private mutating func scanCaret(at offset: Int) -> Int {
    guard offset + 1 < end, bytes[offset + 1] == ASCII.leftBracket else {
      return scanBlockIdentifier(at: offset)
    }
    openBrackets.append((offset, .footnote))
    return offset + 2
  }

  /// Reads `[[target#fragment|text]]` on one line.
  private mutating func scanWikiLink(at offset: Int, isEmbed: Bool) -> Int? {
    var index = offset + 2
    var bar: Int?
    while index + 1 < end {
      let byte = bytes[index]
      if byte == ASCII.lineFeed || byte == ASCII.leftBracket { return nil }
      if byte == ASCII.rightBracket {
        guard bytes[index + 1] == ASCII.rightBracket else { return nil }
        break
      }
      if byte == ASCII.pipe, bar == nil {
        if isTable, bytes[index - 1] != ASCII.backslash { return nil }
        bar = index
      }
      index += 1
    }
    guard index + 1 < end, index > offset + 2 else { return nil }
    var targetEnd = bar ?? index
    if let bar, bytes[bar - 1] == ASCII.backslash { targetEnd -= 1 }
    guard targetEnd > offset + 2 else { return nil }
    // `[[2]](https://…)` is a link of Markdown with the text `[2]`, `[[note]](a word)` one to a note and a word after it.
    let close = index + 2
    if !isEmbed, bar == nil, close < end, bytes[close] == ASCII.leftParenthesis,
      let (destination, linkEnd) = inlineDestination(from: close + 1),
      !isWordAfterWikiLink(bytes[destination.indices], after: bytes[(offset + 2)..<targetEnd])
    {
      candidates.append(
        LinkCandidate(
          form: .inline, range: ByteRange(offset, linkEnd), destinationRange: destination,
          textRange: ByteRange(offset + 1, index + 1)))
      return linkEnd
    }
    candidates.append(
      LinkCandidate(
        form: isEmbed ? .embed : .wiki,
        range: ByteRange(isEmbed ? offset - 1 : offset, index + 2),
        destinationRange: ByteRange(offset + 2, targetEnd), textRange: bar.map { ByteRange($0 + 1, index) }))
    return index + 2
  }

  private mutating func closeBracket(at offset: Int) -> Int {
    guard let open = openBrackets.popLast() else { return offset + 1 }
    let isImage = open.opener == .image
    let textStart = open.offset + (open.opener == .link ? 1 : 2)
    let text = ByteRange(textStart, offset)
    let next = offset + 1
    if open.opener == .footnote {
      let range = ByteRange(open.offset, next)
      if !text.isEmpty { marks.append(InlineMark(kind: .footnote(text: text), range: range)) }
      return next
    }
    if next < end, bytes[next] == ASCII.leftParenthesis,
      let (destination, close) = inlineDestination(from: next + 1)
    {
      candidates.append(
        LinkCandidate(
          form: .inline, range: ByteRange(open.offset, close), destinationRange: destination,
          textRange: text, isImage: isImage))
      return close
    }
    if next < end, bytes[next] == ASCII.leftBracket,
      let close = bytes[(next + 1)..<end].firstIndex(where: {
        $0 == ASCII.rightBracket || $0 == ASCII.leftBracket
      }), bytes[close] == ASCII.rightBracket
    {
      let label = close == next + 1 ? text : ByteRange(next + 1, close)
      candidates.append(
        LinkCandidate(
          form: .reference, range: ByteRange(open.offset, close + 1), destinationRange: label,
          textRange: text, isImage: isImage))
      return close + 1
    }
    if open.opener == .link, !ungrouped.isEmpty { groupCitations(in: ByteRange(open.offset, next)) }
    if !text.isEmpty, bytes[textStart] != ASCII.caret {
      candidates.append(
        LinkCandidate(
          form: .reference, range: ByteRange(open.offset, next), destinationRange: text,
          textRange: text, isImage: isImage))
    }
    return next
  }

  /// Returns the destination after `(`, and the offset after the closing `)`. A title may come between.
  private func inlineDestination(from start: Int) -> (ByteRange, Int)? {
    var index = skipSpace(from: start)
    let destination: ByteRange
    if index < end, bytes[index] == ASCII.less {
      guard let close = angleEnd(from: index + 1) else { return nil }
      destination = ByteRange(index + 1, close)
      index = close + 1
    } else {
      let bareStart = index
      index = bareDestinationEnd(from: index)
      destination = ByteRange(bareStart, index)
    }
    let afterDestination = index
    index = skipSpace(from: index)
    if index < end, bytes[index] != ASCII.rightParenthesis {
      guard index > afterDestination, let titleEnd = titleEnd(from: index) else { return nil }
      index = skipSpace(from: titleEnd)
    }
    guard index < end, bytes[index] == ASCII.rightParenthesis else { return nil }
    return (destination, index + 1)
  }

  private func angleEnd(from start: Int) -> Int? {
    var index = start
    while index < end, bytes[index] != ASCII.greater {
      if bytes[index] == ASCII.lineFeed || bytes[index] == ASCII.less { return nil }
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
    return index < end ? index : nil
  }

  private func bareDestinationEnd(from start: Int) -> Int {
    var index = start
    var depth = 0
    while index < end {
      let byte = bytes[index]
      if byte <= ASCII.space { break }
      if byte == ASCII.backslash, index + 1 < end, ASCII.isPunctuation(bytes[index + 1]) {
        index += 2
        continue
      }
      if byte == ASCII.leftParenthesis {
        depth += 1
      } else if byte == ASCII.rightParenthesis {
        if depth == 0 { break }
        depth -= 1
      }
      index += 1
    }
    return min(index, end)
  }

  private func titleEnd(from start: Int) -> Int? {
    let close: UInt8
    switch bytes[start] {
    case ASCII.doubleQuote, ASCII.singleQuote: close = bytes[start]
    case ASCII.leftParenthesis: close = ASCII.rightParenthesis
    default: return nil
    }
    var index = start + 1
    while index < end, bytes[index] != close { index += bytes[index] == ASCII.backslash ? 2 : 1 }
    return index < end ? index + 1 : nil
  }

  private func skipSpace(from start: Int) -> Int {
    var index = start
    while index < end, bytes[index] <= ASCII.space { index += 1 }
    return index
  }

  // MARK: - Words

  /// The position after the last link, from which text is read.
  private var textStart: Int { max(start, candidates.last?.range.upperBound ?? start) }

  private mutating func scanTag(at offset: Int) -> Int {
    guard TagSyntax.canBegin(in: bytes, at: offset, from: start) else { return offset + 1 }
    let tagEnd = TagSyntax.end(of: bytes, from: offset + 1, to: end)
    guard tagEnd > offset + 1 else { return offset + 1 }
    let name = String(decoding: bytes[(offset + 1)..<tagEnd], as: UTF8.self)
    tags.append(TagOccurrence(range: ByteRange(offset, tagEnd), name: name))
    return tagEnd
  }

  /// Reads ` ^name` at the end of a line.
  private mutating func scanBlockIdentifier(at offset: Int) -> Int {
    guard offset == start || bytes[offset - 1] <= ASCII.space else { return offset + 1 }
    var index = offset + 1
    while index < end, ASCII.isAlphanumeric(bytes[index]) || bytes[index] == ASCII.hyphen {
      index += 1
    }
    let nameEnd = index
    while index < end, ASCII.isBlank(bytes[index]) { index += 1 }
    let isLineEnd = index == end || bytes[index] == ASCII.lineFeed || bytes[index] == ASCII.carriageReturn
    guard nameEnd > offset + 1, isLineEnd else { return offset + 1 }
    let name = String(decoding: bytes[(offset + 1)..<nameEnd], as: UTF8.self)
    blockIdentifiers.append(BlockIdentifier(range: ByteRange(offset, nameEnd), name: name))
    return nameEnd
  }

  private mutating func scanURL(at offset: Int) -> Int {
    let syntax = URLSyntax(
      bytes: bytes, start: textStart, end: end, isTable: isTable, isInBrackets: !openBrackets.isEmpty)
    guard let range = syntax.url(at: offset) else { return offset + 1 }
    candidates.append(LinkCandidate(form: .bareURL, range: range, destinationRange: range))
    return range.upperBound
  }

  private mutating func scanEmail(at offset: Int) -> Int {
    guard
      let range = EmailSyntax.address(in: bytes, at: offset, from: textStart, to: end)
    else { return scanCitation(at: offset) }
    let form: LinkCandidate.Form = bytes[range.indices].starts(with: "xmpp:".utf8) ? .bareURL : .email
    candidates.append(LinkCandidate(form: form, range: range, destinationRange: range))
    return range.upperBound
  }

  private mutating func scanTelephone(at offset: Int) -> Int {
    let (range, next) = TelephoneSyntax.number(in: bytes, at: offset, from: start, to: end)
    if let range { candidates.append(LinkCandidate(form: .telephone, range: range, destinationRange: range)) }
    return next
  }
}

private let inlineTriggers: [Bool] = {
  var table = [Bool](repeating: false, count: 256)
  for byte in "\\`<![]#^@:wW+0123456789()%$={".utf8 { table[Int(byte)] = true }
  return table
}()

/// Returns true if the text in `()` after `[[target]]` is a word, or empty, and not a link destination. `[[1]](word)`
/// is treated as the note of a source.
func isWordAfterWikiLink(_ text: ArraySlice<UInt8>, after target: ArraySlice<UInt8>) -> Bool {
  !target.allSatisfy { $0 &- 0x30 < 10 } && !text.contains { "/.:#?<>%".utf8.contains($0) }
}
