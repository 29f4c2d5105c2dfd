/// A JSON value with its keys in the order in which they were given.
package indirect enum JSONValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])
  /// The text of a value, for lists so long that their items would take longer to make than to write.
  case written([UInt8])

  package struct Member: Sendable, Hashable {
    package let key: String
    package let value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The keys of an object.
  package var memberNames: [String] {
    if case .object(let members) = self { members.map(\.key) } else { [] }
  }

  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// Returns the JSON text on one line, or, if `pretty` is true, on several lines indented by two spaces.
  package func text(pretty: Bool = false) -> String {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: pretty ? 0 : nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the JSON text, on one line, to `bytes`.
  package func append(to bytes: inout [UInt8]) { write(to: &bytes, indent: nil) }

  /// Appends a string with its quotes; `text` is UTF-8.
  package static func append(string text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    signs.append(text, to: &bytes)
    escapeSecondControls(in: &bytes, from: start)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Escapes U+0080 to U+009F, which control a terminal as well. Only these have a byte C2 before a byte below A0.
  private static func escapeSecondControls(in bytes: inout [UInt8], from start: Int) {
    guard bytes[start...].contains(0xC2) else { return }
    var escaped: [UInt8] = []
    for byte in bytes[start...] {
      if escaped.last == 0xC2, byte < 0xA0 {
        escaped.removeLast()
        escaped += ("\\u00" + String(byte, radix: 16)).utf8
      } else {
        escaped.append(byte)
      }
    }
    bytes.replaceSubrange(start..., with: escaped)
  }

  private static let signs: EscapeTable = {
    var texts: [Unicode.Scalar: String] = [
      "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t",
    ]
    for code in UInt8(0)..<0x20 where texts[Unicode.Scalar(code)] == nil {
      texts[Unicode.Scalar(code)] = (code < 0x10 ? "\\u000" : "\\u00") + String(code, radix: 16)
    }
    texts["\u{7F}"] = "\\u007f"
    return EscapeTable(texts)
  }()

  private func write(to bytes: inout [UInt8], indent: Int?) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let flag): bytes += (flag ? "true" : "false").utf8
    case .integer(let number): bytes += String(number).utf8
    case .number(let number): bytes += (number.isFinite ? String(number) : "null").utf8
    case .string(let text): Self.append(string: text.utf8, to: &bytes)
    case .written(let text): bytes += text
    case .array(let items):
      Self.writeList(items, "[", "]", to: &bytes, indent: indent) { item, bytes, indent in
        item.write(to: &bytes, indent: indent)
      }
    case .object(let members):
      Self.writeList(members, "{", "}", to: &bytes, indent: indent) { member, bytes, indent in
        Self.append(string: member.key.utf8, to: &bytes)
        bytes += (indent == nil ? ":" : ": ").utf8
        member.value.write(to: &bytes, indent: indent)
      }
    }
  }

  private static func writeList<Item>(
    _ items: [Item], _ open: String, _ close: String, to bytes: inout [UInt8], indent: Int?,
    _ write: (Item, inout [UInt8], Int?) -> Void
  ) {
    bytes += open.utf8
    let inner = indent.map { $0 + 2 }
    for (position, item) in items.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      if let inner { bytes += ("\n" + String(repeating: " ", count: inner)).utf8 }
      write(item, &bytes, inner)
    }
    if let indent, !items.isEmpty { bytes += ("\n" + String(repeating: " ", count: indent)).utf8 }
    bytes += close.utf8
  }
}

extension JSONValue {
  /// Accesses the value of a key. If the key occurs twice, the last value counts.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  package var members: [Member] { if case .object(let members) = self { members } else { [] } }
  package var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  package var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// Creates an object. Members whose value is nil are left out.
  package static func map(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  package var integer: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int(exactly: number.rounded())
    default: nil
    }
  }

  /// Returns the value at the end of a path of keys: `value.at("textDocument", "uri")`.
  package func at(_ keys: String...) -> JSONValue? { keys.reduce(self) { $0?[$1] } }
}
