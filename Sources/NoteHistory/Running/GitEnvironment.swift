import HostSystem

/// The environment of a git that works in one folder.
///
/// Git tells its hooks by variables which repository they belong to, and a shell may have them set as well. The folder
/// of the notes counts more: a hook of another repository that runs Sheaf must not have the notes committed there.
/// The variables count where nothing contradicts them:
///
/// ```
/// GIT_INDEX_FILE=/notes/.git/next-index-1.lock     a hook of the notes' own repository, during a partial commit
/// GIT_DIR=/data/notes.git GIT_WORK_TREE=/notes     no .git in /notes or above
/// ```
struct GitEnvironment {
  let variables: [String: String]
  /// True if the variables name the repository of the folder.
  let namesRepository: Bool

  private static let index = "GIT_INDEX_FILE"

  /// What a repository is made of, as `git rev-parse --local-env-vars` lists it, without settings.
  private static let parts: Set = [
    "GIT_DIR", "GIT_WORK_TREE", index, "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_PREFIX", "GIT_NAMESPACE", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE",
    "GIT_REPLACE_REF_BASE", "GIT_NO_REPLACE_OBJECTS", "GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX",
  ]

  /// These contradict `--literal-pathspecs`.
  private static let pathspecs: Set = [
    "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
  ]

  /// - Parameters:
  ///   - variables: The user's.
  ///   - folder: The absolute path of the folder in which git shall work.
  init(_ variables: [String: String], in folder: String) {
    let literal = variables.filter { !Self.pathspecs.contains($0.key) }
    let bare = literal.filter { !Self.parts.contains($0.key) }
    guard bare.count < literal.count else {
      (self.variables, namesRepository) = (literal, false)
      return
    }
    let folder = realPath(folder) ?? folder
    if let own = Self.repository(of: folder) {
      let index = literal[Self.index].flatMap { realPath(Self.absolute($0, in: own.root)) }
      let isOwn = index?.hasPrefix(own.data + "/") == true
      self.variables = isOwn ? bare.merging([Self.index: index ?? ""]) { $1 } : bare
      namesRepository = false
    } else {
      namesRepository = Self.workTree(literal, in: folder).map { (folder + "/").hasPrefix($0 + "/") } ?? false
      self.variables = namesRepository ? literal : bare
    }
  }

  /// Returns the folder that has `.git`, this one or one above, and the folder of git's data; nil if none has.
  private static func repository(of folder: String) -> (root: String, data: String)? {
    var root = folder[...]
    while true {
      let link = root + "/.git"
      var status = stat()
      if lstat(String(link), &status) == 0 {
        let text = fileText(String(link)) ?? ""
        let target = text.hasPrefix("gitdir:") ? text.dropFirst(7).prefix { !$0.isNewline }.drop { $0 == " " } : link
        let data = absolute(String(target), in: String(root))
        return (String(root), realPath(data) ?? data)
      }
      guard let slash = root.lastIndex(of: "/") else { return nil }
      root = root[..<slash]
    }
  }

  /// Returns the work tree that the variables name, or the configuration of the repository that they name.
  private static func workTree(_ variables: [String: String], in folder: String) -> String? {
    guard let name = variables["GIT_DIR"], !name.isEmpty else { return nil }
    let data = absolute(name, in: folder)
    let named = variables["GIT_WORK_TREE"] ?? configuredWorkTree(data + "/config", of: data)
    return named.isEmpty ? nil : realPath(absolute(named, in: folder))
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }
}

/// `core.worktree` of a configuration, which a submodule has, and a folder that was set apart by hand.
///
/// - Parameters:
///   - file: The configuration.
///   - folder: The folder that a relative path begins at.
/// - Returns: An empty text if it is not set.
func configuredWorkTree(_ file: String, of folder: String) -> String {
  guard let text = fileText(file) else { return "" }
  let line = text.split(whereSeparator: \.isNewline).last { line in
    line.drop { $0 == " " || $0 == "\t" }.lowercased().hasPrefix("worktree")
  }
  let value = line?.drop { $0 != "=" }.dropFirst().drop { $0 == " " } ?? ""
  let path = value.filter { $0 != "\"" }
  return path.hasPrefix("/") || path.isEmpty ? String(path) : folder + "/" + path
}

/// The beginning of a small file of git's; nil if it cannot be read.
func fileText(_ path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 65_536)
  let count = read(descriptor, &bytes, bytes.count)
  return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
}

/// The path without symbolic links; nil if nothing is there.
func realPath(_ path: String) -> String? {
  guard !path.isEmpty, let pointer = realpath(path, nil) else { return nil }
  defer { free(pointer) }
  return String(cString: pointer)
}
