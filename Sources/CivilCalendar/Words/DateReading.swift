/// What words for a time mean: `next friday`, `+3d`, `2026-W48`, `다음 주 금요일`, `내일 오후 3시`.
package enum DateReading: Hashable, Sendable {
  case day(Day)
  case moment(CivilMoment)
  /// A week, a month, a year, or `a..b`.
  case range(DayRange)

  /// The first day that it covers.
  package var firstDay: Day {
    switch self {
    case .day(let day): day
    case .moment(let moment): moment.day
    case .range(let range): range.first
    }
  }

  /// The last day that it covers.
  package var lastDay: Day {
    if case .range(let range) = self { range.last } else { firstDay }
  }

  /// The day or moment, nil for a range.
  package var date: CivilDate? {
    switch self {
    case .day(let day): .day(day)
    case .moment(let moment): .moment(moment)
    case .range: nil
    }
  }
}

/// What words for a time are read for. It decides where they leave something open.
package enum DatePurpose: Sendable {
  /// A query: a period is all its days, a day without a year the next one.
  case query
  /// A day or moment in the future: a time that has passed today means tomorrow, a coming period its first day.
  case deadline
  /// A day in the past: a day of the week and a day without a year mean the last one.
  case diary
}
