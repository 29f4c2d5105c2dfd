package import CivilCalendar
package import NoteInterchange
import NoteRepository

/// A folder of calendar entries, one file each, as vdirsyncer, khal and todoman keep them.
package struct CalendarFolder: Sendable {
  /// What `--to` and `--from` call it. It is no format of a file: both sides are merged.
  package static let formatName = "vdir"

  /// Its absolute path.
  package let location: String
  /// The tasks in it by their UID.
  package private(set) var entries: [String: (file: String, entry: CalendarEntry)] = [:]
  /// Files that are no calendar of one task; they are left alone.
  package private(set) var unread: [String] = []

  /// - Throws: Where the folder is there and cannot be read.
  package init(at location: String, zone: LocalZone) throws {
    self.location = location
    guard folderExists(location) else { return }
    for file in try OutsideFiles.all(at: location).map(ImportFile.init)
    where file.hasExtension("ics") && !file.path.contains("/") {
      guard let entry = try CalendarEntry(file, zone: zone), entries[entry.uid] == nil else {
        unread.append(file.path)
        continue
      }
      entries[entry.uid] = (file.path, entry)
    }
  }

  package var exists: Bool { folderExists(location) }

  /// Files of it, to be imported.
  package func files(_ names: [String]) throws -> [ImportFile] {
    try OutsideFiles.all(at: location).map(ImportFile.init).filter { names.contains($0.path) }
  }

  /// Writes a file whole, and makes the folder where it is not there.
  func write(_ bytes: [UInt8], to file: String) throws(RepositoryError) {
    if !exists, try OutputFile.create(bytes, at: path(file)) { return }
    try OutputFile.write(bytes, to: path(file))
  }

  func remove(_ file: String) throws(RepositoryError) { try OutputFile.remove(path(file)) }

  /// The file of a new entry: its UID, where that can be the name of a file.
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
