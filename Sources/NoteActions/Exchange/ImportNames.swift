import ByteBasics
import NoteInterchange
import NoteModel
import NoteRepository

/// Free names for many new files; each folder is listed once.
struct ImportNames {
  private let files: any FileSystem
  /// The names of a folder as they are on disk, by their folded form.
  private var folders: [String: [FoldedKey: String]] = [:]

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
    var names = try self.names(in: folder)
    var number = 1
    while true {
      let name = (number == 1 ? stem : "\(stem) \(number)") + suffix
      let path = NotePath(trusted: folder.isEmpty ? name : folder + "/" + name)
      if isUsable(path) { return path }
      if names[foldedName(name)] == nil {
        names[foldedName(name)] = name
        folders[folder] = names
        return path
      }
      number += 1
    }
  }

  private mutating func names(in folder: String) throws(RepositoryError) -> [FoldedKey: String] {
    if let names = folders[folder] { return names }
    let found = try files.names(in: folder.isEmpty ? nil : NotePath(trusted: folder))
    let names = Dictionary(
      found.map { (foldedName($0), $0) }, uniquingKeysWith: { first, _ in first })
    folders[folder] = names
    return names
  }

  /// The folder under the names that it and those above it have on disk, whatever their case.
  private mutating func existing(_ folder: String) throws(RepositoryError) -> String {
    var result = ""
    for part in folder.split(separator: "/") {
      var names = try self.names(in: result)
      let name = names[foldedName(part)] ?? String(part)
      names[foldedName(part)] = name
      folders[result] = names
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
