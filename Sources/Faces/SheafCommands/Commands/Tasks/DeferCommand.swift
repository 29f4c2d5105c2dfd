import ArgumentParser
import CivilCalendar
import NoteModel

/// `sheaf defer`
struct DeferCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "defer",
      abstract: localized("Move tasks to another day.", ko: "할 일을 다른 날로 미룹니다."),
      discussion: localized(
        """
        Tasks come first, then the day as described in sheaf-dates(7). The due date changes, or the scheduled date of
        a task without a due date; a time of day is kept. A repeat rule keeps counting from the old date. “none”
        removes the date.

        Examples:
          sheaf defer 3 fri
          sheaf defer 3 4 next monday
          sheaf defer --where is:overdue tomorrow
          sheaf defer 3 none
        """,
        ko: """
          할 일을 먼저, 날짜를 나중에 지정합니다. 날짜를 입력하는 방법은 sheaf-dates(7)에 있습니다. 마감일이 바뀌고,
          마감일이 없으면 예정일이 바뀝니다. 시각은 그대로이고, 반복 규칙은 원래 날짜부터 계속 셉니다. “none”이나
          “없음”은 날짜를 지웁니다.

          예:
            sheaf defer 3 금요일
            sheaf defer 3 4 다음 주 월요일
            sheaf defer --where is:overdue 내일
            sheaf defer 3 없음
          """))
  }

  @Argument(
    help: help(.taskDay, "Tasks, then the day.", ko: "할 일, 마지막에 날짜"))
  var words: [String]

  @OptionGroup var change: ChangeOptions<ChangedTasks>

  init() {}

  func run(in context: CommandContext) throws {
    let first = change.condition == nil ? 1 : 0
    let removesDay = words.last.map { ["none", "없음"].contains($0.lowercased()) } ?? false
    if removesDay, words.count > first {
      return try TaskWriter(context, change, .deferred(nil)).postpone(words.dropLast(), to: nil)
    }
    guard let (tasks, date) = context.tasksAndDay(words, from: first) else {
      // A day and nothing before it.
      if removesDay || context.tasksAndDay(words, from: 0)?.tasks == [] { throw UsageError.noTask }
      let text = words.dropFirst(min(first, words.count - 1)).joined(separator: " ")
      throw FieldAssignmentError.notADate(key: "defer", text: text)
    }
    try TaskWriter(context, change, .deferred(date)).postpone(tasks, to: date)
  }
}

/// `sheaf snooze`
struct SnoozeCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "snooze",
      abstract: localized(
        "Defer tasks, by default to tomorrow.", ko: "오늘까지인 할 일을 내일이나 다른 날로 미룹니다."),
      discussion: localized(
        """
        Without tasks: all that are due by today, and those without a due date that are scheduled by today. A query
        narrows them down; tasks that are named are deferred whenever they are due. A number is a row of the last
        listing. On a terminal the command asks before it changes several tasks.

        Examples:
          sheaf snooze
          sheaf snooze 3 4
          sheaf snooze tag:errands next saturday
        """,
        ko: """
          할 일을 지정하지 않으면 마감일이 오늘까지인 할 일과, 마감일 없이 예정일이 오늘까지인 할 일을 모두 미룹니다.
          검색식을 입력하면 그중 검색식에 맞는 것만 미룹니다. 직접 지정한 할 일은 마감일과 관계없이 미룹니다.
          숫자는 마지막 목록의 번호입니다. 터미널에서는 여러 할 일을 바꾸기 전에 확인합니다.

          예:
            sheaf snooze
            sheaf snooze 3 4
            sheaf snooze tag:심부름 다음 주 토요일
          """))
  }

  @Argument(
    help: help(.taskDay, "Tasks or a query, then the day. Default: tomorrow.", ko: "할 일이나 검색식, 마지막에 날짜(기본값: 내일)"))
  var words: [String] = []

  @OptionGroup var change: CareOptions<ChangedTasks>

  init() {}

  /// Postponing moves the due day if there is one, so a scheduled day counts only without it.
  private static let isDue = "(due:<=today OR (scheduled:<=today -has:due))"

  func run(in context: CommandContext) throws {
    let isRow = words.last.map { $0.allSatisfy(\.isNumber) } ?? true
    let split = isRow ? nil : context.tasksAndDay(words, from: 0)
    let (tasks, date) = split ?? (words, CivilDate.day(context.clock().day.adding(days: 1)))
    try TaskWriter(
      context, care: change.care, condition: tasks.isEmpty ? Self.isDue : nil, .deferred(date),
      queryLimit: Self.isDue
    ).postpone(tasks, to: date)
  }
}

extension CommandContext {
  /// Tasks, then a day: the longest row of words at the end that is a day is the day.
  ///
  /// - Parameter first: The index of the first word that may belong to the day.
  /// - Returns: nil if no day ends the words.
  fileprivate func tasksAndDay(
    _ words: [String], from first: Int
  ) -> (tasks: [String], day: CivilDate)? {
    // No day has more words.
    let mostWordsOfDay = 12
    for count in stride(from: max(first, words.count - mostWordsOfDay), to: words.count, by: 1) {
      let reading = DateExpression.parse(
        words[count...].joined(separator: " "), relativeTo: clock(), zone: zone, for: .deadline)
      if let date = reading?.date { return (Array(words[..<count]), date) }
    }
    return nil
  }
}
