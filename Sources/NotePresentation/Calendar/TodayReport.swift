package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// What today holds, and the notes that were changed last: one screen.
package struct TodayReport: Report {
  private let agenda: AgendaReport
  private let hidden: Int
  private let recent: [NoteSummary]
  private let today: Day

  /// - Parameters:
  ///   - agenda: Of today alone.
  ///   - recent: The notes that were changed last, newest first.
  ///   - today: The day of the agenda.
  ///   - limit: The most rows of the agenda that are shown; the others are counted.
  package init(_ agenda: AgendaReport, recent: [NoteSummary], today: Day, limit: Int) {
    let rows = agenda.rows.prefix(max(1, limit))
    hidden = agenda.rows.count - rows.count
    self.agenda = agenda.showing(Array(rows))
    self.recent = recent
    self.today = today
  }

  package var kind: String { "today" }

  package var items: [JSONValue] {
    agenda.items + [
      .object([
        JSONValue.Member(
          "recent",
          .array(
            recent.map { note in
              .object([
                JSONValue.Member("path", .string(note.path.string)),
                JSONValue.Member("title", .string(note.title)),
              ])
            }))
      ])
    ]
  }

  /// Tasks first, then notes, numbered in one row.
  package var numberedPlaces: [NotePosition] {
    agenda.numberedPlaces + recent.map { NotePosition($0.path) }
  }

  package func lines(_ page: Page) -> [StyledText] {
    var lines = agenda.lines(page)
    if hidden > 0 {
      let more = Message("\(hidden) more: sheaf agenda today", ko: "외 \(hidden)개: sheaf agenda 오늘")
      lines.append(StyledText("     " + page.text(more), .dim))
    }
    guard !recent.isEmpty else { return lines }
    lines += [StyledText(), StyledText(page.text(Message("Recently changed", ko: "최근 변경")), .heading)]
    return lines + recentLines(page)
  }

  private func recentLines(_ page: Page) -> [StyledText] {
    let first = agenda.numberedPlaces.count + 1
    let width = String(first + recent.count - 1).count
    let cells = recent.enumerated().map { index, note in
      let number = StyledText(String(first + index), .dim).padded(to: width, alignRight: true)
      return [
        StyledText("  ") + number, StyledText(note.title), StyledText(note.path.string, .dim),
      ]
    }
    return ColumnLayout([.whole, .share(percent: 50), .rest(least: 12)])
      .lines(cells, columns: page.edge)
  }
}
