import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// `sheaf new`
struct NewCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "new",
      abstract: localized("Create a note.", ko: "새 메모를 만듭니다."),
      discussion: localized(
        """
        The words are the title, and “-” after them reads the text from standard input. With “-” alone the first line of
        standard input is the title. Without words the editor opens, and its first line is the title.
        Nothing is ever overwritten: if the name exists, a number is added. A template (Mustache) can use
        title, yamlTitle, body, id, created, day, time, year, month, week, tags, fields.KEY and
        env.NAME (after “sheaf config trust”), and of any day: {{#date}}next friday{{/date}}.

        Examples:
          sheaf new Shopping list -t home
          sheaf new
          pbpaste | sheaf new - --in Memo/Clips
        """,
        ko: """
          입력한 텍스트가 제목이 되고, 그 뒤의 “-”는 본문을 표준 입력에서 읽습니다. “-”만 입력하면 표준 입력의 첫 줄이 제목이
          됩니다. 아무것도 입력하지 않으면 편집기가 열리고 첫 줄이 제목이 됩니다.
          아무것도 덮어쓰지 않습니다. 이름이 이미 있으면 번호를 붙입니다. 템플릿(Mustache)에서는 title, yamlTitle,
          body, id, created, day, time, year, month, week, tags, fields.키, env.이름(“sheaf config trust” 뒤에)과
          {{#date}}다음 주 금요일{{/date}} 같은 날짜를 쓸 수 있습니다.

          예:
            sheaf new 장보기 목록 -t 집
            sheaf new
            pbpaste | sheaf new - --in Memo/스크랩
          """))
  }

  @OptionGroup var options: NewOptions

  init() {}

  func run(in context: CommandContext) throws {
    if options.edit { try context.checkEditor() }
    // Before anything is locked: what is piped in or typed may take its time.
    let draft =
      options.text.isEmpty && options.title == nil && context.mayAsk
      ? DraftSession(context: context) : nil
    let note = try makeNote(draft, context)
    guard let made = try context.create(note, options.writing.care) else { return }
    try draft?.finish()
    let (workspace, path) = (made.workspace, made.change.path)
    context.console.writeLine(
      options.printPath ? workspace.repository.absolutePath(of: path) : path.string)
    context.reportTasks(of: [made.change], in: workspace)
    if options.edit { try EditSession(context: context, workspace: workspace).edit(path) }
  }

  private func makeNote(_ draft: DraftSession?, _ context: CommandContext) throws -> NewNote {
    let typed = try context.typedWords(options.text)
    var heading = options.title ?? typed.text
    var body = options.title == nil ? typed.input ?? "" : typed.whole
    let isUntitled = heading.isEmpty && (draft != nil || typed.input != nil)
    if isUntitled {
      (heading, body) = TypedWords.split(try draft?.write() ?? typed.input ?? "")
      heading = String(heading.drop { $0 == "#" || $0 == " " })
    }
    let fields = try options.set.map {
      try FieldAssignment($0, now: context.clock(), zone: context.zone).checked()
    }
    return try NewNote(
      title: heading, body: closedByLineEnd(body),
      template: options.template, folder: options.folder, fields: fields, tags: options.tag,
      keepsTitle: isUntitled)
  }
}

/// Lets the user write a text in the editor before there is a note for it.
struct DraftSession {
  let context: CommandContext

  private static let name = "draft.md"

  /// - Returns: What was written; nil where it is nothing but white space.
  /// - Throws: Where the editor fails; the text is kept then, and the next draft begins with it.
  func write() throws -> String? {
    let repository = try context.repository()
    let configuration = context.configuration(of: repository)
    let path = repository.stateFolder + "/" + Self.name
    if (try? readFile(path)) == nil { writeStateFile(repository.stateFolder, Self.name, []) }
    let (status, command) = try context.runEditor(configured: configuration.program("editor")) {
      _ in
      [path]
    }
    guard status == 0 else { throw DraftKept(command: command, status: status, path: path) }
    let text = String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
    return text.contains { !$0.isWhitespace } ? text : nil
  }

  /// The text is in a note now.
  func finish() throws {
    writeStateFile(try context.repository().stateFolder, Self.name, [])
  }
}

/// The editor failed; what it wrote is not lost.
struct DraftKept: ExplainedError {
  let command: String
  let status: Int32
  let path: String

  var category: ErrorCategory { .failure }
  var explanation: Message {
    Message(
      "The editor “\(command)” exited with status \(status); no note was created",
      ko: "“\(command)” 편집기가 실패해(종료 코드 \(status)) 메모를 만들지 않았습니다")
  }
  var hint: Message? {
    Message(
      "What you wrote is in \(path); “sheaf new” continues with it.",
      ko: "작성한 내용은 \(path)에 있습니다. “sheaf new”로 이어서 작성할 수 있습니다.")
  }
}
