/// The names of all notes, for the parts of names that are typed: loaded once, asked at every key.
///
/// All names stand in one array, one after the other: a hundred thousand notes are asked in a few milliseconds, where
/// an array for each name took six times as long.
package struct NamesOfNotes: Sendable {
  /// A note of which a name matches.
  package struct Hit: Sendable, Hashable {
    /// The note's number in the index.
    package let number: Int
    /// The best match of its names.
    package let match: NamePart.Match
    /// The number of links that lead to it.
    package let uses: Int
  }

  private struct Name: Sendable {
    /// The end of the note's keys.
    let end: UInt32
    /// The position of its note in ``notes``.
    let owner: UInt32
    /// Bit masks that exclude most names without reading them.
    let pairs: KeyPairs
  }

  private var keys: [UInt32] = []
  private var names: [Name] = []
  private var notes: [(number: Int, uses: Int)] = []
  private var owners: [Int: Int] = [:]

  package init() {}

  /// Adds a name of a note, which can have several.
  ///
  /// - Parameters:
  ///   - name: A name of the note.
  ///   - note: The note's number in the index.
  package mutating func add(_ name: String, of note: Int) {
    let owner = owners[note] ?? notes.count
    if owner == notes.count {
      owners[note] = owner
      notes.append((note, 0))
    }
    let start = keys.count
    TypedName.append(name, to: &keys)
    let pairs = KeyPairs(keys.span.extracting(start...))
    names.append(Name(end: UInt32(keys.count), owner: UInt32(owner), pairs: pairs))
  }

  /// Says how many links lead to a note; a note without a name is skipped.
  package mutating func setUses(_ count: Int, of note: Int) {
    if let owner = owners[note] { notes[owner].uses = count }
  }

  /// Returns the numbers of the notes that have a name with this part, the best match first, then as added.
  package func notes(matching part: NamePart, limit: Int = .max) -> [Int] {
    hits(of: part, limit: limit).map(\.number)
  }

  /// Returns the notes that have a name with this part: the best match first, then those with the most uses, then in
  /// the order in which they were added.
  ///
  /// - Parameters:
  ///   - part: The part of a name, or nil for all notes.
  ///   - limit: The largest number of notes.
  ///   - isFuzzy: True to add notes with other keys between those of the part, if only a few notes match.
  package func hits(of part: NamePart?, limit: Int, isFuzzy: Bool = false) -> [Hit] {
    ranking(of: part, limit: limit, isFuzzy: isFuzzy).hits
  }

  /// Returns the best matches, and the number of notes that match.
  package func ranking(of part: NamePart?, limit: Int, isFuzzy: Bool) -> (hits: [Hit], count: Int) {
    var best = BestNumbers(limit: limit)
    var found = matches(of: part)
    if isFuzzy, let part, found.count(where: { $0 != Self.nothing }) < Self.enough {
      addFuzzyMatches(of: part, to: &found)
    }
    for (owner, match) in found.enumerated() where match != Self.nothing {
      let uses = min(notes[owner].uses, 0xFF_FFFF)
      best.add(Int(match) << 56 | (0xFF_FFFF - uses) << 32 | owner)
    }
    let hits = best.numbers.compactMap { key in
      NamePart.Match(rawValue: key >> 56).map { match in
        let (number, uses) = notes[key & 0xFFFF_FFFF]
        return Hit(number: number, match: match, uses: uses)
      }
    }
    return (hits, found.count { $0 != Self.nothing })
  }

  private static let nothing = UInt8.max
  /// The number of matches that is enough. With fewer, all names are searched for the part with gaps.
  private static let enough = 10

  /// Returns the match of each note, by its position in ``notes``.
  private func matches(of part: NamePart?) -> [UInt8] {
    guard let part else {
      return [UInt8](repeating: UInt8(NamePart.Match.beginning.rawValue), count: notes.count)
    }
    var best = [UInt8](repeating: Self.nothing, count: notes.count)
    let all = keys.span
    var start = 0
    for name in names {
      let end = Int(name.end)
      if name.pairs.hasAll(of: part.pairs), let match = part.match(all.extracting(start..<end)) {
        let owner = Int(name.owner)
        best[owner] = min(best[owner], UInt8(match.rawValue))
      }
      start = end
    }
    return best
  }
}

extension NamesOfNotes {
  /// Adds notes that match only fuzzily. Notes with an exact match are skipped.
  private func addFuzzyMatches(of part: NamePart, to best: inout [UInt8]) {
    let fuzzy = UInt8(NamePart.Match.beginnings.rawValue)
    let all = keys.span
    var start = 0
    for name in names {
      let end = Int(name.end)
      let owner = Int(name.owner)
      if best[owner] >= fuzzy, let match = part.fuzzyMatch(all.extracting(start..<end)) {
        best[owner] = min(best[owner], UInt8(match.rawValue))
      }
      start = end
    }
  }
}

/// The smallest of many numbers.
private struct BestNumbers {
  fileprivate var kept: [Int] = []
  let limit: Int
  /// Numbers above it are not among the smallest.
  fileprivate var bound = Int.max

  mutating func add(_ number: Int) {
    guard number <= bound else { return }
    kept.append(number)
    // Many are sorted at once, so that each costs little, even if all are kept.
    if kept.count / 2 - 500 > limit { shorten() }
  }

  private mutating func shorten() {
    kept.sort()
    kept.removeSubrange(limit...)
    bound = kept.last ?? bound
  }

  /// The numbers in order, at most as many as the limit.
  var numbers: ArraySlice<Int> { kept.sorted().prefix(limit) }
}
