import CivilCalendar
import NoteIndex
import NoteModel
import NoteSyntax
import Testing

/// Until its day nothing that is written in a letter is told, by any question to the index.
@Suite struct SealedLetterTests {
  private let index: IndexDatabase
  private let now: CivilMoment

  init() throws {
    index = try IndexDatabase.inMemory()
    now = CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: .midnight)
    try index.update(to: FileTable(), indexedAt: 100) { writer, _ in
      for (path, text) in [
        (
          "letter.md",
          "---\nunseal: 2026-11-22\ntags: [hidden]\n---\nsecret [[plan]] [[gone]] #body (shade:: dark)\n- [ ] task\n"
        ),
        ("plan.md", "open words (shade:: light)\n"),
      ] {
        let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path))
        let fingerprint = FileFingerprint(
          size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1)
        try writer.insert(note, fingerprint)
      }
    }
  }

  private func at(_ day: Day) -> CivilMoment { CivilMoment(day: day, time: .midnight) }

  private var tomorrow: Day { now.day.adding(days: 1) }

  private func find(_ text: String, on day: Day? = nil) throws -> [String] {
    let query = try QueryParser.parse(text, now: now).query
    return try index.notes(
      NoteRequest(query: query, sort: [SortKey("path")], now: at(day ?? now.day))
    )
    .map(\.path.string)
  }

  @Test(arguments: ["secret", "", "tag:hidden", "is:untagged OR secret", "NOT -secret", "has:task"])
  func `no query finds it by accident`(query: String) throws {
    #expect(try !find(query).contains("letter.md"))
    #expect(try find("secret", on: tomorrow) == ["letter.md"])
  }

  @Test func `it is listed where sealed letters are asked for, by what is not written in it`()
    throws
  {
    #expect(try find("is:sealed") == ["letter.md"])
    #expect(try find("is:sealed tag:hidden") == ["letter.md"])
    #expect(try find("is:sealed OR open") == ["letter.md", "plan.md"])
    #expect(try find("is:sealed secret").isEmpty)
    #expect(try find("is:sealed -secret") == ["letter.md"])
    #expect(try find("-is:sealed") == ["plan.md"])
  }

  @Test(arguments: [
    "tag:body", "has:link", "has:task", "links-to:plan", "has:attachment",
    "tag:body OR links-to:plan", "shade:dark",
  ])
  func `its body does not decide whether it is listed`(query: String) throws {
    #expect(try find("is:sealed (\(query))").isEmpty)
    #expect(try find("shade:light") == ["plan.md"])
    #expect(try find("is:sealed -(\(query))") == ["letter.md"])
  }

  @Test func `it is listed with the tags of its envelope alone`() throws {
    let request = NoteRequest(query: .state(.sealed), now: now)
    #expect(try index.notes(request).map(\.tags) == [["hidden"]])
    let later = NoteRequest(query: .kind(.letter), now: at(tomorrow))
    #expect(try index.notes(later).map(\.tags) == [["hidden", "body"]])
  }

  @Test func `its title never comes from its body`() throws {
    let query = Query.state(.sealed)
    #expect(try index.notes(NoteRequest(query: query, now: now)).map(\.title) == ["letter"])
  }

  @Test func `its links are not told`() throws {
    let plan = NotePath(trusted: "plan.md")
    #expect(try index.links(to: plan, today: now.day).isEmpty)
    #expect(try index.brokenLinks(today: now.day).isEmpty)
    #expect(try index.resolvedLinks(today: now.day).isEmpty)
    #expect(try index.allLinks(today: now.day).isEmpty)
    #expect(try find("is:orphan") == ["plan.md"])
    #expect(try find("has:backlink").isEmpty)
    #expect(try find("linked-by:letter").isEmpty)
    #expect(try index.links(to: plan, today: tomorrow).count == 1)
    #expect(try index.brokenLinks(today: tomorrow).count == 1)
    #expect(try find("linked-by:letter", on: tomorrow) == ["plan.md"])
  }

  @Test func `it is not counted`() throws {
    let counts = try index.counts(now: now)
    #expect([counts.notes, counts.tags, counts.links, counts.openTasks] == [1, 0, 0, 0])
    let later = try index.counts(now: at(tomorrow))
    #expect([later.notes, later.tags, later.links, later.openTasks] == [2, 2, 2, 1])
  }

  @Test func `it is open from the first minute of its day`() throws {
    let plan = NotePath(trusted: "plan.md")
    #expect(try index.tags(today: now.day).isEmpty)
    #expect(try index.tags(today: tomorrow).map(\.name) == ["body", "hidden"])
    #expect(try index.resolvedLinks(today: tomorrow).count == 1)
    #expect(try index.allLinks(today: tomorrow).count == 2)
    #expect(try index.links(to: plan, today: tomorrow).map(\.source.string) == ["letter.md"])
    #expect(try index.catalogue(today: tomorrow).tags.count == 2)
    #expect(try index.privatePaths(today: now.day).map(\.string) == ["letter.md"])
    #expect(try index.privatePaths(today: tomorrow).isEmpty)
  }

  @Test func `a task in an envelope comes to the board and the digest on its day`() throws {
    let index = try IndexDatabase.inMemory()
    try index.update(to: FileTable(), indexedAt: 100) { writer, _ in
      let text = "---\nunseal: 2026-11-22\nstatus: todo\ndue: 2026-11-22\n---\nsecret\n"
      let path = NotePath(trusted: "Diary/Tasks/pay.md")
      let fingerprint = FileFingerprint(
        size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1)
      try writer.insert(Note(Document(parsing: Array(text.utf8)), at: path), fingerprint)
    }
    func counts(_ day: Day) throws -> [Int] {
      [
        try index.taskColumns(today: day) { _ in 9 }.map(\.count).reduce(0, +),
        try index.tasks(
          dueUntil: tomorrow, closedIn: DayRange(tomorrow, tomorrow), today: day
        ).count,
      ]
    }
    #expect(try counts(now.day) == [0, 0])
    #expect(try counts(tomorrow) == [1, 1])
  }

  // MARK: - Names

  private func index(_ notes: [String: String]) throws -> IndexDatabase {
    let index = try IndexDatabase.inMemory()
    try index.update(to: FileTable(), indexedAt: 100) { writer, _ in
      for (path, text) in notes.sorted(by: { $0.key < $1.key }) {
        let fingerprint = FileFingerprint(
          size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1)
        try writer.insert(
          Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path)), fingerprint)
      }
    }
    return index
  }

  @Test func `until its day it is known by its file name alone`() throws {
    let index = try index([
      "paper.md": "---\nunseal: 2026-11-22\ntitle: Wish\naliases: [Dream]\nid: zz9\n---\n",
      "plan.md": "# Aim\n",
    ])
    func isKnown(_ name: String, on day: Day) throws -> Bool {
      let part = try #require(NamePart(name))
      return try !index.catalogue(today: day).names.notes(matching: part, limit: 9).isEmpty
    }
    for name in ["paper", "plan", "aim"] { #expect(try isKnown(name, on: now.day), "\(name)") }
    for name in ["wish", "dream"] {
      #expect(try !isKnown(name, on: now.day), "\(name)")
      #expect(try isKnown(name, on: tomorrow), "\(name)")
    }
    #expect(try !isKnown("zz9", on: tomorrow))
  }

  @Test func `a shell offers open tasks of what is open`() throws {
    let index = try index([
      "letter.md": "---\nunseal: 2026-11-22\n---\n- [ ] wish\n- [x] kept\n",
      "plan.md": "- [ ] buy\n- [x] sold\n- [ ]\n",
    ])
    func names(isClosed: Bool, on day: Day) throws -> [String] {
      try index.taskNames(matching: nil, isClosed: isClosed, today: day, limit: 9).map(\.title)
    }
    #expect(try names(isClosed: false, on: now.day) == ["buy"])
    #expect(try names(isClosed: true, on: now.day) == ["sold"])
    #expect(try names(isClosed: false, on: tomorrow) == ["wish", "buy"])
    #expect(try names(isClosed: true, on: tomorrow) == ["kept", "sold"])
  }

  @Test func `drafts and private notes are not for others either`() throws {
    let index = try index([
      "a.md": "---\ndraft: true\n---\n", "b.md": "---\npublish: false\n---\n",
      "c.md": "---\nunseal: 2026-11-22\n---\n", "d.md": "---\npublish: true\n---\n",
    ])
    #expect(
      try index.privatePaths(today: now.day).map(\.string).sorted() == ["a.md", "b.md", "c.md"])
    #expect(try index.privatePaths(today: tomorrow).map(\.string).sorted() == ["a.md", "b.md"])
  }
}
