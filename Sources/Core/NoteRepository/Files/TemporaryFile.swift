import HostSystem

/// A hidden temporary file next to the file that it will replace.
struct TemporaryFile {
  private let folder: OpenFolder
  private let name: String
  private let goal: String
  private let traits: FileTraits
  private let action: RepositoryError.Action

  private var target: String { folder.path + "/" + goal }

  private static let prefix = ".sheaf-"

  /// - Parameters:
  ///   - target: The file next to which the temporary file is created, so that renaming stays inside one file system.
  ///   - traits: The attributes of the finished file.
  ///   - action: The action to name in an error: the target is created, or rewritten.
  init(beside target: String, _ traits: FileTraits, for action: RepositoryError.Action) throws(RepositoryError) {
    let slash = target.lastIndex(of: "/") ?? target.startIndex
    let folder = try OpenFolder(at: String(target[..<slash]), for: action)
    try self.init(for: String(target[target.index(after: slash)...]), in: folder, traits, for: action)
  }

  /// - Parameter goal: The name of the file that it will become.
  init(
    for goal: String, in folder: OpenFolder, _ traits: FileTraits,
    for action: RepositoryError.Action
  ) throws(RepositoryError) {
    self.folder = folder
    self.goal = goal
    self.action = action
    self.traits = traits
    while true {
      let name = Self.prefix + ProcessName.random()
      guard Self.make(name, in: folder, traits) else {
        if errno == EEXIST { continue }
        throw .last(action, folder.path + "/" + goal)
      }
      self.name = name
      return
    }
  }

  /// Creates an empty file or a symbolic link. Returns false if the system refuses, with the reason in `errno`.
  private static func make(_ name: String, in folder: OpenFolder, _ traits: FileTraits) -> Bool {
    if let linkTarget = traits.linkTarget {
      return unsafe symlinkat(linkTarget, folder.descriptor, name) == 0
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL
    let descriptor = folder.open(name, flags, traits.permissions == nil ? 0o666 : 0o600)
    guard descriptor >= 0 else { return false }
    // The mode does not depend on the user's mask.
    if traits.permissions != nil { fchmod(descriptor, 0o600) }
    close(descriptor)
    return true
  }

  /// Removes the temporary files in a folder whose process has ended; failing to is not a failure of the command.
  static func removeAbandoned(in folder: OpenFolder) {
    for name in (try? folder.names()) ?? []
    where name.hasPrefix(prefix) && ProcessName.isOfEndedProcess(name.dropFirst(prefix.count)) {
      _ = folder.unlink(name)
    }
  }

  /// Returns true for a name that only a temporary file has.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + ProcessName.length
  }

  /// Writes all bytes, gives the file its traits, and waits until all is on the disk.
  ///
  /// - Parameter isSynced: False if the caller waits.
  func write(_ bytes: [UInt8], isSynced: Bool = true) throws(RepositoryError) {
    try write(isSynced: isSynced) { (write) throws(RepositoryError) in try write(bytes) }
  }

  /// Writes a file of many pieces.
  func write(
    isSynced: Bool = true,
    pieces: ((_ write: ([UInt8]) throws(RepositoryError) -> Void) throws(RepositoryError) -> Void)
  ) throws(RepositoryError) {
    let descriptor = folder.open(name, O_WRONLY)
    guard descriptor >= 0 else { throw .last(action, target) }
    defer { close(descriptor) }
    try pieces { (piece) throws(RepositoryError) in
      guard writeAll(piece, to: descriptor) else { throw .last(action, target) }
    }
    FileTraits.setAttributes(traits.attributes, of: descriptor)
    if let permissions = traits.permissions, fchmod(descriptor, permissions) != 0 {
      throw .last(action, target)
    }
    guard isSynced else { return Host.startWriting(descriptor) }
    guard Host.sync(descriptor) else { throw .last(action, target) }
  }

  /// Waits until it is on the disk.
  func sync() throws(RepositoryError) {
    let descriptor = folder.open(name, O_RDONLY)
    guard descriptor >= 0 else { throw .last(action, target) }
    defer { close(descriptor) }
    guard Host.sync(descriptor) else { throw .last(action, target) }
  }

  /// Gives the file the owner of another, if that is allowed.
  func copyOwnership(_ status: stat) {
    _ = unsafe fchownat(folder.descriptor, name, status.st_uid, status.st_gid, AT_SYMLINK_NOFOLLOW)
  }

  /// Replaces the target with this file.
  func replaceTarget() throws(RepositoryError) {
    guard unsafe renameat(folder.descriptor, name, folder.descriptor, goal) == 0 else {
      throw .last(action, target)
    }
  }

  /// Becomes the file that it is for, if there is none.
  ///
  /// - Parameter path: The path for messages.
  func becomeTarget(_ path: String) throws(RepositoryError) {
    try folder.move(name, to: goal, in: folder, path: path, for: action)
  }

  /// Removes the file; does nothing after a rename.
  func discard() { _ = folder.unlink(name) }
}

/// Writes all bytes; false if the system refuses, with the reason in `errno`.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var offset = 0
  while offset < bytes.count {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe HostSystem.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset)
    }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { return false }
    offset += count
  }
  return true
}
