import ByteBasics
import NoteIndex
import NoteModel
import NotePresentation

/// What the index knows of listed notes beyond their rows: for headings and templates.
struct NoteRows {
  private let index: IndexDatabase
  private let notes: [NoteSummary]

  init(_ index: IndexDatabase, _ notes: [NoteSummary]) {
    self.index = index
    self.notes = notes
  }

  /// The values of any field, by note.
  ///
  /// - Throws: ``UsageError`` for a field that neither Sheaf nor any note knows.
  func values(of field: String) throws -> [NotePath: [String]] {
    if field != "folder" { try FieldNames(index).check(field) }
    return try index.values(of: field, in: notes)
  }

  /// What a template names and the objects of the rows lack.
  func members(for names: Set<String>) throws -> NoteMembers {
    let known = NoteMembers.names.union(notes.first.map { $0.json.memberNames } ?? [])
    let fields = names.subtracting(known).subtracting(["lines", "line", "text"])
    let values = try fields.map { ($0, try self.values(of: $0)) }
    return NoteMembers(
      shortIdentifiers: names.contains("shortId") ? try index.shortIdentifiers() : [:],
      fields: Dictionary(values, uniquingKeysWith: { first, _ in first }))
  }
}

extension Listing where Rows == NoteListReport {
  /// A listing of notes, which knows their fields.
  init(_ report: NoteListReport, _ options: ListingOptions, _ index: IndexDatabase) {
    self.init(report, options)
    let rows = NoteRows(index, report.rows)
    groupValues = { field in
      let values = try rows.values(of: field)
      return { values[$0.path] ?? [] }
    }
    templateMembers = { names in
      let members = try rows.members(for: names)
      return { members.members(of: $0) }
    }
  }
}

extension Listing where Rows == SearchReport {
  /// A listing of notes with their lines, which knows their fields.
  init(_ report: SearchReport, _ options: ListingOptions, _ index: IndexDatabase) {
    self.init(report, options)
    let rows = NoteRows(index, report.rows.map(\.note))
    groupValues = { field in
      let values = try rows.values(of: field)
      return { values[$0.note.path] ?? [] }
    }
    templateMembers = { names in
      let members = try rows.members(for: names)
      return { members.members(of: $0.note) }
    }
  }
}
