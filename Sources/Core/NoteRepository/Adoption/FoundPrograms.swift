package import NoteModel
import Wording

/// The programs whose settings are in folders of a repository, at any depth: a project may have two sites, and a folder
/// among notes may be a vault.
package struct FoundPrograms: Sendable {
  /// The root, and the folders in which settings may be.
  private let folders: [ProgramFolder]
  private let programs: [FoundProfile]
  /// The folders around the repository: it may be the content of a site, or a part of a vault.
  private let around: [ProgramFolder]
  private let root: String

  /// - Parameters:
  ///   - folders: The folders with files, from the root of the repository.
  ///   - home: The user's home; settings there are about no notes.
  package init(in root: String, folders: Set<String>, home: String) {
    self.root = root
    self.folders = ([""] + folders.sorted().map { $0 + "/" })
      .map { ProgramFolder(root: root, base: $0, language: .english) }.filter(\.hasSettings)
    programs = FoundProfile.everywhere(self.folders)
    around = Self.folders(around: root, home: home)
  }

  /// Returns the folders above a repository, up to that of git or to the user's home.
  private static func folders(around root: String, home: String) -> [ProgramFolder] {
    var names = root.split(separator: "/").map(String.init)
    var found: [ProgramFolder] = []
    var isInGit = fileExists(root + "/.git")
    while !isInGit, names.count > 1, found.count < 16 {
      names.removeLast()
      let folder = "/" + names.joined(separator: "/")
      guard let name = names.last, folder != home, !home.hasPrefix(folder + "/") else { break }
      isInGit = fileExists(folder + "/.git")
      let parent = "/" + names.dropLast().joined(separator: "/")
      found.append(ProgramFolder(root: parent == "/" ? "" : parent, base: name + "/", language: .english))
    }
    return found
  }

  /// Returns the files that git or the programs keep from readers, by the settings file that says so.
  ///
  /// - Throws: ``UnreadExclusions`` if a settings file cannot be read, because its exclusions are unknown.
  package func excludedFiles() throws -> [ExcludedFiles] {
    let own = try Self.excludedFiles(folders, programs)
    // With a key of git-crypt some notes were secret: a pull may have taken the attributes away.
    if folderExists(root + "/.git/git-crypt"), !own.contains(where: { $0.reach == .encrypted && !$0.patterns.isEmpty })
    {
      throw UnreadExclusions(".gitattributes")
    }
    // The notes of a repository within this one have rules of their own.
    let nested = folders.filter { !$0.base.isEmpty && $0.has(Repository.configurationPath) }.map {
      ExcludedFiles($0.path(Repository.configurationPath), $0.anywhere(["*"]), .unlessAsked)
    }
    return try own + nested
      + around.flatMap { folder in
        let start = root.dropFirst(folder.root.utf8.count + 1) + "/"
        return try Self.excludedFiles([folder], FoundProfile.everywhere([folder])).map { files in
          var files = files
          files.start = String(start)
          return files
        }
      }
  }

  private static func excludedFiles(_ folders: [ProgramFolder], _ programs: [FoundProfile]) throws -> [ExcludedFiles] {
    let macros = folders.first?.encryptingAttributes ?? []
    let sites = programs.filter(\.profile.rules.makesSite).map(\.folder)
    let ofPrograms = try programs.flatMap { try $0.profile.excludes($0.folder) }
    let ofFolders = folders.flatMap { [$0.encryptedFiles(macros), $0.heldBackByMetadata, $0.ignoredByEleventy] }
    return ofPrograms.map { files in sites.reduce(files) { $0.leaving($1) } } + ofFolders
  }

  /// The settings files that ``excludedFiles()`` reads, besides git's: wherever the notes go, these have to go too.
  package var exclusionFiles: Set<NotePath> {
    let reads = SettingsReads()
    for var program in programs {
      program.folder.reads = reads
      // A file that cannot be read is no reason to keep the others.
      _ = try? program.profile.excludes(program.folder)
    }
    let metadata = folders.flatMap { folder -> [NotePath] in
      let ignoring = [ProgramFolder.eleventyIgnore].filter(folder.has)
      return (folder.metadataThatHoldsBack + ignoring).map { NotePath(trusted: folder.base + $0) }
    }
    return reads.paths.union(metadata)
  }

  /// The folders, each with a `/` at its end, of the programs for which `index.md` makes a folder one page.
  package var bundleFolders: [String] { programs.filter(\.profile.hasBundles).map(\.folder.base) }
}
