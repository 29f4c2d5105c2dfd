import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import TerminalText
import Wording

extension CommandContext {
  /// Plans changes and makes them: all or none, remembered for `undo`.
  ///
  /// Only one process at a time is inside, and the index is brought up to date within, so a plan reads what
  /// it changes as it is. Print what was done after this call, not in the plan.
  ///
  /// - Parameters:
  ///   - care: Whether the differences are printed and nothing is written, and how many notes may change.
  ///   - asksIndex: False for a plan that asks the index nothing, which spares the look at every file.
  ///   - reportsShifts: True for a plan that gives notes names: links that mean something else then are reported.
  ///   - plan: Puts its changes into the transaction.
  /// - Returns: What the plan gave.
  /// - Throws: What the plan throws; an error where something cannot be written, and then nothing is.
  func write<Value>(
    _ care: WriteOptions, asksIndex: Bool = true, reportsShifts: Bool = false,
    _ plan: (Workspace, inout Transaction) throws -> Value
  ) throws -> Value {
    var shifts: [LinkTargetChange] = []
    let value = try write(dryRun: care.dryRun, asksIndex: asksIndex) { workspace, transaction in
      let value = try plan(workspace, &transaction)
      try transaction.checkNoteCount(care.expect)
      if reportsShifts { shifts = try workspace.shifts(of: transaction) }
      return value
    }
    for shift in shifts { warn(shift.explanation(isDone: !care.dryRun)) }
    return value
  }

  /// The same with the options of a command.
  func write<Value>(
    _ options: WritingOptions, asksIndex: Bool = true, reportsShifts: Bool = false,
    _ plan: (Workspace, inout Transaction) throws -> Value
  ) throws -> Value {
    try write(options.care, asksIndex: asksIndex, reportsShifts: reportsShifts, plan)
  }

  /// As ``write(_:asksIndex:reportsShifts:_:)``, for commands that count something else than notes.
  func write<Value>(
    dryRun: Bool = false, asksIndex: Bool = true,
    _ plan: (Workspace, inout Transaction) throws -> Value
  ) throws -> Value {
    guard !dryRun else { return try rehearse(plan) }
    return try withJournal(asksIndex: asksIndex) { workspace, journal in
      var transaction = Transaction(words: words)
      let value = try plan(workspace, &transaction)
      try refuseHiddenPlaces(in: transaction, of: workspace)
      var gate = workspace.gate
      if gate.close(transaction.changes, in: workspace.layout) { transaction.hideWords() }
      footprint.markSideEffect(entry: try journal.commit(transaction, at: clock())?.number)
      try checkAfterStash(transaction, of: workspace.repository)
      commit(transaction, in: workspace)
      if let path = transaction.touched { TerminalMemory(self, workspace).rememberTouched(path) }
      return value
    }
  }

  /// Plans changes and prints them.
  private func rehearse<Value>(
    _ plan: (Workspace, inout Transaction) throws -> Value
  ) throws -> Value {
    let workspace = try openWorkspace()
    var transaction = Transaction(words: words)
    let value = try plan(workspace, &transaction)
    try refuseHiddenPlaces(in: transaction, of: workspace)
    show(transaction.changes)
    return value
  }

  /// Prints what changes of files look like, one after the other.
  func show(_ changes: [FileChange]) {
    let diff = TransactionDiff(of: changes, in: self)
    for change in changes { console.write(theme.encode(diff.lines(of: change))) }
  }

  /// Runs `body` as the only process that writes here, after what a killed process left unfinished.
  func withJournal<Value>(
    asksIndex: Bool = true, _ body: (Workspace, Journal) throws -> Value
  ) throws -> Value {
    let (repository, configuration) = try loadedRepository()
    let lock = try WriteLock.acquire(
      folder: repository.stateFolder, command: words.first ?? ""
    ) { holder in
      note(Message("Waiting for process \(holder)", ko: "\(holder) 프로세스를 기다리는 중"))
    }
    removeAbandonedFiles(of: repository)
    let journal = journal(of: repository, configuration)
    for recovery in try journal.recover() { tell(recovery) }
    for edit in try journal.recoverEditing(at: clock()) { tell(edit) }
    let workspace = try openWorkspace(of: repository, configuration, synchronized: asksIndex)
    let value = try body(workspace, journal)
    _ = consume lock
    return value
  }

  func journal(of repository: Repository, _ configuration: Configuration) -> Journal {
    Journal(
      files: LiveFileSystem(
        root: repository.root, git: GitIndexLock(above: repository.root)),
      store: LiveFileSystem(
        root: resolvedPath(repository.stateFolder) ?? repository.stateFolder, isPrivate: true),
      storePlace: repository.stateFolder,
      limits: Journal.Limits(
        entries: configuration.integer("undo.entries"),
        bytes: configuration.integer("undo.megabytes") * 1_000_000))
  }

  /// The journal for a look at it, with what an editor wrote whose command was killed. No file of the repository changes.
  func journalToRead(of repository: Repository, _ configuration: Configuration) throws -> Journal {
    let journal = journal(of: repository, configuration)
    guard journal.hasInterruptedEdit else { return journal }
    let lock = try WriteLock.acquire(
      folder: repository.stateFolder, command: words.first ?? "", whileWaiting: { _ in })
    for edit in try journal.recoverEditing(at: clock()) { tell(edit) }
    _ = consume lock
    return journal
  }

  private func tell(_ edit: Journal.InterruptedEdit) {
    switch edit {
    case .remembered(let path):
      warn(
        Message(
          "An edit of \(path) was interrupted; “sheaf undo” restores the text before it",
          ko: "편집이 중단되었던 메모입니다: \(path). “sheaf undo”로 편집 전 내용을 되살릴 수 있습니다"))
    case .kept(let place):
      warn(
        Message(
          "An edit was interrupted; the text before it is in \(place)",
          ko: "중단된 편집이 있습니다. 이전 내용이 여기에 있습니다: \(place)"))
    }
  }

  private func tell(_ recovery: Recovery) {
    let command = recovery.entry.command
    let foreign = recovery.foreign.map { "\n  " + $0.string }.joined()
    let what =
      switch recovery.outcome {
      case .finished:
        Message("was interrupted and is finished now", ko: "중단된 명령을 마무리했습니다")
      case .rolledBack:
        Message("was interrupted and has been reverted", ko: "중단된 명령을 되돌렸습니다")
      case .abandoned:
        Message(
          "was interrupted and can neither be finished nor reverted",
          ko: "중단된 명령을 마무리하거나 되돌릴 수 없습니다")
      }
    let left =
      foreign.isEmpty
      ? Message(verbatim: "")
      : Message(
        "; changed by others since and left unchanged:\(foreign)",
        ko: ". 그사이 바뀌어 그대로 둔 파일:\(foreign)")
    warn(
      Message(
        "“\(command)” \(what.english)\(left.english)",
        ko: "“\(command)”: \(what.korean)\(left.korean)"))
  }

  /// Finishes what a killed process left, or reverts it, before a command reads notes: half of a command is never
  /// shown. While a live one writes there is nothing to do.
  func settleUnfinishedCommand(_ repository: Repository, _ configuration: Configuration) {
    let journal = journal(of: repository, configuration)
    guard journal.hasUnfinishedEntry, !WriteLock.isHeld(folder: repository.stateFolder) else {
      return
    }
    if let lock = try? WriteLock.acquire(
      folder: repository.stateFolder, command: words.first ?? "", whileWaiting: { _ in }),
      let recoveries = try? journal.recover()
    {
      for recovery in recoveries { tell(recovery) }
      // It has seen the files as they were before.
      _ = earlyScan?.take(of: repository)
      _ = consume lock
      return
    }
    warn(
      Message(
        "A command was interrupted while it changed files; the next one that changes files finishes or reverts it",
        ko: "파일을 바꾸던 명령이 중단되었습니다. 파일을 바꾸는 다음 명령이 마무리하거나 되돌립니다"))
  }
}

extension CommandContext {
  /// Asks on a terminal before much is changed at once; `--yes` answers, and elsewhere nothing is asked.
  ///
  /// - Parameter question: With the number of what would change; `[y/N]` is added.
  /// - Throws: `ExitStatus.interrupted` for any answer but yes; nothing has been written then.
  func confirm(_ question: Message) throws {
    guard mayAsk, !globals.assumeYes else { return }
    guard try isConfirmed(question) else {
      note(Message("Nothing was changed", ko: "아무것도 바꾸지 않았습니다"))
      throw ExitStatus.interrupted
    }
  }

  /// True for `y`, `yes`, `예` and `네`.
  func isConfirmed(_ question: Message) throws -> Bool {
    console.writeError(text(question) + " [y/N] ")
    let answer = input.readLine()?.lowercased() ?? ""
    return ["y", "yes", "예", "네"].contains(answer)
  }
}

/// What changes of files look like, for `--dry-run`. Of a letter that is sealed only its day is shown.
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

  /// One change in the form of `git diff`.
  func lines(of change: FileChange) -> [StyledText] {
    switch change {
    case .create(let path, let bytes):
      diff(path, nil, bytes)
    case .place(let path, let content):
      [StyledText("new file \(path) (\(content.size) bytes)", .dim)]
    case .replace(let path, let before, let after):
      diff(path, before, after)
    case .remove(let path, let before, _):
      diff(path, before, nil)
    case .move(let path, let target):
      [StyledText("rename from \(path)", .dim), StyledText("rename to \(target)", .dim)]
    }
  }

  private func diff(_ path: NotePath, _ before: [UInt8]?, _ after: [UInt8]?) -> [StyledText] {
    lines(of: path.string, isNote: path.isMarkdown, before, after)
  }

  /// The difference between two texts of one file.
  func lines(
    of name: String, isNote: Bool, _ before: [UInt8]?, _ after: [UInt8]?
  ) -> [StyledText] {
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
