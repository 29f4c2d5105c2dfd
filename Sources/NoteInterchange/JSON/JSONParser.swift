import ByteBasics

/// Where a text is not JSON.
struct JSONMistake: Error {
  let offset: Int
}

/// Reads one JSON text (RFC 8259) strictly.
struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0

  /// Values in values.
  private static let depthLimit = 256

  /// - Throws: The offset of the first byte that cannot be there.
  static func value(of bytes: [UInt8]) throws(JSONMistake) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.index = 3 }
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.index == bytes.count else { throw parser.mistake }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var mistake: JSONMistake { JSONMistake(offset: index) }

  private mutating func skipSpace() {
    while index < bytes.count,
      bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09
    {
      index += 1
    }
  }

  private mutating func peek() throws(JSONMistake) -> UInt8 {
    skipSpace()
    guard index < bytes.count else { throw mistake }
    return bytes[index]
  }

  private mutating func take(_ byte: UInt8) throws(JSONMistake) {
    guard try peek() == byte else { throw mistake }
    index += 1
  }

  private mutating func value(depth: Int) throws(JSONMistake) -> JSONValue {
    guard depth < Self.depthLimit else { throw mistake }
    switch try peek() {
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try items(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    default: return try word()
    }
  }

  private mutating func members(depth: Int) throws(JSONMistake) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    try take(UInt8(ascii: "{"))
    if try peek() != UInt8(ascii: "}") {
      repeat {
        guard try peek() == UInt8(ascii: "\"") else { throw mistake }
        let key = try string()
        try take(UInt8(ascii: ":"))
        members.append(JSONValue.Member(key, try value(depth: depth + 1)))
      } while try takesComma()
    }
    try take(UInt8(ascii: "}"))
    return members
  }

  private mutating func items(depth: Int) throws(JSONMistake) -> [JSONValue] {
    var items: [JSONValue] = []
    try take(UInt8(ascii: "["))
    if try peek() != UInt8(ascii: "]") {
      repeat { items.append(try value(depth: depth + 1)) } while try takesComma()
    }
    try take(UInt8(ascii: "]"))
    return items
  }

  private mutating func takesComma() throws(JSONMistake) -> Bool {
    guard try peek() == UInt8(ascii: ",") else { return false }
    index += 1
    return true
  }

  private mutating func word() throws(JSONMistake) -> JSONValue {
    let start = index
    while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    default: break
    }
    let isNumber = word.utf8.first.map { $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10 } ?? false
    guard isNumber, let number = Double(word), number.isFinite else {
      throw JSONMistake(offset: start)
    }
    return Int(word).map { .integer($0) } ?? .number(number)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private mutating func string() throws(JSONMistake) -> String {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
      guard byte >= 0x20 else { throw mistake }
      if byte == UInt8(ascii: "\\") {
        try appendEscape(to: &text)
      } else {
        text.append(byte)
        index += 1
      }
    }
    throw mistake
  }

  private mutating func appendEscape(to text: inout [UInt8]) throws(JSONMistake) {
    guard index + 1 < bytes.count else { throw mistake }
    let letter = bytes[index + 1]
    if letter == UInt8(ascii: "u") {
      let scalar = try unicodeEscape()
      text += Array(String(Character(scalar)).utf8)
      return
    }
    let plain: UInt8? =
      switch letter {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "t"): 0x09
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      default: nil
      }
    guard let plain else { throw mistake }
    text.append(plain)
    index += 2
  }

  /// `\u1F600`'s two halves make one scalar; half of one alone becomes U+FFFD.
  private mutating func unicodeEscape() throws(JSONMistake) -> Unicode.Scalar {
    guard let first = hexadecimal(at: index + 2) else { throw mistake }
    index += 6
    guard 0xD800..<0xDC00 ~= first, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u"), let second = hexadecimal(at: index + 2),
      0xDC00..<0xE000 ~= second
    else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    index += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private func hexadecimal(at start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    let digits = bytes[start..<start + 4]
    guard digits.allSatisfy({ $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

extension JSONValue {
  /// The value of a key; the last where it is there twice.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  var members: [Member] { if case .object(let members) = self { members } else { [] } }
  var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// As a field keeps it: texts, numbers and flags as they are, the rest as JSON; empty for null.
  var fieldText: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .boolean, .integer, .number, .array, .object: text()
    }
  }
}
