package import NoteModel
package import NoteRepository
import ParallelWork

/// Markdown files that the user named by paths, in a repository or outside one.
package struct FileSelection: Sendable {
  /// A file and the folder from which its path counts: the root of its repository, else the folder that holds it.
  package struct Item: Hashable, Sendable {
    package let root: String
    package let path: NotePath
    package var isInRepository = true

    package var absolutePath: String { root + "/" + path.string }
  }

  package private(set) var items: [Item] = []
  /// The errors of files and folders that could not be found or listed.
  package private(set) var problems: [RepositoryError] = []

  /// The conflict copies of a whole repository, which are no notes.
  package private(set) var conflictCopies: [ConflictCopy] = []

  package init(repository: Repository, extraIgnores: [String]) {
    let scan = TreeScanner.scan(repository, extraIgnores: extraIgnores)
    problems = scan.problems
    conflictCopies = scan.conflictCopies
    items = scan.files.filter(\.path.isMarkdown).map { Item(root: repository.root, path: $0.path) }
  }

  /// Selects the files of `paths`: each a file, or a folder with all Markdown below it that is not ignored.
  ///
  /// - Parameters:
  ///   - paths: Paths that may be relative to `folder`.
  ///   - unnamed: Patterns of files that are left out of a folder unless `paths` names them or a folder among them.
  package init(
    _ paths: [String], from folder: String, places: UserPlaces, extraIgnores: [String], unnamed: [String] = []
  ) {
    for path in paths {
      let absolute = absolutePath(path, from: folder)
      do throws(RepositoryError) {
        try Repository.refuseLinkLeadingElsewhere(absolute)
      } catch {
        problems.append(error)
        continue
      }
      guard let resolved = resolvedPath(absolute) else {
        problems.append(.missingFile(path))
        continue
      }
      if folderExists(resolved) {
        addFolder(resolved, places, extraIgnores, unnamed)
      } else {
        addFile(resolved, places)
      }
    }
  }

  private mutating func addFile(_ path: String, _ places: UserPlaces) {
    guard let slash = path.lastIndex(of: "/") else { return }
    let folder = String(path[..<slash])
    let repository = try? Repository.discover(from: folder, places: places)
    let root = repository?.root ?? folder
    guard let name = NotePath(path.dropFirst(root.count).drop { $0 == "/" }) else { return }
    items.append(Item(root: root, path: name, isInRepository: repository != nil))
  }

  private mutating func addFolder(_ folder: String, _ places: UserPlaces, _ ignores: [String], _ unnamed: [String]) {
    let owner = try? Repository.discover(from: folder, places: places)
    let repository = owner ?? Repository(root: folder, places: places)
    let prefix = folder == repository.root ? "" : folder.dropFirst(repository.root.count + 1) + "/"
    let isNamed =
      !prefix.isEmpty && !unnamed.isEmpty
      && TreeScanner.ignores(
        NotePath(trusted: prefix + "x.md"), in: repository, extraIgnores: unnamed)
    let scan = TreeScanner.scan(repository, extraIgnores: isNamed ? ignores : ignores + unnamed)
    problems += scan.problems
    items += scan.files.map(\.path).filter { $0.isMarkdown && $0.string.hasPrefix(prefix) }
      .map { Item(root: repository.root, path: $0, isInRepository: owner != nil) }
  }
}

/// Reads many files on all cores and makes something of each. Nothing is written here.
package struct FileRound<Value: Sendable>: Sendable {
  /// The result for one file.
  package struct Outcome: Sendable {
    package let item: FileSelection.Item
    /// The bytes of the file and the result, or the reason why it could not be read.
    package let result: Result<(bytes: [UInt8], value: Value), RepositoryError>
  }

  let make: @Sendable (_ item: FileSelection.Item, _ bytes: [UInt8]) -> Value

  /// Hands the outcome of every file to `use`, in the order of `items`, while the next ones are worked on.
  ///
  /// - Parameter threads: Workers besides the caller. Nil for one on each other processor.
  package func run(_ items: [FileSelection.Item], threads: Int? = nil, _ use: (Outcome) throws -> Void) rethrows {
    let window = OrderedWindow<Outcome>(count: items.count, size: 256, threads: threads) { index in
      outcome(of: items[index])
    }
    defer { window.stop() }
    while let outcome = window.next() { try use(outcome) }
  }

  private func outcome(of item: FileSelection.Item) -> Outcome {
    do throws(RepositoryError) {
      let bytes = try LiveFileSystem(root: item.root).read(item.path)
      return Outcome(item: item, result: .success((bytes, make(item, bytes))))
    } catch {
      return Outcome(item: item, result: .failure(error))
    }
  }
}
