import ByteBasics
import Foundation
import NoteModel
import NoteRepository
import NoteTestSupport
import Testing
import Wording

@testable import SheafSite

@Suite struct SiteFolderTests {
  private let folder: TemporaryFolder
  private let memory: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    memory = try TemporaryFolder()
  }

  private func site(_ name: String = "", mode: SiteFolder.Mode = .usual) throws -> SiteFolder {
    let path = folder.path + name
    return try SiteFolder(
      path: path,
      memory: SiteMemory(state: memory.path + "/state", cache: memory.path + "/cache", path: path),
      mode: mode)
  }

  private func publish(
    _ files: [String: String], mode: SiteFolder.Mode = .usual
  ) throws -> SiteReport {
    let site = try self.site(mode: mode)
    try site.claim(files.keys.sorted())
    for (name, text) in files { try site.write(Array(text.utf8), to: name) }
    return try site.finish()
  }

  @Test func `only what changed is written, what vanished is removed with its empty folders`()
    throws
  {
    let first = try publish(["a.html": "1", "x/b.html": "2", "y/z/c.html": "3"])
    #expect(first.written == 3)
    try folder.write("mine", to: "y/mine.txt")
    let second = try publish(["a.html": "1", "y/d.html": "4"])
    #expect(second.written == 1)
    #expect(second.removed == ["x/b.html", "y/z/c.html"])
    #expect(folder.files() == [".sheaf-site", "a.html", "y/d.html", "y/mine.txt"])
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
  }

  @Test func `a file that is not ours is neither overwritten nor removed`() throws {
    try folder.write("mine", to: "index.html")
    let files = ["index.html": "1", "a.html": "2"]
    #expect(throws: Problem.self) { try publish(files) }
    #expect(throws: Problem.self) { try publish(files, mode: .forced) }
    #expect(folder.files() == ["index.html"])
    #expect(try folder.read("index.html") == Array("mine".utf8))
  }

  @Test func `a run that was killed half way knows its files again`() throws {
    let site = try self.site()
    try site.claim(["a.html", "b.html"])
    try site.write([1], to: "a.html")
    let report = try publish(["a.html": "1"])
    #expect(report.files == 1)
    #expect(folder.files() == [".sheaf-site", "a.html"])
  }

  @Test func `a page that somebody changed stays, and is written again only with force`() throws {
    _ = try publish(["a.html": "1", "b.html": "2", "c.html": "3"])
    try folder.write("changed", to: "a.html")
    try folder.write("changed", to: "b.html")
    let error = #expect(throws: Problem.self) {
      try publish(["a.html": "1", "c.html": "3"])
    }
    #expect(error?.explanation.english.hasSuffix("changed since: a.html") == true)
    #expect(try folder.read("a.html") == Array("changed".utf8))
    #expect(throws: Problem.self) { try publish(["a.html": "1", "c.html": "3"]) }
    let kept = try publish(["c.html": "4"])
    #expect(kept.kept == ["a.html", "b.html"])
    #expect(kept.changed == ["c.html"])
    try folder.write("mine", to: "b.html")
  }

  @Test func `force writes over changed pages and removes them`() throws {
    _ = try publish(["a.html": "1", "b.html": "2"])
    try folder.write("changed", to: "a.html")
    try folder.write("changed", to: "b.html")
    #expect(try publish(["a.html": "1"], mode: .forced).written == 1)
    #expect(try folder.read("a.html") == Array("1".utf8))
    #expect(folder.files() == [".sheaf-site", "a.html"])
  }

  @Test func `a symbolic link does not lead out of the folder`() throws {
    let other = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/notes", withDestinationPath: other.path)
    #expect(throws: Problem.self) { try publish(["notes/a.html": "1"], mode: .forced) }
    #expect(other.files() == [])
  }

  @Test func `a manifest is read as it was written`() {
    var manifest = SiteManifest()
    manifest.files["메모/a b.html"] = SiteManifest.Entry(hash: .max, size: 12)
    manifest.files["files/a.png"] = SiteManifest.Entry(hash: 1, size: 0, source: .max)
    manifest.formerAddresses = [7]
    #expect(SiteManifest(reading: Array(manifest.text.utf8)) == manifest)
    #expect(SiteManifest(reading: Array("something else".utf8)) == SiteManifest())
  }

  @Test func `a look at what would be published changes nothing`() throws {
    _ = try publish(["a.html": "1", "x/b.html": "2"])
    let before = folder.files()
    let site = try self.site(mode: .dryRun)
    try site.claim(["a.html", "c.html"])
    for name in ["a.html", "c.html"] { try site.write(Array("3".utf8), to: name) }
    let report = try site.finish()
    #expect(report.removed == ["x/b.html"])
    #expect(report.added == ["c.html"])
    #expect(folder.files() == before)
    #expect(try folder.read("a.html") == Array("1".utf8))
  }

  @Test func `a page that moved has a former address, one that stayed has none`() throws {
    _ = try publish(["notes/a.html": "1", "notes/b.html": "2", "x.css": "3"])
    let site = try self.site()
    let former = site.formerAddresses(besides: ["notes/b.html", "notes/c.html"]) {
      $0.hasSuffix(".html")
    }
    #expect(former.contains("notes/a.html"))
    #expect(!former.contains("notes/b.html"))
    #expect(!former.contains("notes/c.html"))
    #expect(!former.contains("x.css"))
  }

  // MARK: - What is kept

  @Test func `the same site is not written again, not even its manifest`() throws {
    _ = try publish(["a.html": "1", "b.html": ""])
    try folder.setModified(".sheaf-site", secondsSinceEpoch: 1_000)
    let report = try publish(["a.html": "1", "b.html": ""])
    #expect(report.written == 0)
    #expect(report.unchanged == 2)
    #expect(report.files == 2)
    let kept = try modified(".sheaf-site")
    #expect(kept == 1_000)
    _ = try publish(["a.html": "1"])
    let written = try modified(".sheaf-site")
    #expect(written > 1_000)
  }

  @Test func `an empty site has a manifest`() throws {
    _ = try publish([:])
    #expect(folder.files() == [".sheaf-site"])
  }

  @Test func `a page that somebody removed, or made a folder or a link of, is written again`()
    throws
  {
    let files = ["a.html": "1", "b.html": "2"]
    _ = try publish(files)
    try folder.remove("a.html")
    try folder.remove("b.html")
    try folder.write("1", to: "other")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/b.html", withDestinationPath: "other")
    #expect(throws: (any Error).self) { try publish(files) }
    #expect(try publish(files, mode: .forced).written == 2)
    #expect(try folder.read("b.html") == Array("2".utf8))
    #expect(try folder.read("other") == Array("1".utf8))
  }

  @Test func `a group of pages is kept while its key is the same and all its pages are there`()
    throws
  {
    let names = ["a.html", "b.html"]
    let first = try site()
    #expect(!first.keepsGroup("g", key: 7, files: names))
    for name in names { try first.write([1], to: name) }
    first.remember(SiteMemory.Group(key: 7, payload: "p"), as: "g", files: names)
    _ = try first.finish()

    func keeps(key: UInt64, _ files: [String]) throws -> Bool {
      try site(mode: .dryRun).keepsGroup("g", key: key, files: files)
    }
    #expect(try keeps(key: 7, names))
    #expect(try !keeps(key: 8, names))
    #expect(try !keeps(key: 7, names + ["c.html"]))
    let second = try site()
    #expect(second.keepsGroup("g", key: 7, files: names))
    let report = try second.finish()
    #expect(report.unchanged == 2)
    #expect(report.files == 2)
    #expect(report.removed.isEmpty)
    try folder.write("12", to: "a.html")
    #expect(try !keeps(key: 7, names))
  }

  @Test func `an empty page that gets words has changed, one that was only claimed is new`() throws {
    _ = try publish(["a.html": ""])
    let site = try self.site()
    try site.claim(["b.html"])
    for name in ["a.html", "b.html"] { try site.write([1], to: name) }
    let report = try site.finish()
    #expect(report.changed == ["a.html"])
    #expect(report.added == ["b.html"])
  }

  @Test func `a page that was claimed and never written has no former address, an empty one has`()
    throws
  {
    _ = try publish(["empty.html": ""])
    try site().claim(["claimed.html"])
    let site = try self.site()
    let former = site.formerAddresses(besides: []) { _ in true }
    #expect(former.contains("empty.html"))
    #expect(!former.contains("claimed.html"))
    #expect(try site.finish().removed == ["empty.html"])
  }

  @Test func `folders that are empty go up to the first that is not`() throws {
    _ = try publish(["p/q/r/a.html": "1", "p/b.html": "2"])
    _ = try publish(["p/b.html": "2"])
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/p/q"))
    _ = try publish([:])
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/p"))
  }

  @Test func `a folder that somebody made a file of takes its pages with it`() throws {
    _ = try publish(["x/a.html": "1", "b.html": "2"])
    try folder.remove("x")
    try folder.write("mine", to: "x")
    #expect(try publish(["b.html": "2"]).removed == ["x/a.html"])
    #expect(try folder.read("x") == Array("mine".utf8))
  }

  // MARK: - A list that somebody else wrote

  /// A manifest that names files of others, with their right hashes.
  private func forge(_ names: [String: String]) throws {
    var lines = ["sheaf site 2"]
    for (name, text) in names {
      let hash = String(ContentHash.of(Array(text.utf8)), radix: 16)
      lines.append("f\t\(hash)\t\(text.utf8.count)\t\(name)")
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "site/.sheaf-site")
  }

  @Test(arguments: [
    "../key", "x/../../key", "/etc/sheaf-no-such-file", "./../key", "x//../../key", "..",
    "link/key", "deep/link/key", ".git/config", "x/.GIT/hooks/a",
  ])
  func `a name that leads out of the folder removes and overwrites nothing`(name: String) throws {
    try folder.write("secret", to: "key")
    try folder.write("secret", to: "other/key")
    try folder.write("secret", to: "site/.git/config")
    try folder.write("secret", to: "site/x/.GIT/hooks/a")
    try folder.write("1", to: "site/index.html")
    try folder.write("", to: "site/deep/a")
    for link in ["link", "deep/link"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/site/" + link, withDestinationPath: folder.path + "/other")
    }
    try forge([name: "secret", "index.html": "1"])
    let before = folder.files().filter { !$0.hasSuffix(".sheaf-site") }
    for mode in [SiteFolder.Mode.usual, .forced] {
      let site = try self.site("/site", mode: mode)
      try site.write([1], to: "index.html")
      if name != "..", name != "." {
        #expect(throws: (any Error).self) { try site.write([2], to: name) }
      }
      _ = try site.finish()
      #expect(folder.files().filter { !$0.hasSuffix(".sheaf-site") } == before)
      for file in ["key", "other/key", "site/.git/config", "site/x/.GIT/hooks/a"] {
        #expect(try folder.read(file) == Array("secret".utf8))
      }
      try forge([name: "secret", "index.html": "\u{1}"])
    }
  }

  @Test func `a file of others that the list names is not removed unless its bytes are the listed`()
    throws
  {
    try folder.write("mine", to: "site/mine.txt")
    try folder.write("1", to: "site/index.html")
    try forge(["mine.txt": "ours", "index.html": "1"])
    let site = try self.site("/site")
    try site.write([1], to: "index.html")
    #expect(try site.finish().kept == ["mine.txt"])
    #expect(try folder.read("site/mine.txt") == Array("mine".utf8))
  }

  // MARK: - Folders that are not for a site

  @Test func `a folder of other files takes no site, an earlier site with files beside it does`()
    throws
  {
    try folder.write("mine", to: "letter.txt")
    let error = #expect(throws: Problem.self) { try site() }
    #expect(error?.explanation.english == "\(folder.path) contains other files: letter.txt")
    try folder.write("sheaf site 2\nf\t0\t1\tindex.html\n", to: ".sheaf-site")
    #expect(throws: Problem.self) { try site() }
    #expect(try publish(["index.html": "1"], mode: .forced).written == 1)
    #expect(try publish(["index.html": "2"]).written == 1)
    #expect(try folder.read("letter.txt") == Array("mine".utf8))
  }

  @Test func `an empty working copy of a branch takes a site`() throws {
    for name in [".git", "CNAME", ".nojekyll", "robots.txt"] { try folder.write("x", to: name) }
    #expect(try publish(["index.html": "1"]).written == 1)
  }

  @Test func `a page that a killed run replaced is known, one that somebody changed then is not`()
    throws
  {
    _ = try publish(["a.html": "1", "b.html": "1"])
    let site = try self.site()
    try site.claim(["a.html", "b.html"])
    try site.write([2], to: "a.html")
    try site.write([2], to: "b.html")
    try folder.write("mine", to: "b.html")
    try self.site().write([3], to: "a.html")
    #expect(throws: Problem.self) { try self.site().write([3], to: "b.html") }
  }

  @Test func `what is left of a killed run is removed`() throws {
    let site = try self.site()
    try site.claim(["a.html", "x/b.html"])
    try site.write([1], to: "x/b.html")
    try folder.write("half", to: ".sheaf-new-1")
    #expect(try publish(["a.html": "1"]).added == ["a.html"])
    #expect(folder.files() == [".sheaf-site", "a.html"])
    try folder.write("half", to: ".sheaf-new-x")
    #expect(try publish(["a.html": "2"]).changed == ["a.html"])
    #expect(folder.files() == [".sheaf-new-x", ".sheaf-site", "a.html"])
  }

  @Test func `no command fills the root, a home, a repository, or what is git's`() throws {
    let repository = Repository(
      root: folder.path + "/notes", places: UserPlaces(environment: [:]))
    for name in [".git/x", ".sheaf/site", "home"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/notes/" + name, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/notes/link", withDestinationPath: folder.path)
    let refused = [
      "/", "//", "/./", "/tmp/..", "/root", folder.path, folder.path + "/notes", folder.path + "/.",
      folder.path + "/notes/none/..", folder.path + "/notes/link", folder.path + "/notes/.git",
      folder.path + "/notes/.git/x/y", folder.path + "/notes/.sheaf/site",
      folder.path + "/notes/home/", folder.path + "/notes/none/../home",
    ]
    for path in refused {
      #expect(throws: Problem.self, "\(path)") {
        try OutputFolder.check(path, of: repository, homes: [folder.path + "/notes/home"])
      }
    }
    for path in [folder.path + "/notes/site", folder.path + "/site", "/srv/site"] {
      try OutputFolder.check(path, of: repository, homes: [folder.path + "/notes/home"])
    }
  }

  // MARK: - Copies

  private func copy(_ text: String, modified: Int64, makes result: String?) throws -> Bool {
    let files = InMemoryFileSystem()
    let path = NotePath(trusted: "p.png")
    try files.create(path, Array(text.utf8))
    let fingerprint = FileFingerprint(
      size: Int64(text.utf8.count), modifiedNanoseconds: modified, changedNanoseconds: 0, inode: 1)
    let site = try self.site()
    let isCopied = try site.copy(
      ScannedFile(path: path, fingerprint: fingerprint), from: files, to: "files/p.png"
    ) { _ in result.map { Array($0.utf8) } }
    _ = try site.finish()
    return isCopied
  }

  @Test func `a file is copied when it has changed, and what is written is what was made of it`()
    throws
  {
    #expect(try copy("old", modified: 1, makes: "clean"))
    #expect(try folder.read("files/p.png") == Array("clean".utf8))
    #expect(try copy("old", modified: 1, makes: "not asked for"))
    #expect(try folder.read("files/p.png") == Array("clean".utf8))
    #expect(try copy("new", modified: 2, makes: "fresh"))
    #expect(try folder.read("files/p.png") == Array("fresh".utf8))
    #expect(try !copy("bad", modified: 3, makes: nil))
    #expect(folder.files() == [".sheaf-site"])
  }

  // MARK: - Folders and names

  @Test func `a dry run where no folder is reports a first site and makes nothing`() throws {
    let site = try self.site("/none/site", mode: .dryRun)
    #expect(site.isFirst && site.wasEmpty)
    try site.claim(["a.html"])
    try site.write([1], to: "a.html")
    #expect(try site.finish().added == ["a.html"])
    #expect(folder.files() == [])
    try folder.write("1", to: "file")
    #expect(throws: RepositoryError.self) { try self.site("/file") }
  }

  @Test func `a file that stands where a folder is needed ends the publication`() throws {
    try folder.write("mine", to: "notes")
    #expect(throws: Problem.self) { try publish(["notes/a.html": "1"], mode: .forced) }
    #expect(try folder.read("notes") == Array("mine".utf8))
  }

  @Test func `a long page is written whole, and a shorter one leaves nothing of it`() throws {
    let long = String(repeating: "0123456789", count: 300_000)
    _ = try publish(["a.html": long])
    #expect(try folder.read("a.html").count == long.utf8.count)
    _ = try publish(["a.html": "1"])
    #expect(try folder.read("a.html") == Array("1".utf8))
  }

  @Test func `files of others are told from ours`() throws {
    #expect(try !self.site().hasForeignFile("a.html"))
    _ = try publish(["a.html": "1"])
    try folder.write("mine", to: "b.html")
    let site = try self.site()
    #expect(!site.hasForeignFile("a.html"))
    #expect(site.hasForeignFile("b.html"))
    #expect(!site.hasForeignFile("c.html"))
  }

  @Test(arguments: [(3, false), (4, true)])
  func `an error names three files`(count: Int, hasMore: Bool) throws {
    let names = (1...count).map { "\($0).html" }
    for name in names { try folder.write("mine", to: name) }
    let error = #expect(throws: Problem.self) {
      try site(mode: .forced).claim(names)
    }
    #expect(error?.explanation.english.hasSuffix("3.html" + (hasMore ? ", …" : "")) == true)
  }

  private func modified(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
    let date = try #require(attributes[.modificationDate] as? Date)
    return Int(date.timeIntervalSince1970)
  }
}
