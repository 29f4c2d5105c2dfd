extension Link {
  /// `[[text|note]]` read the other way round: the note behind the bar, with the words before it.
  package var reversed: Link? {
    guard kind == .wiki, let text, let range else { return nil }
    let (name, fragment) = splitFragment(text)
    let end = range.upperBound - 2
    return Link(
      kind: kind, range: range, destinationRange: ByteRange(end - text.utf8.count, end),
      destination: trimmedSpaces(name), fragment: fragment, text: destination, line: line)
  }
}
