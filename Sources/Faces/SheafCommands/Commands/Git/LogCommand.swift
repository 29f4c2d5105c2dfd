import ArgumentParser
import CivilCalendar
import NoteActions
import NoteHistory
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

struct LogCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("log", PackageResources.log_txt, ko: PackageResources.log_ko_txt)
  }

  @Argument(help: help(.queryOrNote, "Days, then a note or a query. Default: all.", ko: "기간, 그리고 메모나 검색식(기본값: 모두)"))
  var words: [String] = []

  @Option(
    help: help(.day, "Show only changes after a day or a commit.", ko: "이 날짜나 커밋 이후의 변경만 보여 줍니다."))
  var since: String?

  @Flag(help: help("Show only moves on the board.", ko: "보드에서 옮긴 내역만 보여 줍니다."))
  var board = false

  @Option(
    help: help(
      .name, "Show only commits of this author, or of this client of sheaf mcp.",
      ko: "이 작성자나 sheaf mcp의 이 클라이언트가 만든 커밋만 보여 줍니다."))
  var author: String?

  @Option(help: help(.count, "Show at most N commits; 0: all.", ko: "보여 줄 커밋의 최대 개수. 0이면 모두"))
  var limit: Int?

  @OptionGroup var output: OutputOptions
  @OptionGroup var file: FileForm<ReportForms>

  init() {}

  func validate() throws {
    guard limit.map({ $0 >= 0 }) ?? true else { throw NegativeLimit.error }
  }

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let git = context.git(in: workspace.repository)
    // A date alone is the name of its entry.
    let read = context.leadingDays(words, for: .past).flatMap {
      $0.query.isEmpty && $0.days.first == $0.days.last && $0.text.contains(where: \.isNumber) ? nil : $0
    }
    if let read { context.tell(read.days, typed: read.text) }
    let subject = try LogSubject(read?.query ?? words, in: context, workspace)
    var request = NoteLogRequest(paths: subject.paths)
    request.limit = limit == 0 ? nil : limit
    request.isOfBoard = board
    request.author = author
    request.since = read.map { context.seconds(at: $0.days.first) }
    request.until = read.map { context.seconds(at: $0.days.last.adding(days: 1)) - 1 }
    if let since { try request.begin(after: since, in: context, git) }
    let log = try workspace.log(request, from: git)
    let report = NoteLogReport(log, isOfOneNote: subject.isOneNote, in: context)
    try context.show(
      report, output.choices(file), keys: log.entries.flatMap { $0.events.map(\.path.string) }.uniqued(),
      pager: workspace.configuration.program("pager"))
    guard log.entries.isEmpty else { return }
    context.explainNothing(Message("No changes", ko: "변경 내역이 없습니다"), output.choices(file))
    throw ExitStatus.negative
  }
}

/// The notes whose history is asked for.
struct LogSubject {
  /// The paths of the notes; nil for all notes.
  let paths: Set<NotePath>?
  let isOneNote: Bool

  /// - Parameters:
  ///   - words: A note as it is or was called, or a query; none for all notes.
  ///   - context: The context of the command.
  ///   - workspace: The workspace of the notes.
  /// - Throws: An error if the words are neither.
  init(_ words: [String], in context: CommandContext, _ workspace: Workspace) throws {
    guard !words.isEmpty else {
      (paths, isOneNote) = (nil, false)
      return
    }
    let text = words.joined(separator: " ")
    do {
      (paths, isOneNote) = ([try context.pathNowOrThen(text, in: workspace)], true)
    } catch let error as NoteLookupError {
      guard case .notFound = error else { throw error }
      let found = try context.notes(where: text, in: workspace)
      guard !found.isEmpty else { throw error }
      (paths, isOneNote) = (Set(found), false)
    }
  }
}

extension NoteLogRequest {
  /// Leaves out older commits: `text` names a commit, or the first day.
  mutating func begin(
    after text: String, in context: CommandContext, _ git: any GitClient
  ) throws {
    switch try context.pastPoint(text, in: git) {
    case .commit(let revision): range = revision.commit + "..HEAD"
    case .days(let days): since = context.seconds(at: days.first)
    }
  }
}

extension NoteLogReport {
  init(_ log: NoteLog, isOfOneNote: Bool, in context: CommandContext) {
    self.init(
      entries: log.entries.map { entry in
        NoteLogReport.Entry(
          commit: entry.commit.id, moment: context.moment(entry.commit.seconds),
          author: entry.commit.author, subject: entry.commit.subject,
          events: entry.events.map {
            NoteLogReport.Event(path: $0.path, title: $0.title, changes: $0.changes)
          })
      }, isOfOneNote: isOfOneNote)
  }
}

struct RestoreCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("restore", PackageResources.restore_txt, ko: PackageResources.restore_ko_txt)
  }

  @Argument(help: help(.note, "Notes to restore; they may have been deleted.", ko: "복원할 메모(삭제한 메모도 지정할 수 있음)"))
  var words: [String]

  @Option(help: help(.revision, "Commit or day to restore from.", ko: "복원할 시점(커밋이나 날짜)"))
  var at = "HEAD"

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let paths = try context.write(writing.care) { workspace, transaction in
      let git = context.git(in: workspace.repository)
      _ = try CheckedTree(context.revision(at, in: git).commit, in: git)
      var restored: [NotePath] = []
      for name in try names(in: workspace, context) {
        let (path, former) = try version(of: name, in: workspace, context, git)
        try CheckedTree.check([path.string])
        let count = transaction.changes.count
        if workspace.files.fingerprint(path) == nil {
          transaction.create(path, former)
        } else {
          transaction.replace(path, expecting: try workspace.originals.read(path), with: former)
        }
        if transaction.changes.count > count { restored.append(path) }
      }
      return restored
    }
    guard !paths.isEmpty else {
      return context.note(
        Message("The note is already in that state", ko: "이미 그때의 내용과 같습니다"))
    }
    context.writePlaces(paths.map(\.string), dryRun: writing.dryRun)
  }

  /// Returns the notes that the words name: rows and a query name notes that are there, other words may name deleted notes.
  private func names(in workspace: Workspace, _ context: CommandContext) throws -> [String] {
    let isOfRows = words.allSatisfy { $0.allSatisfy { "0123456789-.,@".contains($0) } }
    if isOfRows || words.first.map({ context.beginsQuery($0, in: workspace) }) == true {
      return try NamedPlaces(.notes, context, workspace).places(words).map(\.path.string).uniqued()
    }
    let whole = words.joined(separator: " ")
    let isOne = words.count == 1 || (try? context.pathNowOrThen(whole, in: workspace)) != nil
    return isOne ? [whole] : words
  }

  /// Returns the version in the commit; if none is given, the last version of a note that was removed before the last
  /// commit.
  private func version(
    of note: String, in workspace: Workspace, _ context: CommandContext, _ git: any GitClient
  ) throws -> (path: NotePath, bytes: [UInt8]) {
    guard at == "HEAD" else {
      let path = try context.path(note, at: at, in: workspace, parts: .asked)
      let revision = try context.revision(at, in: git)
      return (path, try workspace.version(of: path, at: revision, from: git).bytes)
    }
    let path = try context.pathNowOrThen(note, in: workspace, parts: .asked)
    do {
      let revision = try context.revision(at, in: git)
      return (path, try workspace.version(of: path, at: revision, from: git).bytes)
    } catch let error as NotInCommit {
      guard !workspace.files.exists(path),
        let former = try workspace.formerNote(path.string, in: git), former.present == nil,
        let object = former.object,
        let bytes = try GitObjects(git).texts(of: [object])[object]
      else { throw error }
      return (path, bytes)
    }
  }
}
