import ByteBasics

/// Bytes of a text in Base64 (RFC 4648); white space between the digits is passed over.
enum Base64Reader {
  /// - Returns: nil where the text has other characters.
  static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var group: UInt32 = 0
    var bits = 0
    for byte in text {
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { continue }
      if byte == UInt8(ascii: "=") { break }
      guard let digit = digits[Int(byte)] else { return nil }
      group = group << 6 | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
      }
    }
    return result
  }

  private static let digits: [UInt8?] = {
    var table = [UInt8?](repeating: nil, count: 256)
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, letter) in letters.utf8.enumerated() { table[Int(letter)] = UInt8(value) }
    return table
  }()
}
