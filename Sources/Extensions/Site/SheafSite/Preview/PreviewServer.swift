import ByteBasics
import FlyingSocks
import Foundation
import Synchronization
package import Wording

/// Answers browsers with the pages of a ``PreviewSite``, each connection once.
package struct PreviewServer: Sendable {
  private let socket: Socket
  private let answers: PreviewAnswers
  /// The time that a browser may take to send a request, and to read a part of the answer.
  private let patience: Swift.Duration
  /// The port of the server.
  package let port: UInt16

  /// - Parameters:
  ///   - address: `127.0.0.1`, `::1`, or another address of this machine.
  ///   - port: The port; 0 for any free port.
  ///   - patience: The time that a connection may be silent.
  /// - Throws: ``PreviewServerError`` if the port is taken or may not be used.
  package init(
    _ site: PreviewSite, address: String, port: UInt16, gate: HostGate, patience: Swift.Duration = .seconds(10)
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
      throw PreviewServerError.notListening("\(address):\(port)", reason: reason, isTaken: code == EADDRINUSE)
    }
    switch try socket.sockname() {
    case .ip4(_, let port), .ip6(_, let port): self.port = port
    case .unix: self.port = port
    }
  }

  private static func socketAddress(_ address: String, _ port: UInt16) throws -> any SocketAddress {
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
        await open.room()
        let connection = try await listener.accept()
        open.add { hasAsked in await answer(connection, hasAsked) }
      } catch SocketError.failed {
        // Too many open files: one is closed in a moment.
        open.closeOne()
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  /// Answers a request, and calls `hasAsked` when the browser has sent the request.
  private func answer(_ connection: AsyncSocket, _ hasAsked: @Sendable () -> Void) async {
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

  /// Returns the result of `work`; nil if it takes longer than the patience, and then it is cancelled.
  private func inTime<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
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
      for start in seen..<max(seen, bytes.count - end.count + 1) where bytes[start...].starts(with: end) {
        return String(decoding: bytes[..<start], as: UTF8.self)
      }
    }
    return ""
  }
}

/// The open connections. If there are too many, the connection that has been idle for the longest time is closed before
/// the next is accepted. Idle clients therefore cannot block others, and file descriptors remain for the notes.
private final class OpenConnections: Sendable {
  private struct State {
    var last = 0
    /// The tasks of open connections, by increasing number.
    var tasks: [Int: Task<Void, Never>] = [:]
    var silent: Set<Int> = []
    /// The request that waits until a connection is closed.
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// Half of the files that the process may open, since an answer reads some.
  static var usualLimit: Int {
    var files = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return 64 }
    return max(8, min(512, Int(clamping: files.rlim_cur) / 2))
  }

  /// Waits until there is room for one more.
  func room() async {
    await withCheckedContinuation { waiter in
      let hasRoom = state.withLock { state in
        if state.tasks.count < limit { return true }
        Self.closeOne(&state)
        state.waiter = waiter
        return false
      }
      if hasRoom { waiter.resume() }
    }
  }

  /// Adds a connection.
  ///
  /// - Parameter work: Ends when its task is cancelled; takes a function to call when the browser has sent its request.
  func add(_ work: @escaping @Sendable (_ hasAsked: @Sendable () -> Void) async -> Void) {
    state.withLock { state in
      state.last += 1
      let number = state.last
      state.silent.insert(number)
      state.tasks[number] = Task {
        await work { self.state.withLock { _ = $0.silent.remove(number) } }
        let waiter = self.state.withLock { state in
          state.tasks[number] = nil
          state.silent.remove(number)
          defer { state.waiter = nil }
          return state.waiter
        }
        waiter?.resume()
      }
    }
  }

  func closeOne() { state.withLock { Self.closeOne(&$0) } }

  private static func closeOne(_ state: inout State) {
    guard let number = state.silent.min() ?? state.tasks.keys.min() else { return }
    state.silent.remove(number)
    state.tasks[number]?.cancel()
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
    case .noAddress(let text): Message("“\(text)” is not an address of this computer", ko: "이 컴퓨터의 주소가 아닙니다: “\(text)”")
    case .notListening(let place, let reason, _):
      Message("Cannot listen on \(place): \(reason)", ko: "\(place)에서 연결을 받을 수 없습니다: \(reason)")
    }
  }

  package var hint: Message? {
    switch self {
    case .noAddress:
      Message(
        "Give an IP address without a port: --address 127.0.0.1 --port 8420",
        ko: "포트 없는 IP 주소를 지정하세요: --address 127.0.0.1 --port 8420")
    case .notListening(_, _, isTaken: true):
      Message("--port 0 uses any free port.", ko: "--port 0을 지정하면 비어 있는 포트를 사용합니다.")
    case .notListening: nil
    }
  }

  /// True if another program listens on the port.
  package var isTaken: Bool {
    if case .notListening(_, _, isTaken: true) = self { true } else { false }
  }
}

/// The answers to requests. Nothing is ever changed by one.
struct PreviewAnswers: Sendable {
  let site: PreviewSite
  let gate: HostGate

  /// The time that a browser is kept waiting for a change before it has to ask again.
  private static let patience = Swift.Duration.seconds(25)

  /// Answers a request of a browser. Nil stands for bytes that are not a request.
  func answer(to request: RequestHead?) async -> Answer {
    guard let request else { return words(.badRequest, Self.noAddress) }
    guard gate.admits(request.host) else { return words(.forbidden, Self.otherName) }
    guard request.method == "GET" || request.method == "HEAD" else {
      return words(.methodNotAllowed, Self.onlyReading, ["Allow: GET, HEAD"])
    }
    guard let path = Self.path(request.path) else { return words(.badRequest, Self.noAddress) }
    var answer = "/" + path == PreviewScript.changesAddress ? await changes(request) : page(path, range: request.range)
    answer.sendsBody = request.method == "GET"
    return answer
  }

  private func changes(_ request: RequestHead) async -> Answer {
    guard let written = request.parameter("path"), let path = Self.path(percentDecoded(written)),
      let version = request.parameter("version")
    else { return words(.badRequest, Self.noAddress) }
    let changed = await site.changes(of: path, since: version, patience: Self.patience)
    // A page whose note was renamed continues at its new address.
    let place = site.newPath(of: path).map { Array(Self.address(of: $0).utf8) }
    return Answer(status: changed ? .ok : .noContent, mediaType: MediaTypes.text, body: changed ? place ?? [] : [])
  }

  /// Returns the address of a page in the form of HTTP headers.
  private static func address(of page: String) -> String {
    "/" + SiteAddress.ascii(SiteAddress.escaped(page))
  }

  /// Returns the path of a file in the site. Nil for a path that no file of a site can have.
  private static func path(_ written: String) -> String? {
    guard written.hasPrefix("/") else { return nil }
    var path = percentDecoded(String(written.dropFirst()))
    if path.isEmpty || path.hasSuffix("/") { path += "index.html" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { $0 != "." && $0 != ".." && !$0.isEmpty }
    return isPlain && !path.utf8.contains(0) ? path : nil
  }

  private func page(_ path: String, range: ByteRangeRequest?) -> Answer {
    let page = site.page(path)
    if page.status == .notFound, let place = site.newPath(of: path) {
      return words(.found, Self.movedPage, ["Location: " + Self.address(of: place)])
    }
    var further = page.status == .ok ? ["Accept-Ranges: bytes"] : []
    if page.mediaType == MediaTypes.unknown { further.append("Content-Disposition: attachment") }
    if let policy = page.policy { further.append("Content-Security-Policy: " + policy) }
    // A drawing that is opened by itself may hold scripts.
    if page.mediaType == MediaTypes.drawing {
      further.append("Content-Security-Policy: sandbox; default-src 'none'; style-src 'unsafe-inline'")
    }
    guard let range, page.status == .ok else {
      return Answer(
        status: page.status, mediaType: page.mediaType, body: page.bytes, further: further,
        isForAnyOrigin: path == DiagramScript.scriptPath)
    }
    let size = page.bytes.count
    guard let part = range.range(in: size) else {
      return Answer(
        status: .rangeNotSatisfiable, mediaType: MediaTypes.text, body: [], further: ["Content-Range: bytes */\(size)"])
    }
    let place = "Content-Range: bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
    return Answer(
      status: .partialContent, mediaType: page.mediaType, body: Array(page.bytes[part]), further: further + [place])
  }

  private func words(_ status: Answer.Status, _ message: Message, _ further: [String] = []) -> Answer {
    let text = message.text(in: site.language) + "\n"
    return Answer(status: status, mediaType: MediaTypes.text, body: Array(text.utf8), further: further)
  }

  private static let otherName = Message(
    "The preview does not answer to this host name. Start it with “sheaf serve --host NAME” to allow the name.",
    ko: "허용하지 않은 호스트 이름입니다. “sheaf serve --host 이름”으로 허용할 수 있습니다.")
  private static let onlyReading = Message("The preview is read-only.", ko: "미리보기는 읽기 전용입니다.")
  private static let movedPage = Message("The note has another name now.", ko: "메모의 이름이 바뀌었습니다.")
  private static let noAddress = Message("The preview has no page at this address.", ko: "미리보기에 없는 주소입니다.")
}
