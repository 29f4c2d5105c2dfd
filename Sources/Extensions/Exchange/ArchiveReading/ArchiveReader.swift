import CLibArchive

/// Reads the entries of a zip, tar or 7z archive one after the other, each in pieces.
@safe package final class ArchiveReader {
  /// The archive's description of an entry.
  package struct Entry: Sendable {
    package enum Kind: Sendable { case file, folder, other }

    /// The name in the archive: UTF-8, or the bytes of an older code page.
    package let name: [UInt8]
    package let kind: Kind
    package let isEncrypted: Bool
    /// Seconds since the epoch; 0 if the archive does not say.
    package let modified: Int
  }

  private let archive: OpaquePointer

  /// - Parameters:
  ///   - descriptor: The descriptor of the file, which stays open. Its position is not used.
  ///   - range: The archive's bytes in the file.
  /// - Throws: ``ArchiveDamage`` if the bytes are not an archive.
  package init(_ descriptor: Int32, _ range: Range<Int>) throws(ArchiveDamage) {
    var result: Int32 = 0
    guard
      let opened = unsafe open_archive_part(
        descriptor, Int64(range.lowerBound), Int64(range.count), &result)
    else {
      throw ArchiveDamage(reason: "no memory", isFatal: true)
    }
    unsafe archive = opened
    guard result == ARCHIVE_OK else { throw damage(isFatal: true) }
  }

  deinit { _ = unsafe archive_read_free(archive) }

  /// Returns the next entry, or nil after the last one.
  package func next() throws(ArchiveDamage) -> Entry? {
    var entry: OpaquePointer?
    let result = unsafe archive_read_next_header(archive, &entry)
    if result == ARCHIVE_EOF { return nil }
    // A warning is about something that is not asked for, such as an attribute.
    guard result >= ARCHIVE_WARN, let entry = unsafe entry else { throw damage(isFatal: true) }
    let kind: Entry.Kind =
      switch unsafe archive_entry_filetype(entry) {
      case 0o100000 where unsafe archive_entry_hardlink(entry) == nil: .file
      case 0o040000: .folder
      default: .other
      }
    let name = unsafe archive_entry_pathname(entry).map { unsafe Array($0.bytes) } ?? []
    return unsafe Entry(
      name: name, kind: kind, isEncrypted: archive_entry_is_encrypted(entry) != 0,
      modified: Int(archive_entry_mtime(entry)))
  }

  /// Passes the bytes of the entry that ``next()`` returned to `body`, in pieces.
  ///
  /// - Throws: The errors of `body`, and ``ArchiveDamage`` if the bytes disagree with the archive's data.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe archive_read_data(archive, $0.baseAddress, $0.count)
      }
      if count == 0 { return }
      guard count > 0 else { throw damage(isFatal: Int32(count) == ARCHIVE_FATAL) }
      try unsafe piece.withUnsafeBytes { unsafe try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// The number of the archive's bytes that have been read.
  package var consumed: Int { unsafe Int(archive_filter_bytes(archive, -1)) }

  private func damage(isFatal: Bool) -> ArchiveDamage {
    let reason = unsafe archive_error_string(archive).map { unsafe String(cString: $0) }
    return ArchiveDamage(reason: reason ?? "unknown", isFatal: isFatal)
  }
}

/// The content of an archive contradicts its description.
package struct ArchiveDamage: Error {
  package let reason: String
  /// False if the next entry can be read.
  package let isFatal: Bool

  package init(reason: String, isFatal: Bool) {
    self.reason = reason
    self.isFatal = isFatal
  }
}

extension UnsafePointer<CChar> {
  /// The bytes up to the zero.
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var next = unsafe self
    while let byte = Optional(UInt8(bitPattern: unsafe next.pointee)), byte != 0 {
      bytes.append(byte)
      unsafe next += 1
    }
    return bytes
  }
}
