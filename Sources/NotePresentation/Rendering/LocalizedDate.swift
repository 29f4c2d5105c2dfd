package import CivilCalendar
package import Wording

/// Days as people of a language write them: `21 November 2026`, `2026년 11월 21일`.
package enum LocalizedDate {
  package static func text(_ day: Day, in language: Language) -> String {
    let (year, month, dayOfMonth) = day.components
    switch language {
    case .korean: return "\(year)년 \(month)월 \(dayOfMonth)일"
    case .english: return "\(dayOfMonth) \(monthNames[month - 1]) \(year)"
    }
  }

  /// `November 2026`, `2026년 11월`.
  package static func month(_ month: Int, of year: Int, in language: Language) -> String {
    switch language {
    case .korean: "\(year)년 \(month)월"
    case .english: "\(monthNames[month - 1]) \(year)"
    }
  }

  /// From Monday: `Mon`, `월`.
  package static func weekdays(in language: Language) -> [String] {
    switch language {
    case .korean: ["월", "화", "수", "목", "금", "토", "일"]
    case .english: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    }
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
