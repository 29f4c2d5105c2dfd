import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteInterchange
import NoteModel
import NoteRepository
import Wording

/// A format to export, and where its bytes go.
struct ExportTarget {
  private let name: String
  /// Formats that pandoc writes are pages of HTML before.
  let format: ExportFormat
  private let isForPandoc: Bool

  /// - Parameter name: As the user gave it.
  /// - Throws: ``UnknownFormat``
  init(_ name: String) throws {
    isForPandoc = PandocConversion.targets.contains(name)
    if let format = ExportFormat.named(isForPandoc ? "html" : name) {
      (self.name, self.format) = (name, format)
      return
    }
    throw UnknownFormat(
      name: name,
      known: ExportFormat.all.map(\.name) + [CalendarFolder.formatName] + PandocConversion.targets)
  }

  /// Writes to a file, or to standard output where none is named.
  func write(_ bytes: [UInt8], to output: String?, in context: CommandContext) throws {
    guard let output else {
      guard format.isText, !isForPandoc else {
        throw UsageError(
          Message(
            "\(name) is not text; say where it goes with -o FILE",
            ko: "텍스트가 아닌 형식입니다(\(name)). -o 파일로 지정하세요"))
      }
      return context.console.write(bytes)
    }
    let path = context.absolutePath(output)
    try Repository.refuseLinkLeadingOut(path)
    if isForPandoc {
      try PandocConversion.write(
        bytes, to: path, format: name, temporary: context.temporaryFolder, context.installedPrograms
      )
    } else {
      try OutputFile.write(bytes, toNamed: path)
    }
    context.note(Message("Wrote \(output)", ko: "파일을 썼습니다: \(output)"))
  }
}

extension ExportOptions {
  /// - Parameters:
  ///   - notes: In their order.
  ///   - title: Of the whole; nil for that of the site or the name of the folder.
  ///   - asEvents: True where tasks become events of a calendar.
  ///   - workspace: Where the notes are.
  ///   - context: Where it is asked.
  init(
    for notes: [NoteSummary], title: String?, asEvents: Bool, _ workspace: Workspace,
    _ context: CommandContext
  ) {
    let folder = workspace.repository.root.split(separator: "/").last.map(String.init)
    let name = title ?? workspace.configuration.nonEmptyText("site.title") ?? folder ?? "Sheaf"
    let files = workspace.files
    self.init(
      zone: context.zone, now: context.clock(), language: context.language, title: name,
      asEvents: asEvents, contents: notes.map { ($0.path, $0.title) },
      picture: { path in
        (try? files.read(path)).flatMap { BookBody.picture($0, name: String(path.fileName)) }
      },
      body: BookBody.renderer(context.language))
  }
}

extension CommandContext {
  /// The notes of a query that leave the repository: no sealed letters and no templates; by their paths where it
  /// names no order.
  ///
  /// - Returns: With the number of sealed letters that the query would have found.
  func exportedNotes(
    _ query: QueryArguments, in workspace: Workspace
  ) throws -> (notes: [NoteSummary], sealed: Int) {
    let parsed = try query.parsed(in: self, workspace)
    if query.explain { explain(parsed) }
    var request = try query.request(parsed, in: self, workspace)
    if request.sort.isEmpty { request.sort = [SortKey(field: "path", isDescending: false)] }
    let found = try workspace.index.notes(request).filter { $0.kind != .template }
    var letters = request
    letters.query = .and([request.query, .state(.sealed)])
    letters.limit = nil
    return (
      found.filter { !$0.isSealed(on: request.now.day) }, try workspace.index.notes(letters).count
    )
  }
}

/// `import` or `export` was asked for a format that there is not.
struct UnknownFormat: ExplainedError {
  let name: String
  /// In the order of the manual.
  let known: [String]

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message("There is no format “\(name)”", ko: "없는 형식입니다: “\(name)”")
  }
  var hint: Message? {
    nearestName(to: name, among: known).map {
      Message("Did you mean “\($0)”?", ko: "혹시 “\($0)”인가요?")
    }
      ?? Message(verbatim: known.joined(separator: " "))
  }
}
