import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteInterchange
import NoteModel
import NotePresentation
import NoteRepository
import SheafSite
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
    let format = try format()
    let workspace = try context.openWorkspace()
    let notes = try context.exportedNotes(query, in: workspace)
    var bytes: [UInt8] = []
    let options = options(for: notes, workspace, context)
    let unread = try workspace.export(notes, to: format, options) { bytes += $0 }
    for (path, reason) in unread {
      context.warn(Message("\(path): \(reason.english)", ko: "\(path): \(reason.korean)"))
    }
    try write(bytes, format, context)
    if notes.isEmpty { throw ExitStatus.negative }
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
    let chosen = Set(try context.exportedNotes(query, in: workspace).map(\.path))
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

  private func options(
    for notes: [NoteSummary], _ workspace: Workspace, _ context: CommandContext
  ) -> ExportOptions {
    let folder = workspace.repository.root.split(separator: "/").last.map(String.init)
    let name = title ?? workspace.configuration.nonEmptyText("site.title") ?? folder ?? "Sheaf"
    let files = workspace.files
    return ExportOptions(
      zone: context.zone, now: context.clock(), language: context.language, title: name,
      asEvents: shape == "events", contents: notes.map { ($0.path, $0.title) },
      picture: { path in (try? files.read(path)).flatMap(BookBody.picture) },
      body: BookBody.renderer(context.language))
  }

  /// Formats that pandoc writes are pages of HTML before.
  private func format() throws -> ExportFormat {
    if let format = ExportFormat.named(PandocConversion.targets.contains(to) ? "html" : to) {
      return format
    }
    let names =
      ExportFormat.all.map(\.name) + [CalendarFolder.formatName] + PandocConversion.targets
    let nearest = nearestName(to: to, among: names)
    throw UsageError(
      Message("There is no format “\(to)”", ko: "없는 형식입니다: “\(to)”"),
      hint: nearest.map { Message("Did you mean “\($0)”?", ko: "혹시 “\($0)”인가요?") }
        ?? Message(verbatim: names.joined(separator: " ")))
  }

  private func write(
    _ bytes: [UInt8], _ format: ExportFormat, _ context: CommandContext
  ) throws {
    let isPandoc = PandocConversion.targets.contains(to)
    guard let output else {
      guard format.isText, !isPandoc else {
        throw UsageError(
          Message(
            "\(to) is not text; say where it goes with -o FILE",
            ko: "텍스트가 아닌 형식입니다(\(to)). -o 파일로 지정하세요"))
      }
      return context.console.write(bytes)
    }
    let path = context.absolutePath(output)
    if isPandoc {
      try PandocConversion.write(
        bytes, to: path, format: to, temporary: context.temporaryFolder, context.installedPrograms)
    } else {
      try OutputFile.write(bytes, to: path)
    }
    context.note(Message("Wrote \(output)", ko: "파일을 썼습니다: \(output)"))
  }
}

/// The HTML of a note that is part of a book, by the renderer of the site.
enum BookBody {
  static func renderer(_ language: Language) -> BookRenderer {
    { exported, address, picture in
      let targets = Dictionary(
        exported.targets.map { (percentDecoded($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first })
      var surroundings = BodySurroundings(words: BodyWords(language)) { link in
        if link.destination.isEmpty { return .hidden }
        guard let target = targets[link.destination] else {
          let isOwn = link.form == .wiki || link.form == .embed
          return isOwn || !link.destination.contains(":") ? .hidden : .asWritten
        }
        if link.form == .image || !target.isMarkdown {
          return picture(target).map { .address($0) } ?? .hidden
        }
        return address(target).map { .address($0) } ?? .hidden
      }
      surroundings.headingShift = 1
      surroundings.loadsRemoteMedia = false
      surroundings.omittedHeading = exported.note.title
      return NoteBody(exported.note.document, in: surroundings).html
    }
  }

  /// The picture that a file is.
  static func picture(_ bytes: [UInt8]) -> BookPicture? {
    PictureFile(bytes).map { BookPicture(bytes: bytes, mediaType: $0.mediaType) }
  }
}
