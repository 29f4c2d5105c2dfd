import ByteBasics
import HostSystem
import NoteModel

/// Lists the folders of a tree, without looking at the files.
struct TreeWalk {
  /// A file, or a symbolic link to one.
  fileprivate struct Entry: Sendable {
    /// The range in the folder's names.
    let name: Range<Int>
    let isLink: Bool
  }

  /// Files that the walk has found, in the order of their paths, of which the system is still to be asked.
  struct Portion: Sendable {
    fileprivate let root: String
    fileprivate let descriptor: Int32
    fileprivate var siblings: [(folder: Folder, entries: [Entry])] = []
    fileprivate var count = 0
  }

  fileprivate struct Folder: Sendable {
    /// Relative to the root, with a `/` after it; empty for the root.
    let path: [UInt8]
    let names: [UInt8]
  }

  /// A folder of which some entries are still to be visited.
  private struct Level {
    let folder: Int
    let rules: IgnoreRules
    var entries: ArraySlice<FolderListing.Entry>
  }

  /// The number of files that are worth another thread.
  private static let portionSize = 1_024

  private let root: String
  private let descriptor: Int32
  private var folders: [Folder] = []
  private var levels: [Level] = []
  private var portion: Portion
  /// The folder of the last file in the portion.
  private var lastFolder: Int?
  private(set) var problems: [RepositoryError] = []
  /// Folders that are left out because no path of ours can name them, as they are shown.
  private(set) var namesWithoutUTF8: [String] = []

  /// The paths without the slashes after them, empty for the root.
  var folderPaths: [String] { folders.map { String(decoding: $0.path.dropLast(), as: UTF8.self) } }

  /// - Parameter descriptor: The open descriptor of the root.
  init(root: String, descriptor: Int32) {
    self.root = root
    self.descriptor = descriptor
    portion = Portion(root: root, descriptor: descriptor)
  }

  /// Goes through all folders.
  ///
  /// - Parameter handOver: Takes files as they are found, many at a time.
  /// - Returns: The last of them.
  mutating func run(_ rules: IgnoreRules, _ handOver: (Portion) -> Void) -> Portion {
    enter([], rules)
    while var level = levels.popLast() {
      guard let entry = level.entries.popFirst() else { continue }
      let folder = level.folder
      let rules = level.rules
      levels.append(level)
      visit(entry, in: folder, rules)
      if portion.count == Self.portionSize {
        handOver(portion)
        portion = Portion(root: root, descriptor: descriptor)
        lastFolder = nil
      }
    }
    return portion
  }

  private mutating func add(_ entry: FolderListing.Entry, of folder: Int) {
    if lastFolder != folder { portion.siblings.append((folders[folder], [])) }
    lastFolder = folder
    let entry = Entry(name: entry.name, isLink: entry.kind == .symbolicLink)
    portion.siblings[portion.siblings.count - 1].entries.append(entry)
    portion.count += 1
  }

  private mutating func visit(_ entry: FolderListing.Entry, in folder: Int, _ rules: IgnoreRules) {
    let isFolder = entry.kind == .folder
    guard isFolder || !rules.isEmpty else {
      add(entry, of: folder)
      return
    }
    let parent = folders[folder]
    var path = parent.path + parent.names[entry.name]
    if isFolder { path.removeLast() }
    guard !rules.ignores(path, nameStart: parent.path.count, isFolder: isFolder) else { return }
    if isFolder, firstInvalidUTF8Offset(in: path[...]) != nil {
      namesWithoutUTF8.append(String(decoding: path, as: UTF8.self))
    } else if isFolder {
      enter(path + [UInt8(ascii: "/")], rules)
    } else {
      add(entry, of: folder)
    }
  }

  /// Folders below more than these are not read: a site would have a page of each with all those above it.
  private static let depthLimit = 100

  private mutating func enter(_ path: [UInt8], _ inherited: IgnoreRules) {
    errno = ENAMETOOLONG
    let opened = levels.count < Self.depthLimit ? Self.open(path, in: descriptor) : -1
    guard opened >= 0, let stream = unsafe fdopendir(opened) else {
      let name = String(decoding: path.dropLast(), as: UTF8.self)
      problems.append(.last(.list, path.isEmpty ? root : root + "/" + name))
      if opened >= 0 { close(opened) }
      return
    }
    defer { unsafe closedir(stream) }
    let listing = unsafe FolderListing(reading: stream)
    if listing.isSite, !path.isEmpty { return }
    var rules = inherited
    if listing.hasIgnoreFile, let bytes = Self.ignoreFile(in: opened) {
      rules = rules.adding(bytes, folder: Array(path.dropLast()))
    }
    folders.append(Folder(path: path, names: listing.names))
    levels.append(Level(folder: folders.count - 1, rules: rules, entries: listing.entries[...]))
  }

  /// Opens a folder. Returns a negative number if it cannot be opened.
  ///
  /// - Parameter descriptor: The descriptor of the root.
  fileprivate static func open(_ path: [UInt8], in descriptor: Int32) -> Int32 {
    let name = path.isEmpty ? "." : String(decoding: path.dropLast(), as: UTF8.self)
    return unsafe openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
  }

  static func ignoreFile(in folder: Int32) -> [UInt8]? {
    // As git does, which takes no rules through a link.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    let descriptor = unsafe openat(folder, ".gitignore", flags)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return try? readDescriptor(descriptor, path: ".gitignore")
  }
}

extension TreeWalk.Portion {
  /// Files; the symbolic links among them, and where they lead, as paths from the root; the names of files
  /// that are left out because no path of ours can name them.
  typealias Files = (table: FileTable, links: [(path: NotePath, target: NotePath)], namesWithoutUTF8: [String])

  /// Queries the file system about the files, and omits files that were removed during the query.
  func files() -> Files {
    var files: Files = (FileTable(), [], [])
    files.table.reserveCapacity(count)
    // Of an open folder a file is found by its name alone.
    for (folder, entries) in siblings { append(entries, of: folder, to: &files) }
    return files
  }

  private func append(_ siblings: [TreeWalk.Entry], of folder: TreeWalk.Folder, to files: inout Files) {
    let opened = TreeWalk.open(folder.path, in: descriptor)
    guard opened >= 0 else { return }
    defer { close(opened) }
    // The path of the file at hand, with a zero after it.
    var path = folder.path
    for entry in siblings {
      path.removeLast(path.count - folder.path.count)
      path += folder.names[entry.name]
      path.append(0)
      let name = path.dropLast()
      let target = entry.isLink ? linkTarget(name) : nil
      let status = entry.isLink ? target?.status : Self.status(of: path[folder.path.count...], in: opened)
      guard let status else { continue }
      if let target {
        files.links.append((NotePath(trusted: String(decoding: name, as: UTF8.self)), target.path))
      }
      if firstInvalidUTF8Offset(in: name) == nil {
        unsafe name.withUnsafeBufferPointer { unsafe files.table.append($0, FileFingerprint(status)) }
      } else {
        files.namesWithoutUTF8.append(String(decoding: name, as: UTF8.self))
      }
    }
  }

  /// Returns the status of a regular file, or nil for anything else.
  ///
  /// - Parameter name: The name, which ends with a zero.
  private static func status(of name: ArraySlice<UInt8>, in folder: Int32) -> stat? {
    var status = stat()
    let result = unsafe name.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return Int32(-1) }
      let start = unsafe base.assumingMemoryBound(to: CChar.self)
      return unsafe fstatat(folder, start, &status, AT_SYMLINK_NOFOLLOW)
    }
    return result == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
  }

  /// Returns the path from the root and the status of a symbolic link's target, if it is a file in the repository.
  private func linkTarget(_ name: ArraySlice<UInt8>) -> (path: NotePath, status: stat)? {
    guard let target = resolvedPath(root + "/" + String(decoding: name, as: UTF8.self)), target.hasPrefix(root + "/")
    else { return nil }
    var status = stat()
    guard unsafe stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (NotePath(trusted: String(target.dropFirst(root.count + 1))), status)
  }
}
