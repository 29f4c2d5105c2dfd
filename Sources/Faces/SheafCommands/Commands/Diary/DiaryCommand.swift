import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

struct DiaryCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("diary", PackageResources.diary_txt, ko: PackageResources.diary_ko_txt)
  }

  @OptionGroup var options: DiaryOptions

  func run(in context: CommandContext) throws {
    let printsPath = options.path.printPath
    if !options.week, !options.month, !printsPath, try showEntries(context) { return }
    let typed = try context.typedWords(options.words)
    let line = DiaryLine(
      reading: typed.words, body: typed.input.map { String($0.trimmingEnd(while: \.isNewline)) },
      now: context.clock(), takesPeriods: options.week || options.month)
    if let mistake = line.mistake { throw mistake }
    let period: DiaryPeriod = options.week ? .week : options.month ? .month : .day
    if printsPath, line.text.isEmpty { return try printPath(of: line.day, period, context) }
    if line.text.isEmpty, !options.writing.dryRun, !printsPath {
      try context.checkEditor(
        Message(
          "“sheaf diary TEXT” adds a line; --print-path prints the path.",
          ko: "“sheaf diary 텍스트”로 한 줄을 추가하고, --print-path로 경로를 볼 수 있습니다."))
    }
    let template = options.template.template
    let inputs = try context.inputs(forPageOf: line.day, period, template, options.answers.answer)
    let care = options.writing.care.silent(printsPath)
    let (page, isNew, workspace) = try context.write(care, asksIndex: false) {
      workspace, transaction in
      let page = DiaryPage(line.day, period, template, in: workspace)
      let isNew = try page.add(line, inputs, to: &transaction)
      return (page, isNew, workspace)
    }
    let path = page.path
    guard !options.writing.dryRun else {
      if let count = Int(line.text), count > 0 {
        context.note(
          Message("The last \(count) entries: sheaf diary -\(count)", ko: "최근 일기 \(count)개: sheaf diary -\(count)"))
      }
      return
    }
    options.path.report(NotePosition(path), care, in: workspace, context)
    if let other = line.alternative {
      context.note(
        Message(
          "Added to today's entry. To add to the entry of \(other.day): sheaf diary \(other.text)",
          ko: "오늘 일기에 추가했습니다. \(other.day) 일기에 추가하려면: sheaf diary \(other.text)"))
    }
    guard line.text.isEmpty, !printsPath else { return }
    let session = EditSession(context: context, workspace: workspace)
    if isNew { _ = try session.editNew(path) } else { try session.edit(path) }
  }

  /// Shows the entries of several days, or the last ones; false for words that mean something else.
  private func showEntries(_ context: CommandContext) throws -> Bool {
    let read = context.leadingDays(options.words, for: .past)
    let isSeveral = read.map { $0.query.isEmpty && $0.days.first < $0.days.last } ?? false
    guard options.limit != nil || isSeveral else { return false }
    let workspace = try context.openWorkspace()
    guard let entries = try context.entries(options.words, last: options.limit, in: workspace) else { return false }
    let notes = try entries.map { try context.shownNote(at: $0, in: workspace) }
    try context.draw(notes, in: workspace)
    return true
  }

  /// Prints the path of a page, and writes nothing.
  private func printPath(of day: Day, _ period: DiaryPeriod, _ context: CommandContext) throws {
    let repository = try context.repository()
    let workspace = try context.openWorkspace(
      of: repository, context.configuration(of: repository), synchronized: false)
    let page = DiaryPage(day, period, in: workspace)
    context.console.writeLine(repository.absolutePath(of: page.path))
  }
}

struct DiaryOptions: ParsableArguments {
  @Argument(
    help: help(
      .dayOrText,
      "Text, a day, or a day, a colon and text; - reads standard input.",
      ko: "텍스트, 날짜, 또는 “날짜: 텍스트”. -를 지정하면 표준 입력"))
  var words: [String] = []

  @Flag(help: help("Open the weekly note.", ko: "이번 주 메모를 엽니다."))
  var week = false

  @Flag(help: help("Open the monthly note.", ko: "이번 달의 메모를 엽니다."))
  var month = false

  @OptionGroup var path: PrintPathOption
  @OptionGroup var template: TemplateOption

  @Option(help: help(.count, "Show the last N entries; 0: all.", ko: "보여 줄 최근 일기 개수. 0이면 모두"))
  var limit: Int?

  @OptionGroup var answers: AnswerOptions
  @OptionGroup var writing: WritingOptions

  func validate() throws {
    guard limit.map({ $0 >= 0 }) ?? true else { throw NegativeLimit.error }
    guard !(week && month) else {
      throw ValidationError(
        localized("--week and --month cannot be used together", ko: "--week와 --month는 함께 지정할 수 없습니다"))
    }
  }
}
