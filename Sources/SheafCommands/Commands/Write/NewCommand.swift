import ArgumentParser
import ByteBasics
import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// `sheaf new`
struct NewCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "new",
      abstract: localized("Create a note.", ko: "새 메모를 만듭니다."),
      discussion: localized(
        """
        The words are the title. Without words the editor opens, and its first line is the title; with “-” the note
        comes from standard input.
        Nothing is ever overwritten: if the name exists, a number is added. A template (Mustache) can use
        title, yamlTitle, body, id, created, day, time, year, month, week, tags, fields.KEY and
        env.NAME (after “sheaf config trust”), and of any day: {{#date}}next friday{{/date}}.

        Examples:
          sheaf new Shopping list -t home
          sheaf new
          pbpaste | sheaf new - --in Memo/Clips
        """,
        ko: """
          입력한 텍스트가 제목이 됩니다. 아무것도 입력하지 않으면 편집기가 열리고 첫 줄이 제목이 됩니다. “-”는 표준
          입력에서 읽습니다.
          아무것도 덮어쓰지 않습니다. 이름이 이미 있으면 번호를 붙입니다. 템플릿(Mustache)에서는 title, yamlTitle,
          body, id, created, day, time, year, month, week, tags, fields.키, env.이름(“sheaf config trust” 뒤에)과
          {{#date}}다음 주 금요일{{/date}} 같은 날짜를 쓸 수 있습니다.

          예:
            sheaf new 장보기 목록 -t 집
            sheaf new
            pbpaste | sheaf new - --in Memo/스크랩
          """))
  }

  @Argument(help: help("The title, or - for standard input.", ko: "제목(-이면 표준 입력)"))
  var text: [String] = []

  @Option(help: help("The title; the words then are the body.", ko: "제목. 지정하면 입력한 단어는 본문이 됨"))
  var title: String?

  @Option(
    name: [.customShort("T"), .long],
    help: help("A template: a file of .sheaf/templates.", ko: "템플릿(.sheaf/templates의 파일)"))
  var template: String?

  @Option(name: .customLong("in"), help: help("The folder.", ko: "폴더"))
  var folder: String?

  @Option(
    name: [.customShort("t"), .long],
    help: help("A tag; may be repeated.", ko: "태그. 여러 번 지정할 수 있음"))
  var tag: [String] = []

  @Option(help: help("A field, as key=value; may be repeated.", ko: "필드(key=value). 여러 번 지정할 수 있음"))
  var set: [String] = []

  @Flag(
    name: [.customShort("e"), .long], help: help("Open the note in the editor.", ko: "편집기로 엽니다."))
  var edit = false

  @Flag(help: help("Print only the path.", ko: "경로만 출력합니다."))
  var printPath = false

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    // Before anything is locked: what is piped in or typed may take its time.
    let draft =
      text.isEmpty && title == nil && context.mayAsk ? DraftSession(context: context) : nil
    let note = try makeNote(draft, context)
    let identifier = NoteIdentifier.make(from: context.randomBytes(8))
    let (path, bytes, workspace) = try context.write(
      writing, asksIndex: false, reportsShifts: true
    ) { workspace, transaction in
      let path = try note.path(identifier: identifier, in: workspace)
      let bytes = Array(
        try note.text(identifier: identifier, in: context, workspace).utf8)
      try context.requireRules(of: workspace, changing: nil, to: bytes, at: path)
      transaction.create(path, bytes)
      return (path, bytes, workspace)
    }
    guard !writing.dryRun else { return }
    try draft?.finish()
    context.console.writeLine(
      printPath ? workspace.repository.absolutePath(of: path) : path.string)
    context.reportReminders(of: workspace, changing: nil, to: bytes, at: path)
    if edit { try EditSession(context: context, workspace: workspace).edit(path) }
  }

  private func makeNote(_ draft: DraftSession?, _ context: CommandContext) throws -> NewNote {
    var heading = title ?? ""
    var body = title == nil ? "" : text.joined(separator: " ")
    if let draft {
      (heading, body) = split(try draft.write() ?? "")
    } else if text == ["-"] {
      (heading, body) = try readInput(context)
    } else if title == nil {
      heading = text.joined(separator: " ")
    }
    guard heading.contains(where: { !$0.isWhitespace }) else {
      throw UsageError(
        Message("A note needs a title", ko: "메모의 제목이 필요합니다"),
        hint: Message("sheaf new Shopping list", ko: "sheaf new 장보기 목록"))
    }
    let fields = try set.map {
      try FieldAssignment($0, now: context.clock(), zone: context.zone).checked()
    }
    return NewNote(
      title: heading, body: body.isEmpty ? "" : body + (body.hasSuffix("\n") ? "" : "\n"),
      template: template, folder: folder, fields: fields, tags: tag,
      keepsTitle: text == ["-"] || draft != nil)
  }

  private func readInput(_ context: CommandContext) throws -> (String, String) {
    let bytes = try context.input.readAll()
    if let offset = firstInvalidUTF8Offset(in: bytes[...]) {
      throw InvalidInputError(offset: offset)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return title.map { ($0, text) } ?? split(text)
  }

  /// The first line with text is the title, the rest the body; one or two line breaks are between them.
  private func split(_ text: String) -> (String, String) {
    let text = text.drop { $0.isWhitespace }
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let first = lines.first.map(String.init) ?? ""
    let rest = lines.count > 1 ? lines[1].drop { $0 == "\n" || $0 == "\r\n" } : ""
    let heading = first.drop { $0 == "#" || $0 == " " }.filter { $0 != "\r" }
    return (String(heading), String(rest))
  }
}

/// Standard input that is not a text.
struct InvalidInputError: ExplainedError {
  let offset: Int

  var category: ErrorCategory { .badData }
  var explanation: Message {
    Message(
      "Standard input is not valid UTF-8 at byte \(offset); nothing was written",
      ko: "표준 입력의 \(offset)번째 바이트가 올바른 UTF-8이 아닙니다. 아무것도 저장하지 않았습니다")
  }
}
