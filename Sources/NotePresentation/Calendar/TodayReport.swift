package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// The items of today, open tasks that can be done besides, and the notes that were changed last: one screen.
package struct TodayReport: Report {
  /// A numbered line.
  private enum Row {
    case task(LocatedTask, [AgendaItem])
    case note(NoteSummary, mark: Bool)
    case reminder(RemindedNote, at: CivilMoment)
    case letter

    var position: NotePosition? {
      switch self {
      case .task(let task, _): task.position
      case .note(let note, _): NotePosition(note.path)
      case .reminder(let note, _): NotePosition(note.path)
      case .letter: nil
      }
    }
  }

  private let agenda: AgendaReport
  private let day: Day
  private let today: [Row]
  private let hiddenToday: Int
  private let next: [LocatedTask]
  private let hiddenNext: Int
  private let recent: [NoteSummary]
  private let graph: TaskGraph
  private let now: CivilMoment

  /// - Parameters:
  ///   - agenda: Of today alone.
  ///   - next: Further tasks, and how many there are.
  ///   - recent: The notes that were changed last, newest first; what is listed above them is left out.
  ///   - limit: The most lines; what has no room is counted.
  package init(
    _ agenda: AgendaReport, next: [LocatedTask], nextCount: Int, recent: [NoteSummary],
    graph: TaskGraph, now: CivilMoment, limit: Int
  ) {
    let rows = Self.rows(agenda)
    let listed = Set((rows.compactMap(\.position) + next.map(\.position)).map(\.text))
    let others = recent.filter { !listed.contains($0.path.string) }.prefix(Self.recentNotes)
    // Headings, the blank lines before them, lines of what is hidden.
    let room = max(2, limit - others.count - (others.isEmpty ? 1 : 3))
    let forNext = next.isEmpty ? 0 : min(next.count, max(1, room - rows.count - 4))
    let shown = rows.prefix(max(1, room - (forNext == 0 ? 1 : forNext + 4)))
    self.agenda = agenda
    day = now.day
    today = Array(shown)
    hiddenToday = rows.count - shown.count
    self.next = Array(next.prefix(forNext))
    hiddenNext = nextCount - forNext
    self.recent = Array(others)
    self.graph = graph
    self.now = now
  }

  /// The notes that are shown below the tasks.
  package static let recentNotes = 5

  /// Each task once, with all that the day says of it.
  private static func rows(_ agenda: AgendaReport) -> [Row] {
    let items = agenda.rows.compactMap(\.item)
    let ofTask = Dictionary(grouping: items.filter { $0.task != nil }) { $0.task?.reference ?? "" }
    var seen: Set<String> = []
    return items.compactMap { item in
      switch item {
      case .entry(let note): return .note(note, mark: true)
      case .noteReminder(let note, let moment): return .reminder(note, at: moment)
      case .letter(let note): return note.map { .note($0, mark: true) } ?? .letter
      case .overdue(let task, _), .due(let task), .scheduled(let task), .reminder(let task, _),
        .comingBack(let task):
        guard seen.insert(task.reference).inserted else { return nil }
        return .task(task, ofTask[task.reference] ?? [])
      }
    }
  }

  package var kind: String { "today" }

  package var items: [JSONValue] {
    func section(_ name: String, _ values: [JSONValue]) -> JSONValue {
      .object([JSONValue.Member(name, .array(values))])
    }
    let notes = recent.map { note in
      JSONValue.object([
        JSONValue.Member("path", .string(note.path.string)),
        JSONValue.Member("title", .string(note.title)),
      ])
    }
    return agenda.items + [
      section("next", next.map { $0.json(now: now, graph: graph) }), section("recent", notes),
    ]
  }

  private var nextRows: [Row] { next.map { .task($0, []) } }
  private var recentRows: [Row] { recent.map { .note($0, mark: false) } }

  /// Tasks first, then notes, numbered through.
  package var numberedPlaces: [NotePosition] {
    (today + nextRows + recentRows).compactMap(\.position)
  }

  private static let layout = ColumnLayout([
    .whole, .share(percent: 40), .share(percent: 30), .rest(least: 12),
  ])

  package func lines(_ page: Page) -> [StyledText] {
    var number = 0
    let count = numberedPlaces.count
    let cells = (today + nextRows + recentRows).map { row in
      if row.position != nil { number += 1 }
      let text = row.position == nil ? StyledText() : RowNumbers.text(number, of: count)
      return [text] + describe(row, page)
    }
    var rows = Self.layout.lines(cells, columns: page.edge)[...]
    func take(_ count: Int) -> [StyledText] {
      defer { rows = rows.dropFirst(count) }
      return Array(rows.prefix(count))
    }
    var lines = [agenda.heading(day, page)] + take(today.count)
    if today.isEmpty { lines.append(nothing(page)) }
    lines += more(hiddenToday, "sheaf agenda today", page)
    if !next.isEmpty {
      lines += heading(Message("Next", ko: "다음 할 일"), page) + take(next.count)
      lines += more(hiddenNext, "sheaf tasks", page)
    }
    if !recent.isEmpty {
      lines += heading(Message("Recently changed", ko: "최근 변경"), page) + take(recent.count)
    }
    return lines
  }

  private func heading(_ text: Message, _ page: Page) -> [StyledText] {
    [StyledText(), StyledText(page.text(text), .heading)]
  }

  private func more(_ count: Int, _ command: String, _ page: Page) -> [StyledText] {
    guard count > 0 else { return [] }
    let text = Message("\(count) more: \(command)", ko: "외 \(count)개: \(command)")
    return [StyledText("   " + page.text(text), .dim)]
  }

  /// Only if no task is open is the day free.
  private func nothing(_ page: Page) -> StyledText {
    let text =
      next.isEmpty && hiddenNext <= 0
      ? AgendaReport.encouragement(day)
      : Message("Nothing is due today.", ko: "오늘 마감인 할 일이 없습니다.")
    return StyledText(page.text(text), .dim)
  }

  /// The title of the row, its details, and its position.
  private func describe(_ row: Row, _ page: Page) -> [StyledText] {
    switch row {
    case .task(let task, let items):
      let text = TaskText(now: now, page: page)
      var details = items.compactMap { detail($0, page) }
      if let due = text.due(task) { details.insert(due, at: 0) }
      var line = details.dropFirst().reduce(details.first ?? StyledText()) {
        $0 + StyledText("  ") + $1
      }
      let marks = text.marks(task)
      if !marks.isEmpty { line = line + StyledText(line.isEmpty ? "" : " ") + marks }
      return [text.head(task), line, StyledText(task.reference, .dim)]
    case .note(let note, let mark):
      let title = StyledText((mark ? (page.asciiOnly ? "- " : "• ") : "") + note.title, mark ? .quote : .plain)
      return [title, StyledText(), StyledText(note.path.string, .dim)]
    case .reminder(let note, let moment):
      let word = StyledText(page.text(Self.reminder(at: moment.time)), .dim)
      return [StyledText(note.title, .title), word, StyledText(note.path.string, .dim)]
    case .letter:
      return [StyledText(page.text(AgendaReport.letterOpens), .strong), StyledText(), StyledText()]
    }
  }

  /// The detail of an item that the due date of its task does not express.
  private func detail(_ item: AgendaItem, _ page: Page) -> StyledText? {
    let time = item.time.map { " " + DayText.time($0) } ?? ""
    return switch item {
    case .scheduled: StyledText(page.text(Message("scheduled\(time)", ko: "예정\(time)")), .mark)
    case .reminder(_, let moment): StyledText(page.text(Self.reminder(at: moment.time)), .dim)
    default: nil
    }
  }

  private static func reminder(at time: TimeOfDay) -> Message {
    Message("reminder \(DayText.time(time))", ko: "알림 \(DayText.time(time))")
  }
}
