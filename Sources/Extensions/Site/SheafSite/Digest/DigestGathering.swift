import ByteBasics
package import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// The days, the query and the options of a digest.
package struct DigestRequest: Sendable {
  package var plan: DigestPlan
  /// The days; nil for all days.
  package var days: DayRange?
  /// The commit before the digest; used if there are no days.
  package var commit: String?
  /// The query; nil for all notes.
  package var query: Query?
  /// The query as it was asked.
  package var text: String

  package init(_ plan: DigestPlan, _ days: DayRange?, since commit: String? = nil, _ query: Query?, text: String) {
    self.plan = plan
    self.days = days
    self.commit = commit
    self.query = query
    self.text = text
  }

  var settings: DigestSettings { plan.settings }
  /// True if former words, names and moods are left out.
  var isPublic: Bool { plan.isPublic }
  var rules: PublicationRules { plan.rules }
  var zone: LocalZone { plan.zone }
  var now: CivilMoment { rules.now }
  /// True if the days are over, so that later changes do not count.
  var isPast: Bool { days.map { $0.last < now.day } ?? false }
}

extension Workspace {
  /// Returns the digest of a span of days, of the changes since a commit, or of the notes that a query finds.
  package func digest(_ request: DigestRequest) throws -> Digest {
    var gathering = try DigestGathering(self, request)
    try gathering.run()
    return gathering.digest
  }
}

/// The collection of the facts of one digest.
struct DigestGathering {
  var digest: Digest
  let workspace: Workspace
  let request: DigestRequest
  let settings: DigestSettings
  let heldBack: [NotePath: HeldBackReason]
  /// The notes of the query; nil for all.
  let found: Set<NotePath>?
  let history: DigestHistory?
  var counted: Set<NotePath> = []
  var tagChanges: [NotePath: [String]] = [:]
  let answers: QueryAnswers

  /// The largest number of differing notes that are compared.
  static let comparedLimit = 3_000

  init(_ workspace: Workspace, _ request: DigestRequest) throws {
    self.workspace = workspace
    self.request = request
    settings = request.settings
    let heldBack = try workspace.index.notes.heldBack(by: request.rules)
    let unlisted = request.isPublic ? try workspace.index.notes.unlisted() : []
    self.heldBack = heldBack.merging(unlisted.map { ($0, .notPublished) }) { first, _ in first }
    found = try request.query.map { query in
      Set(try workspace.index.notes(NoteRequest(query: query, now: request.now)).map(\.path))
    }
    history = request.days == nil && request.commit == nil ? nil : DigestHistory(workspace, request)
    let end = request.days.flatMap {
      request.isPast ? request.zone.moment(on: $0.last.adding(days: 1), at: .midnight).secondsSinceEpoch() - 1 : nil
    }
    let now = end.flatMap { request.zone.moment(secondsSinceEpoch: $0) } ?? request.now
    digest = Digest(
      subject: request.days.map { .days($0) } ?? .query(request.text), now: now, sections: request.plan.sections)
    digest.hasHistory = history != nil
    var answers = request.plan.answers
    answers.allows = { [heldBack = self.heldBack] in heldBack[$0] == nil }
    let rules = request.rules
    answers.allowsFile = { rules.reason(ofFile: $0) == nil }
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
    if digest.isBook { try addLinked() }
  }

  // MARK: - Who may be shown

  /// Returns true for a note of the query. A public digest names no note that was removed since.
  func isFound(_ path: NotePath) -> Bool {
    if request.isPublic, history?.isGone(path) == true { return false }
    return found?.contains(present(path)) ?? true
  }

  /// Returns the present name of a note that had another name at the end of the range.
  func present(_ path: NotePath) -> NotePath { history?.present(path) ?? path }

  /// Returns true for a note that is shown; another is counted once.
  mutating func mayShow(_ path: NotePath) -> Bool {
    guard isFound(path) else { return false }
    guard let reason = heldBack[present(path)] else { return true }
    if counted.insert(path).inserted { leaveOut(reason, 1) }
    return false
  }

  /// Counts omitted notes by reason; templates are not counted.
  mutating func leaveOut(_ reason: HeldBackReason, _ count: Int) {
    guard count > 0, reason != .template else { return }
    digest.leftOut[reason, default: 0] += count
  }

  /// Returns a note as it is now. Nil if the file cannot be read, or if its text became one that readers must not see
  /// after the index was read.
  func note(at path: NotePath) -> Note? {
    guard let note = try? workspace.note(at: path) else { return nil }
    return request.rules.reason(PublicationCandidate(note, in: request.zone)) == nil ? note : nil
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
    if request.isPublic { for index in digest.motion.indices { digest.motion[index].formerDue = nil } }
  }

  /// Adds the five notes to which most entries and new notes lead.
  private mutating func addLinked() throws {
    var counts: [NotePath: Int] = [:]
    let shown = (digest.diary.map(\.note) + digest.created.map(\.note)).map(\.path)
    for path in Set(shown + digest.bulks.filter { $0.kind == .added }.flatMap(\.paths)) {
      for target in Set(try workspace.index.links(from: path).compactMap(\.target)) where target != path {
        counts[target, default: 0] += 1
      }
    }
    let most = counts.filter { $1 > 1 && heldBack[$0] == nil }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    digest.linked = try workspace.index.notes.summaries(of: most.prefix(5).map(\.key)).map {
      ($0.title, counts[$0.path] ?? 0)
    }.sorted { ($1.count, $0.title) < ($0.count, $1.title) }
  }

  /// Adds the authors of the shown changes, and the number of changes of each day.
  private mutating func addAuthors() {
    var counts: [String: Int] = [:]
    let diary = digest.diary.compactMap { history?.touches[$0.note.path] }
    let own = (digest.created + digest.changed).map(\.touch) + digest.motion.map(\.touch)
    let together = digest.bulks.flatMap { bulk in bulk.paths.map { history?.touches[$0] ?? bulk.touch } }
    for touch in own + diary + together {
      for author in touch.authors { counts[author, default: 0] += 1 }
    }
    if let author = digest.introduction?.author { counts[author, default: 0] += 1 }
    for touch in own { for day in touch.days { digest.touched[day, default: 0] += 1 } }
    for case let day? in digest.done.map(\.task.closed?.day) { digest.touched[day, default: 0] += 1 }
    let isShown = settings.authors == "always" || settings.authors == "auto" && counts.count > 1 && !request.isPublic
    guard isShown else { return digest.removeAuthors() }
    digest.authorCounts = counts
    digest.authors = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}

extension Digest {
  /// Removes the authors: a single author needs no name, and a public digest has no names.
  fileprivate mutating func removeAuthors() {
    for index in created.indices { created[index].touch.authors = [] }
    for index in changed.indices { changed[index].touch.authors = [] }
    for index in motion.indices { motion[index].touch.authors = [] }
    for index in bulks.indices { bulks[index].touch.authors = [] }
    introduction = introduction.map { ($0.note, nil) }
  }
}
