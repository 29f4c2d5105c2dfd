import CivilCalendar
package import NoteModel
import NotePresentation
package import Wording

/// The words that every form of a digest shares.
package struct DigestWords {
  package let language: Language
  private let digest: Digest
  /// The name of the digest; nil: its days.
  private let name: String?

  package init(_ digest: Digest, _ language: Language, name: String? = nil) {
    self.digest = digest
    self.language = language
    self.name = name
  }

  private func text(_ message: Message) -> String { message.text(in: language) }

  package var title: String { name ?? subject }

  /// The days below a name of their own; nil if they are the title.
  var subtitle: String? { name == nil ? nil : subject }

  /// The subject of a mail: `Weekly: 16–22 November 2026`.
  package var fullTitle: String { name.map { "\($0): \(subject)" } ?? subject }

  /// `16–22 November 2026`, or the query.
  private var subject: String {
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

  var contents: String { text(Message("Contents", ko: "목차")) }
  package var archive: String { text(Message("Digests", ko: "요약 모음")) }
  var days: String { text(Message("Days", ko: "날짜별 기록")) }

  /// A day of the strip for who hears it: `Friday 20 November: 1 diary entry, 2 tasks done`.
  func dayLabel(_ day: Day, entries: Int, done: Int, due: Int) -> String {
    let parts: [(Int, Message)] = [
      (entries, Message(counted(entries, "diary entry", "diary entries"), ko: "일기 \(entries)편")),
      (done, Message("\(counted(done, "task")) done", ko: "완료한 할 일 \(done)개")),
      (due, Message("\(counted(due, "task")) due", ko: "마감 \(due)개")),
    ]
    let facts = parts.filter { $0.0 > 0 }.map { text($0.1) }
    return facts.isEmpty ? shortDate(day) : shortDate(day) + ": " + facts.joined(separator: ", ")
  }

  func title(of section: Digest.Section) -> String {
    let title =
      switch section {
      case .done: Message("Done", ko: "완료")
      case .overdue: Message("Overdue", ko: "기한 지남")
      case .upcoming: Message("Upcoming", ko: "다가오는 할 일")
      case .board: Message("Moved on the board", ko: "보드에서 옮긴 할 일")
      case .diary: Message("Diary", ko: "일기")
      case .new: newTitle
      case .changed: Message("Changed notes", ko: "수정한 메모")
      case .years: yearsTitle
      }
    return text(title)
  }

  private var newTitle: Message {
    switch digest.subject {
    case .days: Message("New notes", ko: "새 메모")
    case .query: Message("Notes", ko: "메모")
    }
  }

  private var yearsTitle: Message {
    if case .days(let days) = digest.subject, days.first == days.last {
      return Message("On this day in earlier years", ko: "지난 오늘")
    }
    return Message("These days in earlier years", ko: "이전 해의 이맘때")
  }

  /// The number of each part, or that there is nothing.
  var summary: String {
    if !digest.isEmpty { return counts }
    return digest.sections == [.years] && !digest.years.isEmpty
      ? text(count(of: .years, digest.years.count))
      : text(Message("Nothing was written.", ko: "작성한 내용이 없습니다."))
  }

  /// `4 diary entries, 2 tasks done, 1 overdue, 3 new notes`.
  package var counts: String {
    let parts = digest.shown.filter { $0 != .years }.map { count(of: $0, digest.count(of: $0)) }
    let further = digest.furtherNotes
    let more: [Message] =
      further == 0
      ? [] : [Message("\(counted(further, "more note"))", ko: "그 밖의 메모 \(further)개")]
    return (parts + more).map(text).joined(separator: ", ")
  }

  private func count(of section: Digest.Section, _ count: Int) -> Message {
    switch section {
    case .done: Message("\(counted(count, "task")) done", ko: "완료한 할 일 \(count)개")
    case .overdue: Message("\(count) overdue", ko: "기한 지난 할 일 \(count)개")
    case .upcoming: Message("\(count) upcoming", ko: "다가오는 할 일 \(count)개")
    case .board: Message("\(count) moved on the board", ko: "보드에서 옮긴 할 일 \(count)개")
    case .diary:
      Message(counted(count, "diary entry", "diary entries"), ko: "일기 \(count)편")
    case .new:
      switch digest.subject {
      case .days: Message(counted(count, "new note"), ko: "새 메모 \(count)개")
      case .query: Message(counted(count, "note"), ko: "메모 \(count)개")
      }
    case .changed: Message(counted(count, "changed note"), ko: "수정한 메모 \(count)개")
    case .years:
      Message(
        counted(count, "entry of earlier years", "entries of earlier years"),
        ko: "이전 해의 일기 \(count)편")
    }
  }

  /// The number of notes that were left out with the reasons, never their names; nil for none.
  var leftOut: String? {
    var counts: [HeldBackReason: Int] = [:]
    for (reason, count) in digest.leftOut { counts[Self.kind(of: reason), default: 0] += count }
    let parts = HeldBackReason.allCases.compactMap { reason in
      counts[reason].map { text(Self.leftOut($0, reason)) }
    }
    guard !parts.isEmpty else { return nil }
    let list = parts.joined(separator: ", ")
    return text(Message("Left out: \(list).", ko: "제외한 메모: \(list)"))
  }

  /// Returns the reason as others may know it: why a note is private stays unsaid.
  private static func kind(of reason: HeldBackReason) -> HeldBackReason {
    switch reason {
    case .privateTag, .privateFolder, .excluded, .notAsked, .template, .hook: .notPublished
    default: reason
    }
  }

  private static func leftOut(_ count: Int, _ reason: HeldBackReason) -> Message {
    switch reason {
    case .sealed: Message(counted(count, "sealed letter"), ko: "봉인한 편지 \(count)통")
    case .draft: Message(counted(count, "draft"), ko: "초안 \(count)개")
    case .diary:
      Message(counted(count, "diary entry", "diary entries"), ko: "일기 \(count)편")
    case .secret:
      Message(
        "\(counted(count, "note")) that may contain a secret",
        ko: "비밀값으로 보이는 텍스트가 있는 메모 \(count)개")
    case .notSelected:
      Message("\(counted(count, "note")) not in the site's query", ko: "사이트의 검색식에 맞지 않는 메모 \(count)개")
    case .tasks: Message(counted(count, "task"), ko: "할 일 \(count)개")
    case .future: Message("\(counted(count, "note")) of a later day", ko: "미래 날짜의 메모 \(count)개")
    case .doubtful:
      Message(
        "\(counted(count, "note")) that cannot be read with certainty",
        ko: "머리말을 확실히 읽을 수 없는 메모 \(count)개")
    case .template, .notPublished, .privateTag, .privateFolder, .excluded, .notAsked, .hook:
      Message(counted(count, "private note"), ko: "비공개 메모 \(count)개")
    }
  }

  /// Pictures that are too large to be sent, or cannot be read; nil for none.
  package func omitted(_ pictures: Int, largerThan kilobytes: Int) -> String? {
    guard pictures > 0 else { return nil }
    return text(
      Message(
        "\(counted(pictures, "picture")) left out: larger than \(kilobytes) KB, or unreadable.",
        ko: "\(kilobytes)KB보다 크거나 읽을 수 없는 그림 \(pictures)개는 제외했습니다."))
  }

  /// Notes that are counted, not told.
  var further: String? {
    let count = digest.furtherNotes
    guard count > 0 else { return nil }
    return text(Message("And \(counted(count, "note")) more.", ko: "외 메모 \(count)개"))
  }

  /// `To do → Doing`.
  func columns(of move: Digest.Move) -> String {
    text(move.from.label) + " → " + text(move.to.label)
  }

  /// Returns the changes of a note: `+3 lines in “Plan”, due Friday → Monday`; nil if git does not say.
  ///
  /// Changes that show among the tasks or on the board are said only if nothing else happened.
  func changes(of note: Note) -> String? {
    let all = (digest.changes[note.path] ?? []).filter { !$0.isRecord }
    let others = all.filter { !$0.isOfBoard }
    let shown = others.isEmpty ? all : others
    guard !shown.isEmpty else { return nil }
    let words = shown.prefix(Self.changesLimit).map { change in
      dayChange(change) ?? text(change.words)
    }
    return words.joined(separator: ", ") + (shown.count > Self.changesLimit ? ", …" : "")
  }

  private static let changesLimit = 6

  /// `due Friday → Monday`, where a field has days.
  private func dayChange(_ change: NoteChange) -> String? {
    guard case .field(let key, let before, let after) = change,
      let from = before.first.flatMap({ Day(iso: $0) }), let to = after.first.flatMap({ Day(iso: $0) })
    else { return nil }
    let days = nearDate(from) + " → " + nearDate(to)
    let name =
      switch key {
      case "due": text(Message("due", ko: "마감"))
      case "scheduled": text(Message("scheduled", ko: "예정일"))
      case "start": text(Message("start", ko: "시작일"))
      default: key
      }
    return name + " " + days
  }

  /// Of the seven days around today the weekday is enough.
  private func nearDate(_ day: Day) -> String {
    abs(day.days(since: digest.today)) <= 3
      ? CalendarNames.weekday(day.weekday, in: language.tongue) : shortDate(day)
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
