import Foundation
import NoteTestSupport
import Testing

/// Files that try to do harm when they are imported.
@Suite struct HostileImportTests {
  private let session: CommandSession
  private let outside: TemporaryFolder

  init() throws {
    session = try CommandSession()
    outside = try TemporaryFolder()
    _ = session.run(["init"])
  }

  private func python(_ script: String) throws {
    let run = try ProgramRun.run(SiteCheckers.python, ["-c", script], in: outside.path)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(.enabled(if: SiteCheckers.readsFeeds, "python is not installed"))
  func `names of an archive that lead out of it, and links in it, reach nothing outside`() throws {
    try outside.write("secret\n", to: "secret.md")
    try python(
      """
      import zipfile, stat
      z = zipfile.ZipFile('evil.zip', 'w')
      z.writestr('../../escaped.md', 'out')
      z.writestr('/tmp/sheaf-absolute.md', 'out')
      link = zipfile.ZipInfo('link.md'); link.create_system = 3
      link.external_attr = (stat.S_IFLNK | 0o777) << 16
      z.writestr(link, '\(outside.path)/secret.md')
      z.writestr('good.md', '# Good')
      z.close()
      """)
    let outcome = session.run([
      "import", "--from", "text", outside.path + "/evil.zip", "--in", "X",
    ])
    #expect(outcome.output.contains("X/Good.md"))
    #expect(!FileManager.default.fileExists(atPath: "/tmp/sheaf-absolute.md"))
    #expect(Set(outside.files()) == ["evil.zip", "secret.md"])
    for file in session.folder.files() where file.hasSuffix(".md") {
      #expect(!String(decoding: try session.folder.read(file), as: UTF8.self).contains("secret"))
    }
  }

  @Test(.enabled(if: SiteCheckers.readsFeeds, "python is not installed"))
  func `an archive that is cut into archives is one import`() throws {
    try python(
      """
      import io, zipfile
      def part(name):
        data = io.BytesIO()
        z = zipfile.ZipFile(data, 'w'); z.writestr(name, '# ' + name); z.close()
        return data.getvalue()
      z = zipfile.ZipFile('good.zip', 'w')
      z.writestr('Export-1.zip', part('One.txt'))
      z.writestr('Export-2.zip', part('Two.txt'))
      z.close()
      z = zipfile.ZipFile('mixed.zip', 'w')
      z.writestr('note.txt', 'Three'); z.writestr('kept.zip', part('HUSH.txt')); z.close()
      """)
    func imported(_ name: String) -> CommandSession.Outcome {
      session.run(["import", "--from", "text", outside.path + "/" + name, "--in", "X"])
    }
    #expect(imported("good.zip").output == "X/One.md\nX/Two.md\n")
    #expect(imported("mixed.zip").output == "X/note.md\n")
  }

  @Test func `files of another format are reported as that`() throws {
    try outside.write("x", to: "a.bin")
    let outcome = session.run(["import", "--from", "org", outside.path + "/a.bin"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("warning: No file is of the format org (Org: a file"))
  }

  @Test func `a file that is no archive and no text is reported`() throws {
    try outside.write([0x50, 0x4B, 0x03, 0x04, 0x00], to: "cut.zip")
    let cut = session.run(["import", "--from", "notion", outside.path + "/cut.zip"])
    #expect(cut.status == 65)
    #expect(cut.errors.contains("cannot be unpacked"))
    try outside.write([0xC7, 0xD1, 0xB1, 0xDB], to: "cp949.txt")
    let outcome = session.run(["import", "--from", "text", outside.path + "/cp949.txt"])
    #expect(outcome.status == 0)
    #expect(String(decoding: try session.folder.read("Memo/cp949.md"), as: UTF8.self).contains("한글"))
  }

  @Test func `scripts of pages leave nothing behind`() throws {
    try outside.write(
      "<p onclick=evil()>a</p><script>evil()</script><a href='javascript:evil()'>b</a><iframe src=frame></iframe><img src=x onerror=evil()>",
      to: "a.html")
    _ = session.run(["import", "--from", "html", outside.path + "/a.html"])
    let text = String(decoding: try session.folder.read("Memo/a.md"), as: UTF8.self)
    #expect(!text.contains("evil"))
  }

  @Test func `tags, keys and values of any kind are read back as they are`() throws {
    try outside.write(
      ##"[{"title": "a", "body": "b", "tags": ["x y", "#z", "--- "], "k: v": "- x\n---\n", "": "empty", "source": "mine", "\u0000": "\u001b[2J"}]"##,
      to: "a.json")
    let outcome = session.run(["import", "--from", "json", outside.path + "/a.json"])
    #expect(outcome.status == 0)
    #expect(session.run(["check", "Memo/a.md"]).output == "")
    #expect(session.run(["get", "a", "tags"]).output.contains("x-y"))
    #expect(session.run(["list", "tag:z", "--paths"]).output == "Memo/a.md\n")
  }

  @Test func `dates out of range are kept as text`() throws {
    try outside.write(
      #"[{"title": "a", "created_at": 1e20}, {"title": "b", "created_at": -1e300}, {"title": "c", "deadline": "2026-02-30"}]"#,
      to: "a.json")
    let outcome = session.run(["import", "--from", "json", outside.path + "/a.json"])
    #expect(outcome.output.split(separator: "\n").count == 3)
    #expect(outcome.errors.contains("created is not a date; kept below import:"))
    #expect(outcome.errors.contains("due is not a date; kept below import:"))
  }
}
