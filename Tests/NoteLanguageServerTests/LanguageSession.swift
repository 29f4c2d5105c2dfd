import ByteBasics
import Foundation
import NoteLanguageServer
import NoteTestSupport
import Testing

/// A client of `sheaf lsp` that speaks with the built program over its standard streams.
final class LanguageSession {
  let program: BuiltProgram
  private let process = Process()
  private let toServer = Pipe()
  private let fromServer = Pipe()
  private var buffer: [UInt8] = []
  private var count = 0
  /// The notifications that came while an answer was waited for.
  private(set) var notices: [JSONValue] = []

  /// Seconds after which nobody believes in an answer.
  private static let patience = 60.0

  /// Starts the server for a repository with these files, set up as most editors do.
  ///
  /// - Parameters:
  ///   - files: Texts by path.
  ///   - encoding: The unit in which the client counts positions.
  ///   - options: `initializationOptions`.
  ///   - isIndexed: False if there is no index before the server starts.
  ///   - isRepository: False for a folder without `.sheaf`.
  ///   - capabilities: Of the client.
  ///   - folders: The folders that the client names, the repository by itself if it is nil.
  init(
    _ files: [String: String], encoding: String = "utf-16", options: JSONValue = .null,
    isIndexed: Bool = true, isRepository: Bool = true, capabilities: JSONValue? = nil,
    folders: [String]? = nil
  ) throws {
    program = try BuiltProgram()
    for (path, text) in files { try program.folder.write(text, to: "notes/" + path) }
    if isRepository { _ = try program.run(["init"]) }
    if isIndexed, isRepository { _ = try program.run(["index"]) }
    process.executableURL = URL(fileURLWithPath: program.path)
    process.arguments = ["lsp"]
    process.currentDirectoryURL = URL(fileURLWithPath: program.folder.path)
    process.environment = program.environment.merging([
      "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "SHEAF_NOW": "2026-11-21T10:00:00+09:00",
    ]) { $1 }
    process.standardInput = toServer
    process.standardOutput = fromServer
    process.standardError = FileHandle.nullDevice
    try process.run()
    let roots = folders ?? ["notes"]
    let answer = try request(
      "initialize",
      .map([
        "processId": .null, "rootUri": .null,
        "capabilities": capabilities ?? Self.capabilities(encoding),
        "initializationOptions": options,
        "workspaceFolders": .array(
          roots.map {
            .map(["uri": .string("file://" + program.folder.path + "/" + $0), "name": .string($0)])
          }),
      ]))
    #expect(answer["capabilities"]?["positionEncoding"] == .string(encoding))
    notify("initialized", .map([:]))
  }

  static func capabilities(
    _ encoding: String = "utf-16", insertsOrReplaces: Bool = false, showsProgress: Bool = false,
    resolvesActions: Bool = true
  ) -> JSONValue {
    .map([
      "window": .map(["workDoneProgress": .boolean(showsProgress)]),
      "general": .map(["positionEncodings": .array([.string(encoding)])]),
      "workspace": .map([
        "applyEdit": .boolean(true),
        "workspaceEdit": .map([
          "documentChanges": .boolean(true),
          "resourceOperations": .array(["create", "rename", "delete"].map { .string($0) }),
        ]),
      ]),
      "textDocument": .map([
        "completion": .map([
          "completionItem": .map([
            "snippetSupport": .boolean(true), "insertReplaceSupport": .boolean(insertsOrReplaces),
          ])
        ]),
        "hover": .map(["contentFormat": .array([.string("markdown")])]),
        "documentSymbol": .map(["hierarchicalDocumentSymbolSupport": .boolean(true)]),
        "codeAction": .map([
          "codeActionLiteralSupport": .map([:]),
          "resolveSupport": resolvesActions ? .map(["properties": .array([.string("edit")])]) : nil,
        ]),
        "publishDiagnostics": .map(["relatedInformation": .boolean(true)]),
        "rename": .map(["prepareSupport": .boolean(true)]),
      ]),
    ])
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The text of a file of the repository.
  func file(_ path: String) throws -> String {
    String(decoding: try program.folder.read("notes/" + path), as: UTF8.self)
  }

  var processIdentifier: Int32 { process.processIdentifier }

  func uri(_ path: String) -> String { "file://" + program.folder.path + "/notes/" + path }

  // MARK: - Messages

  /// - Returns: The result.
  /// - Throws: ``Failure`` for an error reply.
  @discardableResult
  func request(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
    let answer = try wait(for: send(method, parameters))
    if let error = answer["error"] { throw Failure(error: error) }
    return answer["result"] ?? .null
  }

  struct Failure: Error {
    let error: JSONValue
    var code: JSONValue? { error["code"] }
    var message: String { error["message"]?.string ?? "" }
  }

  /// - Returns: The request's id.
  func send(_ method: String, _ parameters: JSONValue) -> JSONValue {
    count += 1
    write(
      .map([
        "jsonrpc": .string("2.0"), "id": .integer(count), "method": .string(method),
        "params": parameters,
      ]))
    return .integer(count)
  }

  func notify(_ method: String, _ parameters: JSONValue) {
    write(.map(["jsonrpc": .string("2.0"), "method": .string(method), "params": parameters]))
  }

  /// The answer to a request; what comes before it is kept.
  func wait(for identifier: JSONValue) throws -> JSONValue {
    func isAnswer(_ message: JSONValue) -> Bool {
      message["id"] == identifier && message["method"] == nil
    }
    if let index = notices.firstIndex(where: isAnswer) { return notices.remove(at: index) }
    while true {
      let message = try next()
      if isAnswer(message) { return message }
      notices.append(message)
    }
  }

  /// The parameters of the next message of a method that fit.
  func notice(_ method: String, where fits: (JSONValue) -> Bool = { _ in true }) throws -> JSONValue {
    while true {
      if let index = notices.firstIndex(where: {
        $0["method"]?.string == method && fits($0["params"] ?? .null)
      }) {
        return notices.remove(at: index)["params"] ?? .null
      }
      notices.append(try next())
    }
  }

  private func write(_ message: JSONValue) {
    let body = Array(message.text().utf8)
    writeBytes(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  func writeBytes(_ bytes: [UInt8]) {
    try? toServer.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  func closeInput() { try? toServer.fileHandleForWriting.close() }

  func waitUntilExit() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  struct NoAnswer: Error {}

  func next() throws -> JSONValue {
    while true {
      if let message = takeMessage() { return try JSONValueReader.value(of: message).plain }
      var descriptor = pollfd(
        fd: fromServer.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Int32(Self.patience * 1_000)) > 0 else { throw NoAnswer() }
      let data = fromServer.fileHandleForReading.availableData
      guard !data.isEmpty else { throw NoAnswer() }
      buffer += data
    }
  }

  private func takeMessage() -> [UInt8]? {
    let end = Array("\r\n\r\n".utf8)
    guard let head = buffer.firstRange(of: end) else { return nil }
    let text = String(decoding: buffer[..<head.lowerBound], as: UTF8.self)
    guard let length = Int(text.split(separator: " ").last ?? ""),
      buffer.count >= head.upperBound + length
    else { return nil }
    let message = Array(buffer[head.upperBound..<(head.upperBound + length)])
    buffer.removeFirst(head.upperBound + length)
    return message
  }

  // MARK: - Documents

  private var versions: [String: Int] = [:]

  func open(_ path: String, _ text: String) {
    versions[path] = 1
    notify(
      "textDocument/didOpen",
      .map([
        "textDocument": .map([
          "uri": .string(uri(path)), "languageId": .string("markdown"), "version": .integer(1),
          "text": .string(text),
        ])
      ]))
  }

  /// Sends the whole text.
  func change(_ path: String, _ text: String) { change(path, [.map(["text": .string(text)])]) }

  func change(_ path: String, _ changes: [JSONValue]) {
    versions[path, default: 1] += 1
    notify(
      "textDocument/didChange",
      .map([
        "textDocument": .map([
          "uri": .string(uri(path)), "version": .integer(versions[path] ?? 0),
        ]),
        "contentChanges": .array(changes),
      ]))
  }

  func document(_ path: String) -> JSONValue { .map(["uri": .string(uri(path))]) }

  static func position(_ line: Int, _ character: Int) -> JSONValue {
    .map(["line": .integer(line), "character": .integer(character)])
  }

  /// Asks about a place of a document.
  func ask(_ method: String, _ path: String, _ line: Int, _ character: Int) throws -> JSONValue {
    try request(
      "textDocument/" + method,
      .map(["textDocument": document(path), "position": Self.position(line, character)]))
  }

  // MARK: - Answers as they are read

  /// `Memo/a.md:3:5-3:9`, lines and characters from 0.
  func place(_ location: JSONValue) -> String {
    let root = "file://" + program.folder.path + "/notes/"
    let uri = percentDecoded(location["uri"]?.string ?? "")
    let path = uri.hasPrefix(root) ? String(uri.dropFirst(root.count)) : uri
    return path + ":" + Self.text(location["range"])
  }

  static func text(_ range: JSONValue?) -> String {
    func text(_ position: JSONValue?) -> String {
      "\(Int(position?["line"]?.double ?? -1)):\(Int(position?["character"]?.double ?? -1))"
    }
    return text(range?["start"]) + "-" + text(range?["end"])
  }

  /// The texts after an edit, by path; new and moved files among them.
  func applying(_ edit: JSONValue, to texts: [String: String], encoding: String = "utf-16")
    -> [String: String]
  {
    var texts = texts
    func path(_ uri: JSONValue?) -> String {
      let root = "file://" + program.folder.path + "/notes/"
      return String(percentDecoded(uri?.string ?? "").dropFirst(root.count))
    }
    for change in edit["documentChanges"]?.items ?? [] {
      switch change["kind"]?.string {
      case "create": texts[path(change["uri"])] = ""
      case "rename":
        texts[path(change["newUri"])] = texts.removeValue(forKey: path(change["oldUri"]))
      case "delete": texts[path(change["uri"])] = nil
      default:
        let name = path(change["textDocument"]?["uri"])
        texts[name] = Self.applying(change["edits"]?.items ?? [], to: texts[name] ?? "")
      }
    }
    for member in edit["changes"]?.members ?? [] {
      let name = path(.string(member.key))
      texts[name] = Self.applying(member.value.items, to: texts[name] ?? "")
    }
    return texts
  }

  /// The text after edits whose positions count UTF-16.
  static func applying(_ edits: [JSONValue], to text: String) -> String {
    var units = Array(text.utf16)
    func offset(_ position: JSONValue?) -> Int {
      var line = Int(position?["line"]?.double ?? 0)
      var index = 0
      while line > 0, index < units.count {
        if units[index] == 0x0A { line -= 1 }
        index += 1
      }
      return min(units.count, index + Int(position?["character"]?.double ?? 0))
    }
    let ordered = edits.map { edit in
      (
        offset(edit["range"]?["start"]), offset(edit["range"]?["end"]),
        edit["newText"]?.string ?? ""
      )
    }.sorted { $0.0 > $1.0 }
    for (start, end, new) in ordered { units.replaceSubrange(start..<end, with: new.utf16) }
    return String(decoding: units, as: UTF16.self)
  }
}
