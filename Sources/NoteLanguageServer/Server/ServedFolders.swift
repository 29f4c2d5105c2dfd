import ByteBasics
import NoteModel
import NoteRepository

/// The repositories that are served, by their roots: those of the workspace's folders, and those of documents that
/// are opened from elsewhere.
struct ServedFolders: Sendable {
  private(set) var folders: [ServedFolder] = []
  private let surroundings: ServerSurroundings
  private let places: UserPlaces

  init(_ surroundings: ServerSurroundings) {
    self.surroundings = surroundings
    places = UserPlaces(environment: surroundings.environment)
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
