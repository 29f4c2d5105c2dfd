import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository

/// `sheaf status`
struct StatusCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: localized(
        "Show what is here, what is due and what needs attention.",
        ko: "저장소의 현황, 다가오는 일정, 점검할 문제를 보여 줍니다."),
      discussion: localized(
        """
        Examples:
          sheaf status
        """,
        ko: """
          예:
            sheaf status
          """))
  }

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    try context.reportSkippedNamesAgain()
    let workspace = try context.openWorkspace()
    let today = context.clock().day
    var counts = try workspace.index.counts(now: context.clock())
    if counts.brokenLinks > 0 {
      counts.brokenLinks = try workspace.brokenLinks(today: today).count { $0.state == .broken }
    }
    let conflicted = try workspace.conflictedFiles()
    if json {
      return context.console.writeLine(
        StatusReport.json(counts, conflicted, root: workspace.repository.root))
    }
    context.console.writeLine(workspace.repository.root)
    let advice = ReminderAdvice(context, workspace.repository)
    let timer = counts.reminders > 0 ? advice.missingTimer : nil
    let git = GitAdvice(context, workspace).lines(conflicted)
    for line in StatusReport.lines(counts) + [timer].compactMap(\.self) + git {
      context.console.writeLine("  " + context.text(line))
    }
  }
}
