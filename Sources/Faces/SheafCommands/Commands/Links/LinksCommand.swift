import ArgumentParser
import CivilCalendar
import NoteActions
import NoteHistory
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

struct LinksCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    explained(
      "links", PackageResources.links_txt, ko: PackageResources.links_ko_txt,
      subcommands: [LinksShowCommand.self, LinksAddCommand.self, LinksConvertCommand.self],
      defaultSubcommand: LinksShowCommand.self)
  }
}

/// `sheaf links` with a note or an option
package struct LinksShowCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "show", abstract: LinksCommand.configuration.abstract)
  }

  @OptionGroup var options: LinksOptions

  init() {}

  package func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    for canvas in try workspace.unreadCanvases() { context.warn(canvas.explanation) }
    let selection = LinkSelection(options, context, workspace)
    if options.orphans { return try listOrphans(context, workspace) }
    if options.cited { return try listCitations(context, workspace) }
    let order = options.listing.order.rowOrder
    if options.related, let note = options.note {
      let notes = try selection.related(to: note)
      let report = try order.arranged(NoteListReport(notes: notes, now: context.clock()))
      try show(Listing(report, options.listing.choices, workspace) { $0 }, context, workspace)
    } else if options.unlinked, let note = options.note {
      let entries = try selection.mentions(of: note)
      let report = try order.arranged(SearchReport(entries: entries, context: 0, lineLimit: .max))
      try show(Listing(report, options.listing.choices, workspace) { $0.note }, context, workspace)
    } else if options.interactive {
      try open(selection.links(), context, workspace)
    } else {
      let links = LinkReport(try selection.links(), showsSources: options.source == nil || options.depth > 1)
      var listing = Listing(try order.arranged(links), options.listing)
      listing.whenEmpty = { selection.whenEmpty }
      try show(listing, context, workspace)
    }
  }

  /// Lets the user choose among the notes at the other ends, and opens them where the link leads or is written.
  private func open(_ entries: [LinkReport.Entry], _ context: CommandContext, _ workspace: Workspace) throws {
    let isInward = options.source == nil
    let places = entries.compactMap { entry in
      isInward
        ? NotePosition(entry.link.source, line: entry.link.line)
        : entry.link.target.map { NotePosition($0) }
    }
    let notes = try workspace.index.notes.summaries(of: places.map(\.path).uniqued())
    let chosen = try NotePicker(context: context, workspace: workspace).choose(from: notes).map(\.path)
    try PickedAction(context: context, workspace: workspace, printsPath: false)
      .open(chosen.compactMap { path in places.first { $0.path == path } })
  }

  private func show(_ listing: Listing<some RowReport>, _ context: CommandContext, _ workspace: Workspace) throws {
    try listing.show(in: context, workspace)
    if listing.report.rows.isEmpty { throw ExitStatus.negative }
  }

  /// Lists the citations of all notes, or of the one that is given.
  private func listCitations(_ context: CommandContext, _ workspace: Workspace) throws {
    let works = Dictionary(grouping: try workspace.index.bibliography.works(), by: \.entry.key)
    let path = try options.source.map { try context.note($0, in: workspace) }
    let citations = try workspace.index.bibliography.citations().filter { path == nil || $0.note == path }
    let named = try workspace.index.fields.values(of: "bibliography", at: Set(citations.map(\.note)))
    let rows = citations.map { citation in
      CitationReport.Row(
        citation, work: works[citation.key]?.cited(from: citation.note, naming: named[citation.note] ?? []))
    }
    let report = try options.listing.order.rowOrder.arranged(CitationReport(rows))
    var listing = Listing(report, options.listing)
    listing.whenEmpty = {
      works.isEmpty
        ? Message(
          "No .bib or CSL-JSON file has works to cite", ko: "인용할 문헌이 있는 .bib나 CSL-JSON 파일이 없습니다")
        : Message("Nothing is cited", ko: "인용한 문헌이 없습니다")
    }
    try show(listing, context, workspace)
  }

  private func listOrphans(_ context: CommandContext, _ workspace: Workspace) throws {
    let parsed = try context.parsedQuery(options.condition.map { [$0] } ?? [], in: workspace)
    if options.explain { context.explain(parsed) }
    var request = try context.request(parsed, options.listing.order, in: workspace)
    request.query = options.condition == nil ? .state(.orphan) : .and([.state(.orphan), parsed.query])
    let notes = try workspace.index.notes(request)
    if notes.isEmpty { try UnansweredReason(to: request, in: workspace.index).explain(in: context) }
    let report = NoteListReport(notes: notes, now: request.now)
    try show(Listing(report, options.listing.choices, workspace) { $0 }, context, workspace)
  }
}

struct LinksOptions: ParsableArguments {
  @Argument(help: help(.note, "Note whose links are shown.", ko: "링크를 볼 메모"))
  var note: String?

  @Flag(help: help("Show the links to the note.", ko: "메모의 백링크를 보여 줍니다."))
  var backlinks = false

  @Option(help: help(.depth, "Follow the links of a note for N steps.", ko: "메모의 링크를 따라갈 단계 수"))
  var depth = 1

  @Flag(help: help("Show notes that have links in common with the note.", ko: "메모와 공통된 링크가 있는 메모를 보여 줍니다."))
  var related = false

  @Flag(help: help("Show where the note is mentioned without a link.", ko: "메모를 링크 없이 언급한 곳을 보여 줍니다."))
  var unlinked = false

  @Flag(
    help: help(
      "Show broken and ambiguous links.", ko: "끊겼거나 여러 메모에 해당하는 링크를 보여 줍니다."))
  var broken = false

  @Flag(help: help("Show notes that no other note links to.", ko: "다른 메모에서 링크하지 않은 메모를 보여 줍니다."))
  var orphans = false

  @Flag(
    help: help(
      "Show where notes cite works of .bib and CSL-JSON files; with a note, only its citations.",
      ko: ".bib와 CSL-JSON 파일의 문헌을 인용한 곳을 보여 줍니다. 메모를 지정하면 그 메모의 인용만 보여 줍니다."))
  var cited = false

  @Flag(name: .shortAndLong, help: help("Show every link of the repository.", ko: "저장소의 모든 링크를 보여 줍니다."))
  var all = false

  @Flag(
    help: help(
      "Choose from the linked notes, and open them in the editor.",
      ko: "링크로 이어진 메모에서 골라 편집기로 엽니다."))
  var interactive = false

  @Option(
    name: .customLong("where"),
    help: help(
      .query, "Show only links to or from notes that match this query.", ko: "검색식에 맞는 메모로 가거나 그 메모에서 오는 링크만 표시합니다."))
  var condition: String?

  @Option(
    help: help(
      .day,
      "With --broken, show only links broken after this commit or day, with the commit that broke each.",
      ko: "--broken에서 이 커밋이나 날짜 뒤에 끊긴 링크만 끊은 커밋과 함께 보여 줍니다."))
  var since: String?

  @Option(
    help: help(
      .day, "With --broken, show only links that were already broken at this commit or day.",
      ko: "--broken에서 이 커밋이나 날짜에 이미 끊겨 있던 링크만 보여 줍니다."))
  var until: String?

  @Flag(help: QueryArguments.explainHelp)
  var explain = false

  @OptionGroup var listing: ListingOptions

  /// The note whose own links are asked for.
  var source: String? { backlinks || related || unlinked ? nil : note }
  /// The note whose backlinks are asked for.
  var target: String? { backlinks ? note : nil }

  func validate() throws {
    let ofNote = [backlinks, related, unlinked].filter(\.self).count
    let ofAll = [broken, orphans, all, cited].filter(\.self).count
    guard note != nil ? ofNote + ofAll < 2 && (ofAll == 0 || cited) : ofAll == 1 && ofNote == 0 else {
      throw ValidationError(
        localized(
          "Give a note, with --backlinks, --related or --unlinked; or one of --broken, --orphans, --cited and --all",
          ko: "메모와 --backlinks, --related, --unlinked 중 하나, 또는 --broken, --orphans, --cited, --all 중 하나를 지정하세요"))
    }
    guard !interactive || !related && !unlinked && !orphans && !cited else {
      throw ValidationError(
        localized(
          "--interactive cannot be used with --related, --unlinked, --orphans or --cited",
          ko: "--interactive는 --related, --unlinked, --orphans, --cited와 함께 지정할 수 없습니다"))
    }
    guard !cited || condition == nil else { throw OptionsApart.error("--cited", "--where") }
    guard since == nil && until == nil || broken else {
      throw ValidationError(
        localized("--since and --until need --broken", ko: "--since와 --until은 --broken과 함께 지정해야 합니다"))
    }
    guard depth >= 1 else {
      throw ValidationError(localized("--depth must be 1 or more", ko: "--depth는 1 이상이어야 합니다"))
    }
  }
}

/// The links that the options of `sheaf links` ask for.
struct LinkSelection {
  private let options: LinksOptions
  let context: CommandContext
  let workspace: Workspace
  private let finder: LinkFinder

  init(_ options: LinksOptions, _ context: CommandContext, _ workspace: Workspace) {
    self.options = options
    self.context = context
    self.workspace = workspace
    finder = LinkFinder(workspace: workspace, now: context.clock())
  }

  /// Returns the links. `--where` filters the targets of the links from a note, otherwise the sources of the links.
  func links() throws -> [LinkReport.Entry] {
    let found = try found()
    guard let paths = try matching() else { return found }
    return found.filter { entry in
      (options.source != nil ? entry.link.target : entry.link.source).map(paths.contains) ?? false
    }
  }

  private func found() throws -> [LinkReport.Entry] {
    if options.broken {
      var found = try finder.broken()
      if let until = options.until { found = try brokenUntil(until, found) }
      return try options.since.map { try brokenSince($0, found) } ?? found
    }
    if options.all { return try finder.all() }
    if let to = options.target {
      return try finder.links(around: try context.note(to, in: workspace), options.depth, .inward)
    }
    let name = options.source ?? ""
    if name.lowercased().hasSuffix(".canvas") {
      return try finder.links(around: try context.file(name, in: workspace), options.depth, .outward)
    }
    let path = try context.note(name, in: workspace)
    _ = try context.shownNote(at: path, in: workspace)
    return try finder.links(around: path, options.depth, .outward)
  }

  /// Returns notes that have links in common with one.
  func related(to name: String) throws -> [NoteSummary] {
    let notes = try finder.related(to: try context.note(name, in: workspace))
    guard let paths = try matching() else { return notes }
    return notes.filter { paths.contains($0.path) }
  }

  /// Returns the lines that mention a note without a link.
  func mentions(of name: String) throws -> [SearchReport.Entry] {
    try finder.mentions(of: try context.note(name, in: workspace), in: try matching())
  }

  /// Returns the notes that `--where` asks for. Nil for all.
  private func matching() throws -> Set<NotePath>? {
    try options.condition.map { Set(try context.notes(where: $0, explains: options.explain, in: workspace)) }
  }

  var whenEmpty: Message {
    if options.condition != nil { return Message("No link matches", ko: "일치하는 링크가 없습니다") }
    if options.broken { return Message("No broken links", ko: "끊긴 링크가 없습니다") }
    if let to = options.target { return Message("No note links to “\(to)”", ko: "“\(to)” 메모로 가는 링크가 없습니다") }
    guard let name = options.source else { return Message("No links", ko: "링크가 없습니다") }
    return Message("“\(name)” has no links", ko: "“\(name)” 메모에 링크가 없습니다")
  }
}

extension LinkSelection {
  /// Returns the broken links that were not yet broken in a commit, each with the commit that broke the link.
  func brokenSince(_ word: String, _ entries: [LinkReport.Entry]) throws -> [LinkReport.Entry] {
    let git = context.git(in: workspace.repository)
    let revision = try context.revision(word, in: git)
    let known = try brokenPlaces(at: revision)
    let culprits = try LinkCulprits(since: revision, in: git)
    return try entries.compactMap { entry in
      let source = culprits.formerPath(of: entry.link.source)
      guard !known.contains(Place(note: source, destination: entry.link.destination)) else { return nil }
      return LinkReport.Entry(
        entry.link, depth: entry.depth, lacksFragment: entry.lacksFragment,
        brokenBy: try culprits.culprit(of: entry.link).map { "\($0.shortID) \($0.subject)" })
    }
  }

  /// Returns the broken links that were already broken in a commit.
  private func brokenUntil(_ word: String, _ entries: [LinkReport.Entry]) throws -> [LinkReport.Entry] {
    let git = context.git(in: workspace.repository)
    let revision = try context.revision(word, in: git)
    let (known, culprits) = (try brokenPlaces(at: revision), try LinkCulprits(since: revision, in: git))
    return entries.filter {
      known.contains(Place(note: culprits.formerPath(of: $0.link.source), destination: $0.link.destination))
    }
  }

  private func brokenPlaces(at revision: GitRevision) throws -> Set<Place> {
    let then = try context.openWorkspace(at: revision.commit)
    let former = try LinkFinder(workspace: then, now: context.clock()).broken()
    return Set(former.map { Place(note: $0.link.source, destination: $0.link.destination) })
  }

  /// A link of a note, wherever in it.
  private struct Place: Hashable {
    let note: NotePath
    let destination: String
  }
}
