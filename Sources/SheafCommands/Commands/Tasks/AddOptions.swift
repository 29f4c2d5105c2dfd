import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel

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

  /// The words of the title, and the body; `-` for either is standard input, of which empty lines at the start are
  /// skipped.
  func typed(in context: CommandContext) throws -> (words: [String], body: String) {
    guard text == ["-"] else {
      let body = body == "-" ? try Self.input(context) : body ?? ""
      return (text, closedByLineEnd(body))
    }
    let input = try Self.input(context).drop { $0.isWhitespace }
    let title = input.prefix { !$0.isNewline }
    let body = String(input.dropFirst(title.count).drop { $0.isNewline })
    return ([String(title)], closedByLineEnd(body))
  }

  /// A note of its own, a check box in the note of `--to`, or in the page of the day that `--to` names.
  func destination(
    body: String, _ context: CommandContext, _ workspace: Workspace
  ) throws -> TaskAddition.Destination {
    guard let name = to else { return .newNote(body: body, folder: folder) }
    do {
      return .checkbox(in: try context.place(name, in: workspace).path)
    } catch let error as NoteLookupError {
      guard case .day(let day)? = DateExpression.parse(name, relativeTo: context.clock()) else {
        throw error
      }
      return .diaryPage(day)
    }
  }

  private static func input(_ context: CommandContext) throws -> String {
    String(decoding: try context.input.readAll(), as: UTF8.self)
  }
}
