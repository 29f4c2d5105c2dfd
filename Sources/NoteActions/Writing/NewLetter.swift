package import CivilCalendar
package import NoteModel
package import NoteRepository
import NoteSyntax

/// A sealed letter that is not written yet.
package struct NewLetter {
  private let title: String
  private let body: String
  private let unseals: Day
  private let folder: String?

  /// - Parameters:
  ///   - title: Not of white space alone.
  ///   - body: With a line end after its last line, or empty.
  ///   - unseals: The day on which it opens.
  ///   - folder: nil for that of the setting `folders.letters`.
  package init(title: String, body: String, unseals: Day, folder: String?) {
    self.title = title
    self.body = body
    self.unseals = unseals
    self.folder = folder
  }

  /// Makes the letter part of a transaction; the name of its file says nothing of it.
  ///
  /// - Throws: Where the folder lies outside the repository, or the template cannot be used.
  package func create(
    in workspace: Workspace, _ surroundings: NoteSurroundings, _ transaction: inout Transaction
  ) throws -> NotePath {
    let identifier = surroundings.newIdentifier()
    let text = try NewNote(title: title, body: body, template: "memo")
      .text(identifier: identifier, in: workspace, surroundings)
    let folder = folder ?? workspace.configuration.text("folders.letters")
    guard let path = NotePath("\(folder)/\(surroundings.now.day) \(identifier).md") else {
      throw RepositoryError.outside(folder)
    }
    var file = TaskFile(path: path, bytes: Array(text.utf8), in: workspace.layout)
    do throws(FrontMatterRefusal) {
      try file.set([TaskChange.FieldChange(key: "unseal", value: unseals.description)])
    } catch {
      throw NewNoteMistake.templateWithout(field: "unseal", error)
    }
    transaction.create(path, file.bytes)
    return path
  }
}
