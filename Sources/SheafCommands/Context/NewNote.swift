import CivilCalendar
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import NoteWorkspace
import Wording

/// Makes one new note: its text from a template, its name from its title. Never overwrites.
struct NewNote {
  let title: String
  let body: String
  let template: String
  /// nil for the configuration's.
  let folder: String?
  let fields: [(key: String, value: String)]
  let tags: [String]
  /// The moment that its template speaks of; nil for now.
  var moment: CivilMoment?

  /// The text that the note will have.
  func text(identifier: String, in context: CommandContext, _ workspace: Workspace) throws -> String
  {
    let filled = try templateText(workspace).fill(
      NoteTemplate.Values(
        title: title, body: body, identifier: identifier, now: moment ?? context.clock(),
        environment: context.environment))
    return addingFields(to: filled)
  }

  private func templateText(_ workspace: Workspace) throws -> NoteTemplate {
    let path = workspace.repository.root + "/.sheaf/templates/\(template).md"
    if let bytes = try? readFile(path) {
      return try NoteTemplate(String(decoding: bytes, as: UTF8.self), name: path)
    }
    guard let text = DefaultTemplates.text(of: template) else {
      throw UsageError(
        Message("There is no template “\(template)”", ko: "“\(template)” 틀이 없습니다"),
        hint: Message(
          "Templates are the files of .sheaf/templates.", ko: "틀은 .sheaf/templates 안의 파일입니다."))
    }
    return try NoteTemplate(text, name: template)
  }

  /// Puts tags and fields before the front matter's closing line.
  private func addingFields(to text: String) -> String {
    var lines = fields.map { "\($0.key): \(YAMLScalar.written($0.value))" }
    if !tags.isEmpty {
      lines.append("tags: [" + tags.map(YAMLScalar.written).joined(separator: ", ") + "]")
    }
    guard !lines.isEmpty else { return text }
    let block = lines.joined(separator: "\n") + "\n"
    let document = Document(parsing: Array(text.utf8))
    guard let frontMatter = document.frontMatter, frontMatter.format == .yaml else {
      return "---\n" + block + "---\n\n" + text
    }
    let end = frontMatter.content.upperBound
    let bytes = Array(text.utf8)
    return String(decoding: bytes[..<end] + Array(block.utf8) + bytes[end...], as: UTF8.self)
  }

  /// A free path for the note; a number is added where a name is taken, in any case of its letters.
  func path(identifier: String, in workspace: Workspace) throws -> NotePath {
    let stem = FileName.stem(for: title) ?? identifier
    let folder = folder ?? workspace.configuration.text("folders.memo")
    for number in 1...999 {
      let name = number == 1 ? stem : "\(stem) \(number)"
      guard let path = NotePath("\(folder)/\(name).md") else {
        throw RepositoryError.outside(folder)
      }
      let taken = try workspace.index.hasPath(foldedAs: path)
      if !taken, workspace.files.fingerprint(path) == nil { return path }
    }
    throw RepositoryError.alreadyExists("\(folder)/\(stem).md")
  }
}
