import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// Makes one new note: its text from a template, its name from its title. Never overwrites.
struct NewNote {
  let title: String
  let body: String
  /// nil for the one that the configuration chooses by the folder, else `memo`.
  let template: String?
  /// nil for the configuration's.
  let folder: String?
  let fields: [FieldAssignment]
  let tags: [String]
  /// A title that nobody typed as one is written as `title:` where the template does not show it.
  var keepsTitle = false
  /// The moment that its template speaks of; nil for now.
  var moment: CivilMoment?

  /// - Throws: ``UsageError`` for a title of white space alone.
  static func requireTitle(_ title: String) throws(UsageError) -> String {
    guard title.contains(where: { !$0.isWhitespace }) else {
      throw UsageError(
        Message("A note needs a title", ko: "메모의 제목이 필요합니다"),
        hint: Message("sheaf new Shopping list", ko: "sheaf new 장보기 목록"))
    }
    return title
  }

  /// The text that the note will have.
  func text(identifier: String, in context: CommandContext, _ workspace: Workspace) throws -> String
  {
    let now = moment ?? context.clock()
    if let template = vaultTemplate(workspace) {
      let filled = template.fill(title: title, now: now)
      let text = body.isEmpty ? filled : filled + "\n" + body
      return try addingFields(to: text, in: workspace.layout)
    }
    let (template, mayReadEnvironment) = try templateText(workspace)
    let filled = template.fill(
      NoteTemplate.Values(
        title: title, body: body, identifier: identifier, now: now,
        environment: mayReadEnvironment ? context.environment : [:], tags: tags,
        fields: try fieldTexts))
    return try addingFields(to: filled, in: workspace.layout)
  }

  /// A template among the notes, from the setting of the diary or by its name in the template folder.
  private func vaultTemplate(_ workspace: Workspace) -> VaultTemplate? {
    let name = template ?? templateByFolder(workspace.configuration) ?? "memo"
    let own = workspace.repository.root + "/.sheaf/templates/\(name).md"
    let path: NotePath?
    if name == "diary", let text = workspace.configuration.nonEmptyText("diary.template") {
      path = NotePath(text)
    } else if !fileExists(own), !workspace.layout.templateFolder.isEmpty {
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
      guard !readsEnvironment || RepositoryTrust(workspace.repository).isInForce else {
        throw TemplateRefusal(file: file)
      }
      let template = try NoteTemplate(String(decoding: bytes, as: UTF8.self), name: file)
      return (template, readsEnvironment)
    }
    guard let text = DefaultTemplates.text(of: name) else {
      throw UsageError(
        Message("There is no template “\(name)”", ko: "“\(name)” 템플릿을 찾을 수 없습니다"),
        hint: Message(
          "Templates are the files of .sheaf/templates.", ko: "템플릿은 .sheaf/templates 안의 파일입니다."))
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
        throw UsageError(
          Message(
            "The template cannot have the field \(key): \(error.message.english)",
            ko: "템플릿에 \(key) 필드를 넣을 수 없습니다: \(error.message.korean)"))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A free path for the note; a number is added where a name is taken, in any case of its letters.
  func path(identifier: String, in workspace: Workspace) throws -> NotePath {
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

extension CommandContext {
  /// Creates a note.
  ///
  /// - Returns: nil where the changes are only shown.
  func create(
    _ note: NewNote, _ care: WritingCare = WritingCare()
  ) throws -> (path: NotePath, bytes: [UInt8], workspace: Workspace)? {
    let identifier = NoteIdentifier.make(from: randomBytes(8))
    let made = try write(care, asksIndex: false, reportsShifts: true) { workspace, transaction in
      let path = try note.path(identifier: identifier, in: workspace)
      let bytes = Array(try note.text(identifier: identifier, in: self, workspace).utf8)
      try requireRules(of: workspace, changing: nil, to: bytes, at: path)
      transaction.create(path, bytes)
      return (path, bytes, workspace)
    }
    return care.dryRun ? nil : made
  }
}

/// A template that came with a repository and would copy variables of the user's environment, keys and passwords among
/// them, into a note.
struct TemplateRefusal: ExplainedError {
  let file: String

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message(
      "\(file) reads variables of your environment, and this repository is not trusted",
      ko: "\(file) 템플릿이 환경 변수를 읽는데, 이 저장소는 신뢰하지 않은 저장소입니다")
  }
  var hint: Message? {
    Message(
      "“sheaf config trust” allows it, if you know where this repository comes from.",
      ko: "출처를 아는 저장소라면 “sheaf config trust”로 허용할 수 있습니다.")
  }
}
