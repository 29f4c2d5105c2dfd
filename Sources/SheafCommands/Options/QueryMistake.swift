import NoteModel
import TerminalText
import Wording

/// A query that cannot be read: the place is marked under its text.
struct QueryMistake: ExplainedError {
  private let error: QueryError

  init(_ error: QueryError) {
    self.error = error
  }

  var category: ErrorCategory { .usage }

  var explanation: Message {
    let pointer = Self.pointer(error.text, at: error.offset)
    return Message(reason.english + pointer, ko: reason.korean + pointer)
  }

  /// The text with a mark under the place; of a long text the part around it.
  private static func pointer(_ text: String, at offset: Int) -> String {
    let bytes = Array(text.utf8)
    let before = String(decoding: bytes.prefix(offset), as: UTF8.self)
    let behind = String(decoding: bytes.dropFirst(offset), as: UTF8.self)
    let head = before.count > shown ? "…" + before.suffix(shown) : before
    let tail = behind.count > shown ? behind.prefix(shown) + "…" : behind
    return "\n  \(head)\(tail)\n  " + String(repeating: " ", count: CellWidth.of(head)) + "^"
  }

  private static let shown = 60

  private var reason: Message {
    switch error.reason {
    case .unclosedQuote: Message("A quote is not closed", ko: "따옴표가 닫히지 않았습니다")
    case .unclosedParenthesis: Message("A parenthesis is not closed", ko: "괄호가 닫히지 않았습니다")
    case .unexpected(let word):
      Message("“\(word)” cannot be here", ko: "여기에 쓸 수 없습니다: “\(word)”")
    case .missingOperand(let word):
      Message("A term is missing before or after \(word)", ko: "\(word) 앞이나 뒤에 조건이 없습니다")
    case .unknownState(let word):
      Message("is: unknown value “\(word)”", ko: "is:에 쓸 수 없는 값입니다: “\(word)”")
    case .unknownKind(let word):
      Message("kind: unknown value “\(word)”", ko: "kind:에 쓸 수 없는 값입니다: “\(word)”")
    case .unknownPart(let word):
      Message("has: unknown value “\(word)”", ko: "has:에 쓸 수 없는 값입니다: “\(word)”")
    case .notADate(let word): Message("“\(word)” is not a date", ko: "날짜로 읽을 수 없습니다: “\(word)”")
    case .unknownView(let name):
      Message("There is no saved query @\(name)", ko: "저장한 검색식 @\(name) 항목을 찾을 수 없습니다")
    case .viewInsideItself(let name):
      Message("@\(name) contains itself", ko: "자기 자신을 사용하는 검색식입니다: @\(name)")
    case .tooDeep:
      Message(
        "Parentheses and saved queries are nested more than \(QueryParser.depthLimit) deep",
        ko: "괄호와 저장한 검색식이 \(QueryParser.depthLimit)단계보다 깊습니다")
    case .tooLong:
      Message(
        "A query can have at most \(QueryParser.termLimit) terms",
        ko: "검색식의 조건은 최대 \(QueryParser.termLimit)개입니다")
    }
  }

  var hint: Message? {
    switch error.reason {
    case .unknownState(let word): Self.choices("is", word, NoteState.self)
    case .unknownKind(let word): Self.choices("kind", word, NoteKind.self)
    case .unknownPart(let word): Self.choices("has", word, NotePart.self)
    case .unknownView:
      Message(
        "“sheaf query list” lists the saved ones.", ko: "“sheaf query list”로 저장한 검색식을 볼 수 있습니다.")
    case .notADate:
      Message(
        "Use today, friday, +3d, 2026-11-30, 2026-11, 2026-W48, none or a range such as 2026-11-01..2026-11-15.",
        ko: "오늘, 금요일, +3d, 2026-11-30, 2026-11, 2026-W48, none, 2026-11-01..2026-11-15처럼 입력하세요.")
    default:
      Message("sheaf-query(7) explains the query syntax.", ko: "검색식 문법은 sheaf-query(7)에 있습니다.")
    }
  }

  private static func choices<Words: QueryVocabulary>(
    _ key: String, _ word: String, _ words: Words.Type
  ) -> Message {
    let english = words.allCases.map(\.rawValue).joined(separator: ", ")
    let korean = words.allCases.map { ($0.koreanNames.first.map { $0 + "/" } ?? "") + $0.rawValue }
    let all = Message(
      "Known values: \(english).", ko: "사용할 수 있는 값: \(korean.joined(separator: ", "))")
    guard let nearest = nearestName(to: word, among: words.names) else { return all }
    return Message(
      "Did you mean \(key):\(nearest)? " + all.english,
      ko: "혹시 \(key):\(nearest)인가요? " + all.korean)
  }
}
