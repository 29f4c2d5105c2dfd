import CivilCalendar
import HostSystem
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Synchronization

/// A folder that the server answers for: a repository, a folder of notes that is none, or the folder of one document.
final class ServedFolder: Sendable {
  let repository: Repository
  /// False for the folder of a document that is in no folder of notes: nothing is known of its other files.
  let isIndexed: Bool
  private let surroundings: ServerSurroundings
  private let state: Mutex<State>

  private struct State {
    var configuration: Configuration
    var layout: VaultLayout
    /// The index for short requests. It and the index for requests about a whole repository do not wait for each other.
    var quick: IndexDatabase
    var slow: IndexDatabase
    var isReady = false
    var wasUpdated = false
    var inode: UInt64 = 0
    var catalogue = NameCatalogue()
    /// The version of the index from which the catalogue was taken.
    var catalogueVersion: CatalogueVersion?
  }

  private struct CatalogueVersion: Equatable {
    let inode: UInt64
    let number: Int
    /// Letters are opened by the day.
    let day: Day
  }

  init(_ repository: Repository, isIndexed: Bool, _ surroundings: ServerSurroundings) throws {
    self.repository = repository
    self.isIndexed = isIndexed
    self.surroundings = surroundings
    let configuration = Self.configuration(isIndexed ? repository : nil, surroundings)
    let empty = try IndexDatabase.inMemory()
    state = Mutex(State(configuration: configuration, layout: configuration.layout, quick: empty, slow: empty))
    if isIndexed { openIndex() }
  }

  private static func configuration(_ repository: Repository?, _ surroundings: ServerSurroundings) -> Configuration {
    Configuration.load(
      places: UserPlaces(environment: surroundings.environment), repository: repository,
      environment: surroundings.environment)
  }

  var layout: VaultLayout { state.withLock(\.layout) }
  var configuration: Configuration { state.withLock(\.configuration) }
  var catalogue: NameCatalogue { state.withLock(\.catalogue) }
  /// True if there is an index to ask.
  var isReady: Bool { state.withLock(\.isReady) }
  /// True if there is no index yet and there will be one.
  var isBeingRead: Bool { isIndexed && !isReady }

  /// False for a folder of notes without `.sheaf`, in which Sheaf writes nothing.
  var isRepository: Bool { folderExists(repository.root + "/" + Repository.settingsFolder) }

  /// Returns the workspace with these texts instead of files.
  func workspace(_ documents: [NotePath: OpenDocument], isSlow: Bool) -> Workspace {
    let (configuration, stored) = state.withLock { ($0.configuration, isSlow ? $0.slow : $0.quick) }
    var index = stored
    index.telephoneRegions = surroundings.regions(configuration)
    index.zone = surroundings.zone
    let gate = ReadingGate(today: surroundings.clock().day)
    index.unsaved = UnsavedNotes(documents.filter { $0.key.isMarkdown }.mapValues { $0.readableNote(gate) })
    return Workspace(
      repository: repository, configuration: configuration, index: index,
      originals: UnsavedFiles(
        files: LiveFileSystem(root: repository.root, layout: configuration.layout), texts: documents.mapValues(\.bytes)),
      gate: gate)
  }

  private let waiting = Mutex<[@Sendable () -> Void]>([])

  /// Calls `body` as soon as the index can be read: now, or after the first update, even if the update failed.
  func whenRead(_ body: @escaping @Sendable () -> Void) {
    let waits = waiting.withLock { waiting in
      guard isBeingRead, !state.withLock(\.wasUpdated) else { return false }
      waiting.append(body)
      return true
    }
    if !waits { body() }
  }

  /// Brings the index and the copies of its rows in memory up to date.
  func update() {
    guard isIndexed else { return }
    surroundings.updateIndex(repository.root)
    let configuration = Self.configuration(repository, surroundings)
    state.withLock {
      $0.configuration = configuration
      $0.layout = configuration.layout
    }
    openIndex()
    let bodies = waiting.withLock { waiting in
      state.withLock { $0.wasUpdated = true }
      defer { waiting = [] }
      return waiting
    }
    for body in bodies { body() }
    readCatalogue()
  }

  /// Loads the contents of the index into memory before the index is updated.
  func warmUp() {
    if isReady { readCatalogue() }
  }

  /// Loads the names into memory, unless the names are unchanged.
  private func readCatalogue() {
    let (quick, index, inode, known) = state.withLock { ($0.quick, $0.slow, $0.inode, $0.catalogueVersion) }
    let day = surroundings.clock().day
    // Each connection counts by itself, and the other one has several.
    let version = (try? quick.version()).map { CatalogueVersion(inode: inode, number: $0, day: day) }
    if let version, version == known { return }
    guard let catalogue = try? index.names.catalogue() else { return }
    state.withLock {
      $0.catalogue = catalogue
      $0.catalogueVersion = version
    }
  }

  /// Opens the index if there is one, and again if another file has taken its place.
  private func openIndex() {
    let folder = repository.cacheFolder
    let inode = Self.inode(folder + "/index.sqlite")
    let isCurrent = state.withLock { $0.isReady && $0.inode == inode }
    guard !isCurrent, inode != 0, let quick = IndexDatabase.openForReading(folder: folder),
      let slow = IndexDatabase.openForReading(folder: folder, readers: 4)
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

  /// The folders that notes may come into, the empty ones too, from the root; the root itself is "".
  var folders: [String] { TreeScanner.folders(of: repository, extraIgnores: configuration.list("ignore")) }

  /// Returns the path of a file in the folder, or nil for a file outside.
  func path(of file: String) -> NotePath? { repository.path(of: file) }
}

extension Repository {
  /// Returns the path of a file by its absolute path, or nil for a file outside.
  func path(of file: String) -> NotePath? {
    if let path = path(of: file, relativeTo: root) { return path }
    // A file that is not there yet, by a way that leads through a symbolic link.
    guard let slash = file.lastIndex(of: "/"), let folder = resolvedPath(String(file[..<slash])) else { return nil }
    return path(of: folder + file[slash...], relativeTo: root)
  }
}

/// The folders that the server reads, by their roots: the folders that the client names, or else the folders of the
/// open documents.
struct ServedFolders: Sendable {
  private(set) var folders: [ServedFolder] = []
  private let surroundings: ServerSurroundings
  let places: UserPlaces

  /// The files and folders of other programs in the root of a folder of notes.
  private static let markers = Profile.rootFolders + [".iwe", ".git"]

  init(_ surroundings: ServerSurroundings) {
    self.surroundings = surroundings
    places = UserPlaces(environment: surroundings.environment)
  }

  /// Returns the innermost folder that contains a file, and the file's path in it, without reading files.
  func place(of file: String) -> (folder: ServedFolder, path: NotePath)? {
    folders.compactMap { folder in folder.path(of: file).map { (folder, $0) } }
      .max { $0.0.repository.root.utf8.count < $1.0.repository.root.utf8.count }
  }

  /// Returns the folder of a document: the nearest repository above it, else the served folder that contains it, else
  /// the nearest folder above it with notes of another program, else only the document's own folder.
  ///
  /// - Returns: The folder, and whether it was added to the served folders.
  mutating func folder(ofFile file: String) -> (folder: ServedFolder, isNew: Bool)? {
    let parent = existing(String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]))
    if let repository = try? Repository.discover(from: parent, places: places) {
      return serve(repository, isIndexed: true)
    }
    if let place = place(of: file), place.folder.isIndexed { return (place.folder, false) }
    let resolved = resolvedPath(parent) ?? parent
    let marked = markedRoot(above: resolved)
    return serve(Repository(root: marked ?? resolved, places: places), isIndexed: marked != nil)
  }

  /// Returns the repository that contains a folder, or the folder itself, or nil for one with all files of a user.
  mutating func folder(named folder: String) -> (folder: ServedFolder, isNew: Bool)? {
    if let repository = try? Repository.discover(from: folder, places: places) {
      return serve(repository, isIndexed: true)
    }
    guard let root = resolvedPath(folder), mayBeRoot(root) else { return nil }
    return serve(Repository(root: root, places: places), isIndexed: true)
  }

  private mutating func serve(_ repository: Repository, isIndexed: Bool) -> (folder: ServedFolder, isNew: Bool)? {
    if let known = folders.first(where: { $0.repository.root == repository.root }) { return (known, false) }
    guard let served = try? ServedFolder(repository, isIndexed: isIndexed, surroundings) else { return nil }
    folders.append(served)
    return (served, true)
  }

  private func mayBeRoot(_ folder: String) -> Bool {
    folder != "/" && folder != (resolvedPath(places.home) ?? places.home)
  }

  private func markedRoot(above folder: String) -> String? {
    var folder = folder
    while mayBeRoot(folder), !folder.isEmpty {
      if Self.markers.contains(where: { fileExists(folder + "/" + $0) }) { return folder }
      folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    }
    return nil
  }

  /// Returns the nearest existing folder, because a new file may be in a new folder.
  private func existing(_ folder: String) -> String {
    var folder = folder
    while !folder.isEmpty, !folderExists(folder) {
      folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    }
    return folder.isEmpty ? "/" : folder
  }

  mutating func remove(_ folder: ServedFolder) { folders.removeAll { $0 === folder } }
}
