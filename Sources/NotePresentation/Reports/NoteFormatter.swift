import CivilCalendar
import Mustache
package import NoteModel
package import Wording

/// Prints a note by a preset or a Mustache template.
package struct NoteFormatter {
  /// Names that stand for templates.
  package static let presets: [(name: String, template: String)] = [
    ("oneline", "{{{title}}} ({{{path}}})"),
    ("short", "{{{path}}}\n  {{{title}}}"),
    (
      "medium",
      "{{{title}}}\n  {{{path}}}{{#status}}\n  {{status}}{{#due}}, {{due}}{{/due}}{{/status}}{{#tagLine}}\n  {{{tagLine}}}{{/tagLine}}"
    ),
    (
      "full",
      "{{{title}}}\n  path: {{{path}}}\n  id: {{id}}\n  kind: {{kind}}\n  status: {{status}}\n  due: {{due}}\n  created: {{created}}\n  updated: {{updated}}\n  tags: {{{tagLine}}}"
    ),
    ("path", "{{{path}}}"),
  ]

  private enum Face {
    case template(MustacheTemplate)
    case json
  }

  private let face: Face

  /// `format`: A preset's name, `json`, `jsonl`, or a template.
  package init(_ format: String) throws(FormatError) {
    if format == "json" || format == "jsonl" {
      face = .json
      return
    }
    let text = Self.presets.first { $0.name == format }?.template ?? format
    guard text != format || format.contains("{{") else { throw FormatError(format: format) }
    do {
      face = .template(try MustacheTemplate(string: text))
    } catch {
      throw FormatError(format: format)
    }
  }

  package func text(_ note: NoteSummary) -> String {
    guard case .template(let template) = face else { return note.json.text() }
    let values: [String: Any] = [
      "path": note.path.string, "id": note.identifier ?? "", "title": note.title,
      "kind": note.kind.rawValue, "created": note.created?.description ?? "",
      "updated": note.updated?.description ?? "", "stem": String(note.path.stem),
      "tags": note.tags,
    ]
    let optional: [(String, String?)] = [
      ("status", note.status), ("due", note.due?.description), ("priority", note.priority),
      ("tagLine", note.tags.isEmpty ? nil : note.tags.map { "#" + $0 }.joined(separator: " ")),
    ]
    let present = optional.compactMap { key, value in value.map { (key, $0 as Any) } }
    return template.render(values.merging(present) { _, new in new })
  }
}

/// A `--format` that is neither a preset nor a template.
package struct FormatError: ExplainedError {
  let format: String

  package var category: ErrorCategory { .usage }
  package var explanation: Message {
    Message(
      "“\(format)” is neither a preset nor a template", ko: "“\(format)”은(는) 미리 정한 꼴도 틀도 아닙니다")
  }
  package var hint: Message? {
    let names = NoteFormatter.presets.map(\.name).joined(separator: ", ")
    return Message(
      "Presets: \(names), json. A template is like '{{title}} {{path}}'.",
      ko: "미리 정한 꼴: \(names), json. 틀은 '{{title}} {{path}}'처럼 씁니다.")
  }
}
