import Foundation
import NoteTestSupport
import Testing

/// Each way in which something private could reach a site: every word that must not is HUSH with a name.
@Suite struct PublicationPrivacyTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
  }

  private func publish(_ arguments: String...) throws -> (site: TemporaryFolder, errors: String) {
    let site = try TemporaryFolder()
    let outcome = session.run(["publish", "-o", site.path] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (site, outcome.errors)
  }

  private func expectSilence(_ site: TemporaryFolder) async throws {
    for (address, answer) in try await session.served() {
      #expect(!answer.contains("HUSH"), "\(address)")
    }
    for name in site.files() {
      #expect(!name.contains("HUSH"), "\(name)")
      let text = String(decoding: try site.read(name), as: UTF8.self)
      let place = text.range(of: "HUSH").map { text[$0.lowerBound...].prefix(40) }
      #expect(place == nil, "\(name): \(place ?? "")")
    }
  }

  /// Heads that are no front matter, or have a field that cannot be read, and what may come out of them at home.
  private static let doubtful: [(head: String, isSealed: Bool)] = [
    ("\n---\nprivate: true\n---\n", false), ("\n+++\nrender = false\n+++\n", false),
    ("\n---\nbuild:\n  render: never\n---\n", false),
    ("\u{FEFF}\u{FEFF}---\npublish: false\n---\n", false),
    ("----\ndraft: true\n----\n", false), ("--- # x\nprivate: true\n---\n", false), ("+++\nprivate = true\n", false),
    ("---\rprivate: true\r---\r", false), ("---\ntitle: a\n---\n---\nprivate: true\n---\n", false),
    ("---\nb: &b {private: true}\n<<: *b\n---\n", false), ("---\nprivate:\n---\n", false),
    ("---\n비공개: true\n---\n", false), ("---\npublishDate: someday\n---\n", false),
    ("---\ndate: 2999-13-45\n---\n", false), ("---\npassword: HUSHword\n---\n", false),
    ("---\nunseal: 2999-02-30\n---\n", true), ("---\nunseal: never\n---\n", true), ("---\nunseal:\n---\n", true),
    ("+++\nunseal = 2999\n+++\n", true), (" ---\nunseal: 2999-01-01\n---\n", true),
    ("{\"unseal\": \"2999-01-01\"}\n", true), ("---\nunseal: 2999-01-01\n", true),
    ("# T\n---\nprivate: true\n---\n", false), ("Title: x\nPrivate: yes\n", false), ("***\ndraft: true\n***\n", false),
    ("---\npirvate: true\n---\n", false), ("---\npublsih: false\n---\n", false),
    ("---\nunsael: 2999-01-01\n---\n", false),
    ("Text [unseal:: 2999-01-01]\n", false), ("hidden:: perhaps\n", false), ("unseal: 2999-01-01\n\n", true),
  ]

  @Test func `doubt about a note is an answer of no on every surface, and check reports it`() async throws {
    for (index, (head, _)) in Self.doubtful.enumerated() {
      try session.folder.write(head + "\n# HUSHtitle\n\nHUSHtext \(index) #HUSHtag\n", to: "Memo/n\(index).md")
    }
    let all = Self.doubtful.indices.map { "[[n\($0)|shown]] ![[n\($0)|shown]]" }.joined(separator: "\n\n")
    try session.folder.write("---\ncreated: 2026-11-20\n---\n# Open\n\n\(all)\n", to: "Memo/Open.md")
    try session.folder.write("site:\n  url: https://a.example\n", to: ".sheaf/config.yaml")
    let (site, _) = try publish()
    try await expectSilence(site)
    #expect(site.files().filter { $0.hasPrefix("notes/") } == ["notes/Memo/Open.html"])
    for words in [["digest", "--public"], ["digest", "--public", "--json"], ["digest"]] {
      let digest = session.run(words)
      #expect(digest.status == 0 && !digest.output.contains("HUSH"), "\(words): \(digest.output)")
    }
    let found = session.run(["list", "HUSHtext", "--paths"]).output
    let reports = session.run(["check"]).output
    for (index, (head, isSealed)) in Self.doubtful.enumerated() {
      let shown = session.run(["show", "Memo/n\(index).md"])
      #expect(!isSealed || !(shown.output + shown.errors).contains("HUSHt"), "\(head)")
      #expect(found.contains("n\(index).md") != isSealed, "\(head)")
      let isOwnField = ["<<", "비공개: true", "password"].contains { head.contains($0) }
      #expect(isOwnField || reports.contains("n\(index).md:"), "\(head)")
    }
  }

  private static let held = [
    ("private", "private: true"), ("False", "Publish: False"),
    ("twice", "publish: true\npublish: true"),
    ("draft", "status: draft"), ("future", "date: 2031-01-01"), ("odd", "publish: perhaps"),
    ("broken", "title: \"open\npublish: true"), ("sealed", "unseal: 2031-01-01"),
    ("task", "status: todo\ndue: 2026-12-01"), ("pinned", "pinned: true\nprivate: true"),
    ("due", "due: 2026-12-01"), ("waiting", "scheduled: 2026-12-01\nstatus: waiting"),
  ]

  @Test
  func
    `no word, name, tag, link, task, file or address of a note that is held back is in the site`()
    async
    throws
  {
    for (name, fields) in Self.held {
      try session.folder.write(
        """
        ---
        \(fields)
        aliases: [HUSHalias-\(name)]
        tags: [HUSHtag-\(name)]
        description: HUSHdescription
        image: HUSH-\(name).png
        permalink: /HUSHpermalink-\(name)/
        ---
        # HUSHtitle \(name)

        HUSHtext [[Open]] ![](HUSH-\(name).png) #HUSHinline

        - [ ] HUSHtodo 📅 2026-12-01
        """, to: "HUSHfolder/HUSH-\(name).md")
      try session.folder.write("HUSHfile", to: "HUSHfolder/HUSH-\(name).png")
    }
    try session.folder.write("HUSHdiary [[Open]]", to: "Diary/2026/2026-11-20.md")
    try session.folder.write(
      "{\"nodes\":["
        + Self.held.flatMap { held in
          [
            "\"type\":\"file\",\"file\":\"HUSHfolder/HUSH-\(held.0).md\"",
            "\"type\":\"text\",\"text\":\"[[HUSHfolder/HUSH-\(held.0)|shown]] ![[HUSHtitle \(held.0)|shown]]\"",
          ]
          .map { "{\($0),\"id\":\"1\",\"x\":0,\"y\":0,\"width\":1,\"height\":1}" }
        }.joined(separator: ",") + "],\"edges\":[]}",
      to: "Memo/board.canvas")
    let links = Self.held.map {
      "[[HUSHfolder/HUSH-\($0.0)|shown]] ![[HUSHtitle \($0.0)|shown]] <a href=\"../HUSHfolder/HUSH-\($0.0).md\">raw</a> [md](../HUSHfolder/HUSH-\($0.0).md)"
    }
    try session.folder.write(
      "---\ncreated: 2026-11-10\n---\n# Open\n\n\(links.joined(separator: "\n\n"))\n\n[[board.canvas|board]] ![[board.canvas|board]]\n",
      to: "Memo/Open.md")
    try session.folder.write("site:\n  url: https://a.example\n", to: ".sheaf/config.yaml")
    let (site, errors) = try publish()
    try await expectSilence(site)
    let pages = site.files().filter { $0.hasPrefix("notes/") || $0.hasPrefix("files/") }
    #expect(pages == ["notes/Memo/Open.html", "notes/Memo/board.canvas.html"])
    #expect(!site.files().contains("board.html"))
    #expect(!site.files().contains("calendar.ics"))
    #expect(
      errors.hasSuffix(
        "Public: 1 note, 1 canvas. Not published: 1 sealed letter, 1 draft, 3 private notes, 3 notes with doubtful fields or comments, 1 dated in the future, 1 diary entry (site.include), 3 tasks (site.include).\n"
      ), "\(errors)")
  }

  @Test func `comments are in no page, feed, list, calendar, search or title`() async throws {
    try session.folder.write(
      """
      ---
      created: 2026-11-10
      tags: [open]
      ---
      # Title %%HUSH1%%

      %%HUSH2%% text %%HUSH3 #HUSHtag [[Other]] %% more <!-- HUSH4 --> ==a %%HUSH5%%==

      %%
      HUSH6

      ## HUSH7
      - [ ] HUSH8 📅 2026-12-01
      %%

      ## Part %%HUSH9%% one

      | a %%HUSH10%% | b |
      |---|---|
      | c | d %%HUSH11%% |

      > [!note] Look %%HUSH12%%
      > %%HUSH13%%

      - [ ] do %%HUSH14%% it 📅 2026-12-01 🔁 every week
      - [/] half %%HUSH15%% done

      ![picture %%HUSH16%%](p.png) [link %%HUSH17%%](other.md) word[^1]

      [^1]: Foot %%HUSH18%% note

      <details><summary>%%HUSH19%%</summary> %%HUSH20%% </details>
      """, to: "Memo/a.md")
    try session.folder.write("# Other\n\n![[a]]\n\n![[a#Part one]]\n", to: "Memo/other.md")
    try session.folder.write("site:\n  include: [diary, tasks]\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      """
      ---
      title: "Third <!-- HUSH21 --> one %%HUSH22%%"
      description: "About <!-- HUSH23 --> %%HUSH24%%"
      created: 2026-11-20
      ---
      - [ ] do <!-- HUSH25 --> `<!-- shown -->` 📅 2026-12-01
      """, to: "Memo/third.md")
    try session.folder.write(
      """
      # Fourth

      In {% comment %}HUSH26{% endcomment %} line {%- comment -%} HUSH27 {%- endcomment -%} {/* HUSH28 */} x

      {::comment}
      HUSH29

      HUSH30
      {:/comment}
      {::comment}HUSH35{:/} a comment

      A comment %%it`s one%% hides no code: {/* HUSH36 */} b`c, <span title="a %%HUSH37%% b">tag</span>

      <div title="%%HUSH38%%">block</div>

      {{% comment %}}HUSH31{{% /comment %}} {{< comment >}} HUSH32 {{< /comment >}} {{/* HUSH33 */}} {% endcomment %} shown

      {==A phrase==}{>>HUSH36<<} and {>>HUSH37

      HUSH38<<} `{>>code<<}` {>> an open mark

      #+BEGIN_COMMENT
      HUSH34
      #+END_COMMENT

      `{/* shown */}` end
      """, to: "Memo/fourth.md")
    try await expectSilence(try publish().site)
    for words in [
      ["digest"], ["digest", "--public", "--json"], ["digest", "--to", "md"], ["export", "--to", "md"],
      ["export", "--to", "html"], ["export", "--to", "org"], ["export", "--to", "ics"], ["share", "Memo/third.md"],
      ["share", "Memo/third.md", "--to", "html"], ["share", "Memo/third.md", "--to", "eml"],
    ] {
      let run = session.run(words)
      #expect(run.status == 0 && !run.output.contains("HUSH"), "\(words): \(run.output)\(run.errors)")
    }
    #expect(session.run(["list", "--format", "{{title}}", "title:third"]).output == "Third  one\n")
    #expect(session.run(["tasks"]).output.contains("<!-- shown -->"))
    let (site, _) = try publish()
    let other = String(decoding: try site.read("notes/Memo/other.html"), as: UTF8.self)
    #expect(other.contains("class=\"embed\""))
    let fourth = String(decoding: try site.read("notes/Memo/fourth.html"), as: UTF8.self)
    #expect(fourth.contains("{/* shown */}") && fourth.contains("} shown") && fourth.contains("end"))
    #expect(fourth.contains("A phrase") && fourth.contains("{&gt;&gt;code&lt;&lt;}") && fourth.contains("an open mark"))
    let calendar = String(decoding: try site.read("calendar.ics"), as: UTF8.self)
    #expect(calendar.contains("RRULE:FREQ=WEEKLY"))
  }

  @Test func `tags, check boxes, fields and links in comments are on no page and in no list`() async throws {
    let files = [
      ".sheaf/config.yaml": "site:\n  include: [tasks, diary]\n", "Memo/Other.md": "# Other\n\nshown\n",
      "Memo/L.md": """
      # L

      {/* HUSH #HUSHtag [[Other|HUSH]] (k:: HUSH) */}

      {% comment %}

      - [ ] HUSHbox 📅 2026-12-01
      ```
      HUSH
      ```

      {% endcomment %}

      <div>
      {{< comment "why" >}} a/comment/3 {{ y }} HUSH {{< / comment >}} {/* HUSH */}
      {% comment %}HUSH{% endcomment %}
      </div>

      {% comment why %}a{% comment %}b{% endcomment %}HUSH{% endcomment %} { /* HUSH */ } {/** HUSH */ }

      {::comment type="x"} {::nomarkdown}b{:/nomarkdown} HUSH {:/comment}

      #+Begin_Comment
      HUSH
      #+End_Comment

      <style>a { /* colour */ color: red }</style>

      state:: open <!-- HUSH --> %%HUSH%%

      [[Other|word <!-- HUSH --> x]] {::comment}#HUSHtwo{:/comment} #open

      [//]: # (HUSH one)
      [comment]: <> "HUSH
      HUSH three"

      """,
      "Memo/Query.md":
        "# Query\n\n```dataview\nTABLE state, k, summary, file.outlinks\n```\n\n```dataview\nTASK\n```\n",
      "Memo/Summary.md": "---\nsummary: short <!-- HUSH -->\ncreated: 2026-11-20\n---\n# Summary\n",
      "Memo/Task.md": "---\nstatus: todo\nlabel: \"a %%HUSH%%\"\n---\n# Task\n",
      "Memo/Board.canvas": #"""
      {"nodes":[{"id":"1","type":"text","text":"card {% comment %}HUSH{% endcomment %} x","x":0,"y":0,"width":9,"height":9},
      {"id":"2","type":"group","label":"g %%HUSH%% <!-- HUSH -->","x":0,"y":0,"width":9,"height":9},
      {"id":"3","type":"file","file":"Memo/private/a.md","x":50,"y":0,"width":9,"height":9},
      {"id":"4","type":"file","file":"Memo/private/b.md","x":90,"y":0,"width":9,"height":9}],
      "edges":[{"id":"e","fromNode":"1","toNode":"2","label":"e %%HUSH%%"},
      {"id":"f","fromNode":"3","toNode":"4","label":"HUSH"}]}
      """#,
      "Memo/private/a.md": "HUSH", "Memo/private/b.md": "HUSH", "Memo/See.md": "# See\n\n![[Board.canvas]]\n",
      "Diary/2026/2026-11-20.md": """
      # 2026-11-20

      Good day. {% comment %} HUSH {% endcomment %} {/* HUSH */}

      [//]: # (HUSH)

      <?php HUSH ?>

      <!DOCTYPE HUSH>

      """,
    ]
    for (path, text) in files { try session.folder.write(text, to: path) }
    try await expectSilence(try publish("--yes").site)
    for words in [
      ["digest", "this week"], ["digest", "this week", "--to", "html"], ["digest", "this week", "--to", "eml"],
      ["digest", "this week", "--to", "md"], ["digest", "this week", "--public", "--yes"], ["share", "Memo/Query.md"],
      ["share", "Memo/L.md"], ["share", "Memo/L.md", "--to", "html"], ["share", "Diary/2026/2026-11-20.md"],
      ["export", "--to", "html", "tag:open"], ["export", "--to", "md", "tag:open"], ["tasks"], ["tags"],
    ] {
      let run = session.run(words)
      #expect(run.status == 0 && !run.output.contains("HUSH"), "\(words): \(run.output)\(run.errors)")
    }
  }

  @Test func `an unknown section of a digest stops a publication before the first page`() throws {
    try session.folder.write("site:\n  digests: week\ndigest:\n  sections: [nope]\n", to: ".sheaf/config.yaml")
    try session.folder.write("# A\n", to: "Memo/a.md")
    let site = try TemporaryFolder()
    let run = session.run(["publish", "-o", site.path, "--yes"])
    #expect(run.status == 64 && run.errors.contains("called “nope”"), "\(run.errors)")
    #expect(site.files().isEmpty)
  }

  @Test(arguments: [
    "Last %% HUSH to the end\nHUSH\n", "%%\nHUSH\n\nHUSH\n", "Last <!-- HUSH\n\nHUSH\n", "<!--\nHUSH\n\nHUSH\n",
    "{% comment %} HUSH\n", "{{< comment >}}\nHUSH\n", "#+BEGIN_COMMENT\nHUSH\n", "{/* HUSH\n", "{::comment}HUSH\n",
    "<div>\n<!-- one --> <!-- HUSH\n</div>\n", "| a <!-- HUSH | b |\n|---|---|\n| c | d |\n", "- a <!--HUSH\n- HUSH\n",
    "<div>\n{% comment %} <!-- HUSH {% endcomment %}\n</div>\n\nHUSH\n", "<?x ?> <!-- HUSH\n\nHUSH\n",
  ])
  func `a note with a comment without an end is not published, and check names the place`(text: String) async throws {
    try session.folder.write("# A\n\n" + text, to: "Memo/a.md")
    try session.folder.write(
      "# B\n\n100%% sure, `%%` and \\%% too\n\n`<!--`, \\<!--\n\n<!-- a\n\nb -->\n", to: "Memo/b.md")
    let (site, _) = try publish()
    try await expectSilence(site)
    #expect(site.files().contains("notes/Memo/b.html"))
    #expect(session.run(["check"]).output.contains("[open-comment]"))
    #expect(!session.run(["check", "Memo/b.md"]).output.contains("[open-comment]"))
  }

  @Test func `a note that becomes private takes every trace of it away`() async throws {
    try session.folder.write("# HUSHone\n\n#HUSHtag words\n", to: "Memo/HUSHone.md")
    try session.folder.write("# Two\n\n[[HUSHone|one]]\n", to: "Memo/two.md")
    let (site, _) = try publish()
    #expect(site.files().contains("notes/Memo/HUSHone.html"))
    try session.folder.write("---\nprivate: true\n---\n# HUSHone\n", to: "Memo/HUSHone.md")
    let again = session.run(["publish", "-o", site.path])
    #expect(again.output.contains("removed  notes/Memo/HUSHone.html"))
    try await expectSilence(site)
  }

  @Test func `a secret holds a note back and its place is reported`() async throws {
    let secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
    try session.folder.write("# A\n\nuse HUSH \(secret)\n", to: "Memo/a.md")
    let (site, errors) = try publish()
    try await expectSilence(site)
    #expect(
      errors.contains("Memo/a.md:3:10: this looks like an access token; the note is not published"))
    try session.folder.write("site:\n  allow-secrets: [Memo/a.md]\n", to: ".sheaf/config.yaml")
    #expect(try publish().site.files().contains("notes/Memo/a.html"))
  }

  @Test(arguments: [[], ["--staged"]])
  func `check reports every secret, staged or not, unless it is allowed`(options: [String]) throws {
    let secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
    let key = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUA\n"
    try session.folder.write("# A\n\nuse \(secret) and \(secret)\n\n\(key)", to: "Memo/a.md")
    let git = try GitFixture(in: session.folder)
    try git.git("add", "--all")
    let found = session.run(["check"] + options)
    #expect(found.status == 1)
    let places = found.output.split(separator: "\n").filter { $0.contains("[secret]") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(
      Set(places) == ["Memo/a.md:3:5:", "Memo/a.md:3:54:", "Memo/a.md:5:1:"],
      "\(found.output)")
    #expect(!found.output.contains(secret))
    try session.folder.write("site:\n  allow-secrets: [Memo/a.md]\n", to: ".sheaf/config.yaml")
    #expect(!session.run(["check"] + options).output.contains("[secret]"))
  }

  @Test func `place, camera and thumbnail of a picture are taken out, other formats are reported`()
    async
    throws
  {
    for name in ["camera.jpg", "palette.png", "camera.webp"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: fixturesFolder + "/Pictures/" + name))
      try session.folder.write(Array(bytes), to: "Memo/" + name)
    }
    try session.folder.write("GIF89a", to: "Memo/old.gif")
    // A picture of a telephone with the name of another format.
    try session.folder.write([0, 0, 0, 24] + Array("ftypheic".utf8), to: "Memo/phone.jpg")
    try session.folder.write(
      [0xFF, 0xD8, 0xFF, 0xE0, 0x00] + Array("HUSH".utf8), to: "Memo/half.jpg")
    try session.folder.write(
      "![](camera.jpg) ![](palette.png) ![](camera.webp) ![](old.gif) ![](half.jpg) ![](phone.jpg)",
      to: "Memo/a.md")
    let (site, errors) = try publish()
    try await expectSilence(site)
    #expect(
      site.files().filter { $0.hasPrefix("files/") } == [
        "files/Memo/camera.jpg", "files/Memo/camera.webp", "files/Memo/old.gif",
        "files/Memo/palette.png", "files/Memo/phone.jpg",
      ])
    #expect(errors.contains("may contain the place and the author of the file: Memo/old.gif, Memo/phone.jpg"))
    #expect(errors.contains("Not published: 1 unreadable picture."), "\(errors)")
    let again = session.run(["publish", "-o", site.path])
    #expect(again.errors.contains(": no changes in "), "\(again.errors)")
  }

  @Test func `the first publication and a dry run list what is public and what is not`() throws {
    try session.folder.write("# A\n", to: "Memo/a.md")
    try session.folder.write("---\ndraft: true\n---\n", to: "Memo/b.md")
    try session.folder.write("x", to: "Diary/2026/2026-11-20.md")
    let site = try TemporaryFolder()
    let list =
      "public  Memo/a.md\nnot published  Diary/2026/2026-11-20.md  (diary)\nnot published  Memo/b.md  (draft)\n"
    let dry = session.run(["publish", "-o", site.path, "--dry-run"])
    #expect(dry.output == list)
    #expect(dry.errors == "Public: 1 note. Not published: 1 draft, 1 diary entry (site.include).\n")
    #expect(site.files().isEmpty)
    #expect(session.run(["publish", "-n"]).output == list)
    let first = session.run(["publish", "-o", site.path])
    #expect(first.output == list)
    try session.folder.write("# A\n\nmore\n", to: "Memo/a.md")
    #expect(session.run(["publish", "-o", site.path]).output == "changed  notes/Memo/a.html\n")
    #expect(
      session.run(["publish", "-n", "--lang", "ko"]).errors
        == "공개: 메모 1개. 제외: 초안 1개, 일기 1편(site.include).\n")
  }

  @Test(arguments: [
    "<<<<<<< HEAD\nsite:\n  default: private\n=======\nsite:\n>>>>>>> there\n", "site:\n  default: privat\n",
    "site:\n  defualt: private\n", "site: private\n", "site:\n default: private\n  title: x\n", "- site\n", "private\n",
    "site:\n  default: private\nsite:\n  title: x\n", "sit:\n  default: private\n", "folders: [Diary]\n",
  ])
  func `nothing is shown to others while a setting cannot be read`(settings: String) async throws {
    try session.folder.write("# A\n\nHUSH\n", to: "Memo/a.md")
    try session.folder.write(settings, to: ".sheaf/config.yaml")
    let site = try TemporaryFolder()
    let run = session.run(["publish", "-q", "-o", site.path])
    #expect(run.status == 65 && site.files().isEmpty, "\(run.errors)")
    #expect(run.errors.contains("No note is shown to others while a setting cannot be read"), "\(run.errors)")
    #expect(run.errors.contains("config.yaml"))
    for words in [["--public"], ["--to", "eml", "--recipient", "a@b.example"], ["--archive", "letters"], ["--send"]] {
      #expect(session.run(["digest", "this", "week"] + words).status == 65, "\(words)")
    }
    for (address, answer) in try await session.served(everyAddress: false) {
      #expect(!answer.contains("HUSH"), "\(address)")
    }
    #expect(session.run(["list"]).status == 0)
  }

  @Test func `nothing is published if the settings are no file, and empty ones are no mistake`() throws {
    try session.folder.write("# A\n", to: "Memo/a.md")
    let site = try TemporaryFolder()
    for settings in ["", "# nothing\n", "site:\n", "site:\n  default:\n", "fmt:\n  wrap: wide\n"] {
      try session.folder.write(settings, to: ".sheaf/config.yaml")
      #expect(session.run(["publish", "-n", "-o", site.path]).status == 0, "\(settings)")
    }
    try session.folder.remove(".sheaf/config.yaml")
    try session.folder.write("x", to: ".sheaf/config.yaml/x")
    let run = session.run(["publish", "-o", site.path])
    #expect(run.status == 65 && site.files().isEmpty, "\(run.errors)")
  }

  @Test func `the first publication of a large folder lists a hundred, and where all are listed`() throws {
    for number in 1...120 { try session.folder.write("# A\n", to: "Memo/\(number).md") }
    let site = try TemporaryFolder()
    let first = session.run(["publish", "-o", site.path])
    let lines = first.output.split(separator: "\n")
    #expect(lines.count == 101)
    #expect(lines.last == "and 20 more; “sheaf publish --dry-run” lists all")
    #expect(session.run(["publish", "-n", "-o", site.path]).output.split(separator: "\n").count == 120)
  }

  // MARK: - Adopted folders

  @Test func `notes that Obsidian excludes are not public, one that nobody can tell stops all`()
    async
    throws
  {
    for name in ["Open/a.md", "Journal/HUSH.md", "Open/x HUSH.md", "Journals.md"] {
      try session.folder.write("HUSHTEXT of \(name)\n", to: name)
    }
    try session.folder.write("Open.\n", to: "Open/a.md")
    try session.folder.write("Open.\n", to: "Journals.md")
    try session.folder.write(
      "{\"userIgnoreFilters\": [\"Journal/\", \"/x [A-Z]+\\\\.md$/\"]}", to: ".obsidian/app.json")
    let site = try publish("--yes").site
    try await expectSilence(site)
    #expect(
      site.files().filter { $0.hasPrefix("notes/") } == [
        "notes/Journals.html", "notes/Open/a.html",
      ])
    try session.folder.write("{\"userIgnoreFilters\": [\"/(/\"]}", to: ".obsidian/app.json")
    let refused = session.run(["publish", "-o", site.path])
    #expect(refused.status == 65)
    #expect(refused.errors.contains("userIgnoreFilters: cannot read the regular expression /(/"))
  }

  @Test func `the first publication to a folder lists what becomes public and asks`() throws {
    for name in ["A/a.md", "B/d.md"] { try session.folder.write("x", to: name) }
    try session.folder.write("---\ndraft: true\n---\n", to: "B/f.md")
    let site = try TemporaryFolder()
    let words = ["publish", "-o", site.path]
    let list = "public  A/a.md\npublic  B/d.md\nnot published  B/f.md  (draft)\n"
    let refused = session.run(words, asksFirst: true)
    #expect(refused.status == 3 && site.files().isEmpty)
    #expect(
      refused.errors == list + """
        error: The first publication to \(site.path) would make 2 notes public
        hint: Nothing was written. “sheaf publish --dry-run” lists the notes; --yes publishes the notes.

        """)
    let declined = session.run(words, input: "n\n", onTerminal: true, asksFirst: true)
    #expect(declined.status == 1 && declined.errors.contains("Publish 2 notes to \(site.path)?"))
    #expect(
      declined.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "“sheaf publish --dry-run” lists them all. [y/N]"))
    #expect(site.files().isEmpty)
    #expect(session.run(words + ["--dry-run"], asksFirst: true).status == 0)
    #expect(session.run(words, input: "y\n", onTerminal: true, asksFirst: true).status == 0)
    // Nothing is asked where the site is; another place is another publication.
    #expect(session.run(words, asksFirst: true).status == 0)
    let other = try TemporaryFolder()
    #expect(session.run(["publish", "-o", other.path], asksFirst: true).status == 3)
    #expect(session.run(["publish", "-o", other.path, "--yes"], asksFirst: true).status == 0)
    for number in 1...41 { try session.folder.write("x", to: "A/\(number).md") }
    let many = session.run(["publish", "-o", try TemporaryFolder().path], asksFirst: true)
    let folders = "  A/  42 public, 0 not published\n  B/  1 public, 1 not published\n"
    #expect(many.errors.hasPrefix(folders), "\(many.errors)")
  }

  @Test func `the inbox is private unless it asks to be public`() async throws {
    #expect(session.run(["jot", "HUSH a thought"]).status == 0)
    try session.folder.write("# Open\n\n[[Inbox]] ![[Inbox]]\n", to: "Memo/Open.md")
    let (site, errors) = try publish()
    try await expectSilence(site)
    #expect(errors.hasSuffix("Not published: the inbox.\n"), "\(errors)")
    let inbox = String(decoding: try session.folder.read("Memo/Inbox.md"), as: UTF8.self)
    try session.folder.write("---\npublish: true\n---\n" + inbox, to: "Memo/Inbox.md")
    #expect(try publish().site.files().contains("notes/Memo/Inbox.html"))
  }

  @Test func `a note that was held back and is public now is asked about, but not one whose day has come`() throws {
    try session.folder.write("---\nprivate: true\n---\n# HUSH\n", to: "Memo/a.md")
    let site = try publish().site
    try session.folder.write("# HUSH\n", to: "Memo/a.md")
    let words = ["publish", "-o", site.path]
    let refused = session.run(words, asksFirst: true)
    #expect(refused.status == 3 && refused.errors.contains("1 note would become public"), "\(refused.errors)")
    #expect(!site.files().contains("notes/Memo/a.html"))
    let declined = session.run(words, input: "n\n", onTerminal: true, asksFirst: true)
    #expect(declined.status == 1 && declined.errors.contains("Make 1 note public? [y/N]"))
    #expect(!site.files().contains("notes/Memo/a.html"))
    #expect(session.run(words, asksFirst: true).status == 3)
    #expect(session.run(words, input: "y\n", onTerminal: true, asksFirst: true).status == 0)
    #expect(site.files().contains("notes/Memo/a.html"))
    #expect(session.run(words, asksFirst: true).status == 0)
  }

  @Test func `a note that was held back and is public now is listed`() throws {
    try session.folder.write("---\nprivate: true\n---\n# A\n", to: "Memo/a.md")
    try session.folder.write("---\ntags: [private]\n---\n", to: "Memo/b.md")
    try session.folder.write("# C\n", to: "Memo/c.md")
    let site = try publish().site
    try session.folder.write("---\nprivate: false\n---\n# A\n", to: "Memo/a.md")
    try session.folder.write("new\n", to: "Memo/d.md")
    let news = "newly public: Memo/a.md (before: private)\n"
    #expect(session.run(["publish", "-o", site.path, "-n"]).errors.contains(news))
    let again = session.run(["publish", "-o", site.path])
    #expect(again.errors.contains(news))
    #expect(again.errors.split(separator: "\n").count { $0.hasPrefix("newly public") } == 1)
    #expect(!session.run(["publish", "-o", site.path]).errors.contains("newly"))
  }

  @Test func `site.output says where without an option`() throws {
    try session.folder.write("# A\n", to: "Memo/a.md")
    try session.folder.write("site:\n  output: public\n", to: ".sheaf/config.yaml")
    #expect(session.run(["publish"]).status == 0)
    #expect(session.folder.files().contains("public/notes/Memo/a.html"))
  }

  @Test(arguments: [[], ["tasks"]])
  func `the answer to a query in a note names no note that is held back`(included: [String]) throws {
    if !included.isEmpty {
      #expect(session.run(["config", "set", "site.include", included.joined(separator: ",")]).status == 0)
    }
    // Notes that are tasks are public if the owner includes tasks.
    let shown: Set<String> = included.isEmpty ? [] : ["task", "due", "waiting"]
    for (name, fields) in Self.held where !shown.contains(name) {
      try session.folder.write(
        "---\n\(fields)\nowner: HUSHowner\ntags: [HUSHtag]\n---\n# HUSHtitle \(name)\n\n- [ ] HUSHtodo 📅 2026-12-01\n",
        to: "HUSHfolder/HUSH-\(name).md")
    }
    try session.folder.write("---\nlisted: false\nowner: HUSHowner\n---\n# HUSHunlisted\n", to: "Memo/unlisted.md")
    let views = ["list", "table", "tasks", "board", "calendar", "cards"]
    let blocks = views.map {
      "```sheaf\nin:HUSHfolder OR title:HUSHunlisted OR is:sealed OR tag:Known\nview: \($0)\ncolumns: title, owner, tags\ngroup: owner\n```\n"
    }
    try session.folder.write("# Known\n\n- [ ] shown 📅 2026-12-01 #Known\n", to: "Memo/known.md")
    try session.folder.write(blocks.joined(separator: "\n"), to: "Memo/asking.md")
    let (site, _) = try publish()
    let page = String(decoding: try site.read("notes/Memo/asking.html"), as: UTF8.self)
    #expect(page.contains("known.html"))
    for name in site.files() where name != "notes/Memo/unlisted.html" {
      let text = String(decoding: try site.read(name), as: UTF8.self)
      let place = text.range(of: "HUSH").map { text[$0.lowerBound...].prefix(40) }
      #expect(place == nil, "\(name): \(place ?? "")")
    }
  }

  @Test func `a page with a query is made again when another note changes`() throws {
    try session.folder.write("```sheaf\ntag:x\n```\n", to: "Memo/asking.md")
    try session.folder.write("---\ntags: [x]\n---\n# First\n", to: "Memo/a.md")
    let site = try TemporaryFolder()
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    try session.folder.write("---\ntags: [x]\n---\n# Second\n", to: "Memo/b.md")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    let page = String(decoding: try site.read("notes/Memo/asking.html"), as: UTF8.self)
    #expect(page.contains(#"<a href="a.html">First</a>"#))
    #expect(page.contains(#"<a href="b.html">Second</a>"#))
  }
}
