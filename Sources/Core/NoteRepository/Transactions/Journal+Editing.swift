package import CivilCalendar
import HostSystem
package import NoteModel

/// Records the changes that an editor makes to a file itself, so that they can be undone.
///
/// While the editor is open, the previous text is in the state folder, so that neither an editor nor a crash can lose
/// it:
///
/// ```
/// beginEditing   edit/4711-1.11     the text before; the newest command is number 11
/// (editor)       Memo/a.md          the text after
/// remember       journal/12.done    a patch from one to the other
/// endEditing                        edit/4711-1.11 is removed
/// ```
///
/// A command that creates the file and then opens it (`diary`) is one command: its session is `edit/4711-1.11+`, and
/// the patch becomes the last step of number 11. If the process is killed, ``recoverEditing(at:)`` completes the work.
extension Journal {
  package struct Session: Sendable {
    fileprivate let path: NotePath
    fileprivate let before: [UInt8]
    /// The number of the journal's newest entry when it was opened.
    fileprivate let number: Int
    /// True if the command with that number opened it.
    fileprivate let isOfThatCommand: Bool
    fileprivate let snapshot: NotePath
  }

  private static let editingFolder = NotePath(trusted: "edit")
  private static let editing = "edit"

  /// Keeps the bytes of the file that is going to be edited.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - before: Its bytes.
  ///   - own: The number of the newest entry that this same command has made. Nil if it has made none.
  ///   - moment: The present moment.
  /// - Returns: The session for ``remember(_:after:at:)`` and ``endEditing(_:)``.
  /// - Throws: If they cannot be kept.
  package func beginEditing(
    _ path: NotePath, _ before: [UInt8], after own: Int? = nil, at moment: CivilMoment
  ) throws(RepositoryError) -> Session {
    let number = try lastNumber()
    let isOfThatCommand = if own == number { try continues(number, with: path) } else { false }
    let taken = Set(((try? store.names(in: Self.editingFolder)) ?? []).map { $0.prefix { $0 != "." } })
    var count = 1
    while taken.contains("\(getpid())-\(count)") { count += 1 }
    let snapshot = Self.editingFolder.appending("\(getpid())-\(count).\(number)" + (isOfThatCommand ? "+" : ""))
    try store.create(snapshot, Self.record(path, before, at: moment).encoded, .secret)
    return Session(path: path, before: before, number: number, isOfThatCommand: isOfThatCommand, snapshot: snapshot)
  }

  /// Returns true for a command that made the file, and for a command that opens several files.
  private func continues(_ number: Int, with path: NotePath) throws(RepositoryError) -> Bool {
    let entry = try entry(Slot(number: number, state: .done))
    return entry.paths.contains(path) || entry.words.first == Self.editing
  }

  package func endEditing(_ session: Session) throws(RepositoryError) {
    try store.remove(session.snapshot, expecting: try store.read(session.snapshot))
  }

  /// Creates a snapshot, which has the form of a journal entry with the file's path and a check sum.
  private static func record(_ path: NotePath, _ bytes: [UInt8], at moment: CivilMoment) -> JournalEntry {
    JournalEntry(
      number: 0, state: .pending, words: [editing, path.string], moment: moment,
      steps: [JournalStep(.remove(path, bytes, .usual))])
  }

  private func lastNumber() throws(RepositoryError) -> Int { try slots().reduce(0) { max($0, $1.number) } }

  /// The expected content of a file without the editor.
  package struct Expected: Sendable {
    /// The bytes of the file; nil if another command moved or removed the file.
    package let bytes: [UInt8]?
    /// The commands that changed the file while it was open.
    package let commands: [String]
  }

  /// Returns the expected content of a session's file without the editor.
  ///
  /// - Returns: The bytes, and the commands that changed them in between.
  /// - Throws: If the journal cannot be read.
  package func expected(after session: Session) throws(RepositoryError) -> Expected {
    var bytes: [UInt8]? = session.before
    var commands: [String] = []
    for slot in try slots() where slot.number > session.number && slot.state == .done {
      let entry = try entry(slot)
      let steps = entry.steps.filter { $0.paths.contains(session.path) }
      if !steps.isEmpty { commands.append(entry.command) }
      for step in steps {
        guard case .patch(_, let patch, _, _) = step.action else {
          bytes = nil
          continue
        }
        bytes = bytes.flatMap { patch.applied(to: $0) }
      }
    }
    return Expected(bytes: bytes, commands: commands)
  }

  /// Remembers the changes of a session's editor, as if a command had made them.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - before: The content that the file would have without the editor.
  ///   - after: The present content, nil if the editor removed it.
  ///   - moment: Now.
  /// - Returns: The number of the entry.
  /// - Throws: If the journal cannot be written.
  @discardableResult
  package func remember(
    _ session: Session, before: [UInt8], after: [UInt8]?, at moment: CivilMoment
  ) throws(RepositoryError) -> Int {
    let step = Self.step(session.path, before, after)
    if try extend(session, by: step) { return session.number }
    return try remember([step], words: [Self.editing, session.path.string], at: moment)
  }

  /// Remembers contents of files that something else has replaced, as if a command had.
  package func remember(
    _ replaced: [(path: NotePath, before: [UInt8], after: [UInt8]?)], words: [String], at moment: CivilMoment
  ) throws(RepositoryError) {
    guard !replaced.isEmpty else { return }
    _ = try remember(replaced.map { Self.step($0.path, $0.before, $0.after) }, words: words, at: moment)
  }

  private static func step(_ path: NotePath, _ before: [UInt8], _ after: [UInt8]?) -> JournalStep {
    guard let after else { return JournalStep(.remove(path, before, .usual)) }
    return JournalStep(
      .patch(path, BytePatch(from: before, to: after), before: ContentDigest(before), after: ContentDigest(after)))
  }

  private func remember(
    _ steps: [JournalStep], words: [String], at moment: CivilMoment
  ) throws(RepositoryError) -> Int {
    let entry = JournalEntry(number: try lastNumber() + 1, state: .done, words: words, moment: moment, steps: steps)
    try store.create(entry.file, entry.encoded, .secret)
    prune()
    return entry.number
  }

  /// Adds a step to the command that opened the editor, so that one `undo` reverts both.
  ///
  /// - Returns: False if the newest command is a different one.
  private func extend(_ session: Session, by step: JournalStep) throws(RepositoryError) -> Bool {
    guard session.isOfThatCommand, let newest = try slots().last, newest.number == session.number, newest.state == .done
    else { return false }
    let entry = try entry(newest)
    let words = entry.words.first == Self.editing ? entry.words + [session.path.string] : entry.words
    let longer = JournalEntry(
      number: entry.number, state: .done, words: words, author: entry.author, moment: entry.moment,
      steps: entry.steps + [step])
    try store.replace(newest.file, expecting: try store.read(newest.file), with: longer.encoded)
    return true
  }
}

// MARK: - After a killed process

extension Journal {
  /// An editor whose process was killed before it could remember the editor's changes.
  package enum InterruptedEdit: Equatable, Sendable {
    /// `undo` takes back the written text.
    case remembered(NotePath)
    /// The file was moved or removed since, or cannot be read; the text before is kept in the file at this absolute
    /// path.
    case kept(at: String)
  }

  /// True if a process was killed while an editor was open and its text has not been recovered yet.
  package var hasInterruptedEdit: Bool { !interruptedSnapshots.isEmpty }

  /// Records the changes of editors whose processes were killed, so that the next `undo` reverts them.
  ///
  /// A text that cannot be recorded remains in place, and the next command tries again.
  ///
  /// - Throws: If the journal cannot be written; the next command tries again.
  package func recoverEditing(at moment: CivilMoment) throws(RepositoryError) -> [InterruptedEdit] {
    var edits: [InterruptedEdit] = []
    for snapshot in interruptedSnapshots {
      let bytes = try store.read(snapshot)
      let edit = try recover(snapshot, bytes, at: moment)
      if let edit { edits.append(edit) }
      if edit != .kept(at: place(of: snapshot)) { try store.remove(snapshot, expecting: bytes) }
    }
    return edits
  }

  private var interruptedSnapshots: [NotePath] {
    ((try? store.names(in: Self.editingFolder)) ?? []).filter { name in
      guard let process = pid_t(name.prefix { $0 != "-" }) else { return false }
      return kill(process, 0) != 0 && errno == ESRCH
    }.map { Self.editingFolder.appending($0) }
  }

  private func place(of snapshot: NotePath) -> String { storePlace + "/" + snapshot.string }

  /// Recovers an interrupted edit. Returns nil if the editor had written nothing.
  private func recover(
    _ snapshot: NotePath, _ bytes: [UInt8], at moment: CivilMoment
  ) throws(RepositoryError) -> InterruptedEdit? {
    guard let session = session(snapshot, bytes) else {
      return .kept(at: keep(bytes, of: NotePath(trusted: "note.md")) ?? place(of: snapshot))
    }
    let path = session.path
    let after = try? files.read(path)
    guard let expected = try expected(after: session).bytes, after != nil || !files.exists(path) else {
      return .kept(at: keep(session.before, of: path) ?? place(of: snapshot))
    }
    guard after != expected else { return nil }
    try remember(session, before: expected, after: after, at: moment)
    return .remembered(path)
  }

  /// Reads the session of a snapshot. Returns nil if the file is not a snapshot of this form.
  private func session(_ snapshot: NotePath, _ bytes: [UInt8]) -> Session? {
    let parts = snapshot.fileName.split(separator: ".")
    guard parts.count == 2, let number = Int(parts[1].prefix { $0 != "+" }),
      let record = JournalEntry(bytes, number: 0, state: .pending),
      case .remove(let path, let before, _)? = record.steps.first?.action
    else { return nil }
    return Session(
      path: path, before: before, number: number, isOfThatCommand: parts[1].last == "+", snapshot: snapshot)
  }
}
