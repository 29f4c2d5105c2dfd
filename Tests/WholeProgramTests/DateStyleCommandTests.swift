import NoteTestSupport
import Testing

@Suite struct DateStyleCommandTests {
  @Test func `listings, show and pages of the site write days as the setting says`() throws {
    let session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write("---\nstatus: todo\ndue: 2026-12-04\n---\n\nText\n", to: "Memo/a.md")
    try session.folder.write("---\ncreated: 2026-11-02\n---\n\nText\n", to: "Memo/b.md")
    #expect(session.run(["tasks"]).output.contains("2026-12-04"))
    // Pages that are there already are made again.
    #expect(session.run(["publish", "-o", session.folder.path + "/out"]).status == 0)
    try session.folder.write("dates:\n  style: dotted\n", to: ".sheaf/config.yaml")
    #expect(session.run(["tasks"]).output.contains("2026.12.04"))
    #expect(session.run(["agenda", "2026-12"]).output.contains("2026.12.04"))
    #expect(session.run(["show", "a"]).output.contains("2026.12.04"))
    #expect(session.run(["show", "b"]).output.contains("2026.11.02"))
    #expect(session.run(["publish", "-o", session.folder.path + "/out"]).status == 0)
    let pages = try session.folder.files().filter {
      $0.hasPrefix("out/") && $0.hasSuffix("/b.html")
    }
    .map { String(decoding: try session.folder.read($0), as: UTF8.self) }
    #expect(pages.contains { $0.contains("2026.11.02") })
  }
}
