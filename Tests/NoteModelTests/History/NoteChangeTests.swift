import CivilCalendar
import NoteModel
import NoteSyntax
import Testing
import Wording

@Suite("What happened to a note")
struct NoteChangeTests {
  /// A clock nine hours east of UTC.
  private let now = CivilMoment(day: Day(daysSinceEpoch: 20_000), time: .nine, utcOffsetSeconds: 32_400)

  private func note(_ text: String, at path: String = "Memo/a.md") -> Note {
    Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path), in: .standard)
  }

  private func words(_ before: String, _ after: String) -> [String] {
    NoteChange.changes(from: note(before), to: note(after))
      .map { $0.words(at: now).english }
  }

  @Test("Fields are told by their values, the column of a task as a move")
  func fields() {
    #expect(
      words(
        "---\nstatus: todo\ndue: 2026-11-30\ntags: [a, b]\nold: x\n---\n",
        "---\nstatus: doing\ndue: 2026-12-04\ntags: [b, c]\nnew: y\n---\n") == [
          "moved from todo to doing", "due Mon 2026-11-30 → Fri 2026-12-04", "tags +c −a", "new – → y",
          "old x → –",
        ])
    #expect(
      words("---\ndue: 2026-11-30T20:00:00Z\n---\n", "---\ndue: 2026-11-30T20:00\n---\n") == [
        "due Tue 2026-12-01 05:00 → Mon 2026-11-30 20:00"
      ])
  }

  @Test("Lines are counted under their headings; the title is none")
  func lines() {
    #expect(
      words("# Title\n\na\n\n## Plan\n\none\ntwo\n", "# Title\n\nb\n\n## Plan\n\none\n1\n2\n3\n")
        == [
          "+1 −1 lines", "+3 −1 lines in “Plan”",
        ])
  }

  @Test("A tick is no changed line")
  func boxes() {
    #expect(
      words("- [ ] milk\n- [x] tea\n", "- [x] milk\n- [ ] tea\n") == [
        "ticked “milk”", "unticked “tea”",
      ])
    #expect(words("- [ ] milk\n", "- [/] milk\n") == ["“milk” from todo to doing"])
  }

  @Test("A new place is told, in the folder as another name")
  func renames() {
    let old = note("a\n")
    #expect(
      NoteChange.changes(from: old, to: note("a\n", at: "Memo/b.md")).map { $0.words(at: now).english } == [
        "renamed from a.md"
      ])
    #expect(
      NoteChange.changes(from: old, to: note("a\n", at: "Old/a.md")).map { $0.words(at: now).english } == [
        "moved from Memo/a.md"
      ])
  }

  @Test("A note comes and goes; a version that is the same has nothing to tell")
  func comesAndGoes() {
    #expect(NoteChange.changes(from: nil, to: note("a\n")) == [.created])
    #expect(NoteChange.changes(from: note("a\n"), to: nil) == [.removed])
    #expect(words("---\ntags: [a, b]\n---\n", "---\ntags: [b, a]\n---\n") == [])
  }

  @Test("The sentence of a commit says what a command did to a note")
  func sentences() {
    func sentence(_ before: String?, _ after: String?) -> String {
      ChangeSentence(
        [
          ChangeSentence.Difference(
            path: NotePath(trusted: "Memo/a.md"), before: before.map { note($0) },
            after: after.map { note($0) })
        ], at: now
      ).message.english
    }
    let task = "---\ntitle: 세금 신고\nstatus: todo\n---\n"
    #expect(sentence(nil, task) == "Add “세금 신고”")
    #expect(sentence(task, nil) == "Remove “세금 신고”")
    #expect(
      sentence(task, "---\ntitle: 세금 신고\nstatus: doing\n---\n")
        == "Move “세금 신고” from todo to doing")
    #expect(
      sentence(task, "---\ntitle: 세금 신고\nstatus: todo\ndue: 2026-12-04\n---\n")
        == "Change “세금 신고”: due – → Fri 2026-12-04")
  }
}
