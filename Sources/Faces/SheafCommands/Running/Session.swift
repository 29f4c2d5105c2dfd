package import NoteModel
import NoteRepository
import Synchronization
import Wording

/// The repository of a run and the settings in force there: looked up once, and again after the command has left something
/// behind, since that may have been a setting.
package final class Session: Sendable {
  let footprint: Footprint
  private let world: World
  private let globals: GlobalOptions
  private let known = Mutex(Known())

  private struct Known {
    var repository: Repository?
    /// The configurations by the root of their repository; the user's own by the empty text.
    var configurations: [String: Configuration] = [:]
    /// The reports of this run, by topic.
    var reported: [String: [String]] = [:]
  }

  init(_ world: World, _ globals: GlobalOptions, footprint: Footprint = Footprint()) {
    self.world = world
    self.globals = globals
    self.footprint = footprint
  }

  func inRepository(_ root: String) -> Session {
    var globals = globals
    globals.directory = root
    return Session(world, globals, footprint: footprint)
  }

  /// Returns a session without cached state, for a command within this one.
  package func anew() -> Session { Session(world, globals) }

  /// Returns the folder where the search for the repository begins, an absolute path.
  package func startingFolder() throws -> String { try RepositoryChoice(world, globals).folder() }

  func repository() throws -> Repository {
    if !footprint.isLeft, let found = known.withLock(\.repository) { return found }
    let found = try RepositoryChoice(world, globals).repository()
    known.withLock { $0.repository = found }
    return found
  }

  /// Returns the settings in a repository. Nil for those of the user alone.
  func configuration(of repository: Repository?) -> Configuration {
    let key = repository?.root ?? ""
    if !footprint.isLeft, let known = known.withLock({ $0.configurations[key] }) { return known }
    let configuration = Configuration.load(
      places: UserPlaces(environment: world.environment), repository: repository, environment: world.environment)
    known.withLock { $0.configurations[key] = configuration }
    return configuration
  }

  /// Returns true if this run has not yet reported these facts.
  package func isNews(_ facts: [String], about topic: String) -> Bool {
    known.withLock { $0.reported.updateValue(facts, forKey: topic) } != facts
  }

  /// Lets the next look read the settings again: for a command that runs for hours, or that has just given trust.
  package func forgetSettings() { known.withLock { $0.configurations = [:] } }
}

/// The record of a command's side effects. A command that has changed files or started a program cannot begin again.
package final class Footprint: Sendable {
  private let left = Mutex((isLeft: false, entry: Int?.none, paths: [NotePath]()))

  package var isLeft: Bool { left.withLock(\.isLeft) }
  /// The number of the last entry that the command has put into the journal.
  var entry: Int? { left.withLock(\.entry) }

  /// The files that it has changed.
  package var paths: [NotePath] { left.withLock(\.paths) }

  func markSideEffect(entry: Int? = nil, paths: [NotePath] = []) {
    left.withLock {
      $0.isLeft = true
      $0.paths = ($0.paths + paths).uniqued()
      $0.entry = entry ?? $0.entry
    }
  }
}

/// The choice of the repository that a command works in: the one of `-C` or `SHEAF_DIR`, else the one around the
/// working folder, else the user's own (`repository` of their configuration).
struct RepositoryChoice {
  private let world: World
  private let written: String?

  init(_ world: World, _ globals: GlobalOptions) {
    self.world = world
    let variable = world.environment["SHEAF_DIR"] ?? ""
    written = globals.directory ?? (variable.isEmpty ? nil : variable)
  }

  private var places: UserPlaces { UserPlaces(environment: world.environment) }

  /// The user's own settings, whatever repository they are in.
  private var ownSettings: Configuration {
    Configuration.load(places: places, repository: nil, environment: world.environment)
  }

  /// Returns the absolute path of the folder where looking begins.
  ///
  /// - Throws: ``UsageError`` for `@name` without such a name in `repositories`.
  func folder() throws -> String {
    guard let written else { return world.workingDirectory }
    guard written.hasPrefix("@") else { return absolutePath(written, from: world.workingDirectory) }
    let known = ownSettings.table("repositories")
    guard let folder = known[String(written.dropFirst())] else { throw unknown(written, among: known.keys.sorted()) }
    return expanded(folder)
  }

  func repository() throws -> Repository {
    do {
      return try Repository.discover(from: folder(), places: places)
    } catch RepositoryError.notFound where written == nil {
      let own = ownSettings.text("repository")
      guard !own.isEmpty else { throw RepositoryError.notFound(folder: world.workingDirectory) }
      return try Repository.discover(from: expanded(own), places: places)
    } catch RepositoryError.missingFolder(let folder) where written.flatMap({ Int($0) }) != nil {
      // The option of grep with this name and a number.
      throw Problem(
        .notFound, RepositoryError.missingFolder(folder).explanation,
        hint: Message(verbatim: "sheaf search --context \(written ?? "")"))
    }
  }

  /// Returns a path of the configuration: `~` is the home folder, where other relative paths begin too.
  private func expanded(_ path: String) -> String {
    let rest = path == "~" ? "" : path.hasPrefix("~/") ? String(path.dropFirst(2)) : path
    return rest.isEmpty ? places.home : absolutePath(rest, from: places.home)
  }

  private func unknown(_ name: String, among known: [String]) -> UsageError {
    let list = known.map { "@" + $0 }.joined(separator: ", ")
    return UsageError(
      Message("No repository is called “\(name)”", ko: "“\(name)” 저장소를 찾을 수 없습니다"),
      hint: known.isEmpty
        ? Message(
          "Name it: sheaf config set repositories.\(name.dropFirst()) DIR",
          ko: "이름을 정하려면: sheaf config set repositories.\(name.dropFirst()) 폴더")
        : Message("Known names: \(list)", ko: "정해 둔 이름: \(list)"))
  }
}
