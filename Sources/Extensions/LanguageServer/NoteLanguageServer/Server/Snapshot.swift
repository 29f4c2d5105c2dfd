import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import ParallelWork
import RemoteCalls
import Synchronization
import Wording

/// The notes in the state when a request comes: a later change does not change the answer.
struct Snapshot: Sendable {
  let folder: ServedFolder
  let documents: [NotePath: OpenDocument]
  let client: ClientCapabilities
  let surroundings: ServerSurroundings
  private let anchors = KnownAnchors()

  var encoding: PositionEncoding { client.encoding }
  var language: Language { client.language ?? surroundings.language }
  var now: CivilMoment { surroundings.clock() }
  var today: Day { now.day }

  func text(_ message: Message) -> String { message.text(in: language) }

  func workspace(isSlow: Bool = false) -> Workspace { folder.workspace(documents, isSlow: isSlow) }

  /// Returns the address of a file, in the client's spelling if the client has it open.
  func address(of path: NotePath) -> DocumentAddress {
    documents[path]?.address ?? DocumentAddress(file: folder.repository.absolutePath(of: path))
  }

  /// Returns the positions of a file's text, or nil if it cannot be read.
  func table(of path: NotePath) -> PositionTable? {
    if let document = documents[path] { return document.table }
    let files = LiveFileSystem(root: folder.repository.root)
    return (try? files.read(path)).map { PositionTable($0, encoding, isFile: true) }
  }

  /// Returns the anchors of a note, computed once per answer, or nil if it cannot be read.
  func anchors(of path: NotePath, in workspace: Workspace) -> NoteAnchors? {
    anchors.known(path) { (try? note(at: path, in: workspace)).map { NoteAnchors($0.document) } }
  }

  func location(_ path: NotePath, _ range: PositionRange) -> JSONValue {
    .map(["uri": .string(address(of: path).text), "range": range.json])
  }

  static let start = PositionRange(start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))
}

/// The anchors of notes by their paths.
private final class KnownAnchors: Sendable {
  private let notes = Mutex<[NotePath: NoteAnchors?]>([:])

  func known(_ path: NotePath, _ make: () -> NoteAnchors?) -> NoteAnchors? {
    if let known = notes.withLock({ $0[path] }) { return known }
    let made = make()
    notes.withLock { $0[path] = .some(made) }
    return made
  }
}

/// A request with everything that its answer needs, on any thread.
struct Request: Sendable {
  let snapshot: Snapshot
  /// The document of the request. Nil for a request about all documents.
  let document: OpenDocument?
  let parameters: JSONValue
  let cancellation: Cancellation
  /// Asks the client for something; its answer is not waited for.
  let call: @Sendable (_ method: String, _ parameters: JSONValue) -> Void

  /// Throws if the request was cancelled. Loops over many notes call this.
  ///
  /// - Throws: ``CallError/cancelled``
  func checkCancellation() throws {
    if cancellation.isCancelled { throw CallError.cancelled }
  }

  func requireDocument() throws -> OpenDocument {
    guard let document else { throw CallError.invalidParameters("textDocument") }
    return document
  }

  /// Returns the offset of the `position` of the request.
  func offset() throws -> Int {
    guard let position = Position(parameters["position"]) else {
      throw CallError.invalidParameters("position")
    }
    return try requireDocument().table.offset(of: position)
  }

  func text(_ message: Message) -> String { snapshot.text(message) }
}
