import Foundation
import NoteTestSupport
import Testing

/// Notes go to the programs that people use beside this one, are changed there, and come back.
@Suite struct PeerProgramsTests {
  private let session: CommandSession
  private let outside: TemporaryFolder

  init() throws {
    session = try CommandSession()
    outside = try TemporaryFolder()
    _ = session.run(["init"])
  }

  private static func isInstalled(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path(of: name))
  }

  /// In the tests' own environment, else of the system.
  private static func path(of name: String) -> String {
    let own = URL(fileURLWithPath: SiteCheckers.python).deletingLastPathComponent().path
    let path = own + "/" + name
    return FileManager.default.isExecutableFile(atPath: path) ? path : "/usr/bin/" + name
  }

  @discardableResult
  private func peer(_ name: String, _ words: String..., status: Int32 = 0) throws -> String {
    let run = try ProgramRun.run(
      Self.path(of: name), words, in: outside.path,
      environment: ["HOME": outside.path, "XDG_CACHE_HOME": outside.path + "/cache"])
    #expect(run.status == status, "\(run.errors)\(run.output)")
    return run.output
  }

  @discardableResult
  private func sheaf(_ words: String..., status: Int32 = 0) -> String {
    let outcome = session.run(words)
    #expect(outcome.status == status, "\(outcome.errors)")
    return outcome.output
  }

  private func writeTasks() throws {
    try session.folder.write(
      "---\nid: k3x9wq2m\ntitle: 우유 사기\nstatus: todo\ndue: 2026-11-30\n---\n",
      to: "Diary/Tasks/milk.md")
    try session.folder.write(
      "---\nid: a3x9wq2m\ntitle: Call\nstatus: todo\n---\n", to: "Diary/Tasks/call.md")
    try FileManager.default.createDirectory(
      atPath: outside.path + "/cal", withIntermediateDirectories: true)
    sheaf("export", "--to", "vdir", outside.path + "/cal/tasks")
  }

  @Test(.enabled(if: isInstalled("todo"), "todoman is not installed: make setup-test"))
  func `todoman shows the tasks, and what it does to them comes back`() throws {
    try writeTasks()
    try outside.write(
      "path = \"\(outside.path)/cal/*\"\ndate_format = \"%Y-%m-%d\"\ntime_format = \"%H:%M\"\ndefault_list = \"tasks\"\n",
      to: "todo.py")
    let configuration = outside.path + "/todo.py"
    let list = try peer("todo", "--config", configuration, "list", "--sort", "-due")
    #expect(list.contains("2026-11-30 우유 사기"))
    #expect(list.contains("Call"))
    let line = try #require(list.split(separator: "\n").first { $0.contains("우유") })
    let number = try #require(line.split(separator: " ").first { Int($0) != nil })
    try peer("todo", "--config", configuration, "done", String(number))
    try peer("todo", "--config", configuration, "new", "From todoman", "--due", "2026-12-01")
    sheaf("import", "--from", "vdir", outside.path + "/cal/tasks")
    let tasks = sheaf("list", "is:task", "--format", "{{title}} {{status}} {{due}}")
    #expect(tasks.contains("우유 사기 done 2026-11-30"))
    #expect(tasks.contains("From todoman todo 2026-12-01"))
    #expect(tasks.contains("Call todo"))
  }

  @Test(.enabled(if: isInstalled("task"), "taskwarrior is not installed"))
  func `Taskwarrior gets back what it had, with what only it knows`() throws {
    try outside.write("uda.estimate.type=numeric\nuda.who.type=string\n", to: "taskrc")
    func task(_ folder: String, _ words: String...) throws -> String {
      try ProgramRun.run(
        "/usr/bin/task", ["rc.confirmation=off", "rc.json.array=on"] + words, in: outside.path,
        environment: [
          "HOME": outside.path, "TASKRC": outside.path + "/taskrc", "TASKDATA": outside.path + "/" + folder,
        ]
      ).output
    }
    _ = try task(
      "one", "add", "Pay tax", "project:home", "+money", "priority:M", "due:2030-11-30", "estimate:3",
      "who:Kim; Lee", "until:2031-01-01")
    _ = try task("one", "1", "annotate", "first note")
    _ = try task("one", "1", "start")
    _ = try task("one", "add", "Other", "depends:1", "wait:2030-01-01", "priority:H")
    _ = try task("one", "add", "Gone")
    _ = try task("one", "3", "done")
    let before = try task("one", "export")
    try outside.write(before, to: "before.json")
    sheaf("import", "--from", "taskwarrior", outside.path + "/before.json")
    try outside.write(sheaf("export", "--to", "taskwarrior"), to: "back.json")
    _ = try task("two", "import", "back.json")
    func tasks(_ text: String) throws -> [[String: String]] {
      let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
      return list.map { task in
        task.filter { !["id", "urgency", "modified"].contains($0.key) }.mapValues { value in
          let data = try? JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
          return String(decoding: data ?? Data(), as: UTF8.self)
        }
      }.sorted { $0["uuid"] ?? "" < $1["uuid"] ?? "" }
    }
    let (old, new) = (try tasks(before), try tasks(try task("two", "export")))
    #expect(old.count == 3 && old == new)
    _ = try task("two", "Other", "modify", "Other thing")
    try outside.write(try task("two", "export"), to: "changed.json")
    sheaf("import", "--from", "taskwarrior", "--update", outside.path + "/changed.json")
    let titles = sheaf("list", "is:task", "--format", "{{title}}").split(separator: "\n")
    #expect(Set(titles) == ["Pay tax", "Other thing", "Gone"] && titles.count == 3)
  }

  @Test(.enabled(if: isInstalled("emacs"), "Emacs is not installed"))
  func `Emacs reads every state of an exported org file`() throws {
    let states = ["todo", "doing", "done", "cancelled", "review", "needs words"]
    for (number, state) in states.enumerated() {
      try session.folder.write(
        "---\nid: state00\(number)\ntitle: T\(number)\nstatus: \(state)\npriority: high\ndue: 2026-11-30\n---\n",
        to: "Diary/Tasks/t\(number).md")
    }
    sheaf("export", "--to", "org", "-o", outside.path + "/all.org")
    let lisp = """
      (progn (require 'org) (find-file "all.org")
        (org-map-entries (lambda ()
          (princ (format "%s %s %s %s\\n" (org-get-heading t t t t) (org-get-todo-state) (if (org-entry-is-done-p) "done" "open")
            (org-entry-get nil "DEADLINE"))))))
      """
    let run = try ProgramRun.run(
      "/usr/bin/emacs", ["-Q", "--batch", "--eval", lisp], in: outside.path,
      environment: ["HOME": outside.path])
    let words = ["TODO open", "DOING open", "DONE done", "CANCELLED done", "REVIEW open", "NEEDS_WORDS open"]
    let lines = words.enumerated().map { "T\($0.offset) \($0.element) <2026-11-30 Mon>\n" }
    #expect(run.output == lines.joined(), "\(run.errors)")
    let second = try CommandSession()
    _ = second.run(["init"])
    _ = second.run(["import", "--from", "org", outside.path + "/all.org"])
    let back = second.run(["list", "is:task", "--format", "{{title}} {{status}}"]).output
    let expected = states.enumerated().map { "T\($0.offset) \($0.element)" }
    #expect(Set(back.split(separator: "\n").map(String.init)) == Set(expected), "\(back)")
  }

  @Test(.enabled(if: isInstalled("vdirsyncer"), "vdirsyncer is not installed: make setup-test"))
  func `vdirsyncer carries the entries to another folder and back`() throws {
    try writeTasks()
    try outside.write("", to: "other/.keep")
    func storage(_ name: String, _ path: String) -> String {
      "[storage \(name)]\ntype = \"filesystem\"\npath = \"\(outside.path)/\(path)\"\nfileext = \".ics\"\n"
    }
    try outside.write(
      "[general]\nstatus_path = \"\(outside.path)/status/\"\n[pair p]\na = \"one\"\nb = \"two\"\ncollections = null\n"
        + storage("one", "cal/tasks") + storage("two", "other"), to: "sync.conf")
    let configuration = outside.path + "/sync.conf"
    try peer("vdirsyncer", "-c", configuration, "discover")
    try peer("vdirsyncer", "-c", configuration, "sync")
    let copies = outside.files().filter { $0.hasPrefix("other/") && $0.hasSuffix(".ics") }
    #expect(copies.count == 2)
    let copy = try #require(
      copies.first {
        String(decoding: (try? outside.read($0)) ?? [], as: UTF8.self).contains("Call")
      })
    let text = String(decoding: try outside.read(copy), as: UTF8.self)
    try outside.write(text.replacing("SUMMARY:Call", with: "SUMMARY:Call again"), to: copy)
    try peer("vdirsyncer", "-c", configuration, "sync")
    sheaf("import", "--from", "vdir", outside.path + "/cal/tasks")
    #expect(sheaf("list", "is:task", "--format", "{{title}}").contains("Call again\n"))
  }

  @Test(.enabled(if: isInstalled("jrnl"), "jrnl is not installed: make setup-test"))
  func `jrnl reads the diary and gives it back`() throws {
    try session.folder.write("Rain all day. @walk\n", to: "Diary/2026/2026-11-19.md")
    try session.folder.write("오늘은 좋았다.\n\n둘째 문단.\n", to: "Diary/2026/2026-11-20.md")
    sheaf("export", "--to", "jrnl", "-o", outside.path + "/diary.txt")
    try outside.write("", to: "journal.txt")
    try outside.write(
      """
      colors: {body: none, date: none, tags: none, title: none}
      default_hour: 9
      default_minute: 0
      editor: ''
      encrypt: false
      highlight: false
      indent_character: '|'
      journals: {default: {journal: '\(outside.path)/journal.txt'}}
      linewrap: 79
      tagsymbols: '#@'
      template: false
      timeformat: '%Y-%m-%d %H:%M'
      version: v4.2
      """, to: "jrnl.yaml")
    let configuration = outside.path + "/jrnl.yaml"
    try peer("jrnl", "--config-file", configuration, "--import", "--file", "diary.txt")
    try peer("jrnl", "--config-file", configuration, "--format", "json", "--file", "back.json")
    let second = try CommandSession()
    _ = second.run(["init"])
    let outcome = second.run(["import", "--from", "jrnl", outside.path + "/back.json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let paths = outcome.output.split(separator: "\n").map(String.init)
    #expect(paths.count == 2 && paths.allSatisfy { $0.hasPrefix("Diary/2026/2026-11-") })
    let page = String(decoding: try second.folder.read(paths.last ?? ""), as: UTF8.self)
    #expect(page.contains("title: 오늘은 좋았다."))
    #expect(page.hasSuffix("\n둘째 문단.\n"))
  }

  @Test(.enabled(if: isInstalled("pandoc"), "pandoc is not installed: make setup-test"))
  func `a book is read in the style of the house, without sections, and its links have their places`() throws {
    try outside.write("# One\n\n* see [two](#two)\n* b\n\n# Two\n\nwords\n", to: "in.md")
    try peer("pandoc", "--metadata=title:Book", "in.md", "-o", "book.epub")
    sheaf("import", outside.path + "/book.epub")
    let text = String(decoding: try session.folder.read("Memo/book.md"), as: UTF8.self)
    #expect(text.contains("\n- see [two](#ch002.xhtml#two)\n- b\n"), "\(text)")
    #expect(text.contains("<span id=\"ch002.xhtml#two\"></span>\n\n# Two\n") && !text.contains("<div"), "\(text)")
  }

  @Test(.enabled(if: isInstalled("pandoc"), "pandoc is not installed: make setup-test"))
  func `a document of an office program is written and read through pandoc`() throws {
    try session.folder.write(
      "# 보고서\n\n![chart](p.png)\n\nSome **bold** words.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
      to: "Memo/report.md"
    )
    let picture = URL(fileURLWithPath: fixturesFolder + "/Pictures/palette.png")
    try session.folder.write([UInt8](Data(contentsOf: picture)), to: "Memo/p.png")
    try outside.write([UInt8](Data(contentsOf: picture)), to: "p.png")
    try outside.write("![chart](p.png)\n\ntext\n", to: "in.md")
    for format in ["docx", "odt"] {
      let path = outside.path + "/report." + format
      sheaf("export", "--to", format, "path:Memo/report.md", "-o", path)
      #expect(try peer("pandoc", "--to=plain", path).contains("Some bold words."))
      let listing = try ProgramRun.run("/usr/bin/unzip", ["-l", path], in: outside.path).output
      #expect(listing.contains(".png"), "\(listing)")
      sheaf("import", "--from", "pandoc", path, "--in", format)
      let files = session.folder.files()
        .filter { $0.hasPrefix(format + "/") && $0.hasSuffix(".md") }
      #expect(files.count == 1, "\(session.folder.files())")
      let text = String(decoding: try session.folder.read(files.first ?? ""), as: UTF8.self)
      #expect(text.contains("Some **bold** words."))
      #expect(text.contains("보고서"))
      try peer("pandoc", "in.md", "-o", "pic." + format)
      try outside.write([UInt8](outside.read("pic." + format)), to: "deep/pic." + format)
      let place = outside.path
      let paths = sheaf(
        "import", "--from", "pandoc", place + "/pic." + format, place + "/deep/pic." + format,
        "--in",
        "Pictures/" + format)
      #expect(paths.split(separator: "\n").count == 2)
      let note = String(
        decoding: try session.folder.read("Pictures/\(format)/pic.md"), as: UTF8.self)
      #expect(note.contains("](assets/"), "\(note)")
    }
    #expect(sheaf("check", "Pictures").isEmpty)
  }

  @Test(.enabled(if: isInstalled("pandoc"), "pandoc is not installed: make setup-test"))
  func `a section of OneNote becomes a folder of its pages`() throws {
    try outside.write(
      """
      First page

      Thursday, November 19, 2026

      10:31 AM

      Some **bold** words, 100 %% sure.

      **두 번째**

      2026년 11월 20일

      오후 3:05

      - item

      """, to: "in.md")
    try peer("pandoc", "in.md", "-o", "Ideas.docx")
    try outside.write("Only words\n", to: "page.md")
    try peer("pandoc", "page.md", "-o", "Loose.docx")
    try FileManager.default.createDirectory(atPath: outside.path + "/One", withIntermediateDirectories: true)
    for name in ["Ideas.docx", "Loose.docx"] {
      try outside.write([UInt8](outside.read(name)), to: "One/" + name)
    }
    try outside.write("x", to: "One/Notebook.one")
    let run = session.run(["import", "--from", "onenote", outside.path + "/One"])
    #expect(run.output == "Memo/Ideas/First page.md\nMemo/Ideas/두 번째.md\nMemo/Loose.md\n")
    #expect(run.errors.contains("Notebook.one: Only Word documents (.docx) are read"))
    let first = String(decoding: try session.folder.read("Memo/Ideas/First page.md"), as: UTF8.self)
    #expect(first.contains("created: 2026-11-19T10:31"))
    #expect(first.hasSuffix("---\n\nSome **bold** words, 100 %% sure.\n"), "\(first)")
    let second = String(decoding: try session.folder.read("Memo/Ideas/두 번째.md"), as: UTF8.self)
    #expect(second.contains("created: 2026-11-20T15:05"))
    #expect(session.run(["import", "--from", "onenote", outside.path + "/One"]).errors.contains("3 unchanged"))
  }

  @Test(.enabled(if: isInstalled("pandoc"), "pandoc is not installed: make setup-test"))
  func
    `a document that names other files gets none of them, one that has a picture inside keeps it`()
    throws
  {
    let picture = try [UInt8](
      Data(contentsOf: URL(fileURLWithPath: fixturesFolder + "/Pictures/palette.png")))
    try outside.write("quokka", to: "secret.txt")
    try outside.write(picture, to: "secret.png")
    let secret = outside.path + "/secret"
    for (name, text) in [
      ("a.rst", "Words\n\n.. include:: \(secret).txt\n\n.. image:: \(secret).png\n"),
      ("b.tex", "Words \\input{\(secret).txt} \\includegraphics{\(secret).png}\n"),
      ("c.org", "Words\n\n#+INCLUDE: \"\(secret).txt\"\n\n[[file:\(secret).png]]\n"),
      ("d.html", "<p>Words</p><img src='\(secret).png'><iframe src='\(secret).txt'></iframe>"),
    ] {
      try outside.write(text, to: name)
      sheaf("import", "--from", "pandoc", outside.path + "/" + name, "--in", "Named")
    }
    let files = session.folder.files().filter { $0.hasPrefix("Named/") }
    #expect(files.count == 4 && files.allSatisfy { $0.hasSuffix(".md") }, "\(files)")
    for file in files {
      let text = String(decoding: try session.folder.read(file), as: UTF8.self)
      #expect(text.contains("Words") && !text.contains("quokka"), "\(file): \(text)")
    }
    try outside.write("# Book\n\n![chart](secret.png)\n", to: "book.md")
    try peer("pandoc", "book.md", "-o", "book.epub")
    sheaf("import", "--from", "pandoc", outside.path + "/book.epub", "--in", "Book")
    #expect(session.folder.files().contains { $0.hasPrefix("Book/assets/") })
  }

  @Test(.enabled(if: isInstalled("epubcheck"), "epubcheck is not installed: make setup-test"))
  func `epubcheck finds nothing in the book`() throws {
    try session.folder.write(
      "# One & <two>\n\n[[Other#Part]] ==mark== $x^2$\n\n- [x] done\n- [ ] open\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n\n> [!tip] Hint\n> text[^1]\n\n```swift\nlet x = 1\n```\n\n![](p.png)\n\n[^1]: Note.\n\nReply<br>line <kbd>K</kbd>\n",
      to: "Memo/one.md")
    try session.folder.write(
      "---\ntitle: Other\nlang: ko\n---\n## Part\n\n한글\n", to: "Memo/other.md")
    let picture = URL(fileURLWithPath: fixturesFolder + "/Pictures/palette.png")
    try session.folder.write([UInt8](Data(contentsOf: picture)), to: "Memo/p.png")
    let path = outside.path + "/book.epub"
    sheaf("export", "--to", "epub", "--title", "Book", "-o", path)
    let run = try ProgramRun.run(
      "/usr/bin/java", ["-jar", "/usr/bin/epubcheck", path], in: outside.path,
      environment: ["HOME": outside.path])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(!(run.output + run.errors).contains("WARNING"), "\(run.output)\(run.errors)")
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tar"), "tar is not installed"))
  func `Joplin's .jex is a tar file of notes and their resources`() throws {
    try outside.write(
      "Plan\n\nSee ![](:/r1) and [it](:/n2)\n\nid: n1\nparent_id: f1\ncreated_time: 2026-11-20T01:00:00.000Z\ntype_: 1",
      to: "raw/n1.md")
    try outside.write("Other\n\nText\n\nid: n2\nparent_id: f1\ntype_: 1", to: "raw/n2.md")
    try outside.write("Work\n\nid: f1\nparent_id: \ntype_: 2", to: "raw/f1.md")
    try outside.write(
      "p.png\n\nid: r1\nmime: image/png\nfile_extension: png\ntype_: 4", to: "raw/r1.md")
    try outside.write([0x89, 0x50, 0x4E, 0x47], to: "raw/resources/r1.png")
    try peer("tar", "-c", "-f", "notes.jex", "-C", "raw", ".")
    sheaf("import", "--from", "joplin", outside.path + "/notes.jex")
    let plan = String(decoding: try session.folder.read("Memo/Work/Plan.md"), as: UTF8.self)
    #expect(plan.hasSuffix("\nSee ![](../../assets/p.png) and [it](Other.md)\n"), "\(plan)")
    #expect(try session.folder.read("assets/p.png").count == 4)
    #expect(sheaf("check").isEmpty)
  }
}
