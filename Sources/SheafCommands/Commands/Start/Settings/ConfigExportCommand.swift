import ArgumentParser
import NoteRepository
import NoteSyntax

/// `sheaf config export`
struct ConfigExportCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: localized(
        "Print the settings as a file that another repository can use.",
        ko: "설정을 다른 저장소에서 쓸 수 있는 파일로 출력합니다."),
      discussion: localized(
        """
        Examples:
          sheaf config export > settings.yaml
        """,
        ko: """
          예:
            sheaf config export > 설정.yaml
          """))
  }

  @Flag(help: help("Also those that have their default.", ko: "기본값인 설정도."))
  var all = false

  init() {}

  func run(in context: CommandContext) throws {
    let settings = context.configuration(of: try? context.repository())
    for key in ConfigurationCatalogue.keys {
      guard let setting = settings.settings[key.name], all || setting.value != key.defaultValue
      else { continue }
      context.console.writeLine(setting.value.yaml(for: key.name))
    }
  }
}

extension ConfigurationValue {
  /// The setting as lines of `config.yaml`.
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
    }
  }
}
