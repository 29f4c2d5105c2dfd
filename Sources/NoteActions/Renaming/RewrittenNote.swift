package import NoteModel

/// A note in which names of others are written anew, by its old path.
package struct RewrittenNote: Sendable {
  package let path: NotePath
  package let before: [UInt8]
  package let after: [UInt8]
  /// How many links, or tags, are other ones.
  package let count: Int
}
