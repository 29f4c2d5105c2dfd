import NoteActions
import NoteIndex
import NoteModel
import NoteRepository

extension CommandContext {
  /// The notes that the user's word names: a note, all notes of a folder, or those that match a query such as `tag:work`.
  ///
  /// - Returns: Never empty.
  /// - Throws: Where nothing is found.
  func notes(_ word: String, in workspace: Workspace) throws -> [NotePath] {
    if let path = workspace.repository.path(of: word, relativeTo: workingDirectory),
      workspace.files.isFolder(path)
    {
      let found = try workspace.index.files(below: path).filter(\.isMarkdown)
      guard !found.isEmpty else { throw NothingInFolder(path: path) }
      return found
    }
    do {
      return [try note(word, in: workspace)]
    } catch let error as NoteLookupError {
      guard case .notFound = error, isQuery(word, in: workspace) else { throw error }
      let found = try notes(where: word, in: workspace)
      guard !found.isEmpty else { throw error }
      return found
    }
  }

  /// The notes of several words, each once.
  func notes(_ words: [String], in workspace: Workspace) throws -> [NotePath] {
    try words.flatMap { try notes($0, in: workspace) }.uniqued()
  }

  /// True for a term with a key that is known, and for a saved query: `tag:work`, `@urgent`.
  func isQuery(_ word: String, in workspace: Workspace) -> Bool {
    if word.hasPrefix("@") {
      return workspace.configuration.table("views")[String(word.dropFirst())] != nil
    }
    guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else { return false }
    let key = word[..<colon].drop { $0 == "-" }.lowercased()
    return QueryWords.keys.contains(key) || FieldCatalogue.field(typed: key) != nil
      || ((try? workspace.index.fieldKeys()) ?? []).contains(key)
  }
}
