import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

/// Files that are removed, and the links that they leave.
struct NoteRemoval {
  private let removals: [Removal]
  private let workspace: Workspace
  private let today: Day

  /// A file, and the folder that is removed with it where nothing is left in it.
  private struct Removal {
    let path: NotePath
    var folder: NotePath?
  }

  /// - Parameters:
  ///   - names: Notes, other files and folders, as they were typed.
  ///   - condition: A query whose notes are removed as well.
  ///   - context: Where it is asked.
  ///   - workspace: Where the files are.
  /// - Throws: Where a name is not found, or a folder holds nothing.
  init(
    _ names: [String], _ condition: String?, _ context: CommandContext, _ workspace: Workspace
  ) throws {
    var removals: [Removal] = []
    for name in names {
      let path = try context.file(name, in: workspace)
      guard workspace.files.isFolder(path) else {
        removals.append(Removal(path: path))
        continue
      }
      let files = try workspace.index.files(below: path)
      guard !files.isEmpty else { throw NothingInFolder(path: path) }
      removals += files.map { Removal(path: $0, folder: path) }
    }
    if let condition {
      removals += try context.notes(where: condition, in: workspace).map { Removal(path: $0) }
    }
    var seen: Set<NotePath> = []
    let unique = removals.filter { seen.insert($0.path).inserted }
    // Links first: without what they lead to they could not be read.
    func isLink(_ removal: Removal) -> Bool {
      workspace.files.traits(removal.path)?.linkTarget != nil
    }
    self.removals = unique.filter(isLink) + unique.filter { !isLink($0) }
    self.workspace = workspace
    today = context.clock().day
  }

  var paths: [NotePath] { removals.map(\.path) }

  func carryOut(in transaction: inout Transaction) throws {
    for removal in removals {
      transaction.remove(
        removal.path, expecting: try workspace.files.read(removal.path), emptying: removal.folder)
    }
  }

  /// Links that lead to another note afterwards.
  func shifts() throws -> [LinkShift] {
    try workspace.shifts(texts: [:], removed: paths, today: today)
      .filter { $0.meaning != .nothing }
  }

  /// The links of other notes that lead nowhere afterwards.
  func brokenLinks(besides shifts: [LinkShift]) throws -> [LinkRow] {
    let removed = Set(paths)
    let links = try paths.flatMap { try workspace.index.links(to: $0, today: today) }
    return links.filter { link in
      !removed.contains(link.source)
        && !shifts.contains {
          $0.path == link.source && $0.line == link.line && $0.destination == link.destination
        }
    }
  }
}

extension CommandContext {
  /// Reports links that a removal breaks.
  func reportBroken(_ links: [LinkRow], isDryRun: Bool) {
    guard !links.isEmpty else { return }
    let list = links.map { "\n  \($0.source):\($0.line)  \($0.destination)" }.joined()
    warn(
      isDryRun
        ? Message(
          "\(counted(links.count, "link")) would break:" + list,
          ko: "링크 \(links.count)개가 끊길 예정입니다:" + list)
        : Message(
          links.count == 1
            ? "1 link is broken now:" + list
            : "\(links.count) links are broken now:" + list,
          ko: "링크 \(links.count)개가 끊겼습니다:" + list))
  }
}

/// A folder without anything that Sheaf reads.
struct NothingInFolder: ExplainedError {
  let path: NotePath

  var category: ErrorCategory { .notFound }
  var explanation: Message {
    Message(
      "\(path) contains no notes or files that Sheaf reads",
      ko: "Sheaf에서 읽는 메모나 파일이 없는 폴더입니다: \(path)")
  }
}
