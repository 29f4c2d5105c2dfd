import Foundation
import NoteTestSupport
import Testing

/// What arrives in a folder by a sync: settings, files that are no notes, links, and what is saved there meanwhile.
@Suite struct SyncArrivalTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }

  init() throws { machines = try TwoMachines() }

  @Test func `settings are synced, and what is no note is named where it stays behind`() throws {
    try one.write("x: 1\n", to: ".sheaf/more.yaml")
    try one.write("{}\n", to: ".obsidian/workspace.json")
    try one.git.git("add", ".obsidian")
    try one.git.git("commit", "--quiet", "-m", "obsidian")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    #expect(try two.read(".sheaf/more.yaml") == "x: 1\n")
    try two.write("{1}\n", to: ".obsidian/workspace.json")
    let outcome = two.sync()
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        All commits are exchanged; these files are changed here and not committed:
          .obsidian/workspace.json

        """)
  }

  @Test func `a file that is no note, changed on both sides, does not stop a sync`() throws {
    try one.write("{}\n", to: ".obsidian/workspace.json")
    try one.git.git("add", ".obsidian")
    try one.git.git("commit", "--quiet", "-m", "obsidian")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    try one.write("{1}\n", to: ".obsidian/workspace.json")
    try one.write("new\n", to: "new.md")
    try one.git.git("add", ".obsidian")
    try one.git.git("commit", "--quiet", "-m", "obsidian")
    #expect(one.sync().status == 0)
    try two.write("{2}\n", to: ".obsidian/workspace.json")
    let outcome = two.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("this computer's versions were kept:\n  .obsidian/workspace.json"))
    #expect(try two.read(".obsidian/workspace.json") == "{2}\n")
    #expect(try two.read("new.md") == "new\n")
  }

  /// A program saves the last note, or a new one by its name, as soon as the first one has arrived.
  @Test(arguments: ["echo mine >> n300.md", "rm n300.md; mkdir n300.md; echo mine > n300.md/a"])
  func `what is saved while notes arrive is not overwritten`(saving: String) throws {
    let names = (100...300).map { "n\($0).md" }
    for name in names { try one.write("# A\n\nfirst\n\nlast\n", to: name) }
    #expect(one.sync().status == 0 && two.sync().status == 0)
    for name in names { try one.write("# A\n\nfirst of one\n\nlast\n", to: name) }
    #expect(one.sync().status == 0)
    let program = Process()
    program.executableURL = URL(filePath: "/bin/sh")
    program.arguments = ["-c", "until grep -q 'of one' n100.md; do :; done; \(saving)"]
    program.currentDirectoryURL = URL(filePath: two.session.folder.path)
    try program.run()
    let outcome = two.sync()
    program.waitUntilExit()
    if saving.hasPrefix("echo") {
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try two.read("n300.md") == "# A\n\nfirst of one\n\nlast\nmine\n")
    } else {
      #expect(outcome.status == 3, "\(outcome.errors)")
      #expect(try two.read("n300.md/a") == "mine\n")
      #expect(try two.read("n100.md") == "# A\n\nfirst\n\nlast\n")
    }
  }

  @Test func `a file that git does not know waits for a decision, and all else is exchanged`() throws {
    try one.write("secret\n", to: "data.bin")
    try one.write("theirs\n", to: "own.bin")
    try one.git.git("add", "data.bin", "own.bin")
    try one.git.git("commit", "--quiet", "-m", "data")
    try one.write("a\n", to: "a.md")
    #expect(one.sync().status == 0)
    try two.write("own.*\n", to: ".gitignore")
    try two.write("mine\n", to: "data.bin")
    try two.write("ignored\n", to: "own.bin")
    let outcome = two.sync()
    #expect(outcome.status == 3)
    let words = [
      "data.bin: a new file on both sides (sheaf resolve data.bin --mine or --theirs)",
      "own.bin: own.bin is in the way (mv -n 'own.bin' 'own.bin.here')",
    ]
    for line in words { #expect(outcome.errors.contains(line), "\(outcome.errors)") }
    #expect(try two.read("data.bin") == "mine\n")
    #expect(two.sync().errors.contains(words[1]))
    // What git ignores is no version that could be chosen.
    _ = two.sheaf("resolve", "own.bin", "--mine")
    _ = two.sync()
    #expect(try two.git.git("show", "@{upstream}:own.bin") == "theirs\n")
    #expect(try two.read("own.bin") == "ignored\n")
    let own = two.session.folder.path + "/own.bin"
    try FileManager.default.moveItem(atPath: own, toPath: own + ".here")
    #expect(try two.read("a.md") == "a\n")
    #expect(one.sync().status == 0)
    #expect(try one.read(".gitignore") == "own.*\n")
    #expect(two.sync().status == 3)
    #expect(two.sheaf("resolve", "data.bin", "--theirs").status == 0)
    #expect(try two.read("data.bin") == "secret\n")
    #expect(try two.read("own.bin") == "theirs\n")
    #expect(two.sync().errors == "Already up to date\n")
  }

  @Test func `a file that cannot be written here is named, and all else is exchanged`() throws {
    let name = String(repeating: "가", count: 90) + ".md"
    try one.write("# Long\n", to: "x.md")
    let object = try one.git.git("hash-object", "-w", "x.md").trimmingCharacters(in: .newlines)
    for path in [name, "box/in.md"] {
      try one.git.git("update-index", "--add", "--cacheinfo", "100644,\(object),\(path)")
    }
    try one.git.git("commit", "--quiet", "-m", "long")
    try one.git.git("push", "--quiet")
    try two.write("a\n", to: "a.md")
    try two.write("mine\n", to: "box")
    for _ in 0..<2 {
      let outcome = two.sync()
      #expect(outcome.status == 3)
      let words = [
        "box/in.md: box is in the way (mv -n 'box' 'box.here')\n",
        "\(name): the name is too long for this disk (sheaf mv on the computer with the file)\n",
      ]
      for line in words { #expect(outcome.errors.contains(line), "\(outcome.errors)") }
      #expect(try two.read("box") == "mine\n")
    }
    try one.git.git("fetch", "--quiet")
    try one.git.git("reset", "--quiet", "origin/main")
    #expect(try one.git.git("ls-files").contains("a.md\n"))
    try one.git.git("update-index", "--force-remove", name)
    try one.git.git("commit", "--quiet", "-m", "short")
    try one.git.git("push", "--quiet")
    try two.session.folder.remove("box")
    let outcome = two.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try two.read("box/in.md") == "# Long\n")
    #expect(try two.git.git("status", "--porcelain") == "")
  }

  /// A sync that was killed leaves a record, which outlives the clone.
  @Test func `the record of another clone at the same path is not believed`() throws {
    try one.write("a\n", to: "a.md")
    #expect(two.sync().status == 0)
    #expect(one.sync().status == 0)
    try two.git.git("fetch", "--quiet")
    let commits = try ["HEAD", "origin/main"].map {
      try two.git.git("rev-parse", $0).trimmingCharacters(in: .newlines)
    }
    try two.write("mine\n", to: "a.md")
    let settled = try #require(two.session.home.files().first { $0.hasSuffix("/sync-settled") })
    try two.session.home.write(
      (commits + commits).joined(separator: " ") + "\n", to: settled.replacing("sync-settled", with: "sync-checkout"))
    let outcome = two.sync()
    #expect(outcome.errors.contains("a.md: a new note on both sides"), "\(outcome.errors)")
    #expect(try two.read("a.md") == "mine\n")
  }

  @Test func `folders, links and programs arrive as they are, and go`() throws {
    try one.write("a\n", to: "Deep/er/a.md")
    try one.write("#!/bin/sh\n", to: "run.sh")
    try one.git.git("update-index", "--add", "--chmod=+x", "run.sh")
    _ = try ProgramRun.run("/bin/ln", ["-s", "tax.md", "link"], in: one.session.folder.path)
    _ = try ProgramRun.run("/bin/chmod", ["755", "run.sh"], in: one.session.folder.path)
    try one.git.git("add", "--all")
    try one.git.git("commit", "--quiet", "-m", "more")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    #expect(try two.git.git("status", "--porcelain") == "")
    let listing = try ProgramRun.run("/bin/ls", ["-l"], in: two.session.folder.path).output
    #expect(listing.contains("-rwxr-xr-x") && listing.contains("link -> tax.md"), "\(listing)")
    // A folder becomes a file, and the other way round.
    try one.git.git("rm", "--quiet", "-r", "Deep", "link", "run.sh")
    try one.write("file\n", to: "Deep")
    try one.write("x\n", to: "link/x.md")
    try one.git.git("add", "--all")
    try one.git.git("commit", "--quiet", "-m", "other")
    #expect(one.sync().status == 0)
    let outcome = two.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try two.git.git("status", "--porcelain") == "")
    #expect(try two.read("Deep") == "file\n" && two.read("link/x.md") == "x\n")
  }

  @Test func `what a filter of git makes of a file is written, as git would`() throws {
    for machine in [one, two] {
      try machine.git.git("config", "filter.case.clean", "tr A-Z a-z")
      try machine.git.git("config", "filter.case.smudge", "tr a-z A-Z")
    }
    try one.write("*.txt filter=case\n", to: ".gitattributes")
    try one.write("WORDS\n", to: "words.txt")
    try one.git.git("add", "--all")
    try one.git.git("commit", "--quiet", "-m", "words")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    #expect(try two.git.git("show", "HEAD:words.txt") == "words\n")
  }

  // MARK: - Conflicts
}
