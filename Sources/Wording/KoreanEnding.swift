/// How a word sounds at its end, which decides the form of the Korean particle after it.
package enum KoreanEnding: Hashable, Sendable {
  case vowel
  /// ㄹ: a consonant, after which the direction is `로` all the same.
  case liquid
  case consonant

  /// The ending of the last character that is spoken; quotes, brackets and punctuation after it are skipped.
  ///
  /// - Returns: nil where the reading is unknown: a Latin word, a symbol, an emoji.
  package init?(of text: String) {
    let scalars = text.unicodeScalars
    guard let position = scalars.lastIndex(where: { Self.isSpoken($0) }) else { return nil }
    let spoken = scalars[...position]
    let value = scalars[position].value
    switch value {
    case 0xAC00...0xD7A3: self.init(final: Int(value - 0xAC00) % 28)
    case 0x11A8...0x11C2: self.init(final: Int(value - 0x11A7))
    case 0x1161...0x1175: self = .vowel
    case 0x30...0x39:
      self.init(number: spoken.reversed().prefix { (0x30...0x39).contains($0.value) })
    default:
      guard let ending = Self.ending(ofLetters: spoken) else { return nil }
      self = ending
    }
  }

  /// - Parameter final: The number of a syllable's last consonant, 0 where it has none.
  private init(final: Int) {
    self = final == 0 ? .vowel : final == 8 ? .liquid : .consonant
  }

  /// - Parameter number: Its digits from the last to the first, read in Sino-Korean: 20 is 이십, 10,000 is 만.
  private init(number: [Unicode.Scalar]) {
    let zeros = number.prefix { $0 == "0" }.count
    guard zeros < number.count else {
      self = .consonant
      return
    }
    switch zeros {
    case 0: self = Self.digits[Int(number[0].value - 0x30)]
    case 12..<16: self = .vowel
    default: self = .consonant
    }
  }

  /// 영 일 이 삼 사 오 육 칠 팔 구
  private static let digits: [KoreanEnding] = [
    .consonant, .liquid, .vowel, .consonant, .vowel, .vowel, .consonant, .liquid, .liquid, .vowel,
  ]

  private static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.isEmojiPresentation
  }

  /// Capitals and a file's extension are spelled: `CSV` is 시에스브이, `.md` is 엠디.
  private static func ending(ofLetters text: String.UnicodeScalarView.SubSequence) -> KoreanEnding?
  {
    let letters = text.reversed().prefix { $0.isASCII && $0.properties.isAlphabetic }
    guard let last = letters.first else { return nil }
    let before = text.dropLast(letters.count).last
    let isAbbreviation = letters.allSatisfy { ("A"..."Z").contains($0) }
    guard isAbbreviation || (before == "." && letters.count <= 5) else { return nil }
    switch last {
    case "L", "R", "l", "r": return .liquid
    case "M", "N", "m", "n": return .consonant
    default: return .vowel
    }
  }
}
