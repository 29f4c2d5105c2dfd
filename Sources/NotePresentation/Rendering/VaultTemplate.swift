package import CivilCalendar
import NoteModel

/// A template in the manner of Obsidian: `{{title}}`, `{{date}}`, `{{time}}`, `{{date:YYYY-MM-DD}}`.
package struct VaultTemplate {
  private let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// The text with what is known filled in; everything else stays as it is.
  package func fill(title: String, now: CivilMoment) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      result += rest[..<open.lowerBound]
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else {
        result += "{{"
        break
      }
      let name = rest[..<close.lowerBound]
      result += Self.value(of: name, title, now) ?? "{{\(name)}}"
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private static func value(of name: Substring, _ title: String, _ now: CivilMoment) -> String? {
    let parts = name.split(separator: ":", maxSplits: 1)
    let format = parts.count > 1 ? String(parts[1]) : nil
    return switch parts.first {
    case "title" where format == nil: title
    case "date": MomentFormat.text(format ?? "YYYY-MM-DD", of: now)
    case "time": MomentFormat.text(format ?? "HH:mm", of: now)
    default: nil
    }
  }
}
