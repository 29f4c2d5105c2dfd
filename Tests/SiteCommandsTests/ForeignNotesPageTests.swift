import Foundation
import NoteTestSupport
import Testing

/// Pages of repositories that other people keep, as the notes of ten public ones need them.
@Suite struct ForeignNotesPageTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
  }

  private func page(_ name: String) throws -> String {
    let site = try TemporaryFolder()
    let outcome = session.run(["publish", "-o", site.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return String(decoding: try site.read(name), as: UTF8.self)
  }

  private func part(_ html: String, from start: String, to end: String) -> String {
    html.components(separatedBy: start).dropFirst().first?.components(separatedBy: end).first ?? ""
  }

  @Test func `without a note for it, the home page lists the outermost folders and notes`() throws {
    try session.folder.write("# Guide\n", to: "en/guide/start.md")
    try session.folder.write("# Top\n", to: "top.md")
    let home = try page("index.html")
    let list = "\n<ul class=\"list\">\n<li>"
    #expect(home.contains("<h2>Folders</h2>\(list)<a href=\"folder/en.html\">en</a>"), "\(home)")
    #expect(home.contains("<h2><a href=\"notes.html\">Notes</a></h2>\(list)<a href=\"notes/top.html\">Top</a>"))
    try session.folder.write("# Welcome\n", to: "index.md")
    #expect(try !page("index.html").contains("<h2>Folders</h2>"))
  }

  @Test func `a home page lists what is in the only folder, and not too much of it`() throws {
    for number in 1...70 { try session.folder.write("text\n", to: "pages/note \(number).md") }
    let home = try page("index.html")
    #expect(home.contains(">note 60</a>") && !home.contains(">note 61</a>"))
    #expect(home.contains("<a href=\"folder/pages.html\">All 70 notes</a>"), "\(home)")
  }

  @Test func `a home page that is called after its file alone is called what the site is`() throws {
    try session.folder.write("site: {title: Garden}\n", to: ".sheaf/config.yaml")
    try session.folder.write("Hello.\n\n# One\n\n# Two\n", to: "README.md")
    #expect(try page("index.html").contains(">Garden</h1>"))
    #expect(try page("notes/README.html").contains(">README</h1>"))
  }

  @Test func `the tree and the neighbours tell apart only what is next to each other`() throws {
    for folder in ["en", "ko"] {
      try session.folder.write("---\ntitle: Routing\n---\n", to: "\(folder)/routing.md")
      try session.folder.write("---\ntitle: Start\n---\n", to: "\(folder)/start.md")
    }
    try session.folder.write("---\ntitle: Routing\n---\n", to: "en/second.md")
    let html = try page("notes/en/start.html")
    let tree = part(html, from: "<li class=\"f o\">", to: "</ul>")
    #expect(tree.contains(">Routing · routing</a>") && tree.contains(">Routing · second</a>"), "\(tree)")
    let korean = try page("notes/ko/start.html")
    #expect(part(korean, from: "<li class=\"f o\">", to: "</ul>").contains(">Routing</a>"))
    #expect(korean.contains("<span>Previous</span> Routing</a>"), "\(korean)")
    #expect(try page("folder/ko.html").contains(">Routing</a>"))
    #expect(try page("notes.html").contains("Folders"))
  }

  @Test func `the sentence around a link that is defined elsewhere is where it is used`() throws {
    try session.folder.write("# A\n", to: "a.md")
    try session.folder.write(
      "One. Two *words* lead [more][other] to [recover] here.\n\n[other]: c.md\n[recover]: a.md\n", to: "b.md")
    try session.folder.write("x\n\n[unused]: a.md\n", to: "d.md")
    let links = part(try page("notes/a.html"), from: "id=\"sheaf-backlinks\"", to: "</section>")
    #expect(links.contains("<p>Two words lead more to recover here.</p>"), "\(links)")
    #expect(!links.contains("[") && !links.contains("unused"), "\(links)")
  }

  @Test func `no two places of a page have one name`() throws {
    try session.folder.write("# Ein {#routing}\n\ntext\n\n# Zwei\n", to: "routing.md")
    let html = try page("notes/routing.html")
    #expect(html.components(separatedBy: " id=\"note-routing\"").count == 2, "\(html)")
  }

  @Test func `the home page is that of the folder another program makes its site of`() throws {
    try session.folder.write("links: {roots: [content]}\n", to: ".sheaf/config.yaml")
    try session.folder.write("The program.\n", to: "README.md")
    try session.folder.write("---\ntitle: Welcome\n---\nThe garden.\n", to: "content/_index.md")
    #expect(try page("index.html").contains("The garden."))
  }

  @Test func `what an outliner notes for itself is not shown`() throws {
    try session.folder.write("profile: logseq\n", to: ".sheaf/config.yaml")
    let text =
      "- Values\n  id:: 62c8421b-d22e-40ce-aead-0b7e9e2951f7\n  source:: a book\n- Next\n  collapsed:: true\n\t- inner\n"
    try session.folder.write(text, to: "pages/a.md")
    let html = try page("notes/pages/a.html")
    #expect(!html.contains("62c8421b") && !html.contains("collapsed"), "\(html)")
    #expect(html.contains("a book") && html.contains("inner"))
    #expect(try session.folder.text("pages/a.md") == text)
    // An outline below a line at the margin would be code without it.
    let outline = "### T\nid:: 60a78b6b-a0ff-49fe-822f-87216fbf79ff\n\t- [[a]]\n"
    try session.folder.write(outline, to: "pages/b.md")
    #expect(try page("notes/pages/b.html").contains("a.html\">"))
  }

  @Test func `an attribute list of a heading may write its id out, and is not shown`() throws {
    try session.folder.write("# A\n\n### 9.7.6 <small>May</small> { id=\"9.7.6\" }\n\n## B {x=1}\n", to: "a.md")
    let html = try page("notes/a.html")
    #expect(!html.contains("{ id") && html.contains("B {x=1}"), "\(html)")
    #expect(!session.run(["links", "--broken"]).output.contains("9.7.6"))
  }

  @Test func `the outermost headings of a page are at the margin of its contents`() throws {
    try session.folder.write("# A\n\n#### One\n\n##### Two\n\n#### Three\n", to: "a.md")
    let contents = part(try page("notes/a.html"), from: "class=\"contents\"", to: "</nav>")
    #expect(contents.contains("level-2\"><a href=\"#note-one\""), "\(contents)")
    #expect(contents.contains("level-3\"><a href=\"#note-two\""), "\(contents)")
  }

  @Test func `a list of forty notes is cut around the page's own note, from the folder or from the root`() throws {
    for number in 10...49 { try session.folder.write("# N\(number)\n", to: "Memo/n\(number).md") }
    for (settings, name, own) in [
      ("{}\n", "notes/Memo/n40.html", "<a href=\"n40.html\" aria-current=\"page\">N40</a>"),
      (
        "site: {short-urls: true}\n", "Memo/n40/index.html",
        "<a href=\"../../Memo/n40/\" aria-current=\"page\">N40</a>"
      ),
    ] {
      try session.folder.write(settings, to: ".sheaf/config.yaml")
      let tree = part(try page(name), from: "<li class=\"f o\">", to: "</ul>")
      #expect(tree.contains(own), "\(tree)")
      #expect(tree.contains(">N20</a>") && !tree.contains(">N19</a>") && tree.contains(">N49</a>"), "\(tree)")
      #expect(tree.contains("class=\"more\""))
    }
  }
}
