import ByteBasics
import NoteModel
import NoteRepository
import NoteSyntax
import Synchronization

/// A document as the client has it at one version. A change makes another value.
final class OpenDocument: Sendable {
  let address: DocumentAddress
  let version: Int
  let bytes: [UInt8]
  let path: NotePath
  private let layout: VaultLayout
  private let encoding: PositionEncoding
  private let parts = Mutex(Parts())

  private struct Parts {
    var note: Note?
    var table: PositionTable?
    var labels: DocumentLabels?
  }

  init(
    _ address: DocumentAddress, version: Int, bytes: [UInt8], path: NotePath, layout: VaultLayout,
    encoding: PositionEncoding
  ) {
    self.address = address
    self.version = version
    self.bytes = bytes
    self.path = path
    self.layout = layout
    self.encoding = encoding
  }

  /// The note that it is. Read once, by the first who asks.
  var note: Note {
    parts.withLock { parts in
      if let note = parts.note { return note }
      let note = Note(Document(parsing: bytes), at: path, in: layout)
      parts.note = note
      return note
    }
  }

  var labels: DocumentLabels {
    let note = note
    return parts.withLock { parts in
      if let labels = parts.labels { return labels }
      let labels = DocumentLabels(note.document)
      parts.labels = labels
      return labels
    }
  }

  /// Returns the note without private text for other notes: of a sealed letter, which the user has open, only its day.
  func readableNote(_ gate: ReadingGate) -> Note {
    guard gate.day(of: bytes, at: path, in: layout) != nil else { return note }
    return Note(Document(parsing: gate.readable(bytes, at: path, in: layout)), at: path, in: layout)
  }

  var table: PositionTable {
    parts.withLock { parts in
      if let table = parts.table { return table }
      let table = PositionTable(bytes, encoding)
      parts.table = table
      return table
    }
  }

  func moved(to path: NotePath, in layout: VaultLayout) -> OpenDocument {
    OpenDocument(address, version: version, bytes: bytes, path: path, layout: layout, encoding: encoding)
  }

  /// Returns the document after the changes of a `didChange`. Each change counts from the result of the one before.
  func changed(by changes: [JSONValue], version: Int) -> OpenDocument {
    var text: ChangedText?
    for change in changes {
      guard let new = change["text"]?.string else { continue }
      if let range = PositionRange(change["range"]) {
        if text == nil { text = ChangedText(table: table) }
        text?.replace(range, with: new)
      } else {
        text = ChangedText(table: PositionTable(Array(new.utf8), encoding))
      }
    }
    return OpenDocument(
      address, version: version, bytes: text?.bytes ?? bytes, path: path, layout: layout, encoding: encoding)
  }
}

/// A text to which changes are applied one after the other.
///
/// Editors send replacements from the last to the first. A change does not move the text before it, so such changes
/// share one table of lines and are applied in one pass.
private struct ChangedText {
  fileprivate var table: PositionTable
  /// The changes to the text of the table; each ends before the one that came before it.
  fileprivate var edits: [TextEdit] = []

  mutating func replace(_ range: PositionRange, with text: String) {
    if let last = edits.last, !isKnown(max(range.start, range.end), before: last.range.lowerBound) {
      table = PositionTable(bytes, table.encoding)
      edits = []
    }
    edits.append(TextEdit(range: table.range(range), replacement: text))
  }

  /// Returns true if a position is not after an offset, and does not depend on the text after the offset.
  private func isKnown(_ position: Position, before offset: Int) -> Bool {
    let limit = table.position(of: offset)
    // A LF that comes after a CR ends no line of its own.
    let isFixed = offset == 0 || table.bytes[offset - 1] != ASCII.carriageReturn
    return position < limit || position == limit && isFixed
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(table.bytes.count + edits.reduce(0) { $0 + $1.replacement.count })
    var offset = 0
    for edit in edits.reversed() {
      bytes += table.bytes[offset..<edit.range.lowerBound]
      bytes += edit.replacement
      offset = edit.range.upperBound
    }
    return bytes + table.bytes[offset...]
  }
}

/// The files of a repository, with the texts of open documents in place of theirs. Only for reading.
struct UnsavedFiles: FileSystem {
  let files: any FileSystem
  let texts: [NotePath: [UInt8]]

  func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    if let text = texts[path] { return text }
    return try files.read(path)
  }

  func located(_ path: NotePath, isWhole: Bool) throws(RepositoryError) -> NotePath {
    try files.located(path, isWhole: isWhole)
  }

  func fingerprint(_ path: NotePath) -> FileFingerprint? {
    if let fingerprint = files.fingerprint(path) { return fingerprint }
    guard let text = texts[path] else { return nil }
    return FileFingerprint(size: Int64(text.count), modifiedNanoseconds: 0, changedNanoseconds: 0, inode: 0)
  }

  func traits(_ path: NotePath) -> FileTraits? { files.traits(path) }
  func isFolder(_ path: NotePath) -> Bool { files.isFolder(path) }
  func names(in folder: NotePath?) throws(RepositoryError) -> [String] { try files.names(in: folder) }

  func create(_ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits) throws(RepositoryError) {
    throw .outside(path.string)
  }

  func replace(_ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]) throws(RepositoryError) {
    throw .outside(path.string)
  }

  func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError) {
    throw .outside(path.string)
  }

  func move(_ path: NotePath, to target: NotePath) throws(RepositoryError) { throw .outside(path.string) }

  func removeEmptyFolders(from folder: NotePath, upTo top: NotePath) throws(RepositoryError) {}
  func removeLeftovers(in folder: NotePath?) throws(RepositoryError) {}
}
