import ByteBasics
import CivilCalendar
import NoteModel
import Testing

@Suite struct QueryParserTests {
  private let now = CivilDate(iso: "2026-11-21T10:00:00+09:00").flatMap { date -> CivilMoment? in
    if case .moment(let moment) = date { moment } else { nil }
  }

  private func parse(_ text: String, views: [String: String] = [:]) throws -> Query {
    try QueryParser.parse(text, now: try #require(now), views: views).query
  }

  private func day(_ text: String) throws -> Day { try #require(Day(iso: text)) }

  @Test func `words stand beside one another`() throws {
    #expect(
      try parse("세금 prefix* \"two words\"")
        == .and([
          .text(TextTerm(words: "세금")), .text(TextTerm(words: "prefix", isPrefix: true)),
          .text(TextTerm(words: "two words")),
        ]))
  }

  @Test func `signs count only where nothing else is asked for`() throws {
    let words = try parse("a b")
    for text in ["» a b", "a — b", "∑ a & b"] { #expect(try parse(text) == words) }
    #expect(try parse("»") == .text(TextTerm(words: "»")))
    #expect(try parse("» …") == .and([.text(TextTerm(words: "»")), .text(TextTerm(words: "…"))]))
    #expect(try parse("(» a) OR b") == parse("a OR b"))
  }

  @Test func `saved queries without a term and keys of an order count, too`() throws {
    var views = ["a12": "sort:due"]
    for number in 0..<12 { views["a\(number)"] = "@a\(number + 1) @a\(number + 1) @a\(number + 1)" }
    let order = "sort:" + repeatElement("due", count: QueryParser.termLimit + 1).joined(separator: ",")
    for text in ["@a0", order, order.replacing(",", with: " sort:")] {
      #expect {
        try parse(text, views: views)
      } throws: {
        ($0 as? QueryError)?.reason == .tooLong
      }
    }
    #expect(try parse("@a11 sort:title,due", views: views) == .and([.all, .all, .all]))
  }

  @Test(arguments: ["in:./Memo", "in:/Memo", "in:Memo/", "in:./Memo/", "in:././Memo"])
  func `a folder is named as a shell or a link writes it`(text: String) throws {
    #expect(try parse(text) == .folder("Memo"))
  }

  @Test func `or binds weaker than standing side by side, a minus negates`() throws {
    let a = Query.text(TextTerm(words: "a"))
    let b = Query.text(TextTerm(words: "b"))
    let c = Query.text(TextTerm(words: "c"))
    #expect(try parse("a b OR -c") == .or([.and([a, b]), .not(c)]))
    #expect(try parse("a (b OR c)") == .and([a, .or([b, c])]))
    #expect(try parse("NOT a AND b") == .and([.not(a), b]))
  }

  @Test func `dates are expanded`() throws {
    #expect(
      try parse("due:<+7d")
        == .field(
          FieldTerm(
            key: "due", comparison: .less,
            values: [.days(DayRange(try day("2026-11-28"), try day("2026-11-28")))])))
    #expect(
      try parse("created:2026-11")
        == .field(
          FieldTerm(
            key: "created", comparison: .equal,
            values: [.days(DayRange(try day("2026-11-01"), try day("2026-11-30")))])))
  }

  @Test func `a field of the user's own is asked as text or number`() throws {
    #expect(
      try parse("class:WR101")
        == .field(
          FieldTerm(
            key: "class", comparison: .equal, values: [.literal(FieldTerm.Literal("WR101"))])))
    #expect(
      try parse("estimate:>2h")
        == .field(
          FieldTerm(
            key: "estimate", comparison: .greater,
            values: [.literal(FieldTerm.Literal("2h", number: 7_200))])))
    #expect(
      try parse("due:none") == .field(FieldTerm(key: "due", comparison: .equal, values: [.none])))
  }

  @Test func `a saved query stands for its words, and not for itself`() throws {
    #expect(
      try parse("@w", views: ["w": "tag:work"])
        == .tag(try #require(TagName("work"))))
    #expect(throws: QueryError.self) { try parse("@w", views: ["w": "a @w"]) }
  }

  @Test(arguments: [
    ("a (b", 2), ("\"open", 0),
    ("tag:", 0), ("x tag:,", 2), ("a OR", 2), ("is:nope", 0),
    ("x due:soonish", 2), ("@none", 0), ("a AND OR b", 2), ("links-to:", 0), ("kind:memo,x", 0),
    ("a )", 2),
  ])
  func `a mistake names its place`(text: String, offset: Int) throws {
    let error = #expect(throws: QueryError.self) { try parse(text) }
    #expect(error?.offset == offset)
  }

  @Test func `several values stand for any of them`() throws {
    #expect(try parse("kind:memo,diary") == .or([.kind(.memo), .kind(.diary)]))
    #expect(try parse("is:open,pinned") == .or([.state(.open), .state(.pinned)]))
    #expect(try parse("in:\"A, B\"") == .folder("A, B"))
  }

  @Test func `an order inside a saved query holds behind the query's own`() throws {
    let parsed = try QueryParser.parse(
      "@v sort:title", now: try #require(now), views: ["v": "a sort:due"])
    #expect(parsed.sort.map(\.field) == ["title", "due"])
  }

  @Test func `what stands too deep or is too long has a place`() throws {
    let limit = QueryParser.depthLimit
    let deep = String(repeating: "(", count: 20_000)
    let tooDeep = #expect(throws: QueryError.self) { try parse(deep) }
    #expect(tooDeep?.reason == .tooDeep)
    #expect(tooDeep?.offset == limit)
    let long = Array(repeating: "a", count: 1_200).joined(separator: " ")
    let tooLong = #expect(throws: QueryError.self) { try parse(long) }
    #expect(tooLong?.reason == .tooLong)
    #expect(tooLong?.offset == 2 * QueryParser.termLimit)
    let no = String(repeating: "NOT ", count: 20_001)
    #expect(try parse(no + "a") == .not(.text(TextTerm(words: "a"))))
  }

  @Test func `saved queries that multiply are stopped`() throws {
    var views = ["v0": "a b"]
    for level in 1...12 { views["v\(level)"] = "@v\(level - 1) @v\(level - 1)" }
    let error = #expect(throws: QueryError.self) { try parse("@v12", views: views) }
    #expect(error?.reason == .tooLong)
  }

  @Test(arguments: [
    ("due:next friday", "due:\"next friday\""), ("created:지난 7일 tag:x", "created:\"지난 7일\""),
    ("due:>last week", nil), ("due:blah friday", nil),
  ])
  func `a date of several words is told with its quotes`(text: String, quoted: String?) throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-11-27")), time: .midnight)
    let error = #expect(throws: QueryError.self) { try QueryParser.parse(text, now: now) }
    guard case .notADate(_, let found, _)? = error?.reason else { return #expect(Bool(false), "\(text)") }
    #expect(found == quoted)
    if let quoted { _ = try QueryParser.parse(quoted, now: now) }
  }

  @Test func `an order is no condition`() throws {
    let parsed = try QueryParser.parse("sort:due,-updated", now: try #require(now))
    #expect(parsed.query == .all)
    #expect(
      parsed.sort == [
        SortKey(field: "due", isDescending: false), SortKey(field: "updated", isDescending: true),
      ])
  }
}
