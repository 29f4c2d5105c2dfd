import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel
import Wording

/// What `sheaf add` can be given.
struct AddOptions: ParsableArguments {
  @Argument(
    help: help("Title, +tags and fields; or - for standard input.", ko: "제목, +태그, 필드. -이면 표준 입력"))
  var text: [String]

  @Flag(
    name: [.customShort("w"), .customLong("words")],
    help: help(
      "Find day, time, recurrence and priority among the words.", ko: "단어에서 날짜, 시각, 반복, 우선순위를 찾습니다."
    ))
  var readsWords = false

  @Option(
    help: help(
      "Add the task as a check box in this note; a day means its diary page.",
      ko: "이 메모에 체크박스로 추가합니다. 날짜는 그날의 일기"))
  var to: String?

  @Option(
    help: help(
      "The body; - reads standard input.", ko: "본문(-이면 표준 입력)"))
  var body: String?

  @Option(name: .customLong("in"), help: help("The folder.", ko: "폴더"))
  var folder: String?

  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard to == nil || body == nil && folder == nil else {
      throw ValidationError(
        localized(
          "A check box has neither a body nor a folder.",
          ko: "체크박스에는 본문이나 폴더를 지정할 수 없습니다."))
    }
  }

  /// The words of the title, and the body. `-` after the words is the body from standard input; `-` alone is both,
  /// of which empty lines at the start are skipped.
  func typed(in context: CommandContext) throws -> (words: [String], body: String) {
    let typed = try context.typedWords(text)
    guard let input = typed.input else {
      return (typed.words, closedByLineEnd(body == "-" ? try context.inputText() : body ?? ""))
    }
    var (words, text) = (typed.words, input)
    if words.isEmpty {
      let parts = TypedWords.split(input)
      (words, text) = ([parts.first], parts.rest)
    }
    guard text.isEmpty || to == nil && body == nil else { throw Self.secondBody(isBox: to != nil) }
    return (words, closedByLineEnd(text.isEmpty ? body ?? "" : text))
  }

  private static func secondBody(isBox: Bool) -> UsageError {
    UsageError(
      isBox
        ? Message(
          "A check box has no body for the text on standard input",
          ko: "체크박스에는 본문이 없어 표준 입력을 넣을 수 없습니다")
        : Message("“-” and --body are both the body", ko: "“-”와 --body가 모두 본문입니다"))
  }

  /// A note of its own, a check box in the note of `--to`, or in the page of the day that `--to` names.
  func destination(
    body: String, _ context: CommandContext, _ workspace: Workspace
  ) throws -> TaskAddition.Destination {
    guard let name = to else { return .newNote(body: body, folder: folder) }
    do {
      return .checkbox(in: try context.place(name, in: workspace).path)
    } catch let error as NoteLookupError {
      guard case .notFound = error,
        case .day(let day)? = DateExpression.parse(name, relativeTo: context.clock())
      else {
        throw error
      }
      return .diaryPage(day)
    }
  }
}
