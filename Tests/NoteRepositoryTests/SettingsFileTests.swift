import HostSystem
import NoteTestSupport
import Testing

@testable import NoteRepository

/// Files below `.sheaf`: themes and templates.
@Suite struct SettingsFileTests {
  private let folder: TemporaryFolder
  private let repository: Repository

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.css", "b/c.css", "b/d/e.js"] {
      try folder.write("x", to: ".sheaf/theme/" + name)
    }
    repository = Repository(root: folder.path, places: UserPlaces(environment: [:]))
  }

  @Test func `the files of a folder are found with those of its folders`() throws {
    #expect(try repository.settingsFiles(in: "theme") == ["a.css", "b/c.css", "b/d/e.js"])
    #expect(try repository.settingsFiles(in: "none") == [])
  }

  @Test func `hidden files, those that editors leave, and what is no file are left out`() throws {
    for name in [".hidden", "a.css~", ".b/x.css", "b~/x.css"] {
      try folder.write("x", to: ".sheaf/theme/" + name)
    }
    #expect(mkfifo(folder.path + "/.sheaf/theme/pipe", 0o600) == 0)
    try makeLink(at: folder.path + "/.sheaf/theme/nowhere.css", to: "gone.css")
    #expect(try repository.settingsFiles(in: "theme") == ["a.css", "b/c.css", "b/d/e.js"])
  }

  @Test func `folders are looked into to a depth of seven`() throws {
    try folder.write("x", to: ".sheaf/theme/1/2/3/4/5/6/7/in.css")
    try folder.write("x", to: ".sheaf/theme/1/2/3/4/5/6/7/8/out.css")
    let files = try repository.settingsFiles(in: "theme")
    #expect(files == ["1/2/3/4/5/6/7/in.css", "a.css", "b/c.css", "b/d/e.js"])
  }

  @Test func `a link that leads in a circle ends`() throws {
    try makeLink(at: folder.path + "/.sheaf/theme/b/again", to: "../b")
    let files = try repository.settingsFiles(in: "theme")
    #expect(files.first == "a.css")
    #expect(files.count < 30)
  }

  @Test func `a file is read inside the folder alone`() throws {
    #expect(try repository.settingsFile("theme/b/c.css") == [0x78])
    #expect(try repository.settingsFile("theme/none.css") == nil)
    #expect(try repository.settingsFile("../a.md") == nil)
    try folder.write("secret", to: "secret.txt")
    try makeLink(at: folder.path + "/.sheaf/theme/out.css", to: "../../secret.txt")
    #expect(throws: RepositoryError.leadsElsewhere(".sheaf/theme/out.css")) {
      try repository.settingsFile("theme/out.css")
    }
    try makeLink(at: folder.path + "/.sheaf/theme/in.css", to: "a.css")
    #expect(try repository.settingsFile("theme/in.css") == [0x78])
  }
}
