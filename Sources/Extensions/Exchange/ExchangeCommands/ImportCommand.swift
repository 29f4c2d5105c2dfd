import ArgumentParser
import ByteBasics
import NoteActions
import NoteExchange
import NoteInterchange
import NoteModel
import NotePresentation
import NoteRepository
import SheafCommands
import SheafSite
import Wording

struct ImportCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("import", PackageResources.import_txt, ko: PackageResources.import_ko_txt)
  }

  @OptionGroup var options: ImportArguments

  func run(in context: CommandContext) throws {
    if options.from == CalendarFolder.formatName { return try importCalendars(context) }
    let format = try format(in: context)
    let locations = ImportLocations(
      options.paths.map { context.absolutePath($0) }, for: format,
      temporary: context.temporaryFolder,
      context.installedPrograms)
    let meter = ImportMeter(context)
    let result = try locations.withSource(
      progress: { meter.show(Message("reading", ko: "읽는 중"), $0, $1) }, { try run(format, $0, meter, context) })
    if let report = options.output {
      let bytes = Array(ImportReportText.json(result, format: format.name).utf8)
      try OutputFile.write(bytes, toNamed: context.absolutePath(report))
    }
    ImportReportText.show(result, isDone: !options.writing.dryRun, in: context)
    if result.isEmpty, result.unchanged == 0 {
      if result.problems.isEmpty {
        let label = format.summary
        context.warn(
          Message(
            "No file is of the format \(format.name) (\(label.english))",
            ko: "\(format.name) 형식의 파일이 없습니다(\(label.korean))"))
      }
      throw ExitStatus.negative
    }
  }

  private func run(
    _ format: ImportFormat, _ source: ImportSource, _ meter: ImportMeter, _ context: CommandContext
  ) throws -> ImportReport {
    let (map, folder) = (try ImportMapping.read(options.map), try folder())
    return try context.write(options.writing.care, reportsShifts: false) { workspace, transaction in
      defer { meter.clear() }
      let request = ImportRequest(
        format: format, source: source,
        options: ImportOptions(
          zone: context.zone, now: context.clock(), dayTime: workspace.configuration.dayTime,
          map: map),
        folder: folder, updates: options.update)
      let result = try workspace.importNotes(request, into: &transaction) {
        meter.show(Message("importing", ko: "가져오는 중"), $0, $1)
      }
      transaction.subject = result.created.last?.path
      return result
    }
  }

  private func importCalendars(_ context: CommandContext) throws {
    var hasConflicts = false
    for path in options.paths {
      do {
        try CalendarImportRun(
          context: context, location: context.absolutePath(path), folder: try folder()
        ).run(options.writing)
      } catch ExitStatus.conflict {
        // The entries of the other folders have nothing to do with it.
        hasConflicts = true
      }
    }
    if hasConflicts { throw ExitStatus.conflict }
  }

  private func format(in context: CommandContext) throws -> ImportFormat {
    if let from = options.from {
      let name = from == "jsonl" ? "json" : from
      guard let format = ImportFormat.named(name) else { throw unknownFormat(from, known: Self.formats) }
      return format
    }
    let format = try ImportLocations.guessedFormat(
      of: options.paths.map { context.absolutePath($0) }, temporary: context.temporaryFolder, context.installedPrograms)
    guard let format else {
      throw UsageError(
        Message("The format is not clear from the files", ko: "파일만으로는 형식을 알 수 없습니다"),
        hint: Message(
          "Give the format with --from FORMAT; see sheaf-import(7).", ko: "--from 형식으로 지정하세요(sheaf-import(7) 참고)."))
    }
    context.note(
      Message(
        "The files are read as \(format.name) (--from \(format.name))",
        ko: "\(format.name) 형식으로 읽습니다(--from \(format.name))"))
    return format
  }

  /// The names of all formats, in the order of the manual.
  static let formats = ImportFormat.all.map(\.name) + [CalendarFolder.formatName]

  private func folder() throws -> NotePath? {
    guard let folder = options.folder else { return nil }
    guard let path = NotePath(folder) else { throw RepositoryError.outside(folder) }
    return path
  }
}

/// The names that `--map` gives.
enum ImportMapping {
  /// Reads pairs of a field of Sheaf and a field of the source, such as `title=subject`.
  static func read(_ pairs: [String]) throws -> [String: String] {
    var map: [String: String] = [:]
    for pair in pairs {
      let sides = pair.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else {
        throw UsageError(
          Message(
            "Invalid value “\(pair)” for --map: expected FIELD=SOURCE",
            ko: "--map에 쓸 수 없는 값입니다: “\(pair)”. 필요한 값: 필드=원본필드"),
          hint: Message("sheaf import --map title=subject", ko: "sheaf import --map title=subject"))
      }
      map[String(sides[0])] = String(sides[1])
    }
    return map
  }
}

/// The options of `sheaf import`.
struct ImportArguments: ParsableArguments {
  @Option(
    help: help(
      .importFormat, "Format of the data; see sheaf-import(7). Default: detected from the files.",
      ko: "형식(sheaf-import(7) 참고). 기본값: 파일을 보고 판단"))
  var from: String?

  @Argument(help: help(.path, "Files, folders or archives.", ko: "파일, 폴더, 압축 파일"))
  var paths: [String]

  @Option(
    name: .customLong("in"),
    help: help(
      .folder,
      "Put all notes below this folder of the repository.", ko: "메모를 저장할 저장소의 폴더"))
  var folder: String?

  @Option(
    help: help(
      .map,
      "Map a field of Sheaf to one of the source, such as title=subject; may be repeated.",
      ko: "Sheaf 필드와 원본 필드의 대응(예: title=subject). 여러 번 지정할 수 있음"))
  var map: [String] = []

  @Flag(
    help: help(
      "Update notes that were imported before and not changed since.",
      ko: "전에 가져온 뒤로 바뀌지 않은 메모를 새 내용으로 바꿉니다."))
  var update = false

  @Option(name: .shortAndLong, help: help(.file, "Write a report to this file.", ko: "결과와 문제를 저장할 파일"))
  var output: String?

  @OptionGroup var writing: WritingOptions

  func validate() throws {
    guard let from, from == CalendarFolder.formatName else { return }
    for (option, isUsed) in [("--map", !map.isEmpty), ("--update", update), ("--output", output != nil)] where isUsed {
      throw OptionsApart.error(option, "--from \(from)")
    }
  }
}

/// The report of an import, for users and for programs.
enum ImportReportText {
  /// The most problems that are shown; a file with `-o` has all.
  private static let shownProblems = 20

  /// Prints the paths of the notes, then the problems, then the sum.
  static func show(_ report: ImportReport, isDone: Bool, in context: CommandContext) {
    context.writePlaces((report.created + report.updated).map(\.path.string), dryRun: !isDone)
    for problem in report.problems.prefix(shownProblems) {
      let place = problem.position.text + ": "
      context.warn(Message(place + problem.message.english, ko: place + problem.message.korean))
    }
    let more = report.problems.count - shownProblems
    if more > 0 {
      context.note(
        Message(
          "… and \(counted(more, "problem")) more; -o FILE has all",
          ko: "… 문제 \(more)개 더 있습니다. -o 파일로 모두 볼 수 있습니다"))
    }
    context.note(sum(of: report, isDone))
  }

  private static func sum(of report: ImportReport, _ isDone: Bool) -> Message {
    let (notes, files) = (report.created.count, report.attachments)
    let (updated, unchanged) = (report.updated.count, report.unchanged)
    let skipped = report.problems.count { $0.severity == .skipped }
    let new = Message.counts(
      [
        (notes, Message(counted(notes, "note"), ko: "메모 \(notes)개")),
        (files, Message(counted(files, "file"), ko: "파일 \(files)개")),
      ], none: Message("", ko: ""))
    let rest = Message.counts(
      [
        (updated, Message("\(updated) updated", ko: "갱신 \(updated)개")),
        (unchanged, Message("\(unchanged) unchanged", ko: "변경 없음 \(unchanged)개")),
        (skipped, Message("\(skipped) skipped", ko: "제외 \(skipped)건")),
      ], none: Message("", ko: ""))
    let tail = rest.english.isEmpty ? rest : Message(" (\(rest.english))", ko: "(\(rest.korean))")
    return new.english.isEmpty
      ? Message("No new notes\(tail.english)", ko: "새로 가져올 메모가 없습니다\(tail.korean)")
      : Message(
        "\(isDone ? "Imported" : "Would import") \(new.english)\(tail.english)",
        ko: "\(new.korean)를 \(isDone ? "가져왔습니다" : "가져올 예정입니다")\(tail.korean)")
  }

  /// Returns the whole report as one JSON document.
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

  /// Shows the progress of an activity, such as “reading”.
  func show(_ verb: Message, _ done: Int, _ total: Int) {
    guard context.console.capabilities.isErrorTerminal, !context.globals.quiet, total > 4 << 20 else { return }
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
