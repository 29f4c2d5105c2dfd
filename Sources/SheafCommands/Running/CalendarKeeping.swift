import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteInterchange
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// Brings the calendar of the configuration up to date, where it names one and the command may have changed a note.
  ///
  /// What goes wrong is a warning: the notes are written, and the next command tries again.
  func keepCalendarCurrent() {
    guard footprint.isLeft, let repository = try? repository() else { return }
    let configuration = configuration(of: repository)
    guard let location = configuration.nonEmptyText("calendar.path") else { return }
    do {
      let workspace = try openWorkspace()
      let path = calendarPath(location, of: repository)
      let asEvents = configuration.text("calendar.entries") == "events"
      let notes = try calendarNotes(configuration.text("calendar.query"), workspace)
      if path.hasSuffix(".ics") {
        try writeCalendarFile(notes, to: path, asEvents: asEvents, workspace)
      } else {
        let chosen = Set(notes.map(\.path))
        let report = try exportCalendar(
          to: path, asEvents: asEvents, workspace, isChosen: chosen.contains)
        CalendarReportText.tell(report, in: self)
      }
    } catch {
      let reason = (error as? any ExplainedError)?.explanation ?? Message(verbatim: "\(error)")
      warn(
        Message(
          "The calendar \(location) was not brought up to date: \(reason.english)",
          ko: "캘린더를 갱신하지 못했습니다: \(location)(\(reason.korean))"))
    }
  }

  /// An absolute path: `~` is the user's folder, and what is relative begins at the repository's root.
  private func calendarPath(_ location: String, of repository: Repository) -> String {
    if location.hasPrefix("~/"), let home = environment["HOME"] {
      return home + location.dropFirst()
    }
    return NoteRepository.absolutePath(location, from: repository.root)
  }

  private func calendarNotes(_ condition: String, _ workspace: Workspace) throws -> [NoteSummary] {
    var query = try QueryArguments.parse([])
    query.query = condition.isEmpty ? [] : [condition]
    return try exportedNotes(query, in: workspace)
  }

  /// A file that subscribers read: written anew only where it says something else.
  private func writeCalendarFile(
    _ notes: [NoteSummary], to path: String, asEvents: Bool, _ workspace: Workspace
  ) throws {
    guard let format = ExportFormat.named("ics") else { return }
    var bytes: [UInt8] = []
    _ = try workspace.export(notes, to: format, calendarOptions(of: workspace, asEvents: asEvents)) {
      bytes += $0
    }
    guard (try? readNamedFile(path)) != bytes else { return }
    try OutputFile.write(bytes, toNamed: path)
  }
}
