package import NoteModel
import NoteSyntax
package import Wording

/// A setting: its name, its type, its default, and its effect.
package struct ConfigurationKey: Sendable {
  package enum ValueType: Sendable, Hashable {
    case text
    /// A line of the shell that is run. A repository sets it only if it is trusted.
    case program
    case boolean
    /// A boolean that opens something closed on purpose: private networks, pages to scripts, commands to hooks of git.
    /// A repository sets it only if it is trusted.
    case guarded
    /// A file or a folder outside the repository that is written. A repository sets it only if it is trusted.
    case outsidePath
    /// A folder that is filled with files. A repository sets one outside itself only if it is trusted.
    case outputFolder
    case integer
    /// A number, such as milliseconds between requests. A repository sets a smaller number only if it is trusted.
    case minimum
    case list
    case choice([String])
    /// A list of some of these.
    case choices([String])
    /// A ``DayPattern`` for notes that cover a period, or nothing.
    case dayPattern(DayPattern.Period)
    /// A table whose names the user chooses: `views:`.
    case table
    /// A table of ``OwnStatuses``, their meanings by name.
    case statuses
    /// A table of ``NoteSchema`` by name.
    case schemas
    /// Groups of settings by names of the user's own: `digests: {weekly: {title: News}}`, also written `weekly.title:
    /// News`.
    case tables
    /// Settings of `site` by names of the user's own: `sites: {work: {title: Plans}}`, also written `sites.work.title:
    /// Plans`. Each of them is a setting by itself, see ``SiteSetting``.
    case sites
    /// A repository of the user's, or several by name. A repository sets neither.
    case userFolder, userFolders
    /// A table of command lines by name: of Sheaf, or of the shell. A repository sets it only if it is trusted.
    case commands
  }

  package let name: String
  package let type: ValueType
  package let defaultValue: ConfigurationValue
  /// True for a setting of any type that opens something closed on purpose. A repository sets it only if it is trusted.
  private let isGuarded: Bool
  /// The name in `Settings.txt`.
  private let describedName: String

  init(_ name: String, _ type: ValueType, _ defaultValue: ConfigurationValue, isGuarded: Bool = false) {
    self.name = name
    self.isGuarded = isGuarded
    self.type = type
    self.defaultValue = defaultValue
    describedName = name
  }

  /// Creates a setting like `key` under another name.
  init(_ name: String, like key: ConfigurationKey) {
    self.name = name
    type = key.type
    isGuarded = key.isGuarded
    defaultValue = key.defaultValue
    describedName = key.describedName
  }

  package var summary: Message { Self.summaries[describedName] ?? Message(name, ko: name) }

  private static let summaries = Message.table(
    PackageResources.Settings_txt,
    ["profiles": Profile.all.map(\.name).joined(separator: ", "), "types": SchemaText.typeList])

  /// The file that a setting belongs into.
  package enum Scope: Sendable {
    /// The user's, for all repositories.
    case user
    /// The repository's; in the user's file it would mix the values of several, so it has no effect there.
    case repository
    /// The repository's; the user's has a value for all repositories that set none.
    case either
  }

  package var scope: Scope {
    switch type {
    case .program, .commands, .minimum, .userFolder, .userFolders: .user
    case .outsidePath: .repository
    case .outputFolder, .text, .boolean, .guarded, .integer, .list, .choice, .choices, .dayPattern,
      .table, .tables, .sites, .statuses, .schemas:
      .either
    }
  }

  /// True for a setting with values that could turn Sheaf against its user, or against others in the user's name.
  package var isDelicate: Bool {
    switch type {
    case .program, .guarded, .outsidePath, .minimum, .commands, .userFolder, .userFolders: true
    case .outputFolder, .text, .boolean, .integer, .list, .choice, .choices, .dayPattern, .table,
      .tables, .sites, .statuses, .schemas:
      isGuarded
    }
  }

  /// True for a setting with values that a repository sets only if it is trusted.
  package var mayNeedTrust: Bool { isDelicate || type == .outputFolder }

  /// Returns true if only a trusted repository may replace the present value by this one.
  func needsTrust(for value: ConfigurationValue, insteadOf current: ConfigurationValue?) -> Bool {
    guard mayNeedTrust, value != current else { return false }
    switch (type, value, current) {
    case (.guarded, .boolean(let opens), _): return opens
    case (.outputFolder, .text(let path), _): return !Self.staysInside(path)
    case (.minimum, .integer(let number), .integer(let current)): return number < current
    default: return true
    }
  }

  /// Returns true for a relative path without `..`.
  package static func staysInside(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.hasPrefix("~") && !path.split(separator: "/").contains("..")
  }

  /// The variable that sets it: `links.region` is `SHEAF_LINKS_REGION`.
  package var environmentVariable: String {
    "SHEAF_" + name.uppercased().map { $0 == "." || $0 == "-" ? "_" : $0 }
  }
}

package enum ConfigurationValue: Sendable, Hashable {
  case text(String)
  case program(String)
  case boolean(Bool)
  case integer(Int)
  case list([String])
  case table([String: String])
  case schemas(NoteSchemas)
}

extension ConfigurationValue: CustomStringConvertible {
  /// The value in the form of the file, which `config set` reads.
  package var description: String {
    switch self {
    case .text(let text), .program(let text): text.isEmpty ? "\"\"" : text
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .list(let items): YAMLScalar.flowList(items)
    case .table(let table):
      "{"
        + table.sorted { $0.key < $1.key }
        .map { YAMLScalar.flowItem($0.key) + ": " + YAMLScalar.flowItem($0.value) }
        .joined(separator: ", ") + "}"
    case .schemas(let schemas): SchemaText.flow(schemas)
    }
  }
}

/// Every setting: the parser, `sheaf config`, the commented file of `init` and the manual read this table.
package enum ConfigurationCatalogue {
  package static let keys: [ConfigurationKey] = [
    ConfigurationKey("language", .choice(["", "en", "ko"]), .text("")),
    ConfigurationKey("dates.style", .choice(["", "full", "long", "medium", "short", "dotted"]), .text("")),
    ConfigurationKey("repository", .userFolder, .text("")),
    ConfigurationKey("repositories", .userFolders, .table([:])),
    ConfigurationKey("editor", .program, .program("")),
    ConfigurationKey("pager", .program, .program("")),
    ConfigurationKey("picker", .program, .program("")),
    ConfigurationKey("opener", .program, .program("")),
    ConfigurationKey("clipboard", .program, .program("")),
    ConfigurationKey("links.style", .choice(["", "wiki", "wiki-path", "relative", "root"]), .text("")),
    ConfigurationKey("links.region", .list, .list([])),
    ConfigurationKey("links.detect", .choices(["date", "address"]), .list([])),
    ConfigurationKey("links.roots", .list, .list([])),
    ConfigurationKey("links.addresses", .table, .table([:])),
    ConfigurationKey("links.ignore", .list, .list([])),
    ConfigurationKey("links.particles", .boolean, .boolean(true)),
    ConfigurationKey("links.external-interval", .minimum, .integer(1_000)),
    ConfigurationKey("links.external-timeout", .integer, .integer(20)),
    ConfigurationKey("links.external-fresh-days", .integer, .integer(7)),
    ConfigurationKey("links.external-ignore", .list, .list([])),
    ConfigurationKey("links.external-private", .guarded, .boolean(false)),
    ConfigurationKey("profile", .choices(Profile.all.map(\.name)), .list([])),
    ConfigurationKey("ignore", .list, .list([])),
    ConfigurationKey("folders.memo", .text, .text("Memo")),
    ConfigurationKey("folders.diary", .text, .text("Diary")),
    ConfigurationKey("diary.path", .dayPattern(.day), .text("")),
    ConfigurationKey("diary.title", .text, .text("")),
    ConfigurationKey("diary.week-path", .dayPattern(.week), .text("")),
    ConfigurationKey("diary.month-path", .dayPattern(.month), .text("")),
    ConfigurationKey("diary.template", .text, .text("")),
    ConfigurationKey("folders.templates", .text, .text("")),
    ConfigurationKey("folders.drafts", .text, .text("")),
    ConfigurationKey("folders.attachments", .text, .text("assets")),
    ConfigurationKey("templates", .table, .table([:])),
    ConfigurationKey("schemas", .schemas, .schemas(NoteSchemas())),
    ConfigurationKey("calendar.path", .outsidePath, .text("")),
    ConfigurationKey("calendar.query", .text, .text("")),
    ConfigurationKey("calendar.entries", .choice(["tasks", "events"]), .text("tasks")),
    ConfigurationKey("remind.shared", .boolean, .boolean(false)),
    ConfigurationKey("git.commit", .guarded, .boolean(false)),
    // A pull could bring a setting that sends keys.
    ConfigurationKey("sync.include", .list, .list([]), isGuarded: true),
    ConfigurationKey("git.dates", .boolean, .boolean(true)),
    ConfigurationKey("undo.entries", .minimum, .integer(200)),
    ConfigurationKey("undo.megabytes", .minimum, .integer(100)),
    ConfigurationKey("folders.tasks", .text, .text("Diary/Tasks")),
    ConfigurationKey("folders.letters", .text, .text("Memo/Letters")),
    ConfigurationKey("tasks.notation", .choice(["emoji", "brackets"]), .text("emoji")),
    ConfigurationKey("tasks.read-words", .boolean, .boolean(false)),
    ConfigurationKey("tasks.statuses", .statuses, .table(["waiting": "open", "someday": "later"])),
    ConfigurationKey("tasks.body-limit", .integer, .integer(0)),
    ConfigurationKey("tasks.require-body", .boolean, .boolean(false)),
    ConfigurationKey("colors.when", .choice(["auto", "always", "never"]), .text("auto")),
    ConfigurationKey("colors.background", .choice(["", "dark", "light"]), .text("")),
    ConfigurationKey("colors.styles", .table, .table([:])),
    ConfigurationKey("ascii", .boolean, .boolean(false)),
    ConfigurationKey("confirm", .choice(["always", "several", "never"]), .text("several")),
    ConfigurationKey("columns", .table, .table([:])),
    ConfigurationKey("calendar.week-start", .choice(["", "monday", "sunday", "saturday"]), .text("")),
    ConfigurationKey("board.columns", .list, .list(["todo", "doing", "done"])),
    ConfigurationKey("board.limits", .table, .table(["done": "10"])),
    ConfigurationKey("board.sort", .choice(["", "due"]), .text("")),
    ConfigurationKey("remind.command", .program, .program("")),
    ConfigurationKey("remind.sound", .text, .text("message-new-instant")),
    ConfigurationKey("remind.quiet", .text, .text("")),
    ConfigurationKey("remind.day-time", .text, .text("09:00")),
    ConfigurationKey("hooks.on-add", .program, .program("")),
    ConfigurationKey("hooks.on-change", .program, .program("")),
    ConfigurationKey("hooks.on-publish", .program, .program("")),
    ConfigurationKey("hooks.seconds", .integer, .integer(10)),
    ConfigurationKey("fmt.bullet", .choice(["-", "*", "+"]), .text("-")),
    ConfigurationKey("fmt.emphasis", .choice(["*", "_", "keep"]), .text("*")),
    ConfigurationKey("fmt.ignore", .list, .list([])),
    ConfigurationKey("fmt.list-indent", .choice(["text", "4"]), .text("text")),
    ConfigurationKey("fmt.numbering", .choice(["ascending", "same", "keep"]), .text("ascending")),
    ConfigurationKey(
      "fmt.reader",
      .choice(["auto", "commonmark", "mdx", "python-markdown", "kramdown", "pandoc", "outline"]),
      .text("auto")),
    ConfigurationKey("fmt.table", .choice(["aligned", "compact", "keep"]), .text("aligned")),
    ConfigurationKey("fmt.wrap", .integer, .integer(0)),
    ConfigurationKey("check", .table, .table([:])),
    ConfigurationKey("inbox", .text, .text("Memo/Inbox.md")),
    ConfigurationKey("alias", .commands, .table([:])),
    ConfigurationKey("views", .table, .table([:])),
    ConfigurationKey("renderers", .commands, .table([:])),
    ConfigurationKey("digest.picture-size", .integer, .integer(512)),
    ConfigurationKey("digest.title", .text, .text("")),
    ConfigurationKey("digest.sections", .list, .list([])),
    ConfigurationKey("digest.intro", .text, .text("digest/{name}")),
    ConfigurationKey("digest.lines", .integer, .integer(4)),
    ConfigurationKey("digest.limit", .integer, .integer(12)),
    ConfigurationKey("digest.bulk", .integer, .integer(10)),
    ConfigurationKey("digest.ahead", .text, .text("7d")),
    ConfigurationKey("digest.skip", .list, .list([])),
    ConfigurationKey("digest.fields", .list, .list([])),
    ConfigurationKey("digest.authors", .choice(["auto", "always", "never"]), .text("auto")),
    ConfigurationKey("digest.removed", .boolean, .boolean(true)),
    ConfigurationKey("digest.diary", .choice(["full", "first", "none"]), .text("full")),
    ConfigurationKey("digest.pictures", .integer, .integer(12)),
    ConfigurationKey("digest.send", .program, .text("")),
    ConfigurationKey("digests", .tables, .table([:])),
    ConfigurationKey("site.title", .text, .text("")),
    ConfigurationKey("site.url", .text, .text("")),
    ConfigurationKey("site.query", .text, .text("")),
    ConfigurationKey("site.theme", .text, .text("")),
    ConfigurationKey("site.author", .text, .text("")),
    ConfigurationKey("site.default", .choice(["public", "private"]), .text("public")),
    ConfigurationKey("site.include", .choices(["diary", "tasks"]), .list([])),
    ConfigurationKey("site.language", .text, .text("")),
    ConfigurationKey("site.image", .text, .text("")),
    ConfigurationKey("site.cards", .boolean, .boolean(false)),
    ConfigurationKey("site.icon", .text, .text("")),
    ConfigurationKey("site.short-urls", .boolean, .boolean(false)),
    ConfigurationKey("site.digests", .choice(["", "week", "month"]), .text("")),
    ConfigurationKey("site.order", .choice(["title", "name"]), .text("title")),
    ConfigurationKey("site.line-breaks", .choice(["", "keep", "join"]), .text("")),
    ConfigurationKey("site.menu", .list, .list([])),
    ConfigurationKey("site.style", .table, .table([:])),
    ConfigurationKey("site.output", .outputFolder, .text("")),
    ConfigurationKey("site.allow-secrets", .list, .list([])),
    ConfigurationKey("site.home", .text, .text("")),
    ConfigurationKey("site.unsafe", .guarded, .boolean(false)),
    ConfigurationKey(SiteSetting.group, .sites, .table([:])),
  ]

  /// Returns the setting of a name.
  ///
  /// - Parameter name: `site.title`, or the name of a setting of one of `sites`: `sites.work.title`.
  package static func key(_ name: String) -> ConfigurationKey? {
    if let key = keys.first(where: { $0.name == name }) { return key }
    return SiteSetting(name).map { ConfigurationKey(name, like: $0.key) }
  }

  /// Returns the names that the user may have meant by `name`. For one of `sites`, these are the settings of a site.
  package static func names(like name: String) -> [String] {
    let site = name.split(separator: ".", maxSplits: 2).map(String.init)
    guard site.count == 3, site[0] == SiteSetting.group else { return keys.map(\.name) }
    return keys.map(\.name).filter { $0.hasPrefix("site.") }
      .map { "\(site[0]).\(site[1])." + $0.dropFirst("site.".count) }
  }

  /// Returns true if there are settings whose names begin with this one and a dot.
  static func isGroup(_ name: String) -> Bool {
    let site = name.hasPrefix(SiteSetting.group + ".") ? name.dropFirst(SiteSetting.group.count + 1) : nil
    return site.map { SiteSetting.isName(String($0)) } ?? keys.contains { $0.name.hasPrefix(name + ".") }
  }
}
