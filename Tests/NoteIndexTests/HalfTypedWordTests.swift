import CivilCalendar
import NoteIndex
import NoteModel
import NoteSyntax
import Testing

/// Korean words whose end is not typed yet, in an index in memory.
@Suite struct HalfTypedWordTests {
  private let index: IndexDatabase

  init() throws {
    index = try IndexDatabase.inMemory()
    let words = "도우미 도우심 달걀 달맞이 프론트엔드 한국어 회의록 값 닮다 과일 API설계"
    try index.update(to: FileTable(), indexedAt: 100) { writer, _ in
      let fingerprint = FileFingerprint(
        size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1)
      for (number, word) in words.split(separator: " ").enumerated() {
        let note = Note(
          Document(parsing: Array("\(word)\n".utf8)), at: NotePath(trusted: "\(number).md"))
        try writer.insert(note, fingerprint)
      }
    }
  }

  @Test(arguments: [
    ("도움", ["도우미"]), ("도웃", ["도우심"]), ("닭", ["달걀"]), ("달ㅁ", ["달맞", "닮"]), ("달마", ["달맞"]),
    ("프론트ㅇ", ["프론트엔"]), ("플", ["프론"]), ("한국ㅇ", ["한국어"]), ("회으", ["회의"]), ("회읠", ["회의록"]),
    ("갑", ["값"]), ("갑ㅅ", ["값"]), ("달ㅁㅏ", ["달맞"]), ("고", ["과"]), ("api설ㄱ", ["api설계"]),
    ("ㅜㅁ", []), ("ㄹ마", []), ("ㅎㅇㄹ", []), ("도우", []), ("meetng", []), ("회의룩", []),
  ])
  func `keys that were typed begin the words that are meant`(typed: String, words: [String]) throws {
    let found = try HalfTypedWord(typed)?.completions(in: index.vocabulary) ?? []
    #expect(found.sorted() == words.sorted())
  }

  @Test func `the last words of a query are read so, those after NOT are not`() throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: .midnight)
    let query = try QueryParser.parse("주간 tag:x (회으 OR 도움) NOT 달ㅁ", now: now).query
    var asked: [String] = []
    let replaced = query.replacingLastWords { term in
      asked.append(term.words)
      return .text(TextTerm(words: "도우미"))
    }
    #expect(asked == ["도움"])
    #expect(replaced?.terms.compactMap(\.text?.words) == ["주간", "회으", "도우미"])
    #expect(query.replacingLastWords { _ in nil } == nil)
  }
}
