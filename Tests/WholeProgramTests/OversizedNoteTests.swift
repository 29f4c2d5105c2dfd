import Foundation
import NoteTestSupport
import Testing

/// A file that no machine could hold in memory: whatever reads it fails.
@Suite struct OversizedNoteTests {
  private static let size: UInt64 = 1 << 40

  private static let sentence =
    "big.md is larger than 32 MB; it is listed by name but not read"

  private func session() throws -> CommandSession {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    try session.folder.write("# Small\n\n[[big]] #a\n", to: "small.md")
    try session.folder.write("", to: "big.md")
    let file = try FileHandle(forWritingTo: URL(filePath: session.folder.path + "/big.md"))
    try file.truncate(atOffset: Self.size)
    try file.close()
    try session.folder.setModified("big.md", secondsSinceEpoch: 1_700_000_000)
    return session
  }

  @Test func `it is listed by its name, and reported once`() throws {
    let session = try session()
    let first = session.run(["list", "--paths"])
    #expect(first.output.split(separator: "\n").sorted() == ["big.md", "small.md"])
    #expect(first.errors == "warning: \(Self.sentence)\n")
    // A file that is as new as the index counts as changed.
    #expect((0..<100).contains { _ in session.run(["list", "--paths"]).errors == "" })
    #expect(session.run(["list", "--paths"]).output == first.output)
    #expect(session.run(["links", "small"]).errors == "")
  }

  @Test(arguments: [
    ["show", "big"], ["render", "big", "--to", "html"], ["set", "big", "status=todo"],
    ["rm", "big", "--yes"], ["append", "big", "x"], ["rename", "big", "Large"],
    ["edit", "big"], ["tag", "big", "+x"], ["parse", "big.md"], ["fmt", "big.md"],
    ["links", "big"],
    ["get", "big", "title"], ["mv", "big", "Memo/large.md"],
  ])
  func `a command for it costs a sentence and changes nothing`(words: [String]) throws {
    let session = try session()
    _ = session.run(["index"])
    let outcome = session.run(words)
    if outcome.status == 0 {
      #expect(outcome.errors == "")
    } else {
      #expect(outcome.errors.contains(Self.sentence) || outcome.status == 64)
    }
    let attributes = try FileManager.default.attributesOfItem(
      atPath: session.folder.path + "/big.md")
    #expect(attributes[.size] as? UInt64 == Self.size)
  }

  @Test(arguments: [
    ["check"], ["fmt", "--check"], ["search", "small"], ["search", "--regex", "Small"], ["tasks"],
    ["stats"], ["status"], ["graph", "--json"], ["digest"], ["publish", "-o", "site"], ["tags"],
    ["index", "--rebuild"], ["list", "is:orphan"], ["board"], ["agenda"], ["links", "--broken"],
  ])
  func `the other notes are still processed`(words: [String]) throws {
    let session = try session()
    let outcome = session.run(words)
    let sentences = outcome.errors.split(separator: "\n").filter { $0.contains(Self.sentence) }
    #expect(sentences.count == 1, "\(outcome.errors)")
  }
}
