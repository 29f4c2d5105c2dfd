package import ByteBasics

/// Syntax in the body that is not in CommonMark but has a meaning for other programs and for Sheaf.
package struct InlineMark: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// `%%…%%`: no text at all.
    case comment
    /// `$…$` or `$$…$$`, kept exactly.
    case mathematics(isDisplay: Bool)
    /// The `==` before marked text and the one after it.
    case highlightStart, highlightEnd
    /// `^[…]` with the range of its text, in which other marks and links may be.
    case footnote(text: ByteRange)
    /// `{#id .class}` at the end of a heading, `{: …}` there or on a line of its own.
    case attributes
    /// The bytes before the value of a field, and those after it.
    case fieldStart(BodyField.Form), fieldEnd(BodyField.Form)
    /// `[!kind]` at the head of a quote, with its `+` or `-` and the blanks after it.
    case callout(kind: String, fold: CalloutFold?)
  }

  package let kind: Kind
  package let range: ByteRange

  /// True if the mark is not shown to a reader.
  package var isHidden: Bool { kind == .comment || kind == .attributes }
}

package enum CalloutFold: Sendable, Hashable {
  /// `+`
  case open
  /// `-`
  case closed
}

/// A `key:: value` in the body.
package struct BodyField: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// `key:: value` is a whole line.
    case line
    /// `[key:: value]`
    case brackets
    /// `(key:: value)`, which shows its value alone.
    case parentheses
  }

  package let form: Form
  /// The key as written, without the marks of emphasis around it.
  package let key: String
  package let value: String
  /// The range from the first byte of the key or its bracket to the end of the value or its bracket.
  package let range: ByteRange
}

/// Comments, mathematics, marked text and attributes.
extension InlineScanner {
  static let percent = UInt8(ascii: "%")
  static let dollar = UInt8(ascii: "$")

  /// Skips the text that is covered by a mark across several leaves.
  mutating func skipSpanning(at offset: Int) -> Int? {
    while nextSpanning < spanning.count, spanning[nextSpanning].range.upperBound <= offset {
      nextSpanning += 1
    }
    guard nextSpanning < spanning.count, spanning[nextSpanning].range.lowerBound <= offset else { return nil }
    return min(end, spanning[nextSpanning].range.upperBound)
  }

  /// Reads `%%…%%` within the leaf; of four in a row, the first two close an empty comment. It ends at the next `%%`,
  /// even in code, because a backtick in a comment must not show the hidden text. No comment begins
  /// between Hugo's shortcodes of code: batch files have `%%A`.
  mutating func scanComment(at offset: Int) -> Int {
    guard isPair(at: offset) else { return offset + 1 }
    let shortcode = shortcodes.firstOrderedIndex { $0.upperBound > offset }
    if shortcode < shortcodes.count, shortcodes[shortcode].lowerBound <= offset { return offset + 2 }
    guard let close = commentEnd(from: offset + 2) else {
      if unclosed == nil, isFirstOfLine(offset) { unclosed = UnclosedMark(kind: .comment, offset: offset) }
      // `100%%` is no beginning of a comment.
      if openComment == nil, offset == start || ASCII.isBlank(bytes[offset - 1]) || bytes[offset - 1] == ASCII.lineFeed
      {
        openComment = offset
      }
      return offset + 2
    }
    marks.append(InlineMark(kind: .comment, range: ByteRange(offset, close)))
    return close
  }

  /// Reads `$…$` by Pandoc's rules, and `$$…$$`.
  mutating func scanMathematics(at offset: Int) -> Int {
    if isPair(at: offset) {
      guard let close = displayEnd(from: offset + 2), close > offset + 4 else {
        let kind = InlineMark.Kind.mathematics(isDisplay: true)
        if unclosed == nil, isFirstOfLine(offset) { unclosed = UnclosedMark(kind: kind, offset: offset) }
        return offset + 2
      }
      marks.append(InlineMark(kind: .mathematics(isDisplay: true), range: ByteRange(offset, close)))
      return close
    }
    let close = mathematicsEnd(in: bytes, at: offset, to: end, isTable: isTable) { skipCode(at: $0) }
    guard let close else { return offset + 1 }
    marks.append(InlineMark(kind: .mathematics(isDisplay: false), range: ByteRange(offset, close)))
    return close
  }

  /// Reads `==…==`. Each pair either opens or closes; the nearest two belong together.
  mutating func scanHighlight(at offset: Int) -> Int {
    guard isPair(at: offset) else { return offset + 1 }
    let runEnd = endOfRun(in: bytes, at: offset, to: end)
    guard runEnd == offset + 2 else { return runEnd }
    let range = ByteRange(offset, runEnd)
    if let open = openHighlight, offset > open.upperBound, bytes[offset - 1] > ASCII.space {
      marks.append(InlineMark(kind: .highlightStart, range: open))
      marks.append(InlineMark(kind: .highlightEnd, range: range))
      openHighlight = nil
    } else if runEnd < end, bytes[runEnd] > ASCII.space {
      openHighlight = range
    }
    return runEnd
  }

  /// Reads `{#id}`, `{ #id }`, `{ id="id" }` or `{: …}` at the end of a heading, or `{: …}` on a separate line.
  mutating func scanAttributes(at offset: Int) -> Int {
    var first = offset + 1
    while kind == .heading, first < end, bytes[first] == ASCII.space { first += 1 }
    let next = first < end ? bytes[first] : 0
    let isOwnLine = next == ASCII.colon && isFirstOfLine(offset)
    let isKey = bytes[first..<end].starts(with: HeadingAttributes.key.utf8)
    guard isOwnLine || (kind == .heading && (next == ASCII.hash || next == ASCII.colon || isKey)),
      let close = firstOffset(of: ASCII.rightBrace, in: bytes, from: offset, to: min(end, offset + 200)),
      close > offset + 2, !bytes[offset..<close].contains(ASCII.lineFeed), isRestOfLineBlank(from: close + 1)
    else { return offset + 1 }
    var start = offset
    while start > self.start, ASCII.isBlank(bytes[start - 1]), !isOwnLine { start -= 1 }
    marks.append(InlineMark(kind: .attributes, range: ByteRange(start, close + 1)))
    return close + 1
  }

  // MARK: - Places

  private func isPair(at offset: Int) -> Bool { offset + 1 < end && bytes[offset + 1] == bytes[offset] }

  /// Returns the end of the comment whose text begins at `offset`. Like `displayLimit`, `commentLimit` stores the
  /// offset after which there is no end, so that all look-ups together take linear time.
  private mutating func commentEnd(from offset: Int) -> Int? {
    guard offset < commentLimit else { return nil }
    var index = offset
    while let found = firstOffset(of: Self.percent, in: bytes, from: index, to: end), found + 1 < end {
      if isCellEnd(before: found, from: index) { return nil }
      if bytes[found + 1] == Self.percent { return found + 2 }
      index = found + 1
    }
    commentLimit = offset
    return nil
  }

  /// Returns the end of the displayed mathematics whose text begins at `offset`. Dollar signs in code do not end it.
  private mutating func displayEnd(from offset: Int) -> Int? {
    guard offset < displayLimit else { return nil }
    var index = offset
    while index + 1 < end {
      switch bytes[index] {
      case ASCII.backtick: index = skipCode(at: index)
      case ASCII.pipe where isTable: return nil
      case Self.dollar where bytes[index + 1] == Self.dollar: return index + 2
      default: index += 1
      }
    }
    displayLimit = offset
    return nil
  }

  /// Returns true if a cell of a table ends between `from` and `offset`.
  private func isCellEnd(before offset: Int, from: Int) -> Bool {
    isTable && bytes[from..<offset].contains(ASCII.pipe)
  }

  /// Returns true if only blanks and quote markers are before `offset` on its line.
  func isFirstOfLine(_ offset: Int) -> Bool {
    var index = offset
    while index > start, ASCII.isBlank(bytes[index - 1]) || bytes[index - 1] == ASCII.greater {
      index -= 1
    }
    return index == start || bytes[index - 1] == ASCII.lineFeed || bytes[index - 1] == ASCII.carriageReturn
  }

  func lineEnd(from offset: Int) -> Int {
    let feed = firstOffset(of: ASCII.lineFeed, in: bytes, from: offset, to: end) ?? end
    return feed > offset && bytes[feed - 1] == ASCII.carriageReturn ? feed - 1 : feed
  }

  /// Returns true if only blanks and the closing number signs of a heading follow.
  private func isRestOfLineBlank(from offset: Int) -> Bool {
    let rest = bytes[offset..<end].first { !ASCII.isBlank($0) && (kind != .heading || $0 != ASCII.hash) }
    return rest == nil || rest == ASCII.lineFeed || rest == ASCII.carriageReturn
  }
}

/// Returns the end of the mathematics that the dollar sign at `offset` opens, by Pandoc's rules: no space inside the
/// signs, no digit after the last. A sign whose next sign cannot close is text. Signs in code do not close.
///
/// - Parameter codeEnd: Returns the end of the code, or of the backticks, that begin at an offset.
package func mathematicsEnd(
  in bytes: [UInt8], at offset: Int, to end: Int, isTable: Bool = false, codeEnd: (Int) -> Int
) -> Int? {
  let dollar = InlineScanner.dollar
  guard offset + 1 < end, bytes[offset + 1] > ASCII.space, bytes[offset + 1] != dollar else { return nil }
  var index = offset + 1
  while index < end {
    switch bytes[index] {
    case ASCII.backslash: index += 2
    case ASCII.backtick: index = codeEnd(index)
    case ASCII.pipe where isTable: return nil
    case dollar:
      let next = index + 1 < end ? bytes[index + 1] : 0
      return bytes[index - 1] > ASCII.space && !ASCII.isDigit(next) && next != dollar ? index + 1 : nil
    default: index += 1
    }
  }
  return nil
}

/// A mark that is not closed in its leaf; the closing mark may be after the next blank line.
struct UnclosedMark {
  let kind: InlineMark.Kind
  let offset: Int
}
