import NoteModel
import NoteSyntax
import Wording

/// A query of Dataview, read: `TABLE due FROM #work WHERE !done SORT due`.
struct DataviewQuery: Sendable {
  enum Kind: Sendable {
    case list(Expression?)
    case table([Column])
    case task
    case calendar(Expression)
  }

  /// An expression with the name that it is given, or its own text.
  struct Column: Sendable {
    let name: String
    let value: Expression
  }

  indirect enum Source: Sendable {
    case all
    case tag(String)
    case folder(String)
    case linksTo(QueryLink)
    case linkedFrom(QueryLink)
    case not(Source)
    case and(Source, Source)
    case or(Source, Source)
  }

  enum Step: Sendable {
    case condition(Expression)
    case order([(key: Expression, isDescending: Bool)])
    case limit(Expression)
    case group(Column)
    case flatten(Column)
  }

  private(set) var kind = Kind.task
  /// False after `WITHOUT ID`.
  private(set) var showsNote = true
  private(set) var source = Source.all
  private(set) var steps: [Step] = []
  /// True if the query itself limits the number of rows.
  var hasLimit: Bool { steps.contains { if case .limit = $0 { true } else { false } } }

  init(ofTasks steps: [Step]) { self.steps = steps }

  init(parsing text: String) throws(ExpressionMistake) {
    var parser = try ExpressionParser(text, .dataview)
    try readHead(&parser)
    while true {
      parser.skipSpacesAndComments()
      if parser.isAtEnd { return }
      if parser.takeWord("from") {
        source = try Self.source(&parser)
      } else if parser.takeWord("where") {
        steps.append(.condition(try parser.expression()))
      } else if parser.takeWord("sort") {
        steps.append(.order(try Self.keys(&parser)))
      } else if parser.takeWord("limit") {
        steps.append(.limit(try parser.expression()))
      } else if parser.takeWord("flatten") {
        steps.append(.flatten(try Self.column(&parser)))
      } else if parser.takeWord("group") {
        parser.skipSpaces()
        guard parser.takeWord("by") else { throw parser.mistake }
        steps.append(.group(try Self.column(&parser)))
      } else {
        throw parser.mistake
      }
    }
  }

  // MARK: - Head

  private mutating func readHead(_ parser: inout ExpressionParser) throws(ExpressionMistake) {
    parser.skipSpacesAndComments()
    if parser.takeWord("list") {
      readWithoutID(&parser)
      kind = .list(parser.isAtClause ? nil : try parser.expression())
    } else if parser.takeWord("table") {
      readWithoutID(&parser)
      var columns: [Column] = []
      while !parser.isAtClause {
        columns.append(try Self.column(&parser))
        parser.skipSpaces()
        guard parser.take(",") else { break }
        parser.skipSpacesAndComments()
      }
      kind = .table(columns)
    } else if parser.takeWord("task") {
      kind = .task
    } else if parser.takeWord("calendar") {
      kind = .calendar(try parser.expression())
    } else {
      throw ExpressionMistake(
        message: Message(
          "A query begins with LIST, TABLE, TASK or CALENDAR", ko: "검색식은 LIST, TABLE, TASK, CALENDAR로 시작합니다"))
    }
  }

  private mutating func readWithoutID(_ parser: inout ExpressionParser) {
    parser.skipSpacesAndComments()
    guard parser.takeWord("without") else { return }
    parser.skipSpaces()
    if parser.takeWord("id") { showsNote = false }
    parser.skipSpacesAndComments()
  }

  private static func column(_ parser: inout ExpressionParser) throws(ExpressionMistake) -> Column {
    parser.skipSpacesAndComments()
    let start = parser.position
    let value = try parser.expression()
    let written = parser.slice(from: start).split(whereSeparator: \.isNewline).map { trimmedSpaces(String($0)) }
      .joined()
    let end = parser.position
    parser.skipSpaces()
    guard parser.takeWord("as") else {
      parser.go(to: end)
      return Column(name: written, value: value)
    }
    parser.skipSpaces()
    if let name = parser.name() { return Column(name: name, value: value) }
    guard case .literal(.text(let name)) = try parser.expression() else { throw parser.mistake }
    return Column(name: name, value: value)
  }

  // MARK: - Clauses

  private static func keys(
    _ parser: inout ExpressionParser
  ) throws(ExpressionMistake) -> [(key: Expression, isDescending: Bool)] {
    var keys: [(key: Expression, isDescending: Bool)] = []
    repeat {
      let key = try parser.expression()
      parser.skipSpaces()
      let isDescending = parser.takeWord("descending") || parser.takeWord("desc")
      if !isDescending { _ = parser.takeWord("ascending") || parser.takeWord("asc") }
      keys.append((key, isDescending))
      parser.skipSpaces()
    } while parser.take(",")
    return keys
  }

  // MARK: - Sources

  private static func source(_ parser: inout ExpressionParser, depth: Int = 0) throws(ExpressionMistake) -> Source {
    guard depth < 50 else { throw ExpressionParser.tooDeep }
    var source = try term(&parser, depth)
    var count = 0
    while true {
      count += 1
      guard count < 100 else { throw ExpressionParser.tooDeep }
      let end = parser.position
      parser.skipSpaces()
      if parser.takeWord("and") || parser.take("&") {
        source = .and(source, try term(&parser, depth))
      } else if parser.takeWord("or") || parser.take("|") {
        source = .or(source, try term(&parser, depth))
      } else {
        parser.go(to: end)
        return source
      }
    }
  }

  private static func term(_ parser: inout ExpressionParser, _ depth: Int) throws(ExpressionMistake) -> Source {
    guard depth < 50 else { throw ExpressionParser.tooDeep }
    parser.skipSpaces()
    if parser.take("(") {
      let inner = try source(&parser, depth: depth + 1)
      try parser.expect(")")
      return inner
    }
    if parser.take("-") || parser.take("!") { return .not(try term(&parser, depth + 1)) }
    if parser.takeWord("outgoing") {
      try parser.expect("(")
      parser.skipSpaces()
      let link = try parser.link()
      try parser.expect(")")
      return .linkedFrom(link)
    }
    if parser.isAt("[[") { return .linksTo(try parser.link()) }
    if parser.next == "#" { return .tag(String(parser.tag().dropFirst())) }
    if parser.isAtWord("csv") {
      throw ExpressionMistake(message: Message("csv() is not supported", ko: "csv()는 지원하지 않습니다"))
    }
    guard parser.next == "\"" else { throw parser.mistake }
    return .folder(try parser.string("\""))
  }
}

extension ExpressionParser {
  /// Skips spaces and lines that begin with `//`.
  mutating func skipSpacesAndComments() {
    skipSpaces()
    while isAt("//") {
      while let character = next, !character.isNewline { advance() }
      skipSpaces()
    }
  }

  private var isAtFunction: Bool { character(4) == "(" }

  /// True at the end, or at the word with which a clause begins.
  fileprivate var isAtClause: Bool {
    isAtEnd || ExpressionParser.keywords.contains { isAtWord($0) && !($0 == "SORT" && isAtFunction) }
  }
}
