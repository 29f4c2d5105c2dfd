import HostSystem
package import NoteModel
import NoteSyntax
import ParallelWork

/// Finds every file of a repository: notes and attachments, with the fingerprints that show changes.
///
/// Skips hidden folders, ignored files, published sites, sockets, pipes and devices. A symbolic link counts only if its
/// target is a listed file in the same ``PathScope`` and not a note, so that a note is one file and is changed once.
/// Links to folders are not followed, so there are no loops.
///
/// One thread lists the folders in the order of the paths. Other threads read the attributes of the files, which takes
/// most of the time.
package enum TreeScanner {
  package struct Result: Sendable {
    package let files: FileTable
    /// Paths from the root of the folders that were looked into, the root among them.
    package let folders: [String]
    /// Folders that could not be read.
    package let problems: [RepositoryError]
    /// The displayed names of skipped files and folders whose names are not UTF-8.
    package let namesWithoutUTF8: [String]
    /// The copies that synchronisation programs left next to notes; not among the files.
    package let conflictCopies: [ConflictCopy]
  }

  /// Scans a repository.
  ///
  /// `extraIgnores` are the patterns of the configuration's `ignore`.
  package static func scan(_ repository: Repository, extraIgnores: [String] = []) -> Result {
    let rules = rules(of: repository, extraIgnores)
    let descriptor = unsafe open(repository.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return Result(
        files: FileTable(), folders: [], problems: [.last(.list, repository.root)],
        namesWithoutUTF8: [], conflictCopies: [])
    }
    defer { close(descriptor) }
    var walk = TreeWalk(root: repository.root, descriptor: descriptor)
    let asking = GrowingWork<TreeWalk.Portion.Files>()
    let last = walk.run(rules) { portion in asking.add { portion.files() } }
    let found = joined([last.files()], after: asking)
    let (files, copies) = withoutLinksElsewhere(found).partingConflictCopies(in: repository.root)
    return Result(
      files: files, folders: walk.folderPaths, problems: walk.problems,
      namesWithoutUTF8: walk.namesWithoutUTF8 + found.namesWithoutUTF8, conflictCopies: copies)
  }

  /// Returns the folders that a scan visits, including the root as "", without looking at their files.
  package static func folders(of repository: Repository, extraIgnores: [String]) -> [String] {
    let descriptor = unsafe open(repository.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var walk = TreeWalk(root: repository.root, descriptor: descriptor)
    _ = walk.run(rules(of: repository, extraIgnores)) { _ in }
    return walk.folderPaths
  }

  /// Returns the ignore rules that apply at the root.
  private static func rules(of repository: Repository, _ extraIgnores: [String]) -> IgnoreRules {
    var rules = IgnoreRules()
    let files = [
      try? readFile(GitExcludes.userFile(repository.places), limit: NoteLimit.bytes),
      try? readFile(".git/info/exclude", inside: repository.root, limit: NoteLimit.bytes),
    ]
    for bytes in files.compactMap(\.self) { rules = rules.adding(bytes, folder: []) }
    for (bytes, above) in rulesAbove(repository.root) { rules = rules.adding(bytes, folder: [], above: above) }
    return rules.adding(Array(extraIgnores.joined(separator: "\n").utf8), folder: [])
  }

  /// Returns the rules of git from the folders above a repository that is a folder of a work tree, each with the path from
  /// the folder to the repository. None if git ignores the repository itself: then git knows none of the notes.
  private static func rulesAbove(_ root: String) -> [(file: [UInt8], above: [UInt8])] {
    var (top, parts) = (root[...], [Substring]())
    while !fileExists(top + "/.git") {
      guard let slash = top.lastIndex(of: "/") else { return [] }
      parts.insert(top[top.index(after: slash)...], at: 0)
      top = top[..<slash]
    }
    guard !parts.isEmpty else { return [] }
    var found: [(file: [UInt8], above: [UInt8])] = []
    var rules = IgnoreRules()
    for (depth, part) in parts.enumerated() {
      let folder = parts[..<depth].joined(separator: "/")
      let exclude = depth == 0 ? try? readFile(top + "/.git/info/exclude", limit: NoteLimit.bytes) : nil
      let own = (try? OpenFolder.inside(String(top) + "/", folder)).flatMap { TreeWalk.ignoreFile(in: $0.descriptor) }
      for file in [exclude, own].compactMap(\.self) {
        rules = rules.adding(file, folder: Array(folder.utf8))
        found.append((file, Array((parts[depth...].joined(separator: "/") + "/").utf8)))
      }
      let path = Array((folder.isEmpty ? String(part) : folder + "/" + part).utf8)
      if rules.ignores(path, nameStart: path.count - part.utf8.count, isFolder: true) { return [] }
    }
    return found
  }

  /// Returns true for a path that a scan would skip because of `.gitignore` files or `extraIgnores`.
  package static func ignores(_ path: NotePath, in repository: Repository, extraIgnores: [String]) -> Bool {
    var rules = rules(of: repository, extraIgnores)
    var folder: [UInt8] = []
    let parts = path.string.split(separator: "/")
    for (position, part) in parts.enumerated() {
      let place = String(decoding: folder, as: UTF8.self)
      if let open = try? OpenFolder.inside(repository.root, place), let bytes = TreeWalk.ignoreFile(in: open.descriptor)
      {
        rules = rules.adding(bytes, folder: folder)
      }
      let nameStart = folder.isEmpty ? 0 : folder.count + 1
      folder += (folder.isEmpty ? [] : [UInt8(ascii: "/")]) + Array(part.utf8)
      let isFolder = position < parts.count - 1
      if rules.ignores(folder, nameStart: nameStart, isFolder: isFolder) { return true }
    }
    return false
  }

  /// Removes the symbolic links to notes, and to targets that no scan finds, from the files.
  private static func withoutLinksElsewhere(_ found: TreeWalk.Portion.Files) -> FileTable {
    guard !found.links.isEmpty else { return found.table }
    let links = Dictionary(found.links.map { ($0.path, $0.target) }, uniquingKeysWith: { first, _ in first })
    let targets = Set(links.values)
    let known = Set(found.table.lazy.map(\.path).filter { targets.contains($0) && links[$0] == nil })
    return FileTable(
      found.table.lazy.filter { file in
        guard let target = links[file.path] else { return true }
        return !file.path.isMarkdown && known.contains(target)
          && PathScope(target.string) == PathScope(file.path.string)
      })
  }

  private static func joined(
    _ last: [TreeWalk.Portion.Files], after work: GrowingWork<TreeWalk.Portion.Files>
  ) -> TreeWalk.Portion.Files {
    let portions = work.results() + last
    var files = FileTable()
    files.reserveCapacity(portions.reduce(0) { $0 + $1.table.count })
    for portion in portions { files.append(portion.table) }
    return (files, portions.flatMap(\.links), portions.flatMap(\.namesWithoutUTF8))
  }
}
