import ByteBasics
package import NoteModel
package import Wording

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

  /// The report with its rows in this order; rows that are alike keep theirs.
  ///
  /// - Throws: ``UnknownMember`` for a key that no row has.
  package func arranged<Listing: RowReport>(_ report: Listing) throws(UnknownMember) -> Listing {
    var rows = report.rows
    if !keys.isEmpty {
      let objects = rows.map { report.json(of: $0) }
      for key in keys { try RowMembers.check(key.field, in: objects) }
      let values = objects.map { object in keys.map { RowMembers.comparable($0.field, of: object) }
      }
      rows = rows.indices.sorted { isInOrder(values, $0, $1) }.map { rows[$0] }
    }
    if isReversed { rows.reverse() }
    if let limit { rows = Array(rows.prefix(max(0, limit))) }
    return report.showing(rows)
  }

  /// What has no value comes last in either direction.
  private func isInOrder(_ values: [[RowMembers.Comparable?]], _ left: Int, _ right: Int) -> Bool {
    for (position, key) in keys.enumerated() {
      switch (values[left][position], values[right][position]) {
      case (let one?, let other?) where one != other:
        return key.isDescending != isReversed ? other < one : one < other
      case (_?, nil): return !isReversed
      case (nil, _?): return isReversed
      default: continue
      }
    }
    return isReversed ? left > right : left < right
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

  /// nil for what is absent or empty.
  static func comparable(_ name: String, of object: JSONValue) -> Comparable? {
    switch value(name, of: object) {
    case .string(let text)?: text.isEmpty ? nil : .text(foldedName(text))
    case .integer(let number)?: .number(Double(number))
    case .number(let number)?: .number(number)
    case .boolean(let flag)?: .number(flag ? 1 : 0)
    case .array(let items)? where !items.isEmpty:
      .text(foldedName(items.map { text($0) }.joined(separator: "\n")))
    default: nil
    }
  }

  /// The values of a member, for headings: each of a list, none for what is absent.
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

  static func check(_ name: String, in objects: [JSONValue]) throws(UnknownMember) {
    guard !objects.isEmpty, !objects.contains(where: { value(name, of: $0) != nil }) else { return }
    var known: [String] = []
    for case .object(let members) in objects {
      known += members.map(\.key).filter { !known.contains($0) }
    }
    throw UnknownMember(name: name, known: known)
  }
}

/// A listing is sorted or grouped by something that its rows do not have.
package struct UnknownMember: ExplainedError {
  let name: String
  let known: [String]

  package var category: ErrorCategory { .usage }
  package var explanation: Message {
    Message("This list has no “\(name)” to sort or group by", ko: "이 목록에는 “\(name)” 필드가 없습니다")
  }
  package var hint: Message? {
    if let nearest = nearestName(to: name, among: known) {
      return Message("Did you mean \(nearest)?", ko: "혹시 \(nearest)인가요?")
    }
    let names = known.joined(separator: ", ")
    return Message("It has \(names).", ko: "사용할 수 있는 필드: \(names)")
  }
}
