import CivilCalendar
import NoteModel
import NoteTestSupport
import Testing

@testable import NoteRepository

/// The journal's record of earlier commands, and its treatment of what a dead process left.
@Suite struct JournalRecordTests: JournalSuite {
  let files = InMemoryFileSystem()
  let store = InMemoryFileSystem()
  private func commit(_ command: String = "x", _ change: (inout Transaction) -> Void) throws {
    var transaction = Transaction(words: [command])
    change(&transaction)
    try journal().commit(transaction, at: moment)
  }

  private func write(_ name: String, _ before: String?, _ after: String, by command: String = "x")
    throws
  {
    try commit(command) {
      if let before {
        $0.replace(path(name), expecting: bytes(before), with: bytes(after))
      } else {
        $0.create(path(name), bytes(after))
      }
    }
  }

  private func undo(_ count: Int) throws {
    try journal().carryOut(try journal().undoing(count))
  }

  private func text(_ name: String) -> String? {
    (try? files.read(path(name))).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: - History

  @Test func `the history has what was done and what was undone, by number, not by name`() throws {
    for number in 1...12 { try write("\(number).md", nil, "x", by: "c\(number)") }
    try undo(2)
    let entries = try journal().history().entries
    #expect(entries.map(\.number) == Array(1...12))
    #expect(entries.map(\.state).filter { $0 == .undone }.count == 2)
    #expect(text("10.md") == "x" && text("11.md") == nil)
  }

  @Test func `an entry that was cut off anywhere is damaged, and nothing else is`() throws {
    try write("a.md", nil, "one")
    try write("a.md", "one", "two")
    let file = path("journal/00000002.done")
    let whole = try store.read(file)
    for count in whole.indices {
      try store.replace(file, expecting: try store.read(file), with: Array(whole[..<count]))
      let history = try journal().history()
      #expect(history.entries.count == 1, "after \(count) bytes")
      #expect(history.damaged == ["/state/journal/00000002.done"], "after \(count) bytes")
    }
  }

  @Test func `a preview goes with a file through its moves, whichever way`() throws {
    try write("In/a.md", nil, "1")
    try write("In/a.md", "1", "2")
    try commit { $0.move(path("In"), to: path("Out")) }
    try write("Out/a.md", "2", "3")
    try commit { $0.move(path("Out/a.md"), to: path("b.md")) }
    try write("b.md", "3", "4")
    func replaced(_ changes: [FileChange]) -> [String] {
      changes.compactMap { change in
        guard case .replace(let path, let before, let after) = change else { return nil }
        return
          "\(path) \(String(decoding: before, as: UTF8.self))\(String(decoding: after, as: UTF8.self))"
      }
    }
    let back = try journal().preview(of: try journal().undoing(6))
    #expect(replaced(back) == ["b.md 43", "Out/a.md 32", "In/a.md 21"])
    try undo(6)
    let forth = try journal().preview(of: try journal().redoing(6))
    #expect(replaced(forth) == ["In/a.md 12", "Out/a.md 23", "b.md 34"])
  }

  @Test func `a command that changes nothing is not remembered`() throws {
    #expect(try journal().commit(Transaction(words: ["x"]), at: moment) == nil)
    #expect(try journal().history().entries.isEmpty)
    try write("a.md", nil, "1")
    #expect(try journal().undoing(1).isUndo)
    try undo(1)
    #expect(try !journal().redoing(1).isUndo)
  }

  @Test func `a command is shown as it would be typed again`() throws {
    var transaction = Transaction(words: [
      "set", "a b", "it's", "x=1", "한글", "", "#tag", "Memo/7.md",
    ])
    transaction.create(path("a.md"), [])
    let entry = try #require(try journal().commit(transaction, at: moment))
    #expect(entry.command == "sheaf set 'a b' 'it'\\''s' x=1 한글 '' '#tag' Memo/7.md")
    transaction.hideWords()
    #expect(transaction.words == ["set", "…"])
    var short = Transaction(words: ["jot"])
    short.hideWords()
    #expect(short.words == ["jot"])
  }

  @Test func `an entry knows its files by their names before and after it`() throws {
    try write("In/a.md", nil, "1")
    try write("In/b.md", nil, "1")
    try write("Inner.md", nil, "1")
    var transaction = Transaction(words: ["mv"])
    transaction.replace(path("In/a.md"), expecting: bytes("1"), with: bytes("2"))
    transaction.replace(path("Inner.md"), expecting: bytes("1"), with: bytes("2"))
    transaction.move(path("In"), to: path("Out"))
    transaction.move(path("Inner.md"), to: path("Outer.md"))
    let entry = try #require(try journal().commit(transaction, at: moment))
    #expect(entry.paths.map(\.string) == ["Out", "Out/a.md", "Outer.md"])
    #expect(entry.formerPaths.map(\.string) == ["In", "In/a.md", "Inner.md"])
  }

  @Test func `a file goes nowhere where one is, and nothing moves that is not there`() throws {
    try write("a.md", nil, "1")
    try write("b.md", nil, "2")
    func fails(_ error: RepositoryError, _ change: (inout Transaction) -> Void) {
      #expect(throws: error) { try commit("mv", change) }
      #expect(text("a.md") == "1" && text("b.md") == "2" && text("c.md") == nil)
    }
    fails(.alreadyExists("b.md")) { $0.move(path("a.md"), to: path("b.md")) }
    fails(.alreadyExists("b.md")) { $0.create(path("b.md"), [1]) }
    fails(.missingFile("c.md")) { $0.move(path("c.md"), to: path("d.md")) }
    fails(.missingFile("c.md")) { $0.replace(path("c.md"), expecting: [1], with: [2]) }
    fails(.missingFile("c.md")) { $0.remove(path("c.md"), expecting: [1]) }
    fails(.changedMeanwhile(path: "a.md", keptAt: nil)) {
      $0.remove(path("a.md"), expecting: bytes("other"))
    }
  }

  @Test func `the command whose file was changed since is named`() throws {
    try write("a.md", nil, "1", by: "first")
    try write("b.md", nil, "1", by: "second")
    try write("c.md", nil, "1", by: "third")
    try files.replace(path("b.md"), expecting: bytes("1"), with: bytes("by hand"))
    #expect(throws: RepositoryError.changedSince(command: "sheaf second", paths: ["b.md"])) {
      try undo(3)
    }
    #expect(text("a.md") == "1" && text("c.md") == "1")
  }

  // MARK: - Editors

  @Test func `what commands did to a file while an editor was open is known, and only that`() throws {
    try write("a.md", nil, "zero", by: "before")
    let session = try journal().beginEditing(path("a.md"), bytes("zero"), at: moment)
    #expect(try journal().expected(after: session).commands == [])
    try write("a.md", "zero", "zero one", by: "first")
    try write("b.md", nil, "x", by: "elsewhere")
    try write("a.md", "zero one", "zero one two", by: "undone")
    try undo(1)
    let expected = try journal().expected(after: session)
    #expect(expected.bytes == bytes("zero one"))
    #expect(expected.commands == ["sheaf first"])
    try commit("rm") { $0.remove(path("a.md"), expecting: bytes("zero one")) }
    let removed = try journal().expected(after: session)
    #expect(removed.bytes == nil)
    #expect(removed.commands == ["sheaf first", "sheaf rm"])
    try journal().endEditing(session)
    #expect(try store.names(in: path("edit")).isEmpty)
  }

  @Test func `two editors of one process keep two texts`() throws {
    let first = try journal().beginEditing(path("a.md"), bytes("1"), at: moment)
    let second = try journal().beginEditing(path("b.md"), bytes("2"), at: moment)
    #expect(try store.names(in: path("edit")).count == 2)
    #expect(try journal().recoverEditing(at: moment).isEmpty)
    try journal().endEditing(first)
    try journal().endEditing(second)
    #expect(try store.names(in: path("edit")).isEmpty)
  }

  /// Lets a session look as if its process were dead.
  private func killProcess() throws {
    for name in try store.names(in: path("edit")) {
      let place = path("edit/" + name)
      let text = try store.read(place)
      try store.remove(place, expecting: text)
      try store.create(path("edit/999999999-1." + name.drop { $0 != "." }.dropFirst()), text)
    }
  }

  @Test func `what an editor wrote whose process was killed is undone first`() throws {
    try write("a.md", nil, "zero", by: "older")
    _ = try journal().beginEditing(path("a.md"), bytes("zero"), at: moment)
    try files.replace(path("a.md"), expecting: bytes("zero"), with: bytes("typed"))
    try killProcess()
    #expect(journal().hasInterruptedEdit)
    #expect(try journal().recoverEditing(at: moment) == [.remembered(path("a.md"))])
    #expect(!journal().hasInterruptedEdit)
    try undo(1)
    #expect(text("a.md") == "zero")
  }

  @Test func `a killed editor that wrote nothing leaves nothing`() throws {
    try write("a.md", nil, "zero", by: "older")
    _ = try journal().beginEditing(path("a.md"), bytes("zero"), at: moment)
    try killProcess()
    #expect(try journal().recoverEditing(at: moment).isEmpty)
    #expect(try store.names(in: path("edit")).isEmpty)
    try undo(1)
    #expect(text("a.md") == nil)
  }

  @Test func `what cannot be compared is kept`() throws {
    try write("a.md", nil, "zero", by: "older")
    _ = try journal().beginEditing(path("a.md"), bytes("zero"), at: moment)
    try commit("rm") { $0.remove(path("a.md"), expecting: bytes("zero")) }
    try killProcess()
    try store.create(path("edit/999999999-2"), bytes("of an earlier version"))
    try store.create(path("edit/notes"), bytes("mine"))
    #expect(
      try journal().recoverEditing(at: moment) == [
        .kept(at: "/state/kept/1 a.md"), .kept(at: "/state/kept/1 note.md"),
      ])
    #expect(try store.read(path("kept/1 a.md")) == bytes("zero"))
    #expect(try store.names(in: path("edit")) == ["notes"])
  }

  /// A state folder in which no text can be kept.
  private struct NothingKept: FileCallWatcher {
    func willRead(_ path: NotePath) {}
    func willTidy(_ folder: NotePath) {}
    func willWrite(_ path: NotePath) throws(RepositoryError) {
      if path.string.hasPrefix("kept/") { throw .missingFile(path.string) }
    }
  }

  @Test func `what can be kept nowhere stays where it is until it can be`() throws {
    try write("a.md", nil, "zero", by: "older")
    _ = try journal().beginEditing(path("a.md"), bytes("zero"), at: moment)
    try commit("mv") { $0.move(path("a.md"), to: path("b.md")) }
    try killProcess()
    try store.create(path("edit/999999999-2"), bytes("of an earlier version"))
    let snapshots = try store.names(in: path("edit"))
    let full = Journal(
      files: files, store: WatchedFileSystem(store, watcher: NothingKept()), storePlace: "/state",
      limits: Journal.Limits(entries: 200, bytes: 1 << 20))
    for _ in 1...2 {
      #expect(try full.recoverEditing(at: moment) == snapshots.map { .kept(at: "/state/edit/" + $0) })
      #expect(try store.names(in: path("edit")) == snapshots)
    }
    #expect(
      try journal().recoverEditing(at: moment) == [
        .kept(at: "/state/kept/1 a.md"), .kept(at: "/state/kept/1 note.md"),
      ])
    #expect(try store.read(path("kept/1 a.md")) == bytes("zero"))
    #expect(!journal().hasInterruptedEdit)
  }

  @Test(arguments: ["a", "가", "👩‍👩‍👧"])
  func `a text is kept whose name is as long as a name may be`(letter: String) throws {
    let name = String(repeating: letter, count: 252 / letter.utf8.count) + ".md"
    for number in 1...2 {
      let place = try #require(journal().keep(bytes("text \(number)"), of: path("In/" + name)))
      let kept = try #require(place.split(separator: "/").last)
      #expect(kept.hasPrefix("\(number) ") && kept.hasSuffix(letter + ".md") && kept.utf8.count <= 255)
      #expect(try store.read(path("kept/" + kept)) == bytes("text \(number)"))
    }
  }

  @Test(arguments: [true, false])
  func `the command that made a file and opened it is undone at once`(isKilled: Bool) throws {
    try write("a.md", nil, "zero", by: "diary")
    let session = try journal().beginEditing(path("a.md"), bytes("zero"), after: 1, at: moment)
    try files.replace(path("a.md"), expecting: bytes("zero"), with: bytes("typed"))
    if isKilled {
      try killProcess()
      _ = try journal().recoverEditing(at: moment)
    } else {
      try journal().remember(session, before: bytes("zero"), after: bytes("typed"), at: moment)
    }
    #expect(try journal().history().entries.map(\.command) == ["sheaf diary"])
    try undo(1)
    #expect(text("a.md") == nil)
  }

  // MARK: - What a dead process left

  /// Three files are changed from 1 to 2 by a process that dies after some of them.
  private func dieAfter(_ count: Int) throws {
    let names = ["a.md", "b.md", "c.md"]
    for name in names where text(name) == nil { try files.create(path(name), bytes("1")) }
    var transaction = Transaction(words: ["x"])
    for name in names { transaction.replace(path(name), expecting: bytes("1"), with: bytes("2")) }
    for calls in 0..<100 {
      _ = try? journal(budget: CallBudget(calls)).commit(transaction, at: moment)
      if names.map({ text($0) ?? "" }) == (0..<3).map({ $0 < count ? "2" : "1" }),
        journal().hasUnfinishedEntry
      {
        return
      }
      _ = try journal().recover()
      for name in names where text(name) == "2" {
        try files.replace(path(name), expecting: bytes("2"), with: bytes("1"))
      }
      for name in try store.names(in: path("journal")) {
        let file = path("journal/" + name)
        try store.remove(file, expecting: try store.read(file))
      }
    }
  }

  private func change(_ name: String) throws {
    try files.replace(path(name), expecting: try files.read(path(name)), with: bytes("by hand"))
  }

  @Test(arguments: [
    (1, [], Recovery.Outcome.finished, ["2", "2", "2"]),
    (1, ["a.md"], .finished, ["by hand", "2", "2"]),
    (1, ["c.md"], .rolledBack, ["1", "1", "by hand"]),
    (1, ["a.md", "c.md"], .abandoned, ["by hand", "1", "by hand"]),
    // Nobody knows whether the last file had been written before the hand came.
    (2, ["c.md"], .finished, ["2", "2", "by hand"]),
  ])
  func `what another changed meanwhile is left as it is`(
    done: Int, changed: [String], outcome: Recovery.Outcome, texts: [String]
  ) throws {
    try dieAfter(done)
    for name in changed { try change(name) }
    let recovery = try #require(try journal().recover().first)
    #expect(recovery.outcome == outcome)
    #expect(recovery.foreign == changed.map(path))
    #expect(["a.md", "b.md", "c.md"].map { text($0) } == texts)
    #expect(!journal().hasUnfinishedEntry)
    #expect(try journal().recover().isEmpty)
  }

  /// A disk that lets nobody write one file.
  private struct StubbornFile: FileCallWatcher {
    let name: String
    let error: RepositoryError

    func willRead(_ path: NotePath) {}
    func willTidy(_ folder: NotePath) {}
    func willWrite(_ path: NotePath) throws(RepositoryError) {
      if path.string == name { throw error }
    }
  }

  @Test func `where neither way can be gone, all stays as it is until one can`() throws {
    try dieAfter(2)
    try change("a.md")
    let error = RepositoryError.system(path: "c.md", action: .write, code: 5, reason: "broken")
    let watched = WatchedFileSystem(files, watcher: StubbornFile(name: "c.md", error: error))
    let stuck = Journal(
      files: watched, store: store, storePlace: "/state",
      limits: Journal.Limits(entries: 200, bytes: 1 << 20))
    #expect(throws: error) { try stuck.recover() }
    #expect(["a.md", "b.md", "c.md"].map { text($0) } == ["by hand", "2", "1"])
    #expect(journal().hasUnfinishedEntry)
    #expect(try journal().recover().map(\.outcome) == [.finished])
    #expect(["a.md", "b.md", "c.md"].map { text($0) } == ["by hand", "2", "2"])
  }

  @Test func `an undo that was cut off is unfinished, and is finished`() throws {
    try commit {
      for name in ["a.md", "b.md"] { $0.create(path(name), bytes("1")) }
    }
    for calls in 0..<100 {
      let plan = try journal().undoing(1)
      try? journal(budget: CallBudget(calls)).carryOut(plan)
      if text("b.md") == nil, text("a.md") != nil { break }
      _ = try journal().recover()
      if text("a.md") == nil { try journal().carryOut(try journal().redoing(1)) }
    }
    #expect(journal().hasUnfinishedEntry)
    #expect(try journal().recover().map(\.outcome) == [.finished])
    #expect(text("a.md") == nil)
    #expect(!journal().hasUnfinishedEntry)
    #expect(try journal().history().entries.map(\.state) == [.undone])
  }

  @Test func `what is unfinished is never forgotten for want of room`() throws {
    try dieAfter(1)
    for number in 1...3 {
      var transaction = Transaction(words: ["y"])
      transaction.create(path("new \(number).md"), bytes("x"))
      try journal(entries: 1).commit(transaction, at: moment)
    }
    #expect(journal().hasUnfinishedEntry)
    #expect(try journal().history().entries.map(\.number) == [4])
  }
}
