import CivilCalendar
import HostSystem
import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import ParallelWork

/// Reads and parses notes on other threads while the caller writes the ones before.
///
/// Notes are handed over in their order, in batches of which only some wait at a time, so memory does not grow with
/// the repository.
struct NoteReader {
  /// A note for the index, the error of its file, or both: of a file that is too large the name is known.
  struct Output: Sendable {
    var note: PreparedNote?
    var problem: RepositoryError?
  }

  private let window: OrderedWindow<[Output]>
  /// The rest of the batch that the caller is in.
  private var current: ArraySlice<Output> = []

  private static let batchSize = 16
  /// Batches that may be in the work or wait.
  private static let queueLength = 16
  /// Three threads read as fast as one thread writes.
  private static let threadLimit = 3

  /// - Parameters:
  ///   - writer: The writer for the notes.
  ///   - hasHistory: True to compute the keys of the contents in version control.
  init(
    files: [ScannedFile], root: String, layout: VaultLayout, gate: ReadingGate, hasHistory: Bool,
    for writer: IndexWriter
  ) {
    let batches = NoteBatches(
      files: files, root: root, layout: layout, gate: gate, zone: writer.zone,
      hasHistory: hasHistory,
      firstNumber: writer.reserveNumbers(files.count), size: Self.batchSize)
    let threads = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1, 1), Self.threadLimit)
    window = OrderedWindow(count: batches.count, size: Self.queueLength, threads: threads) {
      batches.read($0)
    }
  }

  /// Returns the next note, or nil after the last one.
  mutating func next() -> Output? {
    if current.isEmpty { current = (window.next() ?? [])[...] }
    return current.popFirst()
  }

  /// Ends the threads early; nothing more is delivered.
  func stop() { window.stop() }
}

/// The files to read, a few at a time.
private struct NoteBatches: Sendable {
  let files: [ScannedFile]
  let root: String
  let layout: VaultLayout
  let gate: ReadingGate
  let zone: LocalZone
  let hasHistory: Bool
  /// The number of the first note; the others follow.
  let firstNumber: Int
  let size: Int

  var count: Int { (files.count + size - 1) / size }

  func read(_ batch: Int) -> [NoteReader.Output] {
    (batch * size..<min((batch + 1) * size, files.count)).map { index in
      read(files[index], number: firstNumber + index)
    }
  }

  private func read(_ file: ScannedFile, number: Int) -> NoteReader.Output {
    var output = NoteReader.Output()
    var bytes: [UInt8] = []
    do throws(RepositoryError) {
      guard file.fingerprint.size <= NoteLimit.bytes else { throw .tooLarge(file.path.string) }
      bytes = try readFile(file.path.string, inside: root, limit: NoteLimit.bytes)
    } catch {
      output.problem = error
      guard case .tooLarge = error else { return output }
    }
    output.note = PreparedNote(
      Note(Document(parsing: gate.readable(bytes, at: file.path, in: layout)), at: file.path, in: layout),
      fingerprint: file.fingerprint, number: number, in: zone, today: gate.today,
      content: hasHistory ? ContentKey.key(of: bytes) : nil)
    return output
  }
}
