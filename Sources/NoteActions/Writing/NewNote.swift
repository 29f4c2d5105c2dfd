package import CivilCalendar
package import NoteModel
import NotePresentation
package import NoteRepository
import NoteSyntax

/// Makes one new note: its text from a template, its name from its title. Never overwrites.
package struct NewNote {
  private let title: String
  private let body: String
  private let template: String?
  private let folder: String?
  private let fields: [FieldAssignment]
  private let tags: [String]
  private let keepsTitle: Bool
  private let moment: CivilMoment?

  /// - Parameters:
  ///   - title: Not of white space alone.
  ///   - body: With a line end after its last line, or empty.
  ///   - template: nil for the one that the configuration chooses by the folder, else `memo`.
  ///   - folder: nil for the configuration's.
  ///   - fields: Set as `set` does.
  ///   - tags: Without `#`.
  ///   - keepsTitle: True for a title that nobody typed as one: it is written as `title:` where the template does not
  ///     show it.
  ///   - moment: What the template speaks of; nil for now.
  /// - Throws: ``NewNoteMistake/noTitle``
  package init(
    title: String, body: String = "", template: String? = nil, folder: String? = nil,
    fields: [FieldAssignment] = [], tags: [String] = [], keepsTitle: Bool = false,
    moment: CivilMoment? = nil
  ) throws(NewNoteMistake) {
    guard title.contains(where: { !$0.isWhitespace }) else { throw .noTitle }
    self.title = title
    self.body = body
    self.template = template
    self.folder = folder
    self.fields = fields
    self.tags = tags
    self.keepsTitle = keepsTitle
    self.moment = moment
  }

  /// Makes the note part of a transaction.
  ///
  /// - Throws: Where its template cannot be used, or it would break a rule.
  package func create(
    in workspace: Workspace, _ surroundings: NoteSurroundings, _ transaction: inout Transaction
  ) throws -> ChangedNote {
    let change = try planned(in: workspace, surroundings)
    try workspace.add(change, to: &transaction)
    return change
  }

  /// The note as it would be; the identifier in its text is the one that its name falls back to.
  func planned(in workspace: Workspace, _ surroundings: NoteSurroundings) throws -> ChangedNote {
    let identifier = surroundings.newIdentifier()
    let path = try path(identifier: identifier, in: workspace)
    let text = try text(identifier: identifier, in: workspace, surroundings)
    return ChangedNote(path: path, before: nil, after: Array(text.utf8))
  }

  /// The text that the note will have, wherever it comes to lie.
  package func text(
    in workspace: Workspace, _ surroundings: NoteSurroundings
  ) throws -> String {
    try text(identifier: surroundings.newIdentifier(), in: workspace, surroundings)
  }

  func text(
    identifier: String, in workspace: Workspace, _ surroundings: NoteSurroundings
  ) throws -> String {
    let now = moment ?? surroundings.now
    if let template = vaultTemplate(workspace) {
      let filled = template.fill(title: title, now: now)
      let text = body.isEmpty ? filled : filled + "\n" + body
      return try addingFields(to: text, in: workspace.layout)
    }
    let (template, mayReadEnvironment) = try templateText(workspace)
    let filled = template.fill(
      NoteTemplate.Values(
        title: title, body: body, identifier: identifier, now: now,
        environment: mayReadEnvironment ? surroundings.environment : [:], tags: tags,
        fields: try fieldTexts))
    return try addingFields(to: filled, in: workspace.layout)
  }

  /// A template among the notes, from the setting of the diary or by its name in the template folder.
  private func vaultTemplate(_ workspace: Workspace) -> VaultTemplate? {
    let name = template ?? templateByFolder(workspace.configuration) ?? "memo"
    let own = NotePath(trusted: ".sheaf/templates/\(name).md")
    let path: NotePath?
    if name == "diary", let text = workspace.configuration.nonEmptyText("diary.template") {
      path = NotePath(text)
    } else if !workspace.files.exists(own), !workspace.layout.templateFolder.isEmpty {
      path = NotePath("\(workspace.layout.templateFolder)/\(name).md")
    } else {
      path = nil
    }
    guard let path, let bytes = try? workspace.files.read(path) else { return nil }
    return VaultTemplate(String(decoding: bytes, as: UTF8.self))
  }

  private var fieldTexts: [String: String] {
    get throws {
      var texts: [String: String] = [:]
      for field in fields {
        switch try field.change.get() {
        case .set(.text(let text)), .set(.typed(let text)): texts[field.key] = text
        case .set(.list(let items)): texts[field.key] = items.joined(separator: ", ")
        case .add, .remove, .replace, .unset: continue
        }
      }
      return texts
    }
  }

  /// The template, and whether it may read the environment: one of a repository that is trusted.
  private func templateText(_ workspace: Workspace) throws -> (NoteTemplate, Bool) {
    let name = template ?? templateByFolder(workspace.configuration) ?? "memo"
    if let bytes = try workspace.repository.settingsFile("templates/\(name).md") {
      let file = ".sheaf/templates/\(name).md"
      let readsEnvironment = RepositoryTrust.readsEnvironment(bytes)
      guard
        !readsEnvironment || RepositoryTrust(workspace.repository).allows("templates/\(name).md")
      else {
        throw NewNoteMistake.untrustedTemplate(file)
      }
      let template = try NoteTemplate(String(decoding: bytes, as: UTF8.self), name: file)
      return (template, readsEnvironment)
    }
    guard let text = DefaultTemplates.text(of: name) else {
      throw NewNoteMistake.unknownTemplate(name)
    }
    return (try NoteTemplate(text, name: name), false)
  }

  /// The template of the folder, or of the nearest one above it that has one.
  private func templateByFolder(_ configuration: Configuration) -> String? {
    let templates = configuration.table("templates")
    var candidate = NotePath(folder ?? configuration.text("folders.memo"))
    while let path = candidate {
      if let name = templates[path.string] { return name }
      candidate = path.folder
    }
    return nil
  }

  /// Sets fields and tags as `set` does: those that the template has are changed, not written twice.
  private func addingFields(to text: String, in layout: VaultLayout) throws -> String {
    var bytes = Array(text.utf8)
    var changes: [(String, FrontMatterEditor.Change)] = []
    let shown = Note(Document(parsing: bytes), at: NotePath(trusted: "x.md"), in: layout)
    if keepsTitle, shown.title != title { changes.append(("title", .set(.text(title)))) }
    changes += try fields.map { ($0.key, try $0.change.get()) } + tags.map { ("tags", .add($0)) }
    for (key, change) in changes {
      let document = Document(parsing: bytes)
      do throws(FrontMatterRefusal) {
        let edits = try FrontMatterEditor(document).edits(key, change)
        bytes = (try? document.source.applying(edits).bytes) ?? bytes
      } catch {
        throw NewNoteMistake.templateWithout(field: key, error)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A free path for the note; a number is added where a name is taken, in any case of its letters.
  private func path(identifier: String, in workspace: Workspace) throws -> NotePath {
    let stem = FileName.stem(for: title) ?? identifier
    let named = folder ?? workspace.configuration.text("folders.memo")
    let folder = named.isEmpty ? "." : named
    for number in 1...999 {
      let name = number == 1 ? stem : "\(stem) \(number)"
      guard let path = NotePath("\(folder)/\(name).md") else {
        throw RepositoryError.outside(folder)
      }
      if try !workspace.files.exists(foldedAs: path) { return workspace.files.spelled(path) }
    }
    throw RepositoryError.alreadyExists("\(folder)/\(stem).md")
  }
}
