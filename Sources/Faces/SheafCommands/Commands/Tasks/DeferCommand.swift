import ArgumentParser
import CivilCalendar
import NoteModel
import NotePresentation
import Wording

struct DeferCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("defer", PackageResources.defer_txt, ko: PackageResources.defer_ko_txt)
  }

  @Argument(
    help: help(
      .taskDay, "Tasks, then the day. Without a day a terminal asks; default: tomorrow.",
      ko: "할 일, 마지막에 날짜. 없으면 터미널에서 질문(기본값: 내일)"))
  var words: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedTasks>

  init() {}

  /// The query for due tasks. `defer` moves the due day if there is one, so a scheduled day counts only without a due
  /// day.
  private static let isDue = "(due:<=today OR (scheduled:<=today -has:due))"

  func run(in context: CommandContext) throws {
    var words = words
    if let last = words.popLast() { words.append(try context.typedDay(last, for: "due")) }
    let isRow = try words.last.map { try NamedPlaces.rows($0) != nil } ?? true
    let tomorrow = CivilDate.day(context.clock().day.adding(days: 1))
    var (tasks, date): ([String], CivilDate?) = (words, tomorrow)
    if let last = words.last, ["none", "없음"].contains(last.lowercased()) {
      (tasks, date) = (Array(words.dropLast()), nil)
    } else if let split = context.tasksAndDay(words), !isRow || split.tasks.count + 1 < words.count {
      (tasks, date) = (split.tasks, split.day)
    } else if words.count > 1 || change.condition != nil, let last = words.last, !isRow,
      ChangeWord(last) == nil, let workspace = try? context.openWorkspace(),
      (try? context.task(words.joined(separator: " "), in: workspace)) == nil,
      (try? context.task(last, in: workspace)) == nil
    {
      throw FieldAssignmentError.notADate(key: "defer", text: last)
    }
    let isOfAll = tasks.isEmpty && change.condition == nil
    let isGiven =
      tasks != words || tasks.isEmpty || change.writing.dryRun || !context.mayAsk || context.globals.assumeYes
    let condition = isOfAll ? Self.isDue : change.condition
    do {
      var ask: ((CivilDate?) throws -> CivilDate?)?
      if !isGiven, try !context.beginsQuery(tasks[0], in: context.openWorkspace()) {
        ask = { try context.dayToDefer($0) }
      }
      let writer = TaskWriter(context, care: change.writing.care, condition: condition)
      try writer.postpone(tasks, to: date, asking: ask)
    } catch NoteLookupError.nothing where isOfAll {
      throw NoteLookupError.nothing("due:..today", ofTasks: true)
    }
  }
}

extension CommandContext {
  /// Asks for the day of named tasks. An empty answer is the usual day.
  fileprivate func dayToDefer(_ usual: CivilDate?) throws -> CivilDate? {
    let question = Message("Defer to which day?", ko: "어느 날로 미룰까요?")
    let preset = usual.map { DayText.text($0, in: language) }
    guard let answer = QuestionPrompt(context: self).value(of: FieldRule(key: "due"), question, usual: preset) else {
      return usual
    }
    return DateExpression.parse(joined: answer, relativeTo: clock(), zone: zone, for: .deadline)?.date
  }

  /// Splits words into tasks and a day: the longest row of words at the end that is a day. Nil if no day ends the
  /// words.
  fileprivate func tasksAndDay(_ words: [String]) -> (tasks: [String], day: CivilDate)? {
    // No day has more words.
    let mostWordsOfDay = 12
    for count in stride(from: max(0, words.count - mostWordsOfDay), to: words.count, by: 1) {
      let reading = DateExpression.parse(
        joined: words[count...].joined(separator: " "), relativeTo: clock(), zone: zone, for: .deadline)
      if let date = reading?.date { return (Array(words[..<count]), date) }
    }
    return nil
  }
}
