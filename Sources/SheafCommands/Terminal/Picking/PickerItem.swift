import NoteModel
import NotePresentation
import TerminalText

/// A row of the picker: a note, a line of one, or a task.
struct PickerItem: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case note
    /// A line that has the words.
    case line
    case task
  }

  let kind: Kind
  let place: RowPlace
  let title: String
  /// What tells it from others of the same title: the path, the day, the words of the line.
  let detail: String
  var isOverdue = false

  /// As it is named on the command line.
  var reference: String { LocatedTask.reference(place.path.string, line: place.line) }
}

extension PickerItem {
  init(_ note: NoteSummary) {
    self.init(
      kind: .note, place: RowPlace(note.path), title: note.title, detail: note.path.string)
  }
}
