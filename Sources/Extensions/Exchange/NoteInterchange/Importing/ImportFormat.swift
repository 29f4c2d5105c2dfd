package import CivilCalendar
package import Wording

/// A format that notes are imported from. A new one is a file in `Formats`, a line in ``all``, and its texts in
/// `Formats.txt`.
package struct ImportFormat: Sendable {
  /// The name for `--from`.
  package let name: String
  /// True if a zip or tar file is unpacked first.
  package let takesArchives: Bool
  /// The files that pandoc converts to Markdown first, `report.docx.md`; nil if nothing is converted.
  package let converts: Conversion?

  package enum Conversion: Sendable {
    case all
    /// Word documents; all other files are reported.
    case word
  }
  /// Reads all notes and hands them over one by one.
  package let read: @Sendable (ImportSource, ImportOptions, any ImportReceiver) throws -> Void

  init(
    _ name: String, takesArchives: Bool = false, converts: Conversion? = nil,
    read: @escaping @Sendable (ImportSource, ImportOptions, any ImportReceiver) throws -> Void
  ) {
    self.name = name
    self.takesArchives = takesArchives
    self.converts = converts
    self.read = read
  }

  /// The description of the format, for the manual.
  package var summary: Message { formatText(name) }
  /// The parts that are kept, changed, and lost, for the manual.
  package var fidelity: (kept: Message, changed: Message, lost: Message) {
    (formatText(name + ".kept"), formatText(name + ".changed"), formatText(name + ".lost"))
  }

  package static let all: [ImportFormat] = [
    rani, json, notion, enex, keep, joplin, appleNotes, oneNote, bear, simplenote, standardNotes,
    obsidian, roam, logseq, tiddlyWiki, dayOne, jrnl, todoTxt, taskwarrior, todoist, microsoftToDo, trello, ics, org,
    opml, csv, html, text, pandoc,
  ]

  package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }
}

/// Returns a text of `Formats.txt`.
func formatText(_ key: String) -> Message { formatTexts[key] ?? Message(verbatim: key) }

private let formatTexts = Message.table(PackageResources.Formats_txt)

extension ImportReceiver {
  /// Runs `body` for each file; one that cannot be read is reported, and the rest continues.
  func forEach(_ files: some Sequence<ImportFile>, _ body: (ImportFile) throws -> Void) throws {
    for file in files {
      do {
        try body(file)
      } catch let error as ImportEnded {
        throw error
      } catch let error as any ExplainedError {
        skip(ImportPosition(file: file.path), error.explanation)
      }
      advance(by: file.size)
    }
  }
}

/// The import has reached its limit; the notes so far are kept.
package struct ImportEnded: Error {
  package init() {}
}

/// The user's choices for an import besides the format.
package struct ImportOptions: Sendable {
  /// The clock of the place, for times without an offset.
  package let zone: LocalZone
  package let now: CivilMoment
  /// The time at which a day begins to count if something is due on it without a time.
  package let dayTime: TimeOfDay
  /// Our field for each of theirs that has another name: `--map title=subject` says that `title` is in `subject`.
  package let map: [String: String]

  package init(zone: LocalZone, now: CivilMoment, dayTime: TimeOfDay = .nine, map: [String: String] = [:]) {
    self.zone = zone
    self.now = now
    self.dayTime = dayTime
    self.map = map
  }
}

/// Moments as other programs count them.
struct ImportDates {
  let zone: LocalZone

  /// 2001-01-01T00:00:00Z, from which Apple's programs count.
  static let appleEpoch = 978_307_200

  /// Returns the moment that many seconds after 1970; nil outside the years 1 to 9999.
  func moment(unix seconds: Double) -> CivilDate? {
    guard seconds.isFinite, abs(seconds) < 300_000_000_000 else { return nil }
    let whole = Int(seconds.rounded(.down))
    guard let moment = zone.moment(secondsSinceEpoch: whole), (1...9999).contains(moment.day.year) else { return nil }
    return .moment(moment)
  }

  /// Returns the moment that many seconds after 2001.
  func moment(apple seconds: Double) -> CivilDate? { moment(unix: seconds + Double(Self.appleEpoch)) }

  /// Returns the date of an ISO text. A moment in UTC is converted to the clock of the place.
  func moment(iso text: String) -> CivilDate? {
    guard let date = CivilDate(iso: text), (1...9999).contains(date.day.year) else { return nil }
    guard case .moment(let moment) = date, moment.utcOffsetSeconds == 0 else { return date }
    return zone.moment(secondsSinceEpoch: moment.secondsSinceEpoch()).map { .moment($0) } ?? date
  }
}

/// Notes without a title are named after their first words.
package enum ImportTitle {
  /// Returns the first line that says something, without marks, cut at 60 letters.
  package static func words(of body: String) -> String {
    for line in body.split(whereSeparator: \.isNewline) {
      let words = line.drop { "#>-*+ \t".contains($0) }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard words.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
      guard words.count > 60 else { return words }
      let cut = words.prefix(60)
      return String(cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut)
    }
    return ""
  }
}

package struct ImportPosition: Sendable, Hashable {
  /// Relative to the folder or file that the user named.
  package let file: String
  /// 1-based; nil for the whole file.
  package let line: Int?

  package init(file: String, line: Int? = nil) {
    self.file = file
    self.line = line
  }

  package var text: String { line.map { "\(file):\($0)" } ?? file }
}

/// A problem in an import. The import continues.
package struct ImportProblem: Sendable, Hashable {
  package enum Severity: String, Sendable {
    /// The record is not imported.
    case skipped
    /// The record was imported with changes.
    case changed
  }

  package let severity: Severity
  package let position: ImportPosition
  package let message: Message

  package init(_ severity: Severity, at position: ImportPosition, _ message: Message) {
    self.severity = severity
    self.position = position
    self.message = message
  }
}

/// The receiver of an import's notes as they are read.
package protocol ImportReceiver: AnyObject {
  /// Takes a note. Throws an error if no more notes can be taken, which ends the import.
  func take(_ note: ImportedNote) throws
  func report(_ problem: ImportProblem)
  /// Counts bytes that have been read.
  func advance(by bytes: Int)
}

extension ImportReceiver {
  func skip(_ position: ImportPosition, _ message: Message) {
    report(ImportProblem(.skipped, at: position, message))
  }

  func change(_ position: ImportPosition, _ message: Message) {
    report(ImportProblem(.changed, at: position, message))
  }

  /// Reports a text that no note has.
  func lose(_ text: some StringProtocol, _ position: ImportPosition) {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    change(position, Message("Not imported: \(words)", ko: "가져오지 않음: \(words)"))
  }
}
