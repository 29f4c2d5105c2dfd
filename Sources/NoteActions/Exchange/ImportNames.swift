import ByteBasics
import NoteInterchange
import NoteModel
import NoteRepository

/// Free names for many new files; each folder is listed once.
struct ImportNames {
  private let files: any FileSystem
  /// The names of a folder as they are on disk, by their folded form.
  private var folders: [String: [FoldedKey: String]] = [:]
  /// The last number that a name was given, by its path without one.
  private var numbers: [FoldedKey: Int] = [:]

  private typealias FoldedKey = String

  init(_ files: any FileSystem) {
    self.files = files
  }

  /// A path in `folder` that no file has, and that no other will get: a number is added where the name is taken.
  ///
  /// `suffix`: What follows the number, with its dot.
  /// `isFree`: Whether a path that exists may be used all the same.
  mutating func take(
    _ stem: String, _ suffix: String, in folder: String,
    isUsable: (NotePath) -> Bool = { _ in false }
  ) throws(RepositoryError) -> NotePath {
    let folder = try existing(folder)
    try list(folder)
    let place = folder.isEmpty ? "" : folder + "/"
    let counted = foldedName(place + stem + suffix)
    var number = 1
    while true {
      let name = (number == 1 ? stem : "\(stem) \(number)") + suffix
      let path = NotePath(trusted: place + name)
      if isUsable(path) { return path }
      if folders[folder]?[foldedName(name)] == nil {
        folders[folder]?[foldedName(name)] = name
        numbers[counted] = number
        return path
      }
      // A file that may be used is found under any number; a free name is not below the last one.
      number = number == 1 ? max(2, numbers[counted] ?? 2) : number + 1
    }
  }

  private mutating func list(_ folder: String) throws(RepositoryError) {
    guard folders[folder] == nil else { return }
    let found = try files.names(in: folder.isEmpty ? nil : NotePath(trusted: folder))
    folders[folder] = Dictionary(
      found.map { (foldedName($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The folder under the names that it and those above it have on disk, whatever their case.
  private mutating func existing(_ folder: String) throws(RepositoryError) -> String {
    var result = ""
    for part in folder.split(separator: "/") {
      try list(result)
      let name = folders[result]?[foldedName(part)] ?? String(part)
      folders[result]?[foldedName(part)] = name
      result = result.isEmpty ? name : result + "/" + name
    }
    return result
  }
}

extension String {
  /// The folder with names that every file system takes, without hidden ones.
  var safeFolder: String {
    split(separator: "/").compactMap { FileName.stem(for: String($0)) }.joined(separator: "/")
  }
}
