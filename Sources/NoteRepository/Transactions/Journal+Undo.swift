import NoteModel

extension Journal {
  /// Takes back the last `count` commands, the newest first.
  ///
  /// - Returns: The commands that were undone, in that order; fewer where fewer are remembered.
  /// - Throws: ``RepositoryError/changedSince(command:paths:)`` where a file is not as they left it; nothing
  ///   is undone then.
  package func undo(_ count: Int) throws(RepositoryError) -> [JournalEntry] {
    let entries = Array(try entries().filter { $0.state == .done }.suffix(count).reversed())
    try check(entries, \.steps.inverse)
    var undone: [JournalEntry] = []
    for entry in entries {
      let begun = try mark(entry, .undoing)
      try carryOut(
        entry.steps.inverse, fallingBack: { () throws(RepositoryError) in try mark(begun, .done) })
      undone.append(try mark(begun, .undone))
    }
    return undone
  }

  /// Makes the last `count` undone commands again, the one that was undone last first.
  ///
  /// - Returns: The commands that were made again, in that order; fewer where fewer are remembered.
  /// - Throws: As ``undo(_:)``.
  package func redo(_ count: Int) throws(RepositoryError) -> [JournalEntry] {
    let entries = try entries()
    let newestDone = entries.last { $0.state == .done }?.number ?? 0
    let waiting = entries.filter { $0.state == .undone && $0.number > newestDone }.prefix(count)
    try check(Array(waiting), \.steps)
    var made: [JournalEntry] = []
    for entry in waiting {
      let begun = try mark(entry, .pending)
      try carryOut(
        entry.steps, fallingBack: { () throws(RepositoryError) in try mark(begun, .undone) })
      made.append(try mark(begun, .done))
    }
    return made
  }

  /// Every file is as the first of the steps must find it.
  private func check(
    _ entries: [JournalEntry], _ steps: (JournalEntry) -> [JournalStep]
  ) throws(RepositoryError) {
    let unexpected = try StepStates(entries.flatMap(steps)).unexpected(in: files)
    guard !unexpected.isEmpty else { return }
    let guilty = entries.first { entry in
      entry.steps.contains { $0.paths.contains { unexpected[$0] != nil } }
    }
    throw .changedSince(
      command: (guilty ?? entries[0]).command, paths: unexpected.keys.sorted().map(\.string))
  }
}
