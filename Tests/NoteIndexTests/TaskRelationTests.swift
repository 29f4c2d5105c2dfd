import CivilCalendar
import GRDB
import NoteModel
import NoteSyntax
import Testing

@testable import NoteIndex

/// The tasks that wait for others, as the index resolves their names.
@Suite struct TaskRelationTests {
  private let index: IndexDatabase
  private let now = CivilMoment(day: Day(daysSinceEpoch: 20_778), time: .midnight)

  init() throws {
    index = try IndexDatabase.inMemory()
  }

  /// Brings the index up to date with notes by their paths.
  private func index(_ notes: [String: String], at time: Int64) throws {
    let files = notes.map { path, text in
      ScannedFile(
        path: NotePath(trusted: path),
        fingerprint: FileFingerprint(
          size: Int64(text.utf8.count), modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1))
    }.sorted { $0.path < $1.path }
    try index.update(to: FileTable(files), indexedAt: time) { writer, changes in
      for path in changes.removed { try writer.remove(path) }
      for file in changes.notes {
        let text = notes[file.path.string] ?? ""
        try writer.insert(
          Note(Document(parsing: Array(text.utf8)), at: file.path), file.fingerprint)
      }
    }
  }

  /// The tasks that wait for an open one: the same by a query for tasks, by one for notes, and by the graph.
  private func blocked() throws -> [String] {
    let query = Query.state(.blocked)
    let tasks = try index.tasks(TaskRequest(query: query, now: now))
    let every = try index.tasks()
    let graph = try index.tasks.graph(of: every)
    #expect(
      Set(every.filter { graph.isBlocked($0) }.map(\.reference)) == Set(tasks.map(\.reference)))
    let notes = try index.notes(NoteRequest(query: query, now: now)).map(\.path.string)
    #expect(Set(notes) == Set(tasks.filter { $0.line == nil }.map(\.reference)))
    return tasks.map(\.reference).sorted()
  }

  @Test(arguments: [
    "b", "'[[B]]'", "bbbb", "'[[b|the other]]'", "'[[b#A heading]]'", "b.md", "[x, Sub/c]",
    "box1", "Another name",
  ])
  func `an open task blocks by name, link, path or id`(name: String) throws {
    try index(
      [
        "a.md": "---\nstatus: todo\ndepends: \(name)\n---\n",
        "b.md": "---\nid: bbbb\nstatus: doing\naliases: [Another name]\n---\n",
        "Sub/c.md": "---\nstatus: todo\n---\n- [ ] box 🆔 box1\n",
      ], at: 1000)
    #expect(try blocked() == ["a.md"])
  }

  @Test func `a name is resolved again when its note comes, goes or is done`() throws {
    let waiting = "---\nstatus: todo\ndepends: \"[[b]]\"\n---\n"
    let box = "- [ ] paint ⛔ wall\n"
    try index(["a.md": waiting, "box.md": box], at: 1)
    #expect(try blocked() == [])
    try index(
      [
        "a.md": waiting, "box.md": box, "b.md": "---\nstatus: todo\n---\n",
        "wall.md": "- [ ] wall 🆔 wall\n",
      ], at: 2)
    #expect(try blocked() == ["a.md", "box.md:1"])
    try index(["a.md": waiting, "box.md": box, "b.md": "---\nstatus: done\n---\n\n"], at: 3)
    #expect(try blocked() == [])
    try index(
      ["a.md": waiting, "box.md": box, "Sub/b.md": "---\nstatus: doing\n---\n"], at: 4)
    #expect(try blocked() == ["a.md"])
  }

  @Test func `no task waits for itself or for a sealed letter`() throws {
    try index(
      [
        "a.md": "---\nstatus: todo\ndepends: [a, letter]\n---\n- [ ] box 🆔 x ⛔ x\n",
        "letter.md": "---\nstatus: todo\nunseal: 2027-01-01\n---\n",
      ], at: 1)
    #expect(try blocked() == [])
  }

  @Test func `an agenda is read from the index of its days, without the tables`() throws {
    try index(["a.md": "---\nstatus: todo\ndue: 2026-11-21\n---\n"], at: 1)
    let plan = try index.read { database in
      try Row.fetchAll(
        database,
        sql: """
          EXPLAIN QUERY PLAN SELECT \(LocatedTaskColumn.list) FROM task
          WHERE task.firstDay <= 9 AND task.title <> ''
          """
      ).map { try $0.text(3) }
    }
    #expect(plan == ["SEARCH task USING COVERING INDEX taskDay (firstDay<?)"])
  }

  @Test func `a place is never smaller than the least of its day, wherever it is read`() throws {
    let hours = stride(from: -12 * 3_600, through: 14 * 3_600, by: 3_600)
    for zone in hours.map({ LocalZone.fixed($0) }) {
      for offset in hours.map(Optional.init) + [nil] {
        for hour in [0, 11, 23] {
          let time = try #require(TimeOfDay(hour: hour, minute: 59))
          let due = CivilDate.moment(CivilMoment(day: now.day, time: time, utcOffsetSeconds: offset))
          for priority in TaskPriority.allCases {
            let item = TaskItem(source: .note, title: "a", status: .todo, due: due, priority: priority)
            let before = IndexedDate(due, in: zone).day.adding(days: -1)
            #expect(item.duePlace >= TaskItem.leastDuePlace(after: before))
            #expect(item.duePlace < TaskItem.leastDuePlace(after: nil))
          }
        }
      }
    }
    for priority in TaskPriority.allCases {
      let undated = TaskItem(source: .note, title: "a", status: .todo, priority: priority)
      #expect(undated.duePlace >= TaskItem.leastDuePlace(after: nil))
    }
  }
}
