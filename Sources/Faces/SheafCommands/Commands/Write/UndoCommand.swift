package import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteHistory
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import TerminalText
import Wording

package struct UndoCommand: ContextCommand {
  package static var configuration: CommandConfiguration {
    explained("undo", PackageResources.undo_txt, ko: PackageResources.undo_ko_txt)
  }

  @OptionGroup package var replay: ReplayOptions

  @Flag(help: help("List the commands that can be undone.", ko: "되돌릴 수 있는 명령의 목록을 보여 줍니다."))
  var list = false

  package init() {}

  package func run(in context: CommandContext) throws {
    // A list for programs never undoes anything.
    guard !list, !replay.writing.form.json else { return try showHistory(context) }
    try replay.run(
      in: context,
      { journal, count, author throws(RepositoryError) in
        try journal.undoing(count, by: author)
      },
      nothing: Message("Nothing to undo", ko: "되돌릴 명령이 없습니다"),
      hint: Message(
        "Every command that changes notes can be undone; “sheaf undo --list” lists these commands.",
        ko: "메모를 바꾼 명령은 모두 되돌릴 수 있습니다. “sheaf undo --list”로 목록을 확인하세요.")
    ) { entry in
      let mark = context.page.asciiOnly ? "<" : "↶"
      let isSent = context.sends(afterUndoing: entry)
      return (
        Message(
          "\(mark) Undone: \(entry.command)" + (isSent ? "; “sheaf sync” sends these versions" : ""),
          ko: "\(mark) 되돌렸습니다: \(entry.command)" + (isSent ? ". “sheaf sync”로 이 내용을 보냅니다" : "")), entry.formerPaths
      )
    }
  }

  private func showHistory(_ context: CommandContext) throws {
    let repository = try context.repository()
    let configuration = context.configuration(of: repository)
    let history = try context.changes.journalToRead(of: repository, configuration).history()
    for path in history.damaged { context.warn(RepositoryError.damagedJournal(path).explanation) }
    let letters = try context.openWorkspace(of: repository, configuration).index.notes.sealedLetters()
    let entries = context.shown(history.entries.reversed(), letters: letters)
      .filter { replay.author == nil || $0.author == replay.author }
    let report = HistoryReport(
      entries: entries.map {
        HistoryReport.Entry(
          command: $0.command, moment: $0.moment, paths: $0.paths, isUndone: $0.state == .undone, author: $0.author)
      })
    if replay.writing.form.json {
      context.console.writeLine(report.json.text(pretty: true))
    } else if entries.isEmpty {
      context.explainNothing(Message("No commands to undo", ko: "되돌릴 명령이 없습니다"), OutputChoices(json: false))
    } else {
      context.page(context.theme.encode(report.lines(context.page)), configured: configuration.program("pager"))
    }
    if entries.isEmpty { throw ExitStatus.negative }
  }
}

struct RedoCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("redo", PackageResources.redo_txt, ko: PackageResources.redo_ko_txt)
  }

  @OptionGroup var replay: ReplayOptions

  func run(in context: CommandContext) throws {
    try replay.run(
      in: context,
      { journal, count, author throws(RepositoryError) in
        try journal.redoing(count, by: author)
      },
      nothing: Message("Nothing to redo", ko: "다시 실행할 명령이 없습니다"),
      hint: Message(
        "“sheaf undo” undoes a command; until another command changes a file, “sheaf redo” redoes the command.",
        ko: "“sheaf undo”로 되돌린 명령을, 다른 명령으로 파일을 바꾸기 전까지 다시 실행할 수 있습니다.")
    ) { entry in
      (Message("Redone: \(entry.command)", ko: "다시 실행했습니다: \(entry.command)"), entry.paths)
    }
  }
}

/// The options of `sheaf undo` and `sheaf redo`.
package struct ReplayOptions: ParsableArguments {
  @Argument(help: help(.count, "Number of commands.", ko: "명령 수"))
  var count = 1

  @Option(
    help: help(
      .name, "Undo or redo only commands of this program, such as a client of sheaf mcp.",
      ko: "이 프로그램이 실행한 명령만 대상으로 합니다(sheaf mcp의 클라이언트 등)."))
  package var author: String?

  @OptionGroup var writing: WritingOptions

  package init() {}

  package func validate() throws {
    guard count > 0 else {
      throw ValidationError(localized("The number must be at least 1", ko: "수는 1 이상이어야 합니다"))
    }
  }

  /// Runs the commands that `plan` finds, and reports them.
  ///
  /// - Parameters:
  ///   - context: The context of the command.
  ///   - plan: Finds the last `count` commands.
  ///   - nothing: The message if there is none.
  ///   - hint: The hint in that case.
  ///   - report: Returns the sentence about a command, and the files after it.
  /// - Throws: If there is no such command, and errors of the journal.
  func run(
    in context: CommandContext,
    _ plan: (Journal, _ count: Int, _ author: String?) throws(RepositoryError) -> Journal.Plan,
    nothing: Message,
    hint: Message, _ report: @escaping (JournalEntry) -> (Message, [NotePath])
  ) throws {
    let done = try context.replay(writing, count, saying: { report($0).0 }) { journal throws(RepositoryError) in
      try plan(journal, count, author)
    }
    guard !done.isEmpty else { throw Problem(.notFound, nothing, hint: hint) }
    context.writePlaces(done.flatMap { report($0).1 }.uniqued().map(\.string), dryRun: writing.dryRun)
  }
}

extension CommandContext {
  /// Returns true if an undone command decided conflicts, and no conflict is open in the restored notes: they are sent.
  fileprivate func sends(afterUndoing entry: JournalEntry) -> Bool {
    guard entry.command.hasPrefix("sheaf resolve"), let repository = try? repository() else { return false }
    let (remote, files) = (GitRemote(git(in: repository)), LiveFileSystem(root: repository.root))
    let isMarked = entry.formerPaths.contains { (try? files.read($0)).map(ConflictMarks.areIn) ?? false }
    return !isMarked && (try? remote.upstream(of: remote.branch())) != nil
  }

  /// Undoes or redoes commands, or prints the changes that this would make.
  ///
  /// - Parameters:
  ///   - count: The number of commands that the user asked for.
  ///   - saying: Returns the sentence about a command, before the account of all that changed.
  func replay(
    _ options: WritingOptions, _ count: Int = 1, saying: ((JournalEntry) -> Message)? = nil,
    _ plan: (Journal) throws(RepositoryError) -> Journal.Plan
  ) throws -> [JournalEntry] {
    guard !options.dryRun else {
      let repository = try repository()
      let journal = try changes.journalToRead(of: repository, configuration(of: repository))
      let plan = try plan(journal)
      let changes = try journal.preview(of: plan)
      try changes.checkNoteCount(options.expect)
      try self.changes.show(changes, options.care)
      return shown(plan.entries, letters: [:])
    }
    return try changes.withJournal { workspace, journal in
      let letters = try workspace.index.notes.sealedLetters()
      let plan = try plan(journal)
      if let access { try access.check(journal.preview(of: plan), in: workspace) }
      if plan.entries.count > 1 {
        let entries = shown(plan.entries, letters: letters)
        try confirm(.replaying(entries, isAll: count > entries.count, plan.isUndo, clock()))
      }
      let isTold = saying != nil && (console.capabilities.isOutputTerminal || options.care.json)
      let preview = isTold || options.expect != nil ? try journal.preview(of: plan) : []
      try preview.checkNoteCount(options.expect)
      try journal.carryOut(plan)
      footprint.markSideEffect(paths: plan.entries.flatMap { $0.formerPaths + $0.paths })
      let entries = shown(plan.entries, letters: letters)
      changes.commit(replayed: entries, isUndo: plan.isUndo, in: workspace)
      if let saying {
        for entry in entries { note(saying(entry)) }
        try changes.tell(preview, options.care, in: workspace)
      }
      return entries
    }
  }
}

extension CommandContext {
  /// Entries of the journal as they may be shown: of a command that wrote into a letter that is sealed now only its name.
  ///
  /// - Parameter letters: The letters that are sealed now.
  func shown(_ entries: [JournalEntry], letters: [NotePath: Day]) -> [JournalEntry] {
    let layout = configuration(of: try? repository()).layout
    var gate = ReadingGate(today: clock().day, letters: letters)
    let latestFirst = entries.sorted { $0.number > $1.number }
    let sealed = Set(latestFirst.filter { gate.close($0, in: layout) }.map(\.number))
    return entries.map { sealed.contains($0.number) ? $0.withoutWords : $0 }
  }
}

extension Message {
  /// Returns a question that lists commands, up to ten, with the names of their files.
  fileprivate static func replaying(
    _ entries: [JournalEntry], isAll: Bool, _ isUndo: Bool, _ now: CivilMoment
  ) -> Message {
    func list(_ language: Language) -> String {
      let lines = entries.prefix(10).map { entry in
        let names = entry.paths.prefix(5).map { String($0.stem) }.joined(separator: ", ")
        let ago = ago(entry.moment, now).text(in: language)
        return "\n  \(ago)  \(entry.command)" + (names.isEmpty ? "" : ": \(names)")
          + (entry.paths.count > 5 ? " …" : "")
      }
      return lines.joined() + (entries.count > 10 ? "\n  …" : "") + "\n"
    }
    let only = isAll ? " (there are only \(entries.count))" : ""
    return Message(
      "\(isUndo ? "Undo" : "Redo") \(counted(entries.count, "command"))\(only)?" + list(.english),
      ko: "명령 \(entries.count)개\(isAll ? "(전부)" : "")를 \(isUndo ? "되돌릴" : "다시 실행할")까요?" + list(.korean))
  }

  private static func ago(_ moment: CivilMoment, _ now: CivilMoment) -> Message {
    let minutes = max(0, now.secondsSinceEpoch() - moment.secondsSinceEpoch()) / 60
    return switch minutes {
    case 0: Message("just now", ko: "방금")
    case ..<60: Message("\(counted(minutes, "minute")) ago", ko: "\(minutes)분 전")
    case ..<1440: Message("\(counted(minutes / 60, "hour")) ago", ko: "\(minutes / 60)시간 전")
    default: Message(DayText.text(.moment(moment), in: .english), ko: DayText.text(.moment(moment), in: .korean))
    }
  }
}
