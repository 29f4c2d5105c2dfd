import ArgumentParser
import ByteBasics
import NoteRepository
import Wording

/// `sheaf config reset`
struct ConfigResetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "reset",
      abstract: localized(
        "Take a setting, or all of them, out of the repository's configuration.",
        ko: "저장소 설정 파일에서 설정 하나 또는 전부를 지웁니다."),
      discussion: localized(
        """
        Examples:
          sheaf config reset folders.memo
          sheaf config reset --dry-run

        Comments stay. “sheaf undo” takes it back.
        """,
        ko: """
          예:
            sheaf config reset folders.memo
            sheaf config reset --dry-run

          주석은 그대로 둡니다. “sheaf undo”로 되돌릴 수 있습니다.
          """))
  }

  @Argument(help: help("Only this setting.", ko: "이 설정만."))
  var key: String?

  @OptionGroup var writing: DryRunOption<ChangedNotes>

  init() {}

  func run(in context: CommandContext) throws {
    if let key, !ConfigurationCatalogue.keys.contains(where: { $0.name == key }) {
      let nearest = nearestName(to: key, among: ConfigurationCatalogue.keys.map(\.name))
      throw UsageError(
        Message("There is no setting “\(key)”", ko: "없는 설정입니다: “\(key)”"),
        hint: nearest.map { Message("Did you mean “\($0)”?", ko: "혹시 “\($0)”인가요?") })
    }
    let key = key
    try context.changeConfiguration(dryRun: writing.dryRun) { bytes throws(ConfigurationRefusal) in
      try ConfigurationReset.removing(key, from: bytes)
    }
  }
}
