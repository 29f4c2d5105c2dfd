import CivilCalendar
import NoteIndex
package import NoteModel
import NoteRepository
package import NoteSyntax

/// The effect of a change besides the task itself.
package enum TaskAftermath: Sendable {
  case none
  /// The rule has no further day.
  case ended
  /// The rule cannot be read.
  case unreadable(RecurrenceMistake)
  /// The next occurrence, which is in the same file.
  case inserted(TaskOccurrence)
  /// The next occurrence is a note. Nil if another machine has made it already.
  case note(TaskOccurrence, (path: NotePath, bytes: [UInt8])?)
}

extension Workspace {
  /// Makes the next occurrence of a task that was done and repeats.
  ///
  /// - Parameters:
  ///   - task: The task before the change.
  ///   - change: The change that was made.
  ///   - file: The file of the task, into which the next occurrence of a check box is inserted.
  ///   - line: The line of the box, or nil for a note.
  ///   - skipsMissed: True to skip occurrences whose day is over.
  /// - Returns: The next occurrence, or none for another change or a task that does not repeat.
  /// - Throws: ``FrontMatterRefusal`` if a field of the next note cannot be set.
  package func addNext(
    of task: TaskItem, after change: TaskChange, to file: inout TaskFile, at line: Int?, skipsMissed: Bool = false
  ) throws(FrontMatterRefusal) -> TaskAftermath {
    guard case .status(.done, let today) = change, let rule = task.repetition else { return .none }
    let next: TaskOccurrence?
    do throws(RecurrenceError) {
      next = try TaskOccurrence(after: task, at: file.path, done: today, in: index.zone, skipsMissed: skipsMissed)
    } catch {
      return .unreadable(RecurrenceMistake(error, in: rule))
    }
    guard let next else { return .ended }
    if let line {
      file.insert(next, above: line)
      return .inserted(next)
    }
    let copy = try file.next(next)
    return .note(next, freePath(for: copy, next).map { ($0, copy.bytes) })
  }

  /// Returns the path of the next occurrence. Nil if another machine has made it already.
  private func freePath(for file: TaskFile, _ next: TaskOccurrence) -> NotePath? {
    let known = (try? index.notes(named: next.identifier)) ?? []
    if known.contains(where: { $0.identifier == next.identifier }) { return nil }
    guard files.fingerprint(file.path) != nil else { return file.path }
    let name = "\(file.path.stem) \(next.identifier).md"
    return file.path.folder?.appending(name) ?? NotePath(trusted: name)
  }
}

extension TaskFile {
  /// Moves cards of a Kanban note to the columns of their new status, and removes boxes that are to be deleted when done.
  ///
  /// - Parameter cards: The new statuses, by the lines of the boxes before all changes.
  /// - Returns: The new lines of the boxes, by those before.
  package mutating func moveChangedCards(_ cards: [Int: TaskStatus]) -> [Int: Int] {
    guard !cards.isEmpty else { return [:] }
    var places = cards.keys.reduce(into: [:]) { $0[$1] = place(of: $1) }
    if KanbanBoard(note.document) != nil {
      let moved = moveCards(Dictionary(uniqueKeysWithValues: cards.map { (place(of: $0.key), $0.value) }))
      places = places.mapValues { moved[$0] ?? $0 }
    }
    for (line, status) in cards.sorted(by: { places[$0.key, default: 0] > places[$1.key, default: 0] }) {
      guard status == .done, let place = places[line], removeIfDone(at: place) else { continue }
      places = places.mapValues { $0 > place ? $0 - 1 : $0 }
    }
    return places
  }
}
