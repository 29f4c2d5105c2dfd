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
    let names = names([("old budget", 7), ("ledger", 3), ("budget", 7), ("my budgets", 5), ("debudget", 9)])
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
    for number in 0..<500 {
      names.add(["note \(number)", "anote \(number)", "x note \(number)"][number % 3], of: number)
      names.setUses(number * 7919 % 101, of: number)
    }
    let all = found("note", in: names)
    #expect(all.count == 500)
    for limit in [0, 1, 10, 499, 500, 900] {
      #expect(found("note", in: names, limit: limit) == Array(all.prefix(limit)))
    }
  }
}
