package import CivilCalendar
package import NoteSyntax

/// The fields of a check-box line, in both notations at once: `📅 2026-11-30` and `[due:: 2026-11-30]`.
///
/// They may stand anywhere in the line and in any order; a no-break space or a variation selector
/// between sign and value does not hide them.
package struct CheckboxFields: Sendable {
  /// A field where it stands; offsets count from the start of the text.
  package struct Field: Sendable {
    package let key: String
    package let value: String
    package let range: ByteRange
    package let usesEmoji: Bool
  }

  package let fields: [Field]
  /// The text without its fields and tags.
  package let title: String
  package let tags: [TagName]

  /// - Parameter text: A check box's line behind its bracket.
  package init(reading text: ArraySlice<UInt8>) {
    let bytes = Array(text)
    var fields: [Field] = []
    var index = 0
    while index < bytes.count {
      if let field = Self.bracketField(bytes, at: index) ?? Self.emojiField(bytes, at: index) {
        fields.append(field)
        index = field.range.upperBound
      } else {
        index += 1
      }
    }
    self.fields = fields
    let rest = Self.rest(of: bytes, without: fields)
    let words = rest.split(separator: " ", omittingEmptySubsequences: true)
    tags = words.filter(Self.isTag).compactMap { TagName($0) }
    title = words.filter { !Self.isTag($0) }.joined(separator: " ")
  }

  package func text(_ key: String) -> String? { fields.first { $0.key == key }?.value }

  package func date(_ key: String) -> CivilDate? { text(key).flatMap { CivilDate(iso: $0) } }

  private static func isTag(_ word: Substring) -> Bool {
    word.hasPrefix("#") && word.dropFirst().contains { $0.isLetter }
  }

  private static func rest(of bytes: [UInt8], without fields: [Field]) -> String {
    var rest: [UInt8] = []
    var index = 0
    for field in fields {
      rest += bytes[index..<field.range.lowerBound]
      rest.append(0x20)
      index = field.range.upperBound
    }
    rest += bytes[index...]
    return String(decoding: rest, as: UTF8.self)
  }

  /// `[key:: value]` or `(key:: value)`.
  private static func bracketField(_ bytes: [UInt8], at start: Int) -> Field? {
    let close: UInt8
    switch bytes[start] {
    case UInt8(ascii: "["): close = UInt8(ascii: "]")
    case UInt8(ascii: "("): close = UInt8(ascii: ")")
    default: return nil
    }
    guard let end = bytes[start...].firstIndex(of: close),
      let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")), colon + 1 < end,
      bytes[colon + 1] == UInt8(ascii: ":")
    else { return nil }
    let key = String(decoding: bytes[(start + 1)..<colon], as: UTF8.self)
    let value = trimmed(bytes[(colon + 2)..<end])
    guard keys.contains(key) else { return nil }
    return Field(key: key, value: value, range: ByteRange(start, end + 1), usesEmoji: false)
  }

  /// A sign, then its value up to the next sign or the end of the value's form.
  private static func emojiField(_ bytes: [UInt8], at start: Int) -> Field? {
    guard bytes[start] == 0xE2 || bytes[start] == 0xF0,
      let (sign, key, fixed) = signs.first(where: { bytes[start...].starts(with: $0.0) })
    else { return nil }
    var index = skipGap(bytes, from: start + sign.count)
    if let fixed {
      return Field(
        key: key, value: fixed, range: ByteRange(start, start + sign.count), usesEmoji: true)
    }
    let valueStart = index
    index = valueEnd(bytes, from: index, key: key)
    guard index > valueStart else { return nil }
    return Field(
      key: key, value: trimmed(bytes[valueStart..<index]), range: ByteRange(start, index),
      usesEmoji: true)
  }

  /// Steps over spaces, no-break spaces and variation selectors.
  private static func skipGap(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == 0x20 || bytes[index] == 0x09 {
        index += 1
      } else if bytes[index...].starts(with: [0xC2, 0xA0]) {
        index += 2
      } else if bytes[index...].starts(with: [0xEF, 0xB8, 0x8F]) {
        index += 3
      } else {
        break
      }
    }
    return index
  }

  private static func valueEnd(_ bytes: [UInt8], from start: Int, key: String) -> Int {
    var index = start
    var spaces = key == "remind" ? 1 : key == "repeat" || key == "dependsOn" ? 99 : 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") {
        break
      }
      if byte == 0x20 {
        guard spaces > 0 else { break }
        spaces -= 1
      }
      if byte == 0xE2 || byte == 0xF0, signs.contains(where: { bytes[index...].starts(with: $0.0) })
      {
        break
      }
      if byte == 0xC2 { break }
      index += 1
    }
    while index > start, bytes[index - 1] == 0x20 { index -= 1 }
    return index
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes.drop { $0 == 0x20 }
    while bytes.last == 0x20 { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The keys of the bracket notation.
  private static let keys: Set<String> = [
    "created", "scheduled", "start", "due", "completion", "cancelled", "priority", "repeat", "id",
    "dependsOn", "onCompletion", "remind",
  ]

  /// Sign, key, and the value where the sign itself is one.
  private static let signs: [([UInt8], String, String?)] = [
    ("📅", "due", nil), ("⏳", "scheduled", nil), ("🛫", "start", nil), ("➕", "created", nil),
    ("✅", "completion", nil), ("❌", "cancelled", nil), ("🔺", "priority", "urgent"),
    ("⏫", "priority", "high"), ("🔼", "priority", "normal"), ("🔽", "priority", "low"),
    ("⏬", "priority", "low"), ("🔁", "repeat", nil), ("🏁", "onCompletion", nil), ("🆔", "id", nil),
    ("⛔", "dependsOn", nil), ("⏰", "remind", nil),
  ].map { (Array($0.0.utf8), $0.1, $0.2) }
}
