import CivilCalendar
import NoteModel
import Wording

/// The limit on the work of all queries of one note together.
final class ExpressionBudget {
  private var steps = 0

  /// The limit of steps, less than a second; a query over ten thousand notes takes a fiftieth of it.
  private static let limit = 8_000_000

  init() {}

  func charge(_ count: Int) throws {
    steps += count
    guard steps <= Self.limit else {
      throw QueryFailure(Message("The query takes too long and was stopped", ko: "검색식이 너무 오래 걸려 중단했습니다"), isFinal: true)
    }
  }
}

/// Evaluates the expressions of one query, with a limit to all that it may take.
final class ExpressionRun {
  let language: ExpressionLanguage
  let pages: any QueryPages
  private let budget: ExpressionBudget
  private var depth = 0
  /// Expressions and texts that were read once.
  private var patterns: [String: QueryPattern] = [:]
  /// `formula.x` of a base.
  var formulas: [String: Expression] = [:]

  private var randomCount: UInt32 = 0

  private static let depthLimit = 150

  init(_ language: ExpressionLanguage, _ pages: any QueryPages, _ budget: ExpressionBudget = ExpressionBudget()) {
    self.language = language
    self.pages = pages
    self.budget = budget
  }

  /// Returns the next number from 0 to 1. The numbers are the same all day, so that an answer in a file stays up to date.
  func random() -> Double {
    randomCount &+= 1
    return DataviewFunctions.hash("\(pages.now.day)", randomCount) / 0x1p53
  }

  /// Counts work. Throws ``QueryFailure`` if a query would take too long.
  func charge(_ count: Int = 1) throws { try budget.charge(count) }

  func value(of expression: Expression, _ names: ExpressionNames) throws -> QueryValue {
    try charge()
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw QueryFailure(Message("The query is nested too deeply", ko: "검색식이 너무 깊이 중첩되었습니다"), isFinal: true)
    }
    switch expression {
    case .literal(let value): return value
    case .now(let shorthand): return .date(QueryDate.moment(shorthand, now: pages.now))
    case .name(let name): return try value(named: name, names)
    case .member(.name("row"), let key) where language == .dataview: return try value(named: key, names)
    case .index(.name("row"), let key) where language == .dataview:
      return try value(named: text(of: value(of: key, names)), names)
    case .member(.name("formula"), let key) where language == .bases: return try formula(key, names)
    case .index(.name("formula"), let key) where language == .bases:
      return try formula(text(of: value(of: key, names)), names)
    case .member(let object, let key): return try member(key, of: value(of: object, names), names)
    case .index(let object, let index): return try indexed(value(of: object, names), by: value(of: index, names), names)
    case .not(let inner): return .boolean(try !value(of: inner, names).isTrue)
    case .negative(let inner): return try binary(.minus, .number(0), value(of: inner, names))
    case .binary(let operation, let left, let right): return try binary(operation, left, right, names)
    case .list(let items): return try list(items.map { try value(of: $0, names) })
    case .object(let members):
      return .object(try members.map { QueryValue.Member($0.key, try value(of: $0.value, names)) })
    case .lambda(let parameters, let body):
      return .function(QueryValue.Lambda(parameters: parameters, body: body, names: names))
    case .call(let function, let arguments): return try call(function, arguments, names)
    }
  }

  private func formula(_ name: String, _ names: ExpressionNames) throws -> QueryValue {
    guard let formula = formulas[name] else { return .null }
    return try value(of: formula, ExpressionNames(row: names.row))
  }

  /// Creates a list. Throws if it is nested too deeply.
  func list(_ items: [QueryValue]) throws -> QueryValue {
    try charge(items.count)
    func checkDepth(_ items: [QueryValue], _ left: Int) throws {
      guard left > 0 else {
        throw QueryFailure(Message("A list is nested too deeply", ko: "목록이 너무 깊이 중첩되었습니다"), isFinal: true)
      }
      for case .list(let inner) in items {
        try charge(inner.count)
        try checkDepth(inner, left - 1)
      }
    }
    try checkDepth(items, 40)
    return .list(items)
  }

  // MARK: - Names

  private func value(named name: String, _ names: ExpressionNames) throws -> QueryValue {
    if let local = names.locals.last(where: { $0.name == name }) { return local.value }
    if let row = names.row, let own = pages.own(name, of: row) { return own }
    switch language {
    case .dataview:
      if name == "this" { return pages.current.map { .row(QueryRow(page: $0)) } ?? .null }
      guard let page = names.row?.page else { return .null }
      return name == "file" ? .file(page) : pages.field(name, of: page) ?? .null
    case .bases:
      switch name {
      case "this": return pages.current.map { .row(QueryRow(page: $0)) } ?? .null
      case "file": return names.row?.page.map { .file($0) } ?? .null
      case "note": return names.row?.page.map { .row(QueryRow(page: $0)) } ?? .null
      default: return names.row?.page.flatMap { pages.field(name, of: $0) } ?? .null
      }
    }
  }

  func member(_ key: String, of value: QueryValue, _ names: ExpressionNames) throws -> QueryValue {
    try charge()
    switch value {
    case .object(let members): return members.first { $0.key == key }?.value ?? .null
    case .row(let row):
      if let own = pages.own(key, of: row) { return own }
      guard let page = row.page else { return .null }
      return key == "file" ? .file(page) : pages.field(key, of: page) ?? .null
    case .file(let page):
      if language == .bases, key == "properties" { return .row(QueryRow(page: page)) }
      return try pages.file(key, of: page) ?? .null
    case .link(let link):
      guard let page = pages.page(of: link) else { return .null }
      return key == "file" ? .file(page) : pages.field(key, of: page) ?? .null
    case .list(let items):
      if language == .bases { return key == "length" ? .number(Double(items.count)) : .null }
      return .list(try items.map { try member(key, of: $0, names) })
    case .date(let date): return Self.part(key, of: date, language)
    case .duration(let span): return TimeSpan.Unit(name: key).map { .number(span.total(in: $0)) } ?? .null
    case .text(let text) where language == .bases && key == "length": return .number(Double(text.count))
    case .null, .boolean, .number, .text, .function, .pattern: return .null
    }
  }

  private static func part(_ key: String, of date: CivilDate, _ language: ExpressionLanguage) -> QueryValue {
    let (day, time) = (date.moment.day, date.moment.time)
    switch key {
    case "year": return .number(Double(day.year))
    case "month": return .number(Double(day.month))
    case "weekyear": return .number(Double(day.isoWeek.week))
    case "week": return .number(Double(day.dayOfMonth / 7 + 1))
    case "weekday": return .number(Double(day.weekday.rawValue))
    case "day": return .number(Double(day.dayOfMonth))
    case "hour": return .number(Double(time.hour))
    case "minute": return .number(Double(time.minute))
    case "second": return .number(Double(time.second))
    case "millisecond": return .number(0)
    default: return .null
    }
  }

  private func indexed(_ object: QueryValue, by index: QueryValue, _ names: ExpressionNames) throws -> QueryValue {
    switch (object, index) {
    case (_, .null): return .null
    case (.list(let items), .number(let number)):
      return items.indices.contains(Int(clamping: number)) ? items[Int(clamping: number)] : .null
    case (.text(let text), .number(let number)):
      let characters = Array(text)
      return characters.indices.contains(Int(clamping: number))
        ? .text(String(characters[Int(clamping: number)])) : .null
    case (_, .text(let key)): return try member(key, of: object, names)
    default:
      throw QueryFailure(
        Message(
          "cannot look up \(index.typeName) in \(object.typeName)",
          ko: "\(object.typeName) 값에서 \(index.typeName) 값으로 항목을 찾을 수 없습니다"))
    }
  }

  // MARK: - Operators

  private func binary(
    _ operation: Expression.Operator, _ left: Expression, _ right: Expression, _ names: ExpressionNames
  ) throws -> QueryValue {
    let first = try value(of: left, names)
    switch operation {
    case .and: return .boolean(try first.isTrue && value(of: right, names).isTrue)
    case .or where language == .bases:
      return first.isTrue ? .boolean(true) : .boolean(try value(of: right, names).isTrue)
    case .or: return .boolean(try first.isTrue || value(of: right, names).isTrue)
    default: return try binary(operation, first, value(of: right, names))
    }
  }

  func binary(_ operation: Expression.Operator, _ left: QueryValue, _ right: QueryValue) throws -> QueryValue {
    switch operation {
    case .and: .boolean(left.isTrue && right.isTrue)
    case .or: .boolean(left.isTrue || right.isTrue)
    case .equal: .boolean(try compared(left, right) == 0)
    case .unequal: .boolean(try compared(left, right) != 0)
    case .less: .boolean(try isOrdered(left, right) && compared(left, right) < 0)
    case .lessOrEqual: .boolean(try isOrdered(left, right) && compared(left, right) <= 0)
    case .greater: .boolean(try isOrdered(left, right) && compared(left, right) > 0)
    case .greaterOrEqual: .boolean(try isOrdered(left, right) && compared(left, right) >= 0)
    case .plus, .minus, .times, .divided, .modulo: try arithmetic(operation, left, right)
    }
  }

  /// Returns true if two values can be ordered. In a base, a missing value is neither before nor after others.
  private func isOrdered(_ left: QueryValue, _ right: QueryValue) -> Bool {
    language == .dataview || left.isNull == right.isNull
  }

  private func arithmetic(_ operation: Expression.Operator, _ left: QueryValue, _ right: QueryValue) throws
    -> QueryValue
  {
    switch (left, operation, right) {
    case (.number(let a), _, .number(let b)): return .number(Self.result(operation, a, b))
    case (.date(let date), .plus, .duration(let span)), (.duration(let span), .plus, .date(let date)):
      return date.adding(span).map { .date($0) } ?? .null
    case (.date(let date), .minus, .duration(let span)): return date.adding(span * -1).map { .date($0) } ?? .null
    case (.date(let date), .plus, .text(let text)) where language == .bases,
      (.date(let date), .minus, .text(let text)) where language == .bases:
      guard let span = TimeSpan(reading: text) else { throw Self.noOperation(left, right) }
      return date.adding(operation == .plus ? span : span * -1).map { .date($0) } ?? .null
    case (.date(let a), .minus, .date(let b)):
      return language == .bases ? .number((a.seconds - b.seconds) * 1_000) : .duration(a.span(since: b))
    case (.text, .plus, _), (_, .plus, .text):
      let joined = try text(of: left) + text(of: right)
      try charge(joined.utf8.count / 16)
      return .text(joined)
    case (.text(let text), .times, .number(let count)), (.number(let count), .times, .text(let text)):
      return .text(try repeated(text, Int(clamping: max(0, count))))
    case (.duration(let a), .plus, .duration(let b)): return .duration(a + b)
    case (.duration(let a), .minus, .duration(let b)): return .duration(a + b * -1)
    case (.duration(let a), .times, .number(let b)), (.number(let b), .times, .duration(let a)): return .duration(a * b)
    case (.duration(let a), .divided, .number(let b)): return b == 0 ? .null : .duration(a * (1 / b))
    case (.list(let a), .plus, .list(let b)): return try list(a + b)
    case (.object(let a), .plus, .object(let b)):
      return .object(a.filter { own in !b.contains { $0.key == own.key } } + b)
    case (.null, _, .null), (.date, _, .null), (.null, _, .date): return .null
    case (.null, _, _) where language == .bases, (_, _, .null) where language == .bases: return .null
    default: throw Self.noOperation(left, right)
    }
  }

  private static func result(_ operation: Expression.Operator, _ a: Double, _ b: Double) -> Double {
    switch operation {
    case .plus: a + b
    case .minus: a - b
    case .times: a * b
    case .divided: a / b
    default: a.truncatingRemainder(dividingBy: b)
    }
  }

  private static func noOperation(_ left: QueryValue, _ right: QueryValue) -> QueryFailure {
    QueryFailure(
      Message(
        "cannot compute with \(left.typeName) and \(right.typeName)",
        ko: "\(left.typeName) 값과 \(right.typeName) 값은 계산할 수 없습니다"))
  }

  /// Repeats a text. Throws if the result would be too long.
  func repeated(_ text: String, _ count: Int) throws -> String {
    let (length, isTooLong) = text.utf8.count.multipliedReportingOverflow(by: count)
    guard !isTooLong, length <= 100_000 else {
      throw QueryFailure(Message("A text grows too long", ko: "텍스트가 너무 길어집니다"))
    }
    try charge(length)
    return String(repeating: text, count: count)
  }

  // MARK: - Order

  /// Compares two values: negative if `left` comes first. Values of different types sort by the types' names.
  func compared(_ left: QueryValue, _ right: QueryValue) throws -> Int {
    try charge()
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return -1
    case (_, .null): return 1
    case (.text(let a), .text(let b)): return QueryOrder.compared(a, b)
    case (.number(let a), .number(let b)): return a < b ? -1 : a == b ? 0 : 1
    case (.boolean(let a), .boolean(let b)): return a == b ? 0 : a ? 1 : -1
    case (.date(let a), .date(let b)): return a.seconds < b.seconds ? -1 : a.seconds == b.seconds ? 0 : 1
    case (.date(let a), .text(let text)) where language == .bases && QueryDate.read(text) != nil:
      return try compared(.date(a), .date(QueryDate.read(text) ?? a))
    case (.text, .date) where language == .bases: return try -compared(right, left)
    case (.duration(let a), .duration(let b)):
      return a.totalSeconds < b.totalSeconds ? -1 : a.totalSeconds == b.totalSeconds ? 0 : 1
    case (.list(let a), .list(let b)):
      for (one, other) in zip(a, b) {
        let order = try compared(one, other)
        if order != 0 { return order }
      }
      return a.count - b.count
    case (.link, .link), (.file, .link), (.link, .file), (.file, .file):
      return QueryOrder.compared(key(left), key(right))
    case (.link(let link), .text(let text)) where language == .bases:
      return QueryOrder.compared(key(.link(link)), key(.link(QueryLink(target: text))))
    case (.text, .link) where language == .bases: return try -compared(right, left)
    case (.object(let a), .object(let b)): return try compared(a, b)
    case (.row(let a), .row(let b)):
      return try compared(a.page.map { .number(Double($0)) } ?? .null, b.page.map { .number(Double($0)) } ?? .null)
    default: return left.typeName == right.typeName ? 0 : left.typeName < right.typeName ? -1 : 1
    }
  }

  private func compared(_ left: [QueryValue.Member], _ right: [QueryValue.Member]) throws -> Int {
    let (one, other) = (left.sorted { $0.key < $1.key }, right.sorted { $0.key < $1.key })
    let order = try compared(.list(one.map { .text($0.key) }), .list(other.map { .text($0.key) }))
    return try order != 0 ? order : compared(.list(one.map(\.value)), .list(other.map(\.value)))
  }

  /// Returns the path that a value leads to, as far as it is known, with the part of the note.
  private func key(_ value: QueryValue) -> String {
    switch value {
    case .file(let page): return pages.path(of: page)
    case .link(let link):
      let target = pages.page(of: link).map { pages.path(of: $0) } ?? foldedName(link.target)
      return link.part.map { target + "#" + $0 } ?? target
    default: return ""
    }
  }

  // MARK: - Text

  func text(of value: QueryValue) throws -> String { try text(of: value, isInner: false) }

  private func text(of value: QueryValue, isInner: Bool) throws -> String {
    try charge()
    switch value {
    case .null: return language == .dataview ? "-" : ""
    case .boolean(let flag): return flag ? "true" : "false"
    case .number(let number): return numberText(number)
    case .text(let text): return text
    case .date(let date): return language == .dataview ? QueryDate.words(date) : QueryDate.text(date, isoFormat(date))
    case .duration(let span): return span.words
    case .link(let link): return display(of: link)
    case .file(let page): return pages.path(of: page)
    case .list(let items):
      let inner = try items.map { try text(of: $0, isInner: true) }.joined(separator: ", ")
      try charge(inner.utf8.count / 16)
      return isInner ? "[\(inner)]" : inner
    case .object(let members):
      return "{ \(try members.map { "\($0.key): \(try text(of: $0.value, isInner: true))" }.joined(separator: ", ")) }"
    case .row(let row): return row.page.map { pages.name(of: $0) } ?? ""
    case .function: return "<function>"
    case .pattern: return "<regexp>"
    }
  }

  private func isoFormat(_ date: CivilDate) -> String {
    if case .day = date { "yyyy-MM-dd" } else { "yyyy-MM-dd'T'HH:mm:ss" }
  }

  /// Returns the text shown for a link.
  func display(of link: QueryLink) -> String {
    link.display ?? pages.page(of: link).map { pages.name(of: $0) } ?? link.target.split(separator: "/").last.map {
      name in name.hasSuffix(".md") ? String(name.dropLast(3)) : String(name)
    } ?? link.part ?? ""
  }

  // MARK: - Calls

  private func call(_ function: Expression, _ arguments: [Expression], _ names: ExpressionNames) throws -> QueryValue {
    if language == .bases { return try callInBase(function, arguments, names) }
    if case .name(let name) = function, names.locals.last(where: { $0.name == name }) == nil {
      guard let known = DataviewFunctions.named(name) else { throw Self.unknown(name) }
      return try known.value(self, arguments.map { try value(of: $0, names) })
    }
    guard case .function(let lambda) = try value(of: function, names) else {
      throw QueryFailure(Message("only a function can be called", ko: "함수만 호출할 수 있습니다"))
    }
    return try apply(lambda, arguments.map { try value(of: $0, names) })
  }

  static func unknown(_ name: String) -> QueryFailure {
    QueryFailure(Message("there is no function “\(name)”", ko: "“\(name)” 함수가 없습니다"), isFinal: true)
  }

  func apply(_ lambda: QueryValue.Lambda, _ arguments: [QueryValue]) throws -> QueryValue {
    var names = lambda.names
    for (name, value) in zip(lambda.parameters, arguments) { names.locals.append((name, value)) }
    return try value(of: lambda.body, names)
  }

  /// Returns a regular expression, which is parsed once for all notes.
  func pattern(_ text: String) throws -> QueryPattern {
    if let known = patterns[text] { return known }
    // Reading an expression takes as long as many comparisons.
    try charge(500 + 4 * text.utf8.count)
    let pattern = try QueryPattern(text)
    if patterns.count < 200 { patterns[text] = pattern }
    return pattern
  }
}

/// The order of texts, as people read lists: letters before their capitals.
enum QueryOrder {
  static func compared(_ left: String, _ right: String) -> Int {
    if left == right { return 0 }
    let (one, other) =
      (left.isPlain && right.isPlain) ? (left.lowercased(), right.lowercased()) : (foldedName(left), foldedName(right))
    if one != other { return one < other ? -1 : 1 }
    return left > right ? -1 : 1
  }
}

extension String {
  fileprivate var isPlain: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension Int {
  /// Converts a number to the nearest whole number below.
  init(clamping number: Double) {
    self =
      number.isNaN
      ? 0
      : number >= 1e15 ? 1_000_000_000_000_000 : number <= -1e15 ? -1_000_000_000_000_000 : Int(number.rounded(.down))
  }
}
