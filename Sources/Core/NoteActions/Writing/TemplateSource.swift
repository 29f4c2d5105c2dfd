import CivilCalendar
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// The template of a new note: its questions, and the way it is filled in.
struct TemplateSource {
  private enum Engine {
    case own(NoteTemplate)
    case vault(VaultTemplate)
  }

  private let engine: Engine
  let directives: TemplateDirectives
  private let mayReadEnvironment: Bool
  /// The name for errors.
  private let name: String

  /// - Parameters:
  ///   - name: The name of a file in `.sheaf/templates`, of a note in the template folder, or of a built-in template.
  ///   - workspace: The workspace of the template.
  /// - Throws: If there is none, or it cannot be used.
  init(named name: String, in workspace: Workspace) throws {
    let own = ".sheaf/templates/\(name).md"
    if let path = Self.vaultPath(of: name, in: workspace), workspace.files.exists(path) {
      let text = try Self.text(of: path, in: workspace)
      if name != "diary", let program = ForeignTemplate(of: text) { throw Self.foreign(path.string, program) }
      self.name = path.string
      directives = try TemplateDirectives(text, of: name, in: path.string, isOwn: false) { part in
        try Self.vaultPart(part, in: workspace)
      }
      engine = .vault(VaultTemplate(directives.text))
      mayReadEnvironment = false
      return
    }
    var readsOutside = false
    let text: String
    if let bytes = try workspace.repository.settingsFile("templates/\(name).md") {
      readsOutside = try Self.readsOutside(bytes, own, in: workspace)
      text = String(decoding: bytes, as: UTF8.self)
      if let program = ForeignTemplate(of: text) { throw Self.foreign(own, program) }
    } else if let usual = DefaultTemplates.text(of: name) {
      text = usual
    } else {
      throw Self.unknown(name)
    }
    self.name = own
    directives = try TemplateDirectives(text, of: name, in: own, isOwn: true) { part in
      let file = ".sheaf/templates/\(part).md"
      guard Self.isName(part),
        let bytes = try workspace.repository.settingsFile("templates/\(part).md")
      else { throw Self.unknown(part) }
      if try Self.readsOutside(bytes, file, in: workspace) { readsOutside = true }
      return String(decoding: bytes, as: UTF8.self)
    }
    // A part of one file and a part of another may make a directive that neither has.
    guard readsOutside || !directives.slots.contains(where: { $0.directive == .clipboard }) else {
      throw Self.untrusted(own)
    }
    engine = .own(try NoteTemplate(directives.text, name: own))
    mayReadEnvironment = readsOutside
  }

  /// Returns the path of a template among the notes: the one in the diary's setting, or one in the template folder.
  private static func vaultPath(of name: String, in workspace: Workspace) -> NotePath? {
    if name == "diary", let text = workspace.configuration.nonEmptyText("diary.template") {
      return NotePath(text)
    }
    let own = NotePath(trusted: ".sheaf/templates/\(name).md")
    let folder = workspace.layout.templateFolder
    guard !workspace.files.exists(own), !folder.isEmpty else { return nil }
    return NotePath("\(folder)/\(name).md")
  }

  private static func vaultPart(_ name: String, in workspace: Workspace) throws -> String {
    let folder = workspace.layout.templateFolder
    guard isName(name), !folder.isEmpty, let path = NotePath("\(folder)/\(name).md") else {
      throw Self.unknown(name)
    }
    return try text(of: path, in: workspace)
  }

  /// Returns the text of a template among the notes, or of a part of one. A setting or a template that came with a
  /// repository makes no template of a private, hidden or encrypted file.
  private static func text(of path: NotePath, in workspace: Workspace) throws(Problem) -> String {
    let gate = ReadingGate(today: workspace.gate.today, isForPrograms: true)
    guard path.isMarkdown, !PathScope(path.string).isHidden || path.string.hasPrefix(".sheaf/templates/"),
      ProgramFolder.encrypted([path], in: workspace.repository.root).isEmpty,
      let bytes = try? workspace.files.read(path), gate.day(of: bytes, at: path, in: workspace.layout) == nil
    else { throw unknown(path.string) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns true for a name in the template folder, but not for a path out of it.
  private static func isName(_ text: String) -> Bool {
    ConfigurationKey.staysInside(text) && !text.hasPrefix(".") && !text.contains("\0")
  }

  /// Returns true for a template that reads values from outside. Throws if the repository is not trusted.
  private static func readsOutside(_ bytes: [UInt8], _ file: String, in workspace: Workspace) throws(Problem) -> Bool {
    guard RepositoryTrust.readsEnvironment(bytes) else { return false }
    guard RepositoryTrust(workspace.repository).allows(String(file.dropFirst(".sheaf/".count)))
    else { throw untrusted(file) }
    return true
  }

  private static func unknown(_ name: String) -> Problem {
    Problem(
      .usage, Message("Unknown template “\(name)”", ko: "“\(name)” 템플릿을 찾을 수 없습니다"),
      hint: Message("Templates are the files of .sheaf/templates.", ko: "템플릿은 .sheaf/templates 안의 파일입니다."))
  }

  /// Returns the error for a template that came with a repository and would copy variables of the user's environment, keys and
  /// passwords among them, into a note.
  private static func untrusted(_ file: String) -> Problem {
    Problem(
      .usage,
      Message(
        "\(file) reads your environment or clipboard, and this repository is not trusted",
        ko: "신뢰하지 않은 저장소의 템플릿은 환경 변수나 클립보드를 읽을 수 없습니다: \(file)"),
      hint: Message(
        "If you know where this repository comes from, run “sheaf config trust”.",
        ko: "출처를 아는 저장소라면 “sheaf config trust”로 허용할 수 있습니다."))
  }

  /// Returns the error for a template of another program, whose commands only that program runs.
  private static func foreign(_ file: String, _ program: ForeignTemplate) -> Problem {
    Problem(
      .usage,
      Message(
        "\(file) is a template of \(program.rawValue), whose commands Sheaf does not run",
        ko: "\(program.rawValue) 템플릿의 명령은 Sheaf에서 실행하지 않습니다: \(file)"),
      hint: Message(
        "Copy the template to .sheaf/templates and write {{ask \"…\"}} for the questions.",
        ko: ".sheaf/templates에 복사하고 질문을 {{ask \"…\"}} 형식으로 바꾸세요."))
  }

  func fill(_ values: NoteTemplate.Values) -> String {
    switch engine {
    case .vault(let template):
      let filled = template.fill(title: values.title, now: values.now, slots: values.slots)
      return values.body.isEmpty ? filled : filled + "\n" + values.body
    case .own(let template): return template.fill(values)
    }
  }

  /// Returns the variables that the template may read.
  func environment(_ surroundings: NoteCreationInputs) -> [String: String] {
    mayReadEnvironment ? surroundings.environment : [:]
  }

  /// Writes an answer. Throws if it cannot be written at its place in the template.
  func written(_ answer: String, of question: String, in place: TemplateDirectives.Place) throws(Problem) -> String {
    if let text = TemplateDirectives.written(answer, in: place) { return text }
    throw unreadTemplate(
      name,
      Message(
        "The template needs quotes around “\(question)” for the answer “\(answer)”",
        ko: "“\(question)” 자리에 따옴표가 있어야 쓸 수 있는 값입니다: “\(answer)”"))
  }
}

/// The values of a template's directives in one note.
struct TemplateAnswers {
  /// The texts of the slots, by their names.
  private(set) var slots: [String: String] = [:]
  /// Values of whole fields.
  private(set) var fields: [FieldAssignment] = []
  /// The questions without an answer, including those with a usual answer.
  private(set) var open: [NoteQuestion] = []
  /// Fields that a counter counts by.
  private(set) var counted: [String] = []
  private(set) var needsClipboard = false

  /// - Parameters:
  ///   - typed: Typed fields, which answer questions with their name.
  ///   - rules: The rules for the fields.
  init(
    to source: TemplateSource, typed: [FieldAssignment], _ rules: [FieldRule],
    in workspace: Workspace, _ surroundings: NoteCreationInputs
  ) throws {
    for slot in source.directives.slots {
      var key: String?
      if case .value(let name) = slot.place { key = name }
      // A value that was typed for the field itself is set after the template is filled in.
      if let key, typed.contains(where: { Self.isSame($0.key, key) }) { continue }
      let rule = key.flatMap { key in
        FieldAssignment.isKey(key) ? rules.first(named: key) ?? FieldRule(key: key) : nil
      }
      var text: String
      var title = ""
      switch slot.directive {
      case .clipboard:
        needsClipboard = true
        text = surroundings.clipboard ?? ""
      case .counter(let field, let digits):
        counted.append(field)
        text = padded(try workspace.highestNumber(inField: field) + 1 + surroundings.count, to: digits)
      case .ask(let name, let usual):
        title = name
        let question = NoteQuestion(name, choices: rule?.choices ?? [], usual: usual, field: rule)
        text = try answer(question, typed, surroundings)
      case .choose(let name, let choices):
        title = name
        text = try answer(NoteQuestion(name, choices: choices, field: rule), typed, surroundings)
      }
      guard let key, FieldAssignment.isKey(key) else {
        slots[slot.name] = try source.written(text, of: title, in: key == nil ? slot.place : .scalar)
        continue
      }
      if text.isEmpty { continue }
      fields.append(try FieldAssignment("\(key)=\(text)", now: surroundings.now, zone: surroundings.zone))
    }
  }

  private mutating func answer(
    _ question: NoteQuestion, _ typed: [FieldAssignment], _ surroundings: NoteCreationInputs
  ) throws -> String {
    let given =
      surroundings.answers[foldedName(question.name)] ?? typed.first { Self.isSame($0.key, question.name) }?.text
    guard let given else {
      if !open.contains(where: { $0.isNamed(question.name) }) { open.append(question) }
      return question.usual ?? ""
    }
    return try question.checked(given, now: surroundings.now, zone: surroundings.zone)
  }

  private static func isSame(_ key: String, _ other: String) -> Bool {
    FieldCatalogue.canonical(key) == FieldCatalogue.canonical(other)
  }
}

extension Workspace {
  /// Returns the highest number at the end of a field's values: 12 for `INV-0012`, or 0.
  ///
  /// If the index is not built yet, the result is 0.
  func highestNumber(inField key: String) throws -> Int {
    guard index.isBuilt else { return 0 }
    return try index.fields.usualValues(of: key, limit: .max).compactMap { text in
      let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.prefix(18)
      return Int(String(digits.reversed()))
    }.max() ?? 0
  }
}
