import NoteRepository
import Testing

@Suite struct ConfigurationTableEditorTests {
  private func setting(_ text: String, _ name: String, to value: String?) throws -> String {
    let editor = ConfigurationTableEditor(Array(text.utf8), table: "views")
    return String(decoding: try editor.setting(name, to: value), as: UTF8.self)
  }

  @Test func `a table is made where there is none`() throws {
    #expect(try setting("", "a", to: "tag:x") == "views:\n  a: \"tag:x\"\n")
    #expect(
      try setting("# mine\nlanguage: ko\n", "집", to: "a \"b\"")
        == "# mine\nlanguage: ko\nviews:\n  \"집\": \"a \\\"b\\\"\"\n")
    #expect(
      try setting("views: {}\npager: cat\n", "a", to: "x") == "views:\n  a: \"x\"\npager: cat\n")
  }

  @Test func `an entry is added, changed and removed, and no other byte`() throws {
    let text = """
      views:   # mine
          # the first
          one: 'tag:a'   # why

          "둘": tag:b
      pager: cat

      """
    #expect(
      try setting(text, "three", to: "x")
        == text.replacing("tag:b\n", with: "tag:b\n    three: \"x\"\n"))
    #expect(
      try setting(text, "one", to: "y")
        == text.replacing("one: 'tag:a'   # why", with: "one: \"y\""))
    #expect(try setting(text, "둘", to: nil) == text.replacing("    \"둘\": tag:b\n", with: ""))
    #expect(try setting(text, "none", to: nil) == text)
    #expect(try setting("views:\n  a: x\n", "a", to: nil) == "views: {}\n")
  }

  @Test(arguments: [
    "views: {a: x}\n", "views:\n  a: >\n    folded\n    text\n",
  ])
  func `what is not written a line an entry is left alone`(text: String) {
    #expect(throws: ConfigurationRefusal.self) { try setting(text, "a", to: "z") }
  }

  @Test func `a setting is taken out with its value and an empty head, and no comment`() throws {
    let text = """
      # mine
      folders:
        # where notes go
        memo: Notes
        attachments: files   # kept
      ignore:
        - a
        - b
      views:
        x: tag:y
      language: ko

      """
    func without(_ key: String?) throws -> String {
      String(decoding: try ConfigurationReset.removing(key, from: Array(text.utf8)), as: UTF8.self)
    }
    #expect(try without("folders.memo") == text.replacing("  memo: Notes\n", with: ""))
    #expect(try without("ignore") == text.replacing("ignore:\n  - a\n  - b\n", with: ""))
    #expect(try without("views") == text.replacing("views:\n  x: tag:y\n", with: ""))
    #expect(try without("pager") == text)
    #expect(try without(nil) == "# mine\n  # where notes go\n")
  }
}
