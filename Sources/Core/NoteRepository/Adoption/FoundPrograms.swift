package import NoteModel
import Wording

/// The programs whose settings are in folders of a repository, at any depth: a project may have two sites, and a folder
/// among notes may be a vault.
package struct FoundPrograms: Sendable {
  /// The root, and the folders in which settings may be.
  private let folders: [ProgramFolder]
  private let programs: [FoundProfile]

  /// - Parameter folders: The folders with files, from the root of the repository.
  package init(in root: String, folders: Set<String>) {
    self.folders = ([""] + folders.sorted().map { $0 + "/" })
      .map { ProgramFolder(root: root, base: $0, language: .english) }.filter(\.hasSettings)
    programs = FoundProfile.everywhere(self.folders)
  }

  /// Returns the files that git or the programs keep from readers, by the settings file that says so.
  ///
  /// - Throws: ``UnreadExclusions`` if a settings file cannot be read, because its exclusions are unknown.
  package func excludedFiles() throws -> [ExcludedFiles] {
    let macros = folders.first?.encryptingAttributes ?? []
    return try programs.flatMap { try $0.profile.excludes($0.folder) }
      + folders.flatMap { [$0.encryptedFiles(macros), $0.heldBackByMetadata] }
  }

  /// The settings files that ``excludedFiles()`` reads, besides git's: wherever the notes go, these have to go too.
  package var exclusionFiles: Set<NotePath> {
    let reads = SettingsReads()
    for var program in programs {
      program.folder.reads = reads
      // A file that cannot be read is no reason to keep the others.
      _ = try? program.profile.excludes(program.folder)
    }
    let metadata = folders.flatMap { folder in folder.metadataThatHoldsBack.map { NotePath(trusted: folder.base + $0) }
    }
    return reads.paths.union(metadata)
  }

  /// The folders, each with a `/` at its end, of the programs for which `index.md` makes a folder one page.
  package var bundleFolders: [String] { programs.filter(\.profile.hasBundles).map(\.folder.base) }
}
