import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// `sheaf open`
struct OpenCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open",
      abstract: localized(
        "Open a link of a note in the program for it.", ko: "메모의 링크를 알맞은 프로그램으로 엽니다."),
      discussion: localized(
        """
        Web pages, mail addresses, telephone numbers and attachments are opened with the setting “opener”; a link to
        a note shows that note.

        Examples:
          sheaf open Index              its only link, or a choice
          sheaf open Index 2            the second
          sheaf open Index example.com  the one that contains these words
        """,
        ko: """
          웹 페이지, 메일 주소, 전화번호, 첨부 파일은 “opener” 설정의 프로그램으로 열고, 메모로 가는 링크는 그 메모를 보여
          줍니다.

          예:
            sheaf open 목차              하나뿐이면 그 링크, 여럿이면 고르기
            sheaf open 목차 2            두 번째 링크
            sheaf open 목차 example.com  이 텍스트가 있는 링크
          """))
  }

  @Argument(help: help("A note.", ko: "메모"))
  var note: String

  @Argument(help: help("The number of a link, or words in it.", ko: "링크의 번호나 링크에 있는 단어"))
  var link: String?

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let path = try context.note(note, in: workspace)
    try context.refuseSealed(try workspace.note(at: path))
    let links = try workspace.index.links(from: path, today: context.clock().day)
      .filter { $0.state == .resolved || $0.state == .external && !$0.destination.isEmpty }
    let chosen = try LinkChoice(links, of: path, context).choose(link)
    if let target = chosen.target, target.isMarkdown {
      TerminalMemory(context, workspace).rememberTouched(target)
      let shown = try workspace.note(at: target)
      try context.refuseSealed(shown)
      return try context.draw(shown, in: workspace)
    }
    try LinkOpener(context, workspace).open(chosen)
  }
}
