package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// A list of letters: open letters with titles, sealed letters with days only.
package struct LetterReport: RowReport {
  package enum Row: Sendable {
    case open(NoteSummary)
    case sealed(until: Day)
  }

  package var rows: [Row]
  private let today: Day

  /// Creates a report with the open letters first, then the sealed ones by their days.
  package init(letters: [NoteSummary], today: Day) {
    let sealed = letters.filter { $0.isSealed(on: today) }.compactMap(\.unseal).sorted()
    rows =
      letters.filter { !$0.isSealed(on: today) }.map { .open($0) }
      + sealed.map { .sealed(until: $0) }
    self.today = today
  }

  package var kind: String { "letters" }

  package func key(of row: Row) -> String? {
    if case .open(let letter) = row { letter.path.string } else { nil }
  }

  package func json(of row: Row) -> JSONValue {
    let (day, letter): (Day?, NoteSummary?) =
      switch row {
      case .open(let letter): (letter.unseal, letter)
      case .sealed(let day): (day, nil)
      }
    return .map([
      "opens": .optional(day?.description),
      "open": .boolean(letter != nil),
      "path": .optional(letter?.path.string),
      "title": .optional(letter?.title),
    ])
  }

  package func blocks(_ page: Page) -> [[StyledText]] {
    rows.map { row in
      switch row {
      case .open(let letter):
        var line = StyledText("  " + (letter.unseal.map { page.listed(.day($0)) } ?? "") + "  ", .dim)
        line.append(page.title(letter.title), .title)
        line.append("  " + letter.path.string, .dim)
        return [page.isTerminal ? line.truncated(to: page.columns) : line]
      case .sealed(let day):
        let word = StyledText(page.text(Message("sealed", ko: "봉인")), .emphasis)
        return [StyledText("  \(page.listed(.day(day)))  ", .dim) + word]
      }
    }
  }

  /// Returns the number of letters, and the day on which the next one opens.
  package func preamble(_ page: Page) -> [StyledText] {
    guard !rows.isEmpty else { return [StyledText(page.text(Message("No letters", ko: "편지가 없습니다")), .dim)] }
    let sealed = rows.compactMap { if case .sealed(let day) = $0 { day } else { nil } }
    let open = rows.count - sealed.count
    let share = open * 100 / rows.count
    let summary =
      open == 0
      ? Message(counted(rows.count, "sealed letter"), ko: "편지 \(rows.count)통이 봉인되어 있습니다")
      : Message(
        "\(counted(rows.count, "letter")), \(open) of them open (\(share)%)",
        ko: "편지 \(rows.count)통 중 \(open)통이 열렸습니다(\(share)%)")
    return [StyledText(page.text(summary))] + (sealed.min().map { [next($0, page)] } ?? [])
  }

  private func next(_ day: Day, _ page: Page) -> StyledText {
    let days = day.days(since: today)
    let text = page.listed(.day(day))
    let message = Message(
      "The next opens on \(text), in \(counted(days, "day"))",
      ko: "다음 편지는 \(text)에 열립니다(\(days)일 뒤)")
    return StyledText(page.text(message), .mark)
  }
}

/// Reminders that wait to be delivered, and those to come.
package struct ReminderReport: RowReport {
  package var rows: [PendingReminder]
  private let graph: TaskGraph
  private let now: CivilMoment

  package init(_ rows: [PendingReminder], graph: TaskGraph, now: CivilMoment) {
    self.rows = rows
    self.graph = graph
    self.now = now
  }

  package var kind: String { "reminders" }

  package func key(of reminder: PendingReminder) -> String? { reminder.subject.position.text }

  package var numberedPlaces: [NotePosition] { rows.map(\.subject.position) }

  package func json(of reminder: PendingReminder) -> JSONValue {
    .map([
      "at": .string(reminder.moment.description),
      "due": .boolean(reminder.seconds <= now.secondsSinceEpoch()),
      "path": .string(reminder.subject.position.text),
      "title": .string(reminder.subject.title),
      "task": reminder.subject.task?.json(now: now, graph: graph) ?? .null,
      "note": reminder.subject.noteJSON ?? .null,
    ])
  }

  package func blocks(_ page: Page) -> [[StyledText]] {
    let text = TaskText(now: now, page: page)
    return rows.enumerated().map { index, reminder in
      let isDue = reminder.seconds <= now.secondsSinceEpoch()
      var line = RowNumbers.text(index + 1, of: rows.count) + StyledText("  ")
      line.append(page.listed(.moment(reminder.moment)), isDue ? .overdue : .mark)
      line.append("  ")
      switch reminder.subject {
      case .task(let task):
        line.append(text.head(task))
        if graph.isBlocked(task) { line.append("  " + page.text(Message("blocked", ko: "막힘")), .emphasis) }
      case .note(let note): line.append(page.title(note.title), .title)
      }
      line.append("  " + reminder.subject.position.text, .dim)
      return [page.isTerminal ? line.truncated(to: page.columns) : line]
    }
  }
}

extension ReminderSubject {
  /// A note that is no task, as programs read it. Nil for a task.
  package var noteJSON: JSONValue? {
    guard case .note(let note) = self else { return nil }
    return .map([
      "path": .string(note.path.string),
      "title": .string(note.title),
    ])
  }
}
