import NoteActions
import NoteSyntax
import NoteTestSupport
import Testing
import Wording

@testable import NoteModel

@Suite struct NoteChecksTests {
  private func found(_ text: String) -> [Diagnostic] {
    let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: "Memo/a.md"))
    return NoteChecks.all.flatMap { $0.find(note, .usual) }
  }

  @Test func `secrets of any number are found in linear time, each once`() {
    let name = ["pass", "word"].joined()
    let lines = [
      "a: b, \(name)=abc00001x9\n", "\(name)=abc00001x9 # ", "\(name)=\(name)=", "a=b \(name): abc00001x9\n",
    ]
    for line in lines {
      var count = 0
      let text = String(repeating: line, count: 8_000)
      let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: "Memo/a.md"))
      let time = processorTime { count = NoteCheck.secret.find(note, .usual).count }
      // In quadratic time the texts would take minutes.
      #expect(time < .seconds(30), "\(line) \(time)")
      #expect(!line.hasSuffix("\n") || count == 8_000, "\(line) \(count)")
    }
    let token = "a1B2c3D4e5F6g7H8i9J0"
    #expect(found("\(name): \(token)\nand \(name)=\(token)\n").count { $0.check == "secret" } == 2)
  }

  private func fixed(_ text: String) throws -> String {
    let edits = found(text).compactMap(\.fix).flatMap(\.edits)
    let source = SourceBuffer(Array(text.utf8))
    return String(decoding: try source.applying(edits).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("---\ntitle: a: b\n---\nx\n", "front-matter-syntax"),
    ("---\na: 1\na: 2\n---\n", "duplicate-key"),
    ("---\ndue: soon\n---\n", "field-type"), ("---\npriority: urgently\n---\n", "field-type"),
    ("---\nrepeat: sometimes\n---\n", "field-type"),
    ("---\ndraft: \"false\"\n---\n", "quoted-boolean"),
    ("---\ntitle: \"\"\n---\n", "empty-title"),
    ("a\u{0}", "nul-byte"),
    ("a\r\nb\nc\n", "mixed-line-ends"),
    ("a\n\n<<<<<<< HEAD\n", "conflict-mark"),
    ("a\n\nb %% c\n", "open-comment"),
    ("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n", "table-width"),
    ("**Tools:**\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n", "table-width"),
    ("**가(나)**을\n", "unclosed-emphasis"), ("- [ ] a 📅 2026-13-01\n", "task-field"),
    ("- [ ] a 📅\u{A0}2026-11-30\n", "task-field"),
    ("- [ ] a 🔁 every week in the garden\n", "task-field"),
    ("- [ ] a\u{A0}📅 2026-11-30\n", "task-field"),
    ("---\ntags: {a: b}\ntitle: x\n---\n", "field-type"),
    ("---\ndue: [2026-11-30]\n---\n", "field-type"),
    ("---\nown: {a: b}\ndraft: \"true\"\n---\n", "quoted-boolean"),
  ])
  func `each mistake is found by its check`(text: String, check: String) {
    #expect(found(text).map(\.check) == [check])
  }

  @Test(arguments: [
    "---\ntitle: a\ndue: 2026-11-30\ndraft: false\nrepeat: every week\n---\n# b\n\n**가** 나 **(a) b**\n",
    "```\n<<<<<<< HEAD\n```\n", "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "- [ ] a 📅 2026-11-30 [due:: 2026-11-30]\n",
    "**Tools:**\n| a | b |\n|---|---|\n| 1 | 2 |\n", ">>>>>>>> deep\n", "<<<<<<<< x\n\ny\n\n>>>>>>>> deep\n",
    "- [ ] \u{2764}\u{FE0F}📅 2026-11-30\n", "a\r\nb\r\n", "2 * 3 * 4 ** 가\n",
  ])
  func `what is right is not complained of`(text: String) {
    #expect(found(text) == [])
  }

  @Test(arguments: [7, 8, 32], ["\n", "\r\n"])
  func `markers of a conflict are found, however long`(length: Int, end: String) {
    func marks(_ mark: String) -> String { String(repeating: mark, count: length) }
    let lines = ["\(marks("<")) HEAD", "a", marks("="), "b", "\(marks(">")) other", ""]
    let found = found(lines.joined(separator: end))
    #expect(found.map(\.check) == ["conflict-mark", "conflict-mark"])
    #expect(found.first?.message.english.contains("“\(marks("<"))”") == true)
  }

  @Test(arguments: [
    ("---\ntitle: a: b\ntags: [x]\n---\n", "---\ntitle: \"a: b\"\ntags: [x]\n---\n"),
    ("---\ndraft: 'true'  # c\n---\n", "---\ndraft: true  # c\n---\n"),
    ("**마크다운(Markdown)**을 쓴다\n", "**마크다운**(Markdown)을 쓴다\n"),
    ("**\"인용\"**이라\n", "\"**인용**\"이라\n"), ("*100%*를\n", "*100*%를\n"),
    ("a\nb\r\nc\n", "a\nb\nc\n"), ("a\u{0}\u{0}", "a"),
    ("- [ ] a 📅\u{FE0F}\u{A0}2026-11-30\n", "- [ ] a 📅 2026-11-30\n"),
    ("- [ ] a\u{A0}📅 2026-11-30\n", "- [ ] a 📅 2026-11-30\n"),
    ("- [ ] a \u{FE0F}📅 2026-11-30\n", "- [ ] a 📅 2026-11-30\n"),
  ])
  func `the fix changes what is wrong and nothing else`(before: String, after: String) throws {
    #expect(try fixed(before) == after)
    #expect(found(after) == [])
  }
}
