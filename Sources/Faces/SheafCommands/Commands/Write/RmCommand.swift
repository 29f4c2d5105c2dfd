import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

struct RmCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("rm", PackageResources.rm_txt, ko: PackageResources.rm_ko_txt)
  }

  @Argument(help: help(.notePath, "Notes, other files, folders.", ko: "메모, 다른 파일, 폴더"))
  var names: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  func run(in context: CommandContext) throws {
    let (paths, dangling, shifts) = try context.write(change.writing.care) { workspace, transaction in
      let named = NamedPlaces(.files, context, workspace)
      let removal = try NoteRemoval(try named.places(names, where: change.condition).map(\.path), in: workspace)
      // The note of a query is not named.
      let isQuery = change.condition != nil || names.first.map { context.beginsQuery($0, in: workspace) } ?? false
      if asks(of: removal.paths.count + (isQuery ? 1 : 0), workspace.configuration) {
        try context.confirm(context.question(about: removal.paths.map { NotePosition($0) }, .files, in: workspace))
      }
      try removal.carryOut(in: &transaction)
      for canvas in try workspace.unreadCanvases() { context.warn(canvas.explanation) }
      let shifts = try removal.shifts()
      return (removal.paths, try removal.brokenLinks(besides: shifts), shifts)
    }
    context.writePlaces(paths.map(\.string), dryRun: change.writing.dryRun)
    context.reportBroken(dangling, isDryRun: change.writing.dryRun)
    for shift in shifts { context.warn(shift.explanation(isDone: !change.writing.dryRun)) }
  }
}

extension RmCommand {
  /// Returns true if a terminal is asked first, by the setting `confirm`.
  private func asks(of count: Int, _ configuration: Configuration) -> Bool {
    guard change.writing.expect == nil, !change.writing.dryRun else { return false }
    return switch configuration.text("confirm") {
    case "always": true
    case "never": false
    default: count > 1
    }
  }
}

extension CommandContext {
  /// Reports links that a removal breaks.
  func reportBroken(_ links: [LinkRow], isDryRun: Bool) {
    guard !links.isEmpty else { return }
    let list = links.map { "\n  \($0.source):\($0.line)  \($0.destination)" }.joined()
    warn(
      isDryRun
        ? Message(
          "\(counted(links.count, "link")) would break:" + list,
          ko: "링크 \(links.count)개가 끊깁니다:" + list)
        : Message(
          links.count == 1
            ? "1 link is broken now:" + list
            : "\(links.count) links are broken now:" + list,
          ko: "링크 \(links.count)개가 끊겼습니다:" + list))
  }
}
