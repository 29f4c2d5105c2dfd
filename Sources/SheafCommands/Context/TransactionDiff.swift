import NoteModel
import NotePresentation
import NoteRepository
import TerminalText

/// What changes of files look like, for `--dry-run`.
struct TransactionDiff {
  private let changes: [FileChange]

  init(_ changes: [FileChange]) {
    self.changes = changes
  }

  /// In the order of the changes, in the form of `git diff`.
  var lines: [StyledText] { changes.flatMap(Self.lines) }

  private static func lines(_ change: FileChange) -> [StyledText] {
    switch change {
    case .create(let path, let bytes):
      UnifiedDiff(path: path.string, before: nil, after: bytes).styledLines
    case .replace(let path, let before, let after):
      UnifiedDiff(path: path.string, before: before, after: after).styledLines
    case .remove(let path, let before, _):
      UnifiedDiff(path: path.string, before: before, after: nil).styledLines
    case .move(let path, let target):
      [StyledText("rename from \(path)", .dim), StyledText("rename to \(target)", .dim)]
    }
  }
}
