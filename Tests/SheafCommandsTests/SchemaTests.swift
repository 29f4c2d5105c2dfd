import NoteTestSupport
import Testing

/// The demands of a repository's schemas on its notes, through every command that writes or reads them.
@Suite struct SchemaTests {
  private static let configuration = """
    schemas:
      book:
        folder: Books
        template: book
        fields:
          author: {type: link, folder: People, required: true}
          state: {values: [unread, reading, read], default: unread}
          pages: number
          genres: {type: list, values: [novel, essay]}
          finished: day
      person:
        type: person
        fields:
          born: {type: number, required: true}
      errand:
        folder: Diary/Tasks
        fields:
          area: {values: [home, work], required: true}

    """

  private func session(_ configuration: String = Self.configuration) throws -> CommandSession {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    try session.folder.write(configuration, to: ".sheaf/config.yaml")
    try session.folder.write("---\ntype: person\nborn: 1921\n---\n# Lem\n", to: "People/Lem.md")
    return session
  }

  private static let book = "---\nauthor: \"[[Lem]]\"\npages: 204\n---\n# Solaris\n"

  private func text(_ session: CommandSession, _ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test(arguments: [
    ("pages=many", "pages: “many” is not a number"),
    ("state=lost", "state: “lost” is not an allowed value"),
    ("finished=whenever", "finished: “whenever” is not a date"),
    ("genres=novel,poem", "genres: “poem” is not an allowed value"),
    ("genres+=poem", "genres: “poem” is not an allowed value"),
    ("author:", "Books/a.md: The field author is required here"),
  ])
  func `set refuses what a schema does not allow`(change: String, sentence: String) throws {
    let session = try session()
    try session.folder.write(Self.book, to: "Books/a.md")
    let outcome = session.run(["set", "Books/a.md", change])
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: \(sentence)\n"), "\(outcome.errors)")
    #expect(try text(session, "Books/a.md") == Self.book)
  }

  @Test func `a value is written as its type asks`() throws {
    let session = try session()
    try session.folder.write(Self.book, to: "Books/a.md")
    let outcome = session.run([
      "set", "Books/a.md", "pages=205", "state=READ", "finished=yesterday", "genres=Novel, essay",
      "author=Stanisław Lem",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let after = try text(session, "Books/a.md")
    #expect(after.contains("pages: 205\n"))
    #expect(after.contains("state: read\n"))
    #expect(after.contains("finished: 2026-11-20\n"))
    #expect(after.contains("genres: [novel, essay]\n"))
    #expect(after.contains("author: \"[[Stanisław Lem]]\"\n"))
  }

  @Test func `a note of another folder has none of the fields`() throws {
    let session = try session()
    try session.folder.write("# A\n", to: "Memo/a.md")
    #expect(session.run(["set", "Memo/a.md", "pages=many"]).status == 0)
  }

  @Test func `new fills in defaults and names what is missing`() throws {
    let session = try session()
    let missing = session.run(["new", "Eden", "--in", "Books", "-T", "memo"])
    #expect(missing.status == 64)
    #expect(missing.errors.hasPrefix("error: The new note needs: author\n"), "\(missing.errors)")
    #expect(session.run(["new", "Eden", "--in", "Books", "-T", "memo", "--set", "author=Lem"]).status == 0)
    let after = try text(session, "Books/Eden.md")
    #expect(after.contains("author: \"[[Lem]]\"\n"))
    #expect(after.contains("state: unread\n"))
  }

  @Test func `new asks on a terminal until the answer fits`() throws {
    let session = try session()
    let outcome = session.run(
      ["new", "Kelvin", "--set", "type=person"], input: "soon\n1990\n", onTerminal: true)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("born: "))
    #expect(outcome.errors.contains("born: “soon” is not a number"))
    #expect(try text(session, "Memo/Kelvin.md").contains("born: 1990\n"))
  }

  @Test func `new uses the template of the schema`() throws {
    let session = try session()
    try session.folder.write("---\nauthor:\n---\n# {{title}}\n\nRead?\n", to: ".sheaf/templates/book.md")
    #expect(session.run(["new", "Eden", "--in", "Books", "--set", "author=Lem"]).status == 0)
    #expect(try text(session, "Books/Eden.md").hasSuffix("# Eden\n\nRead?\n"))
  }

  @Test func `add takes declared fields among the words and asks for those that are required`() throws {
    let session = try session()
    let missing = session.run(["add", "Milk"])
    #expect(missing.status == 64)
    #expect(missing.errors.contains("area (home, work)"), "\(missing.errors)")
    #expect(session.run(["add", "Milk", "area:garden"]).status == 64)
    #expect(session.run(["add", "Milk", "area:home"]).status == 0)
    #expect(try text(session, "Diary/Tasks/Milk.md").contains("area: home\n"))
    let form = session.run(["add"], input: "Bread\n\n\nwork\n\n", onTerminal: true)
    #expect(form.status == 0, "\(form.errors)")
    #expect(try text(session, "Diary/Tasks/Bread.md").contains("area: work\n"))
  }

  @Test func `check reports missing fields, other values and links that lead elsewhere`() throws {
    let session = try session()
    try session.folder.write("# Eden\n", to: "Books/Eden.md")
    try session.folder.write(
      "---\nauthor: \"[[Eden]]\"\nstate: lost\npages: [1, 2]\n---\n# B\n", to: "Books/b.md")
    try session.folder.write("---\nunseal: 2030-01-01\n---\nDear me\n", to: "Books/letter.md")
    let outcome = session.run(["check"])
    #expect(outcome.status == 1)
    for sentence in [
      "The field author is missing", "author: “Eden” is not in the folder People",
      "state: “lost” is not one of unread, reading, read",
      "pages: a list is given where one value is expected",
    ] {
      #expect(outcome.output.contains(sentence), "\(sentence): \(outcome.output)")
    }
    #expect(!outcome.output.contains("letter.md"))
  }

  @Test func `a mistake in the configuration leaves that part out and says where it is`() throws {
    let session = try session(
      "schemas:\n  a:\n    folder: Memo\n    fields:\n      x: {type: nuber}\n      y: {values: [a, b], default: c}\n      z: [p, q]\n  b: 3\n"
    )
    let outcome = session.run(["schema"])
    #expect(outcome.errors.contains("config.yaml:5: schemas: unknown field type “nuber”"), "\(outcome.errors)")
    #expect(outcome.errors.contains("y: the default “c” is not among its values"))
    #expect(outcome.errors.contains("config.yaml:8: schemas:"))
    #expect(outcome.output.contains("z"))
    #expect(!outcome.output.contains("x "))
  }

  @Test func `schema infer proposes what the notes keep to, and the configuration reads it back`() throws {
    let session = try session("")
    for number in 1...20 {
      let state = number % 2 == 0 ? "read" : "to read"
      let extra = number == 3 ? "rare: 1\n" : ""
      try session.folder.write(
        "---\nauthor: \"[[Lem]]\"\nstate: \(state)\npages: \(number)\nread: 2026-01-0\(number % 9 + 1)\ntags: [a]\n\(extra)---\n",
        to: "Books/\(number).md")
    }
    let outcome = session.run(["schema", "infer", "Books"])
    #expect(
      outcome.output == """
        schemas:
          Books:
            folder: Books
            fields:
              author: {type: link, required: true}  # 20 of 20 notes
              state: {type: text, values: [read, to read], required: true}  # 20 of 20 notes
              pages: {type: number, required: true}  # 20 of 20 notes
              read: {type: day, required: true}  # 20 of 20 notes
              tags: {required: true}  # 20 of 20 notes

        """)
    try session.folder.write(outcome.output, to: ".sheaf/config.yaml")
    #expect(session.run(["check"]).status == 0)
    #expect(session.run(["schema", "show", "Books/1"]).output.contains("state"))
    #expect(!outcome.errors.contains("schemas:"))
    #expect(session.run(["schema", "infer", "Books"]).errors.contains("The settings have “schemas:” already"))
    #expect(session.run(["schema", "infer", "."], from: "Books").status == 0)
    #expect(session.run(["schema", "infer", "."]).output.contains("folder: \".\"\n"))
  }

  @Test func `config prints schemas as the file takes them`() throws {
    let session = try session()
    let exported = session.run(["config", "export"]).output
    try session.folder.write(exported, to: ".sheaf/config.yaml")
    #expect(session.run(["config", "export"]).output == exported)
    let printed = session.run(["config", "schemas"]).output
    try session.folder.write("schemas: \(printed)", to: ".sheaf/config.yaml")
    #expect(session.run(["config", "export"]).output == exported)
  }

  @Test func `init takes over the types of Obsidian and the content types of Front Matter`() throws {
    let session = try CommandSession()
    try session.folder.write(
      "{\"types\": {\"rating\": \"number\", \"due\": \"date\", \"done at\": \"datetime\", \"seen\": \"checkbox\"}}",
      to: ".obsidian/types.json")
    try session.folder.write(
      """
      {"frontMatter.content.pageFolders": [{"title": "Posts", "path": "[[workspace]]/posts", "contentTypes": ["post"]}],
       "frontMatter.taxonomy.contentTypes": [{"name": "post", "fields": [
        {"name": "level", "type": "choice", "choices": ["easy", {"id": "hard", "title": "Hard"}], "required": true},
        {"name": "when", "type": "datetime", "default": "{{now}}"}, {"name": "x", "type": "divider"}]}]}
      """, to: "frontmatter.json")
    #expect(session.run(["init"]).status == 0)
    let rows = session.run(["schema", "--json"]).output
    for part in [
      "\"key\":\"rating\",\"type\":\"number\"", "\"key\":\"seen\",\"type\":\"boolean\"",
      "\"key\":\"level\",\"type\":\"text\",\"required\":true,\"values\":[\"easy\",\"hard\"]",
      "\"key\":\"when\",\"type\":\"date\"",
    ] {
      #expect(rows.replacing(" ", with: "").replacing("\n", with: "").contains(part), "\(part): \(rows)")
    }
    #expect(!rows.contains("done at"))
  }

  @Test func `completion offers declared fields and their values`() throws {
    let session = try session()
    try session.folder.write(Self.book, to: "Books/a.md")
    _ = session.run(["list"])
    func offered(_ words: String...) -> String {
      session.run(["complete", "zsh", "--"] + words).output
    }
    #expect(offered("set", "Books/a.md", "sta").contains("state="))
    #expect(offered("set", "Books/a.md", "state=").contains("state=reading"))
    #expect(offered("add", "area:").contains("area:home"))
  }
}
