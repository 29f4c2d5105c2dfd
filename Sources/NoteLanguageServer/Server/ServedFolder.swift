import CivilCalendar
import Glibc
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Synchronization

/// A repository that the server answers for, or the folder of a document that is in none.
final class ServedFolder: Sendable {
  let repository: Repository
  /// False for a folder that is no repository: nothing is known of its other files.
  let isRepository: Bool
  private let surroundings: ServerSurroundings
  private let state: Mutex<State>

  private struct State {
    var configuration: Configuration
    var layout: VaultLayout
    /// For short questions, and for those of a whole repository: neither waits for the other.
    var quick: IndexDatabase
    var slow: IndexDatabase
    var isReady = false
    var inode: UInt64 = 0
    var catalogue = NameCatalogue()
    /// Of the index that the catalogue was taken from.
    var catalogueVersion: CatalogueVersion?
  }

  private struct CatalogueVersion: Equatable {
    let inode: UInt64
    let number: Int
    /// Letters are opened by the day.
    let day: Day
  }

  init(_ repository: Repository, isRepository: Bool, _ surroundings: ServerSurroundings) throws {
    self.repository = repository
    self.isRepository = isRepository
    self.surroundings = surroundings
    let configuration = Self.configuration(isRepository ? repository : nil, surroundings)
    let empty = try IndexDatabase.inMemory()
    state = Mutex(
      State(
        configuration: configuration, layout: configuration.layout, quick: empty, slow: empty))
    if isRepository { openIndex() }
  }

  private static func configuration(
    _ repository: Repository?, _ surroundings: ServerSurroundings
  ) -> Configuration {
    Configuration.load(
      places: UserPlaces(environment: surroundings.environment), repository: repository,
      environment: surroundings.environment)
  }

  var layout: VaultLayout { state.withLock(\.layout) }
  var configuration: Configuration { state.withLock(\.configuration) }
  var catalogue: NameCatalogue { state.withLock(\.catalogue) }
  /// True where there is an index to ask.
  var isReady: Bool { state.withLock(\.isReady) }

  /// The workspace as it reads with these texts in place of files.
  func workspace(_ documents: [NotePath: OpenDocument], isSlow: Bool) -> Workspace {
    let (configuration, stored) = state.withLock { ($0.configuration, isSlow ? $0.slow : $0.quick) }
    var index = stored
    index.telephoneRegions = surroundings.regions(configuration)
    index.zone = surroundings.zone
    index.unsaved = UnsavedNotes(
      documents.filter { $0.key.isMarkdown }.mapValues(\.note))
    return Workspace(
      repository: repository, configuration: configuration, index: index,
      files: UnsavedFiles(
        files: LiveFileSystem(root: repository.root), texts: documents.mapValues(\.bytes)))
  }

  /// Brings the index up to date, and what is kept of it in memory.
  func update() {
    guard isRepository else { return }
    surroundings.updateIndex(repository.root)
    let configuration = Self.configuration(repository, surroundings)
    state.withLock {
      $0.configuration = configuration
      $0.layout = configuration.layout
    }
    openIndex()
    readCatalogue()
  }

  /// Takes what the index knows into memory before it is brought up to date.
  func warmUp() {
    if isReady { readCatalogue() }
  }

  /// Takes the names into memory, unless they are those of before.
  private func readCatalogue() {
    let (index, inode, known) = state.withLock { ($0.slow, $0.inode, $0.catalogueVersion) }
    let day = surroundings.clock().day
    let version = (try? index.version()).map {
      CatalogueVersion(inode: inode, number: $0, day: day)
    }
    if let version, version == known { return }
    guard let catalogue = try? index.catalogue(today: day) else { return }
    state.withLock {
      $0.catalogue = catalogue
      $0.catalogueVersion = version
    }
  }

  /// Opens the index where there is one, and again where another file has taken its place.
  private func openIndex() {
    let folder = repository.cacheFolder
    let inode = Self.inode(folder + "/index.sqlite")
    let isCurrent = state.withLock { $0.isReady && $0.inode == inode }
    guard !isCurrent, inode != 0, let quick = IndexDatabase.openForReading(folder: folder),
      let slow = IndexDatabase.openForReading(folder: folder)
    else { return }
    state.withLock {
      var quick = quick
      var slow = slow
      quick.layout = $0.layout
      slow.layout = $0.layout
      $0.quick = quick
      $0.slow = slow
      $0.inode = inode
      $0.isReady = true
    }
  }

  private static func inode(_ path: String) -> UInt64 {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 ? UInt64(facts.st_ino) : 0
  }

  /// The folders that have notes or files in them, from the root; the root itself is "".
  var folders: [String] {
    let index = state.withLock(\.slow)
    return [""] + ((try? index.folders().sorted()) ?? [])
  }

  /// The path of a file in it; nil for one outside.
  func path(of file: String) -> NotePath? { repository.path(of: file) }
}

extension Repository {
  /// The path of a file by its absolute path; nil for one outside.
  func path(of file: String) -> NotePath? { path(of: file, relativeTo: root) }
}

/// The repositories that are served, by their roots: those of the workspace's folders, and those of documents that
/// are opened from elsewhere.
struct ServedFolders: Sendable {
  private(set) var folders: [ServedFolder] = []
  private let surroundings: ServerSurroundings
  let places: UserPlaces

  init(_ surroundings: ServerSurroundings) {
    self.surroundings = surroundings
    places = UserPlaces(environment: surroundings.environment)
  }

  /// The innermost folder that contains a file, and the file's path in it. Nothing is read.
  func place(of file: String) -> (folder: ServedFolder, path: NotePath)? {
    folders.compactMap { folder in folder.path(of: file).map { (folder, $0) } }
      .max { $0.0.repository.root.utf8.count < $1.0.repository.root.utf8.count }
  }

  /// The folder that a file belongs to: the nearest repository above it, else its own folder.
  ///
  /// - Returns: The folder, and whether it is served from now on.
  mutating func folder(ofFile file: String) -> (folder: ServedFolder, isNew: Bool)? {
    let slash = file.lastIndex(of: "/") ?? file.startIndex
    let parent = slash == file.startIndex ? "/" : String(file[..<slash])
    return folder(at: existing(parent))
  }

  /// The repository that a folder is in, or the folder itself.
  mutating func folder(at folder: String) -> (folder: ServedFolder, isNew: Bool)? {
    let found = try? Repository.discover(from: folder, places: places)
    let root = resolvedPath(folder) ?? folder
    let repository = found ?? Repository(root: root, places: places)
    if let known = folders.first(where: { $0.repository.root == repository.root }) {
      return (known, false)
    }
    guard
      let served = try? ServedFolder(repository, isRepository: found != nil, surroundings)
    else { return nil }
    folders.append(served)
    return (served, true)
  }

  /// The nearest folder that is there: a new file may be in a new one.
  private func existing(_ folder: String) -> String {
    var folder = folder
    while folder != "/", !folderExists(folder) {
      guard let slash = folder.lastIndex(of: "/") else { return "/" }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    return folder
  }

  mutating func remove(_ folder: ServedFolder) {
    folders.removeAll { $0 === folder }
  }
}
