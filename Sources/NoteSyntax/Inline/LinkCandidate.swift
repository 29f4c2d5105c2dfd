import ByteBasics

/// Bytes that look like a link, before cmark is asked whether they are one.
struct LinkCandidate {
  enum Form {
    /// `[text](destination)`, `![alt](destination)`
    case inline
    /// `[text][label]`, `[label][]`, `[label]`
    case reference
    /// `<https://…>`, `<foo@bar.com>`
    case autolink
    case bareURL, email, telephone
    case wiki, embed
  }

  let form: Form
  let range: ByteRange
  /// As written, without `<>`; the label for a reference.
  let destinationRange: ByteRange
  /// What is between the brackets, or after the `|` of a wiki link.
  let textRange: ByteRange?
  let isImage: Bool

  init(
    form: Form, range: ByteRange, destinationRange: ByteRange, textRange: ByteRange? = nil,
    isImage: Bool = false
  ) {
    self.form = form
    self.range = range
    self.destinationRange = destinationRange
    self.textRange = textRange
    self.isImage = isImage
  }
}

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
