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
