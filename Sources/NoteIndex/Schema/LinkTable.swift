import ByteBasics
import GRDB
import NoteModel
import NoteSyntax

enum LinkColumn: Int, TableColumn {
  case note, position, kind, destination, fragment, text, line, rangeStart, rangeEnd
  case key, otherKey, definition, target, state, rank, form

  static let table = "link"
  static let primaryKey: String? = "note, position"

  var type: String {
    switch self {
    case .note, .position, .line, .state, .form: "INTEGER NOT NULL"
    case .kind, .destination: "TEXT NOT NULL"
    case .fragment, .text, .key, .otherKey, .definition: "TEXT"
    case .rangeStart, .rangeEnd, .target, .rank: "INTEGER"
    }
  }
}

/// What the index knows of where a link leads.
enum StoredLinkState: Int {
  /// Nobody has looked yet.
  case unresolved
  case resolved, ambiguous, broken
  /// Out of the repository.
  case external

  var state: LinkRow.State {
    switch self {
    case .resolved: .resolved
    case .ambiguous: .ambiguous
    case .external: .external
    case .broken, .unresolved: .broken
    }
  }
}

/// What is needed of a link to find where it leads.
enum StoredLinkColumn: Int, SelectList {
  case note, position, source, kind, destination, fragment, text, definition, target, state, rank, form

  static let table = "link"
  var sql: String { self == .source ? "coalesce(note.path, canvas.path)" : "link.\(self)" }
}

/// What a link with its two ends is made of.
enum LinkRowColumn: Int, SelectList {
  case source, kind, destination, fragment, text, line, target, state, rangeStart, rangeEnd, definition, rank, form

  static let table = "link"

  var sql: String {
    switch self {
    case .source: "coalesce(note.path, canvas.path) AS source"
    case .target: "coalesce(target.path, attachment.path)"
    default: "link.\(self)"
    }
  }
}

extension LinkRow {
  init(_ row: Row) throws {
    let row = SelectedRow<LinkRowColumn>(row)
    let target = try row.optionalText(.target)
    let start = try row.optionalInteger(.rangeStart)
    let end = try row.optionalInteger(.rangeEnd)
    if let start, let end, start < 0 || end < start { throw IndexDamage() }
    let rank = try row.optionalInteger(.rank)
    self.init(
      source: try row.path(.source), kind: try row.text(.kind),
      destination: try row.text(.destination), fragment: try row.optionalText(.fragment),
      text: try row.optionalText(.text), line: try row.integer(.line),
      range: start.flatMap { start in end.map { ByteRange(start, $0) } },
      target: target.map { NotePath(trusted: $0) },
      state: StoredLinkState(rawValue: try row.integer(.state))?.state ?? .broken,
      rank: rank.flatMap { NoteName.Rank(rawValue: $0) },
      form: LinkGoal.Form(rawValue: try row.integer(.form)) ?? .asWritten,
      definition: try row.optionalText(.definition))
  }
}
