import ByteBasics

/// Addresses that hold a whole file, such as `data:image/jpeg;base64,…`. A picture there says where it was taken.
package enum FileAddress {
  /// The beginnings of such addresses, in lower case.
  private static let marks = [ByteSearch(Array("data:".utf8)), ByteSearch(Array(";base64,".utf8))]

  /// Returns true if a text may have such an address.
  package static func mayOccur(in text: [UInt8]) -> Bool {
    let lowered = text.map { ASCII.isLetter($0) ? $0 | 0x20 : $0 }
    return marks.contains { $0?.place(in: lowered, from: 0) != nil }
  }

  /// Returns the end of the address at a place, from `data:` or from `;base64,` on: the quotation mark before the
  /// address, or the first byte that no address has. Nil if no address is there.
  static func end(at start: Int, in bytes: [UInt8], to limit: Int) -> Int? {
    let word = bytes[start..<min(limit, start + 8)].map { ASCII.isLetter($0) ? $0 | 0x20 : $0 }
    let before = start > 0 ? bytes[start - 1] : ASCII.lineFeed
    if word.starts(with: "data:".utf8), !ASCII.isAlphanumeric(before) {
      let type = bytes[(start + 5)..<limit].prefix { ASCII.isAlphanumeric($0) || "/.+-;=_".utf8.contains($0) }
      guard type.endIndex < limit, bytes[type.endIndex] == ASCII.comma, type.contains(ASCII.slash) else { return nil }
    } else if !word.elementsEqual(";base64,".utf8) {
      return nil
    }
    let quote = [ASCII.doubleQuote, ASCII.singleQuote].contains(before) ? before : nil
    return bytes[start..<limit].prefix { byte in
      quote.map { byte != $0 } ?? (!ASCII.isWhiteSpace(byte) && !"\"'<>)".utf8.contains(byte))
    }.endIndex
  }

  /// Returns plain text without such addresses.
  package static func removed(from text: [UInt8]) -> [UInt8] {
    guard mayOccur(in: text) else { return text }
    var rest: [UInt8] = []
    var offset = 0
    while offset < text.count {
      if let end = end(at: offset, in: text, to: text.count) {
        offset = end
      } else {
        rest.append(text[offset])
        offset += 1
      }
    }
    return rest
  }
}

extension String {
  /// The text without addresses that hold a whole file.
  package var withoutFiles: String { String(decoding: FileAddress.removed(from: Array(utf8)), as: UTF8.self) }
}
