import CLinuxCalls

/// Finds a text in another.
///
/// `memmem` of glibc passes over some gigabytes a second; a loop over vectors of Swift took sixty times as long.
package struct ByteSearch: Sendable {
  private let text: [UInt8]

  /// nil for an empty text.
  package init?(_ text: [UInt8]) {
    if text.isEmpty { return nil }
    self.text = text
  }

  /// Where the text begins at `start` or after it, nil where it does not.
  package func place(in bytes: [UInt8], from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < bytes.count else { return nil }
      let place = unsafe text.withUnsafeBytes {
        unsafe memmem(base + start, UInt(bytes.count - start), $0.baseAddress, UInt($0.count))
      }
      return unsafe place.map { unsafe UnsafeRawPointer($0) - base }
    }
  }
}
