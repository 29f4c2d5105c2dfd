import HostSystem
package import NoteModel

/// A file below a folder that is open, and the place where it lies.
///
/// Ask ``path`` whatever a path decides: whether the file is private, excluded, published, or a program's to change. It
/// is right for the bytes that are read here, whichever links were put in the way meanwhile:
///
/// ```swift
/// let file = try OpenedFile("assets/setup.txt", inside: repository.root, layout)
/// guard isPublic(file.path) else { return }
/// let bytes = try file.bytes()
/// ```
package struct OpenedFile: ~Copyable {
  /// The path from the root of the folder, with every symbolic link followed.
  package let path: NotePath
  private let descriptor: Int32
  /// The name as requested, for messages.
  private let name: String
  private let root: String

  /// - Parameters:
  ///   - name: A path relative to `root`.
  ///   - root: An absolute path.
  ///   - layout: The settings of the repository, where the kind of a note by its place must be that of its name too.
  /// - Throws: ``RepositoryError/linkLeadsOut(_:)`` and ``RepositoryError/leadsElsewhere(_:)`` for symbolic links that
  ///   lead out of the folder or into another ``PathScope``.
  package init(_ name: String, inside root: String, _ layout: VaultLayout? = nil) throws(RepositoryError) {
    let (descriptor, path) = try openInside(name, of: root, layout, O_RDONLY | O_NONBLOCK)
    self.descriptor = descriptor
    self.path = NotePath(trusted: path)
    (self.name, self.root) = (name, root)
  }

  deinit { close(descriptor) }

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - limit: The largest size. A larger file is not read.
  ///   - most: The number of bytes to read at most.
  package func bytes(limit: Int = .max, upTo most: Int = .max) throws(RepositoryError) -> [UInt8] {
    do throws(RepositoryError) {
      return try readDescriptor(descriptor, path: root + "/" + name, limit: limit, upTo: most)
    } catch .tooLarge {
      throw .tooLarge(name)
    }
  }

  /// Computes the digest of the file, read in pieces.
  func digest() throws(RepositoryError) -> ContentDigest { try contentDigest(descriptor, root + "/" + name) }
}

/// Opens the file or folder at a path below a folder, and returns its real path.
///
/// The opened file is the one that was checked: no name is resolved twice.
private func openInside(
  _ path: String, of root: String, _ layout: VaultLayout?, _ flags: Int32
) throws(RepositoryError) -> (descriptor: Int32, path: String) {
  let whole = path.isEmpty ? root : root + "/" + path
  let direct = Host.openWithoutLinks(whole, flags | O_CLOEXEC)
  if direct >= 0 { return (direct, path) }
  guard isUndecided(errno) else { throw .cannotOpen(path, whole) }
  let place = try locate(path, below: root, layout)
  let descriptor = openResolved(place.absolute, flags)
  guard descriptor >= 0 else { throw .cannotOpen(path, whole) }
  return (descriptor, place.path)
}

extension RepositoryError {
  fileprivate static func cannotOpen(_ path: String, _ whole: String) -> RepositoryError {
    // No file is below a file.
    errno == ENOENT || errno == ENOTDIR ? .missingFile(path) : .last(.read, whole)
  }
}

/// Finds the place to which a path below a folder leads.
///
/// - Returns: Its path from the folder, or from the one above it that `path` begins in, and its absolute path.
/// - Throws: If nothing is there, or a symbolic link leads out or into another scope.
func locate(
  _ path: String, below root: String, _ layout: VaultLayout?
) throws(RepositoryError) -> (path: String, absolute: String) {
  let whole = path.isEmpty ? root : root + "/" + path
  guard let base = resolvedPath(root), let target = resolvedPath(whole) else { throw .cannotOpen(path, whole) }
  guard let place = relativePath(of: target, below: path.ancestor(of: base)) else { throw .linkLeadsOut(path) }
  guard PathScope(place, in: layout) == PathScope(path, in: layout) else { throw .leadsElsewhere(path) }
  return (place, target)
}

extension String {
  /// Returns the folder that contains a path beginning with `..`, such as that of the surrounding git repository.
  fileprivate func ancestor(of folder: String) -> String {
    let steps = split(separator: "/").prefix { $0 == ".." }.count
    return "/" + folder.split(separator: "/").dropLast(steps).joined(separator: "/")
  }
}

/// Returns the rest of a path below a folder, both absolute and resolved: empty for the folder itself, nil outside it.
///
/// Bytes are compared, because a composed and a decomposed name, which are equal in Swift, can be two folders.
func relativePath(of path: String, below folder: String) -> String? {
  if path.utf8.elementsEqual(folder.utf8) { return "" }
  let prefix = folder == "/" ? "/" : folder + "/"
  guard path.utf8.starts(with: prefix.utf8) else { return nil }
  return String(Substring(path.utf8.dropFirst(prefix.utf8.count)))
}

/// Returns true if the path contains a link, or if the system cannot tell.
private func isUndecided(_ code: Int32) -> Bool { code == ELOOP || code == ENOSYS }

/// Opens a path in which there was no symbolic link a moment ago; fails if there is one now.
func openResolved(_ path: String, _ flags: Int32) -> Int32 {
  let direct = Host.openWithoutLinks(path, flags | O_CLOEXEC)
  return direct >= 0 || !isUndecided(errno) ? direct : openByName(path, flags)
}

/// Opens a path name by name without following links, on systems that have no call for this.
func openByName(_ path: String, _ flags: Int32) -> Int32 {
  let names = path.split(separator: "/").map(String.init)
  let way = Host.passageFlags | O_CLOEXEC | O_NOFOLLOW
  var folder = unsafe open("/", names.isEmpty ? flags | O_CLOEXEC : way)
  for (position, name) in names.enumerated() where folder >= 0 {
    let isLast = position == names.count - 1
    let next = unsafe openat(folder, name, isLast ? flags | O_CLOEXEC | O_NOFOLLOW : way)
    let code = errno
    close(folder)
    errno = code
    folder = next
  }
  return folder
}

/// An open folder: its files are changed in it, even if a folder above it is renamed meanwhile.
final class OpenFolder: Sendable {
  let descriptor: Int32
  /// The path as requested, for messages.
  let path: String

  private init(_ descriptor: Int32, _ path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  private static let flags = O_RDONLY | O_DIRECTORY

  /// Opens a folder that the user names, and follows symbolic links in the path.
  init(at path: String, for action: RepositoryError.Action) throws(RepositoryError) {
    descriptor = unsafe HostSystem.open(path.isEmpty ? "/" : path, Self.flags | O_CLOEXEC)
    self.path = path
    guard descriptor >= 0 else { throw .last(action, path) }
  }

  /// Opens a folder below `root` for reading. An empty `path` is `root`.
  ///
  /// - Returns: nil if there is no such folder.
  /// - Throws: For a symbolic link that ``OpenedFile`` does not follow, and if the folder cannot be opened.
  static func inside(_ root: String, _ path: String) throws(RepositoryError) -> OpenFolder? {
    do throws(RepositoryError) {
      return OpenFolder(try openInside(path, of: root, nil, flags).descriptor, path.isEmpty ? root : root + "/" + path)
    } catch .missingFile {
      return nil
    }
  }

  /// Opens a folder below `root` for writing. Symbolic links on the way are never followed.
  static func own(_ root: String, _ path: String) throws(RepositoryError) -> OpenFolder? {
    guard let base = resolvedPath(root) else { return nil }
    let descriptor = openResolved(path.isEmpty ? base : base + "/" + path, flags)
    if descriptor >= 0 { return OpenFolder(descriptor, path.isEmpty ? root : root + "/" + path) }
    let error = RepositoryError.last(.read, path.isEmpty ? root : path)
    let isBelowFile = errno == ENOTDIR
    do throws(RepositoryError) {
      guard try locate(path, below: root, nil).path == path else { throw .leadsElsewhere(path) }
    } catch .missingFile {
      return nil
    }
    if isBelowFile { return nil }
    throw error
  }

  /// Opens a folder below `root` for writing, and creates it and its parents if they do not exist.
  ///
  /// - Parameter isPrivate: True if only the user may open the folder and the new ones above it.
  static func making(_ path: String, in root: String, isPrivate: Bool) throws(RepositoryError) -> OpenFolder {
    if path.isEmpty { try isPrivate ? makePrivateFolder(root) : makeFolders(root) }
    if let folder = try own(root, path) {
      if isPrivate { folder.closeToOthers() }
      return folder
    }
    guard !path.isEmpty else { throw .missingFolder(root) }
    let slash = path.lastIndex(of: "/")
    let above = try making(slash.map { String(path[..<$0]) } ?? "", in: root, isPrivate: isPrivate)
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard unsafe mkdirat(above.descriptor, name, isPrivate ? 0o700 : 0o777) == 0 || errno == EEXIST
    else { throw .last(.create, root + "/" + path) }
    let made = above.open(name, flags)
    guard made >= 0 else { throw .last(.create, root + "/" + path) }
    let folder = OpenFolder(made, root + "/" + path)
    // The mode does not depend on the user's mask.
    if isPrivate { fchmod(made, 0o700) }
    return folder
  }

  private func closeToOthers() {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & 0o077 != 0, status.st_uid == getuid() else { return }
    fchmod(descriptor, status.st_mode & 0o700)
  }

  /// Opens the file or folder of this name here, if it is no link; negative if that fails.
  func open(_ name: String, _ flags: Int32, _ permissions: mode_t = 0) -> Int32 {
    unsafe openat(descriptor, name, flags | O_CLOEXEC | O_NOFOLLOW, permissions)
  }

  /// Opens the folder of this name. Returns nil if there is none, or if it is a link.
  func folder(_ name: String) -> OpenFolder? {
    let child = open(name, Self.flags)
    return child >= 0 ? OpenFolder(child, path + "/" + name) : nil
  }

  /// Returns the status of this name, of a link itself. Nil if there is nothing.
  func status(_ name: String) -> stat? {
    var status = stat()
    return unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Removes a file; false if the system refuses, with the reason in `errno`.
  func unlink(_ name: String) -> Bool { unsafe unlinkat(descriptor, name, 0) == 0 }

  /// Returns the names in the folder without `.` and `..`, sorted.
  func names() throws(RepositoryError) -> [String] {
    let copy = open(".", Self.flags)
    guard copy >= 0, let stream = unsafe fdopendir(copy) else { throw .last(.list, path) }
    defer { unsafe closedir(stream) }
    return unsafe namesInFolder(stream)
  }

  /// Waits until its entries are on the disk.
  func sync() throws(RepositoryError) {
    // Some file systems cannot sync a folder and say EINVAL.
    guard Host.sync(descriptor) || errno == EINVAL else { throw .last(.write, path) }
  }

  /// Renames a file or a folder if the new name is free.
  ///
  /// - Parameters:
  ///   - path: The new path as the user reads it.
  ///   - action: The action that fails if the system refuses.
  func move(
    _ name: String, to goal: String, in target: OpenFolder, path: String,
    for action: RepositoryError.Action
  ) throws(RepositoryError) {
    let (place, free) = (PlaceInFolder(name, in: descriptor), PlaceInFolder(goal, in: target.descriptor))
    if Host.renameToFree(place, free) { return }
    if errno == EEXIST { throw .alreadyExists(path) }
    guard errno == ENOSYS else { throw .last(action, target.path + "/" + goal) }
    // A file system that cannot: looking first has to do.
    guard target.status(goal) == nil else { throw .alreadyExists(path) }
    guard unsafe renameat(descriptor, name, target.descriptor, goal) == 0 else {
      throw .last(action, target.path + "/" + goal)
    }
  }
}
