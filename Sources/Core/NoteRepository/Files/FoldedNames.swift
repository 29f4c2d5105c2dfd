package import NoteModel

/// The names in folders, whatever the case, width and form of their letters; each folder is listed once.
package struct FoldedNames {
  private struct Folder {
    var exact: Set<String> = []
    var folded: [String: String] = [:]
  }

  private let files: any FileSystem
  private var folders: [NotePath?: Folder] = [:]

  /// - Parameter files: The files, which must not change while the names are in use.
  package init(_ files: any FileSystem) { self.files = files }

  /// Returns true if there is a file or a folder of this name.
  package mutating func holds(_ path: NotePath) throws(RepositoryError) -> Bool {
    var place: NotePath?
    for name in path.string.split(separator: "/") {
      let folder = try folder(place)
      let found = folder.exact.contains(String(name)) ? String(name) : folder.folded[foldedName(name)]
      guard let found else { return false }
      place = place?.appending(found) ?? NotePath(trusted: found)
    }
    return true
  }

  private mutating func folder(_ path: NotePath?) throws(RepositoryError) -> Folder {
    if let known = folders[path] { return known }
    var folder = Folder()
    for name in try files.names(in: path) {
      folder.exact.insert(name)
      if folder.folded[foldedName(name)] == nil { folder.folded[foldedName(name)] = name }
    }
    folders[path] = folder
    return folder
  }
}
