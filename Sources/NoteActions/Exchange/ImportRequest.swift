package import NoteInterchange
package import NoteModel

/// What is imported, and where it goes.
package struct ImportRequest: Sendable {
  package let format: ImportFormat
  package let source: ImportSource
  package let options: ImportOptions
  /// The folder of all notes; nil for those of the configuration, by kind.
  package let folder: NotePath?
  /// Whether notes that were imported before and not changed since are brought up to date.
  package let updates: Bool

  package init(
    format: ImportFormat, source: ImportSource, options: ImportOptions, folder: NotePath?,
    updates: Bool
  ) {
    self.format = format
    self.source = source
    self.options = options
    self.folder = folder
    self.updates = updates
  }
}

/// What an import did, or would do.
package struct ImportReport: Sendable {
  package struct Entry: Sendable, Hashable {
    package let path: NotePath
    package let position: ImportPosition
  }

  package var created: [Entry] = []
  package var updated: [Entry] = []
  /// Notes that were imported before and are left as they are.
  package var unchanged = 0
  package var attachments = 0
  package var problems: [ImportProblem] = []

  package init() {}

  package var isEmpty: Bool { created.isEmpty && updated.isEmpty }
}
