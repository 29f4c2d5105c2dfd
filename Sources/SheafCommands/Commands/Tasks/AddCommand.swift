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
        Examples:
          sheaf add buy milk
          sheaf add Draft the report due:fri +work priority:high remind:1d
          sheaf add -w 'dentist tomorrow 3pm #health'
          sheaf add Pay the rent due:eom 'repeat:every month on the 31st'
          sheaf add buy milk due:tomorrow --to shopping

        Words are the title. Tags (+tag) and fields may occur among them: due, scheduled, start (or wait), priority,
        repeat, remind, project, parent, depends, color, label, ticket. With -w, or the setting tasks.read-words, a day,
        a time, a recurrence and a priority (!!, !!!) are found among the words as well; 3시 then means 15:00, as hours
        from 1 to 6 do without 오전. The answer lists what was recognised. With - the first line of standard input is the title, the rest the body.
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
          찾습니다. 이때 오전이나 오후가 없는 1시~6시는 오후입니다. 인식한 내용을 표시합니다. -는 표준 입력의 첫 줄을 제목으로, 나머지를 본문으로 읽습니다.
          """))
  }

  @Argument(
    help: help("Title, +tags and fields; or - for standard input.", ko: "제목, +태그, 필드. -이면 표준 입력"))
  var text: [String]

  @Flag(
    name: [.customShort("w"), .customLong("words")],
    help: help(
      "Find day, time, recurrence and priority among the words.", ko: "단어에서 날짜, 시각, 반복, 우선순위를 찾습니다."
    ))
  var readsWords = false

  @Option(
    help: help(
      "Add the task as a check box in this note; a day means its diary page.",
      ko: "이 메모에 체크박스로 추가합니다. 날짜는 그날의 일기"))
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
    let (words, body) = try typed(context)
    let readsWords =
      readsWords
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
    let asksIndex = to != nil || draft.fields.contains { ["depends", "parent"].contains($0.key) }
    let addition = try context.write(
      writing, asksIndex: asksIndex, reportsShifts: true
    ) { workspace, transaction in
      var addition = TaskAddition(draft: draft, context: context, workspace: workspace)
      if let to {
        try addition.addCheckbox(to: try target(to, context, workspace), &transaction)
      } else {
        try addition.addNote(body: body, folder: folder, &transaction)
      }
      return addition
    }
    if !writing.dryRun { context.console.writeLine(addition.place) }
    tell(draft, readsWords: readsWords, context)
    let change = addition.change
    context.reportReminders(
      of: addition.workspace, changing: change.before, to: change.after, at: change.path)
  }

  /// What was recognised; of a sentence also what stayed.
  private func tell(_ draft: TaskDraft, readsWords: Bool, _ context: CommandContext) {
    if readsWords {
      context.note(TaskDraftText.row("title", Message(verbatim: draft.title)))
    }
    for line in TaskDraftText(draft, now: context.clock(), zone: context.zone).lines {
      context.note(line)
    }
  }

  /// The words of the title, and the body. Empty lines before the first line of standard input are skipped.
  private func typed(_ context: CommandContext) throws -> ([String], String) {
    guard text == ["-"] else { return (text, try bodyText(context)) }
    let input = String(decoding: try context.input.readAll(), as: UTF8.self)
    let text = input.drop { $0.isWhitespace }
    let title = text.prefix { !$0.isNewline }
    let body = String(text.dropFirst(title.count).drop { $0.isNewline })
    return ([String(title)], body.isEmpty || body.last?.isNewline == true ? body : body + "\n")
  }

  /// A note with its bytes; the diary page of a day is made where there is none.
  private func target(
    _ name: String, _ context: CommandContext, _ workspace: Workspace
  ) throws -> (path: NotePath, before: [UInt8]?, text: [UInt8]) {
    do {
      let path = try context.place(name, in: workspace).path
      let bytes = try workspace.files.read(path)
      return (path, bytes, bytes)
    } catch let error as NoteLookupError {
      guard case .day(let day)? = DateExpression.parse(name, relativeTo: context.clock()) else {
        throw error
      }
      let page = DiaryPage(day, .day, context: context, workspace: workspace)
      return (page.path, nil, try page.newBytes())
    }
  }

  private func bodyText(_ context: CommandContext) throws -> String {
    var text = body ?? ""
    if text == "-" { text = String(decoding: try context.input.readAll(), as: UTF8.self) }
    return text.isEmpty || text.last?.isNewline == true ? text : text + "\n"
  }
}

/// How a task was read, told back so that a misreading is seen at once.
struct TaskDraftText {
  private let draft: TaskDraft
  private let now: CivilMoment
  private let zone: LocalZone

  init(_ draft: TaskDraft, now: CivilMoment, zone: LocalZone) {
    self.draft = draft
    self.now = now
    self.zone = zone
  }

  var lines: [Message] {
    var lines = draft.fields.map(line)
    if !draft.tags.isEmpty {
      let tags = draft.tags.map { "#" + $0.string }.joined(separator: " ")
      lines.append(Self.row("tags", Message(verbatim: tags)))
    }
    lines += draft.doubtful.map { word, meant in
      guard let meant else {
        return Message(
          "“\(word)” stays in the title; it is not a time of day",
          ko: "제목에 남겨 둔 단어: “\(word)”. 없는 시각입니다")
      }
      return Message(
        "“\(word)” stays in the title; did you mean \(meant):?",
        ko: "제목에 남겨 둔 단어: “\(word)”. 혹시 \(meant):인가요?")
    }
    return lines
  }

  static func row(_ key: String, _ value: Message) -> Message {
    let head = "  " + key + String(repeating: " ", count: max(1, 11 - key.count))
    return Message(head + value.english, ko: head + value.korean)
  }

  private func line(_ field: (key: String, value: String)) -> Message {
    Self.row(
      field.key,
      Message(explained(field, in: .english), ko: explained(field, in: .korean)))
  }

  private func explained(_ field: (key: String, value: String), in language: Language) -> String {
    if let date = CivilDate(iso: field.value) { return DayText.text(date, in: language) }
    guard field.key == "repeat", let rule = try? RecurrenceRule.parse(field.value) else {
      return field.value
    }
    let due = draft.fields.lazy.filter { $0.key != "repeat" }.compactMap {
      CivilDate(iso: $0.value)
    }
    let anchor = due.first?.day ?? now.day
    let days = rule.days(from: anchor).prefix(3).map { DayText.text(.day($0), in: language) }
    return rule.basis == .completion
      ? field.value : "\(field.value): \(days.joined(separator: ", ")) …"
  }
}
