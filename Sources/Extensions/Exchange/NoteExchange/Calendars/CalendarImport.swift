package import CivilCalendar
package import NoteActions
package import NoteInterchange
package import NoteModel
package import NoteRepository
import NoteSyntax
import Wording

/// Takes over the changes of another program in a folder of calendars.
package struct CalendarImport {
  /// The tasks that were changed.
  package private(set) var changed: [NotePosition] = []
  /// The notes that were made of new entries.
  package private(set) var imported = ImportReport()
  package private(set) var facts: [Fact] = []
  /// The differences that remain.
  package private(set) var conflicts = CalendarFolderReport()
  /// The state that both sides agree on now; to be saved when the notes are written.
  package private(set) var state: CalendarState

  package enum Fact {
    /// A consequence of the change of a task.
    case task(TaskFact)
    /// The entry was removed from the calendar, but the task was changed here and stays.
    case kept(NotePosition)
    /// The check box cannot have these fields of the calendar.
    case unsaid(Set<CalendarField>, NotePosition)
  }

  private let workspace: Workspace
  private let calendar: CalendarFolder
  private let options: ExportOptions

  /// Makes the calendars' changes part of a transaction.
  ///
  /// - Parameters:
  ///   - location: The calendars' folder, an absolute path.
  ///   - workspace: The workspace of the tasks.
  ///   - folder: The folder for new notes; nil for the folder of tasks.
  ///   - transaction: Receives the changes.
  ///   - options: Returns the form of tasks in calendars, given whether these keep them as events.
  /// - Throws: If the folder or a note cannot be read, or a note would break a rule.
  package init(
    from location: String, into workspace: Workspace, folder: NotePath?, zone: LocalZone,
    _ transaction: inout Transaction, options: (_ asEvents: Bool) -> ExportOptions
  ) throws {
    self.workspace = workspace
    let calendar = try CalendarFolder(at: location, zone: zone, dayTime: workspace.configuration.dayTime)
    let state = CalendarState(stateFolder: workspace.repository.stateFolder, location: location)
    self.calendar = calendar
    self.state = state
    self.options = options(calendar.entries.contains { state[$0.key] != nil && $0.value.entry.isEvent })
    let tasks = try workspace.calendarTasks(self.options)
    let byNote = Dictionary(grouping: tasks.byUID, by: \.value.path)
    for (path, tasks) in byNote.sorted(by: { $0.key < $1.key }) {
      try take(tasks.map { ($0.key, $0.value) }, at: path, &transaction)
    }
    try create(except: tasks, in: folder, &transaction)
  }

  /// Changes the tasks of one note, from its end so that line numbers hold.
  private mutating func take(
    _ tasks: [(uid: String, placed: PlacedTask)], at path: NotePath, _ transaction: inout Transaction
  ) throws {
    var file = TaskFile(path: path, bytes: try workspace.originals.read(path), in: workspace.layout)
    var changes = TaskChanges(in: workspace)
    var fieldsChanged: [NotePosition] = []
    for (uid, placed) in tasks.sorted(by: {
      ($0.placed.task.line ?? 0) > ($1.placed.task.line ?? 0)
    }) {
      let task = placed.task
      let position = NotePosition(path, line: task.line)
      let ours = task.entry.values
      guard let theirs = calendar.entries[uid]?.entry.values else {
        guard let base = state[uid], !task.isClosed else { continue }
        guard base == CalendarBase(ours) else {
          facts.append(.kept(position))
          continue
        }
        _ = try setStatus(.cancelled, at: task.line, in: &file, &changes, &transaction)
        continue
      }
      let merge = CalendarMerge(base: state[uid], ours: ours, theirs: theirs)
      state.agree(on: merge.agreed, of: uid, ours)
      conflicts.conflicts += merge.conflicts.map { (placed.reference, $0) }
      guard !merge.theirs.isEmpty else { continue }
      var agreed = merge.theirs
      do throws(FrontMatterRefusal) {
        let refused = try CalendarEdit(task, theirs).apply(merge.theirs, to: &file)
        agreed.subtract(refused)
        if !refused.isEmpty { facts.append(.unsaid(refused, position)) }
      } catch {
        facts.append(.task(.refusedFields(path, error)))
        continue
      }
      let status = merge.theirs.contains(.status) ? theirs[.status] : nil
      let isSet = try status.map {
        try setStatus(TaskStatus($0), at: task.line, in: &file, &changes, &transaction)
      }
      // A status that was refused is offered again.
      if isSet == false { agreed.remove(.status) }
      if isSet != true, !agreed.isEmpty { fieldsChanged.append(position) }
      state.agree(on: agreed, of: uid, theirs)
    }
    facts += changes.facts.map { .task($0) }
    guard file.bytes != file.before else { return }
    try workspace.add(ChangedNote(path: path, before: file.before, after: file.bytes), to: &transaction)
    changed += changes.changed + fieldsChanged
  }

  /// Sets the status of a task. Returns false if the task is unchanged; a fact gives the reason.
  private func setStatus(
    _ status: TaskStatus, at line: Int?, in file: inout TaskFile, _ changes: inout TaskChanges,
    _ transaction: inout Transaction
  ) throws(Problem) -> Bool {
    let today = options.now.day
    let count = changes.changed.count
    try changes.make([line], in: &file, &transaction) { task in
      task.status == status ? nil : .status(status, today: today)
    }
    return changes.changed.count > count
  }

  /// Makes notes of entries that are in the calendar alone.
  private mutating func create(
    except tasks: CalendarTasks, in folder: NotePath?, _ transaction: inout Transaction
  ) throws {
    guard let format = ImportFormat.named("ics") else { return }
    let new = calendar.entries.filter { tasks.byUID[$0.key] == nil && state[$0.key] == nil }
    let files = try calendar.files(new.values.map(\.file).sorted())
    let request = ImportRequest(
      format: format, source: ImportSource(files),
      options: ImportOptions(zone: options.zone, now: options.now, dayTime: options.dayTime), folder: folder,
      updates: false)
    imported = try workspace.importNotes(request, into: &transaction)
    for (uid, entry) in new { state.agree(on: CalendarField.allCases, of: uid, entry.entry.values) }
  }
}
