import ByteBasics
import NoteActions
import NoteInterchange
import NoteModel
import NotePresentation
import SheafSite
import Wording

/// What an import did, for users and for programs.
enum ImportReportText {
  /// At most this many problems are shown; `--report` has all.
  private static let shownProblems = 20

  /// Prints the paths of the notes, then the problems, then the sum.
  static func show(_ report: ImportReport, isDone: Bool, in context: CommandContext) {
    if isDone {
      for entry in report.created + report.updated { context.console.writeLine(entry.path.string) }
    }
    for problem in report.problems.prefix(shownProblems) {
      let place = problem.position.text + ": "
      context.warn(Message(place + problem.message.english, ko: place + problem.message.korean))
    }
    let more = report.problems.count - shownProblems
    if more > 0 {
      context.note(
        Message(
          "… and \(counted(more, "problem")) more; --report FILE has all",
          ko: "… 문제 \(more)개 더 있습니다. --report 파일로 모두 볼 수 있습니다"))
    }
    context.note(isDone ? done(report) : planned(report))
  }

  private static func done(_ report: ImportReport) -> Message {
    Message(
      "Imported \(counted(report.created.count, "note")) and \(counted(report.attachments, "file"))"
        + "; \(report.updated.count) updated, \(report.unchanged) unchanged, \(skipped(report)) skipped",
      ko: "메모 \(report.created.count)개와 파일 \(report.attachments)개를 가져왔습니다"
        + "(갱신 \(report.updated.count)개, 그대로 \(report.unchanged)개, 제외 \(skipped(report))건)")
  }

  private static func planned(_ report: ImportReport) -> Message {
    Message(
      "Would import \(counted(report.created.count, "note")) and \(counted(report.attachments, "file"))"
        + "; \(report.updated.count) updated, \(report.unchanged) unchanged, \(skipped(report)) skipped",
      ko: "메모 \(report.created.count)개와 파일 \(report.attachments)개를 가져올 예정입니다"
        + "(갱신 \(report.updated.count)개, 그대로 \(report.unchanged)개, 제외 \(skipped(report))건)")
  }

  private static func skipped(_ report: ImportReport) -> Int {
    report.problems.count { $0.severity == .skipped }
  }

  /// The whole report as one JSON document.
  static func json(_ report: ImportReport, format: String) -> String {
    func entries(_ entries: [ImportReport.Entry]) -> JSONValue {
      .array(
        entries.map {
          .object([
            JSONValue.Member("path", .string($0.path.string)),
            JSONValue.Member("source", .string($0.position.text)),
          ])
        })
    }
    let problems = report.problems.map { problem in
      JSONValue.object([
        JSONValue.Member("severity", .string(problem.severity.rawValue)),
        JSONValue.Member("file", .string(problem.position.file)),
        JSONValue.Member("line", problem.position.line.map { .integer($0) } ?? .null),
        JSONValue.Member("message", .string(problem.message.english)),
      ])
    }
    return JSONValue.object([
      JSONValue.Member("schemaVersion", .integer(1)),
      JSONValue.Member("kind", .string("import")),
      JSONValue.Member("format", .string(format)),
      JSONValue.Member("created", entries(report.created)),
      JSONValue.Member("updated", entries(report.updated)),
      JSONValue.Member("unchanged", .integer(report.unchanged)),
      JSONValue.Member("attachments", .integer(report.attachments)),
      JSONValue.Member("problems", .array(problems)),
    ]).text(pretty: true) + "\n"
  }
}

/// Shows on a terminal how much of an import has been read.
final class ImportMeter {
  private let context: CommandContext
  private var isShown = false
  private var shown: Int?

  init(_ context: CommandContext) { self.context = context }

  /// - Parameter verb: What is done: “reading”.
  func show(_ verb: Message, _ done: Int, _ total: Int) {
    guard context.console.capabilities.isErrorTerminal, !context.globals.quiet, total > 4 << 20
    else { return }
    let percent = min(100, done * 100 / max(1, total))
    guard percent != shown else { return }
    shown = percent
    let text = "\(context.text(verb)) (\(percent)% of \(total >> 20) MB)"
    let korean = "\(context.text(verb)) (\(total >> 20) MB 중 \(percent)%)"
    context.console.showProgress(context.text(Message(text, ko: korean)))
    isShown = true
  }

  func clear() {
    if isShown { context.console.showProgress(nil) }
    isShown = false
  }
}
