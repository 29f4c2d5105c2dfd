import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let taskwarrior = ImportFormat("taskwarrior") { source, options, receiver in
    let reader = TaskwarriorReader(dates: ImportDates(zone: options.zone), receiver: receiver)
    try receiver.forEach(source.files.filter { $0.hasExtension("json", "data") || !$0.name.contains(".") }) {
      try reader.read($0)
    }
  }
}

private struct TaskwarriorReader {
  let dates: ImportDates
  let receiver: any ImportReceiver

  private static let known: Set<String> = [
    "id", "uuid", "description", "status", "entry", "modified", "due", "scheduled", "wait", "start",
    "end", "project", "tags", "priority", "depends", "annotations", "recur", "urgency", "imask",
    "mask", "parent", "rtype", "sheafid", "sheafrepeat", "sheafremind", "sheafbody", "sheafpart",
  ]

  /// The attributes that an export writes from the fields of a task's note, or that Taskwarrior computes itself.
  private static let reproduced: Set<String> = [
    "id", "uuid", "description", "status", "entry", "modified", "due", "scheduled", "wait", "end",
    "project", "tags", "urgency", "sheafid", "sheafrepeat", "sheafremind", "sheafbody", "sheafpart",
  ]

  func read(_ file: ImportFile) throws {
    var changes: [String: String] = [:]
    try JSONRecords.forEach(in: file, receiver) { value, position in
      // A task that was never in a list has no uuid; its words name it.
      let id = value["uuid"]?.string ?? ""
      guard let title = value["description"]?.string, title.contains(where: { !$0.isWhitespace }) else {
        return receiver.skip(position, Message("The task has no description", ko: "설명이 없는 할 일입니다"))
      }
      if value["status"]?.string == "recurring" {
        return receiver.skip(
          position,
          Message(
            "The template of a series; its instances are imported",
            ko: "반복하는 할 일의 원본입니다. 각 할 일을 가져옵니다"))
      }
      let changed = value["modified"]?.string ?? ""
      if !id.isEmpty { changes[id] = changed }
      // A check box of a task whose text has it.
      if let whole = value["sheafpart"]?.string, let known = changes[whole] {
        guard changed > known else { return }
        return receiver.skip(
          position,
          Message(
            "A check box that was changed later than its task; its state in the task's text is kept",
            ko: "할 일보다 나중에 바뀐 체크박스입니다. 할 일의 본문에 있는 대로 둡니다"))
      }
      try receiver.take(task(value, id, title, position))
    }
  }

  private func task(_ value: JSONValue, _ id: String, _ title: String, _ position: ImportPosition) -> ImportedNote {
    var note = ImportedNote(source: id, title: title, body: "", position: position)
    note.place = .task
    if let own = value["sheafid"]?.string { note.set("id", own) }
    note.created = date("entry", value, &note)
    note.updated = date("modified", value, &note)
    note.set("status", status(of: value))
    note.set("due", wholeDay(date("due", value, &note)))
    note.set("scheduled", wholeDay(date("scheduled", value, &note)))
    note.set("start", wholeDay(date("wait", value, &note)))
    note.set("closed", wholeDay(date("end", value, &note)))
    note.set("project", value["project"]?.string ?? "")
    note.tags = (value["tags"]?.items ?? []).compactMap(\.string)
    switch value["priority"]?.string {
    case "H": note.set("priority", "high")
    case "L": note.set("priority", "low")
    default: break
    }
    takeRule(value, &note)
    let depends = TaskwarriorValue.uuids(value["depends"])
    if !depends.isEmpty { note.fields.append(.init("depends", .list(depends.map(identifier)))) }
    note.body = body(of: value)
    for member in value.members where !Self.known.contains(member.key) {
      note.keep(member.key, member.value.fieldText)
    }
    let rest = value.members.filter { !Self.reproduced.contains($0.key) }
    if !rest.isEmpty { note.keep(KeptTask.key, JSONValue.object(rest).text()) }
    return note
  }

  /// Returns the id that the note of another task gets.
  private func identifier(_ uuid: String) -> String {
    ImportedNoteText.identifier(of: uuid, format: "taskwarrior")
  }

  private func status(of value: JSONValue) -> String {
    switch value["status"]?.string {
    case "completed": "done"
    case "deleted": "cancelled"
    default: value["start"]?.string == nil ? "todo" : "doing"
    }
  }

  private func takeRule(_ value: JSONValue, _ note: inout ImportedNote) {
    if let text = value["sheafremind"]?.string { note.set("remind", text) }
    if let own = value["sheafrepeat"]?.string { return note.set("repeat", own) }
    guard let recur = value["recur"]?.string else { return }
    if let rule = TaskwarriorRule.words(recur) {
      note.set("repeat", rule)
    } else {
      note.keep("recur", recur)
    }
  }

  private func body(of value: JSONValue) -> String {
    value["sheafbody"]?.string ?? TaskwarriorValue.annotations(value["annotations"])
  }

  /// Reads a date, and keeps text that is not a date.
  private func date(_ key: String, _ value: JSONValue, _ note: inout ImportedNote) -> CivilDate? {
    guard let text = value[key]?.fieldText, !text.isEmpty else { return nil }
    if let date = ICSDate.utc(text, dates.zone) ?? dates.moment(iso: text) { return date }
    note.keep(key, text)
    receiver.change(note.position, UnreadableDate.message(key))
    return nil
  }

  /// Returns a whole day for midnight, which is how Taskwarrior stores a day.
  private func wholeDay(_ date: CivilDate?) -> CivilDate? {
    guard case .moment(let moment)? = date, moment.time == .midnight else { return date }
    return .day(moment.day)
  }
}

/// The attributes of a task in Taskwarrior that no field of its note has, kept for the way back.
struct KeptTask {
  /// The key for them below `import:`.
  static let key = "task"

  let members: [JSONValue.Member]

  init?(of note: Note) {
    guard let text = ImportedNoteText.origin(Self.key, in: note.document),
      let value = try? JSONValueReader.value(of: Array(text.utf8)).plain
    else { return nil }
    members = value.members
  }

  subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  /// The uuids that the task waits for.
  var dependencies: [String] { TaskwarriorValue.uuids(self["depends"]) }

  /// The text that a note gets of its annotations.
  var annotations: String { TaskwarriorValue.annotations(self["annotations"]) }
}

enum TaskwarriorValue {
  /// Returns the ids of a list, or of a text with commas, which older versions write.
  static func uuids(_ value: JSONValue?) -> [String] {
    value.map {
      $0.items.compactMap(\.string) + ($0.string ?? "").split(separator: ",").map(String.init)
    } ?? []
  }

  static func annotations(_ value: JSONValue?) -> String {
    (value?.items ?? []).compactMap { $0["description"]?.string }.joined(separator: "\n\n")
  }
}

enum TaskwarriorRule {
  static func words(_ text: String) -> String? {
    let named = [
      "daily": "every day", "day": "every day", "weekdays": "every mon,tue,wed,thu,fri",
      "weekly": "every week", "biweekly": "every 2 weeks", "fortnight": "every 2 weeks",
      "monthly": "every month", "quarterly": "every 3 months", "semiannual": "every 6 months",
      "annual": "every year", "yearly": "every year", "biannual": "every 2 years",
    ]
    if let words = named[text.lowercased()] { return words }
    let plain = text.uppercased().hasPrefix("P") ? String(text.dropFirst()) : text
    let digits = plain.prefix(while: \.isNumber)
    let unit = plain.dropFirst(digits.count).lowercased()
    let units = ["d": "day", "w": "week", "m": "month", "y": "year", "q": "month"]
    guard let first = unit.first, let name = units[String(first)],
      let number = digits.isEmpty ? 1 : Int(digits), number > 0, number < 1_000
    else { return nil }
    let count = first == "q" ? number * 3 : number
    return count == 1 ? "every \(name)" : "every \(count) \(name)s"
  }
}
