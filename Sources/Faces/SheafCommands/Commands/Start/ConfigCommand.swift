import ArgumentParser
import ByteBasics
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

struct ConfigCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    explained(
      "config", PackageResources.config_txt, ko: PackageResources.config_ko_txt,
      subcommands: [
        ConfigShowCommand.self, ConfigSetCommand.self,
        ConfigUnsetCommand.self, ConfigExportCommand.self,
        ConfigTrustCommand.self,
      ], defaultSubcommand: ConfigShowCommand.self)
  }
}

/// `sheaf config show`, and bare `sheaf config`
struct ConfigShowCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: localized(
        "Show all settings with their sources, or the value of one setting.",
        ko: "모든 설정과 그 출처, 또는 설정 하나의 값을 보여 줍니다."))
  }

  @Argument(help: help(.setting, "Show only the value of this setting.", ko: "값을 볼 설정"))
  var key: String?

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  func run(in context: CommandContext) throws {
    let repository = try? context.repository()
    let settings = context.configuration(of: repository)
    for problem in settings.problems { context.warn(problem.message) }
    if let key { return try SettingName(key).show(settings, in: context) }
    if json { return showJSON(settings, context) }
    // A narrow terminal has no room for columns.
    let width = (context.page.edge ?? .max) < 60 ? 0 : settings.keys.map(\.name.count).max() ?? 0
    for key in settings.keys {
      guard let setting = settings.settings[key.name] else { continue }
      let gap = String(repeating: " ", count: max(0, width - key.name.count))
      context.console.writeWrapped("\(key.name)\(gap)  \(setting.value)  (\(context.text(setting.origin.message)))")
    }
    guard let repository else { return }
    if settings.trust == .given {
      let file = context.shownPath(repository.configurationFile)
      context.note(Message("\(file) is trusted until it changes", ko: "파일이 바뀔 때까지 신뢰합니다: \(file)"))
    } else if !settings.ignored.isEmpty {
      context.tellOfIgnoredSettings(in: settings, of: repository)
    }
  }

  private func showJSON(_ settings: Configuration, _ context: CommandContext) {
    let items = settings.keys.compactMap { key -> JSONValue? in
      guard let setting = settings.settings[key.name] else { return nil }
      return .object([
        JSONValue.Member("key", .string(key.name)),
        JSONValue.Member("value", setting.value.json),
        JSONValue.Member("origin", .string(setting.origin.message.english)),
      ])
    }
    let ignored = settings.ignored.map { setting in
      JSONValue.object([
        JSONValue.Member("key", .string(setting.key)),
        JSONValue.Member("value", setting.value.json),
        JSONValue.Member("origin", .string("not trusted")),
      ])
    }
    context.console.writeLine(JSONValue.envelope(kind: "config", items: items + ignored).text(pretty: true))
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
    case .text(let text), .program(let text): .string(text)
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .list(let items): .array(items.map { .string($0) })
    case .table(let table):
      .object(table.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) })
    case .schemas: .string(description)
    }
  }
}

struct ConfigExportCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("export", PackageResources.config_export_txt, ko: PackageResources.config_export_ko_txt)
  }

  @Flag(name: .shortAndLong, help: help("Include settings that have their default.", ko: "기본값인 설정도 포함합니다."))
  var all = false

  func run(in context: CommandContext) throws {
    let settings = context.configuration(of: try? context.repository())
    for key in settings.keys {
      guard let setting = settings.settings[key.name], all || setting.value != key.defaultValue else { continue }
      context.console.writeLine(setting.value.yaml(for: key.name))
    }
  }
}

extension ConfigurationValue {
  /// Returns the setting as lines of `config.yaml`.
  fileprivate func yaml(for key: String) -> String {
    switch self {
    case .text(let text), .program(let text): "\(key): \(YAMLScalar.written(text))"
    case .boolean(let flag): "\(key): \(flag)"
    case .integer(let number): "\(key): \(number)"
    case .list(let items): "\(key): \(YAMLScalar.flowList(items))"
    case .table(let table):
      table.isEmpty
        ? "\(key): {}"
        : "\(key):"
          + table.sorted { $0.key < $1.key }.map {
            "\n  \(YAMLScalar.written($0.key)): \(YAMLScalar.doubleQuoted($0.value))"
          }.joined()
    case .schemas(let schemas):
      schemas.isEmpty ? "\(key): {}" : "\(key):\n" + SchemaText.lines(schemas).joined(separator: "\n")
    }
  }
}

struct ConfigTrustCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("trust", PackageResources.config_trust_txt, ko: PackageResources.config_trust_ko_txt)
  }

  @Flag(help: help("Remove the trust.", ko: "신뢰를 취소합니다."))
  var remove = false

  func run(in context: CommandContext) throws {
    let repository = try context.repository()
    let trust = RepositoryTrust(repository)
    let file = context.shownPath(repository.configurationFile)
    if remove {
      guard try trust.remove() else {
        context.note(Message("\(file) was not trusted", ko: "신뢰하지 않은 설정입니다: \(file)"))
        throw ExitStatus.negative
      }
      return context.note(Message("\(file) is no longer trusted", ko: "더는 신뢰하지 않습니다: \(file)"))
    }
    let configuration = try repository.configurationBytes() ?? []
    try trust.give(to: configuration)
    context.session.forgetSettings()
    context.note(Message("\(file) is trusted until it changes", ko: "파일이 바뀔 때까지 신뢰합니다: \(file)"))
    let settings = context.configuration(of: repository)
    for key in settings.keys where key.mayNeedTrust {
      guard let setting = settings.settings[key.name],
        case .file(repository.configurationFile, _) = setting.origin
      else { continue }
      context.console.writeLine("\(key.name): \(setting.value)")
    }
    for path in trust.programFiles(of: configuration) { context.console.writeLine(path) }
    for name in trust.environmentTemplates {
      context.console.writeLine(".sheaf/templates/\(name): {{env}}")
    }
    for name in trust.activeThemeFiles { context.console.writeLine(".sheaf/\(name)") }
  }
}
