import FoundationEssentials

/// Bytes as text, and back (RFC 4648).
package enum Base64 {
  package static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// In lines of 76 characters, as mail wants them.
  package static func lines(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
  }

  /// The bytes of a text; white space between the digits is passed over, and so is what follows a `=`.
  ///
  /// - Returns: nil where the text has other characters.
  package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var digits = text.prefix { $0 != UInt8(ascii: "=") }.filter { !ASCII.isWhiteSpace($0) }
    guard digits.allSatisfy({ ASCII.isAlphanumeric($0) || "+/".utf8.contains($0) }) else {
      return nil
    }
    // A last group of one digit says nothing.
    if digits.count % 4 == 1 { digits.removeLast() }
    while digits.count % 4 > 0 { digits.append(UInt8(ascii: "=")) }
    return Data(base64Encoded: Data(digits)).map { Array($0) }
  }
}
