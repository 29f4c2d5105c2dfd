import ArgumentParser
import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NotePresentation
import NoteRepository
import Wording

struct DiffCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("diff", PackageResources.diff_txt, ko: PackageResources.diff_ko_txt)
  }

  @Argument(help: help(.noteOrRevision, "A note or a commit.", ko: "메모나 커밋"))
  var first: String?

  @Argument(
    help: help(
      .revision, "After a note: a commit, or a day. After a commit: a later commit.",
      ko: "메모 다음: 커밋이나 날짜. 커밋 다음: 나중 커밋"))
  var second: String?

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let git = context.git(in: workspace.repository)
    let differences: [NoteDiffReport.Entry]
    if let (former, latter) = commits(context, workspace, git) {
      differences = try workspace.differences(from: former, to: latter, in: git)
    } else {
      let (path, revision) = try subject(context, workspace, git)
      differences = try workspace.differences(of: path, from: revision, in: git)
    }
    let report = NoteDiffReport(entries: differences, now: context.clock())
    try context.show(
      report, OutputChoices(json: json), keys: differences.map(\.path.string),
      pager: workspace.configuration.program("pager"))
    guard !differences.isEmpty else {
      context.explainNothing(Message("No differences", ko: "차이가 없습니다"), OutputChoices(json: json))
      throw ExitStatus.negative
    }
  }

  /// Returns two commits, if the first word is no note.
  private func commits(
    _ context: CommandContext, _ workspace: Workspace, _ git: any GitClient
  ) -> (GitRevision, GitRevision)? {
    guard let first, let second, (try? context.note(first, in: workspace, parts: .refused)) == nil,
      let former = try? context.revision(first, in: git), let latter = try? context.revision(second, in: git)
    else { return nil }
    return (former, latter)
  }

  /// Returns the subject of one word: the note with this name, otherwise a commit.
  private func subject(
    _ context: CommandContext, _ workspace: Workspace, _ git: any GitClient
  ) throws -> (NotePath?, GitRevision) {
    guard let first else { return (nil, try context.revision("HEAD", in: git)) }
    if let second {
      return (
        try context.pathNowOrThen(first, in: workspace), try context.revision(second, in: git)
      )
    }
    if let path = try? context.note(first, in: workspace, parts: .refused) {
      return (path, try context.revision("HEAD", in: git))
    }
    if let revision = try? context.revision(first, in: git) { return (nil, revision) }
    return (try context.pathNowOrThen(first, in: workspace), try context.revision("HEAD", in: git))
  }
}
