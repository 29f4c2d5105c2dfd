import ArgumentParser
import NoteActions
import NoteRepository
import Wording

/// `sheaf index`
struct IndexCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "index",
      abstract: localized(
        "Bring the index up to date, or build it anew.", ko: "색인을 맞추거나 새로 만듭니다."),
      discussion: localized(
        "Every command does this by itself. The index is a cache: deleting it loses nothing.",
        ko: "모든 명령이 저절로 하는 일입니다. 색인은 캐시라서 지워도 잃는 것이 없습니다."))
  }

  @Flag(help: help("Throw the index away first.", ko: "먼저 색인을 버립니다."))
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
        ko: "파일 \(report.files)개, 읽은 메모 \(report.changedNotes)개, 없어진 것 \(report.removed)개"))
    if !report.problems.isEmpty { throw ExitStatus.inputOutput }
  }

  private func synchronize(
    _ repository: Repository, _ context: CommandContext
  ) throws -> SynchronizationReport {
    var workspace = try Workspace.open(
      repository, configuration: context.configuration(of: repository), zone: context.zone)
    workspace.git = context.git(in: repository)
    let meter = ProgressMeter(context: context)
    defer { meter.clear() }
    return try workspace.synchronize { meter.show($0) }
  }
}
