import Foundation
import NoteTestSupport
import Testing

/// Symbolic links and settings of a repository that would turn a command of the user's against git's files, Sheaf's, or what
/// is private. `OutsideLinksTests` runs every command over such links.
@Suite struct LinkScopeTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.folder.write("", to: ".sheaf/config.yaml")
    let git = try GitFixture(in: session.folder)
    try session.folder.write("---\npublish: true\n---\n# Plan\n\nwords\n", to: "Memo/plan.md")
    try session.folder.write("# Important\n\nmine\n", to: "Memo/Important.md")
    try git.commitAll(date: 1_700_000_000)
  }

  private func link(_ name: String, to target: String) throws {
    try? session.folder.remove(name)
    try session.folder.write("", to: name)
    try session.folder.remove(name)
    try makeLink(at: session.folder.path + "/" + name, to: target)
  }

  /// The files below folders, each with its text.
  private func files(below folders: String...) throws -> [String: [UInt8]] {
    let names = session.folder.files().filter { name in folders.contains { name.hasPrefix($0 + "/") } }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try session.folder.read($0)) })
  }

  @Test(arguments: [".git", ".sheaf"])
  func `nothing is written below a folder that is hidden behind a link`(folder: String) throws {
    for name in ["config", "note.md", "index.md", "d.txt"] where folder == ".sheaf" {
      try session.folder.write("# Kept\n\nwords\n", to: ".sheaf/" + name)
    }
    try link("assets", to: folder)
    try link("Diary", to: folder)
    try link("Memo/x.md", to: "../\(folder)/config")
    try link("Memo/n.md", to: "../\(folder)/note.md")
    try session.folder.write("inbox: Memo/x.md\n", to: ".sheaf/config.yaml")
    try session.home.write("[core]\n", to: "commondir")
    let before = try files(below: ".git", ".sheaf")
    for words in [
      ["jot", "words"], ["append", "Memo/x.md", "words"], ["append", "Memo/n.md", "words"],
      ["set", "Memo/x.md", "a=1"],
      ["set", "Memo/n.md", "a=1"], ["attach", "Memo/plan.md", session.home.path + "/commondir"], ["diary", "words"],
      ["new", "commondir", "--in", "assets"], ["replace", "words", "swords", "--yes"], ["fmt", "Memo/n.md"], ["fmt"],
      ["import", "--from", "text", session.home.path + "/commondir", "--in", "assets"],
      ["mv", "Memo/plan.md", "assets/"],
      ["export", "--to", "json", "-o", "assets/config"], ["digest", "-o", "Memo/x.md"], ["edit", "Memo/n.md"],
      ["git", "setup", "--shared"], ["check", "--fix"], ["tag", "Memo/n.md", "+a"],
    ] {
      let run = session.run(words, editor: { try Data("words".utf8).write(to: URL(fileURLWithPath: $0)) })
      var after = try files(below: ".git", ".sheaf")
      // Where `git setup` belongs.
      if words[0] == "git" { for name in [".git/config"] { after[name] = before[name] } }
      #expect(after == before, "\(words): \(run.errors)")
      if words[0] == "git" { try session.folder.write(before[".git/config"] ?? [], to: ".git/config") }
    }
  }

  @Test func `delivered reminders are kept in no note`() throws {
    try session.folder.write("remind:\n  shared: true\n", to: ".sheaf/config.yaml")
    try session.folder.write("- [ ] water 📅 2026-11-21 ⏰ 2026-11-21 08:00\n", to: "Memo/tasks.md")
    try link(".sheaf/reminded", to: "../Memo/Important.md")
    _ = session.run(["remind", "--run"])
    #expect(try session.folder.text("Memo/Important.md") == "# Important\n\nmine\n")
  }

  @Test func `config set writes the settings and nothing behind a link of their name`() throws {
    try link(".sheaf/config.yaml", to: "../.git/config")
    let before = try files(below: ".git")
    #expect(session.run(["config", "set", "site.title", "x"]).status != 0)
    #expect(try files(below: ".git") == before)
  }

  @Test func `credentials behind a link are on no site, in no search and in no digest`() throws {
    try session.folder.write("token = quokka\n", to: ".env")
    try session.folder.write("token quokka\n", to: "private/p.md")
    try session.folder.write("quokka\n", to: "id_rsa")
    try link("setup.txt", to: ".env")
    try link("Memo/linked.md", to: "../.env")
    try link("Memo/p.md", to: "../private/p.md")
    try link("key.png", to: "id_rsa")
    try session.folder.write(
      "---\npublish: true\n---\n# Plan\n\n[s](../setup.txt) [l](linked.md) [[p]] ![](../key.png) ![[linked]]\n",
      to: "Memo/plan.md")
    for words in [
      ["publish", "-o", "site", "--yes"], ["digest", "--public", "-o", "digest.html"],
      ["export", "--to", "html", "plan", "-o", "plan.html"], ["share", "plan", "-o", "share.txt"],
    ] {
      let run = session.run(words)
      #expect(run.status == 0, "\(words): \(run.errors)")
    }
    for name in session.folder.files()
    where name.hasPrefix("site/") || ["digest.html", "plan.html", "share.txt"].contains(name) {
      let text = String(decoding: try session.folder.read(name), as: UTF8.self)
      #expect(!text.contains("quokka"), "\(name)")
    }
    #expect(!session.run(["search", "token"]).output.contains("linked.md"))
  }

  @Test(arguments: [".git/config", ".env", "private/p.md", "key.md", ".git/x.md"])
  func `a setting makes a template of no other file`(name: String) throws {
    try session.folder.write("token quokka\n", to: ".env")
    try session.folder.write("quokka\n", to: "private/p.md")
    try session.folder.write("quokka\n", to: ".git/x.md")
    try session.folder.write("---\nprivate: true\n---\nquokka\n", to: "key.md")
    try session.folder.write("diary:\n  template: \(name)\n", to: ".sheaf/config.yaml")
    let run = session.run(["diary", "words"])
    #expect(run.status == 64 && run.errors.contains("“\(name)”"))
    #expect(!session.folder.files().contains { $0.hasPrefix("Diary/") })
  }

  @Test func `the inbox is no hidden file`() throws {
    try session.folder.write("# T\n", to: ".sheaf/templates/memo.md")
    try session.folder.write("inbox: .sheaf/templates/memo.md\n", to: ".sheaf/config.yaml")
    #expect(session.run(["jot", "words"]).status == 64)
    #expect(try session.folder.text(".sheaf/templates/memo.md") == "# T\n")
  }

  @Test func `a note is still found by the name of a link, and changed where it is`() throws {
    try link("CLAUDE.md", to: "Memo/plan.md")
    try link("Other", to: "Memo")
    for name in ["CLAUDE.md", "Other/plan.md", "CLAUDE"] {
      #expect(session.run(["show", name]).output.contains("words"), "\(name)")
      let run = session.run(["append", name, "more"])
      #expect(run.status == 0, "\(name): \(run.errors)")
    }
    #expect(try session.folder.text("Memo/plan.md").components(separatedBy: "more").count == 4)
    #expect(try linkTarget(of: session.folder.path + "/CLAUDE.md") == "Memo/plan.md")
    for _ in 0..<3 { #expect(session.run(["undo"]).status == 0) }
    #expect(try session.folder.text("Memo/plan.md") == "---\npublish: true\n---\n# Plan\n\nwords\n")
  }
}
