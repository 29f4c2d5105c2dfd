import CivilCalendar
import NoteActions
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
    let (workspace, outcome) = try context.write(care, reportsShifts: true) {
      workspace, transaction in
      let paths = try notes(names, workspace)
      let outcome = try plan(assignments, of: paths, into: &transaction, workspace)
      try confirm(outcome.changed.count, named: names.count)
      return (workspace, outcome)
    }
    if !care.dryRun { for path in outcome.changed { context.console.writeLine(path.string) } }
    for change in outcome.reminding {
      context.reportReminders(
        of: workspace, changing: change.before, to: change.after, at: change.path)
    }
    if outcome.unreadable > 0 { throw ExitStatus.inputOutput }
    if outcome.refused > 0 { throw ExitStatus.badData }
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

  private struct Outcome {
    var changed: [NotePath] = []
    /// The changes that may have to do with reminders.
    var reminding: [(path: NotePath, before: [UInt8], after: [UInt8])] = []
    var refused = 0
    var unreadable = 0
  }

  private func plan(
    _ assignments: [FieldAssignment], of paths: [NotePath],
    into transaction: inout Transaction, _ workspace: Workspace
  ) throws -> Outcome {
    var outcome = Outcome()
    let concernsReminders = assignments.contains {
      ["remind", "due", "scheduled", "status"].contains(FieldCatalogue.field(for: $0.key)?.key)
    }
    let revision = FieldRevision(assignments)
    let earlier = EarlierVersions(
      context.journal(of: workspace.repository, workspace.configuration))
    for path in paths {
      do {
        let before = try context.bytes(of: path, in: workspace)
        let after = try revision.result(
          on: before, earlier: earlier.versions(of: path, before: before))
        guard after != before else { continue }
        try context.requireRules(of: workspace, changing: before, to: after, at: path)
        transaction.replace(path, expecting: before, with: after)
        outcome.changed.append(path)
        if concernsReminders { outcome.reminding.append((path, before, after)) }
      } catch let refusal as FrontMatterRefusal {
        outcome.refused += 1
        if case .unreadable = refusal.reason { outcome.unreadable += 1 }
        context.warn(
          Message(
            "\(path):\(refusal.line): left unchanged: \(refusal.message.english)",
            ko: "\(path):\(refusal.line): 그대로 두었습니다: \(refusal.message.korean)"))
      }
    }
    return outcome
  }
}

extension CommandContext {
  /// The bytes of a note; where they cannot be read nothing is changed in it.
  fileprivate func bytes(of path: NotePath, in workspace: Workspace) throws(FrontMatterRefusal)
    -> [UInt8]
  {
    do {
      return try workspace.files.read(path)
    } catch {
      throw FrontMatterRefusal(reason: .unreadable(error.explanation), line: 1)
    }
  }
}
