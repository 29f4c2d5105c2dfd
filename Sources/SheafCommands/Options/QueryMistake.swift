import NoteModel
import NoteRepository
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
      Message("“\(word)” is not expected here", ko: "여기에 “\(word)”이(가) 올 수 없습니다")
    case .missingOperand(let word):
      Message("Something is missing beside \(word)", ko: "\(word) 곁에 빠진 것이 있습니다")
    case .unknownState(let word):
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
    case .tooDeep:
      Message(
        "Parentheses and saved queries stand more than \(QueryParser.depthLimit) deep",
        ko: "괄호와 저장한 검색식이 \(QueryParser.depthLimit)겹보다 깊습니다")
    case .tooLong:
      Message(
        "A query has at most \(QueryParser.termLimit) terms",
        ko: "검색식의 조건은 많아야 \(QueryParser.termLimit)개입니다")
    }
  }

  var hint: Message? {
    switch error.reason {
    case .unknownState(let word): Self.choices("is", word, NoteState.self)
    case .unknownKind(let word): Self.choices("kind", word, NoteKind.self)
    case .unknownPart(let word): Self.choices("has", word, NotePart.self)
    case .unknownView:
      Message("“sheaf query list” shows the saved ones.", ko: "“sheaf query list”에 저장한 것이 나옵니다.")
    case .notADate:
      Message(
        "today, friday, +3d, 2026-11-30, 2026-11, 2026-W48, none and ranges such as 2026-11-01..2026-11-15 are.",
        ko: "오늘, 금요일, +3d, 2026-11-30, 2026-11, 2026-W48, none, 2026-11-01..2026-11-15처럼 쓰세요.")
    default:
      Message("sheaf-query(7) explains the language.", ko: "sheaf-query(7)에 검색식이 설명되어 있습니다.")
    }
  }

  private static func choices<Words: QueryVocabulary>(
    _ key: String, _ word: String, _ words: Words.Type
  ) -> Message {
    let english = words.allCases.map(\.rawValue).joined(separator: ", ")
    let korean = words.allCases.map { ($0.koreanNames.first.map { $0 + "/" } ?? "") + $0.rawValue }
    let all = Message("It knows \(english).", ko: "쓸 수 있는 말: \(korean.joined(separator: ", "))")
    guard let nearest = nearestName(to: word, among: words.names) else { return all }
    return Message(
      "Did you mean \(key):\(nearest)? " + all.english,
      ko: "혹시 \(key):\(nearest)인가요? " + all.korean)
  }
}
