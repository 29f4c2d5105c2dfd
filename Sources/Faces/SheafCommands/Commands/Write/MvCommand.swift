import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository

struct MvCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("mv", PackageResources.mv_txt, ko: PackageResources.mv_ko_txt)
  }

  @Argument(help: help(.movedPaths, "Notes or folders to move, then the destination.", ko: "옮길 메모나 폴더, 마지막에 옮길 곳"))
  var words: [String]

  @OptionGroup var change: ChangeOptions<ChangedNotes>

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
      let isAsked = workspace.configuration.text("confirm") == "always"
      try context.confirm(
        named.count + (isAsked ? words.count : 0), named: words.dropLast(), change.writing.care, in: workspace,
        context.question(about: named, .files, in: workspace))
      let destination = try MoveDestination(
        words[words.count - 1], in: context.workingDirectory, workspace)
      let moves = try destination.moves(of: named.map(\.path).uniqued())
      let linkFixes = try transaction.carryOut(RenamePlan(moves, in: workspace))
      transaction.subject = moves.moves.last?.to
      return (moves, linkFixes)
    }
    context.writePlaces(moves.moves.map(\.to.string), dryRun: change.writing.dryRun)
    context.report(linkFixes, dryRun: change.writing.dryRun)
  }
}
