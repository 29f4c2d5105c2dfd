package import CivilCalendar
package import NoteModel
import NotePresentation
package import NoteRepository
package import NoteSyntax
package import Wording

/// Makes one new note: its text from a template, its name from its title. Never overwrites.
package struct NewNote {
  private let title: String
  private let body: String
  private let template: String?
  private let folder: String?
  private let fields: [FieldAssignment]
  /// As they were typed.
  package var fieldKeys: [String] { fields.map(\.key) }
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
    in workspace: Workspace, _ surroundings: NoteCreationInputs, _ transaction: inout Transaction
  ) throws -> ChangedNote {
    let change = try planned(in: workspace, surroundings)
    try workspace.add(change, to: &transaction)
    return change
  }

  /// The note as it would be; the identifier in its text is the one that its name falls back to.
  func planned(in workspace: Workspace, _ surroundings: NoteCreationInputs) throws -> ChangedNote {
    let identifier = surroundings.newIdentifier()
    let path = try path(
      identifier: identifier, in: workspace, on: (moment ?? surroundings.now).day)
    let text = try text(identifier: identifier, in: workspace, surroundings)
    return ChangedNote(path: path, before: nil, after: Array(text.utf8))
  }

  /// The text that the note will have, wherever it comes to lie.
  package func text(
    in workspace: Workspace, _ surroundings: NoteCreationInputs
  ) throws -> String {
    try text(identifier: surroundings.newIdentifier(), in: workspace, surroundings)
  }

  func text(
    identifier: String, in workspace: Workspace, _ surroundings: NoteCreationInputs
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
    var candidate = NotePath(folder(configuration))
    while let path = candidate {
      if let name = templates[path.string] { return name }
      candidate = path.folder
    }
    return nil
  }

  /// The folder that was named, else the one for new tasks or memos.
  private func folder(_ configuration: Configuration) -> String {
    folder ?? configuration.text(template == "task" ? "folders.tasks" : "folders.memo")
  }

  /// Sets fields and tags as `set` does: those that the template has are changed, not written twice.
  private func addingFields(to text: String, in layout: VaultLayout) throws -> String {
    var document = Document(parsing: Array(text.utf8))
    var changes: [(String, FrontMatterEditor.Change)] = []
    let shown = Note(document, at: NotePath(trusted: "x.md"), in: layout)
    if keepsTitle, shown.title != title { changes.append(("title", .set(.text(title)))) }
    changes += try fields.map { ($0.key, try $0.change.get()) } + tags.map { ("tags", .add($0)) }
    for (key, change) in changes {
      // `date=…` is the template's `created`.
      let key = FieldCatalogue.spelling(of: key, in: document.frontMatter)
      do throws(FrontMatterRefusal) {
        document = try FrontMatterEditor(document).result(key, change)
      } catch {
        throw NewNoteMistake.templateWithout(field: key, error)
      }
    }
    return String(decoding: document.source.bytes, as: UTF8.self)
  }

  /// What the note's file is called where that is free.
  func stem(identifier: String, in workspace: Workspace, on day: Day) -> String {
    workspace.layout.newStem(
      FileName.stem(for: title) ?? identifier, in: folder(workspace.configuration), on: day)
  }

  /// A free path for the note; a number is added where a name is taken, in any case of its letters.
  ///
  /// - Parameters:
  ///   - day: Of which it is.
  ///   - taken: Names of notes that the same command makes.
  func path(
    identifier: String, in workspace: Workspace, on day: Day, besides taken: Set<NotePath> = []
  ) throws -> NotePath {
    let stem = stem(identifier: identifier, in: workspace, on: day)
    let named = folder(workspace.configuration)
    let folder = named.isEmpty ? "." : named
    for number in 1...999 {
      let name = number == 1 ? stem : "\(stem) \(number)"
      guard let path = NotePath("\(folder)/\(name).md") else {
        throw RepositoryError.outside(folder)
      }
      if taken.contains(path) { continue }
      if try !workspace.files.exists(foldedAs: path) { return workspace.files.spelled(path) }
    }
    throw RepositoryError.alreadyExists("\(folder)/\(stem).md")
  }
}

/// Why a note cannot be made as it was asked for. Nothing was written.
package enum NewNoteMistake: ExplainedError {
  case noTitle
  case unknownTemplate(String)
  /// A template came with a repository and would copy variables of the user's environment, keys and passwords among
  /// them, into a note.
  case untrustedTemplate(String)
  case templateWithout(field: String, FrontMatterRefusal)

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    switch self {
    case .noTitle: Message("A note needs a title", ko: "메모의 제목이 필요합니다")
    case .unknownTemplate(let name):
      Message("There is no template “\(name)”", ko: "“\(name)” 템플릿을 찾을 수 없습니다")
    case .untrustedTemplate(let file):
      Message(
        "\(file) reads variables of your environment, and this repository is not trusted",
        ko: "\(file) 템플릿이 환경 변수를 읽는데, 이 저장소는 신뢰하지 않은 저장소입니다")
    case .templateWithout(let field, let refusal):
      Message(
        "The template cannot have the field \(field): \(refusal.message.english)",
        ko: "템플릿에 \(field) 필드를 넣을 수 없습니다: \(refusal.message.korean)")
    }
  }

  package var hint: Message? {
    switch self {
    case .noTitle: Message("sheaf new Shopping list", ko: "sheaf new 장보기 목록")
    case .unknownTemplate:
      Message("Templates are the files of .sheaf/templates.", ko: "템플릿은 .sheaf/templates 안의 파일입니다.")
    case .untrustedTemplate:
      Message(
        "“sheaf config trust” allows it, if you know where this repository comes from.",
        ko: "출처를 아는 저장소라면 “sheaf config trust”로 허용할 수 있습니다.")
    case .templateWithout: nil
    }
  }
}

/// What new text in a repository takes from outside it.
package struct NoteCreationInputs: Sendable {
  package let now: CivilMoment
  package let zone: LocalZone
  /// The user's variables, for templates of a repository that is trusted.
  package let environment: [String: String]
  private let randomBytes: @Sendable (_ count: Int) -> [UInt8]

  package init(
    now: CivilMoment, zone: LocalZone, environment: [String: String],
    randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
  ) {
    self.now = now
    self.zone = zone
    self.environment = environment
    self.randomBytes = randomBytes
  }

  /// An identifier that no note has yet, another one at each call.
  func newIdentifier() -> String { NoteIdentifier.make(from: randomBytes(8)) }
}

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
    in workspace: Workspace, _ surroundings: NoteCreationInputs, _ transaction: inout Transaction
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
