import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import Wording

/// `sheaf tags`
struct TagsCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tags",
      abstract: localized("List tags, most used first.", ko: "태그 목록을 많이 사용한 순서로 보여 줍니다."),
      discussion: localized(
        """
        With a query: the tags of its notes. --paths prints only the tags. Rows have a name and a count.

        Examples:
          sheaf tags
          sheaf tags in:Diary/2026 --sort name
        """,
        ko: """
          검색식을 지정하면 맞는 메모의 태그만 표시합니다. --paths는 태그만 출력합니다. 필드는 name과 count입니다.

          예:
            sheaf tags
            sheaf tags in:Diary/2026 --sort name
          """))
  }

  @OptionGroup var query: QueryArguments
  @OptionGroup var listing: ListingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let parsed = try query.listed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    let request = try query.request(parsed, in: context, workspace)
    let tags =
      parsed.query == .all
      ? try workspace.index.tags()
      : Self.counted(try workspace.index.notes(request))
    let report = try listing.order.rowOrder.arranged(TagReport(counts: tags))
    try Self.show(report, listing.choices, context, workspace)
  }

  private static func show(
    _ report: TagReport, _ choices: ListingChoices, _ context: CommandContext,
    _ workspace: Workspace
  ) throws {
    var rows = Listing(report, choices)
    rows.whenEmpty = {
      Message(
        "No tags. “sheaf tag NOTE +work” adds one.",
        ko: "태그가 없습니다. “sheaf tag 메모 +일”로 추가할 수 있습니다.")
    }
    try rows.show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }

  /// All tags, as without any option.
  static func showAll(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let tags = try workspace.index.tags()
    try show(TagReport(counts: tags), ListingChoices(), context, workspace)
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

extension TagReport {
  fileprivate init(counts: [(name: String, count: Int)]) {
    self.init(tags: counts.map { TagReport.Row(name: $0.name, count: $0.count) })
  }
}
