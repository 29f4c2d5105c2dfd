package import CivilCalendar
package import NoteActions
package import NoteRepository
package import TerminalScreen
import Wording

/// Everything outside the program, as values and closures: the live one in `main`, a made-up one in tests.
package struct World: Sendable {
  package let environment: [String: String]
  /// Absolute path of the folder that relative paths start from.
  package let workingDirectory: String
  /// The console for these options (`--color`, `--ascii`).
  package let console: @Sendable (GlobalOptions) -> Console
  package let clock: @Sendable () -> CivilMoment
  /// The zone of the place; nil: the clock's present offset counts all the year.
  package let zone: LocalZone?
  /// All of standard input, or its next line.
  package let input: StandardInput
  package let randomBytes: @Sendable (_ count: Int) -> [UInt8]
  package let runInteractively:
    @Sendable (_ command: UserProgram, _ arguments: [String]) throws
      -> Int32
  /// What asks for pages of the web, for answers that take at most that number of seconds.
  package let web: @Sendable (_ timeoutSeconds: Int) throws -> Web
  /// Takes the whole terminal; nil where there is none.
  package let screen: @Sendable () -> (any TerminalScreen)?

  package init(
    environment: [String: String], workingDirectory: String,
    console: @escaping @Sendable (GlobalOptions) -> Console,
    clock: @escaping @Sendable () -> CivilMoment, zone: LocalZone? = nil, input: StandardInput,
    randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
    runInteractively:
      @escaping @Sendable (_ command: UserProgram, _ arguments: [String]) throws
      -> Int32,
    web: @escaping @Sendable (_ timeoutSeconds: Int) throws -> Web,
    screen: @escaping @Sendable () -> (any TerminalScreen)? = { nil }
  ) {
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.console = console
    self.clock = clock
    self.zone = zone
    self.input = input
    self.randomBytes = randomBytes
    self.runInteractively = runInteractively
    self.web = web
    self.screen = screen
  }

  func context(
    console: Console, language: Language, globals: GlobalOptions, words: [String]
  ) throws -> CommandContext {
    let fixedNow = try fixedMoment(globals)
    let clock = self.clock
    return CommandContext(
      self, console: console, language: language, globals: globals, words: words,
      clock: { fixedNow ?? clock() }, zone: zone(at: fixedNow ?? clock()))
  }

  /// The place's zone, unless `now` was given with an offset that the place does not have then.
  private func zone(at now: CivilMoment) -> LocalZone {
    let offset = now.utcOffsetSeconds ?? 0
    guard let zone,
      zone.moment(secondsSinceEpoch: now.secondsSinceEpoch())?.utcOffsetSeconds == offset
    else { return .fixed(offset) }
    return zone
  }

  /// `--now`, else `SHEAF_NOW`, else `SOURCE_DATE_EPOCH`.
  private func fixedMoment(_ globals: GlobalOptions) throws -> CivilMoment? {
    let offset = clock().utcOffsetSeconds
    if let text = globals.now ?? environment["SHEAF_NOW"], !text.isEmpty {
      guard let date = CivilDate(iso: text) else {
        throw UsageError(
          Message("Not a point in time: “\(text)”", ko: "시각으로 읽을 수 없습니다: “\(text)”"),
          hint: Message(
            "Use the form 2026-11-21T10:00:00+09:00.", ko: "2026-11-21T10:00:00+09:00처럼 입력하세요."))
      }
      return date.startingMoment(defaultOffsetSeconds: offset)
    }
    guard let text = environment["SOURCE_DATE_EPOCH"], let seconds = Int(text) else { return nil }
    return CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: 0)
  }
}

extension CivilDate {
  /// This moment, or the first of this day, with an offset.
  fileprivate func startingMoment(defaultOffsetSeconds: Int?) -> CivilMoment {
    switch self {
    case .moment(var moment):
      moment.utcOffsetSeconds = moment.utcOffsetSeconds ?? defaultOffsetSeconds
      return moment
    case .day(let day):
      return CivilMoment(day: day, time: .midnight, utcOffsetSeconds: defaultOffsetSeconds)
    }
  }
}
