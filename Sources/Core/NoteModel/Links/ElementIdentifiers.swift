/// The values of `id` and `name` in HTML, found by their marks without a parser.
package enum ElementIdentifiers {
  /// The largest length of a value; longer values are shortened.
  private static let longest = 300

  package static func all(in bytes: [UInt8]) -> Set<String> {
    guard bytes.contains(UInt8(ascii: "<")) else { return [] }
    var result: Set<String> = []
    for index in bytes.indices where bytes[index] == UInt8(ascii: "=") {
      guard endsWithName(bytes, before: index) else { continue }
      result.insert(String(decoding: value(in: bytes[(index + 1)...]), as: UTF8.self))
    }
    return result
  }

  /// Returns true if ` id` or ` name`, in any case, is before an equals sign.
  private static func endsWithName(_ bytes: [UInt8], before equals: Int) -> Bool {
    var end = equals
    while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
    return [Array("id".utf8), Array("name".utf8)].contains { name in
      let start = end - name.count
      guard start > 0, isSpace(bytes[start - 1]) else { return false }
      return bytes[start..<end].elementsEqual(name) { $0 | 0x20 == $1 }
    }
  }

  private static func value(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = bytes.prefix(longest).drop(while: isSpace)
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return rest.dropFirst().prefix { $0 != quote }
    }
    return rest.prefix { !isSpace($0) && $0 != UInt8(ascii: ">") }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
