import ByteBasics
import NoteHistory
package import NoteModel
import NoteRepository
package import NoteSyntax
package import Wording

/// A mistake and the note it is in.
package struct Finding: Sendable {
  package let path: NotePath
  package let diagnostic: Diagnostic
  /// 1-based, if the check knows it and the diagnostic has no range.
  package let line: Int?

  package init(path: NotePath, diagnostic: Diagnostic, line: Int? = nil) {
    self.path = path
    self.diagnostic = diagnostic
    self.line = line
  }
}

/// Looks for one kind of mistake between notes. ``RepositoryChecks`` lists them.
package struct RepositoryCheck: Sendable {
  package struct Scene {
    package let workspace: Workspace
    let notes: [NotePath: NoteFacts]
    /// The links that lead nowhere, or to several notes.
    let brokenLinks: [LinkRow]
    /// The links to parts of notes.
    let partLinks: [LinkRow]
    let conflictCopies: [ConflictCopy]
    /// The reader of formulas; nil if formulas cannot be read.
    let reading: FormulaReading?
    /// The source of answers to queries in notes; nil skips this check.
    let answers: QueryAnswers?
    /// The git client in the folder of notes. Nil skips checks that need git.
    let git: (any GitClient)?
  }

  package let name: String
  package let severity: Diagnostic.Severity
  package let summary: Message
  package let find: @Sendable (_ scene: Scene) throws -> [Finding]

  init(
    _ name: String, _ severity: Diagnostic.Severity, _ english: String, ko korean: String,
    find: @escaping @Sendable (_ scene: Scene) throws -> [Mistake]
  ) {
    self.name = name
    self.severity = severity
    summary = Message(english, ko: korean)
    self.find = { scene in
      try find(scene).map { mistake in
        Finding(
          path: mistake.path,
          diagnostic: Diagnostic(check: name, severity: severity, range: mistake.range, message: mistake.message),
          line: mistake.line)
      }
    }
  }

  /// A mistake before it has the name of its check.
  struct Mistake {
    let path: NotePath
    var range: ByteRange?
    var line: Int?
    let message: Message
  }
}

/// Every check of a whole repository, in the order of the manual. A new one adds a line here.
package enum RepositoryChecks {
  package static let all: [RepositoryCheck] = [
    .conflictCopy, .duplicateIdentifier, .changedIdentifier, .brokenLink, .ambiguousLink,
    .brokenHeading,
    .brokenBlock, .fieldLink,
    .unlinkedAttachment, .unreadCanvas, .decomposedName, .similarTags,
    .unreadableFormula, .unknownWork, .duplicateWork, .missingBibliography, .staleAnswer,
    .oneSidedTranslation, .unencrypted,
  ]
}
