import CivilCalendar
import NoteActions
import NoteInterchange
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// Takes over what another program has changed in a folder of calendars: `sheaf import --from vdir DIR`.
struct CalendarImport {
  let context: CommandContext
  /// The calendars' folder, an absolute path.
  let location: String
  /// Where new notes go; nil for the folder of tasks.
  let folder: NotePath?

  private struct Result {
    var changed: [TaskReference] = []
    var imported = ImportReport()
    var messages: [Message] = []
    var conflicts = CalendarFolderReport()
    var state: CalendarState
  }

  /// - Throws: ``ExitStatus/conflict`` where both sides have changed a field.
  func run(_ writing: WritingOptions) throws {
    guard folderExists(location) else { throw RepositoryError.missingFile(location) }
    let result = try context.write(writing, reportsShifts: true) { workspace, transaction in
      try plan(workspace, &transaction)
    }
    if !writing.dryRun {
      result.state.save()
      for reference in result.changed { context.console.writeLine(reference.text) }
      for entry in result.imported.created { context.console.writeLine(entry.path.string) }
    }
    for message in result.messages { context.note(message) }
    CalendarReportText.tell(result.conflicts, in: context)
    let (new, old) = (result.imported.created.count, result.changed.count)
    context.note(
      Message(
        "\(counted(new, "new task")), \(old) changed", ko: "새 할 일 \(new)개, 바뀐 할 일 \(old)개"))
    if !result.conflicts.conflicts.isEmpty { throw ExitStatus.conflict }
  }

  private func plan(_ workspace: Workspace, _ transaction: inout Transaction) throws -> Result {
    let calendar = try CalendarFolder(at: location, zone: context.zone)
    let state = CalendarState(
      stateFolder: workspace.repository.stateFolder, location: location)
    let hasEvents = calendar.entries.contains { state[$0.key] != nil && $0.value.entry.isEvent }
    let options = context.calendarOptions(of: workspace, asEvents: hasEvents)
    var result = Result(state: state)
    let tasks = try workspace.calendarTasks(options)
    let byNote = Dictionary(grouping: tasks.byUID, by: \.value.path)
    for (path, tasks) in byNote.sorted(by: { $0.key < $1.key }) {
      try take(
        tasks.map { ($0.key, $0.value) }, at: path, calendar, workspace, &transaction, &result)
    }
    try create(calendar, except: tasks, workspace, &transaction, &result)
    return result
  }

  /// Changes the tasks of one note, from its end so that line numbers hold.
  private func take(
    _ tasks: [(uid: String, placed: PlacedTask)], at path: NotePath, _ calendar: CalendarFolder,
    _ workspace: Workspace, _ transaction: inout Transaction, _ result: inout Result
  ) throws {
    var file = TaskFile(path: path, bytes: try workspace.files.read(path), in: workspace.layout)
    var outcome = TaskWriter.Outcome()
    let writer = TaskWriter(context)
    for (uid, placed) in tasks.sorted(by: {
      ($0.placed.task.line ?? 0) > ($1.placed.task.line ?? 0)
    }) {
      let task = placed.task
      let ours = task.entry.values
      guard let theirs = calendar.entries[uid]?.entry.values else {
        guard let base = result.state[uid], !task.isClosed else { continue }
        guard base == CalendarBase(ours) else {
          result.messages.append(Self.kept(placed.reference))
          continue
        }
        try change(.cancelled, at: task.line, in: &file, writer, workspace, &transaction, &outcome)
        continue
      }
      let merge = CalendarMerge(base: result.state[uid], ours: ours, theirs: theirs)
      result.state.agree(on: merge.agreed, of: uid, ours)
      result.conflicts.conflicts += merge.conflicts.map { (placed.reference, $0) }
      guard !merge.theirs.isEmpty else { continue }
      do throws(FrontMatterRefusal) {
        let refused = try CalendarEdit(task, theirs).apply(merge.theirs, to: &file)
        result.state.agree(on: merge.theirs.subtracting(refused), of: uid, theirs)
        if !refused.isEmpty { result.messages.append(Self.unsaid(refused, placed.reference)) }
      } catch {
        result.messages.append(error.message)
        continue
      }
      if merge.theirs.contains(.status), let name = theirs[.status] {
        try change(
          TaskStatus(name), at: task.line, in: &file, writer, workspace, &transaction, &outcome)
      } else {
        outcome.changed.append(TaskReference(path: path, line: task.line))
      }
    }
    guard file.bytes != file.before else { return }
    try context.requireRules(of: workspace, changing: file.before, to: file.bytes, at: path)
    transaction.replace(path, expecting: file.before, with: file.bytes)
    result.changed += outcome.changed
    result.messages += outcome.notes
  }

  private func change(
    _ status: TaskStatus, at line: Int?, in file: inout TaskFile, _ writer: TaskWriter,
    _ workspace: Workspace, _ transaction: inout Transaction, _ outcome: inout TaskWriter.Outcome
  ) throws {
    let today = context.clock().day
    try writer.change(
      [line], in: &file, { $0.status == status ? nil : .status(status, today: today) }, workspace,
      &transaction, &outcome)
  }

  /// Makes notes of entries that are in the calendar alone.
  private func create(
    _ calendar: CalendarFolder, except tasks: CalendarTasks,
    _ workspace: Workspace, _ transaction: inout Transaction, _ result: inout Result
  ) throws {
    guard let format = ImportFormat.named("ics") else { return }
    let new = calendar.entries.filter { tasks.byUID[$0.key] == nil && result.state[$0.key] == nil }
    let files = try calendar.files(new.values.map(\.file).sorted())
    let request = ImportRequest(
      format: format, source: ImportSource(files),
      options: ImportOptions(zone: context.zone, now: context.clock()), folder: folder,
      updates: false)
    result.imported = try workspace.importNotes(request, into: &transaction)
    for (uid, entry) in new {
      result.state.agree(on: CalendarField.allCases, of: uid, entry.entry.values)
    }
    result.messages += result.imported.problems.map { problem in
      let place = problem.position.text + ": "
      return Message(place + problem.message.english, ko: place + problem.message.korean)
    }
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
