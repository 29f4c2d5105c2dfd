import ChildProcesses
import NoteRepository

/// `sheaf foo`, where Sheaf has no `foo` but a program `sheaf-foo` is on the path.
enum ExternalCommand {
  /// Runs it.
  ///
  /// - Returns: nil where the first word is a command of Sheaf's own, an option, or no such program exists.
  static func run(_ words: [String], in context: CommandContext) throws -> ExitStatus? {
    guard let name = words.first, !name.hasPrefix("-"), !name.contains("/"), name != "help",
      !SheafCommand.commandNames.contains(name),
      let program = find("sheaf-" + name, in: context.variable("PATH") ?? ""),
      !isInRepository(program, context)
    else { return nil }
    context.console.flush()
    let status = try context.runInteractively(
      UserProgram(executable: program), Array(words.dropFirst()))
    return ExitStatus(rawValue: status) ?? .failure
  }

  /// A repository runs no program of its own, also where its folder is on the path.
  private static func isInRepository(_ program: String, _ context: CommandContext) -> Bool {
    guard let root = (try? context.repository())?.root else { return false }
    return (resolvedPath(program) ?? program).hasPrefix((resolvedPath(root) ?? root) + "/")
  }

  /// The program of this name in the folders of `path`.
  static func find(_ name: String, in path: String) -> String? {
    programPath(name, in: path)
  }
}
