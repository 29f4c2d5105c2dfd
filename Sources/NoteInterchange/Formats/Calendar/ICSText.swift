import NoteModel

/// Lines of iCalendar, and the lengths of time in them.
enum ICSText {
  /// What the clock of the user is called in calendars that we write.
  static let localZone = "Sheaf-Local"

  /// A text with what has a meaning escaped.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\", ";", ",": result += "\\" + String(character)
      case _ where character.isNewline: result += "\\n"
      default: result.append(character)
      }
    }
    return result
  }

  /// Lines of at most 75 bytes between CRLF; a character is never cut.
  static func folded(_ line: String) -> String {
    guard line.utf8.count > 75 else { return line }
    var result = ""
    var width = 0
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if width + size > 75 {
        result += "\r\n "
        width = 1
      }
      result.unicodeScalars.append(scalar)
      width += size
    }
    return result
  }

  /// `-PT15M` → `15m`, `-P1DT2H` → `26h`; nil for what is after.
  static func reminder(_ trigger: String) -> String? {
    let upper = trigger.uppercased()
    let isBefore = upper.hasPrefix("-")
    let text = upper.drop { "+-".contains($0) }
    guard text.first == "P" else { return nil }
    var (seconds, number, isTime) = (0, 0, false)
    for character in text.dropFirst() {
      if character == "T" {
        isTime = true
        continue
      }
      if let digit = character.wholeNumberValue {
        guard number < 10_000_000 else { return nil }
        number = number * 10 + digit
        continue
      }
      switch character {
      case "W": seconds += number * 604_800
      case "D": seconds += number * 86_400
      case "H" where isTime: seconds += number * 3_600
      case "M" where isTime: seconds += number * 60
      case "S" where isTime: seconds += number
      default: return nil
      }
      number = 0
    }
    guard isBefore || seconds == 0 else { return nil }
    if seconds % 86_400 == 0, seconds > 0 { return "\(seconds / 86_400)d" }
    if seconds % 3_600 == 0, seconds > 0 { return "\(seconds / 3_600)h" }
    return "\(seconds / 60)m"
  }

  /// `15m` → `-PT15M`; nil for what is no length of time.
  static func trigger(_ text: String) -> String? {
    guard case .before(let duration)? = ReminderText(text) else { return nil }
    let (days, rest) = (duration.wholeDays, duration.secondsBesideDays)
    if days == 0, rest == 0 { return "PT0S" }
    var value = "-P" + (days > 0 ? "\(days)D" : "")
    guard rest > 0 else { return value }
    value += "T" + (rest >= 3_600 ? "\(rest / 3_600)H" : "")
    value += rest % 3_600 >= 60 ? "\(rest % 3_600 / 60)M" : ""
    return value + (rest % 60 > 0 ? "\(rest % 60)S" : "")
  }
}
