/// Finds tags that are probably two spellings of one tag.
///
/// Two tags are similar if they differ only by punctuation or case (`to-do`, `todo`), if one is the plural of the other
/// (`books`, `book`), or if a rare tag differs from a frequent tag by one letter (`metting`, `회이록`). Only tags with the
/// same parent are compared.
package enum SimilarTags {
  package struct Tag: Hashable, Sendable {
    package let name: String
    package let count: Int

    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  package struct Pair: Hashable, Sendable {
    /// The tag that is probably misspelt.
    package let rare: Tag
    package let usual: Tag
  }

  /// The least factor by which a mistyped tag is rarer than the right one.
  private static let rarity = 4
  /// The shortest word in which one letter may differ: in shorter words, another letter makes another word (`form`,
  /// `from`). Counts letters of the alphabet; a syllable of Hangul has two or three.
  private static let shortestMistyped = 6
  /// The longest word with a search for similar words, because the number and the length of the candidates grow with
  /// the word.
  private static let longestMistyped = 60

  /// Finds pairs of similar tags. Each tag is the rare tag of at most one pair.
  package static func pairs(among tags: [Tag]) -> [Pair] {
    let words = tags.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map(Word.init)
    var usual: [String: Word] = [:]
    var neighbours: [String: [Word]] = [:]
    var pairs: [Pair] = []
    for word in words {
      let spelled = usual[word.key]
      let plural =
        word.singulars.lazy.compactMap { usual[$0] }.first ?? word.plurals.lazy.compactMap { usual[$0] }.first
      if let other = spelled ?? plural ?? mistyped(word, neighbours) {
        pairs.append(Pair(rare: word.tag, usual: other.tag))
      }
      if spelled == nil { usual[word.key] = word }
      for neighbour in word.neighbours { neighbours[neighbour, default: []].append(word) }
    }
    return pairs
  }

  private static func mistyped(_ word: Word, _ neighbours: [String: [Word]]) -> Word? {
    // The most used of all, as each list begins with it: the order of a set differs from run to run.
    word.neighbours.compactMap { neighbour in
      neighbours[neighbour]?.first { other in
        other.tag.count >= word.tag.count * rarity && isOneSlip(word.letters, other.letters)
      }
    }.min { ($1.tag.count, $0.tag.name) < ($0.tag.count, $1.tag.name) }
  }

  /// Returns true if two words differ in one added, missing or wrong letter, or in two letters that changed places.
  private static func isOneSlip(_ first: [UInt32], _ second: [UInt32]) -> Bool {
    var start = 0
    while start < min(first.count, second.count), first[start] == second[start] { start += 1 }
    var tail = 0
    while tail < min(first.count, second.count) - start,
      first[first.count - 1 - tail] == second[second.count - 1 - tail]
    { tail += 1 }
    let left = first[start..<(first.count - tail)]
    let right = second[start..<(second.count - tail)]
    return left.count <= 1 && right.count <= 1
      || left.count == 2 && right.count == 2 && left.first == right.last && left.last == right.first
  }

  /// A tag in the form for comparison.
  private struct Word {
    let tag: Tag
    /// The folded name, characters left out.
    let key: String
    /// The letters of the last level, syllables of Hangul taken apart; empty if it is too short or too long to detect a
    /// slip.
    let letters: [UInt32]
    private let parent: String

    init(_ tag: Tag) {
      self.tag = tag
      let key = foldedName(tag.name).filter { $0.isLetter || $0.isNumber || $0 == "/" }
      self.key = key
      let slash = key.lastIndex(of: "/")
      parent = slash.map { String(key[...$0]) } ?? ""
      let last = key[(slash.map { key.index(after: $0) } ?? key.startIndex)...]
      let scalars = last.unicodeScalars
      // A figure is meant as it is: python2, 2025.
      let hasFigure = scalars.contains { $0.properties.numericType != nil }
      let letters = hasFigure ? [] : Self.letters(scalars)
      let lengths = SimilarTags.shortestMistyped...SimilarTags.longestMistyped
      self.letters = lengths.contains(letters.count) ? letters : []
    }

    private static func letters(_ scalars: Substring.UnicodeScalarView) -> [UInt32] {
      scalars.flatMap { scalar -> [UInt32] in
        guard 0xAC00...0xD7A3 ~= scalar.value else { return [scalar.value] }
        let index = scalar.value - 0xAC00
        let final = index % 28
        return [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (final > 0 ? [0x11A7 + final] : [])
      }
    }

    /// The word, and the word without one letter after the first. Misspellings of a word share one of these forms.
    var neighbours: Set<String> {
      guard !letters.isEmpty else { return [] }
      var result: Set<String> = []
      for skipped in 1...letters.count {
        var scalars = String.UnicodeScalarView()
        for (index, letter) in letters.enumerated() where index != skipped {
          if let scalar = Unicode.Scalar(letter) { scalars.append(scalar) }
        }
        result.insert(parent + String(scalars))
      }
      return result
    }

    /// The words that this may be the plural of.
    var singulars: [String] {
      var result: [String] = []
      if key.hasSuffix("ies"), key.count > 5 { result.append(key.dropLast(3) + "y") }
      if key.hasSuffix("es"), key.count > 5 { result.append(String(key.dropLast(2))) }
      if key.hasSuffix("s"), key.count > 4, !key.hasSuffix("ss") { result.append(String(key.dropLast())) }
      if key.hasSuffix("들"), key.count > 2 { result.append(String(key.dropLast())) }
      return result
    }

    var plurals: [String] {
      guard let last = key.last, key.count > 3 || !last.isASCII else { return [] }
      if 0xAC00...0xD7A3 ~= last.unicodeScalars.first?.value ?? 0 { return [key + "들"] }
      guard last.isASCII, last.isLetter else { return [] }
      return [key + "s", key + "es"] + (last == "y" ? [key.dropLast() + "ies"] : [])
    }
  }
}
