import Glibc
package import NoteModel

/// A copy of a note for an editor, in a folder of its own, where swap files and backups may lie as well.
package struct EditCopy: Sendable {
  private static let folderName = "edit"

  /// Absolute path; the file's name is the note's.
  package let path: String
  private let folder: String

  /// `stateFolder`: The repository's.
  package static func make(
    of note: NotePath, _ bytes: [UInt8], stateFolder: String
  ) throws(RepositoryError) -> EditCopy {
    for number in 1... {
      let name = "\(folderName)/\(getpid())-\(number)"
      let file = NotePath(trusted: name).appending(String(note.fileName))
      guard !fileExists(stateFolder + "/" + name) else { continue }
      try makePrivateFolder(stateFolder)
      guard let root = resolvedPath(stateFolder) else { throw .missingFolder(stateFolder) }
      do throws(RepositoryError) {
        try LiveFileSystem(root: root, isPrivate: true).create(file, bytes, .secret)
      } catch {
        removeFolder(root + "/" + name)
        throw error
      }
      return EditCopy(path: root + "/" + file.string, folder: root + "/" + name)
    }
    throw .alreadyExists(stateFolder)
  }

  /// What the editor left; nil where it took the file away.
  package func read() -> [UInt8]? { try? readFile(path) }

  /// Removes the copy and whatever lies beside it.
  package func remove() {
    Self.removeFolder(folder)
  }

  private static func removeFolder(_ folder: String) {
    for name in (try? fileNames(in: folder)) ?? [] {
      if unsafe unlink(folder + "/" + name) != 0 { removeFolder(folder + "/" + name) }
    }
    _ = unsafe rmdir(folder)
  }

  /// Copies of sessions whose process is dead: they were interrupted, and hold what was typed.
  ///
  /// They are put among the kept files, so that each is told once.
  /// - Returns: Where they are now.
  package static func rescueInterrupted(stateFolder: String) -> [String] {
    let edits = stateFolder + "/" + folderName
    var rescued: [String] = []
    for session in (try? fileNames(in: edits)) ?? [] {
      guard let process = pid_t(session.prefix { $0 != "-" }), kill(process, 0) != 0,
        errno == ESRCH
      else { continue }
      let kept = stateFolder + "/kept"
      guard (try? makePrivateFolder(kept)) != nil else { continue }
      var target = kept + "/edit-" + session
      while fileExists(target) { target += "-" }
      if unsafe rename(edits + "/" + session, target) == 0 { rescued.append(target) }
    }
    return rescued
  }
}
