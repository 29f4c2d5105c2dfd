package import CivilCalendar
package import NoteHistory
package import NoteIndex
package import NoteModel
package import NoteRepository
package import NoteSyntax
import ParallelWork
package import Wording

/// A repository and its index, kept in step.
package struct Workspace: Sendable {
  package let repository: Repository
  package private(set) var configuration: Configuration
  package let index: IndexDatabase
  /// The files as they are, sealed letters among them: for code that moves, links or changes notes, but shows none.
  package let originals: any FileSystem
  /// The gate for reading: the index contains only text that may be read today.
  package let gate: ReadingGate
  /// The settings of the configuration for reading notes.
  package let layout: VaultLayout
  /// The source of dates for notes that state none; nil: their files.
  package var git: (any GitClient)?
  /// The conflict copies that the last scan told by their names; no other file of them is in the index.
  package var namedCopies: [ConflictCopy] = []

  package init(
    repository: Repository, configuration: Configuration, index: IndexDatabase,
    originals: any FileSystem, gate: ReadingGate
  ) {
    self.repository = repository
    self.configuration = configuration
    self.originals = originals
    self.gate = gate
    layout = configuration.layout
    var index = index
    index.layout = layout
    index.gate = gate
    index.ownStatuses = configuration.ownStatuses
    self.index = index
  }

  /// Returns the workspace with the settings of one of `sites`.
  ///
  /// - Throws: ``Problem`` for a name that no site has.
  package func ofSite(_ name: String) throws(Problem) -> Workspace {
    var own = self
    own.configuration = try configuration.ofSite(name)
    return own
  }

  /// The files as they may be read today.
  package var files: any FileSystem { ReadableFiles(originals: originals, gate: gate, layout: layout) }

  /// Returns true for a note that may not be read today.
  package func isSealed(_ path: NotePath) throws -> Bool {
    gate.day(of: try originals.read(path), at: path, in: layout) != nil
  }

  /// Returns the letters whose day has not come. Commands that move or link notes must search them separately.
  func unopenedLetters() throws -> [NotePath] { try index.notes.sealedLetters().keys.sorted() }

  /// Opens a repository on disk with its index; the index is not yet up to date.
  ///
  /// If the cache folder cannot be written, the index lives in memory for this once.
  ///
  /// - Parameters:
  ///   - telephoneRegions: The regions whose telephone numbers count as links.
  ///   - zone: The zone of days and times.
  ///   - gate: The gate for text that may be read today. `onDamage` is called if a damaged index is built again.
  package static func open(
    _ repository: Repository, configuration: Configuration,
    telephoneRegions: Set<TelephoneRegion> = Set(TelephoneRegion.allCases),
    zone: LocalZone, gate: ReadingGate, onDamage: () -> Void = {}
  ) throws -> Workspace {
    var index = try openIndex(repository, onDamage)
    index.telephoneRegions = telephoneRegions
    index.zone = zone
    return Workspace(
      repository: repository, configuration: configuration, index: index,
      originals: LiveFileSystem(root: repository.root, layout: configuration.layout), gate: gate)
  }

  package func withIndexInMemory() throws -> Workspace {
    var temporary = try IndexDatabase.inMemory()
    temporary.telephoneRegions = index.telephoneRegions
    temporary.zone = index.zone
    var workspace = Workspace(
      repository: repository, configuration: configuration, index: temporary, originals: originals, gate: gate)
    workspace.git = git
    return workspace
  }

  private static func openIndex(_ repository: Repository, _ onDamage: () -> Void) throws -> IndexDatabase {
    do {
      try makeCacheFolder(repository)
      return try IndexDatabase.open(folder: repository.cacheFolder)
    } catch {
      if IndexDatabase.isBusy(error) {
        throw Problem(
          .locked,
          Message(
            "Another process is writing the index in \(repository.cacheFolder)",
            ko: "다른 프로세스가 색인을 쓰고 있습니다: \(repository.cacheFolder)"),
          hint: Message("Try again in a moment.", ko: "잠시 뒤에 다시 시도하세요."))
      }
      if IndexDatabase.isDamage(error) { onDamage() }
      if eraseIndex(repository), let index = try? IndexDatabase.open(folder: repository.cacheFolder) {
        return index
      }
      return try IndexDatabase.inMemory()
    }
  }

  /// Reads the present text of a note from its file.
  package func note(at path: NotePath) throws -> Note {
    try Cancellation.check()
    return Note(Document(parsing: try files.read(path)), at: path, in: layout)
  }

  /// Returns the part of a note with these bytes that may be read today.
  ///
  /// - Parameter present: The present path of the note, for bytes that it had once.
  package func readableNote(_ bytes: [UInt8], at path: NotePath, now present: NotePath? = nil) -> Note {
    var gate = gate
    let now = present.map { (path: $0, bytes: try? originals.read($0)) }
    gate.close([(path, bytes)] + (now.map { [$0] } ?? []), in: layout)
    return Note(Document(parsing: gate.readable(bytes, at: path, in: layout)), at: path, in: layout)
  }
}

/// Files as they may be read. A writer has to expect the bytes on disk, so sealed letters cannot be changed by a text
/// that was read here.
private struct ReadableFiles: FileSystem {
  let originals: any FileSystem
  let gate: ReadingGate
  let layout: VaultLayout

  func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    gate.readable(try originals.read(path), at: path, in: layout)
  }

  func located(_ path: NotePath, isWhole: Bool) throws(RepositoryError) -> NotePath {
    try originals.located(path, isWhole: isWhole)
  }

  func fingerprint(_ path: NotePath) -> FileFingerprint? { originals.fingerprint(path) }
  func traits(_ path: NotePath) -> FileTraits? { originals.traits(path) }
  func isFolder(_ path: NotePath) -> Bool { originals.isFolder(path) }
  func names(in folder: NotePath?) throws(RepositoryError) -> [String] { try originals.names(in: folder) }

  func create(_ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits) throws(RepositoryError) {
    try originals.create(path, bytes, traits)
  }

  func replace(_ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]) throws(RepositoryError) {
    try originals.replace(path, expecting: expected, with: bytes)
  }

  func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError) {
    try originals.remove(path, expecting: expected)
  }

  func move(_ path: NotePath, to target: NotePath) throws(RepositoryError) {
    try originals.move(path, to: target)
  }

  func removeEmptyFolders(from folder: NotePath, upTo top: NotePath) throws(RepositoryError) {
    try originals.removeEmptyFolders(from: folder, upTo: top)
  }

  func removeLeftovers(in folder: NotePath?) throws(RepositoryError) {
    try originals.removeLeftovers(in: folder)
  }
}
