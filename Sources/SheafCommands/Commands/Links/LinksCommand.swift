import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import Wording

/// `sheaf links`
struct LinksCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "links",
      abstract: localized(
        "Show links from a note, links to it, or broken links.",
        ko: "메모의 링크, 백링크, 끊긴 링크를 보여 줍니다."),
      discussion: localized(
        """
        A link leads to a note by its path, file name, title, alias, leading heading or id, in this order: see
        sheaf-note(5). --json shows the rank by which each link was resolved: path, fileName, title, alias,
        heading or id, null where it leads to no file; reversed is true for [[text|note]].

        Examples:
          sheaf links Index             what Index links to
          sheaf links --to Index        what links to it
          sheaf links Index --depth 2   and what those link to
          sheaf links --unlinked Index  where Index is mentioned without a link
          sheaf links --broken          all broken links
        """,
        ko: """
          링크는 경로, 파일 이름, 제목, 별칭, 첫 제목, id의 순서로 메모를 찾습니다. sheaf-note(5)를 참고하세요. --json의
          rank는 무엇으로 찾았는지 표시합니다: path, fileName, title, alias, heading, id. 파일을 찾을 수 없으면
          null입니다. reversed는 [[텍스트|메모]]처럼 순서가 바뀐 링크입니다.

          예:
            sheaf links 목차              목차에서 나가는 링크
            sheaf links --to 목차         목차의 백링크
            sheaf links 목차 --depth 2    거기서 다시 나가는 링크까지
            sheaf links --unlinked 목차   목차를 링크 없이 언급한 곳
            sheaf links --broken          모든 끊긴 링크
          """))
  }

  @OptionGroup var options: LinksOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    for canvas in try workspace.unreadCanvases() { context.warn(canvas.explanation) }
    let selection = LinkSelection(options, context, workspace)
    if options.orphans { return try listOrphans(context, workspace) }
    let order = options.listing.order.rowOrder
    if let related = options.related {
      let notes = try selection.related(to: related)
      let report = try order.arranged(NoteListReport(notes: notes, now: context.clock()))
      try show(Listing(report, options.listing, workspace.index), context, workspace)
    } else if let unlinked = options.unlinked {
      let entries = try selection.mentions(of: unlinked)
      let report = try order.arranged(
        SearchReport(entries: entries, context: 0, lineLimit: .max))
      try show(Listing(report, options.listing, workspace.index), context, workspace)
    } else {
      let links = LinkReport(
        try selection.links(), showsSources: options.source == nil || options.depth > 1)
      var listing = Listing(try order.arranged(links), options.listing)
      listing.whenEmpty = { selection.whenEmpty }
      try show(listing, context, workspace)
    }
  }

  private func show(
    _ listing: Listing<some RowReport>, _ context: CommandContext, _ workspace: Workspace
  ) throws {
    try listing.show(in: context, workspace)
    if listing.report.rows.isEmpty { throw ExitStatus.negative }
  }

  private func listOrphans(_ context: CommandContext, _ workspace: Workspace) throws {
    let parsed = try context.parsedQuery(options.condition.map { [$0] } ?? [], in: workspace)
    var request = try context.request(parsed, options.listing.order, in: workspace)
    request.query =
      options.condition == nil ? .state(.orphan) : .and([.state(.orphan), parsed.query])
    let notes = try workspace.index.notes(request)
    if notes.isEmpty { try MissingAnswer(to: request, in: workspace.index).explain(in: context) }
    let report = NoteListReport(notes: notes, now: request.now)
    try show(Listing(report, options.listing, workspace.index), context, workspace)
  }
}
