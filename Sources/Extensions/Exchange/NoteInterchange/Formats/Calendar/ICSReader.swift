import NoteModel

/// A line of iCalendar: `DUE;VALUE=DATE:20261130`.
///
/// The reader compares Unicode scalars, because a colon with a combining mark is not the `Character` ":".
struct ICSProperty: Sendable {
  /// The name in capitals.
  let name: String
  let parameters: [String: String]
  /// The value with its escapes.
  let value: String

  /// The value as text: `\n`, `\,` and `\;` resolved.
  var text: String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        result.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The texts of a list, at its commas.
  var texts: [String] {
    var parts = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if scalar == ",", !isEscaped {
        parts.append(String.UnicodeScalarView())
      } else {
        parts[parts.count - 1].append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts.map { ICSProperty(name: name, parameters: [:], value: String($0)).text }.filter { !$0.isEmpty }
  }

  /// - Returns: nil for a line without a colon outside of quotes.
  init?(line: String) {
    var parts = [String.UnicodeScalarView()]
    var isQuoted = false
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst(), isQuoted || scalar != ":" {
      if scalar == "\"" {
        isQuoted.toggle()
      } else if scalar == ";", !isQuoted {
        parts.append(String.UnicodeScalarView())
      } else {
        parts[parts.count - 1].append(scalar)
      }
      if rest.isEmpty { return nil }
    }
    name = String(parts[0]).uppercased()
    value = String(rest)
    var parameters: [String: String] = [:]
    for part in parts.dropFirst().map(String.init) {
      let sides = part.split(separator: "=", maxSplits: 1)
      if sides.count == 2 { parameters[sides[0].uppercased()] = String(sides[1]) }
    }
    self.parameters = parameters
  }

  init(name: String, parameters: [String: String], value: String) {
    self.name = name
    self.parameters = parameters
    self.value = value
  }
}

/// A component of iCalendar: the lines between `BEGIN:VTODO` and its end.
struct ICSComponent: Sendable {
  let name: String
  /// 1-based line of its beginning.
  let line: Int
  var properties: [ICSProperty] = []
  var components: [ICSComponent] = []
  /// The lines of entries and time zones as their program wrote them, unfolded, without the lines of components inside.
  var lines: [String] = []

  subscript(name: String) -> ICSProperty? { properties.first { $0.name == name } }
  func all(_ name: String) -> [ICSProperty] { properties.filter { $0.name == name } }

  /// True for a component that contains entries: a calendar, and the text itself.
  var isCalendar: Bool { name.isEmpty || name == "VCALENDAR" }
  /// True for a task, an event and a page of a journal.
  var isEntry: Bool { ["VTODO", "VEVENT", "VJOURNAL"].contains(name) }
  /// True for an entry that says something else about one day of a series.
  var isException: Bool { self["RECURRENCE-ID"] != nil }
}

/// Reads iCalendar (RFC 5545) leniently: an invalid line is skipped.
enum ICSReader {
  private static let depthLimit = 16

  /// Returns the components of the outermost level of all calendars of a text, and the line where it ends in the middle
  /// of one.
  static func read(_ text: String) -> (components: [ICSComponent], unclosed: Int?) {
    var stack = [ICSComponent(name: "", line: 1)]
    var start = 0
    let lines = unfolded(text)
    for (index, (line, content)) in lines.enumerated() {
      guard let property = ICSProperty(line: content) else { continue }
      if property.name == "BEGIN", stack.count < depthLimit {
        if stack[stack.count - 1].isCalendar { start = index }
        stack.append(ICSComponent(name: property.value.uppercased(), line: line))
      } else if property.name == "END" {
        guard stack.count > 1 else { continue }
        var closed = stack.removeLast()
        if stack[stack.count - 1].isCalendar, !closed.isCalendar {
          closed.lines = lines[start...index].map(\.text)
        }
        stack[stack.count - 1].components.append(closed)
      } else {
        stack[stack.count - 1].properties.append(property)
      }
    }
    let unclosed = stack.count > 1 ? stack[stack.count - 1].line : nil
    let inner = stack[0].components.flatMap { $0.name == "VCALENDAR" ? $0.components : [$0] }
    let open = stack.dropFirst().first { $0.name == "VCALENDAR" }?.components ?? []
    return (inner + open, unclosed)
  }

  /// Returns logical lines, each with the number of its first line. A line that begins with a space continues the previous
  /// line.
  static func unfolded(_ text: String) -> [(line: Int, text: String)] {
    var lines: [(line: Int, text: String)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      // Before a combining sign the space is no `Character` of its own.
      let scalars = line.unicodeScalars
      if let first = scalars.first, first == " " || first == "\t", !lines.isEmpty {
        // To append a view of scalars takes time for the whole text.
        lines[lines.count - 1].text += Substring(scalars.dropFirst())
      } else if !line.isEmpty {
        lines.append((index + 1, String(line)))
      }
    }
    return lines
  }
}

/// Lines of iCalendar, and the lengths of time in them.
enum ICSText {
  /// The name of the user's clock in calendars that we write.
  static let localZone = "Sheaf-Local"
  /// A parameter of moments that have an offset in their note.
  static let offsetMark = "X-SHEAF-OFFSET=1"
  /// The parameter with the status of RFC 5545 that was written for a custom status.
  static let statusMark = "X-SHEAF-AS"

  /// Returns the status of a task in the words of calendars. A custom status that counts as begun is IN-PROCESS.
  static func status(of task: TaskItem) -> String {
    switch task.status {
    case .done: "COMPLETED"
    case .cancelled: "CANCELLED"
    case .todo, .doing, .custom: task.isStarted ? "IN-PROCESS" : "NEEDS-ACTION"
    }
  }

  /// Returns a text with its special characters escaped.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        result.append("\\")
        result.append(scalar)
      case "\n" where last == "\r": break
      case _ where Character(scalar).isNewline:
        result.append("\\")
        result.append("n")
      default: result.append(scalar)
      }
      last = scalar
    }
    return String(result)
  }

  /// Returns lines of at most 75 bytes between CRLF; the bytes of a scalar stay together.
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

  /// Returns the seconds of `-P1DT2H`. Nil if it is no length of time, and for more than 300 years.
  static func seconds(_ text: String) -> Int? {
    let upper = text.uppercased()
    let isBefore = upper.hasPrefix("-")
    let text = upper.drop { "+-".contains($0) }
    guard text.first == "P" else { return nil }
    var (seconds, number, isTime) = (0, 0, false)
    for character in text.dropFirst() {
      guard seconds <= secondsLimit else { return nil }
      if character == "T" {
        isTime = true
        continue
      }
      if character.isASCII, let digit = character.wholeNumberValue {
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
    guard seconds <= secondsLimit else { return nil }
    return isBefore ? -seconds : seconds
  }

  private static let secondsLimit = 300 * 366 * 86_400

  /// Returns a duration such as `-P1DT2H`. Whole days are days of the calendar.
  static func duration(_ seconds: Int) -> String {
    guard seconds != 0 else { return "PT0S" }
    let (days, rest) = (abs(seconds) / 86_400, abs(seconds) % 86_400)
    var value = (seconds < 0 ? "-P" : "P") + (days > 0 ? "\(days)D" : "")
    guard rest > 0 else { return value }
    value += "T" + (rest >= 3_600 ? "\(rest / 3_600)H" : "")
    value += rest % 3_600 >= 60 ? "\(rest % 3_600 / 60)M" : ""
    return value + (rest % 60 > 0 ? "\(rest % 60)S" : "")
  }
}
