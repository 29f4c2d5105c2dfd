import NoteRepository
import NoteTestSupport
import Testing
import Wording

@Suite struct ConfigurationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func load(_ environment: [String: String] = [:]) -> Configuration {
    Configuration.load(
      userFile: folder.path + "/user.yaml", repositoryFile: folder.path + "/repository.yaml",
      environment: environment)
  }

  @Test func `a later layer wins and tells where it stands`() throws {
    try folder.write("folders:\n  memo: U\n  diary: D\n", to: "user.yaml")
    try folder.write("# c\nfolders:\n  memo: R\n", to: "repository.yaml")
    let loaded = load(["SHEAF_FOLDERS_DIARY": "E"])
    #expect(loaded.text("folders.memo") == "R")
    #expect(
      loaded.settings["folders.memo"]?.origin
        == .file(path: folder.path + "/repository.yaml", line: 3))
    #expect(loaded.text("folders.diary") == "E")
    #expect(
      loaded.settings["folders.diary"]?.origin == .environment(variable: "SHEAF_FOLDERS_DIARY"))
    #expect(loaded.settings["pager"]?.origin == .defaults)
  }

  @Test func `an unknown key is named with its line and the nearest known key`() throws {
    try folder.write("ignore: [a]\nlangauge: ko\n", to: "repository.yaml")
    let problem = try #require(load().problems.first)
    #expect(
      problem.message.english
        == "\(folder.path)/repository.yaml:2: unknown setting “langauge”; did you mean “language”?")
  }

  @Test func `a wrong value is named with its line and what is expected`() throws {
    try folder.write("language: fr\nignore: {a: b}\n", to: "repository.yaml")
    #expect(
      load().problems.map(\.message.english) == [
        "\(folder.path)/repository.yaml:1: “fr” is no value of language, which takes en, ko",
        "\(folder.path)/repository.yaml:2: “…” is no value of ignore, which takes a list",
      ])
  }

  @Test func `the commented file of init changes nothing`() throws {
    try folder.write(CommentedConfiguration.text(in: .english), to: "repository.yaml")
    #expect(load().problems.isEmpty)
    #expect(load().settings.values.allSatisfy { $0.origin == .defaults })
  }
}
