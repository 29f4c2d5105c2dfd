import Foundation
import NoteModel
import NoteRepository
import NoteTestSupport
import Testing

@Suite struct SiteFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func publish(_ files: [String: String]) throws -> SiteReport {
    let site = try SiteFolder(path: folder.path)
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
    #expect(throws: SiteFolderError.self) { try publish(["index.html": "1", "a.html": "2"]) }
    #expect(folder.files() == ["index.html"])
    #expect(try folder.read("index.html") == Array("mine".utf8))
  }

  @Test func `a run that was killed half way knows its files again`() throws {
    let site = try SiteFolder(path: folder.path)
    try site.claim(["a.html", "b.html"])
    try site.write([1], to: "a.html")
    let report = try publish(["a.html": "1"])
    #expect(report.files == 1)
    #expect(folder.files() == [".sheaf-site", "a.html"])
  }

  @Test func `a page that somebody changed is written again`() throws {
    _ = try publish(["a.html": "1"])
    try folder.write("changed", to: "a.html")
    #expect(try publish(["a.html": "1"]).written == 1)
    #expect(try folder.read("a.html") == Array("1".utf8))
  }

  @Test func `a symbolic link does not lead out of the folder`() throws {
    let other = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/notes", withDestinationPath: other.path)
    #expect(throws: RepositoryError.self) { try publish(["notes/a.html": "1"]) }
    #expect(other.files() == [])
  }

  @Test func `a manifest is read as it was written`() {
    var manifest = SiteManifest()
    manifest.files["메모/a b.html"] = SiteManifest.Entry(hash: .max, size: 12)
    manifest.groups["notes-1"] = SiteManifest.Group(key: 7, payload: "AA==")
    #expect(SiteManifest(reading: Array(manifest.text.utf8)) == manifest)
    #expect(SiteManifest(reading: Array("something else".utf8)) == SiteManifest())
  }

  @Test func `a look at what would be published changes nothing`() throws {
    _ = try publish(["a.html": "1", "x/b.html": "2"])
    let before = folder.files()
    let site = try SiteFolder(path: folder.path, isDryRun: true)
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
    let site = try SiteFolder(path: folder.path)
    let former = site.formerAddresses(besides: ["notes/b.html", "notes/c.html"]) {
      $0.hasSuffix(".html")
    }
    #expect(former.contains("notes/a.html"))
    #expect(!former.contains("notes/b.html"))
    #expect(!former.contains("notes/c.html"))
    #expect(!former.contains("x.css"))
  }
}
