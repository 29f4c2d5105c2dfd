import HostSystem
import NoteModel
import NoteTestSupport
import Testing
import Wording

@testable import NoteRepository

/// The contract of every file system, tested on the disk and on the one in memory.
@Suite struct FileSystemContractTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  enum Kind: CaseIterable { case disk, memory }

  private func make(_ kind: Kind) -> any FileSystem {
    kind == .disk ? LiveFileSystem(root: folder.path) : InMemoryFileSystem()
  }

  private let path = NotePath(trusted: "Memo/깊이/a.md")

  @Test(arguments: Kind.allCases)
  func `a file is read as it was made`(kind: Kind) throws {
    let files = make(kind)
    try files.create(path, [1, 0, 255])
    #expect(try files.read(path) == [1, 0, 255])
    #expect(files.fingerprint(path)?.size == 3)
  }

  @Test(arguments: Kind.allCases)
  func `making never overwrites`(kind: Kind) throws {
    let files = make(kind)
    try files.create(path, [1])
    #expect(throws: RepositoryError.alreadyExists("Memo/깊이/a.md")) { try files.create(path, [2]) }
    #expect(try files.read(path) == [1])
  }

  @Test(arguments: Kind.allCases)
  func `replacing refuses where the file is another`(kind: Kind) throws {
    let files = make(kind)
    try files.create(path, [1])
    #expect(throws: RepositoryError.self) { try files.replace(path, expecting: [9], with: [2]) }
    #expect(try files.read(path) == [1])
    try files.replace(path, expecting: [1], with: [2])
    #expect(try files.read(path) == [2])
  }

  @Test(arguments: Kind.allCases)
  func `of several files those that were replaced are told`(kind: Kind) throws {
    let files = make(kind)
    let paths = (0..<20).map { NotePath(trusted: "Memo/\($0 % 3)/\($0).md") }
    for path in paths { try files.create(path, [1]) }
    var count = 0
    try files.replace(
      paths.map { ReplacedContent(path: $0, expected: [1], bytes: [2]) }, didReplace: { count += 1 })
    #expect(count == 20)
    try files.replace(paths[7], expecting: [2], with: [9])
    count = 0
    #expect(throws: RepositoryError.changedMeanwhile(path: paths[7].string, keptAt: nil)) {
      try files.replace(
        paths.map { ReplacedContent(path: $0, expected: [2], bytes: [3]) }, didReplace: { count += 1 })
    }
    let bytes = try paths.map { try files.read($0) }
    #expect(bytes.count { $0 == [3] } == count && bytes[7] == [9] && bytes[19] == [2])
    if kind == .disk { #expect(folder.files().count == 20) }
  }

  @Test(arguments: Kind.allCases)
  func `removing refuses where the file is another`(kind: Kind) throws {
    let files = make(kind)
    try files.create(path, [1])
    #expect(throws: RepositoryError.self) { try files.remove(path, expecting: [9]) }
    try files.remove(path, expecting: [1])
    #expect(files.fingerprint(path) == nil)
  }

  @Test(arguments: Kind.allCases)
  func `a file that is not there is named`(kind: Kind) {
    let files = make(kind)
    #expect(throws: RepositoryError.missingFile("Memo/깊이/a.md")) { try files.read(path) }
  }

  @Test(arguments: Kind.allCases)
  func `nothing is below a file`(kind: Kind) throws {
    let files = make(kind)
    try files.create(path, [1])
    let below = path.appending("b.md")
    let missing = RepositoryError.missingFile(below.string)
    #expect(throws: missing) { try files.read(below) }
    #expect(throws: missing) { try files.replace(below, expecting: [1], with: [2]) }
    #expect(throws: missing) { try files.remove(below, expecting: [1]) }
  }

  @Test(arguments: Kind.allCases)
  func `a file moves, never over another`(kind: Kind) throws {
    let files = make(kind)
    try files.create(path, [1])
    try files.move(path, to: NotePath(trusted: "New/b.md"))
    #expect(!files.exists(path))
    #expect(try files.read(NotePath(trusted: "New/b.md")) == [1])
    try files.create(path, [2])
    #expect(throws: RepositoryError.alreadyExists("New/b.md")) {
      try files.move(path, to: NotePath(trusted: "New/b.md"))
    }
    #expect(throws: RepositoryError.missingFile("nothing.md")) {
      try files.move(NotePath(trusted: "nothing.md"), to: NotePath(trusted: "c.md"))
    }
  }

  @Test(arguments: Kind.allCases)
  func `a folder moves with everything in it`(kind: Kind) throws {
    let files = make(kind)
    try files.create(path, [1])
    try files.move(NotePath(trusted: "Memo"), to: NotePath(trusted: "A/B"))
    #expect(try files.read(NotePath(trusted: "A/B/깊이/a.md")) == [1])
    #expect(files.isFolder(NotePath(trusted: "A/B/깊이")))
    #expect(!files.exists(NotePath(trusted: "Memo")))
    #expect(try files.names(in: NotePath(trusted: "A/B")) == ["깊이"])
    #expect(try files.names(in: NotePath(trusted: "Memo")) == [])
  }

  @Test(arguments: Kind.allCases)
  func `a name is taken in any case, width and form of its letters, and so is its folder's`(
    kind: Kind
  ) throws {
    let files = make(kind)
    try files.create(NotePath(trusted: "Memo/Café 회의.md"), [1])
    for taken in ["Memo/Café 회의.md", "memo/cafe\u{301} 회의.MD", "MEMO/Ｃafé 회의.md", "memo"] {
      #expect(try files.exists(foldedAs: NotePath(trusted: taken)), "\(taken)")
    }
    for free in ["Memo/Cafe 회의.md", "Note/Café 회의.md", "Café 회의.md", "Memo/Café 회의.md/a"] {
      #expect(try !files.exists(foldedAs: NotePath(trusted: free)), "\(free)")
    }
  }

  @Test(arguments: Kind.allCases)
  func `empty folders go, up to the named one, others stay`(kind: Kind) throws {
    let files = make(kind)
    let deep = NotePath(trusted: "A/B/C/x.md")
    try files.create(deep, [1])
    try files.remove(deep, expecting: [1])
    try files.removeEmptyFolders(
      from: NotePath(trusted: "A/B/C"), upTo: NotePath(trusted: "A/B"))
    #expect(files.isFolder(NotePath(trusted: "A")))
    #expect(!files.exists(NotePath(trusted: "A/B")))
    try files.create(path, [1])
    try files.removeEmptyFolders(
      from: NotePath(trusted: "Memo/깊이"), upTo: NotePath(trusted: "Memo"))
    #expect(try files.read(path) == [1])
    try files.create(NotePath(trusted: "P/Q/x.md"), [1])
    try files.remove(NotePath(trusted: "P/Q/x.md"), expecting: [1])
    try files.removeEmptyFolders(
      from: NotePath(trusted: "P/Q/never made"), upTo: NotePath(trusted: "P"))
    #expect(!files.exists(NotePath(trusted: "P")))
  }

  @Test(arguments: Kind.allCases)
  func `permissions are given where they are asked for`(kind: Kind) throws {
    let files = make(kind)
    try files.create(path, [1], .secret)
    #expect(files.traits(path) == .secret)
    #expect(files.traits(NotePath(trusted: "none.md")) == nil)
  }

  @Test func `a link is read, found where it leads, and written through by no name`() throws {
    try folder.write("old", to: "Memo/real.md")
    try makeLink(at: folder.path + "/link.md", to: "Memo/real.md")
    try makeLink(at: folder.path + "/Other", to: "Memo")
    let files = LiveFileSystem(root: folder.path)
    let real = NotePath(trusted: "Memo/real.md")
    for name in ["link.md", "Other/real.md"] {
      let link = NotePath(trusted: name)
      #expect(try files.read(link) == Array("old".utf8))
      #expect(try files.located(link, isWhole: true) == real)
      #expect(throws: RepositoryError.self) { try files.replace(link, expecting: Array("old".utf8), with: [1]) }
    }
    #expect(throws: RepositoryError.leadsElsewhere("Other")) {
      try files.create(NotePath(trusted: "Other/new.md"), [1])
    }
    #expect(try files.located(NotePath(trusted: "Other/new.md"), isWhole: false) == NotePath(trusted: "Memo/new.md"))
    #expect(try files.located(NotePath(trusted: "link.md"), isWhole: false) == NotePath(trusted: "link.md"))
    #expect(folder.files() == ["Memo/real.md", "link.md"])
    #expect(try folder.text("Memo/real.md") == "old")
  }

  /// Names and targets of two scopes: hidden, private, of another ending, of another kind by the settings.
  @Test(arguments: [
    ("a.md", ".git/a.md"), ("a.txt", ".env.txt"), (".sheaf/reminded", "Memo/reminded"), (".sheaf/a.md", ".git/a.md"),
    ("Memo/a.md", "private/a.md"), ("private/a.md", "Memo/a.md"), ("a/b.png", "a/비공개/b.png"), ("a.md", "_drafts/a.md"),
    ("a.png", "key"), ("a.txt", "a.md"), ("a.md", "a.txt"), ("a.md", "Diary/a.md"), ("a.md", "Templates/a.md"),
    ("a.md", "Drafts/a.md"), ("Diary/a.md", "Diary/Tasks/a.md"), ("sub/a.md", "sub/.hidden/a.md"),
  ])
  func `a link into another scope is followed neither for reading nor for writing`(name: String, target: String) throws
  {
    let layout = VaultLayout(templateFolder: "Templates", draftFolder: "Drafts")
    let files = LiveFileSystem(root: folder.path, layout: layout)
    try folder.write("text", to: target)
    try folder.write("", to: name)
    try folder.remove(name)
    try makeLink(at: folder.path + "/" + name, to: folder.path + "/" + target)
    let link = NotePath(trusted: name)
    let bytes = Array("text".utf8)
    #expect(throws: RepositoryError.leadsElsewhere(name)) { try files.read(link) }
    #expect(throws: RepositoryError.leadsElsewhere(name)) { try files.digest(link) }
    #expect(throws: RepositoryError.leadsElsewhere(name)) { try files.located(link, isWhole: true) }
    #expect(throws: RepositoryError.leadsElsewhere(name)) { try files.replace(link, expecting: bytes, with: [1]) }
    #expect(throws: RepositoryError.leadsElsewhere(name)) { try files.remove(link, expecting: bytes) }
    #expect(throws: RepositoryError.alreadyExists(name)) { try files.create(link, [1]) }
    #expect(!files.exists(link))
    #expect(try folder.text(target) == "text")
    #expect(try linkTarget(of: folder.path + "/" + name) == folder.path + "/" + target)
  }

  @Test func `a folder that is a link gives no way into another scope`() throws {
    let files = LiveFileSystem(root: folder.path, layout: .standard)
    for target in [".git", "private", "Diary"] {
      try folder.write("text", to: target + "/a.md")
      try makeLink(at: folder.path + "/way", to: target)
      for name in ["way/a.md", "way/new.md", "way/commondir"] {
        let path = NotePath(trusted: name)
        #expect(throws: RepositoryError.self) { try files.read(path) }
        #expect(throws: RepositoryError.self) { try files.create(path, [1]) }
        guard target != "Diary" || name.hasSuffix(".md") else { continue }
        #expect(throws: RepositoryError.self) { try files.located(path, isWhole: false) }
      }
      #expect(folder.files().filter { $0.hasPrefix(target + "/") } == [target + "/a.md"])
      try folder.remove("way")
    }
  }

  @Test func `what is read is what was judged, while the link is changed all the time`() async throws {
    try folder.write("open", to: "Memo/open.md")
    try folder.write("secret", to: "private/open.md")
    let (root, link) = (folder.path, folder.path + "/Memo/way.md")
    try makeLink(at: link, to: "open.md")
    let changing = Task.detached {
      for round in 0..<2_000 {
        let next = link + ".next"
        unlink(next)
        guard symlink(round % 2 == 0 ? "../private/open.md" : "open.md", next) == 0, rename(next, link) == 0 else {
          return
        }
      }
    }
    let files = LiveFileSystem(root: root)
    for _ in 0..<2_000 {
      guard let bytes = try? files.read(NotePath(trusted: "Memo/way.md")) else { continue }
      #expect(bytes == Array("open".utf8))
    }
    await changing.value
  }

  @Test func `what a killed process left is removed and nothing else`() throws {
    try folder.write("half", to: "Memo/.sheaf-abcdefghij")
    try folder.write("mine", to: "Memo/.sheaf-notes")
    try LiveFileSystem(root: folder.path).removeLeftovers(in: NotePath(trusted: "Memo"))
    #expect(folder.files() == ["Memo/.sheaf-notes"])
  }

  @Test func `a move that was killed between its two steps is ended, and no other`() throws {
    let files = LiveFileSystem(root: folder.path)
    try folder.write("note", to: "a.md")
    try folder.write("other", to: "c.md")
    try folder.write("in", to: "Old/in.md")
    #expect(link(folder.path + "/a.md", folder.path + "/b.md") == 0)
    #expect(mkdir(folder.path + "/New", 0o777) == 0)
    for (name, target) in [("a.md", "b.md"), ("b.md", "c.md"), ("b.md", "none.md"), ("Old", "New")] {
      try files.finishMove(NotePath(trusted: name), to: NotePath(trusted: target))
    }
    #expect(folder.files() == ["Old/in.md", "b.md", "c.md"])
    #expect(!files.exists(NotePath(trusted: "New")))
    #expect(try folder.text("b.md") == "note" && folder.text("c.md") == "other")
  }

  @Test func `a move over another file takes its place`() throws {
    let files = LiveFileSystem(root: folder.path)
    try folder.write("new", to: "a.md")
    try folder.write("old", to: "b.md")
    try files.move(NotePath(trusted: "a.md"), over: NotePath(trusted: "b.md"))
    #expect(folder.files() == ["b.md"])
    #expect(try folder.text("b.md") == "new")
  }

  @Test func `a name that is too long leaves nothing behind`() throws {
    let files = LiveFileSystem(root: folder.path)
    let path = NotePath(trusted: "Memo/" + String(repeating: "가", count: 100) + ".md")
    let error = #expect(throws: RepositoryError.self) { try files.create(path, [1]) }
    #expect(error?.category == .cannotCreate)
    #expect(folder.files() == [])
  }

  @Test func `fifty writers of one name make one file`() async throws {
    let files = LiveFileSystem(root: folder.path)
    let path = path
    let wins = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask { (try? files.create(path, [UInt8(number)])) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wins == 1)
    #expect(folder.files() == ["Memo/깊이/a.md"])
  }

  @Test func `a new file has the permissions that the user's mask leaves, a secret one its own`()
    throws
  {
    let mask = umask(0o022)
    umask(mask)
    let files = LiveFileSystem(root: folder.path)
    try files.create(NotePath(trusted: "a.md"), [1])
    try files.create(NotePath(trusted: "b.md"), [1], .secret)
    #expect(try permissions(of: folder.path + "/a.md") == Int(0o666 & ~mask))
    #expect(try permissions(of: folder.path + "/b.md") == 0o600)
  }

  @Test func `a disk without room is an error, not a file of half the bytes`() {
    let full = unsafe open("/dev/full", O_WRONLY)
    defer { close(full) }
    #expect(!writeAll([1, 2, 3], to: full))
    let none = unsafe open("/dev/null", O_WRONLY)
    defer { close(none) }
    #expect(writeAll([1, 2, 3], to: none) && writeAll([], to: full))
  }

  @Test func `permissions stay when a file is replaced`() throws {
    try folder.write("x", to: "a.md")
    try setPermissions(0o640, of: folder.path + "/a.md")
    let files = LiveFileSystem(root: folder.path)
    try files.replace(NotePath(trusted: "a.md"), expecting: Array("x".utf8), with: [1])
    #expect(try permissions(of: folder.path + "/a.md") == 0o640)
    #expect(folder.files() == ["a.md"])
  }

  @Test func `nothing is written through a link that leaves the repository`() throws {
    let outside = try TemporaryFolder()
    try outside.write("keep", to: "x.md")
    try makeLink(at: folder.path + "/out", to: outside.path)
    let files = LiveFileSystem(root: folder.path)
    let inside = NotePath(trusted: "out/x.md")
    let bytes = Array("keep".utf8)
    let refused = RepositoryError.linkLeadsOut("out/x.md")
    #expect(throws: refused) { try files.read(inside) }
    #expect(throws: RepositoryError.linkLeadsOut("out")) {
      try files.create(NotePath(trusted: "out/y.md"), [1])
    }
    #expect(throws: RepositoryError.self) { try files.create(NotePath(trusted: "out/z/y.md"), [1]) }
    #expect(throws: RepositoryError.self) { try files.replace(inside, expecting: bytes, with: []) }
    #expect(throws: RepositoryError.self) { try files.remove(inside, expecting: bytes) }
    #expect(throws: RepositoryError.self) { try files.move(inside, to: path) }
    try folder.write("mine", to: "mine.md")
    #expect(throws: RepositoryError.self) {
      try files.move(NotePath(trusted: "mine.md"), to: inside)
    }
    #expect(throws: RepositoryError.self) { try files.names(in: NotePath(trusted: "out")) }
    #expect(!files.exists(inside) && !files.isFolder(NotePath(trusted: "out")))
    #expect(files.traits(inside) == nil)
    #expect(outside.files() == ["x.md"])
    #expect(try outside.read("x.md") == bytes)
  }

  @Test func `a link whose target has the repository's name in another normal form leads out`()
    throws
  {
    try folder.write("x", to: "e\u{301}/secret.md")
    try folder.write("y", to: "\u{E9}/a.md")
    try makeLink(at: folder.path + "/\u{E9}/out.md", to: folder.path + "/e\u{301}/secret.md")
    let files = LiveFileSystem(root: folder.path + "/\u{E9}")
    #expect(throws: RepositoryError.linkLeadsOut("out.md")) {
      try files.read(NotePath(trusted: "out.md"))
    }
  }

  @Test func `absolute links that stay inside are followed, and a root that is reached by one`()
    throws
  {
    try folder.write("x", to: "real/a.md")
    try makeLink(at: folder.path + "/real/link.md", to: folder.path + "/real/a.md")
    try makeLink(at: folder.path + "/root", to: "real")
    for root in ["/real", "/root"] {
      let files = LiveFileSystem(root: folder.path + root)
      #expect(try files.read(NotePath(trusted: "link.md")) == [0x78])
      #expect(files.fingerprint(NotePath(trusted: "link.md"))?.size == 1)
    }
  }

  @Test func `without the kernel's help a path is opened name by name, past no link`() throws {
    try folder.write("x", to: "a/b/c.md")
    try makeLink(at: folder.path + "/a/link", to: "b")
    try makeLink(at: folder.path + "/a/b/link.md", to: "c.md")
    let found = openByName(folder.path + "/a/b/c.md", O_RDONLY)
    #expect(try readDescriptor(found, path: "c.md") == [0x78])
    close(found)
    for way in ["/a/link/c.md", "/a/b/link.md", "/none/c.md", "/a/b/c.md/d"] {
      #expect(openByName(folder.path + way, O_RDONLY) < 0, "\(way)")
    }
    let top = openByName("/", O_RDONLY)
    #expect(top >= 0)
    close(top)
  }
}
