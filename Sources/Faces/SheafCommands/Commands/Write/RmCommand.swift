import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

/// `sheaf rm`
struct RmCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rm",
      abstract: localized(
        "Delete notes and list the links that break.", ko: "메모를 삭제하고 끊긴 링크를 표시합니다."),
      discussion: localized(
        """
        “sheaf undo” restores the files byte for byte, so one file is deleted without a question; on a terminal,
        several need an answer (change this with the setting confirm). A folder is deleted with its notes and files;
        files that Sheaf does not read, hidden or ignored, are kept.

        Examples:
          sheaf rm Memo/draft.md
          sheaf rm Memo/Old --dry-run
          sheaf rm --where 'tag:temporary' --expect 4
        """,
        ko: """
          “sheaf undo”로 1바이트도 다르지 않게 복원할 수 있으므로 파일 하나는 확인하지 않고 삭제합니다. 여러 개를
          삭제할 때는 터미널에서 확인합니다(confirm 설정으로 바꿀 수 있음). 폴더는 그 안의 메모와 파일까지 삭제합니다.
          Sheaf에서 읽지 않는 숨은 파일과 제외한 파일은 남습니다.

          예:
            sheaf rm Memo/초안.md
            sheaf rm Memo/옛것 --dry-run
            sheaf rm --where 'tag:임시' --expect 4
          """))
  }

  @Argument(help: help(.notePath, "Notes, other files, folders.", ko: "메모, 다른 파일, 폴더"))
  var names: [String] = []

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  init() {}

  func validate() throws {
    guard !names.isEmpty || change.condition != nil else {
      throw ValidationError(localized("No note or file given", ko: "삭제할 메모나 파일을 지정해야 합니다"))
    }
  }

  func run(in context: CommandContext) throws {
    let (paths, dangling, shifts) = try context.write(change.writing.care) { workspace, transaction in
      let named = NamedPlaces(.files, context, workspace)
      let removal = try NoteRemoval(try named.places(names, where: change.condition).map(\.path), in: workspace)
      if asks(of: removal.paths.count, workspace.configuration) {
        try context.confirm(context.question(about: removal.paths.map { NotePosition($0) }, .files, in: workspace))
      }
      try removal.carryOut(in: &transaction)
      for canvas in try workspace.unreadCanvases() { context.warn(canvas.explanation) }
      let shifts = try removal.shifts()
      return (removal.paths, try removal.brokenLinks(besides: shifts), shifts)
    }
    if !change.writing.dryRun { for path in paths { context.console.writeLine(path.string) } }
    context.reportBroken(dangling, isDryRun: change.writing.dryRun)
    for shift in shifts { context.warn(shift.explanation(isDone: !change.writing.dryRun)) }
  }
}

extension RmCommand {
  /// True if a terminal is asked first, by the setting `confirm`.
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
