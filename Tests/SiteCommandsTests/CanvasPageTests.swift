import Foundation
import NoteTestSupport
import Testing

/// Canvases and boards of Obsidian on the site.
@Suite struct CanvasPageTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write("# Home\n\n![[Map.canvas]]\n", to: "index.md")
    try session.folder.write("# Plan\n\nThe *plan*.\n\n## Part\n\nInside.\n\n## After\n", to: "Memo/Plan.md")
    try session.folder.write("---\nprivate: true\n---\n# HUSHTITLE\n\nHUSHTEXT\n", to: "Memo/HUSHNOTE.md")
    try session.folder.write("Unused HUSHUNUSED", to: "assets/HUSHunused.txt")
    try session.folder.write(Self.map, to: "Map.canvas")
  }

  private static let map = #"""
    {"nodes":[
      {"id":"g","type":"group","x":-40,"y":-40,"width":900,"height":400,"label":"First <group>","color":"4"},
      {"id":"t","type":"text","x":0,"y":0,"width":250,"height":100,"text":"# Hello\n\n[[Plan]] and **bold** [[HUSHNOTE|shown]] <script>alert(1)</script>","color":"#ff8800"},
      {"id":"f","type":"file","x":300,"y":0,"width":250,"height":200,"file":"Memo/Plan.md"},
      {"id":"p","type":"file","x":600,"y":0,"width":250,"height":200,"file":"Memo/Plan.md","subpath":"#Part"},
      {"id":"h","type":"file","x":300,"y":250,"width":250,"height":80,"file":"Memo/HUSHNOTE.md"},
      {"id":"b","type":"file","x":600,"y":250,"width":250,"height":80,"file":"Memo/HUSHgone.md"},
      {"id":"l","type":"link","x":0,"y":400,"width":250,"height":60,"url":"https://example.org/a?b&c"},
      {"id":"j","type":"link","x":0,"y":500,"width":250,"height":60,"url":"javascript:alert(1)"},
      {"id":"z","type":"text","x":9e99,"y":0,"width":250,"height":60,"text":"far"}
    ],"edges":[
      {"id":"e","fromNode":"t","fromSide":"right","toNode":"f","toSide":"left","label":"leads <to>","color":"1"},
      {"id":"n","fromNode":"t","toNode":"h","toEnd":"none","fromEnd":"arrow"},
      {"id":"x","fromNode":"t","toNode":"gone"}
    ]}
    """#

  private func publish(_ arguments: String...) throws -> TemporaryFolder {
    let site = try TemporaryFolder()
    let outcome = session.run(["publish", "-o", site.path] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return site
  }

  private func text(_ site: TemporaryFolder, _ name: String) throws -> String {
    String(decoding: try site.read(name), as: UTF8.self)
  }

  @Test func `a canvas that a public note uses is a page of cards and lines`() throws {
    let site = try publish()
    let html = try text(site, "notes/Map.canvas.html")
    for part in [
      "<title>Map · ", "viewBox=\"-64 -96 948 680\"", "aria-label=\"Map\"",
      "<rect class=\"group\" stroke=\"#2f9e58\" x=\"-40\" y=\"-40\" width=\"900\" height=\"400\" rx=\"8\">",
      "First &lt;group&gt;</text>", "<rect class=\"card\" stroke=\"#ff8800\"",
      "<a href=\"Memo/Plan.html\">Plan</a> and <strong>bold</strong>",
      "<p class=\"source\"><a href=\"Memo/Plan.html\">Plan</a></p>", "The <em>plan</em>.",
      "<a href=\"https://example.org/a?b&amp;c\">", "leads &lt;to&gt;</text>", "color=\"#e5484d\"",
    ] { #expect(html.contains(part), "\(part)\n\(html)") }
    #expect(html.components(separatedBy: "<p class=\"hidden\">Not published</p>").count == 3)
    #expect(html.components(separatedBy: "class=\"edge\"").count == 3)
    #expect(html.components(separatedBy: "class=\"tip\"").count == 3)
    #expect(!html.contains("href=\"javascript:"))
    #expect(!html.contains("<script>alert"))
    #expect(!html.contains(">far<"))
    #expect(html.contains("pages.css"))
    for name in site.files() {
      #expect(!name.contains("HUSH"))
      #expect(try !text(site, name).contains("HUSH"), "\(name)")
    }
    #expect(try text(site, "index.html").contains("<div class=\"canvas\""))
    #expect(try text(site, "notes/Memo/Plan.html").contains(">Map</a>"))
  }

  @Test func `a canvas is public where something public links to it, and nothing in it is private`() throws {
    func pages() throws -> [String] { try publish().files().filter { $0.hasSuffix(".canvas.html") } }
    func card(_ text: String) -> String {
      #"{"nodes":[{"id":"a","type":"text","x":0,"y":0,"width":9,"height":9,"text":"\#(text)"}]}"#
    }
    try session.folder.write(card("alone"), to: "Alone.canvas")
    #expect(try pages() == ["notes/Map.canvas.html"])
    try session.folder.write(
      "![[Secret.canvas]] [[Tagged.canvas]] [[Key.canvas]] [[Chain.canvas]] [[Broken.canvas]] [[Coded.canvas]]\n",
      to: "Memo/links.md")
    try session.folder.write(card("HUSH"), to: "private/Secret.canvas")
    try session.folder.write(card("#private HUSH"), to: "Tagged.canvas")
    try session.folder.write(card("ghp_\\u0061" + "1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"), to: "Key.canvas")
    try session.folder.write("{ HUSH", to: "Broken.canvas")
    let doubtful = [
      "private:: true\\nHUSH", "Tags: private HUSH", "\\n---\\nprivate: true\\n---\\nHUSH", "#[[private]] HUSH",
    ]
    for (number, text) in doubtful.enumerated() {
      let cards = card("#other").replacing("]}", with: "," + card(text).dropFirst(#"{"nodes":["#.count))
      try session.folder.write(cards, to: "doubtful\(number).canvas")
      try session.folder.write("![[doubtful\(number).canvas]]\n", to: "Memo/doubtful\(number).md")
    }
    try session.folder.write(
      card("HUSH").replacing("{\"nodes", with: #"{"priv\u0061te":true,"nodes"#), to: "Coded.canvas")
    try session.folder.write(
      #"{"nodes":[{"id":"a","type":"file","x":0,"y":0,"width":9,"height":9,"file":"Alone.canvas"}]}"#,
      to: "Chain.canvas")
    #expect(try pages() == ["notes/Alone.canvas.html", "notes/Chain.canvas.html", "notes/Map.canvas.html"])
    let site = try publish()
    for name in site.files() { #expect(try !text(site, name).contains("HUSH"), "\(name)") }
    let report = session.run(["publish", "-n"]).output
    #expect(report.contains("private/Secret.canvas"))
    try session.folder.write("---\nprivate: true\n---\n![[Map.canvas]]\n", to: "index.md")
    #expect(try !pages().contains("notes/Map.canvas.html"))
  }

  @Test func `a change of a note makes the pages again that show it in a canvas`() throws {
    let site = try publish()
    try session.folder.write("# Plan\n\nAnother.\n", to: "Memo/Plan.md")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    #expect(try text(site, "notes/Map.canvas.html").contains("Another."))
    #expect(try text(site, "notes/index.html").contains("Another."))
    try session.folder.write("---\nprivate: true\n---\n# Plan\n\nHUSH\n", to: "Memo/Plan.md")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    for name in site.files() { #expect(try !text(site, name).contains("HUSH"), "\(name)") }
    #expect(try !text(site, "notes/Map.canvas.html").contains("Another."))
  }

  @Test func `a note of the Kanban plugin is a board, its archive is folded, its settings are gone`() throws {
    try session.folder.write(
      """
      ---
      kanban-plugin: board
      ---

      ## To do

      - [ ] one [[Plan]]
      - [ ] two

      ## Doing

      **Complete**
      - [x] three

      ***

      ## Archive

      - [x] four

      %% kanban:settings
      ```
      {"kanban-plugin":"board","HUSH":1}
      ```
      %%
      """, to: "Memo/Work.md")
    let html = try text(publish(), "notes/Memo/Work.html")
    #expect(html.components(separatedBy: "<section>").count == 3)
    #expect(html.contains("<div class=\"board kanban\" tabindex=\"0\">\n<section>\n<h2"))
    let board = html.range(of: "</div>\n<details>\n<summary>Archive</summary>\n<h2")
    #expect(board != nil, "\(html)")
    #expect(!html.contains("HUSH") && !html.contains("<hr"))
    #expect(html.contains("pages.css"))
  }

  @Test(arguments: [
    ("en", "Public: 2 notes, 1 canvas. Not published: 1 private note.\n"),
    ("ko", "공개: 메모 2개, 캔버스 1개. 제외: 비공개 메모 1개.\n"),
  ])
  func `a publication counts canvases as what they are`(language: String, line: String) throws {
    try session.folder.write("language: \(language)\n", to: ".sheaf/config.yaml")
    #expect(session.run(["publish", "-n"]).errors.hasSuffix(line))
  }

  @Test func `an empty canvas and a board without lanes are pages`() throws {
    try session.folder.write("", to: "Map.canvas")
    try session.folder.write("---\nkanban-plugin: board\n---\nNothing.\n", to: "Memo/Work.md")
    let site = try publish()
    #expect(try text(site, "notes/Map.canvas.html").contains("<h1"))
    #expect(try text(site, "notes/Memo/Work.html").contains("<p>Nothing.</p>"))
  }
}
