import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// The completions of the repository, its index and the declarations, for each kind of value.
struct CompletionSources {
  let context: CommandContext
  let repository: Repository?
  let workspace: Workspace?
  /// The largest number of candidates.
  static let limit = 30

  init(_ context: CommandContext) {
    self.context = context
    repository = try? context.repository()
    workspace = repository.flatMap { repository in
      try? context.workspace(of: repository, context.configuration(of: repository))
    }
  }

  // MARK: Matching

  /// Returns the texts that have the typed part: those that begin with it, or else all, the best match first.
  func matching(_ texts: [String], _ typed: String) -> [CompletionCandidate] {
    matching(texts.map { CompletionCandidate($0) }, typed)
  }

  func matching(_ candidates: [CompletionCandidate], _ typed: String) -> [CompletionCandidate] {
    guard let part = NamePart(typed) else { return candidates }
    let found = candidates.compactMap { candidate in
      part.match(TypedName(candidate.text)).map { (match: $0, candidate: candidate) }
    }
    let beginning = found.filter { $0.match == .beginning }
    guard beginning.isEmpty else { return beginning.map(\.candidate) }
    return NamePart.Match.allCases.flatMap { match in
      found.filter { $0.match == match }.map(\.candidate)
    }
  }

  // MARK: Words and declarations

  /// Returns words for days, each with the day that it means.
  func days(_ typed: String) -> [CompletionCandidate] {
    let now = context.clock()
    return matching(DayWords.usual(inKorean: context.language == .korean), typed).map { word in
      let reading = DateExpression.parse(word.text, relativeTo: now, for: .deadline)
      let day = reading.map { DayText.text(.day($0.firstDay), in: context.language) }
      return CompletionCandidate(word.text, day ?? "")
    }
  }

  func taskSpans(_ typed: String, _ words: [String]) -> [CompletionCandidate] {
    words.isEmpty && !typed.isEmpty ? matching(TaskSpan.names(in: context.language), typed) : []
  }

  func settings(_ typed: String) -> [CompletionCandidate] {
    let own = context.configuration(of: repository).keys
    return (own + ConfigurationCatalogue.keys.filter { $0.type == .sites }).filter { $0.name.hasPrefix(typed) }
      .map { CompletionCandidate($0.name, context.text($0.summary)) }
  }

  func values(_ typed: String, ofSetting name: String?) -> [CompletionCandidate] {
    guard let key = name.flatMap({ ConfigurationCatalogue.key($0) }) else { return [] }
    switch key.type {
    case .boolean, .guarded: return matching(["true", "false"], typed)
    case .choice(let choices), .choices(let choices): return matching(choices.filter { !$0.isEmpty }, typed)
    default: return []
    }
  }

  func savedQueries(_ typed: String) -> [CompletionCandidate] {
    let views = workspace?.configuration.table("views") ?? [:]
    return matching(views.sorted { $0.key < $1.key }.map { CompletionCandidate($0.key, $0.value) }, typed)
  }

  func sites(_ typed: String) -> [CompletionCandidate] {
    let settings = context.configuration(of: repository)
    return matching(
      settings.siteNames.map { name in
        CompletionCandidate(name, (try? settings.ofSite(name))?.text("site.title") ?? "")
      }, typed)
  }

  func templates(_ typed: String) -> [CompletionCandidate] {
    guard let repository else { return [] }
    let files = (try? repository.settingsFiles(in: "templates")) ?? []
    let names = files.filter { $0.hasSuffix(".md") && !$0.contains("/") }
    return matching(names.map { String($0.dropLast(3)) }.sorted(), typed)
  }

  // MARK: Queries and fields

  func terms(_ typed: String) -> [CompletionCandidate] { QueryCompletion(sources: self).terms(typed) }

  /// Fields that Sheaf knows, then fields of the notes.
  var fieldNames: [CompletionCandidate] {
    FieldCatalogue.fields.map { CompletionCandidate($0.key, context.text($0.summary)) }
      + ((try? workspace?.index.fields.keys()) ?? []).map { CompletionCandidate($0) }
  }

  func fields(_ typed: String) -> [CompletionCandidate] { fieldNames.filter { $0.text.hasPrefix(typed) } }

  /// Returns sort keys such as `due,-updated`.
  func sortKeys(_ typed: String) -> [CompletionCandidate] {
    let start = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
    let sign = typed[start...].hasPrefix("-") ? "-" : ""
    let head = typed[..<start] + sign
    let names = fieldNames + [CompletionCandidate("path"), CompletionCandidate("urgency")]
    return names.filter { $0.text.hasPrefix(typed[start...].dropFirst(sign.count)) }
      .map { CompletionCandidate(head + $0.text, $0.summary) }
  }

  /// Returns the rules that the schemas declare for a note; all rules if it is not known.
  private func rules(of name: String?) -> [FieldRule] {
    guard let workspace, !workspace.configuration.schemas.isEmpty else { return [] }
    let schemas = workspace.configuration.schemas
    if let name, let path = try? context.note(name, in: workspace, parts: .refused),
      let note = try? workspace.note(at: path)
    {
      return schemas.rules(for: note)
    }
    return schemas.all.flatMap(\.fields)
  }

  /// Completes `key=` and `key=value` for a change of `note`, if the note is known.
  func changes(_ typed: String, of note: String? = nil) -> [CompletionCandidate] {
    let rules = rules(of: note)
    guard let equals = typed.firstIndex(of: "=") else {
      let declared = rules.map { CompletionCandidate($0.key) }
      return (declared + fieldNames).filter { $0.text.hasPrefix(typed) }
        .map { CompletionCandidate($0.text + "=", $0.summary) }
    }
    let head = String(typed[...equals])
    let key = head.dropLast().filter { $0 != "+" && $0 != "-" }
    if let rule = rules.first(named: key), let values = rule.offered {
      return matching(values, String(typed[typed.index(after: equals)...]))
        .map { CompletionCandidate(head + $0.text, $0.summary) }
    }
    return QueryCompletion(sources: self).values(of: key, String(typed[typed.index(after: equals)...]))
      .map { CompletionCandidate(head + $0.text, $0.summary) }
  }

  /// The rules that the schemas declare for new tasks.
  private var taskRules: [FieldRule] {
    guard let configuration = workspace?.configuration else { return [] }
    return configuration.schemas.rules(for: SchemaSubject(folder: configuration.text("folders.tasks")))
  }

  /// Completes fields with a colon and tags with a plus among the words of a title.
  func taskWords(_ typed: String) -> [CompletionCandidate] {
    if let sign = typed.first, sign == "+" || sign == "#" {
      return tags(String(typed.dropFirst())).map { CompletionCandidate(String(sign) + $0.text, $0.summary) }
    }
    if let colon = typed.firstIndex(of: ":") {
      let head = String(typed[...colon])
      let key = FieldCatalogue.field(typed: String(head.dropLast()))?.key ?? ""
      if let values = taskRules.first(named: String(head.dropLast()))?.offered {
        return matching(values, String(typed[typed.index(after: colon)...]))
          .map { CompletionCandidate(head + $0.text, $0.summary) }
      }
      guard TaskDraft.keys.contains(key) else { return [] }
      return QueryCompletion(sources: self).values(of: key, String(typed[typed.index(after: colon)...]))
        .map { CompletionCandidate(head + $0.text, $0.summary) }
    }
    guard !typed.isEmpty else { return [] }
    return
      (TaskDraft.keys.flatMap { key -> [String] in
        [key] + (FieldCatalogue.field(for: key)?.koreanNames ?? [])
      } + taskRules.map(\.key)).uniqued().filter { $0.hasPrefix(typed) }.map { CompletionCandidate($0 + ":") }
  }
}

extension FieldRule {
  /// The only values that the field can have; nil if there are too many to list.
  fileprivate var offered: [String]? {
    choices.isEmpty ? (type == .boolean ? ["true", "false"] : nil) : choices
  }
}

/// The terms of a query: keys, values, saved queries.
struct QueryCompletion {
  let sources: CompletionSources

  /// Completes the term at the cursor; marks before it, such as `-` and `(`, stay.
  func terms(_ typed: String) -> [CompletionCandidate] {
    let start = typed.lastIndex { $0 == " " || $0 == "(" }.map { typed.index(after: $0) }
    var head = String(typed[..<(start ?? typed.startIndex)])
    var term = String(typed.dropFirst(head.count))
    if term.hasPrefix("-") { (head, term) = (head + "-", String(term.dropFirst())) }
    return candidates(term).map { CompletionCandidate(head + $0.text, $0.summary) }
  }

  private func candidates(_ term: String) -> [CompletionCandidate] {
    if term.hasPrefix("@") {
      let views = sources.workspace?.configuration.table("views") ?? [:]
      return views.sorted { $0.key < $1.key }.map { CompletionCandidate("@" + $0.key, $0.value) }
        .filter { $0.text.hasPrefix(term) }
    }
    if term.hasPrefix("#") {
      return sources.tags(String(term.dropFirst())).map { CompletionCandidate("#" + $0.text, $0.summary) }
    }
    guard let colon = term.firstIndex(of: ":") else { return keys(term) }
    let head = String(term[...colon])
    let rest = String(term[term.index(after: colon)...])
    // Values are separated by commas; a comparison and an opened quotation mark stay.
    let start = rest.lastIndex(of: ",").map { rest.index(after: $0) } ?? rest.startIndex
    let marks = rest[start...].prefix { "<>=\"".contains($0) }
    let kept = head + rest[..<start] + marks
    return values(of: String(head.dropLast()), String(rest[start...].dropFirst(marks.count)))
      .map { CompletionCandidate(kept + $0.text, $0.summary) }
  }

  private func keys(_ typed: String) -> [CompletionCandidate] {
    let isKorean = sources.context.language == .korean
    // Nobody looks through all of them; one language is enough until something is typed.
    let known = QueryWords.keys.filter { key in
      typed.isEmpty ? key.isKorean == isKorean : isBegun(key, typed)
    }
    let own = typed.isEmpty ? [] : (try? sources.workspace?.index.fields.keys()) ?? []
    let views = typed.isEmpty ? candidates("@") : []
    return (known + own.filter { isBegun($0, typed) && !known.contains($0) })
      .map { CompletionCandidate($0 + ":", summary(of: $0)) } + views
  }

  private func isBegun(_ key: String, _ typed: String) -> Bool {
    NamePart(typed)?.match(TypedName(key)) == .beginning
  }

  private func summary(of key: String) -> String {
    let summary = QueryKey(typed: key)?.summary ?? FieldCatalogue.field(typed: key)?.summary
    return summary.map { sources.context.text($0) } ?? ""
  }

  /// Returns the values of a key or a field that has the typed part.
  func values(of key: String, _ typed: String) -> [CompletionCandidate] {
    switch QueryKey(typed: key) {
    case .tag, .tags: return sources.tags(typed)
    case .in, .path: return folders(typed)
    case .linksTo, .linkedBy: return sources.notes(typed)
    case .sort: return sources.fieldNames.filter { $0.text.hasPrefix(typed) }
    case .title, .body, .headings, .mentions: return []
    case .kind, .is, .has, nil: break
    }
    let words = QueryWords.values(of: key)
    let field = FieldCatalogue.field(typed: key)
    if let field, [.date, .day].contains(field.type) { return sources.days(typed) }
    if field?.key == "tags" { return sources.tags(typed) }
    if ["parent", "depends"].contains(field?.key) { return sources.tasks(typed, isClosed: false) }
    let isFixed = QueryKey(typed: key) != nil
    let own = isFixed ? [] : (try? sources.workspace?.index.fields.usualValues(of: key, limit: 500)) ?? []
    return sources.matching((words + own).uniqued(), typed)
  }

  /// Returns the folders whose path begins with the typed text, then the folders that contain the text.
  private func folders(_ typed: String) -> [CompletionCandidate] { sources.folders(typed) }
}

extension String {
  /// True for a word with a Korean syllable.
  fileprivate var isKorean: Bool { unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } }
}
