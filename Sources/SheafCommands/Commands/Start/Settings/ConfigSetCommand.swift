import ArgumentParser
import NoteRepository
import Wording

/// `sheaf config set`
struct ConfigSetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "set",
      abstract: localized(
        "Write a setting into the configuration and change nothing else in it.",
        ko: "설정 파일에 설정 하나를 저장하고 다른 내용은 바꾸지 않습니다."),
      discussion: localized(
        """
        Examples:
          sheaf config set folders.memo Notes
          sheaf config set editor 'nvim'
          sheaf config set alias.w list tag:work --user

        Comments and all other bytes stay. Settings that run programs, and all settings outside a repository, go to your
        own configuration, the others to the repository's.
        """,
        ko: """
          예:
            sheaf config set folders.memo 메모
            sheaf config set editor 'nvim'
            sheaf config set alias.w list tag:일 --user

          주석을 비롯한 다른 내용은 1바이트도 바뀌지 않습니다. 프로그램을 실행하는 설정과 저장소 밖에서 지정한 설정은 사용자
          설정 파일에, 나머지는 저장소 설정 파일에 저장합니다.
          """))
  }

  @Argument(help: help("The setting.", ko: "설정"))
  var key: String

  @Argument(
    parsing: .allUnrecognized, help: help("Its value; a list with commas.", ko: "값. 목록은 쉼표로 구분"))
  var value: [String]

  @OptionGroup var file: ConfigFileOptions

  init() {}

  func run(in context: CommandContext) throws {
    let name = try SettingName(key)
    let text = value.filter { $0 != "--" }.joined(separator: " ")
    try file.change(name.key, in: context) { bytes in
      if let entry = name.entry {
        return try ConfigurationTableEditor(bytes, table: name.key.name).setting(entry, to: text)
      }
      return try ConfigurationEditor.setting(name.key, to: text, in: bytes)
    }
  }
}
