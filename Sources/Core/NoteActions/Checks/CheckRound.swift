import ByteBasics
package import NoteHistory
import NoteIndex
package import NoteModel
package import NoteRepository
package import NoteSyntax

/// Runs the checks over notes.
package struct CheckRound {
  /// The checks to run, with the severity of their findings; by name.
  package struct Choice: Sendable {
    private let settings: [String: String]

    /// - Parameter settings: `off`, `info`, `warning` or `error` by the name of a check; one that is not named is as it
    ///   is.
    package init(_ settings: [String: String]) { self.settings = settings }

    package func runs(_ name: String) -> Bool { !["off", "false", "no"].contains(settings[name] ?? "on") }

    package func applied(to diagnostic: Diagnostic) -> Diagnostic {
      guard let severity = settings[diagnostic.check].flatMap(Diagnostic.Severity.init(rawValue:))
      else { return diagnostic }
      return Diagnostic(
        check: diagnostic.check, severity: severity, range: diagnostic.range,
        message: diagnostic.message, fix: diagnostic.fix)
    }
  }

  private let workspace: Workspace
  private let choice: Choice
  /// Contents to check instead of the files: the staged versions.
  private let contents: [NotePath: [UInt8]]
  /// The reader of formulas; nil to check no formulas.
  private let reading: FormulaReading?
  /// The answers to queries; nil to check no queries.
  private let answers: QueryAnswers?
  private let git: (any GitClient)?

  /// - Parameter git: The client in the folder of notes. Nil skips checks that need git.
  package init(
    _ workspace: Workspace, choice: Choice, contents: [NotePath: [UInt8]] = [:],
    reading: FormulaReading? = nil, answers: QueryAnswers? = nil, git: (any GitClient)? = nil
  ) {
    self.git = git
    self.answers = answers
    self.reading = choice.runs(RepositoryCheck.unreadableFormula.name) ? reading : nil
    self.workspace = workspace
    self.choice = choice
    self.contents = contents
  }

  /// The findings in any order, and the files that could not be read.
  package struct Result: Sendable {
    package var findings: [Finding] = []
    package fileprivate(set) var problems: [RepositoryError] = []
    /// The bytes of the notes in which something was found.
    package fileprivate(set) var sources: [NotePath: SourceBuffer] = [:]

    /// Returns the positions of each note's findings, by their offsets. A note is read once for all its findings.
    ///
    /// - Parameter countsScalars: True if columns count code points, not grapheme clusters.
    package func positions(in workspace: Workspace, countsScalars: Bool = false) -> [NotePath: [Int: SourcePosition]] {
      let located = Dictionary(grouping: findings.filter { $0.diagnostic.range != nil }, by: \.path)
      return located.reduce(into: [:]) { positions, element in
        let (path, findings) = element
        let source = sources[path] ?? (try? workspace.files.read(path)).map(SourceBuffer.init)
        positions[path] = source?.positions(
          of: findings.compactMap(\.diagnostic.range?.lowerBound), countsScalars: countsScalars)
      }
    }
  }

  /// Checks every note and the relations between them; only findings in `paths` are kept, nil keeps all.
  ///
  /// - Parameters:
  ///   - threads: Workers besides the caller. Nil for one on each other processor.
  ///   - checkpoint: Called for every note; an error from the call ends the round.
  package func run(
    only paths: Set<NotePath>?, threads: Int? = nil, checkpoint: () throws -> Void = {}
  ) throws -> Result {
    let repository = workspace.repository
    let selection = FileSelection(repository: repository, extraIgnores: workspace.configuration.list("ignore"))
    var result = Result()
    result.problems = selection.problems
    var facts: [NoteFacts] = []
    let checks = NoteChecks.all.filter { choice.runs($0.name) }
    let layout = workspace.layout
    let rules = workspace.configuration.noteRules
    let schemas = workspace.configuration.schemas
    let contents = contents
    let gate = workspace.gate
    let formulas = reading?.formulas
    // The headings of a note are kept only if a link leads to a part of it.
    let partLinks = try workspace.index.links.toParts()
    let targets = Set(partLinks.compactMap(\.target))
    let round = FileRound { item, bytes in
      let readable = gate.readable(contents[item.path] ?? bytes, at: item.path, in: layout)
      let note = Note(Document(parsing: readable), at: item.path, in: layout)
      return (
        NoteFacts(note, isTarget: targets.contains(note.path), formulas?(note) ?? [], schemas),
        checks.flatMap { $0.findApplicable(note, rules) }
      )
    }
    try round.run(selection.items, threads: threads) { file in
      try checkpoint()
      switch file.result {
      case .failure(let error): result.problems.append(error)
      case .success(let (bytes, (note, diagnostics))):
        facts.append(note)
        guard !diagnostics.isEmpty, paths?.contains(file.item.path) != false else { return }
        result.sources[file.item.path] = SourceBuffer(contents[file.item.path] ?? bytes)
        result.findings += diagnostics.map {
          Finding(path: file.item.path, diagnostic: choice.applied(to: $0))
        }
      }
    }
    let scene = RepositoryCheck.Scene(
      workspace: workspace, notes: Dictionary(facts.map { ($0.path, $0) }) { first, _ in first },
      brokenLinks: try workspace.brokenLinks(), partLinks: partLinks,
      conflictCopies: try workspace.conflictCopies(
        among: selection.items.map(\.path), named: selection.conflictCopies,
        sharingIdentifiers: workspace.index.notes.withSharedIdentifiers()), reading: reading, answers: answers,
      git: git)
    for check in RepositoryChecks.all where choice.runs(check.name) {
      result.findings += try check.find(scene).filter { paths?.contains($0.path) != false }.map {
        Finding(path: $0.path, diagnostic: choice.applied(to: $0.diagnostic), line: $0.line)
      }
    }
    return result
  }
}
