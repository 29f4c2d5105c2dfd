import CivilCalendar
import Glibc
import NoteActions
import TerminalScreen

extension World {
  /// The process's own environment, streams, clock and terminal.
  static func live() -> World {
    let environment = liveEnvironment()
    return World(
      environment: environment,
      workingDirectory: liveWorkingDirectory(environment),
      console: { liveConsole(environment, $0) },
      clock: liveMoment,
      zone: LocalZone(offset: liveOffset),
      input: StandardInput(
        readAll: { try readAll(descriptor: STDIN_FILENO) },
        readLine: { Swift.readLine(strippingNewline: true) }),
      randomBytes: liveRandomBytes,
      runInteractively: runAttached,
      web: { timeout in
        Web(
          client: try CurlClient.make(timeoutSeconds: timeout, environment: environment),
          lookup: LiveHostLookup.addresses)
      },
      screen: { environment["TERM"] == "dumb" ? nil : try? LiveScreen() })
  }
}

private func liveEnvironment() -> [String: String] {
  var variables: [String: String] = [:]
  var entry = environ
  while let pointer = entry.pointee {
    let text = String(cString: pointer)
    if let equals = text.firstIndex(of: "=") {
      variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    entry = entry.advanced(by: 1)
  }
  return variables
}

private func liveWorkingDirectory(_ environment: [String: String]) -> String {
  guard let pointer = getcwd(nil, 0) else { return environment["PWD"] ?? "/" }
  defer { free(pointer) }
  return String(cString: pointer)
}

private func liveOffset(_ secondsSinceEpoch: Int) -> Int {
  var seconds = secondsSinceEpoch
  var local = tm()
  localtime_r(&seconds, &local)
  return local.tm_gmtoff
}

private func liveMoment() -> CivilMoment {
  let seconds = time(nil)
  let moment = CivilMoment(
    secondsSinceEpoch: seconds, utcOffsetSeconds: liveOffset(seconds))
  return moment ?? CivilMoment(day: Day(daysSinceEpoch: 0), time: .midnight, utcOffsetSeconds: 0)
}

private func liveRandomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

private func liveConsole(_ environment: [String: String], _ globals: GlobalOptions) -> Console {
  Console(
    output: FileDescriptorSink(descriptor: STDOUT_FILENO),
    errors: FileDescriptorSink(descriptor: STDERR_FILENO),
    capabilities: .detect(
      environment: environment, globals: globals,
      isTerminal: { isatty($0) == 1 }, windowSize: liveWindowSize))
}

private func liveWindowSize() -> (columns: Int, rows: Int)? {
  var size = winsize()
  guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return (Int(size.ws_col), Int(size.ws_row))
}

private func readAll(descriptor: Int32) throws -> [UInt8] {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      bytes += piece[..<count]
    } else if count == 0 {
      return bytes
    } else if errno != EINTR {
      throw ExitStatus.inputOutput
    }
  }
}
