import HostSystem
import NoteIndex
import NoteModel
package import NoteRepository
import NoteSyntax
package import ParallelWork

package struct IndexProgress: Sendable {
  package let done: Int
  package let total: Int
}

/// The results of an update of the index.
package struct SynchronizationReport: Sendable {
  package let changedNotes: Int
  package let removed: Int
  package let files: Int
  /// Paths from the root of the folders that were looked into.
  package let folders: [String]
  /// Folders and files that could not be read; everything else is in the index.
  package let problems: [RepositoryError]
  /// Files and folders whose names are not UTF-8, as they are shown; they are not in the index.
  package let namesWithoutUTF8: [String]
  /// The conflict copies that their names tell; they are not in the index either.
  package let conflictCopies: [ConflictCopy]
}

/// The files of a repository as a scan found them.
package struct TreeSnapshot: Sendable {
  /// The time at which it began, in nanoseconds since the epoch.
  let startedAt: Int64
  let scan: TreeScanner.Result

  package init(of repository: Repository, extraIgnores: [String]) {
    startedAt = nanosecondsNow()
    scan = TreeScanner.scan(repository, extraIgnores: extraIgnores)
  }
}

extension Workspace {
  /// Brings the index up to date with the files.
  ///
  /// - Parameter snapshot: A scan that has begun since anything was written; nil: made here. `progress` is called
  ///   after every few hundred notes.
  @discardableResult
  package func synchronize(
    to snapshot: Deferred<TreeSnapshot>? = nil, progress: (IndexProgress) -> Void = { _ in }
  ) throws -> SynchronizationReport {
    let snapshot =
      snapshot
      ?? Deferred { [repository, configuration] in
        TreeSnapshot(of: repository, extraIgnores: configuration.list("ignore"))
      }
    // Looked up while the scan goes on.
    let indexed = try index.files()
    let found = snapshot.value()
    let scan = found.scan
    var problems = scan.problems
    let dating = try HistoryDating(self)
    if let indexed, dating == nil, TreeChanges(from: indexed, to: scan.files).isEmpty {
      return SynchronizationReport(
        changedNotes: 0, removed: 0, files: scan.files.count, folders: scan.folders,
        problems: problems, namesWithoutUTF8: scan.namesWithoutUTF8, conflictCopies: scan.conflictCopies)
    }
    var changed = TreeChanges()
    try index.update(to: scan.files, indexedAt: found.startedAt) { writer, changes in
      changed = changes
      var reader = NoteReader(
        files: changes.notes, root: repository.root, layout: layout, gate: gate,
        hasHistory: HistoryDating.isPossible(in: self), for: writer)
      defer { reader.stop() }
      for path in changes.removed { try writer.remove(path) }
      for file in changes.attachments where !file.path.isCanvas {
        try writer.insert(file, works: works(of: file, &problems))
      }
      for file in changes.attachments where file.path.isCanvas {
        let canvas = canvas(file, &problems)
        try writer.insert(PreparedCanvas(file, canvas))
      }
      var done = 0
      while let result = reader.next() {
        try Cancellation.check()
        if let note = result.note { try writer.insert(note) }
        if let problem = result.problem { problems.append(problem) }
        done += 1
        if done % 250 == 0 { progress(IndexProgress(done: done, total: changes.notes.count)) }
      }
      try dating?.write(to: writer.history)
    }
    return SynchronizationReport(
      changedNotes: changed.notes.count, removed: changed.removed.count, files: scan.files.count, folders: scan.folders,
      problems: problems, namesWithoutUTF8: scan.namesWithoutUTF8, conflictCopies: scan.conflictCopies)
  }

  /// Returns the works of a bibliography, or none if it is too large or another kind of file.
  private func works(of file: ScannedFile, _ problems: inout [RepositoryError]) -> [BibliographyEntry] {
    let name = file.path.fileName
    do throws(RepositoryError) {
      if !Bibliography.isFile(name) {
        guard Bibliography.mayBeFile(name), file.fingerprint.size <= Bibliography.sizeLimit,
          Bibliography.mayBegin(
            with: try readFile(file.path.string, inside: repository.root, upTo: Bibliography.headSize))
        else { return [] }
      }
      let bytes = try readFile(file.path.string, inside: repository.root, limit: Bibliography.sizeLimit)
      return Bibliography.entries(of: bytes, in: name)
    } catch {
      problems.append(error)
      return []
    }
  }

  /// Reads a canvas. Returns nil if it cannot be read, or may not be read by a program.
  private func canvas(_ file: ScannedFile, _ problems: inout [RepositoryError]) -> CanvasDocument? {
    guard file.fingerprint.size <= CanvasDocument.sizeLimit else { return nil }
    do throws(RepositoryError) {
      let bytes = try readFile(file.path.string, inside: repository.root)
      if gate.isForPrograms,
        gate.letters[file.path] != nil
          || SiteCanvases.isHiddenFromPrograms(bytes, at: file.path, layout, on: gate.today)
      {
        return nil
      }
      return try? CanvasDocument(parsing: bytes)
    } catch {
      problems.append(error)
      return nil
    }
  }
}

private func nanosecondsNow() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
