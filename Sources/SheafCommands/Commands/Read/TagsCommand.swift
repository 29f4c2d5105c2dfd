import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation

/// `sheaf tags`
struct TagsCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tags",
      abstract: localized("List tags by how many notes bear them.", ko: "태그를 많이 쓴 순서로 늘어놓습니다."),
      discussion: localized(
        """
        With a query: the tags of its notes. --paths prints the tags alone. Rows have a name and a count.

        Examples:
          sheaf tags
          sheaf tags in:Diary/2026 --sort name
        """,
        ko: """
          검색식이 있으면 그 메모들의 태그입니다. --paths는 태그만 찍습니다. 줄에는 name과 count가 있습니다.

          보기:
            sheaf tags
            sheaf tags in:Diary/2026 --sort name
          """))
  }

  @OptionGroup var query: QueryArguments
  @OptionGroup var listing: ListingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let parsed = try query.parsed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    let request = try query.request(parsed, in: context, workspace)
    let tags =
      parsed.query == .all
      ? try workspace.index.tags(today: request.now.day)
      : Self.counted(try workspace.index.notes(request))
    let report = try listing.order.rowOrder.arranged(
      TagReport(tags: tags.map { TagReport.Row(name: $0.name, count: $0.count) }))
    try Listing(report, listing).show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }

  /// The tags of these notes, the most used first.
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
