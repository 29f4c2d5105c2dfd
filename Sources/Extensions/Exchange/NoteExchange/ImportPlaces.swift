import ByteBasics
import NoteActions
import NoteInterchange
import NoteModel
import NoteRepository

/// The paths of imported notes and their files.
struct ImportPlaces {
  private let layout: VaultLayout
  private let configuration: Configuration
  private let folder: NotePath?
  private let files: any FileSystem
  private var names: ImportNames
  /// The contents of the new files by their paths, so that the same file is kept once.
  private var made: [NotePath: FileContent] = [:]

  init(_ workspace: Workspace, folder: NotePath?) {
    layout = workspace.layout
    configuration = workspace.configuration
    files = workspace.files
    self.folder = folder
    names = ImportNames(files: workspace.files)
  }

  mutating func path(of note: ImportedNote, identifier: String) throws(RepositoryError) -> NotePath {
    let title = note.title.isEmpty ? ImportTitle.words(of: note.body) : note.title
    let stem = FileName.stem(for: title)
    switch note.place {
    case .memo: return try take(stem ?? identifier, configuration.text("folders.memo"), note.folder)
    case .task: return try take(stem ?? identifier, configuration.text("folders.tasks"), note.folder)
    case .diary(let day):
      let pattern = layout.diaryPath.path(of: day)
      // A name that begins with its day is of that day by every layout.
      let name = note.title.isEmpty ? "\(day)" : stem.map { "\(day) \($0)" } ?? "\(day)"
      return try take(name, pattern.folder?.string ?? "", note.folder)
    case .path(let text):
      let path = NotePath(text)
      let name = path.flatMap { FileName.stem(for: String($0.stem)) }
      return try take(name ?? identifier, path?.folder?.string.safeFolder ?? "", "")
    }
  }

  private mutating func take(_ stem: String, _ usual: String, _ inner: String) throws(RepositoryError) -> NotePath {
    let base = NotePath(usual)?.string ?? ""
    let top: String
    if let folder { top = folder.string } else { top = base }
    let parts = [top, inner.safeFolder].filter { !$0.isEmpty }
    return try names.take(stem, ".md", in: parts.joined(separator: "/"))
  }

  /// Returns the path of an attachment, with true if a file of these bytes is there already.
  mutating func path(
    of attachment: ImportedAttachment, _ content: FileContent, besides note: NotePath
  ) throws(RepositoryError) -> (path: NotePath, isThere: Bool) {
    if folder == nil, let own = attachment.place {
      return try take(attachment.name, content, in: own.folder?.string.safeFolder ?? "")
    }
    let setting = configuration.text("folders.attachments")
    let isBeside = setting.hasPrefix("./")
    let base = isBeside ? note.folder?.string ?? "" : folder.map { $0.string + "/assets" } ?? setting
    let inner = isBeside ? String(setting.dropFirst(2)) : ""
    let place = NotePath([base, inner].filter { !$0.isEmpty }.joined(separator: "/"))?.string ?? ""
    return try take(attachment.name, content, in: place)
  }

  private mutating func take(
    _ name: String, _ content: FileContent, in place: String
  ) throws(RepositoryError) -> (path: NotePath, isThere: Bool) {
    let path = NotePath(trusted: name.isEmpty ? "file" : name.replacing("/", with: "-"))
    let suffix =
      path.fileName.utf8.count > path.stem.utf8.count
      ? String(decoding: path.fileName.utf8.dropFirst(path.stem.utf8.count), as: UTF8.self) : ""
    var isThere = false
    let (made, files) = (self.made, self.files)
    let taken = try names.take(
      FileName.stem(for: String(path.stem)) ?? "file",
      suffix.filter { $0.isLetter || $0.isNumber || $0 == "." },
      in: place
    ) { candidate in
      isThere =
        made[candidate].map { $0 == content }
        ?? (files.fingerprint(candidate).map { $0.size == content.size } == true
          && (try? files.digest(candidate)) == content.digest)
      return isThere
    }
    self.made[taken] = content
    return (taken, isThere)
  }
}

/// Free names for many new files; each folder is listed once.
struct ImportNames {
  let files: any FileSystem
  /// The names of a folder as they are on disk, by their folded form.
  fileprivate var folders: [String: [FoldedKey: String]] = [:]
  /// The last number that a name was given, by its path without one.
  fileprivate var numbers: [FoldedKey: Int] = [:]

  fileprivate typealias FoldedKey = String

  /// Returns a path in `folder` that no file has, and that no other will get: a number is added if the name is taken.
  ///
  /// - Parameters:
  ///   - suffix: The text after the number, with its dot.
  ///   - isFree: True if a path that exists may be used all the same.
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
    folders[folder] = Dictionary(found.map { (foldedName($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the folder with the spelling that it and its parents have on disk, ignoring case.
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
