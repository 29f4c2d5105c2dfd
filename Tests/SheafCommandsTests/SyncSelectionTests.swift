import NoteTestSupport
import Testing

/// Which files of a folder of notes go to the other computers.
@Suite struct SyncSelectionTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }

  /// Not written in one piece, so that no scanner takes this file for a leak.
  private static let token = ["AKIA", "Q3EGWLPXZ5T2NB7D"].joined()

  init() throws { machines = try TwoMachines() }

  private func sent() throws -> [String] {
    let listing = try ProgramRun.run("/usr/bin/git", ["ls-tree", "-r", "--name-only", "main"], in: machines.hub.path)
    return listing.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix(".sheaf/") }
  }

  @Test func `notes and what they use are sent, and everything else is named and left`() throws {
    try one.write("# Trip\n\n![](photos/used.png) [[letter.docx]]\n", to: "trip.md")
    let used = ["photos/used.png", "letter.docx", "assets/free.bin", "map.canvas", "works.bib", ".gitignore"]
    let unused = ["photos/other.png", "dump.sql", "node_modules/a.js", "trip.md~", "Makefile"]
    for name in used + unused { try one.write("{}\n", to: name) }
    let outcome = one.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try sent() == (used + ["tax.md", "trip.md"]).sorted())
    #expect(outcome.errors.contains("No note uses these files; not committed"), "\(outcome.errors)")
    for name in unused { #expect(outcome.errors.contains("\n  " + name), "\(outcome.errors)") }
    #expect(one.sheaf("sync", "--dry-run").output == "")
    // What the user asks for goes.
    #expect(one.sheaf("config", "set", "sync.include", "['*.sql', Makefile]").status == 0)
    #expect(one.sync().status == 0)
    #expect(try Set(sent()).isSuperset(of: ["dump.sql", "Makefile"]))
    // What git knows is kept up to date.
    try one.write("{2}\n", to: "dump.sql")
    #expect(one.sheaf("config", "unset", "sync.include").status == 0)
    #expect(one.sync().status == 0)
    #expect(try one.git.git("status", "--porcelain", "dump.sql") == "")
  }

  @Test func `a folder is a repository of its own only if it has one, and is named once`() throws {
    try one.write("# Old\n", to: "old.md")
    #expect(one.sync().status == 0)
    try one.git.git("init", "-q", "inner")
    try one.write("# Inner\n", to: "inner/inner.md")
    try one.git.git("-C", "inner", "add", ".")
    try one.git.git("-C", "inner", "commit", "-qm", "inner")
    try one.git.git("reset", "-q")
    try one.git.git("mv", "old.md", "kept.md")
    try one.git.git("reset", "-q")
    try one.write("# Part\n", to: "old.md/part.md")
    let outcome = one.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("separate git repositories"), "\(outcome.errors)")
    #expect(outcome.errors.contains("\n  inner") && !outcome.errors.contains("\n  old.md"), "\(outcome.errors)")
    #expect(try sent() == ["kept.md", "old.md/part.md", "tax.md"])
    #expect(!one.sync().errors.contains("separate git repositories"))
  }

  @Test func `what looks like a key is sent only by its name, wherever it lies`() throws {
    let keys = ["id_rsa", "assets/x.pem", "assets/notes.txt", "credentials.json", "login.md", "a.key"]
    for name in keys {
      try one.write(name.hasSuffix("key") || name == "id_rsa" ? "x\n" : "token \(Self.token)\n", to: name)
    }
    try one.write("PK\u{3}\u{4}\n", to: "assets/talk.key")
    try one.write("-----BEGIN CERTIFICATE-----\nMIIB\n", to: "assets/c.pem")
    try one.write("# Keys\n\n[[id_rsa]] [[credentials.json]] [[a.key]]\n", to: "keys.md")
    let outcome = one.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("seem to contain a key or a password"), "\(outcome.errors)")
    for name in keys { #expect(outcome.errors.contains("\n  " + name), "\(outcome.errors)") }
    #expect(!outcome.errors.contains(Self.token))
    #expect(try Set(sent()).isSuperset(of: ["assets/talk.key", "assets/c.pem"]))
    #expect(try Set(sent()).isDisjoint(with: keys))
    // A pattern is no name.
    #expect(one.sheaf("config", "set", "sync.include", "['*', login.md, assets/x.pem]").status == 0)
    #expect(one.sync().status == 0)
    #expect(try Set(sent()).isSuperset(of: ["login.md", "assets/x.pem"]))
    #expect(try Set(sent()).isDisjoint(with: ["id_rsa", "assets/notes.txt", "credentials.json", "a.key"]))
    // What git has already goes on being sent.
    #expect(one.sheaf("config", "unset", "sync.include").status == 0)
    try one.write("token \(Self.token)\nmore\n", to: "login.md")
    #expect(one.sync().status == 0)
    #expect(try one.git.git("status", "--porcelain", "login.md") == "")
  }

  @Test(arguments: ["config.yml", "tool", "login.md", "id_rsa"])
  func `a key in a commit that git made is not sent, also if a later commit removes the file`(name: String) throws {
    try one.write(name == "id_rsa" ? "x\n" : "token \(Self.token)\n", to: name)
    try one.git.commitAll("add", date: 1_700_000_100)
    try one.session.folder.remove(name)
    try one.write("# New\n", to: "new.md")
    try one.git.commitAll("remove", date: 1_700_000_200)
    let outcome = one.sync()
    #expect(outcome.status == 3 && outcome.errors.contains("seem to contain a key or a password"), "\(outcome.errors)")
    #expect(outcome.errors.contains("\n  \(name)\n") && outcome.errors.contains("sheaf sync --yes"))
    #expect(try sent() == ["tax.md"])
    #expect(one.sync("--yes").status == 0)
    #expect(try sent().contains("new.md"))
  }

  @Test func `a remote that receives from one place and sends to another is refused until the user trusts`() throws {
    let other = try TemporaryFolder()
    try one.git.git("init", "-q", "--bare", "-b", "main", other.path)
    let address = try one.git.git("remote", "get-url", "origin").split(separator: "\n").joined()
    try one.write("# Mine\n", to: "mine.md")
    for (key, value) in [
      ("remote.origin.pushurl", other.path), ("url.\(other.path).pushInsteadOf", address),
      ("remote.origin.url", other.path),
    ] {
      try one.git.git("config", "--add", key, value)
      let refused = one.sync()
      #expect(refused.status == 3 && refused.errors.contains("receives from"), "\(key): \(refused.errors)")
      #expect(try one.git.git("ls-remote", other.path) == "")
      try one.git.git("config", "--unset", key, value)
    }
    // An older form of the settings, and a folder whose name is a host's.
    try one.write("URL: \(address)\nURL: \(other.path)\n", to: ".git/remotes/origin")
    #expect(one.sync().errors.contains("receives from"))
    try one.session.folder.remove(".git/remotes/origin")
    // The same place by another way.
    try one.git.git("config", "remote.origin.pushurl", "file://" + address)
    #expect(one.sync().status == 0)
    #expect(try sent().contains("mine.md"))
    try one.git.git("config", "remote.origin.pushurl", other.path)
    try one.write("# More\n", to: "more.md")
    #expect(one.sync().status == 3)
    #expect(one.sheaf("config", "trust").status == 0)
    #expect(!one.sync().errors.contains("receives from"))
  }

  @Test func `a setting that a pull brings sends no file`() throws {
    let two = machines.two
    try two.write("sync:\n  include: [id_rsa, .env, '*.sql']\n", to: ".sheaf/config.yaml")
    #expect(two.sync().status == 0)
    for name in ["id_rsa", ".env", "dump.sql"] { try one.write("x\n", to: name) }
    #expect(one.sync().status == 0)
    let outcome = one.sync()
    #expect(outcome.errors.contains("sync.include"), "\(outcome.errors)")
    #expect(try Set(sent()).isDisjoint(with: ["id_rsa", ".env", "dump.sql"]))
  }

  /// Changes of the other side that would send files of this one.
  private static let widenings: [(path: String, text: String)] = [
    ("ask.md", "[x](tax.pdf) [[cv of Kim.docx]] ![](Papers/cv%20of%20Kim.docx) [x](later.pdf) <img src=dump.sql>\n"),
    (
      "ask.canvas",
      #"{"nodes": [{"id": "a", "type": "file", "file": "tax.pdf", "x": 0, "y": 0, "width": 9, "height": 9}]}"#
    ),
    (".gitignore", "\n"), (".gitignore", "*.own.md\nJournal/\n!Journal/\n!*.own.md\n!Journal/**\n"),
    (".sheaf/config.yaml", "folders:\n  attachments: .\n"),
    (".sheaf/config.yaml", "folders:\n  attachments: Papers\n"),
    (".sheaf/config.yaml", "ignore: []\n"), (".obsidian/app.json", #"{"attachmentFolderPath": "Papers"}"#),
  ]

  @Test(arguments: widenings)
  func `a pull sends no file of this side that was left before`(path: String, text: String) throws {
    let two = machines.two
    try one.write("*.own.md\nJournal/\n", to: ".gitignore")
    try one.write("ignore: [Kept/]\n", to: ".sheaf/config.yaml")
    #expect(one.sync().status == 0 && two.sync().status == 0)
    let own = ["tax.pdf", "dump.sql", "Papers/cv of Kim.docx", "Journal/day.md", "my.own.md", "Kept/kept.md"]
    for name in own { try one.write(name + "\n", to: name) }
    #expect(one.sync().status == 0)
    let before = try sent()
    #expect(Set(before).isDisjoint(with: own))
    try two.write(text, to: path)
    if path.hasPrefix(".obsidian") { try two.git.git("add", path) }
    try two.git.commitAll("widen", date: 1_700_000_200)
    #expect(two.sync().status == 0 && one.sync().status == 0)
    // What is written after the pull is of the same kind.
    let later = ["later.pdf", "Journal/next.md", "other.own.md", "Kept/next.md"]
    for name in later { try one.write(name + " later\n", to: name) }
    try one.write("# New\n", to: "new.md")
    let outcome = one.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let came = path.hasPrefix("ask") || path.hasPrefix(".obsidian") ? [path] : []
    #expect(try Set(sent()).subtracting(before) == Set(["new.md"] + came), "\(path)")
    #expect(one.sync().status == 0)
    #expect(try Set(sent()).isDisjoint(with: own + later))
  }

  @Test func `files that a pull asks for are named, and go when this side uses them or says so`() throws {
    let two = machines.two
    try one.write("*.own.md\n", to: ".gitignore")
    #expect(one.sync().status == 0 && two.sync().status == 0)
    for name in ["tax.pdf", "plan.pdf", "cv.docx"] { try one.write(name + "\n", to: name) }
    try one.write("mine\n", to: "my.own.md")
    #expect(one.sync().status == 0)
    try two.write("[x](tax.pdf) [x](plan.pdf) [x](cv.docx)\n", to: "ask.md")
    try two.write("\n", to: ".gitignore")
    #expect(two.sync().status == 0)
    for _ in 0..<2 {
      let outcome = one.sync()
      #expect(outcome.errors.contains("would be sent only because of changes from the other side"), "\(outcome.errors)")
      for name in ["tax.pdf", "plan.pdf", "cv.docx", "my.own.md"] {
        #expect(outcome.errors.contains("\n  " + name), "\(outcome.errors)")
      }
    }
    #expect(one.sheaf("sync", "-n").errors.contains("\n  tax.pdf"))
    // Another text in a note with the link asks for nothing.
    try one.write("[x](tax.pdf) [x](plan.pdf) [x](cv.docx)\nread\n", to: "ask.md")
    #expect(one.sync().status == 0)
    #expect(try Set(sent()).isDisjoint(with: ["tax.pdf", "plan.pdf", "cv.docx", "my.own.md"]))
    try one.write("![](plan.pdf)\n", to: "own.md")
    #expect(one.sync().status == 0)
    #expect(try sent().contains("plan.pdf") && !sent().contains("tax.pdf"))
    #expect(one.sheaf("config", "set", "sync.include", "[cv.docx]").status == 0)
    #expect(one.sync().status == 0)
    #expect(try sent().contains("cv.docx") && !sent().contains("my.own.md"))
    // A rule that this side takes out holds nothing any more.
    try two.write("*.log\n*.own.md\n", to: ".gitignore")
    #expect(two.sync().status == 0 && one.sync().status == 0)
    try one.write("*.log\n", to: ".gitignore")
    #expect(one.sync().status == 0)
    #expect(try sent().contains("my.own.md") && !sent().contains("tax.pdf"))
  }

  @Test func `a picture and its note, a file that moves and a picture that comes later go without a question`() throws {
    let two = machines.two
    try two.write("# Other\n", to: "other.md")
    try one.write("![[pic.png]] ![](soon.png)\n", to: "note.md")
    try one.write("1\n", to: "pic.png")
    #expect(one.sync().status == 0 && two.sync().status == 0 && one.sync().status == 0)
    try one.write("2\n", to: "soon.png")
    try one.git.git("mv", "pic.png", "moved.png")
    try one.git.git("reset", "-q")
    try one.write("![[moved.png]] ![](soon.png)\n", to: "note.md")
    try one.write("![](second.png)\n", to: "second.md")
    try one.write("3\n", to: "second.png")
    #expect(one.sync().status == 0)
    #expect(try Set(sent()).isSuperset(of: ["soon.png", "moved.png", "second.png", "second.md"]))
  }

  @Test func `more than ten files that are left are counted, and -n names all`() throws {
    for number in 10..<25 { try one.write("\(number)\n", to: "x\(number).sql") }
    let outcome = one.sync()
    #expect(outcome.errors.contains("\n  x19.sql\n  … +5 (sheaf sync -n)"), "\(outcome.errors)")
    let all = one.sheaf("sync", "-n").errors
    #expect(all.contains("\n  x24.sql") && !all.contains("…"), "\(all)")
  }

  @Test func `what a note names in HTML or in a shortcode goes, and the notes of libraries stay`() throws {
    try one.write("<img alt=x src=u.png> {{< figure src=\"fig%201.png\" >}}\n", to: "page.md")
    for name in ["u.png", "fig 1.png", "other.png", "node_modules/p/README.md"] { try one.write("x\n", to: name) }
    #expect(one.sync().status == 0)
    #expect(try Set(sent()).isSuperset(of: ["u.png", "fig 1.png"]))
    #expect(try Set(sent()).isDisjoint(with: ["other.png", "node_modules/p/README.md"]))
  }

  @Test func `a commit of the user's with a password is not sent unasked`() throws {
    let password = "DB_PASSWORD=hunter" + "2secret99\n"
    #expect(one.sync().status == 0)
    try one.write(password, to: "Access.md")
    try one.git.git("add", "Access.md")
    try one.git.git("commit", "-q", "-m", "manual")
    let run = one.sync()
    #expect(run.status == 3 && run.errors.contains("Nothing was sent:\n  Access.md\n"), "\(run.errors)")
    #expect(try !sent().contains("Access.md"))
    #expect(one.sync("--yes").status == 0)
    #expect(try sent().contains("Access.md"))
    #expect(one.sync().status == 0)
  }

  @Test func `a password that the other side has stops no later change, in a folder of the work tree either`() throws {
    let password = "DB_PASSWORD=hunter" + "2secret99\n"
    for folder in ["", "sub/"] { try one.write("", to: folder + ".sheaf/config.yaml") }
    for (text, status) in [(password, [3, 0]), (password + "more\n", [0])] as [(String, [Int32])] {
      try one.write(text, to: "sub/Access.md")
      try one.git.git("add", ".")
      try one.git.git("commit", "-q", "-m", "manual")
      for (expected, options) in zip(status, [[], ["--yes"]]) {
        let run = one.session.run(["-C", "sub", "sync"] + options)
        #expect(run.status == expected, "\(run.errors)")
        if expected == 3 { #expect(run.errors.contains("Nothing was sent:\n  Access.md\n"), "\(run.errors)") }
      }
    }
  }

  @Test(.needsExtensions)
  func `settings that keep notes from readers go with the notes, and a clone without them publishes nothing`()
    throws
  {
    let two = machines.two
    for (name, text) in [
      (".obsidian/app.json", #"{"userIgnoreFilters": ["Work/"]}"#), (".obsidian/workspace.json", "{}"),
      ("site/.vitepress/config.ts", "import { own } from './own'\nexport default { ...own }"),
      ("site/.vitepress/own.ts", "export const own = { srcExclude: ['x.md'] }"),
      ("site/x.md", "x\n"), ("Work/q.md", "q\n"), (".vscode/settings.json", "{}"),
    ] { try one.write(text, to: name) }
    try one.write("profile: obsidian  # .obsidian/\n", to: ".sheaf/config.yaml")
    #expect(one.sync().status == 0)
    #expect(
      try Set(sent()).isSuperset(of: [".obsidian/app.json", "site/.vitepress/config.ts", "site/.vitepress/own.ts"]))
    #expect(try Set(sent()).isDisjoint(with: [".obsidian/workspace.json", ".vscode/settings.json"]))
    #expect(two.sync().status == 0)
    let listed = two.sheaf("publish", "-n").output
    #expect(!listed.contains("public  Work/q.md") && !listed.contains("public  site/x.md"), "\(listed)")
    try one.write(#"{"userIgnoreFilters": ["Work/", "tax"]}"#, to: ".obsidian/app.json")
    #expect(one.sync().status == 0 && two.sync().status == 0)
    #expect(!two.sheaf("publish", "-n").output.contains("public  tax.md"))
    // One that cannot be read keeps no other here.
    try one.write("{ cut", to: ".obsidian/app.json")
    for (name, text) in [("more/_config.yml", "exclude: [x]"), ("more/y.md", "y\n")] { try one.write(text, to: name) }
    #expect(one.sync().status == 0)
    #expect(try sent().contains("more/_config.yml"))
    try two.session.folder.remove(".obsidian")
    let refused = two.sheaf("publish", "-n")
    #expect(refused.status == 65 && refused.errors.contains(".obsidian/ is not on this computer"), "\(refused.errors)")
  }

  @Test(arguments: [
    ("./files", "Trips/files/x.bin", true), ("./files", "files/x.bin", true), ("./files", "Trips/x.bin", false),
    (".", "Trips/x.png", true), (".", "x.bin", false), ("media/all", "media/all/x.bin", true),
    ("media/all", "media/x.bin", false),
  ])
  func `the folder of attachments is sent whole, wherever the setting has it`(
    setting: String, path: String, isSent: Bool
  ) throws {
    #expect(one.sheaf("config", "set", "folders.attachments", setting).status == 0)
    try one.write("x\n", to: path)
    #expect(one.sync().status == 0)
    #expect(try sent().contains(path) == isSent)
  }
}
