import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import SheafSite
import Wording

/// `sheaf publish`
struct PublishCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "publish",
      abstract: localized(
        "Build a static web site from the notes.", ko: "메모로 서버가 필요 없는 웹사이트를 만듭니다."),
      discussion: localized(
        """
        Nothing is public by accident. Sealed letters, drafts, notes with publish: false or private: true, notes with
        a date in the future, with front matter that cannot be read with certainty, or with what looks like a key or
        a token, and files that no published note uses are left out; so are the diary and tasks unless site.include
        lists them. With site.default: private only notes with publish: true are included. Place, camera and
        thumbnails are taken out of JPEG, PNG and WebP pictures. The last line tells what is public and what was held
        back. Only what changed is written, and files in the folder that Sheaf did not write are never touched.

        Examples:
          sheaf publish -o ~/site
          sheaf publish --dry-run      list what would be public and what not, and why
          sheaf publish --check        look for broken links and barriers in every page as well
          sheaf publish --to-branch gh-pages
          sheaf publish --eject        write the templates to .sheaf/theme to change them
        """,
        ko: """
          실수로 공개되는 것은 없습니다. 봉인한 편지, 초안, publish: false나 private: true인 메모, 날짜가 미래인 메모, 머리말을
          확실히 읽을 수 없는 메모, 키나 토큰으로 보이는 텍스트가 있는 메모, 게시한 메모에서 사용하지 않는 파일은 제외합니다. 일기와
          할 일은 site.include에 있을 때만 게시합니다. site.default가 private이면 publish: true인 메모만 게시합니다. JPEG, PNG,
          WebP 그림에서는 위치, 카메라 정보, 섬네일을 제거합니다. 마지막 줄에 공개한 것과 제외한 것을 표시합니다. 바뀐 것만 저장하고,
          Sheaf에서 만들지 않은 파일은 건드리지 않습니다.

          예:
            sheaf publish -o ~/site
            sheaf publish --dry-run      공개할 것과 제외할 것을 이유와 함께 표시
            sheaf publish --check        모든 페이지의 끊긴 링크와 접근성도 검사
            sheaf publish --to-branch gh-pages
            sheaf publish --eject        고칠 템플릿을 .sheaf/theme에 저장
          """))
  }

  @Option(name: .shortAndLong, help: help("The folder of the site.", ko: "사이트를 저장할 폴더"))
  var output: String?

  @Flag(
    help: help(
      "Write the templates and the style sheet to .sheaf/theme; existing files stay.",
      ko: "템플릿과 스타일시트를 .sheaf/theme에 저장합니다. 있는 파일은 그대로 둡니다."))
  var eject = false

  @Flag(
    name: [.customShort("n"), .long],
    help: help(
      "Write nothing; list what would be public and what would be held back.",
      ko: "저장하지 않고 공개할 것과 제외할 것을 표시합니다."))
  var dryRun = false

  @Flag(
    help: help(
      "Check every page of the site afterwards: links, places, HTML and accessibility.",
      ko: "사이트의 모든 페이지에서 링크, 위치, HTML, 접근성을 검사합니다."))
  var check = false

  @Option(
    help: help(
      "Commit the site to a branch of its own, such as gh-pages; the working copy stays as it is.",
      ko: "gh-pages처럼 사이트만의 브랜치에 커밋합니다. 작업 폴더는 그대로 둡니다."))
  var toBranch: String?

  init() {}

  func run(in context: CommandContext) throws {
    if eject { return try ejectTheme(context) }
    let workspace = try context.openWorkspace()
    let place = try place(in: workspace, context)
    try place.checkHoldsNoNotes(workspace, context)
    let made = try SiteSource(context: context).site(of: workspace)
    let git = context.git(in: workspace.repository)
    let branch = try toBranch.map { try SiteBranch($0, git) }
    let folder = try SiteFolder(path: place.path, isDryRun: dryRun)
    let journal = context.journal(of: workspace.repository, workspace.configuration)
    let publisher = SitePublisher(
      workspace, made.renderer, folder: folder,
      formerFiles: folder.isFirst ? try branch?.files() ?? [] : []
    ) { KnownMoves(of: journal, git: git) }
    let outcome = try publisher.publish()
    let summary = PublicationSummary(
      notes: made.selection.facts.notes, heldBack: made.selection.heldBack,
      attachments: outcome.attachments, broken: outcome.broken)
    if dryRun || folder.isFirst {
      for line in summary.lines(in: context.language) { context.console.writeLine(line) }
    } else {
      context.listChanges(outcome.files)
    }
    context.report(outcome, summary, at: place.shown, isDryRun: dryRun)
    if !dryRun { try finish(folder, branch, context) }
  }

  /// Checks and commits what was published.
  private func finish(
    _ folder: SiteFolder, _ branch: SiteBranch?, _ context: CommandContext
  ) throws {
    let names = folder.publishedFiles
    if check {
      let problems = try SiteCheck.problems(in: names) { name in
        try readFile(folder.path + "/" + name)
      }
      for problem in problems { context.console.writeLine(context.text(problem)) }
      guard problems.isEmpty else { throw ExitStatus.negative }
      context.note(
        Message(
          "No problems in \(counted(names.count(where: SiteCheck.isPage), "page"))",
          ko: "페이지 \(names.count(where: SiteCheck.isPage))개에 문제가 없습니다"))
    }
    guard let branch, let toBranch else { return }
    let files = try names.map { name in
      (path: name, bytes: try readFile(folder.path + "/" + name))
    }
    let message = context.text(Message("Publish the site", ko: "사이트 게시"))
    if let commit = try branch.commit(files, message: message) {
      context.note(
        Message("Committed to \(toBranch): \(commit)", ko: "\(toBranch) 브랜치에 커밋했습니다: \(commit)"))
    } else {
      context.note(
        Message("\(toBranch) already has this site", ko: "\(toBranch) 브랜치에 이미 같은 사이트가 있습니다"))
    }
  }

  private func place(in workspace: Workspace, _ context: CommandContext) throws -> SitePlace {
    if let output { return SitePlace(path: context.absolutePath(output), shown: output) }
    if let place = SitePlace(setOf: workspace, context) { return place }
    if let toBranch {
      return SitePlace(path: workspace.repository.cacheFolder + "/site", shown: toBranch)
    }
    guard dryRun else {
      throw UsageError(
        Message("No folder given for the site; use -o DIR", ko: "사이트를 저장할 폴더를 지정해야 합니다: -o 폴더"),
        hint: Message(
          "site.output in .sheaf/config.yaml sets it for good.",
          ko: ".sheaf/config.yaml의 site.output으로 정해 둘 수 있습니다."))
    }
    // A folder that is never there: everything would be new.
    return SitePlace(path: workspace.repository.root + "/.sheaf/site", shown: ".sheaf/site")
  }

  private func ejectTheme(_ context: CommandContext) throws {
    let repository = try context.repository()
    for (name, text) in SiteTheme.files {
      let path = ".sheaf/theme/" + name
      if try OutputFile.create(Array(text.utf8), at: repository.root + "/" + path) {
        context.console.writeLine(path)
      } else {
        context.note(Message("kept \(path)", ko: "그대로 둔 파일: \(path)"))
      }
    }
  }
}
