import ByteBasics
import Foundation
import NotePresentation
import NoteTestSupport
import Testing

@testable import SheafCommands

/// What commands print with `--json` is what sheaf-json(5) says.
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
    try session.folder.write("[@lem] and [@eco]\n", to: "Memo/Cited.md")
    try session.folder.write("@book{lem, title={Solaris}, year=1961}\n", to: "refs.bib")
    try session.folder.write("---\ndate: 2026-11-21\n---\nsnow\n", to: "Diary/2026/2026-11-21.md")
    _ = session.run(["letter", "new", "--until", "2027-01-01", "Me", "-"], input: "hello\n")
    _ = session.run(["add", "call", "due:tomorrow", "remind:2026-11-22T09:00"])
  }

  /// Command lines by the kind of the document that they print.
  private static let lines: [String: [String]] = [
    "list": ["list", "links --orphans", "links --related Plan"],
    "search": ["search plan", "links --unlinked Plan"], "tasks": ["tasks", "tasks --all"],
    "board": ["board"], "tags": ["tags"], "links": ["links Plan", "links --broken"],
    "attachments": ["attach list"], "schema": ["schema"], "citations": ["links --cited"],
    "queries": ["query list"], "agenda": ["agenda"],
    "today": ["today"], "calendar": ["cal"], "reminders": ["remind"], "letters": ["letters"],
    "stats": ["stats"], "status": ["status"], "check": ["check"], "history": ["undo --list"],
    "config": ["config"], "get": ["get Plan"], "digest": ["digest week", "digest tag:work"],
    "publish": ["publish -n"], "graph": ["graph"], "document": ["show Plan", "parse Memo/Plan.md"],
    "version": ["--version"], "error": ["list --nothing"],
  ]

  /// Documents of git, which this session has not.
  private static let ofHistory: Set<String> = ["log", "diff"]

  @Test func `every kind is tried`() {
    let kinds = Set(JSONCatalogue.kinds.map(\.name))
    #expect(kinds == Set(Self.lines.keys).union(Self.ofHistory))
  }

  @Test(arguments: lines.keys.sorted())
  func `a document has the members that its kind has, and no others`(kind: String) throws {
    let declared = try #require(JSONCatalogue.kinds.first { $0.name == kind })
    for line in Self.lines[kind] ?? [] {
      let words = line.split(separator: " ").map(String.init)
      let run = session.run(words + (words[0] == "parse" ? [] : ["--json"]))
      let text = kind == "error" ? run.errors : run.output
      let document = try JSONValueReader.value(of: Array(text.utf8)).plain
      #expect(declared.mistake(in: document) == nil, "\(line): \(text)")
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
