import ArgumentParser
import NoteModel
import NotePresentation

/// `sheaf edit`
struct EditCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit",
      abstract: localized("Open notes in the editor.", ko: "메모를 편집기로 엽니다."),
      discussion: localized(
        """
        Examples:
          sheaf edit budget
          sheaf edit 2:14
          sheaf edit 'Plan#Next steps'
          sheaf edit --where 'tag:draft' --expect 3

        The editor opens the file itself, at the given line. “sheaf undo” restores the previous text.
        """,
        ko: """
          예:
            sheaf edit 예산
            sheaf edit 2:14
            sheaf edit '계획#다음 단계'
            sheaf edit --where 'tag:초안' --expect 3

          편집기는 파일을 직접 엽니다. 줄이나 제목을 지정하면 그 자리에서 엽니다. “sheaf undo”로 이전 내용을
          되살릴 수 있습니다.
          """))
  }

  @Argument(
    help: help(
      "Notes, NOTE:LINE, NOTE#HEADING; with -i a query.", ko: "메모, 메모:줄, 메모#제목(-i와 함께: 검색식)"))
  var notes: [String] = []

  @Flag(
    name: [.customShort("i"), .long],
    help: help(
      "Choose from the notes that match a query.", ko: "검색식에 맞는 메모에서 고릅니다."))
  var interactive = false

  @Option(
    name: .customLong("where"),
    help: help("Also the notes that match this query.", ko: "이 검색식에 맞는 메모도 포함합니다."))
  var condition: String?

  @Option(
    help: help("Abort unless exactly N notes would be opened.", ko: "열 메모가 정확히 N개가 아니면 중단합니다."))
  var expect: Int?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Open nothing; list the notes.", ko: "열지 않고 메모 목록만 출력합니다."))
  var dryRun = false

  init() {}

  func validate() throws {
    if notes.isEmpty, !interactive, condition == nil {
      throw ValidationError(
        localized(
          "No note given. Use -i to choose from a list.", ko: "메모를 지정하지 않았습니다. -i로 고를 수 있습니다"))
    }
  }

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    var places =
      try interactive
      ? NotePicker(context, workspace).choose(among: notes).map { RowPlace($0) }
      : notes.map { try context.place($0, in: workspace) }
    if let condition {
      places += try context.notes(where: condition, in: workspace).map { RowPlace($0) }
    }
    places = places.uniqued()
    if let expect, expect != places.count {
      throw ExpectationError(expected: expect, actual: places.count)
    }
    guard !dryRun else {
      for place in places {
        context.console.writeLine(LocatedTask.reference(place.path.string, line: place.line))
      }
      return
    }
    if places.isEmpty { throw ExitStatus.negative }
    let session = EditSession(context: context, workspace: workspace)
    for place in places { try session.edit(place.path, line: place.line) }
  }
}
