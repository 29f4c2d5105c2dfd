import ByteBasics
import CivilCalendar
import NoteModel
import Wording

extension ImportFormat {
  /// The data folder of the memo and task app: `Memo/*.json`, `Diary/task-*.json`.
  static let rani = ImportFormat("rani") { source, options, receiver in
    let reader = RaniReader(dates: ImportDates(zone: options.zone), receiver: receiver)
    try receiver.forEach(source.files.filter { $0.hasExtension("json") }) { try reader.read($0) }
  }
}

/// Reads the records of the memo and task app. A file holds one record, or a list of them.
private struct RaniReader {
  let dates: ImportDates
  let receiver: any ImportReceiver

  func read(_ file: ImportFile) throws {
    let isTask = file.name.hasPrefix("task-") || file.folder.split(separator: "/").last == "Diary"
    try JSONRecords.forEach(in: file, receiver) { value, position in
      guard case .object = value else {
        return receiver.skip(position, Message("The record is not an object", ko: "레코드가 객체가 아닙니다"))
      }
      if let note = isTask ? task(value, position) : memo(value, position) { try receiver.take(note) }
    }
  }

  private func memo(_ value: JSONValue, _ position: ImportPosition) -> ImportedNote? {
    guard var note = named(value, position, as: "memo") else { return nil }
    note.body = PlainMarkdown.text(value["content"]?.string ?? "")
    note.created = date("date", value, &note)
    note.set("stamp", value["stamp"]?.fieldText ?? "")
    keepRest(of: value, without: ["id", "title", "content", "date", "stamp"], &note)
    return note
  }

  private func task(_ value: JSONValue, _ position: ImportPosition) -> ImportedNote? {
    guard var note = named(value, position, as: "task") else { return nil }
    note.place = .task
    note.set("status", "todo")
    note.set("due", date("deadLine", value, &note))
    if let color = value["color"]?.fieldText, !color.isEmpty {
      if NoteColor(color) != nil {
        note.set("color", color.lowercased())
      } else {
        note.keep("color", color)
        receiver.change(
          position,
          Message(
            "“\(color)” is not a known colour; kept below import:",
            ko: "알려진 색이 아니어서 import: 아래에 보존합니다: “\(color)”"))
      }
    }
    note.set("ticket", value["ticket"]?.fieldText ?? "")
    if let text = value["timeInterval"]?.string, !text.isEmpty {
      if let reminder = RaniWords.reminders[text.filter { $0 != " " }] {
        note.set("remind", reminder)
      } else {
        note.keep("timeInterval", text)
        receiver.change(
          position,
          Message(
            "“\(text)” is not a known reminder; kept below import:",
            ko: "알려진 알림이 아니어서 import: 아래에 보존합니다: “\(text)”"))
      }
    }
    keepRest(of: value, without: ["id", "title", "deadLine", "color", "ticket", "timeInterval"], &note)
    return note
  }

  /// Returns a note with the record's id and title; nil and a report if it has neither.
  private func named(_ value: JSONValue, _ position: ImportPosition, as kind: String) -> ImportedNote? {
    let title = value["title"]?.string ?? ""
    let id = value["id"]?.fieldText ?? ""
    guard title.contains(where: { !$0.isWhitespace }) || value["content"]?.string?.isEmpty == false else {
      receiver.skip(position, Message("The record has no name", ko: "이름이 없는 레코드입니다"))
      return nil
    }
    return ImportedNote(source: id.isEmpty ? "" : "\(kind)/\(id)", title: title, body: "", position: position)
  }

  /// Reads seconds since 2001 as Swift's encoder writes them, or an ISO text; anything else is kept and reported.
  private func date(_ key: String, _ value: JSONValue, _ note: inout ImportedNote) -> CivilDate? {
    guard let field = value[key], field != .null else { return nil }
    let date = field.double.flatMap { dates.moment(apple: $0) } ?? field.string.flatMap { dates.moment(iso: $0) }
    if date == nil {
      note.keep(key, field.fieldText)
      receiver.change(
        note.position, Message("\(key) is not a date; kept below import:", ko: "날짜가 아니어서 import: 아래에 보존합니다: \(key)"))
    }
    return date
  }

  private func keepRest(of value: JSONValue, without known: Set<String>, _ note: inout ImportedNote) {
    for member in value.members where !known.contains(member.key) {
      note.keep(member.key, member.value.fieldText)
    }
  }
}

/// The meanings of the app's choices.
private enum RaniWords {
  static let reminders = [
    "5분전": "5m", "10분전": "10m", "30분전": "30m", "1시간전": "1h", "2시간전": "2h", "3시간전": "3h",
  ]
}
