import ArgumentParser
import NoteSyntax

/// `sheaf append`
struct AppendCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "append",
      abstract: localized(
        "Add text at the end of a note, or of the section under a heading.",
        ko: "메모의 끝이나 제목 아래 절의 끝에 텍스트를 추가합니다."),
      discussion: localized(
        """
        Examples:
          sheaf append shopping milk and bread
          sheaf append 'Plan#Next steps' '- call Jieun'
          pbpaste | sheaf append clips -
        """,
        ko: """
          예:
            sheaf append 장보기 우유와 빵
            sheaf append '계획#다음 단계' '- 지은에게 전화'
            pbpaste | sheaf append 스크랩 -
          """))
  }

  @OptionGroup var insertion: InsertionArguments
  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    try insertion.insert(at: .end, writing, in: context)
  }
}
