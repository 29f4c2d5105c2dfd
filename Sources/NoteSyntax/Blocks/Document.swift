package import ByteBasics

/// A Markdown file with its front matter: the bytes, and where everything in them is.
///
/// Every byte sequence is a document. `source.bytes` is always the file, byte for byte; a change is a
/// ``TextEdit`` on it, never a tree written back.
package struct Document: Sendable {
  package let source: SourceBuffer
  /// Nil where the file has none.
  package let frontMatter: FrontMatter?
  /// What cmark reads: everything after the front matter.
  package let body: ByteRange
  /// In the order of the file.
  package let blocks: [Block]
  package let headings: [Heading]
  package let links: [Link]
  package let checkboxes: [Checkbox]
  package let tags: [TagOccurrence]
  package let blockIdentifiers: [BlockIdentifier]
  /// What CommonMark does not know besides links and tags: comments, mathematics, marked text, callouts …
  package let marks: [InlineMark]
  /// The comments among the marks; none is in another.
  let comments: [ByteRange]
  /// `key:: value` in the body.
  package let fields: [BodyField]
  package let diagnostics: [Diagnostic]
}
