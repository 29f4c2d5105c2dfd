import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax

extension QueryValue {
  /// Creates the value of a field of front matter. A text may be a date, a length of time or a link.
  ///
  /// - Parameter source: The note that contains the field.
  init(front value: JSONValue, source: Int?) {
    switch value {
    case .null, .written: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .number(Double(number))
    case .number(let number): self = .number(number)
    case .string(let text): self = Self.read(text, source: source) ?? .text(text)
    case .array(let items): self = .list(items.map { QueryValue(front: $0, source: source) })
    case .object(let members):
      self = .object(members.map { Member($0.key, QueryValue(front: $0.value, source: source)) })
    }
  }

  /// Creates the value of `key:: value`: also a number, a truth value, or several of these with commas.
  init(inline text: String, source: Int?) {
    let text = trimmedSpaces(text)
    if text.isEmpty {
      self = .null
    } else if let atom = Self.atom(text, source) {
      self = atom
    } else if let items = Self.items(text, source) {
      self = .list(items)
    } else {
      self = .text(text)
    }
  }

  private static func read(_ text: String, source: Int?) -> QueryValue? {
    guard let first = text.utf8.first else { return nil }
    if ASCII.isDigit(first) || first == ASCII.hyphen {
      return QueryDate.read(text).map { .date($0) } ?? TimeSpan(reading: text).map { .duration($0) }
    }
    let isEmbed = text.hasPrefix("![[")
    guard isEmbed || text.hasPrefix("[["), text.hasSuffix("]]") else { return nil }
    let inner = text.dropFirst(isEmbed ? 3 : 2).dropLast(2)
    guard !inner.contains("[["), !inner.contains("]]") else { return nil }
    var link = QueryLink(inner: inner, source: source)
    link.isEmbed = isEmbed
    return .link(link)
  }

  private static func atom(_ text: String, _ source: Int?) -> QueryValue? {
    switch text {
    case "true", "True": return .boolean(true)
    case "false", "False": return .boolean(false)
    case "null": return .null
    default: break
    }
    if let value = read(text, source: source) { return value }
    if text.count > 1, text.hasPrefix("\""), text.hasSuffix("\""), !text.dropFirst().dropLast().contains("\"") {
      return .text(String(text.dropFirst().dropLast()))
    }
    if text.hasPrefix("#"), text.count > 1, !text.contains(where: { $0.isWhitespace || $0 == "," }) {
      return .text(text)
    }
    guard text.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == ASCII.hyphen || $0 == UInt8(ascii: ".") }),
      text.utf8.last.map(ASCII.isDigit) == true
    else { return nil }
    return Double(text).map { .number($0) }
  }

  /// Parses `[[A]], [[B]]`. Returns nil if a part is only a text.
  private static func items(_ text: String, _ source: Int?) -> [QueryValue]? {
    guard text.contains(",") else { return nil }
    var items: [QueryValue] = []
    for part in parts(text) {
      guard let atom = atom(trimmedSpaces(part), source) else { return nil }
      items.append(atom)
    }
    return items
  }

  /// Splits a text at the commas outside quotes and brackets.
  private static func parts(_ text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var depth = 0
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "[": depth += 1
      case "]": depth -= 1
      default: break
      }
      if character == ",", !isQuoted, depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}
