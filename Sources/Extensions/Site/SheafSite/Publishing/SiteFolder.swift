import ByteBasics
import HostSystem
package import NoteModel
package import NoteRepository
import Synchronization
import Wording

/// A folder that a site is published into. Files that are not in its manifest, or are no longer as the manifest says,
/// are neither changed nor removed.
package final class SiteFolder: Sendable {
  /// The absolute path.
  package let path: String
  package let before: SiteManifest
  private let memory: SiteMemory
  private let groupsBefore: [String: SiteMemory.Group]
  /// The files that a killed run meant to write.
  private let unfinished: SiteMemory.Claims
  /// The files of the folder; nil if a dry run finds no folder.
  private let files: ContainedFolder?
  /// True if the folder was empty, so that all names are free.
  package let wasEmpty: Bool
  private let mode: Mode

  /// The strictness of writing a site.
  package enum Mode: Sendable {
    case usual
    /// A site is also written into a folder with other files, and over published files that were changed.
    case forced
    /// Files are compared, but not written.
    case dryRun
  }

  private struct State {
    var after = SiteManifest()
    var groups: [String: SiteMemory.Group] = [:]
    /// New names, until they are recorded.
    var claimed: Set<String> = []
    var hasRecorded = false
    var added: [String] = []
    var changed: [String] = []
    var unchanged = 0
  }

  private let state = Mutex(State())

  /// Files at the top of a site that others may put there before the first publication.
  private static let neutral: Set<String> = [".git", ".nojekyll", "CNAME", "robots.txt"]

  /// Opens the folder, or makes it.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - memory: The stored facts about it.
  ///   - site: The site in `sites`, or nil for the usual one.
  ///   - mode: ``Mode/dryRun`` only reports the files to write; the folder need not exist.
  /// - Throws: ``RepositoryError`` if it cannot be made or read, ``Problem`` if it contains anything but
  ///   an earlier site of ours.
  package init(path: String, memory: SiteMemory, site: String? = nil, mode: Mode = .usual) throws {
    if mode != .dryRun { try makeFolders(path) }
    self.mode = mode
    self.memory = memory
    self.path = resolvedPath(path) ?? path
    files = ContainedFolder(at: self.path)
    guard files != nil || mode == .dryRun else { throw RepositoryError.last(.create, self.path) }
    let before = try files?.read(SiteManifest.fileName).map(SiteManifest.init) ?? SiteManifest()
    self.before = before
    guard before.files.isEmpty || before.site == site || mode == .forced else {
      throw Problem(
        .conflict,
        before.site.map {
          Message("\(path) contains the site “\($0)”", ko: "“\($0)” 사이트가 있는 폴더입니다: \(path)")
        } ?? Message("\(path) contains another site", ko: "다른 사이트가 있는 폴더입니다: \(path)"),
        hint: Message(
          "Nothing was written. Each site needs a separate folder; --force replaces the other site.",
          ko: "아무것도 저장하지 않았습니다. 사이트마다 폴더가 따로 있어야 합니다. --force를 쓰면 그 사이트를 대신합니다."))
    }
    unfinished = memory.claims
    groupsBefore = before.files.isEmpty ? [:] : memory.groups
    state.withLock { state in
      state.after.formerAddresses = before.formerAddresses
      state.after.site = site
    }
    let names = files == nil ? [] : try fileNames(in: self.path)
    wasEmpty = names.isEmpty
    if mode == .usual { try checkIsOurs(names) }
  }

  /// Checks that the contents of the folder are an earlier site, or parts of one.
  private func checkIsOurs(_ names: [String]) throws {
    let ours = Set(unfinished.names.union(before.files.keys).map { $0.prefix { $0 != "/" } })
    let others = names.filter { name in
      name != SiteManifest.fileName && !Self.neutral.contains(name)
        && !ContainedFolder.isTemporary(name) && !ours.contains(name[...])
    }
    guard !others.isEmpty, try !hasOurPage() else { return }
    throw OutputFolder.otherFiles(
      path, others,
      hint: Message(
        "Nothing was written. Choose an empty folder; “sheaf publish --force” keeps these files and writes the others.",
        ko: "아무것도 저장하지 않았습니다. 빈 폴더를 지정하세요. “sheaf publish --force”는 이 파일을 그대로 두고 나머지만 저장합니다."))
  }

  /// Returns true if a published file agrees with the manifest, which shows that the folder is a site of ours.
  private func hasOurPage() throws -> Bool {
    let first = before.files["index.html"].map { _ in "index.html" } ?? before.files.keys.min()
    guard let first, let bytes = try files?.read(first) else { return false }
    return isOurs(first, bytes)
  }

  /// Reads a file of the folder. Returns nil if there is none.
  package func content(of file: String) -> [UInt8]? { try? files?.read(file) }

  /// The files of the site after ``finish()``, in order, without the manifest.
  package var publishedFiles: [String] { state.withLock { $0.after.files.keys.sorted() } }

  /// True if no site has been published into the folder yet.
  package var isFirst: Bool { before.files.isEmpty }

  /// Records the files that will be written, so that a run after a kill recognises them.
  ///
  /// - Throws: ``Problem`` if a file that Sheaf did not write has one of the names.
  package func claim(_ paths: [String]) throws {
    let fresh = paths.filter { before.files[$0] == nil && !unfinished.names.contains($0) }
    let foreign = wasEmpty ? [] : fresh.filter { files?.isTaken($0) ?? false }
    guard foreign.isEmpty else {
      let names = OutputFolder.firstThree(foreign.sorted())
      throw Problem(
        .conflict,
        Message(
          "\(path) contains files that Sheaf did not write: \(names)",
          ko: "\(path) 폴더에 Sheaf에서 만들지 않은 파일이 있습니다: \(names)"),
        hint: Message(
          "Nothing was written. Choose an empty folder, or move these files away.",
          ko: "아무것도 저장하지 않았습니다. 빈 폴더를 지정하거나 이 파일을 옮기세요."))
    }
    state.withLock { $0.claimed.formUnion(fresh) }
  }

  /// Records new claims before a file is written.
  private func recordClaims() {
    state.withLock { state in
      guard !state.claimed.isEmpty else { return }
      memory.claim(state.claimed)
      state.claimed = []
      state.hasRecorded = true
    }
  }

  /// Returns true for a file in the folder that no publication wrote.
  package func hasForeignFile(_ name: String) -> Bool {
    !wasEmpty && before.files[name] == nil && files?.isTaken(name) ?? false
  }

  /// Writes a file if its bytes are new.
  ///
  /// - Throws: ``Problem`` if somebody changed the file since it was published.
  package func write(_ bytes: [UInt8], to name: String) throws { try write(bytes, to: name, source: nil) }

  private func write(_ bytes: [UInt8], to name: String, source: UInt64?) throws {
    let entry = SiteManifest.Entry(hash: ContentHash.of(bytes), size: bytes.count, source: source)
    if keepsUnchanged(name, entry) { return }
    if mode == .dryRun {
      _ = try holds(bytes, name)
    } else if let files {
      recordClaims()
      if try !files.create(name, bytes), try !holds(bytes, name) {
        memory.claim(name, hash: entry.hash)
        state.withLock { $0.hasRecorded = true }
        try files.replace(name, with: bytes)
      }
    }
    state.withLock { state in
      state.after.files[name] = entry
      if before.files[name] == nil {
        state.added.append(name)
      } else {
        state.changed.append(name)
      }
    }
  }

  /// Returns true if the file has these bytes already.
  ///
  /// - Throws: ``Problem`` if the file has other bytes and was not written by a publication.
  private func holds(_ bytes: [UInt8], _ name: String) throws -> Bool {
    guard let files, files.isTaken(name) else { return false }
    let now = try files.read(name)
    if now == bytes { return true }
    guard mode == .forced || isOurs(name, now) else {
      throw Problem(
        .conflict,
        Message(
          "\(path) contains a published file that was changed since: \(name)",
          ko: "\(path) 폴더에 게시한 뒤에 바뀐 파일이 있습니다: \(name)"),
        hint: Message(
          "The file was not changed. “sheaf publish --force” replaces the file.",
          ko: "그대로 두었습니다. “sheaf publish --force”로 바꿀 수 있습니다."))
    }
    return false
  }

  /// Returns true for a file that a publication wrote and that was not changed since. Nil bytes are no file.
  private func isOurs(_ name: String, _ bytes: [UInt8]?) -> Bool {
    guard let bytes else { return false }
    if unfinished.names.contains(name) || unfinished.hashes[name] == ContentHash.of(bytes) { return true }
    guard let known = before.files[name] else { return false }
    return known.size == bytes.count && known.hash == ContentHash.of(bytes)
  }

  /// Copies a file of the repository if it is not the one that was copied before.
  ///
  /// - Parameters:
  ///   - file: The file as it was found.
  ///   - repository: The file system that it is read from.
  ///   - name: Its place in the site.
  ///   - change: Returns the bytes to write. Nil for a file that must not be copied.
  /// - Returns: False if `change` gave nothing.
  /// - Throws: ``RepositoryError`` if it cannot be read or written, ``Problem`` as ``write(_:to:)``.
  package func copy(
    _ file: ScannedFile, from repository: any FileSystem, to name: String, isAllowed: Bool = false,
    changing change: ([UInt8]) -> [UInt8]?
  ) throws -> Bool {
    var hash = ContentHash()
    hash.combine(Self.copyVersion + (isAllowed ? 1_000 : 0))
    hash.combine(file.fingerprint.size)
    hash.combine(file.fingerprint.modifiedNanoseconds)
    if let known = before.files[name], known.source == hash.value, keepsUnchanged(name, known) { return true }
    guard let bytes = change(try repository.read(file.path)) else { return false }
    try write(bytes, to: name, source: hash.value)
    return true
  }

  /// The version of the copies. A new number copies every file again.
  private static let copyVersion: Int64 = 3

  /// Returns the payload of a group of pages from when it was made.
  package func payload(of group: String) -> String? { groupsBefore[group]?.payload }

  /// Keeps the earlier pages of a group. Returns false if it must be made again.
  package func keepsGroup(_ name: String, key: UInt64, files names: [String]) -> Bool {
    guard let group = groupsBefore[name], group.key == key else { return false }
    let entries = names.compactMap { before.files[$0] }
    guard entries.count == names.count, Self.hash(entries) == group.pages,
      zip(names, entries).allSatisfy({ isOnDisk($0, size: $1.size) })
    else { return false }
    state.withLock { state in
      for (file, entry) in zip(names, entries) { state.after.files[file] = entry }
      state.groups[name] = group
      state.unchanged += names.count
    }
    return true
  }

  /// Remembers the sources of pages that were written in this run.
  package func remember(_ group: SiteMemory.Group, as name: String, files names: [String]) {
    state.withLock { state in
      var group = group
      group.pages = Self.hash(names.compactMap { state.after.files[$0] })
      state.groups[name] = group
    }
  }

  private static func hash(_ entries: [SiteManifest.Entry]) -> UInt64 {
    var hash = ContentHash()
    for entry in entries { hash.combine(Int64(bitPattern: entry.hash)) }
    return hash.value
  }

  /// Tells which addresses of earlier publications lead nowhere any more; asked once for each kind of file.
  ///
  /// - Parameters:
  ///   - files: The present files of this kind.
  ///   - further: Files that earlier publications are known to have had from elsewhere.
  ///   - isOfKind: True if a file is of this kind.
  /// - Returns: A test if an earlier publication had a file, of this kind or of one that was asked for before.
  package func formerAddresses(
    besides files: [String], further: [String] = [], where isOfKind: (String) -> Bool
  ) -> FormerAddresses {
    let now = Set(files)
    let earlier = before.files.keys + further
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
    var removed: [String] = []
    var kept: [String] = []
    for name in before.files.keys.filter({ after.files[$0] == nil }).sorted() {
      if try isRemovable(name) { removed.append(name) } else { kept.append(name) }
    }
    let report = SiteReport(
      added: state.added.sorted(), changed: state.changed.sorted(), removed: removed, kept: kept,
      unchanged: state.unchanged, files: after.files.count)
    guard mode != .dryRun, let files else { return report }
    for name in removed { try files.remove(name) }
    for name in unfinished.names where before.files[name] == nil && after.files[name] == nil {
      try files.remove(name)
    }
    try files.removeLeftovers()
    if after != before || files.size(of: SiteManifest.fileName) == nil {
      try files.replace(SiteManifest.fileName, with: Array(after.text.utf8))
    }
    if state.groups != groupsBefore { memory.remember(state.groups) }
    if state.hasRecorded || !unfinished.isEmpty { memory.forgetClaims() }
    return report
  }

  /// Returns true for a published file without changes, for a missing file, and, if forced, for any file.
  private func isRemovable(_ name: String) throws -> Bool {
    guard let files else { return true }
    // A page behind a link is somebody's to remove.
    guard files.exists(name) else { return !fileExists(path + "/" + name) }
    return isOurs(name, try files.read(name)) || mode == .forced && files.size(of: name) != nil
  }

  private func keepsUnchanged(_ name: String, _ entry: SiteManifest.Entry) -> Bool {
    guard let known = before.files[name], known.hash == entry.hash, known.size == entry.size,
      isOnDisk(name, size: entry.size)
    else { return false }
    state.withLock { state in
      state.after.files[name] = entry
      state.unchanged += 1
    }
    return true
  }

  private func isOnDisk(_ name: String, size: Int) -> Bool { files?.size(of: name) == size }
}

/// Files that earlier publications had, known by their hashes alone.
package struct FormerAddresses: Sendable {
  let hashes: Set<UInt64>

  package var isEmpty: Bool { hashes.isEmpty }

  package func contains(_ name: String) -> Bool { hashes.contains(ContentHash.of(Array(name.utf8))) }
}

/// The results of a publication.
package struct SiteReport: Sendable, Hashable {
  /// Names of files, in order.
  package let added: [String]
  package let changed: [String]
  package let removed: [String]
  /// Files that are no longer part of the site but were changed, so that they are not removed.
  package let kept: [String]
  package let unchanged: Int
  package let files: Int

  package var written: Int { added.count + changed.count }
}
