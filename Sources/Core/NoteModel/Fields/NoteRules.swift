import ByteBasics
import NoteSyntax
package import Wording

/// The rules for every note, whoever writes it: `new`, `add` and `set` refuse a breach, `edit` reports it and
/// `check` finds it.
package struct NoteRules: Sendable {
  /// True if a task must have text below the title.
  private let requiresBody: Bool
  /// The most characters of that text; of tasks only.
  private let bodyLimit: Int?

  /// Statuses that the board has a column for, in small letters.
  private let columns: Set<String>
  private let statuses: OwnStatuses
  /// The declared schemas of the fields.
  private let schemas: NoteSchemas
  /// Paths of notes whose text may contain apparent secrets.
  let allowedSecrets: Set<String>
  /// True if a program that makes pages of the notes closes emphasis before a letter too.
  package let closesEmphasisAnywhere: Bool

  /// - Parameters:
  ///   - bodyLimit: The largest length of a body, or 0 for no limit.
  ///   - readers: The programs in ``ReadingRules/readers``.
  package init(
    requiresBody: Bool, bodyLimit: Int, columns: [String] = [],
    statuses: OwnStatuses = OwnStatuses(), schemas: NoteSchemas = NoteSchemas(),
    allowedSecrets: [String] = [], readers: Set<String> = []
  ) {
    self.schemas = schemas
    self.requiresBody = requiresBody
    self.statuses = statuses
    self.columns = Set(columns.map { $0.lowercased() })
    self.allowedSecrets = Set(allowedSecrets)
    closesEmphasisAnywhere = !readers.isDisjoint(with: ["kramdown", "python-markdown"])
    self.bodyLimit = bodyLimit > 0 ? bodyLimit : nil
  }

  /// The rules of a repository without rules of its own.
  package static let usual = NoteRules(requiresBody: false, bodyLimit: 0)

  /// Returns the rules that a note breaks, each with the field that breaks it.
  func violations(in note: Note) -> [(violation: RuleViolation, entry: FrontMatter.Entry?)] {
    var found: [(RuleViolation, FrontMatter.Entry?)] = []
    for entry in note.document.frontMatter?.entries ?? [] {
      let text = entry.value.text ?? ""
      switch FieldCatalogue.field(for: entry.key)?.key {
      case "title" where text.allSatisfy(\.isWhitespace): found.append((.emptyTitle, entry))
      case "id" where !NoteIdentifier.isValid(text) && entry.value.isFilled:
        found.append((.invalidIdentifier(text), entry))
      case "color" where entry.value.isFilled && NoteColor(text) == nil: found.append((.invalidColor(text), entry))
      case "status": found += unknownStatus(of: note).map { [(.unknownStatus($0), entry)] } ?? []
      default: continue
      }
    }
    if note.document.source.bytes.allSatisfy(ASCII.isWhiteSpace) { found.append((.emptyNote, nil)) }
    return found + schemaBreaches(in: note) + bodyBreaches(in: note).map { ($0, nil) }
  }

  /// Returns the breaches of the note's schemas. A sealed letter is read without its fields.
  private func schemaBreaches(in note: Note) -> [(RuleViolation, FrontMatter.Entry?)] {
    guard !schemas.isEmpty, note.unseal == nil else { return [] }
    let entries = note.document.frontMatter?.entries ?? []
    return schemas.rules(for: note).compactMap { rule in
      let key = FieldCatalogue.canonical(rule.key)
      let entry = entries.first { FieldCatalogue.canonical($0.key) == key }
      guard let entry, entry.value.isFilled else {
        return rule.isRequired ? (.missingField(rule.key), entry) : nil
      }
      return rule.mistake(in: entry).map { (.unfitField($0), entry) }
    }
  }

  /// Returns the rules that a change of a note breaks. Violations that the note had before are not reported.
  ///
  /// - Parameter before: The note before the change, or nil for a new note.
  package func violations(changing before: Note?, to after: Note) -> [RuleViolation] {
    let old = Set(before.map { violations(in: $0).map(\.violation) } ?? [])
    var found = violations(in: after).map(\.violation).filter { violation in
      !old.contains(violation) && !(violation.isLongBody && old.contains(where: \.isLongBody))
    }
    if let identifier = before?.identifier, identifier != after.identifier {
      found.insert(.changedIdentifier(from: identifier, to: after.identifier), at: 0)
    }
    // Requirements that a note met before must stay met; one that it never met does not keep it from being written.
    guard let before else { return found }
    return found.map { violation in
      guard case .missingField(let key) = violation,
        schemas.rules(for: before).contains(where: { $0.key == key && $0.isRequired })
      else { return violation }
      return .removedField(key)
    }
  }

  /// Returns the status of a task if it is neither a column in the configuration nor a declared status.
  private func unknownStatus(of note: Note) -> String? {
    guard let task = note.tasks.first(where: { $0.source == .note }),
      case .custom(let word) = task.status, !columns.contains(word.lowercased()),
      !statuses.isKnown(word)
    else { return nil }
    return word
  }

  private func bodyBreaches(in note: Note) -> [RuleViolation] {
    guard requiresBody || bodyLimit != nil, note.tasks.contains(where: { $0.source == .note }) else { return [] }
    let text = Self.text(of: note)
    if requiresBody, text.isEmpty { return [.emptyBody] }
    if let bodyLimit, text.count > bodyLimit { return [.longBody(count: text.count, limit: bodyLimit)] }
    return []
  }

  /// Returns the body without a leading heading and without the white space around it.
  private static func text(of note: Note) -> Substring {
    let document = note.document
    var start = document.body.lowerBound
    if let first = document.blocks.first, first.kind == .heading { start = first.range.upperBound }
    let body = document.source.text(in: ByteRange(start, max(start, document.body.upperBound)))
    return body.trimming(while: \.isWhitespace)
  }
}

/// A rule of ``NoteRules`` that a note breaks.
package enum RuleViolation: ExplainedError, Hashable {
  case emptyTitle
  /// The whole file: most likely something went wrong.
  case emptyNote
  case emptyBody
  case longBody(count: Int, limit: Int)
  case invalidIdentifier(String)
  case invalidColor(String)
  /// A task with a status that the configuration does not know. The board shows it in a separate column.
  case unknownStatus(String)
  /// - Parameter to: The new id, or nil if it was removed.
  case changedIdentifier(from: String, to: String?)
  /// A field that a schema requires.
  case missingField(String)
  /// A required field that the note had before the change.
  case removedField(String)
  /// A value that a schema does not allow.
  case unfitField(Message)

  var isLongBody: Bool {
    if case .longBody = self { true } else { false }
  }

  /// True for a breach that a command reports, but writes all the same.
  package var isTolerated: Bool {
    switch self {
    case .unknownStatus, .emptyNote, .missingField, .unfitField: true
    default: false
    }
  }

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    switch self {
    case .emptyTitle: Message("The title is empty", ko: "제목이 비어 있습니다")
    case .emptyNote: Message("The note is empty", ko: "메모가 비어 있습니다")
    case .emptyBody: Message("The task has no body", ko: "할 일에 본문이 없습니다")
    case .longBody(let count, let limit):
      Message(
        "The body has \(count) characters; at most \(limit) are allowed",
        ko: "본문이 \(count)자입니다. \(limit)자까지 쓸 수 있습니다")
    case .invalidIdentifier(let text): Message("“\(text)” cannot be an id", ko: "id로 쓸 수 없습니다: “\(text)”")
    case .invalidColor(let text): Message("color: “\(text)” is not a colour", ko: "color: 색상이 아닙니다: “\(text)”")
    case .unknownStatus(let word):
      Message(
        "status: “\(word)” is not a known status; the board shows the task in a separate column",
        ko: "상태: 등록되지 않은 상태여서 보드에 열을 따로 만듭니다: “\(word)”")
    case .missingField(let key): Message("The field \(key) is missing", ko: "\(key) 필드가 필요합니다")
    case .removedField(let key): Message("The field \(key) is required here", ko: "\(key) 필드는 지울 수 없습니다")
    case .unfitField(let mistake): mistake
    case .changedIdentifier(let old, let new?):
      Message(
        "The id \(old) would become \(new), and links to it would break",
        ko: "id가 \(old)에서 \(new) 값으로 바뀌어 이 id를 사용하는 링크가 끊깁니다")
    case .changedIdentifier(let old, nil):
      Message(
        "The id \(old) would be removed, and links to it would break",
        ko: "id \(old) 값이 없어져 이 id를 사용하는 링크가 끊깁니다")
    }
  }

  package var hint: Message? {
    switch self {
    case .emptyTitle, .emptyNote, .changedIdentifier, .unfitField: nil
    case .missingField, .removedField:
      Message(
        "“sheaf schema” shows which fields a note must have.",
        ko: "“sheaf schema”로 메모에 필요한 필드를 확인할 수 있습니다.")
    case .emptyBody:
      Message("The setting tasks.require-body allows tasks without a body.", ko: "tasks.require-body 설정에서 바꿀 수 있습니다.")
    case .longBody: Message("The setting tasks.body-limit sets the limit.", ko: "tasks.body-limit 설정에서 바꿀 수 있습니다.")
    case .invalidIdentifier:
      Message("Use up to 100 letters, digits, -, _ and .", ko: "글자, 숫자, -, _, .을 100자까지 사용할 수 있습니다.")
    case .unknownStatus:
      Message(
        "Add the status to the setting tasks.statuses or board.columns, or use todo, doing, done or cancelled.",
        ko: "tasks.statuses나 board.columns 설정에 추가하거나 todo, doing, done, cancelled 중 하나를 사용하세요.")
    case .invalidColor(let text):
      NoteColor.nearest(to: text).map { .didYouMean($0) }
        ?? Message(
          "Use a name of CSS such as red or steelblue, or #f80 or #ff8800.",
          ko: "red, steelblue, 파랑 같은 이름이나 #f80, #ff8800처럼 입력하세요.")
    }
  }
}

extension FieldRule {
  /// Returns the breach of a field's declaration. Nil if none. The type of a field that Sheaf knows has its own check.
  fileprivate func mistake(in entry: FrontMatter.Entry) -> Message? {
    if FieldCatalogue.field(for: entry.key) == nil,
      let mistake = type.mistake(in: entry.value, of: entry.key)
    {
      return mistake
    }
    let texts = type.isList ? entry.value.texts : entry.value.scalarTexts
    guard let text = texts.first(where: { !choices.isEmpty && !choices.contains($0) }) else { return nil }
    let list = choices.joined(separator: ", ")
    return Message(
      "\(entry.key): “\(text)” is not one of \(list)",
      ko: "\(entry.key): 허용하지 않는 값입니다: “\(text)”. 사용할 수 있는 값: \(list)")
  }
}
