import ArgumentParser
import CivilCalendar
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteWorkspace
import Wording

/// `sheaf links`
struct LinksCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "links",
      abstract: localized(
        "Show the links of a note, the links to it, or the broken ones.",
        ko: "메모의 링크, 메모로 오는 링크, 끊긴 링크를 보입니다."),
      discussion: localized(
        """
        Examples:
          sheaf links Index             what Index links to
          sheaf links --to Index        what links to it
          sheaf links --broken          every link that leads nowhere
        """,
        ko: """
          보기:
            sheaf links 목차              목차에서 나가는 링크
            sheaf links --to 목차         목차로 들어오는 링크
            sheaf links --broken          끊긴 링크 모두
          """))
  }

  @Argument(help: help("A note.", ko: "메모."))
  var note: String?

  @Option(help: help("The links that lead to this note.", ko: "이 메모로 오는 링크."))
  var to: String?

  @Flag(help: help("Links that lead nowhere or to several notes.", ko: "끊겼거나 여럿에 맞는 링크."))
  var broken = false

  @Flag(help: help("Notes that no other note links to.", ko: "아무 메모도 가리키지 않는 메모."))
  var orphans = false

  @OptionGroup var output: OutputOptions

  init() {}

  func validate() throws {
    let count = [note != nil, to != nil, broken, orphans].filter(\.self).count
    guard count == 1 else {
      throw ValidationError(
        localized(
          "Name a note, or one of --to, --broken and --orphans.",
          ko: "메모를 쓰거나 --to, --broken, --orphans 가운데 하나를 쓰세요."))
    }
  }

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    if orphans {
      var list = try ListCommand.parse(["is:orphan"])
      list.output = output
      return try list.run(in: context)
    }
    let today = context.clock().day
    var links: [LinkRow] = []
    if let to {
      links = try workspace.index.links(to: try context.note(to, in: workspace), today: today)
    } else if broken {
      links = try workspace.index.brokenLinks(today: today)
    } else if let note {
      let path = try context.note(note, in: workspace)
      try context.refuseSealed(try workspace.note(at: path))
      links = try workspace.index.links(from: path, today: today)
    }
    let report = LinkReport(links: links, showsSources: note == nil)
    context.show(
      report, output, paths: links.map(\.source),
      pager: workspace.configuration.nonEmptyText("pager"))
    if links.isEmpty { throw ExitStatus.negative }
  }
}
