package import ArgumentParser
package import NoteActions
import NoteIndex
package import NoteModel
import NoteRepository
import NoteSyntax
import Wording

package struct NewCommand: ContextCommand {
  package static var configuration: CommandConfiguration {
    explained("new", PackageResources.new_txt, ko: PackageResources.new_ko_txt)
  }

  @OptionGroup package var options: NewOptions

  package init() {}

  package func run(in context: CommandContext) throws { try run(in: context, with: []) }

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - fields: Besides those of the options.
  ///   - tags: Besides those among the words.
  package func run(in context: CommandContext, with fields: [FieldAssignment], tags: [String] = []) throws {
    // Standard input is the pipe, so the editor is given the terminal itself.
    let readsInput = options.text.last == "-" || options.made.body == "-"
    let context = options.result.edit && readsInput ? context.withTerminalInput() : context
    if options.result.edit { try context.checkEditor() }
    if options.into != nil || options.fill != nil { return try useTemplate(in: context) }
    // Before anything is locked: text that is piped in or typed may take its time.
    let draft =
      options.text.isEmpty && options.made.title == nil && options.made.body == nil && context.mayAsk
      ? DraftSession(context: context) : nil
    let note = try makeNote(draft, fields, tags, context)
    guard
      let made = try context.create(
        note, options.care, answers: options.made.answers.answer)
    else {
      return
    }
    try draft?.finish()
    let (workspace, path) = (made.workspace, made.change.path)
    options.result.path.report(NotePosition(path), options.care, in: workspace, context)
    context.reportTasks(of: [made.change], in: workspace)
    try options.result.open(NotePosition(path), in: workspace, context)
  }

  /// Adds the template's text to an existing note, or only the fields and sections that the note lacks.
  private func useTemplate(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let place = try context.place(options.into ?? options.fill ?? "", in: workspace)
    let note = try template(for: place, in: workspace, context)
    let answered = try context.answered(note, options.made.answers.answer)
    let isFilling = options.fill != nil
    let (position, filled) = try context.write(options.care, reportsShifts: true) {
      workspace, transaction -> (NotePosition, FilledParts?) in
      guard isFilling else {
        let inserted = try note.insert(
          into: place.path, headingLine: place.line, in: workspace, answered.inputs, &transaction)
        context.warnOfOpening(around: inserted)
        return (inserted.position, nil)
      }
      let outcome = try note.fill(place.path, in: workspace, answered.inputs, &transaction)
      return (NotePosition(place.path), outcome.filled)
    }
    if let filled { report(filled, place.path, context) }
    guard !options.writing.dryRun, filled?.isEmpty != true else { return }
    options.result.path.report(position, options.care, in: workspace, context)
    try options.result.open(position, in: workspace, context)
  }

  private func report(_ filled: FilledParts, _ path: NotePath, _ context: CommandContext) {
    if filled.isEmpty {
      return context.note(
        Message("\(path) already has everything in the template", ko: "템플릿의 내용이 모두 있는 메모입니다: \(path)"))
    }
    let parts = (filled.fields + filled.sections.map { "# " + $0 }).joined(separator: ", ")
    context.note(Message("Added: \(parts)", ko: "추가한 내용: \(parts)"))
  }

  /// Returns the note whose text is taken: its title is the one that was typed, else that of the section or the note.
  private func template(for place: NotePosition, in workspace: Workspace, _ context: CommandContext) throws -> NewNote {
    let target = try workspace.note(at: place.path)
    let heading = place.line.flatMap(target.document.heading(atLine:))
    let (read, fields, body) = try options.read(try context.typedWords(options.text), in: context)
    let title = read.title.isEmpty ? heading?.text ?? target.title : read.title
    return try NewNote(
      title: title, body: closedByLineEnd(body), template: options.template.template,
      folder: place.path.folder?.string ?? ".", fields: fields, tags: read.tags.map(\.string))
  }

  private func makeNote(
    _ draft: DraftSession?, _ given: [FieldAssignment], _ tags: [String], _ context: CommandContext
  ) throws -> NewNote {
    let typed = try context.typedWords(options.text)
    let (read, fields, text) = try options.read(typed, in: context)
    var (heading, body) = (read.title, text)
    let isUntitled = heading.isEmpty && (draft != nil || typed.input != nil || options.made.body != nil)
    if isUntitled {
      (heading, body) = TypedWords.split(try draft?.write() ?? text)
      heading = String(heading.drop { $0 == "#" || $0 == " " })
    }
    context.report(doubtful: read.doubtful)
    return try NewNote(
      title: heading, body: closedByLineEnd(body), template: options.template.template,
      folder: options.made.folder, fields: fields + given,
      tags: read.tags.map(\.string) + tags,
      keepsTitle: isUntitled)
  }
}

/// Lets the user write a text in the editor before there is a note for it.
struct DraftSession {
  let context: CommandContext

  private static let name = "draft.md"
  /// A comment below the text, which is no part of the note.
  private static let hint = Message(
    "<!-- The first line is the title. An empty text makes no note. This line is not part of the note. -->",
    ko: "<!-- 첫 줄이 제목입니다. 내용이 없으면 메모를 만들지 않습니다. 이 줄은 메모에 들어가지 않습니다. -->")

  /// Opens the draft in the editor and returns the text; nil for only white space. If the editor fails, the text is
  /// kept for the next draft.
  func write() throws -> String? {
    let repository = try context.repository()
    let configuration = context.configuration(of: repository)
    let path = repository.stateFolder + "/" + Self.name
    if (try? readFile(path))?.isEmpty ?? true {
      writeStateFile(repository.stateFolder, Self.name, Array("\n\n\(context.text(Self.hint))\n".utf8))
    }
    let (status, command) = try context.runEditor(configured: configuration.program("editor")) { _ in [path] }
    guard status == 0 else {
      throw Problem(
        .failure,
        Message(
          "The editor “\(command)” exited with status \(status); no note was created",
          ko: "“\(command)” 편집기가 실패해(종료 코드 \(status)) 메모를 만들지 않았습니다"),
        hint: Message(
          "Your text is in \(path); “sheaf new” continues with it.",
          ko: "작성한 내용은 \(path)에 있습니다. “sheaf new”로 이어서 작성할 수 있습니다."))
    }
    var text = String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
    for hint in [Self.hint.english, Self.hint.korean] { text = text.replacing("\n\(hint)\n", with: "") }
    return text.contains { !$0.isWhitespace } ? text : nil
  }

  /// Empties the draft after its text was saved as a note.
  func finish() throws { writeStateFile(try context.repository().stateFolder, Self.name, []) }
}

package struct NewOptions: ParsableArguments {
  @Argument(help: help(.letterWords, "Title, then changes; - reads standard input.", ko: "제목과 변경. -를 지정하면 표준 입력"))
  package var text: [String] = []

  @OptionGroup package var made: NotePartOptions
  @OptionGroup var template: TemplateOption

  @Option(
    help: help(
      .section, "Put the template's text at the end of this note or section.", ko: "템플릿의 텍스트를 이 메모나 소제목 아래의 끝에 추가합니다."))
  var into: String?

  @Option(
    help: help(
      .note, "Give this note the fields and sections of the template that it lacks.",
      ko: "이 메모에 없는 템플릿의 필드와 소제목을 추가합니다."))
  var fill: String?

  @OptionGroup var result: ResultOptions
  @OptionGroup var writing: WritingOptions

  package init() {}

  var care: WriteOptions { writing.care.silent(result.path.printPath) }

  package func validate() throws {
    guard into == nil && fill == nil || made.folder == nil else {
      throw ValidationError(
        localized(
          "--in cannot be used with --into or --fill, which change an existing note",
          ko: "--in은 있는 메모를 바꾸는 --into, --fill과 함께 지정할 수 없습니다"))
    }
    guard into == nil || fill == nil else {
      throw ValidationError(localized("--into and --fill cannot be used together", ko: "--into와 --fill은 함께 지정할 수 없습니다"))
    }
  }

  /// Reads the words by the rules for the folder and the tags of the note.
  func read(
    _ typed: TypedWords, in context: CommandContext
  ) throws -> (words: TitledWords, fields: [FieldAssignment], body: String) {
    try made.read(typed, rules: context.rules(of: typed.words, folder: made.folder, "folders.memo"), in: context)
  }
}

extension CommandContext {
  /// Reports which rules a change broke that is written already, and how to take it back.
  func warnOfRules(_ change: ChangedNote, in workspace: Workspace) {
    let violations = workspace.violations(of: change)
    for violation in violations {
      warn(
        Message(
          "\(change.path): \(violation.explanation.english)",
          ko: "\(change.path): \(violation.explanation.korean)"))
    }
    guard !violations.isEmpty else { return }
    note(Message("“sheaf undo” reverts the change.", ko: "“sheaf undo”로 되돌릴 수 있습니다."))
  }

  /// Reports keys that were written and are most likely misspelt: no note had them, and a known field is near.
  ///
  /// - Parameters:
  ///   - keys: The written keys, as typed.
  ///   - used: The keys that notes had before, in small letters.
  func reportKeys(_ keys: [String], used: [String]) {
    for key in keys.uniqued() {
      guard let nearest = FieldCatalogue.misspelt(key, used: used) else { continue }
      warn(Message("No note has the field “\(key)”", ko: "“\(key)” 필드가 있는 메모가 없습니다").orMeant(nearest))
      note(Message("“sheaf undo” reverts the change.", ko: "“sheaf undo”로 되돌릴 수 있습니다."))
    }
  }

  /// Reports mistakes in the tasks that were written, each once: a status that has no column, a reminder that will
  /// not be delivered.
  func reportTasks(of changes: [ChangedNote], in workspace: Workspace) {
    let odd = changes.flatMap { workspace.violations(of: $0).filter(\.isTolerated) }.uniqued()
    for violation in odd {
      warn(violation.explanation)
      if let hint = violation.hint { note(hint) }
    }
    for change in changes { reportReminders(of: change, in: workspace) }
  }

  /// Reports why the reminders that a change added cannot be delivered.
  func reportReminders(of change: ChangedNote, in workspace: Workspace) {
    let (before, after) = workspace.notes(of: change)
    ReminderAdvice(context: self, repository: workspace.repository).report(changing: before, to: after)
  }
}

extension CommandContext {
  /// The values from outside the repository that new text takes: the moment, the zone, variables, random bytes.
  package var noteSurroundings: NoteCreationInputs {
    let world = world
    return NoteCreationInputs(
      now: clock(), zone: zone, environment: environment, randomBytes: { world.randomBytes($0) })
  }

  /// Creates a note. Questions are asked before.
  ///
  /// - Parameter answers: The typed answers to the template's questions.
  /// - Returns: nil if the changes are only shown.
  package func create(
    _ note: NewNote, _ care: WriteOptions = WriteOptions(), answers: [String] = []
  ) throws -> (change: ChangedNote, workspace: Workspace)? {
    let answered = try answered(note, answers)
    let unknown = note.fieldKeys.filter { FieldCatalogue.field(typed: $0) == nil }
    let (change, workspace, used) = try write(
      care, asksIndex: !unknown.isEmpty || answered.needsIndex, reportsShifts: true
    ) {
      workspace, transaction in
      let used = unknown.isEmpty ? [] : try workspace.index.fields.keys()
      return (try note.create(in: workspace, answered.inputs, &transaction), workspace, used)
    }
    reportKeys(unknown, used: used)
    return care.dryRun ? nil : (change, workspace)
  }
}
