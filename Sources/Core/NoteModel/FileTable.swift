import ByteBasics
import HostSystem

/// Files with their fingerprints, in the order of the bytes of their paths.
///
/// The paths are in one run of bytes: a table of ten thousand files takes some allocations, not ten thousand.
package struct FileTable: Sendable {
  private var bytes: [UInt8] = []
  /// The end offset of each path in ``bytes``.
  private var ends: [Int] = []
  private var fingerprints: [FileFingerprint] = []

  package init() {}

  /// - Parameter files: The files in the order of their paths.
  package init(_ files: some Sequence<ScannedFile>) {
    for file in files {
      var path = file.path.string
      path.withUTF8 { append($0, file.fingerprint) }
    }
  }

  /// Puts a file after the others.
  package mutating func append(_ path: UnsafeBufferPointer<UInt8>, _ fingerprint: FileFingerprint) {
    bytes.append(contentsOf: path)
    ends.append(bytes.count)
    fingerprints.append(fingerprint)
  }

  /// Puts all files of a table after the others.
  package mutating func append(_ other: FileTable) {
    let start = bytes.count
    bytes += other.bytes
    for end in other.ends { ends.append(start + end) }
    fingerprints += other.fingerprints
  }

  package mutating func reserveCapacity(_ count: Int) {
    ends.reserveCapacity(count)
    fingerprints.reserveCapacity(count)
  }

  /// Returns true if a text occurs in any path. One search covers all paths.
  package func holds(_ text: String) -> Bool {
    ByteSearch(Array(text.utf8))?.place(in: bytes, from: 0) != nil
  }

  private func path(at index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

  /// Compares the bytes of a path with those of another table's path: negative, zero or positive.
  private func order(_ index: Int, _ other: FileTable, _ otherIndex: Int) -> Int {
    let (left, right) = (path(at: index), other.path(at: otherIndex))
    return bytes.withUnsafeBytes { leftBytes in
      other.bytes.withUnsafeBytes { rightBytes in
        guard let leftBase = leftBytes.baseAddress, let rightBase = rightBytes.baseAddress else {
          return left.count - right.count
        }
        let order = unsafe memcmp(
          leftBase + left.lowerBound, rightBase + right.lowerBound, Swift.min(left.count, right.count))
        return order == 0 ? left.count - right.count : Int(order)
      }
    }
  }

  /// Calls one of the closures with each file that is in one of the tables alone, or has another fingerprint in
  /// `newer`.
  package func forEachDifference(to newer: FileTable, gone: (NotePath) -> Void, changed: (ScannedFile) -> Void) {
    var (old, new) = (0, 0)
    while old < count, new < newer.count {
      let order = order(old, newer, new)
      if order < 0 { gone(self[old].path) }
      if order > 0 || order == 0 && fingerprints[old] != newer.fingerprints[new] { changed(newer[new]) }
      if order <= 0 { old += 1 }
      if order >= 0 { new += 1 }
    }
    for file in self[old...] { gone(file.path) }
    for file in newer[new...] { changed(file) }
  }
}

extension FileTable: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { ends.count }

  package subscript(index: Int) -> ScannedFile {
    ScannedFile(
      path: NotePath(trusted: String(decoding: bytes[path(at: index)], as: UTF8.self)),
      fingerprint: fingerprints[index])
  }
}

/// The size, times and inode of a file: if they are unchanged, so is the file, without reading it.
package struct FileFingerprint: Hashable, Sendable {
  /// The size in bytes.
  package let size: Int64
  /// Time of last modification in nanoseconds since the epoch.
  package let modifiedNanoseconds: Int64
  /// Time of the last change of the file or of its metadata: no program can set it back.
  package let changedNanoseconds: Int64
  package let inode: UInt64

  package init(size: Int64, modifiedNanoseconds: Int64, changedNanoseconds: Int64, inode: UInt64) {
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
    self.inode = inode
  }
}

/// A file that the scan of a repository found: a note or an attachment.
package struct ScannedFile: Hashable, Sendable {
  package let path: NotePath
  package let fingerprint: FileFingerprint

  package init(path: NotePath, fingerprint: FileFingerprint) {
    self.path = path
    self.fingerprint = fingerprint
  }
}
