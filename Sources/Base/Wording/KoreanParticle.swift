/// A particle that has one form after a consonant and another after a vowel: `을`, `를`.
package struct KoreanParticle: Hashable, Sendable {
  private let afterConsonant: String
  private let afterVowel: String
  /// True for 으로, which has the same form after ㄹ as after a vowel.
  ///
  /// - Parameter 으로: after ㄹ as after a vowel.
  private let isDirection: Bool

  private init(_ afterConsonant: String, _ afterVowel: String, isDirection: Bool = false) {
    self.afterConsonant = afterConsonant
    self.afterVowel = afterVowel
    self.isDirection = isDirection
  }

  package static let subject = KoreanParticle("이", "가")
  package static let topic = KoreanParticle("은", "는")
  package static let object = KoreanParticle("을", "를")
  package static let and = KoreanParticle("과", "와")
  package static let direction = KoreanParticle("으로", "로", isDirection: true)
  package static let past = KoreanParticle("이었습니다", "였습니다")
  package static let vocative = KoreanParticle("아", "야")

  /// Returns the form of the particle after a word with this ending.
  package func form(after ending: KoreanEnding) -> String {
    switch ending {
    case .consonant: afterConsonant
    case .liquid: isDirection ? afterVowel : afterConsonant
    case .vowel: afterVowel
    }
  }
}

extension KoreanParticle {
  /// Returns the particle after one word in the form that another word needs: `을` of `회의록을` after `일지` is `를`.
  ///
  /// - Parameters:
  ///   - written: All the Hangul between the word and the next space or punctuation. A word such as `이름` is not a
  ///     particle, and a particle that does not fit the old word is not corrected.
  ///   - old: The word that the particle follows now.
  ///   - new: The word that the particle will follow.
  /// - Returns: nil if the particle need not change, or if the reading of a word is unknown.
  package static func corrected(_ written: String, after old: String, nowAfter new: String) -> String? {
    guard let before = KoreanEnding(of: old), let after = KoreanEnding(of: new), before != after,
      let particle = all.first(where: { $0.form(after: before) == written })
    else { return nil }
    let form = particle.form(after: after)
    return form == written ? nil : form
  }

  private static let all: [KoreanParticle] =
    [subject, topic, object, vocative] + continued(and, ["", "는", "도", "만", "의"])
    + continued(
      direction,
      ["", "는", "도", "만", "의", "까지", "부터", "부터는", "부터의", "서", "서는", "서의", "서도", "써"])
    + continued(
      KoreanParticle("이", ""),
      ["다", "나", "나마", "라고", "라는", "라도", "라면", "라서", "라지만", "랑", "며", "면서", "므로", "니까", "지만", "든지"])
    + continued(KoreanParticle("이었", "였"), ["다", "고", "는데", "던", "지만", "습니다", "으며", "으나", "을"])
    + [
      KoreanParticle("이에요", "예요"), KoreanParticle("이어서", "여서"), KoreanParticle("이어야", "여야"),
    ]

  private static func continued(_ particle: KoreanParticle, _ endings: [String]) -> [KoreanParticle] {
    endings.map {
      KoreanParticle(particle.afterConsonant + $0, particle.afterVowel + $0, isDirection: particle.isDirection)
    }
  }

  /// Returns a word of the user's with the particle that fits it: `“목차”를`, `“회의록”을`.
  ///
  /// For sentences that cannot put the word after a colon, before a noun or before a particle of one form.
  ///
  /// ```swift
  /// KoreanParticle.object.after("“목차”", noun: "메모")  // “목차”를
  /// KoreanParticle.object.after("“Plan”", noun: "메모")  // “Plan” 메모를
  /// ```
  ///
  /// - Parameters:
  ///   - word: The word, with its quotes.
  ///   - noun: A noun for the word, in Hangul. It takes the particle if the reading of the word is unknown.
  /// - Returns: The word and the particle, or the word, the noun and the noun's particle.
  package func after(_ word: String, noun: String) -> String {
    if let ending = KoreanEnding(of: word) { return word + form(after: ending) }
    return word + " " + noun + (KoreanEnding(of: noun).map(form) ?? "")
  }
}

/// The sound at the end of a word, which decides the form of the Korean particle after it.
package enum KoreanEnding: Hashable, Sendable {
  case vowel
  /// ㄹ: a consonant, after which the direction is `로` all the same.
  case liquid
  case consonant

  /// Finds the ending of the last spoken character. Quotes, brackets and punctuation after it are skipped.
  ///
  /// - Returns: nil if the reading is unknown: a Latin word, a symbol, an emoji.
  package init?(of text: String) {
    let scalars = text.unicodeScalars
    guard let position = scalars.lastIndex(where: { Self.isSpoken($0) }) else { return nil }
    let spoken = scalars[...position]
    let value = scalars[position].value
    switch value {
    case 0xAC00...0xD7A3: self.init(final: Int(value - 0xAC00) % 28)
    case 0x11A8...0x11C2: self.init(final: Int(value - 0x11A7))
    case 0x1161...0x1175: self = .vowel
    case 0x30...0x39: self.init(number: spoken.reversed().prefix { (0x30...0x39).contains($0.value) })
    default:
      guard let ending = Self.ending(ofLetters: spoken) else { return nil }
      self = ending
    }
  }

  /// - Parameter final: The number of a syllable's last consonant, 0 if it has none.
  private init(final: Int) { self = final == 0 ? .vowel : final == 8 ? .liquid : .consonant }

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
    return properties.isAlphabetic || properties.numericType != nil || properties.isEmojiPresentation
  }

  /// Returns the ending of letters that are spelled, such as `CSV` (시에스브이) and the extension `.md` (엠디).
  private static func ending(ofLetters text: String.UnicodeScalarView.SubSequence) -> KoreanEnding? {
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
