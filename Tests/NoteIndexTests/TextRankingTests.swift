import CivilCalendar
import GRDB
import NoteModel
import NoteTestSupport
import Testing

@testable import NoteIndex

/// The ranking of our own is that of FTS5, and the first rows are those of all rows, however few are looked at.
@Suite struct TextRankingTests {
  private let index: IndexDatabase
  private let now = CivilMoment(
    day: Day(iso: "2026-11-21") ?? Day(daysSinceEpoch: 0), time: .midnight)

  init() throws {
    index = try IndexDatabase.inMemory()
    var random = SeededGenerator(seed: 41)
    try index.put((0..<200).map { ("Folder\($0 % 7)/note \($0).md", Self.text($0, &random)) })
    // The words of what they said before are still in the table, and lead to no note.
    try index.put((0..<40).map { ("Folder\($0 % 7)/note \($0).md", Self.text($0 + 1, &random)) })
  }

  private static let words = ["plan", "garden", "planet", "회의", "회의록", "주간", "자료", "rare", "of", "a"]

  /// Longer and shorter notes with common and rare words, in titles, tags and headings too; some sealed.
  private static func text(_ number: Int, _ random: inout SeededGenerator) -> String {
    func some(_ count: Int) -> String {
      (0..<count).map { _ in
        words[min(random.below(words.count), random.below(words.count))]
      }.joined(separator: " ")
    }
    let head =
      switch number % 8 {
      case 0: "title: \(some(2))"
      case 1: "aliases: [\(some(1)), \(some(2))]"
      case 2: "tags: [work, \(some(1))]"
      case 3: "unseal: 2030-01-01"
      case 4: "draft: true"
      default: "tags: [home]"
      }
    return "---\n\(head)\n---\n# \(some(number % 3))\n\n\(some(1 + number * 7 % 90))\n"
  }

  private func find(_ text: String, limit: Int? = nil) throws -> [String] {
    let query = try QueryParser.parse(text, now: now).query
    return try index.notes(NoteRequest(query: query, limit: limit, now: now)).map(\.path.string)
  }

  private static let queries = [
    "plan", "rare", "회의", "ㅎㅇ", "plan garden", "\"plan garden\"", "pla*", "title:plan", "body:회의", "plan OR rare",
    "plan -rare", "plan tag:work", "회의 is:draft", "회의 주간 자료 plan", "in:Folder3 of", "headings:plan", "absent",
  ]

  @Test(arguments: [
    "\"plan\"", "\"rare\"", "\"plan\" AND \"회의\"", "\"plan\" OR \"absent\" OR \"rare\"", "\"pla\" *", "\"plan garden\"",
    "{title names} : \"plan\"", "{headings} : \"회의\" OR \"a\"", "(\"ㅎㅇ\" * OR \"\u{1}ㅎㅇ\" *)",
    "{body} : \"plan\" AND {body} : \"회의\"", "{body tags folders} : \"work\"",
  ])
  func `a score is that of FTS5 to the last bit, and better for names`(match: String) throws {
    let weights = FullTextColumn.allCases.map { "\($0.weight)" }.joined(separator: ", ")
    let (own, expected) = try index.writer.read { database in
      (
        try Row.fetchAll(database, sql: TextRanking.hits, arguments: [match]),
        try Row.fetchAll(
          database, sql: "SELECT rowid, bm25(text, \(weights)) FROM text WHERE text MATCH ?", arguments: [match])
      )
    }
    #expect(!expected.isEmpty)
    #expect(own.map { $0[0] as Int } == expected.map { $0[0] as Int })
    let hasNames = !match.hasPrefix("{body")
    for (row, other) in zip(own, expected) {
      let (score, plain) = (row[1] as Double, other[1] as Double)
      #expect(hasNames ? score <= plain : score.bitPattern == plain.bitPattern)
    }
    if match.hasPrefix("{title") { #expect(zip(own, expected).allSatisfy { ($0[1] as Double) < ($1[1] as Double) }) }
  }

  @Test(arguments: queries)
  func `a limit takes the first of all rows`(text: String) throws {
    let all = try find(text)
    #expect(text == "absent" ? all.isEmpty : !all.isEmpty)
    for limit in [0, 1, 2, 5, 20, 60, 200, 1_000] {
      #expect(try find(text, limit: limit) == Array(all.prefix(limit)), "\(limit)")
    }
  }

  @Test func `words that follow each other come first, however many notes have better scores`() throws {
    let filler = (0..<300).map { "word\($0)" }.joined(separator: " ")
    try index.put([("long.md", "alpha beta \(filler)\n")] + (0..<60).map { ("short \($0).md", "beta alpha\n") })
    #expect(try find("alpha beta", limit: 1) == ["long.md"])
    #expect(try find("alpha beta", limit: 3) == Array(find("alpha beta").prefix(3)))
  }
}
