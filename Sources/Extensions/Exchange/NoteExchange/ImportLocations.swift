package import NoteActions
package import NoteInterchange
import NoteRepository
import Wording

/// The files and folders that the user gave for an import.
package struct ImportLocations {
  private let locations: [String]
  private let format: ImportFormat
  private let temporary: String
  private let programs: ProgramRunner

  /// - Parameters:
  ///   - locations: Absolute paths of files and folders.
  ///   - format: Decides if archives are unpacked.
  ///   - temporary: The folder for unpacked files, such as `/tmp`.
  ///   - programs: Those that convert.
  package init(_ locations: [String], for format: ImportFormat, temporary: String, _ programs: ProgramRunner) {
    self.locations = locations
    self.format = format
    self.temporary = temporary
    self.programs = programs
  }

  /// Returns the format of the files at locations, or of the files in archives there. Nil if no format is recognised.
  package static func guessedFormat(
    of locations: [String], temporary: String, _ programs: ProgramRunner
  ) throws -> ImportFormat? {
    let files = try locations.flatMap { try OutsideFiles.all(at: $0).files }.map { ImportFile($0) }
    if let format = format(of: files, locations) { return format }
    guard let folder = ImportFormat.named("text") else { return nil }
    let unpacked = try ImportLocations(locations, for: folder, temporary: temporary, programs).source { _, _ in }
    return format(of: unpacked.files, [])
  }

  private static func format(of files: [ImportFile], _ folders: [String]) -> ImportFormat? {
    let program = Profile.all.first { profile in
      ImportFormat.named(profile.name) != nil
        && (files.contains { "/\($0.path)".contains("/" + profile.sign) }
          || folders.contains { folderExists($0 + "/" + profile.sign) })
    }
    return program.flatMap { ImportFormat.named($0.name) } ?? .guessed(of: files)
  }

  /// Runs `body` with the files, those of archives unpacked; no unpacked file stays.
  ///
  /// - Parameter progress: Called with the bytes of an archive that have been unpacked, and their sum.
  /// - Throws: If a path does not exist, or an archive cannot be unpacked.
  package func withSource<Value>(
    progress: (_ done: Int, _ total: Int) -> Void, _ body: (ImportSource) throws -> Value
  ) throws -> Value {
    guard let conversion = format.converts else { return try body(try source(progress)) }
    return try PrivateFolder.with(in: temporary) { folder in
      var (paths, problems) = try documents(conversion)
      problems += try PandocConversion.convert(paths, into: folder, programs)
      let found = try OutsideFiles.all(at: folder.path)
      return try body(ImportSource(found.files.map { ImportFile($0) }, problems: problems))
    }
  }

  /// Returns the absolute paths of converted files, with those in folders.
  private func documents(_ conversion: ImportFormat.Conversion) throws -> (paths: [String], problems: [ImportProblem]) {
    var paths: [String] = []
    var problems: [ImportProblem] = []
    for location in locations {
      let found = try OutsideFiles.all(at: location)
      problems += found.skipped.map { .init(skipped: $0) }
      for file in found.files {
        if conversion == .all || file.path.lowercased().hasSuffix(".docx") {
          paths.append(file.location)
        } else {
          problems.append(
            ImportProblem(
              .skipped, at: ImportPosition(file: file.path),
              Message("Only Word documents (.docx) are read", ko: "Word 문서(.docx)만 읽습니다")))
        }
      }
    }
    return (paths, problems)
  }

  private func source(_ progress: (Int, Int) -> Void) throws -> ImportSource {
    var content = Archive.Content()
    var spool: UnnamedFile?
    for location in locations {
      let found = try OutsideFiles.all(at: location)
      content.problems += found.skipped.map { .init(skipped: $0) }
      let files = found.files.map { ImportFile($0) }
      guard format.takesArchives, !files.isEmpty, try files.allSatisfy(Archive.isArchive) else {
        content.files += files
        continue
      }
      let place = try spool ?? UnnamedFile(in: temporary)
      spool = place
      for file in found.files {
        try file.withDescriptor { descriptor in
          let archive = Archive(file.path, descriptor, 0..<file.size)
          let unpacked = try archive.files(into: place, progress: progress)
          content.files += unpacked.files
          content.problems += unpacked.problems
        }
      }
    }
    let root = locations.count == 1 ? locations.first { folderExists($0) } : nil
    return ImportSource(content.files, problems: content.problems, in: root)
  }
}

extension ImportFile {
  init(_ file: OutsideFile) {
    self.init(path: file.path, size: file.size, modified: file.modified) { offset, count in
      try file.piece(at: offset, count: count)
    }
  }
}

extension ImportProblem {
  init(skipped: OutsideFiles.Skipped) {
    self.init(.skipped, at: ImportPosition(file: skipped.path), skipped.reason)
  }
}
