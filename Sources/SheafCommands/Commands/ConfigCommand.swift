import ArgumentParser
import NotePresentation
import NoteRepository
import Wording

/// `sheaf config`
struct ConfigCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "config",
      abstract: localized(
        "Show every setting with where it comes from.", ko: "모든 설정과 그 출처를 보입니다."))
  }

  @Argument(help: help("Only this setting's value.", ko: "이 설정의 값만."))
  var key: String?

  @Flag(help: help("One JSON document.", ko: "JSON 문서 하나로."))
  var json = false

  func run(in context: CommandContext) throws {
    let repository = try? context.repository()
    let settings = context.configuration(of: repository)
    for problem in settings.problems { context.warn(problem.message) }
    if let key { return try showOne(key, settings, context) }
    if json { return showJSON(settings, context) }
    let width = ConfigurationCatalogue.keys.map(\.name.count).max() ?? 0
    for key in ConfigurationCatalogue.keys {
      guard let setting = settings.settings[key.name] else { continue }
      let gap = String(repeating: " ", count: width - key.name.count)
      context.console.writeLine(
        "\(key.name)\(gap)  \(setting.value)  (\(context.text(setting.origin.message)))")
    }
  }

  private func showOne(
    _ key: String, _ settings: Configuration, _ context: CommandContext
  ) throws {
    guard let setting = settings.settings[key] else {
      let nearest = nearestName(to: key, among: ConfigurationCatalogue.keys.map(\.name))
      throw UsageError(
        Message("There is no setting “\(key)”", ko: "“\(key)” 설정이 없습니다"),
        hint: nearest.map { Message("Did you mean “\($0)”?", ko: "“\($0)”을(를) 뜻했나요?") })
    }
    context.console.writeLine("\(setting.value)")
  }

  private func showJSON(_ settings: Configuration, _ context: CommandContext) {
    let items = ConfigurationCatalogue.keys.compactMap { key -> JSONValue? in
      guard let setting = settings.settings[key.name] else { return nil }
      return .object([
        JSONValue.Member("key", .string(key.name)),
        JSONValue.Member("value", setting.value.json),
        JSONValue.Member("origin", .string(setting.origin.message.english)),
      ])
    }
    context.console.writeLine(JSONValue.envelope(kind: "config", items: items).text(pretty: true))
  }
}

extension Configuration.Origin {
  fileprivate var message: Message {
    switch self {
    case .defaults: Message("default", ko: "기본값")
    case .file(let path, let line): Message(verbatim: "\(path):\(line)")
    case .environment(let variable): Message(verbatim: variable)
    }
  }
}

extension ConfigurationValue {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .list(let items): .array(items.map { .string($0) })
    case .table(let table):
      .object(table.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) })
    }
  }
}
