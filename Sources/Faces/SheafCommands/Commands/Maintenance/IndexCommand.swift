import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// `sheaf index`
struct IndexCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "index",
      abstract: localized(
        "Update the index or rebuild it.", ko: "색인을 갱신하거나 다시 만듭니다."),
      discussion: localized(
        """
        Examples:
          sheaf index
          sheaf index --rebuild

        Every command updates the index by itself. The index is a cache: deleting it loses nothing.
        """,
        ko: """
          예:
            sheaf index
            sheaf index --rebuild

          모든 명령에서 색인을 자동으로 갱신합니다. 색인은 캐시라서 지워도 잃는 것이 없습니다.
          """))
  }

  @Flag(help: help("Delete the index first.", ko: "색인을 지우고 다시 만듭니다."))
  var rebuild = false

  init() {}

  func run(in context: CommandContext) throws {
    let repository = try context.repository()
    if rebuild { eraseIndex(repository) }
    let report = try synchronize(repository, context)
    for problem in report.problems { context.warn(problem.explanation) }
    if !report.namesWithoutUTF8.isEmpty { context.tellOfSkippedNames(report.namesWithoutUTF8) }
    context.note(
      Message(
        "\(counted(report.files, "file")), \(counted(report.changedNotes, "note")) read, \(report.removed) removed",
        ko: "파일 \(report.files)개, 읽은 메모 \(report.changedNotes)개, 없어진 파일 \(report.removed)개"))
    if !report.problems.isEmpty { throw ExitStatus.inputOutput }
  }

  private func synchronize(
    _ repository: Repository, _ context: CommandContext
  ) throws -> SynchronizationReport {
    let workspace = try context.workspace(of: repository, context.configuration(of: repository))
    let meter = ProgressMeter(context: context)
    defer { meter.clear() }
    return try workspace.synchronize { meter.show($0) }
  }
}
