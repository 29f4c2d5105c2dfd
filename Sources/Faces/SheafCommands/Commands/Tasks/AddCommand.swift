package import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import Wording

package struct AddCommand: ContextCommand {
  package static var configuration: CommandConfiguration {
    explained("add", PackageResources.add_txt, ko: PackageResources.add_ko_txt)
  }

  @OptionGroup package var options: AddOptions

  package init() {}

  package func run(in context: CommandContext) throws { try run(title: options.made.title, in: context) }

  /// Adds the task.
  ///
  /// - Parameters:
  ///   - title: The title, of which no word is read as a field, a tag or a day; nil: it is among the words.
  ///   - context: The context of the command.
  package func run(title: String?, in context: CommandContext) throws {
    let rules = options.into == nil ? context.rules(of: options.text, folder: options.made.folder, "folders.tasks") : []
    let readsInput = options.text.last == "-" || options.made.body == "-"
    let context = options.result.edit && readsInput ? context.withTerminalInput() : context
    if options.result.edit { try context.checkEditor() }
    var (words, body) = try options.typed(title: title, in: context, rules)
    words = try context.choosingDays(words)
    let given = try options.made.fields(in: context)
    let sentence = title == nil ? TaskSentence(now: context.clock(), zone: context.zone).fields(in: words) : words
    let reading = WordReading(typed: words, read: sentence, in: context)
    let readsWords = try options.readsWords || reading.isWanted(asks: !options.writing.dryRun)
    if readsWords { words = sentence }
    var draft = try TaskDraft(
      reading: words, title: title, given, rules: rules, now: context.clock(), zone: context.zone)
    guard draft.title.contains(where: { !$0.isWhitespace }) else {
      throw UsageError(
        Message("A task needs a title", ko: "할 일의 제목이 필요합니다"),
        hint: Message("sheaf add Buy milk due:tomorrow", ko: "sheaf add 우유 사기 마감:내일"))
    }
    let missing = draft.missing(rules)
    if !missing.isEmpty {
      words += try QuestionPrompt(context: context).words(for: missing)
      draft = try TaskDraft(reading: words, title: title, given, rules: rules, now: context.clock(), zone: context.zone)
    }
    let inputs = try options.inputs(for: draft, in: context)
    let asksIndex =
      options.into != nil || inputs.needsIndex || draft.fields.contains { ["depends", "parent"].contains($0.key) }
    var care = options.writing.care
    care.account = options.result.path.printPath ? .never : .always
    try CommandContext.check(draft.doubtful)
    let (added, workspace) = try context.write(
      care, asksIndex: asksIndex, reportsShifts: true
    ) { workspace, transaction in
      let addition = try TaskAddition(draft, in: workspace, inputs.inputs) {
        try context.task($0, in: workspace)
      }
      let destination = try options.destination(body: body, context, workspace)
      return (try addition.carryOut(at: destination, &transaction), workspace)
    }
    options.result.path.report(added.position, care, in: workspace, context)
    context.report(doubtful: draft.doubtful.filter { $0.meant == nil || $0.meant != reading.told })
    context.reportTasks(of: [added.change], in: workspace)
    if !care.dryRun { try options.result.open(added.position, in: workspace, context) }
  }
}

/// The decision whether days and times among the words of a task are read: as the setting says, or, if nobody has set
/// it, as the user answers.
struct WordReading {
  private let context: CommandContext
  private let setting: Configuration.Setting?
  /// The field that would be read: `due:tomorrow`, `repeat:every 3 days`.
  private let found: String?

  init(typed: [String], read: [String], in context: CommandContext) {
    self.context = context
    setting = context.configuration(of: try? context.repository()).settings[Self.key]
    let words = Set(typed + typed.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })
    found = read.first { word in
      !words.contains(word) && (word.hasPrefix("due:") || word.hasPrefix("repeat:"))
    }
  }

  private static let key = "tasks.read-words"

  /// The field about which the user of a terminal is asked.
  var told: String? {
    let isAsked = context.mayAsk && !context.globals.assumeYes && setting.map { $0.origin == .defaults } ?? true
    return isAsked ? found : nil
  }

  /// Asks whether days among the words are wanted, and stores the answer. Throws an error if the answer cannot be
  /// stored.
  func isWanted(asks: Bool) throws -> Bool {
    if let setting, setting.origin != .defaults { return setting.value == .boolean(true) }
    guard let found else { return false }
    let isRule = found.hasPrefix("repeat:")
    let text = String(found.drop { $0 != ":" }.dropFirst())
    guard asks, context.mayAsk, !context.globals.assumeYes else {
      context.note(
        Message(
          "“\(text)” is kept in the title; add --read reads days and times among the words",
          ko: "“\(text)”도 제목에 넣었습니다. add --read를 사용하면 단어에서 날짜와 시각을 찾습니다"))
      return false
    }
    let answer = try context.isConfirmed(
      Message(
        "Read “\(text)” as the \(isRule ? "repetition" : "due date")?",
        ko: "“\(text)”: \(isRule ? "반복으로" : "마감일로") 읽을까요?"))
    context.note(
      Message(
        "For later tasks: sheaf config set \(Self.key) \(answer) --user",
        ko: "다음부터 묻지 않으려면: sheaf config set \(Self.key) \(answer) --user"))
    return answer
  }
}

/// Asks on a terminal for the parts of a task, one per line; an empty answer leaves a part out.
struct TaskForm {
  private let context: CommandContext
  private let prompt: QuestionPrompt
  private let rules: [FieldRule]

  /// - Parameter rules: Fields of the repository's own that are asked for too.
  init(_ context: CommandContext, _ rules: [FieldRule]) {
    self.context = context
    prompt = QuestionPrompt(context: context)
    self.rules = rules
  }

  /// Asks for the parts of a task.
  ///
  /// - Parameter asksForBody: False for a check box, and for a task whose body is known.
  /// - Returns: The words as they would be typed, and the body.
  func answers(asksForBody: Bool) -> (words: [String], body: String) {
    guard let title = title() else { return ([], "") }
    let known: [(key: String, question: Message)] = [
      ("due", Message("Due", ko: "마감")), ("repeat", Message("Repeat", ko: "반복")),
    ]
    let fields = known.compactMap { key, question in
      prompt.field(rules.first(named: key) ?? FieldRule(key: key), question)
    }
    let asked = Set(known.map(\.key) + ["title", "tags", "status"])
    let own = rules.filter { !asked.contains(FieldCatalogue.canonical($0.key)) }
      .compactMap { prompt.field($0, Message(verbatim: $0.key)) }
    let words = [title] + fields + own + tags().map { "+\($0)" }
    return (words, asksForBody ? prompt.answer(Message("Body", ko: "본문")) ?? "" : "")
  }

  /// Asks again for a title that `add` would refuse, so that no later answer is lost.
  private func title() -> String? {
    while let title = prompt.answer(Message("Title", ko: "제목")) {
      do {
        let draft = try TaskDraft(reading: [title], title: nil, rules: rules, now: context.clock(), zone: context.zone)
        if draft.title.contains(where: { !$0.isWhitespace }) { return title }
      } catch let error as any ExplainedError {
        prompt.refuse(error)
      } catch {
        return title
      }
    }
    return nil
  }

  /// Asks for tags, and asks again if a word is not a tag.
  private func tags() -> [TagName] {
    while let text = prompt.answer(Message("Tags", ko: "태그")) {
      let words = text.split { $0 == " " || $0 == "," }.map { $0.drop { $0 == "#" || $0 == "+" } }
      do {
        return try words.map { try TypedTag.tag(String($0)) }
      } catch let error as any ExplainedError {
        prompt.refuse(error)
      } catch {
        return []
      }
    }
    return []
  }
}

package struct AddOptions: ParsableArguments {
  @Argument(
    help: help(
      .taskWords,
      "Title, +tags and fields; or - for standard input. Without words a terminal asks.",
      ko: "제목, +태그, 필드. -이면 표준 입력. 아무것도 입력하지 않으면 터미널에서 질문"))
  package var text: [String] = []

  @Flag(
    name: .customLong("read"),
    help: help("Find day, time, recurrence and priority among the words.", ko: "단어에서 날짜, 시각, 반복, 우선순위를 찾습니다."))
  var readsWords = false

  @Option(
    help: help(
      .place,
      "Add the task as a check box in this note; a day means its diary entry.",
      ko: "이 메모에 체크박스로 추가합니다. 날짜를 지정하면 그날의 일기에 추가합니다."))
  package var into: String?

  @OptionGroup package var made: NotePartOptions
  @OptionGroup var result: ResultOptions
  @OptionGroup var writing: WritingOptions

  package init() {}

  /// Returns the words of the title, and the body. `-` after the words is the body from standard input; `-` alone is
  /// both, of which empty lines at the start are skipped. With a title the words that change nothing are the body.
  func typed(
    title: String?, in context: CommandContext, _ rules: [FieldRule]
  ) throws -> (words: [String], body: String) {
    guard into == nil || made.body == nil && made.folder == nil else { throw Self.boxAlone }
    if text.isEmpty, title == nil, context.mayAsk {
      let asked = TaskForm(context, rules).answers(asksForBody: into == nil && made.body == nil)
      return (asked.words, closedByLineEnd(made.body == "-" ? "" : made.body ?? asked.body))
    }
    let typed = try context.typedWords(text)
    var (words, prose) = title == nil ? (typed.words, []) : NotePartOptions.apart(typed.words, rules, context.clock())
    var input = typed.input
    if words.isEmpty, title == nil, let text = input {
      let parts = TypedWords.split(text)
      (words, input) = ([parts.first], parts.rest.isEmpty ? nil : parts.rest)
    }
    guard into == nil || input == nil && prose.isEmpty else { throw Self.boxAlone }
    return (words, closedByLineEnd(try made.text(prose, input, in: context)))
  }

  private static let boxAlone = UsageError(
    Message("A check box (--into) has neither a body nor a folder", ko: "체크박스(--into)에는 본문이나 폴더를 지정할 수 없습니다"))

  /// Returns the inputs of the note that the task makes, if it makes one.
  func inputs(for draft: TaskDraft, in context: CommandContext) throws -> AnsweredInputs {
    guard let note = try newNote(for: draft, in: context) else { return try context.unasked(made.answers.answer) }
    return try context.answered(note, made.answers.answer, asksForFields: false)
  }

  private func newNote(for draft: TaskDraft, in context: CommandContext) throws -> NewNote? {
    let repository = try context.repository()
    let workspace: Workspace
    if let into {
      // The page of a day may have to be made; a check box in a note makes none.
      guard context.diaryDay(into) != nil else { return nil }
      workspace = try context.openWorkspace()
    } else {
      workspace = try context.workspace(of: repository, context.configuration(of: repository))
    }
    return try TaskAddition.newNote(
      for: draft, at: destination(body: "", context, workspace), in: workspace, context.noteSurroundings)
  }

  /// Returns the destination of a task: a separate note, or a check box in the note of `--into` or in the diary entry
  /// of a day.
  func destination(body: String, _ context: CommandContext, _ workspace: Workspace) throws -> TaskAddition.Destination {
    guard let name = into else { return .newNote(body: body, folder: made.folder) }
    do {
      return .checkbox(in: try context.place(name, in: workspace))
    } catch let error as NoteLookupError {
      guard error.isOfMissing, let day = context.diaryDay(name) else { throw error }
      return .diaryPage(day)
    }
  }
}

extension CommandContext {
  /// Returns the rules of the schemas for a new note, by its folder and its tags.
  ///
  /// - Parameters:
  ///   - words: The words, of which some are tags.
  ///   - folder: The folder of the note; nil for the folder of the setting.
  ///   - setting: The setting with the folder.
  func rules(of words: [String], folder: String?, _ setting: String) -> [FieldRule] {
    let configuration = configuration(of: try? repository())
    let tags = words.filter { $0.hasPrefix("+") || $0.hasPrefix("#") }.map { String($0.dropFirst()) }
    return configuration.schemas.rules(for: SchemaSubject(folder: folder ?? configuration.text(setting), tags: tags))
  }

  /// - Throws: ``UsageError`` for a known field without a value: `due:`.
  static func check(_ doubtful: [(word: String, meant: String?)]) throws {
    guard let empty = doubtful.first(where: { $0.meant == $0.word })?.word else { return }
    throw UsageError(Message("\(empty) needs a value", ko: "\(empty) 뒤에 값이 없습니다"))
  }

  /// Reports words that stay in the title and may have been meant as something else.
  package func report(doubtful: [(word: String, meant: String?)]) {
    for (word, meant) in doubtful {
      note(
        meant.map { Message("“\(word)” is kept in the title", ko: "“\(word)”: 제목에 넣었습니다").orMeant($0) }
          ?? Message(
            "“\(word)” is kept in the title; it is not a time of day", ko: "“\(word)”: 없는 시각이라서 제목에 넣었습니다"))
    }
  }
}
