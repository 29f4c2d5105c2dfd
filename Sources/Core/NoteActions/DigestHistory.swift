import CivilCalendar
import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax

/// The changes in a span of days, as git knows them: the last commit before the span is compared with the last
/// one in it, or with the files as they are if the span has not ended.
struct DigestHistory {
  private struct Versions {
    let before: String
    /// nil: the file as it is.
    let after: String?
  }

  private let workspace: Workspace
  private let git: (any GitClient)?
  private var versions: [NotePath: Versions] = [:]
  /// True if git has a commit from before the span.
  private(set) var isKnown = false
  private let isPast: Bool

  /// More files are not compared: a digest shows fewer.
  private static let filesLimit = 500

  init(_ workspace: Workspace, _ days: DayRange, zone: LocalZone, now: CivilMoment) {
    self.workspace = workspace
    git = workspace.git
    isPast = days.last < now.day
    guard let git else { return }
    func commit(before day: Day) -> String? {
      let seconds = zone.moment(on: day, at: .midnight).secondsSinceEpoch()
      return try? GitRevision("", endOfDay: seconds, in: git).commit
    }
    guard let former = commit(before: days.first) else { return }
    if isPast {
      guard let latter = commit(before: days.last.adding(days: 1)) else { return }
      isKnown = readDifferences(former, latter, git)
    } else {
      isKnown = readDifferences(former, git)
    }
  }

  /// nil if git does not say.
  func isEdited(_ path: NotePath) -> Bool? { isKnown ? versions[path] != nil : nil }

  private mutating func readDifferences(
    _ former: String, _ latter: String, _ git: any GitClient
  ) -> Bool {
    guard former != latter else { return true }
    guard let changes = try? GitTreeChange.between(former, latter, in: git, isInFolder: true) else { return false }
    for change in changes {
      guard case .file(let before, _)? = change.before, case .file(let after, _)? = change.after,
        before != after
      else { continue }
      versions[NotePath(trusted: change.path)] = Versions(before: before, after: after)
    }
    return true
  }

  private mutating func readDifferences(_ former: String, _ git: any GitClient) -> Bool {
    guard let changes = try? workspace.changes(since: former, in: git) else { return false }
    for change in changes where change.kind == .modified {
      guard let before = change.before else { continue }
      versions[NotePath(trusted: change.path)] = Versions(before: before, after: nil)
    }
    return true
  }

  /// Returns the changes to each of these notes; none for a note that contained a secret before.
  func changes(of wanted: Set<NotePath>, allowedSecrets: Set<String>) -> [NotePath: [NoteChange]] {
    guard let git else { return [:] }
    let paths = versions.keys.filter { $0.isMarkdown && wanted.contains($0) }.sorted()
      .prefix(Self.filesLimit)
    let names = paths.flatMap { path in
      [versions[path]?.before, versions[path]?.after].compactMap(\.self)
    }
    guard let contents = try? GitObjects(git).contents(of: names) else { return [:] }
    var changes: [NotePath: [NoteChange]] = [:]
    for path in paths {
      guard let version = versions[path], let before = contents[version.before],
        SecretFinder.first(in: before) == nil || allowedSecrets.contains(path.string),
        let new = version.after.map({ name in contents[name].map { note($0, at: path) } })
          ?? (try? workspace.note(at: path))
      else { continue }
      changes[path] = NoteChange.changes(from: note(before, at: path), to: new)
    }
    return changes
  }

  private func note(_ bytes: [UInt8], at path: NotePath) -> Note {
    let readable = workspace.gate.readable(bytes, at: path, in: workspace.layout)
    return Note(Document(parsing: readable), at: path, in: workspace.layout)
  }
}
