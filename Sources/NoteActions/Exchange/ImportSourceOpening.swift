import ByteBasics
package import NoteInterchange
import NoteRepository

/// What the user named to be imported, open as long as this value lives.
package struct OpenedImport: Sendable {
  package let source: ImportSource
  /// Where archives are unpacked.
  private let folders: [PrivateFolder]

  /// `locations`: Absolute paths of files and folders.
  /// `format`: Whether archives are unpacked.
  /// `temporary`: The folder for what is unpacked, such as `/tmp`.
  /// - Throws: Where a path names nothing, and where an archive cannot be unpacked.
  package init(
    _ locations: [String], for format: ImportFormat, temporary: String, _ programs: ProgramRunner
  ) throws {
    var files: [ImportFile] = []
    var folders: [PrivateFolder] = []
    var locations = locations
    if format.name == "pandoc" {
      let folder = try PandocConversion.markdown(of: locations, in: temporary, programs)
      folders.append(folder)
      locations = [folder.path]
    }
    for location in locations {
      let found = try OutsideFiles.all(at: location).map { ImportFile($0) }
      guard format.takesArchives, found.count == 1, let file = found.first,
        !folderExists(location), let archive = try Archive(at: location, file, programs)
      else {
        files += found
        continue
      }
      let folder = try archive.unpack(in: temporary)
      folders.append(folder)
      files += try OutsideFiles.all(at: folder.path).map { ImportFile($0) }
    }
    source = ImportSource(files)
    self.folders = folders
  }
}

extension ImportFile {
  init(_ file: OutsideFile) {
    self.init(path: file.path, size: file.size, modified: file.modified) { offset, count in
      try file.piece(at: offset, count: count)
    }
  }
}
