import Glibc
import NoteActions
import NoteRepository

extension CommandContext {
  /// Programs of others that are on the path: they get arguments, no shell and no input, and speak English.
  var installedPrograms: ProgramRunner {
    let path = variable("PATH") ?? ""
    let temporary = temporaryFolder
    return ProgramRunner(has: { ExternalCommand.find($0, in: path) != nil }) { name, arguments in
      try InstalledProgram.outcome(of: name, arguments, temporary: temporary)
    }
  }

  /// The folder for what is needed for a moment.
  var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }
}

/// Runs a program to its end. What it says goes into files: nobody has to read it while it runs.
private enum InstalledProgram {
  /// More output than that is not taken.
  private static let outputLimit = 256 << 20

  static func outcome(
    of name: String, _ arguments: [String], temporary: String
  ) throws -> ProgramOutcome {
    let folder = try PrivateFolder(in: temporary)
    let (output, errors) = (folder.path + "/output", folder.path + "/errors")
    let status = try run(["env", "LC_ALL=C.UTF-8", name] + arguments, output, errors)
    return ProgramOutcome(
      status: status, output: try readFile(output, limit: outputLimit),
      errors: String(decoding: try readFile(errors, limit: outputLimit), as: UTF8.self))
  }

  private static func run(
    _ words: [String], _ output: String, _ errors: String
  ) throws -> Int32 {
    var pointers = words.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var child = pid_t()
    guard posix_spawnp(&child, words[0], &actions, nil, pointers, environ) == 0 else {
      throw ProgramNotStarted(command: words.count > 2 ? words[2] : words[0])
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw ProgramNotStarted(command: words[0]) }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
