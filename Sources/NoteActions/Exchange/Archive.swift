import NoteInterchange
import NoteRepository
import Wording

/// Unpacks zip and tar files with the programs that are installed, into a folder of the user's alone.
///
/// The programs strip what leads out of the folder; links are passed over afterwards, so nothing outside is read
/// or written. What an archive says of its size is checked before, and no file may grow beyond the limit.
struct Archive {
  private let path: String
  private let kind: Kind
  private let programs: ProgramRunner

  enum Kind { case zip, tar }

  /// Bytes of all files, unpacked.
  static let sizeLimit = 4 << 30

  /// - Returns: nil for a file that is no archive.
  init?(at path: String, _ file: ImportFile, _ programs: ProgramRunner) throws {
    guard let kind = try Self.kind(of: file) else { return nil }
    self.path = path
    self.kind = kind
    self.programs = programs
  }

  private static func kind(of file: ImportFile) throws -> Kind? {
    let head = try file.head(512)
    if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
      return .zip
    }
    if head.starts(with: [0x1F, 0x8B]) { return .tar }
    return head.count > 262 && head[257..<262].elementsEqual("ustar".utf8) ? .tar : nil
  }

  /// Unpacks it into an empty folder.
  ///
  /// - Parameter limit: The most bytes that all files may have, unpacked.
  /// - Returns: The bytes of all files, as the archive says them.
  func unpack(into folder: PrivateFolder, limit: Int = Self.sizeLimit) throws -> Int {
    let (list, extract) = try commands(folder.path)
    let listing = try programs.run("sh", limited(list))
    guard listing.status == 0 || listing.status == 1 else { throw damaged(listing.errors) }
    guard let size = unpackedSize(listing.output) else { throw damaged(listing.errors) }
    guard size <= limit else { throw ArchiveTooLarge(path: path) }
    let outcome = try programs.run("sh", limited(extract))
    // 1 is a warning: a name that led out of the folder was changed.
    guard outcome.status == 0 || outcome.status == 1 else { throw damaged(outcome.errors) }
    return size
  }

  private func commands(_ folder: String) throws -> (list: [String], extract: [String]) {
    let hasLibarchive = programs.has("bsdtar")
    switch kind {
    case .zip where programs.has("unzip"):
      return (["unzip", "-Zt", path], ["unzip", "-q", "-n", path, "-d", folder])
    case .zip where hasLibarchive, .tar where hasLibarchive:
      return (["bsdtar", "-tvf", path], ["bsdtar", "-x", "-k", "-f", path, "-C", folder])
    case .zip: throw ProgramMissing("unzip", package: "unzip")
    case .tar:
      guard programs.has("tar") else { throw ProgramMissing("bsdtar", package: "libarchive-tools") }
      return (
        ["tar", "-tvf", path],
        ["tar", "-x", "-f", path, "-C", folder, "--no-same-owner", "--no-same-permissions", "-k"]
      )
    }
  }

  /// The words with a limit on the size of each file that the program writes, and on its time.
  private func limited(_ words: [String]) -> [String] {
    ["-c", "ulimit -f \(Self.sizeLimit / 512); ulimit -t 600; exec \"$@\"", "sh"] + words
  }

  /// What the files have unpacked: the sum that unzip says, or that of the sizes in a list.
  private func unpackedSize(_ output: [UInt8]) -> Int? {
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    if kind == .zip, programs.has("unzip") {
      let words = lines.last?.split(separator: " ") ?? []
      if lines.last?.hasPrefix("Empty") == true { return 0 }
      return words.count > 2 ? Int(words[2]) : nil
    }
    let column = programs.has("bsdtar") ? 4 : 2
    var sum = 0
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count > column, let size = Int(words[column]), size >= 0 else { continue }
      let (next, isTooLarge) = sum.addingReportingOverflow(size)
      if isTooLarge { return .max }
      sum = next
    }
    return sum
  }

  private func damaged(_ errors: String) -> ArchiveDamaged {
    ArchiveDamaged(path: path, reason: errors.split(separator: "\n").first.map(String.init) ?? "")
  }
}

struct ArchiveTooLarge: ExplainedError {
  let path: String

  var category: ErrorCategory { .badData }
  var explanation: Message {
    Message("\(path) is larger than 4 GB when unpacked", ko: "풀면 4 GB가 넘는 파일입니다: \(path)")
  }
}

struct ArchiveDamaged: ExplainedError {
  let path: String
  let reason: String

  var category: ErrorCategory { .badData }
  var explanation: Message {
    Message("\(path) cannot be unpacked: \(reason)", ko: "압축을 풀 수 없습니다: \(path)(\(reason))")
  }
}
