import ArgumentParser
import CivilCalendar
import NoteModel

/// `sheaf defer`
struct DeferCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "defer",
      abstract: localized("Postpone tasks to another day.", ko: "할 일을 다른 날로 미룹니다."),
      discussion: localized(
        """
        Tasks come first, then the day as described in sheaf-dates(7). The due day changes, or the scheduled day of a
        task that has no due day; a time of day stays. A recurrence rule keeps counting from the old day. “none” removes
        the day.

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
    help: help("Tasks, then the day.", ko: "할 일, 그다음 날짜"))
  var words: [String]

  @OptionGroup var change: ChangeOptions<ChangedTasks>

  init() {}

  func run(in context: CommandContext) throws {
    let (tasks, date) = try split(context)
    try TaskWriter(context, change, .deferred(date)).postpone(tasks, to: date)
  }

  /// No day has more words.
  private static let mostWordsOfDay = 12

  /// The longest row of words at the end that is a day is the day; nil for the word that removes it.
  private func split(_ context: CommandContext) throws -> ([String], CivilDate?) {
    let first = change.condition == nil ? 1 : 0
    if words.count > first, let last = words.last, ["none", "없음"].contains(last.lowercased()) {
      return (words.dropLast(), nil)
    }
    for count in stride(
      from: max(first, words.count - Self.mostWordsOfDay), to: words.count, by: 1)
    {
      let text = words[count...].joined(separator: " ")
      let reading = DateExpression.parse(
        text, relativeTo: context.clock(), zone: context.zone, for: .deadline)
      if let date = reading?.date { return (Array(words[..<count]), date) }
    }
    let text = words.dropFirst(min(first, words.count - 1)).joined(separator: " ")
    throw FieldAssignmentError.notADate(key: "defer", text: text)
  }
}
