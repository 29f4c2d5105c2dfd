package import NoteModel

/// A copy that a synchronisation program created when two computers changed a file. The copy is no separate note.
package struct ConflictCopy: Sendable, Hashable {
  package let path: NotePath
  /// The file that it is a copy of, which is there.
  package let original: NotePath

  package init(path: NotePath, original: NotePath) {
    self.path = path
    self.original = original
  }

  /// - Returns: nil for a path that is no copy of a note that `exists`.
  package init?(_ path: NotePath, exists: (NotePath) -> Bool) {
    guard let name = ConflictCopyName.original(of: String(path.fileName)) else { return nil }
    let original = path.folder?.appending(name) ?? NotePath(trusted: name)
    guard original.isMarkdown, exists(original) else { return nil }
    self.init(path: path, original: original)
  }
}

extension FileTable {
  /// Returns the files that are no conflict copies, and the copies. `root` is an absolute path.
  func partingConflictCopies(in root: String) -> (files: FileTable, copies: [ConflictCopy]) {
    // Of most repositories no name holds one of the words, which one search tells.
    guard ConflictCopyName.hints.contains(where: { holds($0) }) else { return (self, []) }
    let copies = compactMap { file in
      ConflictCopy(file.path) { fileExists(root + "/" + $0.string) }
    }
    guard !copies.isEmpty else { return (self, []) }
    let paths = Set(copies.map(\.path))
    return (FileTable(filter { !paths.contains($0.path) }), copies)
  }
}
