import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteInterchange
import NoteModel
import NoteRepository
import Wording

/// `sheaf export`
struct ExportCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: localized(
        "Write notes for other programs.", ko: "메모를 다른 프로그램의 형식으로 내보냅니다."),
      discussion: ExportManual.discussion)
  }

  @Option(
    help: help("The format; see sheaf-import(7).", ko: "형식(sheaf-import(7) 참고)"))
  var to: String

  @OptionGroup var query: QueryArguments

  @Option(name: .shortAndLong, help: help("Write to this file.", ko: "출력할 파일"))
  var output: String?

  @Option(
    name: .customLong("as"),
    help: help(
      "With ics: events, for calendars that show no tasks.", ko: "ics와 함께: events면 할 일 대신 일정으로."))
  var shape: String?

  @Option(help: help("What the whole is called.", ko: "전체의 이름."))
  var title: String?

  init() {}

  func run(in context: CommandContext) throws {
    try checkShape()
    if to == CalendarFolder.formatName { return try exportCalendars(context) }
    let target = try ExportTarget(to)
    let workspace = try context.openWorkspace()
    let (notes, sealed) = try context.exportedNotes(query, in: workspace)
    var bytes: [UInt8] = []
    let options = ExportOptions(
      for: notes, title: title, asEvents: shape == "events", workspace, context)
    let report = try workspace.export(notes, to: target.format, options) { bytes += $0 }
    for (path, reason) in report.unread {
      context.warn(Message("\(path): \(reason.english)", ko: "\(path): \(reason.korean)"))
    }
    try target.write(bytes, to: output, in: context)
    tellLeftOut(sealed: sealed, attachments: report.attachments.count, in: context)
    if notes.isEmpty { throw ExitStatus.negative }
  }

  private func tellLeftOut(sealed: Int, attachments: Int, in context: CommandContext) {
    if sealed > 0 {
      context.note(
        Message(
          "Left out: \(counted(sealed, "sealed letter"))", ko: "제외한 봉인 편지: \(sealed)통"))
    }
    if attachments > 0 {
      context.note(
        Message(
          "Left out: \(counted(attachments, "attachment")); \(to) contains text only",
          ko: "제외한 첨부 파일: \(attachments)개(\(to) 형식에는 텍스트만 들어갑니다)"))
    }
  }

  private func checkShape() throws {
    if let shape, shape != "events" {
      throw UsageError(
        Message("--as takes events, not “\(shape)”", ko: "--as에는 events만 쓸 수 있습니다: “\(shape)”"))
    }
  }

  /// The folder is the first word, or `--output`; the query is what follows.
  private func exportCalendars(_ context: CommandContext) throws {
    var query = query
    guard let folder = output ?? query.query.first else {
      throw UsageError(
        Message("No folder given", ko: "폴더를 지정해야 합니다"),
        hint: Message("sheaf export --to vdir DIR", ko: "sheaf export --to vdir 폴더"))
    }
    if output == nil { query.query.removeFirst() }
    let workspace = try context.openWorkspace()
    let chosen = Set(try context.exportedNotes(query, in: workspace).notes.map(\.path))
    let report = try context.exportCalendar(
      to: context.absolutePath(folder), asEvents: shape != nil, workspace, isChosen: chosen.contains
    )
    CalendarReportText.tell(report, in: context)
    context.note(
      Message(
        "\(folder): \(report.created) new, \(report.changed) changed, \(report.removed) removed",
        ko: "\(folder): 새 항목 \(report.created)개, 바뀐 항목 \(report.changed)개, 지운 항목 \(report.removed)개"
      ))
    if !report.conflicts.isEmpty { throw ExitStatus.conflict }
  }
}
