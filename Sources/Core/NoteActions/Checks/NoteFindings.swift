package import ByteBasics
import NoteIndex
package import NoteModel
import NoteRepository
package import NoteSyntax
import Wording

extension NoteCheck {
  /// Returns the mistakes in a note, if the check applies to notes of its kind.
  func findApplicable(_ note: Note, _ rules: NoteRules) -> [Diagnostic] {
    let isApplicable = note.kind != .template || NoteCheck.ofTemplates.contains(name)
    return isApplicable ? find(note, rules) : []
  }
}

extension Workspace {
  /// Returns the findings of the checks of notes and of links in one note, in the text given instead of its file.
  ///
  /// - Parameters:
  ///   - note: The note as it reads now.
  ///   - choice: The checks to run.
  ///   - includesLinks: False if the other notes are not known yet.
  ///   - anchors: The headings and blocks of a note that links lead into. Nil if it cannot be read.
  /// - Returns: The findings in any order.
  /// - Throws: If the index cannot be read.
  package func findings(
    in note: Note, _ choice: CheckRound.Choice, includesLinks: Bool, anchors: (NotePath) -> NoteAnchors?
  ) throws -> [Diagnostic] {
    let checks = NoteChecks.all.filter { choice.runs($0.name) }
    let rules = configuration.noteRules
    var found = checks.flatMap { $0.findApplicable(note, rules) }
    if includesLinks, note.kind != .template {
      found += try linkFindings(in: note, choice, anchors)
      found += try citationFindings(in: note, choice)
    }
    return found.map { choice.applied(to: $0) }
  }

  private func linkFindings(
    in note: Note, _ choice: CheckRound.Choice, _ anchors: (NotePath) -> NoteAnchors?
  ) throws -> [Diagnostic] {
    var known: [NotePath: NoteAnchors] = [:]
    let placed = configuration.schemas.linkPlaces(in: note)
    return try withFiles(index.links(of: note)).compactMap { link in
      func found(_ check: RepositoryCheck, _ message: Message) -> Diagnostic? {
        guard choice.runs(check.name) else { return nil }
        return Diagnostic(check: check.name, severity: check.severity, range: link.range, message: message)
      }
      switch link.state {
      case .broken: return found(.brokenLink, LinkSentence.broken(link))
      case .ambiguous: return found(.ambiguousLink, LinkSentence.ambiguous(link))
      case .external, .unwritten: return nil
      case .resolved:
        if let place = placed.first(where: { $0.isLeft(by: link) }) {
          return found(.fieldLink, place.sentence(of: link))
        }
        guard let fragment = link.fragment, !fragment.isEmpty, let target = link.target,
          target.isMarkdown
        else { return nil }
        if known[target] == nil { known[target] = anchors(target) }
        guard let there = known[target], !there.has(fragment, isWiki: link.isWiki),
          try index.notes.sealedLetters()[target] == nil
        else { return nil }
        return found(fragment.hasPrefix("^") ? .brokenBlock : .brokenHeading, LinkSentence.lacking(fragment))
      }
    }
  }
}

/// The facts about each note that the checks of a whole repository need.
package struct NoteFacts: Sendable {
  package let path: NotePath
  let identifier: String?
  /// The possible targets of links in it. Nil if no link leads to it.
  let anchors: NoteAnchors?
  /// The formulas, each with its place, if it is known.
  let formulas: [(formula: Formula, range: ByteRange?)]
  /// The fields whose links lead into a folder.
  let linkPlaces: [FieldLinkPlace]

  init(_ note: Note, isTarget: Bool, _ formulas: [Formula], _ schemas: NoteSchemas) {
    linkPlaces = schemas.linkPlaces(in: note)
    self.formulas = formulas.map { ($0, Self.range(of: $0, in: note.document.source.bytes)) }
    path = note.path
    identifier = note.identifier
    anchors = isTarget ? NoteAnchors(note.document) : nil
  }

  private static func range(of formula: Formula, in bytes: [UInt8]) -> ByteRange? {
    let line = formula.tex.prefix { !$0.isNewline }
    guard let start = ByteSearch(Array(line.utf8))?.place(in: bytes, from: 0) else { return nil }
    return ByteRange(start, start + line.utf8.count)
  }
}

/// The changes of `check --fix`: the fixes of each note that do not overlap and provably keep its meaning.
package struct CheckFixes {
  /// A note before and after its fixes.
  package struct Change {
    package let path: NotePath
    package let before: [UInt8]
    package let after: [UInt8]
  }

  /// The changes in the order of their paths.
  package private(set) var changes: [Change] = []
  /// The number of findings that are fixed.
  package private(set) var count = 0

  package init(of result: CheckRound.Result) {
    let findings = Dictionary(grouping: result.findings, by: \.path)
    for (path, source) in result.sources.sorted(by: { $0.key < $1.key }) {
      let proved = Self.proved((findings[path] ?? []).map(\.diagnostic), in: source)
      guard !proved.isEmpty, let after = try? source.applying(proved.flatMap(\.self)) else { continue }
      changes.append(Change(path: path, before: source.bytes, after: after.bytes))
      count += proved.count
    }
  }

  /// Returns the edits of the fixes of a note's findings that can be made together.
  package static func proved(_ findings: [Diagnostic], in source: SourceBuffer) -> [[TextEdit]] {
    let fixes = DisjointEdits.first(of: findings.compactMap { $0.fix?.edits })
    // A proof reads the whole note.
    guard !fixes.isEmpty else { return [] }
    var proof = FixProof(source)
    return proof.provable(fixes)
  }
}
