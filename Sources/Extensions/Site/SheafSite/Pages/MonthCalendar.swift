import CivilCalendar
import NoteModel
import NotePresentation

/// A month as a table of weeks: days with an entry lead to it.
struct MonthCalendar {
  private let site: Site
  private let year: Int
  private let month: Int
  private let page: String

  /// - Parameter page: The one that the calendar is on.
  init(_ site: Site, year: Int, month: Int, page: String) {
    self.site = site
    self.year = year
    self.month = month
    self.page = page
  }

  /// The values for templates: `title`, `address`, `isCurrent` on the month's own page, `weekdays`, `weeks` of `days`.
  var values: [String: Any] {
    let own = SiteNaming.diaryMonth(year, month)
    return [
      "isCurrent": own == page,
      "title": LocalizedDate.month(month, of: year, in: site.settings.language),
      "address": site.address(of: own, from: page),
      "weekdays": weekdays, "weeks": weeks,
    ]
  }

  private var weekdays: [String] {
    let names = LocalizedDate.weekdays(in: site.settings.language)
    let first = site.settings.weekStart.rawValue - 1
    return Array(names[first...] + names[..<first])
  }

  /// Returns the level of an entry by its length, from 1 to 4.
  private static func level(of note: SiteNote) -> String {
    let size = note.file.fingerprint.size
    return size < 250 ? "1" : size < 700 ? "2" : size < 2_000 ? "3" : "4"
  }

  private var weeks: [[String: Any]] {
    guard let first = Day(year: year, month: month, day: 1) else { return [] }
    let entries = site.entries(from: first, to: first.endOfMonth)
    var weeks: [[String: Any]] = []
    var start = first.startOfWeek(site.settings.weekStart)
    while start <= first.endOfMonth {
      let days = (0..<7).map { offset -> [String: Any] in
        let day = start.adding(days: offset)
        guard day.month == month else { return ["number": ""] }
        var values: [String: Any] = ["number": String(day.dayOfMonth), "iso": day.description]
        if let place = entries[day] {
          values["entry"] = [
            "address": site.address(ofNote: place, from: page),
            "level": Self.level(of: site.notes[place]),
          ]
        }
        return values
      }
      weeks.append(["days": days])
      start = start.adding(days: 7)
    }
    return weeks
  }
}

extension Site {
  /// Returns the first diary entry of each of these days.
  func entries(from first: Day, to last: Day) -> [Day: Int] {
    var entries: [Day: Int] = [:]
    for place in diary {
      guard let day = notes[place].day, day >= first, day <= last, entries[day] == nil else { continue }
      entries[day] = place
    }
    return entries
  }
}
