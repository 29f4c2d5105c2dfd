package import NoteModel

/// What happens to links when files get other names.
package struct LinkFixes: Sendable {
  /// A link that will lead elsewhere or nowhere, because it cannot be rewritten exactly.
  package struct LostLink: Sendable, Hashable {
    package let path: NotePath
    /// 1-based.
    package let line: Int
    package let destination: String
  }

  package internal(set) var unread: [UnreadCanvas] = []
  /// Links that led to no file or to several, and mean something else afterwards.
  package internal(set) var shifts: [LinkTargetChange] = []
  package internal(set) var notes: [RewrittenNote] = []
  package internal(set) var lost: [LostLink] = []

  package var linkCount: Int { notes.reduce(0) { $0 + $1.count } }
  package var noteCount: Int { notes.count { $0.count > 0 } }
}

/// A note in which names of others are written anew, by its old path.
package struct RewrittenNote: Sendable {
  package let path: NotePath
  package let before: [UInt8]
  package let after: [UInt8]
  /// How many links, or tags, are other ones.
  package let count: Int
}
