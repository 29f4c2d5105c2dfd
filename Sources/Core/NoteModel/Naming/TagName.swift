import NoteSyntax

/// A tag: `home`, `work/client`, without `#`. Levels are separated by `/`.
package struct TagName: Hashable, Sendable {
  /// The name as written, without a leading `#`.
  package let string: String

  /// Reads a tag name. Nil for an empty name, and for brackets alone, which remain of a list that is being typed.
  package init?(_ text: some StringProtocol) {
    let trimmed = Substring(text).drop { $0 == "#" || $0 == " " }
    guard trimmed.contains(where: { !"[]{},".contains($0) }) else { return nil }
    guard let last = trimmed.lastIndex(where: { $0 != " " && $0 != "/" }) else { return nil }
    string = String(trimmed[...last])
  }

  /// More levels than these are no levels of their own: each would have pages with all those above it.
  package static let levelLimit = 32

  /// Returns the levels of a name, up to the limit.
  package static func levels(of name: String) -> ArraySlice<Substring> {
    name.split(separator: "/", maxSplits: levelLimit).prefix(levelLimit)
  }

  /// Creates a name that was taken from a tag.
  package init(trusted string: String) { self.string = string }

  /// True if `#name` in a text is read as this tag and not as a shorter one.
  package var isWritable: Bool { Document(parsing: Array("#\(string)\n".utf8)).tags.map(\.name) == [string] }

  /// Returns true for this tag itself and for every tag below it in the hierarchy.
  package func covers(_ other: TagName) -> Bool {
    other.string == string || other.string.utf8.starts(with: (string + "/").utf8)
  }
}

extension TagName: Comparable, CustomStringConvertible {
  package static func < (left: TagName, right: TagName) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  package var description: String { string }
}
