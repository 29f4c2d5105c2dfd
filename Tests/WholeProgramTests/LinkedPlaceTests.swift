import Foundation
import NoteTestSupport
import Testing

/// Links and embeds that name a place of another note: the page of the note has it, or the link does without.
@Suite struct LinkedPlaceTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "--quiet"])
  }

  private func page(of notes: [String: String], _ name: String) throws -> String {
    for (path, text) in notes { try session.folder.write(text, to: path) }
    let site = try TemporaryFolder()
    let outcome = session.run(["publish", "-o", site.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return String(decoding: try site.read(name), as: UTF8.self)
  }

  private let target = """
    # Target

    ## Part One

    first

    ## Other

    Term
    : what it means

    <a id="Mixed"></a>

    {#set}

    """

  @Test(arguments: [
    ("[[Target#Part One]]", "Target.html#note-part-one"), ("[[target#part-one]]", "Target.html#note-part-one"),
    ("[[Target#part-one,1:#other]]", "Target.html#note-part-one"),
    ("[[Target#part-one,1]]", "Target.html#note-part-one"),
    ("[x](Target.md#part-one)", "Target.html#note-part-one"), ("[x](Target.md#Mixed)", "Target.html#note-Mixed"),
    ("[x](Target.md#term)", "Target.html"), ("[x](Target.md#set)", "Target.html"),
    ("[x](Target.md#none)", "Target.html"),
  ])
  func `a link leads to a place that the page has`(link: String, address: String) throws {
    let html = try page(of: ["Target.md": target, "a.md": "See \(link).\n"], "notes/a.html")
    #expect(html.contains("<a href=\"\(address)\""), "\(html)")
    let targetPage = try page(of: [:], "notes/Target.html")
    if let place = address.split(separator: "#").dropFirst().first {
      #expect(targetPage.contains("id=\"\(place)\""))
    }
  }

  @Test(arguments: [
    ("[[paper.pdf#page=3]]", "href=\"../files/paper.pdf#page=3\""),
    ("[p](paper.pdf#page=3&zoom=50)", "href=\"../files/paper.pdf#page=3&amp;zoom=50\""),
    ("![[paper.pdf#page=3]]", "src=\"../files/paper.pdf#page=3\""),
    ("![[film.mp4#t=10,20]]", "src=\"../files/film.mp4#t=10,20\""),
    ("[p](paper.pdf#a%20%22b)", "href=\"../files/paper.pdf#a%20%22b\""),
    ("[[paper.pdf]]", "href=\"../files/paper.pdf\""),
  ])
  func `a link to a page of a document or a time of a film keeps it`(link: String, attribute: String) throws {
    let html = try page(of: ["a.md": "See \(link).\n", "paper.pdf": "%PDF-1.4\n", "film.mp4": "f"], "notes/a.html")
    #expect(html.contains(attribute), "\(html)")
    let rendered = session.run(["render", "a"]).output
    #expect(rendered.contains(attribute.replacing("../files/", with: "")), "\(rendered)")
  }

  @Test func `a link into the own note is none if only another program would make its place`() throws {
    let html = try page(
      of: ["a.md": "# A\n\n[x](#term) [[#term]] [y](#part) [z](#none)\n\nTerm\n: meaning\n\n## Part\n"], "notes/a.html")
    #expect(html.contains("<p>x #term <a href=\"#note-part\">y</a> <a href=\"#note-none\">z</a></p>"), "\(html)")
  }

  @Test func `an embed of a part with lines to leave out is the part`() throws {
    let html = try page(of: ["Target.md": target, "a.md": "![[target#part-one,1:#other]]\n"], "notes/a.html")
    #expect(html.contains("<div class=\"embed\">") && html.contains("first"), "\(html)")
  }

  @Test func `the name of a block is that of the item it is in, or of the block before it`() throws {
    let lists = "- one\n- two ^t\n  - below\n- three\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n^table\n\nend\n"
    let item = try page(of: ["Lists.md": lists, "a.md": "![[Lists#^t]]\n"], "notes/a.html")
    let box = item.components(separatedBy: "<div class=\"embed\">").last ?? ""
    #expect(box.contains("two") && box.contains("below"), "\(box)")
    #expect(!box.contains("one") && !box.contains("three"), "\(box)")
    let table = try page(of: ["b.md": "![[Lists#^table]]\n"], "notes/b.html")
    #expect(table.components(separatedBy: "<div class=\"embed\">").last?.contains("<table>") == true, "\(table)")
    #expect(try !page(of: [:], "notes/Lists.html").contains("<p><span id"))
  }

  @Test func `a link shows the note and the heading`() throws {
    let html = try page(
      of: ["Target.md": target, "a.md": "[[Target#Part One]] [[Target#^x]] [[#Own]]\n"], "notes/a.html")
    #expect(html.contains(">Target &gt; Part One</a>") && html.contains(">Target</a>"), "\(html)")
  }

  @Test func `a sentence of a backlink has no table's bars and no fields`() throws {
    let html = try page(
      of: [
        "Target.md": target, "a.md": "A | B\n--- | ---\n[[Target\\|x]] | [[b]]\n",
        "b.md": "---\nabout:\n  - \"[[Target]]\"\ngenre: x\n---\n\ntext\n",
      ], "notes/Target.html")
    let links = html.components(separatedBy: "class=\"backlinks\"").last ?? ""
    #expect(links.contains("notes/b.html") || links.contains("b.html"), "\(links)")
    #expect(!links.contains(" | ") && !links.contains("genre"), "\(links)")
  }
}
