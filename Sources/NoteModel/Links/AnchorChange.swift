import ByteBasics

/// What the links into a note can point to, before its text changes and after: the same headings and blocks,
/// perhaps by other names.
package struct AnchorChange: Sendable {
  private let before: NoteAnchors
  private let after: NoteAnchors

  /// - Returns: nil where a heading or a block came or went.
  package init?(from before: NoteAnchors, to after: NoteAnchors) {
    guard before.headingCount == after.headingCount, before.blockCount == after.blockCount else {
      return nil
    }
    self.before = before
    self.after = after
  }

  /// True where a link leads to the same place of the note afterwards, by the same words, or never led to any.
  package func keeps(_ fragment: String, isWiki: Bool) -> Bool {
    guard let place = before.place(of: fragment, isWiki: isWiki) else { return true }
    return after.place(of: fragment, isWiki: isWiki) == place
  }

  /// True where `new` leads afterwards to where `old` led.
  package func leads(_ new: String, whereLed old: String, isWiki: Bool) -> Bool {
    guard let place = before.place(of: old, isWiki: isWiki) else { return new == old }
    return after.place(of: new, isWiki: isWiki)?.target == place.target
  }

  /// What a link has to say instead of `fragment`, unencoded, the likest to it first.
  package func fragments(insteadOf fragment: String, isWiki: Bool) -> [String] {
    if let range = DendronRange(fragment),
      before.place(of: fragment, isWiki: isWiki) == before.place(of: range.start, isWiki: isWiki)
    {
      return fragments(insteadOf: range.start, isWiki: isWiki).map { $0 + range.rest }
    }
    guard let place = before.place(of: fragment, isWiki: isWiki) else { return [] }
    let parts = percentDecoded(fragment).split(separator: "#").map(String.init)
    let all: [String]
    switch place.target {
    case .element: all = []
    case .block(let position):
      let outer = parts.dropLast().map { $0 + "#" }.joined()
      all = [outer + "^" + after.name(ofBlock: position)]
    case .heading(let position):
      let anchor = after.anchor(ofHeading: position)
      let same = place.path.isEmpty ? [] : [renamed(parts, place.path)]
      let whole = joined(after.path(toHeading: position))
      all = same + (isWiki ? [linkable(position), whole, anchor] : [anchor, whole])
    }
    return all.filter { leads($0, whereLed: fragment, isWiki: isWiki) }
  }

  /// The same path with the headings' new names; those that keep theirs stay as they are written.
  private func renamed(_ parts: [String], _ path: [Int]) -> String {
    zip(parts, path).map { part, position in
      before.title(ofHeading: position) == after.title(ofHeading: position)
        ? part : linkable(position)
    }.joined(separator: "#")
  }

  private func joined(_ path: [Int]) -> String {
    path.map { linkable($0) }.joined(separator: "#")
  }

  /// The text of a heading without what would end a link.
  private func linkable(_ position: Int) -> String {
    after.title(ofHeading: position).split { "[]|#^\\ \n\t".contains($0) }.joined(separator: " ")
  }
}
