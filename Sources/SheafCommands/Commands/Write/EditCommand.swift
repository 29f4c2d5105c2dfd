import ArgumentParser
import NoteModel

/// `sheaf edit`
struct EditCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit",
      abstract: localized("Open notes in the editor.", ko: "메모를 편집기로 엽니다."),
      discussion: localized(
        """
        The editor works on a copy. What it saved is put back when it ends well and the note was not changed
        meanwhile; otherwise it is kept in a file that is named.

        Examples:
          sheaf edit today
          sheaf edit --where 'tag:draft' --expect 3
        """,
        ko: """
          편집기는 사본을 엽니다. 편집기가 잘 끝나고 그사이 메모가 바뀌지 않았으면 저장한 것을 메모에 옮기고,
          아니면 파일에 남기고 그 경로를 알립니다.

          보기:
            sheaf edit 오늘
            sheaf edit --where 'tag:초안' --expect 3
          """))
  }

  @Argument(help: help("Notes; with -i a query.", ko: "메모. -i와 함께 쓰면 검색식."))
  var notes: [String] = []

  @Flag(
    name: [.customShort("i"), .long],
    help: help(
      "Choose among the notes of a query, with fzf where it is installed.",
      ko: "검색식에 맞는 메모에서 고릅니다. fzf가 있으면 씁니다."))
  var interactive = false

  @Option(
    name: .customLong("where"), help: help("Also the notes of this query.", ko: "이 검색식에 맞는 메모도."))
  var condition: String?

  @Option(help: help("Refuse unless so many notes would open.", ko: "열릴 메모가 이만큼이 아니면 거절합니다."))
  var expect: Int?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Open nothing; name the notes.", ko: "열지 않고 메모의 이름만 찍습니다."))
  var dryRun = false

  init() {}

  func validate() throws {
    if notes.isEmpty, !interactive, condition == nil {
      throw ValidationError(localized("Name notes, or choose with -i.", ko: "메모를 쓰거나 -i로 고르세요."))
    }
  }

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    var paths =
      try interactive
      ? NotePicker(context, workspace).choose(among: notes)
      : notes.map { try context.note($0, in: workspace) }
    if let condition { paths += try context.notes(where: condition, in: workspace) }
    paths = paths.uniqued()
    if let expect, expect != paths.count {
      throw ExpectationError(expected: expect, actual: paths.count)
    }
    guard !dryRun else {
      for path in paths { context.console.writeLine(path.string) }
      return
    }
    if paths.isEmpty { throw ExitStatus.negative }
    let session = EditSession(context: context, workspace: workspace)
    for path in paths { try session.edit(path) }
  }
}
