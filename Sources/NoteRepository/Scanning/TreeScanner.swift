import Glibc
package import NoteModel

/// Finds every file of a repository: notes and attachments, with what tells whether they changed.
///
/// Hidden folders, ignored files, published sites, sockets, pipes and devices are passed over. A symbolic link counts
/// where it leads to a file inside the repository; links to folders are not followed, so loops cannot be.
///
/// The folders are listed by one thread, in the order of the paths; then several ask the system about the files,
/// which takes most of the time.
package enum TreeScanner {
  /// What a scan found.
  package struct Result: Sendable {
    package let files: FileTable
    /// Paths from the root of the folders that were looked into, the root among them.
    package let folders: [String]
    /// Folders that could not be read.
    package let problems: [RepositoryError]
  }

  /// Scans a repository.
  ///
  /// `extraIgnores` are the patterns of the configuration's `ignore`.
  package static func scan(_ repository: Repository, extraIgnores: [String] = []) -> Result {
    var rules = IgnoreRules()
    for file in GitExcludes.files(root: repository.root, places: repository.places) {
      if let bytes = try? readFile(file) { rules = rules.adding(bytes, folder: []) }
    }
    rules = rules.adding(Array(extraIgnores.joined(separator: "\n").utf8), folder: [])
    let descriptor = unsafe open(repository.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return Result(files: FileTable(), folders: [], problems: [.last(.list, repository.root)])
    }
    defer { close(descriptor) }
    var walk = TreeWalk(root: repository.root, descriptor: descriptor)
    walk.run(rules)
    return Result(files: files(of: walk), folders: walk.folderPaths, problems: walk.problems)
  }

  /// Fewer files are not worth another thread.
  private static let shareSize = 1_024

  private static func files(of walk: TreeWalk) -> FileTable {
    let count = walk.entries.count
    let shares = min(count / shareSize + 1, 16)
    guard shares > 1 else { return walk.files(0..<count) }
    var files = FileTable()
    files.reserveCapacity(count)
    let found = OrderedWindow.all(shares) { share in
      walk.files(count * share / shares..<count * (share + 1) / shares)
    }
    for share in found { files.append(share) }
    return files
  }
}
