import CivilCalendar
import Foundation
import GRDB
import NoteModel
import NoteTestSupport
import Testing

@testable import NoteIndex

/// The ranking of our own is BM25 with names, and the first rows are those of all rows, however few are looked at.
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

  /// Counts the places again, with FTS5's table of them.
  @Test(arguments: ["plan", "rare", "garden", "planet"])
  func `a score is BM25 by the weights of columns, and more for names, the fewer their words`(word: String) throws {
    let columns = FullTextColumn.allCases
    let (own, places) = try index.writer.write { database in
      try database.execute(sql: "CREATE VIRTUAL TABLE temp.places USING fts5vocab(main, text, instance)")
      return (
        try Row.fetchAll(database, sql: TextRanking.hits, arguments: ["\"\(word)\""]),
        try Row.fetchAll(
          database,
          sql: "SELECT doc, col, count(DISTINCT offset), sum(term = ?) FROM places GROUP BY doc, col", arguments: [word]
        )
      )
    }
    var (sizes, counts): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    for row in places {
      let column = try #require(columns.firstIndex { $0.rawValue == row[1] as String })
      sizes[row[0], default: columns.map { _ in 0 }][column] = row[2]
      counts[row[0], default: columns.map { _ in 0 }][column] = row[3]
    }
    let found = counts.filter { $0.value.contains { $0 > 0 } }
    let (notes, hits) = (Double(sizes.count), Double(found.count))
    let mean = Double(sizes.values.joined().reduce(0, +)) / notes
    let expected = found.map { note, counts in
      let size = sizes[note] ?? []
      let frequency = zip(columns, counts).reduce(0) { $0 + $1.0.weight * Double($1.1) }
      let best =
        zip(columns, zip(counts, size)).filter { $1.0 > 0 }.map { column, place in
          switch column {
          case .title: 1 / Double(place.1).squareRoot()
          case .names: 0.5 / Double(place.1).squareRoot()
          case .headings: 0.2
          case .body, .tags, .folders: 0.0
          }
        }.max() ?? 0
      let length = 6 * (0.25 + 0.75 * Double(size.reduce(0, +)) / mean)
      return (note, -log(1 + (notes - hits + 0.5) / (hits + 0.5)) * (7 * frequency / (frequency + length) + best))
    }
    #expect(!own.isEmpty && own.map { $0[0] as Int } == expected.map(\.0).sorted())
    let scores = Dictionary(uniqueKeysWithValues: expected)
    for row in own { #expect(abs((row[1] as Double) - (scores[row[0]] ?? 0)) < 1e-9) }
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
