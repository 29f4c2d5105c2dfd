package import NoteModel
package import NoteRepository

/// Markdown files that the user named by paths, in a repository or outside one.
package struct FileSelection: Sendable {
  /// A file and the folder from which its path counts.
  package struct Item: Sendable {
    package let root: String
    package let path: NotePath

    package var absolutePath: String { root + "/" + path.string }
  }

  package private(set) var items: [Item] = []
  /// What could not be found or listed.
  package private(set) var problems: [RepositoryError] = []

  /// The conflict copies of a whole repository, which are no notes.
  package private(set) var conflictCopies: [ConflictCopy] = []

  /// All notes of a repository.
  package init(repository: Repository, extraIgnores: [String]) {
    let scan = TreeScanner.scan(repository, extraIgnores: extraIgnores)
    problems = scan.problems
    conflictCopies = scan.conflictCopies
    items = scan.files.filter(\.path.isMarkdown).map { Item(root: repository.root, path: $0.path) }
  }

  /// The files of `paths`: each a file, or a folder with all Markdown below it that is not ignored.
  ///
  /// `paths` may be relative to `folder`.
  package init(_ paths: [String], from folder: String, places: UserPlaces, extraIgnores: [String]) {
    for path in paths {
      let absolute = path.hasPrefix("/") ? path : folder + "/" + path
      guard let resolved = resolvedPath(absolute) else {
        problems.append(.missingFile(path))
        continue
      }
      if folderExists(resolved) {
        addFolder(resolved, places, extraIgnores)
      } else {
        addFile(resolved)
      }
    }
  }

  private mutating func addFile(_ path: String) {
    guard let slash = path.lastIndex(of: "/"),
      let name = NotePath(path[path.index(after: slash)...])
    else { return }
    items.append(Item(root: String(path[..<slash]), path: name))
  }

  private mutating func addFolder(_ folder: String, _ places: UserPlaces, _ ignores: [String]) {
    let repository =
      (try? Repository.discover(from: folder, places: places))
      ?? Repository(root: folder, places: places)
    let scan = TreeScanner.scan(repository, extraIgnores: ignores)
    problems += scan.problems
    let prefix = folder == repository.root ? "" : folder.dropFirst(repository.root.count + 1) + "/"
    items += scan.files.map(\.path).filter { $0.isMarkdown && $0.string.hasPrefix(prefix) }
      .map { Item(root: repository.root, path: $0) }
  }
}
