import ByteBasics
import ChildProcesses
import Dispatch
import HostSystem
import NoteModel
import RemoteCalls
import Synchronization

/// Connects a client with the server, which runs in a separate process, so that no note can end the session.
///
/// Messages are passed on in both directions. If the server dies, waiting requests receive an error, and a new server
/// receives the setup and the text of every open document.
package final class Supervisor: Sendable {
  private let program: String
  private let arguments: [String]
  private let client: MessageWriter
  private let input: Int32
  private let state: Mutex<State>
  private let channel = Mutex(())

  private struct State: Sendable {
    var server: ServerProcess?
    var setup: [[UInt8]] = []
    var encoding = PositionEncoding.utf16
    var documents: [DocumentAddress: OpenDocument] = [:]
    var languages: [DocumentAddress: JSONValue] = [:]
    /// The requests that have no answer yet.
    var waiting: Set<JSONValue> = []
    /// The answer to a setup that the client has had already.
    var repeated: JSONValue?
    var isEnding = false
    var restarts: [Int] = []
  }

  /// A server that dies more often than this in a minute is not started again.
  private static let restartLimit = 10

  /// - Parameters:
  ///   - program: The absolute path of the server's program.
  ///   - arguments: The arguments with which the program serves its standard streams.
  ///   - input: The descriptor that the client's messages come from.
  ///   - output: The descriptor that the client reads.
  package init(program: String, arguments: [String], input: Int32, output: Int32) {
    self.program = program
    self.arguments = arguments
    self.input = input
    client = MessageWriter(descriptor: output, framing: .heads)
    state = Mutex(State())
  }

  /// Goes on until the client is gone or has said `exit`. Returns the server's exit code.
  package func run() -> Int32 {
    start()
    var reader = MessageReader(descriptor: input, framing: .heads)
    while let message = reader.next() {
      // A server that is started meanwhile gets the message with the remembered messages, or separately.
      let isExit = channel.withLock { _ in
        let isExit = note(message)
        state.withLock(\.server)?.writer.send(body: message)
        return isExit
      }
      if isExit { break }
    }
    state.withLock { $0.isEnding = true }
    guard let server = state.withLock(\.server) else { return 1 }
    server.closeInput()
    return server.wait()
  }

  // MARK: - From the client

  /// Remembers the messages that a new server would need. Returns true for `exit`.
  private func note(_ message: [UInt8]) -> Bool {
    guard case .call(let call) = RemoteCall.read(message) else { return false }
    state.withLock { state in
      if let identifier = call.identifier { state.waiting.insert(identifier) }
      switch call.method {
      case "initialize", "initialized", "workspace/didChangeWorkspaceFolders":
        state.setup.append(message)
      case "textDocument/didOpen": Self.open(call.parameters, &state)
      case "textDocument/didChange": Self.change(call.parameters, &state)
      case "textDocument/didClose":
        guard let address = Self.address(call.parameters) else { return }
        state.documents[address] = nil
        state.languages[address] = nil
        Host.releaseFreeMemory()
      case "exit", "shutdown": state.isEnding = true
      default: break
      }
    }
    return call.method == "exit"
  }

  private static func address(_ parameters: JSONValue) -> DocumentAddress? {
    parameters.at("textDocument", "uri")?.string.map { DocumentAddress($0) }
  }

  private static func open(_ parameters: JSONValue, _ state: inout State) {
    guard let address = address(parameters), let item = parameters["textDocument"],
      let text = item["text"]?.string
    else { return }
    state.languages[address] = item["languageId"]
    state.documents[address] = OpenDocument(
      address, version: item["version"]?.integer ?? 0, bytes: Array(text.utf8),
      path: NotePath(trusted: "note.md"), layout: .standard, encoding: state.encoding)
  }

  private static func change(_ parameters: JSONValue, _ state: inout State) {
    guard let address = address(parameters), let document = state.documents[address] else { return }
    state.documents[address] = document.changed(
      by: parameters["contentChanges"]?.items ?? [],
      version: parameters.at("textDocument", "version")?.integer ?? 0)
  }

  // MARK: - From the server

  private func start() {
    guard let server = ServerProcess(program: program, arguments: arguments) else { return }
    state.withLock { $0.server = server }
    DispatchQueue(label: "server").async { [self] in
      var reader = MessageReader(descriptor: server.output, framing: .heads)
      while let message = reader.next() { answer(message) }
      ended(server)
    }
  }

  private func answer(_ message: [UInt8]) {
    let identifier = Self.identifier(ofAnswer: message)
    let isRepeated = state.withLock { state in
      guard let identifier else { return false }
      let isFirst = state.waiting.remove(identifier) != nil
      if isFirst, case .answer(_, let result) = Self.setupAnswer(message) {
        state.encoding =
          result.flatMap { $0.at("capabilities", "positionEncoding")?.string }
          .flatMap { PositionEncoding(rawValue: $0) } ?? state.encoding
      }
      guard state.repeated == identifier else { return false }
      state.repeated = nil
      return true
    }
    if !isRepeated { client.send(body: message) }
  }

  /// Returns the identifier of an answer, which the server writes first, or nil for other messages.
  private static func identifier(ofAnswer message: [UInt8]) -> JSONValue? {
    let head = "{\"jsonrpc\":\"2.0\",\"id\":"
    guard message.starts(with: head.utf8) else { return nil }
    let rest = message[head.utf8.count...].prefix(1_000)
    var end = rest.startIndex
    // An identifier may be a text with commas.
    while let comma = rest[end...].firstIndex(of: ASCII.comma) {
      let next = rest[(comma + 1)...]
      if next.starts(with: "\"result\"".utf8) || next.starts(with: "\"error\"".utf8),
        let identifier = try? JSONValueReader.value(of: Array(rest[..<comma])).plain
      {
        return identifier
      }
      end = comma + 1
    }
    return nil
  }

  /// Parses the answer to `initialize`. No other answer is parsed.
  private static func setupAnswer(_ message: [UInt8]) -> RemoteCall.Message? {
    let isSetup = String(decoding: message.prefix(80), as: UTF8.self).contains("\"capabilities\"")
    return isSetup ? RemoteCall.read(message) : nil
  }

  private func ended(_ server: ServerProcess) {
    let isEnding = state.withLock(\.isEnding)
    guard !isEnding else { return }
    _ = server.wait()
    channel.withLock { _ in restart() }
  }

  private func restart() {
    let now = time(nil)
    let (lost, mayStart) = state.withLock { state -> (Set<JSONValue>, Bool) in
      let lost = state.waiting
      state.waiting = []
      state.restarts = state.restarts.filter { $0 > now - 60 } + [now]
      return (lost, state.restarts.count <= Self.restartLimit)
    }
    for identifier in lost {
      client.send(
        .failure(identifier, .failure("The server ended unexpectedly and has been started again")))
    }
    guard mayStart else { exit(1) }
    start()
    let (setup, documents, new) = state.withLock { state in
      if let first = state.setup.first, case .call(let call) = RemoteCall.read(first) {
        state.repeated = call.identifier
      }
      let documents = state.documents.values.map { document in
        Self.opening(document, state.languages[document.address])
      }
      return (state.setup, documents, state.server)
    }
    for message in setup { new?.writer.send(body: message) }
    for message in documents { new?.writer.send(message) }
  }

  private static func opening(_ document: OpenDocument, _ language: JSONValue?) -> JSONValue {
    .notification(
      "textDocument/didOpen",
      .map([
        "textDocument": .map([
          "uri": .string(document.address.text), "languageId": language ?? .string("markdown"),
          "version": .integer(document.version),
          "text": .string(String(decoding: document.bytes, as: UTF8.self)),
        ])
      ]))
  }
}

/// The server as a process, with pipes for its standard input and output.
private final class ServerProcess: Sendable {
  let writer: MessageWriter
  let output: Int32
  private let input: Int32
  private let process: ChildProcess
  private let status = Mutex<Int32?>(nil)

  init?(program: String, arguments: [String]) {
    guard let toServer = try? closingPipe() else { return nil }
    guard let fromServer = try? closingPipe() else {
      Self.close([toServer.read, toServer.write])
      return nil
    }
    let process = try? ChildProcess(
      path: program, arguments: arguments, streams: [toServer.read, fromServer.write])
    Self.close([toServer.read, fromServer.write])
    guard let process else {
      Self.close([toServer.write, fromServer.read])
      return nil
    }
    self.process = process
    input = toServer.write
    output = fromServer.read
    writer = MessageWriter(descriptor: input, framing: .heads)
  }

  private static func close(_ descriptors: [Int32]) {
    for descriptor in descriptors { HostSystem.close(descriptor) }
  }

  func closeInput() { Self.close([input]) }

  /// Waits until the process has ended. Returns the exit code, or 1 if a signal has ended the process.
  func wait() -> Int32 {
    status.withLock { known in
      if let known { return known }
      let code = process.wait()
      let shown = code > 128 ? 1 : code
      known = shown
      return shown
    }
  }
}
