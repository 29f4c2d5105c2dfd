import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import Wording

/// What a command does to tasks, as a terminal shows it: `✓ call mum, 4 left today`.
enum TaskDeed {
  case done, started, cancelled, reopened
  case deferred(CivilDate)

  /// True where fewer tasks are left for today afterwards.
  private var closes: Bool {
    switch self {
    case .done, .cancelled: true
    case .started, .reopened, .deferred: false
    }
  }

  private func mark(_ page: Page) -> String {
    switch self {
    case .done: page.asciiOnly ? "done:" : "✓"
    case .started: page.asciiOnly ? "started:" : "▶"
    case .cancelled: page.asciiOnly ? "cancelled:" : "✗"
    case .reopened: page.asciiOnly ? "open:" : "☐"
    case .deferred: page.asciiOnly ? "later:" : "→"
    }
  }

  /// A line for each task.
  ///
  /// - Parameter left: How many open tasks are due or scheduled up to today now.
  func lines(_ titles: [String], left: Int, _ page: Page) -> [String] {
    titles.enumerated().map { index, title in
      let line = mark(page) + " " + title
      if case .deferred(let date) = self {
        return line + ", " + DayText.text(date, in: page.language)
      }
      guard closes, index == titles.count - 1 else { return line }
      let rest =
        left == 0
        ? Message("nothing left today", ko: "오늘 할 일을 모두 마쳤습니다")
        : Message("\(left) left today", ko: "오늘 남은 할 일 \(left)개")
      return line + ", " + page.text(rest)
    }
  }
}

extension Workspace {
  /// The open tasks that are due or scheduled up to today, without those that are closed now.
  func tasksLeftToday(without closed: [NotePosition], now: CivilMoment) throws -> Int {
    let query = try QueryParser.parse(TaskSpan.today.query, now: now).query
    let closed = Set(closed.map(\.text))
    return try index.tasks(TaskRequest(query: query, scope: .open, now: now))
      .count { !closed.contains($0.reference) }
  }
}
