import NoteTestSupport
import Testing

/// Answers show the title in plain text, and the place if the title does not show the place.
@Suite struct AnswerPlacesTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  @Test func `a new inbox and a letter are told with their text and place, a new note of a common title with its path`()
    throws
  {
    #expect(session.run(["jot", "buy *good* milk"], onTerminal: true).output == "+ Inbox\n  + buy good milk\n")
    let letter = session.run(["letter", "--opens", "+1y", "To me", "--body", "text"], onTerminal: true)
    #expect(letter.output == "", "\(letter.output)")
    #expect(
      letter.errors.hasPrefix("“To me” is sealed until Sun 2027-11-21, in Memo/Letters\n"), "\(letter.errors)")
    for folder in ["A", "B"] { try session.folder.write("# Plan\n", to: folder + "/Plan.md") }
    _ = session.run(["list"])
    #expect(session.run(["new", "Plan"], onTerminal: true).output == "+ Plan  Memo/Plan.md\n")
    #expect(session.run(["new", "Other"], onTerminal: true).output == "+ Other\n")
  }

  @Test(arguments: [
    ("set List:3 due:fri", "= step one of Plan, unchanged"), ("defer List:3 fri", "= step one of Plan, unchanged"),
    ("done List:4", "“step two” is already done"), ("defer List:4 fri", "“step two” is done"),
    ("done step", "List.md:3  step one of Plan"), ("set Marked +x", "= Marked, unchanged"),
  ])
  func `titles in answers are plain text`(line: String, said: String) throws {
    try session.folder.write(
      "# List\n\n- [ ] step `one` of [[Plan]] 📅 2026-11-27\n- [x] step **two**\n- [ ] step `three`\n",
      to: "Memo/List.md")
    try session.folder.write("---\ntitle: \"*Marked*\"\ntags: [x]\n---\ntext\n", to: "Memo/Marked.md")
    let run = session.run(line.split(separator: " ").map(String.init), onTerminal: true)
    #expect((run.output + run.errors).contains(said), "\(run.output)\(run.errors)")
    // A hint is a command line that the user can type.
    let answer = (run.output + run.errors).split(separator: "\n").filter { !$0.hasPrefix("hint: ") }.joined()
    #expect(!answer.contains { "`*[".contains($0) }, "\(answer)")
  }

  @Test func `a titled diary entry has its title as the heading, and a day is shown once`() throws {
    #expect(session.run(["new", "-T", "diary", "Trip to Busan"]).status == 0)
    #expect(session.run(["diary", "text of the day"]).status == 0)
    let text = try session.folder.text("Diary/2026/2026-11-21 Trip to Busan.md")
    #expect(text.contains("\n# Trip to Busan\n") && text.contains("title: Trip to Busan\n"), "\(text)")
    let shown = session.run(["diary", "-5"]).output
    #expect(shown.matches(of: /Sat 2026-11-21/).count == 2, "\(shown)")
    #expect(!shown.contains("# 2026") && !shown.contains("# Trip"), "\(shown)")
  }

  private static let foreign = [
    ("digest --week", "sheaf digest this week"), ("digest --month", "sheaf digest this month"),
    ("digest --html -o x.html", "sheaf digest --to html -o x.html"), ("digest --md", "sheaf digest --to md"),
    ("digest --to me@example.org", "sheaf digest --recipient me@example.org"),
    ("digest --from me@example.org", "sheaf digest --sender me@example.org"),
    ("set Plan -x", "tags-=x"), ("tag Plan -x", "tags-=x"), ("add milk -x", "-- -x"), ("add milk --tag home", "+home"),
    ("set Plan --tag home", "+home"), ("list --tag home", "tag:home"), ("tasks --overdue", "is:overdue"),
    ("tasks --today", "today"), ("list --week", "this week"), ("list --folder Memo", "in:Memo"),
    ("add milk --date fri", "due:fri"), ("new Idea --folder Memo", "--in Memo"), ("new Idea --text x", "--body x"),
    ("rm Plan --force", "--yes"), ("rm Plan -f", "--yes"), ("rm Plan -y", "--yes"), ("list --pinned", "is:pinned"),
  ]

  @Test(arguments: foreign.filter { CommandSession.has($0.0) })
  func `an option of another program is answered with the words that do it`(line: String, hint: String) throws {
    try session.folder.write("# Plan\n", to: "Memo/Plan.md")
    let run = session.run(line.split(separator: " ").map(String.init))
    #expect(run.status == 64 && run.errors.contains("hint: \(hint)\n"), "\(run.errors)")
  }
}
