import HostSystem

/// The visible names in a folder, in the order that the paths of a whole tree have by their bytes: a folder's
/// name counts with the `/` after it.
struct FolderListing {
  struct Entry: Sendable {
    /// The range in ``names``, including the `/` of a folder.
    let name: Range<Int>
    let kind: Kind
  }

  enum Kind: Sendable {
    case file
    case folder
    case symbolicLink
  }

  /// The bytes of all names, one after the other.
  private(set) var names: [UInt8] = []
  private(set) var entries: [Entry] = []
  private(set) var hasIgnoreFile = false
  /// True if a site was published into the folder.
  private(set) var isSite = false

  /// Reads the rest of a stream without closing it.
  init(reading stream: FolderStream) {
    let descriptor = unsafe dirfd(stream)
    while let entry = unsafe readdir(stream) { unsafe add(entry, descriptor) }
    sort()
  }

  private mutating func add(_ entry: UnsafeMutablePointer<dirent>, _ descriptor: Int32) {
    let start = names.count
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
      unsafe names.append(contentsOf: buffer.prefix { $0 != 0 })
    }
    if names[start] == UInt8(ascii: ".") {
      let name = names[start...]
      hasIgnoreFile = hasIgnoreFile || name.elementsEqual(".gitignore".utf8)
      isSite = isSite || name.elementsEqual(Repository.siteManifest.utf8)
      names.removeLast(names.count - start)
      return
    }
    guard let kind = unsafe Self.kind(of: entry, in: descriptor) else {
      names.removeLast(names.count - start)
      return
    }
    if kind == .folder { names.append(UInt8(ascii: "/")) }
    entries.append(Entry(name: start..<names.count, kind: kind))
  }

  /// Returns the kind of a directory entry, or nil for sockets, pipes and devices.
  private static func kind(of entry: UnsafeMutablePointer<dirent>, in descriptor: Int32) -> Kind? {
    var status = stat()
    if let kind = unsafe Host.kind(of: entry) {
      status.st_mode = kind
    } else if unsafe fstatat(descriptor, &entry.pointee.d_name.0, &status, AT_SYMLINK_NOFOLLOW) != 0 {
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .symbolicLink
    default: return nil
    }
  }

  private mutating func sort() {
    unsafe names.withUnsafeBytes { names in
      entries.sort { left, right in
        let common = min(left.name.count, right.name.count)
        guard let base = names.baseAddress else { return false }
        let order = unsafe memcmp(base + left.name.lowerBound, base + right.name.lowerBound, common)
        return order == 0 ? left.name.count < right.name.count : order < 0
      }
    }
  }
}
