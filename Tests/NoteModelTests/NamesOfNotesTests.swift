import NoteModel
import Testing

@Suite struct NamesOfNotesTests {
  private func names(_ entries: [(String, Int)]) -> NamesOfNotes {
    var names = NamesOfNotes()
    for (name, note) in entries { names.add(name, of: note) }
    return names
  }

  private func found(_ typed: String, in names: NamesOfNotes, limit: Int = .max) -> [Int] {
    NamePart(typed).map { names.notes(matching: $0, limit: limit) } ?? []
  }

  @Test func `the best of a note's names counts, and a note is found once`() {
    let names = names([
      ("old budget", 7), ("ledger", 3), ("budget", 7), ("my budgets", 5), ("debudget", 9),
    ])
    #expect(found("budget", in: names) == [7, 5, 9])
    #expect(found("led", in: names) == [3])
    #expect(found("budgets", in: names) == [5])
    #expect(found("zebra", in: names).isEmpty)
  }

  @Test func `a name is not found across the end of another`() {
    let names = names([("house", 1), ("boat", 2)])
    #expect(found("houseb", in: names).isEmpty)
    #expect(found("eb", in: names).isEmpty)
    #expect(found("boat", in: names) == [2])
  }

  @Test func `of equal matches those with more uses come first`() {
    var names = names([("plan a", 1), ("plan b", 2), ("plan c", 3), ("a plan", 4)])
    names.setUses(5, of: 3)
    names.setUses(90, of: 4)
    names.setUses(2, of: 2)
    names.setUses(8, of: 77)
    #expect(found("plan", in: names) == [3, 2, 1, 4])
    #expect(found("plan", in: names, limit: 2) == [3, 2])
    #expect(names.hits(of: nil, limit: 3).map(\.number) == [4, 3, 2])
    #expect(names.hits(of: nil, limit: 3).map(\.uses) == [90, 5, 2])
  }

  @Test func `a limit gives the same notes as looking at all of them`() {
    var names = NamesOfNotes()
    for number in 0..<5000 {
      names.add(["note \(number)", "anote \(number)", "x note \(number)"][number % 3], of: number)
      names.setUses(number * 7919 % 101, of: number)
    }
    let all = found("note", in: names)
    let rank = [0, 2, 1]
    let sorted = (0..<5000).sorted { left, right in
      (rank[left % 3], -(left * 7919 % 101), left) < (rank[right % 3], -(right * 7919 % 101), right)
    }
    #expect(all == sorted)
    #expect(all.count == 5000)
    for limit in [0, 1, 10, 499, 2000, 5000, 9000] {
      #expect(found("note", in: names, limit: limit) == Array(all.prefix(limit)))
    }
  }

  @Test func `a name is found among others exactly where it matches alone`() {
    let texts = [
      "Budget for 2026", "치과 예약", "여행/제주 걷기/제주", "주간 회의록", "과일", "닭갈비", "값", "it's", "Café au lait",
      "0012", "a",
    ]
    let names = names(texts.enumerated().map { ($1, $0) })
    let parts = texts.flatMap { text -> [String] in
      let letters = Array(text)
      return letters.indices.flatMap { start in
        (start..<min(letters.count, start + 4)).map { String(letters[start...$0]) }
      }
    }
    var counts: [Int] = []
    for typed in parts + ["ㅊㄱ", "ㅎㅇㄹ", "회ㅇ", "회으", "달", "닭", "ㄱ", "2026 bud", "예 치", "zq"] {
      guard let part = NamePart(typed) else { continue }
      let alone = texts.indices.filter { part.match(TypedName(texts[$0])) != nil }
      #expect(Set(found(typed, in: names)) == Set(alone), "\(typed)")
      counts.append(alone.count)
    }
    #expect(counts.count > 150 && counts.contains(0) && counts.contains { $0 > 1 })
  }
}
