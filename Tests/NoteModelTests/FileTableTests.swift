import NoteModel
import NoteTestSupport
import Testing

@Suite struct FileTableTests {
  private func table(_ sizes: [String: Int64]) -> FileTable {
    FileTable(
      sizes.map { path, size in
        ScannedFile(
          path: NotePath(trusted: path),
          fingerprint: FileFingerprint(
            size: size, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1))
      }.sorted { $0.path < $1.path })
  }

  private func differences(
    _ older: [String: Int64], _ newer: [String: Int64]
  ) -> (gone: [String], changed: [String]) {
    var (gone, changed): ([String], [String]) = ([], [])
    table(older).forEachDifference(
      to: table(newer), gone: { gone.append($0.string) },
      changed: { changed.append($0.path.string) })
    return (gone, changed)
  }

  @Test func `a table keeps its files`() {
    let sizes: [String: Int64] = ["Memo/가.md": 3, "Memo/a.md": 1, "Memo/a/b.md": 2, "": 4]
    let table = table(sizes)
    #expect(table.map(\.path.string) == ["", "Memo/a.md", "Memo/a/b.md", "Memo/가.md"])
    #expect(table.map(\.fingerprint.size) == [4, 1, 2, 3])
  }

  @Test func `tables put together are one`() {
    var whole = table(["a": 1, "b": 2])
    whole.append(table([:]))
    whole.append(table(["c": 3, "d": 4]))
    #expect(whole.map(\.path.string) == ["a", "b", "c", "d"])
    #expect(whole.map(\.fingerprint.size) == [1, 2, 3, 4])
  }

  @Test func `what came, went or changed is found`() {
    var generator = SeededGenerator(seed: 8)
    let names = ["a", "ab", "a/b", "a-b", "b", "가", "가나", "a.md", "z/z/z"]
    for _ in 0..<2_000 {
      var sizes: [[String: Int64]] = [[:], [:]]
      for version in 0..<2 {
        for name in names where Bool.random(using: &generator) {
          sizes[version][name] = Int64.random(in: 1...2, using: &generator)
        }
      }
      let found = differences(sizes[0], sizes[1])
      let gone = names.filter { sizes[0][$0] != nil && sizes[1][$0] == nil }
      let changed = names.filter { sizes[1][$0] != nil && sizes[0][$0] != sizes[1][$0] }
      #expect(Set(found.gone) == Set(gone) && found.gone.count == gone.count)
      #expect(Set(found.changed) == Set(changed) && found.changed.count == changed.count)
      #expect(found.changed.map { NotePath(trusted: $0) }.isSorted)
    }
  }
}

extension [NotePath] {
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
