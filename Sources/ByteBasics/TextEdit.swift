/// One change of a file's bytes: the only way in which Sheaf changes a note.
package struct TextEdit: Hashable, Sendable {
  package let range: ByteRange
  package let replacement: [UInt8]

  package init(range: ByteRange, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  package init(range: ByteRange, replacement: String) {
    self.init(range: range, replacement: Array(replacement.utf8))
  }
}
