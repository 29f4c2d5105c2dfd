import Synchronization
import Wording

/// A file that is imported: read in pieces, so that none has to fit into memory.
package struct ImportFile: Sendable {
  /// Relative to the folder or file that the user named, `/` between names.
  package let path: String
  package let size: Int
  /// Seconds since the epoch.
  package let modified: Int
  /// The range in the file that an archive was unpacked into; nil for any other file.
  package let spooled: Range<Int>?
  private let piece: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

  /// - Parameter piece: At most `count` bytes from `offset`; none at the end.
  package init(
    path: String, size: Int, modified: Int, spooled: Range<Int>? = nil,
    piece: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]
  ) {
    self.path = path
    self.size = size
    self.modified = modified
    self.spooled = spooled
    self.piece = piece
  }

  /// A file of these bytes: for tests, and for text inside another file.
  package init(path: String, bytes: [UInt8], modified: Int = 0) {
    self.init(path: path, size: bytes.count, modified: modified) { offset, count in
      let start = min(offset, bytes.count)
      return Array(bytes[start..<min(start + count, bytes.count)])
    }
  }

  /// The largest size of a file that is read as a whole.
  package static let wholeLimit = 64 << 20

  /// Returns all bytes. Throws ``Problem``, and any error of reading.
  package func bytes(limit: Int = wholeLimit) throws -> [UInt8] {
    guard size <= limit else { throw importFileTooLarge(path: path, limit: limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    while true {
      let next = try piece(bytes.count, 1 << 20)
      if next.isEmpty { return bytes }
      bytes += next
      guard bytes.count <= limit else { throw importFileTooLarge(path: path, limit: limit) }
    }
  }

  /// Returns at most `count` bytes from `offset`; none at the end.
  package func bytes(at offset: Int, count: Int) throws -> [UInt8] { try piece(offset, count) }

  /// Returns a copy of the file that calls `mark` when the file is read.
  func marking(_ mark: @escaping @Sendable () -> Void) -> ImportFile {
    ImportFile(path: path, size: size, modified: modified, spooled: spooled) { [piece] in
      mark()
      return try piece($0, $1)
    }
  }

  /// Returns the first bytes.
  package func head(_ count: Int) throws -> [UInt8] { try piece(0, count) }

  package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    var offset = 0
    while true {
      let next = try piece(offset, 1 << 18)
      if next.isEmpty { return }
      offset += next.count
      try body(next)
    }
  }

  /// Returns true if the file name ends with one of these extensions, regardless of case.
  package func hasExtension(_ names: String...) -> Bool {
    let lower = path.lowercased()
    return names.contains { lower.hasSuffix("." + $0) }
  }

  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The name without the part after its last dot.
  package var stem: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The folder that it is in; empty at the top.
  package var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }
}

/// Returns the error for a file that is too long to be read at once.
func importFileTooLarge(path: String, limit: Int) -> Problem {
  Problem(.badData, Message("\(path) is larger than \(limit >> 20) MB", ko: "\(limit >> 20) MB보다 큰 파일입니다: \(path)"))
}

/// The files to import: those that the user named, and those in folders and archives, in the order of their paths.
package struct ImportSource: Sendable {
  package let files: [ImportFile]
  /// The errors of files that could not be read.
  package let problems: [ImportProblem]
  /// The absolute path of the folder that the files are in; nil for other files.
  package let root: String?
  private let byPath: [String: Int]
  private let uses: FileUses

  package init(_ files: [ImportFile], problems: [ImportProblem] = [], in root: String? = nil) {
    self.root = root
    let uses = FileUses(count: files.count)
    self.uses = uses
    self.files = files.enumerated().map { number, file in file.marking { uses.mark(number) } }
    self.problems = problems
    byPath = Dictionary(
      files.enumerated().map { ($0.element.path, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  package func file(at path: String) -> ImportFile? { byPath[path].map { files[$0] } }

  /// The files that nobody has read.
  package var unread: [ImportFile] { files.enumerated().filter { !uses.isMarked($0.offset) }.map(\.element) }
}

/// The record of the source's files that have been read.
private final class FileUses: Sendable {
  private let marks: Mutex<[Bool]>

  init(count: Int) { marks = Mutex(Array(repeating: false, count: count)) }

  func mark(_ number: Int) { marks.withLock { $0[number] = true } }
  func isMarked(_ number: Int) -> Bool { marks.withLock { $0[number] } }
}
