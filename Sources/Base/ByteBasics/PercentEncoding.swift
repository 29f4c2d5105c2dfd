import FoundationEssentials

/// Decodes percent escapes: `a%20b` is `a b`. Incomplete escapes are kept.
package func percentDecoded(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
  let bytes = Array(text.utf8)
  var result: [UInt8] = []
  var index = 0
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = hexadecimalValue(bytes[index + 1]), let low = hexadecimalValue(bytes[index + 2])
    {
      result.append(high << 4 | low)
      index += 3
    } else {
      result.append(bytes[index])
      index += 1
    }
  }
  return String(decoding: result, as: UTF8.self)
}

/// Returns the value of a hexadecimal digit. Nil for another byte, also for a sign.
package func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Escapes the characters of `meaningful`, controls and, if `escapesUnicode`, all bytes beyond ASCII as `%XX`.
package func percentEncoded(_ text: String, _ meaningful: String, escapesUnicode: Bool) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    let isEscaped = byte < 0x20 || byte == 0x7F || meaningful.utf8.contains(byte) || (escapesUnicode && byte >= 0x80)
    if isEscaped {
      bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Bytes as text, and back (RFC 4648).
package enum Base64 {
  package static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Encodes bytes in lines of 76 characters, as in mail.
  package static func lines(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
  }

  /// Decodes a text. White space between the digits is skipped; everything after a `=` is ignored.
  ///
  /// - Returns: nil if the text has other characters.
  package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var digits = text.prefix { $0 != UInt8(ascii: "=") }.filter { !ASCII.isWhiteSpace($0) }
    guard digits.allSatisfy({ ASCII.isAlphanumeric($0) || "+/".utf8.contains($0) }) else { return nil }
    // A last group of one digit has no value.
    if digits.count % 4 == 1 { digits.removeLast() }
    while digits.count % 4 > 0 { digits.append(UInt8(ascii: "=")) }
    return Data(base64Encoded: Data(digits)).map { Array($0) }
  }
}

/// Finds the end of the scheme of an address, at its colon: `https:`, `mailto:`, `notion:`.
///
/// A scheme is a letter and then letters, digits, `+`, `-` and `.` (RFC 3986, 3.1), two to 32 of them, as CommonMark
/// counts them: `C:` is a drive, `10:30` a time.
///
/// - Parameter address: Any text.
/// - Returns: The offset, or nil for an address without a scheme.
@inlinable
package func schemeEnd<Bytes: Collection<UInt8>>(of address: Bytes) -> Bytes.Index? {
  var index = address.startIndex
  var count = 0
  while index != address.endIndex, count <= 32 {
    let byte = address[index]
    if byte == ASCII.colon { return count >= 2 ? index : nil }
    let isInside = ASCII.isAlphanumeric(byte) || byte == ASCII.plus || byte == ASCII.hyphen || byte == ASCII.period
    guard count > 0 ? isInside : ASCII.isLetter(byte) else { return nil }
    address.formIndex(after: &index)
    count += 1
  }
  return nil
}
