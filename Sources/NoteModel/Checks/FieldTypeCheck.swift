import ByteBasics
import CivilCalendar
import NoteSyntax
import Wording

extension NoteCheck {
  static let fieldType = NoteCheck(
    "field-type", .warning,
    "A known field with a value that it cannot have: a bad date, an unknown priority.",
    ko: "아는 필드에 올 수 없는 값: 잘못된 날짜, 모르는 우선순위."
  ) { check, note in
    (note.document.frontMatter?.entries ?? []).compactMap { entry in
      guard let field = FieldCatalogue.field(for: entry.key) else { return nil }
      if let expected = wrongShape(of: entry.value, field) {
        return check.diagnostic(entry.valueRange ?? entry.keyRange, expected)
      }
      guard let text = entry.value.text, !text.isEmpty, let expected = mistake(in: text, field)
      else { return nil }
      return check.diagnostic(
        entry.valueRange ?? entry.keyRange,
        Message(
          "\(entry.key): “\(text)” is not \(expected.english)",
          ko: "\(entry.key): “\(text)”은(는) \(expected.korean)이(가) 아닙니다"))
    }
  }

  /// For a list where one value belongs, and for fields within a field.
  private static func wrongShape(of value: FrontMatterValue, _ field: KnownField) -> Message? {
    switch (value, field.type) {
    case (.map, .list):
      Message(
        "\(field.key): fields stand where a list belongs", ko: "\(field.key): 목록 자리에 필드가 있습니다")
    case (.map, _):
      Message(
        "\(field.key): fields stand where one value belongs", ko: "\(field.key): 값 자리에 필드가 있습니다")
    case (.list, .date), (.list, .day), (.list, .boolean), (.list, .priority), (.list, .status):
      Message(
        "\(field.key): a list stands where one value belongs", ko: "\(field.key): 값 하나 자리에 목록이 있습니다"
      )
    default: nil
    }
  }

  /// What the value should have been; nil for one that is right.
  private static func mistake(in text: String, _ field: KnownField) -> Message? {
    switch field.type {
    case .date:
      CivilDate(field: text) == nil ? Message("a date", ko: "날짜") : nil
    case .day:
      CivilDate(iso: text) == nil ? Message("a day", ko: "날") : nil
    case .boolean:
      FrontMatterValue.scalar(.init(text: text, style: .plain)).boolean == nil
        ? Message("true or false", ko: "true나 false") : nil
    case .priority:
      TaskPriority(text) == nil ? Message("a priority", ko: "우선순위") : nil
    case .repetition:
      (try? RecurrenceRule.parse(text)) == nil ? Message("a rule of recurrence", ko: "되풀이 규칙") : nil
    case .text, .list, .status, .reminder: nil
    }
  }

  static let quotedBoolean = NoteCheck(
    "quoted-boolean", .warning,
    "A quoted \"true\" or \"false\", which other programs take for a text.",
    ko: "따옴표로 묶은 \"true\"나 \"false\". 다른 프로그램은 글로 읽습니다."
  ) { check, note in
    (note.document.frontMatter?.entries ?? []).compactMap { entry in
      guard FieldCatalogue.field(for: entry.key)?.type == .boolean,
        case .scalar(let scalar) = entry.value,
        scalar.style == .doubleQuoted || scalar.style == .singleQuoted,
        ["true", "false"].contains(scalar.text.lowercased())
      else { return nil }
      return check.diagnostic(
        entry.valueRange ?? entry.keyRange,
        Message(
          "\(entry.key): “\(scalar.text)” stands between quotes and is a text",
          ko: "\(entry.key): “\(scalar.text)”이(가) 따옴표 안에 있어 글로 읽힙니다"),
        fix: entry.valueRange.map { range in
          Diagnostic.Fix(
            title: Message("Take the quotes away", ko: "따옴표 없애기"),
            edits: [TextEdit(range: range, replacement: scalar.text.lowercased())])
        })
    }
  }
}
