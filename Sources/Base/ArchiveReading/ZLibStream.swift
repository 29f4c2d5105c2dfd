import CZLib

/// A stream of zlib (RFC 1950), as PNG files have it.
package enum ZLibStream {
  /// Unpacks the first bytes of a stream.
  ///
  /// - Parameter size: More than 0; no more bytes are unpacked, whatever the stream holds.
  /// - Returns: Exactly `size` bytes. Nil if the stream is damaged before that or ends there.
  package static func inflated(_ bytes: [UInt8], to size: Int) -> [UInt8]? {
    let result = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var length = uLongf(size)
      _ = unsafe uncompress(buffer.baseAddress, &length, bytes, uLong(bytes.count))
      count = Int(length)
    }
    return result.count == size ? result : nil
  }
}
