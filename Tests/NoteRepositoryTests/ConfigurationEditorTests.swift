import NoteRepository
import Testing

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
    #expect(throws: ConfigurationEditError.self) { try setting("fmt.wrap", "wide", in: "") }
    #expect(throws: ConfigurationEditError.self) { try setting("language", "fr", in: "") }
  }

  @Test func `what cannot be changed alone is left unchanged`() {
    #expect(throws: ConfigurationEditError.self) {
      try setting("folders.memo", "N", in: "folders: {memo: A, diary: B}\n")
    }
    #expect(throws: ConfigurationEditError.self) {
      try setting("language", "en", in: "language: >\n  ko\n")
    }
  }
}
