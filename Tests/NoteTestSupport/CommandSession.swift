import CivilCalendar
import Extensions
import Foundation
package import NoteActions
import NoteModel
import NoteRepository
package import SheafCommands
import Synchronization

/// Runs command lines in process, in a folder of their own, at a fixed moment.
package struct CommandSession: Sendable {
  package let folder: TemporaryFolder
  private let state: TemporaryFolder
  private let environment: [String: String]
  private let identifiers = IdentifierSource()
  private let web: Web
  private let programs = RunPrograms()
  private let zone: LocalZone?

  /// The programs that were started so far: their lines for the shell.
  package var startedPrograms: [String] { programs.lines.withLock(\.self) }
  /// The folder of Sheaf's files outside the repository: `cache`, `state` and `config`.
  package var home: TemporaryFolder { state }

  /// `environment` is added to a bare one.
  ///
  /// - Parameters:
  ///   - web: The client that answers for the web; by default there is no connection.
  ///   - lookup: The addresses of hosts; by default each has the same public one.
  ///   - zone: The zone of the user's clock, as `Europe/Berlin`; nil: a clock nine hours east of UTC all the year.
  package init(
    environment: [String: String] = [:], zone: String? = nil,
    web: @escaping WebClient = { _ in WebAnswer(failure: .noConnection) },
    lookup: @escaping HostLookup = { _ in [HostAddress([93, 184, 216, 34])].compactMap(\.self) }
  ) throws {
    self.web = Web(client: web, lookup: lookup)
    self.zone = zone.flatMap(TimeZone.init(identifier:)).map { zone in
      LocalZone(named: zone.identifier) { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
    }
    folder = try TemporaryFolder()
    state = try TemporaryFolder()
    let bare = [
      "HOME": state.path, "XDG_CACHE_HOME": state.path + "/cache",
      "XDG_STATE_HOME": state.path + "/state", "XDG_CONFIG_HOME": state.path + "/config",
      "SHEAF_TERMINAL": "test", "PATH": "/usr/bin:/bin",
    ]
    self.environment = bare.merging(environment) { $1 }
  }

  /// The core and every extension that the tests are built with.
  package static let program = Program([.core] + extensions)

  /// The result of a command line.
  package struct Outcome: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
  }

  /// Runs `sheaf` with these words; `input` is piped into it. `onTerminal`: All three streams are a terminal.
  ///
  /// - Parameters:
  ///   - place: The working folder, as a path in the repository or an absolute one; nil: the root.
  ///   - columns: The width of the terminal.
  ///   - rows: Its height.
  ///   - onOneScreen: True to get messages among the output, in the order in which a reader sees them.
  ///   - screen: The screen for a command that takes the whole terminal.
  ///   - programStatus: The status of each program that takes over the terminal.
  ///   - editor: Edits the file that an editor is given.
  package func run(
    _ words: [String], input: String = "", onTerminal: Bool = false, from place: String? = nil,
    columns: Int = 80, rows: Int = 1_000_000, onOneScreen: Bool = false, screen: ScriptedScreen? = nil,
    programStatus: Int32 = 0,
    asksFirst: Bool = false, inputIsPipe: Bool = false,
    editor: (@Sendable (String) throws -> Void)? = nil, beforeAnswer: (@Sendable () -> Void)? = nil
  ) -> Outcome {
    // A first publication asks.
    let agreed = words.first == "publish" && !asksFirst && !words.contains("--yes") ? ["--yes"] : []
    let output = CapturingSink()
    let errors = onOneScreen ? output : CapturingSink()
    let world = world(
      output, errors, input: input, onTerminal: onTerminal, from: place, columns: columns, rows: rows, screen: screen,
      programStatus: programStatus, inputIsPipe: inputIsPipe, editor: editor, beforeAnswer: beforeAnswer)
    let status = Program.$running.withValue(Self.program) { CommandRunner(world: world).run(words + agreed) }
    return Outcome(
      status: status.rawValue, output: output.text.replacing(folder.path, with: "$REPOSITORY"),
      errors: onOneScreen ? "" : errors.text.replacing(folder.path, with: "$REPOSITORY"))
  }

  /// The world of a command line, for what runs no command line.
  package func world(
    _ output: CapturingSink = CapturingSink(), _ errors: CapturingSink = CapturingSink(), input: String = "",
    onTerminal: Bool = false, from place: String? = nil, columns: Int = 80, rows: Int = 1_000_000,
    screen: ScriptedScreen? = nil, programStatus: Int32 = 0, inputIsPipe: Bool = false,
    editor: (@Sendable (String) throws -> Void)? = nil, beforeAnswer: (@Sendable () -> Void)? = nil
  ) -> World {
    let bytes = StandardInput.bytes(Array(input.utf8))
    let identifiers = identifiers
    let web = web
    let programs = programs
    return World(
      environment: environment,
      workingDirectory: place.map { NoteRepository.absolutePath($0, from: folder.path) }
        ?? folder.path,
      console: { globals in
        Console(
          output: output, errors: errors,
          capabilities: TerminalCapabilities(
            isInputTerminal: onTerminal && !inputIsPipe, isOutputTerminal: onTerminal, isErrorTerminal: onTerminal,
            columns: columns, rows: rows, usesColor: globals.color == .always, usesHyperlinks: onTerminal,
            asciiOnly: globals.asciiOnly))
      },
      clock: { Self.now }, zone: zone,
      input: StandardInput(readAll: bytes.readAll) {
        beforeAnswer?()
        return bytes.readLine()
      },
      randomBytes: { identifiers.next($0) },
      runInteractively: { program, arguments in
        programs.lines.withLock { $0.append(program.line) }
        if let file = arguments.last { try editor?(file) }
        return programStatus
      },
      web: { _ in web }, screen: { screen })
  }

  /// 2026-11-21T10:00:00+09:00.
  private static let now = CivilMoment(
    day: Day(year: 2026, month: 11, day: 21) ?? Day(daysSinceEpoch: 0),
    time: TimeOfDay(hour: 10, minute: 0) ?? .midnight, utcOffsetSeconds: 32_400)
}

private final class RunPrograms: Sendable {
  let lines = Mutex<[String]>([])
}

/// Ids that count up, so that transcripts are the same on every run.
private final class IdentifierSource: Sendable {
  private let counter = Mutex<UInt8>(0)

  func next(_ count: Int) -> [UInt8] {
    let number = counter.withLock { value in
      value += 1
      return value
    }
    return (0..<count).map { $0 == count - 1 ? number : 10 }
  }
}
