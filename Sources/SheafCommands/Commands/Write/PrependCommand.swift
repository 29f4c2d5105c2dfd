import ArgumentParser
import NoteSyntax

/// `sheaf prepend`
struct PrependCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "prepend",
      abstract: localized(
        "Add text at the beginning of a note, after its title, or of a section.",
        ko: "메모의 제목 바로 아래나 절의 처음에 텍스트를 추가합니다."),
      discussion: localized(
        """
        Examples:
          sheaf prepend 'Reading list' '- Solaris'
        """,
        ko: """
          예:
            sheaf prepend '읽을 책' '- 솔라리스'
          """))
  }

  @OptionGroup var insertion: InsertionArguments
  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    try insertion.insert(at: .beginning, writing, in: context)
  }
}
