import Foundation
import HostSystem

/// A program on a terminal of its own, with keys that are typed when the screen shows what they wait for.
package final class TerminalRun {
  /// `TIOCSPTLCK` and `TIOCGPTN`, whose values are the same on every Linux that Swift knows.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private let process = Process()
  private let descriptor: Int32
  private var bytes: [UInt8] = []

  /// Starts a line of shell.
  ///
  /// - Throws: An error if no terminal can be made or the shell cannot be started.
  package init(
    _ line: String, in folder: String, environment: [String: String], columns: Int = 80,
    rows: Int = 24
  ) throws {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // The steps of grantpt, unlockpt and ptsname on Linux.
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard descriptor >= 0, ioctl(descriptor, Self.setLock, &isLocked) == 0,
      ioctl(descriptor, Self.getNumber, &number) == 0
    else { throw NoTerminal() }
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { throw NoTerminal() }
    resize(columns: columns, rows: rows)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
    process.arguments = ["--ctty", "--wait", "/bin/sh", "-c", line]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm"]
      .merging(environment) { $1 }
    let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    try handle.close()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(descriptor)
  }

  struct NoTerminal: Error {}

  package func type(_ keys: String) { type(bytes: Array(keys.utf8)) }

  /// Types a part of a character.
  package func type(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    _ = write(descriptor, bytes, bytes.count)
  }

  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Everything that was printed so far.
  package var output: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads until the output after the last `forget()` contains a text.
  ///
  /// - Returns: False if the program ended or half a minute, or so long as is said, went by before that.
  package func wait(for text: String, milliseconds: Int = 30_000) -> Bool {
    let deadline = Date(timeIntervalSinceNow: Double(milliseconds) / 1_000)
    while !output.contains(text) {
      guard Date() < deadline, read(milliseconds: 200) else { return false }
    }
    return true
  }

  /// Drops the text that was printed until now.
  package func forget() { bytes = [] }

  /// Reads until the program has ended.
  ///
  /// - Returns: Its exit status; nil if it goes on for half a minute.
  package func end() -> Int32? {
    let deadline = Date(timeIntervalSinceNow: 30)
    while read(milliseconds: 200) { guard Date() < deadline else { return nil } }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// - Returns: False if nobody has the terminal any more.
  private func read(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return true }
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = HostSystem.read(descriptor, &piece, piece.count)
    guard count > 0 else { return false }
    bytes += piece[..<count]
    return true
  }
}
