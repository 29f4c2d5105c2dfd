import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// `sheaf letter`
struct LetterCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "letter",
      abstract: localized(
        "Write a letter that stays sealed until a day.", ko: "정한 날까지 봉해 두는 편지를 씁니다."),
      discussion: localized(
        """
        Until its day Sheaf neither shows nor finds, publishes nor exports the title and the text; on its day the
        agenda tells of it. The seal is a promise of Sheaf, not a lock: the file can be read by any other program.

        Examples:
          sheaf letter new --until 2027-01-01 To myself
          sheaf letter new --until +1y - < letter.txt
        """,
        ko: """
          그날까지 제목도 본문도 보이거나 찾거나 펴내지 않습니다. 그날이 되면 일정에서 알립니다. 봉인은 Sheaf의 약속일 뿐
          자물쇠가 아닙니다. 다른 프로그램으로는 파일을 읽을 수 있습니다.

          보기:
            sheaf letter new --until 2027-01-01 나에게
            sheaf letter new --until +1y - < 편지.txt
          """))
  }

  @Argument(
    help: help("“new”, then the title; - reads the letter.", ko: "“new”, 그다음 제목. -는 편지를 읽습니다."))
  var words: [String]

  @Option(help: help("The day on which it opens.", ko: "여는 날."))
  var until: String

  @Option(name: .customLong("in"), help: help("The folder.", ko: "폴더."))
  var folder: String?

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    guard words.first == "new" else {
      throw UsageError(
        Message("A letter can only be written: letter new", ko: "편지는 쓰기만 합니다: letter new"),
        hint: Message("sheaf letters tells of those there are.", ko: "있는 편지는 sheaf letters에 나옵니다."))
    }
    let day = try openingDay(context)
    let isPiped = words.last == "-" && words.count > 1
    let title = words.dropFirst().filter { $0 != "-" }.joined(separator: " ")
    var body = isPiped ? String(decoding: try context.input.readAll(), as: UTF8.self) : ""
    if !body.isEmpty, !body.hasSuffix("\n") { body += "\n" }
    let (path, workspace) = try context.write(writing, asksIndex: false) { workspace, transaction in
      let path = try place(context, workspace, &transaction, title: title, body: body, until: day)
      return (path, workspace)
    }
    guard !writing.dryRun else { return }
    context.console.writeLine(path.string)
    if !isPiped { try EditSession(context: context, workspace: workspace).edit(path) }
    context.note(Message("Sealed until \(day)", ko: "\(day)까지 봉했습니다"))
  }

  private func openingDay(_ context: CommandContext) throws -> Day {
    let reading = DateExpression.parse(
      until, relativeTo: context.clock(), zone: context.zone, for: .deadline)
    guard let day = reading?.date?.day else {
      throw FieldAssignmentError.notADate(key: "until", text: until)
    }
    guard day > context.clock().day else {
      throw UsageError(
        Message("\(day) is not in the future", ko: "\(day)은(는) 앞날이 아닙니다"),
        hint: Message("A letter is sealed until a day to come.", ko: "편지는 다가올 날까지 봉합니다."))
    }
    return day
  }

  /// The name of the file tells nothing of the letter.
  private func place(
    _ context: CommandContext, _ workspace: Workspace, _ transaction: inout Transaction,
    title: String, body: String, until day: Day
  ) throws -> NotePath {
    let identifier = NoteIdentifier.make(from: context.randomBytes(8))
    let today = context.clock().day
    let heading = title.isEmpty ? context.text(Message("A letter", ko: "편지")) : title
    let note = NewNote(
      title: heading, body: body, template: "memo", folder: nil, fields: [], tags: [])
    let text = try note.text(identifier: identifier, in: context, workspace)
    let folder = folder ?? workspace.configuration.text("folders.letters")
    guard let path = NotePath("\(folder)/\(today) \(identifier).md") else {
      throw RepositoryError.outside(folder)
    }
    var file = TaskFile(path: path, bytes: Array(text.utf8), in: workspace.layout)
    do {
      try file.set([TaskChange.FieldChange(key: "unseal", value: day.description)])
    } catch {
      throw UsageError(error.message)
    }
    transaction.create(path, file.bytes)
    return path
  }
}
