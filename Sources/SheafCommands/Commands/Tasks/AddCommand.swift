import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel
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
        Examples:
          sheaf add buy milk
          sheaf add Draft the report due:fri +work priority:high remind:1d
          sheaf add -w 'dentist tomorrow 3pm #health'
          sheaf add Pay the rent due:eom 'repeat:every month on the 31st'
          sheaf add buy milk due:tomorrow --to shopping

        Words are the title. Tags (+tag) and fields may occur among them: due, scheduled, start (or wait), priority,
        repeat, remind, project, parent, depends, color, label, ticket. With -w, or the setting tasks.read-words, a day,
        a time, a recurrence and a priority (!!, !!!) are found among the words as well; 3시 then means 15:00, as hours
        from 1 to 6 do without 오전. The answer lists what was recognised. With - after the title the body comes from standard input; with - alone its first line is the title.
        """,
        ko: """
          예:
            sheaf add 우유 사기
            sheaf add 보고서 초안 마감:금요일 +일 우선순위:높음 알림:1d
            sheaf add -w '내일 3시 치과 #건강'
            sheaf add 월세 내기 마감:월말 '반복:매월 31일'
            sheaf add 우유 사기 마감:내일 --to 장보기

          입력한 단어가 제목이 됩니다. 중간에 +태그와 필드를 넣을 수 있습니다: 마감, 예정, 시작, 우선순위, 반복,
          알림, 프로젝트, 상위, 선행, 색, 이름표. -w나 tasks.read-words 설정은 단어에서 날짜, 시각, 반복, 우선순위(!!, !!!)도
          찾습니다. 이때 오전이나 오후가 없는 1시~6시는 오후입니다. 인식한 내용을 표시합니다. 제목 뒤의 -는 본문을 표준 입력에서 읽고, -만 입력하면 표준 입력의 첫 줄이 제목이 됩니다.
          """))
  }

  @OptionGroup var options: AddOptions

  init() {}

  func run(in context: CommandContext) throws {
    let (words, body) = try options.typed(in: context)
    let readsWords =
      options.readsWords
      || context.configuration(of: try? context.repository())
        .flag("tasks.read-words")
    let sentence = TaskSentence(now: context.clock(), zone: context.zone)
    let draft = try TaskDraft(
      reading: readsWords ? sentence.fields(in: words) : words, now: context.clock(),
      zone: context.zone)
    guard draft.title.contains(where: { !$0.isWhitespace }) else {
      throw UsageError(
        Message("A task needs a title", ko: "할 일의 제목이 필요합니다"),
        hint: Message("sheaf add Buy milk due:tomorrow", ko: "sheaf add 우유 사기 마감:내일"))
    }
    let asksIndex =
      options.to != nil || draft.fields.contains { ["depends", "parent"].contains($0.key) }
    let (added, workspace) = try context.write(
      options.writing, asksIndex: asksIndex, reportsShifts: true
    ) { workspace, transaction in
      let addition = try TaskAddition(draft, in: workspace, context.noteSurroundings) {
        try context.task($0, in: workspace)
      }
      let destination = try options.destination(body: body, context, workspace)
      return (try addition.carryOut(at: destination, &transaction), workspace)
    }
    if !options.writing.dryRun { context.console.writeLine(added.position.text) }
    TaskDraftText.report(draft, readsWords: readsWords, in: context)
    context.reportTasks(of: [added.change], in: workspace)
  }
}
