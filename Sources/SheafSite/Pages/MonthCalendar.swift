import CivilCalendar
import NoteModel
import NotePresentation

/// A month as a table of weeks: days with an entry lead to it.
struct MonthCalendar {
  private let site: Site
  private let year: Int
  private let month: Int
  private let page: String

  /// `page`: The one that the calendar is on.
  init(_ site: Site, year: Int, month: Int, page: String) {
    self.site = site
    self.year = year
    self.month = month
    self.page = page
  }

  /// For the templates: `title`, `address`, `weekdays`, `weeks` of `days`.
  var values: [String: Any] {
    [
      "title": LocalizedDate.month(month, of: year, in: site.settings.language),
      "address": site.address(of: SiteNaming.diaryMonth(year, month), from: page),
      "weekdays": LocalizedDate.weekdays(in: site.settings.language), "weeks": weeks,
    ]
  }

  private var weeks: [[String: Any]] {
    guard let first = Day(year: year, month: month, day: 1) else { return [] }
    let entries = site.entries(from: first, to: first.endOfMonth)
    var weeks: [[String: Any]] = []
    var monday = first.startOfWeek(.monday)
    while monday <= first.endOfMonth {
      let days = (0..<7).map { offset -> [String: Any] in
        let day = monday.adding(days: offset)
        guard day.month == month else { return ["number": ""] }
        var values: [String: Any] = ["number": String(day.dayOfMonth), "iso": day.description]
        if let place = entries[day] {
          values["entry"] = [
            "address": site.address(ofNote: place, from: page),
            "title": site.notes[place].title,
          ]
        }
        return values
      }
      weeks.append(["days": days])
      monday = monday.adding(days: 7)
    }
    return weeks
  }
}

extension Site {
  /// The first diary entry of each of these days.
  func entries(from first: Day, to last: Day) -> [Day: Int] {
    var entries: [Day: Int] = [:]
    for place in diary {
      guard let day = notes[place].day, day >= first, day <= last, entries[day] == nil else {
        continue
      }
      entries[day] = place
    }
    return entries
  }
}
