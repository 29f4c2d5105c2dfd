package import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation

package struct ListCommand: IndexReadingCommand, DaysTaking {
  package static var configuration: CommandConfiguration {
    explained("list", PackageResources.list_txt, ko: PackageResources.list_ko_txt, aliases: ["ls"])
  }

  @OptionGroup package var query: QueryArguments
  @OptionGroup package var listing: ListingOptions
  @OptionGroup var revision: RevisionOptions

  @Flag(
    help: help("Show only diary entries of this day in earlier years.", ko: "이전 해의 오늘 일기만 표시합니다."))
  var onThisDay = false

  package init() {}

  package func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace(at: revision.at)
    var query = query
    let isOfDays = query.takeDays(in: context)
    let parsed = try query.listed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    var request = try context.request(parsed, listing.order, in: workspace)
    // The index does not know the days of diary entries.
    if onThisDay || query.query != self.query.query { request.limit = nil }
    let notes = Array(
      try context.notes(&request, in: workspace.index).filter {
        isOfDays($0) && (!onThisDay || Self.isAnniversary($0, of: request.now.day))
      }.prefix(listing.order.limit ?? .max))
    let choices = listing.choices
    let repeating = choices.output.isForPrograms ? [:] : try workspace.index.fields.values(of: "repeat", in: notes)
    let report = NoteListReport(
      notes: notes, excerpts: excerpts(of: notes, workspace), repeating: Set(repeating.keys), now: request.now)
    var rows = Listing(report, choices, workspace) { $0 }
    if notes.isEmpty {
      let reason = EmptyResultExplanation(of: self.query.query, parsed.query, in: workspace, now: request.now)
      rows.whenEmpty = { try reason.ofNotes(takesDays: true) }
    }
    try rows.show(in: context, workspace)
    if notes.isEmpty { throw ExitStatus.negative }
  }

  /// The most texts that are read for excerpts.
  private static let mostExcerpts = 400

  /// Returns the beginnings of the texts if all notes are diary entries, whose titles are only days.
  private func excerpts(of notes: [NoteSummary], _ workspace: Workspace) -> [NotePath: String] {
    let choices = listing.choices
    guard !choices.output.isForPrograms, !choices.usesTemplate, listing.table.isUnused, listing.file.form == nil,
      notes.allSatisfy({ $0.entryDay != nil })
    else { return [:] }
    return notes.prefix(Self.mostExcerpts).reduce(into: [:]) { texts, note in
      texts[note.path] = (try? workspace.note(at: note.path)).map { NoteExcerpt.text(of: $0) }
    }
  }

  /// Returns true for a diary entry of this day in an earlier year. 29 February falls on the 28th, too.
  private static func isAnniversary(_ note: NoteSummary, of today: Day) -> Bool {
    guard let day = note.entryDay else { return false }
    let months = 12 * (today.year - day.year)
    return day.year < today.year && day.adding(months: months) == today
  }
}

/// The data of listed notes beyond their rows, from the index: for headings and templates.
struct NoteRows {
  let workspace: Workspace
  let notes: [NoteSummary]
  var index: IndexDatabase { workspace.index }

  /// Returns the values of any field, by note. Throws ``UsageError`` for a field that neither Sheaf nor any note knows.
  func values(of field: String) throws -> [NotePath: [String]] {
    if field != "folder" { try FieldNames(index: index).check(field) }
    return try index.fields.values(of: field, in: notes)
  }

  /// Returns the members that a template names and the objects of the rows lack.
  func members(for names: Set<String>) throws -> NoteMembers {
    let known = NoteMembers.names.union(notes.first.map { $0.json.memberNames } ?? [])
    let fields = names.subtracting(known).subtracting(["lines", "line", "text"])
    var values = try fields.map { ($0, try self.values(of: $0)) }
    let wantsExcerpt = names.contains("excerpt")
    if wantsExcerpt { values.append(("excerpt", try index.fields.values(of: "excerpt", in: notes))) }
    let workspace = workspace
    return NoteMembers(
      shortIdentifiers: names.contains("shortId") ? try index.notes.shortIdentifiers() : [:],
      fields: Dictionary(values, uniquingKeysWith: { first, _ in first }),
      excerpt: wantsExcerpt ? { path in (try? workspace.note(at: path)).map { NoteExcerpt.text(of: $0) } } : nil,
      changed: { workspace.index.zone.moment(secondsSinceEpoch: $0.modifiedSeconds) })
  }
}

extension Listing {
  /// Creates a listing whose rows are about notes, with access to their fields.
  init(_ report: Rows, _ options: ListingChoices, _ workspace: Workspace, note: @escaping (Rows.Row) -> NoteSummary) {
    self.init(report, options)
    let rows = NoteRows(workspace: workspace, notes: report.rows.map(note))
    groupValues = { field in
      let values = try rows.values(of: field)
      return { values[note($0).path] ?? [] }
    }
    templateMembers = { names in
      let members = try rows.members(for: names)
      return { members.members(of: note($0)) }
    }
  }
}
