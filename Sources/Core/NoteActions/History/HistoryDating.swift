import NoteHistory
import NoteIndex
import NoteModel
import NoteRepository
import ParallelWork

/// Dates the notes of an index by the history of a commit, which another thread reads meanwhile.
struct HistoryDating {
  private let head: String
  private let dates: Deferred<[String: NoteDates]>

  /// nil if the index is dated by the last commit already, and if there is no history.
  init?(_ workspace: Workspace) throws {
    let head = Self.isPossible(in: workspace) ? GitHead.current(of: workspace.repository.root) : nil
    let known = try workspace.index.history.head()
    guard (head?.name ?? "") != (known ?? ""), let git = workspace.git else { return nil }
    self.head = head?.name ?? ""
    guard let head else {
      dates = Deferred { [:] }
      return
    }
    let earlier = known.flatMap { GitHead(name: $0) }
    // A history that was cut off may go back further now.
    let isContinued = earlier?.shallowSize == head.shallowSize
    let entries = isContinued ? try workspace.index.history.entries() : [:]
    dates = Deferred {
      let since = entries.isEmpty ? nil : earlier.map { ($0.commit, entries) }
      // If git fails, files have the dates that they have; the next commit tries again.
      return (try? GitDates.read(git, at: head.commit, since: since)) ?? [:]
    }
  }

  /// Returns true if the notes have a history and the configuration lets it date them.
  static func isPossible(in workspace: Workspace) -> Bool {
    workspace.git != nil && workspace.configuration.flag("git.dates")
  }

  func write(to table: HistoryTable) throws { try table.replace(with: dates.value(), head: head) }
}

/// The commit that a working tree is at, read from its files: no program has to be started to see that it is
/// still the same.
struct GitHead: Hashable {
  /// The full object name.
  let commit: String
  /// The size of the list of commits at which the history is cut off; 0 if it is whole.
  let shallowSize: Int

  /// The value in the index: `COMMIT` or `COMMIT SIZE`.
  var name: String { shallowSize == 0 ? commit : "\(commit) \(shallowSize)" }

  init?(name: String) {
    let words = name.split(separator: " ")
    guard let commit = words.first else { return nil }
    self.commit = String(commit)
    shallowSize = words.count > 1 ? Int(words[1]) ?? 0 : 0
  }

  private init(commit: String, shallowSize: Int) {
    self.commit = commit
    self.shallowSize = shallowSize
  }

  /// - Parameter root: An absolute path; the repository may be that of a folder above.
  /// - Returns: nil outside a repository, and if nothing is committed yet.
  static func current(of root: String) -> GitHead? {
    guard let folder = GitFolder(above: root),
      let head = GitFolder.firstLine(of: folder.path + "/HEAD")
    else { return nil }
    let reference = head.hasPrefix("ref: ") ? String(head.dropFirst(5)) : nil
    let commit =
      if let reference {
        GitFolder.firstLine(of: folder.path + "/" + reference)
          ?? GitFolder.firstLine(of: folder.common + "/" + reference)
          ?? packed(reference, in: folder.common)
      } else {
        head
      }
    guard let commit, commit.utf8.count >= 40 else { return nil }
    let shallow = (try? readFile(folder.common + "/shallow", limit: 1 << 24).count) ?? 0
    return GitHead(commit: commit, shallowSize: shallow)
  }

  private static func packed(_ reference: String, in folder: String) -> String? {
    guard let bytes = try? readFile(folder + "/packed-refs", limit: 1 << 26) else { return nil }
    let ending = Array((" " + reference).utf8)
    return bytes.split(separator: UInt8(ascii: "\n")).last {
      $0.count == ending.count + 40 && $0.suffix(ending.count).elementsEqual(ending)
    }.map { String(decoding: $0.prefix(40), as: UTF8.self) }
  }
}
