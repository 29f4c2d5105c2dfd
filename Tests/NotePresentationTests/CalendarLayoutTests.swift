import CivilCalendar
import NoteModel
import NotePresentation
import NoteTestSupport
import TerminalText
import Testing
import Wording

/// Boards and calendars stay inside the page, whatever its width, language and letters.
@Suite struct CalendarLayoutTests {
  private static let now = CivilMoment(
    day: Day(daysSinceEpoch: 20_778), time: .midnight, utcOffsetSeconds: 32_400)

  private func tasks(_ count: Int = 12) throws -> [LocatedTask] {
    let path = try #require(NotePath("Diary/Tasks/아주 긴 이름의 할 일.md"))
    return (0..<count).map { number in
      let item = TaskItem(
        source: .checkbox(line: number + 1),
        title: "아주 긴 제목을 가진 할 일 number \(number), 여러 줄에 걸쳐서 이어지는 것",
        status: [.todo, .doing, .done, .custom("검토")][number % 4],
        due: .day(Self.now.day.adding(days: number - 6)),
        priority: TaskPriority.allCases[number % 4],
        tags: ["일/고객", "집", "travel"].compactMap { TagName($0) }, color: "teal", label: "이름표")
      return LocatedTask(path: path, noteTitle: "메모", item: item)
    }
  }

  private func page(_ columns: Int, _ language: Language) -> Page {
    Page(columns: columns, language: language, asciiOnly: false, isTerminal: true)
  }

  @Test(arguments: [40, 80, 120], Language.allCases)
  func `no line of a board is wider than the page`(columns: Int, language: Language) throws {
    let tasks = try tasks()
    let graph = TaskGraph(tasks, edges: [])
    for grouping in TaskBoard.Grouping.allCases {
      let board = TaskBoard(tasks, by: grouping, order: [], limits: ["": 2])
      let lines = BoardReport(board, graph: graph, now: Self.now).lines(page(columns, language))
      #expect(!lines.isEmpty)
      #expect(lines.allSatisfy { $0.width <= columns })
      #expect(lines.allSatisfy { $0.plainText.last != " " })
    }
  }

  @Test(arguments: [40, 80, 120], Language.allCases)
  func `no line of a calendar or an agenda is wider than the page`(
    columns: Int, language: Language
  ) throws {
    let tasks = try tasks()
    let graph = TaskGraph(tasks, edges: [])
    for span in [CalendarReport.Span.month, .threeMonths, .year] {
      let range = CalendarReport.range(Self.now.day, span)
      let items = Dictionary(grouping: tasks) { $0.item.due?.day ?? Self.now.day }
      let agenda = Agenda(
        range: range, now: Self.now, items: items.mapValues { $0.map { .due($0) } })
      for weekStart in [Weekday.monday, .sunday] {
        let report = CalendarReport(
          Self.now.day, span, agenda: agenda, weekStart: weekStart, now: Self.now)
        #expect(report.lines(page(columns, language)).allSatisfy { $0.width <= columns })
      }
      let lines = AgendaReport(agenda, graph: graph, now: Self.now).lines(page(columns, language))
      #expect(lines.allSatisfy { $0.width <= columns })
    }
  }

  @Test(arguments: [40, 80], Language.allCases)
  func `the boxes and the details of an agenda stand below each other`(columns: Int, language: Language) throws {
    let task = try tasks(1)[0]
    let (day, graph) = (Self.now.day, TaskGraph([task], edges: []))
    let noon = CivilMoment(day: day, time: try #require(TimeOfDay(hour: 12, minute: 0)))
    let items: [AgendaItem] = [.overdue(task, days: 3), .due(task), .scheduled(task), .reminder(task, at: noon)]
    let agenda = Agenda(range: DayRange(day, day), now: Self.now, items: [day: items])
    let lines = AgendaReport(agenda, graph: graph, now: Self.now).lines(page(columns, language)).map(\.plainText)
    let places = lines.dropFirst().map { line in line.firstIndex(of: "☐").map { CellWidth.of(line[..<$0]) } }
    #expect(places.count == 4 && Set(places).count == 1 && places[0] != nil, "\(lines)")
    let words = [Message("scheduled", ko: "예정"), Message("reminder", ko: "알림")].map { $0.text(in: language) }
    let details = words.compactMap { word in
      lines.lazy.compactMap { line in line.firstRange(of: word).map { CellWidth.of(line[..<$0.lowerBound]) } }.first
    }
    #expect(details.count == 2 && Set(details).count == 1, "\(lines)")
  }

  @Test(arguments: [0, 1, 12, 600], [true, false])
  func `what is printed are the lines, however many there are`(count: Int, isTerminal: Bool) throws {
    let tasks = try tasks(count)
    let graph = TaskGraph(tasks, edges: [])
    let page = Page(columns: 80, language: .english, asciiOnly: false, isTerminal: isTerminal)
    let days = DayRange(Self.now.day, Self.now.day.adding(days: 1))
    var items = [Self.now.day: tasks.map { AgendaItem.due($0) }]
    items[days.last] = tasks.prefix(3).map { .scheduled($0) }
    let report = AgendaReport(
      Agenda(range: days, now: Self.now, items: items), graph: graph, now: Self.now)
    #expect(report.bytes(page, .named) == Theme.named.encode(report.lines(page)))
    let numbers = report.numberedPlaces.compactMap(\.line)
    #expect(numbers == Array(1..<count + 1))
    let today = TodayReport(
      report, next: Array(tasks.prefix(2)), nextCount: count, recent: [], graph: graph, now: Self.now, limit: .max)
    #expect(today.bytes(page, .named) == Theme.named.encode(today.lines(page)))
    let list = TaskListReport(tasks: tasks, graph: graph, now: Self.now)
    #expect(list.bytes(page, .named) == Theme.named.encode(list.lines(page)))
    let notes = NoteListReport(
      notes: tasks.map { task in
        NoteSummary(
          path: task.path, identifier: nil, title: task.item.title, kind: .task, status: "todo", due: task.item.due,
          priority: nil, created: nil, updated: nil, modifiedSeconds: 0, tags: ["a"], isPinned: false, isDraft: false)
      }, now: Self.now)
    #expect(notes.bytes(page, .named) == Theme.named.encode(notes.lines(page)))
  }

  @Test func `a day of twice the tasks takes twice the time, not four times`() throws {
    func time(_ count: Int) throws -> Swift.Duration {
      let tasks = try tasks(count)
      let graph = TaskGraph(tasks, edges: [])
      let today = DayRange(Self.now.day, Self.now.day)
      let agenda = Agenda(
        range: today, now: Self.now, items: [Self.now.day: tasks.map { .due($0) }])
      let report = TodayReport(
        AgendaReport(agenda, graph: graph, now: Self.now), next: [], nextCount: 0, recent: [],
        graph: graph, now: Self.now, limit: .max)
      let page = page(80, .english)
      return processorTime { #expect(report.lines(page).count > count) }
    }
    _ = try time(100)
    #expect(try time(4_000) < time(1_000) * 10)
  }

  @Test func `a month has all its days, under their weekdays`() throws {
    let february = try #require(Day(iso: "2027-02-10"))
    let grid = MonthGrid(
      february, today: Self.now.day, marks: [:], weekStart: .monday, size: .narrow,
      page: page(80, .english))
    #expect(
      grid.lines.map(\.plainText) == [
        "    February 2027", "Mo Tu We Th Fr Sa Su", " 1  2  3  4  5  6  7",
        " 8  9 10 11 12 13 14", "15 16 17 18 19 20 21", "22 23 24 25 26 27 28",
      ])
  }

  @Test func `a limit counts what it hides, and a task stands under each of its tags`() throws {
    let board = TaskBoard(try tasks(), by: .tag, order: [], limits: ["": 5])
    #expect(board.columns.map(\.key) == ["travel", "일/고객", "집"])
    #expect(board.columns.allSatisfy { $0.count == 12 && $0.hiddenCount == 7 })
  }

  @Test func `a day of a calendar with very many tasks counts the last of them`() throws {
    let task = try #require(try tasks().first)
    let items = [Self.now.day: (0..<500).map { _ in AgendaItem.due(task) }]
    let agenda = Agenda(
      range: CalendarReport.range(Self.now.day, .month), now: Self.now, items: items)
    let report = CalendarReport(
      Self.now.day, .month, agenda: agenda, weekStart: .monday, now: Self.now)
    let lines = report.lines(page(120, .english)).map(\.plainText)
    #expect(lines.count < 20)
    #expect(lines.contains { $0.hasSuffix("488 more") })
  }
}
