import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

/// The functions of the formulas and filters of Obsidian's Bases: those that stand alone, and those of a value.
enum BasesFunctions {
  /// The functions by the type that they are called on; the first are called on nothing.
  static var groups: [(title: Message, functions: [QueryFunction])] {
    [(Message("Without a value before the dot", ko: "점 앞에 값이 없는 함수"), alone)] + methods.map { ($0.title, $0.functions) }
  }

  static func named(_ name: String) -> QueryFunction? { aloneByName[name] }

  /// Returns the method of a value. Its first argument is the value.
  static func method(_ name: String, of value: QueryValue) -> QueryFunction? {
    let kind = kind(of: value)
    let own = methodsByName[kind]?[name] ?? methodsByName["any"]?[name]
    if own == nil, case .link = value { return methodsByName["text"]?[name] }
    return own
  }

  static func hasMethod(_ name: String) -> Bool { methodsByName.values.contains { $0[name] != nil } }

  private static func kind(of value: QueryValue) -> String {
    switch value {
    case .text: "text"
    case .number: "number"
    case .date: "date"
    case .list: "list"
    case .link: "link"
    case .file: "file"
    case .object, .row: "object"
    case .pattern: "pattern"
    default: "any"
    }
  }

  private static let aloneByName = Dictionary(alone.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  private static let methodsByName = Dictionary(
    uniqueKeysWithValues: methods.map { group in
      (group.kind, Dictionary(group.functions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
    })

  private static let methods: [(kind: String, title: Message, functions: [QueryFunction])] = [
    ("any", Message("Of any value", ko: "모든 값"), any), ("text", Message("Of a text", ko: "텍스트"), text),
    ("number", Message("Of a number", ko: "숫자"), number), ("date", Message("Of a date", ko: "날짜"), date),
    ("list", Message("Of a list", ko: "목록"), list), ("link", Message("Of a link", ko: "링크"), link),
    ("file", Message("Of a file", ko: "파일"), file), ("object", Message("Of an object", ko: "객체"), object),
    ("pattern", Message("Of a regular expression", ko: "정규식"), pattern),
  ]

  // MARK: - Alone

  private static let alone: [QueryFunction] = [
    QueryFunction("if(condition, value, [other])") { _, arguments in
      guard arguments.count >= 2 else { throw QueryFunction.refused("if", arguments) }
      return arguments[0].isTrue ? arguments[1] : arguments.count > 2 ? arguments[2] : .null
    },
    QueryFunction("now()") { run, _ in .date(QueryDate.moment(.now, now: run.pages.now)) },
    QueryFunction("random()") { run, _ in .number(run.random()) },
    QueryFunction("today()") { run, _ in .date(.day(run.pages.now.day)) },
    QueryFunction("date(text)") { _, arguments in
      switch arguments.first {
      case .text(let text)?: QueryDate.read(trimmedSpaces(text).replacing(" ", with: "T")).map { .date($0) } ?? .null
      case .date?: arguments[0]
      default: .null
      }
    },
    QueryFunction("duration(text)") { _, arguments in
      switch arguments.first {
      case .text(let text)?: TimeSpan(reading: text).map { .duration($0) } ?? .null
      case .duration?: arguments[0]
      default: .null
      }
    },
    QueryFunction("number(any)") { _, arguments in
      switch arguments.first {
      case .number?: arguments[0]
      case .boolean(let flag)?: .number(flag ? 1 : 0)
      case .date(let date)?: .number(date.seconds * 1_000)
      case .text(let text)?: Double(trimmedSpaces(text)).map { .number($0) } ?? .null
      default: .null
      }
    },
    QueryFunction("list(any)") { _, arguments in .list((arguments.first ?? .list([])).items) },
    QueryFunction("link(path, [display])") { run, arguments in
      switch arguments.first {
      case .text(let path)?:
        var link = QueryLink(inner: path)
        if arguments.count > 1 { link.display = try run.text(of: arguments[1]) }
        return .link(link)
      case .file(let page)?:
        return .link(
          QueryLink(
            target: run.pages.path(of: page), display: try arguments.dropFirst().first.map { try run.text(of: $0) }))
      case .link(var link)?:
        if arguments.count > 1 { link.display = try run.text(of: arguments[1]) }
        return .link(link)
      default: return .null
      }
    },
    QueryFunction("file(path)") { run, arguments in file(run, arguments.first ?? .null).map { .file($0) } ?? .null },
    QueryFunction("max(a, b, …)") { _, arguments in extreme(arguments) { $0 > $1 } },
    QueryFunction("min(a, b, …)") { _, arguments in extreme(arguments) { $0 < $1 } },
    QueryFunction("not(condition)") { _, arguments in .boolean(!(arguments.first ?? .null).isTrue) },
    QueryFunction("empty(value)") { _, arguments in .boolean(isEmpty(arguments.first ?? .null)) },
    QueryFunction("image(path)") { _, arguments in arguments.first ?? .null },
    QueryFunction("icon(name)") { _, arguments in arguments.first ?? .null },
    QueryFunction("html(text)") { _, arguments in arguments.first ?? .null },
    QueryFunction("escapeHTML(text)") { _, arguments in arguments.first ?? .null },
  ]

  private static func extreme(_ arguments: [QueryValue], _ isBetter: (Double, Double) -> Bool) -> QueryValue {
    let numbers = arguments.flatMap(\.items).compactMap { if case .number(let number) = $0 { number } else { nil } }
    return numbers.dropFirst().reduce(numbers.first) { best, number in
      best.map { isBetter(number, $0) ? number : $0 }
    }.map { .number($0) } ?? .null
  }

  private static func file(_ run: ExpressionRun, _ value: QueryValue) -> Int? {
    switch value {
    case .file(let page): page
    case .row(let row): row.page
    case .link(let link): run.pages.page(of: link)
    case .text(let path): run.pages.page(of: QueryLink(target: path))
    default: nil
    }
  }

  // MARK: - Of values

  static func isEmpty(_ value: QueryValue) -> Bool {
    switch value {
    case .null: true
    case .text(let text): text.isEmpty
    case .list(let items): items.isEmpty
    case .object(let members): members.isEmpty
    default: false
    }
  }

  private static let any: [QueryFunction] = [
    QueryFunction("isEmpty()") { _, arguments in .boolean(isEmpty(arguments[0])) },
    QueryFunction("isTruthy()") { _, arguments in .boolean(arguments[0].isTrue) },
    QueryFunction("isType(name)") { _, arguments in
      guard arguments.count > 1, case .text(let name) = arguments[1] else {
        throw QueryFunction.refused("isType", arguments)
      }
      let own = arguments[0].typeName
      return .boolean(own == name || own == "array" && name == "list")
    },
    QueryFunction("toString()") { run, arguments in .text(try run.text(of: arguments[0])) },
    QueryFunction("contains(value)") { run, arguments in
      .boolean(try arguments.dropFirst().contains { try run.compared(arguments[0], $0) == 0 })
    },
  ]

  /// Creates a function of a text. A link counts as a text, its target.
  private static func onText(
    _ usage: String,
    _ body: @escaping @Sendable (_ run: ExpressionRun, _ text: String, _ rest: [QueryValue]) throws -> QueryValue
  ) -> QueryFunction {
    QueryFunction(usage) { run, arguments in
      let text: String
      switch arguments.first {
      case .text(let own)?: text = own
      case .link(let link)?: text = link.target
      default: return .null
      }
      try run.charge(text.utf8.count / 16)
      return try body(run, text, Array(arguments.dropFirst()))
    }
  }

  private static func texts(_ run: ExpressionRun, _ values: [QueryValue]) throws -> [String] {
    try values.flatMap(\.items).map { try run.text(of: $0) }
  }

  private static func pattern(_ run: ExpressionRun, _ value: QueryValue?) throws -> QueryPattern? {
    if case .pattern(let pattern)? = value { pattern } else { nil }
  }

  private static let text: [QueryFunction] = [
    onText("contains(value)") { run, text, rest in
      .boolean(try texts(run, rest).allSatisfy { $0.isEmpty || text.contains($0) })
    },
    onText("containsAll(a, b, …)") { run, text, rest in
      .boolean(try texts(run, rest).allSatisfy { $0.isEmpty || text.contains($0) })
    },
    onText("containsAny(a, b, …)") { run, text, rest in
      .boolean(try texts(run, rest).contains { $0.isEmpty || text.contains($0) })
    },
    onText("startsWith(text)") { run, text, rest in .boolean(try texts(run, rest).contains { text.hasPrefix($0) }) },
    onText("endsWith(text)") { run, text, rest in .boolean(try texts(run, rest).contains { text.hasSuffix($0) }) },
    onText("isEmpty()") { _, text, _ in .boolean(text.isEmpty) },
    onText("lower()") { _, text, _ in .text(text.lowercased()) },
    onText("upper()") { _, text, _ in .text(text.uppercased()) },
    onText("title()") { _, text, _ in
      .text(
        text.split(separator: " ", omittingEmptySubsequences: false).map {
          $0.prefix(1).uppercased() + $0.dropFirst().lowercased()
        }.joined(separator: " "))
    },
    onText("trim()") { _, text, _ in .text(trimmedSpaces(text)) },
    onText("reverse()") { _, text, _ in .text(String(text.reversed())) },
    onText("repeat(count)") { run, text, rest in
      guard case .number(let count)? = rest.first else { return .null }
      return .text(try run.repeated(text, Int(clamping: max(0, count))))
    },
    onText("replace(pattern, replacement)") { run, text, rest in
      guard rest.count == 2 else { throw QueryFunction.refused("replace", rest) }
      let new = try run.text(of: rest[1])
      if let pattern = try pattern(run, rest[0]) {
        let replaced = try pattern.replacing(in: text, with: new, run)
        return .text(replaced.utf8.count <= 1_000_000 ? replaced : try run.repeated(replaced, .max))
      }
      let old = try run.text(of: rest[0])
      guard !old.isEmpty else { return .text(text) }
      // Known before it is made: a long text in the place of each letter would fill the memory.
      let size = text.utf8.count + text.ranges(of: old).count * new.utf8.count
      return .text(size <= 1_000_000 ? text.replacing(old, with: new) : try run.repeated(text, .max))
    },
    onText("slice(start, [end])") { _, text, rest in .text(String(DataviewFunctions.slice(Array(text), rest))) },
    onText("split(separator, [count])") { run, text, rest in
      let limit: Int =
        if rest.count > 1, case .number(let number) = rest[1] { max(0, Int(clamping: number)) } else { .max }
      let parts: [String]
      if let pattern = try pattern(run, rest.first) {
        parts = try pattern.parts(of: text, run)
      } else {
        let separator = try rest.first.map { try run.text(of: $0) } ?? ""
        parts =
          separator.isEmpty
          ? text.map { String($0) }
          : text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
      }
      return try run.list(parts.prefix(limit).map { .text($0) })
    },
  ]

  private static func onNumber(
    _ usage: String, _ body: @escaping @Sendable (_ number: Double, _ rest: [QueryValue]) -> QueryValue
  ) -> QueryFunction {
    QueryFunction(usage) { _, arguments in
      guard case .number(let number)? = arguments.first else { return .null }
      return body(number, Array(arguments.dropFirst()))
    }
  }

  private static func digits(_ rest: [QueryValue]) -> Int {
    if case .number(let digits)? = rest.first { min(15, max(0, Int(clamping: digits))) } else { 0 }
  }

  private static let number: [QueryFunction] = [
    onNumber("abs()") { number, _ in .number(abs(number)) },
    onNumber("ceil()") { number, _ in .number(number.rounded(.up)) },
    onNumber("floor()") { number, _ in .number(number.rounded(.down)) },
    onNumber("round([digits])") { number, rest in
      let factor = Double(repeating: 10, power: digits(rest))
      return .number((number * factor).rounded() / factor)
    },
    onNumber("toFixed(digits)") { number, rest in .text(fixed(number, digits(rest))) },
    onNumber("isEmpty()") { _, _ in .boolean(false) },
  ]

  static func fixed(_ number: Double, _ digits: Int) -> String {
    let factor = Double(repeating: 10, power: digits)
    let scaled = (abs(number) * factor).rounded()
    guard scaled < 1e15 else { return numberText(number) }
    let whole = String(Int(scaled) / Int(factor))
    let fraction = digits == 0 ? "" : "." + padded(Int(scaled) % Int(factor), to: digits)
    return (number < 0 && scaled > 0 ? "-" : "") + whole + fraction
  }

  private static func onDate(
    _ usage: String,
    _ body: @escaping @Sendable (_ run: ExpressionRun, _ date: CivilDate, _ rest: [QueryValue]) throws -> QueryValue
  ) -> QueryFunction {
    QueryFunction(usage) { run, arguments in
      guard case .date(let date)? = arguments.first else { return .null }
      return try body(run, date, Array(arguments.dropFirst()))
    }
  }

  private static let date: [QueryFunction] = [
    onDate("date()") { _, date, _ in .date(.day(date.day)) },
    onDate("format(format)") { run, date, rest in
      .text(MomentFormat.text(try rest.first.map { try run.text(of: $0) } ?? "YYYY-MM-DD", of: date.moment))
    },
    onDate("time()") { _, date, _ in .text(MomentFormat.text("HH:mm:ss", of: date.moment)) },
    onDate("relative()") { run, date, _ in
      let now = QueryDate.moment(.now, now: run.pages.now)
      let span = now.span(since: date)
      let words = String(TimeSpan(months: abs(span.months), seconds: abs(span.seconds)).words.prefix { $0 != "," })
      return .text(span.totalSeconds < 0 ? "in " + words : words + " ago")
    },
    onDate("isEmpty()") { _, _, _ in .boolean(false) },
  ]

  private static func onList(
    _ usage: String,
    _ body: @escaping @Sendable (_ run: ExpressionRun, _ items: [QueryValue], _ rest: [QueryValue]) throws -> QueryValue
  ) -> QueryFunction {
    QueryFunction(usage) { run, arguments in
      guard case .list(let items)? = arguments.first else { return .null }
      try run.charge(items.count)
      return try body(run, items, Array(arguments.dropFirst()))
    }
  }

  private static func has(_ run: ExpressionRun, _ items: [QueryValue], _ value: QueryValue) throws -> Bool {
    try items.contains { try run.compared($0, value) == 0 }
  }

  private static func sum(_ items: [QueryValue]) -> Double {
    items.reduce(0) { sum, item in if case .number(let number) = item { sum + number } else { sum } }
  }

  private static let list: [QueryFunction] = [
    onList("contains(value)") { run, items, rest in .boolean(try rest.allSatisfy { try has(run, items, $0) }) },
    onList("containsAll(a, b, …)") { run, items, rest in .boolean(try rest.allSatisfy { try has(run, items, $0) }) },
    onList("containsAny(a, b, …)") { run, items, rest in .boolean(try rest.contains { try has(run, items, $0) }) },
    onList("isEmpty()") { _, items, _ in .boolean(items.isEmpty) },
    onList("join(separator)") { run, items, rest in
      let separator = try rest.first.map { try run.text(of: $0) } ?? ", "
      let joined = try items.map { try run.text(of: $0) }.joined(separator: separator)
      try run.charge(joined.utf8.count / 16)
      return .text(joined)
    },
    onList("sort()") { run, items, _ in .list(try DataviewFunctions.sorted(run, items) { $0 }) },
    onList("reverse()") { _, items, _ in .list(items.reversed()) },
    onList("unique()") { run, items, _ in .list(try DataviewFunctions.unique(run, items)) },
    onList("flat()") { run, items, _ in try run.list(DataviewFunctions.flattened(items, 100)) },
    onList("slice(start, [end])") { _, items, rest in .list(Array(DataviewFunctions.slice(items, rest))) },
    onList("sum()") { _, items, _ in .number(sum(items)) },
    onList("mean()") { _, items, _ in items.isEmpty ? .null : .number(sum(items) / Double(items.count)) },
    // Their arguments are expressions of `value` and `index`: see ``ExpressionRun/callInBase(_:_:_:)``.
    onList("filter(value > 1)") { _, items, _ in .list(items) },
    onList("map(value * 2)") { _, items, _ in .list(items) },
    onList("reduce(acc + value, start)") { _, items, _ in .list(items) },
  ]

  private static let link: [QueryFunction] = [
    QueryFunction("asFile()") { run, arguments in file(run, arguments[0]).map { .file($0) } ?? .null },
    QueryFunction("linksTo(file)") { run, arguments in
      guard arguments.count > 1, let page = file(run, arguments[0]) else { return .boolean(false) }
      return .boolean(try links(run, page, to: arguments[1]))
    },
    QueryFunction("isEmpty()") { _, arguments in .boolean(!arguments[0].isTrue) },
  ]

  private static func links(_ run: ExpressionRun, _ page: Int, to other: QueryValue) throws -> Bool {
    guard let target = file(run, other) else { return false }
    return try run.pages.file("links", of: page)?.items.contains { file(run, $0) == target } ?? false
  }

  private static let file: [QueryFunction] = [
    QueryFunction("hasTag(a, b, …)") { run, arguments in
      guard case .file(let page) = arguments[0] else { return .boolean(false) }
      let own =
        try run.pages.file("tags", of: page)?.items.map { foldedName(try run.text(of: $0).drop { $0 == "#" }) } ?? []
      let asked = try texts(run, Array(arguments.dropFirst())).map { foldedName($0.drop { $0 == "#" }) }
      return .boolean(asked.contains { tag in own.contains { $0 == tag || $0.hasPrefix(tag + "/") } })
    },
    QueryFunction("inFolder(folder)") { run, arguments in
      guard case .file(let page) = arguments[0], arguments.count > 1 else { return .boolean(false) }
      let folder = try run.text(of: arguments[1]).split(separator: "/").joined(separator: "/")
      return .boolean(folder.isEmpty || run.pages.path(of: page).hasPrefix(folder + "/"))
    },
    QueryFunction("hasProperty(name)") { run, arguments in
      guard case .file(let page) = arguments[0], arguments.count > 1 else { return .boolean(false) }
      return .boolean(run.pages.field(try run.text(of: arguments[1]), of: page) != nil)
    },
    QueryFunction("hasLink(file)") { run, arguments in
      guard case .file(let page) = arguments[0], arguments.count > 1 else { return .boolean(false) }
      return .boolean(try links(run, page, to: arguments[1]))
    },
    QueryFunction("asLink([display])") { run, arguments in
      guard case .file(let page) = arguments[0] else { return .null }
      return .link(
        QueryLink(
          target: run.pages.path(of: page), display: try arguments.dropFirst().first.map { try run.text(of: $0) }))
    },
  ]

  private static func members(_ run: ExpressionRun, _ value: QueryValue) -> [QueryValue.Member] {
    switch value {
    case .object(let members): members
    case .row(let row):
      row.page.map { page in
        run.pages.fieldNames(of: page).map { QueryValue.Member($0, run.pages.field($0, of: page) ?? .null) }
      } ?? []
    default: []
    }
  }

  private static let object: [QueryFunction] = [
    QueryFunction("isEmpty()") { run, arguments in .boolean(members(run, arguments[0]).isEmpty) },
    QueryFunction("keys()") { run, arguments in .list(members(run, arguments[0]).map { .text($0.key) }) },
    QueryFunction("values()") { run, arguments in .list(members(run, arguments[0]).map(\.value)) },
  ]

  private static let pattern: [QueryFunction] = [
    QueryFunction("matches(text)") { run, arguments in
      guard case .pattern(let pattern) = arguments[0], arguments.count > 1 else { return .boolean(false) }
      return .boolean(try pattern.isFound(in: run.text(of: arguments[1]), run))
    }
  ]
}

extension ExpressionRun {
  /// Evaluates a call: `if(…)`, `note.tags.contains("a")`, `list.filter(value > 1)`.
  func callInBase(_ function: Expression, _ arguments: [Expression], _ names: ExpressionNames) throws -> QueryValue {
    switch function {
    case .name("if"):
      guard arguments.count >= 2 else { throw QueryFunction.refused("if", []) }
      if try value(of: arguments[0], names).isTrue { return try value(of: arguments[1], names) }
      return arguments.count > 2 ? try value(of: arguments[2], names) : .null
    case .name(let name):
      guard let known = BasesFunctions.named(name) else { throw Self.unknown(name) }
      return try known.value(self, arguments.map { try value(of: $0, names) })
    case .member(let object, let name):
      let subject = try value(of: object, names)
      if case .list(let items) = subject, let first = arguments.first, ["filter", "map", "reduce"].contains(name) {
        return try gathered(name, items, first, arguments.dropFirst().first, names)
      }
      guard let method = BasesFunctions.method(name, of: subject) else {
        if subject.isNull { return .null }
        throw Self.unknown("\(subject.typeName).\(name)")
      }
      return try method.value(self, [subject] + arguments.map { try value(of: $0, names) })
    default: throw QueryFailure(Message("only a function can be called", ko: "함수만 호출할 수 있습니다"))
    }
  }

  private func gathered(
    _ name: String, _ items: [QueryValue], _ body: Expression, _ start: Expression?, _ names: ExpressionNames
  ) throws -> QueryValue {
    var result = try start.map { try value(of: $0, names) } ?? .null
    var found: [QueryValue] = []
    for (index, item) in items.enumerated() {
      var names = names
      names.locals += [("value", item), ("index", .number(Double(index))), ("acc", result)]
      let own = try value(of: body, names)
      switch name {
      case "filter": if own.isTrue { found.append(item) }
      case "map": found.append(own)
      default: if case .list(let inner) = own { result = try list(inner) } else { result = own }
      }
    }
    return name == "reduce" ? result : try list(found)
  }
}
