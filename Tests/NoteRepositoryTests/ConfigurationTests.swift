import NoteRepository
import NoteTestSupport
import Testing
import Wording

@Suite struct ConfigurationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var repository: Repository {
    Repository(
      root: folder.path + "/notes",
      places: UserPlaces(environment: [
        "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
        "XDG_STATE_HOME": folder.path + "/state",
      ]))
  }

  private func load(_ environment: [String: String] = [:]) -> Configuration {
    Configuration.load(
      places: repository.places, repository: repository, environment: environment)
  }

  @Test func `a later layer wins and tells where it stands`() throws {
    try folder.write("folders:\n  memo: U\n  diary: D\n", to: "config/sheaf/config.yaml")
    try folder.write("# c\nfolders:\n  memo: R\n", to: "notes/.sheaf/config.yaml")
    let loaded = load(["SHEAF_FOLDERS_DIARY": "E"])
    #expect(loaded.text("folders.memo") == "R")
    #expect(
      loaded.settings["folders.memo"]?.origin
        == .file(path: folder.path + "/notes/.sheaf/config.yaml", line: 3))
    #expect(loaded.text("folders.diary") == "E")
    #expect(
      loaded.settings["folders.diary"]?.origin == .environment(variable: "SHEAF_FOLDERS_DIARY"))
    #expect(loaded.settings["pager"]?.origin == .defaults)
  }

  @Test func `an unknown key is named with its line and the nearest known key`() throws {
    try folder.write("ignore: [a]\nlangauge: ko\n", to: "notes/.sheaf/config.yaml")
    let problem = try #require(load().problems.first)
    #expect(
      problem.message.english
        == "\(folder.path)/notes/.sheaf/config.yaml:2: unknown setting “langauge”; did you mean “language”?"
    )
  }

  @Test func `a wrong value is named with its line and what is expected`() throws {
    try folder.write("language: fr\nignore: {a: b}\n", to: "notes/.sheaf/config.yaml")
    #expect(
      load().problems.map(\.message.english) == [
        "\(folder.path)/notes/.sheaf/config.yaml:1: invalid value “fr” for language: expected en, ko",
        "\(folder.path)/notes/.sheaf/config.yaml:2: invalid value “…” for ignore: expected a list",
      ])
  }

  @Test func `a file that is no settings is named with its line, and is not printed`() throws {
    let place = folder.path + "/notes/.sheaf/config.yaml"
    for (text, message) in [
      ("ignore: [a]\nschemas:\n  a: b\nignore: [c]\n", ":1: the key “ignore” occurs twice"),
      ("ignore: [a]\n<<<<<<< HEAD\n", ":3: not valid YAML: could not find expected ':'"),
    ] {
      try folder.write(text, to: "notes/.sheaf/config.yaml")
      #expect(load().problems.map(\.message.english) == [place + message])
    }
  }

  @Test func `a group without settings is no mistake, however YAML writes nothing`() throws {
    try folder.write("site: ~\nlinks: null\nfolders: Null\ntasks: NULL\nboard:\n", to: "notes/.sheaf/config.yaml")
    #expect(load().problems.isEmpty)
    try folder.write("site: \"~\"\n", to: "notes/.sheaf/config.yaml")
    #expect(load().problems.count == 1)
  }

  @Test func `a home that is no folder has no settings, which is no mistake`() throws {
    try folder.write("text", to: "config")
    for places in [UserPlaces(environment: ["HOME": "/dev/null"]), repository.places] {
      #expect(Configuration.load(places: places, repository: nil, environment: [:]).problems.isEmpty)
    }
  }

  @Test(arguments: ["digests", "tasks.statuses", "alias", "schemas", "ignore"])
  func `aliases that explode are refused in no time`(setting: String) throws {
    var text = "x0: &x0 {k: v}\n"
    for level in 1...9 {
      let members = (0..<10).map { "k\($0): *x\(level - 1)" }.joined(separator: ", ")
      text += "x\(level): &x\(level) {\(members)}\n"
    }
    let path = setting.split(separator: ".")
    text += path.dropLast().map { "\($0):\n  " }.joined() + "\(path.last ?? ""): *x9\n"
    try folder.write(text, to: "notes/.sheaf/config.yaml")
    let time = processorTime {
      #expect(
        load().problems.map(\.message.english)
          == ["\(folder.path)/notes/.sheaf/config.yaml: too many YAML aliases (*name)"])
    }
    #expect(time < .seconds(2))
  }

  @Test func `settings nested ten thousand deep are refused`() throws {
    try folder.write("ignore: " + String(repeating: "[", count: 10_000), to: "notes/.sheaf/config.yaml")
    #expect(
      load().problems.map(\.message.english)
        == ["\(folder.path)/notes/.sheaf/config.yaml: nested too deeply"])
  }

  @Test func `the commented file of init changes nothing`() throws {
    try folder.write(CommentedConfiguration.text(in: .english), to: "notes/.sheaf/config.yaml")
    #expect(load().problems.isEmpty)
    #expect(load().settings.values.allSatisfy { $0.origin == .defaults })
  }

  @Test func `what runs anything or opens networks is not read from a repository`() throws {
    let programs = "editor: e\npager: p\nopener: o\nremind:\n  command: r\n"
    let networks = "links:\n  external-private: true\n  external-timeout: 7\n"
    let text = programs + networks + "site:\n  unsafe: true\n"
    try folder.write(text, to: "notes/.sheaf/config.yaml")
    var loaded = load()
    #expect(loaded.ignored.map(\.key) == Self.delicate)
    #expect(loaded.trust == .missing)
    #expect(loaded.program("editor") == nil)
    #expect(!loaded.flag("links.external-private"))
    #expect(loaded.integer("links.external-timeout") == 7)
    try RepositoryTrust(repository).give(to: Array(text.utf8))
    loaded = load()
    #expect(loaded.ignored.isEmpty)
    #expect(loaded.trust == .given)
    #expect(loaded.program("remind.command")?.line == "r")
    #expect(loaded.flag("links.external-private"))
    try folder.write(text + "#\n", to: "notes/.sheaf/config.yaml")
    loaded = load()
    #expect(loaded.trust == .lapsed)
    #expect(loaded.program("remind.command") == nil)
  }

  @Test func `the user's own configuration and environment run programs`() throws {
    try folder.write("editor: mine\n", to: "config/sheaf/config.yaml")
    try folder.write("editor: theirs\nopener: theirs\n", to: "notes/.sheaf/config.yaml")
    let loaded = load(["SHEAF_OPENER": "open"])
    #expect(loaded.program("editor")?.line == "mine")
    #expect(loaded.program("opener")?.line == "open")
  }

  @Test func `the trust of one repository is not another's`() throws {
    let text = "editor: e\n"
    try folder.write(text, to: "notes/.sheaf/config.yaml")
    try RepositoryTrust(repository).give(to: Array(text.utf8))
    let record = try folder.read(
      String((repository.stateFolder + "/trusted-config").dropFirst(folder.path.count + 1)))
    #expect(record == Array("\(folder.path)/notes\0editor: e\n".utf8))
  }

  /// The settings that a repository may not set by itself.
  private static let delicate = [
    "editor", "pager", "opener", "remind.command", "links.external-private",
    "site.unsafe",
  ]

  @Test func `exactly these settings need trust`() {
    #expect(
      Set(ConfigurationCatalogue.keys.filter(\.isDelicate).map(\.name))
        == Set(
          Self.delicate + [
            "picker", "sync.include", "alias", "renderers", "links.external-interval", "calendar.path", "git.commit",
            "repository",
            "repositories", "clipboard", "hooks.on-add", "hooks.on-change", "hooks.on-publish",
            "digest.send", "undo.entries", "undo.megabytes",
          ]))
  }

  @Test func `a repository slows requests down and never speeds them up`() throws {
    try folder.write("links:\n  external-interval: 5000\n", to: "notes/.sheaf/config.yaml")
    #expect(load().integer("links.external-interval") == 5_000)
    #expect(load().trust == .unneeded)
    let hasty = "links:\n  external-interval: 0\n"
    try folder.write(hasty, to: "notes/.sheaf/config.yaml")
    #expect(load().integer("links.external-interval") == 1_000)
    #expect(load().ignored.map(\.key) == ["links.external-interval"])
    #expect(load(["SHEAF_LINKS_EXTERNAL_INTERVAL": "0"]).integer("links.external-interval") == 0)
    try RepositoryTrust(repository).give(to: Array(hasty.utf8))
    #expect(load().integer("links.external-interval") == 0)
  }

  @Test func `a repository is not hastier than its user`() throws {
    try folder.write("links:\n  external-interval: 9000\n", to: "config/sheaf/config.yaml")
    try folder.write("links:\n  external-interval: 2000\n", to: "notes/.sheaf/config.yaml")
    #expect(load().integer("links.external-interval") == 9_000)
    #expect(load().trust == .missing)
  }

  @Test func `a repository may close what its user opened, and give no alias`() throws {
    try folder.write("site:\n  unsafe: true\nalias: {w: list}\n", to: "config/sheaf/config.yaml")
    try folder.write("site:\n  unsafe: false\nalias: {w: rm}\n", to: "notes/.sheaf/config.yaml")
    #expect(!load().flag("site.unsafe"))
    #expect(load().table("alias") == ["w": "list"])
    #expect(load().ignored.map(\.key) == ["alias"])
  }

  @Test func `no setting that names a program is an ordinary text`() {
    let suspicious = ConfigurationCatalogue.keys.filter { key in
      let words = ["program", "command", "run", "shell", "execut"]
      return words.contains { key.summary.english.lowercased().contains($0) }
    }
    for key in suspicious where key.type == .text || key.type == .list || key.type == .table {
      #expect(!key.name.hasSuffix("command") && !key.summary.english.contains("program"))
    }
  }

  @Test func `a table is shown in the order of its keys`() {
    let table = ConfigurationValue.table(["b": "2", "c": "3", "a": "1"])
    #expect(table.description == #"{a: "1", b: "2", c: "3"}"#)
  }

  @Test func `a key that is twice is reported by its line, without the text of the file`() throws {
    try folder.write("pager: cat\nschemas:\n  a: {}\nschemas:\n  b: {}\n", to: "notes/.sheaf/config.yaml")
    let problems = load().problems.map(\.message.english)
    try #require(problems.count == 1)
    #expect(problems[0].contains("config.yaml:") && problems[0].contains("“schemas” occurs twice"), "\(problems)")
    #expect(!problems[0].contains("pager") && !problems[0].contains("\n"))
  }

  @Test func `every setting has a text, also one of a site by name`() {
    for key in ConfigurationCatalogue.keys { #expect(key.summary.english != key.name) }
    let own = ConfigurationCatalogue.key("sites.work.title")
    #expect(own?.summary == ConfigurationCatalogue.key("site.title")?.summary)
  }
}
