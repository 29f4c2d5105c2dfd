import Foundation
import NoteTestSupport
import Testing

@Suite struct ImportCommandTests {
  private let session: CommandSession
  private let outside: TemporaryFolder

  init() throws {
    session = try CommandSession()
    outside = try TemporaryFolder()
    _ = session.run(["init"])
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try session.folder.read(name), as: UTF8.self)
  }

  private func importJSON(_ json: String, _ more: String...) throws -> CommandSession.Outcome {
    try outside.write(json, to: "notes.json")
    return session.run(["import", "--from", "json", outside.path + "/notes.json"] + more)
  }

  @Test(arguments: [
    ("export --to", "v", "vdir"), ("export --to", "d", "docx"), ("export --to", "cs", "csv"),
    ("import --from", "v", "vdir"), ("import --from", "ke", "keep"),
  ])
  func `a shell completes every format that the commands know`(command: String, typed: String, format: String) {
    let words = command.split(separator: " ").map(String.init)
    let answer = session.run(["complete", "fish", "--"] + words + [typed]).output
    #expect(answer.contains("\n\(format)") || answer.hasPrefix(format), "\(answer)")
    // The error for a name that is no format lists all of them.
    let all = session.run(words + ["%%"] + (command.hasPrefix("import") ? ["x"] : [])).errors
    #expect(all.contains(format), "\(all)")
  }

  @Test(
    arguments: [
      (
        "obsidian",
        [".obsidian/app.json": #"{"userIgnoreFilters": ["Own/"]}"#, "Own/a.md": "HUSH\n", "b.md": "open\n"],
        ["HUSH"], ["open"]
      ),
      (
        "text", [".gitattributes": "Own/** filter=git-crypt\n", "Own/a.md": "HUSH\n", "b.md": "open\n"], ["HUSH"],
        ["open"]
      ),
      (
        "text",
        [
          "quartz.config.ts": "const config = { plugins: { filters: [Plugin.ExplicitPublish()] } }\n",
          "content/a.md": "HUSH\n", "content/b.md": "---\npublish: true\n---\nopen\n",
        ], ["HUSH"], ["open"]
      ),
      ("obsidian", [".obsidian/app.json": "{ cut", "a.md": "HUSH\n"], ["HUSH"], []),
    ] as [(String, [String: String], [String], [String])])
  func `notes that the source keeps from readers are not public here`(
    format: String, files: [String: String], held: [String], open: [String]
  ) throws {
    for (name, text) in files { try outside.write(text, to: "source/" + name) }
    let outcome = session.run(["import", "--from", format, outside.path + "/source"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let site = try TemporaryFolder()
    #expect(session.run(["publish", "-o", site.path, "--yes"]).status == 0)
    let pages = try site.files().map { String(decoding: try site.read($0), as: UTF8.self) }.joined()
    for word in held { #expect(!pages.contains(word), "\(word)") }
    for word in open { #expect(pages.contains(word), "\(word)") }
  }

  @Test func `a note is written with its fields, its origin and its text`() throws {
    let outcome = try importJSON(
      #"[{"id": "7", "title": "장보기: 두부", "body": "본문", "last_modified": 1763690400, "who": "나: 너"}]"#
    )
    #expect(outcome.output == "Memo/장보기 두부.md\n")
    #expect(outcome.errors == "Imported 1 note\n")
    let lines = try text("Memo/장보기 두부.md").split(separator: "\n").filter {
      !$0.hasPrefix("id:") && !$0.hasPrefix("  hash:")
    }
    #expect(
      lines == [
        "---", "title: \"장보기: 두부\"", "updated: 2025-11-21T11:00:00+09:00", "import:",
        "  source: json:7", "  who: \"나: 너\"", "---", "본문",
      ])
  }

  @Test(arguments: ["text", "obsidian"]) func `daily notes become diary entries`(format: String) throws {
    for (name, text) in [("2026-11-19", "# Walk\n\nRain.\n"), ("2026-11-20", "Snow.\n"), ("2026-13-40", "No day.\n")] {
      try outside.write(text, to: "vault/Daily/\(name).md")
    }
    let run = session.run(["import", "--from", format, outside.path + "/vault"])
    let paths = run.output.split(separator: "\n").sorted()
    #expect(paths == ["Diary/2026/2026-11-19.md", "Diary/2026/2026-11-20.md", "Memo/Daily/2026-13-40.md"], "\(run)")
    #expect(try text("Diary/2026/2026-11-19.md").contains("# Walk\n\nRain.\n"))
    #expect(session.run(["list", "kind:diary", "-c"]).output == "2\n")
    #expect(session.run(["import", "--from", format, outside.path + "/vault"]).output == "")
  }

  @Test func `a document that pandoc cannot read is skipped, and the others are imported`() throws {
    let programs = try TemporaryFolder()
    try programs.writeProgram(
      """
      for word; do
        case "$word" in --output=*) output="${word#--output=}";; esac
      done
      case "$word" in *broken*) echo 'no zip file' >&2; exit 63;; esac
      echo text > "$output"
      """, to: "pandoc")
    let session = try CommandSession(environment: ["PATH": programs.path + ":/usr/bin:/bin"])
    _ = session.run(["init"])
    for name in ["a.docx", "broken.docx", "c.docx"] { try outside.write(name, to: "in/" + name) }
    let outcome = session.run(["import", "--from", "pandoc", outside.path + "/in"])
    #expect(outcome.output.split(separator: "\n").count == 2, "\(outcome.output)")
    #expect(outcome.errors.contains("broken.docx: pandoc cannot convert"), "\(outcome.errors)")
    let alone = session.run(["import", "--from", "pandoc", outside.path + "/in/broken.docx"])
    #expect(alone.status == 2 && alone.errors.contains("pandoc cannot convert"), "\(alone.errors)")
  }

  @Test func `records without an id are known by their words, wherever they are in the file`()
    throws
  {
    #expect(
      try importJSON(#"[{"title": "a", "body": "x"}, {"title": "a", "body": "x"}]"#).output
        == "Memo/a.md\nMemo/a 2.md\n")
    let grown =
      #"[{"title": "new", "body": "y"}, {"title": "a", "body": "x"}, {"title": "a", "body": "x"}]"#
    let again = try importJSON(grown)
    #expect(again.output == "Memo/new.md\n")
    #expect(again.errors == "Imported 1 note (2 unchanged)\n")
  }

  @Test func `many notes of one name are numbered, and files that are there are passed over`()
    throws
  {
    try session.folder.write("mine\n", to: "Memo/A 3.md")
    let records = (0..<300).map { "{\"id\": \($0), \"title\": \"a\", \"body\": \"\($0)\"}" }
    let paths = try importJSON("[" + records.joined(separator: ",") + "]").output
      .split(separator: "\n")
    #expect(paths.prefix(4) == ["Memo/a.md", "Memo/a 2.md", "Memo/a 4.md", "Memo/a 5.md"])
    #expect(paths.last == "Memo/a 301.md")
  }

  @Test func `the same source twice makes nothing new, and undo takes all of it back`() throws {
    let json = #"[{"id": 1, "title": "a", "body": "x"}, {"id": 2, "title": "a", "body": "y"}]"#
    #expect(try importJSON(json).output == "Memo/a.md\nMemo/a 2.md\n")
    let again = try importJSON(json)
    #expect(again.output == "")
    #expect(again.status == 0)
    #expect(again.errors.contains("No new notes (2 unchanged)"))
    _ = session.run(["undo"])
    #expect(!session.folder.files().contains { $0.hasPrefix("Memo/") })
  }

  @Test func `updating changes notes that nobody changed, and no others`() throws {
    _ = try importJSON(
      #"[{"id": 1, "title": "a", "body": "x"}, {"id": 2, "title": "b", "body": "y"}]"#)
    _ = session.run(["set", "b", "mood=good"])
    let json = #"[{"id": 1, "title": "a", "body": "x2"}, {"id": 2, "title": "b", "body": "y2"}]"#
    let outcome = try importJSON(json, "--update")
    #expect(outcome.output == "Memo/a.md\n")
    #expect(
      outcome.errors
        == "warning: notes.json:1: Memo/b.md was edited since its import and is not overwritten\nNo new notes (1 updated, 1 skipped)\n"
    )
    #expect(try text("Memo/a.md").hasSuffix("\nx2\n"))
    #expect(try text("Memo/b.md").hasSuffix("\ny\n"))
    #expect(try importJSON(json, "--update").errors.contains("1 unchanged"))
  }

  @Test(arguments: ["title: a", "  source: json:1", "---\n\nx"])
  func `every edit of an imported note counts, also a comment in its front matter`(line: String) throws {
    _ = try importJSON(#"[{"id": 1, "title": "a", "body": "x", "map": {"b": 1}}]"#)
    let edited = try text("Memo/a.md").replacing(line + "\n", with: line + "  # mine\n")
    #expect(edited.contains("# mine"))
    try session.folder.write(edited, to: "Memo/a.md")
    let run = try importJSON(#"[{"id": 1, "title": "a", "body": "x2"}]"#, "--update")
    #expect(run.output == "" && run.errors.contains("1 skipped"), "\(run.errors)")
    #expect(try text("Memo/a.md") == edited)
  }

  /// Files that their program, or Sheaf in their place, would show to nobody.
  private static let kept: [(format: String, name: String, text: String)] = [
    ("text", "u.txt", "---\nprivate: true\n---\nHUSH\n"), ("text", "l.txt", "---\nunseal: 2999-01-01\n---\nHUSH\n"),
    ("text", "private/p.txt", "HUSH\n"),
    ("json", "a.json", #"[{"title": "a", "body": "HUSH", "visibility": "private"}]"#),
    ("json", "b.json", #"[{"title": "a", "body": "HUSH", "publishDate": "2999-01-01"}]"#),
    ("json", "c.json", #"[{"title": "a", "body": "HUSH", "expiryDate": "2000-01-01"}]"#),
    ("logseq", "pages/private/f.md", "- HUSH\n"), ("obsidian", "n.md", "---\ntags: [a] #private\n---\nHUSH\n"),
    ("roam", "r.json", ##"[{"title": "R", "children": [{"string": "HUSH #[[private]]"}]}]"##),
    ("org", "c.org", "#+TITLE: O\ntext\n* COMMENT Hidden\n  HUSH\n"), ("org", "n.org", "* One  :noexport:\n  HUSH\n"),
    ("org", "d.org", "#+TITLE: D\n#+hugo_draft: true\nHUSH\n"),
    (
      "ics", "a.ics",
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:HUSH\r\nCLASS:PRIVATE\r\nEND:VTODO\r\n"
        + "END:VCALENDAR\r\n"
    ),
  ]

  @Test(arguments: kept)
  func `what other programs keep from readers stays private`(format: String, name: String, text: String) throws {
    try session.home.write(text, to: "source/" + name)
    try session.folder.write("site:\n  include: [tasks, diary]\n", to: ".sheaf/config.yaml")
    let run = session.run(["import", "--from", format, session.home.path + "/source"])
    #expect(run.status == 0 && run.output.contains(".md"), "\(run.output)\(run.errors)")
    let listed = session.run(["publish", "-n"])
    #expect(listed.status == 0 && !listed.output.contains("public  "), "\(listed.output)\(listed.errors)")
  }

  @Test func `a text in the older Korean encoding is as public as another`() throws {
    let bytes: [UInt8] = [
      0xC8, 0xB8, 0xC0, 0xC7, 0xB7, 0xCF, 0x20, 0xBE, 0xC8, 0xB0, 0xC7, 0xB0, 0xFA, 0x20, 0xB0, 0xE1, 0xC1, 0xA4, 0x20,
      0xBB, 0xE7, 0xC7, 0xD7, 0xC0, 0xBB, 0x20, 0xC1, 0xA4, 0xB8, 0xAE, 0xC7, 0xDF, 0xBD, 0xC0, 0xB4, 0xCF, 0xB4, 0xD9,
    ]
    try session.home.write(bytes, to: "source/a.txt")
    #expect(session.run(["import", "--from", "text", session.home.path + "/source"]).status == 0)
    let listed = session.run(["publish", "-n"])
    #expect(listed.output.contains("public  "), "\(listed.output)\(listed.errors)")
  }

  @Test(arguments: [
    "private: true", "publish: false", "password: abc", "visibility: private", "status: draft", "draft: true",
    "비공개: true",
  ])
  func `a private note that comes back from Org is private`(field: String) throws {
    try session.folder.write("---\n\(field)\n---\nHUSH\n", to: "Memo/n.md")
    let text = session.run(["export", "--to", "org"]).output
    try session.folder.remove("Memo/n.md")
    try session.home.write(text.isEmpty ? "* n\n" : text, to: "n.org")
    #expect(session.run(["import", session.home.path + "/n.org"]).status == 0)
    #expect(!session.run(["publish", "-n"]).output.contains("public  "), "\(text)")
  }

  @Test func `a note that is there is never overwritten`() throws {
    try session.folder.write("mine\n", to: "Memo/A.md")
    let outcome = try importJSON(#"[{"id": 1, "title": "a", "body": "x"}]"#, "--in", "memo")
    #expect(outcome.output == "Memo/a 2.md\n")
    #expect(try text("Memo/A.md") == "mine\n")
  }

  @Test func `a dry run writes nothing and shows the notes`() throws {
    let outcome = try importJSON(#"[{"id": 1, "title": "a", "body": "x"}]"#, "-n")
    #expect(outcome.output.contains("+title: a"))
    #expect(
      outcome.errors == "Would import 1 note\n")
    #expect(!session.folder.files().contains { $0.hasPrefix("Memo/") })
  }

  @Test func `the report has every problem with its place`() throws {
    let report = outside.path + "/report.json"
    _ = try importJSON("[{\"title\": \"a\"},\n {\"id\": 3},\n {]", "-o", report)
    let text = String(decoding: try outside.read("report.json"), as: UTF8.self)
    #expect(text.contains(#""path": "Memo/a.md""#))
    #expect(text.contains(#""line": 2"#))
    #expect(text.contains(#""line": 3"#))
  }

  @Test func `names that are reserved, hidden or lead out of the folder become harmless`() throws {
    let outcome = try importJSON(
      """
      [{"id": 1, "title": "../../etc/passwd"}, {"id": 2, "title": "CON"}, {"id": 3, "title": ".hidden"},
       {"path": "../../x/../../../y.md", "fields": {"title": "p"}, "body": "b"},
       {"path": ".git/hooks/z.md", "fields": {}, "body": "b"}, {"id": 4, "title": "///"}]
      """)
    #expect(outcome.status == 0)
    #expect(
      Set(session.folder.files().filter { $0.hasSuffix(".md") && !$0.hasPrefix(".sheaf") })
        .isSuperset(
          of: ["Memo/etc passwd.md", "Memo/CON_.md", "Memo/hidden.md", "git/hooks/z.md"]))
    #expect(session.folder.files().allSatisfy { !$0.hasPrefix(".git") })
  }

  @Test func `unknown formats and missing files are said in a sentence`() throws {
    let wrong = session.run(["import", "--from", "jso", "x"])
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("Unknown format “jso”"))
    #expect(wrong.errors.contains("Did you mean “json”?"))
    #expect(session.run(["import", "--from", "json", "nothing"]).status == 66)
  }
}
