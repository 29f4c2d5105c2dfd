import NoteModel

/// The initial states of the files that some steps touch, and the change by each step.
struct StepStates {
  private(set) var initial: [NotePath: FileState] = [:]
  /// The changed names with their states, for each step.
  private var changes: [[(path: NotePath, state: FileState)]] = []
  /// Folders that were moved so far.
  private var folderMoves: [(from: NotePath, to: NotePath)] = []
  /// Folders that some step moves; they may be made or cleared by others.
  private let movedFolders: Set<NotePath>
  /// Names that somebody else changed between two of the steps: a later step needs another state than the former left.
  private var changedBetween: Set<NotePath> = []

  init(_ steps: [JournalStep]) {
    var movedFolders: Set<NotePath> = []
    for step in steps {
      if case .move(_, _, .folder) = step.action { movedFolders.formUnion(step.paths) }
    }
    self.movedFolders = movedFolders
    for step in steps { learn(step) }
    var states = initial
    for step in steps {
      for (path, state) in needs(of: step) where states[path] ?? state != state { changedBetween.insert(path) }
      let change = change(step, states)
      for (path, state) in change {
        if initial[path] == nil { initial[path] = .absent }
        states[path] = state
      }
      changes.append(change)
    }
  }

  /// Records the states of names that a step requires.
  private mutating func learn(_ step: JournalStep) {
    for folder in folders(madeBy: step) { learn(folder, .absent) }
    for folder in folders(clearedBy: step) { learn(folder, .folder) }
    for (path, state) in needs(of: step) { learn(path, state) }
    if case .move(let path, let target, .folder) = step.action { folderMoves.append((path, target)) }
  }

  /// Returns the states that the files of a step must have before the step.
  private func needs(of step: JournalStep) -> [(path: NotePath, state: FileState)] {
    switch step.action {
    case .create(let path, _, _), .place(let path, _, _): [(path, .absent)]
    case .remove(let path, let bytes, _): [(path, .file(ContentDigest(bytes)))]
    case .unplace(let path, let digest): [(path, .file(digest))]
    case .patch(let path, _, let before, _): [(path, .file(before))]
    case .move(let path, let target, let state): [(path, state), (target, .absent)]
    }
  }

  /// Returns the folders that a step creates, if another step moves them.
  private func folders(madeBy step: JournalStep) -> [NotePath] {
    step.makes.map { folders(from: step.paths[step.paths.count - 1].folder, upTo: $0) } ?? []
  }

  private func folders(clearedBy step: JournalStep) -> [NotePath] {
    step.clears.map { folders(from: step.paths[0].folder, upTo: $0) } ?? []
  }

  private func folders(from folder: NotePath?, upTo top: NotePath) -> [NotePath] {
    var folders: [NotePath] = []
    var candidate = folder
    while let path = candidate, path == top || top.contains(path) {
      if movedFolders.contains(path) { folders.append(path) }
      candidate = path.folder
    }
    return folders
  }

  /// Records the initial state of a name that no earlier step mentioned. Its folder may have had another name then.
  private mutating func learn(_ path: NotePath, _ state: FileState) {
    var original = path
    for move in folderMoves.reversed() where move.to.contains(original) {
      original = original.moved(from: move.to, to: move.from)
    }
    if initial[path] == nil, initial[original] == nil { initial[original] = state }
  }

  private func change(_ step: JournalStep, _ states: [NotePath: FileState]) -> [(path: NotePath, state: FileState)] {
    folders(madeBy: step).map { ($0, .folder) } + ownChange(step, states)
      + folders(clearedBy: step).map { ($0, .absent) }
  }

  private func ownChange(_ step: JournalStep, _ states: [NotePath: FileState]) -> [(path: NotePath, state: FileState)] {
    switch step.action {
    case .create(let path, let bytes, _): return [(path, .file(ContentDigest(bytes)))]
    case .remove(let path, _, _), .unplace(let path, _): return [(path, .absent)]
    case .place(let path, let digest, _): return [(path, .file(digest))]
    case .patch(let path, _, _, let after): return [(path, .file(after))]
    case .move(let path, let target, let state):
      guard state == .folder else { return [(path, .absent), (target, state)] }
      let inside = states.filter { path.contains($0.key) && $0.value != .absent }
      return [(path, .absent), (target, .folder)] + inside.keys.map { ($0, .absent) }
        + inside.map { ($0.key.moved(from: path, to: target), $0.value) }
    }
  }

  /// The number of completed steps, and the files whose state is that of no step.
  struct Progress {
    let done: Int
    let foreign: Set<NotePath>
  }

  /// Compares every file with its state before and after each step.
  func progress(in files: any FileSystem) throws(RepositoryError) -> Progress {
    var actual: [NotePath: FileState] = [:]
    for path in initial.keys { actual[path] = try FileState(of: path, in: files) }
    var foreign = Set(initial.filter { actual[$0.key] != $0.value }.keys)
    var best = Progress(done: 0, foreign: foreign)
    for (index, change) in changes.enumerated() {
      for (path, state) in change {
        if actual[path] == state { foreign.remove(path) } else { foreign.insert(path) }
      }
      if foreign.count <= best.foreign.count { best = Progress(done: index + 1, foreign: foreign) }
    }
    return best
  }

  /// Returns the files that are not in the state that they must have before the first step, and those that somebody
  /// changed between two steps.
  func unexpected(in files: any FileSystem) throws(RepositoryError) -> Set<NotePath> {
    var unexpected = changedBetween
    for (path, state) in initial where try FileState(of: path, in: files) != state { unexpected.insert(path) }
    return unexpected
  }
}

/// A size and hash that show with near certainty if two files hold the same bytes.
package struct ContentDigest: Hashable, Sendable {
  private(set) var count = 0
  /// The hash of FNV-1a.
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the digest of no bytes.
  init() {}

  init(count: Int, hash: UInt64) {
    self.count = count
    self.hash = hash
  }

  init(_ bytes: [UInt8]) { combine(bytes) }

  mutating func combine(_ bytes: [UInt8]) {
    var hash = hash
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.hash = hash
    count += bytes.count
  }
}

/// The state of a name: the kind of file, with its digest.
enum FileState: Hashable, Sendable {
  case absent
  case file(ContentDigest)
  case folder

  /// - Throws: If something cannot be read.
  init(of path: NotePath, in files: any FileSystem) throws(RepositoryError) {
    if !files.exists(path) {
      self = .absent
    } else if files.isFolder(path) {
      self = .folder
    } else {
      self = .file(try files.digest(path))
    }
  }
}
