import ArgumentParser
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// `sheaf context`
struct QueryContextCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "context",
      abstract: localized(
        "Keep a query for all listings in this terminal.", ko: "이 터미널의 모든 목록에 적용할 검색식을 정합니다."),
      discussion: localized(
        """
        Listings on a terminal then show only what matches this query too, and say so. Scripts, --where and the pages of
        the site are not affected. Without words the query is printed, such as for a prompt.

        Examples:
          sheaf context tag:work
          sheaf context @home
          sheaf context
          sheaf context -
        """,
        ko: """
          터미널의 목록에는 이 검색식에도 맞는 것만 표시하고, 적용한 검색식을 알려 줍니다. 스크립트, --where, 사이트에는 적용하지
          않습니다. 아무것도 입력하지 않으면 검색식을 출력하므로 프롬프트에 쓸 수 있습니다.

          예:
            sheaf context tag:일
            sheaf context @집
            sheaf context
            sheaf context -
          """))
  }

  @Argument(help: help(.query, "A query; - ends the context.", ko: "검색식. -이면 적용을 끝냄"))
  var query: [String] = []

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let memory = TerminalMemory(context, workspace)
    guard !query.isEmpty else {
      guard let text = memory.context else { throw ExitStatus.negative }
      return context.console.writeLine(text)
    }
    if query == ["-"] { return memory.rememberContext(nil) }
    _ = try context.parsedQuery(query, in: workspace)
    let text = query.map { $0.contains(" ") ? "(\($0))" : $0 }.joined(separator: " ")
    memory.rememberContext(text)
    context.note(TerminalMemory.contextNote(text))
  }
}
