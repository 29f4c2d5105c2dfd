import ArgumentParser
import CivilCalendar
import NoteIndex
import NoteModel
import NoteRepository
import NoteWorkspace
import Wording

/// `sheaf diary`
struct DiaryCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "diary",
      abstract: localized(
        "Open a day of the diary, or add a line to it.", ko: "일기의 하루를 열거나 한 줄을 보탭니다."),
      discussion: localized(
        """
        A day that has no entry gets one from the template diary.md. Words behind the day are appended with the
        time; what stands in the entry is never rewritten. A day of the week means the last one.

        Examples:
          sheaf diary
          sheaf diary first snow of the year
          sheaf diary yesterday at 9pm: met Jieun at the station
          sheaf diary --week
        """,
        ko: """
          그날의 일기가 없으면 틀 diary.md로 만듭니다. 날짜 뒤에 쓴 말은 시각과 함께 끝에 보태고, 있는 글은 고치지 않습니다.
          요일은 지난 그 요일입니다.

          보기:
            sheaf diary
            sheaf diary 첫눈이 왔다
            sheaf diary 어제 밤 9시 역에서 지은을 만났다
            sheaf diary --week
          """))
  }

  @Argument(
    help: help("A day, then words; - reads standard input.", ko: "날짜, 그다음 말. -는 표준 입력에서 읽습니다."))
  var words: [String] = []

  @Flag(help: help("The note of the week.", ko: "그 주의 메모."))
  var week = false

  @Flag(help: help("The note of the month.", ko: "그 달의 메모."))
  var month = false

  @Flag(help: help("Print only the path; open no editor.", ko: "경로만 찍고 편집기를 열지 않습니다."))
  var printPath = false

  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard !(week && month) else {
      throw ValidationError(
        localized("Choose the week or the month.", ko: "주와 달 가운데 하나를 고르세요."))
    }
  }

  func run(in context: CommandContext) throws {
    var words = words
    if words.last == "-" {
      let text = String(decoding: try context.input.readAll(), as: UTF8.self)
      words = words.dropLast() + [text.trimmingLineEnds]
    }
    let line = DiaryLine(reading: words, now: context.clock())
    let period: DiaryPeriod = week ? .week : month ? .month : .day
    let (path, workspace) = try context.write(writing, asksIndex: false) { workspace, transaction in
      let page = DiaryPage(line.day, period, context: context, workspace: workspace)
      try page.add(line, to: &transaction)
      return (page.path, workspace)
    }
    guard !writing.dryRun else { return }
    context.console.writeLine(
      printPath ? workspace.repository.absolutePath(of: path) : path.string)
    guard line.text.isEmpty, !printPath else { return }
    try EditSession(context: context, workspace: workspace).edit(path)
  }
}

extension String {
  fileprivate var trimmingLineEnds: String {
    var text = self[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
