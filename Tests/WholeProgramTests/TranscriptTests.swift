import Foundation
import NoteTestSupport
import Testing

/// Whole sessions with their output. `SHEAF_RECORD=1` writes what is printed now into the files.
@Suite struct TranscriptTests {
  private static let folder = fixturesFolder + "/Transcripts"
  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?
    .filter { $0.hasSuffix(".transcript") }.sorted() ?? []

  @Test func `there are transcripts`() {
    #expect(Self.names.count >= 8)
  }

  @Test(arguments: names)
  func `a session prints what its transcript says`(name: String) throws {
    let path = Self.folder + "/" + name
    let expected = try String(contentsOfFile: path, encoding: .utf8)
    let replayed = try Transcript(reading: expected).replayed(in: CommandSession())
    if ProcessInfo.processInfo.environment["SHEAF_RECORD"] == "1" {
      try replayed.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(replayed == expected)
  }
}
