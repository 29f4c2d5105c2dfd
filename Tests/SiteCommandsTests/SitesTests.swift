import Foundation
import NoteTestSupport
import Testing

/// Several sites of one repository: `sites` and `publish NAME`.
@Suite struct SitesTests {
  private let session: CommandSession
  private static let settings = """
    site:
      title: Gesamtheit
      author: Kim
      output: public/all
    sites:
      work:
        query: tag:work
        title: Work
        output: public/work
        include: [tasks]
      집: {query: "tag:home", output: public/집}

    """

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write(Self.settings, to: ".sheaf/config.yaml")
    try session.folder.write("---\ntags: [work]\n---\n# Plan\n\n[[Roof]] [[Diary]]\n\n- [ ] call\n", to: "Memo/Plan.md")
    try session.folder.write("---\ntags: [home]\n---\n# Roof\n\nHUSHROOF\n", to: "Memo/Roof.md")
    try session.folder.write("# Diary\n\nHUSHPLAIN\n", to: "Memo/Diary.md")
    try session.folder.write("---\ntags: [work]\nprivate: true\n---\n# Pay\n\nHUSHPAY\n", to: "Memo/Pay.md")
    try session.folder.write("---\ntags: [work]\nstatus: todo\n---\n# Ship\n", to: "Tasks/Ship.md")
  }

  private func files(below folder: String) -> [String] {
    session.folder.files().filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
  }

  private func notes(below folder: String) -> [String] {
    files(below: folder).filter { $0.hasPrefix("notes/") }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test func `a site has the notes of its query, its own settings, and the others of site`() throws {
    let outcome = session.run(["publish", "work"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(notes(below: "public/work") == ["notes/Memo/Plan.html", "notes/Tasks/Ship.html"])
    for name in files(below: "public/work") {
      let words = try text("public/work/" + name)
      #expect(!words.contains("HUSH"), "\(name)")
      #expect(!words.contains("Gesamtheit"), "\(name)")
    }
    #expect(try text("public/work/index.html").contains("<title>Work</title>"))
    #expect(try text("public/work/feed.json").contains("Kim"))
    #expect(outcome.errors.contains("2 not in the site's query"))
    #expect(!session.folder.files().contains { $0.hasPrefix("public/all/") })
  }

  @Test func `all publishes each into its own folder, and each is kept by itself`() throws {
    let outcome = session.run(["publish", "--all"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(notes(below: "public/all") == ["notes/Memo/Diary.html", "notes/Memo/Plan.html", "notes/Memo/Roof.html"])
    #expect(notes(below: "public/집") == ["notes/Memo/Roof.html"])
    #expect(try text("public/집/index.html").contains("<title>Gesamtheit</title>"))
    let again = session.run(["publish", "--all"])
    #expect(again.output.isEmpty)
    #expect(again.errors.components(separatedBy: ": no changes in ").count == 4)
    try session.folder.write("---\ntags: [home]\n---\n# Roof\n\nDry\n", to: "Memo/Roof.md")
    #expect(session.run(["publish", "work"]).errors.contains(": no changes in "))
    #expect(session.run(["publish", "집"]).output.contains("notes/Memo/Roof.html"))
  }

  @Test func `a name that no site has is refused with those there are`() throws {
    for command in [["publish", "garden"], ["publish", "garden", "--eject"], ["serve", "garden"]] {
      let outcome = session.run(command)
      #expect(outcome.status == 64)
      #expect(outcome.errors == "error: Unknown site “garden”\nhint: Known sites: work, 집\n")
    }
    #expect(session.run(["publish", "wrok"]).errors.contains("Did you mean “work”?"))
    try session.folder.write("site: {output: public}\n", to: ".sheaf/config.yaml")
    #expect(session.run(["publish", "work"]).errors.contains("sheaf config set sites.work.output DIR"))
    #expect(session.run(["publish", "--all"]).status == 64)
  }

  @Test func `no site takes the folder of another, or the address of site`() throws {
    try session.folder.write(
      "site: {output: public, url: https://a.example}\nsites: {b: {title: B}, c: {output: public}}\n",
      to: ".sheaf/config.yaml")
    #expect(session.run(["publish"]).status == 0)
    let homeless = session.run(["publish", "b"])
    #expect(homeless.status == 64)
    #expect(homeless.errors.contains("sites.b.output in .sheaf/config.yaml"))
    let before = session.folder.files()
    let taken = session.run(["publish", "c"])
    #expect(taken.status == 3)
    #expect(taken.errors.contains("contains another site"))
    #expect(session.folder.files() == before)
    let other = session.run(["publish", "c", "-o", "c"])
    #expect(other.status == 0, "\(other.errors)")
    #expect(try !text("c/feed.xml").contains("a.example"))
    #expect(session.run(["publish", "b", "-o", "c"]).errors.contains("contains the site “c”"))
    #expect(session.run(["publish", "b", "-o", "c", "--force"]).status == 0)
  }

  @Test func `a repository that is not trusted sets for a site what it sets for site, and no more`() throws {
    let outside = try TemporaryFolder()
    try session.folder.write(
      "sites: {x: {output: \(outside.path), unsafe: true, title: X}, y: {output: ../elsewhere, theme: ../../x}}\n",
      to: ".sheaf/config.yaml")
    let settings = session.run(["config"])
    #expect(settings.output.contains("sites.x.title"))
    #expect(!settings.output.contains("sites.x.output"))
    #expect(!settings.output.contains("sites.x.unsafe"))
    #expect(!settings.output.contains("sites.y.output"))
    let refused = session.run(["publish", "x"])
    #expect(refused.status == 64, "\(refused.errors)")
    #expect(outside.files().isEmpty)
    try session.folder.write("<script>alert(1)</script>\n", to: "Memo/Script.md")
    #expect(session.run(["publish", "x", "-o", "x"]).status == 0)
    #expect(try !text("x/notes/Memo/Script.html").contains("<script>alert"))
    #expect(session.run(["publish", "y", "-o", "y"]).errors.contains("unknown theme “../../x”"))
    #expect(session.run(["publish", "y", "--eject"]).status == 64)
    #expect(session.run(["config", "trust"]).output.contains("sites.x.unsafe: true"))
    #expect(session.run(["publish", "x"]).status == 0)
    #expect(!outside.files().isEmpty)
  }

  @Test func `a site has a theme of its own, which needs trust like that of site`() throws {
    try session.folder.write("sites: {w: {theme: plain, output: w}}\n", to: ".sheaf/config.yaml")
    #expect(session.run(["publish", "w", "--eject"]).output.contains(".sheaf/themes/plain/page.html"))
    try session.folder.write("body{color:red}", to: ".sheaf/themes/plain/style.css")
    let untrusted = session.run(["publish", "w"])
    #expect(untrusted.errors.contains(".sheaf/themes/plain/style.css"))
    func hasOwnStyle() -> Bool { files(below: "w").contains { (try? text("w/" + $0))?.contains("color:red") ?? false } }
    #expect(!hasOwnStyle())
    #expect(session.run(["config", "trust"]).output.contains(".sheaf/themes/plain/style.css"))
    #expect(session.run(["publish", "w"]).status == 0)
    #expect(hasOwnStyle())
    try session.folder.write("body{color:blue}", to: ".sheaf/themes/plain/style.css")
    #expect(session.run(["publish", "w"]).errors.contains("changed since you trusted it"))
  }

  @Test func `config shows, sets and unsets a setting of a site, and no other byte`() throws {
    #expect(session.run(["config", "sites.work.title"]).output == "Work\n")
    #expect(session.run(["config", "sites"]).output.contains("sites.집.query: tag:home\n"))
    #expect(session.run(["config", "set", "sites.work.order", "name"]).status == 0)
    #expect(session.run(["config", "set", "sites.work.order", "weight"]).status == 64)
    #expect(session.run(["config", "set", "sites.new.output", "public/new"]).status == 0)
    #expect(session.run(["config", "sites.new.output"]).output == "public/new\n")
    #expect(session.run(["config", "unset", "sites.new.output"]).status == 0)
    #expect(session.run(["config", "unset", "sites.work.order"]).status == 0)
    #expect(try text(".sheaf/config.yaml") == Self.settings)
    let exported = session.run(["config", "export"]).output
    try session.folder.write(exported, to: ".sheaf/config.yaml")
    #expect(session.run(["config", "export"]).output == exported)
    #expect(session.run(["config", "sites.titel"]).status == 64)
    #expect(session.run(["config", "sites.work.titel"]).errors.contains("sites.work.title"))
  }

  @Test func `a query that cannot be read publishes nothing`() throws {
    try session.folder.write("sites: {w: {query: \"tag:work (\", output: w}}\n", to: ".sheaf/config.yaml")
    let outcome = session.run(["publish", "w"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: site.query: "))
    #expect(files(below: "w").isEmpty)
  }

  @Test func `a shell completes the names of sites`() {
    for command in ["publish", "serve"] {
      let answer = session.run(["complete", "zsh", "--", command, ""]).output
      #expect(answer == "\nwork\tWork\n집\tGesamtheit\n", "\(answer)")
    }
  }
}
