import NoteModel
import NoteRepository
import NoteTestSupport
import Testing
import Wording

@Suite struct AdoptedSettingsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func adopted(_ files: [String: String], in language: Language = .english) throws
    -> AdoptedSettings
  {
    for (path, text) in files { try folder.write(text, to: path) }
    return AdoptedSettings(of: folder.path, in: language)
  }

  private func lines(_ adopted: AdoptedSettings) -> [String] {
    adopted.settings.map { "\($0.key): \($0.value)  # \($0.source)" }
  }

  @Test func `an Obsidian vault says where its notes, days, templates and files are`() throws {
    let read = try adopted([
      ".obsidian/app.json": """
      {
      \t"newFileLocation": "folder",
      \t"newFileFolderPath": "Inbox",
      \t"attachmentFolderPath": "./files",
      \t"newLinkFormat": "relative",
      \t"useMarkdownLinks": true
      }
      """,
      ".obsidian/daily-notes.json": """
      {"folder": "/Daily/", "format": "YYYY/MM-MMMM/YYYY-MM-DD-dddd", "template": "Templates/Day"}
      """,
      ".obsidian/templates.json": #"{"folder": "Templates"}"#, "Templates/Day.md": "x", "Daily/2026/a.md": "x",
    ])
    #expect(
      lines(read) == [
        "profile: obsidian  # .obsidian/",
        "folders.memo: Inbox  # .obsidian/app.json: newFileFolderPath",
        "folders.attachments: ./files  # .obsidian/app.json: attachmentFolderPath",
        "links.style: relative  # .obsidian/app.json: newLinkFormat, useMarkdownLinks",
        "folders.diary: Daily  # .obsidian/daily-notes.json: folder",
        "diary.path: Daily/{{year}}/{{month}}-{{monthName}}/{{day}}-{{weekday}}.md"
          + "  # .obsidian/daily-notes.json: format",
        "diary.template: Templates/Day.md  # .obsidian/daily-notes.json: template",
        "folders.templates: Templates  # .obsidian/templates.json: folder",
      ])
    #expect(read.omissions.isEmpty)
  }

  @Test func `what a vault leaves out is as in Obsidian`() throws {
    let read = try adopted([".obsidian/app.json": "{}", ".obsidian/daily-notes.json": "{}"])
    #expect(
      lines(read) == [
        "profile: obsidian  # .obsidian/", "folders.memo: .  # .obsidian/app.json: newFileLocation",
        "folders.attachments: .  # .obsidian/app.json: attachmentFolderPath",
        "folders.diary: \"\"  # .obsidian/daily-notes.json: folder",
        "diary.path: {{day}}.md  # .obsidian/daily-notes.json: format",
      ])
  }

  @Test func `names of months and weekdays are Korean for people who use Korean`() throws {
    let read = try adopted(
      [".obsidian/daily-notes.json": #"{"folder": "일기", "format": "YYYY년 MMMM D[일] dddd"}"#],
      in: .korean)
    #expect(
      read.settings.last?.value
        == .text("일기/{{year}}년 {{monthName-ko}} {{plainDayOfMonth}}일 {{weekday-ko}}.md"))
  }

  @Test func `what cannot be expressed is reported`() throws {
    let read = try adopted([
      ".obsidian/app.json": #"{"newFileLocation": "current", "userIgnoreFilters": ["old/"]}"#,
      ".obsidian/daily-notes.json": #"{"format": "YYYY-MM-DD-X"}"#,
      ".obsidian/plugins/periodic-notes/data.json": """
      {"weekly": {"enabled": true, "format": "[W]ww"}, "yearly": {"enabled": true},
       "monthly": {"enabled": false, "format": "MM"}}
      """,
    ])
    #expect(
      read.omissions.map(\.english) == [
        ".obsidian/app.json: newFileLocation: new notes go to the root, because no note is open on the "
          + "command line; --in chooses a folder",
        ".obsidian/app.json: userIgnoreFilters: these files are read like any other; use the setting ignore "
          + "to skip files",
        ".obsidian/daily-notes.json: format: “X” of “YYYY-MM-DD-X” has no counterpart in diary.path",
        ".obsidian/plugins/periodic-notes/data.json: weekly.format: “[W]ww” does not determine a week",
        ".obsidian/plugins/periodic-notes/data.json: yearly: the diary has notes of days, weeks and "
          + "months only",
      ])
  }

  @Test(arguments: [
    (Language.english, "Weeks/{{weekYear-en}}-W{{week-en}}.md"),
    (.korean, "Weeks/{{weekYear-ko}}-W{{week-ko}}.md"),
  ])
  func `the plugin Periodic Notes says where weeks and months are`(
    language: Language, week: String
  ) throws {
    let read = try adopted(
      [
        ".obsidian/plugins/periodic-notes/data.json": """
        {"daily": {"enabled": true, "format": "", "folder": "Days"},
         "weekly": {"enabled": true, "folder": "Weeks", "format": ""},
         "monthly": {"enabled": true, "format": "YYYY/MM"}}
        """, "Days/a.md": "",
      ], in: language)
    #expect(read["diary.path"]?.value == .text("Days/{{day}}.md"))
    #expect(read["diary.week-path"]?.value == .text(week))
    #expect(read["diary.month-path"]?.value == .text("{{year}}/{{month}}.md"))
    #expect(read.omissions.isEmpty)
  }

  @Test func `an ISO week without a zero has a counterpart`() throws {
    let read = try adopted([
      ".obsidian/daily-notes.json": #"{"format": "GGGG/[W]W/YYYY-MM-DD"}"#
    ])
    #expect(read["diary.path"]?.value == .text("{{weekYear}}/W{{plainWeek}}/{{day}}.md"))
  }

  @Test func `a notebook of zk says where its days are and how it links`() throws {
    let read = try adopted([
      ".zk/config.toml": """
      [note]
      filename = "{{id}}-{{slug title}}" # the id first
      template = "default.md"

      [group.journal]
      paths = [
        "journal/daily", # every day
      ]

      [group.journal.note]
      filename = "{{format-date now '%Y-%m-%d'}}"

      [format.markdown]
      link-format = "wiki"
      """
    ])
    #expect(
      lines(read) == [
        "profile: zk  # .zk/", "folders.memo: .  # .zk/config.toml",
        "folders.diary: journal/daily  # .zk/config.toml: group.journal.paths",
        "diary.path: journal/daily/{{day}}.md  # .zk/config.toml: group.journal.note.filename",
        "links.style: wiki  # .zk/config.toml: format.markdown.link-format",
      ])
    #expect(read.omissions.count == 3)
  }

  @Test func `a Hugo site and a Jekyll site say where their folders are`() throws {
    let hugo = try adopted(["hugo.toml": "baseURL = 'https://example.org/'\ncontentDir = 'notes'\n"]
    )
    #expect(hugo["folders.memo"]?.value == .text("notes"))
    #expect(hugo["folders.templates"]?.value == .text("archetypes"))
    #expect(hugo["folders.attachments"]?.value == .text("static"))
    #expect(hugo["links.roots"]?.value == .list(["notes", "static"]))
    let languages = try adopted([
      "hugo.toml": "defaultContentLanguage = 'ja'\n[languages.ja]\ntitle = '記録'\n[languages.en]\ntitle = 'Log'\n"
    ])
    #expect(languages["site.title"]?.value == .text("記録"))
    #expect(languages["site.language"]?.value == .text("ja"))
    for files in [
      ["docusaurus.config.js": "export default { title: 'Name', url: 'x' };\n"],
      ["quartz.config.ts": "export default { configuration: { pageTitle: \"Name\" } }\n"],
      ["astro.config.mjs": "export default { integrations: [starlight({ title: `Name` })] }\n"],
      [".vitepress/config.ts": "export default { title: 'Name' }\n"],
      ["config.toml": "base_url = 'x'\ntitle = 'Name'\n", "content/a.md": "x\n"],
    ] {
      let site = try TemporaryFolder()
      for (path, text) in files { try site.write(text, to: path) }
      #expect(AdoptedSettings(of: site.path, in: .english)["site.title"]?.value == .text("Name"), "\(files)")
    }
    let other = try TemporaryFolder()
    try other.write("title: A\nexclude: [drafts.md]\n", to: "_config.yml")
    try other.write("x", to: "_posts/2026-11-21-a.md")
    let jekyll = AdoptedSettings(of: other.path, in: .english)
    #expect(jekyll["folders.memo"]?.value == .text("_posts"))
    #expect(jekyll["folders.drafts"]?.value == .text("_drafts"))
    #expect(jekyll["ignore"]?.value == .list(["/_site/", "/vendor/", "drafts.md"]))
  }

  @Test func `a folder that another machine named is found by its end, one outside is left`() throws {
    let workspace = try adopted([
      "dendron.yml": "vaults:\n  - fsPath: ../../../Users/kim/vault\n", "vault/root.md": "x",
    ])
    #expect(
      lines(workspace).dropFirst().prefix(2) == [
        "folders.memo: vault  # dendron.yml: vaults",
        "folders.attachments: vault/assets  # dendron.yml: vaults",
      ])
    try folder.write("vaults:\n  - fsPath: ../elsewhere\n", to: "dendron.yml")
    let other = try adopted(["mkdocs.yml": "docs_dir: ../pages\n"])
    #expect(
      other.omissions.map(\.english) == [
        "dendron.yml: vaults: the folder “../elsewhere” does not exist",
        "mkdocs.yml: docs_dir: “../pages” is outside of this folder",
      ])
    #expect(!lines(other).contains { $0.contains("../") })
  }

  @Test func `a template that is not there yet is reported`() throws {
    let read = try adopted([".obsidian/daily-notes.json": #"{"template": "Templates/Day"}"#])
    #expect(
      read.omissions.map(\.english) == [
        ".obsidian/daily-notes.json: template: “Templates/Day.md” does not exist yet"
      ])
  }

  @Test(arguments: [
    [".obsidian/daily-notes.json": #"{"folder": "Gone"}"#],
    [".foam/a": "", ".vscode/settings.json": #"{"foam.openDailyNote.directory": "Gone"}"#],
    [
      ".zk/config.toml":
        "[group.journal]\npaths = [\"Gone\"]\n[group.journal.note]\nfilename = \"{{format-date now '%Y-%m-%d'}}\"\n"
    ],
    [".obsidian/templates.json": #"{"folder": "Gone"}"#],
  ])
  func `a folder of days or templates that is not there is named`(files: [String: String]) throws {
    let read = try adopted(files)
    let named = read.omissions.map(\.english).filter { $0.hasSuffix(": the folder “Gone” does not exist yet") }
    #expect(named.count == 1, "\(lines(read)) \(read.omissions.map(\.english))")
  }

  @Test func `a folder of days is named if later days are in another folder`() throws {
    var read = try adopted([".obsidian/daily-notes.json": #"{"folder": "Old"}"#, "Old/2019-01-01.md": ""])
    func notes(_ days: ClosedRange<Int>) -> [NotePath] {
      ["Old/2019-01-01.md", "A/2018-01-01.md"].compactMap(NotePath.init)
        + days.compactMap { NotePath("New/2026-11-0\($0).md") }
    }
    read.nameStaleDiary(among: notes(1...2))
    #expect(read.omissions.isEmpty)
    read.nameStaleDiary(among: notes(1...3))
    let expected = "the last entry of the folder “Old” is of 2019-01-01; later ones are in “New”"
    #expect(read.omissions.map(\.english) == [".obsidian/daily-notes.json: folder: " + expected])
  }

  @Test func `a Foam workspace says how its days are named and what it leaves out`() throws {
    let read = try adopted([
      ".vscode/extensions.json": #"{"recommendations": ["foam.foam-vscode"]}"#,
      ".vscode/settings.json": """
      // Settings of the workspace
      {"foam.openDailyNote.directory": "journal", /* "a": "b", */ "x": "http://a.b/\\\"//",
       "foam.openDailyNote.filenameFormat": "yyyy/mm/yyyymmdd-ddd",
       "foam.files.ignore": ["**/_site/**/*"],}
      """,
    ])
    #expect(
      lines(read).suffix(3) == [
        "folders.diary: journal  # .vscode/settings.json: foam.openDailyNote.directory",
        "diary.path: journal/{{year}}/{{month}}/{{year}}{{month}}{{dayOfMonth}}-{{shortWeekday}}.md"
          + "  # .vscode/settings.json: foam.openDailyNote.filenameFormat",
        "ignore: [\"**/_site/**/*\"]  # .vscode/settings.json: foam.files.ignore",
      ])
  }

  @Test func `a site beside its pages takes them before its own`() throws {
    let read = try adopted([
      "website/docusaurus.config.ts": "", "website/src/pages/a.md": "x", "website/blog/b.md": "x",
      "docs/c.md": "x",
    ])
    #expect(lines(read).contains("folders.memo: docs  # website/docusaurus.config"))
  }

  @Test func `the new configuration has the settings in force, each with its source`() throws {
    let read = try adopted([
      ".obsidian/app.json": "{}", ".obsidian/daily-notes.json": #"{"folder": "Daily"}"#,
    ])
    let text = CommentedConfiguration.text(in: .english, adopting: read)
    #expect(text.contains("\n  diary: Daily  # .obsidian/daily-notes.json: folder\n"))
    try folder.write(text, to: ".sheaf/config.yaml")
    let places = UserPlaces(environment: ["HOME": "/nowhere"])
    let configuration = Configuration.load(
      places: places, repository: Repository(root: folder.path, places: places), environment: [:])
    #expect(configuration.problems.isEmpty)
    #expect(configuration.text("folders.memo") == ".")
    #expect(configuration.text("diary.path") == "Daily/{{day}}.md")
    #expect(configuration.text("folders.letters") == "Memo/Letters")
    #expect(configuration.layout.isDiary(NotePath(trusted: "Daily/2026-11-21.md")))
  }

  @Test func `a file that cannot be read says no more than an empty one`() throws {
    let read = try adopted([".obsidian/app.json": "{", ".zk/config.toml": "[[["])
    #expect(read.settings.map(\.key) == ["profile", "folders.memo", "folders.attachments"])
  }
}
