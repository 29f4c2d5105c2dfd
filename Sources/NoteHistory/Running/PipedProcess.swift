import Glibc

/// A program that runs with three pipes, on the thread that waits for it.
///
/// Nothing here needs another thread, so it also works where all of them are busy waiting.
struct PipedProcess {
  /// What could not be done to start it.
  struct StartError: Error {
    let code: Int32

    var reason: String { String(cString: strerror(code)) }
  }

  private let identifier: pid_t
  private let pipes: ProcessPipes

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: Its absolute path.
  ///   - arguments: Without its name.
  ///   - environment: All of its environment.
  /// - Throws: ``StartError``
  init(
    path: String, arguments: [String], environment: [String: String]
  ) throws(StartError) {
    pipes = try ProcessPipes()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (place, descriptor) in pipes.childEnds.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Sheaf ignores a closed pipe; the program shall end by it as usual.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let words = CStrings([path] + arguments)
    let variables = CStrings(environment.map { "\($0)=\($1)" })
    defer {
      words.free()
      variables.free()
    }
    var child = pid_t()
    let code = posix_spawn(&child, path, &actions, &attributes, words.pointers, variables.pointers)
    pipes.closeChildEnds()
    guard code == 0 else {
      pipes.closeOwnEnds()
      throw StartError(code: code)
    }
    identifier = child
  }

  /// Writes the input and hands over what comes back until the program has closed its streams, and waits for it.
  ///
  /// - Returns: The exit status, or 128 and the number of the signal that ended it.
  func finish(
    input: [UInt8], output: ([UInt8]) -> Void, errors: ([UInt8]) -> Void
  ) -> Int32 {
    pipes.exchange(input, output: output, errors: errors)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// Texts as the C library takes lists of them.
private struct CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

  func free() { for pointer in pointers { Glibc.free(pointer) } }
}
