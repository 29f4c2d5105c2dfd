import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// `sheaf check`
struct CheckCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check",
      abstract: localized("Find problems in notes and links.", ko: "메모와 링크의 문제를 검사합니다."),
      discussion: localized(
        CheckManual.discussion(in: .english), ko: CheckManual.discussion(in: .korean)))
  }

  @OptionGroup var options: CheckOptions

  init() {}

  func run(in context: CommandContext) throws {
    guard !options.fix else { return try fix(in: context) }
    try context.reportSkippedNamesAgain()
    let workspace = try context.openWorkspace()
    var result = try found(in: context, workspace)
    if options.external {
      result.findings += try context.webFindings(
        in: try namedNotes(context, workspace), workspace)
    }
    try CheckAnswer(options, context, workspace).show(result)
  }

  /// nil for all.
  private func namedNotes(
    _ context: CommandContext, _ workspace: Workspace
  ) throws -> Set<NotePath>? {
    options.notes.isEmpty ? nil : Set(try context.notes(options.notes, in: workspace))
  }

  private func found(
    in context: CommandContext, _ workspace: Workspace
  ) throws -> CheckRound.Result {
    let choice = CheckRound.Choice(workspace.configuration.table("check"))
    let contents =
      options.staged ? try StagedNotes(in: context.git(in: workspace.repository)).contents : [:]
    let paths = options.staged ? Set(contents.keys) : try namedNotes(context, workspace)
    let result = try CheckRound(workspace, choice: choice, contents: contents).run(
      only: paths, today: context.clock().day)
    for problem in result.problems { context.warn(problem.explanation) }
    return result
  }

  /// Writes every fix that touches no other, in one transaction, and shows what is left.
  private func fix(in context: CommandContext) throws {
    let fixed = try context.write(options.writing) { workspace, transaction in
      let fixes = CheckFixes(of: try found(in: context, workspace))
      for change in fixes.changes {
        transaction.replace(change.path, expecting: change.before, with: change.after)
      }
      return fixes.count
    }
    context.note(
      options.writing.dryRun
        ? Message("\(counted(fixed, "problem")) would be fixed", ko: "\(fixed)곳을 고칠 예정입니다")
        : Message("\(counted(fixed, "problem")) fixed", ko: "\(fixed)곳을 고쳤습니다"))
    if !options.writing.dryRun {
      let workspace = try context.openWorkspace()
      try CheckAnswer(options, context, workspace).show(try found(in: context, workspace))
    }
  }
}
