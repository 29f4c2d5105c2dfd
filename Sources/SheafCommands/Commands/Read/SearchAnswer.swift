import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax

/// Notes and their lines that match, in the form that the options of `search` ask for.
struct SearchAnswer {
  private let options: SearchOptions
  private let context: CommandContext
  private let workspace: Workspace

  init(_ options: SearchOptions, _ context: CommandContext, _ workspace: Workspace) {
    self.options = options
    self.context = context
    self.workspace = workspace
  }

  /// The lines of notes that match; of a sealed letter none.
  static func entries(
    _ notes: [NoteSummary], _ matcher: LineMatcher, _ today: Day, _ workspace: Workspace
  ) -> [SearchReport.Entry] {
    notes.compactMap { note in
      // Of a sealed letter only what `list` shows is shown.
      let bytes = note.isSealed(on: today) ? [] : try? workspace.files.read(note.path)
      guard let bytes else { return nil }
      return SearchReport.Entry(
        note: note, source: SourceBuffer(bytes),
        hits: matcher.hits(in: Document.visibleBytes(of: bytes)))
    }
  }

  /// Reads the lines of the notes only where they are asked for.
  func show(
    _ notes: [NoteSummary], _ entries: ([NoteSummary]) -> [SearchReport.Entry]
  ) throws {
    let output = options.listing.choices.output
    let isTerminal = context.console.capabilities.isOutputTerminal
    if options.edit {
      // Lines are read only until one is found.
      return try open(entries(Array(notes.prefix(20))))
    }
    // Forms without numbers; the listing below says what its numbers mean.
    context.rememberRows([], of: workspace)
    if options.filesWithMatches || output.paths || output.null {
      let end: [UInt8] = output.null ? [0] : [0x0A]
      for note in notes { context.console.write(Array(note.path.string.utf8) + end) }
    } else if options.count {
      for entry in entries(notes) {
        context.console.writeLine("\(entry.note.path):\(entry.hits.count)")
      }
    } else if options.vimgrep || !isTerminal && options.isForLinesAlone {
      for entry in entries(notes) {
        for line in entry.positions(withColumns: options.vimgrep) {
          context.console.writeLine(line)
        }
      }
    } else {
      let limit = options.lines ?? (isTerminal ? 3 : 0)
      let report = SearchReport(
        entries: entries(notes), context: options.contextLines,
        lineLimit: limit > 0 ? limit : .max)
      guard !isTerminal || !report.rows.isEmpty || output.isForPrograms else { return }
      try Listing(report, options.listing, workspace.index).show(in: context, workspace)
    }
  }

  /// Opens the first line that matches; of a note that has none, the note.
  private func open(_ entries: [SearchReport.Entry]) throws {
    guard let entry = entries.first(where: { !$0.hits.isEmpty }) ?? entries.first else { return }
    try EditSession(context: context, workspace: workspace)
      .edit(entry.note.path, line: entry.hits.first?.line)
  }
}
