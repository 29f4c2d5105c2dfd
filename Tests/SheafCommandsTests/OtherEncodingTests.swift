import Foundation
import NoteTestSupport
import Testing

/// A note in another encoding than UTF-8: ASCII between its characters would make it unreadable for every program.
@Suite struct OtherEncodingTests {
  private static let text = "---\ntitle: T\n---\n# Reise\n\n- [ ] Été #tag [[o]] 한글\n"

  @Test(arguments: [
    ["set", "n1.md", "x=1"], ["append", "n1.md", "more"], ["append", "n1.md", "more", "--prepend"],
    ["set", "n1.md", "tags+=a"], ["rename", "n1.md", "New"], ["fmt"], ["fmt", "n1.md"], ["replace", "e", "E", "--yes"],
    ["tasks", "done", "n1.md"], ["set", "x=1", "--where", "path:n1", "--yes"],
  ])
  func `no command writes ASCII into a note in UTF-16 or UTF-32`(words: [String]) throws {
    for encoding in [
      String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32LittleEndian, .utf32BigEndian,
    ] {
      let session = try CommandSession()
      _ = session.run(["init", "-q"])
      let bytes = try #require(Self.text.data(using: encoding))
      try bytes.write(to: URL(fileURLWithPath: session.folder.path + "/n1.md"))
      try session.folder.write("# o\n", to: "o.md")
      _ = session.run(words)
      let names = try FileManager.default.contentsOfDirectory(atPath: session.folder.path)
      let stored = try names.filter { $0.hasSuffix(".md") && $0 != "o.md" }.map { try session.folder.read($0) }
      #expect(stored == [Array(bytes)], "\(words) \(encoding)")
    }
  }

  @Test func `the refusal names the note and the way out`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try #require(Self.text.data(using: .utf16)).write(to: URL(fileURLWithPath: session.folder.path + "/n1.md"))
    let outcome = session.run(["append", "n1.md", "more"])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("n1.md: a note in UTF-16 cannot be changed"))
    #expect(outcome.errors.contains("convert the file to UTF-8 first"))
  }

  @Test func `a note with one zero byte can be changed`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("# T\n\na long text with \u{0} in it, as a damaged disk leaves behind\n", to: "n1.md")
    #expect(session.run(["append", "n1.md", "more"]).status == 0)
  }
}
