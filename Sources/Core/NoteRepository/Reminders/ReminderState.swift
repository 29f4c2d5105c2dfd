package import CivilCalendar
import NoteModel

/// The delivered and the postponed reminders: a small text file in the state folder.
///
/// Lines are `since SECONDS`, `ran SECONDS`, `told SECONDS KEY` and `snoozed SECONDS KEY`; unreadable ones are skipped.
package struct ReminderState: Hashable, Sendable {
  /// The time before which no reminder is delivered, so that a first run does not report the past.
  package private(set) var since: Int
  /// The time of the last check for reminders.
  package private(set) var lastRun: Int?
  private var told: [String: Int] = [:]
  /// The time of the next reminder of a postponed task, by its key.
  package private(set) var snoozed: [String: Int] = [:]

  private static let fileName = "reminders"

  /// Reads the state of a repository. A new state begins a day before `now`.
  package init(folder: String, now: Int) {
    since = now - 86_400
    guard let bytes = try? readFile(folder + "/" + Self.fileName) else { return }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count >= 2, let seconds = Int(words[1]) else { continue }
      switch (words[0], words.count) {
      case ("since", 2): since = seconds
      case ("ran", 2): lastRun = seconds
      case ("told", 3): told[String(words[2])] = seconds
      case ("snoozed", 3): snoozed[String(words[2])] = seconds
      default: continue
      }
    }
  }

  package func isTold(_ key: String) -> Bool { told[key] != nil }

  package mutating func tell(_ key: String, at seconds: Int) { told[key] = seconds }

  package mutating func markRun(at seconds: Int) { lastRun = seconds }

  package mutating func snooze(_ key: String, until seconds: Int) { snoozed[key] = seconds }

  /// Ends the postponement of a task, unless it has been put off once more.
  ///
  /// - Parameter seconds: The time until which it was put off. Nil if it was not.
  package mutating func wake(_ key: String, from seconds: Int?) {
    if snoozed[key] == seconds { snoozed[key] = nil }
  }

  /// Changes the state of a repository, as the only process. While a reminder is delivered, its task may be put off.
  ///
  /// - Throws: If another process does not come to its end.
  package static func update(
    folder: String, now: Int, _ change: (inout ReminderState) -> Void
  ) throws(RepositoryError) {
    let lock = try WriteLock.acquire(folder: folder + "/\(fileName)-lock", command: "remind", whileWaiting: { _ in })
    var state = ReminderState(folder: folder, now: now)
    change(&state)
    state.save(folder: folder, now: now)
    _ = consume lock
  }

  /// Writes the state at once, without entries older than ninety days.
  private mutating func save(folder: String, now: Int) {
    let limit = now - 90 * 86_400
    told = told.filter { $0.value >= limit }
    since = max(since, limit)
    var lines = ["since \(since)"]
    if let lastRun { lines.append("ran \(lastRun)") }
    lines += told.sorted { $0.key < $1.key }.map { "told \($0.value) \($0.key)" }
    lines += snoozed.sorted { $0.key < $1.key }.map { "snoozed \($0.value) \($0.key)" }
    writeStateFile(folder, Self.fileName, Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}

/// A part of the day in which nobody is disturbed: `22:00-07:00`.
package struct QuietHours: Hashable, Sendable {
  private let start: TimeOfDay
  private let end: TimeOfDay

  /// Parses a span of hours. Nil for any other text.
  package init?(_ text: some StringProtocol) {
    let sides = text.split(separator: "-")
    let now = CivilMoment(day: Day(daysSinceEpoch: 0), time: .midnight)
    let times = sides.compactMap { side -> TimeOfDay? in
      guard case .moment(let moment)? = DateExpression.parse(side, relativeTo: now) else { return nil }
      return moment.time
    }
    guard sides.count == 2, times.count == 2, times[0] != times[1] else { return nil }
    (start, end) = (times[0], times[1])
  }

  /// Returns true from the start until before the end, over midnight if the end is earlier than the start.
  package func contains(_ time: TimeOfDay) -> Bool {
    start < end ? time >= start && time < end : time >= start || time < end
  }
}

/// The reminders that were delivered on any machine: `.sheaf/reminded`, which git carries.
///
/// A line is the key of a reminder, which begins with its time in seconds since the epoch. The lines are a set:
/// `.sheaf/.gitattributes` lets git unite both sides of a merge, and a line that is there twice counts once.
package struct SharedReminders: Sendable {
  private let files: any FileSystem
  private var before: [UInt8]?
  private var lines: Set<String>

  private static let path = NotePath(trusted: Repository.settingsFolder + "/reminded")
  private static let attributes = NotePath(trusted: Repository.settingsFolder + "/.gitattributes")
  private static let rule = "reminded merge=union\n"
  /// The age at which a reminder is forgotten.
  private static let keptSeconds = 400 * 86_400

  /// Reads the record of a repository, which is empty if it cannot be read.
  package init(in files: any FileSystem) {
    self.files = files
    before = try? files.read(Self.path)
    let text = String(decoding: before ?? [], as: UTF8.self)
    lines = Set(text.split(whereSeparator: \.isNewline).map(String.init))
  }

  package func isTold(_ key: String) -> Bool { lines.contains(Self.line(key)) }

  package mutating func tell(_ key: String) { lines.insert(Self.line(key)) }

  private static func line(_ key: String) -> String {
    key.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Writes the record if it has changed; it is sorted, so that machines write the same bytes.
  ///
  /// - Throws: If it cannot be written.
  package mutating func save(now: Int) throws(RepositoryError) {
    lines = lines.filter { line in
      line.split(separator: " ").first.flatMap { Int($0) }.map { $0 >= now - Self.keptSeconds } ?? false
    }
    let after = Array(lines.sorted().map { $0 + "\n" }.joined().utf8)
    guard after != before ?? [] else { return }
    if let before {
      try files.replace(Self.path, expecting: before, with: after)
    } else {
      try files.create(Self.path, after)
    }
    before = after
    if !files.exists(Self.attributes) { try files.create(Self.attributes, Array(Self.rule.utf8)) }
  }
}
