import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

struct MvCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("mv", PackageResources.mv_txt, ko: PackageResources.mv_ko_txt)
  }

  @Argument(help: help(.movedPaths, "Notes or folders to move, then the destination.", ko: "옮길 메모나 폴더, 마지막에 옮길 곳"))
  var words: [String]

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  func validate() throws {
    guard words.count > (change.condition == nil ? 1 : 0) else {
      throw ValidationError(localized("mv needs a note and a destination", ko: "옮길 메모와 옮길 곳이 필요합니다"))
    }
  }

  func run(in context: CommandContext) throws {
    try context.refuseInput([words[words.count - 1]])
    let (moves, linkFixes, layout) = try context.write(change.writing.care) { workspace, transaction in
      let named = try NamedPlaces(.files, context, workspace).places(words.dropLast(), where: change.condition)
      let isAsked = workspace.configuration.text("confirm") == "always"
      try context.confirm(
        named.count + (isAsked ? words.count : 0), named: words.dropLast(), change.writing.care, in: workspace,
        context.question(about: named, .files, in: workspace))
      let destination = try MoveDestination(words[words.count - 1], in: context.workingDirectory, workspace)
      let moves = try destination.moves(of: named.map(\.path).uniqued())
      let linkFixes = try transaction.carryOut(RenamePlan(moves, in: workspace))
      transaction.subject = moves.moves.last?.to
      return (moves, linkFixes, workspace.layout)
    }
    context.writePlaces(moves.moves.map(\.to.string), dryRun: change.writing.dryRun)
    context.report(linkFixes, dryRun: change.writing.dryRun)
    for move in moves.moves.prefix(10) where layout.isDiary(move.from) {
      guard let day = layout.day(of: move.from) else { continue }
      if !layout.isDiary(move.to) {
        context.warn(Message("The entry of \(day) leaves the diary", ko: "\(day) 일기가 일기 폴더 밖으로 나갑니다"))
      } else if let other = layout.day(of: move.to), other != day {
        context.warn(Message("The entry of \(day) becomes the entry of \(other)", ko: "\(day) 일기가 \(other) 일기로 바뀝니다"))
      }
    }
  }
}
