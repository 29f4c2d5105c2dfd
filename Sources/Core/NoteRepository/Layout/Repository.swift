package import NoteModel

/// A folder of notes: its path, and the paths of the folders that Sheaf keeps for it.
package struct Repository: Sendable, Hashable {
  /// Absolute path of the root, symbolic links resolved, without a slash at the end.
  package let root: String
  package let places: UserPlaces
  /// True for programs that read the notes in the user's name. Their index has only the notes that they may read.
  package var isForPrograms = false

  /// The folder of Sheaf's own settings, whose presence makes a folder a repository.
  package static let settingsFolder = ".sheaf"
  /// The file that lists what was published into a folder.
  package static let siteManifest = ".sheaf-site"

  package init(root: String, places: UserPlaces) {
    self.root = root
    self.places = places
  }

  /// Finds the repository that contains `folder`.
  ///
  /// - Parameters:
  ///   - folder: The first folder; every folder above it is tried.
  ///   - places: The user's folders.
  /// - Throws: ``RepositoryError/notFound(folder:)`` if no folder has `.sheaf`.
  package static func discover(from folder: String, places: UserPlaces) throws(RepositoryError) -> Repository {
    guard let start = resolvedPath(folder) else { throw .missingFolder(folder) }
    var candidate = start
    while true {
      if folderExists(candidate + "/" + settingsFolder) { return Repository(root: candidate, places: places) }
      guard let slash = candidate.lastIndex(of: "/"), candidate != "/" else { break }
      candidate = slash == candidate.startIndex ? "/" : String(candidate[..<slash])
    }
    throw .notFound(folder: start)
  }

  /// Refuses a path that lies in a repository by its names and leads out of it, or into another ``PathScope``, by a
  /// symbolic link: the user may not know of a link that came with the repository.
  ///
  /// - Parameter path: An absolute path, as it was typed.
  package static func refuseLinkLeadingElsewhere(_ path: String) throws(RepositoryError) {
    guard let normal = NotePath(path.drop { $0 == "/" }) else { return }
    let names = normal.string.split(separator: "/")
    for count in 1..<max(names.count, 1) {
      let folder = "/" + names[..<count].joined(separator: "/")
      guard folderExists(folder + "/" + settingsFolder) else { continue }
      _ = try LiveFileSystem(root: folder).located(
        NotePath(trusted: names[count...].joined(separator: "/")), isWhole: true)
    }
  }

  /// Refuses an output that would replace a note of a repository, or lie among its settings or the files of git.
  ///
  /// - Throws: ``RepositoryError/ownFile(_:)``
  package static func refuseOwnFile(_ path: String) throws(RepositoryError) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let place = resolvedPath(path) ?? resolvedPath(String(path[..<slash])).map { $0 + path[slash...] } ?? path
    let names = place.split(separator: "/")
    for count in 1..<max(names.count, 1) {
      guard folderExists("/" + names[..<count].joined(separator: "/") + "/" + settingsFolder) else { continue }
      let inner = names[count...]
      let isHidden = inner.contains { [settingsFolder, ".git"].contains($0.lowercased()) }
      let isNote = NotePath(trusted: inner.joined(separator: "/")).isMarkdown && fileExists(place)
      // A digest that is kept in the repository is written again.
      let isDigest = isNote && (try? readFile(place))?.starts(with: Array("---\ndigest: ".utf8)) == true
      if isHidden || isNote && !isDigest { throw .ownFile(path) }
    }
  }

  package func absolutePath(of path: NotePath) -> String { root + "/" + path.string }

  /// Returns the path of a file inside the repository, or nil for a file outside.
  ///
  /// - Parameters:
  ///   - text: A path, absolute or relative to `folder`.
  ///   - folder: An absolute path.
  package func path(of text: String, relativeTo folder: String) -> NotePath? {
    let absolute = NoteRepository.absolutePath(text, from: folder)
    guard let normal = NotePath(absolute.drop { $0 == "/" }) else { return nil }
    let prefix = root.drop { $0 == "/" } + "/"
    if normal.string.hasPrefix(prefix) { return NotePath(normal.string.dropFirst(prefix.count)) }
    // The way there may lead through a symbolic link.
    guard let resolved = resolvedPath("/" + normal.string), resolved.hasPrefix(root + "/") else { return nil }
    return NotePath(resolved.dropFirst(root.count + 1))
  }

  /// A name for this repository's caches: the folder's name and a hash of its path.
  package var key: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in root.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let name = root.split(separator: "/").last.map(String.init) ?? "root"
    let safe = name.unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    let digits = String(hash, radix: 16)
    return String(String.UnicodeScalarView(safe.prefix(24))) + "-" + digits
  }

  package var cacheFolder: String { places.cache + "/" + key + (isForPrograms ? "/programs" : "") }
  package var stateFolder: String { places.state + "/" + key }
  package var configurationFile: String { root + "/" + Self.configurationPath }
  /// The path of the configuration in a repository.
  package static let configurationPath = settingsFolder + "/config.yaml"
}

/// The user's own folders, by the XDG base directory specification.
package struct UserPlaces: Sendable, Hashable {
  package let home: String
  package let configuration: String
  package let cache: String
  package let state: String
  /// `$XDG_CONFIG_HOME` itself, for the files of other programs there.
  package let configurationHome: String

  package init(environment: [String: String]) {
    let home = environment["HOME"] ?? "/"
    func place(_ variable: String, _ fallback: String) -> String {
      let value = environment[variable] ?? ""
      return value.hasPrefix("/") ? value : home + fallback
    }
    self.home = home
    configurationHome = place("XDG_CONFIG_HOME", "/.config")
    configuration = configurationHome + "/sheaf"
    cache = place("XDG_CACHE_HOME", "/.cache") + "/sheaf"
    state = place("XDG_STATE_HOME", "/.local/state") + "/sheaf"
  }
}
