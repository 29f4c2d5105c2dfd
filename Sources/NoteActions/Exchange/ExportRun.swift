import CivilCalendar
import NoteIndex
package import NoteInterchange
package import NoteModel
import NoteSyntax
package import Wording

extension Workspace {
  /// Writes notes in a format, one after the other.
  ///
  /// - Parameters:
  ///   - notes: In the order in which they are written; sealed letters must not be among them.
  ///   - write: Takes the bytes piece by piece.
  /// - Returns: The notes that could not be read, with the reason.
  package func export(
    _ notes: [NoteSummary], to format: ExportFormat, _ options: ExportOptions,
    write: ([UInt8]) throws -> Void
  ) throws -> [(path: NotePath, reason: Message)] {
    var exporter = format.make(options)
    var unread: [(path: NotePath, reason: Message)] = []
    try write(exporter.start())
    for summary in notes {
      do {
        try write(exporter.bytes(of: try exported(summary, options)))
      } catch let error as any ExplainedError {
        unread.append((summary.path, error.explanation))
      }
    }
    try write(exporter.end())
    return unread
  }

  private func exported(_ summary: NoteSummary, _ options: ExportOptions) throws -> ExportedNote {
    let note = try note(at: summary.path)
    var targets: [String: NotePath] = [:]
    if !note.document.links.isEmpty {
      for link in try index.links(from: summary.path, today: options.now.day) {
        targets[link.destination] = link.target
      }
    }
    let modified = options.zone.moment(secondsSinceEpoch: summary.modifiedSeconds)
    return ExportedNote(note, modified: modified.map { .moment($0) }, targets: targets)
  }
}
