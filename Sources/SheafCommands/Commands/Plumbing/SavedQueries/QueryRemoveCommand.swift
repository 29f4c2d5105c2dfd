import ArgumentParser
import NoteModel
import NoteRepository
import Wording

/// `sheaf query remove`
struct QueryRemoveCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove", abstract: localized("Delete a saved query.", ko: "저장한 검색식을 지웁니다."),
      discussion: localized(
        """
        Examples:
          sheaf query remove urgent
        """,
        ko: """
          예:
            sheaf query remove 급한것
          """),
      aliases: ["rm"])
  }

  @Argument(help: help("The name, without @.", ko: "이름(@ 없이)"))
  var name: String

  @OptionGroup var writing: DryRunOption<ChangedNotes>

  init() {}

  func run(in context: CommandContext) throws {
    let name = self.name.hasPrefix("@") ? String(self.name.dropFirst()) : self.name
    var views = context.configuration(of: try context.repository()).table("views")
    guard views.removeValue(forKey: name) != nil else {
      let nearest = nearestName(to: name, among: views.keys)
      throw UsageError(
        Message("There is no saved query @\(name)", ko: "저장한 검색식 @\(name) 항목을 찾을 수 없습니다"),
        hint: nearest.map { Message("Did you mean @\($0)?", ko: "혹시 @\($0)인가요?") })
    }
    if let user = Self.user(of: name, among: views, context) {
      throw UsageError(
        Message("@\(user) uses @\(name)", ko: "@\(user)에서 @\(name) 검색식을 사용합니다"),
        hint: Message("Change or remove @\(user) first.", ko: "@\(user) 검색식을 먼저 고치거나 지우세요."))
    }
    try context.changeConfiguration(dryRun: writing.dryRun) { bytes throws(ConfigurationRefusal) in
      try ConfigurationTableEditor(bytes, table: "views").setting(name, to: nil)
    }
  }

  /// Another saved query that cannot be read without this one.
  private static func user(
    of name: String, among views: [String: String], _ context: CommandContext
  ) -> String? {
    views.keys.sorted().first { other in
      do throws(QueryError) {
        _ = try QueryParser.parse("@" + other, now: context.clock(), views: views)
        return false
      } catch {
        return error.reason == .unknownView(name)
      }
    }
  }
}
