import CivilCalendar
import GRDB
import NoteModel

enum NoteColumn: Int, TableColumn {
  case id, path, identifier, title, kind, status
  case due, dueDay, dueSeconds, priority
  case created, createdDay, createdHasTime, updated, updatedDay, updatedHasTime
  case createdSeconds, updatedSeconds, modifiedSeconds, bornSeconds, fileSeconds, content
  case unseal, isSealed, entryDay, isDraft, isPinned, isPublishable, isDoubtful, notBefore, secret
  case tags, problems, hasAnswers

  static let table = "note"

  var type: String {
    switch self {
    case .id: "INTEGER PRIMARY KEY"
    case .path, .title, .kind, .tags: "TEXT NOT NULL"
    case .identifier, .status, .due, .priority, .created, .updated, .secret: "TEXT"
    case .createdSeconds, .updatedSeconds, .modifiedSeconds, .fileSeconds, .isSealed, .isDraft,
      .isPinned,
      .isDoubtful, .problems, .hasAnswers:
      "INTEGER NOT NULL"
    case .dueDay, .dueSeconds, .createdDay, .createdHasTime, .updatedDay, .updatedHasTime,
      .bornSeconds, .content, .unseal, .entryDay, .isPublishable, .notBefore:
      "INTEGER"
    }
  }
}

/// What a summary of a note is made of.
enum SummaryColumn: Int, SelectList {
  case path, identifier, title, kind, status, due, priority, created, updated, modifiedSeconds
  case tags, isPinned, isDraft, unseal, entryDay, bornSeconds

  static let table = "note"
}

extension NoteSummary {
  init(_ row: Row) throws {
    let row = SelectedRow<SummaryColumn>(row)
    self.init(
      path: try row.path(.path), identifier: try row.optionalText(.identifier),
      title: try row.text(.title), kind: NoteKind(rawValue: try row.text(.kind)) ?? .memo,
      status: try row.optionalText(.status), entryDay: try row.optionalDay(.entryDay),
      due: try row.optionalText(.due).flatMap { CivilDate(iso: $0) },
      priority: try row.optionalText(.priority),
      created: try row.optionalText(.created).flatMap { CivilDate(iso: $0) },
      updated: try row.optionalText(.updated).flatMap { CivilDate(iso: $0) },
      modifiedSeconds: try row.integer(.modifiedSeconds),
      bornSeconds: try row.optionalInteger(.bornSeconds),
      tags: try row.text(.tags).split(separator: "\n").map(String.init),
      isPinned: try row.flag(.isPinned), isDraft: try row.flag(.isDraft),
      unseal: try row.optionalDay(.unseal))
  }
}

/// What decides whether a note is published.
enum CandidateColumn: Int, SelectList {
  case path, kind, isDraft, isPublishable, isDoubtful, unseal, entryDay, notBefore, secret, tags

  static let table = "note"
}

extension PublicationCandidate {
  init(_ row: BulkRow<CandidateColumn>) {
    func day(_ column: CandidateColumn) -> Day? {
      row.optionalNumber(column).map { Day(daysSinceEpoch: $0) }
    }
    self.init(
      path: row.path(.path), kind: NoteKind(rawValue: row.text(.kind)) ?? .memo,
      isDraft: row.flag(.isDraft), isAsked: row.optionalNumber(.isPublishable).map { $0 != 0 },
      isDoubtful: row.flag(.isDoubtful), unseal: day(.unseal), entryDay: day(.entryDay),
      notBefore: row.optionalNumber(.notBefore),
      secret: row.optionalText(.secret).flatMap { FoundSecret(stored: $0) },
      tags: row.text(.tags).split(separator: "\n").map(String.init))
  }
}
