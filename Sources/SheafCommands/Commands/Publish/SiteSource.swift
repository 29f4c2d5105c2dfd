import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import SheafSite
import Wording

/// What a site is made from: the notes, the settings and the theme as they are at the moment.
struct SiteSource: Sendable {
  let context: CommandContext

  /// A site that is ready to be made, and what it leaves out.
  struct Made {
    let renderer: NoteRenderer
    let selection: SiteSelection
  }

  /// Whom the site is for.
  enum Readers {
    /// It is published.
    case everyone
    /// A preview that others on the network can see.
    case network
    /// A preview that only the owner sees: it also has what is not public.
    case owner
  }

  /// - Parameters:
  ///   - workspace: Its index is up to date.
  ///   - readers: Whom it is for.
  /// - Returns: What makes its pages, and what is held back.
  /// - Throws: ``SiteThemeError`` where a template of the user's cannot be read.
  func site(of workspace: Workspace, for readers: Readers = .everyone) throws -> Made {
    var settings = settings(of: workspace)
    settings.isPreview = readers != .everyone
    settings.rules.showsAll = readers == .owner
    let theme = try theme(
      of: workspace.repository, variables: workspace.configuration.table("site.style"))
    let selection = try workspace.index.siteFacts(settings.rules)
    let files = workspace.files
    let renderer = NoteRenderer(Site(selection.facts, settings: settings), theme) {
      try? files.read($0)
    }
    return Made(renderer: renderer, selection: selection)
  }

  private func theme(of repository: Repository, variables: [String: String]) throws -> SiteTheme {
    // Asked only where there are scripts.
    lazy var mayRunScripts = RepositoryTrust(repository).isInForce
    var ignored: [String] = []
    func mayStand(_ name: String) -> Bool {
      if !name.hasSuffix(".js") || mayRunScripts { return true }
      ignored.append(name)
      return false
    }
    var texts: [String: String] = [:]
    for (name, own) in SiteTheme.files {
      guard let bytes = try repository.settingsFile("theme/" + name) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if text == own || mayStand(name) { texts[name] = text }
    }
    var assets: [(name: String, bytes: [UInt8])] = []
    for name in try repository.settingsFiles(in: "theme")
    where texts[name] == nil && !SiteTheme.files.contains(where: { $0.name == name }) {
      guard mayStand(name), let bytes = try repository.settingsFile("theme/" + name) else {
        continue
      }
      assets.append((name, bytes))
    }
    tellOfIgnoredScripts(ignored, of: repository)
    return try SiteTheme(assets: assets, variables: variables) { texts[$0] }
  }

  /// Once for each set of scripts.
  private func tellOfIgnoredScripts(_ names: [String], of repository: Repository) {
    guard !names.isEmpty, ReportedOnce("theme", of: repository).isNews(names) else { return }
    let list = names.map { "\n  .sheaf/theme/\($0)" }.joined()
    context.warn(
      Message(
        "Scripts of a theme are part of the site only in a repository that you trust:\(list)",
        ko: "테마의 스크립트는 신뢰하는 저장소에서만 사이트에 들어갑니다:\(list)"))
    context.tellHowToTrust()
  }

  private func settings(of workspace: Workspace) -> SiteSettings {
    let configuration = workspace.configuration
    let folder = workspace.repository.root.split(separator: "/").last.map(String.init)
    var settings = SiteSettings(
      title: configuration.nonEmptyText("site.title") ?? folder ?? "Sheaf",
      url: configuration.nonEmptyText("site.url"),
      author: configuration.nonEmptyText("site.author"),
      language: configuration.nonEmptyText("site.language") ?? context.language.rawValue,
      rules: rules(configuration), zone: context.zone,
      sanitizes: !configuration.flag("site.unsafe"))
    switch configuration.text("calendar.week-start") {
    case "monday": settings.weekStart = .monday
    case "sunday": settings.weekStart = .sunday
    default: break
    }
    settings.dates = context.dates
    settings.home = configuration.nonEmptyText("site.home")
    settings.hasShortURLs = configuration.flag("site.short-urls")
    settings.menu = configuration.list("site.menu").compactMap { item in
      let parts = item.split(separator: "=", maxSplits: 1).map { trimmedSpaces(String($0)) }
      return parts.count == 2 ? (name: parts[0], target: parts[1]) : nil
    }
    settings.image = configuration.nonEmptyText("site.image").flatMap { NotePath($0) }
    settings.icon = configuration.nonEmptyText("site.icon").flatMap { NotePath($0) }
    settings.layout = workspace.layout
    settings.boardColumns = configuration.list("board.columns")
    settings.boardLimits = configuration.table("board.limits").compactMapValues { Int($0) }
    return settings
  }

  private func rules(_ configuration: Configuration) -> PublicationRules {
    let words = configuration.list("site.include")
    let parts = words.compactMap { PublicationRules.Part(rawValue: $0.lowercased()) }
    for word in words where PublicationRules.Part(rawValue: word.lowercased()) == nil {
      context.warn(
        Message(
          "site.include: unknown value “\(word)”; use diary or tasks",
          ko: "site.include에 쓸 수 없는 값입니다: “\(word)”. 사용할 수 있는 값: diary, tasks"))
    }
    return PublicationRules(
      now: context.clock(), publishesByDefault: configuration.text("site.default") != "private",
      included: Set(parts), allowedSecrets: Set(configuration.list("site.allow-secrets")))
  }
}

extension SiteTheme {
  /// Writes the theme into the repository, to be changed there.
  /// Files that are there stay as they are.
  static func eject(in context: CommandContext) throws {
    let repository = try context.repository()
    for (name, text) in SiteTheme.files {
      let path = ".sheaf/theme/" + name
      do throws(RepositoryError) {
        try changeFile(path, inside: repository.root, from: nil, to: Array(text.utf8))
        context.console.writeLine(path)
      } catch .alreadyExists {
        context.note(Message("kept \(path)", ko: "그대로 둔 파일: \(path)"))
      }
    }
  }
}
