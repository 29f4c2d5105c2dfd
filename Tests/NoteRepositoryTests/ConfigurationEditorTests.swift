import NoteRepository
import Testing
import Wording

/// One setting is written, and no other byte changes.
@Suite struct ConfigurationEditorTests {
  private func setting(_ key: String, _ value: String, in text: String) throws -> String {
    let key = try #require(ConfigurationCatalogue.key(key))
    let bytes = try ConfigurationEditor.setting(key, to: value, in: Array(text.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("folders.memo", "Notes", "", "folders.memo: Notes\n"),
    (
      "folders.memo", "Notes", "# mine\nlanguage: ko   # here\n",
      "# mine\nlanguage: ko   # here\nfolders.memo: Notes\n"
    ),
    ("language", "en", "# mine\nlanguage: ko   # here\n", "# mine\nlanguage: en   # here\n"),
    (
      "folders.memo", "Notes", "folders:\n    memo: Memo # old\n    diary: D\nfmt.wrap: 80\n",
      "folders:\n    memo: Notes # old\n    diary: D\nfmt.wrap: 80\n"
    ),
    (
      "folders.tasks", "T", "folders:\n  memo: M\n\nfmt.wrap: 80\n",
      "folders:\n  memo: M\n  tasks: T\n\nfmt.wrap: 80\n"
    ),
    (
      "ignore", "a,b c", "ignore:\n  - x\n  - y # two\nlanguage: ko\n",
      "ignore: [a, b c]\nlanguage: ko\n"
    ),
    (
      "fmt.bullet", "*", "fmt.bullet: '-'\r\nlanguage: ko\r\n",
      "fmt.bullet: \"*\"\r\nlanguage: ko\r\n"
    ),
    ("git.commit", "yes", "language: ko", "language: ko\ngit.commit: true"),
    ("editor", "nvim -c 'set tw=80'", "editor:\n", "editor: nvim -c 'set tw=80'\n"),
    ("inbox", "no", "", "inbox: \"no\"\n"),
  ])
  func `a setting is written in its place`(
    key: String, value: String, before: String, after: String
  ) throws {
    #expect(try setting(key, value, in: before) == after)
  }

  @Test func `a value that a setting cannot have is refused`() {
    #expect(throws: Problem.self) { try setting("fmt.wrap", "wide", in: "") }
    #expect(throws: Problem.self) { try setting("language", "fr", in: "") }
  }

  @Test func `what cannot be changed alone is left unchanged`() {
    #expect(throws: Problem.self) {
      try setting("folders.memo", "N", in: "folders: {memo: A, diary: B}\n")
    }
    #expect(throws: Problem.self) {
      try setting("language", "en", in: "language: >\n  ko\n")
    }
  }

  // MARK: - Tables

  private func entry(_ text: String, _ name: String, to value: String?) throws -> String {
    let bytes = try ConfigurationEditor.setting(name, of: "views", to: value, in: Array(text.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a table is made where there is none`() throws {
    #expect(try entry("", "a", to: "tag:x") == "views:\n  a: \"tag:x\"\n")
    #expect(
      try entry("# mine\nlanguage: ko\n", "집", to: "a \"b\"")
        == "# mine\nlanguage: ko\nviews:\n  \"집\": \"a \\\"b\\\"\"\n")
    #expect(
      try entry("views: {}\npager: cat\n", "a", to: "x") == "views:\n  a: \"x\"\npager: cat\n")
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
      try entry(text, "three", to: "x")
        == text.replacing("tag:b\n", with: "tag:b\n    three: \"x\"\n"))
    #expect(
      try entry(text, "one", to: "y")
        == text.replacing("one: 'tag:a'   # why", with: "one: \"y\"   # why"))
    #expect(try entry(text, "둘", to: nil) == text.replacing("    \"둘\": tag:b\n", with: ""))
    #expect(try entry(text, "none", to: nil) == text)
    #expect(try entry("views:\n  a: x\n", "a", to: nil) == "views: {}\n")
  }

  @Test(arguments: [
    "views: {a: x}\n", "views:\n  a: >\n    folded\n    text\n",
  ])
  func `what is not written a line an entry is left alone`(text: String) {
    #expect(throws: Problem.self) { try entry(text, "a", to: "z") }
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
      String(decoding: try ConfigurationEditor.removing(key, from: Array(text.utf8)), as: UTF8.self)
    }
    #expect(try without("folders.memo") == text.replacing("  memo: Notes\n", with: ""))
    #expect(try without("ignore") == text.replacing("ignore:\n  - a\n  - b\n", with: ""))
    #expect(try without("views") == text.replacing("views:\n  x: tag:y\n", with: ""))
    #expect(try without("pager") == text)
    #expect(try without(nil) == "# mine\n  # where notes go\n")
  }

  @Test func `the sites are set one setting at a time, and the refusal says so`() throws {
    let key = try #require(ConfigurationCatalogue.key("sites"))
    let text = "{one: {query: tag:a, output: public/one}}"
    #expect {
      try ConfigurationEditor.setting(key, to: text, in: [])
    } throws: { error in
      guard let error = error as? Problem else { return false }
      return error.explanation.english.contains("each site") && error.hint?.english.contains("NAME.output") == true
    }
  }

  @Test func `a comment after an empty setting stays a comment`() throws {
    #expect(try setting("fmt.wrap", "80", in: "fmt:\n  wrap: # how wide\n") == "fmt:\n  wrap: 80 # how wide\n")
    #expect(try setting("pager", "cat", in: "pager:  # none\n") == "pager: cat  # none\n")
  }
}
