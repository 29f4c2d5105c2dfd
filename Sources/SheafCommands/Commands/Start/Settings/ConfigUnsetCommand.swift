import ArgumentParser
import NoteRepository
import Wording

/// `sheaf config unset`
struct ConfigUnsetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "unset",
      abstract: localized(
        "Take a setting out of the configuration and change nothing else in it.",
        ko: "설정 파일에서 설정 하나를 지우고 다른 내용은 바꾸지 않습니다."),
      discussion: localized(
        """
        Examples:
          sheaf config unset folders.memo
          sheaf config unset alias.w --user
        """,
        ko: """
          예:
            sheaf config unset folders.memo
            sheaf config unset alias.w --user
          """))
  }

  @Argument(help: help("The setting.", ko: "설정"))
  var key: String

  @OptionGroup var file: ConfigFileOptions

  init() {}

  func run(in context: CommandContext) throws {
    let name = try SettingName(key)
    try file.change(name.key, in: context) { bytes in
      if let entry = name.entry {
        return try ConfigurationTableEditor(bytes, table: name.key.name).setting(entry, to: nil)
      }
      return try ConfigurationReset.removing(name.key.name, from: bytes)
    }
  }
}
