import Dispatch
import Glibc
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Synchronization

/// Reads and parses notes on other threads while the caller writes the ones before.
///
/// Notes are handed over in batches, of which only some wait at a time, so memory does not grow with the
/// repository. Where none waits, the caller reads a batch itself, so every core has work until the end.
final class NoteReader: Sendable {
  typealias Output = Result<PreparedNote, RepositoryError>

  private struct State {
    var nextFile = 0
    /// Batches that the caller took or is waiting for.
    var taken = 0
    var ready: [[Output]] = []
    /// The rest of the batch that the caller is in, the next one last.
    var current: [Output] = []
    var isStopped = false
  }

  private let files: [ScannedFile]
  private let root: String
  /// The number of the first note; the others follow.
  private let firstNumber: Int
  private let collection: FullTextCollection?
  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let free = DispatchSemaphore(value: 0)

  private static let batchSize = 16
  /// Batches that may wait.
  private static let queueLength = 16
  /// One thread writes as fast as these read.
  private static let threadLimit = 3

  /// `writer`: Will get the notes.
  init(files: [ScannedFile], root: String, for writer: IndexWriter) {
    self.files = files
    self.root = root
    firstNumber = writer.reserveNumbers(files.count)
    collection = writer.collection
    // Raised from zero: a semaphore that ends below its first value traps.
    for _ in 0..<Self.queueLength { free.signal() }
    guard files.count > Self.batchSize else { return }
    let threads = sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1
    for _ in 0..<min(max(threads, 1), Self.threadLimit) {
      DispatchQueue.global(qos: .userInitiated).async { [self] in produce() }
    }
  }

  /// The next note; nil behind the last.
  func next() -> Output? {
    if let output = state.withLock({ $0.current.popLast() }) { return output }
    let batch = nextBatch()
    return state.withLock { state in
      state.current = batch.reversed()
      return state.current.popLast()
    }
  }

  /// Ends the threads early; nothing more is delivered.
  func stop() {
    state.withLock { $0.isStopped = true }
    for _ in 0..<Self.threadLimit { free.signal() }
  }

  /// Empty behind the last.
  private func nextBatch() -> [Output] {
    let total = (files.count + Self.batchSize - 1) / Self.batchSize
    let isDone = state.withLock { state in
      state.taken += 1
      return state.taken > total
    }
    guard !isDone else { return [] }
    if filled.wait(timeout: .now()) == .timedOut {
      if let batch = readBatch() { return batch }
      filled.wait()
    }
    defer { free.signal() }
    return state.withLock { $0.ready.popLast() ?? [] }
  }

  private func claim() -> ArraySlice<ScannedFile>? {
    state.withLock { state in
      guard state.nextFile < files.count, !state.isStopped else { return nil }
      let start = state.nextFile
      state.nextFile = min(start + Self.batchSize, files.count)
      return files[start..<state.nextFile]
    }
  }

  private func produce() {
    while true {
      free.wait()
      guard let outputs = readBatch() else { return }
      state.withLock { $0.ready.append(outputs) }
      filled.signal()
    }
  }

  /// The next batch that nobody has taken; nil behind the last.
  private func readBatch() -> [Output]? {
    guard let collection else { return readBatch(nil) }
    return collection.withCollector { readBatch($0) }
  }

  private func readBatch(_ collector: PostingCollector?) -> [Output]? {
    guard let batch = claim() else { return nil }
    return batch.indices.map { read(batch[$0], number: firstNumber + $0, collector) }
  }

  private func read(
    _ file: ScannedFile, number: Int, _ collector: PostingCollector?
  ) -> Output {
    do throws(RepositoryError) {
      let bytes = try readFile(root + "/" + file.path.string)
      let note = Note(Document(parsing: bytes), at: file.path)
      return .success(
        PreparedNote(note, fingerprint: file.fingerprint, number: number, collector: collector))
    } catch {
      return .failure(error)
    }
  }
}
