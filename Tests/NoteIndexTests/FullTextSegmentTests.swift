import GRDB
import NoteModel
import NoteTestSupport
import Testing

@testable import NoteIndex

/// What the program writes into the full-text table itself is what FTS5 would have written.
struct FullTextSegmentTests {
  private typealias Document = [SearchTokens]

  private func tokens(_ text: String) -> SearchTokens {
    SearchTokens(text.utf8, addsInitials: true)
  }

  /// A full-text table for itself.
  private func table() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { $0.add(tokenizer: SearchTokenizer.self) }
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE text USING fts5(a, b, c, content = '', tokenize = 'sheaf');
          CREATE VIRTUAL TABLE words USING fts5vocab(text, instance);
          """)
    }
    return queue
  }

  /// Rows as FTS5 takes them in.
  private func insert(_ documents: [Int: Document], into queue: DatabaseQueue) throws {
    try queue.write { database in
      let statement = try BulkStatement(database, "INSERT INTO text(rowid,a,b,c) VALUES (?,?,?,?)")
      for (number, columns) in documents.sorted(by: { $0.key < $1.key }) {
        statement.bind(number)
        for column in columns { statement.bind(TokenStream(storing: column).bytes) }
        try statement.run()
      }
    }
  }

  /// Rows as they are written beside FTS5, dealt out to several lists.
  private func load(
    _ documents: [Int: Document], lists count: Int, into queue: DatabaseQueue
  ) throws {
    var collected = Array(repeating: PostingLists(), count: count)
    try queue.write { database in
      let loader = try FullTextLoader(database, columns: 3)
      for (number, columns) in documents.sorted(by: { $0.key < $1.key }) {
        try loader.add(number, collected[number % count].add(number, columns))
      }
      for index in collected.indices {
        if let segment = Segment(layingOut: &collected[index]) { try loader.write(segment) }
      }
      try loader.finish()
    }
  }

  private func words(_ queue: DatabaseQueue) throws -> [Row] {
    try queue.read { try Row.fetchAll($0, sql: "SELECT term, doc, col, offset FROM words") }
  }

  private func check(_ queue: DatabaseQueue) throws {
    try queue.write { try $0.execute(sql: "INSERT INTO text(text) VALUES ('integrity-check')") }
  }

  private func hits(_ queue: DatabaseQueue, _ query: String) throws -> [Row] {
    try queue.read {
      try Row.fetchAll(
        $0,
        sql: "SELECT rowid, bm25(text, 5, 2, 1) FROM text WHERE text MATCH ? ORDER BY 2, 1",
        arguments: [query])
    }
  }

  private func documents(_ count: Int, seed: UInt64, from first: Int = 1) -> [Int: Document] {
    var random = SeededGenerator(seed: seed)
    let rare = (0..<400).map { "word\($0 * 7_919 % 1_000_003)" }
    let common = ["the", "회의록", "주간 회의", "나무", "東京都", "a", "résumé", "한국어를 배운다"]
    func text(_ length: Int) -> String {
      (0..<length).map { _ in
        (Int.random(in: 0..<3, using: &random) == 0 ? rare : common).randomElement(using: &random)
          ?? ""
      }.joined(separator: " ")
    }
    var documents: [Int: Document] = [:]
    var number = first
    for _ in 0..<count {
      let isLong = Int.random(in: 0..<40, using: &random) == 0
      documents[number] = [
        tokens(text(Int.random(in: 0...3, using: &random))),
        tokens(""),
        tokens(text(Int.random(in: 0...(isLong ? 4_000 : 60), using: &random))),
      ]
      number += Int.random(in: 1...200, using: &random)
    }
    return documents
  }

  @Test(arguments: [(0, 1), (1, 1), (30, 1), (1_500, 1), (1_500, 3), (1_500, 70)])
  func `every word stands where FTS5 would put it`(count: Int, lists: Int) throws {
    let documents = documents(count, seed: UInt64(count))
    let expected = try table()
    try insert(documents, into: expected)
    let loaded = try table()
    try load(documents, lists: lists, into: loaded)
    try check(loaded)
    #expect(try words(loaded) == words(expected))
    for query in [
      "the", "\"주간 회의\"", "나무 AND word7919", "the NOT 나무", "wo*", "b:the", "a:회의",
      "\"the 회의록\"", "nothing",
    ] {
      #expect(try hits(loaded, query) == hits(expected, query), "\(query)")
    }
  }

  @Test func `a word in thousands of long documents can be skipped through`() throws {
    var documents: [Int: Document] = [:]
    for number in 1...9_000 {
      let text = Array(repeating: "common", count: 20).joined(separator: " ")
      documents[number] = [
        tokens(number % 3_000 == 0 ? "seldom" : ""), tokens(""),
        tokens(text),
      ]
    }
    documents[9_001] = [
      tokens(""), tokens(""),
      tokens(Array(repeating: "common", count: 30_000).joined(separator: " ")),
    ]
    let expected = try table()
    try insert(documents, into: expected)
    let loaded = try table()
    try load(documents, lists: 1, into: loaded)
    try check(loaded)
    #expect(try words(loaded) == words(expected))
    #expect(try hits(loaded, "seldom common").map { $0[0] as Int } == [3_000, 6_000, 9_000])
    let indexes = "SELECT count(*) FROM text_data WHERE id & (1 << 36)"
    #expect(try loaded.read { try Int.fetchOne($0, sql: indexes) } == 1)
  }

  @Test func `FTS5 goes on with it`() throws {
    let first = documents(400, seed: 7)
    let later = documents(300, seed: 8, from: (first.keys.max() ?? 0) + 1)
    let expected = try table()
    let loaded = try table()
    try insert(first, into: expected)
    try load(first, lists: 5, into: loaded)
    for queue in [expected, loaded] {
      for (number, document) in later.sorted(by: { $0.key < $1.key }) {
        try insert([number: document], into: queue)
      }
    }
    try check(loaded)
    #expect(try words(loaded) == words(expected))
    try loaded.write { try $0.execute(sql: "INSERT INTO text(text) VALUES ('optimize')") }
    try check(loaded)
    #expect(try words(loaded) == words(expected))
    #expect(try hits(loaded, "나무 the") == hits(expected, "나무 the"))
  }
}
