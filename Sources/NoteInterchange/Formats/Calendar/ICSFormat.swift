import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let ics = ImportFormat(
    "ics", Message("iCalendar: VTODO, VEVENT, VJOURNAL", ko: "iCalendar: VTODO, VEVENT, VJOURNAL"),
    fidelity: icsFidelity
  ) { source, options, receiver in
    let reader = ICSNoteReader(zone: options.zone, receiver: receiver)
    try receiver.forEach(source.files.filter { $0.hasExtension("ics", "ical", "ifb", "vcs") }) {
      try reader.read($0)
    }
  }

  static let icsFidelity = Fidelity(
    kept: Message(
      "summary, description, status, due, start, completion, priority, categories, rule, alarms, place, UID, related",
      ko: "제목, 설명, 상태, 마감, 시작, 완료, 우선순위, 분류, 규칙, 알림, 장소, UID, 관계"),
    changed: Message(
      "VTODO becomes a task, VJOURNAL a diary entry, VEVENT a note with scheduled",
      ko: "VTODO는 할 일, VJOURNAL은 일기, VEVENT는 예정일이 있는 메모가 됩니다"),
    lost: Message("attendees' replies, exceptions of a series", ko: "참석 회신, 반복 일정의 예외"))
}

/// Reads the components of a calendar.
struct ICSNoteReader {
  let zone: LocalZone
  let receiver: any ImportReceiver

  private static let known: Set<String> = [
    "UID", "SUMMARY", "DESCRIPTION", "STATUS", "DUE", "DTSTART", "DTEND", "COMPLETED", "PRIORITY",
    "CATEGORIES", "RRULE", "LOCATION", "CREATED", "LAST-MODIFIED", "DTSTAMP", "SEQUENCE",
    "PERCENT-COMPLETE", "RELATED-TO", "TRANSP", "CLASS", "URL", "DURATION", "X-SHEAF-ID",
    "X-SHEAF-REPEAT", "X-SHEAF-REMIND", "X-SHEAF-STATUS", "X-SHEAF-PROJECT", "X-SHEAF-SCHEDULED",
    "X-SHEAF-START", "X-SHEAF-CLOSED",
  ]

  func read(_ file: ImportFile) throws {
    let (components, unclosed) = ICSReader.read(try file.text())
    let zones = ICSZones(components, local: zone)
    for component in components where ["VTODO", "VEVENT", "VJOURNAL"].contains(component.name) {
      let position = ImportPosition(file: file.path, line: component.line)
      if component["RECURRENCE-ID"] != nil {
        receiver.skip(position, Message("An exception of a series", ko: "반복 일정의 예외입니다"))
        continue
      }
      if let note = note(of: component, zones, position) { try receiver.take(note) }
    }
    if let unclosed {
      receiver.skip(
        ImportPosition(file: file.path, line: unclosed),
        Message("The file ends in the middle", ko: "파일이 중간에서 끝납니다"))
    }
  }

  func note(
    of component: ICSComponent, _ zones: ICSZones, _ position: ImportPosition
  ) -> ImportedNote? {
    let body = component["DESCRIPTION"]?.text ?? ""
    // An entry needs no name; a place or a day is one.
    let names = ["SUMMARY", "LOCATION"].map { component[$0]?.text ?? "" }
    let day = ["DTSTART", "DUE"].lazy.compactMap { component[$0].flatMap { zones.date($0) } }.first
    let title =
      names.first { $0.contains { !$0.isWhitespace } } ?? (body.isEmpty ? day?.day.description : "")
      ?? ""
    guard (title + body).contains(where: { !$0.isWhitespace }) else {
      receiver.skip(position, Message("The entry has no name", ko: "이름이 없는 항목입니다"))
      return nil
    }
    let uid = component["UID"]?.text ?? ""
    var note = ImportedNote(
      source: uid,
      title: title.split(whereSeparator: \.isNewline).joined(separator: " "), body: body,
      position: position)
    func date(_ name: String) -> CivilDate? { component[name].flatMap { zones.date($0) } }
    note.created = date("CREATED")
    note.updated = date("LAST-MODIFIED")
    note.tags = component.all("CATEGORIES").flatMap(\.texts)
    if let id = component["X-SHEAF-ID"]?.text { note.set("id", id) }
    switch component.name {
    case "VTODO": takeTask(component, zones, &note)
    case "VJOURNAL":
      if let day = date("DTSTART")?.day { note.place = .diary(day) }
    default: takeEvent(component, zones, &note)
    }
    takeCommon(component, &note)
    return note
  }

  private func takeTask(_ component: ICSComponent, _ zones: ICSZones, _ note: inout ImportedNote) {
    func date(_ name: String) -> CivilDate? { component[name].flatMap { zones.date($0) } }
    note.place = .task
    let status = component["STATUS"]?.value.uppercased() ?? ""
    let names = ["COMPLETED": "done", "CANCELLED": "cancelled", "IN-PROCESS": "doing"]
    let own = component["X-SHEAF-STATUS"]?.text
    note.set("status", own ?? names[status] ?? (date("COMPLETED") == nil ? "todo" : "done"))
    note.set("due", date("DUE"))
    note.set("scheduled", date("X-SHEAF-SCHEDULED"))
    note.set(
      "start", date("X-SHEAF-START") ?? (date("X-SHEAF-SCHEDULED") == nil ? date("DTSTART") : nil))
    note.set("closed", date("X-SHEAF-CLOSED") ?? date("COMPLETED"))
    for relation in component.all("RELATED-TO") {
      let type = relation.parameters["RELTYPE"]?.uppercased() ?? "PARENT"
      if type == "PARENT" {
        note.set("parent", relation.text)
      } else {
        note.keep("related-" + type.lowercased(), relation.text)
      }
    }
    takeAlarms(component, zones, &note)
  }

  private func takeEvent(_ component: ICSComponent, _ zones: ICSZones, _ note: inout ImportedNote) {
    func date(_ name: String) -> CivilDate? { component[name].flatMap { zones.date($0) } }
    if let status = component["X-SHEAF-STATUS"]?.text {
      note.place = .task
      note.set("status", status)
      note.set("due", date("DTSTART"))
    } else {
      note.set("scheduled", date("DTSTART"))
      note.keep("end", date("DTEND")?.description ?? component["DURATION"]?.value ?? "")
    }
    takeAlarms(component, zones, &note)
  }

  private func takeCommon(_ component: ICSComponent, _ note: inout ImportedNote) {
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
    } else if let rule = component["RRULE"]?.value {
      do {
        _ = try RecurrenceRule(rfc5545: rule)
        note.set("repeat", "RRULE:" + rule)
      } catch {
        note.keep("RRULE", rule)
        receiver.change(
          note.position,
          Message(
            "The rule is not understood; kept below import:", ko: "읽을 수 없는 규칙이어서 import: 아래에 보존합니다")
        )
      }
    }
    for property in component.properties where !Self.known.contains(property.name) {
      note.keep(property.name.lowercased(), property.text)
    }
  }

  /// `TRIGGER:-PT15M` is `15m` before.
  private func takeAlarms(_ component: ICSComponent, _ zones: ICSZones, _ note: inout ImportedNote) {
    if let own = component["X-SHEAF-REMIND"]?.texts {
      note.fields.append(.init("remind", own.count == 1 ? .text(own[0]) : .list(own)))
      return
    }
    let times = component.alarms(in: zones)
    guard !times.isEmpty else { return }
    note.fields.append(.init("remind", times.count == 1 ? .text(times[0]) : .list(times)))
  }
}
