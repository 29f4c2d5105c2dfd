import ByteBasics
package import CivilCalendar
import NoteSyntax

/// A note as a person compares two versions of it: one line per value of the front matter, then the text.
///
/// An item of a list has a line of its own, so that a new tag is one new line; a day has its weekday.
package struct ReadableNote {
  private let bytes: [UInt8]
  private let document: Document
  private let tongue: CalendarNames.Tongue

  /// - Parameters:
  ///   - bytes: The file.
  ///   - tongue: In which weekdays are named.
  package init(_ bytes: [UInt8], in tongue: CalendarNames.Tongue) {
    self.bytes = bytes
    document = Document(parsing: bytes)
    self.tongue = tongue
  }

  /// The text of the note with its front matter as plain fields; the unchanged bytes of the file if the front matter
  /// cannot be parsed.
  package var text: [UInt8] {
    guard let frontMatter = document.frontMatter,
      !document.diagnostics.contains(where: { $0.check == "front-matter-syntax" })
    else { return bytes }
    let lines = frontMatter.entries.flatMap { Self.lines($0.key, $0.value, tongue) }
    let head = lines.map { $0 + "\n" }.joined()
    return Array(head.utf8) + bytes[document.body.indices]
  }

  private static func lines(_ key: String, _ value: FrontMatterValue, _ tongue: CalendarNames.Tongue) -> [String] {
    switch value {
    case .scalar(let scalar):
      let texts = scalar.text.split(separator: "\n", omittingEmptySubsequences: false)
      guard texts.count > 1 else { return ["\(key): \(shown(scalar.text, tongue))"] }
      return ["\(key):"] + texts.map { "  \($0)" }
    case .list(let items): return items.isEmpty ? ["\(key): []"] : items.flatMap { lines(key, $0, tongue) }
    case .map(let pairs): return pairs.flatMap { lines("\(key).\($0.key)", $0.value, tongue) }
    }
  }

  private static func shown(_ text: String, _ tongue: CalendarNames.Tongue) -> String {
    guard let date = CivilDate(iso: text) else { return text }
    return "\(text) (\(CalendarNames.shortWeekday(date.day.weekday, in: tongue)))"
  }
}
