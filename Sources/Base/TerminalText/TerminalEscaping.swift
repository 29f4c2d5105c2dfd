/// Shows the characters of a text that a terminal must never obey: those that move its cursor, change its state or
/// reorder its line.
package enum TerminalEscaping {
  /// Escapes a text for one line: line breaks are shown as characters too.
  package static func line(_ text: String) -> String {
    guard !isClean(text) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\t" {
        // One by one: appending a sequence copies all that is there.
        for _ in 0..<4 { scalars.append(" ") }
      } else {
        scalars.append(replacement(for: scalar) ?? scalar)
      }
    }
    return String(scalars)
  }

  /// Escapes a text of several lines: line breaks and tabs are kept, and `\r\n` is a line break.
  package static func lines(_ text: String) -> String {
    guard !isClean(text) else { return text }
    var scalars = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      if afterReturn, scalar != "\n" { scalars.append(picture(0x0D)) }
      afterReturn = scalar == "\r"
      if afterReturn { continue }
      let stays = scalar == "\n" || scalar == "\t"
      scalars.append(stays ? scalar : replacement(for: scalar) ?? scalar)
    }
    if afterReturn { scalars.append(picture(0x0D)) }
    return String(scalars)
  }

  /// Escapes bytes as a text of several lines. Bytes that are not UTF-8 are shown as U+FFFD.
  package static func lines(_ bytes: [UInt8]) -> [UInt8] {
    Array(lines(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// Returns true if surely no character needs a replacement. Only the first two bytes of a character are checked, so
  /// the result can be false for a clean text.
  private static func isClean(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      guard byte >= 0x20, byte != 0x7F else { return false }
      switch last {
      case 0xC2 where byte < 0xA0: return false
      case 0xD8 where byte == 0x9C: return false
      // Dashes, dots and quotation marks are among these; signs such as ☐ and ◐ are not.
      case 0xE2 where byte <= 0x81: return false
      case 0xF3 where byte == 0xA0: return false
      default: last = byte
      }
    }
    return true
  }

  /// Returns the character shown in place of another, or nil for a character that may be sent.
  private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case ..<0x20: picture(scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F: "\u{FFFD}"
    // Marks, embeddings, overrides and isolates of direction, line separators, invisible tags.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xE0001: "\u{FFFD}"
    default: nil
    }
  }

  /// Returns the symbol for a control character.
  private static func picture(_ value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
  }
}
