import Wording

/// The terms of a full-text index.
package protocol SearchVocabulary {
  /// The terms that begin with `prefix`, with the number of notes that contain each.
  func terms(beginningWith prefix: String) throws -> [(term: String, notes: Int)]
  /// The number of notes that contain a term, 0 where none does.
  func notes(containing term: String) throws -> Int
}

/// Words that somebody may have meant, made from a word that no note contains.
///
/// The index stores Korean, Chinese and Japanese letters in pairs (`회의록`: `회의`, `의록`). So one part of one letter is
/// replaced, two neighbours are swapped or a letter is dropped, and what remains must consist of pairs that exist:
///
/// ```
/// 회으록   회의 and 의록 are in the index   →  회의록
/// meetng   a term at distance 1             →  meeting
/// ```
package struct MisspeltWord: Sendable {
  /// Folded, as the index stores it.
  private let letters: [Character]
  /// True where each letter is a token of its own.
  private let isInPairs: Bool

  /// - Returns: nil for several words, and for those too short to be told from others.
  package init?(_ word: String) {
    let cut = SearchTokens(word.utf8, addsInitials: false)
    guard let first = cut.tokens.first else { return nil }
    let rest = cut.tokens.dropFirst()
    isInPairs = first.kind == .letter
    guard isInPairs ? rest.allSatisfy({ $0.kind == .joinedLetter }) : rest.isEmpty else {
      return nil
    }
    letters = Array(String(decoding: cut.bytes, as: UTF8.self))
    guard letters.count >= (isInPairs ? 2 : 3), letters.count <= 40 else { return nil }
  }

  /// The nearest words first. Each of its terms is in the vocabulary; that a note has the word is for a search to say.
  package func suggestions(in vocabulary: some SearchVocabulary) throws -> [String] {
    let found = isInPairs ? try composed(of: vocabulary) : try near(in: vocabulary)
    return found.sorted { ($0.distance, -$0.notes, $0.word) < ($1.distance, -$1.notes, $1.word) }
      .map(\.word)
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
        return (1...limit).contains(distance)
          ? Candidate(word: term, distance: distance, notes: notes) : nil
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
      return notes > 0
        ? Candidate(word: String(letters), distance: distance, notes: notes) : nil
    }
  }
}
