import HostSystem

/// Tells which files of a folder change. Used by one thread.
package final class FolderWatch {
  private let root: String
  private let events: Host.Events
  private var folders: [Int32: String] = [:]
  private var watched: Set<String> = []

  /// The changes since the last question.
  package struct Changes: Sendable, Hashable {
    /// Paths from the root of the files that were written, moved or removed.
    package var files: Set<String> = []
    /// True if the whole tree must be scanned: a folder was added or removed, or the system lost events.
    package var needsScan = false

    package var isEmpty: Bool { files.isEmpty && !needsScan }
  }

  /// - Parameter root: An absolute path.
  package init(root: String) throws(RepositoryError) {
    self.root = root
    let events: Host.Events? = Host.Events()
    guard let events else { throw .last(.list, root) }
    self.events = events
  }

  /// Watches folders, not the contents of the folders below them.
  ///
  /// - Parameter paths: Paths from the root, or empty for the root itself. Other paths than folders are skipped.
  /// - Returns: True if one of them was not watched before.
  package func watch(_ paths: [String]) throws(RepositoryError) -> Bool {
    var isNew = false
    for path in paths where !watched.contains(path) {
      let absolute = path.isEmpty ? root : root + "/" + path
      guard let number = events.watch(absolute) else {
        if errno == ENOENT || errno == ENOTDIR { continue }
        throw .last(.list, absolute)
      }
      folders[number] = path
      watched.insert(path)
      isNew = true
    }
    return isNew
  }

  /// Waits until a file changes, and returns the changes.
  package func changes() throws(RepositoryError) -> Changes {
    var changes = Changes()
    while changes.isEmpty {
      guard let happened = events.next() else { throw .last(.list, root) }
      for event in happened { add(event, to: &changes) }
    }
    return changes
  }

  private func add(_ event: FolderEvent, to changes: inout Changes) {
    switch event {
    case .end(let number):
      if let folder = folders.removeValue(forKey: number) { watched.remove(folder) }
    case .lost: changes.needsScan = true
    case .file(let name, let number):
      guard let folder = folders[number], !TemporaryFile.isName(name) else { return }
      changes.files.insert(path(name, in: folder))
    case .folder(let name, let number):
      guard let folder = folders[number], !TemporaryFile.isName(name) else { return }
      // If a folder of this name appears again, it is a new folder with new subfolders.
      let changed = path(name, in: folder)
      watched = watched.filter { $0 != changed && !$0.hasPrefix(changed + "/") }
      changes.needsScan = true
    }
  }

  private func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }
}
