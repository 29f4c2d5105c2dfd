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
      day.items.isEmpty ? [Row(day: day.day, item: nil)] : day.items.map { Row(day: day.day, item: $0) }
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
      .map([
        "day": .string(day.day.description),
        "items": .array(day.items.map { .object(members(of: $0)) }),
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
    if let task = item.task { members.append(JSONValue.Member("task", task.json(now: now, graph: graph))) }
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

  private static let layout = ColumnLayout([.whole, .whole, .share(percent: 40), .share(percent: 30), .rest(least: 12)])

  package func lines(_ page: Page) -> [StyledText] {
    guard !rows.isEmpty else {
      return [StyledText(page.text(Message("Nothing on these days.", ko: "이 기간에는 일정이 없습니다.")), .dim)]
    }
    let lines = blocks(page, isUnderDay: true)
    return rows.indices.flatMap { headings(ofRow: $0, page) + lines[$0] }
  }

  /// Encodes the lines. If none is truncated, they do not depend on each other and are encoded on all cores.
  package func bytes(_ page: Page, _ theme: Theme) -> StyledBytes {
    guard !rows.isEmpty, page.edge == nil else { return theme.encode(lines(page)) }
    let (numbers, count) = numbers()
    return StyledBytes(
      joining: ParallelChunks.made(rows.count) { portion in
        theme.encode(
          portion.flatMap {
            headings(ofRow: $0, page)
              + [free(rows[$0], page) ?? Self.layout.loose(cells($0, numbers, count, page, isUnderDay: true))]
          })
      })
  }

  package func blocks(_ page: Page) -> [[StyledText]] { blocks(page, isUnderDay: false) }

  private func blocks(_ page: Page, isUnderDay: Bool) -> [[StyledText]] {
    let (numbers, count) = numbers()
    let cells = rows.indices.map { self.cells($0, numbers, count, page, isUnderDay: isUnderDay) }
    return zip(rows, Self.layout.lines(cells, columns: page.edge)).map { row, line in [free(row, page) ?? line] }
  }

  /// Returns the heading of the day if the row is the first of the day.
  private func headings(ofRow position: Int, _ page: Page) -> [StyledText] {
    let heading = [heading(rows[position].day, page)]
    if position == 0 { return heading }
    return rows[position - 1].day == rows[position].day ? [] : [StyledText()] + heading
  }

  /// Returns the number, the time, the title, the details and the place of a row.
  private func cells(_ position: Int, _ numbers: [Int?], _ count: Int, _ page: Page, isUnderDay: Bool) -> [StyledText] {
    let row = rows[position]
    let number = StyledText("  ") + RowNumbers.text(numbers[position], of: count)
    var time = StyledText()
    if !isUnderDay { time.append(row.day.description, .dim) }
    if hasTimes {
      if !isUnderDay { time.append("  ") }
      time.append(row.item?.time(at: now).map(DayText.time) ?? "     ", .mark)
    }
    return [number, time] + (row.item.map { describe($0, page) } ?? [StyledText(), StyledText(), StyledText()])
  }

  /// Returns the line of a day without anything to do, which has no columns. Nil for any other row.
  private func free(_ row: Row, _ page: Page) -> StyledText? {
    guard row.item == nil else { return nil }
    let line = StyledText("  " + page.text(Self.encouragement(row.day)), .dim)
    return page.edge.map { line.truncated(to: $0) } ?? line
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

  /// Returns the title of the item, its details, and its position.
  private func describe(_ item: AgendaItem, _ page: Page) -> [StyledText] {
    let (text, places) = (TaskText(now: now, page: page), RowPlaces([], page))
    var details = StyledText()
    switch item {
    case .entry(let note):
      let title = StyledText((page.asciiOnly ? "- " : "• ") + page.entryTitle(note.title), .quote)
      return [title, details, places.text(note)]
    case .letter(let note):
      let title = note.map { StyledText(": " + page.title($0.title), .quote) } ?? StyledText()
      let opens = StyledText(page.text(Self.letterOpens), .strong) + title
      return [opens, details, StyledText(note?.path.string ?? "", .dim)]
    case .noteReminder(let note, _):
      details.append(page.text(Self.reminder), .dim)
      return [StyledText(page.title(note.title), .title), details, places.text(note.path, note.title)]
    case .overdue(let task, _): if let due = text.due(task) { details.append(due) }
    case .scheduled: details.append(page.text(Message("scheduled", ko: "예정")), .dim)
    case .reminder: details.append(page.text(Self.reminder), .dim)
    case .comingBack: details.append(page.text(Message("repeats", ko: "반복")), .dim)
    case .due: break
    }
    guard let task = item.task else { return [StyledText(), details, StyledText()] }
    let marks = text.marks(task)
    if !marks.isEmpty { details.append(StyledText(details.isEmpty ? "" : " ") + marks) }
    let head = if case .comingBack = item { StyledText("  " + page.title(task.item.title)) } else { text.head(task) }
    return [head, details, places.text(task)]
  }

  private static let reminder = Message("reminder", ko: "알림")

  static let letterOpens = Message("A letter opens", ko: "편지가 열립니다")

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
