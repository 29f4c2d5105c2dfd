@_spi(_Unicode) import Swift

/// A name as names are compared: case, width and the Unicode normal form do not count.
///
/// - Returns: Text that is equal for two names that mean the same.
package func foldedName(_ text: some StringProtocol) -> String {
  if let folded = quicklyFolded(text) { return folded }
  var scalars = String.UnicodeScalarView()
  for scalar in String(text).lowercased()._nfc {
    let isFullWidth = (0xFF01...0xFF5E).contains(scalar.value)
    let folded = isFullWidth ? Unicode.Scalar(scalar.value - 0xFEE0) : scalar
    scalars.append(folded ?? scalar)
  }
  return String(scalars).lowercased()
}

/// The same for ASCII letters and whole Korean syllables alone, which most names are; nil for others.
private func quicklyFolded(_ text: some StringProtocol) -> String? {
  let folded = text.utf8.withContiguousStorageIfAvailable { bytes -> String? in
    var index = 0
    while index < bytes.count {
      let length = lengthOfPlainLetter(bytes, at: index)
      if length == 0 { return nil }
      index += length
    }
    return String(unsafeUninitializedCapacity: bytes.count) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
      }
      return bytes.count
    }
  }
  return folded ?? nil
}

/// How many bytes a letter has that no normal form changes, and that has one case or is ASCII; 0 for others.
private func lengthOfPlainLetter(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
  let lead = bytes[index]
  if lead < 0x80 { return 1 }
  // U+AC00 is EA B0 80, U+D7A3 is ED 9E A3.
  guard 0xEA...0xED ~= lead, index + 2 < bytes.count else { return 0 }
  let (second, third) = (bytes[index + 1], bytes[index + 2])
  let isSyllable =
    switch lead {
    case 0xEA: second >= 0xB0
    case 0xED: second < 0x9E || second == 0x9E && third <= 0xA3
    default: true
    }
  return isSyllable ? 3 : 0
}
