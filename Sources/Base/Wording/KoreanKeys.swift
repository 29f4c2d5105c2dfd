/// The keys of the Korean layout (Dubeolsik), for words that were typed while it was on.
package enum KoreanKeys {
  private static let leads = [
    "r", "R", "s", "e", "E", "f", "a", "q", "Q", "t", "T", "d", "w", "W", "c", "z", "x", "v", "g",
  ]
  private static let vowels = [
    "k", "o", "i", "O", "j", "p", "u", "P", "h", "hk", "ho", "hl", "y", "n", "nj", "np", "nl", "b", "m", "ml", "l",
  ]
  private static let tails = [
    "", "r", "R", "rt", "s", "sw", "sg", "e", "f", "fr", "fa", "fq", "ft", "fx", "fv", "fg", "a", "q", "qt", "t", "T",
    "d",
    "w", "c", "z", "x", "v", "g",
  ]
  /// The letters from ㄱ to ㅣ.
  private static let letters: [String] = {
    // ㄸ, ㅃ and ㅉ are no final consonants.
    var letters = Array(tails.dropFirst())
    for (place, key) in [(7, "E"), (18, "Q"), (24, "W")] { letters.insert(key, at: place) }
    return letters + vowels
  }()

  /// Returns the text of the same keys on the English layout: `list` for `ㅣㅑㄴㅅ`. Nil if the text is not only Hangul.
  package static func english(_ text: String) -> String? {
    var typed = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3131...0x3163: typed += letters[Int(scalar.value - 0x3131)]
      case 0xAC00...0xD7A3:
        let number = Int(scalar.value - 0xAC00)
        typed += leads[number / 588] + vowels[number / 28 % 21] + tails[number % 28]
      default: return nil
      }
    }
    return typed.isEmpty ? nil : typed
  }
}
