/// A commit with the files that it changed.
package struct GitCommit: Sendable, Hashable {
  package let id: String
  package let parents: [String]
  /// When its author wrote it, in seconds since the epoch.
  package let seconds: Int
  package let author: String
  package let subject: String
  package var changes: [GitFileChange] = []

  package var shortID: String { String(id.prefix(7)) }
}

/// What a commit did to one file; paths count from the folder that git runs in.
package struct GitFileChange: Sendable, Hashable {
  package enum Kind: Sendable {
    case added, modified, removed, renamed
  }

  package let kind: Kind
  package let path: String
  /// The name that it had before, of one that was renamed.
  package let formerPath: String?
  /// Object names of the contents before and after; nil where there was none, or where a merge has several.
  package let before: String?
  package let after: String?
}
