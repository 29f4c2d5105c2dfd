/// A Korean word whose end is not typed yet, by the rule of ``NamePart``: the keys that were typed begin those that type
/// the word that is meant.
///
/// ```
/// 회으   회의    ㅎㅗㅣㅇㅡ begins ㅎㅗㅣㅇㅡㅣ
/// 도움   도우미   the last consonant belongs to the next syllable
/// 달ㅁ   달맞이   the next syllable has only its first consonant
/// ```
package struct HalfTypedWord: Sendable {
  /// What stands before the Korean letters.
  private let head: String
  private let letters: [Character]
  private let keys: [UInt32]

  /// A word as it is typed; nil for one that does not end in Korean, and for consonants alone, which ask for words that
  /// begin with them.
  package init?(_ word: String) {
    let folded = Array(foldedName(word))
    let start = (folded.lastIndex { !Self.isKorean($0) } ?? -1) + 1
    letters = Array(folded[start...])
    guard letters.contains(where: Self.isSyllable) else { return nil }
    head = String(folded[..<start])
    keys = TypedName(String(letters)).keys
  }

  /// What the word may become, what most notes contain first.
  ///
  /// - Parameter vocabulary: The terms of the index, in which letters stand in pairs. So a completed word is as long as two
  ///   letters tell; that a note has it is for a search to say.
  /// - Returns: At most 50 words.
  /// - Throws: What the vocabulary throws.
  package func completions(in vocabulary: some SearchVocabulary) throws -> [String] {
    var found: [String: Int] = [:]
    func add(_ stem: ArraySlice<Character>, _ rest: String, _ notes: Int) {
      let word = String(stem) + rest
      guard notes > 0, word != String(letters), TypedName(word).begins(with: keys) else { return }
      found[head + word] = max(found[head + word] ?? 0, notes)
    }
    // The last letter goes on; where it is a consonant alone, it may be the end of the syllable before.
    for count in 1...2 where letters.count >= count {
      let stem = letters.dropLast(count)
      for (letter, notes) in try next(after: stem, in: vocabulary) { add(stem, letter, notes) }
    }
    if let last = letters.last, let open = Hangul.withoutLastKey(last) {
      for (pair, notes) in try vocabulary.terms(beginningWith: String(open)) where pair.count == 2 {
        add(letters.dropLast(), pair, notes)
      }
    }
    return found.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.prefix(50).map(\.key)
  }

  /// The letters that may stand after `stem`, with the number of notes that have them.
  private func next(
    after stem: ArraySlice<Character>, in vocabulary: some SearchVocabulary
  ) throws -> [(letter: String, notes: Int)] {
    guard let before = stem.last else {
      let letters = Hangul.syllables(beginningAs: letters[0]).map(String.init)
      return try letters.filter { TypedName($0).begins(with: keys) }.map { letter in
        (letter, try vocabulary.terms(beginningWith: letter).reduce(0) { $0 + $1.notes })
      }
    }
    return try vocabulary.terms(beginningWith: String(before)).filter { $0.term.count == 2 }
      .map { (String($0.term.suffix(1)), $0.notes) }
  }

  private static func isKorean(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    return Hangul.syllables.contains(scalar) || Hangul.letters.contains(scalar)
  }

  private static func isSyllable(_ character: Character) -> Bool {
    Hangul.syllables.contains(character.unicodeScalars.first?.value ?? 0)
  }
}

extension Hangul {
  /// The syllables with the same first consonant as one; none for a letter that is no syllable.
  fileprivate static func syllables(beginningAs character: Character) -> [Character] {
    guard let scalar = character.unicodeScalars.first?.value, syllables.contains(scalar) else {
      return []
    }
    let first = scalar - (scalar - syllables.lowerBound) % 588
    return (first..<(first + 588)).compactMap { Unicode.Scalar($0).map { Character($0) } }
  }
}
