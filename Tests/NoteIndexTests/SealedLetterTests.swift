import CivilCalendar
import NoteIndex
import NoteModel
import NoteSyntax
import Testing

/// Until its day the index holds nothing of a letter but the day.
@Suite struct SealedLetterTests {
  private let today = Day(daysSinceEpoch: 20_778)
  private var tomorrow: Day { today.adding(days: 1) }

  private static let notes = [
    "letter.md":
      "---\nid: k3x9wq2m\nunseal: 2026-11-22\ntitle: Wish\naliases: [Dream]\ntags: [hidden]\nmood: calm\n---\nsecret [[plan]] [[gone]] #body (shade:: dark)\n- [ ] task\n",
    "plan.md": "open words (shade:: light)\n",
  ]

  private func index(
    _ notes: [String: String] = notes, on day: Day
  ) throws -> IndexDatabase {
    var index = try IndexDatabase.inMemory()
    index.gate = ReadingGate(today: day)
    try index.update(to: FileTable(), indexedAt: 1_000_000_000) { writer, _ in
      for (path, text) in notes.sorted(by: { $0.key < $1.key }) {
        let fingerprint = FileFingerprint(
          size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1)
        let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path))
        try writer.insert(note, fingerprint, on: day)
      }
    }
    return index
  }

  private func find(_ text: String, on day: Day) throws -> [String] {
    let now = CivilMoment(day: day, time: .midnight)
    let query = try QueryParser.parse(text, now: now).query
    return try index(on: day).notes(NoteRequest(query: query, sort: [SortKey("path")], now: now))
      .map(\.path.string)
  }

  @Test(arguments: [
    "secret", "", "tag:hidden", "is:untagged OR secret", "NOT -secret", "has:task", "title:wish",
    "mood:calm", "shade:dark", "tag:body", "has:link", "links-to:plan",
  ])
  func `no query finds it by accident`(query: String) throws {
    #expect(try !find(query, on: today).contains("letter.md"))
    #expect(try find("secret", on: tomorrow) == ["letter.md"])
  }

  @Test(arguments: [
    "tag:body", "has:link", "has:task", "links-to:plan", "has:attachment", "secret", "mood:calm",
    "tag:body OR links-to:plan", "shade:dark", "tag:hidden", "title:wish",
  ])
  func `nothing in it decides whether it is listed`(query: String) throws {
    #expect(try find("is:sealed (\(query))", on: today).isEmpty)
    #expect(try find("is:sealed -(\(query))", on: today) == ["letter.md"])
    #expect(try find("is:sealed unseal:2026-11-22", on: today) == ["letter.md"])
  }

  @Test func `it is listed by its file and its day alone`() throws {
    let now = CivilMoment(day: today, time: .midnight)
    let listed = try #require(
      try index(on: today).notes(NoteRequest(query: .state(.sealed), now: now)).first)
    #expect(listed.title == "letter")
    #expect(listed.tags.isEmpty)
    #expect(listed.identifier == "k3x9wq2m")
    #expect(listed.unseal == tomorrow)
    #expect(try find("is:sealed OR open", on: today) == ["letter.md", "plan.md"])
    #expect(try find("-is:sealed", on: today) == ["plan.md"])
  }

  @Test func `its links, tags, fields and tasks are there from the first minute of its day`() throws {
    let plan = NotePath(trusted: "plan.md")
    func facts(_ day: Day) throws -> [Int] {
      let index = try index(on: day)
      let counts = try IndexCounts(index, now: CivilMoment(day: day, time: .midnight))
      return [
        try index.links(to: plan).count, try index.links.broken().count, try index.tags().count,
        try index.links.all().count, counts.notes, counts.tags, counts.links, counts.openTasks,
        try index.tasks.columns { _ in 9 }.map(\.count).reduce(0, +),
        try index.fields.keys().filter { $0 == "mood" }.count,
        try index.tasks.names(matching: nil, isClosed: false, limit: 9).count,
      ]
    }
    #expect(try facts(today) == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    #expect(try facts(tomorrow) == [1, 1, 2, 2, 2, 2, 2, 1, 1, 1, 1])
  }

  @Test(arguments: ["letter", "plan", "wish", "dream"])
  func `until its day it is known by its file name alone`(name: String) throws {
    let part = try #require(NamePart(name))
    func isKnown(on day: Day) throws -> Bool {
      try !index(on: day).names.catalogue().names.notes(matching: part, limit: 9).isEmpty
    }
    #expect(try isKnown(on: today) == ["letter", "plan"].contains(name))
    #expect(try isKnown(on: tomorrow))
  }

  @Test func `a name that is typed offers it only to commands that move it`() throws {
    let part = try #require(NamePart("letter"))
    let index = try index(on: today)
    #expect(try index.notes(matching: part).isEmpty)
    #expect(try index.notes(matching: part, includesSealed: true).count == 1)
  }

  @Test func `it counts as changed when its day has come, and when the clock was ahead`() throws {
    var index = try index(on: today)
    func isDoubtful(on day: Day, letters: [NotePath: Day] = [:]) throws -> [Bool] {
      index.gate = ReadingGate(today: day, letters: letters)
      let files = FileTable(
        ["letter.md", "plan.md"].map {
          ScannedFile(
            path: NotePath(trusted: $0),
            fingerprint: FileFingerprint(
              size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1))
        })
      let changed = TreeChanges(from: try #require(try index.files()), to: files).notes
      return ["letter.md", "plan.md"].map { path in changed.contains { $0.path.string == path } }
    }
    #expect(try isDoubtful(on: today) == [false, false])
    #expect(try isDoubtful(on: tomorrow) == [true, false])
    let plan = [NotePath(trusted: "plan.md"): tomorrow]
    #expect(try isDoubtful(on: today, letters: plan) == [false, true])
    index = try self.index(on: tomorrow)
    #expect(try isDoubtful(on: today) == [true, false])
  }

  @Test func `an id that is words is none of its envelope, and nobody says that it changed`() throws {
    let text = "---\nid: my-wish\n%\n---\n"
    var index = try index(["a.md": text.replacing("%\n", with: "")], on: today)
    let sealed = Note(
      Document(parsing: Array(text.replacing("%", with: "unseal: 2026-11-22").utf8)),
      at: NotePath(trusted: "a.md"))
    #expect(sealed.readable(on: today).identifier == nil)
    index.gate = ReadingGate(today: today)
    try index.update(to: FileTable(), indexedAt: 1_000_000_000) { writer, _ in
      try writer.insert(
        sealed, FileFingerprint(size: 2, modifiedNanoseconds: 2, changedNanoseconds: 2, inode: 1),
        on: today)
    }
    #expect(try index.notes.changedIdentifiers().isEmpty)
  }
}
