import ArgumentParser
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import TerminalText
import Wording

/// What `undo` and `redo` take.
struct ReplayOptions: ParsableArguments {
  @Argument(help: help("The number of commands. Default: 1.", ko: "명령의 수(기본값: 1)"))
  var count = 1

  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard count > 0 else {
      throw ValidationError(localized("The number must be at least 1.", ko: "수는 1 이상이어야 합니다."))
    }
  }

  /// Carries out what `plan` finds, and reports it.
  ///
  /// - Parameters:
  ///   - context: Of the command.
  ///   - plan: Finds the last `count` commands.
  ///   - nothing: Says that there is none.
  ///   - hint: Says then what can be done.
  ///   - report: What is said of a command, and the files that it leaves.
  /// - Throws: ``NothingToReplay``, and what the journal throws.
  func run(
    in context: CommandContext,
    _ plan: (Journal, _ count: Int) throws(RepositoryError) -> Journal.Plan, nothing: Message,
    hint: Message,
    _ report: (JournalEntry) -> (Message, [NotePath])
  ) throws {
    let done = try context.replay(writing) { journal throws(RepositoryError) in
      try plan(journal, count)
    }
    guard !done.isEmpty else { throw NothingToReplay(explanation: nothing, hint: hint) }
    guard !writing.dryRun else { return }
    for entry in done {
      let (message, paths) = report(entry)
      context.note(message)
      for path in paths { context.console.writeLine(path.string) }
    }
  }
}

extension CommandContext {
  /// Undoes commands or makes them again, or prints what that would change.
  func replay(
    _ options: WritingOptions, _ plan: (Journal) throws(RepositoryError) -> Journal.Plan
  ) throws -> [JournalEntry] {
    guard !options.dryRun else {
      let repository = try repository()
      let journal = try journalToRead(of: repository, configuration(of: repository))
      let plan = try plan(journal)
      let changes = try journal.preview(of: plan)
      try changes.checkNoteCount(options.expect)
      show(changes)
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
  let hint: Message?

  var category: ErrorCategory { .notFound }
}
