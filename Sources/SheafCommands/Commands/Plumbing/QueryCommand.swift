import ArgumentParser

/// `sheaf query`
struct QueryCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "query",
      abstract: localized(
        "Save queries under a name; @name uses one in any query.",
        ko: "검색식을 이름으로 저장합니다. 검색식 안에서 @이름으로 사용할 수 있습니다."),
      discussion: localized(
        """
        Examples:
          sheaf query save urgent 'is:open priority:>normal'
          sheaf list @urgent tag:work
        """,
        ko: """
          예:
            sheaf query save 급한것 'is:open priority:>normal'
            sheaf list @급한것 tag:일
          """),
      subcommands: [QueryListCommand.self, QuerySaveCommand.self, QueryRemoveCommand.self],
      defaultSubcommand: QueryListCommand.self)
  }

  init() {}
}
