/// A value of a JSON text with the places of its strings.
package indirect enum LocatedJSON: Sendable {
  case object([(key: String, value: LocatedJSON)])
  case array([LocatedJSON])
  case string(JSONString)
  /// A number, `true`, `false` or `null`.
  case word(JSONValue)

  /// Accesses the value of a key. If the key occurs twice, the last value counts.
  package subscript(key: String) -> LocatedJSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  package var string: JSONString? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The value without the places in the file.
  package var plain: JSONValue {
    switch self {
    case .object(let members): .object(members.map { JSONValue.Member($0.key, $0.value.plain) })
    case .array(let items): .array(items.map(\.plain))
    case .string(let string): .string(string.text)
    case .word(let value): value
    }
  }
}

/// Reads one JSON text (RFC 8259) strictly.
package struct JSONValueReader {
  /// The offset at which the text is not JSON.
  package struct Mistake: Error {
    package let offset: Int
  }

  private let bytes: [UInt8]
  private var index: Int

  /// Values in values; a canvas has four levels, an export of another program a few more.
  private static let depthLimit = 256

  package static func value(of bytes: [UInt8]) throws(Mistake) -> LocatedJSON {
    var reader = JSONValueReader(bytes)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.index == bytes.count else { throw reader.mistake }
    return value
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private var mistake: Mistake { Mistake(offset: index) }

  private mutating func skipSpace() {
    while index < bytes.count, ASCII.isWhiteSpace(bytes[index]), bytes[index] != 0x0C { index += 1 }
  }

  /// Skips white space and returns the next byte.
  private mutating func peek() throws(Mistake) -> UInt8 {
    skipSpace()
    guard index < bytes.count else { throw mistake }
    return bytes[index]
  }

  private mutating func take(_ byte: UInt8) throws(Mistake) {
    guard try peek() == byte else { throw mistake }
    index += 1
  }

  private mutating func value(depth: Int) throws(Mistake) -> LocatedJSON {
    let first = try peek()
    guard depth < Self.depthLimit else { throw mistake }
    switch first {
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case ASCII.leftBracket: return .array(try items(depth: depth))
    case ASCII.doubleQuote: return .string(try string())
    default: return .word(try word())
    }
  }

  private mutating func members(depth: Int) throws(Mistake) -> [(key: String, value: LocatedJSON)] {
    var members: [(key: String, value: LocatedJSON)] = []
    try take(UInt8(ascii: "{"))
    if try peek() != UInt8(ascii: "}") {
      repeat {
        guard try peek() == ASCII.doubleQuote else { throw mistake }
        let key = try string().text
        try take(ASCII.colon)
        members.append((key, try value(depth: depth + 1)))
      } while try takesComma()
    }
    try take(UInt8(ascii: "}"))
    return members
  }

  private mutating func items(depth: Int) throws(Mistake) -> [LocatedJSON] {
    var items: [LocatedJSON] = []
    try take(ASCII.leftBracket)
    if try peek() != ASCII.rightBracket {
      repeat { items.append(try value(depth: depth + 1)) } while try takesComma()
    }
    try take(ASCII.rightBracket)
    return items
  }

  private mutating func takesComma() throws(Mistake) -> Bool {
    guard try peek() == UInt8(ascii: ",") else { return false }
    index += 1
    return true
  }

  private mutating func string() throws(Mistake) -> JSONString {
    let start = index + 1
    var end = start
    while end < bytes.count, bytes[end] != ASCII.doubleQuote {
      guard bytes[end] >= 0x20 else { throw Mistake(offset: end) }
      end += bytes[end] == ASCII.backslash ? 2 : 1
    }
    guard end < bytes.count, let string = JSONString(bytes, ByteRange(start, end)) else { throw mistake }
    index = end + 1
    return string
  }

  private mutating func word() throws(Mistake) -> JSONValue {
    let start = index
    while index < bytes.count,
      ASCII.isAlphanumeric(bytes[index]) || "+-.".utf8.contains(bytes[index])
    {
      index += 1
    }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    default: break
    }
    let isNumber = word.utf8.first.map { $0 == ASCII.hyphen || ASCII.isDigit($0) } ?? false
    guard isNumber, let number = Double(word), number.isFinite else { throw Mistake(offset: start) }
    return Int(word).map { .integer($0) } ?? .number(number)
  }
}
