package import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import RegularExpressions
import Wording

package struct SearchCommand: IndexReadingCommand {
  package static var configuration: CommandConfiguration {
    explained("search", PackageResources.search_txt, ko: PackageResources.search_ko_txt)
  }

  @OptionGroup package var options: SearchOptions

  package init() {}

  package func run(in context: CommandContext) throws {
    var query = options.query
    let pattern = try options.regex ? options.pattern(query.query.removeFirst()) : nil
    let workspace = try context.openWorkspace()
    var parsed = try query.parsed(in: context, workspace)
    if options.invertMatch, pattern == nil {
      guard let inverted = parsed.query.withoutWords else { throw SearchOptions.nothingToInvert }
      parsed.query = inverted
    }
    if let kept = try context.keptQuery(in: workspace) { parsed.query = .and([parsed.query, kept]) }
    if query.explain { context.explain(parsed) }
    var request = try context.request(parsed, options.listing.order, in: workspace)
    var notes: [NoteSummary]
    if let pattern {
      // The limit counts matching notes, which are known only from their lines.
      request.limit = nil
      let entries = try PatternSearch(workspace: workspace, request: request)
        .entries(pattern, limit: options.listing.order.limit, isInverted: options.invertMatch)
      notes = entries.map(\.note)
      try show(notes, in: context, workspace) { _ in entries }
    } else if options.invertMatch {
      notes = try context.notes(&request, in: workspace.index)
      try show(notes, in: context, workspace) { Self.entries($0, LineMatcher(.all), workspace) }
    } else if options.word {
      // The limit counts notes with whole words, which are known only from their lines.
      request.limit = nil
      let matcher = LineMatcher(request.query, isOfWholeWords: true)
      let entries = Self.entries(try context.notes(&request, in: workspace.index), matcher, workspace)
        .filter { !$0.hits.isEmpty || !matcher.hits(in: Array($0.note.title.utf8)).isEmpty }
        .prefix(options.listing.order.limit ?? .max)
      notes = entries.map(\.note)
      try show(notes, in: context, workspace) { _ in Array(entries) }
    } else {
      let question = SecondTry.question(in: request.query)
      if let question { (request.wording, request.query) = (request.query, question.query) }
      if question?.isWide == true {
        context.note(
          Message(
            "Read as a question: notes with only some of the words are found, too; quotes keep words together",
            ko: "질문으로 읽어 일부 단어만 있는 메모도 찾습니다. 그대로 찾으려면 따옴표로 묶으세요"))
      }
      notes = try context.notes(&request, in: workspace.index, tries: SecondTry.allCases)
      let matcher = LineMatcher(request.query)
      try show(notes, in: context, workspace) { notes in
        Self.entries(notes, matcher, workspace)
      }
    }
    if notes.isEmpty {
      let reason = EmptyResultExplanation(of: options.query.query, parsed.query, in: workspace, now: request.now)
      try context.explainNothing(try reason.ofNotes(), options.listing.choices.output)
      throw ExitStatus.negative
    }
  }
}

package struct SearchOptions: ParsableArguments {
  @OptionGroup package var query: QueryArguments
  @OptionGroup package var listing: ListingOptions

  @Option(
    name: .customLong("context"), help: help(.lineCount, "Show N lines around each match.", ko: "맞는 줄의 앞뒤로 표시할 줄 수"))
  var contextLines = 0

  @Option(
    help: help(
      .count,
      "Show at most N lines per note, the best ones; 0: all. Default on a terminal: 3.",
      ko: "메모마다 가장 잘 맞는 줄을 표시할 최대 개수. 0이면 모두(터미널 기본값: 3)"))
  var lines: Int?

  @Flag(help: help("The first word is a regular expression; the others are the query.", ko: "첫 단어는 정규식, 나머지는 검색식입니다."))
  var regex = false

  @Flag(
    name: .shortAndLong,
    help: help("Ignore case with --regex; words are found in any case.", ko: "--regex에서도 대소문자를 구분하지 않습니다."))
  var ignoreCase = false

  @Flag(name: .shortAndLong, help: help("Find whole words only.", ko: "온전한 단어만 찾습니다."))
  var word = false

  @Flag(
    name: [.customShort("v"), .long],
    help: help("List the notes without the words or the expression.", ko: "단어나 정규식에 맞지 않는 메모를 표시합니다."))
  var invertMatch = false

  /// True for `-n`, which changes nothing: lines always have their numbers, and `search` writes no file.
  @Flag(name: [.customShort("n"), .customLong("line-number")], help: .hidden)
  var lineNumber = false

  @Flag(
    name: [.customShort("e"), .long],
    help: help("Open the best match in the editor, at its line.", ko: "가장 잘 맞는 줄을 편집기로 엽니다."))
  var edit = false

  @Flag(
    help: help("Print path:line:column:text, for editors.", ko: "편집기용으로 경로:줄:열:텍스트를 출력합니다."))
  var vimgrep = false

  package init() {}

  package func validate() throws {
    guard !regex || !query.query.isEmpty else {
      throw ValidationError(localized("No regular expression given", ko: "정규식을 지정해야 합니다"))
    }
    guard !invertMatch || !word || regex else { throw OptionsApart.error("--invert-match", "--word") }
    guard contextLines >= 0 else {
      throw ValidationError(localized("--context must be 0 or more", ko: "--context는 0 이상이어야 합니다"))
    }
  }

  /// Returns the pattern of an expression as the options change its meaning.
  func pattern(_ expression: String) throws -> TextPattern {
    try TextPattern(expression, flags: ignoreCase ? "i" : "", isWholeWord: word)
  }

  fileprivate static let nothingToInvert = UsageError(
    Message("--invert-match needs words", ko: "--invert-match에는 단어가 필요합니다"),
    hint: Message(verbatim: "sheaf search -v lens"))

  /// True if nothing but the lines is asked for: a pipe gets them as grep prints them.
  var isForLinesAlone: Bool {
    contextLines == 0 && lines == nil && listing.row.format == nil && listing.groupBy == nil
      && !listing.choices.output.isForPrograms && listing.choices.table.face == nil
  }
}

extension SearchCommand {
  /// Returns the lines of notes that match.
  static func entries(_ notes: [NoteSummary], _ matcher: LineMatcher, _ workspace: Workspace) -> [SearchReport.Entry] {
    notes.compactMap { note in
      guard let bytes = try? workspace.files.read(note.path) else { return nil }
      return SearchReport.Entry(
        note: note, source: SourceBuffer(bytes), hits: matcher.hits(in: Document.visibleBytes(of: bytes)))
    }
  }

  /// Reads the lines of the notes only if they are asked for.
  private func show(
    _ notes: [NoteSummary], in context: CommandContext, _ workspace: Workspace,
    _ entries: ([NoteSummary]) -> [SearchReport.Entry]
  ) throws {
    let choices = options.listing.choices
    try context.output(to: choices.output) { context, output in
      var choices = choices
      choices.output = output
      try show(notes, choices, in: context, workspace, entries)
    }
  }

  private func show(
    _ notes: [NoteSummary], _ choices: ListingChoices, in context: CommandContext, _ workspace: Workspace,
    _ entries: ([NoteSummary]) -> [SearchReport.Entry]
  ) throws {
    let output = choices.output
    let isTerminal = context.console.capabilities.isOutputTerminal
    if options.edit {
      let entries = entries(Array(notes.prefix(20)))
      // The first line that matches; of a note that has none, the note.
      guard let entry = entries.first(where: { !$0.hits.isEmpty }) ?? entries.first else { return }
      _ = try EditSession(context: context, workspace: workspace).edit(entry.note.path, line: entry.hits.first?.line)
      return
    }
    // Formats without row numbers; the listing below defines the numbers of its rows.
    context.rememberRows([], of: workspace)
    let isOfPaths = options.invertMatch && !isTerminal && !options.vimgrep && options.isForLinesAlone
    if output.paths || output.null || isOfPaths {
      let end: [UInt8] = output.null ? [0] : [0x0A]
      for note in notes { context.console.write(Array(note.path.string.utf8) + end) }
    } else if options.listing.count {
      for entry in entries(notes) {
        context.console.writeLine("\(entry.note.path):\(entry.hits.count)")
      }
    } else if options.vimgrep || !isTerminal && options.isForLinesAlone {
      for entry in entries(notes) {
        for line in entry.positions(withColumns: options.vimgrep) {
          context.console.writeLine(line)
        }
      }
    } else {
      let limit = options.lines ?? (isTerminal ? 3 : 0)
      let report = SearchReport(
        entries: entries(notes), context: options.contextLines, lineLimit: limit > 0 ? limit : .max)
      guard !isTerminal || !report.rows.isEmpty || output.isForPrograms else { return }
      try Listing(report, choices, workspace) { $0.note }.show(in: context, workspace)
    }
  }
}
