import ByteBasics

/// What is on both sides of a run of `*` or `_`, by the rules of CommonMark.
struct DelimiterSides {
  private enum Neighbour { case space, punctuation, letter }

  private let before: Neighbour
  private let after: Neighbour

  init(_ text: [UInt8], _ start: Int, _ end: Int) {
    before = Self.neighbour(Self.scalar(before: start, in: text))
    after = Self.neighbour(Self.scalar(at: end, in: text))
  }

  private var isLeftFlanking: Bool {
    after == .letter || (after == .punctuation && before != .letter)
  }

  private var isRightFlanking: Bool {
    before == .letter || (before == .punctuation && after != .letter)
  }

  /// True where a mark that was meant to close does not: `)**을`.
  var isBetweenPunctuationAndLetter: Bool { before == .punctuation && after == .letter }

  /// True where a mark begins a word, so that it was meant to open.
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
