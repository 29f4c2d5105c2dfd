import ByteBasics
import ChildProcesses
import HostSystem
import Synchronization

/// The git in the user's PATH, run in one folder with an environment that gives output in a fixed form.
///
/// All calls of git use this type. A command for reading does not run programs that the repository names, whatever its
/// configuration is; see ``GitCommand/Purpose``.
package struct GitProgram: GitClient {
  private let folder: String
  /// The environment without the variables that name a repository.
  private let environment: [String: String]
  /// The variables of the user's environment that name a repository.
  private let named: [String: String]
  private let cache: String?
  private let known = KnownPlace()

  /// - Parameters:
  ///   - folder: The absolute path of the folder that paths are relative to.
  ///   - environment: The user's; credentials, agents and identities come from it.
  ///   - mayAsk: False if no terminal is there to answer: nothing that git starts asks for a password then.
  ///   - cache: The absolute path of a folder in which configurations for reading are kept; nil makes one for each run.
  package init(folder: String, environment: [String: String], mayAsk: Bool, cache: String? = nil) {
    self.folder = folder
    self.cache = cache
    named = environment.filter { Self.namingVariables.contains($0.key) && !$0.value.isEmpty }
    self.environment = environment.filter {
      !Self.namingVariables.contains($0.key) && !Self.pathVariables.contains($0.key)
    }.merging(Self.fixedVariables) { $1 }.merging(mayAsk ? [:] : Self.silentVariables) { $1 }
  }

  /// A git names its repository in these to the hooks that it runs. A program that works for another repository, as Sheaf
  /// may in a hook, must not take them over (githooks(5)): its files would be committed there.
  private static let namingVariables: Set = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH", "GIT_PREFIX", "GIT_NAMESPACE", "GIT_SHALLOW_FILE",
    "GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE", "GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX",
  ]

  /// Variables that change the meaning of file names.
  private static let pathVariables: Set = [
    "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
  ]

  private static let fixedVariables = [
    "LC_ALL": "C", "LANGUAGE": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_EDITOR": ":",
    "GIT_SEQUENCE_EDITOR": ":", "GIT_MERGE_AUTOEDIT": "no",
  ]

  /// An empty GIT_ASKPASS asks nobody; ssh turns to a program that answers nothing.
  private static let silentVariables = [
    "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "SSH_ASKPASS": "/bin/false",
    "SSH_ASKPASS_REQUIRE": "force", "GCM_INTERACTIVE": "never",
  ]

  /// Objects that are missing are not fetched: no protocol is allowed, which every version of git knows.
  private static let offlineVariables = ["GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": ""]

  package func run<Reader: GitOutputReader>(
    _ command: GitCommand, into reader: Reader
  ) throws(GitError) -> GitOutcome<Reader> {
    switch command.purpose {
    case .standalone: return try start(command, in: environment.merging(["GIT_DIR": "/dev/null"]) { $1 }, reader)
    case .writing:
      try refusePipesInTree(for: command)
      let variables = try located().variables.merging(command.variables) { $1 }
      return try startUnlocked(command, in: variables, reader)
    case .asking:
      let located = try located()
      if let answer = located.place.answer(to: command) {
        var reader = reader
        reader.read(Array((answer + "\n").utf8))
        return GitOutcome(status: 0, errors: "", output: reader)
      }
      return try start(command, in: located.variables.merging(Self.offlineVariables) { $1 }, reader)
    case .reading:
      try refusePipesInTree(for: command)
      let located = try located()
      let configuration = try InertConfiguration(for: located.place, cache: cache)
      defer { configuration.discard() }
      let variables = located.variables.filter {
        !InertConfiguration.variablesOutOfForce.contains($0.key)
      }
      .merging(Self.offlineVariables) { $1 }.merging(configuration.variables) { $1 }
      return try start(command, in: variables, reader)
    }
  }

  /// Returns the folders of git's data and the environment for them, computed once.
  ///
  /// The repository is that of the folder. Only if the folder has no repository, the user's environment is used, if it
  /// names the repository of a work tree around the folder.
  private func located() throws(GitError) -> KnownPlace.Value {
    try known.value.withLock { known throws(GitError) in
      if let known { return known }
      let located = try locate()
      known = located
      return located
    }
  }

  private func locate() throws(GitError) -> KnownPlace.Value {
    for name in Self.rules.union([".git"]) { try refusePipe(name) }
    try refusePipes(in: ".git/")
    do throws(GitError) {
      let place = try place(in: environment, isNamedByUser: false)
      var found = KnownPlace.Value(place: place, variables: environment)
      // The index of a commit that is under way: a hook of this very repository runs Sheaf.
      if let index = named["GIT_INDEX_FILE"], place.holds(index) { found.variables["GIT_INDEX_FILE"] = index }
      return found
    } catch {
      guard case .noRepository = error, named["GIT_DIR"] != nil else { throw error }
      let variables = environment.merging(named) { $1 }
      let place = try place(in: variables, isNamedByUser: true)
      guard place.isWorkTree(around: folder, isNamed: named["GIT_WORK_TREE"] != nil) else { throw error }
      return KnownPlace.Value(place: place, variables: variables)
    }
  }

  private static let rules: Set = [".gitignore", ".gitattributes", ".gitmodules", ".mailmap"]

  /// Refuses a pipe or a device in the place of a file that git opens: a repository may have been unpacked with them.
  private func refusePipe(_ path: String) throws(GitError) {
    var status = stat()
    guard unsafe stat(folder + "/" + path, &status) == 0 else { return }
    if [S_IFIFO, S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) { throw .noFile(path) }
  }

  /// Refuses pipes and devices in a folder and in the folders below.
  ///
  /// - Parameters:
  ///   - start: The folder of git's data, or that of the work tree, with a slash at its end.
  ///   - names: The files to look at; nil for all.
  private func refusePipes(in start: String, _ names: Set<String>? = nil) throws(GitError) {
    try visitLinksAndPipes(in: folder, below: start, enters: { names == nil || !$0.hasSuffix(".git") }) {
      path throws(GitError) in
      if names?.contains(String(path.split(separator: "/").last ?? "")) ?? true { try refusePipe(path) }
    }
  }

  /// Refuses pipes among the rules of the folders of the work tree, for a git that reads them.
  private func refusePipesInTree(for command: GitCommand) throws(GitError) {
    let readsObjects = ["log", "rev-list", "cat-file", "merge-base", "for-each-ref"].contains(command.words.first)
    guard !readsObjects else { return }
    // A second git waits for the look of the first.
    try known.isTreeKnown.withLock { isKnown throws(GitError) in
      if !isKnown { try refusePipes(in: "", Self.rules) }
      isKnown = true
    }
  }

  private func place(in variables: [String: String], isNamedByUser: Bool) throws(GitError) -> GitPlace {
    let question = try start(GitPlace.question, in: variables.merging(Self.offlineVariables) { $1 }, GitBytes())
    guard question.isSuccess else {
      throw .failed("rev-parse", status: question.status, said: question.errors)
    }
    let place = try GitPlace(answer: question.output.text, isNamedByUser: isNamedByUser)
    guard !isNamedByUser else { return place }
    guard place.isWorkTree(around: folder, isNamed: true) else {
      throw .elsewhere(link: place.folder + "/config", target: place.workTree)
    }
    try place.refuseDataElsewhere()
    return place
  }

  /// Begins again while another git has a lock, for a second at most. A git that finds one has changed nothing.
  ///
  /// Editors ask git about a folder all the time, and the git of a killed process goes on by itself.
  private func startUnlocked<Reader: GitOutputReader>(
    _ command: GitCommand, in variables: [String: String], _ reader: Reader
  ) throws(GitError) -> GitOutcome<Reader> {
    for pause in GitPatience.pauses {
      do {
        return try start(command, in: variables, reader)
      } catch .locked {
        pause()
      }
    }
    return try start(command, in: variables, reader)
  }

  private func start<Reader: GitOutputReader>(
    _ command: GitCommand, in variables: [String: String], _ reader: Reader
  ) throws(GitError) -> GitOutcome<Reader> {
    guard let git = programPath("git", in: variables["PATH"] ?? "") else { throw .notInstalled }
    var reader = reader
    var errors: [UInt8] = []
    let status: Int32
    do throws(ChildProcess.StartError) {
      let process = try PipedProcess(path: git, arguments: command.arguments(in: folder), environment: variables)
      status = process.finish(
        input: command.input,
        output: {
          reader.read($0)
          return reader.wantsMore
        },
        errors: { if errors.count < Self.errorsLimit { errors += $0 } })
      guard reader.wantsMore else { return GitOutcome(status: 0, errors: "", output: reader) }
    } catch {
      throw .notStarted(reason: error.reason)
    }
    let said = String(decoding: errors, as: UTF8.self)
    if status != 0, let error = GitError(errors: said, folder: folder) { throw error }
    return GitOutcome(status: status, errors: said, output: reader)
  }

  /// The most bytes that are kept of a program's error output.
  private static let errorsLimit = 65_536
}

/// Visits the entries of a folder, and of the folders in it, that are neither files nor folders.
///
/// - Parameters:
///   - root: The folder that paths are relative to.
///   - start: The first folder, with a slash at its end; empty for the root.
private func visitLinksAndPipes(
  in root: String, below start: String = "", enters: (_ path: String) -> Bool,
  _ visit: (_ path: String) throws(GitError) -> Void
) throws(GitError) {
  var folders = [start]
  while let inside = folders.popLast() {
    guard let stream = unsafe opendir(root + "/" + inside) else { continue }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      var kind = unsafe Host.kind(of: entry)
      // Nearly all: their names are not even read.
      if kind == S_IFREG { continue }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
      }
      if kind == nil {
        var status = stat()
        if unsafe lstat(root + "/" + inside + name, &status) == 0 { kind = status.st_mode & S_IFMT }
      }
      if kind == S_IFDIR {
        if name != ".", name != "..", enters(inside + name) { folders.append(inside + name + "/") }
      } else if kind != S_IFREG {
        try visit(inside + name)
      }
    }
  }
}

/// The waiting times for another git: less than a second in all, in pauses that become longer.
enum GitPatience {
  static var pauses: [() -> Void] {
    [50, 100, 200, 400].map { milliseconds in { sleep(milliseconds: milliseconds) } }
  }
}

/// The place that all copies of a ``GitProgram`` share, once found out.
private final class KnownPlace: Sendable {
  struct Value {
    let place: GitPlace
    /// The environment of every git.
    var variables: [String: String]
  }

  let value = Mutex<Value?>(nil)
  let isTreeKnown = Mutex(false)
}

/// The folders in which git keeps its data about a folder.
struct GitPlace: Sendable {
  /// The absolute path of `.git`, or of the part of it that belongs to this work tree.
  let folder: String
  /// The absolute path of the data that all work trees share: objects, references and the configuration.
  let common: String
  let workTree: String
  /// `sha1` or `sha256`
  let objectFormat: String
  /// True if references are kept in the newer form of one table.
  let usesReferenceTable: Bool

  static let question = GitCommand.asking(
    .revParse, "--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel",
    "--show-object-format", "--show-ref-format")

  /// - Parameters:
  ///   - answer: The output of git for ``question``. An older git repeats the option that it does not know.
  ///   - isNamedByUser: True if the user's environment names the folder.
  /// - Throws: ``GitError/elsewhere(link:target:)`` for a folder that has nothing to do with this work tree.
  init(answer: String, isNamedByUser: Bool) throws(GitError) {
    let lines = answer.split(separator: "\n").map(String.init)
    guard lines.count == 5 else { throw .failed("rev-parse", status: 0, said: "unexpected answer") }
    folder = lines[0]
    common = lines[1]
    workTree = lines[2]
    objectFormat = lines[3]
    usesReferenceTable = lines[4] == "reftable"
    guard isNamedByUser || belongsToWorkTree else {
      throw .elsewhere(link: workTree + "/.git", target: folder)
    }
  }

  /// Returns an answer of git that is already known; nil for any other question.
  func answer(to command: GitCommand) -> String? {
    switch command.words {
    case ["rev-parse", "--show-toplevel"]: workTree
    case ["rev-parse", "--absolute-git-dir"]: folder
    default: nil
    }
  }

  /// Returns true if a file is among git's data, as the index of a commit is that is under way.
  ///
  /// - Parameter path: Absolute, or from the work tree.
  func holds(_ path: String) -> Bool {
    let file = path.hasPrefix("/") ? path : workTree + "/" + path
    let parent = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
    return resolved(parent).map { $0 == resolved(folder) } ?? false
  }

  /// Returns true if the work tree is one that the user or the repository's configuration names, and a folder is in it.
  /// Git takes any folder for the work tree of a repository that names none.
  func isWorkTree(around folder: String, isNamed: Bool) -> Bool {
    guard isNamed || !configuredWorkTree.isEmpty, let root = resolved(workTree), let folder = resolved(folder) else {
      return false
    }
    return folder == root || folder.hasPrefix(root == "/" ? root : root + "/")
  }

  /// True if `.git` and its target know of each other.
  ///
  /// A file or a symbolic link that came with the notes could lead to any repository of the user's, which would then be
  /// read as the history of these notes, and get their commits.
  private var belongsToWorkTree: Bool {
    let link = workTree + "/.git"
    guard let target = resolved(folder) else { return false }
    var status = stat()
    if lstat(link, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return resolved(link) == target }
    if let root = resolved(workTree), target.hasPrefix(root + "/") { return true }
    return resolved(firstLine(of: folder + "/gitdir")) == resolved(link)
      || resolved(configuredWorkTree) == resolved(workTree)
  }

  /// Refuses data of git that lie in another folder: links, a common folder without a work tree's record, alternates.
  ///
  /// The `.git` of a folder that was unpacked could otherwise lead to any repository of the user's, part by part. Hooks
  /// and the list of ignored files are only read, so that users keep them elsewhere.
  func refuseDataElsewhere() throws(GitError) {
    guard let own = resolved(folder), let shared = resolved(common) else { return }
    guard own == shared || own.hasPrefix(shared + "/worktrees/") else {
      throw .elsewhere(link: own + "/commondir", target: shared)
    }
    let alternates = shared + "/objects/info/alternates"
    var status = stat()
    // A longer list than is read here may name any folder.
    if unsafe stat(alternates, &status) == 0, status.st_size >= 65_536 {
      throw .elsewhere(link: alternates, target: "…")
    }
    let others = contents(of: alternates)?.split(whereSeparator: \.isNewline) ?? []
    if let other = others.first(where: { !$0.hasPrefix("#") }) {
      throw .elsewhere(link: alternates, target: String(other))
    }
    // A submodule's data are checked when its own folder is used.
    try visitLinksAndPipes(in: shared, enters: { $0 != "modules" }) { path throws(GitError) in
      guard path != "hooks", !path.hasPrefix("hooks/"), path != "info/exclude" else { return }
      let link = shared + "/" + path
      guard let target = linkTarget(link) else { return }
      let isInside =
        resolved(link).map { $0.hasPrefix(shared + "/") }
        ?? (!target.hasPrefix("/") && !target.split(separator: "/").contains(".."))
      guard isInside else { throw .elsewhere(link: link, target: resolved(link) ?? target) }
    }
  }

  /// Returns the text of a symbolic link; nil for anything else.
  private func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink(path, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// `core.worktree` of the configuration, which a submodule has, and a folder that was set apart by hand.
  private var configuredWorkTree: String {
    guard let text = contents(of: common + "/config") else { return "" }
    let line = text.split(whereSeparator: \.isNewline).last { line in
      line.drop { $0 == " " || $0 == "\t" }.lowercased().hasPrefix("worktree")
    }
    let value = line?.drop { $0 != "=" }.dropFirst().drop { $0 == " " } ?? ""
    let path = value.filter { $0 != "\"" }
    return path.hasPrefix("/") || path.isEmpty ? String(path) : folder + "/" + path
  }

  private func firstLine(of path: String) -> String {
    contents(of: path).map { String($0.prefix { !$0.isNewline }) } ?? ""
  }

  private func contents(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func resolved(_ path: String) -> String? {
    guard !path.isEmpty, let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}

/// A configuration without any program, which replaces the repository's configuration.
///
/// Git has no option to ignore the configuration of a repository. Settings that run programs have names that a
/// repository chooses (`filter.X.clean`, `diff.X.textconv`, `remote.X.uploadpack`), so they cannot all be overridden.
/// But git reads the configuration from the folder that work trees share. This type creates such a folder: its own
/// `config`, and links to the objects and references of the repository.
struct InertConfiguration {
  private let path: String
  private let place: GitPlace
  private let isTemporary: Bool

  /// The variables of a user's environment that change the configuration.
  static let variablesOutOfForce: Set = [
    "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_CONFIG", "GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS",
  ]

  private static let shared = [
    "refs", "packed-refs", "objects", "info", "logs", "shallow", "reftable",
  ]

  /// - Parameter cache: The folder that keeps it for the next time; if it cannot be written, it is made for this once.
  init(for place: GitPlace, cache: String?) throws(GitError) {
    self.place = place
    let config = Self.text(for: place)
    if let cache {
      let key = SHA1.prefix(Array((place.common + "\0" + config).utf8))
      let kept = cache + "/" + String(key, radix: 16)
      if access(kept + "/config", R_OK) == 0 || Self.make(kept, config, place) {
        (path, isTemporary) = (kept, false)
        return
      }
    }
    var name = Array("/tmp/sheaf-git-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .notStarted(reason: Self.reason) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    isTemporary = true
    guard Self.fill(path, config, place) else { throw .notStarted(reason: Self.reason) }
  }

  private static func text(for place: GitPlace) -> String {
    var lines = ["[core]", "\trepositoryFormatVersion = 1", "\tbare = false"]
    var extensions: [String] = []
    if place.objectFormat != "sha1" { extensions.append("\tobjectFormat = \(place.objectFormat)") }
    if place.usesReferenceTable { extensions.append("\trefStorage = reftable") }
    if !extensions.isEmpty { lines += ["[extensions]"] + extensions }
    return lines.map { $0 + "\n" }.joined()
  }

  /// - Returns: False if it cannot be made; another process may have made it.
  private static func make(_ path: String, _ config: String, _ place: GitPlace) -> Bool {
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)
    mkdir(String(folder), 0o700)
    var name = Array((folder + "/new-XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else { return false }
    let temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard fill(temporary, config, place), rename(temporary, path) == 0 else {
      remove(temporary)
      return access(path + "/config", R_OK) == 0
    }
    return true
  }

  private static func fill(_ folder: String, _ config: String, _ place: GitPlace) -> Bool {
    for name in shared {
      guard symlink(place.common + "/" + name, folder + "/" + name) == 0 else { return false }
    }
    let descriptor = open(folder + "/config", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(config.utf8)
    return write(descriptor, bytes, bytes.count) == bytes.count
  }

  private static func remove(_ folder: String) {
    for name in shared + ["config"] { unlink(folder + "/" + name) }
    rmdir(folder)
  }

  private static var reason: String { String(cString: strerror(errno)) }

  var variables: [String: String] {
    [
      "GIT_DIR": place.folder, "GIT_COMMON_DIR": path, "GIT_WORK_TREE": place.workTree,
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
    ]
  }

  /// Removes the folder that was made for this once.
  func discard() {
    if isTemporary { Self.remove(path) }
  }
}
