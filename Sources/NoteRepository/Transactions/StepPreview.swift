import NoteModel

/// What steps would do, as changes with whole texts, without doing it.
struct StepPreview {
  private let files: any FileSystem
  private var texts: [NotePath: [UInt8]] = [:]
  /// Where a name's bytes are on the disk, the last move first.
  private var moves: [(from: NotePath, to: NotePath)] = []
  private(set) var changes: [FileChange] = []

  /// `Throws`: Where a file cannot be read.
  init(_ steps: [JournalStep], in files: any FileSystem) throws(RepositoryError) {
    self.files = files
    for step in steps { try add(step) }
  }

  private mutating func add(_ step: JournalStep) throws(RepositoryError) {
    switch step.action {
    case .create(let path, let bytes, _):
      texts[path] = bytes
      changes.append(.create(path, bytes))
    case .remove(let path, let bytes, _):
      changes.append(.remove(path, expecting: bytes, emptying: step.clears))
    case .patch(let path, let patch, _, _):
      let before = try bytes(of: path)
      let after = patch.applied(to: before) ?? before
      texts[path] = after
      changes.append(.replace(path, expecting: before, with: after))
    case .move(let path, let target, _):
      for (name, bytes) in texts where name == path || path.contains(name) {
        texts[name.moved(from: path, to: target)] = bytes
      }
      moves.insert((path, target), at: 0)
      changes.append(.move(path, to: target))
    }
  }

  private func bytes(of path: NotePath) throws(RepositoryError) -> [UInt8] {
    if let bytes = texts[path] { return bytes }
    var place = path
    for move in moves where move.to == place || move.to.contains(place) {
      place = place.moved(from: move.to, to: move.from)
    }
    return try files.read(place)
  }
}
