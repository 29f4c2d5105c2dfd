import ArchiveReading
import NoteActions
import NoteInterchange
import NoteRepository
import Wording

/// Unpacks a zip, tar or 7z archive into a file without a name, from where its members are read.
///
/// No name of the archive becomes a name on the disk, so nothing can be written outside and nothing stays behind. Every
/// entry is a file of the source, or is reported.
struct Archive {
  /// The results of unpacking one or more archives.
  struct Content {
    var files: [ImportFile] = []
    var problems: [ImportProblem] = []
  }

  /// The path as the user typed it.
  private let path: String
  private let descriptor: Int32
  private let range: Range<Int>

  /// Bytes that all files may have unpacked, with those of archives in the archive.
  private let limit: Int

  /// Bytes that one file may have unpacked.
  private static let fileLimit = 4 << 30
  private static let depthLimit = 64

  /// - Parameters:
  ///   - path: The path of the archive, for messages.
  ///   - descriptor: The descriptor of the file that contains the archive.
  ///   - range: The bytes of the archive in that file.
  init(_ path: String, _ descriptor: Int32, _ range: Range<Int>) {
    // A bomb is small; an archive of pictures is nearly as large as they are.
    self.init(path, descriptor, range, limit: max(Self.fileLimit, 4 * range.count))
  }

  init(_ path: String, _ descriptor: Int32, _ range: Range<Int>, limit: Int) {
    self.path = path
    self.descriptor = descriptor
    self.range = range
    self.limit = limit
  }

  /// Returns the files of an archive; those of its members if it contains nothing but archives, as Notion cuts its
  /// exports.
  ///
  /// - Parameters:
  ///   - spool: Gets the bytes of all members.
  ///   - progress: Called with the bytes of the archive that have been read, and their sum.
  /// - Throws: ``Problem``, ``ArchiveTooLarge``, and errors of the disk.
  func files(into spool: UnnamedFile, progress: (Int, Int) -> Void) throws -> Content {
    let begin = spool.size
    let content = try unpack(into: spool, progress: progress)
    let parts = content.files
    guard !parts.isEmpty,
      try parts.allSatisfy({ try $0.hasExtension("zip") && Self.isArchive($0) })
    else { return content }
    var result = Content(problems: content.problems)
    for part in parts {
      guard let place = part.spooled else { continue }
      let archive = Archive(part.path, spool.descriptor, place, limit: limit - (spool.size - begin))
      do {
        let content = try archive.unpack(into: spool) { _, _ in }
        result.files += content.files
        result.problems += content.problems
      } catch let error as ArchiveTooLarge where error.limit.isOfBytes {
        // The limit of a part is the rest that the parts before it have left.
        throw ArchiveTooLarge(path: path, limit: .bytes(limit))
      }
    }
    return result
  }

  /// Returns true for a file that begins as an archive does.
  static func isArchive(_ file: ImportFile) throws -> Bool {
    let head = try file.head(512)
    let marks: [[UInt8]] = [
      [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x1F, 0x8B], Array("BZh".utf8),
      [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],
    ]
    return marks.contains { head.starts(with: $0) } || head.count > 262 && head[257..<262].elementsEqual("ustar".utf8)
  }

  /// A member before its name is known: names are read together.
  private struct Member {
    let name: [UInt8]
    let modified: Int
    /// The range in the unnamed file; nil for an entry that is not unpacked, with the reason.
    let place: Range<Int>?
    let problem: Message?
  }

  private func unpack(into spool: UnnamedFile, progress: (Int, Int) -> Void) throws -> Content {
    do {
      let reader = try ArchiveReader(descriptor, range)
      let begin = spool.size
      var members: [Member] = []
      while let entry = try reader.next() {
        guard entry.kind != .folder else { continue }
        guard members.count < OutsideFiles.countLimit else {
          throw ArchiveTooLarge(path: path, limit: .files(OutsideFiles.countLimit))
        }
        members.append(
          try unpack(entry, of: reader, into: spool, begin: begin) { progress(reader.consumed, range.count) })
      }
      return try content(members, in: spool)
    } catch let damage as ArchiveDamage {
      throw Problem(
        .badData,
        Message("\(path) cannot be unpacked: \(damage.reason)", ko: "압축을 풀 수 없습니다: \(path)(\(damage.reason))"),
        hint: Message(
          "Nothing was imported. Download or export the file again.", ko: "아무것도 가져오지 않았습니다. 다시 내려받거나 내보내세요."))
    }
  }

  private func unpack(
    _ entry: ArchiveReader.Entry, of reader: ArchiveReader, into spool: UnnamedFile, begin: Int, progress: () -> Void
  ) throws -> Member {
    func member(_ place: Range<Int>?, _ problem: Message? = nil) -> Member {
      Member(name: entry.name, modified: entry.modified, place: place, problem: problem)
    }
    if entry.kind == .other {
      return member(nil, Message("The file is a symbolic link or a device", ko: "심볼릭 링크나 장치 파일입니다"))
    }
    if entry.isEncrypted {
      return member(nil, Message("The file is encrypted; unpack the file first", ko: "암호화된 파일입니다. 먼저 압축을 푸세요"))
    }
    let start = spool.size
    do {
      try unsafe reader.forEachPiece { piece in
        progress()
        let size = spool.size + piece.count
        guard size - start <= Self.fileLimit, size - begin <= limit else {
          throw ArchiveTooLarge(path: path, limit: .bytes(limit))
        }
        try unsafe spool.append(piece)
      }
    } catch let damage as ArchiveDamage where !damage.isFatal {
      return member(nil, Message("It cannot be unpacked: \(damage.reason)", ko: "압축을 풀 수 없습니다(\(damage.reason))"))
    }
    return member(start..<spool.size)
  }

  // MARK: - Names

  private func content(_ members: [Member], in spool: UnnamedFile) throws -> Content {
    let names = ArchiveNames.texts(of: members.map(\.name))
    var content = Content()
    var taken: Set<String> = []
    var hidden: [String] = []
    for (member, name) in zip(members, names) {
      let parts = name.split(separator: "/").filter { $0 != "." }
      let path = parts.joined(separator: "/")
      if parts.contains(where: { $0.hasPrefix(".") && $0 != ".." }) || parts.first == "__MACOSX" {
        hidden.append(path)
      } else if let problem = member.problem ?? Self.problem(of: parts, isNew: taken.insert(path).inserted) {
        let place = ImportPosition(file: path.isEmpty ? self.path : path)
        content.problems.append(ImportProblem(.skipped, at: place, problem))
      } else if let place = member.place {
        content.files.append(Self.file(path, member.modified, place, in: spool))
      }
    }
    // Every entry is a file or is reported; one that is neither would vanish without a word.
    guard content.files.count + content.problems.count + hidden.count == members.count else {
      throw ArchiveDamage(reason: "not every entry was read", isFatal: true)
    }
    if !hidden.isEmpty { content.problems.append(hiddenFiles(hidden)) }
    content.files.sort {
      $0.path.split(separator: "/").lexicographicallyPrecedes($1.path.split(separator: "/"))
    }
    return content
  }

  private static func file(_ path: String, _ modified: Int, _ place: Range<Int>, in spool: UnnamedFile) -> ImportFile {
    ImportFile(path: path, size: place.count, modified: modified, spooled: place) {
      offset, count in
      let begin = min(place.lowerBound + offset, place.upperBound)
      return try spool.piece(at: begin, count: min(count, place.upperBound - begin))
    }
  }

  /// Reports all files that are hidden or that macOS adds in one line.
  private func hiddenFiles(_ paths: [String]) -> ImportProblem {
    let names = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
    return ImportProblem(
      .changed, at: ImportPosition(file: path),
      Message(
        "Hidden files are not imported: \(paths.count) (\(names))",
        ko: "숨긴 파일은 가져오지 않습니다: \(paths.count)개(\(names))"))
  }

  private static func problem(of parts: [Substring], isNew: Bool) -> Message? {
    if parts.isEmpty { return Message("It has no name", ko: "이름이 없습니다") }
    if parts.contains("..") {
      return Message("Its name points out of the archive", ko: "압축 파일 밖을 가리키는 이름입니다")
    }
    if parts.count > depthLimit {
      return Message("It is more than \(depthLimit) folders deep", ko: "폴더가 \(depthLimit)단계보다 깊습니다")
    }
    return isNew ? nil : Message("An earlier entry has the same name", ko: "앞에 같은 이름의 항목이 있습니다")
  }
}

struct ArchiveTooLarge: ExplainedError {
  enum Limit: Equatable {
    case bytes(Int)
    case files(Int)

    var isOfBytes: Bool { if case .bytes = self { true } else { false } }
  }

  let path: String
  let limit: Limit

  var category: ErrorCategory { .badData }
  var explanation: Message {
    switch limit {
    case .bytes(let count):
      Message(
        "\(path) contains more than \(count >> 30) GB when unpacked, or a file of more than 4 GB",
        ko: "풀면 \(count >> 30) GB가 넘거나 4 GB가 넘는 파일이 있습니다: \(path)")
    case .files(let count): Message("\(path) contains more than \(count) files", ko: "파일이 \(count)개보다 많습니다: \(path)")
    }
  }
  var hint: Message? {
    Message(
      "Nothing was imported. Unpack the archive yourself and import the folder, or a part of the folder.",
      ko: "아무것도 가져오지 않았습니다. 압축을 직접 풀고 그 폴더나 일부를 가져오세요.")
  }
}
