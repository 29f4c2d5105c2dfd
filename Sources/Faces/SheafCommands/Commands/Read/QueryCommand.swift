import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

struct QueryCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    explained(
      "query", PackageResources.query_txt, ko: PackageResources.query_ko_txt,
      subcommands: [QueryListCommand.self, QuerySaveCommand.self, QueryRemoveCommand.self],
      defaultSubcommand: QueryListCommand.self)
  }
}

/// `sheaf query`
struct QueryListCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("show", PackageResources.query_list_txt, ko: PackageResources.query_list_ko_txt)
  }

  @OptionGroup var listing: ListingOptions

  func run(in context: CommandContext) throws {
    let repository = try context.repository()
    let workspace = try context.workspace(of: repository, context.configuration(of: repository))
    let views = workspace.configuration.table("views").sorted { $0.key < $1.key }
    let report = try listing.order.rowOrder.arranged(
      SavedQueryReport(views.map { SavedQueryReport.Row(name: $0.key, query: $0.value) }))
    var rows = Listing(report, listing)
    rows.whenEmpty = {
      Message(
        "No saved queries. “sheaf query save NAME QUERY” saves one.",
        ko: "저장한 검색식이 없습니다. “sheaf query save 이름 검색식”으로 저장할 수 있습니다.")
    }
    try rows.show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }
}

/// `sheaf query rm`
struct QueryRemoveCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("rm", PackageResources.query_remove_txt, ko: PackageResources.query_remove_ko_txt)
  }

  @Argument(help: help(.savedQuery, "Name of the query, without @.", ko: "검색식의 이름(@ 없이)"))
  var name: String

  @OptionGroup var writing: DryRunOption<ChangedNotes>

  func run(in context: CommandContext) throws {
    let name = self.name.hasPrefix("@") ? String(self.name.dropFirst()) : self.name
    var views = context.configuration(of: try context.repository()).table("views")
    guard views.removeValue(forKey: name) != nil else {
      let nearest = nearestName(to: name, among: views.keys)
      throw UsageError(
        Message("Unknown saved query @\(name)", ko: "저장한 검색식이 아닙니다: @\(name)"),
        hint: nearest.map { .didYouMean("@\($0)") })
    }
    if let user = Self.user(of: name, among: views, context) {
      throw UsageError(
        Message("@\(user) uses @\(name)", ko: "@\(user)에서 @\(name) 검색식을 사용합니다"),
        hint: Message("Change or remove @\(user) first.", ko: "@\(user) 검색식을 먼저 고치거나 지우세요."))
    }
    try context.changeConfiguration(dryRun: writing.dryRun) { bytes throws(Problem) in
      try ConfigurationEditor.setting(name, of: "views", to: nil, in: bytes)
    }
    if !writing.dryRun { context.note(Message("@\(name) removed", ko: "삭제했습니다: @\(name)")) }
  }

  /// Returns a saved query that cannot be read without this query.
  private static func user(of name: String, among views: [String: String], _ context: CommandContext) -> String? {
    views.keys.sorted().first { other in
      do throws(QueryError) {
        _ = try QueryParser.parse("@" + other, now: context.clock(), views: views)
        return false
      } catch {
        if case .unknownView(name, _) = error.reason { return true }
        return false
      }
    }
  }
}

struct QuerySaveCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("save", PackageResources.query_save_txt, ko: PackageResources.query_save_ko_txt)
  }

  @Argument(help: help(.name, "Name of the query, without @.", ko: "검색식의 이름(@ 없이)"))
  var name: String

  @Argument(
    help: help(.query, "Query to save; it may use other saved queries.", ko: "저장할 검색식. 저장한 다른 검색식을 사용할 수 있음"))
  var query: [String]

  @OptionGroup var writing: DryRunOption<ChangedNotes>

  func run(in context: CommandContext) throws {
    let name = self.name.hasPrefix("@") ? String(self.name.dropFirst()) : self.name
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
      throw UsageError(
        Message("Invalid query name “\(name)”", ko: "검색식의 이름으로 쓸 수 없습니다: “\(name)”"),
        hint: Message("Use letters, digits, - and _.", ko: "글자, 숫자, -, _을 사용할 수 있습니다."))
    }
    let text = try context.typedText(query)
    let configuration = context.configuration(of: try context.repository())
    var views = configuration.table("views")
    views[name] = text
    let read: Query
    do throws(QueryError) {
      read = try QueryParser.parse("@" + name, now: context.clock(), views: views).query
    } catch {
      throw QueryMistake(error: error)
    }
    try context.changeConfiguration(dryRun: writing.dryRun) { bytes throws(Problem) in
      try ConfigurationEditor.setting(name, of: "views", to: text, in: bytes)
    }
    guard !writing.dryRun else { return }
    let count = try context.openWorkspace().index.notes(NoteRequest(query: read, now: context.clock())).count
    context.note(
      Message(
        "@\(name) saved: \(text), \(counted(count, "note")) now", ko: "저장했습니다: @\(name) = \(text) (현재 메모 \(count)개)"))
  }
}

extension CommandContext {
  /// Changes the repository's `config.yaml`, or makes it; one step of `undo`.
  ///
  /// - Parameters:
  ///   - dryRun: Only prints the difference.
  ///   - grantsTrust: True for a setting that needs trust. The user who types it has given it, unless the repository
  ///     has something else that needs trust.
  ///   - change: From the bytes of the file, empty if there is none, to its new bytes.
  func changeConfiguration(dryRun: Bool, grantsTrust: Bool = false, _ change: ([UInt8]) throws -> [UInt8]) throws {
    var audience: [UInt8]?
    let trusted = try write(WriteOptions(dryRun: dryRun, account: .never)) { workspace, transaction -> [UInt8]? in
      audience = workspace.configuration.audience
      let path = NotePath(trusted: ".sheaf/config.yaml")
      let trust = RepositoryTrust(workspace.repository)
      let mayTrust =
        grantsTrust && workspace.configuration.trust == .unneeded
        && trust.environmentTemplates.isEmpty && trust.activeThemeFiles.isEmpty
      guard workspace.files.fingerprint(path) != nil else {
        let after = try change([])
        transaction.create(path, after)
        return mayTrust ? after : nil
      }
      let before = try workspace.originals.read(path)
      let after = try change(before)
      transaction.replace(path, expecting: before, with: after)
      return mayTrust || trust.covers(before) ? after : nil
    }
    // The user's own change of a configuration that the user trusts ends no trust.
    if !dryRun, let trusted { try RepositoryTrust(try repository()).give(to: trusted) }
    guard !dryRun, let audience else { return }
    session.forgetSettings()
    let workspace = try openWorkspace()
    AudienceChanges(inState: workspace.repository.stateFolder).remember(audience, workspace.configuration.audience)
  }
}
