import Glibc

/// The first place of a byte, found many bytes at a time.
package func firstOffset(of byte: UInt8, in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
  guard start < end, end <= bytes.count else { return nil }
  return unsafe bytes.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress,
      let found = unsafe memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}

/// True where a text contains a byte.
package func holds(_ byte: UInt8, in bytes: ArraySlice<UInt8>) -> Bool {
  unsafe bytes.withUnsafeBytes { buffer in
    guard let base = buffer.baseAddress else { return false }
    return unsafe memchr(base, Int32(byte), buffer.count) != nil
  }
}

package func haveSameBytes(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
  guard one.count == other.count else { return false }
  return unsafe one.withUnsafeBytes { left in
    unsafe other.withUnsafeBytes { right in
      guard let a = left.baseAddress, let b = right.baseAddress else { return true }
      return unsafe memcmp(a, b, left.count) == 0
    }
  }
}
