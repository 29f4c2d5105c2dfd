import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let ics = ImportFormat("ics") { source, options, receiver in
    var reader = ICSNoteReader(options, receiver)
    try receiver.forEach(source.files.filter { $0.hasExtension("ics", "ical", "ifb", "vcs") }) {
      try reader.read($0)
    }
  }
}

/// Reads the components of a calendar.
struct ICSNoteReader {
  private let options: ExportOptions
  private let clock: ICSAlarmClock
  private let receiver: any ImportReceiver
  /// The ids of the notes of the entries, by the UIDs of these.
  private var ids: [String: String] = [:]

  init(_ options: ImportOptions, _ receiver: any ImportReceiver) {
    self.init(
      ExportOptions(
        zone: options.zone, now: options.now, language: .english, title: "",
        dayTime: options.dayTime), receiver)
  }

  private init(_ options: ExportOptions, _ receiver: any ImportReceiver) {
    self.options = options
    self.receiver = receiver
    clock = ICSAlarmClock(zone: options.zone, dayTime: options.dayTime)
  }

  mutating func read(_ file: ImportFile) throws {
    let (components, unclosed) = ICSReader.read(try file.text(isFolded: true))
    let zones = ICSZones(components, local: options.zone)
    for (name, entry) in zones.unknown {
      receiver.change(
        ImportPosition(file: file.path, line: entry.line),
        Message(
          "The time zone “\(name)” is unknown; its times are read in the zone of this computer",
          ko: "알 수 없는 시간대여서 이 컴퓨터의 시각으로 봅니다: “\(name)”"))
    }
    let entries = components.filter(\.isEntry)
    for other in components where !other.isEntry && other.name != "VTIMEZONE" {
      receiver.lose(other.name, ImportPosition(file: file.path, line: other.line))
    }
    ids = Dictionary(
      entries.compactMap { entry in entry["UID"].map { ($0.text, entry["X-SHEAF-ID"]?.text ?? Self.id($0.text)) } },
      uniquingKeysWith: { first, _ in first })
    let masters = Set(entries.filter { !$0.isException }.map { $0["UID"]?.text ?? "" })
    let exceptions = Dictionary(grouping: entries.filter(\.isException)) { $0["UID"]?.text ?? "" }
    for component in entries {
      let position = ImportPosition(file: file.path, line: component.line)
      let uid = component["UID"]?.text ?? ""
      if component.isException {
        report(component, position, isKept: masters.contains(uid))
        continue
      }
      guard var note = note(of: component, exceptions[uid] ?? [], zones, position) else { continue }
      if let access = component["CLASS"]?.value.uppercased(), access != "PUBLIC" {
        note.fields.append(.init("private", .typed("true")))
      }
      keep(component, exceptions[uid] ?? [], components, beside: &note)
      try receiver.take(note)
    }
    if let unclosed {
      receiver.skip(
        ImportPosition(file: file.path, line: unclosed), Message("The file ends in the middle", ko: "파일이 중간에서 끝납니다"))
    }
  }

  /// Reports an exception of a series that is kept with the series. A cancelled day is a part of the rule.
  private func report(_ exception: ICSComponent, _ position: ImportPosition, isKept: Bool) {
    guard isKept else {
      return receiver.skip(position, Message("An exception of a series", ko: "반복 일정의 예외입니다"))
    }
    guard exception["STATUS"]?.value.uppercased() != "CANCELLED" else { return }
    receiver.change(
      position,
      Message(
        "This day of a series differs; it is kept with the series for export",
        ko: "반복 일정에서 이날만 다릅니다. 내보낼 때 쓰도록 반복 일정에 보존합니다"))
  }

  /// Keeps the properties of the entry that no field of the note has.
  private func keep(
    _ component: ICSComponent, _ exceptions: [ICSComponent], _ all: [ICSComponent], beside note: inout ImportedNote
  ) {
    let own = Self.written(note, as: component, options)?.lines ?? []
    guard let lines = KeptEntry.lines(of: component, exceptions, besides: own) else { return }
    note.keep(KeptEntry.key, lines.joined(separator: "\n"))
    let clocks = KeptEntry.clocks(of: lines, in: all)
    note.keep(KeptEntry.clockKey, clocks.joined(separator: "\n"))
  }

  /// Returns the lines that we write for an entry that was imported and not changed since.
  ///
  /// - Parameters:
  ///   - components: The entry, and the exceptions of its series.
  ///   - clocks: The clocks that they name.
  ///   - asEvent: True to write a task as an event; nil: as it came.
  /// - Returns: nil if it becomes no task and no page of the diary.
  static func written(
    _ components: [ICSComponent], clocks: [String], _ options: ExportOptions, asEvent: Bool? = nil
  ) -> (lines: [String], clocks: [String])? {
    guard let first = components.first else { return nil }
    let zones = ICSZones(ICSReader.read(clocks.joined(separator: "\n")).components, local: options.zone)
    let reader = ICSNoteReader(options, SilentReceiver())
    return reader.note(
      of: first, Array(components.dropFirst()), zones, ImportPosition(file: "")
    ).flatMap { written($0, as: first, options, asEvent: asEvent) }
  }

  private static func written(
    _ note: ImportedNote, as component: ICSComponent, _ options: ExportOptions, asEvent: Bool? = nil
  ) -> (lines: [String], clocks: [String])? {
    guard let path = NotePath("a.md") else { return nil }
    let text = ImportedNoteText(note, format: ImportFormat.ics.name, body: note.body)
    // A custom status keeps the meaning that it had when it was written.
    let isStarted = component["STATUS"]?.value.uppercased() == "IN-PROCESS"
    let own = component.ownStatus.map { [$0: (isStarted ? OwnStatuses.Kind.doing : .open).rawValue] }
    let layout = VaultLayout(statuses: OwnStatuses(usual: [:], declared: own ?? [:]))
    let exported = ExportedNote(
      Note(Document(parsing: text.file.bytes), at: path, in: layout), modified: nil, targets: [:])
    var exporter = ICSExporter(options)
    if case .diary(let day) = note.place { return (exporter.journal(exported, day), []) }
    guard let record = TaskRecord.all(of: exported).first(where: { $0.task.source == .note }) else {
      let lines = exporter.reminder(of: exported)
      return lines.isEmpty ? nil : (lines, [])
    }
    let lines = exporter.ownEntry(record, exported, asEvent: asEvent ?? component.isEvent)
    return (lines, exporter.clocks)
  }

  /// Returns the note of an entry, without properties that only its program knows.
  private func note(
    of component: ICSComponent, _ exceptions: [ICSComponent], _ zones: ICSZones, _ position: ImportPosition
  ) -> ImportedNote? {
    let body = component["DESCRIPTION"]?.text ?? ""
    // An entry needs no name; a place or a day is one.
    let names = ["SUMMARY", "LOCATION"].map { component[$0]?.text ?? "" }
    let day = ["DTSTART", "DUE"].lazy.compactMap { component[$0].flatMap { zones.date($0) } }.first
    let title = names.first { $0.contains { !$0.isWhitespace } } ?? (body.isEmpty ? day?.day.description : "") ?? ""
    guard (title + body).contains(where: { !$0.isWhitespace }) else {
      receiver.skip(position, Message("The entry has no name", ko: "이름이 없는 항목입니다"))
      return nil
    }
    var note = ImportedNote(
      source: component["UID"]?.text ?? "",
      title: title.split(whereSeparator: \.isNewline).joined(separator: " "), body: body,
      position: position)
    note.escapeComments()
    let entry = ForeignEntry(component: component, zones: zones, series: ICSForeignSeries(component, exceptions, zones))
    note.created = entry.date("CREATED")
    note.updated = entry.date("LAST-MODIFIED")
    note.tags = component.all("CATEGORIES").flatMap(\.texts)
    if let id = component["X-SHEAF-ID"]?.text { note.set("id", id) }
    switch component.name {
    case "VTODO": takeTask(component, entry, &note)
    case "VJOURNAL": if let day = entry.date("DTSTART")?.day { note.place = .diary(day) }
    default: takeEvent(component, entry, &note)
    }
    takeCommon(component, entry, &note)
    return note
  }

  private static func id(_ uid: String) -> String {
    ImportedNoteText.identifier(of: uid, format: ImportFormat.ics.name)
  }

  private func takeTask(_ component: ICSComponent, _ entry: ForeignEntry, _ note: inout ImportedNote) {
    func date(_ name: String) -> CivilDate? { entry.date(name) }
    note.place = .task
    let status = component["STATUS"]?.value.uppercased() ?? ""
    let names = ["COMPLETED": "done", "CANCELLED": "cancelled", "IN-PROCESS": "doing"]
    note.set(
      "status",
      component.ownStatus ?? names[status] ?? (date("COMPLETED") == nil ? "todo" : "done"))
    let (due, own) = (date("DUE"), date("X-SHEAF-SCHEDULED"))
    note.set("due", due)
    note.set("scheduled", own)
    // A rule needs a beginning, which is the due date itself if there is no other.
    let start = date("DTSTART").flatMap { $0 == due && entry.series != nil ? nil : $0 }
    note.set("start", date("X-SHEAF-START") ?? (own == nil ? start : nil))
    note.set("closed", date("X-SHEAF-CLOSED") ?? date("COMPLETED"))
    for relation in component.all("RELATED-TO") {
      let type = relation.parameters["RELTYPE"]?.uppercased() ?? "PARENT"
      if type == "PARENT" {
        // Entries of ours name tasks as notes do.
        let isOwn = component.properties.contains { $0.name.hasPrefix("X-SHEAF-") }
        note.set("parent", ids[relation.text] ?? (isOwn ? relation.text : Self.id(relation.text)))
      } else {
        note.keep("related-" + type.lowercased(), relation.text)
      }
    }
    takeAlarms(component, entry, &note)
  }

  /// Reads an event of Sheaf. Without a status, the event is the reminder of a note, and its beginning means nothing
  /// more.
  private func takeEvent(_ component: ICSComponent, _ entry: ForeignEntry, _ note: inout ImportedNote) {
    func date(_ name: String) -> CivilDate? { entry.date(name) }
    if let status = component["X-SHEAF-STATUS"]?.text {
      note.place = .task
      note.set("status", status)
      note.set("due", date("DTSTART"))
    } else if component["X-SHEAF-REMIND"] == nil {
      if component["STATUS"]?.value.uppercased() == "CANCELLED" {
        note.set("status", TaskStatus.cancelled.name)
      }
      note.set("scheduled", date("DTSTART"))
      note.keep("end", date("DTEND")?.description ?? component["DURATION"]?.value ?? "")
    }
    takeAlarms(component, entry, &note)
  }

  private func takeCommon(_ component: ICSComponent, _ entry: ForeignEntry, _ note: inout ImportedNote) {
    switch component["PRIORITY"].flatMap({ Int($0.value) }) ?? 0 {
    case 1: note.set("priority", "urgent")
    case 2...4: note.set("priority", "high")
    case 6...9: note.set("priority", "low")
    default: break
    }
    note.set("project", component["X-SHEAF-PROJECT"]?.text ?? "")
    note.set("location", component["LOCATION"]?.text ?? "")
    note.set("source", component["URL"]?.value ?? "")
    if let own = component["X-SHEAF-REPEAT"]?.text {
      note.set("repeat", own)
    } else if let series = entry.series {
      if let rule = series.rfc5545 {
        note.set("repeat", rule)
        guard series.hasAddedDays else { return }
        return receiver.change(
          note.position,
          Message(
            "The series has days besides its rule (RDATE); they are kept for export",
            ko: "규칙 밖의 날(RDATE)은 내보낼 때 쓰도록 보존합니다"))
      }
      note.keep("rule", component["RRULE"]?.value ?? component["RDATE"]?.value ?? "")
      receiver.change(
        note.position,
        Message("The rule cannot be read and is kept below import:", ko: "읽을 수 없는 규칙이어서 import: 아래에 보존합니다"))
    }
  }

  /// Reads alarms: `TRIGGER:-PT15M` means `15m` before.
  private func takeAlarms(_ component: ICSComponent, _ entry: ForeignEntry, _ note: inout ImportedNote) {
    if let own = component["X-SHEAF-REMIND"]?.texts {
      note.fields.append(.init("remind", own.count == 1 ? .text(own[0]) : .list(own)))
      return
    }
    let times = clock.reminders(of: component, entry.zones)
    guard !times.isEmpty else { return }
    note.fields.append(.init("remind", times.count == 1 ? .text(times[0]) : .list(times)))
  }
}

extension ICSComponent {
  /// The status of the user's own that a task of ours had; nil if another program has given it one since.
  fileprivate var ownStatus: String? {
    guard let own = self["X-SHEAF-STATUS"], !own.text.isEmpty else { return nil }
    let status = self["STATUS"]?.value.uppercased() ?? ""
    let isSame =
      own.parameters[ICSText.statusMark].map { $0.uppercased() == status }
      ?? !["COMPLETED", "CANCELLED"].contains(status)
    return isSame ? own.text : nil
  }
}

/// An entry of another program with the meanings of its dates.
private struct ForeignEntry {
  let component: ICSComponent
  let zones: ICSZones
  let series: ICSForeignSeries?

  private static let stamps: Set<String> = ["CREATED", "LAST-MODIFIED", "COMPLETED"]

  /// Returns the date of a property, for the first day of the series that is not cancelled.
  func date(_ name: String) -> CivilDate? {
    guard let property = component[name] else { return nil }
    let isStamp = Self.stamps.contains(name)
    if series?.isInUTC == true, !isStamp { return ICSDate.read(property.value) }
    guard let date = zones.date(property) else { return nil }
    return isStamp ? date : series?.moved(date) ?? date
  }
}

/// Takes nothing: a problem in a second reading was reported in the first.
private final class SilentReceiver: ImportReceiver {
  func take(_ note: ImportedNote) {}
  func report(_ problem: ImportProblem) {}
  func advance(by bytes: Int) {}
}
