import ByteBasics
import NoteModel

/// The search for words, written as plainly as possible: no index, no pairs, no bytes.
struct ReferenceText {
  private enum Unit: Equatable {
    case word(String)
    /// A Korean syllable; `isJoined`: directly behind another.
    case syllable(Character, isJoined: Bool)
  }

  private let units: [Unit]
  /// The initial consonants of each row of joined syllables.
  private let initials: [String]

  init(_ text: String) {
    var units: [Unit] = []
    var initials: [String] = []
    var word = ""
    var isBehindSyllable = false
    /// A Chinese or Japanese letter ends a Korean word, but stands together with it.
    var isBehindForeign = false
    for character in composedName(text).lowercased() {
      let narrow = Self.narrow(character)
      let folded = Self.plain[narrow] ?? narrow
      let isConsonant = "ㄱ" <= folded && folded <= "ㅎ"
      if isConsonant || folded.isASCII && (folded.isLetter || folded.isNumber) {
        word.append(folded)
        isBehindSyllable = false
        continue
      }
      if !word.isEmpty { units.append(.word(word)) }
      word = ""
      if let initial = Self.initial(folded) {
        units.append(.syllable(folded, isJoined: isBehindSyllable))
        if !isBehindSyllable || isBehindForeign { initials.append("") }
        initials[initials.count - 1].append(initial)
        isBehindSyllable = true
      } else if Self.isEastAsian(folded) {
        units.append(.syllable(folded, isJoined: isBehindSyllable))
        isBehindSyllable = true
        isBehindForeign = true
        continue
      } else {
        if let sign = Self.emoji(folded) { units.append(.word(sign)) }
        isBehindSyllable = false
      }
      isBehindForeign = false
    }
    if !word.isEmpty { units.append(.word(word)) }
    self.units = units
    self.initials = initials
  }

  /// True if the term's words are here in a row.
  func holds(_ term: TextTerm) -> Bool {
    if term.isInitials, initials.contains(where: { $0.hasPrefix(term.words) }) { return true }
    let wanted = ReferenceText(term.words).units
    guard !wanted.isEmpty, units.count >= wanted.count else { return false }
    return (0...(units.count - wanted.count)).contains { start in
      wanted.indices.allSatisfy { offset in
        let isFirst = offset == 0
        let mayGoOn = (term.isPrefix || term.isInitials) && offset == wanted.count - 1
        switch (wanted[offset], units[start + offset]) {
        case (.word(let left), .word(let right)):
          return mayGoOn ? right.hasPrefix(left) : left == right
        case (.syllable(let left, let leftJoined), .syllable(let right, let rightJoined)):
          return left == right && (isFirst || leftJoined == rightJoined)
        default: return false
        }
      }
    }
  }

  /// A letter of full width as the one of ASCII.
  private static func narrow(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first, (0xFF01...0xFF5E).contains(scalar.value),
      let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
    else { return character }
    return Character(narrow)
  }

  /// Returns the sign of an emoji without its tone of skin.
  private static func emoji(_ character: Character) -> String? {
    let blocks: [ClosedRange<UInt32>] = [0x231A...0x23FF, 0x2600...0x27BF, 0x2B00...0x2BFF, 0x1F000...0x1FAFF]
    let sign = character.unicodeScalars.first { scalar in blocks.contains { $0.contains(scalar.value) } }
    return sign.map { String($0) }
  }

  private static func isEastAsian(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return (0x3041...0x30FF).contains(scalar.value) || (0x4E00...0x9FFF).contains(scalar.value)
  }

  private static let plain: [Character: Character] = ["é": "e", "ü": "u"]

  private static func initial(_ character: Character) -> Character? {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
      (0xAC00...0xD7A3).contains(scalar.value)
    else { return nil }
    return Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")[Int((scalar.value - 0xAC00) / 588)]
  }
}
