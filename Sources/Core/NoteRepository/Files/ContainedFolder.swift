import HostSystem
import Synchronization
package import Wording

/// A folder whose files are reached only by clean relative names and through no symbolic link.
///
/// Each component of a name is opened from the ``OpenFolder`` above it, so that neither `../` nor a link that somebody
/// puts in the way leads out.
package final class ContainedFolder: Sendable {
  /// The absolute path.
  package let path: String

  private let root: OpenFolder
  private let folders = Mutex<[String: OpenFolder]>([:])
  private let temporaryCount = Mutex(0)

  /// The most folders that are kept open.
  private static let openLimit = 100
  private static let temporaryPrefix = ".sheaf-new-"

  /// - Parameter path: An absolute path. A symbolic link there is followed, because the user named it.
  /// - Returns: nil if there is no such folder.
  package init?(at path: String) {
    guard let root = try? OpenFolder(at: path, for: .read) else { return nil }
    self.path = path
    self.root = root
  }

  /// Returns true for a name that is a place below a folder: no empty component, no `.`, `..` or `.git`.
  package static func isClean(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count < 4_096 && !name.utf8.contains(0)
      && name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy { component in
          !component.isEmpty && !component.elementsEqual(".".utf8) && !component.elementsEqual("..".utf8)
            && Substring(component).lowercased() != ".git"
        }
  }

  /// Reads a regular file. Returns nil if there is none, or if the way to it is a symbolic link.
  package func read(_ name: String) throws(RepositoryError) -> [UInt8]? {
    guard let (folder, last) = place(of: name) else { return nil }
    let file = folder.open(last, O_RDONLY | O_NONBLOCK)
    guard file >= 0 else {
      if [ENOENT, ELOOP, ENXIO].contains(errno) { return nil }
      throw .last(.read, path + "/" + name)
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try readDescriptor(file, path: path + "/" + name)
  }

  /// Returns the size of a regular file, or nil if there is none.
  package func size(of name: String) -> Int? {
    status(of: name).flatMap { $0.st_mode & S_IFMT == S_IFREG ? Int($0.st_size) : nil }
  }

  /// Returns true if the name exists, even as a broken symbolic link.
  package func exists(_ name: String) -> Bool { status(of: name) != nil }

  /// Returns true if the name exists, even as a broken symbolic link, or if a link or file is on the way to it.
  package func isTaken(_ name: String) -> Bool {
    if exists(name) { return true }
    var folder = name[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      guard let above = status(of: String(folder)) else { continue }
      return above.st_mode & S_IFMT != S_IFDIR
    }
    return false
  }

  private func status(of name: String) -> stat? {
    place(of: name).flatMap { folder, last in folder.status(last) }
  }

  /// Writes a new file, and the folders above it.
  ///
  /// - Returns: False if the name is taken.
  package func create(_ name: String, _ bytes: [UInt8]) throws(RepositoryError) -> Bool {
    let (folder, last) = try makePlace(of: name)
    guard let file = try openNew(last, in: folder, shown: name) else { return false }
    try write(bytes, to: file, name)
    return true
  }

  /// Puts a whole file in the place of another, or of a link.
  package func replace(_ name: String, with bytes: [UInt8]) throws(RepositoryError) {
    let (folder, last) = try makePlace(of: name)
    while true {
      let number = temporaryCount.withLock { count in
        count += 1
        return count
      }
      let temporary = Self.temporaryPrefix + String(number)
      guard let file = try openNew(temporary, in: root, shown: temporary) else { continue }
      try write(bytes, to: file, name)
      guard unsafe renameat(root.descriptor, temporary, folder.descriptor, last) == 0 else {
        throw .last(.write, path + "/" + name)
      }
      return
    }
  }

  /// Removes a file, and the folders above it that are empty then.
  package func remove(_ name: String) throws(RepositoryError) {
    guard let (folder, last) = place(of: name) else { return }
    guard folder.unlink(last) || errno == ENOENT else { throw .last(.remove, path + "/" + name) }
    var above = name[...]
    while let slash = above.lastIndex(of: "/") {
      above = above[..<slash]
      guard let (parent, own) = place(of: String(above)) else { return }
      guard unsafe unlinkat(parent.descriptor, own, AT_REMOVEDIR) == 0 else { return }
      folders.withLock { $0[String(above)] = nil }
    }
  }

  /// Removes the file that a killed process was about to put in the place of another.
  package func removeLeftovers() throws(RepositoryError) {
    for name in try root.names() where Self.isTemporary(name) { _ = root.unlink(name) }
  }

  /// Returns true for the names of the files that ``replace(_:with:)`` creates.
  package static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryPrefix) && UInt(name.dropFirst(temporaryPrefix.count)) != nil
  }

  // MARK: - On the way

  /// Returns the folder of a file and its name there, or nil if the name is not clean or the folder does not exist.
  private func place(of name: String) -> (OpenFolder, String)? {
    guard Self.isClean(name) else { return nil }
    guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (root, name) }
    guard let folder = folder(at: String(name[..<slash])) else { return nil }
    return (folder, String(name[name.utf8.index(after: slash)...]))
  }

  private func folder(at path: String) -> OpenFolder? {
    if let known = folders.withLock({ $0[path] }) { return known }
    guard let (parent, name) = place(of: path), let folder = parent.folder(name) else { return nil }
    folders.withLock { folders in
      if folders.count >= Self.openLimit { folders.removeAll() }
      folders[path] = folder
    }
    return folder
  }

  private func makePlace(of name: String) throws(RepositoryError) -> (OpenFolder, String) {
    guard Self.isClean(name) else { throw .outside(name) }
    if let known = place(of: name) { return known }
    if let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) {
      let folder = String(name[..<slash])
      let (parent, own) = try makePlace(of: folder)
      guard unsafe mkdirat(parent.descriptor, own, 0o777) == 0 || errno == EEXIST else {
        throw .last(.create, path + "/" + folder)
      }
      // A file or a link has the folder's name.
      guard self.folder(at: folder) != nil else { throw .alreadyExists(path + "/" + folder) }
    }
    guard let place = place(of: name) else { throw .last(.create, path + "/" + name) }
    return place
  }

  /// Creates a file. Returns nil if the name is taken.
  private func openNew(_ name: String, in folder: OpenFolder, shown: String) throws(RepositoryError) -> CInt? {
    let file = folder.open(name, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    if file < 0, errno == EEXIST { return nil }
    guard file >= 0 else { throw .last(.create, path + "/" + shown) }
    return file
  }

  /// Writes and closes, without waiting for the disk.
  private func write(_ bytes: [UInt8], to file: CInt, _ name: String) throws(RepositoryError) {
    defer { close(file) }
    guard writeAll(bytes, to: file) else { throw .last(.write, path + "/" + name) }
  }
}

/// The folders into which a command may not write a tree of files, whatever the user says.
package enum OutputFolder {
  /// Resolves the existing part of a path, so that it can be compared.
  package static func resolved(_ path: String) -> String {
    var rest: [Substring] = []
    var existing = path[...]
    while existing.count > 1, resolvedPath(String(existing)) == nil {
      let slash = existing.lastIndex(of: "/") ?? existing.startIndex
      rest.insert(existing[existing.index(after: slash)...], at: 0)
      existing = existing[..<slash]
    }
    var names = (resolvedPath(existing.isEmpty ? "/" : String(existing)) ?? "/").split(separator: "/")
    for name in rest where !name.isEmpty && name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  /// Checks that a folder may be used for output.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the folder.
  ///   - repository: The repository whose files are written.
  ///   - homes: The home folders of users.
  /// - Throws: ``Problem`` for `/`, a home folder, the repository or one above it, and git's and Sheaf's own.
  package static func check(_ path: String, of repository: Repository?, homes: [String]) throws(Problem) {
    let place = resolved(path)
    if place == "/" { throw refused(Message("/ is not a folder to write into", ko: "/ 폴더에는 저장하지 않습니다")) }
    let homes = homes + (["/root", "/home"])
    if homes.contains(where: { !$0.isEmpty && resolved($0) == place }) {
      throw refused(Message("\(path) is a home folder", ko: "홈 폴더에는 저장하지 않습니다: \(path)"))
    }
    for component in place.split(separator: "/") {
      let name = component.lowercased()
      if name == ".git" || name == Repository.settingsFolder {
        throw refused(Message("\(path) is in a \(name) folder", ko: "\(name) 폴더 안에는 저장하지 않습니다: \(path)"))
      }
    }
    guard let repository else { return }
    if repository.root == place || repository.root.hasPrefix(place + "/") {
      throw refused(Message("\(path) contains the note repository", ko: "메모 저장소가 있는 폴더입니다: \(path)"))
    }
  }
}

/// The errors for folders that a command does not write into.
extension OutputFolder {
  private static func refused(_ explanation: Message) -> Problem {
    Problem(
      .usage, explanation,
      hint: Message("Nothing was written. Choose a separate folder.", ko: "아무것도 저장하지 않았습니다. 따로 만든 폴더를 지정하세요."))
  }

  /// Returns the error for a path of the configuration that is relative and leads out of the repository through a
  /// symbolic link.
  package static func leadsOut(_ path: String) -> Problem {
    Problem(
      .usage,
      Message(
        "\(path) is outside of the repository because of a symbolic link",
        ko: "심볼릭 링크를 거쳐 저장소 밖으로 나가는 폴더입니다: \(path)"))
  }

  /// Returns the error for a folder with files that Sheaf did not write.
  package static func otherFiles(_ path: String, _ names: [String], hint: Message) -> Problem {
    let names = firstThree(names)
    return Problem(
      .usage, Message("\(path) contains other files: \(names)", ko: "\(path) 폴더에 다른 파일이 있습니다: \(names)"), hint: hint)
  }

  /// Returns the first three names, and a sign if there are more.
  package static func firstThree(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
  }
}
