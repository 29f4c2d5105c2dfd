import NoteModel
import Testing

@testable import VaultQueries

/// The documentation of Obsidian's functions for Bases, as pairs of equal value.
@Suite struct BasesExpressionTests {
  private static let pairs = """
    if(true, 1, 2) === 1
    if("", 1) === null
    date("2025-01-01").year === 2025
    date("2025-01-31") + "1M" === date("2025-02-28")
    date("2025-01-01") - "1 day" === date("2024-12-31")
    date("2025-01-02") - date("2025-01-01") === 86400000
    date("2025-01-01") < "2025-02-01" === true
    today() === date("2026-11-24")
    now().date() === today()
    date("2025-01-05").format("YYYY.MM.DD") === "2025.01.05"
    date("2025-01-05").isEmpty() === false
    date("2025-05-27 14:05:00") === date("2025-05-27T14:05:00")
    date("2025-05-27 14:05").hour === 14
    random() >= 0 && random() < 1 === true
    random() == random() === false
    duration("5h") * 2 === duration("10h")
    number("3.4") === 3.4
    number(true) === 1
    list("a") === ["a"]
    list(["a"]) === ["a"]
    max(1, 4, 3) === 4
    min(1, 4, 3) === 1
    "hello".contains("ell") === true
    "hello".containsAll("h", "e") === true
    "hello".containsAny("x", "y", "e") === true
    "hello".endsWith("lo") === true
    "".isEmpty() === true
    "Hello".lower() === "hello"
    "hello world".title() === "Hello World"
    "a:b:c".replace(":", "-") === "a-b-c"
    "a:b:c".replace(/:/g, "-") === "a-b-c"
    "123".repeat(2) === "123123"
    "hello".reverse() === "olleh"
    "hello".slice(1, 4) === "ell"
    "a,b,c,d".split(",", 3) === ["a", "b", "c"]
    " hi ".trim() === "hi"
    "hello".length === 5
    "hello".startsWith("he") === true
    (-5).abs() === 5
    (2.1).ceil() === 3
    (2.9).floor() === 2
    (2.3333).round(2) === 2.33
    (3.14159).toFixed(2) === "3.14"
    (2).toFixed(0) === "2"
    [1, 2, 3].contains(2) === true
    [1, 2, 3].containsAll(2, 3) === true
    [1, 2, 3].containsAny(3, 4) === true
    [1, 2, 3, 4].filter(value > 2) === [3, 4]
    [1, [2, 3]].flat() === [1, 2, 3]
    [1, 2, 3].join(",") === "1,2,3"
    [1, 2, 3].map(value + 1) === [2, 3, 4]
    [1, 2, 3].map(index) === [0, 1, 2]
    [1, 2, 3].reduce(acc + value, 0) === 6
    [1, 2, 3].reverse() === [3, 2, 1]
    [3, 1, 2].sort() === [1, 2, 3]
    [1, 2, 2].unique() === [1, 2]
    [1, 2, 3].length === 3
    [1, 2, 3][0] === 1
    {"a": 1}.keys() === ["a"]
    /ab+/.matches("xabbx") === true
    "aXbx".replace(/x/gi, "-") === "a-b-"
    "aXbx".replace(/(?<=b)x|X/, "-") === "a-bx"
    (1).isType("number") === true
    null.isEmpty() === true
    "aaa".replace("", "x") === "aaa"
    1 + 2 * 3 === 7
    1 == 1 && !(2 == 3) || false === true
    "a" + 1 === "a1"
    null > 3 === false
    link("a#b").asFile() === null
    """

  @Test(arguments: pairs.split(separator: "\n").map(String.init))
  func `an expression is worth what Obsidian says`(_ line: String) throws {
    let parts = line.split(separator: " === ", maxSplits: 1)
    let same = WorthTheSame(.bases)
    let (left, right) = (try same.value(parts[0]), try same.value(parts[1]))
    #expect(left.typeName == right.typeName)
    let text = try same.run.text(of: left)
    #expect(try same.run.compared(left, right) == 0, "\(text)")
  }

  @Test func `a base is read with its filters, formulas, columns and views`() throws {
    let base = try BaseFile(
      parsing: """
        filters:
          or:
            - file.hasTag("a")
            - and: ['x > 1', 'y != "b"']
          not: [file.inFolder("Old")]
        formulas:
          total: price * count
        properties:
          note.price: {displayName: Price}
          formula.total:
            displayName: "All of it"
        views:
          - type: table
            name: One
            limit: 3
            order: [file.name, price, formula.total]
            sort: [{property: price, direction: DESC}]
            groupBy: {property: kind, direction: ASC}
          - type: cards
            name: Two
        """)
    #expect(base.views.map(\.name) == ["One", "Two"])
    #expect(base.views[0].columns.map { base.label(of: $0) } == ["name", "Price", "All of it"])
    #expect(base.views[0].sort.map(\.isDescending) == [true])
    #expect(base.views[0].limit == 3)
    #expect(base.formulas.keys.sorted() == ["total"])
  }

  @Test func `a number of rows that cannot be is none`() throws {
    for limit in ["-1", "-9223372036854775808", "9223372036854775808"] {
      #expect(try BaseFile(parsing: "views:\n  - type: table\n    limit: \(limit)\n").views[0].limit == nil, "\(limit)")
    }
  }

  @Test(arguments: [
    "filters: [", "views:\n  - type: chart", "filters:\n  xor: []", "formulas:\n  a: 1 +",
  ])
  func `what is no base is refused`(_ text: String) {
    #expect(throws: ExpressionMistake.self) { _ = try BaseFile(parsing: text) }
  }

  @Test func `a formula that asks for itself is stopped`() throws {
    let base = try BaseFile(parsing: "formulas:\n  a: formula.b\n  b: formula.a\n")
    let run = ExpressionRun(.bases, NoPages())
    run.formulas = base.formulas
    #expect(throws: QueryFailure.self) {
      _ = try run.value(of: BaseFile.Property("formula.a").expression, ExpressionNames())
    }
  }
}
