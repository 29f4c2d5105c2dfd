import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let csv = ImportFormat("csv") { source, options, receiver in
    let reader = CSVReader(
      names: FieldNames(map: options.map), dates: ImportDates(zone: options.zone), receiver: receiver)
    try receiver.forEach(source.files.filter { $0.hasExtension("csv", "tsv", "txt") }) { try reader.read($0) }
  }
}

private struct CSVReader {
  let names: FieldNames
  let dates: ImportDates
  let receiver: any ImportReceiver

  private static let fields = [
    "id", "title", "body", "created", "updated", "due", "status", "tags", "priority", "project",
    "scheduled", "start", "closed", "repeat", "remind", "ticket", "color", "label", "location",
  ]

  func read(_ file: ImportFile) throws {
    let rows = CSVRows.read(try file.text())
    guard let head = rows.first else { return }
    let columns = columns(of: head)
    guard columns.values.contains("title") || columns.values.contains("body") else {
      return receiver.skip(
        ImportPosition(file: file.path, line: 1),
        Message(
          "No column is the title; choose a column with --map title=COLUMN",
          ko: "제목 열이 없습니다. --map title=열로 지정하세요"))
    }
    for row in rows.dropFirst() {
      let position = ImportPosition(file: file.path, line: row.line)
      if row.cells.count != head.cells.count {
        receiver.change(
          position,
          Message(
            "The row has \(row.cells.count) cells, the header \(head.cells.count)",
            ko: "칸 수가 다릅니다: 머리글 \(head.cells.count)칸, 이 줄 \(row.cells.count)칸"))
      }
      if let note = note(row, head, columns, position) { try receiver.take(note) }
    }
  }

  /// Returns the field of Sheaf for each column that has one.
  private func columns(of head: CSVRow) -> [Int: String] {
    var columns: [Int: String] = [:]
    let cells = head.cells.map { $0.lowercased() }
    let others = names.others.map { (field: $0.field, names: [$0.name]) }
    for field in Self.fields.map({ (field: $0, names: names.candidates(for: $0)) }) + others {
      let index = field.names.lazy.compactMap { name in cells.firstIndex(of: name.lowercased()) }
        .first { columns[$0] == nil }
      if let index { columns[index] = field.field }
    }
    return columns
  }

  private func note(
    _ row: CSVRow, _ head: CSVRow, _ columns: [Int: String], _ position: ImportPosition
  ) -> ImportedNote? {
    var note = ImportedNote(source: "", title: "", body: "", position: position)
    for (index, text) in row.cells.enumerated() where !text.isEmpty {
      guard let field = columns[index] else {
        note.keep(index < head.cells.count ? head.cells[index] : "column\(index + 1)", text)
        continue
      }
      take(field, text, &note)
    }
    guard !note.title.isEmpty || !note.body.isEmpty else {
      receiver.skip(position, Message("The row has no name", ko: "이름이 없는 줄입니다"))
      return nil
    }
    if note.text("due") != nil || note.text("status") != nil {
      note.place = .task
      if note.text("status") == nil { note.fields.insert(.init("status", .text("todo")), at: 0) }
    }
    return note
  }

  private func take(_ field: String, _ text: String, _ note: inout ImportedNote) {
    switch field {
    case "id": note.source = text
    case "title": note.title = text
    case "body": note.body = text
    case "created": note.created = date(field, text, &note)
    case "updated": note.updated = date(field, text, &note)
    case "tags": note.tags = text.split { ",; ".contains($0) }.map(String.init)
    case "due", "scheduled", "start", "closed": note.set(field, date(field, text, &note))
    case "status": note.set("status", TaskStatus(known: text)?.name ?? text)
    default: note.set(field, text)
    }
  }

  private func date(_ field: String, _ text: String, _ note: inout ImportedNote) -> CivilDate? {
    let date = dates.moment(iso: text) ?? Double(text).flatMap { $0 > 100_000 ? dates.moment(unix: $0) : nil }
    if date == nil {
      note.keep(field, text)
      receiver.change(
        note.position,
        Message(
          "\(field) is not a date; kept below import:", ko: "날짜가 아니어서 import: 아래에 보존합니다: \(field)"))
    }
    return date
  }
}
