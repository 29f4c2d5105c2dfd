package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// Reminders that wait to be told, and those to come.
package struct ReminderReport: Report {
  private let due: [PendingReminder]
  private let upcoming: [PendingReminder]
  private let graph: TaskGraph
  private let now: CivilMoment

  package init(
    due: [PendingReminder], upcoming: [PendingReminder], graph: TaskGraph, now: CivilMoment
  ) {
    self.due = due
    self.upcoming = upcoming
    self.graph = graph
    self.now = now
  }

  package var kind: String { "reminders" }

  package var items: [JSONValue] {
    (due + upcoming).map { reminder in
      .object([
        JSONValue.Member("at", .string(reminder.moment.description)),
        JSONValue.Member("due", .boolean(reminder.seconds <= now.secondsSinceEpoch())),
        JSONValue.Member("task", reminder.task.json(now: now, graph: graph)),
      ])
    }
  }

  package func lines(_ page: Page) -> [StyledText] {
    let text = TaskText(now: now, page: page)
    return (due + upcoming).map { reminder in
      let isDue = reminder.seconds <= now.secondsSinceEpoch()
      var line = StyledText(
        page.listed(.moment(reminder.moment)), isDue ? .overdue : .mark)
      line.append("  ")
      line.append(text.head(reminder.task))
      if graph.isBlocked(reminder.task) {
        line.append("  " + page.text(Message("blocked", ko: "막힘")), .emphasis)
      }
      line.append("  " + reminder.task.reference, .dim)
      return page.isTerminal ? line.truncated(to: page.columns) : line
    }
  }
}
