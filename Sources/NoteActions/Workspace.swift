package import CivilCalendar
package import NoteHistory
package import NoteIndex
package import NoteModel
package import NoteRepository
package import NoteSyntax
import Wording

/// A repository and its index, kept in step.
package struct Workspace: Sendable {
  package let repository: Repository
  package let configuration: Configuration
  package let index: IndexDatabase
  package let files: any FileSystem
  /// What the configuration says about how notes are read.
  package let layout: VaultLayout
  /// Where the dates of notes come from that do not say them; nil: from their files.
  package var git: (any GitClient)?

  package init(
    repository: Repository, configuration: Configuration, index: IndexDatabase,
    files: any FileSystem
  ) {
    self.repository = repository
    self.configuration = configuration
    self.files = files
    layout = configuration.layout
    var index = index
    index.layout = layout
    self.index = index
  }

  /// Opens a repository on disk with its index; the index is not yet up to date.
  ///
  /// Where the cache folder cannot be written, the index lives in memory for this once.
  ///
  /// - Parameters:
  ///   - telephoneRegions: Whose telephone numbers count as links.
  ///   - zone: Whose clock days and times are by. `onDamage` is called where the index is damaged and is built again.
  package static func open(
    _ repository: Repository, configuration: Configuration,
    telephoneRegions: Set<TelephoneRegion> = Set(TelephoneRegion.allCases),
    zone: LocalZone, onDamage: () -> Void = {}
  ) throws -> Workspace {
    var index = try openIndex(repository, onDamage)
    index.telephoneRegions = telephoneRegions
    index.zone = zone
    return Workspace(
      repository: repository, configuration: configuration, index: index,
      files: LiveFileSystem(root: repository.root))
  }

  /// The same workspace with an index that lives in memory for this once.
  package func withIndexInMemory() throws -> Workspace {
    var temporary = try IndexDatabase.inMemory()
    temporary.telephoneRegions = index.telephoneRegions
    temporary.zone = index.zone
    var workspace = Workspace(
      repository: repository, configuration: configuration, index: temporary, files: files)
    workspace.git = git
    return workspace
  }

  private static func openIndex(
    _ repository: Repository, _ onDamage: () -> Void
  ) throws -> IndexDatabase {
    do {
      try makeCacheFolder(repository)
      return try IndexDatabase.open(folder: repository.cacheFolder)
    } catch {
      if IndexDatabase.isBusy(error) { throw IndexBusyError(folder: repository.cacheFolder) }
      if IndexDatabase.isDamage(error) { onDamage() }
      if eraseIndex(repository), let index = try? IndexDatabase.open(folder: repository.cacheFolder) {
        return index
      }
      return try IndexDatabase.inMemory()
    }
  }

  /// The note as it is in its file now.
  package func note(at path: NotePath) throws -> Note {
    Note(Document(parsing: try files.read(path)), at: path, in: layout)
  }
}

/// Another process has been writing the index for longer than one waits.
struct IndexBusyError: ExplainedError {
  let folder: String

  var category: ErrorCategory { .locked }
  var explanation: Message {
    Message(
      "Another process is writing the index in \(folder)", ko: "다른 프로세스가 색인을 쓰고 있습니다: \(folder)")
  }
  var hint: Message? { Message("Try again in a moment.", ko: "잠시 뒤에 다시 시도하세요.") }
}
