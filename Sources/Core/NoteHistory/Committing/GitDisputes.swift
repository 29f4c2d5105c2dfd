import HostSystem
package import NoteModel

/// The commit that is checked out, and the commit of the files in the work tree: equal unless a conflict is open.
package struct GitWorkState: Sendable, Hashable {
  package let commit: String
  package let files: String

  package init(_ commit: String, files: String? = nil) {
    self.commit = commit
    self.files = files ?? commit
  }
}

/// The files with an open conflict. All other files are merged already.
///
/// The branch has the other side's version of these files, so the other side never receives a change without a decision.
/// The work tree has our version. Two commits outside of all branches store the versions for the decision: the first one
/// follows the commit of the branch and has the common ancestor of each file; the second one follows the first and has
/// our version. A decision is merged as by `git cherry-pick`.
///
/// The two commits belong to one work tree, and are ignored after another branch is checked out.
package struct GitDisputes: Sendable {
  package static let reference = "refs/worktree/sheaf/disputes"

  struct File: Sendable, Hashable {
    var path: NotePath
    /// The common ancestor; nil if there is none.
    var base: MergeTreeOutput.Entry?
    /// Our version; nil if we have removed the file.
    var ours: MergeTreeOutput.Entry?

    /// True for a file of the other side that cannot be written here.
    var isUnwritable: Bool { base == nil && ours == nil }
  }

  let files: [File]
  /// The commit with the common ancestors.
  package let base: String
  package let state: GitWorkState

  /// Returns the paths of the files in a folder of the work tree, relative to the folder.
  ///
  /// - Parameter prefix: The path of the folder, with a slash at its end; empty for the root.
  package func paths(below prefix: String) -> Set<NotePath> {
    Set(
      files.map(\.path.string).filter { $0.hasPrefix(prefix) }.map {
        NotePath(trusted: String($0.dropFirst(prefix.count)))
      })
  }

  /// Makes the commits that keep files.
  ///
  /// - Parameter git: In the root of the work tree.
  init(_ files: [File], on commit: String, in git: any GitClient) throws(GitError) {
    self.files = files
    func own(_ version: KeyPath<File, MergeTreeOutput.Entry?>, on parent: String) throws(GitError) -> String {
      let entries = Dictionary(files.map { ($0.path, $0[keyPath: version]) }, uniquingKeysWith: { $1 })
      return try git.ownCommit(of: git.tree(parent, replacing: entries), on: parent)
    }
    base = try own(\.base, on: commit)
    state = GitWorkState(commit, files: try own(\.ours, on: base))
  }

  /// Reads the stored conflicts. Nil without conflicts, and for conflicts of another branch.
  package init?(in git: any GitClient) throws(GitError) {
    // Mostly there is none. Git keeps a reference of one work tree in a file, or all references in a table.
    let folder = try git.output(.asking(.revParse, "--absolute-git-dir")).text
    guard [Self.reference, "reftable"].contains(where: { access(folder + "/" + $0, F_OK) == 0 }) else { return nil }
    let list = try git.run(.reading("rev-list", "--max-count=3", "--first-parent", Self.reference))
    let commits = list.output.text.split(separator: "\n").map(String.init)
    guard list.isSuccess, commits.count == 3,
      try git.succeeds(.reading("merge-base", "--is-ancestor", commits[2], "HEAD"))
    else { return nil }
    func entry(_ content: GitTreeChange.Content?) -> MergeTreeOutput.Entry? {
      guard case .file(let object, let isExecutable)? = content else { return nil }
      return MergeTreeOutput.Entry(mode: isExecutable ? "100755" : "100644", object: object)
    }
    let ours = try GitTreeChange.between(commits[1], commits[0], in: git)
    // A file that our commit has not changed is decided: the version of the other side counts.
    let known = Set(ours.map(\.path))
    let others = try GitTreeChange.between(commits[2], commits[0], in: git).filter { !known.contains($0.path) }
    files =
      ours.map { File(path: NotePath(trusted: $0.path), base: entry($0.before), ours: entry($0.after)) }
      + others.map { File(path: NotePath(trusted: $0.path), base: entry($0.after), ours: entry($0.after)) }
    guard !files.isEmpty else { return nil }
    base = commits[1]
    state = GitWorkState(commits[2], files: commits[0])
  }

  /// The files of the other side that cannot be written here, because of their names or of files in their way.
  package var unwritable: [String] { files.filter(\.isUnwritable).map(\.path.string) }

  /// Returns the conflicts on a commit, together with new files of the other side that stay out of the work tree.
  ///
  /// - Parameters:
  ///   - left: The new files: each stays as it is here, if it is a file here.
  ///   - known: The conflicts that are open already.
  /// - Returns: The state of the work tree, and the conflicts to merge. Unwritable files are tried again.
  package static func leaving(
    _ left: [NotePath], besides known: GitDisputes?, on commit: String, root: String, in git: any GitClient
  ) throws(GitError) -> (former: GitWorkState, now: GitDisputes?) {
    let old = try known?.files(on: commit, in: git) ?? []
    guard !left.isEmpty || old.contains(where: \.isUnwritable) else {
      return (try known?.on(commit, in: git).state ?? GitWorkState(commit), known)
    }
    // A file that git ignores is never stored.
    let present = left.filter { isThere($0, in: root) }
    let others = GitCommand.reading("ls-files", "--others", "--exclude-standard", "-z")
    let seen = Set(try git.texts(others, about: present.map(\.string)))
    let stored = present.filter { seen.contains($0.string) }
    let objects = try GitWorkTreeContents(git).storedNames(of: stored, isWritten: true)
    let new = left.map { File(path: $0, ours: objects[$0].map { MergeTreeOutput.Entry(mode: "100644", object: $0) }) }
    let former = old.filter { !left.contains($0.path) }
    let now = former.filter { !$0.isUnwritable } + new
    return (
      try GitDisputes(former + new, on: commit, in: git).state,
      try now.isEmpty ? nil : GitDisputes(now, on: commit, in: git)
    )
  }

  /// Returns the files by the names that they have in a later commit.
  func files(on commit: String, in git: any GitClient) throws(GitError) -> [File] {
    guard commit != state.commit else { return files }
    let renames = try GitRenames(since: state.commit, to: commit, in: git)
    return files.map { file in
      var file = file
      file.path = renames.newPath(of: file.path)
      return file
    }
  }

  /// Returns the conflicts on a later commit.
  package func on(_ commit: String, in git: any GitClient) throws(GitError) -> GitDisputes {
    try commit == state.commit ? self : GitDisputes(files(on: commit, in: git), on: commit, in: git)
  }

  /// Returns the conflicts with other common ancestors.
  func replacing(_ bases: [NotePath: MergeTreeOutput.Entry], in git: any GitClient) throws(GitError) -> GitDisputes {
    guard !bases.isEmpty else { return self }
    let files = files.map { file in
      var file = file
      file.base = bases[file.path] ?? file.base
      return file
    }
    return try GitDisputes(files, on: state.commit, in: git)
  }

  /// Returns the disputes with our current versions in the work tree, on the commit that is checked out, together with
  /// the state of the work tree. The state is a different one if the user has renamed a note.
  ///
  /// - Parameter read: Returns the bytes of a file of the work tree.
  package func renewed(
    in git: any GitClient, root: String, read: (NotePath) -> [UInt8]?
  ) throws -> (former: GitWorkState, now: GitDisputes) {
    let head = try git.output(.reading("rev-parse", "--verify", "HEAD")).text
    var files = try files(on: head, in: git)
    // The file in the place of an unwritable one may be one that git ignores.
    let present = files.filter { !$0.isUnwritable }.map(\.path).filter { Self.isThere($0, in: root) }
    // Our version stays as it was where git cannot make an object of the file.
    let names = try GitWorkTreeContents(git).storedNames(of: present, isWritten: true)
    for place in files.indices {
      let former = files[place].ours ?? files[place].base
      guard let name = names[files[place].path] else { continue }
      files[place].ours = MergeTreeOutput.Entry(mode: former?.mode ?? "100644", object: name)
    }
    let isKnown = head == state.commit && files == self.files
    let known = try isKnown ? self : GitDisputes(files, on: head, in: git)
    let gone = files.indices.filter { !present.contains(files[$0].path) && files[$0].ours != nil }
    guard !gone.isEmpty else { return (known.state, known) }
    let renamed = try Self.renamed(gone.map { files[$0] }, in: git, read)
    let objects = try GitWorkTreeContents(git).storedNames(of: Array(renamed.values), isWritten: true)
    var edits: [NotePath: MergeTreeOutput.Entry?] = [:]
    for place in gone {
      let path = files[place].path
      guard let name = renamed[path] else {
        files[place].ours = nil
        continue
      }
      guard let object = objects[name] else { continue }
      files[place].path = name
      files[place].ours = files[place].ours.map { MergeTreeOutput.Entry(mode: $0.mode, object: object) }
      let theirs = try GitObjects(git).files(of: head, paths: [path.string]).first?.object
      edits.updateValue(nil, forKey: path)
      if let theirs { edits.updateValue(MergeTreeOutput.Entry(mode: "100644", object: theirs), forKey: name) }
    }
    guard edits.contains(where: { $0.value != nil }) else {
      return (known.state, try GitDisputes(files, on: head, in: git))
    }
    let tree = try git.tree(head, replacing: edits)
    let words = edits.compactMap { $0.value == nil ? nil : $0.key.string }.sorted().joined(separator: ", ")
    let commit = try git.commit(tree, parents: [head], message: "Rename \(words)\n")
    return (known.state, try GitDisputes(files, on: commit, in: git))
  }

  /// Stores the disputes on the commit that is checked out.
  package func keep(in git: any GitClient) throws(GitError) {
    _ = try git.output(.writing("update-ref", "-m", "sync", Self.reference, state.files))
  }

  /// Returns false only if there is certainly no file: an unreadable folder may contain one. A file below a symbolic link
  /// is another file.
  private static func isThere(_ path: NotePath, in root: String) -> Bool {
    var status = stat()
    for folder in path.ancestors
    where lstat(root + "/" + folder.string, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR {
      return false
    }
    guard lstat(root + "/" + path.string, &status) == 0 else {
      return ![ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno)
    }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the new files of notes that the user has renamed, by the former paths.
  private static func renamed(
    _ files: [File], in git: any GitClient, _ read: (NotePath) -> [UInt8]?
  ) throws(GitError) -> [NotePath: NotePath] {
    let former = files.compactMap { file in
      file.ours.flatMap { file.path.isMarkdown ? (path: file.path.string, object: $0.object) : nil }
    }
    guard !former.isEmpty else { return [:] }
    let new = try git.output(.reading("ls-files", "--others", "--exclude-standard", "-z")).texts
      .map { NotePath(trusted: $0) }.filter(\.isMarkdown)
    let texts = new.compactMap { path in read(path).map { (path, $0) } }
    let moves = try GitRenames.moves(from: Array(GitWorkTreeContents(git).contents(of: former)), to: texts)
    // A note that leaves an encrypted folder is not renamed here: sync asks before git stores clear text.
    let filtered = try GitFilters(git).names(of: moves.flatMap { [$0.0.string, $0.1.string] })
    return Dictionary(uniqueKeysWithValues: moves.filter { filtered[$0.0] == nil || filtered[$0.1] != nil })
  }
}
