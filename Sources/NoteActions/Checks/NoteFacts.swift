package import NoteModel

/// What the checks of a whole repository need of each note.
package struct NoteFacts: Sendable {
  package let path: NotePath
  let identifier: String?
  /// What links to it can point to.
  let anchors: NoteAnchors

  package init(_ note: Note) {
    path = note.path
    identifier = note.identifier
    anchors = NoteAnchors(note.document)
  }
}
