import Foundation
import NoteTestSupport
import Testing

/// Two machines that exchange notes through a bare repository, with the real git.
@Suite("Synchronisation")
struct SyncTests {
  private let machines: TwoMachines
  private var hub: TemporaryFolder { machines.hub }
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }

  init() throws { machines = try TwoMachines() }

  @Test("What one machine wrote arrives on the other, and both are told how much went")
  func exchange() throws {
    try one.write("from one\n", to: "- 메모.md")
    #expect(one.sync().errors == "Sent      1 note: - 메모\n")
    try two.write("from two\n", to: "b.md")
    let outcome = two.sync()
    #expect(outcome.errors == "Sent      1 note: b\nReceived  1 note: - 메모\n")
    #expect(try two.read("- 메모.md") == "from one\n")
    #expect(one.sync().errors == "Received  1 note: b\n")
    #expect(try one.read("b.md") == "from two\n")
    #expect(one.sync().errors == "Already up to date\n")
  }

  @Test("Only notes and attachments are committed")
  func ownFiles() throws {
    try one.write("x\n", to: "note.md")
    try one.write("secret\n", to: ".env")
    #expect(one.sync("--dry-run").output == "note.md\n")
    #expect(one.sync().status == 0)
    #expect(try one.git.git("status", "--porcelain") == "?? .env\n")
  }

  @Test("An empty folder in the place of a removed note is in nobody's way")
  func emptyFolder() throws {
    try FileManager.default.removeItem(atPath: one.session.folder.path + "/tax.md")
    try FileManager.default.createDirectory(
      atPath: one.session.folder.path + "/tax.md", withIntermediateDirectories: true)
    #expect(one.sync().errors == "Sent      1 note: tax\n")
    #expect(two.sync().status == 0)
    #expect(!FileManager.default.fileExists(atPath: two.session.folder.path + "/tax.md"))
  }

  @Test("A conflict is told with its notes and fields, and the note is as it was")
  func conflict() throws {
    try one.write("---\ntitle: Tax\nstatus: doing\n---\none\ntwo\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write("---\ntitle: Tax\nstatus: done\n---\none\ntwo\n", to: "tax.md")
    let outcome = two.sync()
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains(
        "Both sides changed the same thing:\n  tax.md: status (here: done, there: doing)"))
    #expect(try two.read("tax.md").contains("status: done"))
    #expect(try two.git.git("status", "--porcelain") == " M tax.md\n")
  }

  private func changeTwoFields() throws {
    try one.write("---\ntitle: Tax\nstatus: doing\ntags: [a]\n---\none\ntwo\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write(
      "---\ntitle: Tax\nstatus: todo\ndue: 2026-12-04\n---\none\ntwo\nthree\n", to: "tax.md")
  }

  @Test("Two fields of one note that two machines changed are merged, without any setup")
  func merge() throws {
    try changeTwoFields()
    #expect(two.sync().errors == "Sent      1 note: Tax\nReceived  1 note: Tax\n")
    let merged = try two.read("tax.md")
    for line in ["status: doing", "tags: [a]", "due: 2026-12-04", "three"] {
      #expect(merged.contains(line + "\n"), "\(merged)")
    }
    #expect(one.sync().status == 0)
    #expect(try one.read("tax.md") == merged)
  }

  /// Paragraphs that two machines hide in comments of different extent, so that git's merge of the lines shows `hidden`.
  private static let hiding = [
    ("x\n\nhidden\n\ny\n", "%%\n\nx\n\nhidden\n\ny\n\n%%\n", "x\n\n%%\n\nhidden\n\n%%\n\ny\n"),
    ("x\n\nhidden\n\ny\n", "<!--\n\nx\n\nhidden\n\ny\n\n-->\n", "x\n\n<!--\n\nhidden\n\n-->\n\ny\n"),
  ]

  @Test(arguments: hiding, ["", "---\na: b: c\n---\n"])
  func `a merge of lines that shows hidden text is a conflict, by git too`(
    texts: (base: String, ours: String, theirs: String), head: String
  ) throws {
    for machine in [one, two] {
      try machine.write(head + texts.base, to: "hide.md")
      #expect(machine.sync().status == 0)
    }
    try one.write(head + texts.ours, to: "hide.md")
    try two.write(head + texts.theirs, to: "hide.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 3)
    #expect(try two.read("hide.md") == head + texts.theirs)
    let folder = try TemporaryFolder()
    for (name, text) in [("O", texts.base), ("A", texts.ours), ("B", texts.theirs)] {
      try folder.write(head + text, to: name)
    }
    let driver = one.sheaf(
      "merge-driver", folder.path + "/O", folder.path + "/A", folder.path + "/B", "7", "hide.md")
    #expect(driver.status == 1)
    #expect(String(decoding: try folder.read("A"), as: UTF8.self).contains("<<<<<<< ours"))
  }

  @Test("Where git is configured to rebase, there is no merge commit")
  func rebase() throws {
    try two.git.git("config", "pull.rebase", "true")
    try changeTwoFields()
    #expect(two.sync().errors == "Sent      1 note: Tax\nReceived  1 note: Tax\n")
    #expect(try two.read("tax.md").contains("status: doing\n"))
    #expect(try two.git.git("log", "--merges", "--format=%s") == "")
  }

  @Test("Staged changes, a merge under way and a detached head are refused")
  func refusals() throws {
    try one.write("x\n", to: "note.md")
    try one.git.git("add", "note.md")
    #expect(one.sync().errors.contains("You have staged changes:\n  note.md"))
    try one.git.git("commit", "--quiet", "-m", "x")
    try one.git.git("checkout", "--quiet", "--detach")
    #expect(one.sync().errors.contains("HEAD is detached; no branch is checked out"))
    try one.git.git("checkout", "--quiet", "main")
    try one.write("", to: ".git/CHERRY_PICK_HEAD")
    #expect(one.sync().errors.contains("A git cherry-pick is under way"))
  }

  @Test("A patch that git am could not apply is called by its name, and is not skipped")
  func patch() throws {
    try one.write("theirs\n", to: "note.md")
    try one.git.commitAll("theirs", date: 1_700_000_000)
    try one.write(try one.git.git("format-patch", "-1", "--stdout"), to: ".git/p.patch")
    try one.git.git("reset", "--quiet", "--hard", "HEAD~1")
    try one.write("ours\n", to: "note.md")
    try one.git.commitAll("ours", date: 1_700_000_001)
    #expect(throws: GitFailure.self) { try one.git.git("am", "--quiet", ".git/p.patch") }
    let sync = one.sync()
    #expect(sync.errors.contains("A git am is under way"), "\(sync.errors)")
    #expect(sync.errors.contains("“git am --continue” applies the remaining patches, “git am --skip” skips this patch"))
    let resolve = one.sheaf("resolve").errors
    #expect(resolve.contains("“git am --skip” skips this patch") && !resolve.contains("hook"), "\(resolve)")
    #expect(one.sync().errors.contains("A git am is under way"))
    try one.git.git("am", "--abort")
    #expect(try one.read("note.md") == "ours\n")
  }

  @Test("Without an upstream, or a way there, the notes are committed and the next step is told")
  func unreachable() throws {
    try one.write("x\n", to: "note.md")
    try one.git.git("remote", "set-url", "origin", hub.path + "/gone")
    #expect(one.sync().errors.contains("Cannot reach origin"))
    #expect(try one.git.git("status", "--porcelain") == "")
    try one.git.git("branch", "--unset-upstream")
    #expect(one.sync().errors.contains("git push -u origin HEAD"))
  }

  @Test func `without a remote the notes are committed, which is all there is to do`() throws {
    try one.git.git("remote", "remove", "origin")
    try one.write("x\n", to: "note.md")
    let outcome = one.sync()
    #expect(
      outcome.errors == """
        Committed 1 file; this git repository has no remote to send commits to
        To add one: git remote add origin ADDRESS; git push -u origin HEAD

        """)
    #expect(outcome.status == 0)
    #expect(try one.git.git("status", "--porcelain") == "")
    try one.write("x\n", to: ".other.txt")
    try one.git.git("add", ".other.txt")
    try one.git.git("commit", "--quiet", "-m", "other")
    try one.write("y\n", to: ".other.txt")
    let again = one.sync()
    #expect(
      again.errors.hasPrefix(
        "Nothing to commit; this git repository has no remote to send commits to\n"), "\(again.errors)")
    #expect(again.errors.contains("These files are changed here and not committed:\n  .other.txt\n"))
    #expect(again.status == 0)
    // The first commits to an empty remote are named, too.
    try one.git.git("init", "--bare", "--quiet", hub.path + "/new")
    try one.git.git("remote", "add", "origin", hub.path + "/new")
    let first = one.sync().errors
    #expect(first.contains(#/Sent      [^\n]*: [^\n]*note/#), "\(first)")
  }

  @Test("A hook there that refuses is told, and nothing is lost")
  func remoteHook() throws {
    try hub.writeProgram("echo no notes today >&2; exit 1", to: "hooks/pre-receive")
    try one.write("x\n", to: "note.md")
    let outcome = one.sync()
    #expect(outcome.errors.contains("origin refused the commits"))
    #expect(try one.git.git("log", "-1", "--format=%s") == "1 note: note\n")
  }

  // MARK: - Other files

  @Test func `a note with conflict markers is never committed`() throws {
    try one.write("<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n", to: "tax.md")
    try one.write("other\n", to: "other.md")
    let outcome = one.sync()
    #expect(outcome.errors.contains("are not committed (sheaf resolve):\n  tax.md\n"))
    #expect(try one.git.git("status", "--porcelain") == " M tax.md\n")
  }

  @Test func `each kind of conflict has its sentence, and its note waits`() throws {
    try one.write("a\nb\nc\nd\n", to: "gone.md")
    try one.write("1\n2\n3\n4\n", to: "plan.md")
    try one.write("5\n6\n7\n8\n", to: "left.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    #expect(one.sheaf("mv", "plan.md", "Alpha.md").status == 0)
    #expect(one.sheaf("rm", "gone.md", "--yes").status == 0)
    try one.write("5\n6\n7\n8 there\n", to: "left.md")
    try one.write("same\n", to: "new.md")
    #expect(one.sync().status == 0)
    #expect(two.sheaf("mv", "plan.md", "Beta.md").status == 0)
    try two.write("a\nb\nc\nd here\n", to: "gone.md")
    #expect(two.sheaf("rm", "left.md", "--yes").status == 0)
    try two.write("other\n", to: "new.md")
    let outcome = two.sync()
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains(
        """
        Both sides changed the same thing:
          gone.md: changed here, removed there (sheaf resolve gone.md --keep or --delete)
          left.md: removed here, changed there (sheaf resolve left.md --keep or --delete)
          new.md: a new note on both sides (sheaf resolve new.md --mine, --theirs or --both)
          plan.md: renamed to Beta.md here and to Alpha.md there (sheaf resolve plan.md --name NAME)
        """), "\(outcome.errors)")
    // A note with two names has that of the other side until one is chosen.
    for (name, isThere) in [("Alpha", true), ("Beta", false), ("gone", true), ("left", false)] {
      #expect(two.session.folder.files().contains(name + ".md") == isThere)
    }
    #expect(try two.read("new.md") == "other\n")
    // Each is decided by the command that it was shown with.
    #expect(two.sheaf("resolve").errors.split(separator: "\n").count == 4)
    #expect(two.sheaf("resolve", "nothing", "--mine").status == 66)
    #expect(two.sheaf("resolve", "plan", "--name", "Gamma").status == 3)
    #expect(two.sheaf("resolve", "gone.md", "--keep").status == 3)
    #expect(two.sheaf("resolve", "left", "--delete").status == 3)
    #expect(two.sync().status == 3)
    let last = two.sheaf("resolve", "new.md", "--both")
    #expect(last.errors == "Both sides are merged; “sheaf sync” sends the result\n")
    #expect(last.status == 0)
    for machine in [two, one] {
      let run = machine.sync()
      #expect(run.status == 0, "\(run.errors)")
      #expect(try machine.read("Gamma.md") == "1\n2\n3\n4\n")
      #expect(try machine.read("gone.md") == "a\nb\nc\nd here\n")
      #expect(try machine.read("new.md") == "other\nsame\n")
      let names = machine.session.folder.files()
      for name in ["left.md", "plan.md", "Alpha.md", "Beta.md"] { #expect(!names.contains(name)) }
      #expect(try machine.git.git("status", "--porcelain") == "")
    }
  }

  @Test(arguments: [true, false])
  func `a note that is a folder on the other side gets another name`(isFolderHere: Bool) throws {
    try one.write("a\n", to: "Plan.md")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    let (folder, note) = isFolderHere ? (two, one) : (one, two)
    try folder.session.folder.remove("Plan.md")
    try folder.write("inside\n", to: "Plan.md/Inside.md")
    try folder.write("see [it](Plan.md/Inside.md)\n", to: "links.md")
    try note.write("a\nb\n", to: "Plan.md")
    for machine in [one, two] { _ = machine.sync() }
    #expect(try folder.git.git("status", "--porcelain") == "")
    let outcome = two.sync()
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains(
        "\n  Plan.md: a file on one side, a folder on the other (sheaf resolve Plan.md --name NAME)\n"),
      "\(outcome.errors)")
    #expect(two.sheaf("resolve", "Plan.md", "--name", "tax").errors.contains("tax.md already exists"))
    let resolved = two.sheaf("resolve", "Plan.md", "--name", "Plan of both")
    #expect(resolved.status == 0, "\(resolved.errors)")
    for machine in [two, one] {
      #expect(machine.sync().status == 0)
      #expect(try machine.git.git("status", "--porcelain") == "")
      #expect(try machine.read("Plan of both.md") == "a\nb\n")
      #expect(try machine.read("Plan.md/Inside.md") == "inside\n")
      #expect(try machine.read("links.md") == "see [it](Plan.md/Inside.md)\n")
    }
  }

  @Test func `a note that is renamed to the name of a folder there, and changed on both sides, is settled`() throws {
    let lines = (1...20).map { "line \($0)\n" }.joined()
    try one.write(lines, to: "old.md")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    try one.write("inside\n", to: "Plan.md/Inside.md")
    try one.write(lines + "one\n", to: "old.md")
    #expect(one.sync().status == 0)
    #expect(two.sheaf("mv", "old.md", "Plan.md").status == 0)
    try two.write("two\n" + lines, to: "Plan.md")
    #expect(two.sync().status == 3)
    #expect(two.sheaf("resolve", "Plan.md", "--name", "New").status == 0)
    for machine in [two, one] {
      #expect(machine.sync().status == 0)
      #expect(try machine.read("New.md") == "two\n" + lines + "one\n")
      #expect(machine.session.folder.files().filter { $0.contains("Plan") } == ["Plan.md/Inside.md"])
    }
  }

  @Test func `an empty folder is not in the way of a note of its name`() throws {
    try two.write("x\n", to: "Plan.md/x.md")
    try two.session.folder.remove("Plan.md/x.md")
    try one.write("a\n", to: "Plan.md")
    #expect(one.sync().status == 0)
    let outcome = two.sync()
    #expect(outcome.errors == "Received  1 note: Plan\n")
    #expect(try two.read("Plan.md") == "a\n")
  }

  @Test func `a renaming that a killed git has begun to commit is committed as a whole`() throws {
    try one.write((1...20).map { "line \($0)\n" }.joined(), to: "long.md")
    #expect(one.sync().status == 0)
    #expect(one.sheaf("mv", "long.md", "Moved.md").status == 0)
    try one.git.git("add", "--intent-to-add", "Moved.md")
    #expect(one.sync().errors == "Sent      2 notes: Moved, long\n")
    #expect(try one.git.git("status", "--porcelain") == "")
    #expect(try one.git.git("ls-files", "long.md", "Moved.md") == "Moved.md\n")
  }

  @Test func `what a killed git has written for a merge driver goes, what a git may just be merging stays`() throws {
    try two.write("version\n", to: ".merge_file_aB3dE6")
    try two.session.folder.setModified(".merge_file_aB3dE6", secondsSinceEpoch: 1_700_000_000)
    try two.write("version\n", to: ".merge_file_Zz9xY8")
    try one.write("new\n", to: "new.md")
    #expect(one.sync().status == 0 && two.sync().status == 0)
    #expect(try two.git.git("status", "--porcelain") == "?? .merge_file_Zz9xY8\n")
  }

  @Test func `two values of a field are decided one by one`() throws {
    try one.write("---\ntitle: Tax\nstatus: doing\ndue: 2026-12-01\n---\none\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write("---\ntitle: Tax\nstatus: done\ndue: 2026-12-02\n---\none\n", to: "tax.md")
    #expect(two.sync().errors.contains("due (here: 2026-12-02, there: 2026-12-01), status"))
    #expect(two.sheaf("resolve", "due", "--theirs").status == 3)
    #expect(two.sheaf("resolve", "tax#status", "--mine").status == 0)
    #expect(two.sync().status == 0)
    #expect(
      try two.read("tax.md") == "---\ntitle: Tax\nstatus: done\ndue: 2026-12-01\n---\none\n")
  }

  @Test func `markers in a note are decided too`() throws {
    try one.write("a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n", to: "tax.md")
    #expect(one.sheaf("resolve").status == 3)
    #expect(one.sheaf("resolve", "tax.md", "--both").status == 0)
    #expect(try one.read("tax.md") == "a\nb\nc\n")
  }

  /// Both sides rename a note, and change the same line of it.
  private func renameTwice() throws {
    try one.write("---\nstatus: todo\n---\n1\n2\n3\n4\n5\n6\n", to: "plan.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    #expect(one.sheaf("mv", "plan.md", "Alpha.md").status == 0)
    try one.write("---\nstatus: todo\n---\n1\n2\n3 there\n4\n5\n6\n", to: "Alpha.md")
    #expect(one.sync().status == 0)
    #expect(two.sheaf("mv", "plan.md", "Beta.md").status == 0)
    try two.write("---\nstatus: todo\n---\n1\n2\n3 here\n4\n5\n6\n", to: "Beta.md")
    let outcome = two.sync()
    #expect(
      outcome.errors.contains(
        """
          plan.md: renamed to Beta.md here and to Alpha.md there (sheaf resolve plan.md --name NAME)
          Beta.md: the text (sheaf resolve Beta.md --mine, --theirs or --both)
        """), "\(outcome.errors)")
  }

  @Test func `a note with two new names and two texts is decided without markers`() throws {
    try renameTwice()
    let name = two.sheaf("resolve", "plan", "--name", "Gamma")
    #expect(
      name.errors == """
        warning: Beta.md: the text (sheaf resolve Beta.md --mine, --theirs or --both)

        """)
    let text = two.sheaf("resolve", "Beta", "--both")
    #expect(text.status == 0, "\(text.errors)")
    for machine in [two, one] {
      #expect(machine.sync().status == 0)
      #expect(
        try machine.read("Gamma.md")
          == "---\nstatus: todo\n---\n1\n2\n3 here\n3 there\n4\n5\n6\n")
      #expect(try machine.git.git("status", "--porcelain") == "")
    }
  }

  @Test func `one side of a note with two new names is its name and its text`() throws {
    try renameTwice()
    #expect(two.sheaf("resolve", "--theirs").status == 0)
    #expect(try two.read("Alpha.md").contains("3 there\n"))
    #expect(!two.session.folder.files().contains("Beta.md"))
  }

  @Test func `a note with two new names does not get the name of another`() throws {
    try renameTwice()
    let taken = two.sheaf("resolve", "plan", "--name", "tax")
    #expect(taken.errors == "error: tax.md already exists\nhint: Choose another name.\n")
    #expect(taken.status == 3)
    #expect(two.sheaf("resolve", "plan", "--name", "Gamma").status == 3)
    #expect(two.sheaf("resolve", "--mine").status == 0)
    #expect(try two.read("Gamma.md").contains("3 here\n"))
    #expect(try two.read("tax.md").contains("title: Tax"))
  }

  @Test func `a note stays that one side gave the name that the other gave to a third`() throws {
    try one.write("1\n2\n3\n4\n5\n6\n", to: "plan.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    #expect(one.sheaf("mv", "plan.md", "Alpha.md").status == 0)
    #expect(one.sync().status == 0)
    #expect(two.sheaf("mv", "plan.md", "Beta.md").status == 0)
    #expect(two.sheaf("mv", "tax.md", "Alpha.md").status == 0)
    #expect(two.sync().errors.contains("plan.md: renamed to Beta.md here and to Alpha.md there"))
    #expect(two.sheaf("resolve", "plan", "--theirs").errors.contains("Alpha.md already exists"))
    let outcome = two.sheaf("resolve", "plan", "--name", "Gamma")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try two.read("Gamma.md") == "1\n2\n3\n4\n5\n6\n")
    #expect(try two.read("Alpha.md").contains("title: Tax"))
  }

  @Test func `status and resolve --dry-run show what sync could not merge`() throws {
    try renameTwice()
    let status = two.sheaf("status").output
    #expect(status.contains("1 file with conflicts (sheaf resolve):\n    plan.md\n"), "\(status)")
    let all = two.sheaf("resolve", "--dry-run")
    #expect(all.status == 3)
    #expect(all.errors.contains("plan.md: renamed to"), "\(all.errors)")
    let decided = two.sheaf("resolve", "--mine", "--dry-run")
    #expect(decided.errors == "Both sides would be merged\n")
    #expect(two.sheaf("resolve").status == 3)
  }

  @Test func `what is decided in a note is no longer listed`() throws {
    try one.write("---\ntitle: Tax\nstatus: doing\n---\none there\ntwo\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write("---\ntitle: Tax\nstatus: done\n---\none here\ntwo\n", to: "tax.md")
    let words = "status (here: done, there: doing), text (sheaf resolve tax.md --mine or --theirs)"
    #expect(two.sync().errors.contains(words))
    let left = two.sheaf("resolve", "status", "--mine")
    #expect(left.errors.contains("tax.md: the text (sheaf"), "\(left.errors)")
    #expect(two.sheaf("resolve", "tax", "--both").status == 0)
    #expect(
      try two.read("tax.md") == "---\ntitle: Tax\nstatus: done\n---\none here\none there\ntwo\n")
  }

  /// Both sides change a field and a line, and the second machine decides about the field alone.
  private func decideHalf() throws {
    try one.write("---\ntitle: Tax\nstatus: doing\n---\none there\ntwo\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write("---\ntitle: Tax\nstatus: done\n---\none here\ntwo\n", to: "tax.md")
    #expect(two.sync().status == 3)
    #expect(two.sheaf("resolve", "status", "--mine").status == 3)
  }

  @Test func `a choice is forgotten where the other side has changed the note since`() throws {
    try decideHalf()
    try one.write("---\ntitle: Tax\nstatus: waiting\n---\none there\ntwo\n", to: "tax.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().errors.contains("status (here: done, there: waiting), text"))
  }

  @Test func `a choice is forgotten where the merge was made in another way`() throws {
    try decideHalf()
    try two.git.git("checkout", "--quiet", "tax.md")
    for machine in [two, one] { #expect(machine.sync().status == 0) }
    try one.write("---\ntitle: Tax\nstatus: waiting\n---\none there\ntwo\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write("---\ntitle: Tax\nstatus: cancelled\n---\none there\ntwo\n", to: "tax.md")
    #expect(two.sync().errors.contains("status (here: cancelled, there: waiting)"))
  }

  @Test func `names that differ only in their normal form are two notes`() throws {
    let names = ["\u{AC00}.md", "\u{1100}\u{1161}.md"]
    for name in names {
      try one.write("a\nb of \(name.utf8.count)\nc\n", to: name)
      #expect(one.sync().errors == "Sent      1 note: \(name.dropLast(3))\n")
    }
    #expect(two.sync().status == 0)
    for name in names {
      try one.write("a\nthere \(name.utf8.count)\nc\n", to: name)
      try two.write("a\nhere \(name.utf8.count)\nc\n", to: name)
    }
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 3)
    #expect(two.sheaf("resolve", "--both").status == 0)
    #expect(two.sync().status == 0)
    #expect(one.sync().status == 0)
    for name in names {
      let size = name.utf8.count
      #expect(try one.read(name) == "a\nhere \(size)\nthere \(size)\nc\n")
    }
  }

  @Test func `more notes than git can be given by name are committed`() throws {
    let names = (0..<150).map { "f/note\t\($0).md" }
    for name in names { try one.write("x\n", to: name) }
    #expect(
      one.sync().errors
        == "Sent      150 notes: note 0, note 1, note 10, note 100, note 101 …\n")
    #expect(try one.git.git("log", "-1", "--format=%s") == "150 notes: note 0, note 1, note 10, note 100, note 101 …\n")
    #expect(try one.git.git("status", "--porcelain") == "")
    #expect(two.sync().status == 0)
    #expect(names.allSatisfy(two.session.folder.files().contains))
  }

  @Test func `what git ignores is not counted`() throws {
    try one.write("/own.md\n", to: ".git/info/exclude")
    try one.write("x\n", to: "own.md")
    #expect(one.sync("--dry-run").output == "")
    try one.write("y\n", to: "tax.md")
    #expect(one.sync().status == 0)
    #expect(try one.git.git("log", "-1", "--format=%s") == "1 note: tax\n")
  }

  @Test func `a repository in the repository is an empty folder, and goes`() throws {
    let commit = try one.git.git("rev-parse", "HEAD").dropLast()
    try one.git.git("update-index", "--add", "--cacheinfo", "160000,\(commit),code/sub")
    try one.git.git("commit", "--quiet", "-m", "submodule")
    try one.git.git("push", "--quiet")
    #expect(two.sync().status == 0)
    #expect(try two.git.git("status", "--porcelain") == "")
    try one.git.git("update-index", "--force-remove", "code/sub")
    try one.git.git("commit", "--quiet", "-m", "no submodule")
    try one.git.git("push", "--quiet")
    #expect(two.sync().status == 0)
    #expect(try two.git.git("status", "--porcelain") == "")
    let path = two.session.folder.path + "/code/sub"
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `two notes of one name become one only where that is chosen`() throws {
    #expect(one.sheaf("mv", "tax.md", "Alpha.md").status == 0)
    #expect(one.sync().status == 0)
    try two.write("# Another\n", to: "Alpha.md")
    #expect(two.sync().errors.contains("Alpha.md: a new note on both sides"))
    #expect(two.sheaf("resolve", "Alpha", "--mine").status == 0)
    #expect(try two.read("Alpha.md") == "# Another\n")
  }

  @Test func `what a sparse checkout leaves out is received and not removed`() throws {
    try one.write("in\n", to: "In/note.md")
    try one.write("out\n", to: "Out/note.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    try two.git.git("sparse-checkout", "set", "In", ".sheaf")
    try one.write("out there\n", to: "Out/note.md")
    try one.write("in there\n", to: "In/note.md")
    #expect(one.sync().status == 0)
    try two.write("two\n", to: "tax.md")
    for _ in 0..<2 { #expect(two.sync().status == 0) }
    #expect(try two.git.git("status", "--porcelain") == "")
    #expect(try two.git.git("show", "HEAD:Out/note.md") == "out there\n")
    #expect(try two.read("In/note.md") == "in there\n")
    #expect(!two.session.folder.files().contains("Out/note.md"))
  }

  @Test func `a new note stays in its folder when the others of it move`() throws {
    for name in ["a", "b", "c"] { try one.write("text of \(name)\n", to: "Work/\(name).md") }
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    for name in ["a", "b", "c"] {
      #expect(one.sheaf("mv", "Work/\(name).md", "Job/\(name).md").status == 0)
    }
    #expect(one.sync().status == 0)
    try two.write("new\n", to: "Work/new.md")
    #expect(two.sync().status == 0)
    #expect(try two.read("Work/new.md") == "new\n")
    #expect(try two.read("Job/a.md") == "text of a\n")
  }

  @Test(.needsExtensions) func `a file with the name of a revision is only a file`() throws {
    for name in ["HEAD", "main", "@", "origin/main", "HEAD.md"] { try one.write("x\n", to: name) }
    try one.git.git("add", "--all")
    try one.git.git("commit", "--quiet", "-m", "names")
    #expect(one.sync().status == 0)
    #expect(one.sheaf("log").output.contains("HEAD"))
    #expect(one.sheaf("log", "--since", "2020-01-01").status == 0)
    try two.write("y\n", to: "tax.md")
    #expect(two.sync().errors == "Sent      1 note: tax\nReceived  5 files: HEAD, @, HEAD, main, main\n")
    #expect(one.sync().status == 0)
    #expect(one.sheaf("diff", "HEAD~1").status == 0)
    #expect(one.sheaf("digest", "--since", "HEAD~1").status == 0)
  }
}
