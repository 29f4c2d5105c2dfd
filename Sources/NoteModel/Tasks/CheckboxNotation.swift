/// The two ways of writing fields into a check-box line: signs, and keys in brackets.
package enum CheckboxNotation: String, Sendable, CaseIterable {
  /// `📅 2026-11-30`
  case emoji
  /// `[due:: 2026-11-30]`
  case brackets

  /// A sign with the key it stands for, and the value where the sign itself is one.
  struct Sign: Sendable {
    let bytes: [UInt8]
    let key: String
    let value: String?

    fileprivate init(_ text: String, _ key: String, _ value: String? = nil) {
      bytes = Array(text.utf8)
      self.key = key
      self.value = value
    }
  }

  /// The keys of the bracket notation.
  static let keys: Set<String> = [
    "created", "scheduled", "start", "due", "completion", "cancelled", "priority", "repeat", "id",
    "dependsOn", "onCompletion", "remind", "project", "anchor",
  ]

  static let longestKey = keys.reduce(0) { max($0, $1.utf8.count) }

  private static let signs: [Sign] = [
    Sign("📅", "due"), Sign("⏳", "scheduled"), Sign("🛫", "start"), Sign("➕", "created"),
    Sign("✅", "completion"), Sign("❌", "cancelled"), Sign("🔺", "priority", "urgent"),
    Sign("⏫", "priority", "high"), Sign("🔼", "priority", "normal"), Sign("🔽", "priority", "low"),
    Sign("⏬", "priority", "low"), Sign("🔁", "repeat"), Sign("🏁", "onCompletion"), Sign("🆔", "id"),
    Sign("⛔", "dependsOn"), Sign("⏰", "remind"),
  ]

  /// The sign that stands at `index`.
  static func sign(in bytes: [UInt8], at index: Int) -> Sign? {
    guard bytes[index] == 0xE2 || bytes[index] == 0xF0 else { return nil }
    return signs.first { bytes[index...].starts(with: $0.bytes) }
  }

  /// A field as this notation writes it; keys that have no sign are written in brackets.
  package func written(_ key: String, _ value: String) -> String {
    let brackets = "[\(key):: \(value)]"
    guard self == .emoji else { return brackets }
    if let sign = Self.signs.first(where: { $0.key == key && $0.value == value }) {
      return String(decoding: sign.bytes, as: UTF8.self)
    }
    guard let sign = Self.signs.first(where: { $0.key == key && $0.value == nil }) else {
      return brackets
    }
    return String(decoding: sign.bytes, as: UTF8.self) + " " + value
  }
}
