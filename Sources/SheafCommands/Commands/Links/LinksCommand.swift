import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
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

  @Argument(help: help("A note: the same as --from.", ko: "메모(--from과 같음)"))
  var note: String?

  @Option(help: help("Show the links of this note.", ko: "링크를 볼 메모"))
  var from: String?

  @Option(help: help("Show the links that lead to this note.", ko: "백링크를 볼 메모"))
  var to: String?

  @Option(help: help("With a note: follow links N steps further.", ko: "메모와 함께: 링크를 따라갈 단계 수"))
  var depth = 1

  @Option(
    help: help(
      "Show notes that have links in common with this one.", ko: "공통된 링크가 있는 메모를 찾을 메모"))
  var related: String?

  @Option(
    help: help(
      "Show notes that mention this one without a link.", ko: "링크 없이 언급한 곳을 찾을 메모"))
  var unlinked: String?

  @Flag(
    help: help(
      "Show links that lead nowhere or to several notes.", ko: "끊겼거나 여러 메모에 해당하는 링크를 보여 줍니다."))
  var broken = false

  @Flag(help: help("Show notes that no other note links to.", ko: "다른 메모에서 링크하지 않은 메모를 보여 줍니다."))
  var orphans = false

  @Flag(help: help("Show every link of the repository.", ko: "저장소의 모든 링크를 보여 줍니다."))
  var all = false

  @Option(
    name: .customLong("where"),
    help: help(
      "Show only links whose other end matches this query.", ko: "반대쪽 메모가 검색식에 맞는 링크만 표시합니다."))
  var condition: String?

  @Option(
    help: help(
      "With --broken: only those broken after this commit or day, each with the commit that broke it.",
      ko: "--broken과 함께: 이 커밋이나 날짜 뒤에 끊긴 링크만, 끊은 커밋과 함께 보여 줍니다."))
  var since: String?

  @OptionGroup var listing: ListingOptions

  init() {}

  func validate() throws {
    let named = [note, from, to, related, unlinked].filter { $0 != nil }.count
    guard named + [broken, orphans, all].filter(\.self).count == 1 else {
      throw ValidationError(
        localized(
          "Give a note, or one of --to, --related, --unlinked, --broken, --orphans and --all.",
          ko: "메모를 지정하거나 --to, --related, --unlinked, --broken, --orphans, --all 가운데 하나를 지정하세요."))
    }
    guard since == nil || broken else {
      throw ValidationError(
        localized("--since is used with --broken.", ko: "--since는 --broken과 함께 씁니다."))
    }
    guard depth >= 1 else {
      throw ValidationError(localized("--depth must be 1 or more.", ko: "--depth는 1 이상이어야 합니다."))
    }
  }

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    for canvas in try workspace.unreadCanvases() { context.warn(canvas.explanation) }
    let finder = LinkFinder(workspace: workspace, now: context.clock())
    if orphans { return try listOrphans(context, workspace) }
    if let related {
      return try list(
        finder.related(to: try context.note(related, in: workspace)), context, workspace)
    }
    if let unlinked {
      return try speak(
        of: try context.note(unlinked, in: workspace), finder, context, workspace)
    }
    let found = try entries(finder, context, workspace)
    let entries = try wanted(found, context, workspace)
    let links = LinkReport(entries, showsSources: (note ?? from) == nil || depth > 1)
    let report = try listing.order.rowOrder.arranged(links)
    var rows = Listing(report, listing)
    rows.whenEmpty = { whenEmpty }
    try rows.show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }

  private var whenEmpty: Message {
    if condition != nil { return Message("No link matches", ko: "일치하는 링크가 없습니다") }
    if broken { return Message("No broken links", ko: "끊긴 링크가 없습니다") }
    if let to {
      return Message("No note links to “\(to)”", ko: "“\(to)” 메모로 가는 링크가 없습니다")
    }
    guard let name = note ?? from else { return Message("No links", ko: "링크가 없습니다") }
    return Message("“\(name)” has no links", ko: "“\(name)” 메모에 링크가 없습니다")
  }

  /// The notes that `--where` asks for; nil for all.
  private func matching(
    _ context: CommandContext, _ workspace: Workspace
  ) throws -> Set<NotePath>? {
    try condition.map { Set(try context.notes(where: $0, in: workspace)) }
  }

  /// Those that `--where` leaves: by their targets where the links of a note are asked for, else by their sources.
  private func wanted(
    _ entries: [LinkReport.Entry], _ context: CommandContext, _ workspace: Workspace
  ) throws -> [LinkReport.Entry] {
    guard let paths = try matching(context, workspace) else { return entries }
    let byTarget = (note ?? from) != nil
    return entries.filter { entry in
      (byTarget ? entry.link.target : entry.link.source).map(paths.contains) ?? false
    }
  }

  private func entries(
    _ finder: LinkFinder, _ context: CommandContext, _ workspace: Workspace
  ) throws -> [LinkReport.Entry] {
    if broken {
      let found = try finder.broken()
      return try since.map { try brokenSince($0, found, context, workspace) } ?? found
    }
    if all { return try finder.all() }
    if let to {
      return try finder.links(around: try context.note(to, in: workspace), depth, .inward)
    }
    let name = note ?? from ?? ""
    if name.lowercased().hasSuffix(".canvas") {
      return try finder.links(around: try context.file(name, in: workspace), depth, .outward)
    }
    let path = try context.note(name, in: workspace)
    try context.refuseSealed(try workspace.note(at: path))
    return try finder.links(around: path, depth, .outward)
  }

  private func listOrphans(_ context: CommandContext, _ workspace: Workspace) throws {
    let parsed = try context.parsedQuery(condition.map { [$0] } ?? [], in: workspace)
    var request = try context.request(parsed, listing.order, in: workspace)
    request.query = condition == nil ? .state(.orphan) : .and([.state(.orphan), parsed.query])
    let notes = try workspace.index.notes(request)
    if notes.isEmpty { try MissingAnswer(to: request, in: workspace.index).explain(in: context) }
    try Listing(NoteListReport(notes: notes, now: request.now), listing, workspace.index)
      .show(in: context, workspace)
    if notes.isEmpty { throw ExitStatus.negative }
  }

  private func list(
    _ notes: [NoteSummary], _ context: CommandContext, _ workspace: Workspace
  ) throws {
    var notes = notes
    if let paths = try matching(context, workspace) {
      notes = notes.filter { paths.contains($0.path) }
    }
    let report = try listing.order.rowOrder.arranged(
      NoteListReport(notes: notes, now: context.clock()))
    try Listing(report, listing, workspace.index).show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }

  /// The lines on which the note is spoken of.
  private func speak(
    of path: NotePath, _ finder: LinkFinder, _ context: CommandContext, _ workspace: Workspace
  ) throws {
    let entries = try finder.mentions(of: path, in: try matching(context, workspace))
    let report = try listing.order.rowOrder.arranged(
      SearchReport(entries: entries, context: 0, lineLimit: .max))
    try Listing(report, listing, workspace.index).show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }
}
