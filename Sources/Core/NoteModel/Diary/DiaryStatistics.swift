package import CivilCalendar

/// The amount written and the tasks done.
package struct DiaryStatistics: Sendable {
  /// Words of the diary by day, of the days that are asked for.
  package let words: [Day: Int]
  /// Every day that has an entry, in any year: a streak does not end with a year.
  private let days: Set<Day>
  /// The tasks that were done, by the Monday of their week, the last weeks of the days that are asked for.
  package let doneByWeek: [(monday: Day, count: Int)]
  package let today: Day

  /// - Parameters:
  ///   - words: Words by day, of the days that are asked for.
  ///   - days: The days that have an entry, in all years.
  ///   - closed: The days on which tasks were done.
  ///   - asked: The days that are asked for.
  package init(words: [Day: Int], days: Set<Day>, closed: [Day], today: Day, asked: DayRange) {
    self.words = words
    self.days = days
    self.today = today
    let lastMonday = max(asked.first, min(asked.last, today)).startOfWeek(.monday)
    let weeks = min(8, lastMonday.days(since: asked.first.startOfWeek(.monday)) / 7 + 1)
    doneByWeek = (0..<weeks).reversed().map { back in
      let monday = lastMonday.adding(days: -7 * back)
      return (monday, closed.count { $0.startOfWeek(.monday) == monday })
    }
  }

  package var daysWritten: Int { words.count }
  package var wordCount: Int { words.values.reduce(0, +) }

  /// Days in a row up to today, or up to yesterday if today is not written yet.
  package var currentStreak: Int {
    var day = days.contains(today) ? today : today.adding(days: -1)
    var length = 0
    while days.contains(day) {
      length += 1
      day = day.adding(days: -1)
    }
    return length
  }

  package var longestStreak: Int {
    var longest = 0
    var length = 0
    var previous: Day?
    for day in days.sorted() {
      length = previous.map { day.days(since: $0) == 1 } ?? false ? length + 1 : 1
      longest = max(longest, length)
      previous = day
    }
    return longest
  }

  /// Counts the words of a text: pieces between spaces that contain a letter, so no time, date or dash alone.
  package static func wordCount(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    var hasLetter = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.properties.isWhitespace {
        hasLetter = false
      } else if !hasLetter, scalar.properties.isAlphabetic {
        hasLetter = true
        count += 1
      }
    }
    return count
  }
}
