/// Bytes as text, and back (RFC 4648).
package enum Base64 {
  package static func text(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group = UInt32(bytes[index]) << 16
      if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[index + 2]) }
      for position in 0..<4 {
        let digit = Int(group >> UInt32(18 - 6 * position)) & 63
        result.append(position <= count ? digits[digit] : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// In lines of 76 characters, as mail wants them.
  package static func lines(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 57).map { start in
      text(Array(bytes[start..<min(start + 57, bytes.count)]))
    }.joined(separator: "\n")
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes of a text; white space between the digits is passed over.
  ///
  /// - Returns: nil where the text has other characters.
  package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var group: UInt32 = 0
    var bits = 0
    for byte in text {
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { continue }
      if byte == UInt8(ascii: "=") { break }
      guard let digit = values[Int(byte)] else { return nil }
      group = group << 6 | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
      }
    }
    return result
  }

  private static let values: [UInt8?] = {
    var table = [UInt8?](repeating: nil, count: 256)
    for (value, digit) in digits.enumerated() { table[Int(digit)] = UInt8(value) }
    return table
  }()
}
