import ByteBasics
package import CivilCalendar
import NoteActions
package import NoteInterchange
import NoteRepository
import Wording

/// A folder of calendar entries, one file each, as vdirsyncer, khal and todoman keep them.
package struct CalendarFolder: Sendable {
  /// The name of this format in `--to` and `--from`. It is no format of a file: both sides are merged.
  package static let formatName = "vdir"

  /// The absolute path of the folder.
  package let location: String
  /// The tasks in it by their UID.
  package private(set) var entries: [String: (file: String, entry: CalendarEntry)] = [:]
  /// Files that are no calendar of one task. Such files are not changed.
  package private(set) var unread: [String] = []

  /// - Throws: If the folder exists and cannot be read.
  package init(at location: String, zone: LocalZone, dayTime: TimeOfDay) throws {
    self.location = location
    try Repository.refuseLinkLeadingElsewhere(location)
    guard folderExists(location) else { return }
    for file in try OutsideFiles.all(at: location).files.map(ImportFile.init)
    where file.hasExtension("ics") && !file.path.contains("/") {
      guard let entry = try CalendarEntry(file, zone: zone, dayTime: dayTime), entry.isTask, entries[entry.uid] == nil
      else {
        unread.append(file.path)
        continue
      }
      entries[entry.uid] = (file.path, entry)
    }
  }

  /// Files of other programs besides the entries of a folder.
  private static let metadata: Set<String> = ["color", "displayname", "description", "order"]

  /// Refuses a folder that is used for something else.
  ///
  /// - Throws: ``Problem`` for a folder with other files and without any entry.
  package func checkHoldsCalendars() throws {
    guard entries.isEmpty else { return }
    let others = try fileNames(in: location).filter {
      !$0.hasPrefix(".") && !$0.hasSuffix(".ics") && !Self.metadata.contains($0)
    }
    guard others.isEmpty else {
      throw OutputFolder.otherFiles(
        location, others,
        hint: Message(
          "Nothing was written. Choose an empty folder, or one of calendar entries.",
          ko: "아무것도 저장하지 않았습니다. 빈 폴더나 달력 항목의 폴더를 지정하세요."))
    }
  }

  package var exists: Bool { folderExists(location) }

  package func files(_ names: [String]) throws -> [ImportFile] {
    try OutsideFiles.all(at: location).files.map(ImportFile.init).filter { names.contains($0.path) }
  }

  /// Writes a file whole, and makes the folder if it is not there.
  func write(_ bytes: [UInt8], to file: String) throws(RepositoryError) {
    if !exists, try OutputFile.create(bytes, at: path(file)) { return }
    try OutputFile.write(bytes, to: path(file))
  }

  func remove(_ file: String) throws(RepositoryError) { try OutputFile.remove(path(file)) }

  /// Returns the name of the file of a new entry: its UID, if that can be the name of a file, or a hash of it.
  func file(for uid: String) -> String {
    let isName =
      uid.utf8.count <= 120 && !uid.hasPrefix(".")
      && uid.utf8.allSatisfy { byte in
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "-_@.".utf8.contains(byte)
      }
    return (isName ? uid : CalendarState.name(of: uid)) + ".ics"
  }

  private func path(_ file: String) -> String { location + "/" + file }
}

/// The values of a repository's tasks and of a calendar folder's entries when they were last the same.
///
/// A line for each value, in a file of the state folder that is named after the calendars' folder: the UID and the
/// field, percent-encoded, and the value's hash. A line of a UID alone says that the two have met.
package struct CalendarState: Sendable {
  package private(set) var bases: [String: CalendarBase] = [:]
  private let folder: String
  private let name: String

  /// - Parameters:
  ///   - stateFolder: That of the repository.
  ///   - location: The calendars' folder, an absolute path.
  package init(stateFolder: String, location: String) {
    folder = stateFolder + "/calendars"
    name = Self.name(of: location)
    guard let bytes = try? readFile(folder + "/" + name) else { return }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let uid = words.first.map({ percentDecoded(String($0)) }) else { continue }
      bases[uid, default: [:]] = bases[uid] ?? [:]
      guard words.count == 3, let field = CalendarField(rawValue: String(words[1])),
        let hash = UInt64(words[2], radix: 16)
      else { continue }
      bases[uid]?[field] = hash
    }
  }

  /// Returns a name that every file system takes, made from any text.
  static func name(of text: String) -> String { String(ContentHash.of(Array(text.utf8)), radix: 16) }

  package subscript(uid: String) -> CalendarBase? {
    get { bases[uid] }
    set { bases[uid] = newValue }
  }

  /// Records that both sides have equal values for some fields.
  package mutating func agree(on fields: some Sequence<CalendarField>, of uid: String, _ values: CalendarValues) {
    let hashes = CalendarBase(values)
    var base = bases[uid] ?? [:]
    for field in fields { base[field] = hashes[field] }
    bases[uid] = base
  }

  package func save() {
    var lines: [String] = []
    for (uid, base) in bases.sorted(by: { $0.key < $1.key }) {
      let word = percentEncoded(uid, " %", escapesUnicode: true)
      lines.append(word)
      for (field, hash) in base.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        lines.append("\(word) \(field.rawValue) \(String(hash, radix: 16))")
      }
    }
    writeStateFile(folder, name, Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}
