import NoteHistory
import NoteMerging
import NoteModel
import NoteRepository

/// Merges notes that git left in conflict by the rules of notes, whether or not the merge driver is set up.
struct ConflictMerging {
  let files: any FileSystem
  let git: any GitClient

  /// Writes and adds the notes that merge cleanly; the others stay in conflict.
  ///
  /// - Throws: ``GitError``, ``RepositoryError``
  func merge(_ paths: [String]) throws {
    for path in paths.map({ NotePath(trusted: $0) }) where path.isMarkdown {
      let (base, ours, theirs) = try GitMerging(git).versions(of: path.string)
      // One side removed it: nothing decides between that and the changes of the other.
      guard let ours, let theirs, let current = try? files.read(path),
        let merged = NoteMerge(rules: .notes).merge(base: base, ours: ours, theirs: theirs),
        merged.isClean
      else { continue }
      if merged.bytes != current {
        try files.replace(path, expecting: current, with: merged.bytes)
      }
      _ = try git.output(.writing("add", paths: [path.string]))
    }
  }
}
