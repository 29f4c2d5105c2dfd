import ByteBasics
import Glibc
package import NoteModel
import Synchronization
package import Wording

/// A folder that a site is published into. Files that are not in its manifest are never touched.
package final class SiteFolder: Sendable {
  /// Absolute.
  package let path: String
  package let before: SiteManifest
  /// Of ``path``; files are reached from here, which spares the way from the root each time.
  private let descriptor: CInt
  /// Nothing was in the folder, so no name is taken.
  package let wasEmpty: Bool
  /// Everything is compared and nothing is written.
  private let isDryRun: Bool

  private struct State {
    var after = SiteManifest()
    var claimed: Set<String> = []
    var folders: Set<String> = []
    var added: [String] = []
    var changed: [String] = []
    var unchanged = 0
  }

  private let state = Mutex(State())

  /// Opens the folder, or makes it.
  ///
  /// - Parameters:
  ///   - path: Absolute.
  ///   - isDryRun: Only tells what would be written; the folder need not be there.
  /// - Throws: ``RepositoryError`` where it cannot be made or read.
  package init(path: String, isDryRun: Bool = false) throws(RepositoryError) {
    if !isDryRun { try makeFolders(path) }
    self.isDryRun = isDryRun
    self.path = resolvedPath(path) ?? path
    let manifest = self.path + "/" + SiteManifest.fileName
    let before =
      fileExists(manifest) ? SiteManifest(reading: try readFile(manifest)) : SiteManifest()
    self.before = before
    state.withLock { $0.after.formerAddresses = before.formerAddresses }
    descriptor = unsafe Glibc.open(self.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 || isDryRun else { throw .last(.create, self.path) }
    wasEmpty = descriptor < 0 ? true : try fileNames(in: self.path).isEmpty
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// What the site consists of after ``finish()``, in order, without the manifest.
  package var publishedFiles: [String] { state.withLock { $0.after.files.keys.sorted() } }

  /// True where no site has been published into the folder yet.
  package var isFirst: Bool { before.files.isEmpty }

  /// Claims the files that are going to be written, so that a run that is killed half way knows them again.
  ///
  /// - Throws: ``SiteFolderError`` where a file that is not ours has one of the names.
  package func claim(_ paths: [String]) throws {
    let fresh = paths.filter { before.files[$0] == nil }
    guard !fresh.isEmpty else { return }
    let foreign = wasEmpty ? [] : fresh.filter { exists($0) }
    guard foreign.isEmpty else { throw SiteFolderError(folder: path, files: foreign.sorted()) }
    let claimed = state.withLock { state in
      state.claimed.formUnion(fresh)
      return state.claimed
    }
    guard !isDryRun else { return }
    var manifest = before
    for name in claimed { manifest.files[name] = SiteManifest.Entry(hash: 0, size: -1) }
    try writeManifest(manifest)
  }

  /// True for a file in the folder that no publication wrote.
  package func hasForeignFile(_ name: String) -> Bool {
    !wasEmpty && before.files[name] == nil && exists(name)
  }

  /// Writes a file where its bytes are new.
  package func write(_ bytes: [UInt8], to name: String) throws(RepositoryError) {
    let entry = SiteManifest.Entry(hash: ContentHash.of(bytes), size: bytes.count)
    if keepsUnchanged(name, entry) { return }
    if !isDryRun {
      try makeFolder(of: name)
      if try !create(name, bytes) { try replace(name, with: bytes) }
    }
    state.withLock { state in
      state.after.files[name] = entry
      if (before.files[name]?.size ?? -1) < 0 {
        state.added.append(name)
      } else {
        state.changed.append(name)
      }
    }
  }

  /// Copies a file of the repository where it is not the one that was copied before.
  ///
  /// - Parameters:
  ///   - file: As it was found.
  ///   - repository: Where it is read.
  ///   - name: Its place in the site.
  ///   - change: What is written for its bytes; nil for a file that must not be copied.
  /// - Returns: False where `change` gave nothing.
  /// - Throws: ``RepositoryError`` where it cannot be read or written.
  package func copy(
    _ file: ScannedFile, from repository: any FileSystem, to name: String,
    changing change: ([UInt8]) -> [UInt8]?
  ) throws(RepositoryError) -> Bool {
    var hash = ContentHash()
    hash.combine(Self.copyVersion)
    hash.combine(file.fingerprint.size)
    hash.combine(file.fingerprint.modifiedNanoseconds)
    if let known = before.files[name], known.hash == hash.value, keepsUnchanged(name, known) {
      return true
    }
    guard let bytes = change(try repository.read(file.path)) else { return false }
    try write(bytes, to: name)
    state.withLock {
      $0.after.files[name] = SiteManifest.Entry(hash: hash.value, size: bytes.count)
    }
    return true
  }

  /// Another number copies every file again.
  private static let copyVersion: Int64 = 2

  /// Keeps what a group of pages was written as before.
  ///
  /// - Returns: False where it must be made again.
  package func keepsGroup(_ name: String, key: UInt64, files: [String]) -> Bool {
    guard let group = before.groups[name], group.key == key else { return false }
    let entries = files.compactMap { before.files[$0] }
    guard entries.count == files.count,
      zip(files, entries).allSatisfy({ isOnDisk($0, size: $1.size) })
    else { return false }
    state.withLock { state in
      for (file, entry) in zip(files, entries) { state.after.files[file] = entry }
      state.after.groups[name] = group
      state.unchanged += files.count
    }
    return true
  }

  package func remember(_ group: SiteManifest.Group, as name: String) {
    state.withLock { $0.after.groups[name] = group }
  }

  /// Tells which addresses of earlier publications lead nowhere any more; asked once for each kind of file.
  ///
  /// - Parameters:
  ///   - files: Those of this kind now.
  ///   - further: Files that earlier publications are known to have had from elsewhere.
  ///   - isOfKind: Whether a file is of this kind.
  /// - Returns: A test whether an earlier publication had a file, of this kind or of one that was asked for before.
  package func formerAddresses(
    besides files: [String], further: [String] = [], where isOfKind: (String) -> Bool
  ) -> FormerAddresses {
    let now = Set(files)
    let earlier = before.files.filter { $0.value.size >= 0 }.keys + further
    var hashes = state.withLock(\.after.formerAddresses)
    for name in earlier where isOfKind(name) && !now.contains(name) {
      hashes.insert(ContentHash.of(Array(name.utf8)))
    }
    for name in files { hashes.remove(ContentHash.of(Array(name.utf8))) }
    state.withLock { $0.after.formerAddresses = hashes }
    return FormerAddresses(hashes: hashes)
  }

  /// Removes the files of ours that were not written again, and writes the manifest.
  package func finish() throws -> SiteReport {
    let state = state.withLock(\.self)
    let after = state.after
    let removed = before.files.filter { after.files[$0.key] == nil }
    let report = SiteReport(
      added: state.added.sorted(), changed: state.changed.sorted(),
      removed: removed.filter { $0.value.size >= 0 }.keys.sorted(), unchanged: state.unchanged,
      files: after.files.count)
    guard !isDryRun else { return report }
    for name in removed.keys { try remove(name) }
    if after != before || !fileExists(path + "/" + SiteManifest.fileName) {
      try writeManifest(after)
    }
    return report
  }

  private func keepsUnchanged(_ name: String, _ entry: SiteManifest.Entry) -> Bool {
    guard before.files[name] == entry, isOnDisk(name, size: entry.size) else { return false }
    state.withLock { state in
      state.after.files[name] = entry
      state.unchanged += 1
    }
    return true
  }

  private func isOnDisk(_ name: String, size: Int) -> Bool {
    var status = stat()
    return unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == size
  }

  private func exists(_ name: String) -> Bool {
    var status = stat()
    return unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Makes the folders above a file. A symbolic link in the way is not followed out of the site.
  private func makeFolder(of name: String) throws(RepositoryError) {
    guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    let folder = String(name[..<slash])
    if state.withLock({ $0.folders.contains(folder) }) { return }
    try makeFolder(of: folder)
    let target = path + "/" + folder
    guard unsafe mkdir(target, 0o777) == 0 || errno == EEXIST else {
      throw .last(.create, target)
    }
    var status = stat()
    guard unsafe lstat(target, &status) == 0 else { throw .last(.create, target) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .alreadyExists(target) }
    state.withLock { _ = $0.folders.insert(folder) }
  }

  private func remove(_ name: String) throws(RepositoryError) {
    let target = path + "/" + name
    guard unsafe unlink(target) == 0 || errno == ENOENT || errno == ENOTDIR else {
      throw .last(.remove, target)
    }
    // Folders that are empty now go as well; `rmdir` leaves every other one.
    var folder = name[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      guard unsafe rmdir(path + "/" + folder) == 0 else { return }
    }
  }

  private func writeManifest(_ manifest: SiteManifest) throws(RepositoryError) {
    try replace(SiteManifest.fileName, with: Array(manifest.text.utf8))
  }

  /// Puts a whole file in the place of another.
  private func replace(_ name: String, with bytes: [UInt8]) throws(RepositoryError) {
    let temporary = name + ".sheaf-new"
    guard let file = try open(temporary, O_TRUNC) else { throw .last(.create, temporary) }
    try Self.write(bytes, to: file, temporary)
    guard unsafe renameat(descriptor, temporary, descriptor, name) == 0 else {
      throw .last(.write, path + "/" + name)
    }
  }

  /// - Returns: False where there is a file of this name.
  private func create(_ name: String, _ bytes: [UInt8]) throws(RepositoryError) -> Bool {
    guard let file = try open(name, O_EXCL) else { return false }
    try Self.write(bytes, to: file, name)
    return true
  }

  /// - Returns: nil where `flags` forbid the file that is there.
  private func open(_ name: String, _ flags: CInt) throws(RepositoryError) -> CInt? {
    let all = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags
    let file = unsafe openat(descriptor, name, all, 0o666)
    if file < 0, errno == EEXIST { return nil }
    guard file >= 0 else { throw .last(.create, path + "/" + name) }
    return file
  }

  /// Writes and closes. A site can be made again at any time, so nothing waits for the disk.
  private static func write(
    _ bytes: [UInt8], to file: CInt, _ name: String
  ) throws(RepositoryError) {
    defer { close(file) }
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(file, $0.baseAddress?.advanced(by: offset), $0.count - offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last(.write, name) }
      offset += count
    }
  }
}

/// Files that earlier publications had, known by their hashes alone.
package struct FormerAddresses: Sendable {
  let hashes: Set<UInt64>

  package var isEmpty: Bool { hashes.isEmpty }

  package func contains(_ name: String) -> Bool {
    hashes.contains(ContentHash.of(Array(name.utf8)))
  }
}

/// What a publication did.
package struct SiteReport: Sendable, Hashable {
  /// Names of files, in order.
  package let added: [String]
  package let changed: [String]
  package let removed: [String]
  package let unchanged: Int
  /// How many the site consists of.
  package let files: Int

  package var written: Int { added.count + changed.count }
}

/// Files in the folder that Sheaf did not write have names that the site needs.
package struct SiteFolderError: ExplainedError {
  let folder: String
  let files: [String]

  package var category: ErrorCategory { .conflict }

  package var explanation: Message {
    let names = files.prefix(3).joined(separator: ", ") + (files.count > 3 ? ", …" : "")
    return Message(
      "\(folder) contains files that Sheaf did not write: \(names)",
      ko: "\(folder) 폴더에 Sheaf에서 만들지 않은 파일이 있습니다: \(names)")
  }

  package var hint: Message? {
    Message(
      "Nothing was written. Choose an empty folder, or move these files away.",
      ko: "아무것도 저장하지 않았습니다. 빈 폴더를 지정하거나 이 파일들을 옮기세요.")
  }
}
