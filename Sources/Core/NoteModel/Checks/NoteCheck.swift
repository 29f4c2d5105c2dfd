package import ByteBasics
import CivilCalendar
package import NoteSyntax
package import Wording

/// Looks for one kind of problem in a note.
package struct NoteCheck: Sendable {
  /// The name in kebab-case: `duplicate-key`. The name does not change, because configurations contain names of checks.
  package let name: String
  package let severity: Diagnostic.Severity
  package let summary: Message
  /// The mistakes in a note, in any order.
  package let find: @Sendable (_ note: Note, _ rules: NoteRules) -> [Diagnostic]

  init(
    _ name: String, _ severity: Diagnostic.Severity, _ english: String, ko korean: String,
    find: @escaping @Sendable (_ check: NoteCheck, _ note: Note) -> [Diagnostic]
  ) {
    self.init(name, severity, english, ko: korean) { check, note, _ in find(check, note) }
  }

  /// Creates a check that depends on the settings of a repository.
  package init(
    _ name: String, _ severity: Diagnostic.Severity, _ english: String, ko korean: String,
    find: @escaping @Sendable (_ check: NoteCheck, _ note: Note, _ rules: NoteRules) -> [Diagnostic]
  ) {
    self.name = name
    self.severity = severity
    summary = Message(english, ko: korean)
    let bare = NoteCheck(name: name, severity: severity, summary: summary)
    self.find = { note, rules in find(bare, note, rules) }
  }

  /// Creates a check for the violations for which `isMeant` returns true.
  init(
    rule name: String, _ severity: Diagnostic.Severity, _ english: String, ko korean: String,
    isMeant: @escaping @Sendable (RuleViolation) -> Bool
  ) {
    self.init(name, severity, english, ko: korean) { check, note, rules in
      rules.violations(in: note).filter { isMeant($0.violation) }.map { violation, entry in
        check.diagnostic(entry.map { $0.valueRange ?? $0.keyRange }, violation.explanation)
      }
    }
  }

  private init(name: String, severity: Diagnostic.Severity, summary: Message) {
    self.name = name
    self.severity = severity
    self.summary = summary
    find = { _, _ in [] }
  }

  /// Creates a check that reports the diagnostics that the parser has found already.
  init(reading name: String, _ severity: Diagnostic.Severity, _ english: String, ko korean: String) {
    self.init(name, severity, english, ko: korean) { check, note in
      note.document.diagnostics.filter { $0.check == check.name }
    }
  }

  package func diagnostic(_ range: ByteRange?, _ message: Message, fix: Diagnostic.Fix? = nil) -> Diagnostic {
    Diagnostic(check: name, severity: severity, range: range, message: message, fix: fix)
  }
}

extension NoteCheck {
  /// The checks that need no formatter, in the order of the manual. A new one adds a line here.
  package static let ofModel: [NoteCheck] = [
    .frontMatterSyntax, .duplicateKey, .fieldType, .quotedBoolean, .emptyTitle, .emptyNote,
    .invalidIdentifier,
    .invalidColor, .unknownStatus, .schema, .taskBody, .secret, .invalidUTF8, .nulByte, .mixedLineEnds, .conflictMarks,
    .openComment, .tooComplex, .tableWidth, .taskField, .queryBlock,
  ]

  /// The checks of a template: its fields and boxes wait for values to be filled in.
  package static let ofTemplates = Set(
    [NoteCheck.invalidUTF8, .nulByte, .mixedLineEnds, .conflictMarks, .tooComplex].map(\.name))

  static let fieldType = NoteCheck(
    "field-type", .warning,
    "A known field with a value that it cannot have: a bad date, an unknown priority; or a misspelt “private”.",
    ko: "필드에 쓸 수 없는 값(잘못된 날짜, 없는 우선순위 등), 잘못 쓴 “private”"
  ) { check, note in
    (note.document.frontMatter?.entries ?? []).compactMap { entry in
      let type = FieldCatalogue.field(for: entry.key)?.type ?? PublicationStatement.type(ofField: entry.key)
      guard let mistake = type?.mistake(in: entry.value, of: entry.key) else {
        return PublicationStatement.mistake(in: entry).map { check.diagnostic(entry.keyRange, $0.message, fix: $0.fix) }
      }
      return check.diagnostic(entry.valueRange ?? entry.keyRange, mistake)
    } + PublicationStatement.mistakesInText(of: note.document).map { check.diagnostic($0.range, $0.message) }
  }

  static let quotedBoolean = NoteCheck(
    "quoted-boolean", .warning,
    "A quoted \"true\" or \"false\", which other programs read as text.",
    ko: "따옴표로 묶여 다른 프로그램이 텍스트로 읽는 \"true\"나 \"false\""
  ) { check, note in
    (note.document.frontMatter?.entries ?? []).compactMap { entry in
      guard FieldCatalogue.field(for: entry.key)?.type == .boolean,
        case .scalar(let scalar) = entry.value,
        scalar.style == .doubleQuoted || scalar.style == .singleQuoted,
        ["true", "false"].contains(scalar.text.lowercased())
      else { return nil }
      return check.diagnostic(
        entry.valueRange ?? entry.keyRange,
        Message(
          "\(entry.key): “\(scalar.text)” is quoted and therefore read as text",
          ko: "\(entry.key): 따옴표로 묶여 텍스트로 읽힙니다: “\(scalar.text)”"),
        fix: entry.valueRange.map { range in
          Diagnostic.Fix(
            title: Message("Remove the quotes", ko: "따옴표 제거"),
            edits: [TextEdit(range: range, replacement: scalar.text.lowercased())])
        })
    }
  }
}
