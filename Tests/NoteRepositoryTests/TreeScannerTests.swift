import HostSystem
import NoteModel
import NoteRepository
import NoteTestSupport
import Testing

@Suite struct TreeScannerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var repository: Repository {
    Repository(root: folder.path, places: UserPlaces(environment: ["HOME": folder.path + "/.home"]))
  }

  private func scan(_ ignores: [String] = []) -> [String] {
    TreeScanner.scan(repository, extraIgnores: ignores).files.map(\.path.string)
  }

  @Test func `notes and attachments are found, hidden folders are not`() throws {
    for name in ["b.md", "a/나.md", "a/x.png", ".git/c.md", ".hidden.md", ".obsidian/d.md"] {
      try folder.write("x", to: name)
    }
    #expect(scan() == ["a/x.png", "a/나.md", "b.md"])
  }

  @Test func `a name that is not UTF-8 is left out and reported`() throws {
    try folder.write("x", to: "a.png")
    for name: [UInt8] in [
      [0x61, 0xFF, 0x2E, 0x70, 0x6E, 0x67, 0], [0xF0, 0x9F, 0x2E, 0x6D, 0x64, 0],
    ] {
      let path = (Array((folder.path + "/").utf8) + name).map { CChar(bitPattern: $0) }
      let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
      #expect(descriptor >= 0)
      close(descriptor)
    }
    let result = TreeScanner.scan(repository)
    #expect(result.files.map(\.path.string) == ["a.png"])
    #expect(Set(result.namesWithoutUTF8) == ["a\u{FFFD}.png", "\u{FFFD}.md"])
  }

  @Test func `files come in the order of their paths' bytes, however many and however deep`() throws {
    var names = [
      "a.md", "a/b.md", "a-b.md", "a/b/c.md", "a/b.txt", "a0.md", "가/b.md", "가.md", "a b/c.md",
    ]
    names += (0..<2_500).map { "many/\($0 % 7)/n\($0).md" }
    for name in names { try folder.write("x", to: name) }
    #expect(scan() == names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
  }

  @Test func `patterns of the configuration are honoured`() throws {
    for name in ["a.md", "node/b.md", "c.tmp"] { try folder.write("x", to: name) }
    #expect(scan(["node/", "*.tmp"]) == ["a.md"])
  }

  @Test func `a link to a file that is found counts, one to a note, to what is not found, out or in circles does not`()
    throws
  {
    try folder.write("x", to: "a.md")
    try folder.write("x", to: "a.png")
    try folder.write("x", to: ".hidden/h.md")
    try makeLink(at: folder.path + "/b.md", to: "a.md")
    try makeLink(at: folder.path + "/b.png", to: "a.png")
    for name in ["h1.md", "h2.md"] { try makeLink(at: folder.path + "/" + name, to: ".hidden/h.md") }
    for name in ["private/p.png", "ignored.png", "key", "lost/l.png"] { try folder.write("x", to: name) }
    try folder.write("ignored.png\nlost/\n", to: ".gitignore")
    for (name, target) in [
      ("c.png", "private/p.png"), ("d.png", "ignored.png"), ("e.png", "lost/l.png"), ("f.png", "key"),
      ("g.png", "a.md"),
      ("setup.txt", ".hidden/h.md"),
    ] { try makeLink(at: folder.path + "/" + name, to: target) }
    try makeLink(at: folder.path + "/out.md", to: "/etc/passwd")
    try makeLink(at: folder.path + "/loop", to: ".")
    try makeLink(at: folder.path + "/gone.md", to: "nowhere.md")
    #expect(scan() == ["a.md", "a.png", "b.png", "key", "private/p.png"])
  }

  @Test func `generated ignore files are read as git reads them`() throws {
    var generator = SeededGenerator(seed: 4)
    let git = "/usr/bin/git"
    for round in 0..<30 {
      let tree = try TemporaryFolder()
      let names = ["a", "b", "ab", "a.md", "b.txt", "c.md", "doc"]
      func name() -> String { names.randomElement(using: &generator) ?? "a" }
      for _ in 0..<25 {
        let depth = Int.random(in: 0...2, using: &generator)
        let path = ((0..<depth).map { _ in "d" + name() } + [name()]).joined(separator: "/")
        try tree.write("x", to: path)
      }
      for place in ["", "da/", "dab/"] where round % 2 == 0 || place.isEmpty {
        try tree.write(Self.ignoreFile(&generator), to: place + ".gitignore")
      }
      _ = try ProgramRun.run(git, ["init", "-q"], in: tree.path, environment: ["HOME": tree.path])
      let listed = try ProgramRun.run(
        git, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], in: tree.path,
        environment: ["HOME": tree.path])
      let expected = listed.output.split(separator: "\0").map(String.init)
        .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }.sorted()
      let places = UserPlaces(environment: ["HOME": tree.path])
      let found = TreeScanner.scan(Repository(root: tree.path, places: places)).files
      #expect(found.map(\.path.string) == expected)
    }
  }

  @Test func `the ignore files of the work tree above count, unless they ignore the repository itself`() throws {
    let above = try TemporaryFolder()
    let names = ["a.md", "draft/b.md", "sub/own.md", "sub/c.md", "info.md", "kept.md"]
    for name in names { try above.write("x", to: "one/notes/" + name) }
    try above.write("/one/notes/draft/\nown.md\nkept.md\n", to: ".gitignore")
    try above.write("notes/a.md\n!kept.md\n", to: "one/.gitignore")
    func scan() -> [String] {
      let places = UserPlaces(environment: ["HOME": above.path + "/.home"])
      let repository = Repository(root: above.path + "/one/notes", places: places)
      let found = TreeScanner.scan(repository, extraIgnores: []).files.map(\.path.string)
      for name in names {
        #expect(TreeScanner.ignores(NotePath(trusted: name), in: repository, extraIgnores: []) != found.contains(name))
      }
      return found
    }
    #expect(scan() == names.sorted())
    try above.write("info.md\n", to: ".git/info/exclude")
    #expect(scan() == ["kept.md", "sub/c.md"])
    try above.write("*\n", to: ".gitignore")
    #expect(scan() == names.sorted())
  }

  @Test func `a byte order mark is not part of the first pattern`() throws {
    try folder.write("\u{FEFF}secret/\n", to: ".gitignore")
    for name in ["a.md", "secret/b.md"] { try folder.write("x", to: name) }
    #expect(scan() == ["a.md"])
  }

  @Test func `a pattern with many stars takes no longer than its length and the name's allow`() throws {
    let name = String(repeating: "a", count: 60) + ".md"
    try folder.write("x", to: name)
    try folder.write("x", to: String(repeating: "a/", count: 60) + "b.md")
    let patterns = [
      String(repeating: "*a", count: 12) + "b", String(repeating: "**/*a/", count: 12) + "c",
    ]
    var found = 0
    let time = processorTime { found = scan(patterns).count }
    #expect(found == 2)
    #expect(time < .seconds(2))
  }

  private static func ignoreFile(_ generator: inout SeededGenerator) -> String {
    let lines = [
      "*.md", "!c.md", "a", "/b", "da/", "d*/a*", "**/doc", "dab/**", "!dab/c.md", "[ab].md",
      "b.txt ",
      "# comment", "\\!x", "d?/", "/da/*", "!/da/b.txt", "**/d*/b", "a*", "*.t[!y]t",
      "/d**", "/d**.md", "d**/a", "**b/*", "[[:alpha:]]*.md", "[^[:digit:]a]", "[\\]a]", "[]ab]", "[[:no:]a]", "[a",
    ]
    let mark = Bool.random(using: &generator) ? "\u{FEFF}" : ""
    return mark
      + (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        lines.randomElement(using: &generator) ?? "a"
      }.joined(separator: "\n") + "\n"
  }
}
