import NoteModel
import NoteSyntax

extension Repository {
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
