import ByteBasics
package import NoteSyntax
package import Wording

/// Looks for one kind of problem in a note. Each has its own file; ``NoteChecks`` lists them.
package struct NoteCheck: Sendable {
  /// In kebab-case: `duplicate-key`. Stable; used in the configuration.
  package let name: String
  package let severity: Diagnostic.Severity
  /// For the manual.
  package let summary: Message
  /// The mistakes in a note, in any order.
  package let find: @Sendable (_ note: Note, _ rules: NoteRules) -> [Diagnostic]

  init(
    _ name: String, _ severity: Diagnostic.Severity, _ english: String, ko korean: String,
    find: @escaping @Sendable (_ check: NoteCheck, _ note: Note) -> [Diagnostic]
  ) {
    self.name = name
    self.severity = severity
    summary = Message(english, ko: korean)
    let bare = NoteCheck(name: name, severity: severity, summary: summary)
    self.find = { note, _ in find(bare, note) }
  }

  /// A check that depends on what a repository allows.
  init(
    _ name: String, _ severity: Diagnostic.Severity, _ english: String, ko korean: String,
    find: @escaping @Sendable (_ check: NoteCheck, _ note: Note, _ rules: NoteRules) -> [Diagnostic]
  ) {
    self.name = name
    self.severity = severity
    summary = Message(english, ko: korean)
    let bare = NoteCheck(name: name, severity: severity, summary: summary)
    self.find = { note, rules in find(bare, note, rules) }
  }

  /// A check for breaches of the rules that `isMeant` tells.
  init(
    rule name: String, _ severity: Diagnostic.Severity, _ english: String, ko korean: String,
    isMeant: @escaping @Sendable (NoteBreach) -> Bool
  ) {
    self.name = name
    self.severity = severity
    summary = Message(english, ko: korean)
    let bare = NoteCheck(name: name, severity: severity, summary: summary)
    find = { note, rules in
      rules.breaches(in: note).filter { isMeant($0.breach) }.map { breach, entry in
        bare.diagnostic(entry.map { $0.valueRange ?? $0.keyRange }, breach.explanation)
      }
    }
  }

  private init(name: String, severity: Diagnostic.Severity, summary: Message) {
    self.name = name
    self.severity = severity
    self.summary = summary
    find = { _, _ in [] }
  }

  /// What the reader of a file found already.
  init(reading name: String, _ severity: Diagnostic.Severity, _ english: String, ko korean: String)
  {
    self.init(name, severity, english, ko: korean) { check, note in
      note.document.diagnostics.filter { $0.check == check.name }
    }
  }

  func diagnostic(
    _ range: ByteRange?, _ message: Message, fix: Diagnostic.Fix? = nil
  ) -> Diagnostic {
    Diagnostic(check: name, severity: severity, range: range, message: message, fix: fix)
  }
}

/// Every check of a single note, in the order of the manual. A new one adds a line here.
package enum NoteChecks {
  package static let all: [NoteCheck] = [
    .frontMatterSyntax, .duplicateKey, .fieldType, .quotedBoolean, .emptyTitle, .emptyNote,
    .invalidIdentifier,
    .invalidColor, .unknownStatus, .taskBody, .secret, .invalidUTF8,
    .nulByte, .mixedLineEnds, .conflictMarks, .openComment, .tooComplex, .tableWidth,
    .unclosedEmphasis, .taskField,
  ]

  /// The checks of a template: its fields and boxes wait for what will be filled in.
  package static let ofTemplates = Set(
    [NoteCheck.invalidUTF8, .nulByte, .mixedLineEnds, .conflictMarks, .tooComplex].map(\.name))
}
