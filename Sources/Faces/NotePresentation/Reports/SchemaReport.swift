package import ByteBasics
package import NoteModel
package import TerminalText
import Wording

/// The fields that schemas declare, one per line.
package struct SchemaReport: RowReport {
  package struct Row: Sendable {
    package let schema: String
    package let rule: FieldRule

    package init(schema: String, rule: FieldRule) {
      self.schema = schema
      self.rule = rule
    }
  }

  package var rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  package var kind: String { "schema" }

  package func key(of row: Row) -> String? { row.rule.key }

  package func json(of row: Row) -> JSONValue {
    .map([
      "key": .string(row.rule.key),
      "type": .string(row.rule.type.rawValue),
      "required": .boolean(row.rule.isRequired),
      "values": .array(row.rule.choices.map { .string($0) }),
      "default": .optional(row.rule.defaultText),
      "folder": .optional(row.rule.folder),
      "schema": .string(row.schema),
    ])
  }

  private static let layout = ColumnLayout([.whole, .whole, .rest(least: 12), .whole])

  package func blocks(_ page: Page) -> [[StyledText]] {
    let cells = rows.map { row in
      [
        StyledText(row.rule.key, .strong), StyledText(page.text(Self.name(of: row.rule.type))),
        StyledText(Self.facts(row.rule).map { page.text($0) }.joined(separator: "; ")),
        StyledText(row.schema, .dim),
      ]
    }
    return Self.layout.lines(cells, columns: page.edge).map { [$0] }
  }

  private static func facts(_ rule: FieldRule) -> [Message] {
    var facts: [Message] = []
    if rule.isRequired { facts.append(Message("required", ko: "필수")) }
    if !rule.choices.isEmpty { facts.append(Message(verbatim: rule.choices.joined(separator: ", "))) }
    if let text = rule.defaultText { facts.append(Message("default: \(text)", ko: "기본값: \(text)")) }
    if let folder = rule.folder { facts.append(Message("in \(folder)", ko: "폴더: \(folder)")) }
    return facts
  }

  private static func name(of type: KnownField.ValueType) -> Message {
    switch type {
    case .text: Message("text", ko: "텍스트")
    case .list: Message("list", ko: "목록")
    case .date: Message("date", ko: "날짜와 시각")
    case .day: Message("day", ko: "날짜")
    case .boolean: Message("true or false", ko: "true나 false")
    case .number: Message("number", ko: "숫자")
    case .link: Message("link", ko: "링크")
    case .links: Message("links", ko: "링크 목록")
    case .status: Message("status", ko: "상태")
    case .priority: Message("priority", ko: "우선순위")
    case .repetition: Message("recurrence", ko: "반복")
    case .reminder: Message("reminder", ko: "알림")
    }
  }
}
