package import NoteModel

/// Commits only the given files, whatever other files the user has staged.
package struct GitCommitter: Sendable {
  private let git: any GitClient

  package init(_ git: any GitClient) { self.git = git }

  /// Commits the current content of files in one commit, without ignored files.
  ///
  /// Changes of other files that the user has staged stay staged.
  ///
  /// - Parameters:
  ///   - paths: The new, changed and removed files, relative to the folder that git runs in.
  ///   - message: The whole commit message.
  /// - Returns: False if there was nothing to commit.
  /// - Throws: ``GitRefusal`` if another operation is under way; ``GitError``
  package func commit(_ paths: [String], message: String) throws -> Bool {
    guard !paths.isEmpty else { return false }
    if let operation = try GitOperation.underWay(in: git) { throw GitRefusal.underWay(operation) }
    try refuseStaged { try stagedPaths(among: paths) }
    let new = try git.texts(.writing("ls-files", "--others", "--exclude-standard", "-z"), about: paths)
    if !new.isEmpty {
      // A partial commit accepts only files that git tracks.
      _ = try git.output(
        .writing(
          "add", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul",
          input: Self.list(new)))
    }
    do {
      return try commitKnown(paths, message)
    } catch {
      // Git did not track the new files before: the index of git is restored.
      try? unstage(new)
      throw error
    }
  }

  /// Throws an error if the user has staged a file.
  ///
  /// `git commit` moves the branch before it writes the index, and the git of a killed process goes on by itself. Files
  /// that look staged are therefore checked again, for a second at most.
  ///
  /// - Throws: ``GitRefusal/staged(_:)``
  package func refuseStaged(_ paths: () throws -> [String]) throws {
    for pause in GitPatience.pauses {
      if try paths().isEmpty { return }
      pause()
    }
    let staged = try paths()
    guard staged.isEmpty else { throw GitRefusal.staged(staged) }
  }

  /// Returns the paths that the user has staged among these files; among all if none are given.
  ///
  /// - Parameter commit: The commit that the index is compared with; nil is the last one.
  package func stagedPaths(among paths: [String] = [], since commit: String? = nil) throws(GitError) -> [String] {
    let tree = if let commit { commit } else { try GitRevision.headTree(in: git) }
    return try git.texts(
      .reading(
        "diff-index", "--cached", "--ita-invisible-in-index", "--name-only", "--no-renames",
        "--relative", "-z", tree), about: paths)
  }

  /// Removes files from the next commit without changing them.
  package func unstage(_ paths: [String]) throws(GitError) {
    guard !paths.isEmpty else { return }
    _ = try git.output(
      .writing("reset", "--quiet", "--pathspec-from-file=-", "--pathspec-file-nul", input: Self.list(paths)))
  }

  private func commitKnown(_ paths: [String], _ message: String) throws -> Bool {
    let known = try git.texts(.reading("ls-files", "-z"), about: paths)
    guard !known.isEmpty else { return false }
    let outcome = try git.run(
      .writing(
        "commit", "--only", "--quiet", "--message=" + message, "--pathspec-from-file=-",
        "--pathspec-file-nul", input: Self.list(known)))
    if outcome.isSuccess { return true }
    if outcome.output.text.contains("nothing to commit") || outcome.output.text.contains("no changes added")
      || outcome.output.text.contains("nothing added to commit")
    {
      return false
    }
    if GitRefusal.isAboutIdentity(outcome.errors) { throw GitRefusal.noIdentity }
    throw GitRefusal.commitRefused(said: outcome.errors + outcome.output.text)
  }

  private static func list(_ paths: [String]) -> [UInt8] { paths.flatMap { Array($0.utf8) + [0] } }
}

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
    let lines = try git.texts(.reading("ls-files", "--stage", "-z"), about: paths) { line in
      String(line.split(separator: "\t", maxSplits: 1).last ?? "")
    }
    let entries = lines.compactMap { line -> (path: String, mode: String, object: String)? in
      guard let tab = line.firstIndex(of: "\t") else { return nil }
      let words = line[..<tab].split(separator: " ").map(String.init)
      guard words.count == 3, words[0].hasPrefix("100"), words[2] == "0" else { return nil }
      return (String(line[line.index(after: tab)...]), words[0], words[1])
    }
    let contents = try GitObjects(git).contents(of: entries.map(\.object))
    notes = entries.compactMap { entry in
      contents[entry.object].map { Note(path: NotePath(trusted: entry.path), bytes: $0, mode: entry.mode) }
    }
  }

  package var contents: [NotePath: [UInt8]] {
    Dictionary(notes.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
  }

  /// Stages another content of a note for the next commit without changing its file.
  ///
  /// - Throws: ``GitError``
  package static func stage(_ note: Note, _ bytes: [UInt8], in git: any GitClient) throws(GitError) {
    let object = try git.output(.writing("hash-object", "-w", "--stdin", "--no-filters", input: bytes)).text
    let prefix = try git.output(.asking(.revParse, "--show-prefix")).text
    let line = "\(note.mode) \(object)\t\(prefix)\(note.path)\0"
    _ = try git.output(.writing("update-index", "-z", "--index-info", input: Array(line.utf8)))
  }
}
