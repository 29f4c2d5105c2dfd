import ByteBasics
import CivilCalendar
import LinearRegex
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import SheafSite
import Synchronization
import Wording

/// What a site is made from: the notes, the settings and the theme as they are at the moment.
struct SiteSource: Sendable {
  let context: CommandContext
  /// The theme is used whether the repository is trusted or not: the user said so.
  var trustsTheme = false

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
    var settings = try settings(of: workspace)
    settings.isPreview = readers != .everyone
    settings.rules.showsAll = readers == .owner
    let theme = try theme(
      of: workspace.repository, variables: workspace.configuration.table("site.style"))
    let selection = try workspace.index.siteFacts(settings.rules)
    let files = workspace.files
    var renderer = NoteRenderer(Site(selection.facts, settings: settings), theme) {
      try? files.read($0)
    }
    renderer.answered = answered(workspace, settings, selection.facts)
    renderer.diagrams = context.diagramStore(of: workspace)
    renderer.formulas = context.formulaStore(of: workspace.repository)
    return Made(renderer: renderer, selection: selection)
  }

  /// Answers name no note that the site does not list.
  private func answered(
    _ workspace: Workspace, _ settings: SiteSettings, _ facts: SiteFacts
  ) -> @Sendable (Document, NotePath) -> Document? {
    let listed = Set(facts.notes.lazy.filter(\.isListed).map(\.path))
    var answers = QueryAnswers(workspace, now: context.clock(), settings.language)
    answers.allows = { listed.contains($0) }
    answers.showsTasks = settings.rules.showsAll || settings.rules.included.contains(.tasks)
    return { [answers] in answers.answered($0, at: $1) }
  }

  private func theme(of repository: Repository, variables: [String: String]) throws -> SiteTheme {
    let trust = RepositoryTrust(repository)
    // Asked only where there is something to trust.
    lazy var isTrusted = trustsTheme || trust.isInForce
    var ignored: [String] = []
    var texts: [String: String] = [:]
    var assets: [(name: String, bytes: [UInt8])] = []
    for name in try repository.settingsFiles(in: "theme") {
      guard !DigestTheme.isPart(name), let bytes = try repository.settingsFile("theme/" + name)
      else { continue }
      let own = SiteTheme.files.first { $0.name == name }?.text
      if own.map({ bytes.elementsEqual($0.utf8) }) ?? false { continue }
      if RepositoryTrust.isActive(name), !isTrusted {
        ignored.append(name)
      } else if own != nil {
        texts[name] = String(decoding: bytes, as: UTF8.self)
      } else {
        assets.append((name, bytes))
      }
    }
    reportIgnored(ignored, lapsed: trust.wasGiven, of: repository)
    return try SiteTheme(assets: assets, variables: variables) { texts[$0] }
  }

  /// The templates and styles of a digest.
  ///
  /// - Parameter template: `NAME` of `digest-NAME.html`; nil for the usual one.
  /// - Throws: ``SiteThemeError`` where one cannot be read.
  func digestTheme(of repository: Repository, template: String?) throws -> DigestTheme {
    let trust = RepositoryTrust(repository)
    var texts: [String: String] = [:]
    for name in try repository.settingsFiles(in: "theme") where DigestTheme.isPart(name) {
      guard let bytes = try repository.settingsFile("theme/" + name) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let isChanged = SiteTheme.allFiles.first { $0.name == name }.map { $0.text != text } ?? true
      if isChanged { texts[name] = text }
    }
    if !texts.isEmpty, !trustsTheme, !trust.isInForce {
      reportIgnored(texts.keys.sorted(), lapsed: trust.wasGiven, of: repository)
      return try DigestTheme()
    }
    return try DigestTheme(template: template) { texts[$0] }
  }

  /// Once for each set of files.
  private func reportIgnored(_ names: [String], lapsed: Bool, of repository: Repository) {
    guard !names.isEmpty else { return }
    let facts = names + (lapsed ? ["lapsed"] : [])
    guard ReportedOnce("theme", of: repository).shouldReport(facts) else { return }
    let list = names.map { "\n  .sheaf/theme/\($0)" }.joined()
    context.warn(
      lapsed
        ? Message(
          "The theme was changed since you trusted it, so these files are not used:\(list)",
          ko: "테마가 신뢰한 뒤에 바뀌어 다음 파일을 사용하지 않습니다:\(list)")
        : Message(
          "Templates, style sheets and scripts of a theme are used only in a repository that you trust:\(list)",
          ko: "테마의 템플릿과 스타일시트와 스크립트는 신뢰하는 저장소에서만 사용합니다:\(list)"))
    context.tellHowToTrust()
  }

  private func settings(of workspace: Workspace) throws -> SiteSettings {
    let configuration = workspace.configuration
    let folder = workspace.repository.root.split(separator: "/").last.map(String.init)
    var settings = SiteSettings(
      title: configuration.nonEmptyText("site.title") ?? folder ?? "Sheaf",
      url: configuration.nonEmptyText("site.url"),
      author: configuration.nonEmptyText("site.author"),
      language: configuration.nonEmptyText("site.language") ?? context.language.rawValue,
      rules: try rules(configuration, of: workspace.repository), zone: context.zone,
      sanitizes: !configuration.flag("site.unsafe"))
    switch configuration.text("calendar.week-start") {
    case "monday": settings.weekStart = .monday
    case "sunday": settings.weekStart = .sunday
    default: break
    }
    settings.dates = context.dates
    settings.home = configuration.nonEmptyText("site.home")
    settings.hasShortURLs = configuration.flag("site.short-urls")
    settings.isOrderedByName = configuration.text("site.order") == "name"
    settings.menu = configuration.list("site.menu").compactMap { item in
      let parts = item.split(separator: "=", maxSplits: 1).map { trimmedSpaces(String($0)) }
      return parts.count == 2 ? (name: parts[0], target: parts[1]) : nil
    }
    settings.image = configuration.nonEmptyText("site.image").flatMap { NotePath($0) }
    settings.icon = configuration.nonEmptyText("site.icon").flatMap { NotePath($0) }
    settings.layout = workspace.layout
    settings.telephoneRegions = workspace.index.telephoneRegions
    let detected = configuration.list("links.detect")
    settings.detectsDays = detected.contains("date")
    settings.detectsStreets = detected.contains("address")
    settings.keepsLineBreaks = configuration.keepsLineBreaks
    settings.boardColumns = configuration.list("board.columns")
    settings.boardLimits = configuration.table("board.limits").compactMapValues { Int($0) }
    return settings
  }

  func rules(
    _ configuration: Configuration, of repository: Repository
  ) throws -> PublicationRules {
    let parts = configuration.list("site.include").compactMap(PublicationRules.Part.init)
    var rules = PublicationRules(
      now: context.clock(), publishesByDefault: configuration.text("site.default") != "private",
      included: Set(parts), allowedSecrets: Set(configuration.list("site.allow-secrets")))
    let excluded = try ExcludedFiles(AdoptedSettings.excludedFiles(in: repository.root))
    rules.isExcluded = { excluded.contains($0) }
    return rules
  }
}

/// The files that the programs of the folder leave out.
private final class ExcludedFiles: Sendable {
  private let beginnings: [String]
  private let patterns: Mutex<[PatternMatcher]>

  /// - Throws: ``ExcludedFilesError`` for an expression that cannot be read: what it excludes is not known.
  init(_ files: [Profile.ExcludedFiles]) throws {
    func isPattern(_ filter: String) -> Bool {
      filter.count > 2 && filter.hasPrefix("/") && filter.hasSuffix("/")
    }
    let filters = files.flatMap { file in file.filters.map { (source: file.source, filter: $0) } }
    beginnings = filters.map(\.filter).filter { !$0.isEmpty && !isPattern($0) }.map(composedName)
    patterns = Mutex(
      try filters.filter { isPattern($0.filter) }.map { source, filter in
        do {
          return PatternMatcher(try TextPattern(String(filter.dropFirst().dropLast())))
        } catch {
          throw ExcludedFilesError(source: source, filter: filter)
        }
      })
  }

  func contains(_ path: NotePath) -> Bool {
    let name = composedName(path.string)
    if beginnings.contains(where: { name.hasPrefix($0) }) { return true }
    return patterns.withLock { matchers in
      matchers.indices.contains { !matchers[$0].hits(in: Array(name.utf8), limit: 1).isEmpty }
    }
  }
}

/// A filter that excludes nobody knows which files.
private struct ExcludedFilesError: ExplainedError {
  let source: String
  let filter: String

  var category: ErrorCategory { .badData }
  var explanation: Message {
    Message(
      "\(source): cannot read the regular expression \(filter), so it is not known which notes are excluded",
      ko: "\(source): 정규식을 읽을 수 없어 제외할 메모를 알 수 없습니다: \(filter)")
  }
  var hint: Message? { nil }
}

extension Configuration {
  /// Whether the end of a line in a paragraph is one on a page; nil: as the folder's program shows it.
  var keepsLineBreaks: Bool? {
    nonEmptyText("site.line-breaks").map { $0 == "keep" }
  }
}

extension SiteTheme {
  /// Writes the theme into the repository, to be changed there.
  /// Files that are there stay as they are.
  static func eject(in context: CommandContext) throws {
    let repository = try context.repository()
    for (name, text) in SiteTheme.allFiles {
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
