package import CivilCalendar

/// The amount written and the tasks done.
package struct DiaryStatistics: Sendable {
  /// Words of the diary by day.
  package let words: [Day: Int]
  /// The tasks that were done, by the Monday of their week, the last weeks only.
  package let doneByWeek: [(monday: Day, count: Int)]
  package let today: Day

  /// - Parameter closed: The days on which tasks were done.
  package init(words: [Day: Int], closed: [Day], today: Day, weeks: Int = 8) {
    self.words = words
    self.today = today
    let thisMonday = today.startOfWeek(.monday)
    doneByWeek = (0..<weeks).reversed().map { back in
      let monday = thisMonday.adding(days: -7 * back)
      return (monday, closed.count { $0.startOfWeek(.monday) == monday })
    }
  }

  package var daysWritten: Int { words.count }
  package var wordCount: Int { words.values.reduce(0, +) }

  /// Days in a row up to today, or up to yesterday if today is not written yet.
  package var currentStreak: Int {
    var day = words[today] == nil ? today.adding(days: -1) : today
    var length = 0
    while words[day] != nil {
      length += 1
      day = day.adding(days: -1)
    }
    return length
  }

  package var longestStreak: Int {
    var longest = 0
    var length = 0
    var previous: Day?
    for day in words.keys.sorted() {
      length = previous.map { day.days(since: $0) == 1 } ?? false ? length + 1 : 1
      longest = max(longest, length)
      previous = day
    }
    return longest
  }
}
