import ByteBasics
import NoteIndex
package import NoteModel
import NoteRepository
import RegularExpressions
import Synchronization

/// The files that the programs of the folder keep from readers.
package final class Exclusions: Sendable {
  private let patterns: [(named: FilePatterns, anyCase: FilePatterns, files: ExcludedFiles)]
  private let expressions: Mutex<[PatternMatcher]>

  /// - Throws: ``UnreadExclusions`` for an expression that cannot be read: what it excludes is not known.
  package init(of workspace: Workspace) throws {
    try AdoptedSettings.checkMark(in: workspace.repository)
    let files = try AdoptedSettings.excludedFiles(
      in: workspace.repository.root, folders: workspace.index.files.folders())
    patterns = files.filter { !$0.patterns.isEmpty || $0.reach == .othersUnlessAsked }.map {
      (FilePatterns($0.patterns.map(composedName)), FilePatterns($0.patterns.map { composedName($0).lowercased() }), $0)
    }
    expressions = Mutex(
      try files.flatMap { file in
        try file.expressions.map { expression in
          do {
            return PatternMatcher(try TextPattern(expression))
          } catch {
            throw UnreadExclusions(file.source, expression: "/\(expression.trimmingPrefix("(?i)"))/")
          }
        }
      })
  }

  /// Returns true if the programs leave out the file, or if a pattern takes too long: in doubt a note is not published.
  package func hold(_ path: NotePath, isAsked: Bool) -> Bool {
    let name = composedName(path.string)
    for (named, anyCase, files) in patterns
    where files.reach == .all || !isAsked || files.reach == .encrypted && !path.isMarkdown {
      let others = files.reach == .othersUnlessAsked
      // Some programs ignore the case of names.
      let isMeant = others ? !named.match(name) : named.match(name) || anyCase.match(name.lowercased())
      if isMeant, !others || name.hasPrefix(composedName(files.folder)) { return true }
    }
    return expressions.withLock { matchers in
      matchers.contains { (try? $0.hits(in: Array(name.utf8), limit: 1).isEmpty) != true }
    }
  }
}

/// ``Exclusions`` that are read when the first file is asked about.
final class LaterExclusions: Sendable {
  private let exclusions = Mutex<Exclusions?>(nil)
  private let workspace: Workspace

  init(of workspace: Workspace) { self.workspace = workspace }

  /// Returns true for every file if the settings cannot be read.
  func hold(_ path: NotePath, isAsked: Bool) -> Bool {
    exclusions.withLock { known in
      if known == nil { known = try? Exclusions(of: workspace) }
      return known?.hold(path, isAsked: isAsked) ?? true
    }
  }
}
