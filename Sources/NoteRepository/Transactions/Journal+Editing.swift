package import CivilCalendar
import Glibc
package import NoteModel

/// Changes that an editor makes to a file itself, remembered when it has ended so that they can be undone.
///
/// While the editor is open, the text before lies in the state folder, so that nothing an editor or a failing machine
/// does to the file can lose it:
///
/// ```
/// beginEditing   edit/4711-1      the text before
/// (editor)       Memo/a.md        the text after
/// remember       journal/12.done  a patch from one to the other
/// endEditing                      edit/4711-1 is removed
/// ```
extension Journal {
  /// An editor that is open.
  package struct Session: Sendable {
    /// How far the journal was when it was opened.
    fileprivate let number: Int
    fileprivate let snapshot: NotePath
  }

  private static let editingFolder = NotePath(trusted: "edit")

  /// Keeps `before`, the bytes of the file that is going to be edited.
  ///
  /// - Returns: What ``endEditing(_:)`` takes.
  /// - Throws: Where they cannot be kept.
  package func beginEditing(_ before: [UInt8]) throws(RepositoryError) -> Session {
    let taken = Set((try? store.names(in: Self.editingFolder)) ?? [])
    var name = "\(getpid())-1"
    while taken.contains(name) { name += "-" }
    let snapshot = Self.editingFolder.appending(name)
    try store.create(snapshot, before, .secret)
    return Session(number: try lastNumber(), snapshot: snapshot)
  }

  package func endEditing(_ session: Session) throws(RepositoryError) {
    try store.remove(session.snapshot, expecting: try store.read(session.snapshot))
  }

  /// Puts the texts of sessions whose process is dead among the kept files, so that each is reported once.
  ///
  /// - Returns: Their absolute paths there.
  package func keepInterruptedSessions() -> [String] {
    ((try? store.names(in: Self.editingFolder)) ?? []).compactMap { name in
      guard let process = pid_t(name.prefix { $0 != "-" }), kill(process, 0) != 0, errno == ESRCH
      else { return nil }
      let snapshot = Self.editingFolder.appending(name)
      guard let bytes = try? store.read(snapshot),
        let place = keep(bytes, of: NotePath(trusted: "note.md")),
        (try? store.remove(snapshot, expecting: bytes)) != nil
      else { return nil }
      return place
    }
  }

  private func lastNumber() throws(RepositoryError) -> Int {
    try slots().reduce(0) { max($0, $1.number) }
  }

  /// What a file would hold without the editor.
  package struct Expected: Sendable {
    /// nil where another command moved or removed the file.
    package let bytes: [UInt8]?
    /// The commands that changed the file while it was open.
    package let commands: [String]
  }

  /// What a file would hold without the editor, which had `before` when it was opened.
  ///
  /// - Returns: The bytes, and the commands that changed them meanwhile.
  /// - Throws: Where the journal cannot be read.
  package func expected(
    of path: NotePath, from before: [UInt8], since session: Session
  ) throws(RepositoryError) -> Expected {
    var bytes: [UInt8]? = before
    var commands: [String] = []
    for slot in try slots() where slot.number > session.number && slot.state == .done {
      let entry = try entry(slot)
      let steps = entry.steps.filter { $0.paths.contains(path) }
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

  /// Remembers what an editor wrote, as if a command had done it.
  ///
  /// `after` is what the file holds now, nil where the editor removed it.
  ///
  /// - Throws: Where the journal cannot be written.
  package func remember(
    _ path: NotePath, before: [UInt8], after: [UInt8]?, words: [String], at moment: CivilMoment
  ) throws(RepositoryError) {
    let action: JournalStep.Action =
      if let after {
        .patch(
          path, BytePatch(from: before, to: after), before: ContentDigest(before),
          after: ContentDigest(after))
      } else {
        .remove(path, before, .usual)
      }
    let entry = JournalEntry(
      number: try lastNumber() + 1, state: .done, words: words,
      moment: moment, steps: [JournalStep(action)])
    try store.create(entry.file, entry.encoded, .secret)
    prune()
  }
}
