import ArgumentParser
import ByteBasics
import NoteActions
import NoteModel
import NoteRepository
import SheafSite
import Wording

/// `sheaf publish`
struct PublishCommand: ReproducibleCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "publish",
      abstract: localized(
        "Build a static website from the notes.", ko: "메모로 서버가 필요 없는 웹사이트를 만듭니다."),
      discussion: localized(
        """
        Nothing is public by accident. Sealed letters, drafts, notes with publish: false, private: true, hidden: true,
        visibility: private or a password:, notes tagged as private, notes in folders named private or _drafts and those that
        the settings of Obsidian, Hugo, Jekyll, MkDocs, Quartz and other programs exclude, the inbox, notes with a date in
        the future, with a date or front matter that cannot be read with certainty, or with text that may contain a key, a
        token or a password, and files that no published note uses are left out; so are the diary and tasks unless
        site.include lists them. A file that a note uses passes the same rules of its place and its text; a copy of a note
        and a page or a drawing with a script stay out. With site.default: private only notes with publish: true are
        included. Place, camera and thumbnails are taken out of JPEG, PNG and WebP pictures. The last line lists what
        is public and what is not. Only what changed is written, and files in the folder that Sheaf did not write or
        that somebody changed since are never touched; a folder of other files is refused.

        Formulas ($…$, $$…$$ and fences named math) become MathML if pandoc is installed; each is converted once.
        Formulas that pandoc cannot read are published as written, and listed, here and by “sheaf check”. If pandoc
        fails, the next publication tries again.

        Fences in a language that renderers has a program for become pictures: renderers: {dot: dot -Tsvg} in a configuration
        that you trust. Each is drawn once; one that cannot be drawn stays code, and is listed. Mermaid's fences need
        none: its script is installed with sheaf (share/sheaf/mermaid.js) and put into the site if a page has such a
        fence; it is loaded when a reader comes near, in a frame that can do nothing else. Without scripts, the code
        is shown.

        Further sites are in the setting sites: {work: {query: tag:work, output: public/work}}; “sheaf publish work”
        makes one of them. Each has its own folder, and the settings that it leaves out are those of site. site.query
        and the query of a site choose among the notes that may be public and never make one public.

        The first publication to a folder lists what becomes public and asks; if it cannot ask, it needs --yes. A note that was not published before and is public now is listed. Nothing is
        published while a setting cannot be read, as it may say what is private.

        Examples:
          sheaf publish -o ~/site
          sheaf publish work           the site “work” of the setting sites
          sheaf publish --dry-run      list what would be public and what not, and why
          sheaf publish --verify       look for broken links and barriers in every page as well
          sheaf publish --to-branch gh-pages
          sheaf publish --eject        write the templates to .sheaf/theme to change them
        """,
        ko: """
          실수로 공개되는 것은 없습니다. 봉인한 편지, 초안, publish: false, private: true, hidden: true,
          visibility: private이나 password:가 있는 메모, private 태그가 있는 메모, private이나 _drafts 폴더의 메모,
          Obsidian, Hugo, Jekyll, MkDocs, Quartz 등 다른 프로그램의 설정에서 제외한 메모, 모음 메모, 날짜가 미래인 메모, 날짜나 머리말을 확실히
          읽을 수 없는 메모, 키나 토큰, 비밀번호로 보이는 텍스트가 있는 메모, 게시한 메모에서 사용하지 않는 파일은 제외합니다. 메모에서 사용하는
          파일에도 위치와 텍스트에 같은 규칙을 적용하고, 메모의 사본과 스크립트가 있는 페이지나 그림은 제외합니다. 일기와 할 일은 site.include에 있을 때만 게시합니다. site.default가 private이면 publish: true인 메모만 게시합니다. JPEG, PNG,
          WebP 그림에서는 위치, 카메라 정보, 섬네일을 제거합니다. 마지막 줄에 공개한 것과 제외한 것을 표시합니다. 바뀐 것만 저장하고,
          Sheaf에서 만들지 않았거나 그 뒤에 바뀐 파일은 건드리지 않으며, 다른 파일이 있는 폴더에는 저장하지 않습니다.

          수식($…$, $$…$$, math 코드 블록)은 pandoc이 설치되어 있으면 MathML로 바꿉니다. 수식마다 한 번만 변환하며, pandoc이
          읽을 수 없는 수식은 그대로 게시하고 목록으로 알려 줍니다. “sheaf check”에도 표시합니다. pandoc 실행에
          실패하면 다음에 게시할 때 다시 변환합니다.

          renderers에 프로그램을 정한 언어의 코드 블록은 그림이 됩니다. 신뢰하는 설정에 renderers: {dot: dot -Tsvg}처럼 적습니다.
          그림마다 한 번만 그리며, 그릴 수 없는 것은 코드로 두고 목록으로 알려 줍니다. Mermaid는 프로그램을 정하지 않아도
          됩니다. sheaf와 함께 설치한 스크립트(share/sheaf/mermaid.js)를 필요한 사이트에만 넣고, 읽는 사람이 그림 가까이
          왔을 때 다른 일은 할 수 없는 프레임 안에서 실행합니다. 스크립트가 없으면 코드를 보여 줍니다.

          다른 사이트는 sites: {일: {query: tag:일, output: public/일}} 설정에 적고 “sheaf publish 일”로 게시합니다. 사이트마다
          폴더가 따로 있고, 지정하지 않은 설정은 site에서 가져옵니다. site.query와 각 사이트의 query는 공개할 수 있는 메모
          중에서 고를 뿐이며, 비공개 메모를 공개하지 않습니다.

          폴더에 처음 게시할 때는 공개할 것을 보여 주고 확인합니다. 확인할 수 없으면 --yes가 필요합니다. 전에 제외했다가 이제 공개하는 메모는 따로 표시합니다. 읽을 수 없는 설정이 있으면 비공개로 할
          것을 지정한 설정일 수 있으므로 게시하지 않습니다.

          예:
            sheaf publish -o ~/site
            sheaf publish 일             sites 설정의 “일” 사이트
            sheaf publish --dry-run      공개할 것과 제외할 것을 이유와 함께 표시
            sheaf publish --verify       모든 페이지의 끊긴 링크와 접근성도 검사
            sheaf publish --to-branch gh-pages
            sheaf publish --eject        고칠 템플릿을 .sheaf/theme에 저장
          """))
  }

  @OptionGroup var options: PublishOptions

  init() {}

  func run(in context: CommandContext) throws {
    if options.eject { return try SiteTheme.eject(for: options.site, in: context) }
    let workspace = try context.openWorkspace()
    if let site = options.site { return try publish(workspace.ofSite(site), in: context) }
    guard options.all else { return try publish(workspace, in: context) }
    let sites = workspace.configuration.siteNames
    guard !sites.isEmpty else {
      throw UsageError(
        Message("There are no sites in the setting sites", ko: "sites 설정에 사이트가 없습니다"),
        hint: Message("“sheaf publish” publishes the site.", ko: "“sheaf publish”로 사이트를 게시하세요."))
    }
    if workspace.configuration.nonEmptyText("site.output") != nil { try publish(workspace, in: context) }
    for site in sites { try publish(workspace.ofSite(site), in: context) }
  }

  /// Publishes the site of a workspace's settings.
  private func publish(_ workspace: Workspace, in context: CommandContext) throws {
    if let unread = UnreadSettings(workspace.configuration) { throw unread }
    let place = try SitePlace(options, workspace, context)
    try place.checkHoldsNoNotes(workspace, context)
    var made = try context.site(of: workspace)
    let heldBack = try Hooks(context: context).heldBack(
      of: made.selection.facts.notes, to: place.path, in: workspace, isRehearsal: options.dryRun)
    if !heldBack.isEmpty { made = try context.site(of: workspace, holdingBack: heldBack) }
    let git = context.git(in: workspace.repository)
    let branch = try options.toBranch.map { try SiteBranch($0, git) }
    let memory = SiteMemory(of: workspace.repository, path: place.path)
    let folder = try SiteFolder(
      path: place.path, memory: memory, site: workspace.configuration.site, mode: options.mode)
    if folder.isFirst, !options.dryRun {
      try context.confirmFirst(made.selection, to: place.shown)
    }
    let journal = context.changes.journal(of: workspace.repository, workspace.configuration)
    var publisher = SitePublisher(
      workspace, made.renderer, folder: folder,
      formerFiles: folder.isFirst ? try branch?.files() ?? [] : []
    ) { KnownMoves(of: journal, git: git) }
    publisher.archive = try DigestArchive(ofSiteOf: workspace, holdingBack: heldBack, in: context)
    let outcome = try publisher.publish()
    let summary = PublicationSummary(
      notes: made.selection.facts.notes,
      heldBack: (made.selection.heldBack + outcome.heldBack).sorted { $0.path < $1.path },
      attachments: outcome.attachments)
    if options.json {
      context.console.writeLine(summary.json(outcome.files, at: place.shown).text(pretty: true))
    } else if options.dryRun {
      for line in summary.lines(in: context.language) { context.console.writeLine(line) }
    } else if folder.isFirst {
      context.listFirst(summary)
    } else {
      context.listChanges(outcome.files)
    }
    context.report(made.renderer.formulas)
    context.report(made.renderer.diagrams)
    context.report(outcome, summary, at: place.shown, isDryRun: options.dryRun)
    context.listNewlyPublic(made.selection.facts.notes, before: memory.heldBack)
    guard !options.dryRun else { return }
    memory.remember(heldBack: made.selection.heldBack)
    if options.verify { try context.checkPages(of: folder, made.renderer.unreadSyntax) }
    if let branch { try context.commit(folder, to: branch) }
  }
}

/// The options of `sheaf publish`.
struct PublishOptions: ParsableArguments {
  @Argument(
    help: help(
      .site, "Name of a site in the setting sites. Default: the site of the settings site.*",
      ko: "sites 설정에 있는 사이트의 이름(기본값: site 설정의 사이트)"))
  var site: String?

  @Flag(
    help: help(
      "Publish every site in the setting sites, and that of site.* if site.output is set.",
      ko: "sites 설정의 모든 사이트를 게시합니다. site.output이 있으면 site 설정의 사이트도 게시합니다."))
  var all = false

  @Option(name: .shortAndLong, help: help(.file, "Folder to write the site to.", ko: "사이트를 저장할 폴더"))
  var output: String?

  @Flag(
    help: help(
      "Write the templates and the style sheet to .sheaf/theme; existing files are not changed.",
      ko: "템플릿과 스타일시트를 .sheaf/theme에 저장합니다. 있는 파일은 그대로 둡니다."))
  var eject = false

  @Flag(
    name: [.customShort("n"), .long],
    help: help(
      "Write nothing; list the notes that would be public and those that would not.",
      ko: "저장하지 않고 공개할 것과 제외할 것을 표시합니다."))
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
      "Commit the site to a branch of its own, such as gh-pages; the working copy is not changed.",
      ko: "gh-pages처럼 사이트만의 브랜치에 커밋합니다. 작업 폴더는 그대로 둡니다."))
  var toBranch: String?

  init() {}

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
        localized(
          "--json cannot be used with --verify or --eject", ko: "--json은 --verify, --eject와 함께 지정할 수 없습니다"))
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
    // What stays raw is for the eyes of the owner and no fault of a page.
    for problem in problems + unread { console.writeLine(text(problem)) }
    guard problems.isEmpty else { throw ExitStatus.negative }
    let count = names.count(where: SiteCheck.isPage)
    note(
      Message("No problems in \(counted(count, "page"))", ko: "페이지 \(count)개에 문제가 없습니다"))
  }

  /// Commits the files that were written, and no others.
  func commit(_ folder: SiteFolder, to branch: SiteBranch) throws {
    let files = try folder.publishedFiles.map { name in
      (path: name, bytes: try readFile(folder.path + "/" + name))
    }
    let message = text(Message("Publish the site", ko: "사이트 게시"))
    let name = branch.name
    if let commit = try branch.commit(files, message: message) {
      note(Message("Committed to \(name): \(commit)", ko: "\(name) 브랜치에 커밋했습니다: \(commit)"))
    } else {
      note(Message("\(name) already has this site", ko: "\(name) 브랜치에 이미 같은 사이트가 있습니다"))
    }
  }
}
