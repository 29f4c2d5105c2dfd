import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import Wording

struct IndexCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("index", PackageResources.index_txt, ko: PackageResources.index_ko_txt)
  }

  @Flag(help: help("Delete the index first.", ko: "색인을 지우고 다시 만듭니다."))
  var rebuild = false

  func run(in context: CommandContext) throws {
    let repository = try context.repository()
    if rebuild { eraseIndex(repository) }
    let report = try synchronize(repository, context)
    for problem in report.problems { context.warn(problem.explanation) }
    if !report.namesWithoutUTF8.isEmpty { context.tellOfSkippedNames(report.namesWithoutUTF8) }
    context.note(
      .counts(
        [
          (report.files, Message(counted(report.files, "file"), ko: "파일 \(report.files)개")),
          (
            report.changedNotes,
            Message("\(counted(report.changedNotes, "note")) read", ko: "읽은 메모 \(report.changedNotes)개")
          ),
          (report.removed, Message("\(report.removed) removed", ko: "없어진 파일 \(report.removed)개")),
        ], none: Message("No files", ko: "파일이 없습니다")))
    if !report.problems.isEmpty { throw ExitStatus.inputOutput }
  }

  private func synchronize(_ repository: Repository, _ context: CommandContext) throws -> SynchronizationReport {
    let workspace = try context.workspace(of: repository, context.configuration(of: repository))
    let meter = ProgressMeter(context: context)
    defer { meter.clear() }
    return try workspace.synchronize { meter.show($0) }
  }
}
