import NoteModel
import NoteRepository
import NoteTestSupport
import Testing
import Wording

/// Folders of other programs are recognised by what is in them.
@Suite struct ProfileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func recognised() -> [String] {
    FoundProfile.all(in: folder.path, language: .english).map(\.profile.name)
  }

  @Test(arguments: [
    ("obsidian", [".obsidian/app.json"]), ("quartz", ["quartz.config.ts"]), ("foam", [".foam/x"]),
    ("dendron", ["dendron.yml"]), ("dendron", ["root.schema.yml", "root.md"]), ("logseq", ["logseq/config.edn"]),
    ("zk", [".zk/config.toml"]),
    ("hugo", ["hugo.toml"]), ("hugo", ["config.yaml", "content/a.md", "archetypes/default.md"]),
    ("hugo", ["config/_default/hugo.toml", "content/a.md"]), ("jekyll", ["_config.yml"]),
    ("zola", ["zola.toml", "content/a.md"]), ("mkdocs", ["mkdocs.yml"]),
    ("docusaurus", ["website/docusaurus.config.js"]), ("vitepress", ["docs/.vitepress/config.ts"]),
    ("astro", ["astro.config.mjs"]),
    ("hugo", ["package.json", "theme/hugo.yaml", "x.dev/hugo.yaml", "x.dev/content/a.md"]),
  ])
  func `a folder is recognised by the settings of its program`(
    name: String, files: [String]
  ) throws {
    for file in files { try folder.write("x = 1\n", to: file) }
    #expect(recognised() == [name])
  }

  @Test func `every profile but the plain one can be recognised, and each has a name of its own`() {
    #expect(Set(Profile.all.map(\.name)).count == Profile.all.count)
    #expect(Profile.all.filter { $0.signs.isEmpty }.map(\.name) == ["plain"])
  }

  @Test func `two generators that share a settings file are told apart by what is in it`() throws {
    try folder.write("[markdown]\nhighlight_code = true\n", to: "config.toml")
    try folder.write("x", to: "content/a.md")
    #expect(recognised() == ["zola"])
  }

  @Test func `a vault with a site is both, and the configuration has the last word`() throws {
    try folder.write("{}", to: ".obsidian/app.json")
    try folder.write("title = \"x\"\n", to: "hugo.toml")
    #expect(recognised() == ["obsidian", "hugo"])
    let adopted = AdoptedSettings(of: folder.path, in: .english)
    #expect(adopted["profile"]?.value == .list(["obsidian", "hugo"]))
    #expect(adopted["profile"]?.source == ".obsidian/")
    #expect(!configuration("").layout.rules.takesTitleFromHeading)
    #expect(configuration("profile: plain\n").layout.rules == ReadingRules())
    #expect(configuration("profile: [hugo, zk]\n").profiles.map(\.name) == ["hugo", "zk"])
  }

  @Test func `a site among notes does not make them pages`() throws {
    try folder.write("x = 1\n", to: "Websites/hugo.toml")
    try folder.write("x", to: "Websites/content/a.md")
    #expect(recognised() == [])
  }

  @Test func `a vault in a folder of a project does not make the project one`() throws {
    try folder.write("{}", to: "docs/.obsidian/app.json")
    #expect(recognised() == [])
  }

  @Test func `settings may begin with the mark of a YAML document`() throws {
    try folder.write(
      "---\ntitle: x\ncollections:\n  docs:\n    permalink: /:collection/:path/\n",
      to: "_config.yml")
    #expect(
      AdoptedSettings(of: folder.path, in: .english)["links.addresses"]?.value
        == .table(["_docs": "/:collection/:path/", "_posts": "/:categories/:year/:month/:day/:title"]))
  }

  @Test func `a profile that does not exist is reported`() {
    let configuration = configuration("profile: obsidan\n")
    #expect(configuration.problems.count == 1)
    #expect(configuration.profiles.isEmpty)
  }

  @Test func `another profile is another way to read, which an index must know`() {
    var prints: Set<Int32> = []
    for profile in Profile.all where profile.rules != ReadingRules() {
      prints.insert(VaultLayout(rules: profile.rules).fingerprint)
    }
    let rules = Set(Profile.all.map(\.rules)).subtracting([ReadingRules()])
    #expect(prints.count == rules.count)
    #expect(!prints.contains(VaultLayout.standard.fingerprint))
  }

  private func configuration(_ text: String) -> Configuration {
    try? folder.write(text, to: ".sheaf/config.yaml")
    let places = UserPlaces(environment: ["HOME": folder.path + "/home"])
    return Configuration.load(
      places: places, repository: Repository(root: folder.path, places: places), environment: [:])
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a graph of Logseq says how its days are called`(lineEnd: String) throws {
    try folder.write(
      """
      {:preferred-format "Markdown"
       ;; :journals-directory "days"
       :pages-directory "notes"
       :journal/page-title-format "EEEE, yyyy-MM-dd"
       :hidden ["/archive" "README.md"]}
      """.replacing("\n", with: lineEnd), to: "logseq/config.edn")
    let adopted = AdoptedSettings(of: folder.path, in: .english)
    #expect(
      adopted.settings.map { "\($0.key): \($0.value)" } == [
        "profile: logseq", "folders.memo: notes", "folders.attachments: assets",
        "folders.diary: journals", "folders.tasks: \"\"",
        "diary.path: journals/{{year}}_{{month}}_{{dayOfMonth}}.md",
        "diary.title: {{weekday}}, {{day}}", "links.style: wiki", "site.default: private",
        "ignore: [/logseq/, /archive, /README.md]",
      ])
  }

  @Test func `a template folder that is absolute or missing is reported`() throws {
    try folder.write(#"{"folder": "/Users/kim/Templates"}"#, to: ".obsidian/templates.json")
    #expect(AdoptedSettings(of: folder.path, in: .english)["folders.templates"] == nil)
    try folder.write(#"{"folder": "Templates"}"#, to: ".obsidian/templates.json")
    let missing = AdoptedSettings(of: folder.path, in: .english)
    #expect(missing["folders.templates"]?.value == .text("Templates"))
    #expect(missing.omissions.count == 1)
  }
}
