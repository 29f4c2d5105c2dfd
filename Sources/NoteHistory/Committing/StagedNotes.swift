package import NoteModel

/// The notes that the next commit changes, as it will have them.
package struct StagedNotes: Sendable {
  package struct Note: Sendable {
    package let path: NotePath
    package let bytes: [UInt8]
    /// The file's mode as git writes it: `100644`.
    package let mode: String
  }

  package let notes: [Note]

  /// - Throws: ``GitError``
  package init(in git: any GitClient) throws(GitError) {
    let paths = try git.output(
      .reading(
        "diff-index", "--cached", "--ita-invisible-in-index", "--name-only", "--no-renames",
        "--diff-filter=AM", "--relative",
        "-z", try GitRevision.headTree(in: git))
    ).texts.filter { NotePath(trusted: $0).isMarkdown && NotePath($0)?.string == $0 }
    guard !paths.isEmpty else {
      notes = []
      return
    }
    // MODE OBJECT STAGE TAB PATH
    let lines = try git.output(.reading("ls-files", "--stage", "-z", paths: paths)).texts
    let entries = lines.compactMap { line -> (path: String, mode: String, object: String)? in
      guard let tab = line.firstIndex(of: "\t") else { return nil }
      let words = line[..<tab].split(separator: " ").map(String.init)
      guard words.count == 3, words[0].hasPrefix("100"), words[2] == "0" else { return nil }
      return (String(line[line.index(after: tab)...]), words[0], words[1])
    }
    let contents = try GitObjects(git).contents(of: entries.map(\.object))
    notes = entries.compactMap { entry in
      contents[entry.object].map {
        Note(path: NotePath(trusted: entry.path), bytes: $0, mode: entry.mode)
      }
    }
  }

  package var contents: [NotePath: [UInt8]] {
    Dictionary(notes.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
  }

  /// Puts another content of a note into the next commit; its file stays as it is.
  ///
  /// - Throws: ``GitError``
  package static func stage(
    _ note: Note, _ bytes: [UInt8], in git: any GitClient
  ) throws(GitError) {
    let object = try git.output(
      .writing("hash-object", "-w", "--stdin", "--no-filters", input: bytes)
    ).text
    let prefix = try git.output(.asking(.revParse, "--show-prefix")).text
    let line = "\(note.mode) \(object)\t\(prefix)\(note.path)\0"
    _ = try git.output(.writing("update-index", "-z", "--index-info", input: Array(line.utf8)))
  }
}
