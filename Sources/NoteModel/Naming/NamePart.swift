/// A part of a name as it is typed to find a note: words in any order, each anywhere in the name.
///
/// Initial consonants match syllables from the start of a word, and the last syllable may be half typed:
///
/// ```
/// budget 2026   Budget for 2026, 2026 budget
/// ㅊㄱ          치과 예약
/// 회으          회의록: the keys ㅎㅗㅣㅇㅡ begin ㅎㅗㅣㅇㅡㅣㄹㅗㄱ
/// ```
package struct NamePart: Sendable {
  /// How well a name matches, the best first.
  package enum Match: Int, Sendable, Comparable, CaseIterable {
    /// The name begins with the text as typed.
    case beginning
    /// Each word is the beginning of one of the name's words.
    case words
    /// A word is somewhere inside.
    case inside

    package static func < (left: Match, right: Match) -> Bool { left.rawValue < right.rawValue }
  }

  private enum Word {
    case keys([UInt32])
    case initials([UInt32])
  }

  private let words: [Word]
  private let whole: [UInt32]
  private let filter: NamePartFilter

  /// - Parameter text: What was typed; nil where nothing but white space was.
  package init?(_ text: String) {
    let folded = foldedName(text)
    words = folded.split(whereSeparator: \.isWhitespace).map { word in
      let scalars = word.unicodeScalars.map(\.value)
      return scalars.allSatisfy(Hangul.isConsonantLetter)
        ? .initials(scalars) : .keys(TypedName(String(word)).keys)
    }
    if words.isEmpty { return nil }
    whole = TypedName(folded).keys
    filter = NamePartFilter(folded)
  }

  /// A quick look at the letters of a name in the form of ``foldedName(_:)``: false where ``match(_:)`` would find nothing.
  package func mayMatch(folded name: String) -> Bool { filter.admits(name) }

  /// - Returns: nil where a word is not in the name.
  package func match(_ name: TypedName) -> Match? {
    var worst = Match.words
    for word in words {
      switch word {
      case .keys(let keys):
        guard let start = name.start(of: keys) else { return nil }
        if start == .character { worst = .inside }
      case .initials(let initials):
        guard name.hasWord(beginningWith: initials) else { return nil }
      }
    }
    return name.begins(with: whole) ? .beginning : worst
  }
}

/// A name taken apart into the keys that type it on a Korean keyboard; other letters are kept as they are.
package struct TypedName: Sendable {
  /// What a key begins.
  enum Start: UInt32, Sendable {
    case nothing = 0
    case character = 0x4000_0000
    case word = 0xC000_0000
  }

  /// Unicode scalars, each with what it begins in the upper two bits, which no scalar uses.
  private var marked: [UInt32] = []

  /// - Parameter name: In any case, width and normal form.
  package init(_ name: String) {
    let folded = foldedName(name)
    marked.reserveCapacity(folded.utf8.count)
    var isInWord = false
    for scalar in folded.unicodeScalars {
      let isWord = ScalarFolding.isWordScalar(scalar.value)
      let start: Start = isWord && !isInWord ? .word : .character
      isInWord = isWord
      let first = marked.count
      Hangul.appendKeys(of: scalar.value, to: &marked)
      marked[first] |= start.rawValue
    }
  }

  var keys: [UInt32] { marked.map(Self.key) }

  private static func key(_ marked: UInt32) -> UInt32 { marked & 0x3FFF_FFFF }

  /// What is begun where `keys` are in the name, a word before any other; nil where they are not in it.
  func start(of keys: [UInt32]) -> Start? {
    guard keys.count <= marked.count else { return nil }
    var found: Start?
    for position in 0...(marked.count - keys.count) {
      guard let start = start(at: position), hasKeys(keys, at: position) else { continue }
      if start == .word { return .word }
      found = .character
    }
    return found
  }

  func begins(with keys: [UInt32]) -> Bool {
    keys.count <= marked.count && hasKeys(keys, at: 0)
  }

  /// True where a word begins with characters whose first keys are these.
  func hasWord(beginningWith initials: [UInt32]) -> Bool {
    marked.indices.contains { start(at: $0) == .word && hasInitials(initials, at: $0) }
  }

  private func start(at position: Int) -> Start? {
    switch marked[position] & Start.word.rawValue {
    case Start.word.rawValue: .word
    case 0: nil
    default: .character
    }
  }

  private func hasKeys(_ keys: [UInt32], at position: Int) -> Bool {
    for (offset, key) in keys.enumerated() where Self.key(marked[position + offset]) != key {
      return false
    }
    return true
  }

  private func hasInitials(_ initials: [UInt32], at position: Int) -> Bool {
    var rest = initials[...]
    for key in marked[position...] where key & Start.word.rawValue != 0 {
      guard let next = rest.first else { return true }
      guard Self.key(key) == next else { return false }
      rest = rest.dropFirst()
    }
    return rest.isEmpty
  }
}

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

  /// The syllable without its last consonant, or without the second of two: `움` is `우`, `닭` is `달`; nil for one that ends
  /// in a vowel, and for what is no syllable.
  static func withoutLastKey(_ character: Character) -> Character? {
    guard let scalar = character.unicodeScalars.first?.value, syllables.contains(scalar) else {
      return nil
    }
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

  /// True for `ㄱ`…`ㅣ` as typed alone.
  static func isLetter(_ scalar: UInt32) -> Bool { letters.contains(scalar) }

  /// The last consonants by their number in a syllable, 0 for none.
  private static let finals: [UInt32] =
    [0] + "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars.map(\.value)

  /// Letters that take two keys.
  private static let compounds: [UInt32: [UInt32]] = {
    let table = [
      "ㅘㅗㅏ", "ㅙㅗㅐ", "ㅚㅗㅣ", "ㅝㅜㅓ", "ㅞㅜㅔ", "ㅟㅜㅣ", "ㅢㅡㅣ", "ㄳㄱㅅ", "ㄵㄴㅈ", "ㄶㄴㅎ", "ㄺㄹㄱ", "ㄻㄹㅁ",
      "ㄼㄹㅂ", "ㄽㄹㅅ", "ㄾㄹㅌ", "ㄿㄹㅍ", "ㅀㄹㅎ", "ㅄㅂㅅ",
    ].map { $0.unicodeScalars.map(\.value) }
    return Dictionary(table.map { ($0[0], Array($0[1...])) }) { first, _ in first }
  }()
}
