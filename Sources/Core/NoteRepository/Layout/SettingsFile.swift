import HostSystem
import NoteModel
import NoteSyntax

extension Repository {
  /// Returns the files in a folder below `.sheaf` and in the folders inside it, without hidden ones, in order.
  ///
  /// - Parameter name: The folder, such as `theme`.
  /// - Returns: Paths from that folder, or none if it does not exist.
  /// - Throws: ``RepositoryError`` if a folder cannot be read.
  package func settingsFiles(in name: String) throws(RepositoryError) -> [String] {
    try settingsFiles(in: name, below: "", depth: 0)
  }

  private func settingsFiles(in name: String, below folder: String, depth: Int) throws(RepositoryError) -> [String] {
    // No theme is deeper, and a link that leads in a circle is.
    guard depth < 8 else { return [] }
    let files = LiveFileSystem(root: root)
    guard let place = NotePath("\(Self.settingsFolder)/\(name)/\(folder)") else { return [] }
    var found: [String] = []
    for entry in try files.names(in: place) where !entry.hasPrefix(".") && !entry.hasSuffix("~") {
      let path = place.appending(entry)
      if files.isFolder(path) {
        found += try settingsFiles(in: name, below: folder + entry + "/", depth: depth + 1)
      } else if files.isRegularFile(path) {
        found.append(folder + entry)
      }
    }
    return found
  }

  /// Reads a file below `.sheaf`, such as `templates/memo.md`. Returns nil if there is none.
  ///
  /// - Throws: ``RepositoryError/leadsElsewhere(_:)`` for a symbolic link that leads out of `.sheaf`: its target would
  ///   become part of a note or of a site.
  package func settingsFile(_ name: String) throws(RepositoryError) -> [UInt8]? {
    guard let path = NotePath(name) else { return nil }
    return try ownFile("\(Self.settingsFolder)/\(path)")
  }

  /// Reads a file of the repository that is not a note, such as `.gitattributes`. Returns nil if there is none.
  ///
  /// - Throws: For a symbolic link that ``OpenedFile`` does not follow.
  package func ownFile(_ path: String) throws(RepositoryError) -> [UInt8]? {
    do throws(RepositoryError) {
      return try readFile(path, inside: root, limit: NoteLimit.bytes)
    } catch .missingFile {
      return nil
    }
  }

  /// Reads `config.yaml`. Returns nil if there is none.
  ///
  /// - Throws: ``RepositoryError/leadsElsewhere(_:)`` for a symbolic link in the place of the file or its folder.
  package func configurationBytes() throws(RepositoryError) -> [UInt8]? {
    if let bytes = try ownFile(Self.configurationPath) { return bytes }
    do throws(RepositoryError) {
      // A link in the place of the folder would hide the settings that keep notes private.
      _ = try locate(Self.settingsFolder, below: root, nil)
    } catch .missingFile {}
    return nil
  }
}

/// Writes a file outside the repository that belongs to another program's settings.
package func writeUserFile(_ path: String, _ text: String) throws(RepositoryError) {
  let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  try makeFolders(folder)
  let temporary = try TemporaryFile(beside: path, FileTraits(permissions: 0o644), for: .write)
  do throws(RepositoryError) {
    try temporary.write(Array(text.utf8))
    try temporary.replaceTarget()
  } catch {
    temporary.discard()
    throw error
  }
}

package func userFileExists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

/// Removes a file. Returns false if it cannot be removed, for example because it does not exist.
package func removeUserFile(_ path: String) -> Bool { unsafe unlink(path) == 0 }

/// Writes a small file of Sheaf's memory between runs. Failing to do so is not a failure of the command.
package func writeStateFile(_ folder: String, _ name: String, _ bytes: [UInt8]) {
  do {
    try makePrivateFolder(folder)
    let temporary = try TemporaryFile(beside: folder + "/" + name, .secret, for: .write)
    defer { temporary.discard() }
    try temporary.write(bytes)
    try temporary.replaceTarget()
  } catch {
    return
  }
}

/// Returns the terminal of this process with its session leader, so that a reused terminal name does not inherit state.
/// Nil if there is no terminal.
package func terminalName() -> String? {
  for descriptor in [STDERR_FILENO, STDIN_FILENO, STDOUT_FILENO] {
    if let name = unsafe ttyname(descriptor) { return unsafe String(cString: name) + "-\(getsid(0))" }
  }
  return nil
}
