import Dispatch
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Synchronization

/// Reads and parses notes on other threads while the caller writes the ones before.
///
/// The queue between the two is bounded, so memory does not grow with the repository.
final class NoteReader: Sendable {
  typealias Output = Result<PreparedNote, RepositoryError>

  private struct State {
    var nextFile = 0
    var delivered = 0
    var ready: [Output] = []
    var isStopped = false
  }

  private let files: [ScannedFile]
  private let root: String
  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let free: DispatchSemaphore

  private static let queueLength = 256
  /// Fewer notes are read by the caller itself.
  private static let threadLimit = 16

  init(files: [ScannedFile], root: String) {
    self.files = files
    self.root = root
    // Raised from zero: a semaphore that ends below its first value traps.
    free = DispatchSemaphore(value: 0)
    for _ in 0..<Self.queueLength { free.signal() }
    guard files.count > Self.threadLimit else { return }
    DispatchQueue.global(qos: .userInitiated).async { [self] in produce() }
  }

  /// The next note; nil behind the last.
  func next() -> Output? {
    if files.count <= Self.threadLimit { return readHere() }
    let isDone = state.withLock { state in
      guard state.delivered < files.count else { return true }
      state.delivered += 1
      return false
    }
    guard !isDone else { return nil }
    filled.wait()
    let output = state.withLock { $0.ready.popLast() }
    free.signal()
    return output
  }

  /// Ends the threads early; nothing more is delivered.
  func stop() {
    state.withLock { $0.isStopped = true }
    free.signal()
  }

  private func readHere() -> Output? {
    guard let file = claim() else { return nil }
    return read(file)
  }

  private func claim() -> ScannedFile? {
    state.withLock { state in
      guard state.nextFile < files.count, !state.isStopped else { return nil }
      state.nextFile += 1
      return files[state.nextFile - 1]
    }
  }

  private func produce() {
    while true {
      free.wait()
      guard let file = claim() else { return }
      let output = read(file)
      state.withLock { $0.ready.append(output) }
      filled.signal()
    }
  }

  private func read(_ file: ScannedFile) -> Output {
    do throws(RepositoryError) {
      let bytes = try readFile(root + "/" + file.path.string)
      let note = Note(Document(parsing: bytes), at: file.path)
      return .success(PreparedNote(note, fingerprint: file.fingerprint))
    } catch {
      return .failure(error)
    }
  }
}
