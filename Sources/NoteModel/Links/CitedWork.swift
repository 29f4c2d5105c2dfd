package import ByteBasics
package import NoteSyntax

/// A work and the file of the repository that has it.
package struct KnownWork: Sendable, Hashable {
  package let file: NotePath
  package let entry: BibliographyEntry

  package init(file: NotePath, entry: BibliographyEntry) {
    self.file = file
    self.entry = entry
  }
}

/// Where a note cites a work.
package struct CitationRow: Sendable, Hashable {
  package let note: NotePath
  package let key: String
  /// False for a word in running text, which cites only what a bibliography has.
  package let isGrouped: Bool
  /// From 1.
  package let line: Int
  package let range: ByteRange

  package init(note: NotePath, key: String, isGrouped: Bool, line: Int, range: ByteRange) {
    self.note = note
    self.key = key
    self.isGrouped = isGrouped
    self.line = line
    self.range = range
  }
}
