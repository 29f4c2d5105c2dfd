import CivilCalendar
import NoteActions
import NoteInterchange
import NoteModel
import NoteRepository
import Wording

/// What stayed different between tasks and a folder of calendars.
enum CalendarReportText {
  static func tell(_ report: CalendarFolderReport, in context: CommandContext) {
    for (reference, conflict) in report.conflicts {
      let none = Message("nothing", ko: "없음")
      func shown(_ value: String?) -> Message {
        value.map { Message(verbatim: $0.split(separator: "\n").first.map(String.init) ?? "") }
          ?? none
      }
      let (ours, theirs) = (shown(conflict.ours), shown(conflict.theirs))
      let field = conflict.field.rawValue
      context.warn(
        Message(
          "\(reference): \(field) was changed on both sides: “\(ours.english)” here, “\(theirs.english)” in the calendar; neither was replaced",
          ko:
            "\(reference): 양쪽에서 \(field) 필드를 바꾸어 그대로 두었습니다. 여기 “\(ours.korean)”, 캘린더 “\(theirs.korean)”"
        ))
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
          ko: "\(reference): 캘린더에서 지운 항목입니다. “sheaf import --from vdir”로 할 일을 취소합니다"))
    }
    for file in report.orphans {
      context.warn(
        Message(
          "\(file): its task is gone, but the entry was changed in the calendar and stays there",
          ko: "\(file): 할 일은 없지만 캘린더에서 바뀐 항목이라 남겨 두었습니다"))
    }
  }
}

extension CommandContext {
  /// How tasks are written into calendars.
  func calendarOptions(of workspace: Workspace, asEvents: Bool) -> ExportOptions {
    ExportOptions(
      zone: zone, now: clock(), language: language,
      title: workspace.configuration.nonEmptyText("site.title") ?? "Sheaf", asEvents: asEvents)
  }

  /// Brings a folder of calendars up to date with the tasks of some notes.
  func exportCalendar(
    to location: String, asEvents: Bool, _ workspace: Workspace, isChosen: (NotePath) -> Bool
  ) throws -> CalendarFolderReport {
    try checkOutputFolder(location, of: workspace.repository)
    let folder = try CalendarFolder(at: location, zone: zone)
    try folder.checkHoldsCalendars()
    var state = CalendarState(
      stateFolder: workspace.repository.stateFolder, location: location)
    // What was written counts even where a later file could not be.
    defer { state.save() }
    return try workspace.export(
      to: folder, &state, calendarOptions(of: workspace, asEvents: asEvents), isChosen: isChosen)
  }
}
