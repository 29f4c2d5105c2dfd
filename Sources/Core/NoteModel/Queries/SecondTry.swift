/// Less strict searches, tried if no note matches the query.
package enum SecondTry: CaseIterable, Sendable {
  /// Words joined, or cut in two: “spell check” is also `spellcheck`, and the other way round.
  case otherSpaces
  case anyWord

  /// Returns the question for a second try.
  ///
  /// - Parameter query: A query without results.
  /// - Returns: nil if it would ask for the same.
  package func query(for query: Query) -> Query? {
    let whole = query.flattened
    let parts = if case .and(let parts) = whole { parts } else { [whole] }
    let terms = parts.compactMap(\.text)
    let others = parts.filter { $0.text == nil }
    let words = terms.map(Self.words)
    switch self {
    case .anyWord:
      let all = zip(terms, words).flatMap { term, words in
        (words.count > 1 ? words : [term.words]).map { term.with($0) }
      }
      let telling = all.filter { !Self.functionWords.contains($0.words.lowercased()) }
      let asked = (telling.isEmpty ? all : telling).map(\.goingOn)
      return asked == terms ? nil : .and([.or(asked.map { .text($0) })] + others)
    case .otherSpaces:
      let joined = zip(terms.indices, words).map { index, own in
        let next = index + 1 < terms.count ? words[index + 1] : []
        let isFree = next.count == 1 && own.count == 1 && terms[index].scope == terms[index + 1].scope
        return isFree ? terms[index + 1].with(own[0] + next[0]) : nil
      }
      let found = terms.indices.map { index in
        let neighbours = [joined[index], index > 0 ? joined[index - 1] : nil].compactMap(\.self)
        return [terms[index]] + neighbours + Self.otherForms(of: terms[index], words[index])
      }
      guard found.contains(where: { $0.count > 1 }) else { return nil }
      return .and(found.map { .or($0.map { .text($0) }) } + others)
    }
  }

  /// The words of questions that do not help to find a note, such as “how”.
  private static let functionWords = Set(
    """
    a about all an and any are as at be between but by can do does for from get has have how i if in into is it its me my not of
    on or our should so than that the their then there they this to use was we what when where which who why will with would
    you your
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Returns the words of a question: `callout` for “what is a callout”, and any of four words for “move the notes to a
  /// new computer”, because a note that answers a question seldom has all of its words.
  ///
  /// - Returns: Nil for words alone, each of which counts, and for a query without other words. `isWide` is true if a
  ///   note with some of the words is an answer.
  package static func question(in query: Query) -> (query: Query, isWide: Bool)? {
    let parts = if case .and(let parts) = query.flattened { parts } else { [query] }
    let telling = parts.filter { !functionWords.contains($0.text?.words.lowercased() ?? "") }
    let terms = telling.compactMap(\.text)
    guard telling.count < parts.count, !terms.isEmpty else { return nil }
    if terms.count > 1 {
      return (.and([.or(terms.map { .text($0.goingOn) })] + telling.filter { $0.text == nil }), true)
    }
    let isQuestion = questionWords.contains(parts.first?.text?.words.lowercased() ?? "")
    return isQuestion ? (.and(telling), false) : nil
  }

  private static let questionWords: Set<String> = [
    "how", "what", "where", "which", "when", "who", "why", "can", "do", "does", "is", "are",
  ]

  /// A longer word is hardly two.
  private static let longest = 24

  /// Returns other forms of a term: `wifi` for `wi-fi`, and two words for `spellcheck`, split at any position.
  private static func otherForms(of term: TextTerm, _ words: [String]) -> [TextTerm] {
    guard words.count == 1, let word = words.first else { return words.isEmpty ? [] : [term.with(words.joined())] }
    guard (3...longest).contains(word.count), !term.isInitials else { return [] }
    return word.indices.dropFirst().map { term.with(word[..<$0] + " " + word[$0...]) }
  }

  /// Returns the words of a term as the index cuts them, Korean, Chinese and Japanese ones whole.
  private static func words(of term: TextTerm) -> [String] {
    let cut = SearchTokens(term.words.utf8, addsInitials: false)
    return cut.tokens.reduce(into: []) { words, token in
      let text = String(decoding: cut.bytes[token.plainRange(in: cut.bytes)], as: UTF8.self)
      if token.kind == .joinedLetter, let last = words.indices.last { words[last] += text } else { words.append(text) }
    }
  }
}

extension TextTerm {
  /// The word without the English ending and with any other ending, if the word is long: `resizing` is `resiz…`.
  fileprivate var goingOn: TextTerm {
    guard words.count > 3, words.utf8.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 }) else { return self }
    let ends = [("ies", 3), ("ing", 4), ("ed", 4), ("es", 4), ("s", 3), ("e", 4), ("y", 4)]
    let end = ends.first { words.hasSuffix($0.0) && !words.hasSuffix("ss") && words.count - $0.0.count >= $0.1 }
    var stem = words.dropLast(end?.0.count ?? 0)
    // `planning` is `plan…`.
    if end != nil, stem.count > 4, let last = stem.last, "bdgmnprt".contains(last), stem.dropLast().last == last {
      stem.removeLast()
    }
    return TextTerm(words: String(stem), isPrefix: true, scope: scope)
  }

  fileprivate func with(_ words: some StringProtocol) -> TextTerm {
    TextTerm(words: String(words), isPrefix: isPrefix, scope: scope)
  }
}
