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

/// A citation of a work in a note.
package struct CitationRow: Sendable, Hashable {
  package let note: NotePath
  package let key: String
  /// False for a word in running text, which cites only works of a bibliography.
  package let isGrouped: Bool
  /// The 1-based line.
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

extension [KnownWork] {
  /// Returns the work of one key that a note cites: the first in a bibliography that it names, otherwise the first.
  ///
  /// - Parameters:
  ///   - path: The path of the note.
  ///   - bibliographies: The note's field `bibliography`: paths from its folder, or from the root.
  package func cited(from path: NotePath, naming bibliographies: [String]) -> KnownWork? {
    guard count > 1, !bibliographies.isEmpty else { return first }
    let files = bibliographies.flatMap { NotePath.bibliographies(named: $0, from: path) }
    return files.lazy.compactMap { file in first { $0.file == file } }.first ?? first
  }
}

extension NotePath {
  /// Returns the files inside the repository that a note may mean by a path in its field `bibliography`.
  package static func bibliographies(named text: String, from note: NotePath) -> [NotePath] {
    let folder = note.folder.map { $0.string + "/" } ?? ""
    return text.hasPrefix("/") ? [] : [NotePath(folder + text), NotePath(text)].compactMap(\.self)
  }
}

extension Document {
  /// The files in the note's field `bibliography`, as pandoc reads it: a path or a list of them.
  package var bibliographies: [String] {
    frontMatter?.entries.first { FieldCatalogue.folded($0.key) == "bibliography" }?.value.scalarTexts ?? []
  }
}
