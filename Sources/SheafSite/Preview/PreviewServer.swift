import FlyingSocks
import Foundation
import Synchronization
package import Wording

/// Answers browsers with the pages of a ``PreviewSite``, each connection once.
package struct PreviewServer: Sendable {
  private let socket: Socket
  private let answers: PreviewAnswers
  /// How long a browser may take to ask, and to read a part of the answer.
  private let patience: Swift.Duration
  /// Where it listens.
  package let port: UInt16

  /// - Parameters:
  ///   - address: `127.0.0.1`, `::1`, or another one of this machine.
  ///   - port: 0 for any that is free.
  ///   - patience: How long a connection may be silent.
  /// - Throws: ``PreviewServerError`` where the port is taken or may not be used.
  package init(
    _ site: PreviewSite, address: String, port: UInt16, gate: HostGate,
    patience: Swift.Duration = .seconds(10)
  ) throws {
    self.patience = patience
    answers = PreviewAnswers(site: site, gate: gate)
    let place = try Self.socketAddress(address, port)
    do {
      socket = try Socket(domain: Int32(place.family))
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: place)
      try socket.listen()
    } catch SocketError.failed(_, let code, let reason) {
      throw PreviewServerError.notListening(
        "\(address):\(port)", reason: reason, isTaken: code == EADDRINUSE)
    }
    switch try socket.sockname() {
    case .ip4(_, let port), .ip6(_, let port): self.port = port
    case .unix: self.port = port
    }
  }

  private static func socketAddress(
    _ address: String, _ port: UInt16
  ) throws -> any SocketAddress {
    do {
      return address.contains(":")
        ? try sockaddr_in6.inet6(ip6: address, port: port)
        : try sockaddr_in.inet(ip4: address, port: port)
    } catch {
      throw PreviewServerError.noAddress(address)
    }
  }

  /// Begins to answer on other threads, until the process ends.
  package func start() { Task { try await run() } }

  private func run() async throws {
    let pool: some AsyncSocketPool = .make()
    try await pool.prepare()
    let listener = try AsyncSocket(socket: socket, pool: pool)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      group.addTask { try await accept(listener) }
      try await group.next()
    }
  }

  private func accept(_ listener: AsyncSocket) async throws {
    let open = OpenConnections(limit: OpenConnections.usualLimit)
    while true {
      do {
        let connection = try await listener.accept()
        open.add { hasAsked in await answer(connection, hasAsked) }
      } catch SocketError.failed {
        // Too many open files: one is closed in a moment.
        open.closeOne()
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  /// - Parameter hasAsked: Called when the browser has said what it wants.
  private func answer(
    _ connection: AsyncSocket, _ hasAsked: @Sendable () -> Void
  ) async {
    defer { try? connection.socket.close() }
    // A browser that goes away needs no answer.
    guard let head = await inTime({ try? await head(from: connection) }) ?? nil else { return }
    hasAsked()
    let bytes = await answers.answer(to: RequestHead(head)).bytes
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Data(rest.prefix(Self.pieceSize))
      let isWritten: Void? = await inTime { try? await connection.write(piece) } ?? nil
      guard isWritten != nil else { return }
      rest = rest.dropFirst(Self.pieceSize)
    }
  }

  private static let pieceSize = 1 << 18

  /// What `work` gives; nil where it takes longer than the patience, and then it is cancelled.
  private func inTime<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await work() }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  private func head(from connection: AsyncSocket) async throws -> String {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while bytes.count < RequestHead.sizeLimit {
      let seen = max(0, bytes.count - end.count)
      bytes += try await connection.read(atMost: 4_096)
      for start in seen..<max(seen, bytes.count - end.count + 1)
      where bytes[start...].starts(with: end) {
        return String(decoding: bytes[..<start], as: UTF8.self)
      }
    }
    return ""
  }
}

/// The connections that are being answered: one more than the limit ends the one that has not asked for anything for
/// the longest time, so that nobody keeps others out by asking nothing.
private final class OpenConnections: Sendable {
  private struct State {
    var last = 0
    /// By their numbers, which grow.
    var tasks: [Int: Task<Void, Never>] = [:]
    var silent: Set<Int> = []
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    self.limit = limit
  }

  /// Half of the files that the process may open, since an answer reads some.
  static var usualLimit: Int {
    var files = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else {
      return 64
    }
    return max(8, min(512, Int(clamping: files.rlim_cur) / 2))
  }

  /// - Parameter work: Ends when its task is cancelled; gets what it calls when the browser has asked.
  func add(_ work: @escaping @Sendable (_ hasAsked: @Sendable () -> Void) async -> Void) {
    state.withLock { state in
      if state.tasks.count >= limit { Self.closeOne(&state) }
      state.last += 1
      let number = state.last
      state.silent.insert(number)
      state.tasks[number] = Task {
        await work { self.state.withLock { _ = $0.silent.remove(number) } }
        self.state.withLock { state in
          state.tasks[number] = nil
          state.silent.remove(number)
        }
      }
    }
  }

  func closeOne() { state.withLock { Self.closeOne(&$0) } }

  private static func closeOne(_ state: inout State) {
    guard let number = state.silent.min() ?? state.tasks.keys.min() else { return }
    state.silent.remove(number)
    state.tasks.removeValue(forKey: number)?.cancel()
  }
}

/// A preview that cannot begin.
package enum PreviewServerError: ExplainedError {
  case noAddress(String)
  case notListening(String, reason: String, isTaken: Bool)

  package var category: ErrorCategory {
    switch self {
    case .noAddress: .usage
    case .notListening: .failure
    }
  }

  package var explanation: Message {
    switch self {
    case .noAddress(let text):
      Message(
        "“\(text)” is not an address of this machine", ko: "이 컴퓨터의 주소가 아닙니다: “\(text)”")
    case .notListening(let place, let reason, _):
      Message("Cannot listen on \(place): \(reason)", ko: "\(place)에서 연결을 받을 수 없습니다: \(reason)")
    }
  }

  package var hint: Message? {
    switch self {
    case .noAddress: Message("Use digits: 127.0.0.1", ko: "127.0.0.1처럼 숫자로 지정하세요.")
    case .notListening(_, _, isTaken: true):
      Message("--port 0 takes any free port.", ko: "--port 0을 지정하면 비어 있는 포트를 사용합니다.")
    case .notListening: nil
    }
  }

  /// Another program listens there.
  package var isTaken: Bool {
    if case .notListening(_, _, isTaken: true) = self { true } else { false }
  }
}
