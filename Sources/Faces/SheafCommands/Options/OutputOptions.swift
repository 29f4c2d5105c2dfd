package import ArgumentParser
import ByteBasics
package import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import TerminalText
import Wording

/// The formats for programs, instead of lines for the user.
struct OutputOptions: ParsableArguments {
  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  @Flag(
    name: [.customShort("l"), .long], help: help("Print only paths, one per line.", ko: "경로만 한 줄에 하나씩 출력합니다."))
  var paths = false

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: help("With --paths, end each path with NUL.", ko: "--paths의 경로를 NUL 바이트로 구분합니다."))
  var null = false

  /// - Parameter file: The form, and the file that gets it.
  func choices<Forms>(_ file: FileForm<Forms>) -> OutputChoices {
    let form = file.form?.rawValue
    return OutputChoices(
      json: json || form == "json", jsonl: form == "jsonl", paths: paths, null: null, file: file.output.namedFile)
  }
}

/// The forms of reports that are no tables.
enum ReportForms: String, FileForms { case text, json, jsonl }

/// ``OutputOptions`` as values.
package struct OutputChoices {
  package static let text = OutputChoices()
  var json = false
  var jsonl = false
  var paths = false
  var null = false
  /// The file that gets the output.
  var file: String?

  var isForPrograms: Bool { json || jsonl || paths || null }
}

extension CommandContext {
  /// Prints a report by the options; through the pager if it is long.
  ///
  /// `keys` replace the items of the report for `--paths`.
  func show(
    _ report: some Report, _ options: OutputChoices, keys: @autoclosure () -> [String],
    pager: UserProgram?
  ) throws {
    guard options.file == nil else {
      return try output(to: options) { try $0.show(report, $1, keys: keys(), pager: pager) }
    }
    if options.json {
      console.writeLine(report.json.text(pretty: true))
    } else if options.jsonl {
      for item in report.items { console.writeLine(item.text()) }
    } else if options.paths || options.null {
      let end: [UInt8] = options.null ? [0] : [0x0A]
      for key in keys() { console.write(Array(key.utf8) + end) }
    } else {
      page(report.bytes(page, theme), configured: pager)
    }
  }

  /// Writes the output into the file of the options, if they name one. A mistake leaves the file as it was.
  func output(to options: OutputChoices, _ print: (CommandContext, OutputChoices) throws -> Void) throws {
    guard let file = options.file else { return try print(self, options) }
    var (context, choices) = (self, options)
    let sink = CapturingSink()
    context.terminal.console = console.writing(to: sink)
    choices.file = nil
    try print(context, choices)
    try write(sink.bytes, to: file)
  }
}

/// The option of listings that can show an earlier state.
struct RevisionOptions: ParsableArguments {
  @Option(
    help: help(.revision, "Show the state at a commit, or at the end of a day.", ko: "이 커밋이나 그날 마지막 상태를 보여 줍니다."))
  var at: String?
}

extension CommandContext {
  /// Returns the first day of a week: as configured, else Sunday in Korean and Monday otherwise.
  func weekStart(_ configuration: Configuration) -> Weekday { configuration.weekStart(in: language) }

  /// Returns a span of days as the user names it: `week`, `30d`, `today 30d`, `2026-12`, `a..b`.
  ///
  /// - Throws: ``UsageError`` for words that are not a span of days.
  func dayRange(_ words: [String], default days: Int) throws -> DayRange {
    let today = clock().day
    guard !words.isEmpty else { return DayRange(today, today.adding(days: days - 1)) }
    guard let range = self.days(words[...], for: .query) else {
      let text = words.joined(separator: " ")
      throw UsageError(
        Message("Invalid date range “\(text)”", ko: "기간으로 읽을 수 없습니다: “\(text)”"),
        hint: Message(
          "Use week, 30d, today 30d, next month, 2026-12 or fri..sun: sheaf help dates",
          ko: "이번 주, 30d, 오늘 30d, 다음 달, 2026-12, 금요일..일요일처럼 입력하세요. 자세한 내용: sheaf help dates"))
    }
    return range
  }

  /// Returns the days of words; a length alone begins today, or ends today for a command that looks back.
  package func days(_ words: ArraySlice<String>, for purpose: DatePurpose) -> DayRange? {
    let text = words.joined(separator: " ")
    let whole = DateExpression.parse(joined: text, relativeTo: clock(), zone: zone, for: purpose)
    let length = words.last.flatMap(Self.length) ?? (whole == nil ? words.last.flatMap(Self.koreanLength) : nil)
    if let length, length > 0 {
      let alone = clock().day.adding(days: purpose == .past ? 1 - length : 0)
      let start = words.count == 1 ? alone : days(words.dropLast(), for: purpose)?.first
      if let start { return DayRange(start, start.adding(days: length - 1)) }
    }
    return whole.map { DayRange($0.firstDay, $0.lastDay) }
  }

  /// Splits off days before a query: the longest run of first words that are days. Nil if the words begin with no days.
  ///
  /// Words with another meaning are not days on their own: `may`, `sat`, `second`, one or two digits.
  func leadingDays(_ words: [String], for purpose: DatePurpose) -> (days: DayRange, text: String, query: [String])? {
    let doubtful: Set = [
      "sat", "sun", "mon", "wed", "mar", "may", "march", "second", "now", "tom", "tod", "later", "someday", "나중에",
      "언젠가",
    ]
    for count in stride(from: min(words.count, 6), through: 1, by: -1) {
      let text = words.prefix(count).joined(separator: " ")
      guard !doubtful.contains(text.lowercased()), text.contains(where: \.isLetter) || text.utf8.count > 3,
        let days = days(words.prefix(count), for: purpose)
      else { continue }
      return (days, text, Array(words.dropFirst(count)))
    }
    return nil
  }

  /// Says on a terminal which days words were read as.
  func tell(_ days: DayRange, typed text: String) {
    guard console.capabilities.isErrorTerminal else { return }
    func range(_ language: Language) -> String {
      let (first, last) = (DayText.text(.day(days.first), in: language), DayText.text(.day(days.last), in: language))
      return first == last ? first : first + " – " + last
    }
    note(Message("\(text): \(range(.english))", ko: "\(text): \(range(.korean))"))
  }

  /// Splits words into days, the longest run of first words that are days, and a query.
  func daysAndQuery(_ words: [String], default days: Int) throws -> (DayRange, query: [String]) {
    for count in stride(from: min(words.count, 8), through: 1, by: -1) {
      if let range = try? dayRange(Array(words.prefix(count)), default: days) {
        return (range, Array(words.dropFirst(count)))
      }
    }
    return (try dayRange([], default: days), words)
  }

  /// Returns the number of days in `30d` or `2w`.
  private static func length(_ word: String) -> Int? {
    guard let number = Int(word.dropLast()), number < 4_000, !word.hasPrefix("+"),
      !word.hasPrefix("-")
    else { return nil }
    return switch word.last {
    case "d": number
    case "w": number * 7
    default: nil
    }
  }

  /// Returns a length in Korean words that name no day: `2주`, `오늘 30일`, but not the day `12월 30일`.
  private static func koreanLength(_ word: String) -> Int? {
    let digits = word.prefix { ("0"..."9").contains($0) }
    guard let number = Int(digits), number < 4_000 else { return nil }
    return switch word.dropFirst(digits.count) {
    case "일", "일간": number
    case "주", "주일", "주간": number * 7
    default: nil
    }
  }
}

/// The forms that a command can write; each is the ending of a file's name.
package protocol FileForms: RawRepresentable<String>, CaseIterable, ExpressibleByArgument, Equatable, Sendable {}

/// `-o FILE` and `--to FORMAT`: the ending of the file's name says the form, and `--to` before it.
package struct FileForm<Forms: FileForms>: ParsableArguments {
  private static var names: String { Forms.allCases.map(\.rawValue).joined(separator: ", ") }

  @Option(
    help: help(
      .format, "Format. Default: by the extension of the output file.", ko: "형식. 출력 파일의 확장자로도 정해집니다."))
  var to: Forms?

  @Option(name: .shortAndLong, help: help(.file, "Write to this file.", ko: "출력할 파일"))
  package var output: String?

  package init() {}

  /// Nil if no option sets the format.
  package var form: Forms? { to ?? ending.flatMap { Forms(rawValue: $0) } }

  private var ending: String? {
    let name = output.namedFile?.split(separator: "/").last
    let ending = name?.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased()
    return ending == "txt" ? "text" : ending
  }

  package func validate() throws {
    guard let ending, to == nil, form == nil else { return }
    throw ValidationError(
      localized(
        "No format has the extension “.\(ending)”; --to accepts \(Self.names)",
        ko: "“.\(ending)” 확장자에 맞는 형식이 없습니다. --to에 쓸 수 있는 형식: \(Self.names)"))
  }
}

extension CommandContext {
  /// Writes to the file that `-o` names, or prints.
  package func write(_ bytes: [UInt8], to output: String?) throws {
    guard let file = output.namedFile else { return console.write(bytes) }
    try OutputFile.write(bytes, toNamed: absolutePath(file))
    note(Message("Wrote \(file)", ko: "저장했습니다: \(file)"))
  }
}

extension String? {
  /// The file that `-o` names; nil for standard output, as `-` says too.
  package var namedFile: String? { self == "-" ? nil : self }
}
