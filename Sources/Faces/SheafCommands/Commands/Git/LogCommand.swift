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

  @Option(help: help(.day, "Show only changes up to a day or a commit.", ko: "이 날짜나 커밋까지의 변경만 보여 줍니다."))
  var until: String?

  @Flag(help: help("Show only moves on the board.", ko: "보드에서 옮긴 내역만 보여 줍니다."))
  var board = false

  @Option(
    help: help(
      .name, "Show only commits of this author, or of this client of sheaf mcp.",
      ko: "이 작성자나 sheaf mcp의 이 클라이언트가 만든 커밋만 보여 줍니다."))
  var author: String?

  @Flag(help: QueryArguments.explainHelp)
  var explain = false

  @OptionGroup var listing: ListingOptions

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let git = context.git(in: workspace.repository)
    // A date alone is the name of its entry.
    let read = context.leadingDays(words, for: .past).flatMap {
      $0.query.isEmpty && $0.days.first == $0.days.last && $0.text.contains(where: \.isNumber) ? nil : $0
    }
    if let read { context.tell(read.days, typed: read.text) }
    let subject = try LogSubject(read?.query ?? words, explains: explain, in: context, workspace)
    var request = NoteLogRequest(paths: subject.paths)
    // Rows in another order are counted after they are put in order.
    request.limit = listing.order.keys.isEmpty && !listing.order.reverse ? listing.order.limit : nil
    request.isOfBoard = board
    request.author = author
    request.since = read.map { context.seconds(at: $0.days.first) }
    request.until = read.map { context.seconds(at: $0.days.last.adding(days: 1)) - 1 }
    if since != nil || until != nil { try request.take(since: since, until: until, in: context, git) }
    let log = try workspace.log(request, from: git)
    let report = NoteLogReport(log, isOfOneNote: subject.isOneNote, in: context)
    var list = Listing(try listing.order.rowOrder.arranged(report), listing)
    list.whenEmpty = { Message("No changes", ko: "변경 내역이 없습니다") }
    try list.show(in: context, workspace)
    if log.entries.isEmpty { throw ExitStatus.negative }
  }
}

/// The notes whose history is asked for.
struct LogSubject {
  /// The paths of the notes; nil for all notes.
  let paths: Set<NotePath>?
  let isOneNote: Bool

  /// - Parameters:
  ///   - words: A note as it is or was called, or a query; none for all notes.
  ///   - explains: True if it is told how a query was read.
  ///   - context: The context of the command.
  ///   - workspace: The workspace of the notes.
  /// - Throws: An error if the words are neither.
  init(_ words: [String], explains: Bool, in context: CommandContext, _ workspace: Workspace) throws {
    guard !words.isEmpty else {
      (paths, isOneNote) = (nil, false)
      return
    }
    let text = words.joined(separator: " ")
    do {
      (paths, isOneNote) = ([try context.pathNowOrThen(text, in: workspace)], true)
    } catch let error as NoteLookupError {
      guard error.isOfMissing else { throw error }
      let found = try context.notes(where: text, explains: explains, in: workspace)
      guard !found.isEmpty else { throw error }
      (paths, isOneNote) = (Set(found), false)
    }
  }
}

extension NoteLogRequest {
  /// Leaves out older and newer commits: `first` and `last` name commits, or days.
  mutating func take(
    since first: String?, until last: String?, in context: CommandContext, _ git: any GitClient
  ) throws {
    var (above, below) = ("", "HEAD")
    switch try first.map({ try context.pastPoint($0, in: git) }) {
    case .commit(let revision): above = revision.commit + ".."
    case .days(let days): since = context.seconds(at: days.first)
    case nil: break
    }
    switch try last.map({ try context.pastPoint($0, in: git) }) {
    case .commit(let revision): below = revision.commit
    case .days(let days): until = context.seconds(at: days.last.adding(days: 1)) - 1
    case nil: break
    }
    if above + below != "HEAD" { range = above + below }
  }
}

extension NoteLogReport {
  init(_ log: NoteLog, isOfOneNote: Bool, in context: CommandContext) {
    self.init(
      entries: log.entries.map { entry in
        NoteLogReport.Entry(
          commit: entry.commit.id, moment: context.moment(entry.commit.seconds),
          author: entry.commit.author, subject: entry.commit.isSubjectHidden ? nil : entry.commit.subject,
          events: entry.events)
      }, isOfOneNote: isOfOneNote, now: context.clock())
  }
}

struct RestoreCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("restore", PackageResources.restore_txt, ko: PackageResources.restore_ko_txt)
  }

  @Argument(help: help(.note, "Notes to restore; they may have been deleted.", ko: "복원할 메모(삭제한 메모도 지정할 수 있음)"))
  var words: [String] = []

  @Option(help: help(.revision, "Commit or day to restore from.", ko: "복원할 시점(커밋이나 날짜)"))
  var at = "HEAD"

  @OptionGroup var change: ChangeOptions<ChangedNotes>

  func run(in context: CommandContext) throws {
    let care = change.writing.care
    let paths = try context.write(care) { workspace, transaction in
      let git = context.git(in: workspace.repository)
      var restored: [NotePath] = []
      let names = try names(in: workspace, context)
      _ = try CheckedTree(context.revision(at, in: git).commit, in: git)
      for name in names {
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
      return context.note(Message("The note is already in that state", ko: "이미 그때의 내용과 같습니다"))
    }
    context.writePlaces(paths.map(\.string), dryRun: care.dryRun)
  }

  /// Returns the notes that the words name: rows and a query name notes that are there, other words may name deleted notes.
  private func names(in workspace: Workspace, _ context: CommandContext) throws -> [String] {
    let isOfRows = words.allSatisfy { $0.allSatisfy { "0123456789-.,@".contains($0) } }
    if isOfRows || change.condition != nil || words.first.map({ context.beginsQuery($0, in: workspace) }) == true {
      return try NamedPlaces(.notes, context, workspace).asked(words, where: change.condition, change.writing.care)
        .map(\.path.string).uniqued()
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
