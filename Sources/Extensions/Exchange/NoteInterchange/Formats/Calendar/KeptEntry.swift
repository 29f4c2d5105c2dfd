import NoteModel
import NoteSyntax

/// An entry as another program wrote it, kept in the imported note. Properties that Sheaf does not know are exported
/// unchanged.
struct KeptEntry {
  /// The key for the entry below `import:`.
  static let key = "entry"
  /// The key for the clocks of its moments.
  static let clockKey = "clocks"

  private let text: String
  /// The definitions of its clocks, line by line.
  let clocks: [String]
  private let components: [ICSComponent]

  var isEvent: Bool { components.first?.isEvent ?? false }

  init?(_ text: String, clocks: String) {
    components = ICSReader.read(text).components.filter { $0.name != "VTIMEZONE" }
    guard let first = components.first, !first.lines.isEmpty else { return nil }
    self.text = text
    self.clocks = clocks.split(separator: "\n").map(String.init)
  }

  /// Returns the lines of an entry that are kept besides its note.
  ///
  /// - Parameters:
  ///   - component: The entry.
  ///   - exceptions: Those of its series.
  ///   - own: The lines that we write for the note that was made of it.
  /// - Returns: nil if that says all of it.
  static func lines(of component: ICSComponent, _ exceptions: [ICSComponent], besides own: [String]) -> [String]? {
    let stamps: Set<String> = ["DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "UID"]
    let known = Set(EntryLine.all(of: own[...]).map(\.lines))
    let left = EntryLine.all(of: component.lines[...]).filter {
      !known.contains($0.lines) && !stamps.contains($0.name)
    }
    if left.isEmpty, exceptions.isEmpty { return nil }
    // The text of the note says it, and in one place only. An alarm has a description of its own.
    let parts = EntryLine.all(of: component.lines[...]).filter {
      $0.name != "DESCRIPTION" || !known.contains($0.lines)
    }
    return component.lines.prefix(1) + parts.flatMap(\.lines) + component.lines.suffix(1) + exceptions.flatMap(\.lines)
  }

  /// Returns the clocks that its lines name.
  static func clocks(of lines: [String], in components: [ICSComponent]) -> [String] {
    components.filter { zone in
      guard zone.name == "VTIMEZONE", let name = zone["TZID"]?.value else { return false }
      return lines.contains { $0.contains("TZID=\(name)") || $0.contains("TZID=\"\(name)\"") }
    }.flatMap(\.lines)
  }

  /// Returns the entry with the note's changes since.
  ///
  /// - Parameters:
  ///   - own: The lines that we write for the note.
  ///   - ownClocks: The clocks of its moments.
  func lines(with own: [String], clocks ownClocks: [String], _ options: ExportOptions) -> [String] {
    let clock = ICSAlarmClock(zone: options.zone, dayTime: options.dayTime)
    let entries = text.split(separator: "\n").map(String.init)
    guard let kept = CalendarEntry(clocks: clocks, entries, clock),
      let now = CalendarEntry(clocks: ownClocks, own, clock),
      let then = ICSNoteReader.written(components, clocks: clocks, options)
        .flatMap({ CalendarEntry(clocks: $0.clocks, $0.lines, clock) })
    else { return own }
    // An alarm has a description of its own.
    let description = EntryLine.all(of: own[...]).filter { $0.name == "DESCRIPTION" }.flatMap(\.lines)
    let hasOwnText = !kept.hasText
    var changed = Set(CalendarField.allCases.filter { now.values[$0] != then.values[$0] })
    if hasOwnText { changed.remove(.body) }
    return kept.entryLines(taking: changed, from: now, adding: hasOwnText ? description : [])
  }
}

extension Note {
  /// The entry of a calendar that the note was made of, as far as our fields do not say it.
  var keptEntry: KeptEntry? {
    ImportedNoteText.origin(KeptEntry.key, in: document).flatMap {
      KeptEntry($0, clocks: ImportedNoteText.origin(KeptEntry.clockKey, in: document) ?? "")
    }
  }

  /// The UID of the calendar entry.
  var calendarSource: String? {
    guard let source = importSource,
      source.hasPrefix(ImportedNoteText.source("", format: ImportFormat.ics.name))
    else { return nil }
    return String(source.dropFirst(ImportFormat.ics.name.count + 1))
  }
}
