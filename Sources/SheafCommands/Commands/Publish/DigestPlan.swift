import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import SheafSite
import Wording

/// What a digest is made by: the options, and the settings of its name where it has one.
struct DigestPlan {
  /// Its name among `digests`.
  let name: String?
  let title: String?
  let language: Language
  let sender: String
  let recipient: String?
  /// The days that its settings say.
  let days: String?
  /// The query, or days, as words.
  let words: [String]
  let sections: [Digest.Section]
  let rules: PublicationRules
  private let template: String?
  private let workspace: Workspace
  private let context: CommandContext

  /// - Throws: ``UsageError`` where a setting has a value that means nothing.
  init(_ options: DigestOptions, _ workspace: Workspace, _ context: CommandContext) throws {
    self.workspace = workspace
    self.context = context
    let settings = workspace.configuration.table("digests")
    let first = options.words.first ?? ""
    let isNamed = settings.keys.contains { $0.hasPrefix(first + ".") } && !first.isEmpty
    name = isNamed ? first : nil
    func setting(_ key: String) -> String? {
      guard isNamed, let text = settings[first + "." + key], !text.isEmpty else { return nil }
      return text
    }
    try Self.checkKeys(settings)
    title = setting("title")
    language = setting("language").map { Language(localeName: $0) } ?? context.language
    sender = options.from ?? "Sheaf <sheaf@localhost>"
    recipient = options.to ?? setting("to")
    days = setting("days")
    template = setting("template")
    let query = setting("query").map { [$0] } ?? []
    words = query + (isNamed ? Array(options.words.dropFirst()) : options.words)
    rules = try Self.rules(options, workspace, context)
    sections = try Self.sections(setting("sections"), rules, options, workspace)
  }

  func theme() throws -> DigestTheme {
    let repository = workspace.repository
    let (theme, ignored) = try context.siteSource().digestTheme(of: repository, template: template)
    if let ignored { context.report(ignored, of: repository) }
    return theme
  }

  /// - Parameters:
  ///   - days: nil for whenever it was written.
  ///   - words: A query; none for all notes.
  ///   - text: What stands for the query where it is none.
  func request(
    _ days: DayRange?, words: [String] = [], text: String? = nil
  ) throws -> DigestRequest {
    var query: Query?
    if !words.isEmpty {
      var arguments = QueryArguments()
      arguments.query = words
      query = try arguments.parsed(in: context, workspace).query
    }
    return DigestRequest(
      days: days, query: query, text: text ?? words.joined(separator: " "), sections: sections,
      rules: rules, zone: context.zone, answers: QueryAnswers(workspace, now: context.clock(), language))
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
      let list = keys.sorted().joined(separator: ", ")
      throw UsageError(
        Message("digests: unknown setting “\(key)”", ko: "digests에 없는 설정입니다: “\(key)”"),
        hint: Message("A digest has \(list).", ko: "요약에는 \(list) 설정을 쓸 수 있습니다."))
    }
  }

  private static func rules(
    _ options: DigestOptions, _ workspace: Workspace, _ context: CommandContext
  ) throws -> PublicationRules {
    let configuration = workspace.configuration
    if options.public {
      return try context.siteSource().rules(configuration, of: workspace.repository)
    }
    var rules = PublicationRules(
      now: context.clock(), allowedSecrets: Set(configuration.list("site.allow-secrets")))
    rules.isForChosen = true
    return rules
  }

  private static func sections(
    _ own: String?, _ rules: PublicationRules, _ options: DigestOptions, _ workspace: Workspace
  ) throws -> [Digest.Section] {
    let names =
      own.map { $0.split { $0 == " " || $0 == "," }.map(String.init) }
      ?? workspace.configuration.list("digest.sections")
    let sections = try names.map { name in
      guard let section = Digest.Section(rawValue: name) else {
        let all = Digest.Section.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(
          Message("A digest has no section “\(name)”", ko: "요약에 없는 부분입니다: “\(name)”"),
          hint: Message("Sections: \(all).", ko: "사용할 수 있는 부분: \(all)"))
      }
      return section
    }
    let wanted = sections.isEmpty ? Digest.Section.allCases : sections
    let hidesTasks = options.public && !rules.included.contains(.tasks)
    return hidesTasks ? wanted.filter { !$0.isOfTasks } : wanted
  }
}
