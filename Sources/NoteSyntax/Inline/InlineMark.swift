package import ByteBasics

/// Something in the body that CommonMark does not know: other programs give it a meaning, and so does Sheaf.
package struct InlineMark: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// `%%…%%`: no text at all.
    case comment
    /// `$…$` or `$$…$$`, kept exactly.
    case mathematics(isDisplay: Bool)
    /// The `==` before marked text and the one after it.
    case highlightStart, highlightEnd
    /// `^[…]` with the range of its text, in which other marks and links may be.
    case footnote(text: ByteRange)
    /// `{#id .class}` at the end of a heading, `{: …}` there or on a line of its own.
    case attributes
    /// What is before the value of a field, and what is after it.
    case fieldStart(BodyField.Form), fieldEnd(BodyField.Form)
    /// `[!kind]` at the head of a quote, with its `+` or `-` and the blanks after it.
    case callout(kind: String, fold: CalloutFold?)
  }

  package let kind: Kind
  package let range: ByteRange

  package init(_ kind: Kind, _ range: ByteRange) {
    self.kind = kind
    self.range = range
  }

  /// Nothing of it is shown to a reader.
  package var isHidden: Bool { kind == .comment || kind == .attributes }
}

/// How a callout with a fold mark begins.
package enum CalloutFold: Sendable, Hashable {
  /// `+`
  case open
  /// `-`
  case closed
}

/// A `key:: value` in the body.
package struct BodyField: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// `key:: value` is a whole line.
    case line
    /// `[key:: value]`
    case brackets
    /// `(key:: value)`, which shows its value alone.
    case parentheses
  }

  package let form: Form
  /// As written, without the marks of emphasis around it.
  package let key: String
  package let value: String
  /// From the first byte of the key or its bracket to the end of the value or its bracket.
  package let range: ByteRange

  package init(form: Form, key: String, value: String, range: ByteRange) {
    self.form = form
    self.key = key
    self.value = value
    self.range = range
  }
}
