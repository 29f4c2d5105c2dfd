import ByteBasics
import NoteHistory
import NoteIndex
package import NoteModel
package import NoteRepository
import NoteSyntax
import RegularExpressions
import Synchronization
import Wording

/// The files that the programs of the folder keep from readers, and those that only this computer has and that a pull named.
package final class Exclusions: Sendable {
  private struct Rule {
    let source: String
    let named: FilePatterns
    let anyCase: FilePatterns
    let reach: ExcludedFiles.Reach
    let folder: String
    /// The place of the repository in the folder around it from which the patterns start, as written and in any case.
    let start: (named: String, anyCase: String)
  }

  private let rules: [Rule]
  /// The expressions with their settings, by the place of the repository in the folder around it from which they start.
  private let expressions: Mutex<[String: [(source: String, matcher: PatternMatcher)]]>
  private let unsent: Set<NotePath>
  private let encrypted: Set<NotePath>

  /// - Parameters:
  ///   - unsent: The files that `sync` does not send, because only the other side names them.
  ///   - encrypted: The files that git stores through a filter.
  /// - Throws: ``UnreadExclusions`` for a setting or an expression that cannot be read, because its exclusions are unknown;
  ///   ``Problem``.
  package init(
    _ programs: FoundPrograms, of repository: Repository, unsent: Set<NotePath> = [], encrypted: Set<NotePath> = []
  ) throws {
    self.unsent = unsent
    self.encrypted = encrypted
    try AdoptedSettings.checkMark(in: repository)
    let files = try programs.excludedFiles()
    rules = files.filter { !$0.patterns.isEmpty || $0.reach == .othersUnlessAsked }.map {
      let patterns = $0.patterns.map(composedName)
      let anyCase = FilePatterns(patterns.map { $0.lowercased() })
      let start = composedName($0.start)
      return Rule(
        source: $0.source, named: FilePatterns(patterns), anyCase: anyCase, reach: $0.reach,
        folder: composedName($0.folder), start: (start, start.lowercased()))
    }
    expressions = Mutex(
      try files.reduce(into: [:]) { found, file in
        found[composedName(file.start), default: []] += try file.expressions.map { expression in
          do {
            return (file.source, PatternMatcher(try TextPattern(expression)))
          } catch {
            throw UnreadExclusions(file.source, expression: "/\(expression.trimmingPrefix("(?i)"))/")
          }
        }
      })
  }

  /// Returns true if the programs leave out the file, or if a pattern takes too long: in doubt a note is not published.
  package func hold(_ path: NotePath, isAsked: Bool) -> Bool { source(holding: path, isAsked: isAsked) != nil }

  /// Returns the file and its setting by which a program leaves out a file: `mkdocs.yml: exclude_docs`.
  package func source(holding path: NotePath, isAsked: Bool) -> String? {
    let name = composedName(path.string)
    // Some programs ignore the case of names.
    let small = name.lowercased()
    for rule in rules where rule.reach == .all || !isAsked || rule.reach == .encrypted && !path.isMarkdown {
      let name = rule.start.named + name
      if rule.reach != .othersUnlessAsked {
        if rule.named.match(name) || rule.anyCase.match(rule.start.anyCase + small) { return rule.source }
      } else if name.hasPrefix(rule.folder), !rule.named.match(name) {
        return rule.source
      }
    }
    let found = expressions.withLock { expressions -> String? in
      for (start, expressions) in expressions where !expressions.isEmpty {
        let folders = path.ancestors.map { "/" + start + composedName($0.string) }
        let texts = ([start + name, "/" + start + name] + folders).map { Array($0.utf8) }
        for (source, matcher) in expressions
        where texts.contains(where: { (try? matcher.hits(in: $0, limit: 1).isEmpty) != true }) {
          return source
        }
      }
      return nil
    }
    if found == nil, encrypted.contains(path), !isAsked || !path.isMarkdown { return ".gitattributes" }
    return found ?? (unsent.contains(path) ? "sync.include" : nil)
  }
}

extension Workspace {
  /// Returns the programs whose settings are among the files of the index.
  package func foundPrograms() throws -> FoundPrograms {
    FoundPrograms(in: repository.root, folders: try index.files.folders(), home: repository.places.home)
  }

  /// Returns the files that the programs of the folder keep from readers.
  ///
  /// - Throws: The errors of ``Exclusions/init(_:of:)``, and ``Problem`` while a conflict about a setting is open,
  ///   because the user has not chosen a version yet.
  package func exclusions() throws -> Exclusions {
    let programs = try foundPrograms()
    let disputed = try disputedFiles()
    if !disputed.isEmpty {
      let settings = programs.exclusionFiles.union(
        [Repository.configurationPath, ".gitattributes"].map(NotePath.init(trusted:)))
      if let file = disputed.intersection(settings).min() {
        throw Problem(
          .conflict,
          Message(
            "A conflict about \(file.string) is open, so the excluded notes are unknown",
            ko: "충돌을 아직 정하지 않아 제외할 메모를 알 수 없습니다: \(file.string)"),
          hint: Message("“sheaf resolve” shows both versions.", ko: "“sheaf resolve”로 두 버전을 볼 수 있습니다."))
      }
    }
    return try Exclusions(programs, of: repository, unsent: unsentFiles(), encrypted: encryptedFiles())
  }

  /// Returns the files in the index that git stores through a filter, such as `git-crypt`.
  package func encryptedFiles() throws -> Set<NotePath> {
    let paths = try index.files()?.map(\.path) ?? []
    let named = Set(ProgramFolder.encrypted(paths, in: repository.root))
    guard let git else { return named }
    // Git also reads attributes in the folders above the repository, and those of `core.attributesFile`.
    let own = try? git.output(.asking(.config, "--path", "core.attributesFile")).text
    let attributes = own.flatMap { (try? readFile($0, limit: 1 << 20)) == nil ? nil : $0 }
    let filters = try? GitFilters(git).names(of: paths.map(\.string), attributes: attributes)
    return named.union((filters ?? [:]).filter { $0.value != "lfs" }.keys)
  }

  /// Returns the files with an open conflict. There are none without git, and in a folder that git does not track.
  private func disputedFiles() throws -> Set<NotePath> {
    guard let git, let disputes = (try? GitDisputes(in: git)) ?? nil else { return [] }
    return disputes.paths(below: try git.output(.asking(.revParse, "--show-prefix")).text)
  }

  /// Returns the notes with an open conflict that the rules withhold in the version of the other side. Until the user
  /// decides, readers get neither version.
  package func disputedNotes(heldBackBy rules: PublicationRules) throws -> Set<NotePath> {
    let paths = try disputedFiles()
    guard let git, !paths.isEmpty else { return [] }
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
      if known == nil { known = try? workspace.exclusions() }
      return known?.hold(path, isAsked: isAsked) ?? true
    }
  }
}
