import CivilCalendar
package import NoteSyntax
import Wording

extension KnownField.ValueType {
  /// The types that a repository may declare for a field of its own.
  package static let declarable: [KnownField.ValueType] = [.text, .number, .boolean, .date, .day, .list, .link, .links]

  package var isList: Bool { self == .list || self == .links }

  /// Returns the reason why a value is not of this type. Nil if it is, or is empty.
  ///
  /// - Parameter key: The key in the note's spelling.
  func mistake(in value: FrontMatterValue, of key: String) -> Message? {
    if case .scalar(let scalar) = value, scalar.isNull { return nil }
    if let mistake = wrongShape(of: value, key) { return mistake }
    let texts = self == .links || self == .link ? value.scalarTexts : [value.text].compactMap(\.self)
    return texts.lazy.filter { !$0.isEmpty }.compactMap { text in
      expectation(unmetBy: text).map { expected in
        Message(
          "\(key): “\(text)” is not \(expected.english)",
          ko: "\(key): \(expected.korean): “\(text)”")
      }
    }.first
  }

  /// Returns true for a value that can be of this type.
  package func fits(_ value: FrontMatterValue) -> Bool { mistake(in: value, of: "") == nil }

  /// Returns the mistake of a list in place of one value, or of fields inside a field.
  private func wrongShape(of value: FrontMatterValue, _ key: String) -> Message? {
    switch (value, self) {
    case (.map, .list), (.map, .links):
      Message(
        "\(key): fields are given where a list is expected",
        ko: "\(key): 목록이어야 하는데 필드가 있습니다")
    case (.map, .date) where value.date != nil: nil
    case (.map, _):
      Message(
        "\(key): fields are given where one value is expected",
        ko: "\(key): 값 하나여야 하는데 필드가 있습니다")
    case (.list, .date), (.list, .day), (.list, .boolean), (.list, .priority), (.list, .status),
      (.list, .number), (.list, .link):
      Message(
        "\(key): a list is given where one value is expected",
        ko: "\(key): 값 하나여야 하는데 목록이 있습니다"
      )
    default: nil
    }
  }

  /// Returns the expected kind of value, in Korean as a sentence. Nil if the value is right.
  func expectation(unmetBy text: String) -> Message? {
    switch self {
    case .date: CivilDate(field: text) == nil ? Message("a date", ko: "날짜가 아닙니다") : nil
    case .day: CivilDate(field: text) == nil ? Message("a day", ko: "날짜가 아닙니다") : nil
    case .boolean:
      FrontMatterValue.scalar(.init(text: text, style: .plain)).boolean == nil
        ? Message("true or false", ko: "true나 false 값이 아닙니다") : nil
    case .priority: TaskPriority(text) == nil ? Message("a priority", ko: "우선순위가 아닙니다") : nil
    case .repetition: (try? RecurrenceRule.parse(text)) == nil ? Message("a recurrence rule", ko: "반복 규칙이 아닙니다") : nil
    case .number: Self.isNumber(text) ? nil : Message("a number", ko: "숫자가 아닙니다")
    case .link, .links: Self.isLink(text) ? nil : Message("a link", ko: "링크가 아닙니다")
    case .text, .list, .status, .reminder: nil
    }
  }

  /// Returns true for a text that every YAML reader parses as the same number.
  static func isNumber(_ text: String) -> Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    return !digits.isEmpty && text.utf8.count - digits.count <= 1
      && digits.allSatisfy { $0 &- 0x30 < 10 || ".eE+-".utf8.contains($0) }
      && Double(text)?.isFinite == true
  }

  /// Returns true for a wiki link, a Markdown link, or the address of a page.
  static func isLink(_ text: String) -> Bool {
    if wikiLinkName(text) != nil || text.hasPrefix("https://") || text.hasPrefix("http://") { return true }
    return text.hasPrefix("[") && text.hasSuffix(")") && text.contains("](")
  }
}
