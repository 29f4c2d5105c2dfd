import ArgumentParser

/// `sheaf git`
struct GitCommands: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "git",
      abstract: localized("Set git up for notes.", ko: "메모에 맞게 git을 설정합니다."),
      discussion: localized(
        """
        Examples:
          sheaf git setup
        """,
        ko: """
          예:
            sheaf git setup
          """),
      subcommands: [GitSetupCommand.self])
  }

  init() {}
}
