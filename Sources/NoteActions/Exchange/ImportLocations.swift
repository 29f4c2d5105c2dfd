package import NoteInterchange
import NoteRepository

/// What the user named to be imported.
package struct ImportLocations {
  private let locations: [String]
  private let format: ImportFormat
  private let temporary: String
  private let programs: ProgramRunner

  /// - Parameters:
  ///   - locations: Absolute paths of files and folders.
  ///   - format: Says whether archives are unpacked.
  ///   - temporary: The folder for what is unpacked, such as `/tmp`.
  ///   - programs: Those that unpack and convert.
  package init(
    _ locations: [String], for format: ImportFormat, temporary: String, _ programs: ProgramRunner
  ) {
    self.locations = locations
    self.format = format
    self.temporary = temporary
    self.programs = programs
  }

  /// Runs `body` with the files, those of archives unpacked; what was unpacked is removed at the end.
  ///
  /// - Throws: Where a path names nothing, and where an archive cannot be unpacked.
  package func withSource<Value>(_ body: (ImportSource) throws -> Value) throws -> Value {
    try PrivateFolder.with(in: temporary) { folder in
      guard format.name == "pandoc" else { return try body(ImportSource(try files(in: folder))) }
      let problems = try PandocConversion.convert(locations, into: folder, programs)
      return try body(ImportSource(try Self.files(at: folder.path), problems: problems))
    }
  }

  private func files(in folder: PrivateFolder) throws -> [ImportFile] {
    try locations.enumerated().flatMap { number, location in
      let found = try Self.files(at: location)
      guard format.takesArchives, found.count == 1, !folderExists(location),
        let archive = try Archive(at: location, found[0], programs)
      else { return found }
      let place = try folder.subfolder(String(number))
      let size = try archive.unpack(into: place)
      return try unpackedParts(of: place, limit: Archive.sizeLimit - size)
        ?? Self.files(at: place.path)
    }
  }

  /// The files of an archive of nothing but archives, as Notion cuts its exports; nil for any other.
  private func unpackedParts(of place: PrivateFolder, limit: Int) throws -> [ImportFile]? {
    let parts = try Self.files(at: place.path)
    guard !parts.isEmpty, parts.allSatisfy({ $0.hasExtension("zip") }) else { return nil }
    var limit = limit
    return try parts.enumerated().flatMap { number, file -> [ImportFile] in
      guard let archive = try Archive(at: place.path + "/" + file.path, file, programs) else {
        return [file]
      }
      let part = try place.subfolder(".part-\(number)")
      limit -= try archive.unpack(into: part, limit: limit)
      return try Self.files(at: part.path)
    }
  }

  private static func files(at location: String) throws -> [ImportFile] {
    try OutsideFiles.all(at: location).map { ImportFile($0) }
  }
}

extension ImportFile {
  init(_ file: OutsideFile) {
    self.init(path: file.path, size: file.size, modified: file.modified) { offset, count in
      try file.piece(at: offset, count: count)
    }
  }
}
