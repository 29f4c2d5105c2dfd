import NoteModel

extension Journal {
  /// Commands that are about to be undone or made again, all of them or none.
  package struct Plan: Sendable {
    package let entries: [JournalEntry]
    let direction: Direction

    enum Direction: Sendable { case back, forward }

    /// True if commands are taken back, false if they are made again.
    package var isUndo: Bool { direction == .back }

    var steps: [JournalStep] { entries.flatMap(steps(of:)) }

    func steps(of entry: JournalEntry) -> [JournalStep] {
      direction == .back ? entry.steps.inverse : entry.steps
    }
  }

  /// Plans to undo the last `count` commands, newest first, or fewer if fewer are stored.
  ///
  /// - Parameters:
  ///   - count: The number of commands.
  ///   - author: Selects only the commands of this client. Others may be between, on other files.
  /// - Throws: ``RepositoryError/changedSince(command:paths:)`` if a file was changed since, and
  ///   ``RepositoryError/damagedJournal(_:)`` if an entry cannot be read.
  package func undoing(_ count: Int, by author: String? = nil) throws(RepositoryError) -> Plan {
    let slots = try slots().filter { $0.state == .done }.reversed()
    return try checked(Plan(entries: try entries(slots, count, author), direction: .back))
  }

  /// Plans to redo the last `count` undone commands, the one that was undone last first.
  ///
  /// - Throws: The errors of ``undoing(_:)``.
  package func redoing(_ count: Int, by author: String? = nil) throws(RepositoryError) -> Plan {
    let slots = try slots()
    // Changes of one program may have been undone between commands of others.
    let newestDone = author == nil ? slots.last { $0.state == .done }?.number ?? 0 : 0
    let waiting = slots.filter { $0.state == .undone && $0.number > newestDone }
    return try checked(Plan(entries: try entries(waiting, count, author), direction: .forward))
  }

  /// Reads at most `count` entries of an author. Throws ``RepositoryError/damagedJournal(_:)`` for an unreadable entry.
  private func entries(
    _ slots: some Sequence<Slot>, _ count: Int, _ author: String?
  ) throws(RepositoryError) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    for slot in slots {
      guard entries.count < count else { break }
      let entry = try entry(slot)
      if author == nil || entry.author == author { entries.append(entry) }
    }
    return entries
  }

  /// Returns the changes that a plan would make.
  package func preview(of plan: Plan) throws(RepositoryError) -> [FileChange] {
    try StepPreview(plan.steps, in: files).changes
  }

  /// Takes the commands of a plan back, or makes them again.
  package func carryOut(_ plan: Plan) throws(RepositoryError) {
    let isBack = plan.direction == .back
    for entry in plan.entries {
      let begun = try mark(entry, isBack ? .undoing : .pending)
      try carryOut(
        plan.steps(of: entry),
        concluding: { () throws(RepositoryError) in try mark(begun, isBack ? .undone : .done) },
        fallingBack: { () throws(RepositoryError) in try mark(begun, entry.state) })
    }
  }

  /// Checks that every file is in the state that each of its steps expects.
  private func checked(_ plan: Plan) throws(RepositoryError) -> Plan {
    guard !(try StepStates(plan.steps).unexpected(in: files).isEmpty) else { return plan }
    var steps: [JournalStep] = []
    for entry in plan.entries {
      steps += plan.steps(of: entry)
      let unexpected = try StepStates(steps).unexpected(in: files)
      guard unexpected.isEmpty else {
        throw .changedSince(command: entry.command, paths: unexpected.sorted().map(\.string))
      }
    }
    return plan
  }
}

/// The effect of steps as changes with whole texts, without making them.
struct StepPreview {
  private let files: any FileSystem
  private var texts = FilesByFolder<[UInt8]>()
  /// The names on disk, by which the bytes of a file are found.
  private var names = MovedNames()
  private(set) var changes: [FileChange] = []

  /// - Throws: If a file cannot be read.
  init(_ steps: [JournalStep], in files: any FileSystem) throws(RepositoryError) {
    self.files = files
    for step in steps { try add(step) }
  }

  private mutating func add(_ step: JournalStep) throws(RepositoryError) {
    switch step.action {
    case .create(let path, let bytes, _):
      texts[path] = bytes
      changes.append(.create(path, bytes))
    case .remove(let path, let bytes, _): changes.append(.remove(path, expecting: bytes, emptying: step.clears))
    case .place(let path, _, let content):
      guard let content else { throw .notKept(path.string) }
      changes.append(.place(path, content))
    case .unplace(let path, _): changes.append(.remove(path, expecting: try files.read(path), emptying: step.clears))
    case .patch(let path, let patch, _, _):
      let before = try bytes(of: path)
      let after = patch.applied(to: before) ?? before
      texts[path] = after
      changes.append(.replace(path, expecting: before, with: after))
    case .move(let path, let target, let state):
      for name in texts.files(at: path) { texts[name.moved(from: path, to: target)] = texts[name] }
      names.move(path, to: target, isFolder: state == .folder)
      changes.append(.move(path, to: target))
    }
  }

  private func bytes(of path: NotePath) throws(RepositoryError) -> [UInt8] {
    if let bytes = texts[path] { return bytes }
    return try files.read(names.former(path))
  }
}

/// The names that files had before a series of moves.
struct MovedNames {
  /// The former names of files that were moved themselves, by their present names.
  private var formers: [NotePath: NotePath] = [:]
  private var folders: [(from: NotePath, to: NotePath)] = []

  mutating func move(_ path: NotePath, to target: NotePath, isFolder: Bool) {
    guard isFolder else {
      let former = former(path)
      formers[path] = nil
      return formers[target] = former
    }
    for (name, former) in formers where path.contains(name) {
      formers[name] = nil
      formers[name.moved(from: path, to: target)] = former
    }
    folders.append((path, target))
  }

  func former(_ path: NotePath) -> NotePath {
    if let former = formers[path] { return former }
    return folders.reversed().reduce(path) { path, move in
      move.to.contains(path) ? path.moved(from: move.to, to: move.from) : path
    }
  }
}
