import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation

/// `sheaf list`
struct ListCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: localized(
        "List notes, most recently changed first.", ko: "메모 목록을 최근에 수정한 순서로 보여 줍니다."),
      discussion: localized(
        """
        Examples:
          sheaf list
          sheaf list tag:work status:todo --sort due
          sheaf list in:Memo created:2026-11 --json
        """,
        ko: """
          예:
            sheaf list
            sheaf list tag:일 status:todo --sort due
            sheaf list in:Memo created:2026-11 --json
          """),
      aliases: ["ls"])
  }

  @OptionGroup var query: QueryArguments
  @OptionGroup var listing: ListingOptions
  @OptionGroup var revision: RevisionOptions

  @Flag(
    name: [.customShort("i"), .long],
    help: help(
      "Choose from the notes, with fzf if it is installed.", ko: "목록에서 메모를 고릅니다. fzf가 있으면 사용합니다."))
  var interactive = false

  @Flag(
    help: help("Show only diary entries of this day in earlier years.", ko: "지난 해의 오늘 일기만 표시합니다."))
  var onThisDay = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace(at: revision.at)
    let parsed = try query.parsed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    var request = try query.request(parsed, listing.order, in: context, workspace)
    var notes = try context.notes(&request, in: workspace.index)
    if onThisDay { notes = notes.filter { Self.isAnniversary($0, of: request.now.day) } }
    if interactive { notes = try NotePicker(context, workspace).choose(from: notes) }
    let report = NoteListReport(notes: notes, now: request.now)
    var rows = Listing(report, listing, workspace.index)
    if notes.isEmpty {
      rows.whenEmpty = EmptyAnswer(to: parsed.query, in: workspace, now: request.now).ofNotes
    }
    try rows.show(in: context, workspace)
    if notes.isEmpty { throw ExitStatus.negative }
  }

  /// A diary entry of the same day of the year, of an earlier one; 29 February falls on the 28th too.
  private static func isAnniversary(_ note: NoteSummary, of today: Day) -> Bool {
    guard let day = note.entryDay else {
      return false
    }
    let months = 12 * (today.year - day.year)
    return day.year < today.year && day.adding(months: months) == today
  }
}
