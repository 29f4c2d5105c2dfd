import ArgumentParser
import NoteActions
import NoteModel
import NotePresentation
import Wording

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

  @OptionGroup var options: EditOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    var places =
      try options.interactive
      ? NotePicker(context, workspace).choose(among: options.notes).map { NotePosition($0) }
      : options.notes.flatMap { try named($0, context, workspace) }
    if let condition = options.selection.condition {
      places += try context.notes(where: condition, in: workspace).map { NotePosition($0) }
    }
    places = places.uniqued()
    if let expect = options.selection.writing.expect, expect != places.count {
      throw ExpectationError(expected: expect, actual: places.count)
    }
    guard !options.selection.writing.dryRun else {
      for place in places {
        context.console.writeLine(place.text)
      }
      return
    }
    if places.isEmpty { throw ExitStatus.negative }
    if places.count > max(options.notes.count, 1), !options.interactive,
      options.selection.writing.expect == nil
    {
      try context.confirm(
        Message("Open \(counted(places.count, "note"))?", ko: "메모 \(places.count)개를 열까요?"))
    }
    let session = EditSession(context: context, workspace: workspace)
    for place in places { try session.edit(place.path, line: place.line) }
  }

  /// One place, or the notes of a folder or a query.
  private func named(
    _ word: String, _ context: CommandContext, _ workspace: Workspace
  ) throws -> [NotePosition] {
    do {
      return [try context.place(word, in: workspace)]
    } catch NoteLookupError.notFound {
      return try context.notes(word, in: workspace).map { NotePosition($0) }
    }
  }
}
