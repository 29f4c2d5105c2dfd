/// What tells, without reading it, whether a file is still the one that was read.
package struct FileFingerprint: Hashable, Sendable {
  /// Bytes.
  package let size: Int64
  /// Time of last modification in nanoseconds since the epoch.
  package let modifiedNanoseconds: Int64
  /// Time of the last change of the file or of what is known about it: no program can set it back.
  package let changedNanoseconds: Int64
  package let inode: UInt64

  package init(
    size: Int64, modifiedNanoseconds: Int64, changedNanoseconds: Int64, inode: UInt64
  ) {
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
