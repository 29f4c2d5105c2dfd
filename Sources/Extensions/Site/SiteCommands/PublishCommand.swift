import ArgumentParser
import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import SheafCommands
import SheafSite
import Wording

struct PublishCommand: ReproducibleCommand {
  static var configuration: CommandConfiguration {
    explained("publish", PackageResources.publish_txt, ko: PackageResources.publish_ko_txt)
  }

  @OptionGroup var options: PublishOptions

  func run(in context: CommandContext) throws {
    if options.eject { return try SiteTheme.eject(for: options.site, in: context) }
    let workspace = try context.openWorkspace()
    if let site = options.site { return try publish(workspace.ofSite(site), in: context) }
    guard options.all else { return try publish(workspace, in: context) }
    let sites = workspace.configuration.siteNames
    guard !sites.isEmpty else {
      throw UsageError(
        Message("The setting sites has no sites", ko: "sites 설정에 사이트가 없습니다"),
        hint: Message("“sheaf publish” publishes the site.", ko: "“sheaf publish”로 사이트를 게시하세요."))
    }
    if workspace.configuration.nonEmptyText("site.output") != nil { try publish(workspace, in: context) }
    for site in sites { try publish(workspace.ofSite(site), in: context) }
  }

  /// Publishes the site of a workspace's settings.
  private func publish(_ workspace: Workspace, in context: CommandContext) throws {
    let place = try SitePlace(options, workspace, context)
    try place.checkHoldsNoNotes(workspace, context)
    let made = try context.site(of: workspace, to: place.path, isRehearsal: options.dryRun)
    let git = context.git(in: workspace.repository)
    let branch = try options.toBranch.map { try SiteBranch($0, git, isForced: options.force) }
    let memory = SiteMemory(of: workspace.repository, path: place.path)
    let folder = try SiteFolder(
      path: place.path, memory: memory, site: workspace.configuration.site, mode: options.mode)
    let settings = try workspace.repository.configurationBytes() ?? []
    var wasAsked = try folder.isFirst && !options.dryRun && context.confirmFirst(made.selection, to: place.shown)
    let rules = try workspace.exclusionRules()
    let last = memory.last
    let asksAgain = try context.confirmNewlyPublic(
      made.selection.facts.notes, in: workspace, settings, rules: rules, since: last,
      asks: !wasAsked && !options.dryRun)
    wasAsked = wasAsked || asksAgain
    if wasAsked { try context.checkStillPublic(made.selection, siteNamed: workspace.configuration.site) }
    let journal = context.changes.journal(of: workspace.repository, workspace.configuration)
    var publisher = SitePublisher(
      workspace, made.renderer, folder: folder, formerFiles: folder.isFirst ? try branch?.files() ?? [] : []
    ) { KnownMoves(of: journal, git: git) }
    publisher.archive = try DigestArchive(ofSiteOf: workspace, holdingBack: made.heldBackByHook, in: context)
    let outcome = try publisher.publish()
    var summary = PublicationSummary(
      notes: made.selection.facts.notes,
      heldBack: (made.selection.heldBack + outcome.heldBack).sorted { $0.path < $1.path },
      attachments: outcome.attachments)
    let profiles = workspace.configuration.profiles.filter { !$0.unreadEndings.isEmpty }
    let paths = try profiles.isEmpty ? nil : workspace.index.files()?.map(\.path)
    for ending in (paths ?? []).compactMap({ Profile.unreadEnding(of: $0, in: profiles) }) {
      summary.unread[ending, default: 0] += 1
    }
    if options.dryRun || folder.isFirst, summary.heldBack.contains(where: { $0.reason == .excluded }),
      let exclusions = try? workspace.exclusions()
    {
      summary.excluder = { path in
        [true, false].lazy.compactMap { exclusions.source(holding: path, isAsked: $0) }.first
      }
    }
    if options.json {
      context.console.writeLine(summary.json(outcome.files, at: place.shown).text(pretty: true))
    } else if options.dryRun {
      for line in summary.lines(in: context.language) { context.console.writeWrapped(line) }
    } else if folder.isFirst {
      context.listFirst(summary)
    } else {
      context.listChanges(outcome.files)
    }
    context.report(made.renderer.formulas)
    context.report(made.renderer.diagrams)
    context.report(outcome, summary, at: place.shown, isDryRun: options.dryRun)
    guard !options.dryRun else { return }
    memory.remember(
      heldBack: made.selection.heldBack, published: made.selection.facts.notes.map(\.path), settings: settings,
      audience: workspace.configuration.audience,
      // Nobody has seen rules that are gone.
      rules: last.excludedMore(than: rules) && !wasAsked ? last.rules.union(rules) : rules)
    if workspace.configuration.site == nil, wasAsked || !context.hasOtherAudience(workspace, rules) {
      context.keepAudience(workspace, rules)
    }
    if options.verify { try context.checkPages(of: folder, made.renderer.unreadSyntax) }
    if let branch { try context.commit(folder, to: branch) }
  }
}

struct PublishOptions: ParsableArguments {
  @Argument(
    help: help(
      .site, "Name of a site in the setting sites. Default: the site of the settings site.*",
      ko: "sites 설정에 있는 사이트의 이름(기본값: site 설정의 사이트)"))
  var site: String?

  @Flag(
    name: .shortAndLong,
    help: help(
      "Publish every site in the setting sites, and the site of site.* if site.output is set.",
      ko: "sites 설정의 모든 사이트를 게시합니다. site.output이 있으면 site 설정의 사이트도 게시합니다."))
  var all = false

  @Option(name: .shortAndLong, help: help(.diskFolder, "Folder to write the site to.", ko: "사이트를 저장할 폴더"))
  var output: String?

  @Flag(
    help: help(
      "Write the templates and the style sheet to .sheaf/theme; existing files are not changed.",
      ko: "템플릿과 스타일시트를 .sheaf/theme에 저장합니다. 기존 파일은 그대로 둡니다."))
  var eject = false

  @Flag(
    name: [.customShort("n"), .long],
    help: help(
      "Write nothing; list the public notes and all other notes.",
      ko: "저장하지 않고 공개할 메모와 제외할 메모를 표시합니다."))
  var dryRun = false

  @Flag(
    help: help(
      "Write into a folder that contains other files, and over published files that were changed there.",
      ko: "다른 파일이 있는 폴더에도 저장하고, 게시한 뒤에 바뀐 파일도 다시 저장합니다."))
  var force = false

  @Flag(
    help: help(
      "Check every page of the site afterwards: links, places, HTML and accessibility.",
      ko: "사이트의 모든 페이지에서 링크, 위치, HTML, 접근성을 검사합니다."))
  var verify = false

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  @Option(
    help: help(
      .branch,
      "Commit the site to a separate branch, such as gh-pages; the working copy is not changed.",
      ko: "gh-pages처럼 사이트만의 브랜치에 커밋합니다. 작업 폴더는 그대로 둡니다."))
  var toBranch: String?

  func validate() throws {
    guard !all || site == nil && output == nil && toBranch == nil && !eject && !json else {
      throw ValidationError(
        localized(
          "--all cannot be used with NAME, --output, --to-branch, --eject or --json",
          ko: "--all은 이름, --output, --to-branch, --eject, --json과 함께 지정할 수 없습니다"))
    }
    guard !dryRun || !verify else { throw OptionsApart.error("--verify", "--dry-run") }
    guard !json || !verify && !eject else {
      throw ValidationError(
        localized("--json cannot be used with --verify or --eject", ko: "--json은 --verify, --eject와 함께 지정할 수 없습니다"))
    }
  }

  var mode: SiteFolder.Mode { dryRun ? .dryRun : force ? .forced : .usual }
}

extension CommandContext {
  /// Reads the pages that were written as a browser would.
  ///
  /// - Throws: ``ExitStatus/negative`` if links or places are missing.
  func checkPages(of folder: SiteFolder, _ unread: [Message]) throws {
    let names = folder.publishedFiles
    let problems = try SiteCheck.problems(in: names) { name in
      try readFile(folder.path + "/" + name)
    }
    // Raw text on a page is listed for the owner, and is not counted as a problem.
    for problem in problems + unread { console.writeLine(text(problem)) }
    guard problems.isEmpty else { throw ExitStatus.negative }
    let count = names.count(where: SiteCheck.isPage)
    note(Message("No problems in \(counted(count, "page"))", ko: "페이지 \(count)개에 문제가 없습니다"))
  }

  /// Commits the files that were written, and no others.
  func commit(_ folder: SiteFolder, to branch: SiteBranch) throws {
    let files = try folder.publishedFiles.map { name in
      (path: name, bytes: try readFile(folder.path + "/" + name))
    }
    let message = text(SiteBranch.message)
    let name = branch.name
    if let commit = try branch.commit(files, message: message) {
      note(Message("Committed to \(name): \(commit)", ko: "\(name) 브랜치에 커밋했습니다: \(commit)"))
    } else {
      note(Message("\(name) already has this site", ko: "\(name) 브랜치에 이미 같은 사이트가 있습니다"))
    }
  }
}
