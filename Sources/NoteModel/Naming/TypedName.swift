/// A name taken apart into the keys that type it on a Korean keyboard; other letters are kept as they are.
package struct TypedName: Sendable {
  /// What a key begins.
  enum Start: UInt32, Sendable {
    case nothing = 0
    case character = 0x4000_0000
    case word = 0xC000_0000
  }

  /// Unicode scalars, each with what it begins in the upper two bits, which no scalar uses.
  private(set) var marked: [UInt32] = []

  /// - Parameter name: In any case, width and normal form.
  package init(_ name: String) { Self.append(name, to: &marked) }

  /// Appends the marked keys of a name.
  static func append(_ name: String, to marked: inout [UInt32]) {
    var isInWord = false
    for scalar in foldedName(name).unicodeScalars {
      let isWord = ScalarFolding.isWordScalar(scalar.value)
      let start: Start = isWord && !isInWord ? .word : .character
      isInWord = isWord
      let first = marked.count
      Hangul.appendKeys(of: scalar.value, to: &marked)
      marked[first] |= start.rawValue
    }
  }

  var keys: [UInt32] { marked.map { $0.key } }

  func begins(with keys: [UInt32]) -> Bool { marked.span.begins(with: keys.span) }
}

/// The marked keys of a name.
extension Span<UInt32> {
  /// What is begun where `keys` are in the name, a word before any other; nil where they are not in it.
  func start(of keys: Span<UInt32>) -> TypedName.Start? {
    guard keys.count > 0, keys.count <= count else { return nil }
    let first = keys[0]
    var found: TypedName.Start?
    for position in 0...(count - keys.count)
    where self[position].key == first && hasKeys(keys, at: position) {
      switch self[position].start {
      case .word: return .word
      case .character: found = .character
      case .nothing: break
      }
    }
    return found
  }

  func begins(with keys: Span<UInt32>) -> Bool {
    keys.count <= count && hasKeys(keys, at: 0)
  }

  /// True where a word begins with characters whose first keys are these.
  func hasWord(beginningWith initials: Span<UInt32>) -> Bool {
    for position in indices where self[position].start == .word {
      if hasInitials(initials, at: position) { return true }
    }
    return false
  }

  private func hasKeys(_ keys: Span<UInt32>, at position: Int) -> Bool {
    for offset in keys.indices where self[position + offset].key != keys[offset] { return false }
    return true
  }

  private func hasInitials(_ initials: Span<UInt32>, at start: Int) -> Bool {
    var met = 0
    for position in start..<count where self[position].start != .nothing {
      if met == initials.count { return true }
      guard self[position].key == initials[met] else { return false }
      met += 1
    }
    return met == initials.count
  }
}

/// Which keys follow each other in a name: each pair is one of 64 bits, and several pairs share one.
struct KeyPairs: Sendable {
  private var bits: UInt64 = 0

  init() {}

  /// `marked`: As ``TypedName`` marks it, or without marks.
  init(_ marked: Span<UInt32>) {
    for position in marked.indices.dropFirst() {
      let pair = UInt64(marked[position - 1].key) << 32 | UInt64(marked[position].key)
      bits |= 1 << ((pair &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }
  }

  mutating func formUnion(_ other: KeyPairs) { bits |= other.bits }

  /// True also where a name has other pairs that share the bits.
  func hasAll(of other: KeyPairs) -> Bool { bits & other.bits == other.bits }
}

/// A key with what it begins.
extension UInt32 {
  fileprivate var key: UInt32 { self & 0x3FFF_FFFF }

  fileprivate var start: TypedName.Start {
    TypedName.Start(rawValue: self & TypedName.Start.word.rawValue) ?? .nothing
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
