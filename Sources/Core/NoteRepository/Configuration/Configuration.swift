package import CivilCalendar
package import NoteModel
import NoteSyntax
package import Wording

/// The settings in force, each with its origin.
package struct Configuration: Sendable {
  /// The source of a value. A later source overrides an earlier source.
  package enum Origin: Sendable, Hashable {
    case defaults
    /// A file and the 1-based line in it.
    case file(path: String, line: Int)
    case environment(variable: String)
  }

  package struct Setting: Sendable {
    package let value: ConfigurationValue
    package let origin: Origin
  }

  /// A setting as written in a file.
  package struct Entry: Sendable, Hashable {
    package let key: String
    package let value: ConfigurationValue
    /// The 1-based line of the setting.
    package let line: Int
  }

  /// The right of the repository's file to set programs, access to private networks, and scripts.
  package enum Trust: Sendable {
    /// The file has no setting that needs trust.
    case unneeded
    case given
    case missing
    /// The file was changed since it was trusted.
    case lapsed
  }

  package private(set) var settings: [String: Setting] = [:]
  /// Unknown keys and wrong values: told to the user, never fatal.
  package private(set) var problems: [ConfigurationProblem] = []
  package private(set) var ignored: [Entry] = []
  package private(set) var trust = Trust.unneeded
  /// The profiles that match the repository's folder. Not determined if `profile` is set.
  package private(set) var recognised: [Profile] = []
  /// The site in `sites` that provides the settings of `site`. Nil if no site was chosen.
  package private(set) var site: String?

  /// Returns the settings of a configuration file by name, without other layers and without trust.
  package static func settings(in bytes: [UInt8]) -> [String: ConfigurationValue] {
    let entries = ConfigurationFile.read(bytes, path: "").entries
    return Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last }
  }

  /// Creates a configuration without any settings, not even defaults.
  package init() {}

  /// Reads the layers: defaults, the user's file, the repository's file, the environment.
  package static func load(
    places: UserPlaces, repository: Repository?, environment: [String: String]
  ) -> Configuration {
    var configuration = Configuration()
    for key in ConfigurationCatalogue.keys {
      configuration.settings[key.name] = Setting(value: key.defaultValue, origin: .defaults)
    }
    let userFile = places.configuration + "/config.yaml"
    configuration.apply(usersFile: userFile)
    if let repository { configuration.apply(repository) }
    configuration.apply(environment)
    if let repository, configuration.list("profile").isEmpty {
      configuration.recognised = FoundProfile.all(in: repository.root, language: .english).map(\.profile)
    }
    return configuration
  }

  private mutating func apply(usersFile path: String) {
    do throws(RepositoryError) {
      let file = ConfigurationFile.read(try readFile(path, limit: NoteLimit.bytes), path: path)
      let misplaced = file.entries.filter { ConfigurationCatalogue.key($0.key)?.scope == .repository }
      problems += misplaced.map { .notTheUsers($0.key, place: "\(path):\($0.line)") }
      apply(file) { entry in !misplaced.contains { $0.key == entry.key } }
    } catch .missingFile {
      return
    } catch {
      problems.append(.notRead(error))
    }
  }

  private mutating func apply(_ repository: Repository) {
    do throws(RepositoryError) {
      guard let bytes = try repository.configurationBytes() else { return }
      apply(bytes, of: repository)
    } catch {
      problems.append(.notRead(error))
    }
  }

  /// Applies settings. Settings that need trust are left out if the user has not trusted exactly these bytes.
  private mutating func apply(_ bytes: [UInt8], of repository: Repository) {
    let file = ConfigurationFile.read(bytes, path: repository.configurationFile)
    let delicate = file.entries.filter { entry in
      guard let key = ConfigurationCatalogue.key(entry.key) else { return true }
      return key.needsTrust(for: entry.value, insteadOf: settings[entry.key]?.value)
    }
    if !delicate.isEmpty {
      let record = RepositoryTrust(repository)
      trust = record.covers(bytes) ? .given : record.wasGiven ? .lapsed : .missing
    }
    guard trust != .given else { return apply(file) { _ in true } }
    ignored = delicate
    apply(file) { entry in !delicate.contains { $0.key == entry.key } }
    keepAudience(of: file, in: repository)
  }

  fileprivate static let audienceNames = [
    "site.default", "site.include", "site.allow-secrets", "site.query", "inbox", "ignore", "profile", "views",
    "folders.diary", "diary.path", "folders.tasks", "tasks.statuses", "folders.drafts", "folders.templates",
    "digest.skip", "digest.diary", "digest.removed", "digest.sections", "digest.fields", "digest.intro", "digests",
  ]

  /// The settings that decide which notes are public and what digests tell, as lines.
  package var audience: [UInt8] {
    Array(
      Self.audienceNames.map { name in
        guard case .table(let table)? = settings[name]?.value else {
          return "\(name)=\(settings[name].map { "\($0.value)" } ?? "")\n"
        }
        return "\(name)=\(table.sorted { $0.key < $1.key })\n"
      }.joined().utf8)
  }

  /// Keeps the settings that decide which notes are public as the user trusted them once: a pull must not change them
  /// without a word.
  private mutating func keepAudience(of file: ConfigurationFile, in repository: Repository) {
    guard let bytes = RepositoryTrust(repository).configuration else { return }
    let trusted = ConfigurationFile.read(bytes, path: repository.configurationFile)
    let ofSites = (trusted.entries + file.entries).map(\.key).filter { key in
      key.hasPrefix("sites.") && [".default", ".include", ".allow-secrets", ".query"].contains(where: key.hasSuffix)
    }
    for name in Set(Self.audienceNames + ofSites).sorted() {
      let (before, now) = (trusted.entries.last { $0.key == name }, file.entries.last { $0.key == name })
      guard before?.value != now?.value, let usual = ConfigurationCatalogue.key(name)?.defaultValue else { continue }
      trust = .lapsed
      ignored.append(Entry(key: name, value: now?.value ?? usual, line: now?.line ?? 1))
      settings[name] =
        before.map { Setting(value: $0.value, origin: .file(path: file.path, line: $0.line)) }
        ?? (name.hasPrefix("sites.") ? nil : Setting(value: usual, origin: .defaults))
    }
  }

  private mutating func apply(_ file: ConfigurationFile, where mayBeSet: (Entry) -> Bool) {
    problems += file.problems
    for entry in file.entries where mayBeSet(entry) {
      settings[entry.key] = Setting(value: entry.value, origin: .file(path: file.path, line: entry.line))
    }
  }

  private mutating func apply(_ environment: [String: String]) {
    for key in ConfigurationCatalogue.keys {
      let variable = key.environmentVariable
      // SHEAF_EDITOR and SHEAF_PAGER have rules of their own.
      guard !["SHEAF_EDITOR", "SHEAF_PAGER"].contains(variable), let text = environment[variable],
        !text.isEmpty
      else { continue }
      guard let value = key.parseTyped(text) else {
        problems.append(.wrongValue(key: key, text: text, place: variable))
        continue
      }
      settings[key.name] = Setting(value: value, origin: .environment(variable: variable))
    }
  }

  /// The settings that there are, those of `sites` by themselves at the end.
  package var keys: [ConfigurationKey] {
    ConfigurationCatalogue.keys.filter { $0.type != .sites }
      + settings.keys.filter { SiteSetting($0) != nil }.sorted().compactMap(ConfigurationCatalogue.key)
  }

  /// The names of `sites`, in order.
  package var siteNames: [String] { Set(settings.keys.compactMap { SiteSetting($0)?.site }).sorted() }

  /// Returns the settings for a site of `sites`: its own settings replace those of `site`. Two sites share neither a
  /// folder nor an address, so these are never taken from `site`.
  ///
  /// - Throws: ``Problem`` for a name that no site has.
  package func ofSite(_ name: String) throws(Problem) -> Configuration {
    guard siteNames.contains(name) else { throw unknownSite(name, known: siteNames) }
    var own = self
    own.site = name
    for key in ConfigurationCatalogue.keys where ["site.output", "site.url"].contains(key.name) {
      own.settings[key.name] = Setting(value: key.defaultValue, origin: .defaults)
    }
    for (key, setting) in settings {
      if let member = SiteSetting(key), member.site == name { own.settings[member.key.name] = setting }
    }
    return own
  }

  /// Returns the folder of the site's theme below `.sheaf`.
  ///
  /// - Throws: ``Problem`` for a name that cannot be a folder there.
  package func themeFolder() throws(Problem) -> String {
    guard let name = nonEmptyText("site.theme") else { return "theme" }
    guard !name.contains("/"), !name.hasPrefix("."), NotePath(name) != nil else { throw unknownTheme(name) }
    return "themes/" + name
  }

  package func text(_ key: String) -> String {
    if case .text(let text)? = settings[key]?.value { text } else { "" }
  }

  package func nonEmptyText(_ key: String) -> String? {
    let text = text(key)
    return text.isEmpty ? nil : text
  }

  /// Returns the program that a setting names, or nil if it is empty.
  package func program(_ key: String) -> UserProgram? {
    guard case .program(let line)? = settings[key]?.value, !line.isEmpty else { return nil }
    return UserProgram(setting: line)
  }

  /// Returns the command lines of a table, by name.
  package func programs(_ key: String) -> [String: UserProgram] {
    table(key).mapValues { UserProgram(setting: $0) }
  }

  package func integer(_ key: String) -> Int {
    if case .integer(let number)? = settings[key]?.value { number } else { 0 }
  }

  package func flag(_ key: String) -> Bool {
    if case .boolean(let flag)? = settings[key]?.value { flag } else { false }
  }

  package func list(_ key: String) -> [String] {
    if case .list(let list)? = settings[key]?.value { list } else { [] }
  }

  package func table(_ key: String) -> [String: String] {
    if case .table(let table)? = settings[key]?.value { table } else { [:] }
  }
}

/// A line of a configuration that cannot be followed.
package struct ConfigurationProblem: Sendable, Hashable {
  package let message: Message
  /// True if an unreadable setting may have made something private.
  package private(set) var mayHidePrivacy = true

  static func unknownKey(_ key: String, place: String) -> ConfigurationProblem {
    let nearest = nearestName(to: key, among: ConfigurationCatalogue.names(like: key))
    return ConfigurationProblem(
      message: Message("\(place): unknown setting “\(key)”", ko: "\(place): 없는 설정입니다: “\(key)”").orMeant(nearest))
  }

  static func wrongValue(key: ConfigurationKey, text: String, place: String) -> ConfigurationProblem {
    let expected = key.type.expectation
    return ConfigurationProblem(
      message: Message(
        "\(place): invalid value “\(text)” for \(key.name): expected \(expected.english)",
        ko: "\(place): \(key.name)에 쓸 수 없는 값입니다: “\(text)”. 필요한 값: \(expected.korean)"),
      mayHidePrivacy: Configuration.audienceNames.contains(key.name) || !looks.contains { key.name.hasPrefix($0) })
  }

  /// The groups of settings that do not affect the kind of a note or its privacy.
  private static let looks = [
    "board.", "calendar.", "colors.", "dates.", "digest.", "fmt.", "git.", "remind.", "sync.", "undo.",
  ]

  /// Creates the problem of a file that exists but cannot be read.
  static func notRead(_ error: RepositoryError) -> ConfigurationProblem {
    ConfigurationProblem(message: error.explanation)
  }

  /// Creates the problem of a value in the place of named settings.
  static func noTable(_ name: String, place: String) -> ConfigurationProblem {
    ConfigurationProblem(
      message: name.isEmpty
        ? Message("\(place): settings by name were expected", ko: "\(place): 이름과 값으로 된 설정이 필요합니다")
        : Message(
          "\(place): \(name) is a group of settings; use \(name).NAME",
          ko: "\(place): \(name) 자체는 설정이 아니라 여러 설정의 묶음입니다. \(name).이름으로 지정하세요"))
  }

  /// Creates the problem of a part of a setting that is ignored.
  static func mistake(_ reason: Message, in key: String, place: String) -> ConfigurationProblem {
    ConfigurationProblem(
      message: Message(
        "\(place): \(key): \(reason.english)", ko: "\(place): \(key): \(reason.korean)"), mayHidePrivacy: false)
  }

  /// Creates the problem of a setting for one repository in the file for all repositories.
  static func notTheUsers(_ key: String, place: String) -> ConfigurationProblem {
    ConfigurationProblem(
      message: Message(
        "\(place): \(key) belongs to one repository and has no effect here; run “sheaf config set \(key)” in the repository",
        ko: "\(place): \(key) 설정은 저장소마다 따로 지정하므로 여기서는 적용하지 않습니다. 저장소에서 “sheaf config set \(key)” 명령으로 지정하세요"))
  }

  /// Creates the problem of a file from which no setting can be read.
  static func unreadable(_ mistake: GuardedYAML.Mistake, path: String) -> ConfigurationProblem {
    let message =
      switch mistake {
      case .nestedTooDeeply: Message("\(path): nested too deeply", ko: "\(path): 너무 깊게 중첩되어 있습니다")
      case .tooManyAliases: Message("\(path): too many YAML aliases (*name)", ko: "\(path): YAML 별칭(*이름)이 너무 많습니다")
      case .repeatedKey(let keys, let line, _):
        Message("\(path):\(line): the key “\(keys)” occurs twice", ko: "\(path):\(line): “\(keys)” 키가 두 번 있습니다")
      case .syntax(let reason, let line, _):
        Message(
          "\(path):\(line): not valid YAML: \(reason)",
          ko: "\(path):\(line): 올바른 YAML이 아닙니다: \(GuardedYAML.korean(reason))")
      }
    return ConfigurationProblem(message: message)
  }
}

extension ConfigurationKey.ValueType {
  /// The expected kind of value, in words.
  package var expectation: Message {
    switch self {
    case .text: Message("text", ko: "텍스트")
    case .outsidePath, .outputFolder, .userFolder: Message("a path", ko: "경로")
    case .program: Message("a shell command", ko: "셸 명령")
    case .boolean, .guarded: Message("true or false", ko: "true나 false")
    case .integer, .minimum: Message("a whole number", ko: "정수")
    case .list: Message("a list", ko: "목록")
    case .choice(let choices), .choices(let choices):
      Message(verbatim: choices.filter { !$0.isEmpty }.joined(separator: ", "))
    case .dayPattern(.week):
      Message(
        "a name pattern that determines a week, such as Weeks/{{weekYear}}-W{{week}}.md",
        ko: "주가 정해지는 이름 패턴(예: Weeks/{{weekYear}}-W{{week}}.md)")
    case .dayPattern(.month):
      Message(
        "a name pattern that determines a month, such as Months/{{year}}-{{month}}.md",
        ko: "달이 정해지는 이름 패턴(예: Months/{{year}}-{{month}}.md)")
    case .dayPattern(.day):
      Message(
        "a name pattern that determines a day, such as Daily/{{year}}/{{day}}.md",
        ko: "날짜가 정해지는 이름 패턴(예: Daily/{{year}}/{{day}}.md)")
    case .statuses:
      Message(
        "{name: open, doing or later, and the character of their boxes}",
        ko: "{이름: open, doing, later 중 하나와 체크박스의 문자}")
    case .schemas:
      Message("{name: {folder: …, fields: {…}}}", ko: "{이름: {folder: …, fields: {…}}}")
    case .sites: Message("{name: {title: …, query: …, output: …}}", ko: "{이름: {title: …, query: …, output: …}}")
    case .table, .tables, .commands, .userFolders: Message("{name: value, …}", ko: "{이름: 값, …}")
    }
  }
}

extension Configuration {
  package var noteRules: NoteRules {
    NoteRules(
      requiresBody: flag("tasks.require-body"), bodyLimit: integer("tasks.body-limit"),
      columns: list("board.columns"), statuses: ownStatuses, schemas: schemas,
      allowedSecrets: list("site.allow-secrets"),
      readers: ReadingRules(of: profiles.map(\.rules)).readers)
  }

  /// The declared schemas of fields.
  package var schemas: NoteSchemas {
    if case .schemas(let schemas)? = settings["schemas"]?.value { schemas } else { NoteSchemas() }
  }

  /// The statuses of `tasks.statuses`, and those that come with Sheaf.
  package var ownStatuses: OwnStatuses {
    let key = ConfigurationCatalogue.key("tasks.statuses")
    guard case .table(let usual)? = key?.defaultValue else { return OwnStatuses() }
    let isSet = settings["tasks.statuses"].map { $0.origin != .defaults } ?? false
    return OwnStatuses(usual: usual, declared: isSet ? table("tasks.statuses") : [:])
  }

  /// The columns of the board, those of the repository's own statuses among them.
  package var boardColumns: [String] { ownStatuses.columns(besides: list("board.columns")) }

  /// Returns `calendar.week-start`, or, if it is not set, the first day of the week where the language is spoken.
  package func weekStart(in language: Language) -> Weekday {
    switch text("calendar.week-start") {
    case "monday": .monday
    case "sunday": .sunday
    case "saturday": .saturday
    default: language == .korean ? .sunday : .monday
    }
  }

  /// `remind.day-time`; nine o'clock if it is not a time.
  package var dayTime: TimeOfDay {
    let now = CivilMoment(day: Day(daysSinceEpoch: 0), time: .midnight)
    guard case .moment(let moment)? = DateExpression.parse(text("remind.day-time"), relativeTo: now)
    else { return .nine }
    return moment.time
  }

  /// The settings for reading notes; a pattern that cannot be used counts as absent.
  package var layout: VaultLayout {
    VaultLayout(
      diaryFolder: text("folders.diary"),
      diaryPath: nonEmptyText("diary.path").flatMap { try? DayPattern($0) },
      taskFolder: text("folders.tasks"), templateFolder: text("folders.templates"),
      draftFolder: text("folders.drafts"), columns: list("board.columns"),
      linkRoots: list("links.roots"),
      weekPath: nonEmptyText("diary.week-path").flatMap { try? DayPattern($0, of: .week) },
      monthPath: nonEmptyText("diary.month-path").flatMap { try? DayPattern($0, of: .month) },
      memoFolder: text("folders.memo"),
      diaryTitle: nonEmptyText("diary.title").flatMap { try? DayPattern($0) },
      addresses: table("links.addresses"), rules: ReadingRules(of: profiles.map(\.rules)), statuses: ownStatuses)
  }
}

/// Returns the error for a name that no site of `sites` has.
private func unknownSite(_ name: String, known: [String]) -> Problem {
  let list = known.joined(separator: ", ")
  let usable =
    known.isEmpty
    ? Message(
      "“sheaf config set sites.\(name).output DIR” adds it.",
      ko: "“sheaf config set sites.\(name).output 폴더”로 추가할 수 있습니다.")
    : Message("Known sites: \(list)", ko: "사용할 수 있는 사이트: \(list)")
  return Problem(
    .usage, Message("Unknown site “\(name)”", ko: "“\(name)” 사이트가 없습니다"),
    hint: nearestName(to: name, among: known).map(Message.didYouMean) ?? usable)
}

/// Returns the error for a theme that the repository does not have.
package func unknownTheme(_ name: String) -> Problem {
  Problem(
    .usage, Message("site.theme: unknown theme “\(name)”", ko: "site.theme: “\(name)” 테마가 없습니다"),
    hint: Message(
      "A theme is a folder in .sheaf/themes; “sheaf publish --eject” writes the templates into it.",
      ko: "테마는 .sheaf/themes 안의 폴더입니다. “sheaf publish --eject”로 템플릿을 그 폴더에 저장할 수 있습니다."))
}
