import CivilCalendar
import NoteModel
import NotePresentation
package import Wording

/// The words that every form of a digest shares.
package struct DigestWords {
  package let language: Language
  let digest: Digest
  /// The title of the repository, or that of the digest.
  package let name: String

  package init(_ digest: Digest, _ language: Language, name: String) {
    self.digest = digest
    self.language = language
    self.name = name
  }

  func text(_ message: Message) -> String { message.text(in: language) }
  func text(_ english: String, _ korean: String) -> String { language == .korean ? korean : english }

  // MARK: - Names

  /// `16–22 November 2026`, or the query.
  package var heading: String {
    switch digest.subject {
    case .query(let query): text("Notes: \(query)", "메모: \(query)")
    case .days(let range):
      range.isYear ? text("\(range.first.year)", "\(range.first.year)년") : LocalizedDate.text(range, in: language)
    }
  }

  /// `Week 47`; nil for other days.
  package var week: String? {
    guard let days = digest.days, days.periodName?.contains("W") == true else { return nil }
    return week(days)
  }

  /// Returns `Week 47`, or the month of a longer span.
  func week(_ days: DayRange) -> String {
    guard days.periodName?.contains("W") == true else { return LocalizedDate.text(days, in: language) }
    let number = days.first.isoWeek.number
    return text("Week \(number)", "\(number)주차")
  }

  /// `Everyday · Week 47`
  package var fullTitle: String { [name, week ?? heading].joined(separator: " · ") }

  /// `Everyday, week 47: 3 tasks done, 2 late, 9 notes changed`
  package var subject: String {
    let facts: [(Int, String, String)] = [
      (digest.done.count, "\(counted(digest.done.count, "task")) done", "할 일 \(digest.done.count)개 완료"),
      (digest.late.count, "\(digest.late.count) late", "\(digest.late.count)개 기한 지남"),
      (digest.changed.count, "\(counted(digest.changed.count, "note")) changed", "메모 \(digest.changed.count)개 변경"),
      (digest.created.count, "\(counted(digest.created.count, "new note"))", "새 메모 \(digest.created.count)개"),
      (
        digest.diary.count, "\(counted(digest.diary.count, "diary entry", "diary entries"))",
        "일기 \(digest.diary.count)편"
      ),
    ]
    let shown = facts.filter { $0.0 > 0 }.prefix(3).map { text($0.1, $0.2) }.joined(separator: ", ")
    let days =
      week.map { language == .korean ? " " + $0 : ", " + $0.prefix(1).lowercased() + $0.dropFirst() } ?? ", " + heading
    return name + days + (shown.isEmpty ? "" : ": " + shown)
  }

  /// The facts of one line, for lists: `3 tasks done, 2 late, 9 notes changed`.
  package var counts: String {
    subject.firstRange(of: ": ").map { String(subject[$0.upperBound...]) } ?? heading
  }

  /// The sentence if the digest is empty, so that no file was written.
  package var nothing: String {
    let days = digest.days.map { LocalizedDate.text($0, in: language) } ?? heading
    return text(
      "No letter: nothing was written, done or due from \(days).", "\(days)에 쓰거나 마친 것, 기한인 것이 없어 파일을 만들지 않았습니다.")
  }

  // MARK: - Days

  /// Returns `Friday` in a week, `20 November` in a longer span.
  func when(_ day: Day) -> String {
    guard let days = digest.days, days.last.days(since: days.first) < 7, days.contains(day) else { return near(day) }
    return CalendarNames.weekday(day.weekday, in: language.tongue)
  }

  /// Returns `20 November`, with the year if it is another year.
  func near(_ day: Day) -> String {
    let full = LocalizedDate.text(day, in: language)
    guard day.year == digest.lastDay.year else { return full }
    return language == .korean
      ? "\(day.month)월 \(day.dayOfMonth)일"
      : "\(day.dayOfMonth) \(CalendarNames.month(day.month, in: .english))"
  }

  /// Returns `Friday 20 November`, `11월 20일 금요일`.
  func date(_ day: Day) -> String {
    let weekday = CalendarNames.weekday(day.weekday, in: language.tongue)
    return language == .korean ? near(day) + " " + weekday : weekday + " " + near(day)
  }

  /// Returns `Tom, Monday and Thursday`.
  func touch(_ touch: Digest.Touch) -> String {
    let days = touch.days.count > 4 ? [] : touch.days.map(when)
    let authors = joined(touch.authors)
    return [authors, joined(days)].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Returns `A, B and C`.
  func joined(_ parts: [String]) -> String {
    guard language == .english, parts.count > 1 else { return parts.joined(separator: ", ") }
    return parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
  }

  /// Returns mood and weather of a diary entry from its fields.
  func mood(of note: Note) -> String? {
    let fields = ["mood", "weather"].compactMap { key in note.fields.first { $0.key == key }?.text }
      .filter { !$0.isEmpty }
    return fields.isEmpty ? nil : fields.joined(separator: " · ")
  }

  package var archive: String { text("All letters", "모든 소식") }
  var days: String { text("The days", "날짜별 기록") }
  var barsAre: String {
    text("Bars: notes and tasks changed; green: tasks done.", "막대: 바뀐 메모와 할 일, 초록: 마친 할 일")
  }
  var writtenBy: String? {
    guard !digest.authors.isEmpty else { return nil }
    return text("Written by \(joined(digest.authors))", "작성: \(joined(digest.authors))")
  }
  var readInBrowser: String { text("Read in the browser", "브라우저에서 보기") }

  /// Returns a day of the strip for who hears it: `, 2 changes, 1 done`.
  func dayLabel(_ changes: Int, done: Int) -> String {
    let parts = [
      changes > 0 ? text(counted(changes, "change"), "변경 \(changes)개") : nil,
      done > 0 ? text("\(done) done", "완료 \(done)개") : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? "" : ", " + parts.joined(separator: ", ")
  }

  // MARK: - Titles

  func title(of section: Digest.Section) -> String {
    switch section {
    case .intro: ""
    case .tasks: text("Tasks", "할 일")
    case .notes: text("Notes", "메모")
    case .diary: text("Diary", "일기")
    case .ahead: text("Coming up", "다가오는 일")
    case .years:
      digest.days.map { $0.first == $0.last } == true
        ? text("On this day in earlier years", "지난 오늘") : text("These days in earlier years", "이전 해의 이맘때")
    case .own(let name): name.hasPrefix("@") ? String(name.dropFirst()) : name
    }
  }

  var done: String { text("Done", "마친 일") }
  var motion: String { text("In motion", "움직인 일") }
  var late: String { text("Late", "기한 지난 일") }
  var new: String { digest.days == nil ? text("Notes", "메모") : text("New", "새 메모") }
  var changed: String { text("Changed", "바뀐 메모") }
  var together: String { text("Came in together", "한꺼번에") }

  // MARK: - Tasks

  /// Returns `Friday, 2 days early`, `금요일, 기한 2일 전`.
  func doneFacts(_ task: TaskItem) -> String? {
    guard let closed = task.closed?.day else { return nil }
    guard let due = task.due?.day else { return when(closed) }
    let days = closed.days(since: due)
    let early = counted(-days, "day")
    let fact =
      days == 0
      ? text("on its day", "기한 당일")
      : days < 0 ? text("\(early) early", "기한 \(-days)일 전") : text("\(counted(days, "day")) late", "기한 \(days)일 뒤")
    return when(closed) + ", " + fact
  }

  func lateFacts(_ task: TaskItem) -> String? {
    guard let due = task.due?.day else { return nil }
    let days = digest.lastDay.days(since: due)
    let day = text("due \(near(due))", "\(near(due)) 기한")
    return days == 0 ? day : day + text(", \(counted(days, "day")) late", ", \(days)일 지남")
  }

  func motionFacts(_ entry: Digest.TaskEntry) -> String? {
    var facts: [String] = []
    let day = entry.touch.days.last
    let author = entry.touch.authors.last
    if entry.isBegun {
      let on = day.map { text(" on \(when($0))", "\(when($0)) ") } ?? ""
      let by = author.map { text(" by \($0)", "(\($0))") } ?? ""
      facts.append(text("started\(on)\(by)", "\(on)시작\(by)"))
    }
    if let former = entry.formerDue {
      let from = near(former.day)
      let to = entry.task.due.map { near($0.day) } ?? text("none", "없음")
      facts.append(text("due moved from \(from) to \(to)", "기한 변경: \(from) → \(to)"))
    } else if let due = entry.task.due?.day {
      facts.append(text("due \(near(due))", "\(near(due)) 기한"))
    }
    if !entry.isBegun, let touch = [author, day.map(when)].compactMap(\.self).nonEmpty {
      facts.append(touch.joined(separator: ", "))
    }
    return facts.isEmpty ? nil : facts.joined(separator: "; ")
  }

  func priority(_ task: TaskItem) -> String? {
    guard task.priority > .normal else { return nil }
    return text(task.priority.name, task.priority.koreanName)
  }

  /// Returns `24 November, high` of an open box.
  func boxFacts(_ task: TaskItem) -> String? {
    guard !task.status.isClosed else { return nil }
    let facts = [(task.due?.day).map(near), priority(task)].compactMap(\.self)
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }

  /// Returns `14:30, every week, in Packing list`.
  func comingFacts(_ entry: Digest.TaskEntry) -> String? {
    var facts: [String] = []
    if case .moment(let moment)? = entry.task.due { facts.append(DayText.time(moment.time)) }
    if let rule = entry.task.repetition, !rule.hasPrefix("RRULE") { facts.append(rule) }
    if let title = entry.noteTitle { facts.append(text("in \(title)", "\(title)에 있음")) }
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }

  // MARK: - Notes

  /// Returns `일/절차 · Tom, Monday and Thursday`.
  func facts(_ entry: Digest.NoteEntry) -> String {
    let folders = entry.note.path.string.split(separator: "/").dropLast()
    let folder = (folders.count > 1 ? folders.dropFirst() : folders).joined(separator: "/")
    let written = entry.written.map {
      text("from \(LocalizedDate.text($0, in: language))", "\(LocalizedDate.text($0, in: language)) 작성")
    }
    return [folder, touch(entry.touch), written ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Returns the words of a mark for screen readers.
  func spoken(_ change: NoteNews.Change) -> String {
    switch change.kind {
    case .moved, .renamed, .code, .field: ""
    case .ticked: text("Ticked: ", "완료: ")
    case .reopened: text("Open again: ", "다시 열림: ")
    case .added: text("Added: ", "추가: ")
    case .changed: text("Changed: ", "변경: ")
    case .row: text("Row added: ", "행 추가: ")
    case .removed: text("Removed: ", "삭제: ")
    }
  }

  /// Returns the runs of a change after its mark.
  func runs(_ change: NoteNews.Change) -> [DigestRun] {
    switch change.kind {
    case .moved:
      return [.plain(text("moved from \(change.old) to \(change.text)", "옮김: \(change.old) → \(change.text)"))]
    case .renamed:
      let links =
        change.count == 0
        ? ""
        : text(
          "; \(counted(change.count, "link")) \(change.count == 1 ? "follows" : "follow")",
          ", 따라 고친 링크 \(change.count)개")
      return [.plain(text("renamed from \(change.old)", "이름 변경: \(change.old) → \(change.text)") + links)]
    case .reopened: return [.plain(change.text + text(", open again", ", 다시 열림"))]
    case .code:
      let what = change.field == nil ? text("code changed", "코드 변경") : text("diagram changed", "다이어그램 변경")
      return [.plain(change.count > 0 ? what + text(", \(counted(change.count, "line"))", ", \(change.count)줄") : what)]
    case .field: return fieldRuns(change)
    default: return change.pieces
    }
  }

  private func fieldRuns(_ change: NoteNews.Change) -> [DigestRun] {
    let key = change.field ?? ""
    let names = ["status": "상태", "due": "기한", "priority": "우선순위", "assignee": "담당", "tags": "태그"]
    func value(_ text: String) -> String {
      if let day = Day(iso: text) { return near(day) }
      if key == "status" { return self.text(TaskStatus(text).label) }
      return text
    }
    var runs: [DigestRun] = [.plain(text(key, names[key] ?? key) + ": ")]
    if !change.old.isEmpty { runs.append(DigestRun(kind: .old, text: value(change.old))) }
    if !change.old.isEmpty, !change.text.isEmpty { runs.append(.plain(" ")) }
    if !change.text.isEmpty { runs.append(DigestRun(kind: .new, text: value(change.text))) }
    return runs
  }

  /// Returns `and 3 more additions` for changes that are not shown.
  func further(_ rest: [NoteNews.Change]) -> String {
    let count = rest.count
    let kinds = Set(rest.map(\.kind))
    if kinds == [.added] { return text("and \(counted(count, "more addition"))", "그 밖에 추가 \(count)개") }
    return text("and \(counted(count, "more change"))", "그 밖에 변경 \(count)개")
  }

  /// Returns `and 7 more changed notes: A, B, C and 4 more`.
  func furtherNotes(_ rest: [Digest.NoteEntry], areNew: Bool) -> [DigestRun] {
    let count = rest.count
    let kind = areNew ? "more new note" : "more changed note"
    let shown = rest.prefix(3).map(\.note.title)
    let more = count - shown.count
    let head = text("and \(counted(count, kind)): ", areNew ? "그 밖의 새 메모 \(count)개: " : "그 밖에 바뀐 메모 \(count)개: ")
    let tail = more > 0 ? text(" and \(more) more", " 외 \(more)개") : ""
    return [.plain(head)] + DigestRun.titles(shown, ", ") + (tail.isEmpty ? [] : [.plain(tail)])
  }

  func furtherTasks(_ count: Int) -> String { text("and \(counted(count, "more task"))", "그 밖의 할 일 \(count)개") }

  // MARK: - The foot

  package var foot: [String] {
    var lines = [leftOut].compactMap(\.self)
    if !digest.hasHistory, digest.days != nil {
      lines.append(text("Without history: changes are not shown.", "이력이 없어 바뀐 내용은 표시하지 않습니다."))
    }
    return lines
  }

  func from(_ today: Day) -> String {
    text(
      "From the repository \(name) on \(LocalizedDate.text(today, in: .english)), with Sheaf.",
      "\(LocalizedDate.text(today, in: .korean)), 저장소 \(name)에서 Sheaf로 만듦")
  }

  /// The number of notes that were left out with the reasons, never their names; nil for none.
  var leftOut: String? {
    var counts: [HeldBackReason: Int] = [:]
    for (reason, count) in digest.leftOut { counts[Self.kind(of: reason), default: 0] += count }
    let parts = HeldBackReason.allCases.compactMap { reason in counts[reason].map { text(Self.leftOut($0, reason)) } }
    guard !parts.isEmpty else { return nil }
    let list = parts.joined(separator: ", ")
    let all = counts.values.reduce(0, +)
    return text("\(counted(all, "note")) \(all == 1 ? "is" : "are") left out: \(list).", "메모 \(all)개 제외: \(list)")
  }

  /// Returns the reason as others may know it: why a note is private stays unsaid.
  private static func kind(of reason: HeldBackReason) -> HeldBackReason {
    switch reason {
    case .privateTag, .privateFolder, .excluded, .expired, .inbox, .notAsked, .template, .hook: .notPublished
    default: reason
    }
  }

  private static func leftOut(_ count: Int, _ reason: HeldBackReason) -> Message {
    switch reason {
    case .sealed: Message(counted(count, "sealed letter"), ko: "봉인한 편지 \(count)통")
    case .draft: Message(counted(count, "draft"), ko: "초안 \(count)개")
    case .diary: Message(counted(count, "diary entry", "diary entries"), ko: "일기 \(count)편")
    case .secret: Message("\(count) that may contain a secret", ko: "비밀번호나 키로 보이는 텍스트가 있는 메모 \(count)개")
    case .notSelected: Message("\(count) not in the site's query", ko: "사이트의 검색식에 맞지 않는 메모 \(count)개")
    case .tasks: Message(counted(count, "task"), ko: "할 일 \(count)개")
    case .future: Message("\(count) dated in the future", ko: "미래 날짜의 메모 \(count)개")
    case .doubtful: Message("\(count) with doubtful fields or comments", ko: "필드나 주석이 확실하지 않은 메모 \(count)개")
    case .template, .notPublished, .privateTag, .privateFolder, .excluded, .expired, .inbox, .notAsked, .hook,
      .noteCopy, .activeContent, .unreadablePicture:
      Message("\(count) private", ko: "비공개 메모 \(count)개")
    }
  }

  /// Returns the sentence about pictures that are too large to be sent or cannot be read; nil for none.
  package func omitted(_ pictures: Int, largerThan kilobytes: Int) -> String? {
    guard pictures > 0 else { return nil }
    return text(
      "\(counted(pictures, "picture")) left out: larger than \(kilobytes) KB, or unreadable.",
      "\(kilobytes)KB보다 크거나 읽을 수 없는 그림 \(pictures)개는 제외했습니다.")
  }
}

extension Array {
  fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}
