import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// A sealed letter that is not written yet.
struct NewLetter {
  /// Empty for a letter without one.
  let title: String
  let body: String
  /// The day on which it opens.
  let unseals: Day
  /// nil for that of the setting `folders.letters`.
  let folder: String?

  /// Adds the letter to what is written; the name of its file says nothing of it.
  func create(
    in context: CommandContext, _ workspace: Workspace, _ transaction: inout Transaction
  ) throws -> NotePath {
    let identifier = NoteIdentifier.make(from: context.randomBytes(8))
    let heading = title.isEmpty ? context.text(Message("A letter", ko: "편지")) : title
    let note = NewNote(
      title: heading, body: body, template: "memo", folder: nil, fields: [], tags: [])
    let text = try note.text(identifier: identifier, in: context, workspace)
    let folder = folder ?? workspace.configuration.text("folders.letters")
    guard let path = NotePath("\(folder)/\(context.clock().day) \(identifier).md") else {
      throw RepositoryError.outside(folder)
    }
    var file = TaskFile(path: path, bytes: Array(text.utf8), in: workspace.layout)
    do {
      try file.set([TaskChange.FieldChange(key: "unseal", value: unseals.description)])
    } catch {
      throw UsageError(error.message)
    }
    transaction.create(path, file.bytes)
    return path
  }
}
