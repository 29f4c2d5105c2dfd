import Foundation
import HostSystem
import NoteTestSupport
import Testing

/// Text and files that must not leak, be replaced or be lost, whatever is typed.
@Suite struct KeptSafeTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.folder.write("", to: ".sheaf/config.yaml")
  }

  @Test func `a command that reads never shows half of a command that was killed`() throws {
    for name in ["a", "b"] { try session.home.write("\(name)\n", to: "in/\(name).txt") }
    #expect(session.run(["import", "--from", "text", session.home.path + "/in"]).status == 0)
    let imported = session.run(["list", "--paths", "--sort", "title"]).output
    let paths = imported.split(separator: "\n").map(String.init)
    #expect(paths.count == 2)
    // As the process that is killed before its last file leaves it.
    let entry = try #require(session.home.files().first { $0.hasSuffix(".done") })
    let pending = entry.dropLast("done".count) + "pending"
    try session.home.write(try session.home.read(entry), to: String(pending))
    try session.home.remove(entry)
    try session.folder.remove(paths[1])
    let run = session.run(["list", "--paths", "--sort", "title"])
    #expect(run.output == imported)
    #expect(run.errors.contains("was interrupted and is complete now"), "\(run.errors)")
    #expect(session.run(["list", "--paths"]).errors.isEmpty)
    #expect(session.run(["undo"]).status == 0)
    #expect(session.folder.files() == [".sheaf/config.yaml"])
    // As an undo leaves it that is killed after its last file.
    let undone = entry.dropLast("done".count) + "undone"
    try session.home.write(try session.home.read(String(undone)), to: undone.dropLast("undone".count) + "undoing")
    try session.home.remove(String(undone))
    let next = session.run(["list"])
    #expect(next.errors.contains("“undo: sheaf import"), "\(next.errors)")
  }

  // MARK: - Outputs

  @Test(arguments: [
    "P.md", "Memo/T.markdown", ".sheaf/config.yaml", ".sheaf/new.txt", "sub/.git/hooks/x", "alias/T.markdown",
  ])
  func `no output replaces a note, a setting or a file of git`(path: String) throws {
    let session = try CommandSession()
    for name in ["P.md", "Memo/T.markdown", "sub/.git/config"] { try session.folder.write("# P\n", to: name) }
    try session.folder.write("site:\n  title: x\n", to: ".sheaf/config.yaml")
    try session.folder.write("", to: "sub/.git/hooks/y")
    try FileManager.default.createSymbolicLink(
      atPath: session.folder.path + "/alias", withDestinationPath: session.folder.path + "/Memo")
    let before = try? session.folder.read(path)
    for words in [
      ["share", "P.md", "--to", "text"], ["digest", "--to", "md"], ["graph", "--to", "dot"], ["board", "--to", "md"],
      ["export", "--to", "json"], ["export", "--to", "md"],
    ] {
      let run = session.run(words + ["-o", path])
      #expect(run.status != 0 && !run.errors.contains("Wrote"), "\(words): \(run.errors)")
      #expect((try? session.folder.read(path)) == before, "\(words)")
    }
    #expect(session.run(["share", "P.md", "--to", "text", "-o", path]).errors.contains("belongs to the repository"))
    #expect(session.run(["export", "--to", "json", "-o", "out.json"]).status == 0)
    #expect(session.run(["export", "--to", "json", "-o", "out.json"]).status == 0)
  }

  @Test func `what leaves the repository says which private notes are in it`() throws {
    let heads = ["private: true", "draft: true", "tags: [private]", "privat: true", "publish: true"]
    for (number, head) in heads.enumerated() {
      try session.folder.write("---\ntitle: N\(number)\n\(head)\n---\n", to: "Memo/N\(number).md")
    }
    try session.folder.write("# S\n", to: "Private/S.md")
    let all = session.run(["export", "--to", "json"]).errors
    #expect(all.contains("Includes 5 notes that are private or a draft: N0, N1, N2, N3, S"), "\(all)")
    #expect(session.run(["share", "N0"]).errors.contains("Includes 1 note that is private or a draft: N0"))
    for words in [["share", "N4"], ["export", "--to", "json", "N4"]] {
      #expect(!session.run(words).errors.contains("private"))
    }
  }

  @Test func `a repository that is made anew at the same path brings nothing back of the former one`() throws {
    try session.folder.write("SECRET\n", to: "Memo/Plan.md")
    #expect(session.run(["rm", "Plan"]).status == 0)
    for file in session.folder.files() { try session.folder.remove(file) }
    try? FileManager.default.removeItem(atPath: session.folder.path + "/.sheaf")
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["undo"]).status == 66)
    #expect(!session.folder.files().contains("Memo/Plan.md"))
  }

  // MARK: - Private notes

  @Test(arguments: ["content/diary/_index.md", "content/b/index.md", "README.md", "docs/index.ko.md", "a/Index.md"])
  func `the page of a folder keeps the name of its file, and with it what it passes on`(path: String) throws {
    let head = "---\ntitle: Private diary\ncascade: {draft: true}\n---\n"
    for text in [head, head.replacing("title: Private diary\n", with: "") + "# Private diary\n"] {
      try session.folder.write(text, to: path)
      #expect(session.run(["rename", path, "My diary", "--yes"]).status == 0)
      let after = String(decoding: try session.folder.read(path), as: UTF8.self)
      #expect(after == text.replacing("Private diary", with: "My diary"))
    }
    try session.folder.write("Text\n", to: path)
    #expect(session.run(["rename", path, "My diary", "--yes"]).status == 0)
    #expect(String(decoding: try session.folder.read(path), as: UTF8.self).contains("title: My diary\n"))
    #expect(session.folder.files().filter { $0.hasSuffix(".md") } == [path])
  }

  @Test func `a name that a title cannot give a file is replaced whole`() throws {
    try session.folder.write("a\n", to: "Memo/-rf.md")
    #expect(session.run(["rename", "--", "Memo/-rf.md", "safe"]).status == 0)
    #expect(session.folder.files().contains("Memo/safe.md"), "\(session.folder.files())")
  }

  @Test(arguments: [
    ("private:true", "private: true"), ("private:yes", "private: true"), ("비공개:예", "비공개: true"),
    ("private:아니요", "private: false"),
    ("hidden:true", "hidden: true"), ("unlisted:no", "unlisted: false"), ("visibility:private", "visibility: private"),
    ("published:false", "published: false"), ("dg-publish:no", "dg-publish: false"),
    ("password:hunter2", "password: hunter2"),
  ])
  func `a typed field about who may read a note is a field wherever changes are read`(word: String, line: String) throws
  {
    for words in [["new", "secret", "plan", word], ["add", "secret", "plan", word], ["new", "secret plan " + word]] {
      let run = session.run(words)
      #expect(run.status == 0, "\(run.errors)")
      let path = try #require(run.output.split(separator: "\n").first.map(String.init))
      let text = String(decoding: try session.folder.read(path), as: UTF8.self)
      #expect(text.contains("title: secret plan\n") && text.contains("\n\(line)\n"), "\(words): \(text)")
      #expect(session.run(["rm", path]).status == 0)
    }
    try session.folder.write("# P\n", to: "P.md")
    #expect(session.run(["set", "P", word]).status == 0)
    #expect(String(decoding: try session.folder.read("P.md"), as: UTF8.self).contains("\n\(line)\n"))
  }

  @Test(arguments: [
    ("privat:true", "private:true"), ("darft:true", "draft:true"), ("publsih:false", "publish:false"),
    ("unsealed:2999-01-01", "unseal:2999-01-01"), ("visibility:privat", "private"), ("private:ture", "true or false"),
  ])
  func `set refuses a misspelt field about who may read a note`(word: String, hint: String) throws {
    try session.folder.write("# P\n", to: "P.md")
    let run = session.run(["set", "P", word])
    #expect(run.status == 64 && run.errors.contains(hint), "\(run.errors)")
    #expect(String(decoding: try session.folder.read("P.md"), as: UTF8.self) == "# P\n")
  }

  @Test(arguments: ["private: true", "visibility: private", "password: a1", "unlisted: true", "비공개: true"])
  func `a field about who may read a note stays in front matter`(field: String) throws {
    let text = "---\n\(field)\n---\n# P\n"
    try session.folder.write(text, to: "P.md")
    _ = session.run(["field", "move", String(field.prefix { $0 != ":" }), "--place", "body", "--yes"])
    #expect(String(decoding: try session.folder.read("P.md"), as: UTF8.self) == text)
  }

  // MARK: - Sealed letters

  @Test func `a letter is sealed for at least a day`() throws {
    #expect(session.run(["letter", "--opens", "today", "x", "-"], input: "a").status == 64)
    #expect(
      session.run(["letter", "--opens", "tomorrow", "x", "-"], input: "a").status == 0)
  }

  @Test func `a letter is what is piped, else what the editor makes of it`() throws {
    let piped = session.run(
      ["letter", "--opens", "2030-01-01", "Wish", "-"], input: "dear you")
    #expect(piped.status == 0)
    #expect(session.startedPrograms.isEmpty)
    let path = String(piped.output.dropLast())
    let text = String(decoding: try session.folder.read(path), as: UTF8.self)
    #expect(text.hasSuffix("dear you\n"))
    #expect(text.contains("unseal: 2030-01-01\n") && !path.contains("Wish"))
    #expect(text.contains("Wish"), "\(text)")
    #expect(
      session.run(["letter", "--opens", "2030-01-01", "Other"], onTerminal: true).status == 0
    )
    #expect(session.startedPrograms.count == 1)
    #expect(session.run(["letter", "--opens", "2030-01-01", "-"], input: "").status == 64)
    let blank = session.run(["letter", "--opens", "2030-01-01", " ", "-"], input: "dear me")
    let untitled = try session.folder.read(String(blank.output.dropLast()))
    #expect(String(decoding: untitled, as: UTF8.self).contains("title: dear me"))
    #expect(session.startedPrograms.count == 1)
    #expect(session.run(["letter", "old", "--opens", "2030-01-01", "x"]).status == 64)
    let before = session.folder.files().count
    let dry = session.run(["letter", "--opens", "2030-01-01", "x", "-n", "-"], input: "a\n")
    #expect(dry.status == 0 && session.folder.files().count == before)
    #expect(!(dry.output + dry.errors).contains("“x” is sealed until"))
    #expect(session.startedPrograms.count == 1)
  }

  @Test func `letters are counted, open ones with their names, sealed ones by their days`() throws {
    #expect(session.run(["letter"]).output == "No letters\n")
    try session.folder.write("---\nunseal: 2030-01-01\n---\nquokka\n", to: "later.md")
    try session.folder.write("---\nunseal: 2020-01-01\n---\nquokka\n", to: "former.md")
    let text = session.run(["letter"]).output
    #expect(text.contains("2 letters, 1 of them open (50%)"), "\(text)")
    #expect(text.contains("2020-01-01  former  former.md"), "\(text)")
    #expect(text.contains("2030-01-01  sealed") && !text.contains("later"), "\(text)")
    let rows = session.run(["letter", "--to", "jsonl"]).output.split(separator: "\n")
    #expect(
      rows == [
        #"{"opens":"2020-01-01","open":true,"path":"former.md","title":"former"}"#,
        #"{"opens":"2030-01-01","open":false,"path":null,"title":null}"#,
      ])
  }

  @Test func `neither templates nor sealed letters are exported`() throws {
    try session.folder.write("folders:\n  templates: Forms\n", to: ".sheaf/config.yaml")
    try session.folder.write("quokka form\n", to: "Forms/meeting.md")
    try session.folder.write("---\nunseal: 2030-01-01\n---\nquokka wish\n", to: "letter.md")
    try session.folder.write("quokka note\n", to: "note.md")
    for query in [[], ["is:sealed"], ["type:template"]] {
      let exported = session.run(["export", "--to", "json"] + query)
      #expect(exported.output.contains("quokka note") == query.isEmpty, "\(exported.output)")
      #expect(!exported.output.contains("quokka form"), "\(query)")
      #expect(!exported.output.contains("quokka wish"), "\(query)")
    }
  }

  @Test func `git's history says that a sealed letter is there, not what is in it`() throws {
    let git = try GitFixture(in: session.folder)
    try session.folder.write(
      "---\nunseal: 2030-01-01\nmood: calm\n---\nquokka one\n", to: "letter.md")
    try git.commitAll(date: 1_700_000_000)
    try session.folder.write(
      "---\nunseal: 2030-01-01\nmood: glad\n---\nquokka one\n\n## quokka part\n\nmore\n",
      to: "letter.md")
    try git.commitAll(date: 1_700_000_100)
    for words in [["log"], ["log", "letter"], ["log", "--json"], ["diff", "HEAD~1"]] {
      let sealed = session.run(words)
      #expect(sealed.status == 0, "\(words): \(sealed.errors)")
      #expect(!sealed.output.contains("quokka"), "\(words): \(sealed.output)")
      #expect(!sealed.output.contains("glad"), "\(words): \(sealed.output)")
      let open = session.run(words + ["--now", "2030-01-01T00:00:00"])
      #expect(open.output.contains("quokka"), "\(words): \(open.output)")
    }
  }

  @Test func `an empty answer says that letters are not searched where there are some`() throws {
    try session.folder.write("x\n", to: "a.md")
    #expect(!session.run(["list", "quokka"], onTerminal: true).errors.contains("ealed"))
    try session.folder.write("---\nunseal: 2030-01-01\n---\nquokka\n", to: "letter.md")
    let answer = session.run(["list", "quokka"], onTerminal: true)
    #expect((answer.output + answer.errors).contains("sealed letters are not searched"))
    #expect(!session.run(["list", "mood:x"], onTerminal: true).errors.contains("ealed"))
  }

  @Test func `no diff and no history shows the text of a sealed letter`() throws {
    let letter = "---\nunseal: 2030-01-01\n---\n\nThe secret\n"
    try session.folder.write(letter, to: "letter.md")
    _ = session.run(["letter", "--opens", "2030-01-01", "secret", "-"], input: "secret\n")
    _ = session.run(["set", "letter", "mood=secret"])
    for words in [
      ["undo", "-n", "2"], ["undo", "--list"], ["undo", "--list", "--json"],
      ["set", "letter", "unseal:", "-n"], ["rm", "letter", "-n"],
    ] {
      let run = session.run(words)
      #expect(run.status == 0, "\(words): \(run.errors)")
      #expect(!(run.output + run.errors).contains("The secret"), "\(words)")
    }
    #expect(!session.run(["undo", "--list"]).output.contains("secret"))
    let diff = session.run(["undo", "-n"]).output
    #expect(
      diff == """
        --- a/letter.md
        +++ b/letter.md
        (letter.md is sealed until 2030-01-01; the text is not shown)

        """)
    _ = session.run(["undo", "2"])
    #expect(!session.run(["redo", "-n", "2"]).output.contains("secret\n("))
  }

  // MARK: - Places

  @Test func `a file asked for with -o keeps what it is`() throws {
    try session.folder.write("# A\n\n- [x] a ✅ 2026-11-20\n", to: "a.md")
    let path = session.folder.path
    #expect(mkfifo(path + "/pipe", 0o600) == 0)
    let reader = open(path + "/pipe", O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try session.folder.write("old", to: "target")
    #expect(chmod(path + "/target", 0o640) == 0)
    #expect(symlink("target", path + "/link") == 0)
    for name in ["pipe", "link", "/dev/null"] {
      #expect(session.run(["digest", "--to", "md", "-o", name]).status == 0, "\(name)")
    }
    #expect(kind(path + "/pipe") == S_IFIFO)
    #expect(kind(path + "/link") == S_IFLNK)
    #expect(kind("/dev/null") == S_IFCHR)
    #expect(try session.folder.read("target") != Array("old".utf8))
    #expect(permissions(path + "/target") == 0o640)
  }

  @Test(arguments: [".git/hooks", ".sheaf/templates", "a/.hidden", "ignored"])
  func `nothing is made where notes are not read`(folder: String) throws {
    try session.folder.write("ignored/\n", to: ".gitignore")
    try session.folder.write("# A\n", to: "a.md")
    let run = session.run(["new", "x", "--in", folder])
    #expect(run.status == 64, "\(run.errors)")
    #expect(!session.folder.files().contains { $0.hasSuffix("x.md") })
    try session.folder.write("folders:\n  memo: \(folder)\n", to: ".sheaf/config.yaml")
    #expect(session.run(["new", "x"]).status == 64)
  }

  @Test func `a template that is a link out of the folder of settings is refused`() throws {
    try session.home.write("private", to: "key")
    try session.folder.write("", to: ".sheaf/templates/x.md")
    try session.folder.remove(".sheaf/templates/x.md")
    let link = session.folder.path + "/.sheaf/templates/x.md"
    #expect(symlink(session.home.path + "/key", link) == 0)
    let run = session.run(["new", "a", "-T", "x"])
    #expect(
      run.errors
        == "error: The symbolic link .sheaf/templates/x.md points out of the repository and is not followed\n"
    )
    #expect(session.run(["new", "a", "-T", "../../key"]).status == 64)
  }

  // MARK: - Files

  @Test func `what Sheaf keeps is the user's alone, whatever was there before`() throws {
    try session.folder.write("# A\n", to: "a.md")
    _ = session.run(["set", "a", "x=1"])
    let kept = session.home.path
    for name in session.home.files() where name.contains("sheaf") {
      #expect(permissions(kept + "/" + name) & 0o077 == 0, "\(name)")
      _ = chmod(kept + "/" + name, 0o644)
    }
    let index = try #require(session.home.files().first { $0.hasSuffix("index.sqlite") })
    let folder = kept + "/" + String(index.dropLast("/index.sqlite".count))
    _ = chmod(folder, 0o755)
    _ = session.run(["list"])
    #expect(permissions(kept + "/" + index) == 0o600)
    #expect(permissions(folder) == 0o700)
  }

  @Test func `the next command that writes removes what a killed process left`() throws {
    try session.folder.write("# A\n", to: "a.md")
    _ = session.run(["set", "a", "x=1"])
    let journal = try #require(session.home.files().first { $0.contains("/journal/") })
    let folder = journal.split(separator: "/").dropLast().joined(separator: "/")
    // Process 1000000 would need a larger table than tests run under.
    try session.home.write("half", to: folder + "/.sheaf-aq15oabcde")
    try session.folder.write("half", to: ".sheaf/.sheaf-aq15oabcde")
    _ = session.run(["set", "a", "x=2"])
    #expect(!session.home.files().contains { $0.contains(".sheaf-") })
    #expect(!session.folder.files().contains { $0.contains(".sheaf-") })
  }

  @Test func `a damaged entry of the journal is reported`() throws {
    try session.folder.write("# A\n", to: "a.md")
    _ = session.run(["set", "a", "x=1"])
    let journal = try #require(session.home.files().first { $0.contains("/journal/") })
    try session.home.write("garbage", to: journal)
    let run = session.run(["undo"])
    #expect(run.status == 65)
    #expect(run.errors.contains("/journal/00000001.done"))
    #expect(session.run(["undo", "--list"]).errors.contains("/journal/00000001.done"))
  }

  @Test func `a name that is not UTF-8 is reported once and passed over`() throws {
    try session.folder.write("# A\n", to: "a.md")
    let bytes = Array((session.folder.path + "/b").utf8) + [0xFF, 0x2E, 0x6D, 0x64, 0]
    let descriptor = bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { name in
      name.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o600) } ?? -1
    }
    close(descriptor)
    let warning = """
      warning: Files skipped because their names are not UTF-8; rename the files to include the files:
        b\u{FFFD}.md

      """
    let run = session.run(["list", "--paths"])
    #expect(run.output == "a.md\n")
    #expect(run.errors == warning)
    #expect(session.run(["list"]).errors == "")
    #expect(session.run(["status"]).errors == warning)
    #expect(session.run(["check"]).errors == warning)
    let index = session.run(["index"])
    #expect(index.status == 0)
    #expect(index.errors.hasPrefix(warning))
  }

  @Test func `a file with several names is not parted from them`() throws {
    try session.folder.write("# A\n", to: "a.md")
    #expect(link(session.folder.path + "/a.md", session.home.path + "/backup.md") == 0)
    let run = session.run(["set", "a", "x=1"])
    #expect(run.status == 3)
    #expect(
      run.errors.hasPrefix(
        "error: a.md has 2 names (hard links); writing it would separate them\n"))
    #expect(try session.folder.read("a.md") == Array("# A\n".utf8))
    #expect(try session.home.read("backup.md") == Array("# A\n".utf8))
  }

  private func kind(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  private func permissions(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
