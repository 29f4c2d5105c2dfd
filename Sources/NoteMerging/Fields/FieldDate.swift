import CivilCalendar
import NoteSyntax

/// A date of front matter that can be compared with another.
struct FieldDate: Comparable {
  private let seconds: Int
  /// A day without a time is less exact than a moment of it.
  private let day: Int
  private let isMoment: Bool
  private let text: String

  /// - Returns: nil for a value that is no date.
  init?(_ value: FrontMatterValue) {
    guard case .scalar(let scalar) = value, let date = CivilDate(iso: scalar.text) else {
      return nil
    }
    text = scalar.text
    day = date.day.daysSinceEpoch
    switch date {
    case .day(let day):
      seconds = day.daysSinceEpoch * 86_400
      isMoment = false
    case .moment(let moment):
      seconds = moment.secondsSinceEpoch()
      isMoment = true
    }
  }

  /// By time; of two texts for one moment the order is fixed, so that both machines choose alike.
  static func < (left: FieldDate, right: FieldDate) -> Bool {
    if left.isMoment != right.isMoment { return (left.day, left.text) < (right.day, right.text) }
    return (left.seconds, left.text) < (right.seconds, right.text)
  }

  static func == (left: FieldDate, right: FieldDate) -> Bool { left.text == right.text }
}
