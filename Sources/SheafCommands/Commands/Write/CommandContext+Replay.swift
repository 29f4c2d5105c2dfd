import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import TerminalText
import Wording

extension CommandContext {
  /// Undoes commands or makes them again, or prints what that would change.
  func replay(
    _ options: WritingOptions, _ plan: (Journal) throws(RepositoryError) -> Journal.Plan
  ) throws -> [JournalEntry] {
    guard !options.dryRun else {
      let repository = try repository()
      let journal = journal(of: repository, configuration(of: repository))
      let plan = try plan(journal)
      let changes = try journal.preview(of: plan)
      try changes.checkNoteCount(options.expect)
      console.write(theme.encode(TransactionDiff(changes, in: self).lines))
      return plan.entries
    }
    return try withJournal { workspace, journal in
      let plan = try plan(journal)
      if options.expect != nil {
        try journal.preview(of: plan).checkNoteCount(options.expect)
      }
      try journal.carryOut(plan)
      footprint.leave()
      commit(replayed: plan.entries, isUndo: plan.isUndo, in: workspace)
      return plan.entries
    }
  }
}

/// There is no command left to undo or to make again.
struct NothingToReplay: ExplainedError {
  let explanation: Message

  var category: ErrorCategory { .notFound }
}
