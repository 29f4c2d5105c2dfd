import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// Changes fields of several notes in one transaction.
struct FieldWriter {
  private let context: CommandContext
  private let care: WritingCare
  /// A query whose notes are changed too.
  private let condition: String?

  init(_ context: CommandContext, care: WritingCare = WritingCare(), condition: String? = nil) {
    self.context = context
    self.care = care
    self.condition = condition
  }

  init(_ context: CommandContext, _ options: ChangeOptions<ChangedNotes>) {
    self.init(context, care: options.writing.care, condition: options.condition)
  }

  /// Makes the changes in all notes, and reports what was left unchanged.
  ///
  /// - Parameters:
  ///   - changes: `due=tomorrow`, `tags+=work`, `due-`.
  ///   - names: Notes, besides those of the query.
  /// - Throws: Where a change cannot be read or a note is not found; ``ExitStatus`` where a note was left unchanged.
  func run(_ changes: [String], on names: [String]) throws {
    let assignments = try changes.map {
      try FieldAssignment($0, now: context.clock(), zone: context.zone)
    }
    guard !assignments.isEmpty else {
      throw UsageError(
        Message("No change given", ko: "바꿀 필드를 지정해야 합니다"),
        hint: FieldAssignmentError.unreadable("").hint)
    }
    let (workspace, changes, used) = try context.write(care, reportsShifts: true) {
      workspace, transaction in
      let used = try workspace.index.fieldKeys()
      let journal = context.journal(of: workspace.repository, workspace.configuration)
      let changes = try FieldChanges(
        assignments, of: notes(names, workspace), in: workspace, earlier: EarlierVersions(journal),
        &transaction)
      for (path, refusal) in changes.refused {
        context.warn(.leftUnchanged("\(path):\(refusal.line)", refusal.message))
      }
      try confirm(changes.made.count, named: names.count)
      return (workspace, changes, used)
    }
    if !care.dryRun {
      for change in changes.made { context.console.writeLine(change.path.string) }
    }
    if !changes.made.isEmpty { context.reportKeys(assignments, used: used) }
    if changes.concernsTasks { context.reportTasks(of: changes.made, in: workspace) }
    if changes.refused.contains(where: \.refusal.isUnreadable) { throw ExitStatus.inputOutput }
    if !changes.refused.isEmpty { throw ExitStatus.badData }
  }

  /// A query or a folder may change more notes than the user had in mind.
  private func confirm(_ count: Int, named: Int) throws {
    guard count > max(named, 1), care.expect == nil, !care.dryRun else { return }
    try context.confirm(
      Message("Change \(counted(count, "note"))?", ko: "메모 \(count)개를 바꿀까요?"))
  }

  private func notes(_ names: [String], _ workspace: Workspace) throws -> [NotePath] {
    var paths = try context.notes(names, in: workspace)
    if let condition { paths += try context.notes(where: condition, in: workspace) }
    guard !paths.isEmpty || condition != nil else {
      throw UsageError(Message("No note given", ko: "메모를 지정해야 합니다"))
    }
    return paths.uniqued()
  }
}

extension FrontMatterRefusal {
  fileprivate var isUnreadable: Bool { if case .unreadable = reason { true } else { false } }
}
