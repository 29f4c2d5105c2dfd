import ByteBasics
package import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteModel
package import NotePresentation
package import NoteRepository
import NoteSyntax
import SafeHTML
package import Wording

/// The source of a site: the notes, the settings and the theme as they are at the moment.
package struct SiteSource: Sendable {
  let now: CivilMoment
  let zone: LocalZone
  let language: Language
  private let dates: DateStyle?
  private let trustsTheme: Bool

  /// - Parameters:
  ///   - now: The moment that counts as now.
  ///   - zone: The user's time zone.
  ///   - language: The language of a site that names none.
  ///   - dates: The user's style of days in listings; nil: as each place has room for.
  ///   - trustsTheme: True: the theme is used whether the repository is trusted or not.
  package init(now: CivilMoment, zone: LocalZone, language: Language, dates: DateStyle?, trustsTheme: Bool = false) {
    self.now = now
    self.zone = zone
    self.language = language
    self.dates = dates
    self.trustsTheme = trustsTheme
  }

  /// A site that is ready to be built, and its omissions.
  package struct Made {
    package let renderer: NoteRenderer
    package let selection: SiteSelection
    package let ignored: IgnoredTheme?
    /// The notes that a program of the owner's holds back.
    package var heldBackByHook: Set<NotePath> = []
  }

  package enum Readers: Sendable {
    /// A public site, which everybody can read.
    case everyone
    /// A preview that others on the network can see.
    case network
    /// A preview that only the owner sees: it also has private notes.
    case owner
  }

  /// Refuses to show notes to others while an unreadable setting may have made notes private.
  package static func checkSettings(of workspace: Workspace) throws {
    if workspace.configuration.ignored.contains(where: { $0.key == "hooks.on-publish" }) {
      throw Problem(
        .conflict,
        Message(
          "hooks.on-publish decides what others may read, and may not run here",
          ko: "공개할 메모를 정하는 hooks.on-publish 훅을 실행할 수 없습니다"),
        hint: Message(
          "Nothing was shown. “sheaf config trust” allows the program; “sheaf config unset hooks.on-publish” does without.",
          ko: "아무것도 공개하지 않았습니다. “sheaf config trust”로 프로그램을 허용하거나 “sheaf config unset hooks.on-publish”로 설정을 지우세요."))
    }
    guard let unread = workspace.configuration.problems.first(where: \.mayHidePrivacy)?.message else { return }
    throw Problem(
      .badData,
      Message(
        "No note is shown to others while a setting cannot be read: \(unread.english)",
        ko: "읽을 수 없는 설정이 있어 다른 사람에게 메모를 공개하지 않습니다. \(unread.korean)"),
      hint: Message(
        "The setting may mark notes as private. Correct or remove the setting.",
        ko: "비공개 메모를 지정하는 설정일 수 있습니다. 고치거나 지우세요."))
  }

  /// Reads the notes of a site.
  ///
  /// - Parameters:
  ///   - workspace: Its index is up to date.
  ///   - readers: The readers of the site.
  ///   - heldBack: Notes that a program of the owner's holds back.
  ///   - diagrams: The drawn diagrams, and the programs that draw others.
  ///   - formulas: The known formulas, and the converter of others.
  /// - Returns: The renderer of its pages, and the notes that are held back.
  /// - Throws: ``Problem`` if a template of the user's cannot be read.
  package func site(
    of workspace: Workspace, for readers: Readers = .everyone, holdingBack heldBack: Set<NotePath> = [],
    diagrams: DiagramStore, formulas: FormulaStore
  ) throws -> Made {
    if readers != .owner { try Self.checkSettings(of: workspace) }
    var settings = try settings(of: workspace)
    settings.isPreview = readers != .everyone
    settings.hasDigests = !settings.isPreview && workspace.configuration.nonEmptyText("site.digests") != nil
    settings.rules.showsAll = readers == .owner
    settings.rules.heldBackByHook = heldBack
    let (theme, ignored, unshown) = try theme(
      of: workspace.repository, in: try workspace.configuration.themeFolder(),
      variables: workspace.configuration.table("site.style"))
    let files = workspace.files
    var selection = try SiteSelection(workspace.index, settings.rules) { try? files.read($0) }
    selection.heldBack += unshown
    let read = reader(of: selection.facts, settings, files)
    var renderer = NoteRenderer(Site(selection.facts, settings: settings), theme, read: read)
    renderer.answered = answered(workspace, settings, selection.facts)
    renderer.diagrams = diagrams
    renderer.formulas = formulas
    return Made(renderer: renderer, selection: selection, ignored: ignored)
  }

  /// Returns a reader of the files of a site. A note whose file has changed since the index was read is judged again by
  /// its present text: the owner may have hidden the note while a question waited or a program ran.
  private func reader(
    of facts: SiteFacts, _ settings: SiteSettings, _ files: any FileSystem
  ) -> @Sendable (NotePath) -> [UInt8]? {
    let (rules, layout, zone) = (settings.rules, settings.layout, zone)
    let known = Dictionary(facts.notes.map { ($0.path, $0.file.fingerprint) }) { first, _ in first }
    return { path in
      guard let bytes = try? files.read(path) else { return nil }
      guard let fingerprint = known[path], files.fingerprint(path) != fingerprint else { return bytes }
      let reason =
        path.isCanvas
        ? SiteCanvases.candidate(bytes, at: path, layout).map(rules.reason) ?? .doubtful
        : rules.reason(PublicationCandidate(Note(Document(parsing: bytes), at: path, in: layout), in: zone))
      return reason.map(rules.shows) ?? true ? bytes : nil
    }
  }

  /// Answers name no note that the site does not list.
  private func answered(
    _ workspace: Workspace, _ settings: SiteSettings, _ facts: SiteFacts
  ) -> @Sendable (Document, NotePath) -> Document? {
    let listed = Set(facts.notes.lazy.filter(\.isListed).map(\.path))
    var answers = QueryAnswers(workspace, now: now, settings.language)
    answers.allows = { listed.contains($0) }
    answers.allowsFile = { settings.rules.reason(ofFile: $0) == nil || settings.rules.showsAll }
    answers.showsTasks = settings.rules.showsAll || settings.rules.included.contains(.tasks)
    return { [answers] in answers.answered($0, at: $1) }
  }

  private func theme(
    of repository: Repository, in folder: String, variables: [String: String]
  ) throws -> (SiteTheme, IgnoredTheme?, heldBack: [HeldBackNote]) {
    let names = try repository.settingsFiles(in: folder)
    guard !names.isEmpty || folder == "theme" else {
      throw unknownTheme(String(folder.dropFirst("themes/".count)))
    }
    let trust = RepositoryTrust(repository)
    // Asked only where there is something to trust.
    lazy var isTrusted = trustsTheme || trust.isInForce
    var ignored: [String] = []
    var texts: [String: String] = [:]
    var assets: [(name: String, bytes: [UInt8])] = []
    var heldBack: [HeldBackNote] = []
    let rules = PublicationRules(now: now)
    for name in names {
      guard !DigestTheme.isPart(name), let bytes = try repository.settingsFile(folder + "/" + name) else { continue }
      let own = SiteTheme.files.first { $0.name == name }?.text
      if own.map({ bytes.elementsEqual($0.utf8) }) ?? false { continue }
      if RepositoryTrust.isActive(name) || ActiveMarkup.isActive(bytes, named: name), !isTrusted {
        ignored.append(name)
      } else if own != nil {
        texts[name] = String(decoding: bytes, as: UTF8.self)
      } else {
        switch PublicFile(bytes, at: NotePath(trusted: name), rules) {
        case .bytes(let bytes): assets.append((name, bytes))
        // A theme of the user's own may have scripts.
        case .heldBack(.activeContent): assets.append((name, bytes))
        case .heldBack(let reason):
          heldBack.append(HeldBackNote(path: NotePath(trusted: ".sheaf/\(folder)/\(name)"), reason: reason))
        }
      }
    }
    let theme = try SiteTheme(assets: assets, variables: variables) { texts[$0] }
    let unused = ignored.map { folder + "/" + $0 }
    return (theme, unused.isEmpty ? nil : IgnoredTheme(files: unused, hasLapsed: trust.wasGiven), heldBack)
  }

  /// Returns the templates and styles of a digest.
  ///
  /// - Parameter template: `NAME` of `digest-NAME.html`; nil for the usual one.
  /// - Throws: ``Problem`` if a file cannot be read.
  package func digestTheme(
    of repository: Repository, template: String?
  ) throws -> (theme: DigestTheme, ignored: IgnoredTheme?) {
    let trust = RepositoryTrust(repository)
    var texts: [String: String] = [:]
    for name in try repository.settingsFiles(in: "theme") where DigestTheme.isPart(name) {
      guard let bytes = try repository.settingsFile("theme/" + name) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let isChanged = SiteTheme.allFiles.first { $0.name == name }.map { $0.text != text } ?? true
      if isChanged { texts[name] = text }
    }
    if !texts.isEmpty, !trustsTheme, !trust.isInForce {
      return (
        try DigestTheme(), IgnoredTheme(files: texts.keys.sorted().map { "theme/" + $0 }, hasLapsed: trust.wasGiven)
      )
    }
    return (try DigestTheme(template: template) { texts[$0] }, nil)
  }

  private func settings(of workspace: Workspace) throws -> SiteSettings {
    let configuration = workspace.configuration
    let address = try configuration.siteAddress()
    let folder = workspace.repository.root.split(separator: "/").last.map(String.init)
    var settings = SiteSettings(
      title: configuration.nonEmptyText("site.title") ?? folder ?? "Sheaf",
      url: address,
      author: configuration.nonEmptyText("site.author"),
      language: configuration.nonEmptyText("site.language") ?? language.rawValue,
      rules: try rules(of: workspace), zone: zone,
      sanitizes: !configuration.flag("site.unsafe"))
    settings.weekStart = configuration.weekStart(in: settings.language)
    settings.dates = dates
    settings.home = configuration.nonEmptyText("site.home")
    settings.hasShortURLs = configuration.flag("site.short-urls")
    settings.isOrderedByName = configuration.text("site.order") == "name"
    settings.termLists = configuration.list("links.ignore").filter { $0.hasPrefix("/") && $0.hasSuffix("/") }
      .map { String($0.dropFirst().dropLast()) }.filter { !$0.contains("*") }
    settings.navigation = AdoptedSettings.navigation(in: workspace.repository.root)
    settings.navigationTitles = AdoptedSettings.titles(in: workspace.repository.root)
    settings.snippets = AdoptedSettings.snippets(in: workspace.repository.root)
    settings.menu = try menu(of: workspace)
    settings.image = configuration.nonEmptyText("site.image").flatMap { NotePath($0) }
    settings.icon = configuration.nonEmptyText("site.icon").flatMap { NotePath($0) }
    settings.hasCards = configuration.flag("site.cards")
    settings.layout = workspace.layout
    let profiles = configuration.profiles
    settings.escapesDollars =
      profiles.allSatisfy { !$0.rules.formulaSettings.isEmpty } && !profiles.isEmpty
      && !AdoptedSettings.readsDollars(in: workspace.repository.root)
    settings.telephoneRegions = workspace.index.telephoneRegions
    let detected = configuration.list("links.detect")
    settings.detectsDays = detected.contains("date")
    settings.detectsStreets = detected.contains("address")
    settings.keepsLineBreaks = configuration.keepsLineBreaks
    settings.dayTime = configuration.dayTime
    settings.boardColumns = configuration.boardColumns
    settings.boardLimits = configuration.table("board.limits").compactMapValues { Int($0) }
    return settings
  }

  /// Returns the items of the menu. A note is named as in a link of a note at the root.
  private func menu(of workspace: Workspace) throws -> [(name: String, target: String, note: NotePath?)] {
    let items = workspace.configuration.list("site.menu").map { item in
      item.split(separator: "=", maxSplits: 1).map { trimmedSpaces(String($0)) }
    }
    let links = items.map { LinkTarget(text: $0.last ?? "", isName: true) }
    let goals = links.isEmpty ? [] : try workspace.index.links.targets(of: links, from: NotePath(trusted: "index.md"))
    return zip(items, goals).map { item, goal in (name: item.first ?? "", target: item.last ?? "", note: goal?.path) }
  }

  /// Returns the setting of the folder's program for notes without a publish field, as long as `site.default` is not
  /// set.
  package static func adoptedDefault(of workspace: Workspace) -> AdoptedSettings.Setting? {
    guard workspace.configuration.settings["site.default"]?.origin == .defaults else { return nil }
    return AdoptedSettings(of: workspace.repository.root, in: .english)["site.default"]
  }

  /// Returns the rules that decide which notes are published.
  package func rules(of workspace: Workspace) throws -> PublicationRules {
    let configuration = workspace.configuration
    let parts = configuration.list("site.include").compactMap(PublicationRules.Part.init)
    var rules = PublicationRules(
      now: now,
      publishesByDefault: (Self.adoptedDefault(of: workspace)?.value ?? configuration.settings["site.default"]?.value)
        != .text("private"), included: Set(parts), allowedSecrets: Set(configuration.list("site.allow-secrets")))
    let files = workspace.files
    let layout = workspace.layout
    let programs = try workspace.foundPrograms()
    let bundles = configuration.profiles.contains(where: \.hasBundles) ? [""] : programs.bundleFolders
    let sections = try workspace.index.notes.sectionHeads(ofBundles: !bundles.isEmpty).flatMap {
      [rules] path -> [(folder: NotePath?, target: String)] in
      let isBundle = path.fileName.hasPrefix("index.")
      if isBundle, !bundles.contains(where: path.string.hasPrefix) { return [] }
      guard let bytes = try? files.read(path) else { return [(folder: path.folder, target: "")] }
      let head = Document(parsing: bytes)
      let targets = SectionFields.withheld(by: head, at: path)
      guard targets.isEmpty else {
        let known = targets.allSatisfy(\.isEmpty) ? [] : try workspace.index.notes.paths()
        // A target without a note may be written in a way that is not known here.
        return targets.map { target in
          let isKnown = known.contains { SectionFields.plain($0.string).contains(target) }
          return (folder: path.folder, target: isKnown ? target : "")
        }
      }
      let note = PublicationCandidate(Note(head, at: path, in: layout), in: zone)
      return isBundle && [.future, .expired].contains(rules.reason(note)) ? [(folder: path.folder, target: "")] : []
    }
    let excluded = try workspace.exclusions()
    let inbox = NotePath(configuration.text("inbox"))
    let disputed = try workspace.disputedNotes(heldBackBy: rules)
    let unfilled = try Set(
      workspace.index.notes.titledWithTags().filter { path in
        (try? files.read(path)).map { Note(Document(parsing: $0), at: path, in: layout).isUnfilled } ?? true
      })
    rules.exclusion = { path, isAsked in
      if disputed.contains(path) { return .doubtful }
      if unfilled.contains(path) { return .template }
      if sections.contains(where: { section in
        guard section.folder?.contains(path) ?? true else { return false }
        return section.target.isEmpty || SectionFields.plain(path.string).contains(section.target)
      }) {
        return .draft
      }
      if path == inbox, !isAsked { return .inbox }
      if !path.isMarkdown {
        if layout.isTemplate(path) { return .template }
        if layout.isDraft(path) { return .draft }
        if !parts.contains(.diary), !layout.diaryFolder.isEmpty, layout.isDiary(path) { return .diary }
      }
      if Self.isOfProject(path, layout) || path.string.split(separator: "/").contains("node_modules") {
        return .excluded
      }
      return excluded.hold(path, isAsked: isAsked) ? .excluded : nil
    }
    rules.location = { (try? files.located($0, isWhole: true)) ?? $0 }
    rules.selected = try configuration.nonEmptyText("site.query").map { try notes(of: $0, in: workspace) }
    return rules
  }

  /// Returns true for a file about the project that lies outside of the folder that another program makes its site of.
  private static func isOfProject(_ path: NotePath, _ layout: VaultLayout) -> Bool {
    let pages = layout.linkRoots + ([layout.memoFolder] + layout.addresses.keys).compactMap { NotePath($0) }
    guard layout.rules.makesSite, !layout.memoFolder.isEmpty, !pages.contains(where: { $0.contains(path) }) else {
      return false
    }
    let name = path.stem.uppercased().replacing("-", with: "_")
    return projectFiles.contains { name == $0 || name.hasPrefix($0 + ".") }
  }

  private static let projectFiles = [
    "README", "LICENSE", "LICENCE", "COPYING", "NOTICE", "CODE_OF_CONDUCT", "CONTRIBUTING", "SECURITY", "SUPPORT",
    "CHANGELOG", "GOVERNANCE", "AUTHORS", "PULL_REQUEST_TEMPLATE", "ISSUE_TEMPLATE",
  ]

  private func notes(of query: String, in workspace: Workspace) throws -> Set<NotePath> {
    let parsed: ParsedQuery
    do throws(QueryError) {
      parsed = try QueryParser.parse(
        query, now: now, zone: zone, ownKeys: Set((try? workspace.index.fields.keys()) ?? []),
        views: workspace.configuration.table("views"))
    } catch {
      let reason = error.explanation
      throw Problem(.usage, Message("site.query: \(reason.english)", ko: "site.query: \(reason.korean)"))
    }
    return Set(try workspace.index.notes(NoteRequest(query: parsed.query, now: now)).map(\.path))
  }
}

extension Note {
  /// True if the title contains a tag of an unfilled template: `{{title}}`, `Week {{date:W}}`, `<% tp.file.title %>`,
  /// `${title}`. A title with code is the title of a note about templates.
  var isUnfilled: Bool {
    let heading = titleField == nil ? document.leadingHeading.map { document.source[$0.range] } : nil
    return title.hasUnfilledTag && !title.contains("`") && heading?.contains(UInt8(ascii: "`")) != true
  }
}

extension String {
  /// True for a text that is a tag of a template, or contains a tag for the title or the day.
  var hasUnfilledTag: Bool {
    let tags = [("{{", "}}"), ("<%", "%>"), ("${", "}")].filter { contains($0.0) }
    return tags.contains { hasPrefix($0.0) && hasSuffix($0.1) }
      || !tags.isEmpty
        && contains(
          /(?i)(?:\{\{[#{]?|\$\{|<%[-_=*+~]?)\s*(?:tp\.\w+\.\w+|\.?(?:title|name|date|time))(?![a-z0-9_])[^}]*(?:\}|%>)/
        )
  }
}

/// Files of a theme that are not used, because the repository is not trusted.
package struct IgnoredTheme: Sendable {
  /// The files, below `.sheaf`.
  package let files: [String]
  /// True if the theme was trusted and has changed since.
  package let hasLapsed: Bool
}

extension Configuration {
  /// Returns the address of the published site. Nil for a site that has none.
  ///
  /// - Throws: ``Problem`` for an address that is not on the web.
  func siteAddress() throws -> String? {
    guard let address = nonEmptyText("site.url") else { return nil }
    guard ["http://", "https://"].contains(where: address.lowercased().hasPrefix) else {
      throw Problem(
        .usage,
        Message(
          "site.url: “\(address)” is not the address of a site, such as https://example.com",
          ko: "site.url: https://example.com과 같은 사이트의 주소가 아닙니다: “\(address)”"))
    }
    return address
  }

  /// True if the end of a line in a paragraph is one on a page; nil: as the folder's program shows it.
  package var keepsLineBreaks: Bool? { nonEmptyText("site.line-breaks").map { $0 == "keep" } }
}
