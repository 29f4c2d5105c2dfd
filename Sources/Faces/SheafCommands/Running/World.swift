package import CivilCalendar
import Dispatch
import HostSystem
package import NoteActions
package import NoteRepository
import Synchronization
package import TerminalScreen
import Wording

/// The world outside the program, as values and closures: the live one in `main`, a replacement in tests.
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
  package let runInteractively: @Sendable (_ command: UserProgram, _ arguments: [String]) throws -> Int32
  /// The client that requests web pages, and waits at most this number of seconds for an answer.
  package let web: @Sendable (_ timeoutSeconds: Int) throws -> Web
  /// Takes the whole terminal; nil if there is none.
  package let screen: @Sendable () -> (any TerminalScreen)?

  package init(
    environment: [String: String], workingDirectory: String,
    console: @escaping @Sendable (GlobalOptions) -> Console,
    clock: @escaping @Sendable () -> CivilMoment, zone: LocalZone? = nil, input: StandardInput,
    randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
    runInteractively: @escaping @Sendable (_ command: UserProgram, _ arguments: [String]) throws -> Int32,
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
    console: Console, language: Language, globals: GlobalOptions, words: [String],
    _ session: Session? = nil
  ) throws -> CommandContext {
    let fixedNow = try fixedMoment(globals, words)
    let clock = self.clock
    let zone = zone(at: fixedNow ?? clock())
    return CommandContext(
      self, Terminal(console, language, globals, input), session ?? Session(self, globals), words: words,
      clock: {
        var now = fixedNow ?? clock()
        now.zone = zone
        return now
      }, zone: zone)
  }

  /// Returns the place's zone, unless `now` was given with an offset that the place does not have then.
  private func zone(at now: CivilMoment) -> LocalZone {
    let offset = now.utcOffsetSeconds ?? 0
    guard let zone,
      zone.moment(secondsSinceEpoch: now.secondsSinceEpoch())?.utcOffsetSeconds == offset
    else { return .fixed(offset) }
    return zone
  }

  /// Returns the moment of `--now`, else of `SHEAF_NOW`, else, for a ``ReproducibleCommand``, of `SOURCE_DATE_EPOCH`.
  /// Other commands ignore that variable, because build shells export it.
  private func fixedMoment(_ globals: GlobalOptions, _ words: [String]) throws -> CivilMoment? {
    let offset = clock().utcOffsetSeconds
    if let text = globals.now ?? environment["SHEAF_NOW"], !text.isEmpty {
      guard let date = CivilDate(iso: text) else {
        throw UsageError(
          Message("Invalid time “\(text)”", ko: "시각으로 읽을 수 없습니다: “\(text)”"),
          hint: Message("Use the form 2026-11-21T10:00:00+09:00.", ko: "2026-11-21T10:00:00+09:00처럼 입력하세요."))
      }
      return date.startingMoment(defaultOffsetSeconds: offset)
    }
    guard let text = environment["SOURCE_DATE_EPOCH"], let seconds = Int(text),
      SheafCommand.command(of: words) is any ReproducibleCommand.Type
    else { return nil }
    return CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: 0)
  }
}

extension CivilDate {
  /// Returns this moment, or the first moment of this day, with an offset.
  fileprivate func startingMoment(defaultOffsetSeconds: Int?) -> CivilMoment {
    switch self {
    case .moment(var moment):
      moment.utcOffsetSeconds = moment.utcOffsetSeconds ?? defaultOffsetSeconds
      return moment
    case .day(let day): return CivilMoment(day: day, time: .midnight, utcOffsetSeconds: defaultOffsetSeconds)
    }
  }
}

extension World {
  /// Returns the process's own environment, streams, clock and terminal.
  static func live() -> World {
    let environment = liveEnvironment()
    return World(
      environment: environment,
      workingDirectory: liveWorkingDirectory(environment),
      console: { liveConsole(environment, $0) },
      clock: liveMoment,
      zone: LocalZone(named: liveZoneName(environment), offset: liveOffset),
      input: StandardInput(
        readAll: { try readAll(descriptor: STDIN_FILENO) },
        readLine: { Swift.readLine(strippingNewline: true) }),
      randomBytes: liveRandomBytes,
      runInteractively: runAttached,
      web: { timeout in
        Web(
          client: try CurlClient.make(timeoutSeconds: timeout, environment: environment),
          lookup: LiveHostLookup.addresses)
      }, screen: { environment["TERM"] == "dumb" ? nil : LiveScreen() })
  }
}

private func liveEnvironment() -> [String: String] {
  var variables: [String: String] = [:]
  var entry = Host.variables
  while let pointer = entry?.pointee {
    let text = String(cString: pointer)
    if let equals = text.firstIndex(of: "=") {
      variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    entry = entry?.advanced(by: 1)
  }
  return variables
}

private func liveWorkingDirectory(_ environment: [String: String]) -> String {
  guard let pointer = getcwd(nil, 0) else { return environment["PWD"] ?? "/" }
  defer { free(pointer) }
  return String(cString: pointer)
}

private func liveOffset(_ secondsSinceEpoch: Int) -> Int {
  var seconds = secondsSinceEpoch
  var local = tm()
  localtime_r(&seconds, &local)
  return local.tm_gmtoff
}

/// Returns the name of the local time zone: of `TZ`, else of the file that the system's clock follows.
private func liveZoneName(_ environment: [String: String]) -> String? {
  if let name = environment["TZ"] { return LocalZone.name(in: name) }
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/etc/localtime", &buffer, buffer.count)
  guard count > 0 else { return nil }
  return LocalZone.name(in: String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
}

private func liveMoment() -> CivilMoment {
  let seconds = time(nil)
  let moment = CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: liveOffset(seconds))
  return moment ?? CivilMoment(day: Day(daysSinceEpoch: 0), time: .midnight, utcOffsetSeconds: 0)
}

private func liveRandomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

private func liveConsole(_ environment: [String: String], _ globals: GlobalOptions) -> Console {
  Console(
    output: FileDescriptorSink(descriptor: STDOUT_FILENO),
    errors: FileDescriptorSink(descriptor: STDERR_FILENO),
    capabilities: .detect(
      environment: environment, globals: globals, isTerminal: { isatty($0) == 1 }, windowSize: liveWindowSize))
}

private func liveWindowSize() -> (columns: Int, rows: Int)? {
  var size = winsize()
  guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return (Int(size.ws_col), Int(size.ws_row))
}

private func readAll(descriptor: Int32) throws -> [UInt8] {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      bytes += piece[..<count]
    } else if count == 0 {
      return bytes
    } else if errno != EINTR {
      throw ExitStatus.inputOutput
    }
  }
}

/// Waits on this thread for work that is done on others.
///
/// The others are threads of the work's own: whoever waits may hold one of those that tasks usually run on.
package func runBlocking<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Value?>(nil)
  Task(executorPreference: OwnThreads()) {
    let value = await work()
    result.withLock { $0 = value }
    done.signal()
  }
  while true {
    done.wait()
    if let value = result.withLock({ $0 }) { return value }
  }
}

private final class OwnThreads: TaskExecutor {
  private let queue = DispatchQueue(label: "sheaf.own-threads", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
