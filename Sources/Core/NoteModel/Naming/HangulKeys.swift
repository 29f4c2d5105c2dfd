extension Hangul {
  /// Appends the keys of a Korean keyboard that type a scalar: `회` is ㅎㅗㅣ, `닭` is ㄷㅏㄹㄱ; others are themselves.
  static func appendKeys(of scalar: UInt32, to keys: inout [UInt32]) {
    guard syllables.contains(scalar) else {
      appendParts(of: scalar, to: &keys)
      return
    }
    let index = scalar - syllables.lowerBound
    keys.append(initial(of: scalar))
    appendParts(of: 0x314F + index % 588 / 28, to: &keys)
    let final = finals[Int(index % 28)]
    if final != 0 { appendParts(of: final, to: &keys) }
  }

  /// Returns the syllable without its last consonant, or without the second of two: `움` is `우`, `닭` is `달`. Returns nil
  /// for a syllable that ends in a vowel, and for other characters.
  static func withoutLastKey(_ character: Character) -> Character? {
    guard let scalar = character.unicodeScalars.first?.value, syllables.contains(scalar) else { return nil }
    let number = (scalar - syllables.lowerBound) % 28
    guard number > 0 else { return nil }
    let first = compounds[finals[Int(number)]]?.first
    let rest = first.flatMap { finals.firstIndex(of: $0) } ?? 0
    return Unicode.Scalar(scalar - number + UInt32(rest)).map { Character($0) }
  }

  private static func appendParts(of letter: UInt32, to keys: inout [UInt32]) {
    if letters.contains(letter), let parts = compounds[letter] {
      keys += parts
    } else {
      keys.append(letter)
    }
  }

  /// `ㄱ`…`ㅣ` as letters of their own.
  static let letters: ClosedRange<UInt32> = 0x3131...0x3163

  /// Returns true for `ㄱ`…`ㅣ` typed alone.
  static func isLetter(_ scalar: UInt32) -> Bool { letters.contains(scalar) }

  /// The last consonants by their number in a syllable, 0 for none.
  private static let finals: [UInt32] = [0] + "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars.map(\.value)

  /// Letters that take two keys.
  private static let compounds: [UInt32: [UInt32]] = {
    let table = [
      "ㅘㅗㅏ", "ㅙㅗㅐ", "ㅚㅗㅣ", "ㅝㅜㅓ", "ㅞㅜㅔ", "ㅟㅜㅣ", "ㅢㅡㅣ", "ㄳㄱㅅ", "ㄵㄴㅈ", "ㄶㄴㅎ", "ㄺㄹㄱ", "ㄻㄹㅁ",
      "ㄼㄹㅂ", "ㄽㄹㅅ", "ㄾㄹㅌ", "ㄿㄹㅍ", "ㅀㄹㅎ", "ㅄㅂㅅ",
    ].map { $0.unicodeScalars.map(\.value) }
    return Dictionary(table.map { ($0[0], Array($0[1...])) }) { first, _ in first }
  }()
}
