import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

extension CommandContext {
  /// With `git.commit`, makes a commit of the files that a command wrote; where that cannot be, the command is done
  /// all the same and the reason is reported.
  func commit(_ transaction: Transaction, in workspace: Workspace) {
    guard workspace.configuration.flag("git.commit"), !transaction.changes.isEmpty else { return }
    let differences = TransactionDifferences(transaction.changes, in: workspace)
    let sentence = ChangeSentence(
      differences.notes, hidesTitles: transaction.touchesSealedText(today: clock().day))
    let paths = differences.notes.isEmpty ? differences.paths.map(\.string) : []
    let message =
      paths.isEmpty
      ? text(sentence.message)
      : text(
        Message(
          "Change " + paths.prefix(3).joined(separator: ", "),
          ko: "파일 수정: " + paths.prefix(3).joined(separator: ", ")))
    commit(differences.paths, message, in: workspace)
  }

  /// The commit of commands that were undone or made again.
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
      _ = try GitCommitter(git(in: workspace.repository)).commit(
        paths.map(\.string), message: message)
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
}

/// The changes of a transaction, file by file.
private struct TransactionDifferences {
  /// Every path that was touched, under its names before and after.
  private(set) var paths: [NotePath] = []
  private(set) var notes: [ChangeSentence.Difference] = []

  /// The changes have been made: what only moved is read at its new place.
  init(_ changes: [FileChange], in workspace: Workspace) {
    let layout = workspace.layout
    var formerNames: [NotePath: NotePath] = [:]
    var contents: [NotePath: (before: [UInt8]?, after: [UInt8]?)] = [:]
    var order: [NotePath] = []
    for change in changes {
      switch change {
      case .create(let path, let bytes): contents[path] = (contents[path]?.before, bytes)
      case .replace(let path, let before, let after):
        contents[path] = (contents[path]?.before ?? before, after)
      case .remove(let path, let before, _):
        contents[path] = (contents[path]?.before ?? before, nil)
      case .move(let path, let target):
        formerNames[target] = path
        contents[target] = contents.removeValue(forKey: path)
        order.append(path)
      }
      order.append(Self.place(of: change))
    }
    paths = order.uniqued()
    notes = paths.compactMap { path in
      guard path.isMarkdown, contents[path] != nil || formerNames[path] != nil else { return nil }
      let former = formerNames[path] ?? path
      let moved = contents[path] == nil ? try? workspace.files.read(path) : nil
      let content = contents[path] ?? (moved, moved)
      return ChangeSentence.Difference(
        path: path,
        before: content.before.map { Note(Document(parsing: $0), at: former, in: layout) },
        after: content.after.map { Note(Document(parsing: $0), at: path, in: layout) })
    }
  }

  private static func place(of change: FileChange) -> NotePath {
    switch change {
    case .create(let path, _), .replace(let path, _, _), .remove(let path, _, _): path
    case .move(_, let target): target
    }
  }
}
