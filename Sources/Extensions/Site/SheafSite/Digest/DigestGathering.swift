import ByteBasics
package import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// The choices that a digest is made by.
package struct DigestRequest: Sendable {
  /// nil: whenever it was written, as far as `query` finds it.
  package var days: DayRange?
  /// The commit after which it begins, where no days say it.
  package var commit: String?
  /// nil: all notes.
  package var query: Query?
  /// The query as it was asked.
  package var text: String
  package var sections: [Digest.Section]
  package var settings: DigestSettings
  /// Former words, names and moods are left out.
  package var isPublic = false
  /// The rules that keep private notes out.
  package var rules: PublicationRules
  package var zone: LocalZone
  /// The answers to queries in notes.
  package var answers: QueryAnswers

  var now: CivilMoment { rules.now }
}

extension Workspace {
  /// Returns the digest of a span of days, of what changed since a commit, or of the notes that a query finds.
  package func digest(_ request: DigestRequest) throws -> Digest {
    var gathering = try DigestGathering(self, request)
    try gathering.run()
    return gathering.digest
  }
}

/// The collection of the facts of one digest.
private struct DigestGathering {
  private(set) var digest: Digest
  private let workspace: Workspace
  private let request: DigestRequest
  private let settings: DigestSettings
  private let heldBack: [NotePath: HeldBackReason]
  /// The notes of the query; nil for all.
  private let found: Set<NotePath>?
  private let history: DigestHistory?
  private var counted: Set<NotePath> = []
  private var tagChanges: [NotePath: [String]] = [:]
  private let answers: QueryAnswers

  /// More differing notes are not compared.
  private static let comparedLimit = 3_000

  init(_ workspace: Workspace, _ request: DigestRequest) throws {
    self.workspace = workspace
    self.request = request
    settings = request.settings
    heldBack = try workspace.index.notes.heldBack(by: request.rules)
    found = try request.query.map { query in
      Set(try workspace.index.notes(NoteRequest(query: query, now: request.now)).map(\.path))
    }
    history =
      request.days == nil && request.commit == nil
      ? nil : DigestHistory(workspace, request.days, since: request.commit, zone: request.zone, now: request.now)
    let isPast = request.days.map { $0.last < request.now.day } ?? false
    let end = request.days.flatMap {
      isPast ? request.zone.moment(on: $0.last.adding(days: 1), at: .midnight).secondsSinceEpoch() - 1 : nil
    }
    let now = end.flatMap { request.zone.moment(secondsSinceEpoch: $0) } ?? request.now
    digest = Digest(
      subject: request.days.map { .days($0) } ?? .query(request.text), now: now, sections: request.sections)
    digest.hasHistory = history != nil
    var answers = request.answers
    answers.allows = { [heldBack] in heldBack[$0] == nil }
    answers.showsTasks = request.rules.isForChosen || request.rules.included.contains(.tasks)
    self.answers = answers
  }

  mutating func run() throws {
    if digest.sections.contains(.tasks) || digest.sections.contains(.ahead) { try addTasks() }
    if let history {
      try add(history)
    } else {
      try addNotesByTheirDays()
    }
    if let days = request.days { try addDiary(days) }
    order()
    try addIntroduction()
    try addOwnSections()
    addAuthors()
  }

  // MARK: - Who may be shown

  private func isFound(_ path: NotePath) -> Bool { found?.contains(path) ?? true }

  /// True for a note that is shown; another is counted once.
  private mutating func mayShow(_ path: NotePath) -> Bool {
    guard isFound(path) else { return false }
    guard let reason = heldBack[path] else { return true }
    if counted.insert(path).inserted { leaveOut(reason, 1) }
    return false
  }

  /// Templates are nobody's notes, so that nothing is missing without them.
  private mutating func leaveOut(_ reason: HeldBackReason, _ count: Int) {
    guard count > 0, reason != .template else { return }
    digest.leftOut[reason, default: 0] += count
  }

  // MARK: - Tasks

  private mutating func addTasks() throws {
    let last = digest.lastDay
    let days = request.days
    let isLater = days.map { $0.first > last } ?? false
    let start = last == request.now.day ? last : last.adding(days: 1)
    let ahead = isLater ? days : settings.ahead > 0 ? DayRange(start, last.adding(days: settings.ahead)) : nil
    guard request.commit == nil else { return }
    guard let days else {
      return try addTasksOfFound(ahead)
    }
    var tasks = try workspace.index.tasks(dueUntil: ahead?.last, closedIn: days)
    if let history, !history.later.isEmpty { tasks = atEnd(tasks, history, days) }
    for task in tasks where isFound(task.path) {
      guard let section = section(of: task.item, closedIn: days, ahead) else { continue }
      if let reason = heldBack[task.path] {
        // Tasks are counted themselves, other notes with all that is in them.
        let isItself = reason == .tasks && task.item.source != .note
        if isItself || counted.insert(task.path).inserted { leaveOut(reason, 1) }
        continue
      }
      digest[keyPath: section].append(Digest.TaskEntry(task.item, of: task.path, titled: task.noteTitle))
    }
  }

  private mutating func addTasksOfFound(_ ahead: DayRange?) throws {
    for path in (found ?? []).sorted() where heldBack[path] == nil {
      guard let note = try? workspace.note(at: path) else { continue }
      for task in note.tasks where !task.title.isEmpty {
        guard let section = section(of: task, closedIn: nil, ahead) else { continue }
        digest[keyPath: section].append(Digest.TaskEntry(task, of: path, titled: note.title))
      }
    }
  }

  /// The tasks as they were at the end: a note that was changed later is read from the commit. What its own days say
  /// holds, whenever it was committed.
  private func atEnd(_ tasks: [LocatedTask], _ history: DigestHistory, _ days: DayRange) -> [LocatedTask] {
    let paths = history.later.compactMapValues { $0 }.filter { $0.key.isMarkdown }
    let contents = history.contents(of: Array(paths.values))
    var result = tasks.filter { task in
      guard let object = history.later[task.path] else { return true }
      if task.item.closed.map({ days.contains($0.day) }) == true { return true }
      // A note that came later was not there, but for what it says itself.
      return object == nil && task.item.created.map { $0.day <= digest.lastDay } == true
    }
    let known = Set(result.map { TaskName($0.path, $0.item.title) })
    for (path, object) in paths {
      guard let bytes = contents[object] else { continue }
      let present = history.note(bytes, at: path, now: path)
      guard let note = former(bytes, at: path, of: present, history) else { continue }
      for task in note.tasks where !known.contains(TaskName(path, task.title)) && !task.title.isEmpty {
        result.append(LocatedTask(path: path, noteTitle: note.title, item: task))
      }
    }
    return result
  }

  private struct TaskName: Hashable {
    let path: NotePath
    let title: String

    init(_ path: NotePath, _ title: String) {
      self.path = path
      self.title = title
    }
  }

  /// - Parameter range: nil if every closed task counts.
  private func section(
    of task: TaskItem, closedIn range: DayRange?, _ ahead: DayRange?
  ) -> WritableKeyPath<Digest, [Digest.TaskEntry]>? {
    if task.status == .done {
      let isInRange = range.map { range in task.closed.map { range.contains($0.day) } ?? false }
      if isInRange ?? true { return \.done }
      // It was open at the end, and done later.
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

  // MARK: - Notes with a history

  private mutating func add(_ history: DigestHistory) throws {
    var changes = history.changes.filter { change in
      guard let path = change.path ?? change.before?.path else { return false }
      return path.isMarkdown && !path.isHidden && !isIntroduction(path)
    }
    addBulks(of: &changes, history)
    let objects = changes.prefix(Self.comparedLimit).flatMap { [$0.before?.object, $0.object].compactMap(\.self) }
    let contents = history.contents(of: objects)
    var pairs: [(old: Note?, new: Note)] = []
    for change in changes.prefix(Self.comparedLimit) {
      guard let path = change.path else { continue }
      let bytes = change.object.map { contents[$0] } ?? (try? workspace.files.read(path))
      guard let bytes, bytes.count <= Self.largest else { continue }
      let new = history.note(bytes, at: path, now: path)
      let before = change.before.flatMap { before in contents[before.object].map { (before.path, $0) } }
      pairs.append((before.flatMap { former($0.1, at: $0.0, of: new, history) }, new))
    }
    let context = context(of: pairs)
    for (old, new) in pairs { try add(old, new, context, history) }
    addLinkCounts(pairs, context)
    addRetagged()
    try addDatedLater(history)
  }

  private static let largest = 1 << 20

  /// The former version; nil if others must not see it: the note is then a new one to them.
  private func former(_ bytes: [UInt8], at path: NotePath, of new: Note, _ history: DigestHistory) -> Note? {
    let old = history.note(bytes, at: path, now: new.path)
    var rules = request.rules
    // Its place among the notes of today is no property of a former version.
    if rules.selected?.contains(new.path) == true { rules.selected?.insert(path) }
    return rules.reason(PublicationCandidate(old, in: request.zone)) == nil ? old : nil
  }

  private func context(of pairs: [(old: Note?, new: Note)]) -> NoteNews.Context {
    var context = NoteNews.Context()
    context.fields = Set(settings.fields)
    context.showsFormerWords = !request.isPublic && settings.showsRemoved
    for case (let old?, let new) in pairs where old.path != new.path || old.title != new.title {
      let name = String(new.path.stem)
      for former in [String(old.path.stem), old.title, old.path.string, String(old.path.string.dropLast(3))] {
        context.names[former] = old.path.stem == new.path.stem ? new.title : name
      }
      context.names[new.title] = old.path.stem == new.path.stem ? new.title : name
    }
    return context
  }

  private mutating func add(
    _ old: Note?, _ new: Note, _ context: NoteNews.Context, _ history: DigestHistory
  ) throws {
    guard new.kind != .template, !new.fields.contains(where: { $0.key == "digest" }), !isSkipped(new) else { return }
    var touch = history.touches[new.path] ?? Digest.Touch()
    if let days = request.days { touch.days.removeAll { !days.contains($0) } }
    if new.kind == .diary, let day = new.entryDay {
      if request.days?.contains(day) == true { return }
      if request.days == nil, old == nil {
        if mayShow(new.path) { digest.diary.append(Digest.DiaryEntry(day: day, note: answered(new))) }
        return
      }
    }
    if let task = new.tasks.first(where: { $0.source == .note }) {
      return addMotion(old, new, task, touch, context)
    }
    var context = context
    context.toldBoxes = Set(
      digest.done.filter { $0.note == new.path }.map { PlainText.words(ofMarkdown: $0.task.title, BodyWords(.english)) }
    )
    var entry = Digest.NoteEntry(note: new, touch: touch)
    if let old {
      let news = NoteNews(from: old, to: new, context)
      addMotion(ofBoxesIn: new, since: old, touch)
      if let tags = retagging(news) {
        tagChanges[new.path] = tags
      }
      guard !news.changes.isEmpty, mayShow(new.path) else { return }
      entry.news = news
      entry.weight = news.weight
      digest.changed.append(entry)
    } else if mayShow(new.path) {
      entry.written = new.created.map(\.day).flatMap { day in request.days.map { day < $0.first } == true ? day : nil }
      entry.weight = Double(new.document.source[new.document.body].count { $0 == ASCII.space || $0 == ASCII.lineFeed })
      digest.created.append(
        Digest.NoteEntry(
          note: answered(new), touch: touch, written: entry.written, weight: entry.weight))
    }
  }

  private func isSkipped(_ note: Note) -> Bool {
    settings.skip.contains { part in
      note.path.string == part || note.path.string.hasPrefix(part.hasSuffix("/") ? part : part + "/")
        || part.hasPrefix("#") && note.tags.contains { $0.string == part.dropFirst() }
    }
  }

  private func answered(_ note: Note) -> Note { answers.answered(note, in: workspace.layout) }

  // MARK: - Tasks in motion

  private var told: Set<NotePath> { Set((digest.done + digest.late).filter { $0.noteTitle == nil }.map(\.note)) }

  private mutating func addMotion(
    _ old: Note?, _ new: Note, _ task: TaskItem, _ touch: Digest.Touch, _ context: NoteNews.Context
  ) {
    guard let old, let former = old.tasks.first(where: { $0.source == .note }), !told.contains(new.path) else { return }
    var entry = Digest.TaskEntry(task, of: new.path)
    entry.touch = touch
    if task.status == .done, request.commit != nil, former.status != .done {
      if mayShow(new.path) { digest.done.append(entry) }
      return
    }
    guard !task.status.isClosed, digest.sections.contains(.tasks) else { return }
    entry.isBegun = task.isStarted && !former.isStarted
    if former.due != task.due, context.showsFormerWords { entry.formerDue = former.due }
    entry.change = NoteNews(from: old, to: new, context).changes.first { $0.kind != .field && $0.kind != .moved }
    guard entry.isBegun || entry.formerDue != nil || entry.change != nil, mayShow(new.path) else { return }
    digest.motion.append(entry)
  }

  private mutating func addMotion(ofBoxesIn new: Note, since old: Note, _ touch: Digest.Touch) {
    guard digest.sections.contains(.tasks) else { return }
    var former: [String: TaskItem] = [:]
    for task in old.tasks { former[task.title] = task }
    for task in new.tasks where !task.status.isClosed {
      guard let before = former[task.title] else { continue }
      var entry = Digest.TaskEntry(task, of: new.path, titled: new.title)
      entry.touch = touch
      entry.isBegun = task.isStarted && !before.isStarted
      if before.due != task.due, !request.isPublic { entry.formerDue = before.due }
      let isLate = digest.late.contains { $0.note == new.path && $0.task.title == task.title }
      guard entry.isBegun || entry.formerDue != nil, !isLate, mayShow(new.path) else { continue }
      digest.motion.append(entry)
    }
  }

  // MARK: - Bulks

  /// Takes out the notes that came, went or moved many at once.
  private mutating func addBulks(of changes: inout [DigestHistory.Change], _ history: DigestHistory) {
    let least = max(2, settings.bulk)
    guard changes.count >= least, digest.sections.contains(.notes) else { return }
    var taken: Set<NotePath> = []
    let added = changes.filter { $0.before == nil }.compactMap(\.path)
    var clusters: [String: [(NotePath, Int)]] = [:]
    for path in added where path.namedDay.map({ request.days?.contains($0) == true }) != true {
      guard let birth = history.births[path] else { continue }
      clusters[birth.author, default: []].append((path, birth.seconds))
    }
    for (_, notes) in clusters.sorted(by: { $0.key < $1.key }) {
      var rest = notes.sorted { ($0.1, $0.0) < ($1.1, $1.0) }[...]
      while let first = rest.first {
        let hour = rest.prefix { $0.1 - first.1 <= 3_600 }
        rest = rest.dropFirst(hour.count)
        for group in Self.folders(hour.map(\.0), least) {
          let shown = group.paths.filter { mayShow($0) }
          taken.formUnion(group.paths)
          guard let sample = shown.first else { continue }
          digest.bulks.append(bulk(.added, group.folder, shown, history.touches[sample]))
        }
      }
    }
    let pure = changes.filter { change in
      change.path.map { path in
        change.before.map { $0.path.folder != path.folder && $0.object == change.object } ?? false
      }
        ?? false
    }
    for (folders, group) in Dictionary(
      grouping: pure, by: { [$0.before?.path.folder?.string, $0.path?.folder?.string] })
    where group.count >= least && !request.isPublic {
      let shown = group.compactMap(\.path).filter { mayShow($0) }
      taken.formUnion(group.compactMap(\.path))
      guard let sample = shown.first else { continue }
      digest.bulks.append(
        bulk(.moved(to: folders[1] ?? "/"), folders[0] ?? "", shown, history.touches[sample], withParts: false))
    }
    if !request.isPublic {
      let gone = changes.filter { $0.path == nil }.compactMap(\.before)
      let contents = history.contents(of: gone.count < least ? [] : gone.map(\.object))
      // What was private is not told of after its end either.
      let removed = gone.filter { before in
        guard let bytes = contents[before.object] else { return false }
        let note = history.note(bytes, at: before.path, now: nil)
        return request.rules.reason(PublicationCandidate(note, in: request.zone)) == nil
      }.map(\.path)
      for group in Self.folders(removed, least) {
        digest.bulks.append(
          bulk(.removed, group.folder, group.paths, history.touches[group.paths[0]], withParts: false))
      }
    }
    changes.removeAll { $0.path.map(taken.contains) ?? false }
  }

  private func bulk(
    _ kind: Digest.Bulk.Kind, _ folder: String, _ paths: [NotePath], _ touch: Digest.Touch?, withParts: Bool = true
  ) -> Digest.Bulk {
    var parts: [String: Int] = [:]
    for path in paths where withParts {
      let rest = path.string.dropFirst(folder.isEmpty ? 0 : folder.count + 1).split(separator: "/")
      if rest.count > 1 { parts[String(rest[0]), default: 0] += 1 }
    }
    return Digest.Bulk(kind: kind, folder: folder, count: paths.count, parts: parts, touch: touch ?? Digest.Touch())
  }

  /// The folders below which many of some notes are, each as deep as it holds them all.
  private static func folders(_ paths: [NotePath], _ least: Int) -> [(folder: String, paths: [NotePath])] {
    let tops = Dictionary(grouping: paths) { $0.string.split(separator: "/").dropLast().first.map(String.init) ?? "" }
    return tops.filter { $0.value.count >= least }.sorted { $0.key < $1.key }.map { folder, paths in
      var folder = folder
      while !folder.isEmpty {
        let next = Set(
          paths.map { path in
            let rest = path.string.dropFirst(folder.count + 1).split(separator: "/")
            return rest.count > 1 ? String(rest[0]) : ""
          })
        guard next.count == 1, let only = next.first, !only.isEmpty else { break }
        folder += "/" + only
      }
      return (folder, paths)
    }
  }

  /// The tag that went and the one that came, of a note in which nothing else changed.
  private func retagging(_ news: NoteNews) -> [String]? {
    guard news.changes.count == 1, let change = news.changes.first, change.field == "tags" else { return nil }
    let tags = { (text: String) in Set(text.split(separator: ",").map { $0.split(separator: " ").joined() }) }
    let (old, new) = (tags(change.old), tags(change.text))
    guard let from = old.subtracting(new).first, let to = new.subtracting(old).first, old.count == new.count else {
      return nil
    }
    return [from, to]
  }

  private mutating func addRetagged() {
    let groups = Dictionary(grouping: tagChanges.keys) { tagChanges[$0] ?? [] }
    for (tags, paths) in groups where paths.count >= settings.bulk && tags.count == 2 {
      let shown = digest.changed.filter { paths.contains($0.note.path) }
      digest.changed.removeAll { paths.contains($0.note.path) }
      guard let first = shown.first else { continue }
      digest.bulks.append(
        Digest.Bulk(
          kind: .retagged(from: tags[0], to: tags[1]), folder: "", count: shown.count, parts: [:], touch: first.touch))
    }
  }

  /// The links that follow a new name.
  private mutating func addLinkCounts(_ pairs: [(old: Note?, new: Note)], _ context: NoteNews.Context) {
    guard !context.names.isEmpty else { return }
    for index in digest.changed.indices {
      guard let place = digest.changed[index].news?.changes.firstIndex(where: { $0.kind == .renamed }),
        let renamed = pairs.first(where: { $0.new.path == digest.changed[index].note.path }), let old = renamed.old
      else { continue }
      func count(_ note: Note, _ target: Note) -> Int {
        note.links.count { link in
          let name = link.destination.hasSuffix(".md") ? String(link.destination.dropLast(3)) : link.destination
          let last = name.split(separator: "/").last.map(String.init) ?? name
          return last == target.path.stem || last == target.title
        }
      }
      let followed = pairs.reduce(0) { sum, pair in
        guard let before = pair.old, pair.new.path != renamed.new.path else { return sum }
        return sum + min(count(before, old), count(pair.new, renamed.new))
      }
      digest.changed[index].news?.changes[place].count = followed
    }
  }

  /// Notes that were committed after the days and say that they were written in them.
  private mutating func addDatedLater(_ history: DigestHistory) throws {
    guard let days = request.days, days.last < request.now.day else { return }
    let known = Set(history.changes.compactMap(\.path))
    let paths = history.later.filter { $0.value == nil && $0.key.isMarkdown && !known.contains($0.key) }.map(\.key)
    for summary in try workspace.index.notes.summaries(of: paths.sorted())
    where summary.kind == .memo && summary.created.map({ days.contains($0.day) }) == true && mayShow(summary.path) {
      guard let note = try? workspace.note(at: summary.path), !isIntroduction(note.path) else { continue }
      digest.created.append(
        Digest.NoteEntry(note: answered(note), touch: Digest.Touch(days: [summary.created?.day ?? days.last])))
    }
  }

  // MARK: - Without a history

  private mutating func addNotesByTheirDays() throws {
    let notes = try workspace.index.notes(NoteRequest(query: request.query ?? .all, now: request.now))
    for summary in notes where summary.kind != .template && summary.status == nil || request.days == nil {
      let modified = request.zone.moment(secondsSinceEpoch: summary.modifiedSeconds)?.day
      let born = summary.bornSeconds.flatMap { request.zone.moment(secondsSinceEpoch: $0)?.day }
      let created = summary.created?.day ?? born
      let isNew = request.days.map { days in created.map(days.contains) ?? false } ?? true
      let latest = summary.updated?.day ?? modified
      guard isNew || request.days.map({ days in latest.map(days.contains) ?? false }) ?? true,
        !isIntroduction(summary.path), summary.kind != .diary || request.days == nil, mayShow(summary.path),
        let note = try? workspace.note(at: summary.path), !note.fields.contains(where: { $0.key == "digest" }),
        !isSkipped(note)
      else { continue }
      if note.kind == .diary, let day = note.entryDay {
        digest.diary.append(Digest.DiaryEntry(day: day, note: answered(note)))
        continue
      }
      let day = isNew ? created : latest
      let entry = Digest.NoteEntry(
        note: answered(note), touch: Digest.Touch(days: request.days == nil ? [] : [day].compactMap(\.self)))
      if isNew { digest.created.append(entry) } else { digest.changed.append(entry) }
    }
  }

  // MARK: - Diary, introduction, sections of one's own

  private mutating func addDiary(_ days: DayRange) throws {
    guard digest.sections.contains(.diary) || digest.sections.contains(.years) else { return }
    let former = history.map { history in
      history.contents(of: history.later.compactMap { $0.key.isMarkdown ? $0.value : nil })
    }
    for summary in try workspace.index.notes.entries(in: days) where digest.sections.contains(.diary) {
      guard let day = summary.entryDay, mayShow(summary.path) else { continue }
      let bytes = history?.later[summary.path].flatMap { $0 }.flatMap { former?[$0] }
      let note = bytes.flatMap { bytes in
        history.flatMap { history in
          self.former(bytes, at: summary.path, of: history.note(bytes, at: summary.path, now: summary.path), history)
        }
      }
      digest.diary.append(Digest.DiaryEntry(day: day, note: answered(try note ?? workspace.note(at: summary.path))))
    }
    guard digest.sections.contains(.years), days.last.days(since: days.first) < Digest.longestSpan else { return }
    for year in 1...Digest.yearsLimit {
      guard let first = days.first.yearsBefore(year), let last = days.last.yearsBefore(year) else { continue }
      for summary in try workspace.index.notes.entries(in: DayRange(first, last)).reversed() {
        guard let day = summary.entryDay, isFound(summary.path), heldBack[summary.path] == nil,
          digest.years.count < Digest.yearsLimit, let note = try? workspace.note(at: summary.path)
        else { continue }
        digest.years.append(Digest.DiaryEntry(day: day, note: answered(note)))
      }
    }
  }

  /// True for a note that introduces some digest: it is no news itself.
  private func isIntroduction(_ path: NotePath) -> Bool {
    let parts = settings.introduction.split(separator: "{name}", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return path.string == settings.introduction }
    let name = "/" + path.string.dropLast(path.string.hasSuffix(".md") ? 3 : 0)
    guard name.hasSuffix(parts[1]), let start = name.firstRange(of: "/" + parts[0]) else { return false }
    let middle = name[start.upperBound...].dropLast(parts[1].count)
    return middle.count >= 4 && middle.allSatisfy { $0.isNumber || $0 == "-" || $0 == "W" }
  }

  private mutating func addIntroduction() throws {
    guard digest.sections.contains(.intro) else { return }
    let name: String
    if let chosen = settings.chosenIntroduction {
      name = chosen
    } else {
      guard let period = request.days?.periodName else { return }
      name = settings.introduction.replacing("{name}", with: period)
    }
    let notes = try workspace.index.notes(named: name)
    guard let summary = notes.first(where: { heldBack[$0.path] == nil && !$0.isSealed(on: request.now.day) }) else {
      if settings.chosenIntroduction != nil { throw DigestSettingMistake.introduction(name) }
      return
    }
    let note = try workspace.note(at: summary.path)
    digest.introduction = (answered(note), history?.touches[summary.path]?.authors.first)
  }

  private mutating func addOwnSections() throws {
    let views = workspace.configuration.table("views")
    for case .own(let name) in digest.sections {
      let view = name.hasPrefix("@") ? String(name.dropFirst()) : name
      if let query = views[view] {
        let block = "```sheaf\n\(query)\n\(settings.columns.isEmpty ? "" : "columns: \(settings.columns)\n")```\n"
        let path = NotePath(trusted: view + ".md")
        digest.own[name] = answered(Note(Document(parsing: Array(block.utf8)), at: path, in: workspace.layout))
      } else if let summary = try workspace.index.notes(named: name).first {
        guard heldBack[summary.path] == nil, !summary.isSealed(on: request.now.day) else { continue }
        digest.own[name] = answered(try workspace.note(at: summary.path))
      } else {
        throw DigestSettingMistake.section(name)
      }
    }
  }

  // MARK: - Order

  private mutating func order() {
    func pinnedFirst(_ one: Digest.NoteEntry, _ other: Digest.NoteEntry) -> Bool {
      if one.note.isPinned != other.note.isPinned { return one.note.isPinned }
      if one.weight != other.weight { return one.weight > other.weight }
      if one.touch.days.last != other.touch.days.last {
        return one.touch.days.last ?? .earliest > other.touch.days.last ?? .earliest
      }
      return one.note.title < other.note.title
    }
    digest.created.sort(by: pinnedFirst)
    digest.changed.sort(by: pinnedFirst)
    digest.bulks.sort { ($0.count, $0.folder) > ($1.count, $1.folder) }
    digest.diary.sort { ($0.day, $0.note.path) < ($1.day, $1.note.path) }
    func key(_ entry: Digest.TaskEntry, _ day: CivilDate?) -> (Int, Int, Int, String) {
      let time: Int = if case .moment(let moment)? = day { moment.time.hour * 60 + moment.time.minute } else { 0 }
      return (day?.day.daysSinceEpoch ?? 0, time, -entry.task.priority.rawValue, entry.task.title)
    }
    digest.done.sort { key($0, $0.task.closed) < key($1, $1.task.closed) }
    digest.late.sort { key($0, $0.task.due) < key($1, $1.task.due) }
    digest.coming.sort { key($0, $0.task.due) < key($1, $1.task.due) }
    digest.motion.sort {
      ($1.touch.days.last ?? .earliest, $0.task.title) < ($0.touch.days.last ?? .earliest, $1.task.title)
    }
    if !digest.sections.contains(.notes) { (digest.created, digest.changed, digest.bulks) = ([], [], []) }
    if !digest.sections.contains(.tasks) { (digest.done, digest.motion, digest.late) = ([], [], []) }
    if !digest.sections.contains(.ahead) { digest.coming = [] }
    if request.isPublic { digest.leaveOutDays() }
  }

  /// Who wrote what is shown, and how much on which day.
  private mutating func addAuthors() {
    var counts: [String: Int] = [:]
    let diary = digest.diary.compactMap { history?.touches[$0.note.path] }
    let own = (digest.created + digest.changed).map(\.touch) + digest.motion.map(\.touch)
    for touch in own + diary + digest.bulks.map(\.touch) {
      for author in touch.authors { counts[author, default: 0] += 1 }
    }
    if let author = digest.introduction?.author { counts[author, default: 0] += 1 }
    for touch in own { for day in touch.days { digest.touched[day, default: 0] += 1 } }
    for case let day? in digest.done.map(\.task.closed?.day) { digest.touched[day, default: 0] += 1 }
    let isShown = settings.authors == "always" || settings.authors == "auto" && counts.count > 1 && !request.isPublic
    guard isShown else { return digest.removeAuthors() }
    digest.authors = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}

extension Digest {
  /// Who wrote what, taken out: one author needs no name, and a public digest has none.
  fileprivate mutating func removeAuthors() {
    for index in created.indices { created[index].touch.authors = [] }
    for index in changed.indices { changed[index].touch.authors = [] }
    for index in motion.indices { motion[index].touch.authors = [] }
    bulks = bulks.map {
      Bulk(kind: $0.kind, folder: $0.folder, count: $0.count, parts: $0.parts, touch: Touch(days: $0.touch.days))
    }
    introduction = introduction.map { ($0.note, nil) }
  }

  /// A new note of a public digest says no former day.
  fileprivate mutating func leaveOutDays() { for index in motion.indices { motion[index].formerDue = nil } }
}

extension DayRange {
  /// `2026-W47`, `2026-11`, `2026`; nil for other days.
  package var periodName: String? {
    if first.weekday == .monday, last == first.adding(days: 6) {
      let week = first.isoWeek
      return "\(week.year)-W" + padded(week.number, to: 2)
    }
    if first == first.startOfMonth, last == first.endOfMonth { return String(first.description.prefix(7)) }
    return isYear ? String(first.year) : nil
  }

  var isYear: Bool {
    (first.month, first.dayOfMonth, last.month, last.dayOfMonth) == (1, 1, 12, 31) && first.year == last.year
  }
}

extension Day {
  /// The week of ISO 8601, and the year that it is of.
  var isoWeek: (year: Int, number: Int) {
    let thursday = startOfWeek(.monday).adding(days: 3)
    let start = Day(iso: padded(thursday.year, to: 4) + "-01-01") ?? thursday
    return (thursday.year, thursday.days(since: start) / 7 + 1)
  }

  /// nil for the 29th of February of a year that has none.
  fileprivate func yearsBefore(_ years: Int) -> Day? {
    Day(iso: padded(year - years, to: 4) + description.dropFirst(4))
  }
}
