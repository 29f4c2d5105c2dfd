import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteModel
import NotePresentation
import NoteRepository
package import Wording

/// The choices of `digest.…`, each perhaps another for a digest with a name.
package struct DigestSettings: Sendable {
  /// The fields of a note that are told where they change.
  package static let usualFields = ["status", "due", "priority", "assignee", "tags", "title"]

  /// The note that introduces a digest, with `{name}` for its days.
  let introduction: String
  /// The note that was asked for by name.
  package var chosenIntroduction: String?
  /// The number of lines that are shown of a note.
  let lines: Int
  /// The most notes of a group.
  let limit: Int
  /// The number of notes from which notes that were added together are reported as one entry.
  let bulk: Int
  /// Days after the last whose tasks are told.
  let ahead: Int
  /// Paths, folders and tags that are no news.
  let skip: [String]
  let fields: [String]
  /// `auto`: where there are several; `always`, `never`.
  let authors: String
  let showsRemoved: Bool
  /// `full`, `first` for the first paragraph, `none` for the days alone.
  let diary: String
  let pictures: Int
  /// The columns of the queries that are sections.
  let columns: String

  init(_ workspace: Workspace, _ own: (String) -> String?) {
    let configuration = workspace.configuration
    func text(_ key: String) -> String { own(key) ?? configuration.text("digest." + key) }
    func list(_ key: String) -> [String] { own(key).map(Self.words) ?? configuration.list("digest." + key) }
    func number(_ key: String) -> Int {
      own(key).flatMap { Int($0) } ?? configuration.integer("digest." + key)
    }
    introduction = text("intro")
    lines = max(1, number("lines"))
    limit = max(1, number("limit"))
    bulk = max(2, number("bulk"))
    pictures = max(0, number("pictures"))
    ahead = Self.days(text("ahead")) ?? 7
    skip = list("skip")
    let fields = list("fields")
    self.fields = fields.isEmpty ? Self.usualFields : fields
    authors = text("authors")
    showsRemoved = own("removed").map { $0 != "false" } ?? configuration.flag("digest.removed")
    diary = text("diary")
    columns = own("columns") ?? ""
  }

  /// Returns true for a note that is no news: it is named, lies in a folder that is named, or has a tag that is named or one
  /// below that. Case does not count: in doubt a note is left out.
  func skips(_ note: Note) -> Bool {
    let path = note.path.string.lowercased()
    return skip.contains { part in
      if let tag = TagName(part.lowercased()), part.hasPrefix("#") {
        return note.tags.contains { tag.covers(TagName(trusted: $0.string.lowercased())) }
      }
      let name = Self.path(part)
      return path == name || path == name + ".md" || path.hasPrefix(name + "/")
    }
  }

  /// Returns the path of a note or a folder as it may be typed: `/Family/`, `Family/**`.
  private static func path(_ part: String) -> String {
    var name = part.lowercased()[...]
    while name.hasPrefix("/") || name.hasPrefix("./") { name = name.drop { $0 == "." }.drop { $0 == "/" } }
    while let last = name.last, last == "/" || last == "*" { name = name.dropLast() }
    return String(name)
  }

  /// Returns the parts of `digest.skip` that name nothing that is there.
  package func unknownSkips(in workspace: Workspace) throws -> [String] {
    guard !skip.isEmpty else { return [] }
    let folders = try workspace.index.files.folders().map { $0.lowercased() }
    let known = Set(folders + (try workspace.index.files()?.map { $0.path.string.lowercased() } ?? []))
    return try skip.filter { part in
      if part.hasPrefix("#") { return try TagName(part).map { try !workspace.index.tags.contains($0) } ?? true }
      let name = Self.path(part)
      return !known.contains(name) && !known.contains(name + ".md")
    }
  }

  static func words(_ text: String) -> [String] { text.split { $0 == " " || $0 == "," }.map(String.init) }

  /// Parses a number of days: `7d`, `2w`, `10`.
  private static func days(_ text: String) -> Int? {
    Int(text.prefix { $0.isNumber }).map { text.hasSuffix("w") ? $0 * 7 : $0 }
  }
}

/// The plan of a digest: the request, and the settings of its name if it has one.
package struct DigestPlan: Sendable {
  /// The name in the setting `digests`.
  package let name: String?
  package let title: String
  package let language: Language
  package let recipient: String?
  package let sender: String?
  package let days: String?
  /// The query, or days, as words.
  package let words: [String]
  package let sections: [Digest.Section]
  package var settings: DigestSettings
  package var rules: PublicationRules
  /// `NAME` of the template `digest-NAME.html`; nil for the usual one.
  package let template: String?
  package let isPublic: Bool
  /// The address of the site, without a slash at the end.
  package let site: String?
  let zone: LocalZone
  /// The pages of the site by their notes.
  let pageAddress: @Sendable (NotePath) -> String?
  let answers: QueryAnswers

  /// - Parameters:
  ///   - words: As typed: days, a query, or the name of a digest with more of a query.
  ///   - isPublic: Notes that the site leaves out are left out.
  ///   - workspace: The workspace of the notes and the settings.
  ///   - source: The present source of sites and digests.
  /// - Throws: ``Problem`` if a setting has a value that means nothing.
  package init(_ words: [String], isPublic: Bool, of workspace: Workspace, from source: SiteSource) throws {
    let configuration = workspace.configuration
    let table = configuration.table("digests")
    let names = Set(table.keys.compactMap { $0.split(separator: ".").first.map(String.init) })
    let first = words.first ?? ""
    name = names.contains(first) ? first : nil
    func setting(_ key: String) -> String? {
      guard names.contains(first), let text = table[first + "." + key], !text.isEmpty else { return nil }
      return text
    }
    try Self.checkKeys(table)
    let folder = workspace.repository.root.split(separator: "/").last.map(String.init)
    title =
      setting("title") ?? configuration.nonEmptyText("digest.title") ?? configuration.nonEmptyText("site.title")
      ?? folder ?? "Sheaf"
    language = setting("language").map { Language(localeName: $0) } ?? source.language
    recipient = setting("to")
    sender = setting("from")
    days = setting("days")
    template = setting("template")
    self.words = (setting("query").map { [$0] } ?? []) + (name == nil ? words : Array(words.dropFirst()))
    self.isPublic = isPublic
    zone = source.zone
    answers = QueryAnswers(workspace, now: source.now, language)
    settings = DigestSettings(workspace, setting)
    let address = try configuration.siteAddress()
    let siteRules = try isPublic || address != nil ? source.rules(of: workspace) : nil
    let chosen = try workspace.rulesForUnchosen(at: source.now)
    rules = isPublic ? siteRules ?? chosen : chosen
    let listed = setting("sections").map(DigestSettings.words) ?? configuration.list("digest.sections")
    let hidesTasks = isPublic && !rules.included.contains(.tasks)
    sections = (listed.isEmpty ? Digest.Section.usual : listed.map { Digest.Section($0) })
      .filter { !hidesTasks || ![.tasks, .ahead].contains($0) }
    site = address.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    pageAddress = Self.addresses(workspace, siteRules, site, isShort: configuration.flag("site.short-urls"))
    try checkSections(in: workspace)
  }

  /// Returns the address of the page of a note that the site has. Nil for all others.
  private static func addresses(
    _ workspace: Workspace, _ rules: PublicationRules?, _ site: String?, isShort: Bool
  ) -> @Sendable (NotePath) -> String? {
    guard let site, let rules, let heldBack = try? workspace.index.notes.heldBack(by: rules) else {
      return { _ in nil }
    }
    var short: [NotePath: String] = [:]
    if isShort, let notes = try? workspace.index.notes(NoteRequest(query: .all, now: rules.now)) {
      let paths = notes.map(\.path).filter { heldBack[$0] == nil }.sorted()
      for (path, page) in zip(paths, SiteNaming.shortPages(of: paths)) { short[path] = String(page.dropLast(10)) }
    }
    return { [short] path in
      guard heldBack[path] == nil else { return nil }
      return site + "/" + SiteAddress.ascii(SiteAddress.escaped(short[path] ?? SiteNaming.page(of: path)))
    }
  }

  /// Returns the names of the digests in the settings.
  package static func names(in workspace: Workspace) -> [String] {
    Set(workspace.configuration.table("digests").keys.compactMap { $0.split(separator: ".").first.map(String.init) })
      .sorted()
  }

  private static let keys: Set = [
    "query", "days", "sections", "title", "language", "template", "to", "from", "intro", "lines", "limit", "bulk",
    "ahead", "skip", "fields", "authors", "removed", "diary", "pictures", "columns",
  ]

  private static func checkKeys(_ settings: [String: String]) throws {
    for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
      let parts = key.split(separator: ".").map(String.init)
      guard parts.count == 2 else { continue }
      guard !keys.contains(parts[1]) else {
        try checkValue(value, of: parts[1], key)
        continue
      }
      let known = keys.sorted().joined(separator: ", ")
      throw Problem(
        .usage, Message("digests: unknown setting “\(key)”", ko: "digests에 없는 설정입니다: “\(key)”"),
        hint: Message("A digest accepts \(known).", ko: "요약에는 \(known) 설정을 쓸 수 있습니다."))
    }
  }

  /// - Throws: ``Problem`` for a value that the setting of all digests does not take: in doubt nobody reads more.
  private static func checkValue(_ text: String, of name: String, _ key: String) throws {
    guard !text.isEmpty, let setting = ConfigurationCatalogue.key("digest." + name), setting.parseTyped(text) == nil
    else { return }
    let expected = setting.type.expectation
    throw Problem(
      .usage,
      Message(
        "Invalid value “\(text)” for digests.\(key): expected \(expected.english)",
        ko: "digests.\(key)에 쓸 수 없는 값입니다: “\(text)”. 필요한 값: \(expected.korean)"))
  }
}
