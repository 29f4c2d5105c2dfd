import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteModel
import Wording

struct DeferCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("defer", PackageResources.defer_txt, ko: PackageResources.defer_ko_txt)
  }

  @Argument(help: help(.taskDay, "Tasks, then the day. Default: tomorrow.", ko: "할 일, 마지막에 날짜(기본값: 내일)"))
  var words: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedTasks>

  /// The query for due tasks. `defer` moves the due day if there is one, so a scheduled day counts only without a due
  /// day.
  private static let isDue = "(due:<=today OR (scheduled:<=today -has:due))"

  func run(in context: CommandContext) throws {
    var words = words
    if let last = words.popLast() { words.append(try context.typedDay(last, for: "due")) }
    let isRow = try words.last.map { try NamedPlaces.rows($0) != nil } ?? true
    var (tasks, date): ([String], CivilDate?) = (words, .day(context.clock().day.adding(days: 1)))
    var isUsualDay = false
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
    } else {
      isUsualDay = true
    }
    if tasks.count > 1, tasks.count < words.count, let last = tasks.last,
      ["to", "until", "till", "by"].contains(last.lowercased()), let workspace = try? context.openWorkspace(),
      (try? context.task(tasks.joined(separator: " "), in: workspace)) == nil
    {
      let line = ["sheaf", "defer"] + tasks.dropLast() + [words.dropFirst(tasks.count).joined(separator: " ")]
      throw UsageError(
        Message("The day comes right after the tasks, without “\(last)”", ko: "날짜는 “\(last)” 없이 할 일 뒤에 지정합니다"),
        hint: Message(verbatim: line.map(typedWord).joined(separator: " ")))
    }
    let isOfAll = tasks.isEmpty && change.condition == nil
    let condition = isOfAll ? Self.isDue : change.condition
    do {
      try TaskWriter(context, care: change.writing.care, condition: condition)
        .postpone(tasks, to: date, afterDue: isUsualDay)
    } catch is NoteLookupError where tasks.count > 1 && context.tasksAndDay([tasks[0]])?.day != nil {
      let line = ["sheaf", "defer"] + (tasks.dropFirst() + [tasks[0]]).map(typedWord)
      throw UsageError(
        Message("The day comes after the tasks: “\(tasks[0])”", ko: "날짜는 할 일 뒤에 지정합니다: “\(tasks[0])”"),
        hint: Message(verbatim: line.joined(separator: " ")))
    } catch NoteLookupError.nothing where isOfAll {
      throw NoteLookupError.nothing("due:..today", ofTasks: true)
    }
  }
}

extension CommandContext {
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
