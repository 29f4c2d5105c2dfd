import CivilCalendar
package import NoteModel
import NotePresentation
package import Wording

/// What every face of a digest says in words.
package struct DigestWords {
  package let language: Language
  private let digest: Digest

  package init(_ digest: Digest, _ language: Language) {
    self.digest = digest
    self.language = language
  }

  private func text(_ message: Message) -> String { message.text(in: language) }

  /// `16–22 November 2026`, or the query.
  package var title: String {
    switch digest.subject {
    case .query(let query): text(Message("Notes: \(query)", ko: "메모: \(query)"))
    case .days(let range): LocalizedDate.text(range, in: language)
    }
  }

  /// With its weekday.
  func date(_ day: Day) -> String { DateStyle.full.text(day, in: language) }

  /// A day next to a task: `Friday 20 November`, `11월 20일(금)`, with the year where it is another.
  func shortDate(_ day: Day) -> String {
    let (year, month, number) = day.components
    guard year == digest.today.components.year else { return date(day) }
    let tongue = language.tongue
    let weekday = CalendarNames.weekday(day.weekday, in: tongue)
    return switch language {
    case .english: "\(weekday) \(number) \(CalendarNames.month(month, in: tongue))"
    case .korean: "\(month)월 \(number)일(\(CalendarNames.shortWeekday(day.weekday, in: tongue)))"
    }
  }

  /// Mood and weather of an entry of the diary, as its fields have them.
  func mood(of note: Note) -> String? {
    let fields = ["mood", "weather"].compactMap { key in
      note.fields.first { $0.key == key }?.text
    }.filter { !$0.isEmpty }
    return fields.isEmpty ? nil : fields.joined(separator: " · ")
  }

  var contents: String { text(Message("Contents", ko: "차례")) }
  var days: String { text(Message("Days", ko: "날짜별 기록")) }

  /// A day of the strip for who hears it: `Friday 20 November: 1 diary entry, 2 tasks done`.
  func dayLabel(_ day: Day, entries: Int, done: Int) -> String {
    let parts: [(Int, Message)] = [
      (entries, Message(counted(entries, "diary entry", "diary entries"), ko: "일기 \(entries)편")),
      (done, Message("\(counted(done, "task")) done", ko: "완료한 할 일 \(done)개")),
    ]
    let facts = parts.filter { $0.0 > 0 }.map { text($0.1) }
    return facts.isEmpty ? shortDate(day) : shortDate(day) + ": " + facts.joined(separator: ", ")
  }

  var diary: String { text(Message("Diary", ko: "일기")) }
  var done: String { text(Message("Done", ko: "완료")) }
  var overdue: String { text(Message("Overdue", ko: "기한 지남")) }
  var coming: String { text(Message("Upcoming", ko: "다가오는 할 일")) }
  var changed: String { text(Message("Changed notes", ko: "수정한 메모")) }

  var created: String {
    switch digest.subject {
    case .days: text(Message("New notes", ko: "새 메모"))
    case .query: text(Message("Notes", ko: "메모"))
    }
  }

  var nothing: String { text(Message("Nothing was written.", ko: "작성한 내용이 없습니다.")) }

  /// `4 diary entries, 2 tasks done, 1 overdue, 3 new notes`.
  package var counts: String {
    let notes = digest.created.count + digest.changed.count + digest.furtherNotes
    let parts: [(Int, Message)] = [
      (
        digest.diary.count,
        Message(
          digest.diary.count == 1 ? "1 diary entry" : "\(digest.diary.count) diary entries",
          ko: "일기 \(digest.diary.count)편")
      ),
      (
        digest.done.count,
        Message(
          "\(counted(digest.done.count, "task")) done", ko: "완료한 할 일 \(digest.done.count)개")
      ),
      (
        digest.overdue.count,
        Message("\(digest.overdue.count) overdue", ko: "기한 지난 할 일 \(digest.overdue.count)개")
      ),
      (
        digest.coming.count,
        Message("\(digest.coming.count) upcoming", ko: "다가오는 할 일 \(digest.coming.count)개")
      ),
      (notes, Message(counted(notes, "note"), ko: "메모 \(notes)개")),
    ]
    return parts.filter { $0.0 > 0 }.map { text($0.1) }.joined(separator: ", ")
  }

  /// What was left out, never which; nil for nothing.
  var leftOut: String? {
    let count = digest.leftOut
    guard count > 0 else { return nil }
    return text(
      Message(
        "\(counted(count, "note")) left out: sealed, drafts or private.",
        ko: "봉인한 편지, 초안, 비공개 메모 \(count)개는 제외했습니다."))
  }

  /// Notes that are counted, not told.
  var further: String? {
    let count = digest.furtherNotes
    guard count > 0 else { return nil }
    return text(Message("And \(counted(count, "note")) more.", ko: "외 메모 \(count)개"))
  }

  /// The day of upcoming tasks: `Today, Saturday 21 November`.
  func dayHeading(_ day: Day) -> String {
    let date = shortDate(day)
    switch day.days(since: digest.today) {
    case 0: return text(Message("Today, \(date)", ko: "오늘, \(date)"))
    case 1: return text(Message("Tomorrow, \(date)", ko: "내일, \(date)"))
    default: return date
    }
  }

  /// `14:30`; nil for a task that is due on a day.
  func time(of task: TaskItem) -> String? {
    guard case .moment(let moment)? = task.due else { return nil }
    return Self.clock(moment.time)
  }

  private static func clock(_ time: TimeOfDay) -> String {
    padded(time.hour, to: 2) + ":" + padded(time.minute, to: 2)
  }

  private func dueText(_ due: CivilDate) -> String {
    let day = shortDate(due.day)
    let time = if case .moment(let moment) = due { " " + Self.clock(moment.time) } else { "" }
    return text(Message("due \(day)\(time)", ko: "\(day)\(time) 마감"))
  }

  /// `Friday 20 November`, `overdue 3d`, `due Tuesday 24 November`.
  func when(_ task: TaskItem) -> String? {
    if task.status.isClosed { return task.closed.map { shortDate($0.day) } }
    switch task.dueState(at: digest.now) {
    case .none: return nil
    case .overdue(0): return text(Message("overdue", ko: "기한 지남"))
    case .overdue(let days): return text(Message("overdue \(days)d", ko: "\(days)일 지남"))
    case .today: return text(Message("today", ko: "오늘"))
    case .later: return task.due.map(dueText)
    }
  }
}

/// The first words of a note.
enum DigestExcerpt {
  /// Of a longer body only the beginning is made into a page.
  static let bytes = 262_144
  static let letters = 180

  static func text(of note: Note) -> String {
    var surroundings = BodySurroundings(words: BodyWords(.english)) { _ in .hidden }
    surroundings.omittedHeading = note.title
    surroundings.limit = bytes
    let html = NoteBody(note.document, in: surroundings).html
    return PlainText.excerpt(of: html, letters: letters)
  }
}
