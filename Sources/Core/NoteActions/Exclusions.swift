import ByteBasics
import NoteHistory
import NoteIndex
package import NoteModel
package import NoteRepository
import NoteSyntax
import RegularExpressions
import Synchronization

/// The files that the programs of the folder keep from readers.
package final class Exclusions: Sendable {
  private struct Rule {
    let named: FilePatterns
    let anyCase: FilePatterns
    let reach: ExcludedFiles.Reach
    let folder: String
    /// The place of the repository in the folder around it from which the patterns start, as written and in any case.
    let start: (named: String, anyCase: String)
  }

  private let rules: [Rule]
  /// The expressions, by the place of the repository in the folder around it from which they start.
  private let expressions: Mutex<[String: [PatternMatcher]]>

  /// - Throws: ``UnreadExclusions`` for a setting or an expression that cannot be read, because its exclusions are unknown;
  ///   ``Problem``.
  package init(_ programs: FoundPrograms, of repository: Repository) throws {
    try AdoptedSettings.checkMark(in: repository)
    let files = try programs.excludedFiles()
    rules = files.filter { !$0.patterns.isEmpty || $0.reach == .othersUnlessAsked }.map {
      let patterns = $0.patterns.map(composedName)
      let anyCase = FilePatterns(patterns.map { $0.lowercased() })
      let start = composedName($0.start)
      return Rule(
        named: FilePatterns(patterns), anyCase: anyCase, reach: $0.reach, folder: composedName($0.folder),
        start: (start, start.lowercased()))
    }
    expressions = Mutex(
      try files.reduce(into: [:]) { found, file in
        found[composedName(file.start), default: []] += try file.expressions.map { expression in
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
    for rule in rules where rule.reach == .all || !isAsked || rule.reach == .encrypted && !path.isMarkdown {
      let name = rule.start.named + name
      if rule.reach != .othersUnlessAsked {
        if rule.named.match(name) || rule.anyCase.match(rule.start.anyCase + small) { return true }
      } else if name.hasPrefix(rule.folder), !rule.named.match(name) {
        return true
      }
    }
    return expressions.withLock { expressions in
      expressions.contains { start, matchers in
        guard !matchers.isEmpty else { return false }
        let folders = path.ancestors.map { "/" + start + composedName($0.string) }
        let texts = ([start + name, "/" + start + name] + folders).map { Array($0.utf8) }
        return matchers.contains { matcher in
          texts.contains { (try? matcher.hits(in: $0, limit: 1).isEmpty) != true }
        }
      }
    }
  }
}

extension Workspace {
  /// Returns the programs whose settings are among the files of the index.
  package func foundPrograms() throws -> FoundPrograms {
    FoundPrograms(in: repository.root, folders: try index.files.folders(), home: repository.places.home)
  }

  /// Returns the notes about which a conflict is open and which rules withhold in the version of the other side. Until
  /// the user decides, a reader gets neither version.
  package func disputedNotes(heldBackBy rules: PublicationRules) throws -> Set<NotePath> {
    // Without git, or in a folder that git does not know, no conflict is open.
    guard let git, let disputes = (try? GitDisputes(in: git)) ?? nil else { return [] }
    let paths = disputes.paths(below: try git.output(.asking(.revParse, "--show-prefix")).text)
    let objects = GitObjects(git)
    let others = try objects.files(of: "HEAD", paths: paths.map(\.string))
    let texts = try objects.texts(of: others.map(\.object))
    return Set(
      others.compactMap { file in
        let path = NotePath(trusted: file.path)
        guard let text = texts[file.object] else { return path }
        let note = Note(Document(parsing: text), at: path, in: layout)
        return rules.reason(PublicationCandidate(note, in: index.zone)) == nil ? nil : path
      })
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
