/// `a%20b` as `a b`; what is not an escape stays.
package func percentDecoded(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
  let bytes = Array(text.utf8)
  var result: [UInt8] = []
  var index = 0
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let value = UInt8(
        String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
    {
      result.append(value)
      index += 3
    } else {
      result.append(bytes[index])
      index += 1
    }
  }
  return String(decoding: result, as: UTF8.self)
}

/// A text with the ASCII characters of `meaningful`, controls and, where `escapesUnicode` is true, all bytes beyond
/// ASCII as `%XX`.
package func percentEncoded(
  _ text: String, _ meaningful: String, escapesUnicode: Bool
) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    let isEscaped =
      byte < 0x20 || byte == 0x7F || meaningful.utf8.contains(byte)
      || (escapesUnicode && byte >= 0x80)
    if isEscaped {
      bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
