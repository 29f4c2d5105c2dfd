import NoteRepository
import Wording

/// Which repository a command works in: the one of `-C` or `SHEAF_DIR`, else the one around the working folder, else
/// the user's own (`repository` of their configuration).
struct RepositoryChoice {
  private let world: World
  private let written: String?

  init(_ world: World, _ globals: GlobalOptions) {
    self.world = world
    let variable = world.environment["SHEAF_DIR"] ?? ""
    written = globals.directory ?? (variable.isEmpty ? nil : variable)
  }

  private var places: UserPlaces { UserPlaces(environment: world.environment) }

  /// What is set for this user, whatever repository they are in.
  private var ownSettings: Configuration {
    Configuration.load(places: places, repository: nil, environment: world.environment)
  }

  /// The absolute path of the folder where looking begins.
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
    }
  }

  /// A path of the configuration: `~` is the home folder, where other relative paths begin too.
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
