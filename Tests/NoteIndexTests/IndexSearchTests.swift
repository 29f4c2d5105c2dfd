import CivilCalendar
import NoteIndex
import NoteModel
import Testing

/// Queries on a real index in memory.
@Suite struct IndexSearchTests {
  private let index: IndexDatabase
  private let now: CivilMoment

  init() throws {
    index = try IndexDatabase.inMemory()
    now = CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: .midnight)
  }

  private func find(_ text: String) throws -> [String] {
    let parsed = try QueryParser.parse(text, now: now)
    return try index.notes(NoteRequest(query: parsed.query, sort: parsed.sort, now: now))
      .map(\.path.string)
  }

  private func names(_ text: String) throws -> Set<String> { Set(try find(text)) }

  @Test func `Korean is found from one syllable up, at any place of a word`() throws {
    try index.put([
      ("a.md", "# 회의록\n"), ("b.md", "주간회의록을 쓴다\n"), ("c.md", "회의\n"), ("d.md", "의사 회사\n"),
      ("e.md", "\u{1112}\u{116C}\u{110B}\u{1174} 메모\n"),
    ])
    #expect(try names("회의") == ["a.md", "b.md", "c.md", "e.md"])
    #expect(try names("회의록") == ["a.md", "b.md"])
    #expect(try names("의록") == ["a.md", "b.md"])
    #expect(try names("ㅎㅇㄹ") == ["a.md"])
    #expect(try names("ㅈㄱㅎㅇ") == ["b.md"])
    #expect(try names("록") == ["a.md", "b.md"])
  }

  @Test func `what is asked for in one form is found in any other`() throws {
    try index.put([
      ("a.md", "ﬁle straße Œuvre encyclopædia ㈜회사 🎉 สวัสดีชาวโลก\n"), ("b.md", "C++ and .NET\n"), ("c.md", "c net 회사\n"),
    ])
    for words in ["file", "FILE", "strasse", "STRAẞE", "oeuvre", "encyclopaedia", "(주)회사", "🎉", "ชาวโลก", "สวัสดี"] {
      #expect(try names(words) == ["a.md"], "\(words)")
    }
    #expect(try names("c++") == ["b.md"])
    #expect(try names(".net") == ["b.md"])
    #expect(try names("c net") == ["b.md", "c.md"])
    for arrow in ["->", "-->", "NOT !!!"] { #expect(try names(arrow).isEmpty, "\(arrow)") }
    #expect(try names("c -> net") == ["b.md", "c.md"])
  }

  @Test func `words without a letter are in no note, and beside others nothing is asked of them`()
    throws
  {
    try index.put([("a.md", "apple !!! …\n"), ("b.md", "apple\n"), ("c.md", "!!!\n")])
    for words in ["!!!", "\"…\"", "!!! …"] { #expect(try names(words).isEmpty, "\(words)") }
    for words in ["!!! apple", "apple \"!!!\"", "apple OR \"!!!\""] {
      #expect(try names(words) == ["a.md", "b.md"], "\(words)")
    }
  }

  @Test func `a moment is compared with the moment that a note names, not with that of its file`()
    throws
  {
    try index.put([
      ("a.md", "---\ncreated: 2026-11-20T12:00\nupdated: 2026-11-20T12:00\n---\n"),
      ("b.md", "no dates\n"),
    ])
    for key in ["created", "updated"] {
      #expect(try names("\(key):>2026-11-20T11:59") == ["a.md"])
      #expect(try names("\(key):<2026-11-20T12:00") == ["b.md"])
    }
  }

  @Test func `a long note is found by its last words`() throws {
    let filler = String(repeating: "the house of words 회의 나무\n", count: 12_000)
    try index.put([("a.md", "# Long\n\n" + filler + "\nzebra 얼룩말\n"), ("b.md", "# Short\n")])
    for words in ["zebra", "룩말", "\"zebra 얼룩\"", "ㅇㄹㅁ"] { #expect(try names(words) == ["a.md"]) }
  }

  @Test func `letters on both sides of a space do not stand together`() throws {
    try index.put([("a.md", "주간 회의\n"), ("b.md", "주간회의\n"), ("c.md", "주간, 회의\n"), ("d.md", "간 회\n")])
    #expect(try names("간회") == ["b.md"])
    #expect(try names("주간회의") == ["b.md"])
    #expect(try names("\"주간 회의\"") == ["a.md", "c.md"])
    #expect(try names("\"간 회\"") == ["a.md", "c.md", "d.md"])
    #expect(try names("주간 회의") == ["a.md", "b.md", "c.md"])
    #expect(try names("의") == ["a.md", "b.md", "c.md"])
  }

  @Test func `Japanese is found however its voicing marks are written`() throws {
    try index.put([("a.md", "かいぎ ガイド\n"), ("b.md", "かいき\u{3099} カ\u{3099}イト\u{3099} ｶﾞｲﾄﾞ\n")])
    #expect(try names("いぎ") == ["a.md", "b.md"])
    #expect(try names("ガイド") == ["a.md", "b.md"])
  }

  @Test func `a Latin word is found whole, folded, or by prefix`() throws {
    try index.put([("a.md", "The Café Workshop\n"), ("b.md", "work\n")])
    #expect(try names("cafe") == ["a.md"])
    #expect(try names("WORK") == ["b.md"])
    #expect(try names("work*") == ["a.md", "b.md"])
    #expect(try names("\"cafe workshop\"") == ["a.md"])
    #expect(try names("-work") == ["a.md"])
    #expect(try names("work OR cafe") == ["a.md", "b.md"])
  }

  @Test func `a title counts more than a body, an exact title most`() throws {
    try index.put([
      ("body.md", "# x\n\napple apple apple apple\n"), ("title.md", "# apple pie\n"),
      ("exact.md", "# apple\n"),
    ])
    #expect(try find("apple") == ["exact.md", "title.md", "body.md"])
  }

  @Test func `a title of several words comes first as well`() throws {
    try index.put([
      ("long.md", "# 주간 회의 주간 회의 계획\n\n주간 회의 주간 회의\n"),
      ("exact.md", "# 주간 회의\n\n\(String(repeating: "말 ", count: 200))\n"),
    ])
    #expect(try find("주간 회의") == ["exact.md", "long.md"])
  }

  @Test func `numbers, lengths of time and days are compared as such`() throws {
    try index.put([
      ("a.md", "---\nestimate: 2\nsize: 1h\nread: 2026-11-05\n---\n"),
      ("b.md", "---\nestimate: 2.0\nsize: 60m\nread: 2026-12-05\n---\n"),
      ("c.md", "---\nestimate: 10\nsize: 3d\nread: soon\n---\n"),
    ])
    #expect(try names("estimate:2.0") == ["a.md", "b.md"])
    #expect(try names("estimate:<10") == ["a.md", "b.md"])
    #expect(try names("size:1h") == ["a.md", "b.md"])
    #expect(try names("read:2026-11") == ["a.md"])
    #expect(try names("read:>2026-11-30") == ["b.md"])
    #expect(try names("read:SOON") == ["c.md"])
    #expect(try names("READ:so*") == ["c.md"])
  }

  @Test func `moments are compared to the second, a day counts to its end`() throws {
    try index.put([
      ("a.md", "---\nstatus: todo\ndue: 2026-11-21T09:00:00+09:00\n---\n"),
      ("b.md", "---\nstatus: todo\ndue: 2026-11-21\n---\n"),
    ])
    #expect(try names("due:<2026-11-21T10:00:00+09:00") == ["a.md"])
    #expect(try names("due:>2026-11-21T10:00:00+09:00") == ["b.md"])
    #expect(try names("due:2026-11-21") == ["a.md", "b.md"])
  }

  @Test func `the day of a moment is the writer's`() throws {
    try index.put([("a.md", "---\ncreated: 2026-11-02T01:00:00+09:00\n---\n")])
    #expect(try names("created:2026-11-02") == ["a.md"])
    #expect(try names("created:2026-11-01").isEmpty)
  }

  @Test func `priorities have an order`() throws {
    try index.put([
      ("a.md", "---\nstatus: todo\npriority: high\n---\n"), ("b.md", "---\nstatus: todo\n---\n"),
      ("c.md", "x"),
    ])
    #expect(try names("priority:>normal") == ["a.md"])
    #expect(try names("priority:normal") == ["b.md"])
    #expect(try find("is:task sort:priority") == ["a.md", "b.md"])
  }

  @Test func `a name in a link question is taken to the letter`() throws {
    try index.put([
      ("a.md", "---\nid: abcd1234\n---\n[[b]]\n"),
      ("b.md", "---\nid: wxyz5678\n---\nhttps://x.org [[nowhere]]\n"),
    ])
    #expect(try names("links-to:wx") == ["a.md"])
    #expect(try names("links-to:%").isEmpty)
    #expect(try names("links-to:w_yz5678").isEmpty)
    #expect(try names("-linked-by:b") == ["a.md", "b.md"])
    #expect(try names("linked-by:abcd") == ["b.md"])
    #expect(throws: QueryError.self) { try find("links-to:\"\"") }
  }

  @Test func `a query may be as long as the parser allows`() throws {
    try index.put([("a.md", "word\n")])
    let count = QueryParser.termLimit
    for separator in [" ", " OR "] {
      for term in ["word", "-nothing", "estimate:none", "status:none"] {
        let query = Array(repeating: term, count: count).joined(separator: separator)
        #expect(try names(query) == ["a.md"])
      }
    }
    let depth = QueryParser.depthLimit
    let deep =
      String(repeating: "(x OR NOT ", count: depth) + "word" + String(repeating: ")", count: depth)
    #expect(try names(deep) == (depth % 2 == 0 ? ["a.md"] : []))
  }

  @Test func `an index whose words have mostly changed is built anew`() throws {
    try index.put([("a.md", "x\n")])
    try index.put((0..<1_100).map { ("a.md", "word\($0)\n") })
    try index.put([("a.md", "word1099\n")])
    #expect(try find("word1099") == ["a.md"])
    #expect(try find("word5").isEmpty)
  }

  @Test func `any field can be asked`() throws {
    try index.put([
      (
        "a.md",
        "---\nclass: WR101\nestimate: 3h\ndue: 2026-11-20\nstatus: todo\ntags: [work/client]\n---\n"
      ),
      ("b.md", "---\nestimate: 30m\ndue: 2026-12-20\nstatus: done\n---\n"), ("c.md", "x\n"),
    ])
    #expect(try names("class:wr101") == ["a.md"])
    #expect(try names("estimate:>2h") == ["a.md"])
    #expect(try names("due:none") == ["c.md"])
    #expect(try names("due:<today") == ["a.md"])
    #expect(try names("is:overdue") == ["a.md"])
    #expect(try names("-is:open") == ["b.md", "c.md"])
    #expect(try names("status:todo,done") == ["a.md", "b.md"])
    #expect(try names("tag:work") == ["a.md"])
    #expect(try names("tag:none") == ["b.md", "c.md"])
    #expect(try find("due:any sort:-due") == ["b.md", "a.md"])
  }

  @Test func `links follow the notes that come and go`() throws {
    try index.put([("a.md", "[[b]] [[c]]\n"), ("b.md", "x\n")])
    func states() throws -> [String] {
      try index.links(from: NotePath(trusted: "a.md")).map(\.state.rawValue)
    }
    #expect(try states() == ["resolved", "broken"])
    try index.put([("c.md", "y\n")])
    #expect(try states() == ["resolved", "resolved"])
    try index.update(to: FileTable(), indexedAt: 100) { writer, _ in
      try writer.remove(NotePath(trusted: "b.md"))
    }
    #expect(try states() == ["broken", "resolved"])
    try index.put([("x/c.md", "z\n"), ("y/q.md", "---\naliases: [b]\n---\n"), ("z/b.md", "w\n")])
    #expect(try states() == ["resolved", "resolved"])
    #expect(try names("links-to:c") == ["a.md"])
    #expect(try names("is:orphan") == ["a.md", "x/c.md", "y/q.md"])
  }

  @Test func `a pair is told once however often it is linked, and no note with itself`() throws {
    try index.put([
      ("b.md", "[[a]] [[a]]\n"), ("a.md", "[[a]] [[letter]]\n"),
      ("letter.md", "---\nunseal: 2999-01-01\n---\n[[b]]\n"),
    ])
    let linked = try index.links.linkedNotes()
    func number(_ path: String) -> Int? { linked.numbers[NotePath(trusted: path)] }
    #expect(
      Set(linked.pairs.map { [$0.source, $0.target] })
        == [[number("b.md"), number("a.md")], [number("a.md"), number("letter.md")]])
    #expect(linked.pairs.count == 2)
  }

  @Test func `a tag that a note no longer bears is not told`() throws {
    try index.put([("a.md", "---\ntags: [Work, work, 일/회의]\n---\n")])
    #expect(try index.tags().map(\.name) == ["Work", "일/회의"])
    try index.put([("a.md", "---\ntags: [work]\n---\n")])
    #expect(try index.tags().map(\.name) == ["work"])
  }

  @Test func `a changed note is found by what it says now`() throws {
    try index.put([("a.md", "before\n")])
    try index.put([("a.md", "after\n")])
    #expect(try names("before").isEmpty)
    #expect(try names("after") == ["a.md"])
  }

  @Test func `a scan is compared with what is stored`() throws {
    try index.put([("a.md", "x"), ("b.md", "y")])
    func file(_ path: String, _ size: Int64) -> ScannedFile {
      ScannedFile(
        path: NotePath(trusted: path),
        fingerprint: FileFingerprint(
          size: size, modifiedNanoseconds: -90_000_000, changedNanoseconds: 1, inode: 1))
    }
    let stored = try #require(try index.files())
    let changes = TreeChanges(
      from: stored, to: FileTable([file("a.md", 9), file("c.md", 1), file("d.png", 1)]))
    #expect(changes.notes.map(\.path.string) == ["a.md", "c.md"])
    #expect(changes.attachments.map(\.path.string) == ["d.png"])
    #expect(changes.removed.map(\.string) == ["b.md"])
  }
}
