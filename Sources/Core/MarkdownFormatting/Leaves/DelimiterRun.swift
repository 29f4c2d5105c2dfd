import ByteBasics

/// A run of `*` or `_` in running text.
struct DelimiterRun {
  let mark: UInt8
  let start: Int
  let end: Int

  var length: Int { end - start }

  /// The maximum distance to a closing character in bytes, so that hostile text takes linear time.
  private static let searchLimit = 4096

  /// Returns the runs outside code spans, tags, addresses of links and protected text, in order.
  static func runs(in text: [UInt8]) -> [DelimiterRun] { scan(text).runs }

  /// Returns the runs, and the addresses of links with their parentheses.
  static func scan(_ text: [UInt8]) -> (runs: [DelimiterRun], addresses: [Range<Int>]) {
    var (runs, addresses): ([DelimiterRun], [Range<Int>]) = ([], [])
    var offset = 0
    let protected = ProtectedText.ranges(in: text, from: 0, to: text.count)
    var nextProtected = 0
    while offset < text.count {
      while nextProtected < protected.count, protected[nextProtected].upperBound <= offset {
        nextProtected += 1
      }
      if nextProtected < protected.count, protected[nextProtected].lowerBound <= offset {
        offset = protected[nextProtected].upperBound
        continue
      }
      switch text[offset] {
      case ASCII.backslash: offset += 2
      case ASCII.backtick: offset = codeSpanEnd(in: text, at: offset, to: text.count)
      case ASCII.less: offset = angleEnd(in: text, at: offset)
      case UInt8(ascii: "h"), UInt8(ascii: "w"): offset = addressEnd(in: text, at: offset)
      case ASCII.rightBracket where offset + 1 < text.count && text[offset + 1] == 0x28:
        let end = destinationEnd(in: text, at: offset + 1)
        addresses.append(offset + 1..<end)
        offset = end
      case ASCII.underscore, UInt8(ascii: "*"):
        let end = endOfRun(in: text, at: offset, to: text.count)
        runs.append(DelimiterRun(mark: text[offset], start: offset, end: end))
        offset = end
      default: offset += 1
      }
    }
    return (runs, addresses)
  }

  /// Returns the end of a bare address, or the next byte if no address begins. Marks at its end do not belong to it.
  private static func addressEnd(in text: [UInt8], at offset: Int) -> Int {
    let following = offset + 1 < text.count ? text[offset + 1] : 0
    let begins =
      (following == UInt8(ascii: "t") || following == UInt8(ascii: "w"))
      && addressHeads.contains { text[offset...].starts(with: $0) }
    guard begins else { return offset + 1 }
    var end = offset
    while end < text.count, text[end] > ASCII.space, text[end] != ASCII.less { end += 1 }
    while end > offset, "*_~".utf8.contains(text[end - 1]) { end -= 1 }
    return max(end, offset + 1)
  }

  private static let addressHeads = ["http://", "https://", "www."].map { Array($0.utf8) }

  /// Returns the end of `<…>`, or the next byte if no `>` closes it.
  private static func angleEnd(in text: [UInt8], at offset: Int) -> Int {
    var position = offset + 1
    while position < min(text.count, offset + searchLimit), text[position] != ASCII.less {
      if text[position] == ASCII.greater { return position + 1 }
      position += 1
    }
    return offset + 1
  }

  /// Returns the end of `(…)` after a link's text.
  private static func destinationEnd(in text: [UInt8], at offset: Int) -> Int {
    var depth = 0
    var position = offset
    while position < min(text.count, offset + searchLimit), text[position] != ASCII.lineFeed {
      switch text[position] {
      case ASCII.backslash: position += 1
      case ASCII.leftParenthesis: depth += 1
      case ASCII.rightParenthesis:
        depth -= 1
        if depth == 0 { return position + 1 }
      default: break
      }
      position += 1
    }
    return offset + 1
  }
}

/// The characters on both sides of a run of `*` or `_`, by the rules of CommonMark.
struct DelimiterSides {
  private enum Neighbour { case space, punctuation, letter }

  private let before: Neighbour
  private let after: Neighbour

  init(_ text: [UInt8], _ start: Int, _ end: Int) {
    before = Self.neighbour(Self.scalar(before: start, in: text))
    after = Self.neighbour(Self.scalar(at: end, in: text))
  }

  private var isLeftFlanking: Bool { after == .letter || (after == .punctuation && before != .letter) }

  private var isRightFlanking: Bool { before == .letter || (before == .punctuation && after != .letter) }

  /// True if a mark that was meant to close does not: `)**을`.
  var isBetweenPunctuationAndLetter: Bool { before == .punctuation && after == .letter }

  /// True if a mark begins a word, so that it was meant to open.
  var canOpenAtWordStart: Bool { isLeftFlanking && before == .space }

  func canOpen(_ mark: UInt8) -> Bool {
    isLeftFlanking && (mark != ASCII.underscore || !isRightFlanking || before == .punctuation)
  }

  func canClose(_ mark: UInt8) -> Bool {
    isRightFlanking && (mark != ASCII.underscore || !isLeftFlanking || after == .punctuation)
  }

  private static func neighbour(_ scalar: Unicode.Scalar?) -> Neighbour {
    guard let scalar else { return .space }
    if scalar.isASCII {
      let byte = UInt8(scalar.value)
      return byte <= ASCII.space ? .space : ASCII.isPunctuation(byte) ? .punctuation : .letter
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return .space
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return .punctuation
    default: return .letter
    }
  }

  private static func scalar(before offset: Int, in text: [UInt8]) -> Unicode.Scalar? {
    guard offset > 0 else { return nil }
    var start = offset - 1
    while start > 0, offset - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    return String(decoding: text[start..<offset], as: UTF8.self).unicodeScalars.last
  }

  private static func scalar(at offset: Int, in text: [UInt8]) -> Unicode.Scalar? {
    guard offset < text.count else { return nil }
    let end = min(text.count, offset + 4)
    return String(decoding: text[offset..<end], as: UTF8.self).unicodeScalars.first
  }
}

/// Rewrites the marks of emphasis: `_a_` becomes `*a*`, `__a__` becomes `**a**`, or as the style says. Also removes the
/// spaces in `[a]( b )`.
///
/// Only pairs of equal runs that touch no other mark are rewritten; whether the text still means the same is
/// for the proof to say.
struct EmphasisMarks {
  let style: FormattingStyle.Emphasis
  let removesSpaces: Bool

  /// Returns false if a text certainly contains nothing to rewrite.
  func mayRewrite(_ text: ArraySlice<UInt8>) -> Bool {
    mayHaveMarks(text) || removesSpaces && mayHaveSpaces(text)
  }

  /// Returns true for a text with `](`, and with a space inside of a parenthesis or two spaces.
  private func mayHaveSpaces(_ text: ArraySlice<UInt8>) -> Bool {
    var hasLink = false
    for (byte, next) in zip(text, text.dropFirst()) {
      if byte == ASCII.rightBracket, next == ASCII.leftParenthesis { hasLink = true }
      let isOpen = byte == ASCII.leftParenthesis && ASCII.isBlank(next)
      if hasLink,
        isOpen || ASCII.isBlank(byte) && ASCII.isBlank(next) || next == ASCII.rightParenthesis && ASCII.isBlank(byte)
      {
        return true
      }
    }
    return false
  }

  private func mayHaveMarks(_ text: ArraySlice<UInt8>) -> Bool {
    switch style {
    case .keep: false
    case .asterisk: holds(ASCII.underscore, in: text)
    case .underscore: holds(ASCII.underscore, in: text) || holds(asterisk, in: text)
    }
  }

  /// Rewrites the emphasis marks of a text in the chosen style.
  ///
  /// - Parameter lines: The lines of a leaf's text.
  func rewritten(_ lines: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var text: [UInt8] = []
    text.reserveCapacity(lines.reduce(lines.count) { $0 + $1.count })
    for (index, line) in lines.enumerated() {
      if index > 0 { text.append(ASCII.lineFeed) }
      text += line
    }
    let (runs, addresses) = DelimiterRun.scan(text)
    let pairs = mayHaveMarks(text[...]) ? pairs(of: runs, in: text) : []
    let bare = removesSpaces ? addresses.compactMap { address(in: text, $0) } : []
    if pairs.isEmpty, bare.isEmpty { return lines }
    for (open, close) in pairs {
      let mark = wanted(open.length)
      for offset in open.start..<open.end { text[offset] = mark }
      for offset in close.start..<close.end { text[offset] = mark }
    }
    for (range, address) in bare.reversed() { text.replaceSubrange(range, with: address) }
    return text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
  }

  /// Returns an address without the spaces around it, and one space before its title. Nil if nothing changes, or if there is
  /// no address.
  private func address(in text: [UInt8], _ parentheses: Range<Int>) -> (Range<Int>, ArraySlice<UInt8>)? {
    let range = parentheses.dropFirst().dropLast()
    let inner = trimmedBlanks(text[range])
    guard let last = inner.last else { return nil }
    guard inner.contains(where: ASCII.isBlank) else { return inner.count < range.count ? (range, inner) : nil }
    guard "\"')>".utf8.contains(last) else { return nil }
    var address = inner
    if inner.first != ASCII.less, let blank = inner.firstIndex(where: ASCII.isBlank) {
      address = inner[..<blank] + [ASCII.space] + inner[blank...].drop(while: ASCII.isBlank)
    }
    return address.count < range.count ? (range, address) : nil
  }

  private let asterisk = UInt8(ascii: "*")

  private func wanted(_ length: Int) -> UInt8 {
    length == 1 && style == .underscore ? ASCII.underscore : asterisk
  }

  /// Returns the pairs of marks to rewrite.
  private func pairs(of runs: [DelimiterRun], in text: [UInt8]) -> [(DelimiterRun, DelimiterRun)] {
    var open: [DelimiterRun] = []
    var pairs: [(DelimiterRun, DelimiterRun)] = []
    for run in runs { add(run, in: text, &open, &pairs) }
    return pairs
  }

  private func add(
    _ run: DelimiterRun, in text: [UInt8], _ open: inout [DelimiterRun], _ pairs: inout [(DelimiterRun, DelimiterRun)]
  ) {
    let sides = DelimiterSides(text, run.start, run.end)
    if sides.canClose(run.mark), let match = open.lastIndex(where: { $0.mark == run.mark && $0.length == run.length }) {
      let opener = open[match]
      open.removeSubrange(match...)
      if run.mark != wanted(run.length), isFree(opener, run, in: text) { pairs.append((opener, run)) }
    } else if sides.canOpen(run.mark) {
      open.append(run)
    }
  }

  /// Returns true if no other mark touches the two runs and, for underscores, no letter does.
  private func isFree(_ open: DelimiterRun, _ close: DelimiterRun, in text: [UInt8]) -> Bool {
    let neighbours = [
      open.start > 0 ? text[open.start - 1] : ASCII.space, text[open.end],
      text[close.start - 1], close.end < text.count ? text[close.end] : ASCII.space,
    ]
    let touchesMark = neighbours.contains {
      $0 == asterisk || $0 == ASCII.underscore || $0 == ASCII.backslash || $0 == ASCII.tilde
    }
    guard !touchesMark, open.length <= 3 else { return false }
    guard wanted(open.length) == ASCII.underscore else { return true }
    return [neighbours[0], neighbours[3]].allSatisfy { $0 < 0x80 && !ASCII.isAlphanumeric($0) }
  }
}
