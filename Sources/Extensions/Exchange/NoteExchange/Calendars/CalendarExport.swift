package import NoteActions
import NoteIndex
package import NoteInterchange
package import NoteModel

/// A task of a note, and its position.
package struct PlacedTask: Sendable {
  package let path: NotePath
  package let task: CalendarTask

  /// The task's name on the command line: `Memo/a.md:12`.
  package var reference: String { NotePosition(path, line: task.line).text }
}

/// The tasks of a repository by the UID that calendars know them by.
package struct CalendarTasks: Sendable {
  package private(set) var byUID: [String: PlacedTask] = [:]
  /// False if a note could not be read: then a missing task may still exist.
  package private(set) var isComplete = true

  /// Adds the tasks of a note. If tasks of a series have the same UID, the open one is exported.
  fileprivate mutating func add(_ tasks: [CalendarTask], at path: NotePath) {
    for task in tasks {
      let uid = task.entry.uid
      if let known = byUID[uid], !known.task.isClosed || task.isClosed { continue }
      byUID[uid] = PlacedTask(path: path, task: task)
    }
  }

  fileprivate mutating func miss() { isComplete = false }
}

/// The results for a folder of calendars, or for the tasks that it shares.
package struct CalendarFolderReport: Sendable {
  /// Entries that are new in the folder.
  package var created = 0
  /// Entries of which fields were changed.
  package var changed = 0
  /// Entries whose task is gone.
  package var removed = 0
  /// Fields that both sides changed: neither was taken.
  package var conflicts: [(reference: String, conflict: CalendarMerge.Conflict)] = []
  /// Open tasks whose entry the other program has removed; they stay.
  package var missing: [String] = []
  /// Entries whose task is gone, but which the other program has changed since; they stay.
  package var orphans: [String] = []
  /// Entries that stay because the tasks of all of them are gone at once.
  package var kept = 0

  package init() {}
}

extension Workspace {
  /// Returns every task, by the UID that calendars know it by.
  package func calendarTasks(_ options: ExportOptions) throws -> CalendarTasks {
    var tasks = CalendarTasks()
    let located = try index.tasks(TaskRequest(now: options.now))
    var seen: Set<NotePath> = []
    for path in located.map(\.path) where seen.insert(path).inserted {
      do {
        let note = ExportedNote(try note(at: path), modified: nil, targets: [:])
        tasks.add(CalendarTask.all(of: note, options), at: path)
      } catch {
        tasks.miss()
      }
    }
    return tasks
  }

  /// Writes tasks into a folder of calendars; changes of the other program there stay.
  ///
  /// - Parameters:
  ///   - folder: The target folder.
  ///   - state: The values that both sides last agreed on; it is brought up to date, and has to be saved.
  ///   - options: The form of written tasks.
  ///   - isChosen: True if the tasks of a note are requested. Of others only entries that are there already are brought
  ///     up to date.
  /// - Returns: The results.
  /// - Throws: If a file cannot be written.
  package func export(
    to folder: CalendarFolder, _ state: inout CalendarState, _ options: ExportOptions, isChosen: (NotePath) -> Bool
  ) throws -> CalendarFolderReport {
    var report = CalendarFolderReport()
    let tasks = try calendarTasks(options)
    for (uid, placed) in tasks.byUID.sorted(by: { $0.value.reference < $1.value.reference }) {
      let task = placed.task
      if let (file, entry) = folder.entries[uid] {
        let merge = CalendarMerge(base: state[uid], ours: task.entry.values, theirs: entry.values)
        // A value that a note cannot state as the other program does is no change of ours.
        var changed = merge.ours
        if !changed.isEmpty,
          let imported = entry.values(importedWith: options, asEvent: task.entry.isEvent)
        {
          changed = changed.filter { task.entry.values[$0] != imported[$0] }
        }
        if !changed.isEmpty {
          try folder.write(entry.taking(changed, from: task.entry), to: file)
          report.changed += 1
        }
        state.agree(on: merge.agreed.union(changed), of: uid, task.entry.values)
        report.conflicts += merge.conflicts.map { (placed.reference, $0) }
      } else if task.isClosed {
        continue
      } else if let base = state[uid], base == CalendarBase(task.entry.values) {
        report.missing.append(placed.reference)
      } else if state[uid] != nil || isChosen(placed.path) {
        try folder.write(task.bytes, to: folder.file(for: uid))
        state.agree(on: CalendarField.allCases, of: uid, task.entry.values)
        report.created += 1
      }
    }
    guard tasks.isComplete else { return report }
    let known = folder.entries.filter { state[$0.key] != nil }
    let gone = known.filter { tasks.byUID[$0.key] == nil }
    // All at once is another repository at the old one's path, or notes that are not there just now. The entries are
    // no longer ours, until a task has their UID again.
    guard gone.isEmpty || gone.count < known.count else {
      for uid in gone.keys { state[uid] = nil }
      report.kept = gone.count
      return report
    }
    for (uid, (file, entry)) in gone {
      if CalendarBase(entry.values) == state[uid] {
        try folder.remove(file)
        state[uid] = nil
        report.removed += 1
      } else {
        report.orphans.append(file)
      }
    }
    return report
  }
}
