import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteExchange
import NoteIndex
import NoteInterchange
import NoteModel
import NoteRepository
import SheafCommands
import SheafSite
import SiteCommands
import Wording

struct ExportCommand: ReproducibleCommand {
  static var configuration: CommandConfiguration {
    explained("export", PackageResources.export_txt, ko: PackageResources.export_ko_txt)
  }

  @Option(
    name: .customLong("to"),
    help: help(
      .exportFormat, "Format. Default: by the extension of the output file; see sheaf-import(7).",
      ko: "형식(생략하면 파일 이름의 확장자로 정함. sheaf-import(7) 참고)"))
  var chosenFormat: String?

  @OptionGroup var query: QueryArguments

  @Option(name: .shortAndLong, help: help(.file, "Write to this file.", ko: "출력할 파일"))
  var output: String?

  @Option(help: help(.title, "Title of the export.", ko: "내보낸 책이나 문서의 제목"))
  var title: String?

  func run(in context: CommandContext) throws {
    let name = try format()
    let asEvents = ExportTarget.withEvents.contains(name)
    let to = asEvents ? String(name.dropLast("-events".count)) : name
    if to == CalendarFolder.formatName { return try exportCalendars(context, asEvents: asEvents) }
    let target = try ExportTarget(to)
    let workspace = try context.openWorkspace()
    let (notes, sealed) = try context.exportedNotes(query, in: workspace)
    if notes.isEmpty, let output = output.namedFile { try refuse(output, in: context, workspace) }
    var bytes: [UInt8] = []
    let options = ExportOptions(
      for: notes, title: title, asEvents: asEvents, isRendered: target.format.content == .rendered, workspace, context)
    let report = try workspace.export(
      notes, to: target.format, options, passesCitationsOn: target.isForPandoc
    ) { bytes += $0 }
    for (path, reason) in report.unread {
      context.warn(Message("\(path): \(reason.english)", ko: "\(path): \(reason.korean)"))
    }
    try target.write(bytes, PandocCitations(report.citations, of: workspace, context.language), to: output, in: context)
    tellCitations(report.citations, target, as: to, in: context)
    try context.warnOfPrivate(notes.map { ($0.path, $0.title) }, in: workspace)
    tellLeftOut(sealed: sealed, attachments: report.attachments.count, of: to, in: context)
    tellUnlinked(report.unlinked, in: context)
    let heldBack = Dictionary(grouping: report.heldBack, by: \.value)
    for (reason, files) in heldBack.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let names = files.map(\.key.string).sorted().joined(separator: ", ")
      context.warn(
        Message("Left out (\(reason.name.english)): \(names)", ko: "제외한 파일(\(reason.name.korean)): \(names)"))
    }
    if notes.isEmpty { throw ExitStatus.negative }
  }

  /// Reports files that an export of all notes leaves out.
  private func tellUnlinked(_ files: [NotePath], in context: CommandContext) {
    guard query.query.isEmpty, !files.isEmpty else { return }
    let names = files.prefix(5).map(\.string).joined(separator: ", ") + (files.count > 5 ? " …" : "")
    context.note(
      Message(
        "Left out: \(counted(files.count, "file")) that no exported note links to: \(names)",
        ko: "내보낸 메모와 연결되지 않아 제외한 파일 \(files.count)개: \(names)"))
  }

  /// Refuses an empty file. A word of the query may be the path of a note, which `in:` finds.
  private func refuse(_ output: String, in context: CommandContext, _ workspace: Workspace) throws {
    let path = query.query.first { word in NotePath(word).map { workspace.files.exists($0) } ?? false }
    let hint = path.map { Message("For the note of that path: in:\($0)", ko: "그 경로의 메모는 in:\($0)로 지정합니다") }
    context.note(Message("No note matches; \(output) is not written", ko: "찾은 메모가 없어 저장하지 않았습니다: \(output)"))
    if let hint { context.note(hint) }
    throw ExitStatus.negative
  }

  /// Returns the format of `--to`, or the format for the extension of the output file.
  private func format() throws -> String {
    if let chosenFormat { return chosenFormat }
    let ending = output?.split(separator: ".").dropFirst().last?.lowercased()
    guard let ending,
      let format = ExportTarget.formats.first(where: { $0 == ending || $0 == "latex" && ending == "tex" })
    else {
      throw UsageError(
        Message("No format given", ko: "형식을 지정해야 합니다"),
        hint: Message(verbatim: "--to " + ExportTarget.formats.joined(separator: " | ")))
    }
    return format
  }

  private func tellLeftOut(sealed: Int, attachments: Int, of to: String, in context: CommandContext) {
    if sealed > 0 {
      context.note(Message("Left out: \(counted(sealed, "sealed letter"))", ko: "제외한 봉인 편지: \(sealed)통"))
    }
    if attachments > 0 {
      context.note(
        Message(
          "Left out: \(counted(attachments, "attachment")); \(to) contains text only",
          ko: "제외한 첨부 파일: \(attachments)개(\(to) 형식에는 텍스트만 들어갑니다)"))
    }
  }

  private func tellCitations(
    _ citations: PassedCitations, _ target: ExportTarget, as to: String, in context: CommandContext
  ) {
    let isWritten = ["md", "org"].contains(to)
    guard isWritten || target.format.content == .rendered else { return }
    if !citations.unknownKeys.isEmpty {
      let keys = citations.unknownKeys.sorted().map { "@" + $0 }.joined(separator: " ")
      context.warn(
        Message(
          "No bibliography has these works; they are not changed: \(keys)",
          ko: "참고 문헌 파일에 없어 바꾸지 않은 문헌: \(keys)"))
    }
    guard isWritten, !citations.files.isEmpty else { return }
    let list = citations.files.map(\.string).joined(separator: ", ")
    context.note(
      Message(
        "Citations are not changed; for pandoc, use --citeproc --bibliography=FILE with \(list)",
        ko: "인용은 바꾸지 않았습니다. pandoc에서는 --citeproc --bibliography=파일로 문헌을 지정하세요: \(list)"))
  }

  /// Exports to a folder of calendar entries. The folder is the first word or `--output`, and all other words are the
  /// query.
  private func exportCalendars(_ context: CommandContext, asEvents: Bool) throws {
    var query = query
    guard let folder = output ?? query.query.first else {
      throw UsageError(
        Message("No folder given", ko: "폴더를 지정해야 합니다"),
        hint: Message("sheaf export --to vdir DIR", ko: "sheaf export --to vdir 폴더"))
    }
    if output == nil { query.query.removeFirst() }
    let workspace = try context.openWorkspace()
    let chosen = Set(try context.exportedNotes(query, in: workspace).notes.map(\.path))
    let report = try workspace.export(
      toCalendars: context.absolutePath(folder),
      context.calendarOptions(of: workspace, asEvents: asEvents), homes: context.homes,
      isChosen: chosen.contains)
    CalendarReportText.tell(report, in: context)
    let counts = Message.counts(
      [
        (report.created, Message("\(report.created) new", ko: "새 항목 \(report.created)개")),
        (report.changed, Message("\(report.changed) changed", ko: "바뀐 항목 \(report.changed)개")),
        (report.removed, Message("\(report.removed) removed", ko: "지운 항목 \(report.removed)개")),
      ], none: Message("no changes", ko: "변경이 없습니다"))
    context.note(Message("\(folder): \(counts.english)", ko: "\(folder): \(counts.korean)"))
    if !report.conflicts.isEmpty { throw ExitStatus.conflict }
  }
}

/// A format to export, and where its bytes go.
struct ExportTarget {
  private let name: String
  /// Formats that pandoc writes are pages of HTML before.
  let format: ExportFormat
  let isForPandoc: Bool

  /// The names of all formats, in the order of the manual.
  static let formats =
    ExportFormat.all.map(\.name) + [CalendarFolder.formatName] + withEvents + PandocConversion.targets
  /// Calendars with events in the place of tasks, for programs that show no tasks.
  static let withEvents = ["ics-events", CalendarFolder.formatName + "-events"]

  /// - Parameter name: The name as the user typed it.
  /// - Throws: ``Problem`` for a format that does not exist
  init(_ name: String) throws {
    isForPandoc = PandocConversion.targets.contains(name)
    if let format = ExportFormat.named(isForPandoc ? "html" : name) {
      (self.name, self.format) = (name, format)
      return
    }
    throw unknownFormat(name, known: Self.formats)
  }

  /// Writes to a file, or to standard output if none is named.
  func write(_ bytes: [UInt8], _ citations: PandocCitations?, to output: String?, in context: CommandContext) throws {
    guard let output = output.namedFile else {
      guard format.isText, !isForPandoc else {
        throw UsageError(
          Message(
            "\(name) is not text and needs -o FILE",
            ko: "텍스트가 아닌 형식에는 -o 파일이 필요합니다: \(name)"))
      }
      return context.console.write(bytes)
    }
    let path = context.absolutePath(output)
    try Repository.refuseLinkLeadingElsewhere(path)
    try Repository.refuseOwnFile(path)
    if isForPandoc {
      try PandocConversion.write(
        bytes, to: path, format: name, citations, temporary: context.temporaryFolder, context.installedPrograms)
    } else {
      try OutputFile.write(bytes, toNamed: path)
    }
    context.note(Message("Wrote \(output)", ko: "저장했습니다: \(output)"))
  }
}

extension ExportOptions {
  /// - Parameters:
  ///   - notes: In their order.
  ///   - title: Of the whole; nil for that of the site or the name of the folder.
  ///   - asEvents: True if tasks become events of a calendar.
  ///   - isRendered: True if notes become HTML.
  ///   - workspace: The workspace of the notes.
  ///   - context: The context of the command.
  init(
    for notes: [NoteSummary], title: String?, asEvents: Bool, isRendered: Bool,
    _ workspace: Workspace, _ context: CommandContext
  ) {
    let folder = workspace.repository.root.split(separator: "/").last.map(String.init)
    let name = title ?? workspace.configuration.nonEmptyText("site.title") ?? folder ?? "Sheaf"
    let (files, rules) = (workspace.files, workspace.rulesForChosen(at: context.clock()))
    let formulas = context.formulaStore(of: workspace.repository)
    if isRendered { formulas.learn(of: notes.map(\.path)) { try? workspace.note(at: $0) } }
    self.init(
      zone: context.zone, now: context.clock(), language: context.language, title: name,
      asEvents: asEvents, dayTime: workspace.configuration.dayTime,
      contents: notes.map { ($0.path, $0.title) },
      picture: { path in
        (try? files.read(path)).flatMap { BookBody.picture($0, at: path, rules) }
      },
      file: { BookBody.file($0, at: $1, rules) }, body: BookBody.renderer(context.language, formulas))
  }
}

extension CommandContext {
  /// Returns the notes of a query that leave the repository, without templates; by their paths if it names no order.
  ///
  /// - Returns: With the number of sealed letters that the query would have found.
  func exportedNotes(_ query: QueryArguments, in workspace: Workspace) throws -> (notes: [NoteSummary], sealed: Int) {
    let parsed = try query.parsed(in: self, workspace)
    if query.explain { explain(parsed) }
    var request = try self.request(parsed, in: workspace)
    if request.sort.isEmpty { request.sort = [SortKey(field: "path", isDescending: false)] }
    let found = try workspace.index.notes(request).filter { $0.kind != .template }
    var letters = request
    letters.query = .and([request.query, .state(.sealed)])
    letters.limit = nil
    return (found.filter { !$0.isSealed(on: request.now.day) }, try workspace.index.notes(letters).count)
  }
}

/// Returns the error for a format that `import` or `export` does not know.
///
/// - Parameter known: The known formats in the order of the manual.
func unknownFormat(_ name: String, known: [String]) -> Problem {
  let formats = known.joined(separator: ", ")
  return Problem(
    .usage, Message("Unknown format “\(name)”", ko: "없는 형식입니다: “\(name)”"),
    hint: nearestName(to: name, among: known).map(Message.didYouMean)
      ?? Message("Use one of the formats \(formats).", ko: "사용할 수 있는 형식: \(formats)"))
}
