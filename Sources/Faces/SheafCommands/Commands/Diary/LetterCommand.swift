import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

struct LetterCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("letter", PackageResources.letter_txt, ko: PackageResources.letter_ko_txt)
  }

  @Argument(
    help: help(
      .letterWords,
      "Title, then changes; - reads the letter from standard input.",
      ko: "제목과 변경. -를 지정하면 표준 입력"))
  var words: [String] = []

  @Option(help: help(.day, "Day on which the letter opens.", ko: "편지를 여는 날"))
  var opens: String?

  @OptionGroup var made: NotePartOptions
  @OptionGroup var template: TemplateOption
  @OptionGroup var writing: CareOptions<ListedNotes>
  @OptionGroup var listing: ListingOptions

  func run(in context: CommandContext) throws {
    guard let opens else { return try list(context) }
    let day = try openingDay(opens, context)
    let typed = try context.typedWords(words)
    let (read, fields, text) = try made.read(typed, in: context)
    let isTyped = typed.input == nil && made.body == nil
    if !isTyped, template.template == nil, text.allSatisfy(\.isWhitespace) {
      throw UsageError(
        Message("The letter has no text", ko: "편지에 내용이 없습니다"),
        hint: Message(
          "Write the text after --body, or pipe the text to “-”.",
          ko: "--body로 내용을 지정하거나, “-”로 표준 입력에서 읽을 수 있습니다."))
    }
    if isTyped, !writing.dryRun {
      try context.checkEditor(
        Message(
          "“-” after the title reads the letter from standard input.",
          ko: "제목 뒤의 “-”로 편지를 표준 입력에서 읽을 수 있습니다."))
    }
    var (title, body) = (read.title, text)
    if title.allSatisfy(\.isWhitespace) {
      // As with new, the first line that is piped in is the title.
      (title, body) = TypedWords.split(body)
      title = String(title.drop { $0 == "#" || $0 == " " })
    }
    if title.isEmpty { title = context.text(Message("A letter", ko: "편지")) }
    let note = try NewNote(
      title: title, body: closedByLineEnd(body), template: template.template ?? "memo", folder: made.folder,
      fields: fields, tags: read.tags.map(\.string))
    let answered = try context.answered(note, made.answers.answer, asksForFields: false)
    context.report(doubtful: read.doubtful)
    var care = writing.care(json: listing.output.json)
    // The account would have the path of the letter, whose title is sealed.
    if !care.dryRun { care.account = .never }
    let (path, workspace) = try context.write(care, asksIndex: answered.needsIndex) {
      workspace, transaction in
      (try note.createLetter(opening: day, in: workspace, answered.inputs, &transaction), workspace)
    }
    guard !writing.dryRun else { return }
    context.writePlaces([path.string])
    let session = EditSession(context: context, workspace: workspace)
    if isTyped, text.isEmpty {
      guard try session.editNew(path) else { return }
    } else if isTyped {
      try session.edit(path)
    }
    let days = [Language.english, .korean].map { DayText.text(.day(day), in: $0) }
    let folder = path.folder?.string ?? "."
    context.note(
      Message(
        "“\(title)” is sealed until \(days[0]), in \(folder)",
        ko: "\(days[1])까지 봉인했습니다: “\(title)”, \(folder) 폴더"))
  }

  private func list(_ context: CommandContext) throws {
    guard words.isEmpty, made.title == nil, made.body == nil else {
      let field = words.first { $0.lowercased().hasPrefix("opens:") }
      let line = field.map { field in
        ["sheaf", "letter", "--opens", String(field.dropFirst("opens:".count))] + words.filter { $0 != field }
      }
      throw UsageError(
        Message("A letter needs the day on which it opens", ko: "편지를 여는 날이 필요합니다"),
        hint: line.map { Message(verbatim: $0.map(typedWord).joined(separator: " ")) }
          ?? Message("sheaf letter --opens +1y TITLE", ko: "sheaf letter --opens +1y 제목"))
    }
    let workspace = try context.openWorkspace()
    let kept = try context.keptQuery(in: workspace) ?? .all
    let request = NoteRequest(
      query: .and([.or([.state(.sealed), .kind(.letter)]), kept]), sort: [SortKey("unseal")], now: context.clock())
    let letters = LetterReport(letters: try workspace.index.notes(request), today: context.clock().day)
    let report = try listing.order.rowOrder.arranged(letters)
    try Listing(report, listing).show(in: context, workspace)
    if report.rows.isEmpty { throw ExitStatus.negative }
  }

  private func openingDay(_ opens: String, _ context: CommandContext) throws -> Day {
    let opens = try context.typedDay(opens, for: "opens")
    let reading = DateExpression.parse(joined: opens, relativeTo: context.clock(), zone: context.zone, for: .deadline)
    guard let day = reading?.date?.day else { throw FieldAssignmentError.notADate(key: "opens", text: opens) }
    guard day > context.clock().day else {
      throw UsageError(
        Message("The day must be in the future: \(day)", ko: "내일 이후의 날짜여야 합니다: \(day)"),
        hint: Message(
          "For example --opens tomorrow or --opens 2027-01-01", ko: "--opens 내일, --opens 2027-01-01처럼 지정하세요."))
    }
    return day
  }
}
