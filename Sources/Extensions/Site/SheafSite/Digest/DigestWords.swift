import CivilCalendar
import NoteModel
import NotePresentation
package import Wording

/// The words that every form of a digest shares.
package struct DigestWords {
  package let language: Language
  private let digest: Digest
  /// The title of the repository, or that of the digest.
  package let name: String

  package init(_ digest: Digest, _ language: Language, name: String) {
    self.digest = digest
    self.language = language
    self.name = name
  }

  func text(_ message: Message) -> String { message.text(in: language) }
  private func text(_ english: String, _ korean: String) -> String { language == .korean ? korean : english }

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
      (
        digest.changed.count, "\(counted(digest.changed.count, "note")) changed",
        "메모 \(digest.changed.count)개 변경"
      ),
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

  /// No file was written, as there is nothing to say.
  package var nothing: String {
    let days = digest.days.map { LocalizedDate.text($0, in: language) } ?? heading
    return text(
      "No letter: nothing was written, done or due from \(days).", "\(days)에 쓰거나 마친 것, 기한인 것이 없어 파일을 만들지 않았습니다.")
  }

  // MARK: - Days

  /// `Friday` in a week, `20 November` in a longer span.
  func when(_ day: Day) -> String {
    guard let days = digest.days, days.last.days(since: days.first) < 7, days.contains(day) else { return near(day) }
    return CalendarNames.weekday(day.weekday, in: language.tongue)
  }

  /// `20 November`, with the year where it is another.
  func near(_ day: Day) -> String {
    let full = LocalizedDate.text(day, in: language)
    guard day.year == digest.lastDay.year else { return full }
    return language == .korean
      ? "\(day.month)월 \(day.dayOfMonth)일"
      : "\(day.dayOfMonth) \(CalendarNames.month(day.month, in: .english))"
  }

  /// `Friday 20 November`, `11월 20일 금요일`.
  func date(_ day: Day) -> String {
    let weekday = CalendarNames.weekday(day.weekday, in: language.tongue)
    return language == .korean ? near(day) + " " + weekday : weekday + " " + near(day)
  }

  /// `Tom, Monday and Thursday`
  func touch(_ touch: Digest.Touch) -> String {
    let days = touch.days.count > 4 ? [] : touch.days.map(when)
    let authors = joined(touch.authors)
    return [authors, joined(days)].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// `A, B and C`
  func joined(_ parts: [String]) -> String {
    guard language == .english, parts.count > 1 else { return parts.joined(separator: ", ") }
    return parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
  }

  /// Mood and weather of an entry of the diary, as its fields have them.
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

  /// A day of the strip for who hears it: `, 2 changes, 1 done`.
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

  // MARK: - The summary

  /// The news in one sentence, whose parts lead to the sections.
  var summary: [DigestRun] {
    var sentences = [tasksSentence, countsSentence, namesSentence].filter { !$0.isEmpty }
    if sentences.isEmpty, !digest.coming.isEmpty {
      let count = digest.coming.count
      sentences = [
        [
          .link(
            text("\(counted(count, "task")) \(count == 1 ? "is" : "are") coming up.", "다가오는 할 일 \(count)개가 있습니다."),
            "#ahead")
        ]
      ]
    }
    if sentences.isEmpty { return [.plain(text("Nothing was written.", "작성한 내용이 없습니다."))] }
    return Array(sentences.joined(separator: [.plain(" ")]))
  }

  private var tasksSentence: [DigestRun] {
    let (done, late) = (digest.done.count, digest.late.count)
    switch (done, late) {
    case (0, 0): return []
    case (_, 0):
      return [
        .link(text("\(counted(done, "task")) \(done == 1 ? "was" : "were") done", "할 일 \(done)개를 마쳤습니다"), "#done"),
        .plain("."),
      ]
    case (0, _):
      return [
        .link(text("\(counted(late, "task")) \(late == 1 ? "is" : "are") late", "할 일 \(late)개는 기한이 지났습니다"), "#late"),
        .plain("."),
      ]
    default:
      return [
        .link(text("\(counted(done, "task")) \(done == 1 ? "was" : "were") done", "할 일 \(done)개를 마쳤고"), "#done"),
        .plain(text(" and ", " ")),
        .link(text("\(late) \(late == 1 ? "is" : "are") late", "\(late)개는 기한이 지났습니다"), "#late"), .plain("."),
      ]
    }
  }

  private var countsSentence: [DigestRun] {
    let (entries, new, changed) = (digest.diary.count, digest.created.count, digest.changed.count)
    guard entries + new + changed > 0 else { return [] }
    return language == .korean ? koreanCounts(entries, new, changed) : englishCounts(entries, new, changed)
  }

  private func englishCounts(_ entries: Int, _ new: Int, _ changed: Int) -> [DigestRun] {
    var parts: [DigestRun] = []
    if entries > 0 { parts.append(.link(counted(entries, "diary entry", "diary entries"), "#diary")) }
    if new > 0 { parts.append(.link(counted(new, digest.days == nil ? "note" : "new note"), "#new")) }
    if changed > 0 {
      let one = new > 0 ? "\(changed) changed one" + (changed == 1 ? "" : "s") : counted(changed, "changed note")
      parts.append(.link(one, "#changed"))
    }
    let first = entries > 0 ? entries : new > 0 ? new : changed
    var runs: [DigestRun] = [.plain(first == 1 ? "There is " : "There are ")]
    for (index, part) in parts.enumerated() {
      runs.append(part)
      if index + 2 < parts.count {
        runs.append(.plain(", "))
      } else if index + 1 < parts.count {
        runs.append(.plain(" and "))
      }
    }
    let most = self.most
    if !most.isEmpty { runs += [.plain("; ")] + DigestRun.titles(most, " and ") + [.plain(" changed most")] }
    return runs + [.plain(".")]
  }

  private func koreanCounts(_ entries: Int, _ new: Int, _ changed: Int) -> [DigestRun] {
    var runs: [DigestRun] = []
    if entries > 0 {
      runs.append(.link("일기 \(entries)편을 썼\(new + changed > 0 ? "고" : "습니다")", "#diary"))
      if new + changed > 0 { runs.append(.plain(", ")) }
    }
    if new > 0 {
      let end = changed > 0 ? "생기고" : "생겼습니다"
      runs.append(
        .link(digest.days == nil ? "메모 \(new)개가 있\(changed > 0 ? "고" : "습니다")" : "메모 \(new)개가 새로 \(end)", "#new"))
      if changed > 0 { runs.append(.plain(" ")) }
    }
    if changed > 0 { runs.append(.link("\(new > 0 ? "" : "메모 ")\(changed)개가 바뀌었습니다", "#changed")) }
    runs.append(.plain("."))
    if !most.isEmpty { runs += [.plain(" 가장 많이 바뀐 메모는 ")] + DigestRun.titles(most, ", ") + [.plain("입니다.")] }
    return runs
  }

  /// The two notes that changed most, where several did.
  private var most: [String] {
    guard digest.changed.count >= 3 else { return [] }
    return digest.changed.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }.prefix(2).map(\.note.title)
  }

  private var namesSentence: [DigestRun] {
    var parts: [[DigestRun]] = []
    let renames = digest.changed.compactMap { entry in entry.news?.changes.first { $0.kind == .renamed } }
    if renames.count == 1, language == .korean {
      if let ending = KoreanEnding(of: renames[0].text) {
        let particle = KoreanParticle.direction.form(after: ending)
        parts.append([
          .title(renames[0].old), .plain("의 이름이 "), .title(renames[0].text), .plain(particle + " 바뀌었습니다"),
        ])
      } else {
        parts.append([.title(renames[0].old), .plain(" → "), .title(renames[0].text)])
      }
    } else if renames.count == 1 {
      parts.append([.title(renames[0].old), .plain(" is now "), .title(renames[0].text)])
    } else if renames.count > 1 {
      parts.append([.plain(text("\(renames.count) notes have new names", "메모 \(renames.count)개의 이름이 바뀌었습니다"))])
    }
    if let bulk = digest.bulks.first(where: { $0.kind == .added }) {
      parts.append(together(bulk))
    }
    guard !parts.isEmpty else { return [] }
    let separator = text(", and ", ". ")
    return Array(parts.joined(separator: [.plain(separator)])) + [.plain(".")]
  }

  private func together(_ bulk: Digest.Bulk) -> [DigestRun] {
    let count = bulk.count
    guard let folder = Self.lastName(bulk.folder) else {
      return [.link(text("\(count) notes came together", "메모 \(count)개가 한꺼번에 추가되었습니다"), "#together")]
    }
    return language == .korean
      ? [.title(folder), .link("에 메모 \(count)개가 한꺼번에 추가되었습니다", "#together")]
      : [.link("\(count) notes came into ", "#together"), .title(folder), .link(" together", "#together")]
  }

  private static func lastName(_ folder: String) -> String? { folder.split(separator: "/").last.map(String.init) }

  /// `Vault — 17 notes on Friday, by Minseo: Garden 10, Daily 2, Zettel 2 and 3 more.`
  func line(_ bulk: Digest.Bulk) -> [DigestRun] {
    let folder = Self.lastName(bulk.folder) ?? name
    let day = bulk.touch.days.last.map { text(" on \(when($0))", ", \(when($0))") } ?? ""
    let author = bulk.touch.authors.first.map { text(", by \($0)", ", \($0)") } ?? ""
    let count = counted(bulk.count, "note")
    switch bulk.kind {
    case .added:
      let parts = bulk.parts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
      let rest = bulk.count - parts.reduce(0) { $0 + $1.value }
      let list = parts.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      let more = rest > 0 ? text(" and \(rest) more", ", 그 밖에 \(rest)개") : ""
      let end = list.isEmpty ? "." : ": " + list + more + "."
      return [.title(folder), .plain(" — " + text(count, "메모 \(bulk.count)개") + day + author + end)]
    case .removed:
      return [
        .plain(text("\(count) removed from ", "지운 메모 \(bulk.count)개: ")), .title(folder), .plain(day + author + "."),
      ]
    case .moved(let to):
      let target = Self.lastName(to) ?? name
      return [
        .plain(text("\(count) moved from ", "옮긴 메모 \(bulk.count)개: ")), .title(folder), .plain(text(" to ", " → ")),
        .title(target), .plain(day + author + "."),
      ]
    case .retagged(let from, let to):
      return [
        .plain(text("tag \(from) → \(to) in \(count)", "태그 \(from) → \(to), 메모 \(bulk.count)개") + day + author + ".")
      ]
    }
  }

  // MARK: - Tasks

  /// `Friday, 2 days early`, `금요일, 기한 2일 전`.
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

  /// `14:30, every week, in Packing list`
  func comingFacts(_ entry: Digest.TaskEntry) -> String? {
    var facts: [String] = []
    if case .moment(let moment)? = entry.task.due { facts.append(DayText.time(moment.time)) }
    if let rule = entry.task.repetition, !rule.hasPrefix("RRULE") { facts.append(rule) }
    if let title = entry.noteTitle { facts.append(text("in \(title)", "\(title)에 있음")) }
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }

  // MARK: - Notes

  /// `일/절차 · Tom, Monday and Thursday`
  func facts(_ entry: Digest.NoteEntry) -> String {
    let folders = entry.note.path.string.split(separator: "/").dropLast()
    let folder = (folders.count > 1 ? folders.dropFirst() : folders).joined(separator: "/")
    let written = entry.written.map {
      text("from \(LocalizedDate.text($0, in: language))", "\(LocalizedDate.text($0, in: language)) 작성")
    }
    return [folder, touch(entry.touch), written ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// What a mark says to who hears it.
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

  /// The runs of a change after its mark.
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
    default:
      return change.pieces.map { piece in
        switch piece.kind {
        case .same: .plain(piece.text)
        case .old: DigestRun(.old, piece.text)
        case .new: DigestRun(.new, piece.text)
        }
      }
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
    if !change.old.isEmpty { runs.append(DigestRun(.old, value(change.old))) }
    if !change.old.isEmpty, !change.text.isEmpty { runs.append(.plain(" ")) }
    if !change.text.isEmpty { runs.append(DigestRun(.new, value(change.text))) }
    return runs
  }

  /// `and 3 more additions`, of changes that are not shown.
  func further(_ rest: [NoteNews.Change]) -> String {
    let count = rest.count
    let kinds = Set(rest.map(\.kind))
    if kinds == [.added] { return text("and \(counted(count, "more addition"))", "그 밖에 추가 \(count)개") }
    return text("and \(counted(count, "more change"))", "그 밖에 변경 \(count)개")
  }

  /// `and 7 more changed notes: A, B, C and 4 more`
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
    return text(
      "\(counted(all, "note")) \(all == 1 ? "is" : "are") left out: \(list).", "메모 \(all)개 제외: \(list)")
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
    case .secret:
      Message("\(count) that may contain a secret", ko: "비밀값으로 보이는 텍스트가 있는 메모 \(count)개")
    case .notSelected:
      Message("\(count) not in the site's query", ko: "사이트의 검색식에 맞지 않는 메모 \(count)개")
    case .tasks: Message(counted(count, "task"), ko: "할 일 \(count)개")
    case .future: Message("\(count) of a later day", ko: "미래 날짜의 메모 \(count)개")
    case .doubtful:
      Message("\(count) whose fields could not be read for certain", ko: "머리말을 확실히 읽을 수 없는 메모 \(count)개")
    case .template, .notPublished, .privateTag, .privateFolder, .excluded, .expired, .inbox, .notAsked, .hook,
      .noteCopy,
      .activeContent, .unreadablePicture:
      Message("\(count) private", ko: "비공개 메모 \(count)개")
    }
  }

  /// Pictures that are too large to be sent, or cannot be read; nil for none.
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
