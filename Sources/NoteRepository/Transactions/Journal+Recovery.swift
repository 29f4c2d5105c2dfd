package import NoteModel

/// What became of a command that was killed half way.
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
  /// True where a command was killed half way and nobody has fixed it yet.
  package var hasUnfinishedEntry: Bool {
    let slots = (try? slots()) ?? []
    return slots.contains { $0.state == .pending || $0.state == .undoing }
  }

  /// Finishes what a killed command began, or takes it back where it cannot be finished.
  ///
  /// - Throws: Where neither can be written; the journal stays, and the next command tries again.
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
    let progress = try StepStates(steps).progress(in: files)
    let outcome = try bringToAnEnd(steps, progress)
    switch (entry.state, outcome) {
    case (_, .abandoned): try mark(entry, .stuck)
    case (.undoing, .finished): try mark(entry, .undone)
    case (.pending, .rolledBack): try discard(entry)
    default: try mark(entry, .done)
    }
    return Recovery(entry: entry, outcome: outcome, foreign: progress.foreign.sorted())
  }

  /// Goes on where no file was changed by others that still has to be written; else back, by the same rule.
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
        for step in ahead { try step.apply(to: files) }
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
