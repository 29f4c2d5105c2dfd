import NoteTestSupport
import Testing

/// A search that finds nothing asks for less, and says so in one line.
@Suite struct SecondTryTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    for (name, text) in [
      ("a", "# Dictionary\n\nThe spellcheck and a wifi.\n"), ("b", "# Tools\n\nTo check the grammar.\n"),
      ("c", "# 결과\n\n검색 결과를 본다.\n"), ("d", "# Apples\n\nApples and pears; a spell in winter.\n"),
      ("e", "# Note\n\nA front matter.\n"),
    ] { try session.folder.write(text, to: "Memo/\(name).md") }
  }

  @Test(arguments: [
    ("spell check", "a", 1), ("wi-fi", "a", 1), ("frontmatter", "e", 1), ("검색결과", "c", 1), ("to ols", "b", 1),
    // The other line asks about the word “pear”.
    ("apples pear s", "d", 2),
  ])
  func `words are found joined and apart`(words: String, name: String, lines: Int) {
    let run = session.run(["search", "-l"] + words.split(separator: " ").map(String.init))
    #expect(run.output == "Memo/\(name).md\n", "\(words): \(run.output)")
    #expect(run.errors.split(separator: "\n").count == lines, "\(run.errors)")
    #expect(run.errors.contains("have them with other spaces"), "\(run.errors)")
  }

  @Test func `where no note has all words, those with the most and rarest come first`() {
    let run = session.run(["search", "-l", "how do I spell apples in the dictionary"])
    #expect(run.output.split(separator: "\n").prefix(2).sorted() == ["Memo/a.md", "Memo/d.md"], "\(run.output)")
    #expect(run.errors.hasPrefix("Read as a question: "), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.status == 0)
    #expect(session.run(["search", "-l", "zebra", "apples"]).errors.contains("some of them"))
  }

  @Test(arguments: [
    ("fixing a dictionaries", "a"), ("the tool for a grammars", "b"), ("note about fronts", "e"),
    ("to matters in the front", "e"),
  ])
  func `a question finds other forms of its words, and the note with most of them comes first`(
    words: String, name: String
  ) {
    let run = session.run(["search", "-l"] + words.split(separator: " ").map(String.init))
    #expect(run.output.hasPrefix("Memo/\(name).md\n"), "\(words): \(run.output)")
  }

  @Test func `a question that is a title or a sentence of a note finds that note first`() throws {
    try session.folder.write("# Notes\n\nHow to check a spell: check, check the spell.\n", to: "Memo/f.md")
    try session.folder.write("# How to check a spell\n", to: "Memo/g.md")
    #expect(session.run(["search", "-l", "how to check a spell"]).output.hasPrefix("Memo/g.md\nMemo/f.md\n"))
    try session.folder.write("# Long\n\n\(String(repeating: "x ", count: 200)) pears; a spell in\n", to: "Memo/h.md")
    #expect(session.run(["search", "-l", "and pears; a spell in winter"]).output.hasPrefix("Memo/d.md\n"))
  }

  @Test func `a word that no note has is looked for in other forms`() {
    let run = session.run(["search", "-l", "grammars"])
    #expect(run.output == "Memo/b.md\n" && run.errors.contains("or other forms"), "\(run.errors)")
  }

  @Test func `words in quotes are asked for as they are, a question or not`() {
    #expect(session.run(["search", "-l", "\"to check the grammar\""]).output == "Memo/b.md\n")
    #expect(session.run(["search", "-l", "\"to check the spell\""]).errors.contains("some of them"))
  }

  @Test func `a question is answered by its telling words, and words alone are asked for as they are`() {
    let run = session.run(["search", "-l", "what", "is", "the", "grammar"])
    #expect(run.output == "Memo/b.md\n" && run.errors.isEmpty, "\(run.errors)")
    #expect(session.run(["search", "-l", "what", "is"]).output.isEmpty)
    #expect(session.run(["search", "-l", "grammar", "what"]).errors.contains("some of them"))
  }

  @Test func `conditions hold, exact answers are not widened, and a listing finds what it is asked for`() {
    #expect(session.run(["search", "-l", "apples", "grammar", "in:Diary"]).output.isEmpty)
    #expect(session.run(["search", "-l", "spell check", "-tools", "-dictionary"]).output == "Memo/d.md\n")
    let exact = session.run(["search", "-l", "spell"])
    #expect(exact.output == "Memo/d.md\n" && exact.errors.isEmpty)
    #expect(session.run(["list", "apples", "grammar"]).output.isEmpty)
    #expect(session.run(["search", "-l", "zzz", "yyy"]).status == 1)
  }
}
