package import CivilCalendar
package import NoteActions
package import NoteRepository
import Synchronization
package import TerminalScreen
package import Wording

/// The world as one command sees it: read once in `main`, literals in tests.
package struct CommandContext: Sendable {
  /// Absolute path of the folder that relative paths start from.
  package let workingDirectory: String
  package let environment: [String: String]
  package let console: Console
  /// What people read; machine output is never translated.
  package let language: Language
  package let globals: GlobalOptions
  /// The command and its arguments as typed, without global options.
  package let words: [String]
  /// The moment that counts as now, with its offset from UTC.
  package let clock: @Sendable () -> CivilMoment
  /// What makes a moment of a time on the user’s clock.
  package let zone: LocalZone
  /// All of standard input, or its next line.
  package let input: StandardInput
  /// Random bytes for identifiers.
  package let randomBytes: @Sendable (_ count: Int) -> [UInt8]
  /// Runs `command` through the shell with the terminal attached; gives its exit status.
  package let runInteractively:
    @Sendable (_ command: UserProgram, _ arguments: [String]) throws
      -> Int32
  /// What asks for pages of the web, for answers that take so many seconds at most.
  package let web: @Sendable (_ timeoutSeconds: Int) throws -> Web
  /// Takes the whole terminal; nil where there is none.
  package let screen: @Sendable () -> (any TerminalScreen)?
  /// Whether the command has left something behind.
  let footprint = Footprint()
  /// What the first look at the index may use.
  var earlyScan: EarlyScan?

  package init(
    workingDirectory: String, environment: [String: String], console: Console,
    language: Language, globals: GlobalOptions, words: [String] = [],
    clock: @escaping @Sendable () -> CivilMoment, zone: LocalZone, input: StandardInput,
    randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
    runInteractively:
      @escaping @Sendable (_ command: UserProgram, _ arguments: [String]) throws
      -> Int32,
    web: @escaping @Sendable (_ timeoutSeconds: Int) throws -> Web,
    screen: @escaping @Sendable () -> (any TerminalScreen)? = { nil }
  ) {
    self.workingDirectory = workingDirectory
    self.environment = environment
    self.console = console
    self.language = language
    self.globals = globals
    self.words = words
    self.clock = clock
    self.zone = zone
    self.input = input
    self.randomBytes = randomBytes
    let footprint = footprint
    self.runInteractively = { program, arguments in
      footprint.leave()
      return try runInteractively(program, arguments)
    }
    self.web = web
    self.screen = screen
  }

  /// The value of an environment variable, nil where it is unset or empty.
  package func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// An absolute path as the user in the working folder would write it.
  package func shownPath(_ path: String) -> String {
    path.hasPrefix(workingDirectory + "/")
      ? String(path.dropFirst(workingDirectory.count + 1)) : path
  }

  /// True where a question may be asked: the user sits at both ends and did not forbid it.
  package var mayAsk: Bool {
    !globals.noInput && console.capabilities.isInputTerminal
      && console.capabilities.isOutputTerminal
  }

  package func text(_ message: Message) -> String { message.text(in: language) }

  /// Tells the user something on standard error, unless `--quiet`.
  package func note(_ message: Message) {
    guard !globals.quiet else { return }
    console.writeError(text(message) + "\n")
  }

  /// Warns the user on standard error, also with `--quiet`.
  package func warn(_ message: Message) {
    let heading = Message("warning: ", ko: "경고: ")
    console.writeWarning(text(heading) + text(message) + "\n")
  }
}

/// Whether a command has changed files or started a program: then it cannot begin again.
final class Footprint: Sendable {
  private let left = Mutex(false)

  var isLeft: Bool { left.withLock(\.self) }
  func leave() { left.withLock { $0 = true } }
}

/// Where a command reads what is piped into it.
package struct StandardInput: Sendable {
  /// Everything up to the end.
  package let readAll: @Sendable () throws -> [UInt8]
  /// The next line without its end; nil at the end of input.
  package let readLine: @Sendable () -> String?

  package init(
    readAll: @escaping @Sendable () throws -> [UInt8], readLine: @escaping @Sendable () -> String?
  ) {
    self.readAll = readAll
    self.readLine = readLine
  }

  /// Input that contains `bytes`: for tests.
  package static func bytes(_ bytes: [UInt8]) -> StandardInput {
    let lines = LineQueue(String(decoding: bytes, as: UTF8.self))
    return StandardInput(readAll: { bytes }, readLine: { lines.next() })
  }
}
