import ArgumentParser
import CivilCalendar
import NoteActions
import NoteRepository
import Wording

/// `sheaf textconv`
struct TextconvCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "textconv",
      abstract: localized(
        "Print a note as git diff compares it.", ko: "git diff로 비교할 형태로 메모를 출력합니다."),
      discussion: localized(
        """
        Examples:
          sheaf textconv Memo/plan.md

        Git runs this for “git diff” and “git log -p” where “sheaf git setup” registered it: one line per value of the
        front matter, days with their weekday, then the text. The text of a sealed letter is not shown. Changes of
        quotes and order do not appear; “git diff --no-textconv” shows every byte.
        """,
        ko: """
          예:
            sheaf textconv Memo/계획.md

          “sheaf git setup”으로 등록하면 “git diff”와 “git log -p”에서 git이 실행합니다. 머리말의 값을 한 줄에 하나씩,
          날짜는 요일과 함께 출력하고 본문을 이어서 출력합니다. 봉인한 편지의 본문은 표시하지 않습니다. 따옴표와 순서의
          변화는 나타나지 않으므로, 모든 바이트를 비교하려면 “git diff --no-textconv”를 사용하세요.
          """))
  }

  @Argument(help: help("The file.", ko: "파일"))
  var file: String

  init() {}

  func run(in context: CommandContext) throws {
    let bytes = try readNamedFile(context.absolutePath(file))
    let notice = SealedText(bytes, today: context.clock().day).map { sealed in
      context.text(
        Message(
          "(sealed until \(sealed.until); the text is not shown)",
          ko: "(\(sealed.until)까지 봉인되어 본문을 표시하지 않습니다)"))
    }
    context.console.write(
      ReadableNote(
        bytes, in: context.language == .korean ? .korean : .english, notice: notice
      ).text)
  }
}
