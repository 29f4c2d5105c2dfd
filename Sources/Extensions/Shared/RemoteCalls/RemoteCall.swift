package import ByteBasics

/// A request or a notification of JSON-RPC 2.0.
package struct RemoteCall: Sendable {
  package let method: String
  /// The id of the call; nil for a notification, which gets no answer.
  package let identifier: JSONValue?
  package let parameters: JSONValue

  package enum Message: Sendable {
    case call(RemoteCall)
    /// The client's answer to a request of ours.
    case answer(identifier: JSONValue, result: JSONValue?)
    /// A message that is not JSON, or not of this protocol, with its identifier if there is one.
    case unreadable(identifier: JSONValue?, isJSON: Bool)
  }

  package static func read(_ bytes: [UInt8]) -> Message {
    guard let value = try? JSONValueReader.value(of: bytes).plain else {
      return .unreadable(identifier: nil, isJSON: false)
    }
    return read(value)
  }

  package static func read(_ value: JSONValue) -> Message {
    let identifier = value["id"].flatMap { $0 == .null ? nil : $0 }
    if let method = value["method"]?.string {
      return .call(RemoteCall(method: method, identifier: identifier, parameters: value["params"] ?? .null))
    }
    if let identifier, value["result"] != nil || value["error"] != nil {
      return .answer(identifier: identifier, result: value["result"])
    }
    return .unreadable(identifier: identifier, isJSON: true)
  }
}

/// The reason why a request has no result.
package struct CallError: Error, Sendable {
  package let code: Int
  package let message: String
  /// The data for the client's program, or nil for none.
  package let data: JSONValue?

  package init(code: Int, message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  package static let parseError = CallError(code: -32700, message: "The message is not JSON")
  package static let invalidRequest = CallError(code: -32600, message: "The message is not a request")
  package static let notInitialized = CallError(code: -32002, message: "“initialize” has to come first")
  package static let cancelled = CallError(code: -32800, message: "The request was cancelled")
  package static let contentModified = CallError(code: -32801, message: "The document has changed")

  package static func unknownMethod(_ method: String) -> CallError {
    CallError(code: -32601, message: "There is no method “\(method)”")
  }

  package static func invalidParameters(_ what: String) -> CallError {
    CallError(code: -32602, message: "\(what) is missing or wrong")
  }

  /// Creates the error for a valid request that cannot be carried out. The message is meant for the user.
  package static func refused(_ message: String) -> CallError { CallError(code: -32803, message: message) }

  package static func failure(_ message: String) -> CallError { CallError(code: -32603, message: message) }
}

extension JSONValue {
  package static func answer(_ identifier: JSONValue, _ result: JSONValue) -> JSONValue {
    .map(["jsonrpc": .string("2.0"), "id": identifier, "result": result])
  }

  package static func failure(_ identifier: JSONValue, _ error: CallError) -> JSONValue {
    .map([
      "jsonrpc": .string("2.0"), "id": identifier,
      "error": .map([
        "code": .integer(error.code), "message": .string(error.message), "data": error.data,
      ]),
    ])
  }

  package static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    .map(["jsonrpc": .string("2.0"), "method": .string(method), "params": parameters])
  }
}
