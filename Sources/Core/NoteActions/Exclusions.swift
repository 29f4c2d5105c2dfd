import ByteBasics
import NoteIndex
package import NoteModel
package import NoteRepository
import RegularExpressions
import Synchronization

/// The files that the programs of the folder keep from readers.
package final class Exclusions: Sendable {
  private struct Rule {
    let named: FilePatterns
    let anyCase: FilePatterns
    let reach: ExcludedFiles.Reach
    let folder: String
    let start: String
  }

  private let rules: [Rule]
  private let expressions: Mutex<[(matcher: PatternMatcher, start: String)]>

  /// - Throws: ``UnreadExclusions`` for a setting or an expression that cannot be read, because its exclusions are unknown;
  ///   ``Problem``.
  package init(_ programs: FoundPrograms, of repository: Repository) throws {
    try AdoptedSettings.checkMark(in: repository)
    let files = try programs.excludedFiles()
    rules = files.filter { !$0.patterns.isEmpty || $0.reach == .othersUnlessAsked }.map {
      let patterns = $0.patterns.map(composedName)
      let anyCase = FilePatterns(patterns.map { $0.lowercased() })
      return Rule(
        named: FilePatterns(patterns), anyCase: anyCase, reach: $0.reach, folder: composedName($0.folder),
        start: composedName($0.start))
    }
    expressions = Mutex(
      try files.flatMap { file in
        try file.expressions.map { expression in
          do {
            return (PatternMatcher(try TextPattern(expression)), composedName(file.start))
          } catch {
            throw UnreadExclusions(file.source, expression: "/\(expression.trimmingPrefix("(?i)"))/")
          }
        }
      })
  }

  /// Returns true if the programs leave out the file, or if a pattern takes too long: in doubt a note is not published.
  package func hold(_ path: NotePath, isAsked: Bool) -> Bool {
    let name = composedName(path.string)
    for rule in rules where rule.reach == .all || !isAsked || rule.reach == .encrypted && !path.isMarkdown {
      let name = rule.start + name
      if rule.reach != .othersUnlessAsked {
        // Some programs ignore the case of names.
        if rule.named.match(name) || rule.anyCase.match(name.lowercased()) { return true }
      } else if name.hasPrefix(rule.folder), !rule.named.match(name) {
        return true
      }
    }
    return expressions.withLock { matchers in
      let folders = matchers.isEmpty ? [] : path.ancestors.map { "/" + composedName($0.string) }
      return matchers.contains { matcher, start in
        // Patterns of a folder around the repository begin there.
        ([start + name, "/" + start + name] + folders.map { "/" + start + $0.dropFirst() }).contains {
          (try? matcher.hits(in: Array($0.utf8), limit: 1).isEmpty) != true
        }
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
