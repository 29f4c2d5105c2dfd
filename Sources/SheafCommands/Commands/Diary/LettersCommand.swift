import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository

/// `sheaf letters`
struct LettersCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "letters",
      abstract: localized(
        "Tell how many letters there are, and when the next opens.",
        ko: "편지가 몇 통인지, 다음은 언제 열리는지 알립니다."),
      discussion: localized(
        """
        Those that are open are listed; of a sealed one only the day is told. The seal is a promise of Sheaf: the
        file itself can be read.
        """,
        ko: """
          열린 편지는 늘어놓고, 봉한 편지는 여는 날만 알립니다. 봉인은 Sheaf의 약속입니다. 파일 자체는 읽을 수 있습니다.
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
