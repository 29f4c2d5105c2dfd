import CivilCalendar
import NoteModel
import NoteRepository
import NoteTestSupport
import Testing

@Suite struct EarlierVersionsTests {
  private let files = InMemoryFileSystem()
  private let store = InMemoryFileSystem()
  private let note = NotePath(trusted: "note.md")

  private var journal: Journal {
    Journal(
      files: files, store: store, storePlace: "/state",
      limits: Journal.Limits(entries: 100, bytes: 1 << 20))
  }

  private func change(_ path: NotePath, to text: String) throws {
    var transaction = Transaction(words: ["set"])
    transaction.replace(path, expecting: try files.read(path), with: Array(text.utf8))
    let moment = CivilMoment(
      day: Day(daysSinceEpoch: 20_778), time: .midnight, utcOffsetSeconds: 0)
    try journal.commit(transaction, at: moment)
  }

  private func versions() throws -> [String] {
    EarlierVersions(journal).versions(of: note, before: try files.read(note))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a file's versions are given newest first, whatever happened to other files`() throws {
    let other = NotePath(trusted: "other.md")
    try files.create(note, Array("one".utf8))
    try files.create(other, Array("a".utf8))
    try change(note, to: "two")
    try change(other, to: "b")
    try change(note, to: "three")
    #expect(try versions() == ["two", "one"])
  }

  @Test func `a file that was changed by others has none`() throws {
    try files.create(note, Array("one".utf8))
    try change(note, to: "two")
    try files.replace(note, expecting: Array("two".utf8), with: Array("mine".utf8))
    #expect(try versions().isEmpty)
  }

  @Test func `what was undone is no earlier version`() throws {
    try files.create(note, Array("one".utf8))
    try change(note, to: "two")
    try journal.carryOut(try journal.undoing(1))
    #expect(try versions().isEmpty)
  }
}
