import Foundation
import NoteTestSupport
import Testing

/// Notes that git-crypt encrypts, and what arrives together with the attributes that say so.
@Suite struct EncryptedNotesTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }

  private static let hasGitCrypt = FileManager.default.isExecutableFile(atPath: "/usr/bin/git-crypt")
  private static let note = "---\ntitle: Plan\nstatus: todo\n---\none\n\ntwo\n\nthree\n"

  init() throws { machines = try TwoMachines() }

  /// Both machines have the key and one encrypted note.
  private func encrypt() throws {
    try one.git.git("crypt", "init")
    try one.write("Secret/** filter=git-crypt diff=git-crypt\n", to: ".gitattributes")
    try one.write(Self.note, to: "Secret/plan.md")
    try one.git.commitAll("secret", date: 1_700_000_100)
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    try one.git.git("crypt", "export-key", machines.hub.path + "/key")
    try two.git.git("crypt", "unlock", machines.hub.path + "/key")
    #expect(try two.read("Secret/plan.md") == Self.note)
  }

  private func isEncryptedThere(_ path: String) throws -> Bool {
    let run = try ProgramRun.run("/usr/bin/git", ["show", "main:" + path], in: machines.hub.path)
    return run.output.contains("GITCRYPT") && !run.output.contains("one")
  }

  @Test(.enabled(if: hasGitCrypt)) func `a locked note is not changed, and the answer says why`() throws {
    try encrypt()
    try two.git.git("crypt", "lock")
    let run = two.session.run(["set", "Secret/plan.md", "priority:high"])
    #expect(run.status != 0 && run.errors.contains("Secret/plan.md is encrypted"), "\(run.output)\(run.errors)")
  }

  @Test(arguments: [nil, "Secret/** filter=turn\nSecret/** -filter\n"])
  func `a note that git has encrypted is not sent in clear because a pull changes the attributes`(
    attributes: String?
  ) throws {
    for machine in [one, two] {
      try machine.git.git("config", "filter.turn.clean", "printf 'age-encryption.org/v1 '; tr a-z b-za")
      try machine.git.git("config", "filter.turn.smudge", "tail -c +23 | tr b-za a-z")
    }
    try one.write("Secret/** filter=turn\n", to: ".gitattributes")
    try one.write("quiet\n", to: "Secret/plan.md")
    try one.git.commitAll("secret", date: 1_700_000_100)
    #expect(one.sync().status == 0 && two.sync().status == 0)
    if let attributes {
      try two.write(attributes, to: ".gitattributes")
      try two.git.git("add", ".gitattributes")
    } else {
      try two.git.git("rm", "-q", ".gitattributes")
    }
    try two.git.git("commit", "-qm", "open")
    try two.git.git("push", "-q")
    #expect(one.sync().status == 0)
    try one.write("quiet\nharbour\n", to: "Secret/plan.md")
    let outcome = one.sync()
    #expect(outcome.errors.contains("no longer names a filter for them"), "\(outcome.errors)")
    func stored() throws -> String {
      try ProgramRun.run("/usr/bin/git", ["show", "main:Secret/plan.md"], in: machines.hub.path).output
    }
    #expect(try !stored().contains("quiet") && !stored().contains("harbour"))
    // A commit of the user's own is not sent either.
    try one.git.git("commit", "-qam", "mine")
    let refused = one.sync()
    #expect(refused.status != 0 && refused.errors.contains("clear text"), "\(refused.errors)")
    #expect(try !stored().contains("harbour"))
  }

  @Test(.enabled(if: hasGitCrypt))
  func `an encrypted note that both sides changed is merged as a note, and stays encrypted`() throws {
    try encrypt()
    try one.write(Self.note.replacing("todo", with: "doing").replacing("three", with: "THREE"), to: "Secret/plan.md")
    try two.write(Self.note.replacing("one", with: "ONE") + "\nfour\n", to: "Secret/plan.md")
    for machine in [one, two, one] {
      let outcome = machine.sync()
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    for machine in [one, two] {
      #expect(
        try machine.read("Secret/plan.md") == "---\ntitle: Plan\nstatus: doing\n---\nONE\n\ntwo\n\nTHREE\n\nfour\n")
      #expect(try machine.git.git("status", "--porcelain") == "")
    }
    #expect(try isEncryptedThere("Secret/plan.md"))
  }

  @Test(.enabled(if: hasGitCrypt))
  func `an encrypted note that gave its name to a new one gets what was written for it`() throws {
    try encrypt()
    try two.write("# links\n", to: "links.md")
    #expect(two.sync().status == 0 && one.sync().status == 0)
    #expect(one.sheaf("mv", "Secret/plan.md", "Secret/old plan.md").status == 0)
    try one.write("---\nid: 9z8y7x6w\n---\nnew\n", to: "Secret/plan.md")
    try two.write(Self.note + "\nfour\n", to: "Secret/plan.md")
    try two.write("# links\n\n[[Secret/plan]]\n", to: "links.md")
    for machine in [one, two, one] {
      let outcome = machine.sync()
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try one.read("Secret/old plan.md") == Self.note + "\nfour\n")
    #expect(try two.read("Secret/plan.md").hasSuffix("new\n"))
    #expect(try one.read("links.md") == "# links\n\n[[Secret/old plan]]\n")
    #expect(try isEncryptedThere("Secret/old plan.md"))
  }

  @Test(.enabled(if: hasGitCrypt))
  func `an encrypted note is compared, listed and restored as a text, by no program that settings name`() throws {
    try encrypt()
    try one.write(Self.note.replacing("todo", with: "doing"), to: "Secret/plan.md")
    #expect(one.sheaf("diff").output.contains("moved from todo to doing"))
    #expect(one.sync().status == 0)
    for words in [["diff", "HEAD~1", "HEAD"], ["log", "Secret/plan.md"]] {
      let outcome = one.session.run(words)
      #expect(outcome.output.contains("moved from todo to doing"), "\(outcome.output)")
    }
    #expect(one.sheaf("restore", "Secret/plan.md", "--at", "HEAD~1").status == 0)
    #expect(try one.read("Secret/plan.md") == Self.note)
    try one.session.folder.remove("Secret/plan.md")
    #expect(one.sheaf("restore", "Secret/plan.md").status == 0)
    #expect(try one.read("Secret/plan.md") == Self.note.replacing("todo", with: "doing"))
    try one.git.git("config", "filter.git-crypt.smudge", "touch \(machines.hub.path)/ran; cat")
    #expect(one.sheaf("log", "Secret/plan.md").status == 0 && !machines.hub.files().contains("ran"))
  }

  @Test(.enabled(if: hasGitCrypt), arguments: [true, false])
  func `a note that leaves the encrypted folder, or comes there, is a text with the edits of both`(leaves: Bool) throws
  {
    try encrypt()
    let note = "---\nid: abcd1234\ntitle: Other\n---\none\n\ntwo\n\nthree\n"
    let (former, latter) = leaves ? ("Secret/other.md", "moved.md") : ("other.md", "Secret/moved.md")
    try one.write(note, to: former)
    #expect(one.sync().status == 0 && two.sync().status == 0)
    #expect(one.sheaf("mv", former, latter).status == 0)
    try one.write(try one.read(latter).replacing("one", with: "ONE"), to: latter)
    try two.write(note.replacing("three", with: "THREE"), to: former)
    if leaves {
      #expect(one.sync().errors.contains("has no filter for the current path"))
      // A commit of clear text that the user makes is intended.
      try one.git.commitAll("clear", date: 1_700_000_200)
    }
    for machine in [one, two, one] {
      let outcome = machine.sync()
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let both = note.replacing("one", with: "ONE").replacing("three", with: "THREE")
    #expect(try one.read(latter) == both && two.read(latter) == both)
    let stored = try ProgramRun.run("/usr/bin/git", ["show", "main:" + latter], in: machines.hub.path).output
    #expect(stored.contains("GITCRYPT") == !leaves)
  }

  /// The note is moved by Sheaf or another program, edited, or exchanged with a clear note; with or without an id.
  @Test(.enabled(if: hasGitCrypt), arguments: ["mv", "move", "edit", "exchange"], ["id: abcd1234\n", ""])
  func `an encrypted note that gets a place without a filter is named, and is not committed`(
    way: String, id: String
  ) throws {
    try encrypt()
    let note = "---\n\(id)title: Other\n---\none\n\ntwo\n\nthree\n"
    try one.write(note, to: "Secret/other.md")
    try one.write("a clear text\n", to: "moved.md")
    if way != "exchange" { try one.session.folder.remove("moved.md") }
    #expect(one.sync().status == 0)
    if way == "mv" {
      #expect(one.sheaf("mv", "Secret/other.md", "moved.md").status == 0)
    } else {
      if way == "exchange" { try one.write("a clear text\n", to: "Secret/other.md") }
      if way != "exchange" { try one.session.folder.remove("Secret/other.md") }
      try one.write(way == "edit" ? note.replacing("two", with: "TWO") : note, to: "moved.md")
    }
    try one.write("more\n", to: "more.md")
    for _ in 0..<2 {
      let outcome = one.sync()
      #expect(outcome.status == 0 && outcome.errors.contains("has no filter for the current path"), "\(outcome.errors)")
      #expect(outcome.errors.contains("\n  moved.md"), "\(outcome.errors)")
    }
    #expect(try !one.git.git("log", "-p", "--format=", "--", "moved.md").contains("three"))
    #expect(try isEncryptedThere("Secret/other.md"))
    #expect(try one.git.git("ls-files", "more.md").contains("more.md"))
    // The proposed command leads on.
    if way == "mv" {
      #expect(one.sheaf("mv", "moved.md", "Secret/other.md").status == 0)
      let outcome = one.sync()
      #expect(outcome.status == 0 && !outcome.errors.contains("moved.md"), "\(outcome.errors)")
    }
  }

  /// `git mv` and a commit leave the encrypted bytes in git, at a path without a filter.
  @Test(.enabled(if: hasGitCrypt))
  func `an encrypted note that git moved out of its folder gets the edits of the other side nowhere in clear`() throws {
    try encrypt()
    try one.git.git("mv", "Secret/plan.md", "plan.md")
    try one.git.git("commit", "--quiet", "-m", "moved")
    try one.git.git("push", "--quiet")
    try two.write(Self.note.replacing("three", with: "hidden words"), to: "Secret/plan.md")
    let outcome = two.sync()
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("Secret/plan.md: changed here, removed there"), "\(outcome.errors)")
    #expect(two.sheaf("resolve", "Secret/plan.md", "--keep").status == 0)
    let sent = two.sync()
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(try two.read("Secret/plan.md") == Self.note.replacing("three", with: "hidden words"))
    #expect(try isEncryptedThere("Secret/plan.md") && isEncryptedThere("plan.md"))
  }

  @Test(.enabled(if: hasGitCrypt))
  func `what was written into an encrypted note goes into no clear one`() throws {
    try encrypt()
    try one.write("---\ntitle: Plan\nstatus: todo\n---\none\n", to: "Secret/plan.md")
    try one.write("two\n\nthree\n", to: "open.md")
    try two.write(Self.note.replacing("two", with: "two and hidden words"), to: "Secret/plan.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 3)
    let all = try two.git.git("log", "--all", "-p", "--format=", "--", "open.md")
    #expect(all.contains("three") && !all.contains("hidden"))
  }

  @Test(.enabled(if: hasGitCrypt))
  func `a conflict in an encrypted note is shown and decided as in any other`() throws {
    try encrypt()
    try one.write(Self.note.replacing("todo", with: "doing"), to: "Secret/plan.md")
    try two.write(Self.note.replacing("todo", with: "done"), to: "Secret/plan.md")
    #expect(one.sync().status == 0)
    let outcome = two.sync()
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("Secret/plan.md: status (here: done, there: doing)"), "\(outcome.errors)")
    #expect(two.sheaf("resolve", "Secret/plan.md", "--mine").status == 0)
    #expect(two.sync().status == 0 && one.sync().status == 0)
    #expect(try one.read("Secret/plan.md") == Self.note.replacing("todo", with: "done"))
    #expect(try isEncryptedThere("Secret/plan.md"))
  }

  @Test(.enabled(if: hasGitCrypt))
  func `a note with an open conflict that leaves the encrypted folder is named, and is not committed`() throws {
    try encrypt()
    try one.write(Self.note.replacing("todo", with: "doing"), to: "Secret/plan.md")
    try two.write(Self.note.replacing("todo", with: "done"), to: "Secret/plan.md")
    #expect(one.sync().status == 0 && two.sync().status == 3)
    #expect(two.sheaf("mv", "Secret/plan.md", "plan.md").status == 0)
    let outcome = two.sync()
    #expect(outcome.errors.contains("has no filter for the current path"), "\(outcome.errors)")
    #expect(try two.git.git("ls-tree", "--name-only", "origin/main", "plan.md") == "")
    #expect(two.sheaf("mv", "plan.md", "Secret/plan.md").status == 0)
    #expect(two.sheaf("resolve", "Secret/plan.md", "--mine").status == 0)
    #expect(two.sync().status == 0 && one.sync().status == 0)
    #expect(try one.read("Secret/plan.md") == Self.note.replacing("todo", with: "done"))
    #expect(try isEncryptedThere("Secret/plan.md"))
  }

  @Test(.enabled(if: hasGitCrypt)) func `without the key, nothing that is to be encrypted is committed`() throws {
    try encrypt()
    try two.git.git("crypt", "lock")
    try two.write("clear\n", to: "Secret/new.md")
    try two.write("open\n", to: "open.md")
    let outcome = two.sync()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("git-crypt unlock); not committed:\n  Secret/new.md"), "\(outcome.errors)")
    #expect(try two.git.git("ls-files", "Secret/new.md") == "")
    try two.git.git("add", "Secret/new.md")
    let check = two.sheaf("check")
    #expect(check.output.contains("Secret/new.md") && check.output.contains("unencrypted"), "\(check.output)")
    // Git itself would send it.
    try two.git.git("commit", "--quiet", "-m", "clear")
    let refused = two.sync()
    #expect(refused.status == 3 && refused.errors.contains("Nothing was sent:\n  Secret/new.md"), "\(refused.errors)")
    #expect(!one.session.folder.files().contains("Secret/new.md"))
    try two.git.git("reset", "--quiet", "--soft", "origin/main")
  }

  // MARK: - Attributes that arrive

  @Test func `a filter that arrives with its file is applied, and leaves with its attributes`() throws {
    for machine in [one, two] {
      try machine.git.git("config", "filter.case.clean", "tr A-Z a-z")
      try machine.git.git("config", "filter.case.smudge", "tr a-z A-Z")
    }
    try one.write("*.txt filter=case\n", to: ".gitattributes")
    try one.write("WORDS\n", to: "words.txt")
    try one.write("WORDS\n", to: "Deep/words.txt")
    try one.git.commitAll("words", date: 1_700_000_100)
    #expect(one.sync().status == 0)
    let outcome = two.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try two.read("words.txt") == "WORDS\n" && two.read("Deep/words.txt") == "WORDS\n")
    #expect(try two.git.git("status", "--porcelain") == "")
    // The attributes go for one folder, and the content that git has changes there.
    try one.write("*.txt filter=case\nDeep/*.txt -filter\n", to: ".gitattributes")
    try one.write("Words\n", to: "Deep/words.txt")
    try one.git.commitAll("fewer", date: 1_700_000_200)
    #expect(one.sync().status == 0 && two.sync().status == 0)
    #expect(try two.read("words.txt") == "WORDS\n" && two.read("Deep/words.txt") == "Words\n")
    #expect(try two.git.git("status", "--porcelain") == "")
  }

  @Test func `line ends that arrive as an attribute are those of the files that arrive with it`() throws {
    try one.write("*.md eol=crlf\n", to: ".gitattributes")
    try one.write("a\r\nb\r\n", to: "lines.md")
    try one.git.commitAll("lines", date: 1_700_000_100)
    #expect(one.sync().status == 0 && two.sync().status == 0)
    #expect(try two.read("lines.md") == "a\r\nb\r\n")
    #expect(try two.git.git("status", "--porcelain") == "")
  }

  @Test(arguments: ["true", "input"])
  func `with automatic line ends a note that moved or changed on the other side arrives`(setting: String) throws {
    for machine in [one, two] { try machine.git.git("config", "core.autocrlf", setting) }
    // Sheaf writes notes with the line ends of Unix, whatever git would write.
    for machine in [one, two] { try machine.write("---\ntitle: Tax\nstatus: todo\n---\none\ntwo\n", to: "tax.md") }
    try two.write("crlf\r\nlines\r\n", to: "crlf.md")
    #expect(two.sync().status == 0 && one.sync().status == 0)
    try one.git.git("mv", "tax.md", "taxes.md")
    try one.git.git("mv", "crlf.md", "lines.md")
    try one.git.git("commit", "--quiet", "-m", "moved")
    #expect(one.sync().status == 0)
    let moved = two.sync()
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(try two.git.git("status", "--porcelain") == "")
    #expect(!two.session.folder.files().contains("tax.md") && two.session.folder.files().contains("taxes.md"))
    try one.write("---\ntitle: Tax\nstatus: done\n---\none\ntwo\n", to: "taxes.md")
    try two.write("mine\n", to: "mine.md")
    #expect(one.sync().status == 0)
    let changed = two.sync()
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(try two.read("taxes.md").contains("status: done"))
    #expect(try two.git.git("status", "--porcelain") == "")
  }
}
