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
    "site:\n  dg-publish: false", "publish:", "draft: ~", "visibility:", "공개:", "dg-publish: null",
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
    "", "title: a", "publish: true", "private: false", "draft: false", "published:",
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

  @Test(arguments: [
    "private:: true", "- private:: yes", "> [hidden:: true]", "Text (public:: no) goes on", "**Visibility**:: Private",
    "publish:: false", "\t- private:: true", "비공개:: true", "public::false", "access:: internal",
  ])
  func `a field in the text that calls the note private does`(line: String) {
    #expect(reason("# A\n\nText\n\n\(line)\n") == .notPublished)
    #expect(reason("---\npublish: true\n---\n\(line)\n") { $0.isForPrograms = true } == .notPublished)
  }

  @Test(arguments: [
    "{}\n---\n", "{}\n===\nx\n", "a\n{}\n---\n", "## {}\n", "# {} #\n", "a\n| {} | b |\n|---|---|\n| c | d |\n",
    "| a | b |\n|---|---|\n| c | {} |\n", "1. {}\n", "> # {}\n", "- [ ] {}\n", "- [x] {}\n", "<!-- {} -->\n",
    "%%{}%%\n",
    "***{}***\n", "a\r{}\rb\n", "a\n{}\n| c | d |\n|---|---|\n",
  ])
  func `a field about publication holds a note back wherever in its text the field is`(place: String) {
    for field in [
      "private:: true", "publish:: false", "draft:: true", "password:: x", "unseal:: 2999-01-01", "dg-publish:: false",
      "visibility:: private", "tags:: private", "**Private**:: yes",
    ] {
      let text = place.replacing("{}", with: field)
      #expect(reason(text) != nil, "\(text.debugDescription)")
    }
  }

  @Test func `a field in the text makes a draft, and makes no note public`() {
    #expect(reason("Text\n\ndraft:: true\n") == .draft)
    #expect(reason("Text\n\nunseal:: 2999-01-01\n") == .doubtful)
    #expect(reason("Text\n\nprivate:: perhaps\n") == .doubtful)
    #expect(reason("publish:: true\n") { $0.publishesByDefault = false } == .notAsked)
    for line in ["private:: false", "Draft::class", "the word `private:: true`", "a private:: true", "public:: true"] {
      #expect(reason(line + "\n") == nil, "\(line)")
    }
  }

  @Test(arguments: [
    "privat: true", "pirvate: true", "privte: yes", "darft: true", "unsael: 2999-01-01", "isPrivate: true",
    "publsih: false", "Privat: ja", "hiden: true", "visibilty: private", "passwort: hunter", "unlistet: true",
    "비공게: true", "dg_publish: false", "is_public: false", "is-draft: true", "garden-publish: false", "secret: true",
    "no-publish: true", "confidential: yes", "personal: true", "internal: true", "unpublished: true",
    "not-published: true", "audience: private", "privacy: private", "sharing: private", "classification: confidential",
    "ｐｒｉｖａｔｅ: true",
  ])
  func `a misspelt field that would keep a note private does, and check says what was meant`(field: String) {
    let text = "---\n\(field)\n---\ntext\n"
    #expect(reason(text) == .doubtful)
    #expect(reason(text) { $0.isForPrograms = true } == .doubtful)
    let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: "a.md"))
    let found = NoteCheck.ofModel.flatMap { $0.find(note, .usual) }
    #expect(found.contains { $0.check == "field-type" && $0.fix != nil }, "\(found)")
  }

  @Test(arguments: [
    "b: &b {private: true}\n<<: *b", "<<: {private: true}", "params: {draft: true}", "meta:\n  private: true",
    "a.private: true", "a: [{publish: no}]", "visibility: team", "published: soon",
  ])
  func `check reports a field that does not say for certain who may read the note`(field: String) {
    let text = "---\n\(field)\n---\ntext\n"
    #expect(reason(text) == .doubtful)
    let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: "a.md"))
    #expect(NoteCheck.ofModel.contains { !$0.find(note, .usual).isEmpty })
  }

  @Test(arguments: [
    "publisher: O'Reilly", "publish_date: 2020-01-01", "drafts: 3", "drafts: true", "hide: true", "sealed: wax",
    "privacy: true", "privat: false", "publsih: true", "craft: true", "enlisted: 1944", "unreal: true", "primate: true",
    "visibilty: 10 km", "listed: false", "publication: false", "공기: true", "dark: true", "access_date: 2020-01-01",
    "audience: developers", "published_at: 2020-01-01", "private_key_file: a", "pub: false", "drift: true",
    "hidden_by: a", "passwords_file: a", "password:", "Password: \"\"",
  ])
  func `a field of its own is no misspelt one`(field: String) {
    #expect(reason("---\n\(field)\n---\ntext\n") == nil)
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
      reason("---\npublish: true\n---\n") { $0.exclusion = { path, _ in path.string == "Memo/a.md" ? .excluded : nil } }
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

/// Every spelling in which somebody may have meant that a note is private or sealed.
@Suite struct DoubtfulFrontMatterTests {
  private let today = Day(year: 2026, month: 11, day: 21)

  private func note(_ text: String) -> Note { Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: "a.md")) }

  private func isPublic(_ text: String, forPrograms: Bool = false) throws -> Bool {
    var rules = PublicationRules(now: CivilMoment(day: try #require(today), time: .midnight))
    rules.isForPrograms = forPrograms
    return rules.reason(PublicationCandidate(note(text), in: .fixed(0))) == nil
  }

  private static let fences = [
    "\n---\n%\n---\n", " ---\n%\n---\n", "\t---\n%\n---\n", "\u{200B}---\n%\n---\n", "\u{FEFF}\u{FEFF}---\n%\n---\n",
    "\u{A0}\n---\n%\n---\n", "----\n%\n----\n", "--\n%\n--\n", "— —\n%\n---\n", "—-\n%\n—-\n", "–––\n%\n–––\n",
    "--- # x\n%\n---\n",
    "--- yaml\n%\n---\n", "---\r%\r---\r", "---\n%\n", "---\n\n%\n", "---\n# comment\n%\n", "--- %\n---\n",
    "---\na.%\n---\n",
    "<!-- x -->\n---\n%\n---\n", "---\ntitle: a\n---\n---\n%\n---\n",
    "---\ntitle: a\n---\n\n\n---\ntags: [a]\n%\n---\n",
    "\n---\ntags:\n  - a\n\n- b\n%\n---\n", "\n---\n{%}\n---\n", "\n+++\n%\n+++\n", "---\nb: &b {%}\n<<: *b\n---\n",
    "---\nb: &b\n  %\n<<: *b\n---\n", "---\n\u{200B}%\n---\n", "---\n x: y: z\n%\n---\n",
    "# T\n---\n%\n---\n", "# T\n\n%\n", "%\n---\n", "%\n\nX\n", "Title: x\nAuthor: y\n%\n", "***\n%\n***\n",
    "~~~\n%\n~~~\n", "===\n%\n===\n", "___\n%\n___\n", "```yaml\n%\n```\n", "```yaml\n---\n%\n---\n```\n",
    "T\n===\n%\n",
    "---\ntitle: a\n---\n%\n\nX\n", "tags:\n  - a\n%\n", "<!-- x -->\n# T\n<!-- y -->\n%\n",
  ]
  private static let tables = [
    "+++\n%\n", "\n+++\n%\n+++\n", "+++\n[[x]]\n%\n+++\n", "+++\nextra.%\n+++\n", "++++\n%\n++++\n",
  ]
  private static let objects = ["{\n%\n}\n", "\n{ %, \"x\": 1 }\n"]

  private static func texts(_ yaml: String, _ toml: String, _ json: String) -> [String] {
    fences.map { $0.replacing("%", with: yaml) } + tables.map { $0.replacing("%", with: toml) }
      + objects.map { $0.replacing("%", with: json) }
  }

  @Test(arguments: texts("private: true", "private = true", "\"private\": true"))
  func `what looks like front matter and calls its note private keeps it from everybody`(head: String) throws {
    #expect(try !isPublic(head + "\ntext\n"))
    #expect(try !isPublic(head + "\ntext\n", forPrograms: true))
    #expect(
      note(head).document.diagnostics.contains { $0.check == "front-matter-syntax" } || head.contains("*b")
        || head.contains("\u{200B}p") || head.contains(".p")
        || head.contains("[[") || head.hasPrefix("{"))
  }

  @Test(arguments: texts("unseal: 2999-01-01", "unseal = 2999-01-01", "\"unseal\": \"2999-01-01\""))
  func `what looks like front matter and seals its note seals it`(head: String) throws {
    let gate = ReadingGate(today: try #require(today))
    let bytes = Array((head + "\nquokka\n").utf8)
    let readable = String(decoding: gate.readable(bytes, at: NotePath(trusted: "a.md"), in: .standard), as: UTF8.self)
    #expect(!readable.contains("quokka") && readable.contains("unseal: "))
    #expect(note(head).isSealed(on: try #require(today)))
  }

  @Test(arguments: [
    "2999-02-30", "2999", "2999-01", "01.01.2999", "+1y", "never", "", "~", "２９９９-０１-０１", "２９９９",
    "[2020-01-01, 2999-01-01]",
    "{day: 2999-01-01}", "\"\"", "3/4/27", "2020-01-01\nunseal: 2999-01-01", "2020-01-01\nUnseal: 2999-01-01", "299901",
    "|\n  never", "2026-11-21T10:00", "2026-11-21T23:59:00-12:00", "2026-11-21 8:30",
  ])
  func `a letter whose day cannot be read stays sealed`(day: String) throws {
    let head = "---\nunseal: \(day)\n---\n"
    let gate = ReadingGate(today: try #require(today))
    let readable = gate.readable(Array((head + "quokka\n").utf8), at: NotePath(trusted: "a.md"), in: .standard)
    #expect(!String(decoding: readable, as: UTF8.self).contains("quokka"))
    #expect(try !isPublic(head))
    let sealed = Note(Document(parsing: readable), at: NotePath(trusted: "a.md"))
    #expect(sealed.isSealed(on: try #require(today)))
  }

  @Test func `a setting that calls a folder one of templates opens no letter, and no private note to programs`() throws
  {
    let layout = VaultLayout(templateFolder: "Memo")
    func read(_ text: String, _ isForPrograms: Bool) throws -> Bool {
      let gate = ReadingGate(today: try #require(today), isForPrograms: isForPrograms)
      return gate.readable(Array((text + "quokka\n").utf8), at: NotePath(trusted: "Memo/a.md"), in: layout)
        .contains(UInt8(ascii: "q"))
    }
    for isForPrograms in [false, true] {
      #expect(try !read("---\nunseal: 2999-01-01\n---\n", isForPrograms))
      #expect(try read("---\ntitle: \"{{title}}\"\n---\n", isForPrograms))
    }
    #expect(try read("---\nunseal: {{date}}\n---\n", false))
    #expect(try !read("---\nprivate: true\n---\n", true) && !read("#private ", true))
    #expect(try read("{{date:dddd, D MMMM YYYY}}\n\n- [ ] {{date}}: water\n", true))
    #expect(try read("---\nunseal: {{date}}\ncreated: {{date}}\n---\n", true))
    #expect(try !read("---\ncreated: {{date}}\nprivate: true\n---\n", true) && !read("{{date}} #private ", true))
  }

  @Test(arguments: ["unsealed", "Unsealed", "unseal_date", "unsealDate"])
  func `a letter whose key is a word more is sealed`(key: String) throws {
    let gate = ReadingGate(today: try #require(today))
    func isSealed(_ day: String) -> Bool {
      let bytes = Array("---\n\(key): \(day)\n---\nquokka\n".utf8)
      return !gate.readable(bytes, at: NotePath(trusted: "a.md"), in: .standard).contains(UInt8(ascii: "q"))
    }
    #expect(isSealed("2999-01-01") && isSealed("2999") && !isSealed("2020-01-01") && !isSealed("true"))
  }

  @Test(arguments: [
    "2020-02-30", "2019", "2019-05", "31.12.2019", "２０１９-０１-０１", "20190101", "2026-11-21T00:00:00Z",
    "2026-11-20T15:00:00Z",
  ])
  func `a letter of a year that is over opens`(day: String) throws {
    #expect(try isPublic("---\nunseal: \(day)\n---\n"))
  }

  @Test(arguments: [
    "publishDate: someday", "publishDate:", "pubDate: soon", "publish_date: soon", "date: 2999-13-45", "date: 2999",
    "date: tomorrow",
    "created: 01.01.2999",
    "date: [2020-01-01, 2999-01-01]", "date: {created: 2999}", "private:", "비공개: true", "비공개:", "초안: true", "공개: false",
    "password: hunter2", "비밀번호: 1234", "login:\n  password: x", "hidden: ~",
  ])
  func `a field that may keep a note private does`(field: String) throws {
    #expect(try !isPublic("---\n\(field)\n---\ntext\n"))
  }

  @Test(arguments: [
    "---\n\nSome text: yes\n", "---\ntext\n\nprivate: yes\n", "# H\n\nText\n\nprivate: yes\n",
    "# H\n\nAccess: by train\nPublished: 2019\n", "Access: by train\n", "Draft: the first one\n",
    "publish: true\n\nX\n",
    "private: no\n", "Date: 5 May\n\nX\n", "***\nText\n***\nprivate: true\n", "T\nprivate: true\n",
    "# H\n- private: true\n",
    "---\na: 1\n---\n---\n\nText\n\nDate: today\n", "---\na: 1\n---\n\n---\nDate: today\n", "---\ndate:\n---\n",
    "---\ncreated: \"\"\n---\n",
    "---\ndate: Spring 2019\n---\n", "---\ndate: 20.12.2020\n---\n", "---\ndate: 2019-05\n---\n",
    "---\ncreated: 1609459200\n---\n",
    "---\ntitle: \"How to unseal: a jar\"\n---\n", "---\ndescription: a, private, list\n---\n",
    "- private: true\n- b\n",
    "---\npassword: false\n---\n", "---\ntitle: a\n---\n| a | b |\n|---|---|\n",
    "---\ntags: [draft, private-notes]\n---\n",
    "-- \nDate: 5 May\n", "Text\n\n```yaml\n---\nprivate: true\n---\n```\n", "\n\n---\n\n# Title\n\nstatus: fine\n",
    "+ private = yes\n",
    "---\nx: {a: 1}\n---\n---\n## private: yes\n",
  ])
  func `a plain note is public`(text: String) throws {
    #expect(try isPublic(text))
  }
}
