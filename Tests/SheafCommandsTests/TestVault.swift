import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import NoteTestSupport

/// A repository of a test, and what it has beside the command line: an index of its own.
protocol TestVault {
  var session: CommandSession { get }
  var home: TemporaryFolder { get }
}

extension TestVault {
  func bytes(_ path: NotePath) throws -> [UInt8] { try session.folder.read(path.string) }

  func contents() throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: session.folder.files().map { ($0, try session.folder.read($0)) })
  }

  func notes() -> [NotePath] {
    session.folder.files().map { NotePath(trusted: $0) }
      .filter { $0.isMarkdown && !$0.string.hasPrefix(".") }.sorted()
  }

  /// Up to date.
  func workspace() throws -> Workspace {
    let places = UserPlaces(environment: ["HOME": home.path])
    let repository = Repository(root: session.folder.path, places: places)
    let workspace = try Workspace.open(
      repository,
      configuration: .load(places: places, repository: repository, environment: [:]),
      zone: .fixed(32_400), gate: ReadingGate(today: Day(daysSinceEpoch: 20_778)))
    try workspace.synchronize()
    return workspace
  }
}
