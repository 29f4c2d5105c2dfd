package import CivilCalendar
import NoteIndex
package import NoteModel
package import NoteRepository
package import NoteSyntax
package import Wording

/// A consequence of the change of a task, or the reason why it was not made.
package enum TaskFact {
  /// The task already has this state and is not changed.
  case unchanged(TaskItem)
  /// The task was left as it is.
  case refused(NotePosition, any ExplainedError)
  /// The front matter of the task's note was left as it is.
  case refusedFields(NotePath, FrontMatterRefusal)
  /// The task depends on an open task.
  case blocked(TaskItem, by: LocatedTask)
  /// The task has another day to be done on.
  case repeats(TaskItem, TaskOccurrence)
  /// The rule of the task has no further day.
  case ended(TaskItem)
  case unreadableRule(RecurrenceMistake)
  /// The box was to be deleted, but other lines belong to it.
  case undeletable(TaskItem)
}

/// Changes tasks of several notes, and makes the next occurrence of those that repeat.
package struct TaskChanges {
  /// The changed tasks, by their new paths; tasks of one note in the order in which they were named.
  package private(set) var changed: [NotePosition] = []
  package private(set) var titles: [String] = []
  package private(set) var facts: [TaskFact] = []

  private let workspace: Workspace
  private let skipsMissed: Bool
  /// The graph of blocking tasks, if a task that waits for another was checked.
  private var graph: TaskGraph?

  /// - Parameter skipsMissed: True to skip occurrences whose day is over.
  package init(in workspace: Workspace, skipsMissed: Bool = false) {
    self.workspace = workspace
    self.skipsMissed = skipsMissed
  }

  /// Makes a change of tasks part of a transaction.
  ///
  /// - Parameters:
  ///   - positions: The tasks, each once.
  ///   - transaction: Receives the changes.
  ///   - change: Returns the change of a task. Nil if there is nothing to change.
  /// - Throws: ``Problem`` for a place that is no task; if a note cannot be read.
  package mutating func make(
    _ positions: [NotePosition], _ transaction: inout Transaction, _ change: (TaskItem) -> TaskChange?
  ) throws {
    let linesByPath = Dictionary(grouping: positions, by: \.path).mapValues { $0.map(\.line) }
    var seen: Set<NotePath> = []
    for path in positions.map(\.path) where seen.insert(path).inserted {
      var file = TaskFile(path: path, bytes: try workspace.originals.read(path), in: workspace.layout)
      try make(linesByPath[path] ?? [], in: &file, &transaction, change)
      transaction.replace(path, expecting: file.before, with: file.bytes)
    }
  }

  /// Makes a change in a file with other changes. The caller writes the file.
  ///
  /// - Parameter lines: The lines of check boxes, or nil for the task that the note is.
  package mutating func make(
    _ lines: [Int?], in file: inout TaskFile, _ transaction: inout Transaction, _ change: (TaskItem) -> TaskChange?
  ) throws(Problem) {
    var cards: [Int: TaskStatus] = [:]
    var made: [(line: Int?, title: String)] = []
    // From the end, so that line numbers hold.
    for line in lines.sorted(by: { ($0 ?? 0) > ($1 ?? 0) }) {
      let position = NotePosition(file.path, line: line)
      guard let task = file.task(at: line) else { throw notATask(position, in: file.note) }
      guard let change = change(task) else {
        facts.append(.unchanged(task))
        continue
      }
      if let mistake = file.mistake(of: task, at: line, before: change) {
        facts.append(.refused(position, mistake))
        continue
      }
      do throws(FrontMatterRefusal) {
        let before = file.bytes
        try file.apply(change, at: line)
        // A card gets its status by the column that it is moved to below.
        if case .fields = change, file.bytes == before {
          facts.append(.unchanged(task))
          continue
        }
        made.append((line, task.title))
        if let line, case .status(let status, _) = change { cards[line] = status }
        findBlockers(of: task, at: position, change)
        try addNext(of: task, change, to: &file, line, &transaction)
      } catch {
        facts.append(.refusedFields(file.path, error))
      }
    }
    let moved = file.moveChangedCards(cards)
    facts += file.undeletable.map { .undeletable($0) }
    let order = Dictionary(zip(lines, 0...)) { first, _ in first }
    for (line, title) in made.sorted(by: { order[$0.line, default: 0] < order[$1.line, default: 0] }) {
      changed.append(NotePosition(file.path, line: line.map { moved[$0] ?? file.place(of: $0) }))
      titles.append(title)
    }
  }

  /// Finds the tasks that should be completed first. They are only reported, because the user may know better.
  private mutating func findBlockers(of task: TaskItem, at position: NotePosition, _ change: TaskChange) {
    guard case .status(let status, _) = change, status == .doing || status == .done,
      !task.dependencies.isEmpty,
      let graph = try? graph ?? workspace.index.tasks.graph(of: [])
    else { return }
    self.graph = graph
    facts += graph.blockers(of: position.text).map { .blocked(task, by: $0) }
  }

  /// Adds the next occurrence of a completed task if its rule has one.
  private mutating func addNext(
    of task: TaskItem, _ change: TaskChange, to file: inout TaskFile, _ line: Int?, _ transaction: inout Transaction
  ) throws(FrontMatterRefusal) {
    let next = try workspace.addNext(of: task, after: change, to: &file, at: line, skipsMissed: skipsMissed)
    switch next {
    case .none: return
    case .unreadable(let mistake): facts.append(.unreadableRule(mistake))
    case .ended: facts.append(.ended(task))
    case .inserted(let next), .note(let next, nil): facts.append(.repeats(task, next))
    case .note(let next, let created?):
      facts.append(.repeats(task, next))
      transaction.create(created.path, created.bytes)
    }
  }
}

extension TaskChange {
  /// Returns the change that gives a task another day or time, or removes it. Nil if the task already has it.
  package static func postponing(_ task: TaskItem, to date: CivilDate?, in zone: LocalZone) -> TaskChange? {
    let old = task.due ?? task.scheduled
    // A day takes over the time.
    let new = if case .day(let day)? = date, let old { old.moved(to: day, in: zone) } else { date }
    return old == new ? nil : .postpone(new)
  }
}
