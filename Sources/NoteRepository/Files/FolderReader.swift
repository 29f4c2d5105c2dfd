import Glibc
package import NoteModel

/// Reads many files of a repository, one after the other: the folder of the last one stays open, so that the next need
/// not be found from the root again. Each thread has one of its own.
///
/// Nothing outside the repository is read: a folder is looked at once for symbolic links, a file that is one goes
/// the way of ``LiveFileSystem``.
package struct FolderReader: ~Copyable {
  private let root: String
  private var folder: String?
  private var descriptor: Int32 = -1

  /// - Parameter root: Absolute path, symbolic links resolved.
  package init(root: String) {
    self.root = root
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  package mutating func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    let text = path.string
    let slash = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    try open(slash.map { text[..<$0] } ?? "")
    let name = slash.map { text[text.utf8.index(after: $0)...] } ?? text[...]
    let file = unsafe openat(
      descriptor, String(name), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ELOOP { return try LiveFileSystem(root: root).read(path) }
      if errno == ENOENT { throw .missingFile(text) }
      throw .last(.read, text)
    }
    defer { close(file) }
    return try readDescriptor(file, path: text)
  }

  /// `name`: From the root; empty for the root itself.
  private mutating func open(_ name: Substring) throws(RepositoryError) {
    if let folder, folder == name { return }
    if descriptor >= 0 { close(descriptor) }
    folder = nil
    descriptor = -1
    let place = name.isEmpty ? root : root + "/" + name
    guard let resolved = resolvedPath(place) else { throw .missingFile(String(name)) }
    guard resolved == root || resolved.hasPrefix(root + "/") else { throw .outside(String(name)) }
    descriptor = unsafe Glibc.open(resolved, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { throw .last(.read, String(name)) }
    folder = String(name)
  }
}
