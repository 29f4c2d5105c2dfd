import ByteBasics
import CivilCalendar
package import NoteActions
import NoteHistory
import NoteModel
import NotePresentation
package import NoteRepository
import NoteSyntax
import ParallelWork
import TerminalText
import Wording

extension CommandContext {
  /// Plans changes and makes them; see ``ChangeRunner/write(_:asksIndex:reportsShifts:_:)``.
  package func write<Value>(
    _ care: WriteOptions = WriteOptions(), asksIndex: Bool = true, reportsShifts: Bool = false,
    _ plan: (Workspace, inout Transaction) throws -> Value
  ) throws -> Value {
    try changes.write(care, asksIndex: asksIndex, reportsShifts: reportsShifts, plan)
  }

  /// Prints the places of written notes, a line each, into a pipe or a file. A person gets the ``ChangeAccount``.
  package func writePlaces(_ places: [String], dryRun: Bool = false) {
    guard !dryRun, !console.capabilities.isOutputTerminal, !words.contains("--json") else { return }
    for place in places { console.writeLine(place) }
  }
}

/// Makes the changes of a command: under the lock, through the journal, with the commit that the user may want.
package struct ChangeRunner: TerminalHolder {
  let context: CommandContext

  package var terminal: Terminal { context.terminal }

  /// Plans changes and makes them: all or none, recorded for `undo`.
  ///
  /// Only one process at a time runs a plan, and the index is updated first, so a plan sees the current state of the
  /// notes. Print results after this call, not in the plan.
  ///
  /// - Parameters:
  ///   - care: The expected number of changed notes, and whether the differences are printed instead of written.
  ///   - asksIndex: False for a plan that does not read the index; then the files need not be scanned.
  ///   - reportsShifts: True for a plan that names notes: links with a changed meaning are then reported.
  ///   - plan: Adds its changes to the transaction.
  /// - Returns: The result of the plan.
  /// - Throws: The errors of the plan, and an error if something cannot be written; then nothing is written.
  package func write<Value>(
    _ care: WriteOptions, asksIndex: Bool, reportsShifts: Bool, _ plan: (Workspace, inout Transaction) throws -> Value
  ) throws -> Value {
    var shifts: [LinkTargetChange] = []
    func planned(_ workspace: Workspace) throws -> (Transaction, Value) {
      var transaction = Transaction(words: context.words, by: context.access?.name)
      try context.access?.checkExpected(in: workspace)
      let value = try plan(workspace, &transaction)
      try transaction.checkNoteCount(care.expect)
      if reportsShifts { shifts = try workspace.shifts(of: transaction) }
      transaction = try admitted(transaction, in: workspace, isRehearsal: care.dryRun)
      return (transaction, value)
    }
    let value =
      if care.dryRun {
        try rehearse(planned, care)
      } else {
        try withJournal(asksIndex: asksIndex) { workspace, journal in
          try make(planned(workspace), care, in: workspace, journal)
        }
      }
    for shift in shifts { warn(shift.explanation(isDone: !care.dryRun)) }
    return value
  }

  /// Returns a transaction that may be written. Every command that writes notes calls this function.
  ///
  /// - Returns: The transaction, with the changes that the hooks of the user add.
  /// - Throws: An error if the transaction writes to hidden or forbidden places, or if a hook refuses the transaction.
  func admitted(_ transaction: Transaction, in workspace: Workspace, isRehearsal: Bool = false) throws -> Transaction {
    try Cancellation.check()
    let placed = try workspace.placed(transaction)
    try context.access?.check(placed.changes, in: workspace)
    let reviewed = try Hooks(context: context).review(placed, in: workspace, isRehearsal: isRehearsal)
    warnOfOpened(reviewed.changes, in: workspace)
    return reviewed
  }

  /// Names the files that leave a private folder, the drafts or an encrypted folder.
  private func warnOfOpened(_ changes: [FileChange], in workspace: Workspace) {
    let moves = changes.compactMap { if case .move(let path, let target) = $0 { (path, target) } else { nil } }
    // The attributes name the files in a folder, and a folder may move.
    let paths = moves.flatMap { [$0.0, $0.0.appending("x"), $0.1, $0.1.appending("x")] }
    let encrypted = Set(paths.isEmpty ? [] : ProgramFolder.encrypted(paths, in: workspace.repository.root))
    let places: [(name: Message, holds: (NotePath) -> Bool)] = [
      (Message("a private folder", ko: "비공개"), { PathScope($0.string).isPrivate }),
      (Message("the folder of drafts", ko: "초안"), { workspace.layout.isDraft($0) }),
      (Message("an encrypted folder", ko: "암호화된"), { !encrypted.isDisjoint(with: [$0, $0.appending("x")]) }),
    ]
    for place in places {
      let opened = moves.filter { place.holds($0.0) && !place.holds($0.1) }.map(\.1.string)
      if opened.isEmpty { continue }
      let names = opened.prefix(3).joined(separator: ", ") + (opened.count > 3 ? ", …" : "")
      warn(Message("Leaves \(place.name.english): \(names)", ko: "\(place.name.korean) 폴더 밖으로 나가는 파일: \(names)"))
    }
  }

  /// Shows the plan without writing.
  private func rehearse<Value>(
    _ plan: (Workspace) throws -> (Transaction, Value), _ care: WriteOptions
  ) throws -> Value {
    let (transaction, value) = try plan(try context.openWorkspace())
    try show(transaction.changes, care)
    return value
  }

  /// Writes the plan.
  private func make<Value>(
    _ planned: (transaction: Transaction, value: Value), _ care: WriteOptions, in workspace: Workspace,
    _ journal: Journal
  ) throws -> Value {
    var transaction = planned.transaction
    var gate = workspace.gate
    if gate.close(transaction.changes, in: workspace.layout) { transaction.hideWords() }
    let entry = try journal.commit(transaction, at: context.clock())
    context.footprint.markSideEffect(entry: entry?.number, paths: entry?.paths ?? [])
    try checkAfterStash(transaction, of: workspace.repository)
    let differences = commit(transaction, in: workspace)
    try tell(transaction.changes, care, in: workspace, differences)
    if let path = transaction.touched { TerminalMemory(context, workspace).rememberTouched(path) }
    return planned.value
  }

  /// - Parameter known: The differences, if they were made before.
  func tell(
    _ changes: [FileChange], _ care: WriteOptions, in workspace: Workspace, _ known: TransactionDifferences? = nil
  ) throws {
    let isTerminal = console.capabilities.isOutputTerminal
    let now = context.clock()
    guard !care.json else {
      let differences = TransactionDifferences(changes, in: workspace)
      let account = ChangeAccount(differences, in: workspace, now: now, isWhole: true)
      return console.writeLine(account.json.text(pretty: true))
    }
    guard !globals.quiet, care.account == .always || isTerminal && care.account == .onTerminal else { return }
    let differences = known ?? TransactionDifferences(changes, in: workspace, limit: ChangeAccount.mostRead)
    let lines = try ChangeAccount(differences, in: workspace, now: now).lines(context.page) {
      try workspace.tasksLeftToday(without: $0, now: now)
    }
    guard !isTerminal else { return console.write(theme.encode(lines)) }
    for line in lines { console.writeError(line.plainText + "\n") }
  }

  /// Prints the differences of files, one after the other.
  func show(_ changes: [FileChange], _ care: WriteOptions) throws {
    guard !care.json else { return try tell(changes, care, in: context.openWorkspace()) }
    let diff = TransactionDiff(of: changes, in: context)
    for change in changes { console.write(theme.encode(diff.lines(of: change))) }
  }

  /// Runs `body` as ``withLock(_:)`` does, with the workspace.
  func withJournal<Value>(asksIndex: Bool = true, _ body: (Workspace, Journal) throws -> Value) throws -> Value {
    try withLock { repository, configuration, journal in
      try body(context.openWorkspace(of: repository, configuration, synchronized: asksIndex), journal)
    }
  }

  /// Runs `body` as the only process that writes here, after finishing the change of a killed process.
  func withLock<Value>(_ body: (Repository, Configuration, Journal) throws -> Value) throws -> Value {
    try Hooks.refuseWriting(in: context)
    let repository = try context.repository()
    let configuration = context.configuration(of: repository)
    let lock = try WriteLock.acquire(folder: repository.stateFolder, command: context.words.first ?? "") { holder in
      note(Message("Waiting for process \(holder)", ko: "\(holder) 프로세스를 기다리는 중"))
    }
    removeAbandonedFiles(of: repository)
    let journal = journal(of: repository, configuration)
    for recovery in try journal.recover() { tell(recovery) }
    for edit in try journal.recoverEditing(at: context.clock()) { tell(edit) }
    let value = try body(repository, configuration, journal)
    _ = consume lock
    return value
  }

  package func journal(of repository: Repository, _ configuration: Configuration) -> Journal {
    Journal(
      files: LiveFileSystem(
        root: repository.root, layout: configuration.layout, git: GitIndexLock(above: repository.root)),
      store: LiveFileSystem(root: resolvedPath(repository.stateFolder) ?? repository.stateFolder, isPrivate: true),
      storePlace: repository.stateFolder,
      limits: Journal.Limits(
        entries: configuration.integer("undo.entries"), bytes: configuration.integer("undo.megabytes") * 1_000_000))
  }

  /// Returns the journal for reading, with the text from an editor whose command was killed. No file of the repository
  /// changes.
  func journalToRead(of repository: Repository, _ configuration: Configuration) throws -> Journal {
    let journal = journal(of: repository, configuration)
    guard journal.hasInterruptedEdit else { return journal }
    let lock = try WriteLock.acquire(
      folder: repository.stateFolder, command: context.words.first ?? "", whileWaiting: { _ in })
    for edit in try journal.recoverEditing(at: context.clock()) { tell(edit) }
    _ = consume lock
    return journal
  }

  private func tell(_ edit: Journal.InterruptedEdit) {
    switch edit {
    case .remembered(let path):
      warn(
        Message(
          "An edit of \(path) was interrupted; “sheaf undo” restores the text before it",
          ko: "편집이 중단되었던 메모입니다: \(path). “sheaf undo”로 편집 전 내용을 복원할 수 있습니다"))
    case .kept(let place):
      warn(
        Message(
          "An edit was interrupted; the text before it is in \(place)",
          ko: "중단된 편집이 있습니다. 이전 내용이 여기에 있습니다: \(place)"))
    }
  }

  private func tell(_ recovery: Recovery) {
    let command = (recovery.entry.state == .undoing ? "undo: " : "") + recovery.entry.command
    let foreign = recovery.foreign.map { "\n  " + $0.string }.joined()
    let what =
      switch recovery.outcome {
      case .finished: Message("was interrupted and is complete now", ko: "중단된 명령을 마무리했습니다")
      case .rolledBack: Message("was interrupted and has been reverted", ko: "중단된 명령을 되돌렸습니다")
      case .abandoned:
        Message(
          "was interrupted and can be neither completed nor reverted",
          ko: "중단된 명령을 마무리하거나 되돌릴 수 없습니다")
      }
    let left =
      foreign.isEmpty
      ? Message(verbatim: "")
      : Message(
        "; changed by others since, not changed:\(foreign)",
        ko: ". 그사이 바뀌어 그대로 둔 파일:\(foreign)")
    warn(
      Message(
        "“\(command)” \(what.english)\(left.english)",
        ko: "“\(command)”: \(what.korean)\(left.korean)"))
  }

  /// Finishes or reverts the change of a killed process, before a command reads notes: half of a command is never
  /// shown. While a live one writes there is nothing to do.
  func settleUnfinishedCommand(_ repository: Repository, _ configuration: Configuration) {
    let journal = journal(of: repository, configuration)
    guard journal.hasUnfinishedEntry, !WriteLock.isHeld(folder: repository.stateFolder) else { return }
    if let lock = try? WriteLock.acquire(
      folder: repository.stateFolder, command: context.words.first ?? "", whileWaiting: { _ in }),
      let recoveries = try? journal.recover()
    {
      for recovery in recoveries { tell(recovery) }
      // The early scan has read the files before the recovery, so its result is out of date.
      _ = context.earlyScan?.take(of: repository)
      _ = consume lock
      return
    }
    warn(
      Message(
        "A command was interrupted while changing files; the next command that changes files completes or reverts the change",
        ko: "파일을 바꾸던 명령이 중단되었습니다. 파일을 바꾸는 다음 명령이 마무리하거나 되돌립니다"))
  }
}

/// The commit of a command's changes.
extension ChangeRunner {
  /// Commits the files that a command wrote if `git.commit` is on. If git fails, the command is done all the same and
  /// the reason is reported.
  ///
  /// - Returns: The differences that the message is made of; nil if nothing is committed.
  func commit(_ transaction: Transaction, in workspace: Workspace) -> TransactionDifferences? {
    guard workspace.configuration.flag("git.commit"), !transaction.changes.isEmpty else { return nil }
    let differences = TransactionDifferences(transaction.changes, in: workspace)
    let sentence = ChangeSentence(differences.notes, at: context.clock())
    let paths = differences.notes.isEmpty ? differences.paths.map(\.string) : []
    let message =
      paths.isEmpty
      ? text(sentence.message)
      : text(
        Message(
          "Change " + paths.prefix(3).joined(separator: ", "),
          ko: "파일 수정: " + paths.prefix(3).joined(separator: ", ")))
    commit(differences.paths, message, in: workspace)
    return differences
  }

  /// Commits the files of commands that were undone or redone.
  func commit(replayed entries: [JournalEntry], isUndo: Bool, in workspace: Workspace) {
    guard workspace.configuration.flag("git.commit"), !entries.isEmpty else { return }
    let commands = entries.map(\.command).joined(separator: ", ")
    let message =
      isUndo
      ? Message("Undo: \(commands)", ko: "되돌리기: \(commands)")
      : Message("Redo: \(commands)", ko: "다시 실행: \(commands)")
    commit(entries.flatMap { $0.paths + $0.formerPaths }.uniqued(), text(message), in: workspace)
  }

  private func commit(_ paths: [NotePath], _ message: String, in workspace: Workspace) {
    do {
      // The user's own file may set git.commit for all repositories; a commit runs the hooks of each repository.
      guard RepositoryTrust(workspace.repository).isInForce else { throw GitRefusal.notTrusted }
      let trailer = context.access.map { "\n\n\(GitLog.programTrailer): \($0.name)" } ?? ""
      _ = try RecordedCommit(in: workspace.repository, git: context.git(in: workspace.repository)).commit(
        paths.map(\.string), message: message + trailer)
    } catch let error as any ExplainedError {
      let reason = error.explanation
      warn(
        Message(
          "The change is made but not committed: \(reason.english)",
          ko: "변경했지만 커밋하지 않았습니다. \(reason.korean)"))
    } catch {
      warn(Message("The change is made but not committed", ko: "변경했지만 커밋하지 않았습니다"))
    }
  }

  /// Looks whether a `git stash` that read the files before they were changed has set them back since.
  ///
  /// A change that git has put into the stash is reported; any other is an error, because it is nowhere.
  func checkAfterStash(_ transaction: Transaction, of repository: Repository) throws {
    guard let stash = GitStash(above: repository.root), stash.waitAfterChange() else { return }
    let files = LiveFileSystem(root: repository.root)
    let replaced = transaction.results.filter { path, bytes in
      bytes.map { (try? files.read(path)) != $0 } ?? files.exists(path)
    }
    guard !replaced.isEmpty else { return }
    let git = context.git(in: repository)
    let lost = replaced.filter { path, bytes in
      let stored = try? git.output(.reading("cat-file", "blob", "refs/stash:./" + path.string))
      return bytes == nil || stored?.bytes != bytes
    }
    guard lost.isEmpty else {
      let names = lost.keys.sorted().map { "\n  " + $0.string }.joined()
      throw Problem(
        .conflict,
        Message(
          "git replaced files right after they were written, and the change is lost:\(names)",
          ko: "저장한 직후에 git이 파일을 바꿔 변경 내용이 없어졌습니다:\(names)"),
        hint: Message("Run the command again.", ko: "명령을 다시 실행하세요."))
    }
    let names = replaced.keys.sorted().map { "\n  " + $0.string }.joined()
    note(
      Message(
        "git stash has put the change away (git stash pop restores it):\(names)",
        ko: "git stash가 변경 내용을 치워 두었습니다. git stash pop으로 되돌릴 수 있습니다:\(names)"))
  }
}

/// The changes of a transaction, file by file.
struct TransactionDifferences {
  /// Every path that was touched, under its names before and after.
  let paths: [NotePath]
  let notes: [ChangeSentence.Difference]
  /// The changed notes that were not read, because there were more than the limit.
  let unread: Int
  /// Files that are no notes.
  private(set) var made: [NotePath] = []
  private(set) var changed: [NotePath] = []
  private(set) var removed: [NotePath] = []
  /// Files that are no notes, and folders.
  private(set) var moved: [(from: NotePath, to: NotePath)] = []

  /// Notes that only moved are read at their new places, or, before the changes are made, at their old places.
  ///
  /// - Parameter limit: The most notes to read, both versions of each.
  init(_ changes: [FileChange], in workspace: Workspace, limit: Int = .max) {
    let layout = workspace.layout
    var gate = workspace.gate
    _ = gate.close(changes, in: layout)
    func note(_ bytes: [UInt8], _ path: NotePath) -> Note {
      Note(Document(parsing: gate.readable(bytes, at: path, in: layout)), at: path, in: layout)
    }
    paths = changes.flatMap(\.paths).uniqued()
    let all = NetChange.of(changes) { former, path in
      try? workspace.originals.read(workspace.files.exists(path) ? path : former)
    }
    let written = all.filter(\.path.isMarkdown)
    unread = max(0, written.count - limit)
    notes = written.prefix(limit).map { change in
      ChangeSentence.Difference(
        path: change.path, before: change.before.map { note($0, change.formerPath ?? change.path) },
        after: change.after.map { note($0, change.path) })
    }
    for change in all where !change.path.isMarkdown {
      switch (change.before, change.after) {
      case (nil, _): made.append(change.path)
      case (_, nil): removed.append(change.path)
      default:
        if let former = change.formerPath { moved.append((former, change.path)) } else { changed.append(change.path) }
      }
    }
    let told = Set(all.map(\.path))
    for change in changes {
      switch change {
      case .place(let path, _): made.append(path)
      case .move(let path, let target) where !told.contains(target): moved.append((path, target))
      default: continue
      }
    }
  }
}

/// The differences of changed files, for `--dry-run`. Of a letter that is sealed only its day is shown.
struct TransactionDiff {
  private var gate: ReadingGate
  private let layout: VaultLayout
  private let language: Language

  /// - Parameter changes: All that are shown: a letter that one of them seals is sealed in all.
  init(of changes: [FileChange] = [], in context: CommandContext) {
    language = context.language
    layout = context.configuration(of: try? context.repository()).layout
    gate = ReadingGate(today: context.clock().day)
    _ = gate.close(changes, in: layout)
  }

  /// Returns one change in the form of `git diff`.
  func lines(of change: FileChange) -> [StyledText] {
    switch change {
    case .create(let path, let bytes): diff(path, nil, bytes)
    case .place(let path, let content): [StyledText("new file \(path) (\(content.size) bytes)", .dim)]
    case .replace(let path, let before, let after): diff(path, before, after)
    case .remove(let path, let before, _): diff(path, before, nil)
    case .move(let path, let target):
      [StyledText("rename from \(path)", .dim), StyledText("rename to \(target)", .dim)]
    }
  }

  private func diff(_ path: NotePath, _ before: [UInt8]?, _ after: [UInt8]?) -> [StyledText] {
    lines(of: path.string, isNote: path.isMarkdown, before, after)
  }

  /// Returns the difference between two texts of one file.
  func lines(of name: String, isNote: Bool, _ before: [UInt8]?, _ after: [UInt8]?) -> [StyledText] {
    let path = NotePath(trusted: name)
    let texts = isNote ? [before, after].compactMap(\.self) : []
    guard let until = texts.compactMap({ gate.day(of: $0, at: path, in: layout) }).max() else {
      return UnifiedDiff(path: name, before: before, after: after).styledLines
    }
    var closed = gate
    closed.letters[path] = until
    let shown = UnifiedDiff(
      path: name, before: before.map { closed.readable($0, at: path, in: layout) },
      after: after.map { closed.readable($0, at: path, in: layout) })
    let notice = Message(
      "(\(name) is sealed until \(until); the text is not shown)",
      ko: "(\(until)까지 봉인한 편지라서 본문을 표시하지 않습니다: \(name))")
    return shown.styledLines + [StyledText(notice.text(in: language), .dim)]
  }
}
