import NoteIndex
package import NoteModel
package import NoteRepository
package import Wording

/// Files that are removed, and the links that they leave.
package struct NoteRemoval {
  private let removals: [Removal]
  private let workspace: Workspace

  /// A file, and the folder that is removed with it if nothing is left in it.
  private struct Removal {
    let path: NotePath
    var folder: NotePath?
  }

  /// - Parameters:
  ///   - paths: Notes, other files, and folders with all that is read below them.
  ///   - workspace: The workspace of the files.
  /// - Throws: If a folder holds no files that are read, or the index cannot be read.
  package init(_ paths: [NotePath], in workspace: Workspace) throws {
    var removals: [Removal] = []
    for path in paths {
      guard workspace.files.isFolder(path) else {
        removals.append(Removal(path: path))
        continue
      }
      let files = try workspace.index.files(below: path)
      guard !files.isEmpty else { throw nothingInFolder(path) }
      removals += files.map { Removal(path: $0, folder: path) }
    }
    var seen: Set<NotePath> = []
    let unique = removals.filter { seen.insert($0.path).inserted }
    // Links first: without their targets they could not be read.
    func isLink(_ removal: Removal) -> Bool { workspace.files.traits(removal.path)?.linkTarget != nil }
    self.removals = unique.filter(isLink) + unique.filter { !isLink($0) }
    self.workspace = workspace
  }

  package var paths: [NotePath] { removals.map(\.path) }

  package func carryOut(in transaction: inout Transaction) throws {
    for removal in removals {
      transaction.remove(removal.path, expecting: try workspace.originals.read(removal.path), emptying: removal.folder)
    }
  }

  /// Returns the links that lead to another note after the removal.
  package func shifts() throws -> [LinkTargetChange] {
    try workspace.shifts(texts: [:], removed: paths).filter { $0.meaning != .nothing }
  }

  /// Returns the links of other notes that lead to no note after the removal.
  package func brokenLinks(besides shifts: [LinkTargetChange]) throws -> [LinkRow] {
    let removed = Set(paths)
    let links = try paths.flatMap { try workspace.index.links(to: $0) }
    return links.filter { link in
      !removed.contains(link.source)
        && !shifts.contains {
          $0.path == link.source && $0.line == link.line && $0.destination == link.destination
        }
    }
  }
}

/// Returns the error for a folder without anything that Sheaf reads.
package func nothingInFolder(_ path: NotePath) -> Problem {
  Problem(
    .notFound,
    Message(
      "\(path) contains no notes or files that Sheaf reads",
      ko: "Sheaf에서 읽는 메모나 파일이 없는 폴더입니다: \(path)"))
}
