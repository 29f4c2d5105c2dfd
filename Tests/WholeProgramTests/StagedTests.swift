import NoteTestSupport
import Testing

/// `check` and `fmt` on what is staged, as a hook before a commit runs them.
@Suite("Staged notes")
struct StagedTests {
  private let session: CommandSession
  private let git: GitFixture

  init() throws {
    session = try CommandSession(environment: GitFixture.identity)
    git = try GitFixture(in: session.folder)
    _ = session.run(["init", "--quiet"])
    try session.folder.write("# Old\n\n[[gone]]\n", to: "old.md")
    try git.commitAll(date: 1_700_000_000)
  }

  @Test("Only the notes of the next commit are checked, as they are staged")
  func check() throws {
    try session.folder.write("# New\n\n[[nowhere]]\n", to: "- 새 메모.md")
    #expect(session.run(["check", "--staged"]).status == 0)
    try git.git("add", "--all")
    try session.folder.write("# New\n", to: "- 새 메모.md")
    let outcome = session.run(["check", "--staged"])
    #expect(!outcome.output.contains("old.md"))
    try session.folder.write("---\ndue: someday\n---\n", to: "b.md")
    try git.git("add", "b.md")
    try session.folder.write("fine\n", to: "b.md")
    let staged = session.run(["check", "--staged"])
    #expect(staged.status == 1)
    #expect(staged.output.hasPrefix("b.md:2:6: "), "\(staged.output)")
  }

  @Test(
    "Findings are commands of a workflow, or SARIF, with paths from the root of the git repository")
  func formats() throws {
    try session.folder.write("---\ndue: a, b\n---\n", to: "새.md")
    let commands = session.run(["check", "--to", "github", "새.md"]).output
    #expect(
      commands.hasPrefix("::warning file=새.md,line=2,col=6,title=")
        || commands.hasPrefix("::error file=새.md,line=2,col=6,title="), "\(commands)")
    let sarif = session.run(["check", "--to", "sarif", "새.md"]).output
    #expect(sarif.contains("\"uri\": \"%EC%83%88.md\""))
    #expect(sarif.contains("\"startLine\": 2"))
    #expect(sarif.contains("\"version\": \"2.1.0\""))
    // Its columns are code points: these five are one letter to a reader.
    let columns = try ["abcde", "👨‍👩‍👧"].map { word in
      try session.folder.write("\(word) [[nowhere]]\n", to: "새.md")
      return session.run(["check", "--to", "sarif", "새.md"]).output.split(separator: "\n")
        .filter { $0.contains("startColumn") }
    }
    #expect(columns[0] == columns[1] && !columns[0].isEmpty)
  }

  @Test("Formatting changes what is staged; a file that was edited since keeps its edits")
  func fmt() throws {
    try session.folder.write("*  one\n*  two\n", to: "same.md")
    try session.folder.write("*  one\n*  two\n", to: "edited.md")
    try git.git("add", "--all")
    try session.folder.write("my own\n", to: "edited.md")
    #expect(session.run(["fmt", "--staged", "--check"]).status == 1)
    #expect(session.run(["fmt", "--staged"]).output == "edited.md\nsame.md\n")
    #expect(try git.git("show", ":edited.md") == "- one\n- two\n")
    #expect(try git.git("show", ":same.md") == "- one\n- two\n")
    #expect(String(decoding: try session.folder.read("same.md"), as: UTF8.self) == "- one\n- two\n")
    #expect(String(decoding: try session.folder.read("edited.md"), as: UTF8.self) == "my own\n")
    #expect(session.run(["fmt", "--staged", "--check"]).status == 0)
  }

  @Test("A file that is named is not formatted with all that are staged, nor another number of them than expected")
  func fmtRefused() throws {
    for name in ["a.md", "b.md"] { try session.folder.write("*  one\n", to: name) }
    try git.git("add", "--all")
    for words in [["a.md"], ["."], ["-"], ["--check", "a.md"], ["a.md", "--expect", "2"]] {
      #expect(session.run(["fmt", "--staged"] + words, input: "*  one\n").status == 64, "\(words)")
    }
    let other = session.run(["fmt", "--staged", "--expect", "1"])
    #expect(other.status == 3)
    #expect(other.errors.contains("2 notes would change, not 1; nothing was written"), "\(other.errors)")
    for name in ["a.md", "b.md"] {
      #expect(try git.git("show", ":" + name) == "*  one\n")
      #expect(String(decoding: try session.folder.read(name), as: UTF8.self) == "*  one\n")
    }
    #expect(session.run(["fmt", "--staged", "--expect", "2"]).output == "a.md\nb.md\n")
    #expect(try git.git("show", ":a.md") == "- one\n")
  }

  @Test("A link is told with the commit that broke it since")
  func brokenSince() throws {
    try session.folder.write("# Target\n", to: "target.md")
    try session.folder.write("[[target]]\n", to: "from.md")
    try git.commitAll("both", date: 1_700_000_100)
    try git.git("mv", "from.md", "from here.md")
    try git.commitAll("renamed", date: 1_700_000_200)
    try git.git("rm", "--quiet", "target.md")
    try git.git("commit", "--quiet", "-m", "took it away")
    try session.folder.write("[[never there]]\n", to: "later.md")
    try git.commitAll("wrote it", date: 1_700_000_300)
    let lines = session.run(["links", "--broken", "--since", "HEAD~3"]).output.split(
      separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.contains { $0.hasPrefix("1  from here.md:1  target") && $0.hasSuffix("took it away") })
    #expect(lines.contains { $0.hasPrefix("2  later.md:1  never there") && $0.hasSuffix("wrote it") })
  }

  @Test("A digest since a commit has what came and changed after it")
  func digestSince() throws {
    try session.folder.write("# Old\n\nnow other\n", to: "old.md")
    try session.folder.write("# Fresh\n", to: "fresh.md")
    try git.commitAll(date: 1_700_000_100)
    let text = session.run(["digest", "--since", "HEAD~1"]).output
    #expect(text.contains("Fresh"))
    #expect(text.contains("Old"))
    #expect(session.run(["digest", "--since", "HEAD"]).status == 1)
  }
}
