import NoteModel

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

  /// The tasks of a note that can be entries; under ``ExportOptions/asEvents`` those that have a day.
  package static func all(of note: ExportedNote, _ options: ExportOptions) -> [CalendarTask] {
    TaskRecord.all(of: note).compactMap { record in
      var exporter = ICSExporter(options)
      guard let bytes = exporter.file(of: record, in: note),
        let entry = CalendarEntry(
          ImportLines.normal(String(decoding: bytes, as: UTF8.self)), zone: options.zone)
      else { return nil }
      let line: Int? = if case .checkbox(let line) = record.task.source { line } else { nil }
      return CalendarTask(
        line: line, title: record.task.title, isClosed: record.task.status.isClosed,
        body: record.body, entry: entry, bytes: bytes)
    }
  }
}
