package import CivilCalendar
import NoteIndex
package import NoteModel

/// The choices that a digest is made by.
package struct DigestRequest: Sendable {
  /// nil: whenever it was written, as far as `query` finds it.
  package var days: DayRange?
  /// nil: all notes.
  package var query: Query?
  /// The query as it was asked.
  package var text: String
  package var sections: [Digest.Section]
  /// The rules that keep private notes out.
  package var rules: PublicationRules
  package var zone: LocalZone
  /// The answers to queries in notes; nil leaves the queries as they are.
  package var answers: QueryAnswers?

  package init(
    days: DayRange?, query: Query?, text: String = "",
    sections: [Digest.Section] = Digest.Section.allCases, rules: PublicationRules, zone: LocalZone,
    answers: QueryAnswers? = nil
  ) {
    self.answers = answers
    self.days = days
    self.query = query
    self.text = text
    self.sections = sections
    self.rules = rules
    self.zone = zone
  }

  var now: CivilMoment { rules.now }
}

extension Workspace {
  /// Returns the digest of a span of days, or of the notes that a query finds.
  package func digest(_ request: DigestRequest) throws -> Digest {
    guard let days = request.days else { return try self.digest(ofQuery: request) }
    let heldBack = try index.notes.heldBack(by: request.rules)
    let notes = try index.notes(NoteRequest(query: request.query ?? .all, now: request.now))
    let found = request.query.map { _ in Set(notes.map(\.path)) }
    var digest = Digest(subject: .days(days), now: request.now, sections: request.sections)
    let history = DigestHistory(self, days, zone: request.zone, now: request.now)
    let offset = request.now.utcOffsetSeconds ?? 0
    let chosen = notes.compactMap {
      DatedNote($0, in: days, zoneOffsetSeconds: offset, isEdited: history.isEdited($0.path))
    }
    try add(chosen, to: &digest, heldBack: heldBack)
    digest.addLeftOut(.sealed, try sealedLetters(in: days, now: request.now))
    let counted = Set(chosen.map(\.summary.path))
    try addTasks(to: &digest, days, heldBack, counted) { found?.contains($0) ?? true }
    if request.sections.contains(.years) {
      digest.years = years(before: days, notes.filter { heldBack[$0.path] == nil })
    }
    try add(history, to: &digest, allowedSecrets: request.rules.allowedSecrets) {
      heldBack[$0] == nil && (found?.contains($0) ?? true)
    }
    return answered(digest, request, heldBack)
  }

  /// The queries in its notes answered, by notes that its readers may know of.
  private func answered(
    _ digest: Digest, _ request: DigestRequest, _ heldBack: [NotePath: HeldBackReason]
  ) -> Digest {
    guard var answers = request.answers else { return digest }
    answers.allows = { heldBack[$0] == nil }
    answers.showsTasks = request.rules.isForChosen || request.rules.included.contains(.tasks)
    func answered(_ entry: Digest.DiaryEntry) -> Digest.DiaryEntry {
      Digest.DiaryEntry(day: entry.day, note: answers.answered(entry.note, in: layout))
    }
    var digest = digest
    digest.diary = digest.diary.map(answered)
    digest.years = digest.years.map(answered)
    digest.created = digest.created.map { answers.answered($0, in: layout) }
    digest.changed = digest.changed.map { answers.answered($0, in: layout) }
    return digest
  }

  private func digest(ofQuery request: DigestRequest) throws -> Digest {
    let notes = try index.notes(NoteRequest(query: request.query ?? .all, now: request.now))
    let heldBack = try index.notes.heldBack(by: request.rules)
    var digest = Digest(
      subject: .query(request.text), now: request.now, sections: request.sections)
    try add(notes.map { DatedNote(found: $0) }, to: &digest, heldBack: heldBack)
    for note in digest.diary.map(\.note) + digest.created + digest.changed {
      for task in note.tasks where !task.title.isEmpty {
        digest.add(
          task, of: note.path, closedIn: nil, dueIn: DayRange(.earliest, digest.today.adding(days: Digest.comingDays)))
      }
    }
    digest.sortTasks()
    return answered(digest, request, heldBack)
  }

  /// Notes that are new (true) or changed, whatever their dates say.
  func digest(of roles: [NotePath: Bool], _ request: DigestRequest) throws -> Digest {
    var digest = Digest(
      subject: .query(request.text), now: request.now, sections: request.sections)
    let notes = try index.notes.summaries(of: roles.keys.sorted())
    let heldBack = try index.notes.heldBack(by: request.rules)
    try add(
      notes.map { DatedNote(found: $0, isNew: roles[$0.path] ?? false) }, to: &digest, heldBack: heldBack)
    return answered(digest, request, heldBack)
  }

  /// Open tasks are reported as of today, so they have no place in a digest of the past; one of later days has those that
  /// are due in them.
  ///
  /// - Parameter counted: Notes that are counted already where they are held back.
  private func addTasks(
    to digest: inout Digest, _ days: DayRange, _ heldBack: [NotePath: HeldBackReason], _ counted: Set<NotePath>,
    where isFound: (NotePath) -> Bool
  ) throws {
    let isPast = days.last < digest.today
    let isLater = days.first > digest.today
    let last = isLater ? days.last : digest.today.adding(days: Digest.comingDays)
    let open = isPast ? nil : DayRange(isLater ? days.first : .earliest, last)
    var leftOut = counted
    for task in try index.tasks(dueUntil: open?.last, closedIn: days) where isFound(task.path) {
      guard let reason = heldBack[task.path] else {
        digest.add(task.item, of: task.path, closedIn: days, dueIn: open)
        continue
      }
      let section = digest.section(of: task.item, closedIn: days, dueIn: open)
      guard section.map(digest.sections.contains) == true else { continue }
      // Tasks are counted themselves, other notes with all that is in them.
      let isCounted = reason == .tasks && task.item.source != .note ? false : !leftOut.insert(task.path).inserted
      if !isCounted { digest.addLeftOut(reason, 1) }
    }
    digest.sortTasks()
  }

  private func add(
    _ notes: [DatedNote], to digest: inout Digest, heldBack: [NotePath: HeldBackReason]
  ) throws {
    for note in notes {
      if let reason = heldBack[note.summary.path] { digest.addLeftOut(reason, 1) }
    }
    var told = 0
    for dated in notes.sorted(by: DatedNote.isEarlier)
    where heldBack[dated.summary.path] == nil && digest.sections.contains(dated.section) {
      if dated.role != .diary {
        told += 1
        guard told <= Digest.notesLimit else {
          digest.furtherNotes += 1
          continue
        }
      }
      // A file that went away since the scan is not worth stopping for.
      guard let note = try? note(at: dated.summary.path) else { continue }
      switch dated.role {
      case .diary: digest.diary.append(Digest.DiaryEntry(day: dated.day, note: note))
      case .created: digest.created.append(note)
      case .changed: digest.changed.append(note)
      }
    }
  }

  /// The diary of the same days of earlier years, the latest year first.
  private func years(before days: DayRange, _ notes: [NoteSummary]) -> [Digest.DiaryEntry] {
    guard days.last.days(since: days.first) < Digest.longestSpan else { return [] }
    let count = days.last.days(since: days.first)
    let sameDays = Set((0...count).map { days.first.adding(days: $0).dayOfYearName })
    let entries = notes.compactMap { note -> (day: Day, path: NotePath)? in
      guard note.kind == .diary, let day = note.entryDay, day < days.first,
        sameDays.contains(day.dayOfYearName)
      else { return nil }
      return (day, note.path)
    }
    let latest = entries.sorted { ($1.day, $0.path) < ($0.day, $1.path) }
      .prefix(Digest.yearsLimit)
    return latest.compactMap { entry in
      (try? note(at: entry.path)).map { Digest.DiaryEntry(day: entry.day, note: $0) }
    }
  }

  private func add(
    _ history: DigestHistory, to digest: inout Digest, allowedSecrets: Set<String>,
    where isShown: (NotePath) -> Bool
  ) throws {
    guard history.isKnown else { return }
    var wanted = Set(digest.changed.map(\.path))
    if digest.sections.contains(.board) {
      wanted.formUnion(try index.notes.withTasks().filter { isShown($0) })
    }
    let changes = history.changes(of: wanted, allowedSecrets: allowedSecrets)
    for note in digest.changed { digest.changes[note.path] = changes[note.path] }
    if digest.sections.contains(.board) {
      for (path, changes) in changes.sorted(by: { $0.key < $1.key }) {
        digest.moved += changes.compactMap { Digest.Move($0, of: path, in: self) }
      }
    }
    digest.leaveOutToldChanges()
  }

  /// Letters still sealed that were written in these days.
  private func sealedLetters(in range: DayRange, now: CivilMoment) throws -> Int {
    let sealed = try index.notes(NoteRequest(query: .state(.sealed), now: now))
    return sealed.count { $0.created.map { range.contains($0.day) } ?? false }
  }
}

extension Day {
  /// Month and day: the same each year.
  fileprivate var dayOfYearName: Int { components.month * 100 + components.day }
}

extension Digest {
  /// Templates are nobody's notes, so that nothing is missing without them.
  fileprivate mutating func addLeftOut(_ reason: HeldBackReason, _ count: Int) {
    guard count > 0, reason != .template else { return }
    leftOut[reason, default: 0] += count
  }
}

extension Digest {
  /// A note whose only changes are listed with its tasks is not listed as changed too.
  fileprivate mutating func leaveOutToldChanges() {
    let told = Set(moved.map(\.note) + (sections.contains(.done) ? done.map(\.note) : []))
    let silent = changed.map(\.path).filter { path in
      guard told.contains(path), let changes = changes[path], !changes.isEmpty else { return false }
      return changes.allSatisfy { $0.isOfBoard || $0.isRecord }
    }
    changed.removeAll { silent.contains($0.path) }
    for path in silent { changes[path] = nil }
  }
}

extension Digest.Move {
  /// nil for a change of another kind, and for what was done, which is told among what was done.
  fileprivate init?(_ change: NoteChange, of path: NotePath, in workspace: Workspace) {
    switch change {
    case .moved(let from?, let to?) where TaskStatus(to) != .done:
      let title = (try? workspace.note(at: path))?.title ?? String(path.stem)
      self.init(title: title, note: path, from: TaskStatus(from), to: TaskStatus(to))
    case .box(let text, let from, let to) where TaskStatus(to) != .done:
      self.init(title: text, note: path, from: TaskStatus(from), to: TaskStatus(to))
    default: return nil
    }
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

  var section: Digest.Section {
    switch role {
    case .diary: .diary
    case .created: .new
    case .changed: .changed
    }
  }

  /// nil for a note of other days.
  ///
  /// - Parameter isEdited: True if git has a change of it in these days; nil if git does not know.
  init?(_ note: NoteSummary, in range: DayRange, zoneOffsetSeconds: Int, isEdited: Bool?) {
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
    let latest = note.updated?.day ?? modified?.day
    if let latest, range.contains(latest) {
      (role, day) = (.changed, latest)
    } else if isEdited == true, latest.map({ $0 > range.last }) ?? true {
      // It was changed again later, so that its own date is another.
      (role, day) = (.changed, range.last)
    } else {
      return nil
    }
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
  /// Puts a task into its section: done, overdue or coming.
  ///
  /// - Parameters:
  ///   - range: nil if every closed task counts.
  ///   - due: The days whose open tasks count; nil for none.
  fileprivate mutating func add(_ task: TaskItem, of note: NotePath, closedIn range: DayRange?, dueIn due: DayRange?) {
    let entry = TaskEntry(task: task, note: note)
    switch section(of: task, closedIn: range, dueIn: due) {
    case .done: done.append(entry)
    case .overdue: overdue.append(entry)
    case .upcoming: coming.append(entry)
    default: break
    }
  }

  fileprivate func section(of task: TaskItem, closedIn range: DayRange?, dueIn due: DayRange?) -> Section? {
    if task.status == .done {
      let isInRange = range.map { range in task.closed.map { range.contains($0.day) } ?? false }
      return isInRange ?? true ? .done : nil
    }
    guard let due, !task.status.isClosed, let day = task.due?.day, due.contains(day) else { return nil }
    return task.isOverdue(at: now) ? .overdue : .upcoming
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
