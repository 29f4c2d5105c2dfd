package import ArgumentParser
import ByteBasics
package import CivilCalendar
package import NoteActions
import NotePresentation
package import NoteRepository
import Synchronization
package import TerminalScreen
package import Wording

/// The world as one command sees it, with the options that it was called with.
package struct CommandContext: Sendable {
  let world: World
  package let console: Console
  /// What people read; machine output is never translated.
  package let language: Language
  package private(set) var globals: GlobalOptions
  /// The command and its arguments as typed, without global options.
  package let words: [String]
  /// The moment that counts as now, with its offset from UTC.
  package let clock: @Sendable () -> CivilMoment
  /// What makes a moment of a time on the user’s clock.
  package let zone: LocalZone
  /// Whether the command has left something behind.
  let footprint = Footprint()
  /// How the user wants days in listings; nil: as each place has room for.
  var dates: DateStyle?
  var colors = ColorSettings()
  /// True where a person sees what a listing shows, so that the query of `sheaf context` counts.
  var isReadByPeople: Bool
  /// Standard input is a pipe, and programs that are started read from the terminal.
  var hasTerminalBesideInput = false
  /// What the first look at the index may use.
  var earlyScan: EarlyScan?
  /// What the first look at the repository may use.
  var session: Session?

  init(
    _ world: World, console: Console, language: Language, globals: GlobalOptions,
    words: [String], clock: @escaping @Sendable () -> CivilMoment, zone: LocalZone
  ) {
    self.world = world
    self.console = console
    isReadByPeople = console.capabilities.isErrorTerminal
    self.language = language
    self.globals = globals
    self.words = words
    self.clock = clock
    self.zone = zone
  }

  /// The same command in another repository.
  func inRepository(_ root: String) -> CommandContext {
    var context = self
    context.globals.directory = root
    context.session = nil
    return context
  }

  /// Absolute path of the folder that relative paths start from.
  package var workingDirectory: String { world.workingDirectory }
  package var environment: [String: String] { world.environment }
  /// All of standard input, or its next line.
  package var input: StandardInput { world.input }

  /// Runs `command` through the shell with the terminal attached; gives its exit status.
  package func runInteractively(_ command: UserProgram, _ arguments: [String]) throws -> Int32 {
    footprint.markSideEffect()
    return try world.runInteractively(command, arguments)
  }

  /// What asks for pages of the web, for answers that take at most that number of seconds.
  package func web(_ timeoutSeconds: Int) throws -> Web { try world.web(timeoutSeconds) }

  /// Random bytes for identifiers.
  package func randomBytes(_ count: Int) -> [UInt8] { world.randomBytes(count) }

  /// Takes the whole terminal; nil if there is none.
  package func screen() -> (any TerminalScreen)? { world.screen() }

  /// The value of an environment variable, nil if it is unset or empty.
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
  private let left = Mutex((isLeft: false, entry: Int?.none))

  var isLeft: Bool { left.withLock(\.isLeft) }
  /// The number of the last entry that the command has put into the journal.
  var entry: Int? { left.withLock(\.entry) }

  func markSideEffect(entry: Int? = nil) {
    left.withLock {
      $0.isLeft = true
      $0.entry = entry ?? $0.entry
    }
  }
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

/// A command of Sheaf: it is parsed as usual and runs in a context that it is handed.
///
/// Declare `static var configuration` as a computed property, so that its help follows the language.
/// To answer "no" (nothing matched), throw ``ExitStatus/negative``.
package protocol ContextCommand: ParsableCommand {
  func run(in context: CommandContext) throws
}

/// Lines handed out one by one, also from several threads.
final class LineQueue: Sendable {
  private let lines: Mutex<ArraySlice<Substring>>

  init(_ text: String) {
    var lines = text.textLines
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = Mutex(lines[...])
  }

  func next() -> String? {
    lines.withLock { $0.popFirst().map(String.init) }
  }
}
