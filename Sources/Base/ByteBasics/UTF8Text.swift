@_spi(_Unicode) import Swift

/// Returns true if `bytes` are well-formed UTF-8.
package func isValidUTF8(_ bytes: ArraySlice<UInt8>) -> Bool { firstInvalidUTF8Offset(in: bytes) == nil }

/// Returns the offset of the first byte that is not part of well-formed UTF-8, or nil if all bytes are.
package func firstInvalidUTF8Offset(in bytes: ArraySlice<UInt8>) -> Int? {
  unsafe bytes.withUnsafeBufferPointer { buffer in
    var offset = 0
    while offset < buffer.count {
      if unsafe buffer[offset] < 0x80 {
        offset += unsafe isASCII(buffer, eightFrom: offset) ? 8 : 1
        continue
      }
      let length = unsafe sequenceLength(buffer, at: offset)
      if length == 0 { return bytes.startIndex + offset }
      offset += length
    }
    return nil
  }
}

/// Returns true if there are eight bytes at `offset` and all are ASCII.
@inline(__always)
private func isASCII(_ bytes: UnsafeBufferPointer<UInt8>, eightFrom offset: Int) -> Bool {
  guard offset + 8 <= bytes.count, let start = unsafe UnsafeRawPointer(bytes.baseAddress) else {
    return false
  }
  return unsafe start.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
}

/// Returns the length of the sequence at `offset`, or 0 if it is malformed: overlong, a surrogate or truncated.
private func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
  let lead = unsafe bytes[offset]
  let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
  guard length > 0, offset + length <= bytes.count else { return 0 }
  let second = unsafe bytes[offset + 1]
  switch lead {
  case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90, 0xF4 where second > 0x8F: return 0
  default: break
  }
  for index in (offset + 1)..<(offset + length) where unsafe bytes[index] & 0xC0 != 0x80 {
    return 0
  }
  return length
}

extension RandomAccessCollection<UInt8> {
  /// The longest beginning of the text that has at most `limit` bytes and ends between two characters.
  @inlinable package func wholeLetters(upTo limit: Int) -> SubSequence {
    guard var end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self[...]
    }
    var length = limit
    while length > 0, self[end] & 0xC0 == 0x80 {
      length -= 1
      end = index(startIndex, offsetBy: length)
    }
    return self[..<end]
  }
}

/// Converts a text to Unicode normal form C, the form of file names.
package func composedName(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  scalars.append(contentsOf: text._nfc)
  return String(scalars)
}

/// Removes the characters that XML does not allow even as references: controls except tab, line feed and carriage
/// return, U+FFFE and U+FFFF (XML 1.0, 2.2).
package func withoutCharactersForeignToXML(_ text: String) -> String {
  var kept = String.UnicodeScalarView()
  kept.append(
    contentsOf: text.unicodeScalars.lazy.filter {
      ($0.value >= 0x20 || [0x09, 0x0A, 0x0D].contains($0.value)) && $0.value & 0xFFFF_FFFE != 0xFFFE
    })
  return String(kept)
}
