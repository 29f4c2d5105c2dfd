import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// `sheaf add`
struct AddCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add",
      abstract: localized("Add a task.", ko: "할 일을 추가합니다."),
      discussion: localized(
        """
        Words are the title. Tags (+tag) and fields may occur among them: due, scheduled, start, priority, repeat,
        remind, project, parent, depends, color, label, ticket. The answer lists what was recognised.

        Examples:
          sheaf add Draft the report due:fri +work priority:high remind:1d
          sheaf add Pay the rent due:eom 'repeat:every month on the 31st'
          sheaf add buy milk due:tomorrow --to Memo/장보기.md
        """,
        ko: """
          입력한 단어가 제목이 됩니다. 중간에 +태그와 필드를 넣을 수 있습니다: 마감, 예정, 시작, 우선순위, 반복,
          알림, 프로젝트, 상위, 선행, 색, 이름표. 인식한 내용을 표시합니다.

          예:
            sheaf add 보고서 초안 마감:금요일 +일 우선순위:높음 알림:1d
            sheaf add 월세 내기 마감:월말 '반복:매월 31일'
            sheaf add 우유 사기 마감:내일 --to Memo/장보기.md
          """))
  }

  @Argument(help: help("Title, +tags and fields.", ko: "제목, +태그, 필드"))
  var text: [String]

  @Option(help: help("Add the task as a check box in this note.", ko: "이 메모에 체크박스로 추가합니다."))
  var to: String?

  @Option(
    help: help(
      "The body; - reads standard input.", ko: "본문(-이면 표준 입력)"))
  var body: String?

  @Option(name: .customLong("in"), help: help("The folder.", ko: "폴더"))
  var folder: String?

  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard to == nil || body == nil && folder == nil else {
      throw ValidationError(
        localized(
          "A check box has neither a body nor a folder.",
          ko: "체크박스에는 본문이나 폴더를 지정할 수 없습니다."))
    }
  }

  func run(in context: CommandContext) throws {
    let draft = try TaskDraft(reading: text, now: context.clock(), zone: context.zone)
    guard draft.title.contains(where: { !$0.isWhitespace }) else {
      throw UsageError(
        Message("A task needs a title", ko: "할 일의 제목이 필요합니다"),
        hint: Message("sheaf add Buy milk due:tomorrow", ko: "sheaf add 우유 사기 마감:내일"))
    }
    let asksIndex = to != nil || draft.fields.contains { ["depends", "parent"].contains($0.key) }
    let addition = try context.write(
      writing, asksIndex: asksIndex, reportsShifts: true
    ) { workspace, transaction in
      var addition = TaskAddition(draft: draft, context: context, workspace: workspace)
      if let to {
        try addition.addCheckbox(to: try context.note(to, in: workspace), &transaction)
      } else {
        try addition.addNote(body: try bodyText(context), folder: folder, &transaction)
      }
      return addition
    }
    if !writing.dryRun { context.console.writeLine(addition.place) }
    for line in TaskDraftText(draft, now: context.clock(), zone: context.zone).lines {
      context.note(line)
    }
    let change = addition.change
    context.reportReminders(
      of: addition.workspace, changing: change.before, to: change.after, at: change.path)
  }

  private func bodyText(_ context: CommandContext) throws -> String {
    var text = body ?? ""
    if text == "-" { text = String(decoding: try context.input.readAll(), as: UTF8.self) }
    return text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  }
}
