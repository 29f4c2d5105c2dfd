import CivilCalendar
import NoteModel
import NoteSyntax
import Testing

@Suite struct PublicationStatementTests {
  private let rules: PublicationRules
  private let zone = LocalZone.fixed(32_400)

  init() throws {
    let day = try #require(Day(year: 2026, month: 11, day: 21))
    let noon = try #require(TimeOfDay(hour: 12, minute: 0))
    rules = PublicationRules(now: CivilMoment(day: day, time: noon, utcOffsetSeconds: 32_400))
  }

  private func reason(
    _ text: String, at path: String = "Memo/a.md",
    _ change: (inout PublicationRules) -> Void = { _ in }
  ) -> HeldBackReason? {
    let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path))
    var rules = rules
    change(&rules)
    return rules.reason(PublicationCandidate(note, in: zone))
  }

  @Test(arguments: [
    "private: true", "Private: YES", "PRIVATE: on", "publish: false", "Publish: False",
    "publish: \"false\"", "public: no", "published: false", "unlisted: true", "status: private",
    "status: 비공개", "publish: true\nprivate: true", "publish: [false]", "dg-publish: false",
    "hidden: true", "Visibility: Private", "access: private", "access: [members]",
    "visibility: 비공개\npublish: true", "dg-publish: true\npublish: false",
  ])
  func `a note that says that it is private is not public`(fields: String) {
    #expect(reason("---\n\(fields)\n---\n") == .notPublished)
  }

  @Test(arguments: [
    "draft: true", "Draft: maybe", "status: draft", "STATUS: Draft", "status: [초안]",
  ])
  func `a draft is not public`(fields: String) {
    #expect(reason("---\n\(fields)\n---\n") == .draft)
  }

  @Test(arguments: [
    "publish: true\npublish: false", "publish: true\nPublish: true", "title: a\ntitle: b",
    "publish: maybe", "private: x", "publish: {a: b}", "private: 1", "publish: [true, false]",
    "publish: true\ntitle: \"open", "a: [1", "\tpublish: false\nx: y: z", "site:\n  publish: false",
    "\"publish\": tru", "- private: true", "visibility: friends", "access: {a: b}", "hidden: x",
    "site:\n  dg-publish: false",
  ])
  func `what cannot be read with certainty is not public`(fields: String) {
    #expect(reason("---\n\(fields)\n---\n") == .doubtful)
  }

  @Test(arguments: [
    "+++\ndraft = true\n+++\n", "+++\nprivate = true\nprivate = false\n+++\n",
    "+++\n[[a]]\npublish = false\n+++\n", "+++\n[extra]\ndraft = true\n+++\n",
    "{\n  \"draft\": true\n}\ntext", "---\npublish: false\ntext without an end\n",
    "text\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n",
  ])
  func `front matter of another kind or without an end is not public`(text: String) {
    #expect(reason(text) == .doubtful || reason(text) == .draft)
  }

  @Test func `text that is not UTF-8 is not public`() {
    let note = Note(
      Document(parsing: Array("a".utf8) + [0xFF, 0xFE, 0x80]), at: NotePath(trusted: "a.md"))
    #expect(rules.reason(PublicationCandidate(note, in: zone)) == .doubtful)
  }

  @Test(arguments: [
    "date: 2026-11-22", "created: 2026-11-21T12:00:01+09:00", "publishDate: 2027-01-01",
    "published: 2026-12-01", "publish: 2026-12-01", "created: 2020-01-01\ndate: 2026-11-22",
  ])
  func `a note of the future is not public`(fields: String) {
    #expect(reason("---\n\(fields)\n---\n") == .future)
  }

  @Test func `a name that begins with a day of the future is not public`() {
    #expect(reason("a", at: "_posts/2026-11-22-a.md") == .future)
    #expect(reason("a", at: "_posts/2026-11-21-a.md") == nil)
    #expect(reason("a", at: "Diary/2026/2026-11-22.md") { $0.included = [.diary] } == .future)
  }

  @Test(arguments: [
    "", "title: a", "publish: true", "private: false", "draft: false", "draft:", "publish:",
    "published: 2026-11-20", "date: 2026-11-21", "created: 2026-11-21T12:00:00+09:00",
    "status: doing-well", "description: \"publish: false\"", "unseal: 2026-11-21",
  ])
  func `a note that says nothing against it is public`(fields: String) {
    #expect(reason("---\n\(fields)\n---\ntext\n") == nil)
  }

  @Test func `the diary and tasks are public only where they are listed`() {
    let diary = "---\npublish: true\n---\n"
    #expect(reason(diary, at: "Diary/2026/2026-11-20.md") == .diary)
    #expect(reason(diary, at: "Diary/2026/2026-11-20.md") { $0.included = [.diary] } == nil)
    #expect(reason("---\nstatus: todo\n---\n") == .tasks)
    #expect(reason("---\nstatus: todo\n---\n") { $0.included = [.tasks] } == nil)
  }

  @Test func `where notes are private by default the note itself must ask`() {
    #expect(reason("a") { $0.publishesByDefault = false } == .notAsked)
    #expect(reason("---\npublish: true\n---\n") { $0.publishesByDefault = false } == nil)
  }

  @Test(arguments: ["publish: true", "dg-publish: true", "visibility: public", "access: 공개"])
  func `what asks to be public is, where nothing else is`(fields: String) {
    #expect(reason("---\n\(fields)\n---\n") { $0.publishesByDefault = false } == nil)
  }

  @Test func `private tags and folders hold a note back whatever its fields say`() {
    let asked = "---\npublish: true\ntags: [a, %]\n---\n"
    for tag in ["private", "Private", "private/health", "비공개"] {
      #expect(reason(asked.replacing("%", with: tag)) == .privateTag)
    }
    #expect(reason(asked.replacing("%", with: "privateer")) == nil)
    #expect(reason("Text #private\n") == .privateTag)
    for path in ["private/a.md", "Memo/Private/b/a.md", "비공개/a.md"] {
      #expect(reason("---\npublish: true\n---\n", at: path) == .privateFolder)
    }
    #expect(reason("a", at: "_drafts/a.md") == .draft)
    for path in ["privates/a.md", "Memo/private.md"] { #expect(reason("a", at: path) == nil) }
  }

  @Test func `what another program excludes is not public`() {
    #expect(
      reason("---\npublish: true\n---\n") { $0.isExcluded = { $0.string == "Memo/a.md" } }
        == .excluded)
  }

  @Test func `a sealed letter stays sealed for everyone`() {
    #expect(reason("---\nunseal: 2026-11-22\npublish: true\n---\n") == .sealed)
    var rules = rules
    rules.showsAll = true
    #expect(!rules.shows(despite: .sealed))
    #expect(rules.shows(despite: .draft))
  }

  @Test func `a note with what looks like a secret is public only where its path is listed`() {
    let text = "key: `AKIA" + "IOSFODNN7EXAMPL3`\n"
    #expect(reason(text) == .secret)
    #expect(reason(text) { $0.allowedSecrets = ["Memo/a.md"] } == nil)
    #expect(reason("---\ndraft: true\n---\n" + text) == .draft)
  }
}
