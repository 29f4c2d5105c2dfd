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
      case .create(let path, let bytes, let traits): .remove(path, bytes, traits)
      case .remove(let path, let bytes, let traits): .create(path, bytes, traits)
      case .place(let path, let digest, _): .unplace(path, digest)
      case .unplace(let path, let digest): .place(path, digest, nil)
      case .patch(let path, let patch, let before, let after): .patch(path, patch.inverse, before: after, after: before)
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
    case .create(let path, let bytes, let traits): try files.create(path, bytes, traits)
    case .remove(let path, let bytes, _): try files.remove(path, expecting: bytes)
    case .place(let path, _, let content):
      guard let content else { throw .notKept(path.string) }
      try files.create(path, content)
    case .unplace(let path, let digest): try files.remove(path, expecting: digest)
    case .patch(let path, let patch, let before, _):
      let content = try patched(path, patch, before, in: files)
      try files.replace(path, expecting: content.expected, with: content.bytes)
    case .move(let path, let target, _): try files.move(path, to: target)
    }
    if let clears, let folder = paths[0].folder { try files.removeEmptyFolders(from: folder, upTo: clears) }
  }

  private func patched(
    _ path: NotePath, _ patch: BytePatch, _ before: ContentDigest, in files: any FileSystem
  ) throws(RepositoryError) -> ReplacedContent {
    let bytes = try files.read(path)
    guard ContentDigest(bytes) == before, let result = patch.applied(to: bytes) else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
    return ReplacedContent(path: path, expected: bytes, bytes: result)
  }

  /// Returns the contents of the file that the step patches, or nil if it does something else.
  fileprivate func replacement(in files: any FileSystem) throws(RepositoryError) -> ReplacedContent? {
    guard case .patch(let path, let patch, let before, _) = action else { return nil }
    return try patched(path, patch, before, in: files)
  }

  fileprivate func isMade(in files: any FileSystem) -> Bool {
    guard case .patch(let path, _, _, let after) = action else { return false }
    return (try? files.digest(path)) == after
  }
}

extension [JournalStep] {
  /// The steps that take these back.
  var inverse: [JournalStep] { reversed().map(\.inverse) }

  /// Makes the steps. Many patches of different files wait for the disk together.
  ///
  /// - Parameter didMake: Called after each.
  func apply(to files: any FileSystem, didMake: () -> Void = {}) throws(RepositoryError) {
    for batch in batches {
      var contents: [ReplacedContent] = []
      if batch.count > 1 {
        for step in batch { if let content = try step.replacement(in: files) { contents.append(content) } }
      }
      guard contents.isEmpty else {
        try files.replace(contents, didReplace: didMake)
        continue
      }
      for step in batch {
        try step.apply(to: files)
        didMake()
      }
    }
  }

  /// Returns the steps with those of a batch first that were made: after a power failure any of them may be on the disk.
  func madeFirst(in files: any FileSystem) -> [JournalStep] {
    batches.flatMap { batch in
      if batch.count == 1 { return [JournalStep](batch) }
      let made = batch.map { $0.isMade(in: files) }
      return zip(batch, made).filter(\.1).map(\.0) + zip(batch, made).filter { !$0.1 }.map(\.0)
    }
  }

  /// The steps in their order: many patches of different files together, every other step alone.
  private var batches: [ArraySlice<JournalStep>] {
    var batches: [ArraySlice<JournalStep>] = []
    var rest = self[...]
    while !rest.isEmpty {
      var (paths, folders): (Set<NotePath>, Set<NotePath?>) = ([], [])
      let patches = rest.prefix { step in
        guard case .patch(let path, _, _, _) = step.action, paths.count < Self.largestBatch else { return false }
        folders.insert(path.folder)
        return folders.count <= Self.mostFolders && paths.insert(path).inserted
      }
      let batch = patches.count < Self.smallestBatch ? rest.prefix(1) : patches
      batches.append(batch)
      rest = rest.dropFirst(batch.count)
    }
    return batches
  }

  /// The smallest batch. Fewer files are written just as fast without a batch.
  private static let smallestBatch = 16
  private static let largestBatch = 1_024
  /// The folders stay open meanwhile.
  private static let mostFolders = 64
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
    guard offset >= 0, end <= bytes.count, bytes[offset..<end].elementsEqual(removed) else { return nil }
    return bytes[..<offset] + inserted + bytes[end...]
  }
}
