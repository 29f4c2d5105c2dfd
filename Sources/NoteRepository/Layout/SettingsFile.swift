import Glibc
import NoteModel
import NoteSyntax

extension Repository {
  /// The files in a folder below `.sheaf` and the folders in it, without hidden ones, in order.
  ///
  /// - Parameter name: `theme`
  /// - Returns: Paths from that folder; none where it is not there.
  /// - Throws: ``RepositoryError`` where a folder cannot be read.
  package func settingsFiles(in name: String) throws(RepositoryError) -> [String] {
    try settingsFiles(in: name, below: "", depth: 0)
  }

  private func settingsFiles(
    in name: String, below folder: String, depth: Int
  ) throws(RepositoryError) -> [String] {
    // No theme is deeper, and a link that leads in a circle is.
    guard depth < 8 else { return [] }
    let place = root + "/" + Self.settingsFolder + "/" + name + "/" + folder
    var files: [String] = []
    for entry in try fileNames(in: place) where !entry.hasPrefix(".") && !entry.hasSuffix("~") {
      var status = stat()
      guard unsafe stat(place + entry, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        files += try settingsFiles(in: name, below: folder + entry + "/", depth: depth + 1)
      } else if status.st_mode & S_IFMT == S_IFREG {
        files.append(folder + entry)
      }
    }
    return files
  }

  /// The bytes of a file below `.sheaf`, such as `templates/memo.md`; nil where there is none.
  ///
  /// - Throws: ``RepositoryError/leadsElsewhere(_:)`` for a symbolic link that leads out of `.sheaf`: what it leads to
  ///   would become part of a note or of a site.
  package func settingsFile(_ name: String) throws(RepositoryError) -> [UInt8]? {
    let folder = root + "/" + Self.settingsFolder
    guard let path = NotePath(name), let resolved = resolvedPath(folder + "/" + path.string) else {
      return nil
    }
    guard resolved.hasPrefix(folder + "/") else {
      throw .leadsElsewhere(Self.settingsFolder + "/" + path.string)
    }
    return try readFile(resolved, limit: NoteLimit.bytes)
  }
}
