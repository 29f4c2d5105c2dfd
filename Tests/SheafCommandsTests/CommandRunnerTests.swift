import NoteTestSupport
import SheafCommands
import Testing

@Suite struct CommandRunnerTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  @Test func `every exit code has a name of its own`() {
    #expect(Set(ExitStatus.allCases.map(\.rawValue)) == [0, 1, 2, 3, 64, 65, 66, 73, 74, 75, 130])
  }

  @Test func `errors leave standard output empty, also for programs`() {
    let outcome = session.run(["list", "--json"])
    #expect(outcome.status == 66)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors.hasPrefix(
        "{\"schemaVersion\":1,\"kind\":\"error\",\"items\":[{\"message\":\"Not a note repository: $REPOSITORY"
      ), "\(outcome.errors)")
  }

  @Test func `options that exclude each other are a mistake of usage, also for programs`() {
    let outcome = session.run(["status", "--json", "--report"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--json and --report cannot be used together"), "\(outcome.errors)")
    #expect(outcome.errors.contains("\"exitStatus\":64"))
  }

  @Test func `Korean is spoken where it is asked for`() {
    #expect(session.run(["--lang", "ko", "list"]).errors.hasPrefix("오류: "))
    #expect(session.run(["list", "--lang=ko"]).errors.hasPrefix("오류: "))
    #expect(session.run(["--lang", "ko", "--help"]).output.contains("일기"))
  }

  @Test func `the configuration chooses the language, an option wins over it`() throws {
    try session.folder.write("language: ko\n", to: ".sheaf/config.yaml")
    #expect(session.run(["show", "x"]).errors.hasPrefix("오류: "))
    #expect(session.run(["show", "x", "--lang", "en"]).errors.hasPrefix("error: "))
  }

  @Test func `eight processes that index at once agree`() async throws {
    _ = session.run(["init"])
    for number in 0..<60 { try session.folder.write("# Note \(number)", to: "Memo/\(number).md") }
    let session = session
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { session.run(["list", "--paths"]).output.split(separator: "\n").count }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 60, count: 8))
  }

  @Test func `a read command changes no file of the repository`() throws {
    _ = session.run(["init"])
    try session.folder.write("# A\n[[b]] #t\n", to: "a.md")
    let before = try session.folder.files().map { ($0, try session.folder.read($0)) }
    for words in [
      ["list"], ["search", "a"], ["links", "a"], ["tags"], ["status"], ["show", "a"],
    ] {
      _ = session.run(words)
    }
    let after = try session.folder.files().map { ($0, try session.folder.read($0)) }
    #expect(before.map(\.0) == after.map(\.0))
    #expect(before.map(\.1) == after.map(\.1))
  }

  @Test func `a note changed a moment ago is found`() throws {
    _ = session.run(["init"])
    for round in 0..<20 {
      try session.folder.write("word\(round) same length \(10 + round)\n", to: "Memo/a.md")
      #expect(session.run(["search", "-l", "word\(round)"]).output == "Memo/a.md\n")
    }
    try session.folder.remove("Memo/a.md")
    #expect(session.run(["search", "-l", "same"]).status == 1)
  }

  @Test func `as many lines as there are is the most that a match can show around it`() throws {
    _ = session.run(["init"])
    try session.folder.write("one\ntwo\nneedle\nfour\n", to: "Memo/a.md")
    let all = session.run(["search", "needle", "--context", "3"])
    #expect(all.output.contains("one") && all.output.contains("four"))
    #expect(session.run(["search", "needle", "--context", "\(Int.max)"]).output == all.output)
    #expect(session.run(["search", "needle", "--context=-1"]).status == 64)
  }

  @Test func `lines around matches are shown once, in their order`() throws {
    _ = session.run(["init"])
    let lines = ["apple 1", "apple 2", "x", "y", "apple 3", "z", "end"]
    try session.folder.write(lines.map { $0 + "\n" }.joined(), to: "Memo/a.md")
    let output = session.run(["search", "apple", "--context", "1"]).output
    #expect(
      output.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
        == ["1: apple 1", "2: apple 2", "3- x", "4- y", "5: apple 3", "6- z"], "\(output)")
    let many = String(repeating: "apple\n", count: 20_000)
    try session.folder.write(many, to: "Memo/a.md")
    let time = processorTime { _ = session.run(["search", "apple", "--context", "1"]) }
    #expect(time < .seconds(20), "\(time)")
  }

  @Test func `quiet is quiet before and behind the command`() {
    #expect(session.run(["init", "-q"]).errors.isEmpty)
    #expect(session.run(["-q", "init"]).errors.isEmpty)
    #expect(session.run(["new", "--", "-q"]).output == "Memo/q.md\n")
  }

  @Test func `init changes no file that exists`() throws {
    try session.folder.write("keep", to: ".sheaf/config.yaml")
    try session.folder.write("# note", to: "vault/x.md")
    #expect(session.run(["init"]).status == 0)
    #expect(try session.folder.read(".sheaf/config.yaml") == Array("keep".utf8))
    #expect(try session.folder.read("vault/x.md") == Array("# note".utf8))
    #expect(!session.folder.files().contains { $0.hasPrefix("Memo") })
  }

  @Test func `new never overwrites, whatever the case of letters`() throws {
    _ = session.run(["init"])
    try session.folder.write("mine", to: "Memo/Plan.md")
    #expect(session.run(["new", "plan"]).output == "Memo/plan 2.md\n")
    #expect(try session.folder.read("Memo/Plan.md") == Array("mine".utf8))
  }
}
