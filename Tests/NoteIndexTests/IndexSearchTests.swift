import CivilCalendar
import NoteIndex
import NoteModel
import NoteSyntax
import Testing

/// Queries on a real index in memory.
@Suite struct IndexSearchTests {
  private let index: IndexDatabase
  private let now: CivilMoment

  init() throws {
    index = try IndexDatabase.inMemory()
    now = CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: .midnight)
  }

  private func put(_ notes: [(String, String)]) throws {
    try index.update(to: [], indexedAt: 100) { writer, _ in
      for (path, text) in notes {
        let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path))
        let fingerprint = FileFingerprint(
          size: Int64(text.utf8.count), modifiedNanoseconds: 1, inode: 1)
        try writer.insert(PreparedNote(note, fingerprint: fingerprint))
      }
    }
  }

  private func find(_ text: String) throws -> [String] {
    let parsed = try QueryParser.parse(text, now: now)
    return try index.notes(NoteRequest(query: parsed.query, sort: parsed.sort, today: now.day))
      .map(\.path.string)
  }

  private func names(_ text: String) throws -> Set<String> { Set(try find(text)) }

  @Test func `Korean is found from one syllable up, at any place of a word`() throws {
    try put([
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

  @Test func `a Latin word is found whole, folded, or by prefix`() throws {
    try put([("a.md", "The Café Workshop\n"), ("b.md", "work\n")])
    #expect(try names("cafe") == ["a.md"])
    #expect(try names("WORK") == ["b.md"])
    #expect(try names("work*") == ["a.md", "b.md"])
    #expect(try names("\"cafe workshop\"") == ["a.md"])
    #expect(try names("-work") == ["a.md"])
    #expect(try names("work OR cafe") == ["a.md", "b.md"])
  }

  @Test func `a title counts more than a body, an exact title most`() throws {
    try put([
      ("body.md", "# x\n\napple apple apple apple\n"), ("title.md", "# apple pie\n"),
      ("exact.md", "# apple\n"),
    ])
    #expect(try find("apple") == ["exact.md", "title.md", "body.md"])
  }

  @Test func `any field can be asked`() throws {
    try put([
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

  @Test func `a sealed letter is nowhere before its day`() throws {
    try put([("l.md", "---\nunseal: 2026-11-22\n---\nsecret words\n")])
    #expect(try find("secret").isEmpty)
    #expect(try find("").isEmpty)
    let tomorrow = now.day.adding(days: 1)
    let query = try QueryParser.parse("secret", now: now).query
    #expect(try index.notes(NoteRequest(query: query, today: tomorrow)).count == 1)
  }

  @Test func `links follow the notes that come and go`() throws {
    try put([("a.md", "[[b]] [[c]]\n"), ("b.md", "x\n")])
    func states() throws -> [String] {
      try index.links(from: NotePath(trusted: "a.md")).map(\.state.rawValue)
    }
    #expect(try states() == ["resolved", "broken"])
    try put([("c.md", "y\n")])
    #expect(try states() == ["resolved", "resolved"])
    try index.update(to: [], indexedAt: 100) { writer, _ in
      try writer.remove(NotePath(trusted: "b.md"))
    }
    #expect(try states() == ["broken", "resolved"])
    try put([("x/c.md", "z\n"), ("y/b.md", "---\naliases: [b]\n---\n"), ("z/b.md", "w\n")])
    #expect(try states() == ["resolved", "resolved"])
    #expect(try names("links-to:c") == ["a.md"])
    #expect(try names("is:orphan") == ["a.md", "x/c.md", "z/b.md"])
  }

  @Test func `a changed note is found by what it says now`() throws {
    try put([("a.md", "before\n")])
    try put([("a.md", "after\n")])
    #expect(try names("before").isEmpty)
    #expect(try names("after") == ["a.md"])
  }

  @Test func `a scan is compared with what is stored`() throws {
    try put([("a.md", "x"), ("b.md", "y")])
    func file(_ path: String, _ size: Int64) -> ScannedFile {
      ScannedFile(
        path: NotePath(trusted: path),
        fingerprint: FileFingerprint(size: size, modifiedNanoseconds: -90_000_000, inode: 1))
    }
    let changes = try index.changes(to: [file("a.md", 9), file("c.md", 1), file("d.png", 1)])
    #expect(changes.notes.map(\.path.string) == ["a.md", "c.md"])
    #expect(changes.attachments.map(\.path.string) == ["d.png"])
    #expect(changes.removed.map(\.string) == ["b.md"])
  }
}
