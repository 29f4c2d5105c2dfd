package import ByteBasics

/// A message of JSON-RPC 2.0 from the client.
struct RemoteCall: Sendable {
  let method: String
  /// nil for a notification, which is never answered.
  let identifier: JSONValue?
  let parameters: JSONValue

  /// What a message is.
  enum Message: Sendable {
    case call(RemoteCall)
    /// The client's answer to a request of ours.
    case answer(identifier: JSONValue, result: JSONValue?)
    /// Not JSON, or not of this protocol; the identifier where there is one.
    case unreadable(identifier: JSONValue?, isJSON: Bool)
  }

  static func read(_ bytes: [UInt8]) -> Message {
    guard let value = try? JSONValueReader.value(of: bytes).plain else {
      return .unreadable(identifier: nil, isJSON: false)
    }
    let identifier = value["id"].flatMap { $0 == .null ? nil : $0 }
    if let method = value["method"]?.string {
      return .call(
        RemoteCall(method: method, identifier: identifier, parameters: value["params"] ?? .null))
    }
    if let identifier, value["result"] != nil || value["error"] != nil {
      return .answer(identifier: identifier, result: value["result"])
    }
    return .unreadable(identifier: identifier, isJSON: true)
  }
}

/// Why a request has no result.
struct CallError: Error, Sendable {
  let code: Int
  let message: String

  static let parseError = CallError(code: -32700, message: "The message is not JSON")
  static let invalidRequest = CallError(code: -32600, message: "The message is not a request")
  static let notInitialized = CallError(code: -32002, message: "“initialize” has to come first")
  static let cancelled = CallError(code: -32800, message: "The request was cancelled")
  static let contentModified = CallError(code: -32801, message: "The document has changed")

  static func unknownMethod(_ method: String) -> CallError {
    CallError(code: -32601, message: "There is no method “\(method)”")
  }

  static func invalidParameters(_ what: String) -> CallError {
    CallError(code: -32602, message: "\(what) is missing or wrong")
  }

  /// The request is sound, but what it asks cannot be done; the message is for the user.
  static func refused(_ message: String) -> CallError { CallError(code: -32803, message: message) }

  static func failure(_ message: String) -> CallError { CallError(code: -32603, message: message) }
}

extension JSONValue {
  /// An object; members whose value is nil are left out.
  package static func map(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  var integer: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int(exactly: number.rounded())
    default: nil
    }
  }

  /// The value at the end of a path of keys: `value.at("textDocument", "uri")`.
  func at(_ keys: String...) -> JSONValue? {
    keys.reduce(self) { $0?[$1] }
  }

  static func answer(_ identifier: JSONValue, _ result: JSONValue) -> JSONValue {
    .map(["jsonrpc": .string("2.0"), "id": identifier, "result": result])
  }

  static func failure(_ identifier: JSONValue, _ error: CallError) -> JSONValue {
    .map([
      "jsonrpc": .string("2.0"), "id": identifier,
      "error": .map(["code": .integer(error.code), "message": .string(error.message)]),
    ])
  }

  static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    .map(["jsonrpc": .string("2.0"), "method": .string(method), "params": parameters])
  }
}

extension JSONValue {
  /// The answers of several folders as one: lists one after the other, and lists in `items` likewise.
  static func joined(_ values: [JSONValue]) -> JSONValue {
    guard values.count != 1 else { return values[0] }
    if values.contains(where: { $0["items"] != nil }) {
      return .map(["items": .array(values.flatMap { $0["items"]?.items ?? [] })])
    }
    return .array(values.flatMap(\.items))
  }
}
