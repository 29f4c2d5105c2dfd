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
        "Print a note in a form to compare.", ko: "비교하기 좋은 형태로 메모를 출력합니다."),
      discussion: localized(
        """
        Examples:
          sheaf textconv Memo/plan.md

        One line per value of the front matter, days with their weekday, then the text. The text of a sealed letter is
        not shown. Changes of quotes and order do not appear.

        For a diff driver of your own: “git config diff.NAME.textconv "sheaf textconv --"” and “*.md diff=NAME” in
        .git/info/attributes. Git then starts a program for each version of each note; its patches do not apply, and
        “git blame” counts the lines of this text. “sheaf diff” and “sheaf log” need none of it.
        """,
        ko: """
          예:
            sheaf textconv Memo/계획.md

          머리말의 값을 한 줄에 하나씩, 날짜는 요일과 함께 출력하고 본문을 이어서 출력합니다. 봉인한 편지의 본문은 표시하지
          않습니다. 따옴표와 순서의 변화는 나타나지 않습니다.

          직접 diff 드라이버로 쓰려면 “git config diff.이름.textconv "sheaf textconv --"”를 실행하고
          .git/info/attributes에 “*.md diff=이름”을 적으세요. 그러면 git이 메모의 판마다 프로그램을 실행하고, 패치를 적용할 수
          없으며, “git blame”의 줄 번호가 달라집니다. “sheaf diff”와 “sheaf log”에는 필요하지 않습니다.
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
