import ByteBasics

extension Link {
  /// `[[#heading]]`, `[text](#anchor)`
  package var leadsIntoItsNote: Bool { destination.isEmpty && fragment != nil }

  /// The destination and what follows it after `#`.
  package var written: String { fragment.map { destination + "#" + $0 } ?? destination }

  /// `[[text|note]]` read the other way round: its text is where it leads. nil for a link without a text, and for other kinds.
  package var reversed: Link? {
    guard kind == .wiki || kind == .embed, let text, let range else { return nil }
    let (path, part) = splitFragment(text)
    let end = range.upperBound - 2
    return Link(
      kind: kind, range: range, destinationRange: ByteRange(end - text.utf8.count, end),
      destination: trimmedSpaces(path), fragment: part, text: written, line: line)
  }

  /// What a reader sees of it: its text, else where it leads.
  package var shown: String {
    text ?? fragment.map { $0.isEmpty ? destination : $0 } ?? destination
  }
}
