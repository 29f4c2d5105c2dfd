/// A line of iCalendar: `DUE;VALUE=DATE:20261130`.
struct ICSProperty: Sendable {
  /// In capitals.
  let name: String
  let parameters: [String: String]
  /// With its escapes.
  let value: String

  /// The value as text: `\n`, `\,` and `\;` resolved.
  var text: String {
    var result = ""
    var isEscaped = false
    for character in value {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// The texts of a list, at its commas.
  var texts: [String] {
    var parts: [String] = [""]
    var isEscaped = false
    for character in value {
      if character == ",", !isEscaped {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts.map { ICSProperty(name: name, parameters: [:], value: $0).text }
      .filter { !$0.isEmpty }
  }

  /// - Returns: nil for a line without a colon outside of quotes.
  init?(line: String) {
    var parts: [String] = [""]
    var isQuoted = false
    var rest = line[...]
    while let character = rest.popFirst(), isQuoted || character != ":" {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      if rest.isEmpty { return nil }
    }
    name = parts[0].uppercased()
    value = String(rest)
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
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

/// A component of iCalendar: what is between `BEGIN:VTODO` and its end.
struct ICSComponent: Sendable {
  let name: String
  /// 1-based line of its beginning.
  let line: Int
  var properties: [ICSProperty] = []
  var components: [ICSComponent] = []

  subscript(name: String) -> ICSProperty? { properties.first { $0.name == name } }
  func all(_ name: String) -> [ICSProperty] { properties.filter { $0.name == name } }
}

/// Reads iCalendar (RFC 5545) leniently: what a line cannot be is passed over.
enum ICSReader {
  private static let depthLimit = 16

  /// The components of the outermost level of all calendars of a text, and the line where it ends in the middle of one.
  static func read(_ text: String) -> (components: [ICSComponent], unclosed: Int?) {
    var stack = [ICSComponent(name: "", line: 1)]
    for (line, content) in unfolded(text) {
      guard let property = ICSProperty(line: content) else { continue }
      if property.name == "BEGIN", stack.count < depthLimit {
        stack.append(ICSComponent(name: property.value.uppercased(), line: line))
      } else if property.name == "END" {
        guard stack.count > 1 else { continue }
        let closed = stack.removeLast()
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

  /// Logical lines with the number of their first: a line that begins with a space continues the one before.
  static func unfolded(_ text: String) -> [(line: Int, text: String)] {
    var lines: [(line: Int, text: String)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
        lines[lines.count - 1].text += line.dropFirst()
      } else if !line.isEmpty {
        lines.append((index + 1, String(line)))
      }
    }
    return lines
  }
}
