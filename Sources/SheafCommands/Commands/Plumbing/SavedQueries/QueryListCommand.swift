import ArgumentParser
import NoteActions
import NotePresentation
import NoteRepository
import Wording

/// `sheaf query list`
struct QueryListCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: localized("List the saved queries.", ko: "저장한 검색식의 목록을 보여 줍니다."),
      discussion: localized(
        """
        Examples:
          sheaf query list
        """,
        ko: """
          예:
            sheaf query list
          """))
  }

  @OptionGroup var listing: ListingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let repository = try context.repository()
    let workspace = try Workspace.open(
      repository, configuration: context.configuration(of: repository), zone: context.zone)
    let views = workspace.configuration.table("views").sorted { $0.key < $1.key }
    let report = try listing.order.rowOrder.arranged(
      SavedQueryReport(views.map { SavedQueryReport.Row(name: $0.key, query: $0.value) }))
    var rows = Listing(report, listing)
    rows.whenEmpty = {
      Message(
        "No saved queries. “sheaf query save NAME QUERY” saves one.",
        ko: "저장한 검색식이 없습니다. “sheaf query save 이름 검색식”으로 저장할 수 있습니다.")
    }
    try rows.show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }
}
