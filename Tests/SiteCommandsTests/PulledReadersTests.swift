import NoteTestSupport
import Testing

/// The other side of a sync decides neither which files of this computer others see, nor what a digest tells them.
@Suite struct PulledReadersTests {
  private let machines: TwoMachines

  init() throws { machines = try TwoMachines() }

  private func push(_ files: [String: String]) throws {
    for (name, text) in files { try machines.two.write(text, to: name) }
    try machines.two.git.commitAll("change", date: 1_700_000_200)
    try machines.two.git.git("push", "--quiet", "origin", "main")
  }

  private func begin(_ files: [String: String]) throws {
    for (name, text) in files { try machines.one.write(text, to: name) }
    #expect(machines.one.sync("--yes").status == 0)
    try machines.two.git.git("pull", "--quiet", "--rebase")
  }

  private func texts(_ folder: TemporaryFolder) throws -> String {
    try folder.files().map { String(decoding: try folder.read($0), as: UTF8.self) }.joined()
  }

  @Test func `a query that a pull brings publishes no note that was written since the last publication`() throws {
    try begin([".sheaf/config.yaml": "site:\n  default: private\n", "Web.md": "---\npublish: true\n---\n# Web\n"])
    let site = try TemporaryFolder()
    #expect(machines.one.sheaf("publish", "-o", site.path, "--yes").status == 0)
    try machines.one.write("# New\n\nHUSH\n", to: "New.md")
    try push([".sheaf/config.yaml": "site:\n  default: public\n  query: title:New OR title:Web\n"])
    #expect(machines.one.sync("--yes").status == 0)
    for words in [["publish", "-o", site.path, "--no-input"], ["publish", "-o", site.path, "--yes"]] {
      let run = machines.one.session.run(words)
      #expect(run.status != 0 && run.errors.contains("newly public: New.md"), "\(run.errors)")
    }
    #expect(!(try texts(site)).contains("HUSH"))
  }

  @Test func `a file that only a pull names is in no site, shared note or digest`() throws {
    try begin([".gitignore": "Tax/\n", "Web.md": "# Web\n"])
    try machines.one.write("HUSH", to: "Scans/pass.txt")
    try machines.one.write("HUSH", to: "Tax/tax.csv")
    try machines.one.write("GIF89a HUSH", to: "Scans/face.gif")
    #expect(machines.one.sync("--yes").status == 0)
    let site = try TemporaryFolder()
    #expect(machines.one.sheaf("publish", "-o", site.path, "--yes").status == 0)
    try push([
      "Web.md": "# Web\n\n[x](Scans/pass.txt) [y](Tax/tax.csv) ![](Scans/face.gif)\n", ".gitignore": "",
    ])
    #expect(machines.one.sync("--yes").status == 0)
    let run = machines.one.sheaf("publish", "-o", site.path, "--no-input")
    #expect(!(try texts(site)).contains("HUSH"), "\(run.errors)")
    let list = machines.one.sheaf("publish", "-o", site.path, "-n").output
    #expect(list.contains("not published  Scans/pass.txt  (excluded by sync.include)"), "\(list)")
    let shared = machines.one.sheaf("share", "Web", "--to", "html").output
    #expect(shared.contains("Web") && !shared.contains("data:image/gif"))
    #expect(!machines.one.sheaf("digest", "--to", "html", "--public").output.contains("data:image/gif"))
    // A note that was written on this computer names the file, so the file is published.
    try machines.one.write("# Mine\n\n[x](Scans/pass.txt)\n", to: "Mine.md")
    let own = machines.one.session.run(
      ["publish", "-o", site.path], input: "y\n", onTerminal: true, asksFirst: true)
    #expect(try texts(site).contains("HUSH"), "\(own.output)\(own.errors)")
  }

  @Test func `nobody is asked about settings that the user changed with a command`() throws {
    let machine = machines.one
    try machine.write("---\ncreated: 2026-11-20\ntags: [work]\n---\n# W\n", to: "W.md")
    func digest() -> CommandSession.Outcome { machine.sheaf("digest", "2026-11", "-o", "d.html", "--no-input") }
    #expect(digest().status == 0)
    #expect(machine.sheaf("config", "set", "digest.skip", "Family").status == 0)
    #expect(machine.sheaf("query", "save", "mine", "tag:work").status == 0)
    let after = digest()
    #expect(after.status == 0, "\(after.errors)")
    try machine.write("digest:\n  diary: none\n", to: ".sheaf/config.yaml")
    #expect(machine.sheaf("config", "set", "digest.lines", "3").status == 0)
    #expect(digest().status != 0)
  }

  @Test(arguments: [true, false])
  func `what a digest leaves out is not changed by a pull without a question`(isTrusted: Bool) throws {
    let before = "digest:\n  skip: [Family, \"#health\"]\n  diary: none\ndigests:\n  team:\n    query: tag:work\n"
    try begin([
      ".sheaf/config.yaml": before, "W.md": "---\ncreated: 2026-11-20\ntags: [work]\n---\n# W\n",
      "Family/F.md": "---\ncreated: 2026-11-20\ntags: [work]\n---\n# HUSH\n",
    ])
    if isTrusted { #expect(machines.one.sheaf("config", "trust", "--yes").status == 0) }
    let file = machines.one.session.folder.path + "/t.md"
    let first = machines.one.sheaf("digest", "team", "2026-11", "-o", file, "--no-input")
    #expect(first.status == 0, "\(first.errors)")
    #expect(!(try machines.one.read("t.md")).contains("HUSH"))
    try push([".sheaf/config.yaml": "digest:\n  diary: full\ndigests:\n  team:\n    query: \"*\"\n"])
    #expect(machines.one.sync("--yes").status == 0)
    let later = machines.one.sheaf("digest", "team", "2026-11", "-o", file, "--no-input")
    #expect(later.status != 0 || isTrusted, "\(later.errors)")
    #expect(!(try machines.one.read("t.md")).contains("HUSH"))
  }

  @Test(arguments: [
    "diary: nonee", "diary: no", "skip: {Family: yes}", "skip: [[Family]]", "removed: perhaps", "sections: {a: b}",
  ])
  func `a digest for others stops at a setting about readers that cannot be read`(setting: String) throws {
    try machines.one.write("digest:\n  \(setting)\n", to: ".sheaf/config.yaml")
    let run = machines.one.sheaf("digest", "2026-11", "--public")
    #expect(run.status != 0 && run.output == "" && run.errors.contains("cannot be read"), "\(run.errors)")
    let name = setting.prefix { $0 != ":" }
    guard name == "diary" || name == "removed" else { return }
    try machines.one.write("digests:\n  team:\n    \(setting)\n", to: ".sheaf/config.yaml")
    let own = machines.one.sheaf("digest", "team")
    #expect(own.status != 0 && own.errors.contains("for digests.team.\(name): expected"), "\(own.errors)")
  }

  @Test(arguments: ["/Family", "family", "Family/**", "Family/", "./Family", "#Health", "#health"])
  func `what a digest skips is read as people write it`(part: String) throws {
    try machines.one.write("digest:\n  skip: [\"\(part)\", Gone]\n", to: ".sheaf/config.yaml")
    try machines.one.write("---\ncreated: 2026-11-20\ntags: [health/teeth]\n---\n# HUSH\n", to: "Family/F.md")
    try machines.one.write("---\ncreated: 2026-11-20\n---\n# Open\n", to: "O.md")
    let run = machines.one.sheaf("digest", "2026-11")
    #expect(run.output.contains("Open") && !run.output.contains("HUSH"), "\(run.output)")
    #expect(
      run.errors.contains("“Gone” is no note, folder or #tag") && !run.errors.contains("“\(part)”"), "\(run.errors)")
  }

  @Test func `a rule of git that a pull takes away publishes no encrypted note without a question`() throws {
    let key = ".git/git-crypt/keys/default"
    try machines.one.write("key", to: key)
    try begin([
      ".gitattributes": "vault/** filter=git-crypt\nother/** filter=git-crypt\n", "Open.md": "# Open\n",
    ])
    try machines.one.write("# HUSH\n", to: "vault/Health.md")
    let site = try TemporaryFolder()
    #expect(machines.one.sheaf("publish", "-o", site.path, "--yes").status == 0)
    try machines.one.write("other/** filter=git-crypt\n", to: ".gitattributes")
    let run = machines.one.sheaf("publish", "-o", site.path, "--yes", "--no-input")
    #expect(run.status != 0 && run.errors.contains("newly public: vault/Health.md"), "\(run.errors)")
    #expect(!(try texts(site)).contains("HUSH"))
    try machines.one.write("vault/** filter=git-crypt\n", to: ".git/own")
    try machines.one.git.git("config", "core.attributesFile", machines.one.session.folder.path + "/.git/own")
    let list = machines.one.sheaf("publish", "-n").output
    #expect(list.contains("not published  vault/Health.md"), "\(list)")
  }

  @Test func `a site's settings in a folder that a pull brings publish no excluded note without a question`() throws {
    try begin(["hugo.toml": "title = 'x'\n", "content/Open.md": "# Open\n", "notes/docs/a.md": "# HUSH\n"])
    let site = try TemporaryFolder()
    #expect(machines.one.sheaf("publish", "-o", site.path, "--yes").status == 0)
    try push(["notes/mkdocs.yml": "site_name: x\n"])
    #expect(machines.one.sync("--yes").status == 0)
    let run = machines.one.sheaf("publish", "-o", site.path, "--yes", "--no-input")
    #expect(run.status != 0 && run.errors.contains("newly public: notes/docs/a.md"), "\(run.errors)")
    #expect(!(try texts(site)).contains("HUSH"))
  }

  @Test func `what the user's hook holds back is in no preview and digest for others, and stays so without trust`()
    throws
  {
    let machine = machines.one
    try machine.session.folder.writeProgram(
      "#!/bin/sh\necho '{\"items\": [{\"path\": \"Client.md\", \"publish\": false}]}'\n", to: "gate")
    try machine.write("hooks:\n  on-publish: ./gate\n", to: ".sheaf/config.yaml")
    try machine.write("---\ncreated: 2026-11-20\n---\n# HUSH\n", to: "Client.md")
    try machine.write("---\ncreated: 2026-11-20\n---\n# Open\n", to: "Open.md")
    #expect(machine.sheaf("config", "trust", "--yes").status == 0)
    let digest = machine.sheaf("digest", "2026-11", "--public")
    #expect(digest.output.contains("Open") && !digest.output.contains("HUSH"), "\(digest.output)\(digest.errors)")
    let site = try TemporaryFolder()
    #expect(machine.sheaf("publish", "-o", site.path, "--yes").status == 0)
    try machine.session.folder.writeProgram("#!/bin/sh\n# changed\necho '{\"items\": []}'\n", to: "gate")
    for words in [["publish", "-o", site.path, "--yes"], ["publish", "-n"], ["digest", "2026-11", "--public"]] {
      let run = machine.session.run(words)
      #expect(run.status != 0 && run.errors.contains("hooks.on-publish"), "\(words): \(run.errors)")
    }
    #expect(!(try texts(site)).contains("HUSH"))
  }

  @Test(arguments: [
    "publishDate: 2999-01-01", "expiryDate: 2020-01-01", "embargo: 2999-01-01", "state: draft", "type: private",
    "audience: private", "secret: true", "privat: true", "상태: 비공개", "sealed_until: 2999-01-01", "permalink: false",
  ])
  func `no field that keeps a note back goes into the text`(field: String) throws {
    let text = "---\n\(field)\n---\n# N\n"
    try machines.one.write(text, to: "N.md")
    let key = String(field.prefix { $0 != ":" })
    _ = machines.one.sheaf("field", "move", key, "--place", "body", "N")
    #expect(machines.one.sheaf("publish", "-n").output.contains("not published  N.md"))
  }

  @Test(arguments: ["private:: true", "#private", "draft:: true"])
  func `a note whose private mark moves away stays private`(mark: String) throws {
    try machines.one.write("# P\n\nintroduction\n\n## Sec\n\n\(mark)\n\ntext\n", to: "P.md")
    try machines.one.write("# T\n", to: "T.md")
    #expect(machines.one.sheaf("refile", "P#Sec", "T", "--yes").status == 0)
    let list = machines.one.sheaf("publish", "-n").output
    #expect(list.contains("not published  P.md") && list.contains("not published  T.md"), "\(list)")
  }

  @Test func `pictures of a theme are cleaned as those of notes are`() throws {
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0x00, 0x0C] + Array("Exif\0\0HUSH".utf8) + [0xFF, 0xD9]
    try machines.one.session.folder.write(picture, to: ".sheaf/theme/header.jpg")
    try machines.one.write("# W\n", to: "W.md")
    let site = try TemporaryFolder()
    #expect(machines.one.sheaf("publish", "-o", site.path, "--yes").status == 0)
    #expect(!(try texts(site)).contains("HUSH"))
  }
}
