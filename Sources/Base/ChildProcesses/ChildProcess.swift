import HostSystem

/// A program that this process has started and waits for.
package struct ChildProcess: Sendable {
  /// The reason why a program was not started.
  package struct StartError: Error, Hashable {
    package let code: Int32

    /// The sentence of the C library about the error.
    package var reason: String { String(cString: strerror(code)) }
  }

  private let identifier: pid_t
  private let isLeader: Bool

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the program.
  ///   - arguments: The arguments, without the program's name.
  ///   - environment: The whole environment, or nil for that of this process.
  ///   - streams: Standard input, output and error, in this order, or none for those of this process.
  ///   - endsWithItsChildren: True to let ``end()`` end the program together with its children.
  /// - Throws: ``StartError``
  package init(
    path: String, arguments: [String], environment: [String: String]? = nil,
    streams: [Int32] = [], endsWithItsChildren: Bool = false
  ) throws(StartError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (place, descriptor) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This process ignores a closed pipe; the program shall end by it as usual.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let group = endsWithItsChildren ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | group))
    let words = CStrings([path] + arguments)
    let variables = environment.map { CStrings($0.map { "\($0)=\($1)" }) }
    defer {
      words.free()
      variables?.free()
    }
    var child = pid_t()
    let code = Host.starting {
      posix_spawn(&child, path, &actions, &attributes, words.pointers, variables?.pointers ?? ownEnvironment())
    }
    guard code == 0 else { throw StartError(code: code) }
    identifier = child
    isLeader = endsWithItsChildren
  }

  /// Kills the program, or its process group, at once.
  package func end() { _ = kill(isLeader ? -identifier : identifier, SIGKILL) }

  /// True if it has ended; ``wait()`` says how.
  var hasEnded: Bool {
    var information = siginfo_t()
    let code = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
    return code == 0 && information.si_signo != 0
  }

  /// Waits for the end of the program. Returns the exit status, or 128 and the number of the signal that ended it.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// Returns the pointers of this process's environment, with nil as the last element.
private func ownEnvironment() -> [UnsafeMutablePointer<CChar>?] {
  var pointers: [UnsafeMutablePointer<CChar>?] = []
  var entry = Host.variables
  while let pointer = entry?.pointee {
    pointers.append(pointer)
    entry = entry?.advanced(by: 1)
  }
  return pointers + [nil]
}

/// Texts as the C library takes lists of them.
private struct CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

  func free() { for pointer in pointers { HostSystem.free(pointer) } }
}

/// Finds a program in the folders of `path`, a list like PATH, and returns its absolute path, or nil if there is no
/// such program. A name that is an absolute path already is not searched for in the folders.
///
/// Relative folders in the list are ignored, so that a program in a repository is never run.
package func programPath(_ name: String, in path: String) -> String? {
  if name.hasPrefix("/") { return isProgram(name) ? name : nil }
  return path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { $0 + "/" + name }.first(where: isProgram)
}

/// Returns true for an executable file. Folders are excluded, because the system calls them executable as well.
private func isProgram(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
}
