import Wording

/// The terms of a full-text index.
package protocol SearchVocabulary {
  /// Returns the terms that begin with `prefix`, with the number of notes that contain each.
  func terms(beginningWith prefix: String) throws -> [(term: String, notes: Int)]
  func notes(containing term: String) throws -> Int
}

/// Suggests corrections of a word that no note contains.
///
/// The index stores Korean, Chinese and Japanese letters in pairs (`회의록`: `회의`, `의록`). A correction replaces one part
/// of one letter, swaps two neighbours or drops a letter, and the result must consist of pairs that exist:
///
/// ```
/// 회으록   회의 and 의록 are in the index   →  회의록
/// meetng   a term at distance 1             →  meeting
/// ```
package struct MisspeltWord: Sendable {
  /// Folded, as the index stores it.
  private let letters: [Character]
  /// True if each letter is a token of its own.
  private let isInPairs: Bool

  /// Creates a word. Nil for several words, and for words that are too short to differ from others.
  package init?(_ word: String) {
    let cut = SearchTokens(word.utf8, addsInitials: false)
    guard let first = cut.tokens.first else { return nil }
    let rest = cut.tokens.dropFirst()
    isInPairs = first.kind == .letter
    guard isInPairs ? rest.allSatisfy({ $0.kind == .joinedLetter }) : rest.isEmpty else { return nil }
    letters = Array(String(decoding: cut.bytes, as: UTF8.self))
    guard letters.count >= (isInPairs ? 2 : 3), letters.count <= 40 else { return nil }
  }

  /// Returns suggestions, the nearest words first. Only a search tells if a note contains the whole word.
  package func suggestions(in vocabulary: some SearchVocabulary) throws -> [String] {
    let found = isInPairs ? try composed(of: vocabulary) : try near(in: vocabulary)
    return found.sorted { ($0.distance, -$0.notes, $0.word) < ($1.distance, -$1.notes, $1.word) }.map(\.word)
  }

  private struct Candidate {
    let word: String
    let distance: Int
    let notes: Int
  }

  private func near(in vocabulary: some SearchVocabulary) throws -> [Candidate] {
    let word = String(letters)
    let limit = max(1, letters.count / 4)
    // All terms would take as long as the search itself; a word whose first letter is wrong is met by its second.
    for prefix in [letters[0], letters[1]].map(String.init) {
      let found = try vocabulary.terms(beginningWith: prefix).compactMap { term, notes in
        let isNear = abs(term.utf8.count - word.utf8.count) <= limit * 2
        let distance = isNear ? editDistance(word, term) : .max
        return (1...limit).contains(distance) ? Candidate(word: term, distance: distance, notes: notes) : nil
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  private func composed(of vocabulary: some SearchVocabulary) throws -> [Candidate] {
    var words: [(letters: [Character], distance: Int)] = []
    for index in letters.indices {
      for letter in Hangul.neighbours(of: letters[index]) {
        var word = letters
        word[index] = letter
        words.append((word, 1))
      }
      if letters.count > 2 {
        var word = letters
        word.remove(at: index)
        words.append((word, 2))
      }
    }
    for index in letters.indices.dropLast() where letters[index] != letters[index + 1] {
      var word = letters
      word.swapAt(index, index + 1)
      words.append((word, 1))
    }
    var known: [String: Int] = [:]
    return try words.compactMap { letters, distance in
      var notes = Int.max
      for index in letters.indices.dropLast() where notes > 0 {
        let pair = String(letters[index...(index + 1)])
        let count = try known[pair] ?? vocabulary.notes(containing: pair)
        known[pair] = count
        notes = min(notes, count)
      }
      return notes > 0 ? Candidate(word: String(letters), distance: distance, notes: notes) : nil
    }
  }
}

/// A Korean word whose end is not typed yet, by the rule of ``NamePart``: the keys that were typed begin those that
/// type the word that is meant.
///
/// ```
/// 회으   회의    ㅎㅗㅣㅇㅡ begins ㅎㅗㅣㅇㅡㅣ
/// 도움   도우미   the last consonant belongs to the next syllable
/// 달ㅁ   달맞이   the next syllable has only its first consonant
/// ```
package struct HalfTypedWord: Sendable {
  /// The text before the Korean letters.
  private let head: String
  private let letters: [Character]
  private let keys: [UInt32]

  /// Creates a typed word. Nil for a word that does not end in Korean, and for consonants alone.
  package init?(_ word: String) {
    let folded = Array(foldedName(word))
    let start = (folded.lastIndex { !Self.isKorean($0) } ?? -1) + 1
    letters = Array(folded[start...])
    guard letters.contains(where: Self.isSyllable) else { return nil }
    head = String(folded[..<start])
    keys = TypedName(String(letters)).keys
  }

  /// Returns the words that may complete this one, those in the most notes first.
  ///
  /// - Parameter vocabulary: The terms of the index, which holds letters in pairs. So only the last pair of a completed
  ///   word is known to occur; only a search tells if a note has the word.
  /// - Returns: At most 50 words.
  /// - Throws: Any error of the vocabulary.
  package func completions(in vocabulary: some SearchVocabulary) throws -> [String] {
    var found: [String: Int] = [:]
    func add(_ stem: ArraySlice<Character>, _ rest: String, _ notes: Int) {
      let word = String(stem) + rest
      guard notes > 0, word != String(letters), TypedName(word).begins(with: keys) else { return }
      found[head + word] = max(found[head + word] ?? 0, notes)
    }
    // The last letter goes on; if it is a consonant alone, it may be the end of the syllable before.
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

  /// Returns the letters that may follow `stem`, with the number of notes that contain them.
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
  /// Returns the syllables with the same first consonant, or an empty list for a character that is no syllable.
  fileprivate static func syllables(beginningAs character: Character) -> [Character] {
    guard let scalar = character.unicodeScalars.first?.value, syllables.contains(scalar) else { return [] }
    let first = scalar - (scalar - syllables.lowerBound) % 588
    return (first..<(first + 588)).compactMap { Unicode.Scalar($0).map { Character($0) } }
  }
}
