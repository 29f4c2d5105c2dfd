import CivilCalendar
import NoteIndex
import NoteModel
import NoteSyntax
import Testing

/// The setting of a region works on what is asked, never on what is stored.
@Suite struct TelephoneFilterTests {
  private let today = Day(daysSinceEpoch: 20_000)

  private func index() throws -> IndexDatabase {
    let index = try IndexDatabase.inMemory()
    let texts = [
      "kr.md": "010-1234-5678\n", "us.md": "415-555-2671\n", "any.md": "+82 10 1234 5678\n",
    ]
    let files = texts.keys.sorted().map { path in
      ScannedFile(
        path: NotePath(trusted: path),
        fingerprint: FileFingerprint(
          size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1))
    }
    try index.update(to: FileTable(files), indexedAt: 2) { writer, changes in
      for file in changes.notes {
        let document = Document(parsing: Array((texts[file.path.string] ?? "").utf8))
        try writer.insert(Note(document, at: file.path), file.fingerprint)
      }
    }
    return index
  }

  @Test func `another region is answered from the same index`() throws {
    var index = try index()
    for (regions, expected) in [
      (Set([TelephoneRegion.korea]), ["any.md", "kr.md"]), ([.unitedStates], ["any.md", "us.md"]),
      ([], ["any.md"]), (Set(TelephoneRegion.allCases), ["any.md", "kr.md", "us.md"]),
    ] {
      index.telephoneRegions = regions
      #expect(try index.links.all().map(\.source.string) == expected)
      let request = NoteRequest(
        query: .has(.link), sort: [SortKey("path")], now: CivilMoment(day: today, time: .midnight))
      #expect(try index.notes(request).map(\.path.string) == expected)
    }
  }
}
