import NoteModel

/// Turns the changes of a transaction into steps, each with the data to go back.
struct StepPlanner {
  private let files: any FileSystem
  private var sources: [NotePath: NotePath] = [:]
  private var steps: [JournalStep] = []
  /// The state of each name after the steps so far.
  private var states: [NotePath: FileState] = [:]

  /// Plans the steps of changes. Throws if a file is not as its change expects; nothing has been changed then.
  static func steps(for transaction: Transaction, in files: any FileSystem) throws(RepositoryError) -> [JournalStep] {
    var planner = StepPlanner(files: files)
    planner.sources = transaction.sources
    for change in transaction.changes { try planner.add(change) }
    return planner.steps
  }

  private init(files: any FileSystem) { self.files = files }

  private func state(of path: NotePath) throws(RepositoryError) -> FileState {
    if let state = states[path] { return state }
    return try FileState(of: path, in: files)
  }

  private mutating func add(_ change: FileChange) throws(RepositoryError) {
    switch change {
    case .create(let path, let bytes):
      try requireFree(path)
      let permissions = sources[path].flatMap { files.traits($0)?.permissions }
      let isPrivate = permissions.map { $0 & 0o077 == 0 } ?? false
      append(.create(path, bytes, isPrivate ? .secret : .usual), makes: newFolder(for: path))
      states[path] = .file(ContentDigest(bytes))
    case .place(let path, let content):
      try requireFree(path)
      append(.place(path, content.digest, content), makes: newFolder(for: path))
      states[path] = .file(content.digest)
    case .replace(let path, let expected, let bytes):
      let before = ContentDigest(expected)
      try require(path, .file(before))
      let after = ContentDigest(bytes)
      let patch = BytePatch(from: expected, to: bytes)
      append(.patch(path, patch, before: before, after: after))
      states[path] = .file(after)
    case .remove(let path, let expected, let folder):
      try require(path, .file(ContentDigest(expected)))
      append(.remove(path, expected, files.traits(path) ?? .usual), clears: folder)
      states[path] = .absent
    case .move(let path, let target):
      let state = try state(of: path)
      guard state != .absent else { throw .missingFile(path.string) }
      try requireFree(target)
      if states[path] == nil, path.folder != target.folder, let traits = files.traits(path),
        let way = traits.linkTarget, !way.hasPrefix("/"), state != .folder
      {
        return try moveLink(path, to: target, traits)
      }
      append(.move(path, to: target, state), makes: newFolder(for: target))
      states[path] = .absent
      states[target] = state
    }
  }

  private mutating func append(_ action: JournalStep.Action, makes: NotePath? = nil, clears: NotePath? = nil) {
    steps.append(JournalStep(action, makes: makes, clears: clears))
  }

  /// Plans the move of a symbolic link, and adapts its relative target to the new folder.
  private mutating func moveLink(_ path: NotePath, to target: NotePath, _ traits: FileTraits) throws(RepositoryError) {
    let bytes = try files.read(path)
    var newTraits = traits
    newTraits.linkTarget = traits.linkTarget.map { text in
      let folder = path.folder.map { $0.string + "/" } ?? ""
      return NotePath(folder + text)?.relative(to: target.folder) ?? text
    }
    append(.remove(path, bytes, traits))
    append(.create(target, bytes, newTraits), makes: newFolder(for: target))
    states[path] = .absent
    states[target] = .file(ContentDigest(bytes))
  }

  private func require(_ path: NotePath, _ expected: FileState) throws(RepositoryError) {
    switch try state(of: path) {
    case expected: return
    case .absent: throw .missingFile(path.string)
    default: throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
  }

  private func requireFree(_ path: NotePath) throws(RepositoryError) {
    guard try state(of: path) == .absent else { throw .alreadyExists(path.string) }
  }

  /// Returns the topmost folder that has to be created for a file.
  private func newFolder(for path: NotePath) -> NotePath? {
    var topmost: NotePath?
    var folder = path.folder
    while let candidate = folder, !files.exists(candidate) {
      topmost = candidate
      folder = candidate.folder
    }
    return topmost
  }
}
