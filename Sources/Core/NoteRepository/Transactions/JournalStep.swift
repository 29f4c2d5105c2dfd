import NoteModel

/// One change of one file as the journal keeps it: it can be made, and it can be taken back.
struct JournalStep: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    case create(NotePath, [UInt8], FileTraits)
    case remove(NotePath, [UInt8], FileTraits)
    /// A large file, of which the journal keeps only the digest: the content is there while the command runs.
    case place(NotePath, ContentDigest, FileContent?)
    case unplace(NotePath, ContentDigest)
    case patch(NotePath, BytePatch, before: ContentDigest, after: ContentDigest)
    /// The state is a file's or ``FileState/folder``.
    case move(NotePath, to: NotePath, FileState)
  }

  let action: Action
  /// The topmost folder that is made for the new name.
  let makes: NotePath?
  /// The topmost folder that is removed after the old name, if it is empty then.
  let clears: NotePath?

  init(_ action: Action, makes: NotePath? = nil, clears: NotePath? = nil) {
    self.action = action
    self.makes = makes
    self.clears = clears
  }

  var inverse: JournalStep {
    let inverse: Action =
      switch action {
      case .create(let path, let bytes, let traits):
        .remove(path, bytes, traits)
      case .remove(let path, let bytes, let traits):
        .create(path, bytes, traits)
      case .place(let path, let digest, _): .unplace(path, digest)
      case .unplace(let path, let digest): .place(path, digest, nil)
      case .patch(let path, let patch, let before, let after):
        .patch(path, patch.inverse, before: after, after: before)
      case .move(let path, let target, let state): .move(target, to: path, state)
      }
    return JournalStep(inverse, makes: clears, clears: makes)
  }

  /// The names that it touches.
  var paths: [NotePath] {
    switch action {
    case .create(let path, _, _), .remove(let path, _, _), .patch(let path, _, _, _),
      .place(let path, _, _), .unplace(let path, _):
      [path]
    case .move(let path, let target, _): [path, target]
    }
  }

  func apply(to files: any FileSystem) throws(RepositoryError) {
    switch action {
    case .create(let path, let bytes, let traits):
      try files.create(path, bytes, traits)
    case .remove(let path, let bytes, _):
      try files.remove(path, expecting: bytes)
    case .place(let path, _, let content):
      guard let content else { throw .notKept(path.string) }
      try files.create(path, content)
    case .unplace(let path, let digest):
      try files.remove(path, expecting: digest)
    case .patch(let path, let patch, let before, _):
      let bytes = try files.read(path)
      guard ContentDigest(bytes) == before, let result = patch.applied(to: bytes) else {
        throw .changedMeanwhile(path: path.string, keptAt: nil)
      }
      try files.replace(path, expecting: bytes, with: result)
    case .move(let path, let target, _):
      try files.move(path, to: target)
    }
    if let clears, let folder = paths[0].folder {
      try files.removeEmptyFolders(from: folder, upTo: clears)
    }
  }
}

extension [JournalStep] {
  /// The steps that take these back.
  var inverse: [JournalStep] { reversed().map(\.inverse) }
}

/// The one place in which two versions of a file differ: small, and good for both directions.
struct BytePatch: Hashable, Sendable {
  let offset: Int
  let removed: [UInt8]
  let inserted: [UInt8]

  init(offset: Int, removed: [UInt8], inserted: [UInt8]) {
    self.offset = offset
    self.removed = removed
    self.inserted = inserted
  }

  init(from before: [UInt8], to after: [UInt8]) {
    let shorter = min(before.count, after.count)
    var head = 0
    while head < shorter, before[head] == after[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, before[before.count - 1 - tail] == after[after.count - 1 - tail] {
      tail += 1
    }
    self.init(
      offset: head, removed: Array(before[head..<(before.count - tail)]),
      inserted: Array(after[head..<(after.count - tail)]))
  }

  var inverse: BytePatch { BytePatch(offset: offset, removed: inserted, inserted: removed) }

  /// Applies the patch. Returns nil if `bytes` are not those for which the patch was made.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    let end = offset + removed.count
    guard offset >= 0, end <= bytes.count, bytes[offset..<end].elementsEqual(removed) else {
      return nil
    }
    return bytes[..<offset] + inserted + bytes[end...]
  }
}
