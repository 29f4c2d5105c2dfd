import NoteActions
import NoteModel
import NoteRepository
import SheafCommands
import SheafSite
import Wording

extension CommandContext {
  /// Returns the moment, zone and language that sites and digests are made with.
  func siteSource(trustsTheme: Bool = false) -> SiteSource {
    SiteSource(now: clock(), zone: zone, language: language, dates: terminal.dates, trustsTheme: trustsTheme)
  }

  /// Returns the site of a workspace, without the notes that hooks.on-publish holds back from others, and reports the parts
  /// that its theme lacks.
  ///
  /// - Parameters:
  ///   - folder: The folder that is written, for the hook. Nil for a preview or a question.
  ///   - isRehearsal: True if nothing is written.
  func site(
    of workspace: Workspace, for readers: SiteSource.Readers = .everyone, trustsTheme: Bool = false,
    to folder: String? = nil, isRehearsal: Bool = true
  ) throws -> SiteSource.Made {
    let source = siteSource(trustsTheme: trustsTheme)
    func site(holdingBack heldBack: Set<NotePath> = []) throws -> SiteSource.Made {
      try source.site(
        of: workspace, for: readers, holdingBack: heldBack, diagrams: diagramStore(of: workspace),
        formulas: formulaStore(of: workspace.repository))
    }
    var made = try site()
    let heldBack =
      readers == .owner
      ? []
      : try Hooks(context: self).heldBack(
        of: made.selection.facts.notes, to: folder ?? "", in: workspace, isRehearsal: isRehearsal)
    if !heldBack.isEmpty { made = try site(holdingBack: heldBack) }
    made.heldBackByHook = heldBack
    if let adopted = SiteSource.adoptedDefault(of: workspace), session.isNews([adopted.source], about: adopted.key) {
      report(adopted)
    }
    if let ignored = made.ignored { report(ignored, of: workspace.repository) }
    let missing = made.renderer.site.missingMenuItems
    if !missing.isEmpty, session.isNews(missing, about: "menu") {
      let list = missing.map { "\n  \($0)" }.joined()
      warn(
        Message(
          "The site has no note or page for these items of site.menu:\(list)",
          ko: "site.menu의 다음 항목에 해당하는 메모나 페이지가 사이트에 없습니다:\(list)"))
    }
    return made
  }

  /// Lists the theme files that are not used, once per run; a preview lists them again if they change.
  func report(_ theme: IgnoredTheme, of repository: Repository) {
    let facts = theme.files + (theme.hasLapsed ? ["lapsed"] : [])
    guard session.isNews(facts, about: "theme") else { return }
    let list = theme.files.map { "\n  .sheaf/\($0)" }.joined()
    warn(
      theme.hasLapsed
        ? Message(
          "The theme was changed since you trusted it, so these files are not used:\(list)",
          ko: "테마가 신뢰한 뒤에 바뀌어 다음 파일을 사용하지 않습니다:\(list)")
        : Message(
          "Templates, style sheets and scripts of a theme are used only in a repository that you trust:\(list)",
          ko: "테마의 템플릿과 스타일시트와 스크립트는 신뢰하는 저장소에서만 사용합니다:\(list)"))
    tellHowToTrust()
  }
}

extension SiteTheme {
  /// Writes the files of the default theme into the repository, where the user can change them. Existing files are kept.
  ///
  /// - Parameter site: The name of the site in `sites` that uses the theme. Nil for the site of the settings `site.*`.
  static func eject(for site: String?, in context: CommandContext) throws {
    let repository = try context.repository()
    var settings = context.configuration(of: repository)
    if let site { settings = try settings.ofSite(site) }
    let folder = try settings.themeFolder()
    for (name, text) in SiteTheme.allFiles {
      let path = ".sheaf/\(folder)/" + name
      do throws(RepositoryError) {
        try changeFile(path, inside: repository.root, from: nil, to: Array(text.utf8))
        context.console.writeLine(path)
      } catch .alreadyExists {
        context.note(Message("kept \(path)", ko: "그대로 둔 파일: \(path)"))
      }
    }
  }
}
