import ByteBasics
import HostSystem
package import NoteModel
import NoteSyntax

/// The files of a repository on disk.
///
/// Reading follows a symbolic link within its ``PathScope``. Writing follows none: a change has the path of its file
/// itself, ``located(_:isWhole:)``.
package struct LiveFileSystem: FileSystem {
  private let root: String
  private let layout: VaultLayout?
  private let isPrivate: Bool
  private let git: GitIndexLock?

  /// - Parameters:
  ///   - root: An absolute path with symbolic links resolved.
  ///   - layout: The settings of the repository, which give kinds to places.
  ///   - isPrivate: True if only the user may look into the folders that are made.
  ///   - git: The lock that every change waits for.
  package init(root: String, layout: VaultLayout? = nil, isPrivate: Bool = false, git: GitIndexLock? = nil) {
    self.root = root
    self.layout = layout
    self.isPrivate = isPrivate
    self.git = git
  }

  private func absolute(_ path: NotePath) -> String { root + "/" + path.string }

  package func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    try OpenedFile(path.string, inside: root, layout).bytes(limit: path.isMarkdown ? NoteLimit.bytes : .max)
  }

  package func located(_ path: NotePath, isWhole: Bool) throws(RepositoryError) -> NotePath {
    do throws(RepositoryError) {
      if isWhole { return NotePath(trusted: try locate(path.string, below: root, layout).path) }
    } catch .missingFile {}
    guard let folder = path.folder else { return path }
    let place = try located(folder, isWhole: true).appending(String(path.fileName))
    guard PathScope(place.string, in: layout) == PathScope(path.string, in: layout) else {
      throw .leadsElsewhere(path.string)
    }
    return place
  }

  package func fingerprint(_ path: NotePath) -> FileFingerprint? { status(path).map { FileFingerprint($0) } }

  package func traits(_ path: NotePath) -> FileTraits? {
    (try? seenPlace(of: path)).flatMap { FileTraits(of: $0.name, in: $0.folder) }
  }

  package func isFolder(_ path: NotePath) -> Bool {
    status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  func isRegularFile(_ path: NotePath) -> Bool {
    status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  /// Returns the status of a path, or of the target of a symbolic link.
  private func status(_ path: NotePath) -> stat? {
    guard let place = try? seenPlace(of: path), var status = place.folder.status(place.name) else { return nil }
    guard status.st_mode & S_IFMT == S_IFLNK else { return status }
    guard let target = try? locate(path.string, below: root, layout), unsafe stat(target.absolute, &status) == 0
    else { return nil }
    return status
  }

  package func names(in folder: NotePath?) throws(RepositoryError) -> [String] {
    try OpenFolder.inside(root, folder?.string ?? "")?.names() ?? []
  }

  package func create(_ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits) throws(RepositoryError) {
    try create(path, traits) { (file) throws(RepositoryError) in
      if traits.linkTarget == nil { try file.write(bytes) }
    }
  }

  package func create(_ path: NotePath, _ content: FileContent) throws(RepositoryError) {
    try create(path, .usual) { (file) throws(RepositoryError) in
      try file.write { (write) throws(RepositoryError) in
        try content.forEachPiece(for: path.string, write)
      }
    }
  }

  private func create(
    _ path: NotePath, _ traits: FileTraits,
    _ write: (TemporaryFile) throws(RepositoryError) -> Void
  ) throws(RepositoryError) {
    let target = try freePlace(path)
    let temporary = try TemporaryFile(for: target.name, in: target.folder, traits, for: .create)
    do throws(RepositoryError) {
      try write(temporary)
      git?.waitUntilFree()
      try temporary.becomeTarget(path.string)
      try target.folder.sync()
    } catch {
      temporary.discard()
      throw error
    }
  }

  package func replace(_ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]) throws(RepositoryError) {
    let (folder, name) = try place(of: path)
    let temporary = try prepare(path, name, in: folder, from: expected, bytes, isSynced: true)
    do throws(RepositoryError) {
      git?.waitUntilFree()
      // Somebody may have written while the new bytes went to the disk.
      _ = try check(path, name, in: folder, holds: expected)
      try temporary.replaceTarget()
      try folder.sync()
    } catch {
      temporary.discard()
      throw error
    }
  }

  /// Writes the new bytes of a file next to it.
  private func prepare(
    _ path: NotePath, _ name: String, in folder: OpenFolder, from expected: [UInt8], _ bytes: [UInt8], isSynced: Bool
  ) throws(RepositoryError) -> TemporaryFile {
    let (status, attributes) = try check(path, name, in: folder, holds: expected)
    guard status.st_nlink == 1 else { throw .hardLink(path.string, names: Int(status.st_nlink)) }
    let traits = FileTraits(permissions: UInt32(status.st_mode & 0o7777), attributes: attributes)
    let temporary = try TemporaryFile(for: name, in: folder, traits, for: .write)
    do throws(RepositoryError) {
      try temporary.write(bytes, isSynced: isSynced)
    } catch {
      temporary.discard()
      throw error
    }
    temporary.copyOwnership(status)
    return temporary
  }

  /// Waits for the disk when the new bytes are next to every file, which the system writes together, and once for each
  /// folder when they are in their places.
  package func replace(_ contents: [ReplacedContent], didReplace: () -> Void) throws(RepositoryError) {
    var folders: [String: OpenFolder] = [:]
    var prepared: [(content: ReplacedContent, folder: OpenFolder, file: TemporaryFile)] = []
    // A file that is in its place is no longer there to discard.
    defer { for entry in prepared { entry.file.discard() } }
    for content in contents {
      let key = content.path.folder?.string ?? ""
      let folder: OpenFolder
      if let open = folders[key] { folder = open } else { folder = try place(of: content.path).folder }
      folders[key] = folder
      let file = try prepare(
        content.path, String(content.path.fileName), in: folder, from: content.expected, content.bytes, isSynced: false)
      prepared.append((content, folder, file))
    }
    for entry in prepared { try entry.file.sync() }
    for (content, folder, file) in prepared {
      git?.waitUntilFree()
      _ = try check(content.path, String(content.path.fileName), in: folder, holds: content.expected)
      try file.replaceTarget()
      didReplace()
    }
    for folder in folders.values { try folder.sync() }
  }

  package func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError) {
    git?.waitUntilFree()
    let (folder, name) = try place(of: path)
    // A link goes if its target is as expected.
    guard try OpenedFile(path.string, inside: root, layout).bytes() == expected else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
    guard folder.unlink(name) else { throw .last(.remove, absolute(path)) }
    try folder.sync()
  }

  package func digest(_ path: NotePath) throws(RepositoryError) -> ContentDigest {
    try OpenedFile(path.string, inside: root, layout).digest()
  }

  package func remove(_ path: NotePath, expecting digest: ContentDigest) throws(RepositoryError) {
    let (folder, name) = try place(of: path)
    let descriptor = folder.open(name, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .missingFile(path.string) }
    defer { close(descriptor) }
    guard try contentDigest(descriptor, absolute(path)) == digest else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
    git?.waitUntilFree()
    guard folder.unlink(name) else { throw .last(.remove, absolute(path)) }
    try folder.sync()
  }

  package func move(_ path: NotePath, to target: NotePath) throws(RepositoryError) {
    let (folder, name) = try place(of: path)
    guard folder.status(name) != nil else { throw .missingFile(path.string) }
    let goal = try freePlace(target)
    git?.waitUntilFree()
    try folder.move(name, to: goal.name, in: goal.folder, path: target.string, for: .move(from: absolute(path)))
    try goal.folder.sync()
    try folder.sync()
  }

  package func move(_ path: NotePath, over target: NotePath) throws(RepositoryError) {
    let (folder, name) = try place(of: path)
    let goal = try place(of: target)
    guard
      unsafe renameat(folder.descriptor, name, goal.folder.descriptor, goal.name) == 0
    else { throw .last(.move(from: absolute(path)), absolute(target)) }
    try goal.folder.sync()
    try folder.sync()
  }

  package func finishMove(_ path: NotePath, to target: NotePath) throws(RepositoryError) {
    guard let (folder, name) = try? place(of: path), let goal = try? place(of: target),
      let old = folder.status(name), let new = goal.folder.status(goal.name)
    else { return }
    if old.st_mode & S_IFMT == S_IFDIR {
      // Removes the empty folder that the moved folder replaces.
      _ = unsafe unlinkat(goal.folder.descriptor, goal.name, AT_REMOVEDIR)
    } else if old.st_dev == new.st_dev, old.st_ino == new.st_ino, old.st_nlink > 1 {
      guard folder.unlink(name) else { throw .last(.remove, absolute(path)) }
      try folder.sync()
    }
  }

  package func removeEmptyFolders(from folder: NotePath, upTo top: NotePath) throws(RepositoryError) {
    var candidate: NotePath? = folder
    while let path = candidate, path == top || top.contains(path) {
      candidate = path.folder
      guard let (above, name) = try? place(of: path) else { continue }
      let isGone = unsafe unlinkat(above.descriptor, name, AT_REMOVEDIR) == 0
      guard isGone || errno == ENOENT else { return }
    }
  }

  package func removeLeftovers(in folder: NotePath?) throws(RepositoryError) {
    guard let place = try OpenFolder.inside(root, folder?.string ?? "") else { return }
    for name in try place.names() where TemporaryFile.isName(name) || Self.isOfKilledGit(name, in: place) {
      _ = place.unlink(name)
    }
  }

  /// Returns true for a version of a file that git wrote for a merge driver over a minute ago.
  private static func isOfKilledGit(_ name: String, in place: OpenFolder) -> Bool {
    guard name.hasPrefix(".merge_file_"), name.utf8.count == 18, let status = place.status(name) else { return false }
    return status.st_mode & S_IFMT == S_IFREG && Host.times(of: status).modified.tv_sec < time(nil) - 60
  }

  // MARK: - Places

  /// A name in a folder that is open.
  private typealias Place = (folder: OpenFolder, name: String)

  /// Returns the place of a path for writing; no link on the way is followed, nor one of its last name.
  private func place(of path: NotePath) throws(RepositoryError) -> Place {
    try place(of: path, in: OpenFolder.own(root, path.folder?.string ?? ""))
  }

  /// Returns the place of a path for reading, so that links of folders are followed.
  private func seenPlace(of path: NotePath) throws(RepositoryError) -> Place {
    try place(of: path, in: OpenFolder.inside(root, path.folder?.string ?? ""))
  }

  private func place(of path: NotePath, in folder: OpenFolder?) throws(RepositoryError) -> Place {
    guard let folder else { throw .missingFile(path.string) }
    return (folder, String(path.fileName))
  }

  /// Returns the status of a file that contains `expected`, and its extended attributes.
  ///
  /// - Throws: ``RepositoryError/changedMeanwhile(path:keptAt:)`` if it contains something else.
  private func check(
    _ path: NotePath, _ name: String, in folder: OpenFolder, holds expected: [UInt8]
  ) throws(RepositoryError) -> (status: stat, attributes: [FileTraits.Attribute]) {
    let descriptor = folder.open(name, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw .missingFile(path.string) }
      throw errno == ELOOP ? .leadsElsewhere(path.string) : .last(.read, absolute(path))
    }
    defer { close(descriptor) }
    guard try readDescriptor(descriptor, path: absolute(path)) == expected else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last(.read, absolute(path)) }
    return (status, FileTraits.attributes(of: descriptor))
  }

  /// Returns the place of a new file: inside the repository, its folder there, its name not taken.
  private func freePlace(_ path: NotePath) throws(RepositoryError) -> Place {
    let folder = try OpenFolder.making(path.folder?.string ?? "", in: root, isPrivate: isPrivate)
    let name = String(path.fileName)
    guard folder.status(name) == nil else { throw .alreadyExists(path.string) }
    return (folder, name)
  }
}

/// Computes the digest of an open file, read in pieces.
func contentDigest(_ descriptor: Int32, _ path: String) throws(RepositoryError) -> ContentDigest {
  var digest = ContentDigest()
  while true {
    let next = try piece(of: descriptor, at: digest.count, count: 1 << 18, path: path)
    if next.isEmpty { return digest }
    digest.combine(next)
  }
}

/// Makes, replaces or removes a file below a folder.
///
/// - Parameters:
///   - path: A path relative to `root`.
///   - root: An absolute path.
///   - before: The present content of the file. Nil if it is made, with the folders above it.
///   - after: The new content, or nil to remove the file.
///   - traits: The attributes of a new file.
/// - Throws: If it contains something else, or a symbolic link leads out of `root`.
package func changeFile(
  _ path: String, inside root: String, from before: [UInt8]?, to after: [UInt8]?, _ traits: FileTraits = .usual
) throws(RepositoryError) {
  let files = LiveFileSystem(root: root)
  let place = NotePath(trusted: path)
  switch (before, after) {
  case (nil, let after?): try files.create(place, after, traits)
  case (let before?, let after?): try files.replace(place, expecting: before, with: after)
  case (let before?, nil): try files.remove(place, expecting: before)
  case (nil, nil): break
  }
}

extension FileFingerprint {
  init(_ status: stat) {
    let times = Host.times(of: status)
    self.init(
      size: Int64(status.st_size),
      modifiedNanoseconds: nanoseconds(times.modified),
      changedNanoseconds: nanoseconds(times.changed), inode: UInt64(status.st_ino))
  }
}

private func nanoseconds(_ time: timespec) -> Int64 {
  Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
