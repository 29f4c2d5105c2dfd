package import NoteActions
package import NoteInterchange
package import NoteModel
import NoteRepository

/// The calendar that the configuration names, which follows the notes.
package struct KeptCalendar {
  /// The path in the settings.
  package let location: String
  /// The query for the tasks in it; empty for those of all notes.
  package let query: String
  package let asEvents: Bool
  /// Absolute: `~` is the user's folder, and a relative path begins at the repository's root.
  private let path: String
  private let workspace: Workspace

  /// - Parameter home: The user's folder.
  /// - Returns: nil if the configuration names none.
  package init?(of workspace: Workspace, home: String?) {
    let configuration = workspace.configuration
    guard let location = configuration.nonEmptyText("calendar.path") else { return nil }
    self.location = location
    self.workspace = workspace
    query = configuration.text("calendar.query")
    asEvents = configuration.text("calendar.entries") == "events"
    path =
      if let home, location.hasPrefix("~/") {
        home + location.dropFirst()
      } else {
        absolutePath(location, from: workspace.repository.root)
      }
  }

  /// Brings it up to date. A file, which subscribers read, is written only if it says something else.
  ///
  /// - Parameters:
  ///   - notes: The notes whose tasks are in it.
  ///   - options: The form of written tasks.
  ///   - homes: Folders that are never filled.
  /// - Returns: The differences that remain in a folder of calendars; nil for a file.
  /// - Throws: If it cannot be read or written.
  package func update(
    with notes: [NoteSummary], _ options: ExportOptions, homes: [String]
  ) throws -> CalendarFolderReport? {
    guard path.hasSuffix(".ics") else {
      let chosen = Set(notes.map(\.path))
      return try workspace.export(toCalendars: path, options, homes: homes, isChosen: chosen.contains)
    }
    guard let format = ExportFormat.named("ics") else { return nil }
    var bytes: [UInt8] = []
    _ = try workspace.export(notes, to: format, options) { bytes += $0 }
    if (try? readNamedFile(path)) != bytes { try OutputFile.write(bytes, toNamed: path) }
    return nil
  }
}

extension Workspace {
  /// Brings a folder of calendars up to date with the tasks of some notes.
  ///
  /// - Parameters:
  ///   - location: The folder, an absolute path.
  ///   - options: The form of written tasks.
  ///   - homes: Folders that are never filled.
  ///   - isChosen: True for a note whose tasks are in it.
  /// - Throws: ``Problem``; if a file cannot be read or written.
  package func export(
    toCalendars location: String, _ options: ExportOptions, homes: [String], isChosen: (NotePath) -> Bool
  ) throws -> CalendarFolderReport {
    try OutputFolder.check(location, of: repository, homes: homes)
    let folder = try CalendarFolder(at: location, zone: options.zone, dayTime: options.dayTime)
    try folder.checkHoldsCalendars()
    var state = CalendarState(stateFolder: repository.stateFolder, location: location)
    // The state of written files counts even if a later file fails.
    defer { state.save() }
    return try export(to: folder, &state, options, isChosen: isChosen)
  }
}
