import ByteBasics
package import CivilCalendar
import NoteModel

/// One task in a file of a folder of calendars (vdir): its values, and its lines as the other program wrote them.
package struct CalendarEntry: Sendable {
  package let uid: String
  package let values: CalendarValues
  /// True for an event, false for a task of a calendar.
  package var isEvent: Bool { component.isEvent }
  let component: ICSComponent
  /// The lines of the file, unfolded.
  private var lines: [String]
  /// The lines of the entry, its `BEGIN` and `END` among them.
  private var range: Range<Int>

  /// The first task of a file that is no exception of a series; nil if there is none.
  ///
  /// - Throws: If the file cannot be read, or is no text.
  package init?(_ file: ImportFile, zone: LocalZone, dayTime: TimeOfDay) throws {
    self.init(try file.text(isFolded: true), ICSAlarmClock(zone: zone, dayTime: dayTime))
  }

  /// Reads a task from a calendar with these clocks and entries.
  init?(clocks: [String], _ entries: [String], _ clock: ICSAlarmClock) {
    let lines = ["BEGIN:VCALENDAR"] + clocks + entries + ["END:VCALENDAR"]
    self.init(lines.joined(separator: "\n"), clock)
  }

  /// Reads the first entry of a calendar that is no exception of a series. Nil for a calendar without one.
  init?(_ text: String, _ clock: ICSAlarmClock) {
    let (components, _) = ICSReader.read(text)
    guard
      let component = components.first(where: { $0.isEntry && !$0.isException }), let uid = component["UID"]?.text,
      !uid.isEmpty
    else { return nil }
    let lines = ICSReader.unfolded(text)
    guard let first = lines.firstIndex(where: { $0.line >= component.line }),
      !component.lines.isEmpty
    else { return nil }
    self.uid = uid
    self.component = component
    self.lines = lines.map(\.text)
    range = first..<first + component.lines.count
    let exceptions = components.filter {
      $0.name == component.name && $0.isException && $0["UID"]?.text == uid
    }
    values = component.values(exceptions: exceptions, in: ICSZones(components, local: clock.zone), clock)
  }

  /// True for a task or an event; a page of a journal is neither.
  package var isTask: Bool { component.name != "VJOURNAL" }
  var hasText: Bool { component["DESCRIPTION"] != nil }

  /// Returns the values that we write for the note that an import makes of the entry: an unchanged note has these.
  ///
  /// - Parameter asEvent: True if the note is written as an event.
  package func values(importedWith options: ExportOptions, asEvent: Bool) -> CalendarValues? {
    let components = ICSReader.read(lines.joined(separator: "\n")).components
    let clocks = components.filter { $0.name == "VTIMEZONE" }.flatMap(\.lines)
    let exceptions = components.filter {
      $0.name == component.name && $0.isException && $0["UID"]?.text == uid
    }
    let clock = ICSAlarmClock(zone: options.zone, dayTime: options.dayTime)
    return ICSNoteReader.written(
      [component] + exceptions, clocks: clocks, options, asEvent: asEvent
    ).flatMap { CalendarEntry(clocks: $0.clocks, $0.lines, clock)?.values }
  }

  /// Returns the file with some fields as another entry has them. Everything else stays, even properties unknown
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - fields: Those that are taken.
  ///   - other: The entry that they are taken from.
  /// - Returns: The bytes of the file.
  package func taking(_ fields: Set<CalendarField>, from other: CalendarEntry) -> [UInt8] {
    let entry = entryLines(taking: fields, from: other)
    let clocks = clocks(of: entry, in: other)
    return ICSExporter.bytes(lines[..<range.lowerBound] + clocks + entry + lines[range.upperBound...])
  }

  /// Returns the lines of the entry and of the exceptions of its series, with some fields as another entry has them.
  ///
  /// - Parameter text: Lines that the entry has lost, with which nothing changes.
  func entryLines(taking fields: Set<CalendarField>, from other: CalendarEntry, adding text: [String]) -> [String] {
    let entry = fields.isEmpty ? Array(lines[range]) : entryLines(taking: fields, from: other)
    let rest = lines[range.upperBound...].filter { $0 != "END:VCALENDAR" }
    return entry.prefix(1) + text + entry.dropFirst() + rest
  }

  private func entryLines(taking fields: Set<CalendarField>, from other: CalendarEntry) -> [String] {
    var fields = fields
    // A changed due day moves the start of a repeating entry, which is the same day, and the days of its rule.
    if !fields.isDisjoint(with: [.due, .repeat, .start]) {
      // A rule that only the other program can follow stays.
      let repeats = other.component["RRULE"] != nil || other.component["RDATE"] != nil
      fields.formUnion(repeats ? [.due, .repeat, .start] : [.due, .start])
    }
    let stamps: Set<String> = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"]
    func isTaken(_ line: EntryLine) -> Bool {
      if line.isAlarm { return fields.contains(.remind) }
      if stamps.contains(line.name) { return true }
      return CalendarField.of(line.name, isEvent: component.isEvent).map(fields.contains) ?? false
    }
    let kept = EntryLine.all(of: lines[range]).filter { !isTaken($0) }
    let new = EntryLine.all(of: other.lines[other.range]).filter(isTaken)
    let sequence = Int(component["SEQUENCE"].flatMap { Int32($0.value) } ?? 0) + 1
    // Alarms follow the properties, as RFC 5545 has it.
    let properties = (kept + new).filter { !$0.isComponent && $0.name != "SEQUENCE" }
    let parts = (kept + new).filter(\.isComponent).flatMap(\.lines)
    let inner = properties.flatMap(\.lines) + ["SEQUENCE:\(sequence)"] + parts
    return [lines[range.lowerBound]] + inner + [lines[range.upperBound - 1]]
  }

  /// Returns the clocks of the taken lines that this calendar does not define.
  private func clocks(of entry: [String], in other: CalendarEntry) -> [String] {
    let known = Set(lines.filter { $0.hasPrefix("TZID:") })
    let components = ICSReader.read(other.lines.joined(separator: "\n")).components
    return KeptEntry.clocks(
      of: entry, in: components.filter { zone in !known.contains("TZID:" + (zone["TZID"]?.value ?? "")) })
  }
}

/// A property of an entry, or a component inside it.
struct EntryLine {
  /// The name in capitals; with `BEGIN:` for a component.
  let name: String
  private(set) var lines: [String]

  var isComponent: Bool { name.hasPrefix("BEGIN:") }
  var isAlarm: Bool { name == "BEGIN:VALARM" }

  /// Returns the parts between the first and the last line of an entry.
  static func all(of lines: ArraySlice<String>) -> [EntryLine] {
    var parts: [EntryLine] = []
    var depth = 0
    for line in lines.dropFirst().dropLast() {
      let upper = line.uppercased()
      if depth > 0 {
        parts[parts.count - 1].lines.append(line)
      } else {
        let name = upper.hasPrefix("BEGIN:") ? upper : ICSProperty(line: line)?.name ?? ""
        parts.append(EntryLine(name: name, lines: [line]))
      }
      if upper.hasPrefix("BEGIN:") { depth += 1 }
      if upper.hasPrefix("END:") { depth -= 1 }
    }
    return parts
  }
}

/// A task of a note as an entry of a calendar.
package struct CalendarTask: Sendable {
  /// The check box's line; nil for the note itself.
  package let line: Int?
  package let title: String
  package let isClosed: Bool
  /// The text of a note below its front matter and its title, as it is in the file.
  package let body: String
  package let entry: CalendarEntry
  /// The whole file.
  package let bytes: [UInt8]

  /// Returns the tasks of a note that can be entries; under ``ExportOptions/asEvents`` those that have a day.
  package static func all(of note: ExportedNote, _ options: ExportOptions) -> [CalendarTask] {
    let clock = ICSAlarmClock(zone: options.zone, dayTime: options.dayTime)
    return TaskRecord.entries(of: note).compactMap { record in
      var exporter = ICSExporter(options)
      guard let bytes = exporter.file(of: record, in: note),
        let entry = CalendarEntry(ImportLines.normal(String(decoding: bytes, as: UTF8.self)), clock)
      else { return nil }
      let line: Int? = if case .checkbox(let line) = record.task.source { line } else { nil }
      return CalendarTask(
        line: line, title: record.task.title, isClosed: record.task.status.isClosed,
        body: record.body, entry: entry, bytes: bytes)
    }
  }
}

/// A field of a task that a note and an entry of a calendar both have. Each is merged for itself.
package enum CalendarField: String, Sendable, CaseIterable, Codable {
  case title, body, status, due, start, priority, tags, `repeat`, remind, project

  /// The properties of an entry that say it, besides ours that begin with `X-`.
  var properties: Set<String> {
    switch self {
    case .title: ["SUMMARY"]
    case .body: ["DESCRIPTION"]
    case .status: ["STATUS", "COMPLETED", "PERCENT-COMPLETE", "X-SHEAF-STATUS", "X-SHEAF-CLOSED"]
    case .due: ["DUE", "DTEND", "DURATION"]
    case .start: ["DTSTART", "X-SHEAF-START", "X-SHEAF-SCHEDULED"]
    case .priority: ["PRIORITY"]
    case .tags: ["CATEGORIES"]
    case .repeat: ["RRULE", "RDATE", "EXDATE", "X-SHEAF-REPEAT"]
    case .remind: ["X-SHEAF-REMIND"]
    case .project: ["X-SHEAF-PROJECT"]
    }
  }

  /// Returns the field that a property belongs to.
  ///
  /// - Parameters:
  ///   - property: Its name, in capitals.
  ///   - isEvent: True for an entry whose beginning is the due time of the task.
  /// - Returns: nil for a property that no field of ours says.
  static func of(_ property: String, isEvent: Bool) -> CalendarField? {
    if isEvent, property == "DTSTART" { return .due }
    return allCases.first { $0.properties.contains(property) }
  }
}

/// The values of an entry, each as a text that is the same for the same meaning. A value that is not there is not in
/// it.
package typealias CalendarValues = [CalendarField: String]

extension ICSComponent {
  var isEvent: Bool { name == "VEVENT" }

  /// Returns the entry's values, as every calendar program reads it: our own `X-` properties only if no other has them.
  ///
  /// - Parameter exceptions: The entries for single days of its series.
  func values(exceptions: [ICSComponent], in zones: ICSZones, _ clock: ICSAlarmClock) -> CalendarValues {
    var values: CalendarValues = [:]
    func set(_ field: CalendarField, _ text: String?) {
      if let text, !text.isEmpty { values[field] = text }
    }
    let series = ICSForeignSeries(self, exceptions, zones)
    func date(_ name: String) -> String? {
      guard let property = self[name], let date = zones.date(property) else { return nil }
      let moved = series?.moved(date) ?? date
      guard case .moment(let moment) = moved, moment.utcOffsetSeconds == nil else { return moved.description }
      return CivilDate.moment(clock.zone.moment(on: moment.day, at: moment.time)).description
    }
    set(.title, self["SUMMARY"]?.text.split(whereSeparator: \.isNewline).joined(separator: " "))
    set(
      .body,
      self["DESCRIPTION"].map { String($0.text.replacing("\r\n", with: "\n").trimmingEnd(while: \.isWhitespace)) })
    set(.status, status)
    set(.due, date(isEvent ? "DTSTART" : "DUE"))
    let start = isEvent ? nil : date("DTSTART")
    // A rule needs a beginning, which is the due date itself if there is no other.
    if start != values[.due] { set(.start, start) }
    set(.priority, priority)
    set(.tags, Set(all("CATEGORIES").flatMap(\.texts)).sorted().joined(separator: ", "))
    set(.repeat, series?.description)
    set(.remind, Set(clock.reminders(of: self, zones)).sorted().joined(separator: ", "))
    set(.project, self["X-SHEAF-PROJECT"]?.text)
    return values
  }

  /// Every event has one of ours, since its own says something else.
  private var status: String {
    if isEvent {
      let name = self["X-SHEAF-STATUS"]?.text ?? TaskStatus.todo.name
      return self["STATUS"]?.value.uppercased() == "CANCELLED" ? TaskStatus.cancelled.name : name
    }
    switch self["STATUS"]?.value.uppercased() {
    case "COMPLETED": return TaskStatus.done.name
    case "CANCELLED": return TaskStatus.cancelled.name
    case "IN-PROCESS": return TaskStatus.doing.name
    default: return (self["COMPLETED"] == nil ? TaskStatus.todo : .done).name
    }
  }

  /// The field's value; nil for an ordinary priority.
  private var priority: String? {
    switch self["PRIORITY"].flatMap({ Int($0.value) }) ?? 0 {
    case 1: "urgent"
    case 2...4: "high"
    case 6...9: "low"
    default: nil
    }
  }
}

/// The values of both sides when they were last the same: a hash of each.
package typealias CalendarBase = [CalendarField: UInt64]

extension CalendarBase {
  package init(_ values: CalendarValues) { self = values.mapValues { ContentHash.of(Array($0.utf8)) } }
}

/// The merge of a task that a note and a calendar both have.
package struct CalendarMerge: Sendable {
  /// A field that both sides changed to different values; neither is used.
  package struct Conflict: Sendable, Hashable {
    package let field: CalendarField
    /// nil if the side has removed it.
    package let ours: String?
    package let theirs: String?
  }

  /// The fields that only the note has changed.
  package private(set) var ours: Set<CalendarField> = []
  /// The fields that only the calendar has changed.
  package private(set) var theirs: Set<CalendarField> = []
  package private(set) var conflicts: [Conflict] = []
  /// The fields with equal values on both sides, which need no change.
  package private(set) var agreed: Set<CalendarField> = []

  /// Compares the values of both sides with their last common values. `base` is nil for a task that meets its entry for
  /// the first time; then a value that only one side has is used.
  package init(base: CalendarBase?, ours: CalendarValues, theirs: CalendarValues) {
    let (mine, other) = (CalendarBase(ours), CalendarBase(theirs))
    for field in CalendarField.allCases {
      let old = base?[field]
      if mine[field] == other[field] {
        agreed.insert(field)
      } else if other[field] == old {
        self.ours.insert(field)
      } else if mine[field] == old {
        self.theirs.insert(field)
      } else {
        conflicts.append(Conflict(field: field, ours: ours[field], theirs: theirs[field]))
      }
    }
  }
}
