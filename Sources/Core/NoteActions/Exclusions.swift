import ByteBasics
import NoteIndex
package import NoteModel
package import NoteRepository
import RegularExpressions
import Synchronization

/// The files that the programs of the folder keep from readers.
package final class Exclusions: Sendable {
  private let patterns: [(named: FilePatterns, anyCase: FilePatterns, reach: ExcludedFiles.Reach, folder: String)]
  private let expressions: Mutex<[PatternMatcher]>

  /// - Throws: ``UnreadExclusions`` for a setting or an expression that cannot be read, because its exclusions are unknown;
  ///   ``Problem``.
  package init(_ programs: FoundPrograms, of repository: Repository) throws {
    try AdoptedSettings.checkMark(in: repository)
    let files = try programs.excludedFiles()
    patterns = files.filter { !$0.patterns.isEmpty || $0.reach == .othersUnlessAsked }.map {
      let patterns = $0.patterns.map(composedName)
      let anyCase = FilePatterns(patterns.map { $0.lowercased() })
      return (FilePatterns(patterns), anyCase, $0.reach, composedName($0.folder))
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
    // Some programs ignore the case of names.
    let small = name.lowercased()
    for (named, anyCase, reach, folder) in patterns
    where reach == .all || !isAsked || reach == .encrypted && !path.isMarkdown {
      if reach != .othersUnlessAsked {
        if named.match(name) || anyCase.match(small) { return true }
      } else if name.hasPrefix(folder), !named.match(name) {
        return true
      }
    }
    return expressions.withLock { matchers in
      let folders = matchers.isEmpty ? [] : path.ancestors.map { "/" + composedName($0.string) }
      let texts = ([name, "/" + name] + folders).map { Array($0.utf8) }
      return matchers.contains { matcher in
        texts.contains { (try? matcher.hits(in: $0, limit: 1).isEmpty) != true }
      }
    }
  }
}

extension Workspace {
  /// Returns the programs whose settings are among the files of the index.
  package func foundPrograms() throws -> FoundPrograms {
    FoundPrograms(in: repository.root, folders: try index.files.folders())
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
      if known == nil { known = try? Exclusions(workspace.foundPrograms(), of: workspace.repository) }
      return known?.hold(path, isAsked: isAsked) ?? true
    }
  }
}
