import ByteBasics
import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository

/// The files that `sync` sends: notes, and files that notes use. Other files in the folder are not sent.
struct SyncSelection {
  private let workspace: Workspace
  private let named: [String]
  private let included: FilePatterns

  /// The files of settings that everybody has to have: git's, and those in which a program keeps notes from readers.
  let settings: Set<NotePath>

  let consent: SyncConsent

  /// - Throws: If the index cannot be read.
  init(_ workspace: Workspace, git: any GitClient, store: any FileSystem) throws {
    self.workspace = workspace
    named = workspace.configuration.list("sync.include")
    included = FilePatterns(named)
    settings = try workspace.settingsFiles()
    consent = try SyncConsent(workspace, git: git, settings: settings, store: store)
  }

  var includesOthers: Bool { !named.isEmpty }

  /// Returns true for a file that the user has named.
  func isNamed(_ path: NotePath) -> Bool { included.match(path.string) }

  /// Returns true for a file that is taken although its name, or that of a folder, begins with a dot.
  func takesHidden(_ path: NotePath) -> Bool {
    path.string.hasPrefix(Repository.settingsFolder + "/") || settings.contains(path) || isNamed(path)
  }

  /// Returns true for a new file that is taken even if no note uses it.
  func takes(_ path: NotePath) -> Bool {
    let ending = path.fileName.split(separator: ".").last?.lowercased() ?? ""
    if takesHidden(path) { return true }
    // The notes of libraries are no notes of the user's.
    if path.string.split(separator: "/").contains("node_modules") { return false }
    return path.isMarkdown || ["canvas", "base", "bib"].contains(ending) || isInPlace(path)
  }

  /// Returns true in the folder of attachments. Where this is the folder of notes, the kind of a file tells.
  private func isInPlace(_ path: NotePath) -> Bool {
    let setting = consent.attachments
    guard let folder = NotePath(setting) else { return FileKind(path.fileName) != .other }
    guard setting.hasPrefix("./") else { return folder.contains(path) }
    return path.ancestors.contains { $0 == folder || $0.string.hasSuffix("/" + folder.string) }
  }
}

extension Workspace {
  /// Returns the settings of git, and those in which other programs keep notes from readers, in all folders.
  fileprivate func settingsFiles() throws -> Set<NotePath> {
    let folders = try index.files.folders()
    let ofGit = ([""] + folders.map { $0 + "/" }).flatMap { folder in
      [".gitattributes", ".gitignore"].map { NotePath(trusted: folder + $0) }.filter { files.exists($0) }
    }
    return FoundPrograms(in: repository.root, folders: folders, home: repository.places.home).exclusionFiles
      .union(ofGit)
  }

  /// Returns the files that git does not know and that `sync` does not send, because only changes of the other side name
  /// them. Notes are not among them. None before the first `sync`.
  ///
  /// - Throws: If the index or git cannot be read: then nobody knows what a pull has opened.
  func unsentFiles() throws -> Set<NotePath> {
    let store = LiveFileSystem(root: repository.stateFolder, isPrivate: true)
    guard let git, SyncConsent.isRecorded(in: store) else { return [] }
    let tracked = Set(try git.output(.reading("ls-files", "-z")).texts)
    let known = try index.files()?.map(\.path) ?? []
    // Notes that git does not know yet name files, too.
    let unknown = known.filter { !tracked.contains($0.string) }
    guard unknown.contains(where: { !$0.isMarkdown }) else { return [] }
    let choice = try SyncSelection(self, git: git, store: store)
    return try choice.consent.held(unknown, by: choice).filter { !$0.isMarkdown }
  }

  /// Returns the rules that exclude files, as one string for each rule of git and for each file of another program.
  package func exclusionRules() throws -> Set<String> {
    let ofGit = try settingsFiles().union(ignoreFilesBesideNotes()).flatMap { path -> [String] in
      let text = String(decoding: (try? originals.read(path)) ?? [], as: UTF8.self)
      func rules(_ isRule: (Substring) -> Bool, _ bringsBack: (Substring) -> Bool) -> [String] {
        text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") && isRule($0) }
          .map { (bringsBack($0) ? "!" : "=") + path.string + "\t" + $0 }
      }
      return switch path.fileName {
      // A filter encrypts, and `-filter` brings files back.
      case ".gitattributes": rules({ $0.contains("filter") }, { $0.contains("-filter") || $0.contains("!filter") })
      case ".gitignore": rules({ !$0.allSatisfy(\.isWhitespace) }, { $0.hasPrefix("!") })
      default: ["=\(path.string)\t\(ContentHash.of(Array(text.utf8)))"]
      }
    }
    let ofSheaf = configuration.list("ignore").map { ($0.hasPrefix("!") ? "!" : "=") + "\t" + $0 }
    return Set(ofGit + ofSheaf)
  }

  /// Returns the ignore files of folders without a known file: all files there may be ignored.
  private func ignoreFilesBesideNotes() throws -> [NotePath] {
    let (known, ignored) = (try index.files.folders(), configuration.list("ignore"))
    var (found, open) = ([NotePath](), [""] + known)
    while let folder = open.popLast(), found.count < 10_000 {
      for name in (try? files.names(in: NotePath(folder))) ?? [] where !name.hasPrefix(".") && !name.hasSuffix(".md") {
        let path = NotePath(trusted: folder.isEmpty ? name : folder + "/" + name)
        guard !known.contains(path.string), files.isFolder(path), (try? files.located(path, isWhole: true)) == path,
          !TreeScanner.ignores(path, in: repository, extraIgnores: ignored)
        else { continue }
        found.append(path)
        open.append(path.string)
      }
    }
    return found.map { NotePath(trusted: $0.string + "/.gitignore") }.filter { files.exists($0) }
  }

  /// Returns true for a file that may have a key in it: pictures and recordings hold no text, nor do files of some
  /// size.
  static func mayHaveKey(_ path: String, size: (NotePath) -> Int?) -> Bool {
    let path = NotePath(trusted: path)
    if path.isMarkdown || SecretFinder.isKey(named: path.fileName) { return true }
    return FileKind(path.fileName) == .other && size(path).map { $0 < 1 << 20 } ?? false
  }

  /// Returns true for a file that seems to contain a key or a password, and that the user has not named.
  func hasKey(_ path: String, _ bytes: [UInt8]) -> Bool {
    let name = NotePath(trusted: path).fileName
    let isNamed = configuration.list("sync.include").contains { [path, "/" + path, String(name)].contains($0) }
    guard !isNamed, !configuration.list("site.allow-secrets").contains(path) else { return false }
    return SecretFinder.isSecret(bytes, named: name)
  }
}
