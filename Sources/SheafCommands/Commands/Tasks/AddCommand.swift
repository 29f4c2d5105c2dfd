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
      abstract: localized("Write down something to do.", ko: "할 일을 적습니다."),
      discussion: localized(
        """
        Words are the title. Among them stand +tag and fields: due, scheduled, start, priority, repeat, remind,
        project, parent, depends, color, label, ticket. What was read is listed back.

        Examples:
          sheaf add Draft the report due:fri +work priority:high remind:1d
          sheaf add Pay the rent due:eom 'repeat:every month on the 31st'
          sheaf add buy milk due:tomorrow --to Memo/장보기.md
        """,
        ko: """
          낱말은 제목이 됩니다. 사이에 +태그와 필드를 쓸 수 있습니다: 마감, 예정, 시작, 우선순위, 반복, 알림,
          프로젝트, 상위, 선행, 색, 이름표. 읽은 것을 되짚어 알립니다.

          보기:
            sheaf add 보고서 초안 마감:금요일 +일 우선순위:high 알림:1d
            sheaf add 월세 내기 due:월말 '반복:매월 31일'
            sheaf add 우유 사기 due:내일 --to Memo/장보기.md
          """))
  }

  @Argument(help: help("Words and fields.", ko: "낱말과 필드."))
  var text: [String]

  @Option(help: help("Write a check box into this note.", ko: "이 메모에 체크 상자로 적습니다."))
  var to: String?

  @Option(
    help: help(
      "The text below the title; - reads standard input.", ko: "제목 아래 본문. -는 표준 입력에서 읽습니다."))
  var body: String?

  @Option(name: .customLong("in"), help: help("The folder.", ko: "폴더."))
  var folder: String?

  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard to == nil || body == nil && folder == nil else {
      throw ValidationError(
        localized(
          "A check box has neither a text of its own nor a folder.",
          ko: "체크 상자에는 본문도 폴더도 없습니다."))
    }
  }

  func run(in context: CommandContext) throws {
    let draft = try TaskDraft(reading: text, now: context.clock(), zone: context.zone)
    guard draft.title.contains(where: { !$0.isWhitespace }) else {
      throw UsageError(
        Message("A task needs a title", ko: "할 일에는 제목이 있어야 합니다"),
        hint: Message("sheaf add Buy milk due:tomorrow", ko: "sheaf add 우유 사기 due:내일"))
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
