import NoteModel
import NoteRepository
import Synchronization

/// The repository of a run and the settings in force there: looked up once, and again after the command has left something
/// behind, since that may have been a setting.
final class Session: Sendable {
  let footprint: Footprint
  private let world: World
  private let globals: GlobalOptions
  private let known = Mutex(Known())

  private struct Known {
    var repository: Repository?
    /// By the root of their repository; empty for those of the user alone.
    var configurations: [String: Configuration] = [:]
  }

  init(_ world: World, _ globals: GlobalOptions, footprint: Footprint = Footprint()) {
    self.world = world
    self.globals = globals
    self.footprint = footprint
  }

  /// The same run in another repository.
  func inRepository(_ root: String) -> Session {
    var globals = globals
    globals.directory = root
    return Session(world, globals, footprint: footprint)
  }

  /// A session that knows nothing yet, for a command within this one.
  func anew() -> Session { Session(world, globals) }

  /// Where the search for the repository begins, an absolute path.
  func startingFolder() throws -> String { try RepositoryChoice(world, globals).folder() }

  /// The repository of this run.
  func repository() throws -> Repository {
    if !footprint.isLeft, let found = known.withLock(\.repository) { return found }
    let found = try RepositoryChoice(world, globals).repository()
    known.withLock { $0.repository = found }
    return found
  }

  /// The settings in a repository; nil for those of the user alone.
  func configuration(of repository: Repository?) -> Configuration {
    let key = repository?.root ?? ""
    if !footprint.isLeft, let known = known.withLock({ $0.configurations[key] }) { return known }
    let configuration = Configuration.load(
      places: UserPlaces(environment: world.environment), repository: repository,
      environment: world.environment)
    known.withLock { $0.configurations[key] = configuration }
    return configuration
  }

  /// Lets the next look read the settings again: for what runs for hours, or has just given trust.
  func forgetSettings() { known.withLock { $0.configurations = [:] } }
}

/// Whether a command has changed files or started a program: then it cannot begin again.
final class Footprint: Sendable {
  private let left = Mutex((isLeft: false, entry: Int?.none, paths: [NotePath]()))

  var isLeft: Bool { left.withLock(\.isLeft) }
  /// The number of the last entry that the command has put into the journal.
  var entry: Int? { left.withLock(\.entry) }

  /// The files that it has changed.
  var paths: [NotePath] { left.withLock(\.paths) }

  func markSideEffect(entry: Int? = nil, paths: [NotePath] = []) {
    left.withLock {
      $0.isLeft = true
      $0.paths = ($0.paths + paths).uniqued()
      $0.entry = entry ?? $0.entry
    }
  }
}
