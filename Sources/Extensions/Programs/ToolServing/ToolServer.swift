package import ByteBasics
import Dispatch
import ParallelWork
import RemoteCalls
import Synchronization

/// The tools and resources of a server.
package struct ServedContent: Sendable {
  package struct Page: Sendable {
    package let items: [JSONValue]
    /// The start of the next page; nil after the last page.
    package let next: String?

    package init(items: [JSONValue], next: String?) {
      self.items = items
      self.next = next
    }
  }

  package let name: String
  package let version: String
  /// The instructions for the model: the content of the server, and how to use it.
  package let instructions: String
  package let tools: [Tool]
  /// The kinds of addresses that can be read.
  package let templates: [JSONValue]
  /// A page of the resources, by its cursor. Nil for the first. Throws ``UnknownCursor``.
  package let resources: @Sendable (_ cursor: String?) throws -> Page
  /// The contents at an address. Nil if there is nothing to read.
  package let read: @Sendable (_ address: String) throws -> JSONValue?
  /// The text of an error, for the model.
  package let explain: @Sendable (any Error) -> String

  package init(
    name: String, version: String, instructions: String, tools: [Tool], templates: [JSONValue],
    resources: @escaping @Sendable (_ cursor: String?) throws -> Page,
    read: @escaping @Sendable (_ address: String) throws -> JSONValue?,
    explain: @escaping @Sendable (any Error) -> String
  ) {
    self.name = name
    self.version = version
    self.instructions = instructions
    self.tools = tools
    self.templates = templates
    self.resources = resources
    self.read = read
    self.explain = explain
  }
}

/// A cursor that no answer has given.
package struct UnknownCursor: Error {
  package init() {}
}

/// Speaks the Model Context Protocol with one client: reads messages on the thread that runs it, answers on others.
package final class ToolServer: Sendable {
  /// The versions of the protocol that begin with “initialize”, newest first.
  static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// The version in which every request names its client.
  static let statelessVersion = "2026-07-28"

  /// A message that is longer is none: no note is that long.
  private static let sizeLimit = 32 << 20
  /// The most calls that may be under way; the reader waits for one of them.
  private static let callLimit = 16

  private let content: ServedContent
  private let input: Int32
  private let writer: MessageWriter
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tools", attributes: .concurrent)
  private let places = DispatchSemaphore(value: callLimit)
  private let ongoing = DispatchGroup()

  private struct State: Sendable {
    var client: String?
    /// The requests that are being answered.
    var running: [JSONValue: Cancellation] = [:]
  }

  /// - Parameters:
  ///   - content: The tools and resources that are served.
  ///   - input: The descriptor that messages come from.
  ///   - output: The descriptor that messages go to; nothing else may write there.
  package init(_ content: ServedContent, input: Int32, output: Int32) {
    self.content = content
    self.input = input
    writer = MessageWriter(descriptor: output, framing: .lines)
  }

  /// Answers until the client closes the stream. A request that has begun is finished.
  package func run() {
    var reader = MessageReader(descriptor: input, framing: .lines, sizeLimit: Self.sizeLimit)
    while let bytes = reader.next() {
      guard let value = try? JSONValueReader.value(of: bytes).plain else {
        writer.send(.failure(.null, .parseError))
        continue
      }
      if case .array(let messages) = value {
        takeBatch(messages)
      } else {
        take(value) { [writer] answer in if let answer { writer.send(answer) } }
      }
    }
    ongoing.wait()
  }

  /// Handles a batch, several messages in one, of the version of March 2025. Its answers are sent as one list.
  private func takeBatch(_ messages: [JSONValue]) {
    guard !messages.isEmpty else { return writer.send(.failure(.null, .invalidRequest)) }
    let answers = Mutex((left: messages.count, found: [JSONValue]()))
    for message in messages {
      take(message) { [writer] answer in
        let found = answers.withLock { answers -> [JSONValue] in
          answers.left -= 1
          if let answer { answers.found.append(answer) }
          return answers.left == 0 ? answers.found : []
        }
        if !found.isEmpty { writer.send(.array(found)) }
      }
    }
  }

  /// Handles a message.
  ///
  /// - Parameter reply: Called once, with nil if there is no answer.
  private func take(_ message: JSONValue, _ reply: @escaping @Sendable (JSONValue?) -> Void) {
    switch RemoteCall.read(message) {
    case .call(let call):
      guard let identifier = call.identifier else {
        notice(call)
        return reply(nil)
      }
      guard identifier.isIdentifier else { return reply(.failure(.null, .invalidRequest)) }
      start(call, identifier, reply)
    case .answer: reply(nil)
    case .unreadable(let identifier, _):
      reply(.failure(identifier.flatMap { $0.isIdentifier ? $0 : nil } ?? .null, .invalidRequest))
    }
  }

  private func notice(_ call: RemoteCall) {
    guard call.method == "notifications/cancelled", let identifier = call.parameters["requestId"] else { return }
    state.withLock { $0.running.removeValue(forKey: identifier) }?.cancel()
  }

  private func start(_ call: RemoteCall, _ identifier: JSONValue, _ reply: @escaping @Sendable (JSONValue?) -> Void) {
    if let answer = answerAtOnce(call) { return reply(.answer(identifier, answer)) }
    let caller: Caller
    do throws(CallError) {
      caller = try self.caller(of: call)
    } catch {
      return reply(.failure(identifier, error))
    }
    let cancellation = Cancellation()
    let isNew = state.withLock { state in
      if state.running[identifier] != nil { return false }
      state.running[identifier] = cancellation
      return true
    }
    guard isNew else { return reply(.failure(identifier, .invalidRequest)) }
    places.wait()
    queue.async(group: ongoing) { [self] in
      defer { places.signal() }
      // A request that was cancelled stops at its next check, and nobody waits for an answer.
      let answer =
        cancellation.isCancelled
        ? nil : Cancellation.$current.withValue(cancellation) { self.answer(call, identifier, caller) }
      state.withLock { state in
        if state.running[identifier] === cancellation { state.running[identifier] = nil }
      }
      reply(cancellation.isCancelled ? nil : answer)
    }
  }

  /// The client that asks, and its version of the protocol.
  private struct Caller: Sendable {
    let name: String
    var isStateless = false
  }

  private func caller(of call: RemoteCall) throws(CallError) -> Caller {
    let meta = call.parameters["_meta"]
    guard let version = meta?["io.modelcontextprotocol/protocolVersion"]?.string else {
      guard let name = state.withLock(\.client) else { throw .notInitialized }
      return Caller(name: name)
    }
    guard version == Self.statelessVersion else { throw .unsupportedVersion(version) }
    let name = meta?.at("io.modelcontextprotocol/clientInfo", "name")?.string
    return Caller(name: Self.shownName(name ?? ""), isStateless: true)
  }

  private func answerAtOnce(_ call: RemoteCall) -> JSONValue? {
    switch call.method {
    case "initialize": initialize(call.parameters)
    case "ping": .object([])
    default: nil
    }
  }

  private func initialize(_ parameters: JSONValue) -> JSONValue {
    let asked = parameters["protocolVersion"]?.string ?? ""
    let client = Self.shownName(parameters.at("clientInfo", "name")?.string ?? "")
    state.withLock { $0.client = client }
    return .map([
      "protocolVersion": .string(Self.versions.contains(asked) ? asked : Self.versions[0]),
      "capabilities": Self.capabilities, "serverInfo": identity,
      "instructions": .string(content.instructions),
    ])
  }

  private var discovery: JSONValue {
    .map([
      "supportedVersions": .array(([Self.statelessVersion] + Self.versions).map { .string($0) }),
      "capabilities": Self.capabilities, "instructions": .string(content.instructions),
      "_meta": .map(["io.modelcontextprotocol/serverInfo": identity]),
    ])
  }

  private static let capabilities = JSONValue.map([
    "tools": .map(["listChanged": .boolean(false)]),
    "resources": .map(["subscribe": .boolean(false), "listChanged": .boolean(false)]),
  ])

  private var identity: JSONValue {
    .map([
      "name": .string(content.name), "title": .string("Sheaf"), "version": .string(content.version),
    ])
  }

  /// Returns a client's name in a form for people: on one line and short.
  static func shownName(_ name: String) -> String {
    let plain = name.unicodeScalars.filter {
      switch $0.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
      default: true
      }
    }
    let text = String(String.UnicodeScalarView(plain)).split(separator: " ").joined(separator: " ")
    return text.isEmpty ? "mcp" : String(text.prefix(64))
  }

  private func answer(_ call: RemoteCall, _ identifier: JSONValue, _ caller: Caller) -> JSONValue {
    do {
      let result = try result(of: call, caller)
      return .answer(identifier, caller.isStateless ? result.complete(call.method) : result)
    } catch let error as CallError {
      return .failure(identifier, error)
    } catch is UnknownCursor {
      return .failure(identifier, .invalidParameters("cursor"))
    } catch {
      return .failure(identifier, .failure(content.explain(error)))
    }
  }

  private func result(of call: RemoteCall, _ caller: Caller) throws -> JSONValue {
    let parameters = call.parameters
    switch call.method {
    case "server/discover": return discovery
    case "tools/list":
      guard parameters["cursor"]?.string == nil else { throw UnknownCursor() }
      return .map(["tools": .array(content.tools.map(\.json))])
    case "tools/call": return try callTool(parameters, caller)
    case "resources/list":
      let page = try content.resources(parameters["cursor"]?.string)
      return .map([
        "resources": .array(page.items), "nextCursor": page.next.map { .string($0) },
      ])
    case "resources/templates/list": return .map(["resourceTemplates": .array(content.templates)])
    case "resources/read":
      guard let address = parameters["uri"]?.string else { throw CallError.invalidParameters("uri") }
      guard let contents = try content.read(address) else { throw CallError.noResource(address) }
      return .map(["contents": .array([contents])])
    default: throw CallError.unknownMethod(call.method)
    }
  }

  private func callTool(_ parameters: JSONValue, _ caller: Caller) throws -> JSONValue {
    guard let name = parameters["name"]?.string,
      let tool = content.tools.first(where: { $0.name == name })
    else { throw CallError.invalidParameters("The name of a tool") }
    do {
      let answer = try tool.call(parameters["arguments"] ?? .null, client: caller.name)
      let texts = [answer.value.text(), answer.remark].filter { !$0.isEmpty }
      return .map([
        "content": .array(texts.map(Self.text)), "structuredContent": answer.value,
        "isError": .boolean(false),
      ])
    } catch let mistake as ArgumentMistake {
      return Self.failure(mistake.text)
    } catch {
      return Self.failure(content.explain(error))
    }
  }

  /// Creates a failed result, from which a model can learn to correct its call.
  private static func failure(_ message: String) -> JSONValue {
    .map(["content": .array([text(message)]), "isError": .boolean(true)])
  }

  private static func text(_ text: String) -> JSONValue {
    .map(["type": .string("text"), "text": .string(text)])
  }
}

extension CallError {
  static func unsupportedVersion(_ version: String) -> CallError {
    CallError(
      code: -32022, message: "The version \(version) of the protocol is not supported",
      data: .map([
        "requested": .string(version),
        "supported": .array(([ToolServer.statelessVersion] + ToolServer.versions).map { .string($0) }),
      ]))
  }

  static func noResource(_ address: String) -> CallError {
    CallError(code: -32002, message: "There is no resource “\(address)”")
  }
}

extension JSONValue {
  /// Adds the fields of a result in the stateless version: complete, and not to be cached, because notes change.
  fileprivate func complete(_ method: String) -> JSONValue {
    let isKept = method != "tools/call"
    return .object(
      members + [Member("resultType", .string("complete"))]
        + (isKept ? [Member("ttlMs", .integer(0)), Member("cacheScope", .string("private"))] : []))
  }

  /// True for a valid id of a request.
  fileprivate var isIdentifier: Bool {
    switch self {
    case .string, .integer: true
    case .null, .boolean, .number, .array, .object, .written: false
    }
  }
}
