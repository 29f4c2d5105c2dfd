import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository

/// `sheaf mv`
struct MvCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "mv",
      abstract: localized(
        "Move notes, files and folders, and update every link.", ko: "메모, 파일, 폴더를 옮기고 링크를 모두 고칩니다."),
      discussion: localized(
        """
        The last argument is a folder if it exists or ends in a slash, else a new name for a single file or folder.
        Only links that would break are rewritten, each in its own style. Links whose position cannot be determined
        exactly are reported, not guessed.

        Examples:
          sheaf mv @ Archive/
          sheaf mv Memo/Plan.md Memo/2027/Roadmap.md
          sheaf mv Memo/Old Memo/New --dry-run
          sheaf mv --where 'kind:task status:done' Archive/
        """,
        ko: """
          마지막 인수는 있는 폴더이거나 /로 끝나면 폴더이고, 아니면 파일이나 폴더 하나의 새 이름입니다. 끊길 링크만 원래 형식대로 고칩니다.
          위치를 정확히 알 수 없는 링크는 고치지 않고 표시합니다.

          예:
            sheaf mv @ 보관함/
            sheaf mv Memo/계획.md Memo/2027/로드맵.md
            sheaf mv Memo/옛것 Memo/새것 --dry-run
            sheaf mv --where 'kind:task status:done' 보관함/
          """))
  }

  @Argument(help: help(.movedPaths, "Notes or folders to move, then the destination.", ko: "옮길 메모나 폴더, 마지막에 옮길 곳"))
  var words: [String]

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  init() {}

  func validate() throws {
    guard words.count > (change.condition == nil ? 1 : 0) else {
      throw ValidationError(
        localized("mv needs a note and a destination", ko: "옮길 메모와 옮길 곳이 필요합니다"))
    }
  }

  func run(in context: CommandContext) throws {
    try context.refuseInput([words[words.count - 1]])
    let (moves, linkFixes) = try context.write(change.writing.care) { workspace, transaction in
      let named = try NamedPlaces(.files, context, workspace).places(words.dropLast(), where: change.condition)
      let destination = try MoveDestination(
        words[words.count - 1], in: context.workingDirectory, workspace)
      let moves = try destination.moves(of: named.map(\.path).uniqued())
      let linkFixes = try transaction.carryOut(RenamePlan(moves, in: workspace))
      transaction.subject = moves.moves.last?.to
      return (moves, linkFixes)
    }
    if !change.writing.dryRun { for move in moves.moves { context.console.writeLine(move.to.string) } }
    context.report(linkFixes, dryRun: change.writing.dryRun)
  }
}
