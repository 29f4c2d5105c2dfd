/// Shows what a terminal must never obey: the characters of a text that move its cursor, change its state or
/// reorder its line.
package enum TerminalEscaping {
  /// Text as one line: a line break is shown as well.
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

  /// Text of several lines: line breaks and tabs stay, `\r\n` is a line break.
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

  /// Bytes as text of several lines; what is not UTF-8 is shown as U+FFFD.
  package static func lines(_ bytes: [UInt8]) -> [UInt8] {
    Array(lines(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// True if no character needs a replacement, as far as its first two bytes tell: it may be false for one that needs
  /// none.
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

  /// The character shown in place of another; nil for one that may be sent.
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

  /// The picture of a control character.
  private static func picture(_ value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
  }
}
