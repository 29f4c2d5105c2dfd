package import CivilCalendar
package import NoteActions
package import NoteModel
import NoteRepository
import SheafSite
package import Wording

/// The plan of a digest: the request, and the settings of its name if it has one.
package struct DigestPlan: Sendable {
  /// Its name among `digests`.
  package let name: String?
  package let title: String?
  package let language: Language
  package let recipient: String?
  /// The days that its settings say.
  package let days: String?
  /// The query, or days, as words.
  package let words: [String]
  package let sections: [Digest.Section]
  package let rules: PublicationRules
  /// `NAME` of the template `digest-NAME.html`; nil for the usual one.
  package let template: String?
  let isPublic: Bool
  let zone: LocalZone
  private let answers: QueryAnswers

  /// - Parameters:
  ///   - words: As typed: days, a query, or the name of a digest with more of a query.
  ///   - isPublic: Notes that the site leaves out are left out.
  ///   - workspace: The workspace of the notes and the settings.
  ///   - source: The present source of sites and digests.
  /// - Throws: ``DigestSettingMistake`` if a setting has a value that means nothing.
  package init(
    _ words: [String], isPublic: Bool, of workspace: Workspace, from source: SiteSource
  ) throws {
    let settings = workspace.configuration.table("digests")
    let first = words.first ?? ""
    let isNamed = settings.keys.contains { $0.hasPrefix(first + ".") } && !first.isEmpty
    name = isNamed ? first : nil
    func setting(_ key: String) -> String? {
      guard isNamed, let text = settings[first + "." + key], !text.isEmpty else { return nil }
      return text
    }
    try Self.checkKeys(settings)
    title = setting("title")
    language = setting("language").map { Language(localeName: $0) } ?? source.language
    recipient = setting("to")
    days = setting("days")
    template = setting("template")
    let query = setting("query").map { [$0] } ?? []
    self.words = query + (isNamed ? Array(words.dropFirst()) : words)
    self.isPublic = isPublic
    zone = source.zone
    answers = QueryAnswers(workspace, now: source.now, language)
    rules = try Self.rules(isPublic: isPublic, of: workspace, from: source)
    sections = try Self.sections(setting("sections"), rules, isPublic: isPublic, of: workspace)
  }

  /// - Parameters:
  ///   - days: nil for whenever it was written.
  ///   - query: nil for all notes.
  ///   - text: The query as it was asked.
  package func request(_ days: DayRange?, _ query: Query?, text: String) -> DigestRequest {
    DigestRequest(
      days: days, query: query, text: text, sections: sections, rules: rules, zone: zone, answers: answers)
  }

  private static let keys: Set = [
    "query", "days", "sections", "title", "language", "template", "to",
  ]

  private static func checkKeys(_ settings: [String: String]) throws {
    for key in settings.keys.sorted() {
      let parts = key.split(separator: ".").map(String.init)
      guard parts.count < 2 || !keys.contains(parts[parts.count - 1]) || parts.count > 2 else {
        continue
      }
      throw DigestSettingMistake.key(key, known: keys.sorted())
    }
  }

  private static func rules(
    isPublic: Bool, of workspace: Workspace, from source: SiteSource
  ) throws -> PublicationRules {
    let configuration = workspace.configuration
    if isPublic { return try source.rules(of: workspace) }
    var rules = PublicationRules(
      now: source.now, allowedSecrets: Set(configuration.list("site.allow-secrets")))
    rules.isForChosen = true
    return rules
  }

  private static func sections(
    _ own: String?, _ rules: PublicationRules, isPublic: Bool, of workspace: Workspace
  ) throws -> [Digest.Section] {
    let names =
      own.map { $0.split { $0 == " " || $0 == "," }.map(String.init) }
      ?? workspace.configuration.list("digest.sections")
    let sections = try names.map { name in
      guard let section = Digest.Section(rawValue: name) else {
        throw DigestSettingMistake.section(name)
      }
      return section
    }
    let wanted = sections.isEmpty ? Digest.Section.allCases : sections
    let hidesTasks = isPublic && !rules.included.contains(.tasks)
    return hidesTasks ? wanted.filter { !$0.isOfTasks } : wanted
  }
}

/// A setting of a digest that means nothing.
package enum DigestSettingMistake: ExplainedError {
  case key(String, known: [String])
  case section(String)

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    switch self {
    case .key(let key, _):
      Message("digests: unknown setting “\(key)”", ko: "digests에 없는 설정입니다: “\(key)”")
    case .section(let name):
      Message("A digest has no section “\(name)”", ko: "요약에 없는 부분입니다: “\(name)”")
    }
  }

  package var hint: Message? {
    switch self {
    case .key(_, let known):
      let list = known.joined(separator: ", ")
      return Message("A digest has \(list).", ko: "요약에는 \(list) 설정을 쓸 수 있습니다.")
    case .section:
      let all = Digest.Section.allCases.map(\.rawValue).joined(separator: ", ")
      return Message("Sections: \(all).", ko: "사용할 수 있는 부분: \(all)")
    }
  }
}
