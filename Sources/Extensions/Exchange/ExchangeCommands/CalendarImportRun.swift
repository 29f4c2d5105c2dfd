import ArgumentParser
import NoteActions
import NoteExchange
import NoteInterchange
import NoteModel
import NoteRepository
import SheafCommands
import SiteCommands
import Wording

/// `sheaf import --from vdir DIR`
struct CalendarImportRun {
  let context: CommandContext
  /// The calendars' folder, an absolute path.
  let location: String
  /// The folder of new notes; nil for the folder of tasks.
  let folder: NotePath?

  /// Imports calendar entries. Throws ``ExitStatus/conflict`` if both sides have changed a field.
  func run(_ writing: WritingOptions) throws {
    guard folderExists(location) else { throw RepositoryError.missingFile(location) }
    let result = try context.write(writing.care, reportsShifts: true) { workspace, transaction in
      try CalendarImport(
        from: location, into: workspace, folder: folder, zone: context.zone, &transaction
      ) { context.calendarOptions(of: workspace, asEvents: $0) }
    }
    if !writing.dryRun {
      result.state.save()
      context.writePlaces(result.changed.map(\.text) + result.imported.created.map(\.path.string))
    }
    report(result)
    if !result.conflicts.conflicts.isEmpty { throw ExitStatus.conflict }
  }

  private func report(_ result: CalendarImport) {
    for fact in result.facts {
      switch fact {
      case .task(let fact):
        fact.warn(in: context)
        fact.note(in: context)
      case .kept(let position): context.note(Self.kept(position.text))
      case .unsaid(let fields, let position): context.note(Self.unsaid(fields, position.text))
      }
    }
    for problem in result.imported.problems {
      let place = problem.position.text + ": "
      context.note(Message(place + problem.message.english, ko: place + problem.message.korean))
    }
    CalendarReportText.tell(result.conflicts, in: context)
    let (new, old) = (result.imported.created.count, result.changed.count)
    context.note(
      .counts(
        [
          (new, Message(counted(new, "new task"), ko: "새 할 일 \(new)개")),
          (old, Message(counted(old, "changed task"), ko: "바뀐 할 일 \(old)개")),
        ], none: Message("No changes", ko: "바뀐 할 일이 없습니다")))
  }

  private static func kept(_ reference: String) -> Message {
    Message(
      "\(reference): its entry was removed from the calendar, but the task was changed here and is kept",
      ko: "\(reference): 달력에서 지웠지만 여기서 바뀐 할 일이라 그대로 둡니다")
  }

  private static func unsaid(_ fields: Set<CalendarField>, _ reference: String) -> Message {
    let names = fields.map(\.rawValue).sorted().joined(separator: ", ")
    return Message(
      "\(reference): the calendar's \(names) cannot be written in this line; kept only in the calendar",
      ko: "\(reference): 달력의 \(names) 값은 이 줄에 쓸 수 없어 달력에만 남깁니다")
  }
}

/// Reports the differences that remain between tasks and a folder of calendars.
enum CalendarReportText {
  static func tell(_ report: CalendarFolderReport, in context: CommandContext) {
    for (reference, conflict) in report.conflicts {
      let none = Message("nothing", ko: "없음")
      func shown(_ value: String?) -> Message {
        value.map { Message(verbatim: $0.split(separator: "\n").first.map(String.init) ?? "") } ?? none
      }
      let (ours, theirs) = (shown(conflict.ours), shown(conflict.theirs))
      let field = conflict.field.rawValue
      context.warn(
        Message(
          "\(reference): \(field) was changed on both sides: “\(ours.english)” here, “\(theirs.english)” in the calendar; neither was replaced",
          ko: "\(reference): 양쪽에서 \(field) 필드를 바꾸어 그대로 두었습니다. 여기 “\(ours.korean)”, 달력 “\(theirs.korean)”"))
    }
    if !report.conflicts.isEmpty {
      context.note(
        Message(
          "Give both sides the same value, and run the command again.",
          ko: "양쪽을 같은 값으로 고친 다음 다시 실행하세요."))
    }
    for reference in report.missing {
      context.warn(
        Message(
          "\(reference): its entry was removed from the calendar; “sheaf import --from vdir” cancels the task",
          ko: "\(reference): 달력에서 지운 항목입니다. “sheaf import --from vdir”로 할 일을 취소합니다"))
    }
    for file in report.orphans {
      context.warn(
        Message(
          "\(file): its task is gone, but the entry was changed in the calendar and is kept there",
          ko: "\(file): 할 일은 없지만 달력에서 바뀐 항목이라 남겨 두었습니다"))
    }
    if report.kept > 0 {
      context.warn(
        Message(
          "No task of the \(counted(report.kept, "entry", "entries")) in the calendar exists here any more; the entries are kept. Remove the files there if this is right",
          ko: "달력에 있는 항목 \(report.kept)개의 할 일이 여기에는 하나도 없어 모두 남겨 두었습니다. 의도한 것이라면 달력 폴더의 파일을 지우세요"))
    }
  }
}

extension CommandContext {
  /// Returns the options by which tasks are written into calendars.
  func calendarOptions(of workspace: Workspace, asEvents: Bool) -> ExportOptions {
    ExportOptions(
      zone: zone, now: clock(), language: language,
      title: workspace.configuration.nonEmptyText("site.title") ?? "Sheaf", asEvents: asEvents,
      dayTime: workspace.configuration.dayTime)
  }

  /// Brings the calendar of the configuration up to date, if it names one and the command may have changed a note.
  ///
  /// A failure is only a warning: the notes are written, and the next command tries again.
  func keepCalendarCurrent() {
    guard footprint.isLeft, let repository = try? repository(),
      let location = configuration(of: repository).nonEmptyText("calendar.path")
    else { return }
    do {
      let workspace = try openWorkspace()
      guard let calendar = KeptCalendar(of: workspace, home: environment["HOME"]) else { return }
      var query = try QueryArguments.parse([])
      query.query = calendar.query.isEmpty ? [] : [calendar.query]
      let notes = try exportedNotes(query, in: workspace).notes
      let report = try calendar.update(
        with: notes, calendarOptions(of: workspace, asEvents: calendar.asEvents), homes: homes)
      if let report { CalendarReportText.tell(report, in: self) }
    } catch {
      let reason = (error as? any ExplainedError)?.explanation ?? Message(verbatim: "\(error)")
      warn(
        Message(
          "The calendar \(location) could not be updated: \(reason.english)",
          ko: "달력을 갱신하지 못했습니다: \(location)(\(reason.korean))"))
    }
  }
}
