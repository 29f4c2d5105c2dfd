import CivilCalendar
import NoteActions
import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax

/// The differences of two git trees: of the last commit before a span of days, and of the last commit in it or the
/// current files.
struct DigestHistory {
  /// A file that differs.
  struct Change {
    /// The former path and content. Nil for a new note.
    let before: (path: NotePath, object: String)?
    /// The path of the note; nil for a removed note.
    let path: NotePath?
    /// The content at the end of the period. Nil for the present file.
    let object: String?
  }

  private let workspace: Workspace
  private let git: any GitClient
  private let end: String?
  private let request: DigestRequest
  private(set) var changes: [Change] = []
  /// The last author of each file, by the file's path at the end.
  private(set) var touches: [NotePath: Digest.Touch] = [:]
  /// The time of the commit that a file came with, and its author.
  private(set) var births: [NotePath: (seconds: Int, author: String)] = [:]
  /// The files that were changed after the end, with their contents then; nil for one that was not there.
  private(set) var later: [NotePath: String?] = [:]
  /// The present names of those that were renamed after the end.
  private(set) var laterNames: [NotePath: NotePath] = [:]

  /// - Returns: nil if git does not know.
  init?(_ workspace: Workspace, _ request: DigestRequest) {
    guard let git = workspace.git else { return nil }
    let (days, zone, isPast) = (request.days, request.zone, request.isPast)
    self.workspace = workspace
    self.git = git
    self.request = request
    func last(before day: Day) -> String? {
      let seconds = zone.moment(on: day, at: .midnight).secondsSinceEpoch()
      return try? GitRevision("", endOfDay: seconds, in: git).commit
    }
    end = isPast ? days.flatMap { last(before: $0.last.adding(days: 1)) } : nil
    var former = request.commit ?? days.flatMap { last(before: $0.first) }
    // Where a commit of the days is older in the history than the last one before them, all of it is looked at.
    let start = days.map { zone.moment(on: $0.first, at: .midnight).secondsSinceEpoch() }
    var isOrdered = true
    if let start, let commit = former {
      let later = try? git.run(.reading("rev-list", "-1", "--since-as-filter=@\(start)", commit))
      isOrdered = later.map { !$0.isSuccess || $0.output.text.isEmpty } ?? true
    }
    if !isOrdered { former = nil }
    do {
      // Without any commit of the time nothing is known.
      guard !isPast || end != nil,
        former != nil || end != nil || (try? GitRevision("HEAD", endOfDay: nil, in: git)) != nil
      else { return nil }
      try read(
        since: former,
        isNew: { summary in
          days.map { days in
            let moment = { (seconds: Int?) in seconds.flatMap { zone.moment(secondsSinceEpoch: $0)?.day } }
            return days.contains(summary.created?.day ?? moment(summary.modifiedSeconds) ?? .earliest)
          } ?? true
        })
      try readCommits(since: former, request, isOrdered: isOrdered)
    } catch {
      return nil
    }
  }

  private mutating func read(since former: String?, isNew: (NoteSummary) -> Bool) throws {
    let start = try former ?? GitRevision.emptyTree(in: git)
    let found =
      try end.map { start == $0 ? [] : try GitLog(git).differences(from: start, to: $0) }
      ?? workspace.changes(since: start, in: git)
    let ignored = FilePatterns(workspace.configuration.list("ignore"))
    for change in found {
      let path = NotePath(trusted: change.path)
      guard path.isMarkdown || change.formerPath.map({ NotePath(trusted: $0).isMarkdown }) == true,
        !ignored.match(path.string), try !isIgnored(path)
      else { continue }
      changes.append(
        Change(
          before: change.before.map { (NotePath(trusted: change.formerPath ?? change.path), $0) },
          path: change.kind == .removed ? nil : path, object: end == nil ? nil : change.after))
    }
    if let end {
      for change in try workspace.changes(since: end, in: git) {
        later.updateValue(change.formerPath == nil ? change.before : nil, forKey: NotePath(trusted: change.path))
        guard let former = change.formerPath.map({ NotePath(trusted: $0) }) else { continue }
        later.updateValue(change.before, forKey: former)
        laterNames[former] = NotePath(trusted: change.path)
      }
    }
    // Files that are not in git, by the dates in their fields.
    let untracked = try git.output(.reading("ls-files", "--others", "-z")).texts.map { NotePath(trusted: $0) }
    var notes = Set(untracked.filter(\.isMarkdown))
    guard !notes.isEmpty, notes.count <= 20_000 else { return }
    if end == nil { joinMoved(&notes) }
    for summary in try workspace.index.notes.summaries(of: notes.sorted()) where isNew(summary) {
      changes.append(Change(before: nil, path: summary.path, object: nil))
    }
  }

  /// Returns true for a file that the repository ignores though git has it.
  private func isIgnored(_ path: NotePath) throws -> Bool {
    try workspace.files.fingerprint(path) != nil && !workspace.index.files.contains(path)
  }

  /// The largest number of files that are compared with each other.
  private static let movedLimit = 200

  /// Joins files that were moved without git, by their id or by their lines.
  private mutating func joinMoved(_ notes: inout Set<NotePath>) {
    let removed = changes.filter { $0.path == nil }.compactMap(\.before)
    guard !removed.isEmpty, removed.count <= Self.movedLimit, notes.count <= Self.movedLimit else { return }
    let contents = (try? GitObjects(git).texts(of: removed.map(\.object))) ?? [:]
    var joined: Set<NotePath> = []
    for path in notes.sorted() {
      guard let new = try? workspace.note(at: path) else { continue }
      let before = removed.first { former in
        guard !joined.contains(former.path), let bytes = contents[former.object] else { return false }
        let old = workspace.readableNote(bytes, at: former.path, now: path)
        return old.identifier.map { $0 == new.identifier }
          ?? (PhraseDifference.likeness(Self.text(old), Self.text(new)) >= 0.5)
      }
      guard let before else { continue }
      joined.insert(before.path)
      notes.remove(path)
      changes.append(Change(before: before, path: path, object: nil))
    }
    changes.removeAll { $0.path == nil && $0.before.map { joined.contains($0.path) } == true }
  }

  private static func text(_ note: Note) -> String {
    String(decoding: note.document.source[note.document.body].map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
  }

  private struct Walk: Sendable {
    var names: [String: String] = [:]
    var touches: [String: [(seconds: Int, authors: [String])]] = [:]
    var births: [String: (seconds: Int, author: String)] = [:]
    /// The files that commits of the days changed, as they were before the first of these and after the last.
    var ofDays: [String: (before: GitFileChange, after: String?)] = [:]
  }

  /// Reads the commits from the last to the first, so that a file is known by the name that it has at the end.
  private mutating func readCommits(since former: String?, _ request: DigestRequest, isOrdered: Bool) throws {
    let (zone, days) = (request.zone, request.days)
    let range = [former, end ?? "HEAD"].compactMap(\.self).joined(separator: "..")
    guard former != end || former == nil, (try? GitRevision("HEAD", endOfDay: nil, in: git)) != nil else { return }
    let walk = try GitLog(git).read(range, into: Walk()) { walk, commit in
      let isOfDays = [commit.seconds, commit.committed].contains { seconds in
        days.map { days in zone.moment(secondsSinceEpoch: seconds).map { days.contains($0.day) } ?? true } ?? true
      }
      for change in commit.changes {
        let name = walk.names[change.path] ?? change.path
        if isOfDays { walk.ofDays[name] = (change, walk.ofDays[name].map(\.after) ?? change.after) }
        // A merge is of nobody who wrote.
        guard commit.parents.count < 2 else { continue }
        if let former = change.formerPath { walk.names[former] = name }
        if change.kind == .added { walk.births[name] = (commit.seconds, commit.author) }
        walk.touches[name, default: []].append((commit.seconds, [commit.author] + commit.companions))
      }
    }
    for (name, list) in walk.touches {
      var touch = Digest.Touch()
      for (seconds, authors) in list.reversed() {
        for author in authors where !touch.authors.contains(author) { touch.authors.append(author) }
        if let day = zone.moment(secondsSinceEpoch: seconds)?.day, !touch.days.contains(day) { touch.days.append(day) }
      }
      touch.days.sort()
      touches[NotePath(trusted: name)] = touch
    }
    for (name, birth) in walk.births { births[NotePath(trusted: name)] = birth }
    leaveOutOthers(walk, isOrdered: isOrdered)
  }

  /// Takes out notes that only commits of other days changed: a history is not always in the order of its times.
  private mutating func leaveOutOthers(_ walk: Walk, isOrdered: Bool) {
    func isOther(_ change: Change) -> Bool {
      guard let name = (change.path ?? change.before?.path)?.string else { return false }
      return walk.touches[name] != nil && walk.ofDays[name] == nil
    }
    guard !isOrdered || changes.contains(where: isOther) else { return }
    // Changes that are not committed yet belong to these days.
    let open = end == nil ? (try? workspace.changes(since: "HEAD", in: git)) ?? [] : []
    let kept = Set(open.flatMap { [$0.path, $0.formerPath].compactMap(\.self) })
    changes = changes.compactMap { change in
      let name = (change.path ?? change.before?.path)?.string ?? ""
      if isOther(change), !kept.contains(name) { return nil }
      guard !isOrdered, let (first, after) = walk.ofDays[name] else { return change }
      return Change(
        before: first.before.map { (NotePath(trusted: first.formerPath ?? first.path), $0) }, path: change.path,
        object: end == nil && kept.contains(name) ? nil : after)
    }
  }

  /// Returns the contents of objects, many in one run of git.
  func contents(of objects: [String]) -> [String: [UInt8]] { (try? GitObjects(git).texts(of: objects)) ?? [:] }

  /// Returns the present name of a note that was renamed later.
  func present(_ path: NotePath) -> NotePath { laterNames[path] ?? path }

  /// Returns true for a note that was there at the end and is no more.
  func isGone(_ path: NotePath) -> Bool {
    later[path] != nil && laterNames[path] == nil && !workspace.files.exists(path)
  }

  /// Returns a version of a note. Nil if the version is private, whatever the note says today; sealed if either of the
  /// two is sealed.
  ///
  /// - Parameters:
  ///   - path: The path of the version.
  ///   - now: The path at the end; nil for a deleted note.
  func version(_ bytes: [UInt8], at path: NotePath, now: NotePath?) -> Note? {
    let now = now.map(present)
    let note = workspace.readableNote(bytes, at: path, now: now)
    var rules = request.rules
    // The selection of today's notes says nothing about an earlier version.
    if let now, rules.selected?.contains(now) == true { rules.selected = [path] }
    return rules.reason(PublicationCandidate(note, in: request.zone)) == nil ? note : nil
  }
}
