import NoteModel
import NotePresentation
import NoteRepository
import NoteWorkspace
import TerminalText
import Wording

extension CommandContext {
  /// Undoes commands or makes them again, or prints what that would change.
  func replay(
    dryRun: Bool, _ plan: (Journal) throws(RepositoryError) -> Journal.Plan
  ) throws -> [JournalEntry] {
    guard !dryRun else {
      let repository = try repository()
      let journal = journal(of: repository, configuration(of: repository))
      let plan = try plan(journal)
      console.write(theme.encode(TransactionDiff(try journal.preview(of: plan)).lines))
      return plan.entries
    }
    return try withJournal { workspace, journal in
      let plan = try plan(journal)
      try journal.carryOut(plan)
      return plan.entries
    }
  }
}

/// There is no command left to undo or to make again.
struct NothingToReplay: ExplainedError {
  let explanation: Message

  var category: ErrorCategory { .notFound }
}
