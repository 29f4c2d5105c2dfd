import NoteModel

/// What shows with near certainty whether two files hold the same bytes.
struct ContentDigest: Hashable, Sendable {
  let count: Int
  /// FNV-1a.
  let hash: UInt64

  init(count: Int, hash: UInt64) {
    self.count = count
    self.hash = hash
  }

  init(_ bytes: [UInt8]) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.init(count: bytes.count, hash: hash)
  }
}

/// What is stored under a name.
enum FileState: Hashable, Sendable {
  case absent
  case file(ContentDigest)
  case folder

  /// `Throws`: Where there is something that cannot be read.
  init(of path: NotePath, in files: any FileSystem) throws(RepositoryError) {
    if !files.exists(path) {
      self = .absent
    } else if files.isFolder(path) {
      self = .folder
    } else {
      self = .file(ContentDigest(try files.read(path)))
    }
  }
}
