package import ByteBasics
import CivilCalendar
import Mustache
package import NoteModel
import TerminalText
package import Wording

/// Prints the rows of a listing by a Mustache template.
package struct RowFormatter {
  private let template: MustacheTemplate
  /// The words between the braces of the template that begin with a letter.
  package let names: Set<String>

  /// - Parameter format: A template, in which `\n` and `\t` stand for a line’s end and a tab.
  package init(_ format: String) throws(Problem) {
    let problem = Problem(
      .usage, Message("“\(format)” is not a template for rows", ko: "행의 템플릿이 아닙니다: “\(format)”"),
      hint: Message(
        "--format '{{title}} {{path}}'; for other forms --json, --to csv or -l.",
        ko: "--format '{{title}} {{path}}'처럼 입력하세요. 다른 형식은 --json, --to csv, -l입니다."))
    guard format.contains("{{") else { throw problem }
    let text = format.replacing("\\n", with: "\n").replacing("\\t", with: "\t")
    names = Self.names(in: text)
    do {
      // Text, not HTML: an ampersand stays one.
      template = try MustacheTemplate(limited: "{{% CONTENT_TYPE:TEXT}}" + text)
    } catch {
      throw problem
    }
  }

  /// Returns one text per row of a report.
  ///
  /// - Parameter extra: Returns members that the template names and the row’s object lacks.
  package func texts<Listing: RowReport>(
    _ report: Listing, _ page: Page, extra: (Listing.Row) -> [JSONValue.Member] = { _ in [] }
  ) -> [String] {
    report.rows.map { row in
      // A row with a position has a path, whatever its object calls it.
      let place = report.key(of: row).map { [JSONValue.Member("path", .string($0))] } ?? []
      return template.render(Self.values(report.json(of: row), extra(row) + place, page))
    }
  }

  private static func values(_ object: JSONValue, _ extra: [JSONValue.Member], _ page: Page) -> [String: Any] {
    guard case .object(let members) = object else { return [:] }
    let pairs = (members + extra).compactMap { member -> (String, Any)? in
      if case .string(let text) = member.value, let day = page.written(text, of: member.key) {
        return (member.key, day)
      }
      return value(member.value, page).map { (member.key, $0) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Returns a value for a template. An absent value is nil, so that a section for it stays empty.
  private static func value(_ value: JSONValue, _ page: Page) -> Any? {
    switch value {
    case .null, .written: nil
    case .boolean(let flag): flag
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .string(let text): text.isEmpty ? nil : text
    case .array(let items): items.compactMap { Self.value($0, page) }
    case .object: values(value, [], page)
    }
  }

  private static func names(in template: String) -> Set<String> {
    var names: Set<String> = []
    for part in template.split(separator: "{{", omittingEmptySubsequences: false).dropFirst() {
      let name = part.prefix { $0 != "}" }.drop { "{#^/& ".contains($0) }
        .prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      if name.first?.isLetter == true { names.insert(String(name)) }
    }
    return names
  }
}

extension Page {
  /// Members of rows that are days, and no fields.
  private static let ownDays: Set<String> = ["modified", "closedOn", "day", "opens", "moment", "at"]

  /// Returns a day of a row in the user's format, or nil for any other member and if the user has no format.
  func written(_ text: String, of key: String) -> String? {
    let type = FieldCatalogue.field(for: key)?.type
    guard let dates, type == .date || type == .day || Self.ownDays.contains(key),
      let date = CivilDate(iso: text)
    else { return nil }
    return dates.text(date, in: language)
  }
}

/// The order, direction and number of rows that the user asked for.
package struct RowOrder: Sendable {
  private let keys: [SortKey]
  private let isReversed: Bool
  private let limit: Int?

  package init(_ keys: [SortKey], isReversed: Bool, limit: Int?) {
    self.keys = keys
    self.isReversed = isReversed
    self.limit = limit
  }

  /// Returns the report with its rows in this order.
  ///
  /// - Throws: ``Problem`` for a key that no row has.
  package func arranged<Listing: RowReport>(_ report: Listing) throws(Problem) -> Listing {
    let objects = keys.isEmpty ? [] : report.rows.map { report.json(of: $0) }
    for key in keys { try RowMembers.check(key.field, in: objects) }
    let values = report.rows.indices.map { row in keys.map { RowMembers.comparable($0.field, of: objects[row]) } }
    return report.showing(indices(values).map { report.rows[$0] })
  }

  /// Returns the indices of rows in this order, by the values of each row for the keys. Rows without a value come last in
  /// either direction, rows with equal values keep their order.
  package func indices<Value: Comparable>(_ values: [[Value?]]) -> [Int] {
    var indices = Array(values.indices)
    if !keys.isEmpty {
      indices.sort { isInOrder(values[$0], values[$1]) ?? ($0 < $1) }
    } else if isReversed {
      indices.reverse()
    }
    return limit.map { Array(indices.prefix(max(0, $0))) } ?? indices
  }

  /// Returns true if the first row comes before the second, or nil if their values are equal.
  private func isInOrder<Value: Comparable>(_ left: [Value?], _ right: [Value?]) -> Bool? {
    for (position, key) in keys.enumerated() {
      switch (left[position], right[position]) {
      case (let one?, let other?) where one != other: return (one < other) != (key.isDescending != isReversed)
      case (_?, nil): return true
      case (nil, _?): return false
      default: continue
      }
    }
    return nil
  }
}

/// Looks into the objects of rows.
enum RowMembers {
  /// Numbers before texts, texts without regard to case.
  enum Comparable: Swift.Comparable {
    case number(Double)
    case text(String)
  }

  static func value(_ name: String, of object: JSONValue) -> JSONValue? {
    guard case .object(let members) = object else { return nil }
    return members.first { $0.key.lowercased() == name.lowercased() }?.value
  }

  /// Returns a value for sorting, or nil for an absent or empty value.
  static func comparable(_ name: String, of object: JSONValue) -> Comparable? {
    switch value(name, of: object) {
    case .string(let text)?: text.isEmpty ? nil : .text(foldedName(text))
    case .integer(let number)?: .number(Double(number))
    case .number(let number)?: .number(number)
    case .boolean(let flag)?: .number(flag ? 1 : 0)
    case .array(let items)? where !items.isEmpty: .text(foldedName(items.map { text($0) }.joined(separator: "\n")))
    default: nil
    }
  }

  /// Returns the values of a member for headings: each item of a list, or none for an absent value.
  static func texts(_ name: String, of object: JSONValue) -> [String] {
    switch value(name, of: object) {
    case nil, .null?: []
    case .array(let items)?: items.map { text($0) }
    case let value?: [text(value)].filter { !$0.isEmpty }
    }
  }

  private static func text(_ value: JSONValue) -> String {
    if case .string(let text) = value { text } else { value.text() }
  }

  /// Checks that a listing can be sorted or grouped by a member: that a row has it.
  static func check(_ name: String, in objects: [JSONValue]) throws(Problem) {
    guard !objects.isEmpty, !objects.contains(where: { value(name, of: $0) != nil }) else { return }
    var known: [String] = []
    for case .object(let members) in objects {
      known += members.map(\.key).filter { !known.contains($0) }
    }
    let names = known.joined(separator: ", ")
    throw Problem(
      .usage,
      Message("This list has no “\(name)” to sort or group by", ko: "이 목록에는 “\(name)” 필드가 없습니다"),
      hint: nearestName(to: name, among: known).map(Message.didYouMean)
        ?? Message("It has \(names).", ko: "사용할 수 있는 필드: \(names)"))
  }
}
