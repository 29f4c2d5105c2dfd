import ByteBasics

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
  /// The quality of a match, the best first.
  package enum Match: Int, Sendable, Comparable, CaseIterable {
    /// The name begins with the text as typed.
    case beginning
    /// The typed words begin words of the name.
    case words
    /// A word is somewhere inside.
    case inside
    /// The keys begin words of the name, or go on in one: `gplan` in `Garden plan`. Only on request.
    case beginnings
    /// The keys are in the name in this order, the first at the beginning of a word. Only on request.
    case scattered

    package static func < (left: Match, right: Match) -> Bool { left.rawValue < right.rawValue }
  }

  /// A word as it was typed: a range of ``typed``.
  private struct Word: Sendable {
    let range: Range<Int>
    let isInitials: Bool
  }

  private let words: [Word]
  /// The keys of all words.
  private let typed: [UInt32]
  /// The keys of the whole text.
  private let whole: [UInt32]
  private let filter: NamePartFilter
  /// The pairs of keys that a name must have; initial consonants require none.
  let pairs: KeyPairs

  /// - Parameter text: The typed text. Nil if it is only white space.
  package init?(_ text: String) {
    let folded = foldedName(text)
    var typed: [UInt32] = []
    words = folded.split(whereSeparator: \.isWhitespace).map { word in
      let start = typed.count
      let scalars = word.unicodeScalars.map(\.value)
      let isInitials = scalars.allSatisfy(Hangul.isConsonantLetter)
      typed += isInitials ? scalars : TypedName(String(word)).keys
      return Word(range: start..<typed.count, isInitials: isInitials)
    }
    if words.isEmpty { return nil }
    self.typed = typed
    whole = TypedName(folded).keys
    filter = NamePartFilter(folded)
    pairs = words.filter { !$0.isInitials }.reduce(into: KeyPairs()) { pairs, word in
      pairs.formUnion(KeyPairs(typed.span.extracting(word.range)))
    }
  }

  /// Tests a name in the form of ``foldedName(_:)`` quickly. Returns false if ``match(_:)`` finds nothing.
  package func mayMatch(folded name: String) -> Bool { filter.admits(name) }

  /// Matches a name. Returns nil if a word is not in the name.
  ///
  /// - Parameter isFuzzy: True to match also names that have other keys between the typed keys.
  package func match(_ name: TypedName, isFuzzy: Bool = false) -> Match? {
    match(name.marked.span) ?? (isFuzzy ? fuzzyMatch(name.marked.span) : nil)
  }

  /// Returns the match if a name has the keys of every word in order, with others between them.
  func fuzzyMatch(_ name: Span<UInt32>) -> Match? {
    var worst = Match.beginnings
    for word in words {
      // One key, or one consonant, is in nearly every name.
      guard word.range.count > 1 else { return nil }
      let keys = typed.span.extracting(word.range)
      let isSound = name.hasScattered(keys, startingWords: true, isInitials: word.isInitials)
      if isSound { continue }
      guard name.hasScattered(keys, startingWords: false, isInitials: word.isInitials) else { return nil }
      worst = .scattered
    }
    return worst
  }

  /// Matches the keys of a name.
  ///
  /// - Parameter name: The keys with the marks of ``TypedName``.
  func match(_ name: Span<UInt32>) -> Match? {
    var worst = Match.words
    for word in words {
      let keys = typed.span.extracting(word.range)
      if word.isInitials {
        guard name.hasWord(beginningWith: keys) else { return nil }
      } else {
        guard let start = name.start(of: keys) else { return nil }
        if start == .character { worst = .inside }
      }
    }
    return name.begins(with: whole.span) ? .beginning : worst
  }
}

/// A filter by the letters that a name must contain to match a ``NamePart``: most names are rejected before they are
/// split into keys.
struct NamePartFilter: Sendable {
  /// The words without their last syllable, which may be incomplete.
  private let texts: [ByteSearch]
  /// The words of initial consonants.
  private let initials: [[UInt32]]

  /// - Parameter folded: The typed text, in the form of ``foldedName(_:)``.
  init(_ folded: String) {
    var texts: [ByteSearch] = []
    var initials: [[UInt32]] = []
    for word in folded.split(whereSeparator: \.isWhitespace) {
      let scalars = word.unicodeScalars
      if scalars.allSatisfy({ Hangul.isConsonantLetter($0.value) }) {
        initials.append(scalars.map(\.value))
      } else if let search = ByteSearch(Self.certain(scalars)) {
        texts.append(search)
      }
    }
    self.texts = texts
    self.initials = initials
  }

  /// Returns the beginning of a word that further keys cannot change.
  private static func certain(_ scalars: Substring.UnicodeScalarView) -> [UInt8] {
    var kept = scalars.prefix { !Hangul.isLetter($0.value) }
    let isWhole = kept.endIndex == scalars.endIndex
    if let last = kept.last, !isWhole || Hangul.syllables.contains(last.value) { kept.removeLast() }
    return Array(String(kept).utf8)
  }

  func admits(_ name: String) -> Bool {
    if !texts.isEmpty {
      let bytes = Array(name.utf8)
      guard texts.allSatisfy({ $0.place(in: bytes, from: 0) != nil }) else { return false }
    }
    return initials.allSatisfy { Self.has($0, in: name) }
  }

  /// Returns true if characters with these initial consonants follow each other.
  private static func has(_ initials: [UInt32], in name: String) -> Bool {
    var recent: [UInt32] = []
    for scalar in name.unicodeScalars {
      let value = scalar.value
      let initial = Hangul.syllables.contains(value) ? Hangul.initial(of: value) : value
      if recent.count == initials.count { recent.removeFirst() }
      recent.append(initial)
      if recent == initials { return true }
    }
    return false
  }
}

/// The set of adjacent keys in a name: each pair is one of 64 bits, and several pairs share one.
struct KeyPairs: Sendable {
  private var bits: UInt64 = 0

  init() {}

  /// - Parameter marked: The keys with the marks of ``TypedName``, or without marks.
  init(_ marked: Span<UInt32>) {
    for position in marked.indices.dropFirst() {
      let pair = UInt64(marked[position - 1].key) << 32 | UInt64(marked[position].key)
      bits |= 1 << ((pair &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }
  }

  mutating func formUnion(_ other: KeyPairs) { bits |= other.bits }

  /// Returns true if the set may contain all pairs. Different pairs can share a bit.
  func hasAll(of other: KeyPairs) -> Bool { bits & other.bits == other.bits }
}
