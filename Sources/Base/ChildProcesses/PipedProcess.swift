import HostSystem

/// A program that runs with three pipes, on the thread that waits for it.
///
/// No other thread is needed, so this also works if all threads are busy.
package struct PipedProcess {
  private let process: ChildProcess
  private let pipes: ProcessPipes

  /// Starts a program; the parameters and errors are those of ``ChildProcess``.
  package init(
    path: String, arguments: [String], environment: [String: String],
    endsWithItsChildren: Bool = false
  ) throws(ChildProcess.StartError) {
    let pipes = try ProcessPipes()
    do throws(ChildProcess.StartError) {
      process = try ChildProcess(
        path: path, arguments: arguments, environment: environment, streams: pipes.childEnds,
        endsWithItsChildren: endsWithItsChildren)
    } catch {
      pipes.closeChildEnds()
      pipes.closeOwnEnds()
      throw error
    }
    pipes.closeChildEnds()
    self.pipes = pipes
  }

  /// Writes the input, passes on the output until the program has closed its streams, and waits for the end of the
  /// program.
  ///
  /// - Parameters:
  ///   - input: The bytes of the program's standard input.
  ///   - output: Receives standard output in pieces; false closes the stream, so that the program can print no more.
  ///   - errors: Receives standard error in pieces.
  /// - Returns: The exit status, or 128 plus the number of the signal that ended the program.
  package func finish(input: [UInt8] = [], output: ([UInt8]) -> Bool, errors: ([UInt8]) -> Void) -> Int32 {
    _ = pipes.exchange(input, until: nil, output: output, errors: errors)
    return process.wait()
  }

  /// Finishes the exchange with the program like `finish(input:output:errors:)`, but ends the program after a time.
  ///
  /// - Returns: The exit status, or nil if the program was ended.
  package func finish(
    within seconds: Int, input: [UInt8] = [], output: ([UInt8]) -> Bool, errors: ([UInt8]) -> Void
  ) -> Int32? {
    let deadline = monotonicMilliseconds() + seconds * 1_000
    var isInTime = pipes.exchange(input, until: deadline, output: output, errors: errors)
    // A process can close its streams and continue to run.
    while isInTime, !process.hasEnded {
      isInTime = monotonicMilliseconds() < deadline
      sleep(milliseconds: 2)
    }
    if !isInTime { process.end() }
    let status = process.wait()
    return isInTime ? status : nil
  }
}

/// Creates a pipe. A program that starts later inherits an end only as one of its standard streams.
package func closingPipe() throws(ChildProcess.StartError) -> (read: Int32, write: Int32) {
  guard let pair = Host.makePipe() else { throw ChildProcess.StartError(code: errno) }
  return pair
}

/// The standard streams of a program, from its side and from ours.
///
/// The streams are pipes, as in a shell, because a program can open a pipe again by a name such as `/dev/stderr`. A
/// socket cannot be opened again.
struct ProcessPipes {
  private let input: (own: Int32, child: Int32)
  private let output: (own: Int32, child: Int32)
  private let errors: (own: Int32, child: Int32)

  init() throws(ChildProcess.StartError) {
    // Writing to a pipe that was closed shall be an error, not the end of this process.
    signal(SIGPIPE, SIG_IGN)
    var opened: [(read: Int32, write: Int32)] = []
    do throws(ChildProcess.StartError) {
      for _ in 0..<3 { opened.append(try closingPipe()) }
    } catch {
      for pair in opened { for descriptor in [pair.read, pair.write] { HostSystem.close(descriptor) } }
      throw error
    }
    input = (opened[0].write, opened[0].read)
    output = (opened[1].read, opened[1].write)
    errors = (opened[2].read, opened[2].write)
    // The flags of the other end do not change: each end has its own flags.
    _ = fcntl(input.own, F_SETFL, O_NONBLOCK)
  }

  /// The ends of the program in the order of their numbers: standard input, output, error.
  var childEnds: [Int32] { [input.child, output.child, errors.child] }

  func closeChildEnds() { for descriptor in childEnds { HostSystem.close(descriptor) } }

  func closeOwnEnds() {
    for descriptor in [input.own, output.own, errors.own] { HostSystem.close(descriptor) }
  }

  /// Writes `bytes`, reads both output streams to their ends as data arrives, and closes all three streams.
  ///
  /// - Parameters:
  ///   - bytes: The bytes for the standard input of the program.
  ///   - deadline: The end of the exchange on the clock of ``monotonicMilliseconds()``, or nil for none.
  ///   - take: Returns true if more of the output is wanted.
  ///   - complain: Receives the standard error of the program.
  /// - Returns: False if the deadline came first.
  func exchange(
    _ bytes: [UInt8], until deadline: Int?, output take: ([UInt8]) -> Bool, errors complain: ([UInt8]) -> Void
  ) -> Bool {
    var rest = bytes[...]
    var waiting = [
      pollfd(fd: output.own, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.own, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input.own, events: Int16(POLLOUT), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var isInTime = true
    while isInTime, waiting.contains(where: { $0.fd >= 0 }) {
      if rest.isEmpty { Self.close(&waiting[2]) }
      let left = deadline.map { Int32(clamping: max(0, $0 - monotonicMilliseconds())) } ?? -1
      let ready = poll(&waiting, nfds_t(waiting.count), left)
      guard ready >= 0 || errno == EINTR else { break }
      isInTime = deadline.map { ready > 0 || monotonicMilliseconds() < $0 } ?? true
      if waiting[0].revents != 0 { Self.read(&waiting[0], &buffer, take) }
      if waiting[1].revents != 0 {
        Self.read(&waiting[1], &buffer) { piece in
          complain(piece)
          return true
        }
      }
      if waiting[2].revents != 0 { Self.write(&waiting[2], &rest) }
    }
    for index in waiting.indices { Self.close(&waiting[index]) }
    return isInTime
  }

  private static func read(_ stream: inout pollfd, _ buffer: inout [UInt8], _ take: ([UInt8]) -> Bool) {
    let count = HostSystem.read(stream.fd, &buffer, buffer.count)
    if count > 0 {
      if !take(Array(buffer[..<count])) { close(&stream) }
    } else if count == 0 || errno != EINTR {
      close(&stream)
    }
  }

  private static func write(_ stream: inout pollfd, _ rest: inout ArraySlice<UInt8>) {
    let count = rest.withUnsafeBytes { HostSystem.write(stream.fd, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR, errno != EAGAIN {
      // The program has read enough.
      close(&stream)
    }
  }

  private static func close(_ stream: inout pollfd) {
    guard stream.fd >= 0 else { return }
    HostSystem.close(stream.fd)
    stream.fd = -1
    stream.revents = 0
  }
}
