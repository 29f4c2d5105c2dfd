import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// The query that every listing takes.
struct QueryArguments: ParsableArguments {
  @Argument(
    parsing: .allUnrecognized,
    help: help("A query; see sheaf-query(7).", ko: "검색식(sheaf-query(7) 참고)"))
  var query: [String] = []

  @Flag(help: help("Show how the query was read.", ko: "검색식을 해석한 결과를 표시합니다."))
  var explain = false

  init() {}

  /// What was asked for, read with the repository's saved queries.
  ///
  /// Fields and tags that no note has are reported on standard error, with the nearest one.
  func parsed(in context: CommandContext, _ workspace: Workspace) throws -> ParsedQuery {
    try context.parsedQuery(query, in: workspace)
  }

  func request(
    _ parsed: ParsedQuery, _ order: OrderOptions? = nil, in context: CommandContext,
    _ workspace: Workspace
  ) throws -> NoteRequest {
    try context.request(parsed, order, in: workspace)
  }

  /// `--word` is an option that nobody knows; `-word` asks for notes without the word.
  fileprivate static func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") && !word.contains(" ") && word.utf8.count > 2
  }
}

extension CommandContext {
  /// What words ask for, read with the repository's saved queries.
  ///
  /// Fields and tags that no note has are reported on standard error, with the nearest one.
  ///
  /// - Parameters:
  ///   - words: A query; empty for all notes.
  ///   - workspace: Whose saved queries and own fields it may name.
  /// - Returns: The query, with the order that it asks for.
  /// - Throws: ``UnknownOption`` for a word that looks like one, ``QueryMistake`` for what cannot be read.
  func parsedQuery(_ words: [String], in workspace: Workspace) throws -> ParsedQuery {
    if let option = words.first(where: QueryArguments.isOption) {
      throw UnknownOption(word: option)
    }
    guard !words.contains("-") else {
      throw UsageError(
        Message("A query is not read from standard input", ko: "검색식은 표준 입력에서 읽지 않습니다"),
        hint: Message("Type it: sheaf list tag:work", ko: "직접 입력하세요: sheaf list tag:일"))
    }
    let parsed: ParsedQuery
    do throws(QueryError) {
      var words = words
      // It ends the options, and asks for nothing.
      if let end = words.firstIndex(of: "--") { words.remove(at: end) }
      let views = workspace.configuration.table("views")
      let mayNameOwnKeys = (words + views.values).contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
      parsed = try QueryParser.parse(
        words.joined(separator: " "), now: clock(), zone: zone,
        ownKeys: mayNameOwnKeys ? Set((try? workspace.index.fieldKeys()) ?? []) : [],
        views: views)
    } catch {
      throw QueryMistake(error)
    }
    try FieldNames(workspace.index).warn(of: parsed.query, in: self)
    try QueriedTags(workspace.index).warn(of: parsed.query, in: self)
    return parsed
  }

  /// The notes of a query in the order of `order`, then of the query's own.
  func request(
    _ parsed: ParsedQuery, _ order: OrderOptions? = nil, in workspace: Workspace
  ) throws -> NoteRequest {
    var keys = (order?.keys ?? []) + parsed.sort
    try FieldNames(workspace.index).check(keys)
    if order?.reverse == true {
      if keys.isEmpty { keys = [SortKey(field: "updated", isDescending: true)] }
      keys = keys.map { SortKey(field: $0.field, isDescending: !$0.isDescending) }
    }
    return NoteRequest(
      query: parsed.query, sort: keys, limit: order?.limit,
      now: clock())
  }

  /// The notes of a query, for `--where`.
  func notes(where condition: String, in workspace: Workspace) throws -> [NotePath] {
    let parsed = try parsedQuery([condition], in: workspace)
    return try workspace.index.notes(request(parsed, in: workspace)).map(\.path)
  }
}

/// A word of a query that looks like an option of the command.
struct UnknownOption: Error {
  let word: String

  /// The mistake, with the option of `command` that was most likely meant.
  func explained(for command: any ParsableCommand.Type) -> UsageError {
    let name = String(word.prefix { $0 != "=" })
    let nearest = nearestName(to: name, among: CommandArguments(command).longOptions)
    let hint = nearest.map { nearest in
      nearest == name
        ? Message("Options come before “--”.", ko: "옵션은 “--” 앞에 입력하세요.")
        : Message("Did you mean \(nearest)?", ko: "혹시 \(nearest)인가요?")
    }
    return UsageError(
      Message("There is no option \(name)", ko: "\(name) 옵션을 찾을 수 없습니다"),
      hint: hint
        ?? Message(
          "“sheaf help COMMAND” lists the options; NOT \(bare) finds notes without the word.",
          ko: "“sheaf help 명령”에서 옵션을 볼 수 있습니다. 단어가 없는 메모는 NOT \(bare)처럼 검색하세요."))
  }

  private var bare: String { String(word.drop { $0 == "-" }) }
}

/// The tags that a query asks for, and whether any note has them.
struct QueriedTags {
  private let index: IndexDatabase

  init(_ index: IndexDatabase) {
    self.index = index
  }

  /// Reports tags that no note has, with the nearest one that some do: an empty answer has a reason.
  func warn(of query: Query, in context: CommandContext) throws {
    for tag in Self.tags(in: query) where try !index.hasTag(tag) {
      let known = try index.tags(today: context.clock().day).flatMap { Self.levels(of: $0.name) }
      let nearest = nearestName(to: tag.string, among: known)
      let hint = nearest.map { Message("; did you mean #\($0)?", ko: ". 혹시 #\($0)인가요?") }
      context.warn(
        Message(
          "no note has the tag #\(tag)\(hint?.english ?? "")",
          ko: "#\(tag) 태그가 있는 메모가 없습니다\(hint?.korean ?? "")"))
    }
  }

  /// `work`, `work/client`.
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
  /// Tells on standard error how a query was read.
  func explain(_ parsed: ParsedQuery) {
    let explanation = QueryExplanation(parsed)
    console.writeError(explanation.lines.map { text($0) + "\n" }.joined())
  }
}
