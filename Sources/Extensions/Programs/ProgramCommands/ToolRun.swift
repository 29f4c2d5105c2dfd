import ArgumentParser
import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import SheafCommands
import ToolServing
import Wording

/// Runs commands of Sheaf in a program's name and keeps their output.
struct ToolRun {
  let context: CommandContext
  private let output = CapturingSink()
  private let errors = CapturingSink()

  /// - Parameters:
  ///   - owner: The context whose notes the command works on.
  ///   - access: The rights of the program.
  ///   - words: The command line that the journal records.
  ///   - input: The standard input, for a command that is given `-`.
  init(_ owner: CommandContext, _ access: ProgramAccess, _ words: [String] = ["mcp"], input: String = "") {
    var globals = owner.globals
    globals.noInput = true
    let console = Console(output: output, errors: errors, capabilities: TerminalCapabilities(asciiOnly: false))
    let terminal = Terminal(console, owner.language, globals, .bytes(Array(input.utf8)))
    var context = CommandContext(
      owner.world, terminal, owner.session.anew(), words: words, clock: owner.clock, zone: owner.zone)
    context.access = access
    context.program = owner.program
    self.context = context
  }

  /// Runs a command; that nothing was found is no error.
  func run(_ command: any ContextCommand) throws {
    do {
      try command.run(in: context)
    } catch ExitStatus.negative {
      return
    } catch is ExitStatus {
      throw failure
    }
  }

  /// A command that ended with a code has said why.
  private var failure: Problem {
    let text = errors.text.split(whereSeparator: \.isNewline).joined(separator: "\n")
    return Problem(.failure, text.isEmpty ? Message("The command failed", ko: "실행하지 못했습니다") : Message(verbatim: text))
  }

  /// Returns the items of the JSON document that a command prints.
  func items(of command: any ContextCommand) throws -> [JSONValue] {
    try run(command)
    let bytes = output.bytes
    guard !bytes.isEmpty else { return [] }
    return try JSONValueReader.value(of: bytes).plain["items"]?.items ?? []
  }

  /// Returns the text of a note for the client.
  func text(of note: Note, at path: NotePath, in workspace: Workspace) throws -> [UInt8] {
    try workspace.withOwnAnswers(
      note.document, at: path, workspace.bakingAnswers(now: context.clock(), context.language))
  }

  /// Runs a command that writes.
  ///
  /// - Returns: The changed notes, with the versions that prove later that the client has read them.
  func change(_ body: (CommandContext) throws -> Void) throws -> ToolAnswer {
    do {
      try body(context)
    } catch is ExitStatus {
      throw failure
    }
    var owner = context
    owner.access = nil
    owner.program.afterWriting(in: owner)
    let files = LiveFileSystem(root: try context.repository().root)
    let changed = context.footprint.paths.map { path in
      JSONValue.map([
        "path": .string(path.string),
        "hash": (try? files.read(path)).map { .string(ProgramAccess.hash(of: $0)) } ?? .null,
      ])
    }
    return ToolAnswer(
      .map(["changed": .array(changed)]), remark: errors.text.trimmingPrefix(while: \.isWhitespace).description)
  }

  /// Returns the workspace as the command has left it.
  func workspace() throws -> Workspace {
    let repository = try context.repository()
    return try context.openWorkspace(of: repository, context.configuration(of: repository), synchronized: false)
  }

  /// Returns the note that a program names.
  func note(_ name: String) throws -> (path: NotePath, workspace: Workspace) {
    let workspace = try context.openWorkspace()
    let path = try context.note(name, in: workspace)
    guard !path.isHidden else { throw NoteLookupError.notFound(name, nearest: nil) }
    return (path, workspace)
  }
}
