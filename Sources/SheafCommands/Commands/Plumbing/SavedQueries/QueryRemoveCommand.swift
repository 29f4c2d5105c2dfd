import ArgumentParser
import NoteModel
import NoteRepository
import Wording

/// `sheaf query remove`
struct QueryRemoveCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove", abstract: localized("Forget a saved query.", ko: "저장한 검색식을 지웁니다."),
      aliases: ["rm"])
  }

  @Argument(help: help("The name, without @.", ko: "@ 없는 이름."))
  var name: String

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print the difference.", ko: "쓰지 않고 달라질 것을 찍습니다."))
  var dryRun = false

  init() {}

  func run(in context: CommandContext) throws {
    let name = self.name.hasPrefix("@") ? String(self.name.dropFirst()) : self.name
    var views = context.configuration(of: try context.repository()).table("views")
    guard views.removeValue(forKey: name) != nil else {
      let nearest = nearestName(to: name, among: views.keys)
      throw UsageError(
        Message("There is no saved query @\(name)", ko: "저장한 검색식 @\(name)이(가) 없습니다"),
        hint: nearest.map { Message("Did you mean @\($0)?", ko: "@\($0)을(를) 뜻했나요?") })
    }
    if let user = Self.user(of: name, among: views, context) {
      throw UsageError(
        Message("@\(user) needs @\(name)", ko: "@\(user)이(가) @\(name)을(를) 씁니다"),
        hint: Message("Change or remove @\(user) first.", ko: "@\(user)을(를) 먼저 고치거나 지우세요."))
    }
    try context.changeConfiguration(dryRun: dryRun) { bytes throws(ConfigurationRefusal) in
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
