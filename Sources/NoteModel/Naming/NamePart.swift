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
  /// What a name must have; initial consonants ask for nothing.
  let pairs: KeyPairs

  /// - Parameter text: What was typed; nil where nothing but white space was.
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

  /// A quick look at the letters of a name in the form of ``foldedName(_:)``: false where ``match(_:)`` would find nothing.
  package func mayMatch(folded name: String) -> Bool { filter.admits(name) }

  /// - Returns: nil where a word is not in the name.
  package func match(_ name: TypedName) -> Match? { match(name.marked.span) }

  /// `name`: As ``TypedName`` marks it.
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
