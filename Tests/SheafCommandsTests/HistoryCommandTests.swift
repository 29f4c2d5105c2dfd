import NoteTestSupport
import Testing

/// `log`, `diff`, `show --at`, `restore`, `list --at`, `git.commit` and `sync` with the real git.
@Suite("History commands")
struct HistoryCommandTests {
  private let session: CommandSession
  private let git: GitFixture

  init() throws {
    session = try CommandSession(environment: GitFixture.identity)
    git = try GitFixture(in: session.folder)
    _ = session.run(["init", "--quiet"])
    try git.commitAll("begin", date: Self.first)
  }

  /// 2026-11-18T18:00:00+09:00, and a day later each.
  private static let first = 1_794_992_400
  private func day(_ number: Int) -> Int { Self.first + number * 86_400 }

  private func write(_ text: String, to name: String, _ message: String, day number: Int) throws {
    try session.folder.write(text, to: name)
    try git.commitAll(message, date: day(number))
  }

  private func threeVersions() throws {
    try write("---\ntitle: Tax\nstatus: todo\n---\none\n", to: "Memo/tax.md", "one", day: 0)
    try write("---\ntitle: Tax\nstatus: doing\n---\none\n", to: "Memo/tax.md", "two", day: 1)
    try git.git("mv", "Memo/tax.md", "Memo/-new name.md")
    try git.commitAll("three", date: day(2))
  }

  @Test("The log of a note says what happened in words, through its former names")
  func log() throws {
    try threeVersions()
    let outcome = session.run(["log", "Tax"])
    let lines = outcome.output.split(separator: "\n").map {
      $0.replacing(#/  [0-9a-f]{7}  /#, with: "  ·  ")
    }
    #expect(
      lines == [
        "Fri 2026-11-20 18:00  ·  three", "  renamed from tax.md", "Thu 2026-11-19 18:00  ·  two",
        "  moved from todo to doing", "Wed 2026-11-18 18:00  ·  one", "  created",
      ], "\(outcome.errors)")
    #expect(
      session.run(["log", "--board", "--since", "2026-11-19"]).output.contains("todo to doing"))
    #expect(!session.run(["log", "--board"]).output.contains("renamed"))
  }

  @Test func `a log without changes says so, and restore takes no part of a name without asking`() throws {
    try threeVersions()
    let none = session.run(["log", "2020"], onTerminal: true)
    #expect(none.status == 1 && none.errors.hasSuffix("No changes\n"), "\(none.errors)")
    for words in [["restore", "Ta"], ["restore", "Ta", "--at", "2026-11-18"]] {
      let part = session.run(words)
      #expect(part.status == 64 && part.errors.contains("only part of a name"), "\(part.errors)")
    }
  }

  @Test("A note is shown as a commit or the end of a day has it")
  func showAt() throws {
    try threeVersions()
    #expect(session.run(["show", "Tax", "--at", "2026-11-18", "--raw"]).output.contains("todo"))
    #expect(session.run(["show", "Tax", "--at", "HEAD~1", "--raw"]).output.contains("doing"))
    #expect(session.run(["show", "Tax", "--at", "nowhere"]).status == 66)
  }

  @Test("Listings of a commit's notes are those of its day")
  func listAt() throws {
    try threeVersions()
    #expect(
      session.run(["list", "status:todo", "--at", "2026-11-18", "--paths"]).output.hasSuffix(
        "Memo/tax.md\n"))
    #expect(session.run(["list", "status:todo", "--paths"]).output == "")
    #expect(session.run(["tasks", "--at", "2026-11-18"]).output.contains("Tax"))
    #expect(session.run(["board", "--at", "2026-11-18"]).output.contains("Tax"))
    #expect(!session.folder.files().contains { $0.hasPrefix("files") })
  }

  @Test(.needsExtensions) func `a day without its year lies in the past, for every command that looks back`() throws {
    try threeVersions()
    // 2026-11-18; today is Saturday.
    for then in ["wednesday", "18 nov", "수요일"] {
      #expect(session.run(["show", "Tax", "--at", then, "--raw"]).output.contains("todo"), "\(then)")
      #expect(
        session.run(["list", "status:todo", "--at", then, "--paths"]).output.hasSuffix("Memo/tax.md\n"), "\(then)")
      #expect(session.run(["diff", "Tax", then]).output.contains("moved from todo to doing"), "\(then)")
    }
    for (words, day) in [("thursday", "2026-11-19"), ("19 nov", "2026-11-19"), ("목요일", "2026-11-19")] {
      for command in ["log", "digest"] {
        let outcome = session.run([command, "--since", words])
        #expect(outcome.status == 0, "\(command) \(words)")
        #expect(outcome.output == session.run([command, "--since", day]).output, "\(command) \(words)")
      }
    }
    let all = session.run(["log"]).output
    for period in ["2026", "2026-11", "this week", "2026-11-18"] {
      #expect(session.run(["log", "--since", period]).output == all, "\(period)")
    }
    #expect(session.run(["log", "--since", "thursday"]).output != all)
    #expect(session.run(["restore", "Tax", "--at", "wednesday"]).status == 0)
    #expect(
      String(decoding: try session.folder.read("Memo/-new name.md"), as: UTF8.self).contains("todo"))
  }

  @Test func `what git knows by a name is meant before a day`() throws {
    try threeVersions()
    try git.git("branch", "friday", "HEAD~2")
    #expect(session.run(["show", "Tax", "--at", "friday", "--raw"]).output.contains("todo"))
    for command in ["log", "digest"].filter(CommandSession.has) {
      let commit = try git.git("rev-parse", "friday").filter { !$0.isWhitespace }
      #expect(
        session.run([command, "--since", "friday"]).output.replacing("friday", with: commit)
          == session.run([command, "--since", commit]).output, "\(command)")
    }
  }

  @Test("A restored note has the bytes of the commit, and undo takes it back")
  func restore() throws {
    try threeVersions()
    try session.folder.remove("Memo/-new name.md")
    #expect(session.run(["restore", "Memo/-new name.md"]).status == 0)
    #expect(
      try session.folder.read("Memo/-new name.md")
        == Array("---\ntitle: Tax\nstatus: doing\n---\none\n".utf8))
    #expect(session.run(["restore", "Tax", "--at", "2026-11-18"]).status == 0)
    #expect(
      String(decoding: try session.folder.read("Memo/-new name.md"), as: UTF8.self).contains("todo")
    )
    _ = session.run(["undo"])
    #expect(
      String(decoding: try session.folder.read("Memo/-new name.md"), as: UTF8.self).contains(
        "doing"))
  }

  @Test("A difference tells fields in words, text by word, Korean by character")
  func diff() throws {
    try threeVersions()
    try session.folder.write(
      "---\ntitle: Tax\nstatus: done\n---\none two\n회의록을\n", to: "Memo/-new name.md")
    let text = session.run(["diff", "Tax"]).output
    #expect(text.contains("moved from doing to done"))
    #expect(text.contains("one{+ two+}"))
    try git.commitAll(date: day(3))
    try session.folder.write(
      "---\ntitle: Tax\nstatus: done\n---\none two\n일지를\n", to: "Memo/-new name.md")
    try session.folder.write(
      "---\ntitle: Tax\nstatus: done\n---\none two\n회의를\n", to: "Memo/-new name.md")
    #expect(session.run(["diff"]).output.contains("회의[-록을-]{+를+}"))
    #expect(session.run(["diff", "Tax", "2026-11-18"]).output.contains("moved from todo to done"))
  }

  private func lastCommit(_ format: String) throws -> String {
    try git.git("log", "-1", "--format=" + format, "--name-only")
  }

  @Test("With git.commit each command commits its own files with a sentence, and undo does too")
  func committing() throws {
    try threeVersions()
    try session.folder.write("git:\n  commit: true\n", to: ".sheaf/config.yaml")
    #expect(session.run(["config", "trust"]).status == 0)
    try git.commitAll("settings", date: day(3))
    try session.folder.write("other\n", to: "Memo/other.md")
    try session.folder.write("staged\n", to: "Memo/staged.md")
    try git.git("add", "Memo/staged.md")
    #expect(session.run(["set", "Tax", "status=done"]).errors == "")
    #expect(try lastCommit("%s") == "Move “Tax” from doing to done\n\nMemo/-new name.md\n")
    #expect(session.run(["new", "Fresh", "--lang", "ko"]).errors == "")
    #expect(try lastCommit("%s") == "“Fresh” 추가\n\nMemo/Fresh.md\n")
    #expect(try git.git("diff", "--cached", "--name-only") == "Memo/staged.md\n")
    _ = session.run(["undo"])
    #expect(try lastCommit("%s").hasPrefix("Undo: sheaf new Fresh"))
    #expect(try git.git("diff", "--cached", "--name-only") == "Memo/staged.md\n")
    _ = session.run(["mv", "Tax", "Archive/"])
    #expect(try lastCommit("%s").hasPrefix("Move “Tax” to Archive"))
  }

  @Test("What the user has staged of the same file is left alone, and the reason is told")
  func staged() throws {
    try threeVersions()
    try session.folder.write("git:\n  commit: true\n", to: ".sheaf/config.yaml")
    #expect(session.run(["config", "trust"]).status == 0)
    try git.commitAll("settings", date: day(3))
    try session.folder.write("---\ntitle: Tax\nstatus: todo\n---\none\n", to: "Memo/-new name.md")
    try git.git("add", "--all")
    let before = try git.git("rev-parse", "HEAD")
    let outcome = session.run(["set", "Tax", "status=done"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("not committed: You have staged changes"))
    #expect(try git.git("rev-parse", "HEAD") == before)
  }

  @Test(arguments: [["log"], ["log", "--limit", "1"], ["diff"], ["list", "--at", "HEAD"]])
  func `before the first commit a command says that there is none`(words: [String]) throws {
    let session = try CommandSession()
    _ = try GitFixture(in: session.folder)
    _ = session.run(["init", "--quiet"])
    let outcome = session.run(words)
    #expect(outcome.status == 66)
    #expect(
      outcome.errors == """
        error: Nothing has been committed yet
        hint: “sheaf sync” or “git commit” makes the first commit.

        """)
  }
}
