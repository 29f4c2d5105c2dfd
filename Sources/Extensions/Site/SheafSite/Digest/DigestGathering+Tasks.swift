import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// The tasks that were done, that moved, that are late or are coming.
extension DigestGathering {
  mutating func addTasks() throws {
    let last = digest.lastDay
    let days = request.days
    let isLater = days.map { $0.first > last } ?? false
    let start = last == request.now.day ? last : last.adding(days: 1)
    let ahead = isLater ? days : settings.ahead > 0 ? DayRange(start, last.adding(days: settings.ahead)) : nil
    guard request.commit == nil else { return }
    guard let days else { return try addTasksOfFound(ahead) }
    var tasks = try workspace.index.tasks(dueUntil: ahead?.last, closedIn: days)
    if let history, !history.later.isEmpty { tasks = atEnd(tasks, history, days) }
    for task in tasks where isFound(task.path) {
      guard let section = section(of: task.item, closedIn: days, ahead) else { continue }
      if let reason = heldBack[present(task.path)] {
        // Tasks are counted themselves, other notes with all that is in them.
        let isItself = reason == .tasks && task.item.source != .note
        if isItself || counted.insert(task.path).inserted { leaveOut(reason, 1) }
        continue
      }
      digest[keyPath: section].append(Digest.TaskEntry(task.item, of: task.path, titled: task.noteTitle))
    }
  }

  mutating func addTasksOfFound(_ ahead: DayRange?) throws {
    for path in (found ?? []).sorted() where heldBack[path] == nil {
      guard let note = try? workspace.note(at: path) else { continue }
      for task in note.tasks.map({ $0.here(in: request.zone) }) where !task.title.isEmpty {
        guard let section = section(of: task, closedIn: nil, ahead) else { continue }
        digest[keyPath: section].append(Digest.TaskEntry(task, of: path, titled: note.title))
      }
    }
  }

  /// Returns the tasks at the end of the days: a note that was changed later is read from the commit. A completion day
  /// within the days counts, whenever it was committed.
  func atEnd(_ tasks: [LocatedTask], _ history: DigestHistory, _ days: DayRange) -> [LocatedTask] {
    let paths = history.later.compactMapValues { $0 }.filter { $0.key.isMarkdown }
    let contents = history.contents(of: Array(paths.values))
    var result = tasks.filter { task in
      guard let object = history.later[task.path] else { return true }
      if task.item.closed.map({ days.contains($0.day) }) == true { return true }
      // A note that was created later counts only if its own `created` field says that it existed.
      return object == nil && task.item.created.map { $0.day <= digest.lastDay } == true
    }
    func name(_ path: NotePath, _ title: String) -> [String] { [path.string, title] }
    let known = Set(result.map { name($0.path, $0.item.title) })
    for (path, object) in paths {
      guard let bytes = contents[object] else { continue }
      guard let note = history.version(bytes, at: path, now: path) else { continue }
      for task in note.tasks where !known.contains(name(path, task.title)) && !task.title.isEmpty {
        result.append(LocatedTask(path: path, noteTitle: note.title, item: task.here(in: request.zone)))
      }
    }
    return result
  }

  /// Returns the section of tasks. Without `range` every closed task counts.
  func section(
    of task: TaskItem, closedIn range: DayRange?, _ ahead: DayRange?
  ) -> WritableKeyPath<Digest, [Digest.TaskEntry]>? {
    if task.status == .done {
      let isInRange = range.map { range in task.closed.map { range.contains($0.day) } ?? false }
      if isInRange ?? true { return \.done }
      // The task was open at the end of the digest's days, and was closed later.
      guard let closed = task.closed, closed.day > digest.lastDay else { return nil }
    } else if task.status.isClosed {
      return nil
    }
    guard let due = task.due?.day else { return nil }
    var open = task
    open.status = .todo
    let isLater = range.map { $0.first > digest.lastDay } ?? false
    if !isLater, due <= digest.lastDay, open.isOverdue(at: digest.now) { return \.late }
    return ahead?.contains(due) == true ? \.coming : nil
  }

  // MARK: - Tasks in motion

  var told: Set<NotePath> { Set((digest.done + digest.late).filter { $0.noteTitle == nil }.map(\.note)) }

  mutating func addMotion(
    _ old: Note?, _ new: Note, _ task: TaskItem, _ touch: Digest.Touch, _ context: NoteNews.Context
  ) {
    guard let old, let former = old.tasks.first(where: { $0.source == .note }), !told.contains(new.path) else { return }
    var entry = Digest.TaskEntry(task.here(in: request.zone), of: new.path)
    entry.touch = touch
    if task.status == .done, request.commit != nil, former.status != .done {
      if mayShow(new.path) { digest.done.append(entry) }
      return
    }
    guard !task.status.isClosed, digest.sections.contains(.tasks) else { return }
    entry.isBegun = task.isStarted && !former.isStarted
    if former.due != task.due, context.showsFormerWords { entry.formerDue = former.due?.here(in: request.zone) }
    entry.change = NoteNews(from: old, to: new, context).changes.first { $0.kind != .field && $0.kind != .moved }
    guard entry.isBegun || entry.formerDue != nil || entry.change != nil, mayShow(new.path) else { return }
    digest.motion.append(entry)
  }

  mutating func addMotion(ofBoxesIn new: Note, since old: Note, _ touch: Digest.Touch) {
    guard digest.sections.contains(.tasks) else { return }
    var former: [String: TaskItem] = [:]
    for task in old.tasks { former[task.title] = task }
    for task in new.tasks where !task.status.isClosed {
      guard let before = former[task.title] else { continue }
      var entry = Digest.TaskEntry(task.here(in: request.zone), of: new.path, titled: new.title)
      entry.touch = touch
      entry.isBegun = task.isStarted && !before.isStarted
      if before.due != task.due, !request.isPublic { entry.formerDue = before.due?.here(in: request.zone) }
      let isLate = digest.late.contains { $0.note == new.path && $0.task.title == task.title }
      guard entry.isBegun || entry.formerDue != nil, !isLate, mayShow(new.path) else { continue }
      digest.motion.append(entry)
    }
  }
}
