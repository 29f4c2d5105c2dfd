package import NoteModel

/// What the checks of a whole repository need of each note.
package struct NoteFacts: Sendable {
  package let path: NotePath
  let identifier: String?
  /// What links to it can point to; nil where no link does.
  let anchors: NoteAnchors?

  init(_ note: Note, isTarget: Bool) {
    path = note.path
    identifier = note.identifier
    anchors = isTarget ? NoteAnchors(note.document) : nil
  }
}
