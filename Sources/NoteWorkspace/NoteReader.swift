import Dispatch
import Glibc
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Synchronization

/// Reads and parses notes on other threads while the caller writes the ones before.
///
/// Notes are handed over in their order, in batches of which only some wait at a time, so memory does not grow with
/// the repository. Where the next one is not ready, the caller reads another itself, so every core has work until
/// the end.
final class NoteReader: Sendable {
  typealias Output = Result<PreparedNote, RepositoryError>

  private struct State {
    /// The next batch that nobody has begun.
    var nextBatch = 0
    /// The next batch that the caller needs.
    var wanted = 0
    /// Batches that wait for the caller.
    var ready: [Int: [Output]] = [:]
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
  /// Batches that may be in the work or wait.
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

  private var batchCount: Int { (files.count + Self.batchSize - 1) / Self.batchSize }

  /// Empty behind the last.
  private func nextBatch() -> [Output] {
    while true {
      let (isDone, batch) = state.withLock { state in
        guard state.wanted < batchCount else { return (true, [Output]?.none) }
        let batch = state.ready.removeValue(forKey: state.wanted)
        if batch != nil { state.wanted += 1 }
        return (false, batch)
      }
      if isDone { return [] }
      if let batch {
        free.signal()
        return batch
      }
      // The wanted one is being read. With no room for more, or no more, that is what there is to wait for.
      if free.wait(timeout: .now()) == .timedOut || !readBatch() { filled.wait() }
    }
  }

  private func claim() -> Int? {
    state.withLock { state in
      guard state.nextBatch < batchCount, !state.isStopped else { return nil }
      defer { state.nextBatch += 1 }
      return state.nextBatch
    }
  }

  private func produce() {
    repeat { free.wait() } while readBatch()
  }

  /// Reads the next batch that nobody has begun; there has to be room for it.
  ///
  /// It is handed over only when its words are with the collection again: behind the last batch nothing is waited for.
  ///
  /// - Returns: False behind the last.
  private func readBatch() -> Bool {
    let read = collection.map { $0.withCollector { claimAndRead($0) } } ?? claimAndRead(nil)
    guard let (batch, outputs) = read else { return false }
    state.withLock { $0.ready[batch] = outputs }
    filled.signal()
    return true
  }

  /// A collector is taken before a batch is claimed, so that its numbers ascend.
  private func claimAndRead(_ collector: PostingCollector?) -> (Int, [Output])? {
    guard let batch = claim() else { return nil }
    let first = batch * Self.batchSize
    let outputs = (first..<min(first + Self.batchSize, files.count)).map { index in
      read(files[index], number: firstNumber + index, collector)
    }
    return (batch, outputs)
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
