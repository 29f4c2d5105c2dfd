import HostSystem
import NoteModel
import NoteSyntax

/// The user's trust in a repository: in its configuration to run programs and to reach private networks, its templates
/// to read the environment, its theme to make the pages of the site.
///
/// The trust is stored in a file of the state folder. The file has the path of the repository, and a record of these files
/// at the time of the trust: the configuration, the theme, and programs and templates of the repository that settings name.
/// Any change of these files ends the trust.
package struct RepositoryTrust {
  private static let fileName = "trusted-config"
  private let repository: Repository

  package init(_ repository: Repository) { self.repository = repository }

  /// Returns true if the user trusted exactly this configuration and the present templates.
  package func covers(_ configuration: [UInt8]) -> Bool {
    guard let given = try? readFile(repository.stateFolder + "/" + Self.fileName) else { return false }
    return given == (try? record(of: configuration))
  }

  /// True if the user trusted the repository, perhaps with another configuration.
  package var wasGiven: Bool { fileExists(repository.stateFolder + "/" + Self.fileName) }

  /// The configuration that the user trusted; nil if there is none.
  package var configuration: [UInt8]? {
    let record = try? readFile(repository.stateFolder + "/" + Self.fileName)
    return record?.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).dropFirst().first.map(Array.init)
  }

  package func give(to configuration: [UInt8]) throws(RepositoryError) {
    let path = repository.stateFolder + "/" + Self.fileName
    try makePrivateFolder(repository.stateFolder)
    let temporary = try TemporaryFile(beside: path, .secret, for: .write)
    defer { temporary.discard() }
    try temporary.write(try record(of: configuration))
    try temporary.replaceTarget()
  }

  /// Withdraws the trust. Returns false if there was none.
  ///
  /// - Throws: If the record cannot be removed; the trust remains.
  package func remove() throws(RepositoryError) -> Bool {
    let path = repository.stateFolder + "/" + Self.fileName
    guard unsafe unlink(path) != 0 else { return true }
    guard errno == ENOENT else { throw RepositoryError.last(.remove, path) }
    return false
  }

  /// True if the user trusted the repository as it is.
  package var isInForce: Bool {
    guard let configuration = try? repository.configurationBytes() ?? [] else { return false }
    return covers(configuration)
  }

  /// The templates that read the environment, sorted by their paths in their folder: `memo.md`, `work/plan.md`.
  package var environmentTemplates: [String] {
    ((try? repository.settingsFiles(in: "templates")) ?? []).filter { name in
      (try? repository.settingsFile("templates/" + name)).flatMap { $0 }.map(Self.readsEnvironment) ?? false
    }
  }

  /// The files of the themes that determine the content and behaviour of pages, sorted by their paths below `.sheaf`:
  /// templates, style sheets and scripts, all but pictures, fonts and plain text.
  package var activeThemeFiles: [String] {
    ["theme", "themes"].flatMap { folder in
      ((try? repository.settingsFiles(in: folder)) ?? []).filter(Self.isActive).sorted().map { folder + "/" + $0 }
    }
  }

  /// Returns true for a file of a theme that can run code or send away the text of a page.
  package static func isActive(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return true }
    return !passive.contains(name[name.index(after: dot)...].lowercased())
  }

  private static let passive: Set<String> = [
    "png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "svg", "woff", "woff2", "ttf", "otf", "txt",
    "md",
  ]

  /// Returns true if the user trusted the present state of the repository, with this file: `templates/work/plan.md`.
  package func allows(_ file: String) -> Bool { isInForce && files.contains(file) }

  /// Returns true for a template that uses `env` or the clipboard.
  package static func readsEnvironment(_ template: [UInt8]) -> Bool {
    let text = template.filter { $0 != UInt8(ascii: " ") }
    return ["{env.", "&env.", "{#env}", "{^env}", "{env}", "{{clipboard}}"].contains { text.contains($0.utf8) }
  }

  /// Returns the files of the repository that the programs of a configuration name, and those that these name in turn,
  /// sorted by their paths from the root. Files that a program finds in another way are not included.
  package func programFiles(of configuration: [UInt8]) -> [String] {
    var found: Set<String> = []
    var waiting: [(text: String, folder: String)] = []
    for entry in ConfigurationFile.read(configuration, path: "").entries {
      switch (entry.value, ConfigurationCatalogue.key(entry.key)?.type) {
      case (.program(let line), _): waiting.append((line, ""))
      case (.table(let lines), .commands): waiting += lines.values.map { ($0, "") }
      default: break
      }
    }
    while let (text, folder) = waiting.popLast() {
      for path in files(namedIn: text, from: folder).sorted() where found.count < Self.programLimit {
        guard found.insert(path).inserted,
          let bytes = try? readFile(repository.root + "/" + path, limit: NoteLimit.bytes)
        else { continue }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        waiting.append((String(decoding: bytes, as: UTF8.self), String(folder)))
      }
    }
    return found.sorted()
  }

  /// The largest number of programs that are searched for paths.
  private static let programLimit = 100

  /// Returns the files whose paths are words of a text: from the root, a folder, a folder that the text names, or a
  /// variable for a folder.
  private func files(namedIn text: String, from folder: String) -> Set<String> {
    // A space belongs to a name after a backslash and between quotes.
    let escaped = text.replacing("\\ ", with: "\0")
    let names = escaped.split { !$0.isLetter && !$0.isNumber && !"._-/+@\0".contains($0) }
    let arguments = escaped.split { $0.isWhitespace || ";|&<>()$`\"'".contains($0) }
    let quoted = text.split { "\"'\n".contains($0) }
    let words = Set((names + arguments + quoted).filter { $0.utf8.count < 256 }.map { $0.replacing("\0", with: " ") })
    // The file after the name of a shell or another interpreter is a program, whatever its ending.
    let interpreter =
      /(?:^|[\s;|&(\/])(?:[a-z]*sh|\.|source|python[0-9.]*|perl|ruby|node|deno|php|lua|awk|run-parts)(?:\s+-\S+)*\s+["']?([^\s;|&"']+)/
    let programs = Set(text.matches(of: interpreter).map { NotePath($0.1)?.string })
    let folders = words.filter { NotePath($0).map { folderExists(repository.root + "/" + $0.string) } ?? false }
    let bases = ["", folder] + folders.sorted().prefix(20).map { $0 + "/" }
    // `node ./tool` and `require("./lib")` run a file of the folder, `run-parts ./hooks.d` each.
    let modules = text.matches(of: /\b(?:require|import|from)\s*\(?\s*["']([^"']+)["']/).map {
      NotePath(folder + $0.1)?.string
    }
    let places = programs.compactMap(\.self) + modules.compactMap(\.self)
    let ofFolders = places.prefix(100).flatMap { place in
      let names = (try? LiveFileSystem(root: repository.root).names(in: NotePath(place))) ?? []
      return names.prefix(100).map { place + "/" + $0 }.filter(isFile)
    }
    return words.reduce(into: Set(ofFolders)) { files, word in
      let parts = word.split(separator: "/")
      for start in parts.indices {
        let name = parts[start...].joined(separator: "/")
        // A module of Python is named without its ending.
        for path in bases.flatMap({ [NotePath($0 + name), NotePath($0 + name + ".py")] }).compactMap({ $0?.string }) {
          // Programs name notes to read and write them.
          let mayRun = unsafe access(repository.root + "/" + path, X_OK) == 0
          let isProgram = folder.isEmpty && mayRun || programs.contains(NotePath(word)?.string)
          if isFile(path), isProgram || !NotePath(trusted: path).isMarkdown { files.insert(path) }
        }
      }
    }
  }

  private func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(repository.root + "/" + path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Every file below `.sheaf` with an effect that needs trust, besides the configuration.
  private var files: [String] { environmentTemplates.map { "templates/" + $0 } + activeThemeFiles }

  /// Creates the record of the trusted state. Throws if a program cannot be read, because its effect is unknown then.
  private func record(of configuration: [UInt8]) throws(RepositoryError) -> [UInt8] {
    try parts(of: configuration).flatMap(\.bytes)
  }

  /// Returns the parts of the record, each with the path of its file from the root.
  private func parts(of configuration: [UInt8]) throws(RepositoryError) -> [(path: String, bytes: [UInt8])] {
    let own = Repository.configurationPath
    var parts = [(path: own, bytes: Array(repository.root.utf8) + [0] + configuration)]
    for path in programFiles(of: configuration) where path != own {
      let program = try readFile(repository.root + "/" + path, limit: NoteLimit.bytes)
      parts.append((path, [0] + Array(path.utf8) + [0] + program))
    }
    for name in files {
      let text = (try? repository.settingsFile(name)).flatMap { $0 } ?? []
      parts.append((Repository.settingsFolder + "/" + name, [0] + Array(name.utf8) + [0] + text))
    }
    return parts
  }

  /// Returns the first file that was changed since the user trusted the repository, by its path from the root.
  ///
  /// - Returns: The configuration if no other file is known to be the reason.
  package var changedFile: String {
    let own = Repository.configurationPath
    guard let given = try? readFile(repository.stateFolder + "/" + Self.fileName),
      let configuration = try? repository.configurationBytes() ?? [], let parts = try? parts(of: configuration)
    else { return own }
    var place = 0
    for (path, bytes) in parts {
      guard given[place...].starts(with: bytes) else { return path }
      place += bytes.count
      guard place == given.count || given[place] == 0 else { return path }
    }
    return own
  }
}

/// Remembers the facts that the user was shown, so that they are shown again only when they have changed.
package struct ReportedOnce {
  private let folder: String
  private let file: String

  /// - Parameters:
  ///   - topic: The subject of the report, in the form of a file name.
  ///   - repository: The repository whose state folder remembers it.
  package init(_ topic: String, of repository: Repository) {
    folder = repository.stateFolder
    file = "reported-" + topic
  }

  /// Returns true the first time that `facts` are reported.
  package func shouldReport(_ facts: [String]) -> Bool {
    let digest = ContentDigest(Array(facts.joined(separator: "\0").utf8))
    let text = Array("\(digest.count) \(String(digest.hash, radix: 16))\n".utf8)
    guard (try? readFile(folder + "/" + file)) != text else { return false }
    writeStateFile(folder, file, text)
    return true
  }

  /// Forgets the reported facts, so that they are reported again.
  package func forget() { _ = unsafe unlink(folder + "/" + file) }
}
