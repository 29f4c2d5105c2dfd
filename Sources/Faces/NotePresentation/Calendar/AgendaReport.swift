package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// A list of days with their entries.
package struct AgendaReport: RowReport {
  /// An entry of a day; a day without entries has no row.
  package struct Row: Sendable {
    package let day: Day
    package let item: AgendaItem?
  }

  package var rows: [Row]
  private let graph: TaskGraph
  private let now: CivilMoment
  /// True if an item has a time of day: the others are indented by its width.
  private let hasTimes: Bool

  package init(_ agenda: Agenda, graph: TaskGraph, now: CivilMoment) {
    rows = agenda.days.flatMap { day in
      day.items.isEmpty
        ? [Row(day: day.day, item: nil)] : day.items.map { Row(day: day.day, item: $0) }
    }
    self.graph = graph
    self.now = now
    hasTimes = rows.contains { $0.item?.time(at: now) != nil }
  }

  package var withoutEmptyDays: AgendaReport { showing(rows.filter { $0.item != nil }) }

  package var kind: String { "agenda" }

  package var rowKind: String { "agendaItems" }

  package func key(of row: Row) -> String? { row.item?.position?.text }

  /// The positions of the tasks, each once, even if it is on several days.
  package var numberedPlaces: [NotePosition] {
    var numbers = PlaceNumbers(capacity: rows.count)
    return rows.compactMap { $0.item?.task?.position }.filter { place in
      let count = numbers.count
      return numbers.number(of: place) > count
    }
  }

  /// Returns the number of each row's task, nil for a row without a task, and the number of tasks.
  private func numbers() -> (ofRows: [Int?], count: Int) {
    var numbers = PlaceNumbers(capacity: rows.count)
    let ofRows = rows.map { row in (row.item?.task?.position).map { numbers.number(of: $0) } }
    return (ofRows, numbers.count)
  }

  /// The rows of each day together, days in the order of the rows.
  private var days: [(day: Day, items: [AgendaItem])] {
    var days: [(day: Day, items: [AgendaItem])] = []
    for row in rows {
      if days.last?.day != row.day { days.append((row.day, [])) }
      if let item = row.item { days[days.count - 1].items.append(item) }
    }
    return days
  }

  package var items: [JSONValue] {
    days.map { day in
      .object([
        JSONValue.Member("day", .string(day.day.description)),
        JSONValue.Member("items", .array(day.items.map { .object(members(of: $0)) })),
      ])
    }
  }

  package func json(of row: Row) -> JSONValue {
    let day = JSONValue.Member("day", .string(row.day.description))
    guard let item = row.item else { return .object([day]) }
    // A task's own members too, so that rows can be put in order by them.
    let known = members(of: item)
    var more: [JSONValue.Member] = []
    if case .object(let members)? = item.task?.json(now: now, graph: graph) { more = members }
    let names = Set(known.map(\.key))
    return .object([day] + known + more.filter { !names.contains($0.key) })
  }

  private func members(of item: AgendaItem) -> [JSONValue.Member] {
    var members = [JSONValue.Member("kind", .string(item.kind))]
    members.append(JSONValue.Member("time", .optional(item.time(at: now).map(DayText.time))))
    if let task = item.task {
      members.append(JSONValue.Member("task", task.json(now: now, graph: graph)))
    }
    switch item {
    case .entry(let note), .letter(let note?):
      members.append(JSONValue.Member("path", .string(note.path.string)))
      members.append(JSONValue.Member("title", .string(note.title)))
    case .noteReminder(let note, _):
      members.append(JSONValue.Member("path", .string(note.path.string)))
      members.append(JSONValue.Member("title", .string(note.title)))
    default: break
    }
    return members
  }

  package func lines(_ page: Page) -> [StyledText] {
    guard !rows.isEmpty else {
      return [
        StyledText(page.text(Message("Nothing on these days.", ko: "이 기간에는 일정이 없습니다.")), .dim)
      ]
    }
    let (numbers, count) = numbers()
    return ParallelChunks.made(rows.count) { portion in
      portion.flatMap { lines(ofRow: $0, numbers[$0], of: count, page) }
    }.flatMap(\.self)
  }

  /// Returns the lines; thousands of lines are made on all cores.
  package func bytes(_ page: Page, _ theme: Theme) -> StyledBytes {
    guard !rows.isEmpty else { return theme.encode(lines(page)) }
    let (numbers, count) = numbers()
    return StyledBytes(
      joining: ParallelChunks.made(rows.count) { portion in
        theme.encode(portion.flatMap { lines(ofRow: $0, numbers[$0], of: count, page) })
      })
  }

  package func blocks(_ page: Page) -> [[StyledText]] {
    let (numbers, count) = numbers()
    return ParallelChunks.made(rows.count) { portion in
      portion.map { [line(rows[$0], numbers[$0], of: count, page, isUnderDay: false)] }
    }.flatMap(\.self)
  }

  /// Returns a row's line, below the heading of the day if the row is the first of the day.
  private func lines(ofRow position: Int, _ number: Int?, of count: Int, _ page: Page) -> [StyledText] {
    let row = rows[position]
    let line = line(row, number, of: count, page, isUnderDay: true)
    if position == 0 { return [heading(row.day, page), line] }
    return rows[position - 1].day == row.day ? [line] : [StyledText(), heading(row.day, page), line]
  }

  private func line(
    _ row: Row, _ number: Int?, of count: Int, _ page: Page, isUnderDay: Bool
  ) -> StyledText {
    guard let item = row.item else {
      return StyledText("  " + page.text(Self.encouragement(row.day)), .dim)
    }
    var line = StyledText("  ")
    line.append(RowNumbers.text(number, of: count))
    line.append("  ")
    if !isUnderDay { line.append(row.day.description + "  ", .dim) }
    line.append(describe(item, page))
    return page.isTerminal ? line.truncated(to: page.columns) : line
  }

  func heading(_ day: Day, _ page: Page) -> StyledText {
    var line = StyledText(page.listed(.day(day)), .heading)
    let distance = day.days(since: now.day)
    let word: Message? =
      switch distance {
      case 0: Message("today", ko: "오늘")
      case 1: Message("tomorrow", ko: "내일")
      case -1: Message("yesterday", ko: "어제")
      default: nil
      }
    if let word { line.append("  " + page.text(word), .strong) }
    return line
  }

  private func describe(_ item: AgendaItem, _ page: Page) -> StyledText {
    let text = TaskText(now: now, page: page)
    let places = RowPlaces([], page)
    var line = StyledText()
    let time = item.time(at: now).map(DayText.time)
    if hasTimes { line.append((time ?? "     ") + " ", .mark) }
    switch item {
    case .overdue(let task, _):
      if let due = text.due(task) { line.append(due + StyledText(" ")) }
      line.append(text.head(task))
    case .due(let task): line.append(text.head(task))
    case .scheduled(let task):
      line.append(page.text(Message("scheduled: ", ko: "예정: ")), .dim)
      line.append(text.head(task))
    case .reminder(let task, _):
      line.append(page.text(Message("reminder: ", ko: "알림: ")), .dim)
      line.append(text.head(task))
    case .noteReminder(let note, _):
      line.append(page.text(Message("reminder: ", ko: "알림: ")), .dim)
      line.append(page.title(note.title), .title)
      line.append(place(places.text(note.path, note.title)))
    case .comingBack(let task):
      line.append(page.text(Message("repeats: ", ko: "반복: ")), .dim)
      line.append(page.title(task.item.title))
    case .entry(let note):
      line.append((page.asciiOnly ? "- " : "• ") + page.entryTitle(note.title), .quote)
      line.append(place(places.text(note)))
    case .letter(let note):
      line.append(page.text(Self.letterOpens), .strong)
      if let note { line.append(": \(page.title(note.title))  "); line.append(note.path.string, .dim) }
    }
    if let task = item.task {
      let marks = text.marks(task)
      line.append((marks.isEmpty ? marks : StyledText(" ") + marks) + place(places.text(task)))
    }
    return line
  }

  static let letterOpens = Message("A letter opens", ko: "편지가 열립니다")

  private func place(_ text: StyledText) -> StyledText { text.isEmpty ? text : StyledText("  ") + text }

  /// Returns a sentence for a day without anything to do. A day always has the same sentence.
  static func encouragement(_ day: Day) -> Message {
    let words = [
      Message("Nothing to do. The day is yours.", ko: "할 일이 없습니다. 여유로운 하루 보내세요."),
      Message("Nothing due. A walk, perhaps?", ko: "마감인 일이 없습니다. 산책은 어떨까요?"),
      Message("Nothing planned. Enjoy the day.", ko: "예정된 일이 없습니다. 즐거운 하루 보내세요."),
      Message("Nothing is waiting. Rest well.", ko: "남은 할 일이 없습니다. 푹 쉬세요."),
    ]
    return words[((day.daysSinceEpoch % words.count) + words.count) % words.count]
  }
}
