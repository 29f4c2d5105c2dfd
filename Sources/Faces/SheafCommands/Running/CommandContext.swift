package import ArgumentParser
import ByteBasics
package import CivilCalendar
import NoteActions
package import NoteHistory
package import NoteRepository
import Synchronization
import TerminalScreen
import Wording

/// The world as one command sees it: its user, its repository, its moment.
package struct CommandContext: Sendable, TerminalHolder {
  package let world: World
  package var terminal: Terminal
  package private(set) var session: Session
  /// The command and its arguments as typed, without global options.
  package let words: [String]
  /// The moment that counts as now, with its offset from UTC.
  package let clock: @Sendable () -> CivilMoment
  /// The user's time zone, which makes a moment of a time on the clock.
  package let zone: LocalZone
  /// The parts of the running program. Threads outside of the command's task cannot ask ``Program/current``.
  package var program = Program.current
  /// The client in whose name the command runs; nil for the user.
  package var access: ProgramAccess?
  /// A scan of the folder that began early, for the first look at the index.
  var earlyScan: EarlyScan?

  package init(
    _ world: World, _ terminal: Terminal, _ session: Session, words: [String],
    clock: @escaping @Sendable () -> CivilMoment, zone: LocalZone
  ) {
    self.world = world
    self.terminal = terminal
    self.session = session
    self.words = words
    self.clock = clock
    self.zone = zone
  }

  func inRepository(_ root: String) -> CommandContext {
    var context = self
    context.session = session.inRepository(root)
    return context
  }

  /// Returns the context of a quiet command below a screen. With `isQuiet`, only errors are kept.
  func withoutConsole(isQuiet: Bool = false) -> (CommandContext, errors: CapturingSink) {
    let (terminal, errors) = terminal.withoutConsole(isQuiet: isQuiet)
    let context = CommandContext(world, terminal, session.anew(), words: words, clock: clock, zone: zone)
    return (context, errors)
  }

  /// The record of the command's changes: whether it has left something behind.
  package var footprint: Footprint { session.footprint }
  package var changes: ChangeRunner { ChangeRunner(context: self) }

  /// Absolute path of the folder that relative paths start from.
  package var workingDirectory: String { world.workingDirectory }
  package var environment: [String: String] { world.environment }

  /// Runs `command` through the shell with the terminal attached; gives its exit status.
  package func runInteractively(_ command: UserProgram, _ arguments: [String]) throws -> Int32 {
    footprint.markSideEffect()
    return try world.runInteractively(command, arguments)
  }

  /// Returns the value of an environment variable, nil if it is unset or empty.
  package func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns an absolute path as the user in the working folder would write it.
  package func shownPath(_ path: String) -> String {
    path.hasPrefix(workingDirectory + "/") ? String(path.dropFirst(workingDirectory.count + 1)) : path
  }

  /// Returns the absolute path of a file that the user named.
  package func absolutePath(_ path: String) -> String {
    NoteRepository.absolutePath(path, from: workingDirectory)
  }

  /// Returns the git of the user's PATH, in the root of the repository; its paths are the paths of notes.
  ///
  /// Git is looked up when the first command runs, so making a client succeeds without git.
  package func git(in repository: Repository) -> any GitClient { git(in: repository.root) }

  /// Returns the git of the user's PATH, in any folder.
  func git(in folder: String) -> any GitClient {
    GitProgram(folder: folder, environment: environment, mayAsk: mayAsk, cache: places.cache + "/git")
  }
}

/// The input that is piped into a command.
package struct StandardInput: Sendable {
  /// Reads standard input to the end.
  package let readAll: @Sendable () throws -> [UInt8]
  /// The next line without its end; nil at the end of input.
  package let readLine: @Sendable () -> String?

  package init(readAll: @escaping @Sendable () throws -> [UInt8], readLine: @escaping @Sendable () -> String?) {
    self.readAll = readAll
    self.readLine = readLine
  }

  /// Returns standard input with `bytes`, for tests.
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

  func next() -> String? { lines.withLock { $0.popFirst().map(String.init) } }
}
