import ByteBasics
import Foundation
import NotePresentation
import NoteTestSupport
import Testing

@testable import SheafCommands

/// The output of commands with `--json` is what sheaf-json(5) says.
@Suite struct JSONCatalogueTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write(
      "views:\n  saved: tag:work\nsite:\n  title: Notes\nschemas: {a: {fields: {x: text}}}\n",
      to: ".sheaf/config.yaml")
    try session.folder.write(
      "---\nid: k3x9wq2m\ntitle: Plan\ntags: [work]\naliases: [roadmap]\n---\n# Plan\n\nsee [[Trip]], [[nowhere]]\n\n- [ ] box 📅 2026-11-20 #home\n- [x] done ✅ 2026-11-19\n\n![[photo.png]]\n",
      to: "Memo/Plan.md")
    try session.folder.write(
      "---\nstatus: doing\ndue: 2026-11-20\nremind: 1d\ncolor: red\nlabel: A\n---\n# Trip\n\nthe Plan\n",
      to: "Memo/Trip.md")
    try session.folder.write("as drawn", to: "Memo/photo.png")
    for year in [2025, 2026] {
      try session.folder.write(
        "---\ndate: \(year)-11-21\nmood: calm\n---\nsnow\n", to: "Diary/\(year)/\(year)-11-21.md")
    }
    try session.folder.write("---\nremind: 2026-11-22T09:00\n---\n# Passport\n", to: "Memo/passport.md")
    try session.folder.write(
      #"{"nodes":[{"id":"a","type":"file","file":"Memo/Plan.md","x":0,"y":0,"width":9,"height":9}],"edges":[]}"#,
      to: "Memo/map.canvas")
    try session.folder.write("[@lem] and [@eco]\n", to: "Memo/Cited.md")
    try session.folder.write("@book{lem, title={Solaris}, year=1961}\n", to: "refs.bib")
    _ = session.run(["letter", "--opens", "2027-01-01", "Me", "-"], input: "hello\n")
    _ = session.run(["add", "call", "due:tomorrow", "remind:2026-11-22T09:00"])
  }

  /// Command lines by the kind of the document that they print.
  private static let lines: [String: [String]] = [
    "list": ["list", "links --orphans", "links Plan --related", "list --group-by status"],
    "search": ["search plan", "links Plan --unlinked"], "tasks": ["tasks", "tasks --all", "tasks --group-by status"],
    "board": ["board"], "tags": ["tags", "tags --group-by count"],
    "links": ["links Plan", "links --broken", "links Plan --depth 2", "links Plan --group-by kind"],
    "attachments": ["attach"], "schema": ["schema"], "citations": ["links --cited"],
    "queries": ["query"], "agenda": ["agenda"],
    "agendaItems": ["agenda --group-by kind", "agenda --group-by priority"],
    "today": ["today"], "calendar": ["cal"], "reminders": ["remind", "remind --group-by due"], "letters": ["letter"],
    "stats": ["stats"], "status": ["status"], "check": ["check", "check --group-by check"],
    "changes": ["set Plan due:mon -n", "rm Trip -n"],
    "history": ["undo --list"],
    "config": ["config"], "get": ["get Plan"], "digest": ["digest week", "digest tag:work"],
    "publish": ["publish -n"], "graph": ["graph"], "document": ["show Plan", "parse Memo/Plan.md"],
    "version": ["--version"], "error": ["list --nothing"],
  ]

  /// Documents that need a history, or that another option prints.
  private static let others: Set<String> = ["log", "diff", "export", "import"]

  @Test func `every kind is tried`() {
    let kinds = Set(JSONCatalogue.kinds.map(\.name))
    #expect(kinds == Set(Self.lines.keys).union(Self.others))
  }

  private func check(_ text: String, is kind: String) throws {
    let declared = try #require(JSONCatalogue.kinds.first { $0.name == kind })
    let document = try JSONValueReader.value(of: Array(text.utf8)).plain
    #expect(declared.mistake(in: document) == nil, "\(kind): \(text)")
  }

  @Test func `documents of the history have the members that their kinds have`() throws {
    let session = try CommandSession(environment: GitFixture.identity)
    _ = session.run(["init", "-q"])
    let git = try GitFixture(in: session.folder)
    try session.folder.write("---\nstatus: todo\n---\n# Ship\n\na\n", to: "Memo/ship.md")
    try git.commitAll(date: 1_794_272_400)
    try session.folder.write("---\nstatus: doing\n---\n# Ship\n\nb\n", to: "Memo/ship.md")
    let diff = session.run(["diff", "--json"]).output
    #expect(diff.contains("ship.md"), "\(diff)")
    try check(diff, is: "diff")
    let digest = session.run(["digest", "--json"]).output
    #expect(digest.contains(#""isBegun": true"#), "\(digest)")
    try check(digest, is: "digest")
    try git.commitAll(date: 1_794_272_500)
    for words in [["log", "--json"], ["log", "ship", "--json"]] {
      let log = session.run(words).output
      #expect(log.contains("ship.md"), "\(log)")
      try check(log, is: "log")
    }
  }

  @Test func `what is exported, and the report of an import, have the members that their kinds have`() throws {
    let exported = session.run(["export", "--to", "json"]).output
    #expect(exported.contains("base64"), "\(exported)")
    try check(exported, is: "export")
    try session.folder.write(exported.replacing("Plan", with: "Other"), to: "notes.json")
    try session.folder.write("BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VTODO\n", to: "a.ics")
    for (format, file) in [("json", "notes.json"), ("ics", "a.ics")] {
      _ = session.run(["import", "--from", format, file, "-o", "report.json"])
      let report = String(decoding: try session.folder.read("report.json"), as: UTF8.self)
      #expect(format != "ics" || report.contains("severity"), "\(report)")
      try check(report, is: "import")
    }
  }

  @Test func `a digest has something in each of its sections that are tried`() {
    let digest = session.run(["digest", "week", "--json"]).output
    for section in ["diary", "late", "ahead"] {
      #expect(digest.contains("\"\(section)\": [\n    {"), "\(section): \(digest)")
    }
    let graph = session.run(["graph", "--json"]).output
    #expect(graph.contains("canvas"), "\(graph)")
  }

  @Test(arguments: lines.keys.sorted())
  func `a document has the members that its kind has, and no others`(kind: String) throws {
    for line in Self.lines[kind] ?? [] {
      let words = line.split(separator: " ").map(String.init)
      let run = session.run(words + (words[0] == "parse" ? [] : ["--json"]))
      try check(kind == "error" ? run.errors : run.output, is: kind)
    }
  }

  @Test func `a document of another shape is found out`() throws {
    let tags = try #require(JSONCatalogue.kinds.first { $0.name == "tags" })
    func mistake(_ text: String) throws -> String? {
      tags.mistake(in: try JSONValueReader.value(of: Array(text.utf8)).plain)
    }
    #expect(try mistake(#"{"schemaVersion":1,"kind":"tags","items":[{"name":"a","count":1}]}"#) == nil)
    #expect(
      try mistake(#"{"schemaVersion":1,"kind":"tags","items":[{"name":"a"}]}"#) == "tags.items[0]: count is missing")
    #expect(
      try mistake(#"{"schemaVersion":1,"kind":"tags","items":[{"name":"a","count":1,"x":1}]}"#)
        == "tags.items[0]: undocumented member x")
    #expect(try mistake(#"{"schemaVersion":1,"kind":"tags","items":[{"name":1,"count":1}]}"#) != nil)
    #expect(try mistake(#"{"schemaVersion":1,"kind":"list","items":[]}"#) != nil)
  }

  @Test func `the schema on disk is what the declarations make`() throws {
    let root = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path
    let onDisk = try String(contentsOfFile: root + "/Documentation/json-schema.json", encoding: .utf8)
    #expect(onDisk == JSONCatalogue.schema.text(pretty: true) + "\n", "run make man")
  }
}
