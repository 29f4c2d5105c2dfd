package import CivilCalendar
package import NoteModel
import NotePresentation
package import NoteRepository
import NoteSyntax
package import Wording

/// Makes one new note: its text from a template, its name from its title. Never overwrites.
package struct NewNote {
  private let title: String
  private let body: String
  private let template: String?
  private let folder: String?
  private var fields: [FieldAssignment]
  /// The keys as they were typed.
  package var fieldKeys: [String] { fields.map(\.key) }
  private let tags: [String]
  private let keepsTitle: Bool
  private let moment: CivilMoment?

  /// - Parameters:
  ///   - title: A title that is not only white space.
  ///   - body: A text with a line ending after its last line, or an empty one.
  ///   - template: The template, or nil for the one of the folder in the configuration, otherwise `memo`.
  ///   - folder: The folder, or nil for that of the configuration.
  ///   - fields: Fields that are set like by `set`.
  ///   - tags: Tags without `#`.
  ///   - keepsTitle: True for a title that nobody typed as one: it is written as `title:` if the template does not
  ///     show it.
  ///   - moment: The moment for the template. Nil for now.
  /// - Throws: If there is no title.
  package init(
    title: String, body: String = "", template: String? = nil, folder: String? = nil, fields: [FieldAssignment] = [],
    tags: [String] = [], keepsTitle: Bool = false, moment: CivilMoment? = nil
  ) throws(Problem) {
    guard title.contains(where: { !$0.isWhitespace }) else {
      throw Problem(
        .usage, Message("A note needs a title", ko: "메모의 제목이 필요합니다"),
        hint: Message("sheaf new Shopping list", ko: "sheaf new 장보기 목록"))
    }
    self.title = title
    self.body = body
    self.template = template
    self.folder = folder
    self.fields = fields
    self.tags = tags
    self.keepsTitle = keepsTitle || template == "diary" && folder == nil
    self.moment = moment
  }

  /// Makes the note part of a transaction.
  ///
  /// - Throws: If its template cannot be used, or it would break a rule.
  package func create(
    in workspace: Workspace, _ surroundings: NoteCreationInputs, _ transaction: inout Transaction
  ) throws -> ChangedNote {
    let change = try planned(in: workspace, surroundings)
    try workspace.add(change, to: &transaction)
    return change
  }

  /// Returns the planned note. Without another name, the note is named after its identifier.
  func planned(in workspace: Workspace, _ surroundings: NoteCreationInputs) throws -> ChangedNote {
    let identifier = surroundings.newIdentifier()
    let path = try path(identifier: identifier, in: workspace, on: (moment ?? surroundings.now).day)
    let text = try text(identifier: identifier, in: workspace, surroundings)
    return ChangedNote(path: path, before: nil, after: Array(text.utf8))
  }

  /// Returns the text that the note will have, whatever its path will be.
  package func text(in workspace: Workspace, _ surroundings: NoteCreationInputs) throws -> String {
    try text(identifier: surroundings.newIdentifier(), in: workspace, surroundings)
  }

  func text(identifier: String, in workspace: Workspace, _ surroundings: NoteCreationInputs) throws -> String {
    let source = try template(in: workspace)
    let answers = try self.answers(to: source, in: workspace, surroundings)
    let open = answers.open.filter { $0.usual == nil }
    guard open.isEmpty else { throw UnansweredQuestions(open) }
    guard !answers.needsClipboard || surroundings.clipboard != nil else {
      throw Problem(.usage, Message("The template needs the clipboard", ko: "템플릿에 클립보드의 내용이 필요합니다"))
    }
    let text = try filled(source, answers, identifier: identifier, in: workspace, surroundings)
    let note = note(of: Array(text.utf8), in: workspace)
    if let field = answers.counted.first(where: { !note.hasField($0) }) {
      throw Problem(
        .usage,
        Message(
          "The template has a counter for the field \(field) but does not set the field",
          ko: "템플릿에 \(field) 필드가 없어 번호를 이어 갈 수 없습니다"),
        hint: Message(
          "Write \(field): {{counter \"\(field)\"}} in its front matter.",
          ko: "머리말에 \(field): {{counter \"\(field)\"}} 형식으로 넣으세요."))
    }
    return text
  }

  private func filled(
    _ source: TemplateSource, _ answers: TemplateAnswers, identifier: String,
    in workspace: Workspace, _ surroundings: NoteCreationInputs
  ) throws -> String {
    let text = source.fill(
      NoteTemplate.Values(
        title: title, body: body, identifier: identifier, now: moment ?? surroundings.now,
        environment: source.environment(surroundings), tags: tags, fields: try fieldTexts, slots: answers.slots))
    return try addingFields(to: text, answered: answers.fields, in: workspace, surroundings)
  }

  private func template(in workspace: Workspace) throws -> TemplateSource {
    try TemplateSource(named: template ?? templateByFolder(workspace.configuration) ?? "memo", in: workspace)
  }

  /// Returns the known answers to the template's questions, by the rules for the note's folder, tags and type.
  private func answers(
    to source: TemplateSource, in workspace: Workspace, _ surroundings: NoteCreationInputs
  ) throws -> TemplateAnswers {
    try TemplateAnswers(
      to: source, typed: fields, rules(for: note(of: [], in: workspace), in: workspace), in: workspace, surroundings)
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

  /// Returns the template of the folder, or of the nearest folder above with one, otherwise the template of a schema.
  private func templateByFolder(_ configuration: Configuration) -> String? {
    let templates = configuration.table("templates")
    let folder = folder(configuration)
    var candidate = NotePath(folder)
    while let path = candidate {
      if let name = templates[path.string] { return name }
      candidate = path.folder
    }
    let types = fields.filter { FieldCatalogue.folded($0.key) == "type" }.compactMap(\.text)
    return configuration.schemas.template(for: SchemaSubject(folder: folder, tags: tags, types: types))
  }

  /// Returns the named folder, otherwise the folder for new tasks or memos.
  private func folder(_ configuration: Configuration) -> String {
    folder ?? configuration.text("folders." + (template == "task" ? "tasks" : isEntry ? "diary" : "memo"))
  }

  /// True for an entry of the diary with a title besides its day.
  private var isEntry: Bool { template == "diary" && folder == nil }

  /// Sets fields and tags as `set` does: fields of the template are changed, not written twice. A field with an answer
  /// gets the answer. A field with a default gets the default if the field has no other value.
  private func addingFields(
    to text: String, answered: [FieldAssignment], in workspace: Workspace, _ surroundings: NoteCreationInputs
  ) throws -> String {
    let day = "\n# \(surroundings.now.day)\n"
    let headed = isEntry && !title.isEmpty ? text.replacing(day, with: "\n# \(title)\n", maxReplacements: 1) : text
    var document = Document(parsing: Array(headed.utf8))
    let shown = note(of: document.source.bytes, in: workspace)
    let rules = rules(for: shown, in: workspace)
    var changes: [(String, FrontMatterEditor.Change)] = []
    if keepsTitle, isEntry || shown.title != title { changes.append(("title", .set(.text(title)))) }
    changes += try (answered + fields).map { ($0.key, try $0.change(by: rules.first(named: $0.key))) }
    changes += tags.map { ("tags", .add($0)) }
    let given = Set(changes.map { FieldCatalogue.canonical($0.0) })
    for rule in rules where !given.contains(FieldCatalogue.canonical(rule.key)) {
      guard !shown.hasField(rule.key),
        let text = surroundings.answers[foldedName(rule.key)] ?? rule.defaultText
      else { continue }
      let assignment = try FieldAssignment("\(rule.key)=\(text)", now: surroundings.now, zone: surroundings.zone)
      changes.append((rule.key, try assignment.change(by: rule)))
    }
    for (key, change) in changes {
      // `date=…` is the template's `created`.
      let key = FieldCatalogue.spelling(of: key, in: document.frontMatter)
      do throws(FrontMatterRefusal) {
        document = try FrontMatterEditor(document).result(key, change)
      } catch {
        throw templateWithout(key, error)
      }
    }
    return String(decoding: document.source.bytes, as: UTF8.self)
  }

  /// Parses the note as its template fills it, in its folder.
  private func note(of bytes: [UInt8], in workspace: Workspace) -> Note {
    let folder = folder(workspace.configuration)
    let path = NotePath((folder.isEmpty ? "." : folder) + "/x.md") ?? NotePath(trusted: "x.md")
    return Note(Document(parsing: bytes), at: path, in: workspace.layout)
  }

  /// Returns the schema rules for the note with the tags and the type that it will have.
  private func rules(for note: Note, in workspace: Workspace) -> [FieldRule] {
    let schemas = workspace.configuration.schemas
    guard !schemas.isEmpty, note.kind != .template else { return [] }
    let types = fields.filter { FieldCatalogue.folded($0.key) == "type" }.compactMap(\.text)
    return schemas.rules(
      for: SchemaSubject(
        folder: note.path.folder?.string ?? ".", tags: note.tags.map(\.string) + tags,
        types: types + note.fields.filter { FieldCatalogue.folded($0.key) == "type" }.map(\.text)))
  }

  /// The inputs that are needed before the note can be made.
  package struct Needs: Sendable {
    /// The questions of the template, including questions with a default answer.
    package let questions: [NoteQuestion]
    /// The fields that schemas require and that have no value.
    package let required: [NoteQuestion]
    package let needsClipboard: Bool
    /// True if other notes decide a value.
    package let needsIndex: Bool
    /// The names of answers to which there is no question.
    package let unasked: [String]
    /// The names of all possible answers.
    package let names: [String]
  }

  /// Returns the questions and permissions that the template needs. Throws if the template cannot be used.
  package func needs(in workspace: Workspace, _ surroundings: NoteCreationInputs) throws -> Needs {
    let source = try template(in: workspace)
    guard !source.directives.slots.isEmpty || !workspace.configuration.schemas.isEmpty || !surroundings.answers.isEmpty
    else {
      return Needs(questions: [], required: [], needsClipboard: false, needsIndex: false, unasked: [], names: [])
    }
    let answers = try self.answers(to: source, in: workspace, surroundings)
    let text = try filled(source, answers, identifier: "", in: workspace, surroundings)
    let note = note(of: Array(text.utf8), in: workspace)
    let rules = rules(for: note, in: workspace)
    let missing = rules.filter { rule in
      rule.isRequired && !note.hasField(rule.key) && !answers.open.contains { $0.isNamed(rule.key) }
    }
    let names = source.directives.questionNames + rules.map(\.key)
    let known = Set(names.map { foldedName($0) })
    return Needs(
      questions: answers.open,
      required: missing.map { NoteQuestion($0.key, choices: $0.choices, field: $0) },
      needsClipboard: answers.needsClipboard && surroundings.clipboard == nil,
      needsIndex: !answers.counted.isEmpty,
      unasked: surroundings.answers.keys.filter { !known.contains($0) }.sorted(), names: names)
  }

  /// Returns the file name of the note without its ending, if that is free.
  func stem(identifier: String, in workspace: Workspace, on day: Day) -> String {
    let stem = FileName.stem(for: title) ?? identifier
    guard !isEntry else { return "\(day) \(stem)" }
    return workspace.layout.newStem(stem, in: folder(workspace.configuration), on: day)
  }

  /// Returns a free path for the note. A number is added if a name is taken, in any case of its letters.
  ///
  /// - Parameters:
  ///   - day: The day of the note.
  ///   - taken: Names of notes that the same command creates.
  func path(
    identifier: String, in workspace: Workspace, on day: Day, besides taken: Set<NotePath> = []
  ) throws -> NotePath {
    let stem = stem(identifier: identifier, in: workspace, on: day)
    let named =
      isEntry ? workspace.layout.diaryPaths(of: day).first?.folder?.string ?? "" : folder(workspace.configuration)
    let folder = named.isEmpty ? "." : named
    for number in 1...999 {
      let name = number == 1 ? stem : "\(stem) \(number)"
      guard let path = NotePath("\(folder)/\(name).md") else { throw RepositoryError.outside(folder) }
      if taken.contains(path) { continue }
      if try !workspace.files.exists(foldedAs: path) { return workspace.files.spelled(path) }
    }
    throw RepositoryError.alreadyExists("\(folder)/\(stem).md")
  }
}

private func templateWithout(_ field: String, _ refusal: FrontMatterRefusal) -> Problem {
  Problem(
    .usage,
    Message(
      "The template cannot have the field \(field): \(refusal.message.english)",
      ko: "템플릿에 \(field) 필드를 넣을 수 없습니다: \(refusal.message.korean)"))
}

/// The inputs of new text from outside the repository.
package struct NoteCreationInputs: Sendable {
  package let now: CivilMoment
  package let zone: LocalZone
  /// The user's variables, for templates of a repository that is trusted.
  package let environment: [String: String]
  /// Answers to the questions of templates, by the questions' folded names.
  package private(set) var answers: [String: String] = [:]
  /// The value of `{{clipboard}}`. Nil if it was not read.
  package private(set) var clipboard: String?
  /// The number of notes that the same command has made before; a counter counts them.
  private(set) var count = 0
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

  /// Returns the inputs with more answers.
  package func answering(_ answers: [String: String], clipboard: String? = nil) -> NoteCreationInputs {
    var inputs = self
    for (name, text) in answers { inputs.answers[foldedName(name)] = text }
    if let clipboard { inputs.clipboard = clipboard }
    return inputs
  }

  /// Returns the inputs for a note that a command creates after others.
  func following(_ count: Int) -> NoteCreationInputs {
    var inputs = self
    inputs.count = count
    return inputs
  }

  func newIdentifier() -> String { NoteIdentifier.make(from: randomBytes(8)) }
}

extension NewNote {
  /// Makes a sealed letter part of a transaction; the name of its file says nothing of the letter. Without a folder, the
  /// letter is in that of the setting `folders.letters`.
  ///
  /// - Parameters:
  ///   - unseals: The day on which the letter opens.
  ///   - workspace: The workspace of the letter.
  ///   - surroundings: The inputs of the note.
  ///   - transaction: Receives the letter.
  /// - Throws: If the folder lies outside the repository, or the template cannot be used.
  package func createLetter(
    opening unseals: Day, in workspace: Workspace, _ surroundings: NoteCreationInputs, _ transaction: inout Transaction
  ) throws -> NotePath {
    let identifier = surroundings.newIdentifier()
    let text = try text(identifier: identifier, in: workspace, surroundings)
    let folder = folder ?? workspace.configuration.text("folders.letters")
    guard let path = NotePath("\(folder)/\(surroundings.now.day) \(identifier).md") else {
      throw RepositoryError.outside(folder)
    }
    var file = TaskFile(path: path, bytes: Array(text.utf8), in: workspace.layout)
    do throws(FrontMatterRefusal) {
      try file.set([TaskChange.FieldChange(key: "unseal", value: unseals.description)])
    } catch {
      throw templateWithout("unseal", error)
    }
    transaction.create(path, file.bytes)
    return path
  }
}

extension Note {
  /// Returns true if a field, in any of its spellings, has a value.
  fileprivate func hasField(_ key: String) -> Bool {
    let key = FieldCatalogue.canonical(key)
    return document.frontMatter?.entries.contains {
      FieldCatalogue.canonical($0.key) == key && $0.value.isFilled
    } ?? false
  }
}
