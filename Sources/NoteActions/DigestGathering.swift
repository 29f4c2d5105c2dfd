package import CivilCalendar
import NoteIndex
package import NoteModel

extension Workspace {
  /// What happened in a span of days.
  package func digest(of range: DayRange, now: CivilMoment) throws -> Digest {
    let today = now.day
    let notes = try index.notes(NoteRequest(query: .all, now: now))
    let chosen = notes.compactMap {
      DatedNote($0, in: range, zoneOffsetSeconds: now.utcOffsetSeconds ?? 0)
    }
    var digest = Digest(subject: .days(range), now: now)
    try add(chosen, to: &digest)
    digest.leftOut += try sealedLetters(in: range, now: now)
    // What is open is reported as of today, so it has no place in a digest of the past.
    let isPast = range.last < today
    let tasks = try index.tasks(
      dueUntil: isPast ? nil : today.adding(days: Digest.comingDays), closedIn: range)
    for task in tasks {
      digest.add(task.item, of: task.path, closedIn: range, includesOpen: !isPast)
    }
    digest.sortTasks()
    return digest
  }

  /// What a query finds, whenever it was written. `text` is the query as it was asked.
  package func digest(of query: Query, text: String, now: CivilMoment) throws -> Digest {
    let notes = try index.notes(NoteRequest(query: query, now: now))
    var digest = Digest(subject: .query(text), now: now)
    try add(notes.map { DatedNote(found: $0) }, to: &digest)
    for note in digest.diary.map(\.note) + digest.created + digest.changed {
      for task in note.tasks where !task.title.isEmpty {
        digest.add(task, of: note.path, closedIn: nil, includesOpen: true)
      }
    }
    digest.sortTasks()
    return digest
  }

  /// Notes that are new (true) or changed, whatever their dates say.
  func digest(
    of roles: [NotePath: Bool], subject: Digest.Subject, now: CivilMoment
  ) throws -> Digest {
    var digest = Digest(subject: subject, now: now)
    let notes = try index.summaries(of: roles.keys.sorted())
    try add(notes.map { DatedNote(found: $0, isNew: roles[$0.path] ?? false) }, to: &digest)
    return digest
  }

  private func add(_ notes: [DatedNote], to digest: inout Digest) throws {
    let hidden = try index.privatePaths()
    digest.leftOut += notes.count { hidden.contains($0.summary.path) }
    var told = 0
    for dated in notes.sorted(by: DatedNote.isEarlier) where !hidden.contains(dated.summary.path) {
      // A file that went away since the scan is not worth stopping for.
      guard let note = try? note(at: dated.summary.path) else { continue }
      switch dated.role {
      case .diary: digest.diary.append(Digest.DiaryEntry(day: dated.day, note: note))
      case .created, .changed:
        told += 1
        if told > Digest.notesLimit {
          digest.furtherNotes += 1
        } else if dated.role == .created {
          digest.created.append(note)
        } else {
          digest.changed.append(note)
        }
      }
    }
  }

  /// Letters still sealed that were written in these days.
  private func sealedLetters(in range: DayRange, now: CivilMoment) throws -> Int {
    let sealed = try index.notes(NoteRequest(query: .state(.sealed), now: now))
    return sealed.count { $0.created.map { range.contains($0.day) } ?? false }
  }
}

/// A note and why it is in a digest.
private struct DatedNote {
  enum Role: Int {
    case diary, created, changed
  }

  let summary: NoteSummary
  let role: Role
  let day: Day

  /// nil for a note of other days.
  init?(_ note: NoteSummary, in range: DayRange, zoneOffsetSeconds: Int) {
    summary = note
    if note.kind == .diary {
      guard let day = note.entryDay, range.contains(day) else {
        return nil
      }
      (role, self.day) = (.diary, day)
      return
    }
    let born = note.bornSeconds.flatMap {
      CivilMoment(secondsSinceEpoch: $0, utcOffsetSeconds: zoneOffsetSeconds)
    }
    if let created = note.created?.day ?? born?.day, range.contains(created) {
      (role, day) = (.created, created)
      return
    }
    let modified = CivilMoment(
      secondsSinceEpoch: note.modifiedSeconds, utcOffsetSeconds: zoneOffsetSeconds)
    guard let day = note.updated?.day ?? modified?.day, range.contains(day) else { return nil }
    (role, self.day) = (.changed, day)
  }

  /// A note that a query found.
  init(found note: NoteSummary, isNew: Bool = true) {
    summary = note
    role = note.kind == .diary ? .diary : isNew ? .created : .changed
    day = note.entryDay ?? note.created?.day ?? Day(daysSinceEpoch: 0)
  }

  /// The diary from its first day; notes from the newest.
  static func isEarlier(_ left: DatedNote, _ right: DatedNote) -> Bool {
    if left.role != right.role { return left.role.rawValue < right.role.rawValue }
    if left.day != right.day {
      return left.role == .diary ? left.day < right.day : left.day > right.day
    }
    return left.summary.path < right.summary.path
  }
}

extension Digest {
  /// Puts a task where it belongs: with what was done, what is overdue or what is coming.
  ///
  /// - Parameter range: nil if every closed task counts.
  fileprivate mutating func add(
    _ task: TaskItem, of note: NotePath, closedIn range: DayRange?, includesOpen: Bool
  ) {
    let entry = TaskEntry(task: task, note: note)
    if task.status == .done {
      let isInRange = range.map { range in task.closed.map { range.contains($0.day) } ?? false }
      if isInRange ?? true { done.append(entry) }
    } else if includesOpen, !task.status.isClosed, let due = task.due?.day {
      if task.isOverdue(at: now) {
        overdue.append(entry)
      } else if due <= today.adding(days: Self.comingDays) {
        coming.append(entry)
      }
    }
  }

  fileprivate mutating func sortTasks() {
    func key(_ entry: TaskEntry) -> (Int, Int, String) {
      let day = entry.task.closed?.day ?? entry.task.due?.day
      return (day?.daysSinceEpoch ?? 0, -entry.task.priority.rawValue, entry.note.string)
    }
    done.sort { key($0) < key($1) }
    overdue.sort { key($0) < key($1) }
    coming.sort { key($0) < key($1) }
  }
}
