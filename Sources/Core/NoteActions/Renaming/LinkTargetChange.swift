import NoteIndex
package import NoteModel
package import NoteRepository
import NoteSyntax
package import Wording

/// A link that nobody rewrote and that means something else after names came, went or changed.
package struct LinkTargetChange: Sendable, Hashable {
  package enum Meaning: Sendable, Hashable {
    case nothing
    case one(NotePath)
    case several([NotePath])
  }

  /// The note with the link, by its path afterwards.
  package let path: NotePath
  /// 1-based.
  package let line: Int
  package let destination: String
  /// The target or targets of the link afterwards.
  package let meaning: Meaning

  /// Returns the sentence about the change.
  ///
  /// - Parameter isDone: False for a command that only shows its plan.
  package func explanation(isDone: Bool) -> Message {
    let (place, link) = ("\(path):\(line)", "“\(destination)”")
    switch (meaning, isDone) {
    case (.nothing, true): return Message("\(place): \(link) is broken now", ko: "\(place): \(link) 링크가 끊겼습니다")
    case (.nothing, false): return Message("\(place): \(link) would break", ko: "\(place): \(link) 링크가 끊깁니다")
    case (.one(let target), true):
      return Message(
        "\(place): \(link) points to \(target) now",
        ko: "\(place): \(link) 링크의 대상이 바뀌었습니다: \(target)")
    case (.one(let target), false):
      return Message(
        "\(place): \(link) would point to \(target)",
        ko: "\(place): \(link) 링크의 대상이 바뀝니다: \(target)")
    case (.several(let targets), true):
      let list = targets.map(\.string).joined(separator: ", ")
      return Message(
        "\(place): \(link) is ambiguous now: \(list)",
        ko: "\(place): \(link) 링크에 해당하는 파일이 여러 개입니다: \(list)")
    case (.several(let targets), false):
      let list = targets.map(\.string).joined(separator: ", ")
      return Message(
        "\(place): \(link) would be ambiguous: \(list)",
        ko: "\(place): \(link) 링크에 해당하는 파일이 여러 개가 됩니다: \(list)")
    }
  }
}

extension LinkTargetChange.Meaning {
  init(_ resolution: LinkResolution) {
    switch resolution {
    case .resolved(let goal): self = .one(goal.path)
    case .ambiguous(let paths): self = .several(paths.sorted())
    case .broken, .external: self = .nothing
    }
  }

  /// Returns the meaning with the new paths of the files.
  func moved(by moves: PathMoves) -> LinkTargetChange.Meaning {
    switch self {
    case .nothing: .nothing
    case .one(let path): .one(moves.newPath(of: path))
    case .several(let paths): .several(paths.map { moves.newPath(of: $0) }.sorted())
    }
  }
}

extension Workspace {
  /// Returns the links that change their meaning when a command writes its changes. A move corrects its links itself.
  package func shifts(of transaction: Transaction) throws -> [LinkTargetChange] {
    var texts: [NotePath: [UInt8]] = [:]
    for change in transaction.changes {
      switch change {
      case .create(let path, let bytes), .replace(let path, _, let bytes): texts[path] = bytes
      case .place: continue
      case .remove, .move: return []
      }
    }
    return try shifts(texts: texts)
  }

  /// Returns the links that lead to one file now, and to another, to several or to none after names change.
  ///
  /// The index is not updated first, so links that were written since its last update are not found.
  ///
  /// - Parameters:
  ///   - texts: New and changed files.
  ///   - removed: Removed files.
  /// - Returns: The links, in the order of the notes that contain them.
  /// - Throws: If the index cannot be read.
  package func shifts(texts: [NotePath: [UInt8]], removed: [NotePath] = []) throws -> [LinkTargetChange] {
    guard index.isBuilt else { return [] }
    var renamed: [NotePath: [NoteName]] = [:]
    var keys: Set<String> = []
    for (path, text) in texts {
      let before = try index.names(of: path)
      let after = path.isMarkdown ? readableNote(text, at: path).names : NoteName.names(ofFile: path, in: layout)
      let changed = Set(before).symmetricDifference(after)
      guard !changed.isEmpty else { continue }
      renamed[path] = after
      keys.formUnion(changed.map(\.key))
    }
    for path in removed {
      renamed[path] = []
      keys.formUnion(try index.names(of: path).map(\.key))
    }
    var names = NameTable(index, PathMoves([]), renamed: renamed)
    var shifts: [LinkTargetChange] = []
    let gone = Set(removed).union(texts.keys)
    for source in try index.links.sources(askingForAny: keys) where !gone.contains(source) {
      for link in try index.links(from: source) {
        guard let target = LinkTarget(link), !keys.isDisjoint(with: target.keys(in: index.linkRoots)) else { continue }
        let before = LinkTargetChange.Meaning(try names.resolutionNow(target, from: source))
        let after = LinkTargetChange.Meaning(try names.resolutionAfterwards(target, from: source))
        guard case .one(let old) = before, after != before, files.exists(old) else { continue }
        shifts.append(LinkTargetChange(path: source, line: link.line, destination: link.destination, meaning: after))
      }
    }
    return shifts
  }
}
