import ArgumentParser
import CivilCalendar
import NoteModel

/// `sheaf defer`
struct DeferCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "defer",
      abstract: localized("Move tasks to another day, by default tomorrow.", ko: "할 일을 다른 날로 미룹니다(기본값: 내일)."),
      discussion: localized(
        """
        Examples:
          sheaf defer
          sheaf defer 3 fri
          sheaf defer 3 4 next monday
          sheaf defer tag:errands next saturday
          sheaf defer 3 none

        Tasks come first, then the day as described in sheaf-dates(7), by default tomorrow. Without tasks: all that are
        due by today, and those without a due date that are scheduled by today. The due date changes, or the scheduled
        date of a task without a due date; a time of day is kept. A repeat rule keeps counting from the old date. “none”
        removes the date.
        """,
        ko: """
          예:
            sheaf defer
            sheaf defer 3 금요일
            sheaf defer 3 4 다음 주 월요일
            sheaf defer tag:심부름 다음 주 토요일
            sheaf defer 3 없음

          할 일을 먼저, 날짜를 나중에 지정합니다. 날짜를 빼면 내일이고, 입력하는 방법은 sheaf-dates(7)에 있습니다. 할 일을
          지정하지 않으면 마감일이 오늘까지인 할 일과, 마감일 없이 예정일이 오늘까지인 할 일을 모두 미룹니다. 마감일이
          바뀌고, 마감일이 없으면 예정일이 바뀝니다. 시각은 그대로이고, 반복 규칙은 원래 날짜부터 계속 셉니다. “없음”은
          날짜를 지웁니다.
          """))
  }

  @Argument(help: help(.taskDay, "Tasks, then the day. Default: tomorrow.", ko: "할 일, 마지막에 날짜(기본값: 내일)"))
  var words: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedTasks>

  init() {}

  /// Postponing moves the due day if there is one, so a scheduled day counts only without it.
  private static let isDue = "(due:<=today OR (scheduled:<=today -has:due))"

  func run(in context: CommandContext) throws {
    let isRow = try words.last.map { try NamedPlaces.rows($0) != nil } ?? true
    var (tasks, date): ([String], CivilDate?) = (words, .day(context.clock().day.adding(days: 1)))
    if let last = words.last, ["none", "없음"].contains(last.lowercased()) {
      (tasks, date) = (Array(words.dropLast()), nil)
    } else if let split = context.tasksAndDay(words), !isRow || split.tasks.count + 1 < words.count {
      (tasks, date) = (split.tasks, split.day)
    } else if words.count > 1 || change.condition != nil, let last = words.last, !isRow,
      ChangeWord(last) == nil, (try? context.task(words.joined(separator: " "), in: context.openWorkspace())) == nil,
      (try? context.task(last, in: context.openWorkspace())) == nil
    {
      throw FieldAssignmentError.notADate(key: "defer", text: last)
    }
    let isOfAll = tasks.isEmpty && change.condition == nil
    let condition = isOfAll ? Self.isDue : change.condition
    do {
      try TaskWriter(context, care: change.writing.care, condition: condition, .deferred(date))
        .postpone(tasks, to: date)
    } catch NoteLookupError.nothing where isOfAll {
      throw NoteLookupError.nothing("due:..today", ofTasks: true)
    }
  }
}

extension CommandContext {
  /// Tasks, then a day: the longest row of words at the end that is a day is the day.
  ///
  /// - Returns: nil if no day ends the words.
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
