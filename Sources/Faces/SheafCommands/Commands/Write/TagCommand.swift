package import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

package struct TagCommand: IndexReadingCommand {
  package static var configuration: CommandConfiguration {
    explained("tag", PackageResources.tag_txt, ko: PackageResources.tag_ko_txt, aliases: ["tags"])
  }

  @Argument(help: help(.tagWords, "A query; or notes, then +tag and -tag.", ko: "검색식, 또는 메모와 +태그·-태그"))
  package var words: [String] = []

  @Flag(help: QueryArguments.explainHelp)
  var explain = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var change: ChangeOptions<ListedNotes>

  package init() {}

  package func run(in context: CommandContext) throws {
    let changes = words.dropFirst(change.condition == nil ? 1 : 0).compactMap { ChangeWord($0) }
    if change.condition != nil || changes.contains(where: { $0.deed == .add }) { return try write(context) }
    let workspace = try context.openWorkspace()
    let isQuery = words.first.map { context.beginsQuery($0, in: workspace) } ?? true
    if !isQuery, changes.contains(where: { $0.deed == .takeAway }) { return try write(context) }
    try refuseTagAsChange()
    var query = QueryArguments()
    (query.query, query.explain) = (words, explain)
    let isShown = query.takeDays(in: context)
    let parsed = try query.listed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    let request = try context.request(parsed, in: workspace)
    let notes = try parsed.query == .all ? nil : workspace.index.notes(request).filter(isShown)
    let tags = try notes.map(Self.counted) ?? workspace.index.tags()
    let report = try listing.order.rowOrder.arranged(TagReport(counts: tags))
    var rows = Listing(report, listing.choices)
    rows.whenEmpty = {
      switch notes?.count {
      case nil: Message("No tags. “sheaf set NOTE +work” adds one.", ko: "태그가 없습니다. “sheaf set 메모 +일”로 추가할 수 있습니다.")
      case 0?: NoteLookupError.nothing(words.joined(separator: " "), ofTasks: false).explanation
      default: Message("No tags in these notes", ko: "이 메모에는 태그가 없습니다")
      }
    }
    try rows.show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }

  /// Refuses `tag 3 tag:home`: a row is no query, and `tag:home` is no change.
  private func refuseTagAsChange() throws {
    guard let first = words.first, try NamedPlaces.rows(first) != nil else { return }
    let tags = words.map { FieldAssignment.tagMeant(by: $0) }
    guard let tag = tags.lazy.compactMap(\.self).first else { return }
    let line = zip(words, tags).map { word, tag in tag.map { "+" + $0 } ?? word }.joined(separator: " ")
    throw UsageError(FieldAssignmentError.tagMeant(tag).explanation, hint: Message(verbatim: "sheaf tag " + line))
  }

  private func write(_ context: CommandContext) throws {
    let care = change.writing.care(json: listing.output.json)
    try FieldWriter(context, care: care, condition: change.condition).run(words)
  }

  /// Returns the tags of these notes, the most used first.
  private static func counted(_ notes: [NoteSummary]) -> [(name: String, count: Int)] {
    var counts: [String: (name: String, count: Int)] = [:]
    for note in notes {
      for tag in note.tags {
        let folded = foldedName(tag)
        let known = counts[folded]
        counts[folded] = (min(known?.name ?? tag, tag), (known?.count ?? 0) + 1)
      }
    }
    return counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.value)
  }
}

extension TagReport {
  fileprivate init(counts: [(name: String, count: Int)]) {
    self.init(tags: counts.map { TagReport.Row(name: $0.name, count: $0.count) })
  }
}
