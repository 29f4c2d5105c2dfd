import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

@Suite struct LinkResolutionTests {
  /// The resolution of the first link of `text`, with the names that the notes have by their texts.
  private func resolve(
    _ text: String, from source: String, _ files: [String], roots: [String] = [], textComesFirst: Bool = false
  ) throws -> LinkResolution {
    try resolve(text, from: source, files.map { ($0, "") }, roots: roots, textComesFirst: textComesFirst)
  }

  private func resolve(
    _ text: String, from source: String, _ files: [(path: String, text: String)],
    roots: [String] = [], textComesFirst: Bool = false
  ) throws -> LinkResolution {
    let document = Document(parsing: Array(text.utf8))
    let target = try #require(document.links.first.flatMap { LinkTarget($0) })
    var names: [String: [LinkCandidateNote]] = [:]
    for (path, text) in files {
      let path = NotePath(trusted: path)
      let note = Note(Document(parsing: Array(text.utf8)), at: path)
      for name in path.isMarkdown ? note.names : NoteName.names(ofFile: path) {
        names[name.key, default: []].append(LinkCandidateNote(path: path, rank: name.rank))
      }
    }
    return LinkResolution(
      target, from: NotePath(trusted: source),
      roots: LinkRoots(roots.map { NotePath(trusted: $0) }, textComesFirst: textComesFirst)
    ) { NamedFiles(names[$0] ?? []) }
  }

  private func described(_ resolution: LinkResolution) -> String {
    switch resolution {
    case .resolved(let goal): "\(goal.path) by \(goal.rank.word)"
    case .ambiguous(let paths): "ambiguous: \(paths.map(\.string).joined(separator: " "))"
    case .broken: "broken"
    case .external: "external"
    }
  }

  @Test func `a relative path is followed from the note's folder, escapes resolved`() throws {
    let found = try resolve("[x](../B/c%20d.md)", from: "A/a.md", ["B/c d.md", "c d.md"])
    #expect(described(found) == "B/c d.md by path")
  }

  private static let ranked: [(path: String, text: String)] = [
    ("A/X.md", ""), ("2.md", "---\ntitle: X\n---\n"), ("3.md", "---\naliases: [X]\n---\n"),
    ("4.md", "# X\n"), ("5.md", "---\nid: x\n---\n"),
  ]

  @Test(arguments: [
    (0, "A/X.md by fileName"), (1, "2.md by title"), (2, "3.md by alias"), (3, "4.md by heading"),
    (4, "5.md by id"),
  ])
  func `a file name wins over a title, then an alias, a leading heading, an id`(
    first: Int, expected: String
  ) throws {
    let files = Array(Self.ranked[first...])
    #expect(described(try resolve("[[x]]", from: "a.md", files)) == expected)
  }

  @Test func `two notes that are as near are told, never guessed`() throws {
    let found = try resolve("[[x]]", from: "a.md", ["A/x.md", "B/x.md"])
    #expect(described(found) == "ambiguous: A/x.md B/x.md")
  }

  @Test func `of a name that thousands of notes have, a second link costs next to nothing`() {
    let files = NamedFiles(
      (0..<4_000).map { LinkCandidateNote(path: NotePath(trusted: "A\($0)/a.md"), rank: .alias, number: $0) })
    let start = LinkStart(in: NotePath(trusted: "B/b.md"), roots: [])
    let first = processorTime { _ = files.resolution(ofName: "x", from: start) }
    let more = processorTime { for _ in 0..<200 { _ = files.resolution(ofName: "x", from: start) } }
    #expect(more < first * 20)
  }

  @Test(arguments: [
    ("A/B/a.md", "A/B/x.md by fileName"), ("A/C/a.md", "A/x.md by fileName"),
    ("C/a.md", "C/D/x.md by fileName"), ("E/F/a.md", "ambiguous: A/B/x.md A/x.md C/D/x.md G/x.md"),
  ])
  func `among notes of one name the same folder wins, then the nearest`(
    source: String, expected: String
  ) throws {
    let files = ["A/B/x.md", "A/x.md", "C/D/x.md", "G/x.md"]
    #expect(described(try resolve("[[x]]", from: source, files)) == expected)
  }

  @Test func `a note at the root wins over a nearer one`() throws {
    let found = try resolve("[[x]]", from: "A/B/a.md", ["A/x.md", "x.md"])
    #expect(described(found) == "x.md by fileName")
  }

  @Test(arguments: [("[[API]]", "B/API.md"), ("[[api]]", "A/api.md")])
  func `a name spelled like this wins over one in other letters`(
    link: String, expected: String
  ) throws {
    let found = try resolve(link, from: "A/a.md", ["A/api.md", "B/API.md"])
    #expect(described(found) == "\(expected) by fileName")
  }

  @Test func `a part of a path chooses among notes of one name`() throws {
    let found = try resolve("[[B/x]]", from: "a.md", ["A/x.md", "q/B/x.md"])
    #expect(described(found) == "q/B/x.md by path")
  }

  @Test(arguments: ["[[폴더/메모]]", "[x](폴더/메모.md)", "[[메모]]"])
  func `a composed name finds a decomposed file, by path too`(link: String) throws {
    let path = "\u{1111}\u{1169}\u{11AF}\u{1103}\u{1165}/\u{1106}\u{1166}\u{1106}\u{1169}.md"
    #expect(try resolve(link, from: "a/b.md", [path]).path == NotePath(trusted: path))
  }

  @Test(arguments: [
    ("[x](/guide)", "docs/guide.md by path"), ("[x](/guide/)", "docs/guide.md by path"),
    ("[x](/guide.html)", "docs/guide.md by path"), ("[x](/api/)", "docs/api/index.md by path"),
    ("[x](/api)", "docs/api/index.md by path"),
    ("[x](/api/index.html)", "docs/api/index.md by path"),
    ("[x](/faq/)", "docs/faq/README.md by path"), ("[x](../faq)", "docs/faq/README.md by path"),
    ("[x](/top.md)", "top.md by path"), ("[x](api/)", "docs/api/index.md by path"),
  ])
  func `paths of a site are tried from the root and from the folders above`(
    link: String, expected: String
  ) throws {
    let files = ["docs/guide.md", "docs/api/index.md", "docs/faq/README.md", "top.md"]
    #expect(described(try resolve(link, from: "docs/sub/a.md", files)) == expected)
  }

  @Test func `links.roots says where a site begins`() throws {
    let files = ["content/guide.md", "content/en/guide.md"]
    let found = try resolve("[x](/guide/)", from: "blog/a.md", files, roots: ["content/en"])
    #expect(described(found) == "content/en/guide.md by path")
  }

  @Test func `a path that goes up leads there or nowhere`() throws {
    let found = try resolve("[x](../B/x.md)", from: "A/a.md", ["C/B/x.md"])
    #expect(described(found) == "broken")
  }

  @Test func `a link within the note has the note as its target`() throws {
    for link in ["[[#Part]]", "[x](#part)"] {
      #expect(described(try resolve(link, from: "A/a.md", ["A/a.md"])) == "A/a.md by path")
    }
  }

  @Test(arguments: [
    ("[[Publishing|dev.setup]]", "pub.md by title", "dev.setup.md by fileName"),
    ("[[Label|dev.setup#first]]", "Label.md by fileName", "dev.setup.md by fileName"),
    ("[[How to|guide/start]]", "broken", "guide/start.md by path"),
    ("[[Setup|Label]]", "ambiguous: a/1.md b/1.md", "Label.md by fileName"),
    ("[[dev.setup|words]]", "dev.setup.md by fileName", "dev.setup.md by fileName"),
    ("[[dev.setup|Publishing]]", "dev.setup.md by fileName", "dev.setup.md by fileName"),
    ("[[nobody|none]]", "broken", "broken"),
  ])
  func `the text of a link comes before the bar only where the folder's program says so`(
    link: String, usual: String, textFirst: String
  ) throws {
    let files = [
      ("dev.setup.md", ""), ("Label.md", ""), ("pub.md", "---\ntitle: Publishing\n---\n"),
      ("a/1.md", "---\ntitle: Setup\n---\n"), ("b/1.md", "---\ntitle: Setup\n---\n"),
      ("guide/start.md", ""),
    ]
    #expect(described(try resolve(link, from: "here.md", files)) == usual)
    let found = try resolve(link, from: "here.md", files, textComesFirst: true)
    #expect(described(found) == textFirst)
    #expect((found.goal?.form == .reversed) == (usual != textFirst))
  }

  @Test(arguments: [
    "[[dendron://vault/dev.setup]]", "[[Set up|dendron://vault/dev.setup#first]]",
    "![[dendron://vault/dev.setup#first,1:#*]]", "![[Set up|dendron://vault/dev.setup]]",
  ])
  func `the name of a vault in an address of Dendron does not count`(link: String) throws {
    let found = try resolve(link, from: "vault/a.md", ["vault/dev.setup.md"], textComesFirst: true)
    #expect(described(found) == "vault/dev.setup.md by fileName")
  }

  @Test(
    arguments: [
      ("2018/src/a.md", "../b.html", "src/b.md"), ("2018/src/a.md", "b.html", "2018/src/b.md"),
      ("src/a.md", "2018/b.html", "2018/src/b.md"), ("redirects/a.md", "b.html", "src/b.md"),
      ("2018/src/a.md", "../2019/b.html", "2019/docs/b.md"), ("README.md", "/b.html", "src/b.md"),
      ("src/a.md", "../std/c.html", nil), ("x/a.md", "../b", nil),
      ("src/a.md", "../../../b.html", nil),
    ] as [(String, String, String?)])
  func `the address of a page leaves out the folder with the site's pages`(
    source: String, link: String, expected: String?
  ) throws {
    let files = ["src/b.md", "2018/src/b.md", "2019/docs/b.md"]
    let found = try resolve("[x](\(link))", from: source, files)
    #expect(found.path?.string == expected)
  }

  @Test func `a name may hold a colon`() throws {
    let found = try resolve("[[Note: a plan]]", from: "a.md", ["Note: a plan.md"])
    #expect(described(found) == "Note: a plan.md by fileName")
  }

  @Test(arguments: ["https://a.kr", "mailto:a@b.kr", "//cdn.x/y"])
  func `what leaves the repository has no target`(url: String) {
    let document = Document(parsing: Array("[x](\(url))".utf8))
    #expect(document.links.allSatisfy { LinkTarget($0) == nil })
  }
}
