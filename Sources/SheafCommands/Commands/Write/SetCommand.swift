import ArgumentParser
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalText
import Wording

/// `sheaf set`
struct SetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "set",
      abstract: localized(
        "Change fields of notes and nothing else.", ko: "메모의 필드만 바꿉니다."),
      discussion: localized(
        """
        Notes come first, then changes: key=value, key+=value or key-=value for a list, key- to remove.
        A note whose front matter cannot be changed safely is left unchanged and reported; the others are changed.
        A value that the note had before keeps its spelling.

        Examples:
          sheaf set @ status=doing due=friday
          sheaf set --where 'tag:work status:todo' tags+=q4 --expect 12 --dry-run
        """,
        ko: """
          메모를 먼저, 변경을 나중에 지정합니다: key=value, 목록에는 key+=value와 key-=value, 지울 때는 key-.
          안전하게 바꿀 수 없는 메모는 그대로 두고 표시합니다. 나머지는 바꿉니다. 메모에 있던 값은 원래 형식을 유지합니다.

          예:
            sheaf set @ status=doing due=금요일
            sheaf set --where 'tag:일 status:todo' tags+=4분기 --expect 12 --dry-run
          """))
  }

  @Argument(help: help("Notes, then changes.", ko: "메모, 그다음 변경"))
  var words: [String]

  @OptionGroup var change: ChangeOptions

  init() {}

  func run(in context: CommandContext) throws {
    let changes = words.filter { Self.isChange($0) }
    let assignments = try changes.map {
      try FieldAssignment($0, now: context.clock(), zone: context.zone)
    }
    guard !assignments.isEmpty else {
      throw UsageError(
        Message("No change given", ko: "바꿀 필드를 지정해야 합니다"),
        hint: FieldAssignmentError.unreadable("").hint)
    }
    let (workspace, outcome) = try context.write(change.writing, reportsShifts: true) {
      workspace, transaction in
      (workspace, try plan(assignments, into: &transaction, context, workspace))
    }
    if !change.writing.dryRun { report(outcome.changed, context) }
    for change in outcome.reminding {
      context.reportReminders(
        of: workspace, changing: change.before, to: change.after, at: change.path)
    }
    if outcome.unreadable > 0 { throw ExitStatus.inputOutput }
    if outcome.refused > 0 { throw ExitStatus.badData }
  }

  private struct Outcome {
    var changed: [NotePath] = []
    /// The changes that may have to do with reminders.
    var reminding: [(path: NotePath, before: [UInt8], after: [UInt8])] = []
    var refused = 0
    var unreadable = 0
  }

  private func plan(
    _ assignments: [FieldAssignment], into transaction: inout Transaction,
    _ context: CommandContext, _ workspace: Workspace
  ) throws -> Outcome {
    var outcome = Outcome()
    let concernsReminders = assignments.contains {
      ["remind", "due", "scheduled", "status"].contains(FieldCatalogue.field(for: $0.key)?.key)
    }
    let revision = FieldRevision(assignments)
    let earlier = EarlierVersions(
      context.journal(of: workspace.repository, workspace.configuration))
    for path in try notes(context, workspace) {
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

  private static func isChange(_ word: String) -> Bool {
    guard let equals = word.firstIndex(of: "=") else {
      return word.hasSuffix("-") && word.count > 1 && !word.contains("/") && !word.contains(" ")
    }
    return !word[..<equals].contains("/") && !word[..<equals].contains(" ")
  }

  private func notes(_ context: CommandContext, _ workspace: Workspace) throws -> [NotePath] {
    var paths = try words.filter { !Self.isChange($0) }.map { try context.note($0, in: workspace) }
    if let condition = change.condition {
      paths += try context.notes(where: condition, in: workspace)
    }
    guard !paths.isEmpty || change.condition != nil else {
      throw UsageError(Message("No note given", ko: "메모를 지정해야 합니다"))
    }
    return paths.uniqued()
  }

  private func report(_ changed: [NotePath], _ context: CommandContext) {
    for path in changed { context.console.writeLine(path.string) }
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
