import ByteBasics
package import CivilCalendar
package import NoteModel
import NotePresentation
import NoteSyntax
package import Wording

/// A note that is exported, with known facts besides its file.
package struct ExportedNote: Sendable {
  package var note: Note
  /// The time of the last change of its file.
  package let modified: CivilDate?
  /// The targets of its links, by their destination.
  package let targets: [String: NotePath]
  /// The ids in the export of those targets that are exported too.
  package let identifiers: [NotePath: String]
  /// Files that it links to and that no note before it had, if the format has a place for them.
  package let files: [(path: NotePath, bytes: [UInt8])]

  package init(
    _ note: Note, modified: CivilDate?, targets: [String: NotePath],
    identifiers: [NotePath: String] = [:], files: [(path: NotePath, bytes: [UInt8])] = []
  ) {
    self.identifiers = identifiers
    self.files = files
    self.note = note
    self.modified = modified
    self.targets = targets
  }

  /// The text below the front matter, without empty lines before it.
  package var body: String {
    String(note.document.source.text(in: note.document.body).drop(while: \.isNewline))
  }

  /// The body without a leading heading that repeats the title.
  var bodyWithoutTitle: String {
    guard note.leadingHeading == note.title, let heading = note.titleHeading else { return body }
    let source = note.document.source
    let rest = source.bytes[min(heading.range.upperBound, source.count)...]
    return String(String(decoding: rest, as: UTF8.self).drop(while: \.isNewline))
  }

  /// Returns `id:…` for a link to a note that is exported too. Nil for any other.
  func address(of written: String) -> String? {
    let destination = String(written.prefix { $0 != "#" })
    let target = targets[destination] ?? targets[percentDecoded(destination)]
    return target.flatMap { identifiers[$0] }.map { "id:" + $0 }
  }

  /// The time of writing, as far as it is known.
  var created: CivilDate? { note.created ?? modified }
}

/// Renders the text of a note in a book. `address` returns the address of another note in the book, nil if the note is
/// not in the book. `picture` returns the address of a picture, nil to write its alternative text.
package typealias BookRenderer =
  @Sendable (
    _ note: ExportedNote, _ address: @escaping @Sendable (NotePath) -> String?,
    _ picture: @escaping @Sendable (NotePath) -> String?
  ) -> [UInt8]

/// A picture that goes into a book.
package struct BookPicture: Sendable {
  package let bytes: [UInt8]
  package let mediaType: String

  package init(bytes: [UInt8], mediaType: String) {
    self.bytes = bytes
    self.mediaType = mediaType
  }
}

package struct ExportOptions: Sendable {
  package let zone: LocalZone
  package let now: CivilMoment
  package let language: Language
  /// The title of the whole export.
  package let title: String
  /// True for tasks as events, for calendars that show no tasks.
  package let asEvents: Bool
  /// The time at which a day begins to count if something is due on it without a time.
  package let dayTime: TimeOfDay
  /// The pages of a site, for a calendar that others read: it has only open tasks, and of each no more than
  /// a calendar shows. nil for a file that Sheaf itself may read again.
  package var page: (@Sendable (NotePath) -> String?)?
  /// All notes that are exported, in their order, with their titles.
  package let contents: [(path: NotePath, title: String)]
  /// Returns a picture of the repository. Nil for a path that is no picture.
  package let picture: @Sendable (NotePath) -> BookPicture?
  /// A file as others get it, or why they do not.
  package let file: @Sendable (_ bytes: [UInt8], NotePath) -> (published: [UInt8]?, reason: HeldBackReason?)
  /// The HTML of a note's text.
  package let body: BookRenderer

  package init(
    zone: LocalZone, now: CivilMoment, language: Language, title: String, asEvents: Bool = false,
    dayTime: TimeOfDay = .nine, contents: [(path: NotePath, title: String)] = [],
    picture: @escaping @Sendable (NotePath) -> BookPicture? = { _ in nil },
    file: @escaping @Sendable ([UInt8], NotePath) -> (published: [UInt8]?, reason: HeldBackReason?) = { _, _ in
      (nil, nil)
    }, body: @escaping BookRenderer = { _, _, _ in [] }
  ) {
    self.zone = zone
    self.now = now
    self.language = language
    self.title = title
    self.asEvents = asEvents
    self.dayTime = dayTime
    self.contents = contents
    self.picture = picture
    self.file = file
    self.body = body
  }
}

/// Writes notes one after the other; the result is appended to the file.
package protocol NoteExporter {
  mutating func start() -> [UInt8]
  mutating func bytes(of note: ExportedNote) -> [UInt8]
  mutating func end() -> [UInt8]
}

extension NoteExporter {
  package mutating func start() -> [UInt8] { [] }
  package mutating func end() -> [UInt8] { [] }
}

/// A format that notes are exported to. A new one is a file in `Exporting`, a line in ``all``, and its text in
/// `Formats.txt`.
package struct ExportFormat: Sendable {
  /// The name for `--to`.
  package let name: String
  /// False for bytes that no terminal should get.
  package let isText: Bool
  /// The part of a note that leaves the repository in this format.
  package let content: Content
  /// True if links between exported notes use ids.
  package let linksByIdentifier: Bool
  package let make: @Sendable (ExportOptions) -> any NoteExporter

  package enum Content: Sendable {
    /// The whole note, so that Sheaf can import it without loss.
    case everything
    /// The published text; the format renders links and pictures itself.
    case rendered
    /// The published text as a document of plain text with the results of its queries.
    case document
    /// The published text, with words in the place of links to notes that are not exported.
    case text
  }

  init(
    _ name: String, isText: Bool = true, content: Content = .text, linksByIdentifier: Bool = false,
    make: @escaping @Sendable (ExportOptions) -> any NoteExporter
  ) {
    self.name = name
    self.isText = isText
    self.content = content
    self.linksByIdentifier = linksByIdentifier
    self.make = make
  }

  package var summary: Message { formatText("export." + name) }

  package static let all: [ExportFormat] = [json, jsonl, csv, ics, todoTxt, taskwarrior, org, jrnl, md, html, epub]

  package static func named(_ name: String) -> ExportFormat? { all.first { $0.name == name } }
}

extension ExportFormat {
  static let csv = ExportFormat("csv") { _ in CSVExporter() }
}

private struct CSVExporter: NoteExporter {
  private static let columns: [(name: String, text: @Sendable (ExportedNote) -> String)] = [
    ("path", { $0.note.path.string }), ("id", { $0.note.identifier ?? "" }),
    ("title", { $0.note.title }), ("kind", { $0.note.kind.rawValue }),
    ("created", { $0.note.created?.description ?? "" }),
    ("updated", { $0.note.updated?.description ?? "" }),
    ("tags", { $0.note.tags.map(\.string).joined(separator: " ") }),
    ("status", { $0.note.status ?? "" }), ("due", { $0.note.due?.description ?? "" }),
    ("priority", { $0.note.priority?.name ?? "" }), ("body", { $0.body }),
  ]

  mutating func start() -> [UInt8] { Self.row(Self.columns.map(\.name)) }

  mutating func bytes(of note: ExportedNote) -> [UInt8] { Self.row(Self.columns.map { $0.text(note) }) }

  private static func row(_ cells: [String]) -> [UInt8] {
    Array((cells.map(TableCell.quoted).joined(separator: ",") + "\r\n").utf8)
  }
}

extension ExportFormat {
  static let json = ExportFormat("json", content: .everything) { _ in JSONExporter() }

  static let jsonl = ExportFormat("jsonl", content: .everything) { _ in JSONLinesExporter() }
}

private struct JSONExporter: NoteExporter {
  private var isFirst = true

  mutating func start() -> [UInt8] {
    Array(#"{"schemaVersion":1,"kind":"export","items":["#.utf8)
  }

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    defer { isFirst = false }
    let text = ExportedNoteJSON.object(note).text()
    return Array(((isFirst ? "\n" : ",\n") + text).utf8)
  }

  mutating func end() -> [UInt8] { Array("\n]}\n".utf8) }
}

private struct JSONLinesExporter: NoteExporter {
  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    Array((ExportedNoteJSON.object(note).text() + "\n").utf8)
  }
}

extension ExportFormat {
  static let jrnl = ExportFormat("jrnl") { JrnlExporter(zone: $0.zone) }
}

private struct JrnlExporter: NoteExporter {
  let zone: LocalZone

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    guard note.note.kind == .diary, let day = note.note.entryDay else { return [] }
    let time: TimeOfDay =
      if case .moment(let moment)? = note.note.created { moment.time } else { .midnight }
    let isPlain = note.note.title == day.description
    let body = note.bodyWithoutTitle
    let lines = body.textLines
    let title = isPlain ? lines.first.map(String.init) ?? "" : note.note.title
    let text = isPlain ? lines.dropFirst().joined(separator: "\n") : body
    // A line that begins like an entry would be one.
    let safe = text.trimmingEnd(while: \.isNewline).textLines
      .map { JrnlHead.read($0) == nil ? String($0) : " " + $0 }.joined(separator: "\n")
    let clock = "\(padded(time.hour, to: 2)):\(padded(time.minute, to: 2))"
    let star = note.note.isPinned ? " *" : ""
    let head = "[\(day) \(clock)] \(title)\(star)\n"
    return Array((head + (safe.isEmpty ? "" : safe + "\n") + "\n").utf8)
  }
}
