import CivilCalendar
import NoteActions
import NoteInterchange
import NoteModel
import NoteRepository
import Wording

/// `sheaf import --from vdir DIR`
struct CalendarImportRun {
  let context: CommandContext
  /// The calendars' folder, an absolute path.
  let location: String
  /// Where new notes go; nil for the folder of tasks.
  let folder: NotePath?

  /// - Throws: ``ExitStatus/conflict`` where both sides have changed a field.
  func run(_ writing: WritingOptions) throws {
    guard folderExists(location) else { throw RepositoryError.missingFile(location) }
    let result = try context.write(writing, reportsShifts: true) { workspace, transaction in
      try CalendarImport(
        from: location, into: workspace, folder: folder, zone: context.zone, &transaction
      ) { context.calendarOptions(of: workspace, asEvents: $0) }
    }
    if !writing.dryRun {
      result.state.save()
      for position in result.changed { context.console.writeLine(position.text) }
      for entry in result.imported.created { context.console.writeLine(entry.path.string) }
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
      context.note(
        Message(place + problem.message.english, ko: place + problem.message.korean))
    }
    CalendarReportText.tell(result.conflicts, in: context)
    let (new, old) = (result.imported.created.count, result.changed.count)
    context.note(
      Message(
        "\(counted(new, "new task")), \(old) changed", ko: "새 할 일 \(new)개, 바뀐 할 일 \(old)개"))
  }

  private static func kept(_ reference: String) -> Message {
    Message(
      "\(reference): its entry was removed from the calendar, but the task was changed here and stays",
      ko: "\(reference): 캘린더에서 지웠지만 여기서 바뀐 할 일이라 그대로 둡니다")
  }

  private static func unsaid(_ fields: Set<CalendarField>, _ reference: String) -> Message {
    let names = fields.map(\.rawValue).sorted().joined(separator: ", ")
    return Message(
      "\(reference): the calendar's \(names) cannot be taken into this line and stays there",
      ko: "\(reference): 캘린더의 \(names) 값은 이 줄에 쓸 수 없어 캘린더에만 남깁니다")
  }
}
