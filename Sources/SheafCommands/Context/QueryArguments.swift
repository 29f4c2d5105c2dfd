import ArgumentParser
import CivilCalendar
import NoteIndex
import NoteModel
import NoteRepository
import NoteWorkspace
import Wording

/// The query, order and number that every listing takes.
struct QueryArguments: ParsableArguments {
  @Argument(
    parsing: .allUnrecognized,
    help: help("A query; sheaf-query(7) tells its words.", ko: "검색식. sheaf-query(7)에 낱말이 나옵니다."))
  var query: [String] = []

  @Option(
    help: help(
      "Order: title, path, created, updated, due, status, priority, kind; a minus turns it round.",
      ko: "순서: title, path, created, updated, due, status, priority, kind. 빼기 부호를 붙이면 거꾸로."))
  var sort: String?

  @Flag(help: help("Turn the order round.", ko: "순서를 뒤집습니다."))
  var reverse = false

  @Option(help: help("At most so many.", ko: "많아야 이만큼."))
  var limit: Int?

  @Flag(help: help("Tell how the query was read.", ko: "검색식을 어떻게 읽었는지 알립니다."))
  var explain = false

  init() {}

  /// What was asked for, read with the repository's saved queries.
  func parsed(in context: CommandContext, _ workspace: Workspace) throws -> ParsedQuery {
    let text = query.joined(separator: " ")
    do throws(QueryError) {
      return try QueryParser.parse(
        text, now: context.clock(), views: workspace.configuration.table("views"))
    } catch {
      throw QueryMistake(error)
    }
  }

  func request(_ parsed: ParsedQuery, in context: CommandContext) throws -> NoteRequest {
    var keys = parsed.sort + (sort?.split(separator: ",").map { SortKey($0) } ?? [])
    for key in keys where !IndexDatabase.sortFields.contains(key.field) {
      throw UsageError(
        Message("Nothing can be sorted by “\(key.field)”", ko: "“\(key.field)”(으)로는 정렬할 수 없습니다"),
        hint: Message(verbatim: IndexDatabase.sortFields.joined(separator: ", ")))
    }
    if reverse {
      if keys.isEmpty { keys = [SortKey(field: "updated", isDescending: true)] }
      keys = keys.map { SortKey(field: $0.field, isDescending: !$0.isDescending) }
    }
    return NoteRequest(query: parsed.query, sort: keys, limit: limit, today: context.clock().day)
  }
}

/// A query that cannot be read: the place is marked under its text.
struct QueryMistake: ExplainedError {
  private let error: QueryError

  init(_ error: QueryError) {
    self.error = error
  }

  var category: ErrorCategory { .usage }

  var explanation: Message {
    let before = String(decoding: Array(error.text.utf8).prefix(error.offset), as: UTF8.self)
    let pointer = "\n  \(error.text)\n  " + String(repeating: " ", count: before.count) + "^"
    let reason = reason
    return Message(reason.english + pointer, ko: reason.korean + pointer)
  }

  private var reason: Message {
    switch error.reason {
    case .unclosedQuote: Message("A quote is not closed", ko: "따옴표가 닫히지 않았습니다")
    case .unclosedParenthesis: Message("A parenthesis is not closed", ko: "괄호가 닫히지 않았습니다")
    case .unexpected(let word):
      Message("“\(word)” is not expected here", ko: "여기에 “\(word)”이(가) 올 수 없습니다")
    case .missingOperand(let word):
      Message("Something is missing beside \(word)", ko: "\(word) 곁에 빠진 것이 있습니다")
    case .unknownState(let word, _):
      Message("is: does not know “\(word)”", ko: "is:는 “\(word)”을(를) 모릅니다")
    case .unknownKind(let word):
      Message("kind: does not know “\(word)”", ko: "kind:는 “\(word)”을(를) 모릅니다")
    case .unknownPart(let word):
      Message("has: does not know “\(word)”", ko: "has:는 “\(word)”을(를) 모릅니다")
    case .notADate(let word): Message("“\(word)” is not a date", ko: "“\(word)”은(는) 날짜가 아닙니다")
    case .unknownView(let name):
      Message("There is no saved query @\(name)", ko: "저장한 검색식 @\(name)이(가) 없습니다")
    case .viewInsideItself(let name):
      Message("@\(name) contains itself", ko: "@\(name)이(가) 자기를 품고 있습니다")
    }
  }

  var hint: Message? {
    switch error.reason {
    case .unknownState(let word, _):
      let known = NoteState.allCases.map(\.rawValue)
      let nearest = nearestName(to: word, among: known)
      let list = known.joined(separator: ", ")
      return Message(
        nearest.map { "Did you mean is:\($0)? " } ?? "" + "It knows \(list).",
        ko: nearest.map { "is:\($0)을(를) 뜻했나요? " } ?? "" + "아는 낱말: \(list).")
    case .unknownKind:
      return Message(verbatim: NoteKind.allCases.map(\.rawValue).joined(separator: ", "))
    case .unknownPart:
      return Message(verbatim: NotePart.allCases.map(\.rawValue).joined(separator: ", "))
    case .notADate:
      return Message(
        "today, friday, +3d, 2026-11-30, 2026-11, 2026-W48, none and ranges such as 2026-11-01..2026-11-15 are.",
        ko: "오늘, 금요일, +3d, 2026-11-30, 2026-11, 2026-W48, none, 2026-11-01..2026-11-15처럼 쓰세요.")
    default:
      return Message("sheaf-query(7) explains the language.", ko: "sheaf-query(7)에 검색식이 설명되어 있습니다.")
    }
  }
}
