package import ArgumentParser
import CivilCalendar
package import NoteActions
package import NoteIndex
package import NoteModel
import NotePresentation
import NoteRepository
import TerminalText
import Wording

/// The query that every listing takes.
package struct QueryArguments: ParsableArguments {
  @Argument(help: help(.query, "", ko: ""))
  package var query: [String] = []

  @Flag(help: explainHelp)
  package var explain = false

  package static var explainHelp: ArgumentHelp {
    help("Show how the query was parsed.", ko: "검색식을 해석한 결과를 표시합니다.")
  }

  package init() {}

  /// Parses the query of the command line, with the repository's saved queries.
  ///
  /// Fields and tags that no note has are reported on standard error, with the nearest one.
  package func parsed(in context: CommandContext, _ workspace: Workspace) throws -> ParsedQuery {
    try context.parsedQuery(query, in: workspace)
  }

  /// Takes days before the query as a query for the notes that were made or changed then, and for the diary.
  ///
  /// - Returns: A filter, since the index does not know the days of diary entries: true for a note of the days.
  mutating func takeDays(in context: CommandContext) -> (NoteSummary) -> Bool {
    guard let (days, text, rest) = context.leadingDays(query, for: .past) else { return { _ in true } }
    context.tell(days, typed: text)
    let span = "\(days.first)..\(days.last)"
    query = ["(created:\(span) OR updated:\(span) OR kind:diary)"] + rest
    return { $0.entryDay.map(days.contains) ?? true }
  }

  /// Parses the query of a listing: on a terminal the query of `sheaf context` is added, but never for changes, exports
  /// or calendars.
  package func listed(in context: CommandContext, _ workspace: Workspace) throws -> ParsedQuery {
    var parsed = try parsed(in: context, workspace)
    if let kept = try context.keptQuery(in: workspace) { parsed.query = .and([parsed.query, kept]) }
    return parsed
  }

  /// Returns the notes that a command changes, by path; the query is explained if that was asked.
  package func paths(in context: CommandContext, _ workspace: Workspace) throws -> [NotePath] {
    let parsed = try parsed(in: context, workspace)
    if explain { context.explain(parsed) }
    return try workspace.index.notes.paths(context.request(parsed, in: workspace)).sorted()
  }
}

extension CommandContext {
  /// Returns the query of `sheaf context`, reported to the person who reads the listing. Nil if there is none, and for
  /// programs.
  func keptQuery(in workspace: Workspace) throws -> Query? {
    guard terminal.isReadByPeople, let text = TerminalMemory(self, workspace).context else { return nil }
    note(TerminalMemory.contextNote(text))
    return try parsedQuery([text], in: workspace).query
  }

  /// Parses a query, with the repository's saved queries.
  ///
  /// Fields and tags that no note has are reported on standard error, with the nearest one.
  ///
  /// - Parameters:
  ///   - words: A query; empty for all notes.
  ///   - workspace: The workspace whose saved queries and own fields it may name.
  /// - Returns: The query, with the order that it asks for.
  /// - Throws: ``QueryMistake`` for an invalid query, ``UsageError`` for a change of a field.
  func parsedQuery(_ words: [String], in workspace: Workspace) throws -> ParsedQuery {
    guard !words.contains("-") else {
      throw UsageError(
        Message("A query is not read from standard input", ko: "검색식은 표준 입력에서 읽지 않습니다"),
        hint: Message("Type the query: sheaf list tag:work", ko: "직접 입력하세요: sheaf list tag:일"))
    }
    let words = try words.map(QueryWord.read)
    let parsed: ParsedQuery
    do throws(QueryError) {
      let views = workspace.configuration.table("views")
      let mayNameOwnKeys = (words + views.values).contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
      parsed = try QueryParser.parse(
        words.joined(separator: " "), now: clock(), zone: zone,
        ownKeys: mayNameOwnKeys ? Set((try? workspace.index.fields.keys()) ?? []) : [], views: views)
    } catch {
      throw QueryMistake(error: error)
    }
    try FieldNames(index: workspace.index).warn(of: parsed.query, in: self)
    try QueriedTags(index: workspace.index).warn(of: parsed.query, in: self)
    return parsed
  }

  /// Returns the notes of a query in the order of `order`, then of the query's own.
  package func request(
    _ parsed: ParsedQuery, _ order: OrderOptions? = nil, in workspace: Workspace
  ) throws -> NoteRequest {
    var keys = (order?.keys ?? []) + parsed.sort
    try FieldNames(index: workspace.index).check(keys)
    if order?.reverse == true {
      if keys.isEmpty { keys = [SortKey(field: "updated", isDescending: true)] }
      keys = keys.map { SortKey(field: $0.field, isDescending: !$0.isDescending) }
    }
    return NoteRequest(query: parsed.query, sort: keys, limit: order?.limit, now: clock())
  }

  func notes(where condition: String, explains: Bool = false, in workspace: Workspace) throws -> [NotePath] {
    let parsed = try parsedQuery([condition], in: workspace)
    if explains { explain(parsed) }
    return try workspace.index.notes(request(parsed, in: workspace)).map(\.path)
  }
}

/// A word of a query as it may be typed besides the language of queries.
enum QueryWord {
  /// Returns a word in the language of queries: `+TAG` becomes `tag:TAG`, and full-width signs become ASCII.
  ///
  /// - Throws: ``UsageError`` for `KEY=VALUE` of a known key, which changes a field.
  static func read(_ word: String) throws -> String {
    guard !word.contains(where: { " ()\"".contains($0) }), let change = ChangeWord(word) else { return word }
    if change.isSigned { return word.first == "-" || word.first == "－" ? "-" + change.value : "tag:" + change.value }
    guard change.isKnown, change.deed == .set else { return word }
    guard change.mark == ":" else {
      throw UsageError(
        Message("“\(word)” changes a field; a query has a colon", ko: "검색식에는 콜론을 씁니다. 필드를 바꾸는 말입니다: “\(word)”"),
        hint: Message(verbatim: "\(change.key):\(change.value)"))
    }
    return "\(change.key):\(change.value)"
  }
}

/// The tags that a query asks for, and whether any note has them.
struct QueriedTags {
  let index: IndexDatabase

  /// Warns about tags that no note has, and suggests the nearest tag, because the result is then empty.
  func warn(of query: Query, in context: CommandContext) throws {
    for tag in Self.tags(in: query) where try !index.tags.contains(tag) {
      let known = try index.tags().flatMap { Self.levels(of: $0.name) }
      let nearest = nearestName(to: tag.string, among: known)
      context.warn(
        Message("No note has the tag #\(tag)", ko: "#\(tag) 태그가 있는 메모가 없습니다").orMeant(nearest.map { "#" + $0 }))
    }
  }

  /// Returns the levels of a tag: `work` and `work/client`.
  private static func levels(of name: String) -> [String] {
    let parts = name.split(separator: "/")
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  private static func isCategory(_ query: Query) -> Bool {
    if case .field(let term) = query {
      FieldCatalogue.field(for: term.key)?.key == "tags"
    } else {
      false
    }
  }

  private static func tags(in query: Query) -> [TagName] {
    switch query {
    case .tag(let tag): [tag]
    // `categories:X`: a tag, or a link of the field.
    case .or(let parts) where parts.count == 2 && parts.contains(where: Self.isCategory): []
    case .and(let parts), .or(let parts): parts.flatMap(tags)
    case .not(let part): tags(in: part)
    default: []
    }
  }
}

extension CommandContext {
  /// Prints on standard error how a query was read.
  package func explain(_ parsed: ParsedQuery) {
    let explanation = QueryExplanation(parsed)
    console.writeError(explanation.lines.map { text($0) + "\n" }.joined())
  }
}

/// A query that cannot be read: the place is marked under its text.
struct QueryMistake: ExplainedError {
  let error: QueryError

  var category: ErrorCategory { .usage }

  var explanation: Message {
    let pointer = Self.pointer(error.text, at: error.offset)
    let reason = error.explanation
    return Message(reason.english + pointer, ko: reason.korean + pointer)
  }

  /// Returns the text with a mark under the place; of a long text the part around it.
  private static func pointer(_ text: String, at offset: Int) -> String {
    let bytes = Array(text.utf8)
    let before = String(decoding: bytes.prefix(offset), as: UTF8.self)
    let behind = String(decoding: bytes.dropFirst(offset), as: UTF8.self)
    let head = before.count > shown ? "…" + before.suffix(shown) : before
    let tail = behind.count > shown ? behind.prefix(shown) + "…" : behind
    return "\n  \(head)\(tail)\n  " + String(repeating: " ", count: CellWidth.of(head)) + "^"
  }

  private static let shown = 60

  var hint: Message? {
    switch error.reason {
    case .unknownState(let word): Self.choices("is", word, NoteState.self)
    case .unknownKind(let word): Self.choices("kind", word, NoteKind.self)
    case .unknownPart(let word): Self.choices("has", word, NotePart.self)
    case .unknownView: Message("“sheaf query” lists the saved queries.", ko: "“sheaf query”로 저장한 검색식을 볼 수 있습니다.")
    case .notADate(_, let quoted?, _):
      Message("Dates of several words are in quotes: '\(quoted)'", ko: "여러 단어로 된 날짜는 따옴표로 묶으세요: '\(quoted)'")
    case .notADate(_, nil, let nearest):
      Message(
        (nearest.map { "Did you mean “\($0)”? " } ?? "")
          + "Use today, friday, +3d, 2026-11-30, 2026-11, 2026-W48, none or a range such as 2026-11-01..2026-11-15.",
        ko: (nearest.map { "혹시 “\($0)”인가요? " } ?? "")
          + "오늘, 금요일, +3d, 2026-11-30, 2026-11, 2026-W48, none, 2026-11-01..2026-11-15처럼 입력하세요.")
    default: Message("“sheaf help queries” explains the query syntax.", ko: "검색식 문법은 “sheaf help queries”에 있습니다.")
    }
  }

  private static func choices<Words: QueryVocabulary>(_ key: String, _ word: String, _ words: Words.Type) -> Message {
    let english = words.allCases.map(\.rawValue).joined(separator: ", ")
    let korean = words.allCases.map { ($0.koreanNames.first.map { $0 + "/" } ?? "") + $0.rawValue }
    let all = Message("Known values: \(english).", ko: "사용할 수 있는 값: \(korean.joined(separator: ", "))")
    guard let nearest = nearestName(to: word, among: words.names) else { return all }
    return Message(
      "Did you mean “\(key):\(nearest)”? " + all.english,
      ko: "혹시 “\(key):\(nearest)”인가요? " + all.korean)
  }
}
