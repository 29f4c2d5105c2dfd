/// The names of all notes, for the parts of names that are typed: loaded once, asked at every key.
package struct NamesOfNotes: Sendable {
  private var names: [(note: Int, name: TypedName)] = []

  package init() {}

  /// - Parameters:
  ///   - name: One of possibly several names of the note.
  ///   - note: The note's number in the index.
  package mutating func add(_ name: String, of note: Int) {
    names.append((note, TypedName(name)))
  }

  /// The numbers of the notes that have a name with this part, the best match first, then as they were added.
  package func notes(matching part: NamePart) -> [Int] {
    let (order, best) = matches(of: part)
    return NamePart.Match.allCases.flatMap { match in order.filter { best[$0] == match } }
  }

  /// The numbers of the notes that have a name with this part, as they were added, and how well each matches.
  package func matches(of part: NamePart) -> (order: [Int], best: [Int: NamePart.Match]) {
    var best: [Int: NamePart.Match] = [:]
    var order: [Int] = []
    for (note, name) in names {
      guard let match = part.match(name) else { continue }
      if best[note] == nil { order.append(note) }
      best[note] = min(best[note] ?? match, match)
    }
    return (order, best)
  }
}
