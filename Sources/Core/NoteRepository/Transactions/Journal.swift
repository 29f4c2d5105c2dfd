package import CivilCalendar
package import NoteModel

/// Makes all changes of a command or none, and records them for `undo`.
///
/// A transaction is recorded in the state folder before the first file is changed. The caller holds the ``WriteLock``.
///
/// An example: `sheaf mv plan.md Work/` in a repository where `home.md` links to the note.
///
/// ```
/// state folder               repository
/// journal/00000007.pending   home.md: [[plan]]        plan.md        1. the steps are recorded
/// journal/00000007.pending   home.md: [[Work/plan]]   plan.md        2. each step is made, but only
/// journal/00000007.pending   home.md: [[Work/plan]]   Work/plan.md      on the bytes that were read
/// journal/00000007.done      home.md: [[Work/plan]]   Work/plan.md   3. a rename completes the entry
/// ```
///
/// If the process dies in between, the next command that writes finds the pending entry, compares each file with its
/// state before and after its step, and makes the remaining steps. `undo` makes the inverse steps, the last first, and
/// renames the entry; `redo` makes the steps again:
///
/// ```
/// .pending ──► .done ──► .undoing ──► .undone      undo: plan.md, then home.md
///     │          ▲                       │
///     │          └────── .pending ◄──────┘         redo: home.md, then plan.md
///     └──► .stuck        another program changed plan.md before the remaining steps
/// ```
package struct Journal: Sendable {
  /// The limits of the journal's size.
  package struct Limits: Sendable {
    package let entries: Int
    package let bytes: Int

    package init(entries: Int, bytes: Int) {
      self.entries = entries
      self.bytes = bytes
    }
  }

  let files: any FileSystem
  let store: any FileSystem
  let storePlace: String
  private let limits: Limits

  /// - Parameters:
  ///   - files: The files of the repository.
  ///   - store: The repository's state folder.
  ///   - storePlace: The absolute path of `store`, for messages.
  package init(files: any FileSystem, store: any FileSystem, storePlace: String, limits: Limits) {
    self.files = files
    self.store = store
    self.storePlace = storePlace
    self.limits = limits
  }

  /// Makes all changes of a transaction, or none.
  ///
  /// - Returns: Nil if no file had to be changed.
  /// - Throws: An error if a file is not as expected, or cannot be written; no file is changed then. If another program
  ///   has changed a file, the new text is stored in another file, and the error has the path.
  @discardableResult
  package func commit(
    _ transaction: Transaction, at moment: CivilMoment
  ) throws(RepositoryError) -> JournalEntry? {
    guard !transaction.changes.isEmpty else { return nil }
    do throws(RepositoryError) {
      let steps = try StepPlanner.steps(for: transaction, in: files)
      let entry = JournalEntry(
        number: try slots().reduce(0) { max($0, $1.number) } + 1, state: .pending,
        words: transaction.words, author: transaction.author, moment: moment, steps: steps)
      try store.create(entry.file, entry.encoded, .secret)
      let done = try carryOut(
        steps, concluding: { () throws(RepositoryError) in try mark(entry, .done) },
        fallingBack: { () throws(RepositoryError) in try discard(entry) })
      prune()
      return done
    } catch {
      throw keepingResult(of: transaction, error)
    }
  }

  /// Makes all steps and concludes. If one of them fails, all is taken back and `fallBack` is called.
  @discardableResult
  func carryOut<Conclusion>(
    _ steps: [JournalStep], concluding conclude: () throws(RepositoryError) -> Conclusion,
    fallingBack fallBack: () throws(RepositoryError) -> Void
  ) throws(RepositoryError) -> Conclusion {
    var made = 0
    do throws(RepositoryError) {
      try steps.apply(to: files) { made += 1 }
      return try conclude()
    } catch {
      // A change that cannot be taken back now stays in the journal for the next command.
      do throws(RepositoryError) {
        try takeBack(steps, made: Self.failsBeforeWriting(error) ? made : nil)
        try fallBack()
      } catch let second {
        throw .unfinished(first: error.explanation, then: second.explanation)
      }
      throw error
    }
  }

  /// Returns true if a step was refused because a file was changed by another program. Such a step has changed nothing.
  private static func failsBeforeWriting(_ error: RepositoryError) -> Bool {
    switch error {
    case .changedMeanwhile, .alreadyExists, .missingFile: true
    default: false
    }
  }

  /// Takes back as many of the steps as have been made, and the folders that were made for the next.
  ///
  /// - Parameter made: The number of steps made. Nil if it has to be found by comparing the files.
  func takeBack(_ steps: [JournalStep], made: Int? = nil) throws(RepositoryError) {
    let done: Int
    if let made { done = made } else { done = try StepStates(steps).progress(in: files).done }
    try [JournalStep](steps[..<done]).inverse.apply(to: files)
    for step in steps[done...] {
      guard let makes = step.makes, let folder = step.paths.last?.folder else { continue }
      try files.removeEmptyFolders(from: folder, upTo: makes)
    }
  }

  // MARK: - Entries

  /// A file of the journal that has not been read.
  struct Slot {
    let number: Int
    let state: JournalEntry.State

    var file: NotePath { JournalEntry.file(number, state) }
  }

  /// Returns all entries of the journal, oldest first.
  func slots() throws(RepositoryError) -> [Slot] {
    try store.names(in: JournalEntry.folder).compactMap { name in
      let parts = name.split(separator: ".")
      guard parts.count == 2, let number = Int(parts[0]), let state = JournalEntry.State(rawValue: String(parts[1]))
      else { return nil }
      return Slot(number: number, state: state)
    }.sorted { $0.number < $1.number }
  }

  /// Reads an entry. Throws if it cannot be read or is damaged.
  func entry(_ slot: Slot) throws(RepositoryError) -> JournalEntry {
    let bytes = try store.read(slot.file)
    guard let entry = JournalEntry(bytes, number: slot.number, state: slot.state) else {
      throw .damagedJournal(storePlace + "/" + slot.file.string)
    }
    return entry
  }

  /// Returns the done and undone entries, oldest first, and the absolute paths of entries that are damaged.
  package func history() throws(RepositoryError) -> (entries: [JournalEntry], damaged: [String]) {
    var entries: [JournalEntry] = []
    var damaged: [String] = []
    for slot in try slots() where slot.state == .done || slot.state == .undone {
      if let entry = try? entry(slot) {
        entries.append(entry)
      } else {
        damaged.append(storePlace + "/" + slot.file.string)
      }
    }
    return (entries, damaged)
  }

  @discardableResult
  func mark(
    _ entry: JournalEntry, _ state: JournalEntry.State
  ) throws(RepositoryError) -> JournalEntry {
    let marked = JournalEntry(
      number: entry.number, state: state, words: entry.words, author: entry.author,
      moment: entry.moment, steps: entry.steps)
    let place = place(of: entry)
    if place != marked.file { try store.move(place, over: marked.file) }
    return marked
  }

  func discard(_ entry: JournalEntry) throws(RepositoryError) {
    try store.remove(place(of: entry), expecting: entry.encoded)
  }

  /// Returns the entry's file, even if a renaming took place that was reported as failed.
  private func place(of entry: JournalEntry) -> NotePath {
    JournalEntry.State.allCases.map { JournalEntry.file(entry.number, $0) }.first { store.exists($0) } ?? entry.file
  }

  /// Forgets entries that were undone before the last command, and the oldest over the limits.
  ///
  /// Failing to do so is not a failure of the command: the next one tries again.
  func prune() {
    guard let slots = try? slots(), let newest = slots.last(where: { $0.state == .done }) else { return }
    var count = 0
    var size = 0
    for slot in slots.reversed() where slot.state != .pending && slot.state != .undoing {
      count += 1
      size += Int(store.fingerprint(slot.file)?.size ?? 0)
      let isCutOff = slot.state == .undone && slot.number < newest.number
      // The last command can be undone however large it was.
      let isOver = count > limits.entries || size > limits.bytes
      guard isCutOff || isOver && slot.number != newest.number else { continue }
      if let bytes = try? store.read(slot.file) { try? store.remove(slot.file, expecting: bytes) }
    }
  }
}

extension Journal {
  private static let keptFolder = NotePath(trusted: "kept")
  /// The bytes that a name of a file may have.
  private static let longestName = 255

  /// Keeps a text that cannot be written where it belongs.
  ///
  /// - Returns: The absolute path of the file that holds it. Nil if not even that can be written.
  package func keep(_ bytes: [UInt8], of path: NotePath) -> String? {
    let taken = Set((try? store.names(in: Self.keptFolder)) ?? [])
    for number in 1...(taken.count + 1) {
      let mark = "\(number) "
      var end = path.fileName
      while mark.utf8.count + end.utf8.count > Self.longestName { end.removeFirst() }
      let name = mark + end
      guard !taken.contains(name) else { continue }
      let file = Self.keptFolder.appending(name)
      guard (try? store.create(file, bytes, .secret)) != nil else { return nil }
      return storePlace + "/" + file.string
    }
    return nil
  }

  /// Returns the error, which names the place of the new content if another program changed the file.
  func keepingResult(of transaction: Transaction, _ error: RepositoryError) -> RepositoryError {
    guard case .changedMeanwhile(let path, nil) = error else { return error }
    for case .replace(let changed, _, let bytes) in transaction.changes.reversed() where changed.string == path {
      return .changedMeanwhile(path: path, keptAt: keep(bytes, of: changed))
    }
    return error
  }
}

/// The result of recovering from a command that was killed half way.
package struct Recovery: Sendable {
  package enum Outcome: Sendable {
    case finished, rolledBack
    /// Files were changed by others in between, so that neither was possible.
    case abandoned
  }

  package let entry: JournalEntry
  package let outcome: Outcome
  /// Files that others changed in between; they were left unchanged.
  package let foreign: [NotePath]
}

extension Journal {
  /// True if a command was killed half way and nobody has fixed it yet.
  package var hasUnfinishedEntry: Bool {
    let slots = (try? slots()) ?? []
    return slots.contains { $0.state == .pending || $0.state == .undoing }
  }

  /// Finishes the changes of a killed command, or takes them back if they cannot be finished.
  ///
  /// - Throws: If neither can be written; the journal stays, and the next command tries again.
  package func recover() throws(RepositoryError) -> [Recovery] {
    var recoveries: [Recovery] = []
    for slot in try slots() where slot.state == .pending || slot.state == .undoing {
      try store.removeLeftovers(in: JournalEntry.folder)
      recoveries.append(try recover(try entry(slot)))
    }
    return recoveries
  }

  private func recover(_ entry: JournalEntry) throws(RepositoryError) -> Recovery {
    for folder in Set(entry.steps.flatMap(\.paths).map(\.folder)) {
      try files.removeLeftovers(in: folder)
    }
    let steps = entry.state == .pending ? entry.steps : entry.steps.inverse
    for case .move(let path, let target, _) in steps.map(\.action) {
      try files.finishMove(path, to: target)
    }
    let ordered = steps.madeFirst(in: files)
    let progress = try StepStates(ordered).progress(in: files)
    let outcome = try bringToAnEnd(ordered, progress)
    switch (entry.state, outcome) {
    case (_, .abandoned): try mark(entry, .stuck)
    case (.undoing, .finished): try mark(entry, .undone)
    case (.pending, .rolledBack): try discard(entry)
    default: try mark(entry, .done)
    }
    return Recovery(entry: entry, outcome: outcome, foreign: progress.foreign.sorted())
  }

  /// Goes on if no file was changed by others that still has to be written; else back, by the same rule.
  private func bringToAnEnd(
    _ steps: [JournalStep], _ progress: StepStates.Progress
  ) throws(RepositoryError) -> Recovery.Outcome {
    func isClean(_ steps: [JournalStep]) -> Bool {
      !steps.contains { $0.paths.contains(where: progress.foreign.contains) }
    }
    let ahead = [JournalStep](steps[progress.done...])
    let behind = [JournalStep](steps[..<progress.done]).inverse
    if isClean(ahead) {
      do throws(RepositoryError) {
        try ahead.apply(to: files)
        return .finished
      } catch {
        guard isClean(behind) else { throw error }
        try takeBack(steps)
        return .rolledBack
      }
    }
    guard isClean(behind) else { return .abandoned }
    try takeBack(steps)
    return .rolledBack
  }
}
