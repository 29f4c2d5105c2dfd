package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// The items of today, open tasks that can be done besides, and the notes that were changed last: one screen.
package struct TodayReport: Report {
  /// A numbered line.
  private enum Row {
    /// A task with the items of the day besides its due date.
    case task(LocatedTask, [AgendaItem])
    case note(NoteSummary, mark: Bool)
    case reminder(RemindedNote, at: CivilMoment)
    /// A letter of an earlier day that opens; nil while the user may not see which.
    case letter(NoteSummary?)

    /// Adds the marks of a task besides its due date.
    mutating func add(_ item: AgendaItem) {
      switch (self, item) {
      case (.task(let task, let items), .scheduled), (.task(let task, let items), .reminder):
        self = .task(task, items + [item])
      default: break
      }
    }

    var title: String {
      switch self {
      case .task(let task, _): task.item.title
      case .note(let note, _): note.title
      case .reminder(let note, _): note.title
      case .letter(let note): note?.title ?? ""
      }
    }

    var position: NotePosition? {
      switch self {
      case .task(let task, _): task.position
      case .note(let note, _): NotePosition(note.path)
      case .reminder(let note, _): NotePosition(note.path)
      case .letter(let note): note.map { NotePosition($0.path) }
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
  ///   - agenda: The agenda of today.
  ///   - next: Further tasks, and how many there are.
  ///   - recent: The notes that were changed last, newest first. Notes that are listed above are left out.
  ///   - limit: The maximum number of lines; the rest is counted.
  package init(
    _ agenda: AgendaReport, next: [LocatedTask], nextCount: Int, recent: [NoteSummary],
    graph: TaskGraph, now: CivilMoment, limit: Int
  ) {
    let rows = Self.rows(agenda)
    let changed = Set(recent.map { NotePosition($0.path) })
    let listed = changed.intersection(rows.lazy.compactMap(\.position)).union(next.map(\.position))
    let others = recent.filter { !listed.contains(NotePosition($0.path)) }.prefix(Self.recentNotes)
    // Headings, the blank lines before them, and the lines with the number of hidden rows.
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

  /// Returns one row per task, with all items of the day about it.
  private static func rows(_ agenda: AgendaReport) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(agenda.rows.count)
    var numbers = PlaceNumbers(capacity: agenda.rows.count)
    var ofTasks: [Int] = []
    for item in agenda.rows.lazy.compactMap(\.item) {
      switch item {
      case .entry(let note): rows.append(.note(note, mark: true))
      case .noteReminder(let note, let moment): rows.append(.reminder(note, at: moment))
      case .letter(let note): rows.append(.letter(note))
      case .overdue(let task, _), .due(let task), .scheduled(let task), .reminder(let task, _), .comingBack(let task):
        let number = numbers.number(of: task.position)
        if number > ofTasks.count {
          ofTasks.append(rows.count)
          rows.append(.task(task, []))
        }
        rows[ofTasks[number - 1]].add(item)
      }
    }
    return rows
  }

  package var kind: String { "today" }

  package var items: [JSONValue] {
    func section(_ name: String, _ values: [JSONValue]) -> JSONValue { .map([name: .array(values)]) }
    let notes = recent.map { note in
      JSONValue.map([
        "path": .string(note.path.string),
        "title": .string(note.title),
      ])
    }
    return agenda.items + [section("next", next.map { $0.json(now: now, graph: graph) }), section("recent", notes)]
  }

  /// Tasks first, then notes, numbered through.
  private var rows: [Row] {
    today + next.map { .task($0, []) } + recent.map { .note($0, mark: false) }
  }

  package var numberedPlaces: [NotePosition] { rows.compactMap(\.position) }

  private static let layout = ColumnLayout([.whole, .share(percent: 40), .share(percent: 30), .rest(least: 12)])

  /// Rows with the lines above and below them.
  private struct Part {
    var above: [StyledText] = []
    let rows: Range<Int>
    var below: [StyledText] = []
  }

  package func lines(_ page: Page) -> [StyledText] {
    let rows = rows
    let numbers = numbers(of: rows)
    let places = RowPlaces(rows.lazy.map(\.title), page)
    let cells = rows.indices.map { self.cells(of: rows[$0], numbers[$0], of: numbers.last ?? 0, places, page) }
    let lines = Self.layout.lines(cells, columns: page.edge)
    return parts(page).flatMap { $0.above + lines[$0.rows] + $0.below }
  }

  /// Encodes the lines. If no line is truncated, they are independent and are encoded on all cores.
  package func bytes(_ page: Page, _ theme: Theme) -> StyledBytes {
    guard page.edge == nil else { return theme.encode(lines(page)) }
    let rows = rows
    let numbers = numbers(of: rows)
    let places = RowPlaces([], page)
    return StyledBytes(
      joining: parts(page).flatMap { part in
        let made = ParallelChunks.encoded(part.rows.count, theme) { position in
          let row = part.rows.lowerBound + position
          return Self.layout.loose(cells(of: rows[row], numbers[row], of: numbers.last ?? 0, places, page))
        }
        return [theme.encode(part.above), made, theme.encode(part.below)]
      })
  }

  /// Returns for each row the number of rows with a place up to it.
  private func numbers(of rows: [Row]) -> [Int] {
    var number = 0
    return rows.map { row in
      if row.position != nil { number += 1 }
      return number
    }
  }

  private func cells(of row: Row, _ number: Int, of count: Int, _ places: RowPlaces, _ page: Page) -> [StyledText] {
    let text = row.position == nil ? StyledText() : RowNumbers.text(number, of: count)
    return [text] + describe(row, places, page)
  }

  private func parts(_ page: Page) -> [Part] {
    var day = Part(above: [agenda.heading(day, page)], rows: today.indices)
    if today.isEmpty { day.above.append(nothing(page)) }
    day.below = more(hiddenToday, "sheaf agenda today", page)
    var parts = [day]
    let afterNext = today.count + next.count
    if !next.isEmpty {
      parts.append(
        Part(
          above: heading(Message("Next", ko: "다음 할 일"), page), rows: today.count..<afterNext,
          below: more(hiddenNext, "sheaf tasks", page)))
    }
    if !recent.isEmpty {
      parts.append(
        Part(
          above: heading(Message("Recently changed", ko: "최근 변경"), page),
          rows: afterNext..<afterNext + recent.count))
    }
    return parts
  }

  private func heading(_ text: Message, _ page: Page) -> [StyledText] {
    [StyledText(), StyledText(page.text(text), .heading)]
  }

  private func more(_ count: Int, _ command: String, _ page: Page) -> [StyledText] {
    guard count > 0 else { return [] }
    let text = Message("\(count) more: \(command)", ko: "외 \(count)개: \(command)")
    return [StyledText("   " + page.text(text), .dim)]
  }

  /// Returns the sentence for a day without rows. The day is free only if no task is open.
  private func nothing(_ page: Page) -> StyledText {
    let text =
      next.isEmpty && hiddenNext <= 0
      ? AgendaReport.encouragement(day)
      : Message("Nothing is due today.", ko: "오늘 마감인 할 일이 없습니다.")
    return StyledText(page.text(text), .dim)
  }

  /// Returns the title of the row, its details, and its position.
  private func describe(_ row: Row, _ places: RowPlaces, _ page: Page) -> [StyledText] {
    switch row {
    case .task(let task, let items):
      let text = TaskText(now: now, page: page)
      var details = items.compactMap { detail($0, page) }
      if let due = text.due(task) { details.insert(due, at: 0) }
      var line = details.dropFirst().reduce(details.first ?? StyledText()) { $0 + StyledText("  ") + $1 }
      let marks = text.marks(task)
      if !marks.isEmpty { line = line + StyledText(line.isEmpty ? "" : " ") + marks }
      return [text.head(task), line, places.text(task)]
    case .note(let note, let mark):
      let title = StyledText(
        (mark ? (page.asciiOnly ? "- " : "• ") : "") + (mark ? page.entryTitle(note.title) : page.title(note.title)),
        mark ? .quote : .plain)
      return [title, StyledText(), places.text(note)]
    case .reminder(let note, let moment):
      let word = StyledText(page.text(Self.reminder(at: moment.time)), .dim)
      return [StyledText(page.title(note.title), .title), word, places.text(note.path, note.title)]
    case .letter(let note):
      let title = note.map { StyledText("  " + page.title($0.title), .quote) } ?? StyledText()
      return [
        StyledText(page.text(AgendaReport.letterOpens), .strong) + title, StyledText(),
        StyledText(note?.path.string ?? "", .dim),
      ]
    }
  }

  /// Returns the detail of an item that the due date of its task does not express.
  private func detail(_ item: AgendaItem, _ page: Page) -> StyledText? {
    let time = item.time(at: now).map { " " + DayText.time($0) } ?? ""
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
