import CivilCalendar
import NoteModel
import NoteSyntax
import Testing

@Suite struct NoteFieldTests {
  private func note(_ fields: String, at path: String = "Memo/a.md") -> Note {
    Note(Document(parsing: Array("---\n\(fields)\n---\n".utf8)), at: NotePath(trusted: path))
  }

  @Test func `keys are read in any case`() {
    let read = note("Title: T\nALIASES: [b]\nTags: [c]\nDUE: 2026-11-30\nStatus: Done\nDraft: true")
    #expect(read.title == "T")
    #expect(read.aliases == ["b"])
    #expect(read.tags.map(\.string) == ["c"])
    #expect(read.due == CivilDate(iso: "2026-11-30"))
    #expect(read.tasks.map(\.status) == [.done])
    #expect(read.isDraft)
  }

  @Test(arguments: [
    ("tags: one two", ["one", "two"]), ("tags: one, two", ["one", "two"]),
    ("tags: '#one #two'", ["one", "two"]), ("tags: [one, '#two']", ["one", "two"]),
    ("keywords: one,two", ["one", "two"]), ("tag: 하나 둘", ["하나", "둘"]),
    ("categories: ['[[Books]]', film]", ["film"]), ("categories: '[[Books]]'", []),
    ("categories: [[Books]]", []), ("tags:", []), ("tags: ~", []),
  ])
  func `tags are words, and links are no tags`(fields: String, tags: [String]) {
    #expect(note(fields).tags.map(\.string) == tags)
  }

  @Test(arguments: [
    ("date: 2026-11-21 09:00", "2026-11-21T09:00:00"),
    ("created: 1618539507371", "2021-04-16T02:18:27Z"),
    ("Date: 2026-11-21", "2026-11-21"), ("pubDate: 2026-11-21", "2026-11-21"),
    ("published: 2026-11-21", "2026-11-21"),
  ])
  func `the day of writing is read as other programs write it`(fields: String, date: String) {
    #expect(note(fields).created?.description == date)
  }

  @Test func `a name that begins with a day tells when the note was written`() {
    #expect(note("a: b", at: "_posts/2026-11-21-first.md").created == CivilDate(iso: "2026-11-21"))
    #expect(
      note("date: 2026-11-20", at: "_posts/2026-11-21-a.md").created == CivilDate(iso: "2026-11-20")
    )
    #expect(note("a: b", at: "Memo/2026-11-211.md").created == nil)
  }

  @Test func `aliases that begin with a slash are addresses, not names`() {
    #expect(note("aliases: [/old/page/, Old page]").aliases == ["Old page"])
  }

  @Test(arguments: [
    ("publish: true", true), ("public: false", false), ("published: false", false),
    ("private: true", false), ("unlisted: true", false), ("private: false", nil),
    ("publish: true\nprivate: true", false), ("published: 2026-11-21", nil),
  ])
  func `what a note says about its readers is read in each spelling`(
    fields: String, isPublishable: Bool?
  ) {
    #expect(note(fields).isPublishable == isPublishable)
  }

  @Test func `a draft is one by its field or its status, and in doubt`() {
    #expect(note("draft: true").isDraft)
    #expect(note("draft: maybe").isDraft)
    #expect(note("status: Draft").isDraft)
    #expect(!note("draft: no").isDraft)
    #expect(!note("draft:").isDraft)
  }

  @Test(arguments: [
    ("tags: one two", "tags+=three", "tags: one two three"),
    ("tags: one two", "tags-=one", "tags: two"),
    ("tags: one two, three", "tags-=two", "tags: one, three"),
    ("Tags: [one]", "tags+=two", "Tags: [one, two]"),
    ("Due: 2026-11-20", "due=2026-11-21", "Due: 2026-11-21"),
    ("Own-Key: a", "own-key=b", "Own-Key: b"),
    ("DEADLINE: 2026-11-20", "due:", ""),
  ])
  func `a change keeps the key and the separators that the note has`(
    before: String, change: String, after: String
  ) throws {
    let now = CivilMoment(day: Day(daysSinceEpoch: 20_000), time: .midnight)
    let assignment = try FieldAssignment(change, now: now, zone: .fixed(0))
    let result = try FieldRevision([assignment]).result(
      on: Array("---\n\(before)\n---\n".utf8), earlier: [])
    #expect(
      String(decoding: result, as: UTF8.self) == (after.isEmpty ? "" : "---\n\(after)\n---\n"))
  }
}
