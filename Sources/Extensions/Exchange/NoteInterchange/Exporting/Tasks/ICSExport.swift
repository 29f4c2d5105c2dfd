import ByteBasics
import CivilCalendar
import NoteModel
import Wording

extension ExportFormat {
  static let ics = ExportFormat("ics") { ICSExporter($0) }

  /// Returns an exporter that writes a calendar of tasks and diary entries.
  package static func calendar(_ options: ExportOptions) -> any NoteExporter { ICSExporter(options) }
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
    for record in TaskRecord.entries(of: note) { lines += entry(record, note) }
    if !isForReaders { lines += keeping(note.note, reminder(of: note)) }
    if note.note.kind == .diary, !isForReaders, let day = note.note.entryDay {
      lines += keeping(note.note, journal(note, day))
    }
    return Self.bytes(lines)
  }

  /// Returns a calendar of one task alone. Nil for a task that is no event, if events are written.
  mutating func file(of record: TaskRecord, in note: ExportedNote) -> [UInt8]? {
    let lines = entry(record, note)
    return lines.isEmpty ? nil : start() + Self.bytes(zone.lines + lines + ["END:VCALENDAR"])
  }

  mutating func end() -> [UInt8] { Self.bytes(zone.lines + ["END:VCALENDAR"]) }

  /// The clocks of the moments that were written.
  var clocks: [String] { zone.lines }

  static func bytes(_ lines: some Sequence<String>) -> [UInt8] {
    Array(lines.map { ICSText.folded($0) + "\r\n" }.joined().utf8)
  }

  // MARK: - Components

  /// Returns the entry of a task. If the note was made from another program's entry, the entry is the other program's
  /// text with the changes of the note.
  mutating func entry(_ record: TaskRecord, _ note: ExportedNote) -> [String] {
    guard record.task.source == .note, !isForReaders,
      let kept = record.note.keptEntry, kept.isEvent || !options.asEvents
    else { return ownEntry(record, note, asEvent: options.asEvents) }
    return keeping(record.note, ownEntry(record, note, asEvent: kept.isEvent))
  }

  /// Returns the entry as our own fields give it.
  mutating func ownEntry(_ record: TaskRecord, _ note: ExportedNote, asEvent: Bool) -> [String] {
    asEvent ? event(record, note) : todo(record, note)
  }

  private mutating func keeping(_ note: Note, _ lines: [String]) -> [String] {
    guard let kept = note.keptEntry, !lines.isEmpty else { return lines }
    let entry = kept.lines(with: lines, clocks: zone.lines, options)
    zone.take(kept.clocks)
    return entry
  }

  private mutating func todo(_ record: TaskRecord, _ note: ExportedNote) -> [String] {
    let task = record.task
    var lines = ["BEGIN:VTODO"] + common(record, note)
    let status = ICSText.status(of: task)
    lines.append("STATUS:" + status)
    if case .custom(let name) = task.status {
      lines.append("X-SHEAF-STATUS;\(ICSText.statusMark)=\(status):" + ICSText.escaped(name))
    }
    let series = ICSSeries(of: record, from: task.due ?? task.scheduled ?? task.start)
    if let due = task.due { lines.append(property("DUE", due, in: series)) }
    if let start = series?.start ?? start(of: task) { lines.append(property("DTSTART", start, in: series)) }
    lines += rule(of: record, series)
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
    let relation = task.due == nil ? "" : ";RELATED=END"
    lines += alarms(task, of: task.due ?? task.scheduled, series, relation: relation)
    return lines + ["END:VTODO"]
  }

  /// Writes a task as an event that takes no time, for calendars that hide tasks: when it is due, else when planned.
  private mutating func event(_ record: TaskRecord, _ note: ExportedNote) -> [String] {
    guard let date = record.task.due ?? record.task.scheduled,
      !isForReaders || !record.task.status.isClosed
    else { return [] }
    var lines = ["BEGIN:VEVENT"] + common(record, note)
    if !isForReaders { lines.append("X-SHEAF-STATUS:" + ICSText.escaped(record.task.status.name)) }
    if record.task.status == .cancelled { lines.append("STATUS:CANCELLED") }
    let series = ICSSeries(of: record, from: date)
    lines.append(property("DTSTART", date, in: series))
    if case .day(let day) = date { lines.append("DTEND;VALUE=DATE:" + ICSDate.digits(day.adding(days: 1))) }
    lines += rule(of: record, series)
    lines.append("TRANSP:TRANSPARENT")
    if let page = options.page?(note.note.path) { lines.append("URL:" + page) }
    lines += alarms(record.task, of: date, series, relation: "")
    return lines + ["END:VEVENT"]
  }

  private var isForReaders: Bool { options.page != nil }

  /// Returns the entry of a page of the diary.
  func journal(_ note: ExportedNote, _ day: Day) -> [String] {
    let start = "DTSTART;VALUE=DATE:" + ICSDate.digits(day)
    return ["BEGIN:VJOURNAL"] + lines(of: note, start, body: note.body) + ["END:VJOURNAL"]
  }

  /// Returns an event without a length at the first time of a note that is no task, because an alarm needs one.
  func reminder(of note: ExportedNote) -> [String] {
    guard let reminded = RemindedNote(note.note),
      let first = ReminderTime.times(of: reminded, zone: options.zone, dayTime: options.dayTime).first
    else { return [] }
    let start = "DTSTART:" + ICSDate.utc(.moment(first.moment), in: options.zone)
    // The text of a page of the diary is in its journal.
    let isPage = note.note.kind == .diary
    return ["BEGIN:VEVENT"]
      + lines(
        of: note, start, suffix: isPage ? "-reminder" : "", body: isPage ? "" : note.bodyWithoutTitle)
      + ["TRANSP:TRANSPARENT"] + alarms(reminded.reminders, of: reminded.title, before: nil)
      + ["END:VEVENT"]
  }

  /// Returns the entry of a note that is no task.
  ///
  /// - Parameter suffix: A text that distinguishes the UID from that of another entry of the note.
  private func lines(of note: ExportedNote, _ start: String, suffix: String = "", body: String) -> [String] {
    let name = note.note.calendarSource ?? (note.note.identifier ?? note.note.path.string) + suffix + "@sheaf"
    var lines = [
      "UID:" + ICSText.escaped(name), stamp(note), start,
      "SUMMARY:" + ICSText.escaped(note.note.title),
    ]
    if !body.isEmpty { lines.append(Self.description(body)) }
    lines += categories(note.note.tags)
    if let created = note.note.created { lines.append("CREATED:" + ICSDate.utc(created, in: options.zone)) }
    if let id = note.note.identifier { lines.append("X-SHEAF-ID:" + ICSText.escaped(id)) }
    return lines
  }

  /// Returns the property of a text. Percent signs are as imported, if they would be imported as they are now.
  private static func description(_ body: String) -> String {
    let text = String(body.trimmingEnd(while: \.isNewline))
    let plain = text.replacing("\\%%", with: "%%")
    var copy = ImportedNote(source: "", title: "", body: plain, position: ImportPosition(file: ""))
    copy.escapeComments()
    return "DESCRIPTION:" + ICSText.escaped(copy.body == text ? plain : text)
  }

  private mutating func common(_ record: TaskRecord, _ note: ExportedNote) -> [String] {
    let task = record.task
    var lines = [
      "UID:" + ICSText.escaped(record.calendarIdentifier), stamp(note),
      "SUMMARY:" + ICSText.escaped(task.title),
    ]
    if !record.body.isEmpty, !isForReaders { lines.append(Self.description(record.body)) }
    if let created = record.created { lines.append("CREATED:" + ICSDate.utc(created, in: options.zone)) }
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
    if isForReaders { return lines }
    if let id = task.identifier { lines.append("X-SHEAF-ID:" + ICSText.escaped(id)) }
    if let project = task.project { lines.append("X-SHEAF-PROJECT:" + ICSText.escaped(project)) }
    return lines
  }

  /// Returns the rule as calendars read it, and as it is written.
  private mutating func rule(of record: TaskRecord, _ series: ICSSeries?) -> [String] {
    guard let text = record.task.repetition else { return [] }
    let own = isForReaders ? [] : ["X-SHEAF-REPEAT:" + ICSText.escaped(text)]
    guard let series else { return own }
    return own + series.lines(in: options.zone) { property($0, $1, in: series) }
  }

  /// Returns the start, if the task has no due date or a later due date of the same type.
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
    return nil
  }

  // MARK: - Lines

  private func stamp(_ note: ExportedNote) -> String {
    let dates = [note.note.updated, note.modified, note.note.created]
    let date = dates.compactMap(\.self).first { $0.isOver(at: options.now) }
    return "DTSTAMP:" + ICSDate.utc(date ?? .moment(options.now), in: options.zone)
  }

  /// Writes a date as a property. A time in a series is written in local time, so that the series keeps its hour; any
  /// other time with an offset is written in UTC.
  private mutating func property(_ name: String, _ date: CivilDate, in series: ICSSeries? = nil) -> String {
    guard case .moment(let moment) = date else { return "\(name);VALUE=DATE:" + ICSDate.digits(date.day) }
    guard let offset = moment.utcOffsetSeconds else {
      zone.note(moment.day)
      return "\(name);TZID=\(zone.name):" + ICSDate.digits(local: moment)
    }
    guard series != nil else { return "\(name):" + ICSDate.utc(date, in: options.zone) }
    let here = options.zone.moment(secondsSinceEpoch: moment.secondsSinceEpoch())
    let isHere = offset == here?.utcOffsetSeconds
    if isHere { zone.note(moment.day) }
    let name = "\(name);TZID=\(isHere ? zone.name : zone.name(offset: offset))"
    return "\(name);\(ICSText.offsetMark):" + ICSDate.digits(local: moment)
  }

  private func categories(_ tags: [TagName]) -> [String] {
    tags.isEmpty ? [] : ["CATEGORIES:" + tags.map { ICSText.escaped($0.string) }.joined(separator: ",")]
  }

  /// Returns the alarms of an open task.
  ///
  /// - Parameter date: The date that the reminders count from.
  private func alarms(_ task: TaskItem, of date: CivilDate?, _ series: ICSSeries?, relation: String) -> [String] {
    guard !task.status.isClosed else { return [] }
    return alarms(task.reminders, of: task.title, before: date, isSeries: series != nil, relation: relation)
  }

  /// Returns an alarm for each reminder that has a time, and the reminders as they are written.
  ///
  /// - Parameter date: The date that the reminders count from.
  private func alarms(
    _ reminders: [String], of title: String, before date: CivilDate?, isSeries: Bool = false, relation: String = ""
  ) -> [String] {
    guard !reminders.isEmpty else { return [] }
    let own = "X-SHEAF-REMIND:" + reminders.map(ICSText.escaped).joined(separator: ",")
    let clock = ICSAlarmClock(zone: options.zone, dayTime: options.dayTime)
    return (isForReaders ? [] : [own])
      + reminders.flatMap { text -> [String] in
        guard let trigger = clock.trigger(text, before: date, isSeries: isSeries, relation: relation) else { return [] }
        let words = "DESCRIPTION:" + ICSText.escaped(title)
        return ["BEGIN:VALARM", "ACTION:DISPLAY", words, trigger, "END:VALARM"]
      }
  }

  /// Returns the share of a note's check boxes that is done, in percent. Nil if it has none, or is done itself.
  private static func share(of record: TaskRecord) -> Int? {
    guard record.task.source == .note else { return nil }
    let boxes = record.note.tasks.filter { $0.source != .note }
    guard !boxes.isEmpty, record.task.status != .done else { return nil }
    return boxes.count { $0.status.isClosed } * 100 / boxes.count
  }
}
