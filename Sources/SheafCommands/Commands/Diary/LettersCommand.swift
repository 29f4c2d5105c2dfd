import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation

/// `sheaf letters`
struct LettersCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "letters",
      abstract: localized(
        "Show how many letters there are and when the next opens.",
        ko: "편지의 수와 다음 편지가 열리는 날을 보여 줍니다."),
      discussion: localized(
        """
        Examples:
          sheaf letters

        Open letters are listed; of a sealed one only the day is shown. The seal is only kept by Sheaf: any other
        program can read the file.
        """,
        ko: """
          예:
            sheaf letters

          열린 편지는 목록을 보여 주고, 봉인한 편지는 여는 날만 표시합니다. 봉인은 Sheaf에서만 지켜지며, 다른 프로그램으로는
          파일을 읽을 수 있습니다.
          """))
  }

  @OptionGroup var query: QueryArguments
  @OptionGroup var listing: ListingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let parsed = try query.parsed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    let today = context.clock().day
    let request = NoteRequest(
      query: .and([.or([.state(.sealed), .kind(.letter)]), parsed.query]),
      sort: [SortKey("unseal")], now: context.clock())
    let letters = LetterReport(letters: try workspace.index.notes(request), today: today)
    let report = try listing.order.rowOrder.arranged(letters)
    try Listing(report, listing).show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }
}
