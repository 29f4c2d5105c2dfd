import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax

/// Finds files by a part of a name as it is typed; open documents by the names that they have now.
struct NameFinder {
  private let snapshot: Snapshot
  private let workspace: Workspace
  /// Files near this one come first.
  private let source: NotePath?

  /// The number of candidates of which the best are chosen by what they are.
  private static let candidateLimit = 200

  init(_ snapshot: Snapshot, _ workspace: Workspace, from source: NotePath?) {
    self.snapshot = snapshot
    self.workspace = workspace
    self.source = source
  }

  /// The best match first; among equals files of the same folder, then those that most links lead to.
  ///
  /// `text`: What was typed; nothing finds the most used files.
  func files(matching text: String, limit: Int) throws -> [NamedFile] {
    let catalogue = snapshot.folder.catalogue
    let part = NamePart(text)
    var numbers: [Int]
    var best: [Int: NamePart.Match] = [:]
    if let part {
      (numbers, best) = catalogue.names.matches(of: part)
    } else {
      numbers = Array(catalogue.uses.keys)
    }
    numbers = Self.first(Self.candidateLimit, of: numbers) { number in
      ((best[number] ?? .beginning).rawValue, catalogue.uses[number] ?? 0)
    }
    let stored = try workspace.index.files(numbered: numbers)
    var found: [(file: NamedFile, worth: (Int, Int, Int))] =
      stored
      .filter { snapshot.documents[$0.path] == nil }
      .map { file in
        let uses = catalogue.uses[file.number] ?? 0
        return (file, worth(best[file.number] ?? .beginning, file.path, uses))
      }
    for open in snapshot.documents.values where open.path.isMarkdown {
      guard let match = Self.match(part, open.note) else { continue }
      let file = NamedFile(number: 0, path: open.path, title: open.note.title)
      found.append((file, worth(match, open.path, 0)))
    }
    return found.sorted { left, right in
      left.worth == right.worth ? left.file.path < right.file.path : left.worth < right.worth
    }.prefix(limit).map(\.file)
  }

  /// The match, then files near the source, then the most used; smaller is better.
  private func worth(_ match: NamePart.Match, _ path: NotePath, _ uses: Int) -> (Int, Int, Int) {
    (match.rawValue, isNear(path) ? 0 : 1, -uses)
  }

  /// The best of many numbers. Each is asked once what it is worth, and the order is one of integers.
  ///
  /// `worth`: How well it matches, 0 being best, and how often it is used.
  private static func first(
    _ limit: Int, of numbers: [Int], worth: (Int) -> (match: Int, uses: Int)
  ) -> [Int] {
    let keys = numbers.enumerated().map { position, number in
      let (match, uses) = worth(number)
      return match << 56 | (0xFF_FFFF - min(uses, 0xFF_FFFF)) << 32 | position
    }
    return keys.sorted().prefix(limit).map { numbers[$0 & 0xFFFF_FFFF] }
  }

  private func isNear(_ path: NotePath) -> Bool { source.map { $0.folder == path.folder } ?? false }

  private static func match(_ part: NamePart?, _ note: Note) -> NamePart.Match? {
    guard let part else { return .beginning }
    return note.names.filter { $0.rank <= .heading }
      .compactMap { part.match(TypedName($0.key)) }.min()
  }
}
