import ByteBasics
package import MarkdownFormatting
package import NoteHistory
import NoteModel
package import NoteRepository

/// A file as it is, and its formatted text.
package struct FormattedFile: Sendable {
  package let item: FileSelection.Item
  package let before: [UInt8]
  package let outcome: MarkdownFormatter.Outcome

  package var isChanged: Bool { outcome.bytes != before }

  /// Writes the change of a file that is in no repository, if it still holds the bytes that were read.
  package func write() throws(RepositoryError) {
    let files = LiveFileSystem(root: item.root, git: GitIndexLock(above: item.root))
    try files.replace(item.path, expecting: before, with: outcome.bytes)
  }

  /// Puts the change of a file of a repository into a transaction.
  package func change(in transaction: inout Transaction) {
    transaction.replace(item.path, expecting: before, with: outcome.bytes)
  }
}

extension NoteFormatting {
  /// Formats files on all cores, and hands over the result for each, in their order.
  package func format(_ items: [FileSelection.Item], _ use: (Result<FormattedFile, RepositoryError>) -> Void) {
    FileRound { _, bytes in format(bytes) }.run(items) { file in
      use(file.result.map { FormattedFile(item: file.item, before: $0.bytes, outcome: $0.value) })
    }
  }
}

/// The formatted form of the staged notes.
package struct StagedFormatting {
  package let changes: [(note: StagedNotes.Note, after: [UInt8])]
  private let git: any GitClient

  /// - Parameters:
  ///   - formatting: Formats a note.
  ///   - repository: The repository of the staged notes.
  ///   - git: The git client of the repository.
  ///   - patterns: Patterns of files that are not formatted.
  /// - Throws: ``GitError``
  package init(
    _ formatting: NoteFormatting, in repository: Repository, _ git: any GitClient, without patterns: [String]
  ) throws {
    self.git = git
    changes = try StagedNotes(in: git).notes.compactMap { note in
      if TreeScanner.ignores(note.path, in: repository, extraIgnores: patterns) { return nil }
      let after = formatting.format(note.bytes).bytes
      return after == note.bytes ? nil : (note: note, after: after)
    }
  }

  /// Adds the changes of files that contain the staged bytes to a transaction. A file that was edited after staging is
  /// not changed.
  package func change(_ transaction: inout Transaction, in workspace: Workspace) {
    for (note, after) in changes where (try? workspace.originals.read(note.path)) == note.bytes {
      transaction.replace(note.path, expecting: note.bytes, with: after)
    }
  }

  /// Stages the changes. The files come first: they can be brought back by `undo`.
  package func stage() throws {
    for (note, after) in changes { try StagedNotes.stage(note, after, in: git) }
  }
}
