import CivilCalendar
import NoteModel
import Wording

extension ExportFormat {
  static let ics = ExportFormat(
    "ics",
    Message(
      "iCalendar: tasks as VTODO (--as events: VEVENT), the diary as VJOURNAL",
      ko: "iCalendar: 할 일은 VTODO(--as events면 VEVENT), 일기는 VJOURNAL")
  ) { ICSExporter($0) }
}

extension ExportFormat {
  /// A calendar of tasks and diary entries.
  package static func calendar(_ options: ExportOptions) -> any NoteExporter {
    ICSExporter(options)
  }
}

struct ICSExporter: NoteExporter {
  private let options: ExportOptions
  private var zone: ICSZoneWriter

  init(_ options: ExportOptions) {
    self.options = options
    zone = ICSZoneWriter(zone: options.zone)
  }

  mutating func start() -> [UInt8] {
    Self.bytes([
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sheaf//Notes//EN", "CALSCALE:GREGORIAN",
      "X-WR-CALNAME:" + ICSText.escaped(options.title),
    ])
  }

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    var lines: [String] = []
    for record in TaskRecord.all(of: note) {
      lines += options.asEvents ? event(record, note) : todo(record, note)
    }
    if note.note.kind == .diary, !isForReaders, let day = note.note.entryDay {
      lines += journal(note, day)
    }
    return Self.bytes(lines)
  }

  /// A calendar of one task alone; nil for a task that is no event, where events are written.
  mutating func file(of record: TaskRecord, in note: ExportedNote) -> [UInt8]? {
    let lines = options.asEvents ? event(record, note) : todo(record, note)
    return lines.isEmpty ? nil : start() + Self.bytes(zone.lines + lines + ["END:VCALENDAR"])
  }

  mutating func end() -> [UInt8] { Self.bytes(zone.lines + ["END:VCALENDAR"]) }

  static func bytes(_ lines: [String]) -> [UInt8] {
    Array(lines.map { ICSText.folded($0) + "\r\n" }.joined().utf8)
  }

  // MARK: - Components

  private mutating func todo(_ record: TaskRecord, _ note: ExportedNote) -> [String] {
    let task = record.task
    var lines = ["BEGIN:VTODO"] + common(record, note)
    let status = [
      "todo": "NEEDS-ACTION", "doing": "IN-PROCESS", "done": "COMPLETED", "cancelled": "CANCELLED",
    ]
    lines.append("STATUS:" + (status[task.status.name] ?? "NEEDS-ACTION"))
    if status[task.status.name] == nil {
      lines.append("X-SHEAF-STATUS:" + ICSText.escaped(task.status.name))
    }
    if let due = task.due { lines.append(property("DUE", due)) }
    if let start = start(of: task) { lines.append(property("DTSTART", start)) }
    if let date = task.scheduled { lines.append(property("X-SHEAF-SCHEDULED", date)) }
    if let date = task.start { lines.append(property("X-SHEAF-START", date)) }
    if let closed = task.closed { lines.append(property("X-SHEAF-CLOSED", closed)) }
    if let closed = task.closed, task.status == .done {
      lines.append("COMPLETED:" + ICSDate.utc(closed, in: options.zone))
    }
    if let share = Self.share(of: record) { lines.append("PERCENT-COMPLETE:\(share)") }
    if let parent = task.parent, task.source == .note {
      lines.append("RELATED-TO:" + ICSText.escaped(parent))
    }
    lines += alarms(task, relation: ";RELATED=END")
    return lines + ["END:VTODO"]
  }

  /// All-day events that take no time, for calendars that hide tasks: when a task is due, else when it is planned.
  private mutating func event(_ record: TaskRecord, _ note: ExportedNote) -> [String] {
    guard let date = record.task.due ?? record.task.scheduled,
      !isForReaders || !record.task.status.isClosed
    else { return [] }
    var lines = ["BEGIN:VEVENT"] + common(record, note)
    if !isForReaders {
      lines.append("X-SHEAF-STATUS:" + ICSText.escaped(record.task.status.name))
    }
    lines.append(property("DTSTART", date))
    if case .day(let day) = date {
      lines.append("DTEND;VALUE=DATE:" + ICSDate.digits(day.adding(days: 1)))
    } else {
      lines.append("DURATION:PT0S")
    }
    lines.append("TRANSP:TRANSPARENT")
    if let page = options.page?(note.note.path) { lines.append("URL:" + page) }
    lines += alarms(record.task, relation: "")
    return lines + ["END:VEVENT"]
  }

  private var isForReaders: Bool { options.page != nil }

  private mutating func journal(_ note: ExportedNote, _ day: Day) -> [String] {
    var lines = [
      "BEGIN:VJOURNAL",
      "UID:" + ICSText.escaped(note.note.identifier ?? note.note.path.string) + "@sheaf",
      stamp(note),
    ]
    lines.append("DTSTART;VALUE=DATE:" + ICSDate.digits(day))
    lines.append("SUMMARY:" + ICSText.escaped(note.note.title))
    lines.append("DESCRIPTION:" + ICSText.escaped(note.body))
    lines += categories(note.note.tags)
    if let created = note.note.created {
      lines.append("CREATED:" + ICSDate.utc(created, in: options.zone))
    }
    if let id = note.note.identifier { lines.append("X-SHEAF-ID:" + ICSText.escaped(id)) }
    return lines + ["END:VJOURNAL"]
  }

  private mutating func common(_ record: TaskRecord, _ note: ExportedNote) -> [String] {
    let task = record.task
    var lines = [
      "UID:" + ICSText.escaped(record.calendarIdentifier), stamp(note),
      "SUMMARY:" + ICSText.escaped(task.title),
    ]
    if !record.body.isEmpty, !isForReaders {
      lines.append("DESCRIPTION:" + ICSText.escaped(record.body))
    }
    if let created = record.created {
      lines.append("CREATED:" + ICSDate.utc(created, in: options.zone))
    }
    if let updated = note.note.updated ?? note.modified {
      lines.append("LAST-MODIFIED:" + ICSDate.utc(updated, in: options.zone))
    }
    switch task.priority {
    case .urgent: lines.append("PRIORITY:1")
    case .high: lines.append("PRIORITY:3")
    case .normal: break
    case .low: lines.append("PRIORITY:9")
    }
    lines += categories(task.tags)
    if isForReaders { return lines + rule(of: record) }
    if let id = task.identifier { lines.append("X-SHEAF-ID:" + ICSText.escaped(id)) }
    if let project = task.project { lines.append("X-SHEAF-PROJECT:" + ICSText.escaped(project)) }
    return lines + rule(of: record)
  }

  /// The rule as calendars read it, and as it is written.
  private func rule(of record: TaskRecord) -> [String] {
    guard let text = record.task.repetition else { return [] }
    var lines = isForReaders ? [] : ["X-SHEAF-REPEAT:" + ICSText.escaped(text)]
    if let rule = record.rule, rule.basis == .anchor,
      let date = record.task.due ?? (options.asEvents ? record.task.scheduled : nil)
    {
      lines.append("RRULE:" + rule.rfc5545(anchor: record.task.anchor ?? date.day))
    }
    return lines
  }

  /// A start of the same type before the due date; a rule needs one, which is the due date itself where no other is.
  private func start(of task: TaskItem) -> CivilDate? {
    for date in [task.start, task.scheduled].compactMap(\.self) {
      guard let due = task.due else { return date }
      switch (date, due) {
      case (.day(let start), .day(let end)) where start < end: return date
      case (.moment(let start), .moment(let end))
      where (start.utcOffsetSeconds == nil) == (end.utcOffsetSeconds == nil)
        && start.secondsSinceEpoch() < end.secondsSinceEpoch():
        return date
      default: continue
      }
    }
    return task.repetition == nil ? nil : task.due
  }

  // MARK: - Lines

  private func stamp(_ note: ExportedNote) -> String {
    let dates = [note.note.updated, note.modified, note.note.created]
    let date = dates.compactMap(\.self).first { $0.isOver(at: options.now) }
    return "DTSTAMP:" + ICSDate.utc(date ?? .moment(options.now), in: options.zone)
  }

  private mutating func property(_ name: String, _ date: CivilDate) -> String {
    switch date {
    case .day(let day): return "\(name);VALUE=DATE:" + ICSDate.digits(day)
    case .moment(let moment):
      guard moment.utcOffsetSeconds == nil else {
        return "\(name):" + ICSDate.utc(date, in: options.zone)
      }
      zone.note(moment.day)
      return "\(name);TZID=\(ICSText.localZone):" + ICSDate.digits(local: moment)
    }
  }

  private func categories(_ tags: [TagName]) -> [String] {
    tags.isEmpty
      ? [] : ["CATEGORIES:" + tags.map { ICSText.escaped($0.string) }.joined(separator: ",")]
  }

  private func alarms(_ task: TaskItem, relation: String) -> [String] {
    guard !task.status.isClosed, !task.reminders.isEmpty else { return [] }
    let own = "X-SHEAF-REMIND:" + task.reminders.map(ICSText.escaped).joined(separator: ",")
    return (isForReaders ? [] : [own])
      + task.reminders.flatMap { text -> [String] in
        let trigger: String
        if let before = ICSText.trigger(text) {
          guard task.due != nil || (options.asEvents && task.scheduled != nil) else { return [] }
          trigger = "TRIGGER\(relation):" + before
        } else if let date = CivilDate(iso: text) {
          trigger = "TRIGGER;VALUE=DATE-TIME:" + ICSDate.utc(date, in: options.zone)
        } else {
          return []
        }
        let words = "DESCRIPTION:" + ICSText.escaped(task.title)
        return ["BEGIN:VALARM", "ACTION:DISPLAY", words, trigger, "END:VALARM"]
      }
  }

  /// How much of a note's check boxes is done, in percent; nil if it has none.
  private static func share(of record: TaskRecord) -> Int? {
    guard record.task.source == .note else { return nil }
    let boxes = record.note.tasks.filter { $0.source != .note }
    guard !boxes.isEmpty, record.task.status != .done else { return nil }
    return boxes.count { $0.status.isClosed } * 100 / boxes.count
  }
}

/// Defines the user's clock in a calendar, from the first to the last day that uses it.
struct ICSZoneWriter {
  private let zone: LocalZone
  private var days: ClosedRange<Int>?

  /// Changes of clocks are looked for in this many days at most.
  private static let limit = 80 * 366

  init(zone: LocalZone) { self.zone = zone }

  /// A day that has a time by the clock.
  mutating func note(_ day: Day) {
    let number = day.daysSinceEpoch
    days = days.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
  }

  /// The component; nothing where no time needs it.
  var lines: [String] {
    guard let days else { return [] }
    let first = (days.lowerBound - 366) * 86_400
    let last = min(days.upperBound + 366, days.lowerBound + Self.limit) * 86_400
    var lines = ["BEGIN:VTIMEZONE", "TZID:" + ICSText.localZone]
    let start = offset(at: first)
    lines += Self.part("STANDARD", at: first, from: start, to: start)
    var before = first
    var known = start
    for second in stride(from: first, through: last, by: 86_400) {
      let now = offset(at: second)
      if now != known {
        let change = change(between: before, and: second)
        lines += Self.part(now > known ? "DAYLIGHT" : "STANDARD", at: change, from: known, to: now)
        known = now
      }
      before = second
    }
    return lines + ["END:VTIMEZONE"]
  }

  private func offset(at seconds: Int) -> Int {
    zone.moment(secondsSinceEpoch: seconds)?.utcOffsetSeconds ?? 0
  }

  /// The first second of the new offset.
  private func change(between early: Int, and late: Int) -> Int {
    var (low, high) = (early, late)
    let old = offset(at: low)
    while high - low > 1 {
      let middle = (low + high) / 2
      if offset(at: middle) == old { low = middle } else { high = middle }
    }
    return high
  }

  private static func part(_ name: String, at seconds: Int, from: Int, to: Int) -> [String] {
    let local = CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: from)
    let start = local.map { ICSDate.digits(local: $0) } ?? "19700101T000000"
    return [
      "BEGIN:" + name, "DTSTART:" + start, "TZOFFSETFROM:" + text(from), "TZOFFSETTO:" + text(to),
      "END:" + name,
    ]
  }

  /// `+0900`
  private static func text(_ offset: Int) -> String {
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + padded(minutes / 60, to: 2) + padded(minutes % 60, to: 2)
  }
}
