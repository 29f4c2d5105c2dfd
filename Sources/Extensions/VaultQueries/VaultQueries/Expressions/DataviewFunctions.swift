import ByteBasics
import CivilCalendar
import NoteModel
import Wording

enum DataviewFunctions {
  static var groups: [(title: Message, functions: [QueryFunction])] { table.groups }

  static func named(_ name: String) -> QueryFunction? { table[name] }

  private static let table = QueryFunctionTable([
    (Message("Making values", ko: "값 만들기"), constructors),
    (Message("Numbers", ko: "숫자"), numbers),
    (Message("Lists and objects", ko: "목록과 객체"), lists + conditions),
    (Message("Text", ko: "텍스트"), texts + patterns),
    (Message("Other", ko: "그 밖"), others),
  ])

  // MARK: - Making values

  private static let constructors: [QueryFunction] = [
    QueryFunction("object(key1, value1, …)") { _, arguments in
      guard arguments.count % 2 == 0 else { throw QueryFunction.refused("object", arguments) }
      return .object(
        try stride(from: 0, to: arguments.count, by: 2).map { index in
          guard case .text(let key) = arguments[index] else { throw QueryFunction.refused("object", arguments) }
          return QueryValue.Member(key, arguments[index + 1])
        })
    },
    QueryFunction("list(value1, …)") { run, arguments in try run.list(arguments) },
    QueryFunction("array(value1, …)") { run, arguments in try run.list(arguments) },
    QueryFunction("date(any, [format])", each: [0]) { run, arguments in try date(run, arguments) },
    QueryFunction("dur(any)", each: [0]) { _, arguments in
      switch arguments.first {
      case .text(let text)?: TimeSpan(reading: text).map { .duration($0) } ?? .null
      case .duration?: arguments[0]
      case .null?: .null
      default: throw QueryFunction.refused("dur", arguments)
      }
    },
    QueryFunction("number(text)", each: [0]) { _, arguments in
      switch arguments.first {
      case .number?: arguments[0]
      case .text(let text)?: firstNumber(in: text).map { .number($0) } ?? .null
      case .null?: .null
      default: throw QueryFunction.refused("number", arguments)
      }
    },
    QueryFunction("string(any)") { run, arguments in .text(try run.text(of: arguments.first ?? .null)) },
    QueryFunction("link(path, [display])", each: [0, 1]) { _, arguments in
      let display: String? = if arguments.count > 1, case .text(let text) = arguments[1] { text } else { nil }
      switch arguments.first {
      case .text(let path)?:
        var link = QueryLink(inner: path)
        link.display = display ?? link.display
        return .link(link)
      case .link(var link)?:
        link.display = display ?? link.display
        return .link(link)
      case .null?: return .null
      default: throw QueryFunction.refused("link", arguments)
      }
    },
    QueryFunction("embed(link, [embed?])", each: [0, 1]) { _, arguments in
      guard case .link(var link)? = arguments.first else { return .null }
      link.isEmbed = arguments.count < 2 || arguments[1].isTrue
      return .link(link)
    },
    QueryFunction("elink(url, [display])", each: [0]) { _, arguments in
      guard case .text(let address)? = arguments.first else { return .null }
      let display: String? = if arguments.count > 1, case .text(let text) = arguments[1] { text } else { nil }
      return .link(
        QueryLink(target: LinkTarget.hasScheme(address) ? address : "https://" + address, display: display ?? address))
    },
    QueryFunction("typeof(any)") { _, arguments in .text((arguments.first ?? .null).typeName) },
  ]

  private static func date(_ run: ExpressionRun, _ arguments: [QueryValue]) throws -> QueryValue {
    switch (arguments.first, arguments.count > 1 ? arguments[1] : .null) {
    case (.text(let text)?, .text(let format)):
      guard let date = QueryDate.read(text, format) else {
        throw QueryFailure(
          Message("“\(text)” is not a date of the form “\(format)”", ko: "“\(format)” 형식의 날짜가 아닙니다: “\(text)”"))
      }
      return .date(date)
    case (.text(let text)?, _):
      if let shorthand = Expression.DateShorthand(rawValue: text) {
        return .date(QueryDate.moment(shorthand, now: run.pages.now))
      }
      return QueryDate.read(text).map { .date($0) } ?? .null
    case (.date?, _): return arguments[0]
    case (.link(let link)?, _):
      if let date = link.display.flatMap(QueryDate.read) ?? QueryDate.read(link.target) { return .date(date) }
      guard let page = run.pages.page(of: link) else { return .null }
      return try run.pages.file("day", of: page) ?? .null
    case (.null?, _): return .null
    default: throw QueryFunction.refused("date", arguments)
    }
  }

  /// Returns the first number in a text: `18` of `18 years`.
  static func firstNumber(in text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard let digit = bytes.firstIndex(where: ASCII.isDigit) else { return nil }
    let start = digit > 0 && bytes[digit - 1] == ASCII.hyphen ? digit - 1 : digit
    var end = digit
    while end < bytes.count, ASCII.isDigit(bytes[end]) { end += 1 }
    if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "."), ASCII.isDigit(bytes[end + 1]) {
      end += 1
      while end < bytes.count, ASCII.isDigit(bytes[end]) { end += 1 }
    }
    return Double(String(decoding: bytes[start..<end], as: UTF8.self))
  }

  // MARK: - Numbers

  private static func rounding(_ usage: String, _ round: @escaping @Sendable (Double) -> Double) -> QueryFunction {
    QueryFunction(usage, each: [0]) { _, arguments in
      switch arguments.first {
      case .number(let number)?: .number(round(number))
      case .null?: .null
      default: throw QueryFunction.refused(String(usage.prefix { $0 != "(" }), arguments)
      }
    }
  }

  private static func extreme(_ name: String, isLess: Bool) -> QueryFunction {
    QueryFunction("\(name)(a, b, …)") { run, arguments in
      let values = arguments.count == 1 ? arguments[0].items : arguments
      return try values.reduce(.null) { best, value in
        if best.isNull || value.isNull { return best.isNull ? value : best }
        let order = try run.compared(best, value)
        return (isLess ? order <= 0 : order > 0) ? best : value
      }
    }
  }

  private static func extreme(by name: String, isLess: Bool) -> QueryFunction {
    QueryFunction("\(name)(list, function)") { run, arguments in
      guard arguments.count == 2, case .function(let key) = arguments[1] else {
        throw QueryFunction.refused(name, arguments)
      }
      guard case .list(let items) = arguments[0] else { return .null }
      var best: (value: QueryValue, key: QueryValue)?
      for item in items {
        let own = try run.apply(key, [item])
        guard !own.isNull else { continue }
        let order = try best.map { try run.compared($0.key, own) }
        if order.map({ isLess ? $0 > 0 : $0 <= 0 }) ?? true { best = (item, own) }
      }
      return best?.value ?? items.first ?? .null
    }
  }

  private static let numbers: [QueryFunction] = [
    QueryFunction("round(number, [digits])", each: [0]) { _, arguments in
      switch (arguments.first, arguments.count > 1 ? arguments[1] : .null) {
      case (.number(let number)?, .number(let digits)) where digits > 0:
        let factor = Double(repeating: 10, power: Int(clamping: min(digits, 15)))
        return .number((number * factor).rounded() / factor)
      case (.number(let number)?, _): return .number((number + 0.5).rounded(.down))
      case (.null?, _): return .null
      default: throw QueryFunction.refused("round", arguments)
      }
    },
    rounding("trunc(number)") { $0.rounded(.towardZero) },
    rounding("floor(number)") { $0.rounded(.down) },
    rounding("ceil(number)") { $0.rounded(.up) },
    extreme("min", isLess: true), extreme("max", isLess: false),
    QueryFunction("sum(list)") { run, arguments in try reduced(run, arguments, .plus) },
    QueryFunction("product(list)") { run, arguments in try reduced(run, arguments, .times) },
    QueryFunction("reduce(list, operand)") { run, arguments in
      guard arguments.count == 2 else { throw QueryFunction.refused("reduce", arguments) }
      switch arguments[1] {
      case .text(let sign):
        guard let operation = operators[sign] else { throw QueryFunction.refused("reduce", arguments) }
        return try reduced(run, [arguments[0]], operation)
      case .function(let lambda):
        guard case .list(let items) = arguments[0], let first = items.first else { return .null }
        return try items.dropFirst().filter { !$0.isNull }.reduce(first) {
          try bounded(run, run.apply(lambda, [$0, $1]))
        }
      default: return .null
      }
    },
    QueryFunction("average(list)") { run, arguments in
      guard case .list(let items)? = arguments.first else { return arguments.first ?? .null }
      guard !items.isEmpty else { return .null }
      return try run.binary(.divided, reduced(run, arguments, .plus), .number(Double(items.count)))
    },
    extreme(by: "minby", isLess: true), extreme(by: "maxby", isLess: false),
  ]

  private static let operators: [String: Expression.Operator] = [
    "+": .plus, "-": .minus, "*": .times, "/": .divided, "&": .and, "|": .or,
  ]

  private static func reduced(
    _ run: ExpressionRun, _ arguments: [QueryValue], _ operation: Expression.Operator
  ) throws -> QueryValue {
    guard case .list(let items)? = arguments.first else { return arguments.first ?? .null }
    guard let first = items.first else { return .null }
    return try items.dropFirst().reduce(first) { try bounded(run, run.binary(operation, $0, $1)) }
  }

  /// Limits a value that is built item by item, so that its nesting does not grow with each item.
  private static func bounded(_ run: ExpressionRun, _ value: QueryValue) throws -> QueryValue {
    if case .list(let items) = value { return try run.list(items) }
    return value
  }

  // MARK: - Lists and objects

  private enum Containing { case anywhere, ignoringCase, exactly }

  private static func contains(_ name: String, _ way: Containing) -> QueryFunction {
    QueryFunction("\(name)(container, value)", each: [1]) { run, arguments in
      guard arguments.count == 2 else { throw QueryFunction.refused(name, arguments) }
      return .boolean(try contains(run, arguments[0], arguments[1], way))
    }
  }

  private static func contains(
    _ run: ExpressionRun, _ container: QueryValue, _ value: QueryValue, _ way: Containing
  ) throws -> Bool {
    try run.charge()
    switch (container, value) {
    case (.list(let items), _) where way == .exactly: return try items.contains { try run.compared($0, value) == 0 }
    case (.list(let items), _): return try items.contains { try contains(run, $0, value, way) }
    case (.text(let text), .text(let part)):
      if part.isEmpty { return true }
      return way == .ignoringCase ? text.lowercased().contains(part.lowercased()) : text.contains(part)
    case (.object(let members), .text(let key)): return members.contains { $0.key == key }
    case (.file, .text(let key)), (.row, .text(let key)):
      return try !run.member(key, of: container, ExpressionNames()).isNull
    default: return try run.compared(container, value) == 0
    }
  }

  private static func quantifier(_ name: String, _ holds: @escaping @Sendable ([Bool]) -> Bool) -> QueryFunction {
    QueryFunction("\(name)(list, [function])") { run, arguments in
      if arguments.count == 2, case .list(let items) = arguments[0], case .function(let lambda) = arguments[1] {
        return .boolean(holds(try items.map { try run.apply(lambda, [$0]).isTrue }))
      }
      let values = arguments.count == 1 ? arguments[0].items : arguments
      return .boolean(holds(values.map(\.isTrue)))
    }
  }

  private static func onList(
    _ usage: String,
    _ body: @escaping @Sendable (_ run: ExpressionRun, _ items: [QueryValue], _ rest: [QueryValue]) throws -> QueryValue
  ) -> QueryFunction {
    QueryFunction(usage) { run, arguments in
      switch arguments.first {
      case .list(let items)?: return try body(run, items, Array(arguments.dropFirst()))
      case .null?: return .null
      default: throw QueryFunction.refused(String(usage.prefix { $0 != "(" }), arguments)
      }
    }
  }

  static func sorted(_ run: ExpressionRun, _ items: [QueryValue], _ key: (QueryValue) throws -> QueryValue) throws
    -> [QueryValue]
  {
    let keyed = try items.enumerated().map { (place: $0, value: $1, key: try key($1)) }
    return try keyed.sorted { one, other in
      let order = try run.compared(one.key, other.key)
      return order != 0 ? order < 0 : one.place < other.place
    }.map(\.value)
  }

  static func flattened(_ items: [QueryValue], _ levels: Int) -> [QueryValue] {
    guard levels > 0 else { return items }
    return items.flatMap { item -> [QueryValue] in
      if case .list(let inner) = item { flattened(inner, levels - 1) } else { [item] }
    }
  }

  /// Returns the items between a start and an end. Negative positions are counted from the end.
  static func slice<Item>(_ items: [Item], _ bounds: [QueryValue]) -> ArraySlice<Item> {
    func place(_ value: QueryValue?, _ fallback: Int) -> Int {
      guard case .number(let number)? = value else { return fallback }
      let index = Int(clamping: number)
      return min(items.count, max(0, index < 0 ? items.count + index : index))
    }
    let start = place(bounds.first, 0)
    let end = place(bounds.count > 1 ? bounds[1] : nil, items.count)
    return start < end ? items[start..<end] : []
  }

  static func unique(_ run: ExpressionRun, _ items: [QueryValue]) throws -> [QueryValue] {
    let order = try sorted(run, items.indices.map { .number(Double($0)) }) { index in
      if case .number(let place) = index { items[Int(place)] } else { .null }
    }
    var kept: [Int] = []
    var last: QueryValue?
    for case .number(let place) in order {
      let value = items[Int(place)]
      if try last.map({ try run.compared($0, value) == 0 }) != true { kept.append(Int(place)) }
      last = value
    }
    return kept.sorted().map { items[$0] }
  }

  private static let lists: [QueryFunction] = [
    contains("contains", .anywhere), contains("icontains", .ignoringCase), contains("econtains", .exactly),
    QueryFunction("containsword(text, value)", each: [0, 1]) { run, arguments in
      guard arguments.count == 2, case .text(let text) = arguments[0], case .text(let word) = arguments[1] else {
        return .null
      }
      let words = text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      let asked = word.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      return .boolean(!asked.isEmpty && words.firstRange(of: asked) != nil)
    },
    QueryFunction("extract(object, key1, …)", each: [0]) { run, arguments in
      guard let object = arguments.first else { throw QueryFunction.refused("extract", arguments) }
      return .object(
        try arguments.dropFirst().map { key in
          guard case .text(let key) = key else { throw QueryFunction.refused("extract", arguments) }
          return QueryValue.Member(key, try run.member(key, of: object, ExpressionNames()))
        })
    },
    QueryFunction("sort(list, [function])") { run, arguments in
      guard case .list(let items)? = arguments.first else { return arguments.first ?? .null }
      guard arguments.count > 1, case .function(let key) = arguments[1] else {
        return .list(try sorted(run, items) { $0 })
      }
      return .list(try sorted(run, items) { try run.apply(key, [$0]) })
    },
    QueryFunction("reverse(list)") { _, arguments in
      switch arguments.first {
      case .list(let items)?: .list(items.reversed())
      case .text(let text)?: .text(String(text.reversed()))
      default: arguments.first ?? .null
      }
    },
    QueryFunction("length(any)") { run, arguments in
      switch arguments.first {
      case .list(let items)?: .number(Double(items.count))
      case .object(let members)?: .number(Double(members.count))
      case .text(let text)?: .number(Double(text.count))
      case .null?: .number(0)
      default: throw QueryFunction.refused("length", arguments)
      }
    },
    QueryFunction("nonnull(list)") { _, arguments in
      .list((arguments.count == 1 ? arguments[0].items : arguments).filter { !$0.isNull })
    },
    onList("firstvalue(list)") { _, items, _ in items.first { !$0.isNull } ?? .null },
    onList("filter(list, function)") { run, items, rest in
      guard case .function(let lambda)? = rest.first else { throw QueryFunction.refused("filter", rest) }
      return .list(try items.filter { try run.apply(lambda, [$0]).isTrue })
    },
    onList("map(list, function)") { run, items, rest in
      guard case .function(let lambda)? = rest.first else { throw QueryFunction.refused("map", rest) }
      return try run.list(items.map { try run.apply(lambda, [$0]) })
    },
    onList("unique(list)") { run, items, _ in .list(try unique(run, items)) },
    onList("flat(list, [depth])") { run, items, rest in
      let depth: Int = if case .number(let number)? = rest.first { Int(clamping: number) } else { 1 }
      return try run.list(flattened(items, min(depth, 100)))
    },
    onList("slice(list, [start, [end]])") { _, items, rest in .list(Array(slice(items, rest))) },
    QueryFunction("join(list, [delimiter])") { run, arguments in
      guard let first = arguments.first else { throw QueryFunction.refused("join", arguments) }
      let delimiter: String = if arguments.count > 1, case .text(let text) = arguments[1] { text } else { ", " }
      if first.isNull { return .text("") }
      let joined = try first.items.map { try run.text(of: $0) }.joined(separator: delimiter)
      try run.charge(joined.utf8.count / 16)
      return .text(joined)
    },
  ]

  private static let conditions: [QueryFunction] = [
    quantifier("all") { !$0.contains(false) }, quantifier("any") { $0.contains(true) },
    quantifier("none") { !$0.contains(true) },
  ]

  // MARK: - Text

  /// Creates a function of texts and numbers. If an argument is null, the result is `missing`.
  private static func onTexts(
    _ usage: String, each vectorized: Set<Int>, least: Int, missing: QueryValue = .null,
    _ body:
      @escaping @Sendable (_ run: ExpressionRun, _ texts: [String], _ arguments: [QueryValue]) throws -> QueryValue
  ) -> QueryFunction {
    QueryFunction(usage, each: vectorized) { run, arguments in
      guard arguments.count >= least else { throw QueryFunction.refused(String(usage.prefix { $0 != "(" }), arguments) }
      if arguments.contains(where: \.isNull) { return missing }
      let texts = try arguments.map { argument -> String in
        switch argument {
        case .text(let text): return text
        case .number: return ""
        default: throw QueryFunction.refused(String(usage.prefix { $0 != "(" }), arguments)
        }
      }
      try run.charge(texts.reduce(0) { $0 + $1.utf8.count / 16 })
      return try body(run, texts, arguments)
    }
  }

  private static func count(_ arguments: [QueryValue], _ index: Int) -> Int? {
    guard index < arguments.count, case .number(let number) = arguments[index] else { return nil }
    return Int(clamping: number)
  }

  private static func padded(
    _ run: ExpressionRun, _ texts: [String], _ arguments: [QueryValue]
  ) throws -> (text: String, padding: String) {
    let missing = (count(arguments, 1) ?? 0) - texts[0].count
    let sign = texts.count > 2 ? texts[2] : " "
    guard missing > 0, !sign.isEmpty else { return (texts[0], "") }
    return (texts[0], String(try run.repeated(sign, missing / sign.count + 1).prefix(missing)))
  }

  private static let texts: [QueryFunction] = [
    onTexts("replace(text, pattern, replacement)", each: [0, 1, 2], least: 3) { run, texts, _ in
      guard !texts[1].isEmpty else { return .text(texts[0]) }
      let parts = texts[0].split(separator: texts[1], omittingEmptySubsequences: false)
      let (length, isTooLong) = texts[2].utf8.count.multipliedReportingOverflow(by: parts.count)
      guard !isTooLong, length < 1_000_000 else { return .text(try run.repeated(texts[2], .max)) }
      return .text(parts.joined(separator: texts[2]))
    },
    onTexts("lower(text)", each: [0], least: 1) { _, texts, _ in .text(texts[0].lowercased()) },
    onTexts("upper(text)", each: [0], least: 1) { _, texts, _ in .text(texts[0].uppercased()) },
    onTexts("startswith(text, prefix)", each: [0, 1], least: 2) { _, texts, _ in .boolean(texts[0].hasPrefix(texts[1]))
    },
    onTexts("endswith(text, suffix)", each: [0, 1], least: 2) { _, texts, _ in .boolean(texts[0].hasSuffix(texts[1])) },
    onTexts("padleft(text, length, [padding])", each: [0, 1, 2], least: 2) { run, texts, arguments in
      let (text, padding) = try padded(run, texts, arguments)
      return .text(padding + text)
    },
    onTexts("padright(text, length, [padding])", each: [0, 1, 2], least: 2) { run, texts, arguments in
      let (text, padding) = try padded(run, texts, arguments)
      return .text(text + padding)
    },
    onTexts("substring(text, start, [end])", each: [0, 1, 2], least: 2) { _, texts, arguments in
      let characters = Array(texts[0])
      func place(_ index: Int, _ fallback: Int) -> Int {
        min(characters.count, max(0, count(arguments, index) ?? fallback))
      }
      let (one, other) = (place(1, 0), place(2, characters.count))
      return .text(String(characters[min(one, other)..<max(one, other)]))
    },
    onTexts("truncate(text, length, [suffix])", each: [0, 1, 2], least: 2) { _, texts, arguments in
      let suffix = texts.count > 2 ? texts[2] : "..."
      let room = (count(arguments, 1) ?? 0) - suffix.count
      return .text(texts[0].count > room ? texts[0].prefix(max(0, room)) + suffix : texts[0])
    },
  ]

  private static let patterns: [QueryFunction] = [
    onTexts("regextest(pattern, text)", each: [0, 1], least: 2, missing: .boolean(false)) { run, texts, _ in
      .boolean(try run.pattern(texts[0]).isFound(in: texts[1], run))
    },
    onTexts("regexmatch(pattern, text)", each: [0, 1], least: 2, missing: .boolean(false)) { run, texts, _ in
      let isWhole = texts[0].hasPrefix("^") || texts[0].hasSuffix("$")
      return .boolean(try run.pattern(isWhole ? texts[0] : "^(?:\(texts[0]))$").isFound(in: texts[1], run))
    },
    onTexts("regexreplace(text, pattern, replacement)", each: [0, 1, 2], least: 3) { run, texts, _ in
      let replaced = try run.pattern(texts[1]).replacing(in: texts[0], with: texts[2], run)
      guard replaced.utf8.count <= 1_000_000 else { return .text(try run.repeated(replaced, .max)) }
      return .text(replaced)
    },
    onTexts("split(text, pattern, [limit])", each: [], least: 2) { run, texts, arguments in
      let parts = texts[1].isEmpty ? texts[0].map { String($0) } : try run.pattern(texts[1]).parts(of: texts[0], run)
      return try run.list(parts.prefix(max(0, count(arguments, 2) ?? .max)).map { .text($0) })
    },
  ]

  // MARK: - Other

  private static func formatted(
    _ usage: String, _ body: @escaping @Sendable (QueryValue, String) throws -> QueryValue
  ) -> QueryFunction {
    QueryFunction(usage, each: [0]) { _, arguments in
      guard arguments.count == 2, case .text(let format) = arguments[1] else {
        throw QueryFunction.refused(String(usage.prefix { $0 != "(" }), arguments)
      }
      return arguments[0].isNull ? .null : try body(arguments[0], format)
    }
  }

  private static let others: [QueryFunction] = [
    QueryFunction("default(field, value)", each: [0, 1]) { _, arguments in
      guard arguments.count == 2 else { throw QueryFunction.refused("default", arguments) }
      return arguments[0].isNull ? arguments[1] : arguments[0]
    },
    QueryFunction("ldefault(list, value)") { _, arguments in
      guard arguments.count == 2 else { throw QueryFunction.refused("ldefault", arguments) }
      return arguments[0].isNull ? arguments[1] : arguments[0]
    },
    QueryFunction("display(any)") { run, arguments in .text(try display(run, arguments.first ?? .null)) },
    QueryFunction("choice(condition, left, right)", each: [0]) { _, arguments in
      guard arguments.count == 3 else { throw QueryFunction.refused("choice", arguments) }
      return arguments[0].isTrue ? arguments[1] : arguments[2]
    },
    QueryFunction("hash(seed, [text], [variant])") { run, arguments in
      var text = ""
      var variant: UInt32 = 0
      for argument in arguments {
        switch argument {
        case .text(let part): text += part
        case .number(let number): variant = UInt32(truncatingIfNeeded: Int(clamping: number))
        default: throw QueryFunction.refused("hash", arguments)
        }
      }
      try run.charge(text.utf8.count / 16)
      return .number(hash(text, variant))
    },
    QueryFunction("striptime(date)", each: [0]) { _, arguments in
      if case .date(let date)? = arguments.first { .date(.day(date.day)) } else { .null }
    },
    formatted("dateformat(date, format)") { value, format in
      guard case .date(let date) = value else { throw QueryFunction.refused("dateformat", [value]) }
      return .text(QueryDate.text(date, format))
    },
    formatted("durationformat(duration, format)") { value, format in
      guard case .duration(let span) = value else { throw QueryFunction.refused("durationformat", [value]) }
      return .text(QueryDate.text(span, format))
    },
    QueryFunction("currencyformat(number, [currency])", each: [0]) { _, arguments in
      guard case .number(let number)? = arguments.first else { return .null }
      let code: String =
        if arguments.count > 1, case .text(let text) = arguments[1] { text.uppercased() } else { "USD" }
      return .text(currency(number, code))
    },
    QueryFunction("localtime(date)", each: [0]) { _, arguments in arguments.first ?? .null },
    QueryFunction("meta(link)", each: [0]) { _, arguments in
      guard case .link(let link)? = arguments.first else { throw QueryFunction.refused("meta", arguments) }
      let isBlock = link.part?.hasPrefix("^") == true
      return .object([
        QueryValue.Member("display", .optional(link.display)), QueryValue.Member("embed", .boolean(link.isEmbed)),
        QueryValue.Member("path", .text(link.target)),
        QueryValue.Member("subpath", .optional(isBlock ? link.part.map { String($0.dropFirst()) } : link.part)),
        QueryValue.Member("type", .text(link.part == nil ? "file" : isBlock ? "block" : "header")),
      ])
    },
  ]

  private static func display(_ run: ExpressionRun, _ value: QueryValue) throws -> String {
    switch value {
    case .null: ""
    case .list(let items): try items.map { try display(run, $0) }.joined(separator: ", ")
    case .text(let text): QueryText.words(text)
    default: try run.text(of: value)
    }
  }

  /// Computes a 53-bit number that depends only on the text, from two halves that are mixed in turn.
  static func hash(_ text: String, _ variant: UInt32) -> Double {
    var (one, other) = (0xDEAD_BEEF ^ variant, 0x41C6_CE57 ^ variant)
    for unit in text.utf16 {
      one = (one ^ UInt32(unit)) &* 2_654_435_761
      other = (other ^ UInt32(unit)) &* 1_597_334_677
    }
    let (first, second) = (one, other)
    one = (first ^ first >> 16) &* 2_246_822_507 ^ (second ^ second >> 13) &* 3_266_489_909
    other = (second ^ second >> 16) &* 2_246_822_507 ^ (one ^ one >> 13) &* 3_266_489_909
    return Double(UInt64(other & 0x1F_FFFF) << 32 | UInt64(one))
  }

  private static func currency(_ number: Double, _ code: String) -> String {
    let signs = ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "KRW": "₩", "CNY": "CN¥", "INR": "₹"]
    let decimals = code == "JPY" || code == "KRW" ? 0 : 2
    let scale = decimals == 0 ? 1.0 : 100.0
    let cents = (abs(number) * scale).rounded()
    guard cents < 1e15 else { return numberText(number) }
    let whole = String(Int(cents) / Int(scale))
    var grouped = ""
    for (index, digit) in whole.reversed().enumerated() {
      if index > 0, index % 3 == 0 { grouped.append(",") }
      grouped.append(digit)
    }
    let fraction = decimals == 0 ? "" : "." + CivilCalendar.padded(Int(cents) % Int(scale), to: 2)
    return (number < 0 ? "-" : "") + (signs[code] ?? code + "\u{A0}") + String(grouped.reversed()) + fraction
  }
}

/// Texts of fields with a little Markdown in them.
enum QueryText {
  /// Returns the words that a reader sees, without the markup of links and emphasis.
  static func words(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let first = rest.first {
      if rest.hasPrefix("[["), let end = rest.firstRange(of: "]]") {
        let link = QueryLink(inner: rest[..<end.lowerBound].dropFirst(2))
        result += link.display ?? link.target
        rest = rest[end.upperBound...]
      } else if first == "[", let close = rest.firstRange(of: "]("),
        let end = rest[close.upperBound...].firstIndex(of: ")")
      {
        result += rest[..<close.lowerBound].dropFirst()
        rest = rest[end...].dropFirst()
      } else {
        if first != "*", first != "`" { result.append(first) }
        rest = rest.dropFirst()
      }
    }
    return result
  }
}

extension Double {
  init(repeating base: Double, power: Int) { self = (0..<power).reduce(1) { result, _ in result * base } }
}
