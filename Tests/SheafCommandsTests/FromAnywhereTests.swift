import NoteTestSupport
import SheafCommands
import Testing

/// A repository of the user's own is used outside of any other, or by its name.
@Suite struct FromAnywhereTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.home.write("", to: "notes/.sheaf/config.yaml")
    try session.home.write("# Plan\n", to: "notes/Memo/plan.md")
    try session.home.write("", to: "work/.sheaf/config.yaml")
    try session.home.write("# Budget\n", to: "work/Memo/budget.md")
  }

  private func set(_ words: String...) {
    let run = session.run(["config", "set"] + words)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `outside of any repository the user's own is used, and its settings with it`() throws {
    let before = session.run(["list", "--paths"])
    #expect(before.status == 66)
    #expect(before.errors.contains("sheaf config set repository DIR"))
    set("repository", session.home.path + "/notes")
    #expect(session.run(["list", "--paths"]).output == "Memo/plan.md\n")
    try session.home.write("folders:\n  memo: Ideas\n", to: "notes/.sheaf/config.yaml")
    #expect(session.run(["new", "Seed"]).output.hasSuffix("Ideas/Seed.md\n"))
    #expect(session.home.files().contains("notes/Ideas/Seed.md"))
    #expect(session.folder.files().isEmpty)
  }

  @Test func `a repository around the folder comes first, and init makes one where it is called`() throws {
    set("repository", session.home.path + "/notes")
    #expect(session.run(["init", "-q"]).status == 0)
    #expect(session.folder.files().contains(".sheaf/config.yaml"))
    #expect(session.run(["list", "--paths"]).output == "")
    #expect(session.run(["-C", session.home.path, "list"]).status == 66)
  }

  @Test func `a name stands for a repository`() throws {
    #expect(session.run(["-C", "@work", "list"]).errors.contains("config set repositories.work"))
    set("repositories.work", session.home.path + "/work")
    set("repositories.notes", session.home.path + "/notes")
    #expect(session.run(["-C", "@work", "list", "--paths"]).output == "Memo/budget.md\n")
    let unknown = session.run(["-C", "@wrk", "list"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("@notes, @work"))
  }

  @Test func `a folder that is typed counts from where it was typed`() throws {
    try session.folder.write("", to: "here/.sheaf/config.yaml")
    try session.folder.write("# Here\n", to: "here/Memo/here.md")
    set("repository", "here")
    #expect(session.run(["config", "repository"]).output == "$REPOSITORY/here\n")
    #expect(session.run(["list", "--paths"]).output == "Memo/here.md\n")
  }

  @Test func `a repository names no other`() throws {
    let file = "repository: \(session.home.path)/work\nrepositories:\n  a: \(session.home.path)/work\n"
    try session.home.write(file, to: "notes/.sheaf/config.yaml")
    #expect(session.run(["-C", session.home.path + "/notes", "config", "repository"]).output == "\"\"\n")
    #expect(session.run(["list"]).status == 66)
  }

  @Test func `a report of a fault has no word of a note`() throws {
    try session.home.write(
      "---\ntitle: Quokka\ntags: [wombat]\n---\n# Quokka\n\n[[wallaby]] numbat\n", to: "notes/Memo/bilby.md")
    try session.home.write("views:\n  q: dingo\n", to: "notes/.sheaf/config.yaml")
    let report = session.run(["-C", session.home.path + "/notes", "status", "--report"])
    #expect(report.status == 0, "\(report.errors)")
    #expect(report.output.hasPrefix("sheaf \(sheafVersion)"))
    for line in ["cmark-gfm 0.", "sqlite 3.", "system: Linux", "notes: 2,", "settings: views (repository)"] {
      #expect(report.output.contains(line), "\(report.output)")
    }
    #expect(report.errors.contains("issue tracker of the repository from which you got Sheaf"))
    for word in ["quokka", "wombat", "wallaby", "numbat", "bilby", "dingo", session.home.path] {
      #expect(!report.output.lowercased().contains(word.lowercased()), "\(word)")
    }
    #expect(session.run(["status", "--report"]).output.contains("repository: none"))
  }

  @Test func `the version has its libraries for programs`() throws {
    let version = session.run(["--version", "--json"])
    #expect(version.status == 0)
    #expect(version.output.contains("\"version\": \"\(sheafVersion)\""), "\(version.output)")
    #expect(version.output.contains("\"sqlite\": \"3."))
    #expect(session.run(["--version"]).output == "sheaf \(sheafVersion)\n")
  }
}
