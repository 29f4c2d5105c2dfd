import ArgumentParser
import ByteBasics
import NoteActions
import NoteInterchange
import NoteModel
import NoteRepository
import SheafSite
import Wording

/// `sheaf import`
struct ImportCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: localized(
        "Import notes from another program.", ko: "다른 프로그램의 데이터를 메모로 가져옵니다."),
      discussion: ImportManual.discussion)
  }

  @OptionGroup var options: ImportArguments

  init() {}

  func run(in context: CommandContext) throws {
    if options.from == CalendarFolder.formatName { return try importCalendars(context) }
    let format = try format()
    let locations = ImportLocations(
      options.paths.map { context.absolutePath($0) }, for: format,
      temporary: context.temporaryFolder,
      context.installedPrograms)
    let meter = ImportMeter(context)
    let result = try locations.withSource(
      progress: { meter.show(Message("reading", ko: "읽는 중"), $0, $1) },
      { try run(format, $0, meter, context) })
    if let report = options.report {
      let bytes = Array(ImportReportText.json(result, format: format.name).utf8)
      try OutputFile.write(bytes, toNamed: context.absolutePath(report))
    }
    ImportReportText.show(result, isDone: !options.writing.dryRun, in: context)
    if result.isEmpty, result.unchanged == 0 {
      if result.problems.isEmpty {
        let label = format.summary
        context.warn(
          Message(
            "Nothing here is of the format \(format.name) (\(label.english))",
            ko: "\(format.name) 형식의 파일이 없습니다(\(label.korean))"))
      }
      throw ExitStatus.negative
    }
  }

  private func run(
    _ format: ImportFormat, _ source: ImportSource, _ meter: ImportMeter, _ context: CommandContext
  ) throws -> ImportReport {
    let request = ImportRequest(
      format: format, source: source,
      options: ImportOptions(
        zone: context.zone, now: context.clock(), map: try ImportMapping.read(options.map)),
      folder: try folder(), updates: options.update)
    return try context.write(options.writing, reportsShifts: false) { workspace, transaction in
      defer { meter.clear() }
      let result = try workspace.importNotes(request, into: &transaction) {
        meter.show(Message("importing", ko: "가져오는 중"), $0, $1)
      }
      transaction.subject = result.created.last?.path
      return result
    }
  }

  private func importCalendars(_ context: CommandContext) throws {
    for path in options.paths {
      try CalendarImportRun(
        context: context, location: context.absolutePath(path), folder: try folder()
      ).run(options.writing)
    }
  }

  private func format() throws -> ImportFormat {
    if let format = ImportFormat.named(options.from) { return format }
    throw UnknownFormat(
      name: options.from, known: ImportFormat.all.map(\.name) + [CalendarFolder.formatName])
  }

  private func folder() throws -> NotePath? {
    guard let into = options.into else { return nil }
    guard let path = NotePath(into) else { throw RepositoryError.outside(into) }
    return path
  }
}

/// The names that `--map` gives.
enum ImportMapping {
  /// Our fields with their names: `title=subject`.
  static func read(_ pairs: [String]) throws -> [String: String] {
    var map: [String: String] = [:]
    for pair in pairs {
      let sides = pair.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else {
        throw UsageError(
          Message(
            "--map takes FIELD=SOURCE, not “\(pair)”", ko: "--map은 필드=원본필드 형식이어야 합니다: “\(pair)”"),
          hint: Message("sheaf import --map title=subject", ko: "sheaf import --map title=subject"))
      }
      map[String(sides[0])] = String(sides[1])
    }
    return map
  }
}
