import Glibc
package import NoteModel

/// Finds every file of a repository: notes and attachments, with what tells whether they changed.
///
/// Hidden folders, ignored files, published sites, sockets, pipes and devices are passed over. A symbolic link counts
/// where it leads to a file inside the repository; links to folders are not followed, so loops cannot be.
package struct TreeScanner {
  /// What a scan found.
  package struct Result: Sendable {
    /// Sorted by the bytes of the path.
    package let files: [ScannedFile]
    /// Folders that could not be read.
    package let problems: [RepositoryError]
  }

  private let root: String
  private var files: [ScannedFile] = []
  private var problems: [RepositoryError] = []
  private var pending: [(path: [UInt8], rules: IgnoreRules)] = []

  /// Scans a repository.
  ///
  /// `extraIgnores` are the patterns of the configuration's `ignore`.
  package static func scan(_ repository: Repository, extraIgnores: [String] = []) -> Result {
    var scanner = TreeScanner(root: repository.root)
    var rules = IgnoreRules()
    for file in GitExcludes.files(root: repository.root, places: repository.places) {
      if let bytes = try? readFile(file) { rules = rules.adding(bytes, folder: []) }
    }
    rules = rules.adding(Array(extraIgnores.joined(separator: "\n").utf8), folder: [])
    scanner.pending = [([], rules)]
    while let (path, rules) = scanner.pending.popLast() { scanner.scanFolder(path, rules) }
    scanner.files.sort { $0.path < $1.path }
    return Result(files: scanner.files, problems: scanner.problems)
  }

  private init(root: String) {
    self.root = root
  }

  private mutating func scanFolder(_ path: [UInt8], _ inherited: IgnoreRules) {
    let absolute = path.isEmpty ? root : root + "/" + String(decoding: path, as: UTF8.self)
    let descriptor = unsafe open(absolute, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0, let stream = unsafe fdopendir(descriptor) else {
      problems.append(.last(.list, absolute))
      return
    }
    defer { unsafe closedir(stream) }
    // A site that was published into the repository is not part of it.
    if unsafe faccessat(descriptor, SiteManifest.fileName, F_OK, 0) == 0, !path.isEmpty { return }
    var rules = inherited
    if let bytes = ignoreFile(in: descriptor) { rules = rules.adding(bytes, folder: path) }
    while let entry = unsafe readdir(stream) {
      unsafe visit(entry, in: path, descriptor, rules)
    }
  }

  private func ignoreFile(in folder: Int32) -> [UInt8]? {
    let descriptor = unsafe openat(folder, ".gitignore", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return try? readDescriptor(descriptor, path: ".gitignore")
  }

  private mutating func visit(
    _ entry: UnsafeMutablePointer<dirent>, in folder: [UInt8], _ descriptor: Int32,
    _ rules: IgnoreRules
  ) {
    let name = unsafe nameBytes(entry)
    guard name.first != UInt8(ascii: ".") else { return }
    let path = folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name
    let nameStart = path.count - name.count
    let type = unsafe Int32(entry.pointee.d_type)
    if type == Int32(DT_DIR) {
      if !rules.ignores(path, nameStart: nameStart, isFolder: true) {
        pending.append((path, rules))
      }
      return
    }
    var status = stat()
    guard unsafe fstatat(descriptor, &entry.pointee.d_name.0, &status, AT_SYMLINK_NOFOLLOW) == 0
    else {
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      if !rules.ignores(path, nameStart: nameStart, isFolder: true) {
        pending.append((path, rules))
      }
      return
    case S_IFLNK:
      guard let target = linkTarget(path) else { return }
      status = target
    case S_IFREG: break
    default: return
    }
    guard !rules.ignores(path, nameStart: nameStart, isFolder: false) else { return }
    files.append(
      ScannedFile(
        path: NotePath(trusted: String(decoding: path, as: UTF8.self)),
        fingerprint: FileFingerprint(status)))
  }

  private func nameBytes(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
      unsafe Array(buffer.prefix { $0 != 0 })
    }
  }

  /// What a symbolic link leads to, where that is a file inside the repository.
  private func linkTarget(_ path: [UInt8]) -> stat? {
    let absolute = root + "/" + String(decoding: path, as: UTF8.self)
    guard let target = resolvedPath(absolute), target.hasPrefix(root + "/") else { return nil }
    var status = stat()
    guard unsafe stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status
  }
}
