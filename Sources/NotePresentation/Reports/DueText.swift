package import CivilCalendar
import NoteModel
import TerminalText
package import Wording

/// How a due date is shown: `overdue 3d`, `overdue since 09:00`, `today 14:00`, `2026-11-27`. The one place that says when
/// something is overdue in words.
package struct DueText {
  enum Style {
    /// A later day as `2026-11-27`.
    case short
    /// A later day as `Fri 2026-11-27`, with its time.
    case full
  }

  private let due: CivilDate
  private let now: CivilMoment

  package init(_ due: CivilDate, at now: CivilMoment) {
    self.due = due
    self.now = now
  }

  /// The same without colour: `overdue 3d`, `3일 지남`, `Fri 2026-11-27`.
  package func words(in language: Language) -> String {
    let page = Page(columns: 80, language: language, asciiOnly: false, isTerminal: false)
    return text(page, .full).plainText
  }

  func text(_ page: Page, _ style: Style) -> StyledText {
    switch DueState(due, at: now) {
    case .none: return StyledText()
    case .overdue(let days):
      let message =
        days == 0
        ? Message("overdue since \(time)", ko: "\(time) 마감, 기한 지남")
        : Message("overdue \(days)d", ko: "\(days)일 지남")
      return StyledText(page.text(message), .overdue)
    case .today:
      let message = Message(
        "today" + (time.isEmpty ? "" : " " + time), ko: "오늘" + (time.isEmpty ? "" : " " + time))
      return StyledText(page.text(message), .mark)
    case .later(let day):
      let text = style == .short ? page.column(day) : page.listed(due)
      return StyledText(text, .mark)
    }
  }

  /// The time of day here; empty for a day without one.
  private var time: String {
    guard case .moment(let moment) = due else { return "" }
    let offset = now.utcOffsetSeconds ?? 0
    let here = CivilMoment(
      secondsSinceEpoch: moment.secondsSinceEpoch(defaultOffsetSeconds: offset),
      utcOffsetSeconds: offset)
    return DayText.time((here ?? moment).time)
  }
}
