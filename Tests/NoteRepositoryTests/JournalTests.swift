import CivilCalendar
import HostSystem
import NoteModel
import NoteRepository
import NoteTestSupport
import Testing

@Suite struct JournalTests: JournalSuite {
  let files = InMemoryFileSystem()
  let store = InMemoryFileSystem()

  private func undo(_ count: Int, budget: CallBudget? = nil) throws -> Int {
    let journal = journal(budget: budget)
    let plan = try journal.undoing(count)
    try journal.carryOut(plan)
    return plan.entries.count
  }

  private func redo(_ count: Int) throws -> Int {
    let plan = try journal().redoing(count)
    try journal().carryOut(plan)
    return plan.entries.count
  }

  private func transaction(_ change: (inout Transaction) -> Void) -> Transaction {
    var transaction = Transaction(words: ["mv", "a b", "c"])
    change(&transaction)
    return transaction
  }

  private func fill(_ contents: [String: String]) throws {
    for (name, text) in contents { try files.create(path(name), bytes(text)) }
  }

  /// One change of every sort: in a folder that moves, in a new folder, on a file that moved.
  private func everySort() throws -> Transaction {
    try fill([
      "a.md": "one two three", "Old/in.md": "[x](../a.md)", "Old/Deep/photo.png": "\u{1}",
      "gone.md": "bye", "plain.md": "[[a]]",
    ])
    return transaction {
      $0.replace(path("Old/in.md"), expecting: bytes("[x](../a.md)"), with: bytes("[x](../b.md)"))
      $0.move(path("Old"), to: path("Archive/2026/New"))
      $0.move(path("a.md"), to: path("b.md"))
      $0.replace(path("b.md"), expecting: bytes("one two three"), with: bytes("one 2 three"))
      $0.remove(path("gone.md"), expecting: bytes("bye"))
      $0.create(path("Deep/er/new.md"), bytes("hello"))
      $0.replace(path("plain.md"), expecting: bytes("[[a]]"), with: bytes("[[b]]"))
    }
  }

  private let everySortAfter = [
    "Archive/2026/New/in.md": "[x](../b.md)", "Archive/2026/New/Deep/photo.png": "\u{1}",
    "b.md": "one 2 three", "Deep/er/new.md": "hello", "plain.md": "[[b]]",
  ]

  private var texts: [String: String] {
    Dictionary(
      uniqueKeysWithValues: files.contents.map { path, bytes in
        (path.string, String(decoding: bytes, as: UTF8.self))
      })
  }

  @Test func `every sort of change is made, undone and made again`() throws {
    let transaction = try everySort()
    let before = texts
    let folders = files.folders
    let entry = try journal().commit(transaction, at: moment)
    #expect(texts == everySortAfter)
    #expect(entry?.command == "sheaf mv 'a b' c")
    #expect(
      entry?.paths.map(\.string) == [
        "Archive/2026/New", "Archive/2026/New/in.md", "Deep/er/new.md", "b.md", "gone.md",
        "plain.md",
      ])
    #expect(try undo(1) == 1)
    #expect(texts == before)
    #expect(files.folders == folders)
    #expect(try redo(1) == 1)
    #expect(texts == everySortAfter)
    #expect(try journal().history().entries.map(\.state) == [.done])
  }

  @Test func `a preview of undo says what undo does`() throws {
    let transaction = try everySort()
    try journal().commit(transaction, at: moment)
    let changes = try journal().preview(of: try journal().undoing(1))
    let moved = changes.filter { if case .move(_, path("Old")) = $0 { true } else { false } }
    #expect(moved.count == 1)
    #expect(changes.count == transaction.changes.count)
    #expect(
      changes.contains(
        .replace(
          path("Old/in.md"), expecting: bytes("[x](../b.md)"), with: bytes("[x](../a.md)"))))
    #expect(texts == everySortAfter)
  }

  @Test func `a process that dies while a file has both its names leaves one`() throws {
    let folder = try TemporaryFolder()
    let disk = LiveFileSystem(root: folder.path)
    try folder.write("note", to: "a.md")
    func journal(_ files: any FileSystem) -> Journal {
      Journal(
        files: files, store: store, storePlace: "/state",
        limits: Journal.Limits(entries: 200, bytes: 1 << 20))
    }
    for calls in 0..<20 where !journal(disk).hasUnfinishedEntry {
      let killed = journal(WatchedFileSystem(disk, watcher: CallBudget(calls)))
      _ = try? killed.commit(transaction { $0.move(path("a.md"), to: path("b.md")) }, at: moment)
    }
    #expect(journal(disk).hasUnfinishedEntry && folder.files() == ["a.md"])
    #expect(link(folder.path + "/a.md", folder.path + "/b.md") == 0)
    let outcomes = try journal(disk).recover().map(\.outcome)
    #expect(outcomes == [.finished] && folder.files() == ["b.md"])
  }

  @Test func `a process that dies at any call leaves all or nothing`() throws {
    let transaction = try everySort()
    let before = texts
    let folders = files.folders
    var outcomes: Set<String> = []
    for calls in 0... {
      let budget = CallBudget(calls)
      _ = try? journal(budget: budget).commit(transaction, at: moment)
      guard budget.isSpent else { break }
      let recoveries = try journal().recover()
      outcomes.formUnion(recoveries.map { "\($0.outcome)" })
      #expect(try journal().recover().isEmpty)
      let isDone = texts == everySortAfter
      #expect(isDone || texts == before, "after \(calls) calls")
      if isDone { #expect(try undo(1) == 1) }
      #expect(texts == before, "after \(calls) calls")
      #expect(files.folders == folders, "after \(calls) calls")
    }
    #expect(outcomes == ["finished"])
  }

  /// A change of many notes, which wait for the disk together.
  private func manyPatches() throws -> Transaction {
    try fill(Dictionary(uniqueKeysWithValues: (100..<140).map { ("Memo/\($0).md", "[[a]] \($0)") }))
    return transaction {
      for number in 100..<140 {
        $0.replace(
          path("Memo/\(number).md"), expecting: bytes("[[a]] \(number)"), with: bytes("[[b]] \(number)"))
      }
    }
  }

  @Test(arguments: [0, 1, 2]) func `a power failure that keeps any of many patches leaves all`(rest: Int) throws {
    let change = try manyPatches()
    for calls in 0... {
      _ = try? journal(budget: CallBudget(calls)).commit(change, at: moment)
      if journal().hasUnfinishedEntry { break }
    }
    for case .replace(let path, let before, let after) in change.changes[rest...]
    where path.string.utf8.dropLast(3).last.map({ Int($0) % 3 == rest }) == true && files.contents[path] == before {
      try files.replace(path, expecting: before, with: after)
    }
    #expect(Set(texts.values.map { $0.prefix(5) }) == ["[[a]]", "[[b]]"])
    let recovery = try #require(try journal().recover().first)
    #expect(recovery.outcome == .finished && recovery.foreign.isEmpty)
    #expect(texts.values.allSatisfy { $0.hasPrefix("[[b]]") })
    #expect(try undo(1) == 1)
    #expect(texts.values.allSatisfy { $0.hasPrefix("[[a]]") })
  }

  @Test func `many patches are made and undone on the disk`() throws {
    let folder = try TemporaryFolder()
    let change = try manyPatches()
    for (path, bytes) in files.contents { try folder.write(bytes, to: path.string) }
    let journal = Journal(
      files: LiveFileSystem(root: folder.path), store: store, storePlace: "/state",
      limits: Journal.Limits(entries: 200, bytes: 1 << 20))
    func texts() throws -> [String] { try (100..<140).map { try folder.text("Memo/\($0).md") } }
    try journal.commit(change, at: moment)
    #expect(try texts() == (100..<140).map { "[[b]] \($0)" })
    try journal.carryOut(try journal.undoing(1))
    #expect(try texts() == (100..<140).map { "[[a]] \($0)" })
    #expect(folder.files().count == 40)
  }

  @Test func `a process that dies at any call while it undoes leaves all or nothing`() throws {
    let transaction = try everySort()
    let before = texts
    for calls in 0... {
      try journal().commit(transaction, at: moment)
      let budget = CallBudget(calls)
      _ = try? undo(1, budget: budget)
      _ = try journal().recover()
      #expect(texts == everySortAfter || texts == before, "after \(calls) calls")
      if texts == everySortAfter { _ = try undo(1) }
      #expect(texts == before, "after \(calls) calls")
      if !budget.isSpent { break }
    }
  }

  @Test func `a change of another that is in the way of going on is left alone`() throws {
    let transaction = try everySort()
    let before = texts
    // Dead behind the first file; the last one is then changed by hand.
    for calls in 0... {
      let budget = CallBudget(calls)
      _ = try? journal(budget: budget).commit(transaction, at: moment)
      if texts["Old/in.md"] == "[x](../b.md)" { break }
      _ = try journal().recover()
      if texts == everySortAfter { _ = try undo(1) }
    }
    try files.replace(path("plain.md"), expecting: bytes("[[a]]"), with: bytes("by hand"))
    let recovery = try #require(try journal().recover().first)
    #expect(recovery.outcome == .rolledBack)
    #expect(recovery.foreign == [path("plain.md")])
    #expect(texts == before.merging(["plain.md": "by hand"]) { $1 })
    #expect(try !journal().history().entries.contains { $0.state == .done })
  }

  @Test func `a file changed since it was read is left alone and the result kept`() throws {
    try fill(["a.md": "theirs", "b.md": "same"])
    let change = transaction {
      $0.replace(path("b.md"), expecting: bytes("same"), with: bytes("other"))
      $0.replace(path("a.md"), expecting: bytes("mine"), with: bytes("mine too"))
    }
    #expect(
      throws: RepositoryError.changedMeanwhile(path: "a.md", keptAt: "/state/kept/1 a.md")
    ) { try journal().commit(change, at: moment) }
    #expect(texts == ["a.md": "theirs", "b.md": "same"])
    #expect(try store.read(path("kept/1 a.md")) == bytes("mine too"))
  }

  /// Writes into a note when another is about to be written, as an editor or git may at any moment.
  private final class Meddler: FileCallWatcher {
    let files: InMemoryFileSystem

    init(_ files: InMemoryFileSystem) { self.files = files }

    func willRead(_ path: NotePath) {}
    func willTidy(_ folder: NotePath) {}
    func willWrite(_ path: NotePath) throws(RepositoryError) {
      guard path.string == "b.md", let bytes = try? files.read(path), bytes == Array("b".utf8)
      else { return }
      try files.replace(path, expecting: bytes, with: Array("theirs".utf8))
    }
  }

  @Test func `a file that another changes at that moment is left alone, the others taken back`()
    throws
  {
    try fill(["a.md": "a", "b.md": "b"])
    let journal = Journal(
      files: WatchedFileSystem(files, watcher: Meddler(files)), store: store, storePlace: "/state",
      limits: Journal.Limits(entries: 200, bytes: 1 << 20))
    let change = transaction {
      $0.replace(path("a.md"), expecting: bytes("a"), with: bytes("A"))
      $0.replace(path("b.md"), expecting: bytes("b"), with: bytes("B"))
    }
    #expect(
      throws: RepositoryError.changedMeanwhile(path: "b.md", keptAt: "/state/kept/1 b.md")
    ) { try journal.commit(change, at: moment) }
    #expect(texts == ["a.md": "a", "b.md": "theirs"])
    #expect(!journal.hasUnfinishedEntry)
    #expect(try journal.history().entries.isEmpty)
  }

  @Test func `nothing is undone where one file changed since`() throws {
    try journal().commit(transaction { $0.create(path("a.md"), bytes("a")) }, at: moment)
    try journal().commit(transaction { $0.create(path("b.md"), bytes("b")) }, at: moment)
    try files.replace(path("a.md"), expecting: bytes("a"), with: bytes("edited"))
    #expect(throws: RepositoryError.changedSince(command: "sheaf mv 'a b' c", paths: ["a.md"])) {
      try undo(2)
    }
    #expect(texts == ["a.md": "edited", "b.md": "b"])
    #expect(try undo(1) == 1)
    #expect(texts == ["a.md": "edited"])
  }

  @Test func `nothing is undone where a file changed between two commands`() throws {
    try fill(["a.md": "one", "b.md": "b"])
    try journal().commit(
      transaction { $0.replace(path("a.md"), expecting: bytes("one"), with: bytes("two")) }, at: moment)
    try files.replace(path("a.md"), expecting: bytes("two"), with: bytes("by hand"))
    var later = Transaction(words: ["fmt"])
    later.replace(path("a.md"), expecting: bytes("by hand"), with: bytes("formatted"))
    later.replace(path("b.md"), expecting: bytes("b"), with: bytes("B"))
    try journal().commit(later, at: moment)
    #expect(throws: RepositoryError.changedSince(command: "sheaf mv 'a b' c", paths: ["a.md"])) { try undo(2) }
    #expect(texts == ["a.md": "formatted", "b.md": "B"])
    #expect(try undo(1) == 1)
    #expect(texts == ["a.md": "by hand", "b.md": "b"])
  }

  @Test func `what was undone cannot be made again behind a newer command`() throws {
    try journal().commit(transaction { $0.create(path("a.md"), bytes("a")) }, at: moment)
    _ = try undo(1)
    try journal().commit(transaction { $0.create(path("b.md"), bytes("b")) }, at: moment)
    #expect(try redo(1) == 0)
    #expect(texts == ["b.md": "b"])
    #expect(try journal().history().entries.map(\.state) == [.done])
  }

  @Test func `undo goes over several commands that changed one file`() throws {
    var text = ""
    for number in 0..<5 {
      let next = text + "\(number)"
      try journal().commit(
        transaction {
          if text.isEmpty {
            $0.create(path("a.md"), bytes(next))
          } else {
            $0.replace(path("a.md"), expecting: bytes(text), with: bytes(next))
          }
        }, at: moment)
      text = next
    }
    #expect(try undo(3) == 3)
    #expect(texts == ["a.md": "01"])
    #expect(try redo(2) == 2)
    #expect(texts == ["a.md": "0123"])
    #expect(try undo(99) == 4)
    #expect(texts.isEmpty)
  }

  @Test func `undo and redo go over a folder that moved away and was made again`() throws {
    try fill(["N/old.md": "old", "a.md": "a", "b.md": "b"])
    let before = texts
    for (from, to) in [("N", "M/N"), ("a.md", "N/a.md"), ("N", "K"), ("b.md", "N/deep/b.md")] {
      try journal().commit(transaction { $0.move(path(from), to: path(to)) }, at: moment)
    }
    let after = texts
    #expect(try undo(4) == 4)
    #expect(texts == before)
    #expect(try redo(4) == 4)
    #expect(texts == after)
    #expect(after == ["M/N/old.md": "old", "K/a.md": "a", "N/deep/b.md": "b"])
  }

  @Test func `the journal is bounded by number and by size`() throws {
    for number in 0..<12 {
      try journal(entries: 5).commit(
        transaction { $0.create(path("\(number).md"), bytes("x")) }, at: moment)
    }
    #expect(try journal().history().entries.map(\.number) == [8, 9, 10, 11, 12])
    let large = String(repeating: "x", count: 4_000)
    try journal(bytes: 4_500).commit(
      transaction { $0.create(path("large.md"), bytes(large)) }, at: moment)
    let numbers = try journal().history().entries.map(\.number)
    #expect(numbers.last == 13)
    #expect(numbers.count < 6)
  }

  @Test func `the journal may be exactly as large as its limit`() throws {
    func commit(_ name: String, limit: Int) throws {
      try journal(bytes: limit).commit(
        transaction { $0.create(path(name), bytes("x")) }, at: moment)
    }
    try commit("1.md", limit: 1 << 20)
    let size = Int(try #require(store.fingerprint(path("journal/00000001.done"))).size)
    try commit("2.md", limit: size * 2)
    #expect(try journal().history().entries.map(\.number) == [1, 2])
    try commit("3.md", limit: size * 3 - 1)
    #expect(try journal().history().entries.map(\.number) == [2, 3])
  }

  @Test(arguments: [("b.md", "../b.md"), ("/elsewhere/b.md", "/elsewhere/b.md")])
  func `a symbolic link that moves leads where it did`(way: String, moved: String) throws {
    try files.create(path("link.md"), bytes("b"), FileTraits(linkTarget: way))
    try journal().commit(
      transaction { $0.move(path("link.md"), to: path("Deep/link.md")) }, at: moment)
    #expect(files.traits(path("Deep/link.md"))?.linkTarget == moved)
    _ = try undo(1)
    #expect(files.traits(path("link.md"))?.linkTarget == way)
  }

  @Test func `the last command can be undone however large it was`() throws {
    try fill(["a.md": String(repeating: "x", count: 1_000)])
    let change = transaction {
      $0.remove(path("a.md"), expecting: bytes(String(repeating: "x", count: 1_000)))
    }
    try journal(bytes: 100).commit(change, at: moment)
    #expect(try undo(1) == 1)
    #expect(texts["a.md"]?.count == 1_000)
  }

  @Test func `an error of one call changes nothing and closes the journal`() throws {
    let change = try everySort()
    let before = texts
    for number in 0... {
      let faults = CallFault(at: number)
      let journal = Journal(
        files: WatchedFileSystem(files, watcher: faults),
        store: WatchedFileSystem(store, watcher: faults),
        storePlace: "/state", limits: Journal.Limits(entries: 200, bytes: 1 << 20))
      let result = Result { try journal.commit(change, at: moment) }
      guard faults.hasHappened else { break }
      let isDone = (try? result.get()) != nil
      #expect(texts == (isDone ? everySortAfter : before), "call \(number)")
      #expect(try !self.journal().hasUnfinishedEntry && self.journal().recover().isEmpty)
      #expect(try self.journal().history().entries.count == (isDone ? 1 : 0), "call \(number)")
      if isDone { #expect(try undo(1) == 1) }
      for entry in store.contents.keys { try store.remove(entry, expecting: try store.read(entry)) }
    }
    #expect(texts == everySortAfter)
  }

  @Test func `a damaged entry is told and nothing is guessed`() throws {
    try journal().commit(transaction { $0.create(path("a.md"), bytes("a")) }, at: moment)
    let file = path("journal/00000001.done")
    let whole = try store.read(file)
    try store.remove(file, expecting: whole)
    try store.create(path("journal/00000001.pending"), whole.dropLast(3) + bytes("999"))
    #expect(throws: RepositoryError.damagedJournal("/state/journal/00000001.pending")) {
      try journal().recover()
    }
    #expect(texts == ["a.md": "a"])
  }

  @Test func `what was undone before the last command is not done again`() throws {
    try fill(["a.md": "1", "b.md": "1"])
    try journal().commit(
      transaction { $0.replace(path("a.md"), expecting: bytes("1"), with: bytes("2")) }, at: moment)
    #expect(try undo(1) == 1)
    try journal().commit(
      transaction { $0.replace(path("b.md"), expecting: bytes("1"), with: bytes("2")) }, at: moment)
    #expect(try redo(1) == 0)
    #expect(try files.read(path("a.md")) == bytes("1"))
  }

  @Test func `what is kept never takes the place of what was kept before`() throws {
    let kept = (1...3).compactMap { journal().keep(bytes("\($0)"), of: path("Memo/a.md")) }
    #expect(Set(kept).count == 3)
    #expect(
      Set(store.contents.values.map { String(decoding: $0, as: UTF8.self) }) == ["1", "2", "3"])
  }
}
