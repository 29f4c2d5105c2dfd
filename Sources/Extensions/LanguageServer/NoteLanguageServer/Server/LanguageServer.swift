import ByteBasics
import Dispatch
import HostSystem
import NoteModel
import NoteRepository
import ParallelWork
import RemoteCalls
import Synchronization
import Wording

/// The language server: reads messages on its thread, and answers requests on other threads.
///
/// The state is under one lock. Every request gets a ``Snapshot`` of the state on the reading thread, so requests see
/// the text at the time of sending, and no request delays the next key.
package final class LanguageServer: Sendable {
  private let input: Int32
  private let writer: MessageWriter
  private let surroundings: ServerSurroundings
  private let state: Mutex<State>
  private let running = Mutex<[JSONValue: Cancellation]>([:])
  private let requestCount = Mutex(0)
  private let quick = DispatchQueue(label: "quick", qos: .userInteractive, attributes: .concurrent)
  private let keeper: IndexKeeper
  private let publisher: DiagnosticPublisher

  enum Phase: Sendable { case new, initialized, shutDown }

  struct State: Sendable {
    var phase = Phase.new
    var client = ClientCapabilities(.null)
    var folders: ServedFolders
    var documents: [DocumentAddress: (document: OpenDocument, folder: ServedFolder)] = [:]
    /// Open documents outside every folder, which may be served later.
    var unserved: [DocumentAddress: OpenDocument] = [:]
    /// The folders that the client has named, and the served folder of each. Nil for a folder that cannot be served.
    var named: [String: ServedFolder?] = [:]
    /// True if the client has never named a folder, because it was started for a single file.
    var isForSingleFiles = true
    /// True if the user has been told how a folder gets an index.
    var hasExplainedInit = false

    /// Returns true for a file in a folder that the client has named, or in the repository of such a folder. If the
    /// client has named none, because the editor was started for a single file, every file may be served.
    func mayServe(_ file: String) -> Bool {
      isForSingleFiles || folders.place(of: file) != nil
        || named.keys.contains {
          Repository(root: $0, places: folders.places).path(of: file) != nil
        }
    }

    /// Serves an open document with the folder that contains it.
    ///
    /// - Returns: The folder, if it is served only from now on.
    mutating func take(_ document: OpenDocument, _ file: String) -> ServedFolder? {
      guard mayServe(file), let served = folders.folder(ofFile: file), let path = served.folder.path(of: file) else {
        unserved[document.address] = document
        return nil
      }
      unserved[document.address] = nil
      documents[document.address] = (document.moved(to: path, in: served.folder.layout), served.folder)
      return served.isNew ? served.folder : nil
    }
  }

  /// - Parameters:
  ///   - surroundings: The functions of the surrounding process.
  ///   - input: The descriptor that messages come from.
  ///   - output: The descriptor that messages go to; nothing else may write there.
  package init(_ surroundings: ServerSurroundings, input: Int32, output: Int32) {
    self.input = input
    self.surroundings = surroundings
    writer = MessageWriter(descriptor: output, framing: .heads)
    state = Mutex(State(folders: ServedFolders(surroundings)))
    keeper = IndexKeeper()
    publisher = DiagnosticPublisher(writer)
  }

  /// Answers until the client says `exit` or closes the stream.
  ///
  /// - Returns: The exit code: 0 after `shutdown`, else 1.
  package func run() -> Int32 {
    // A pool for each thread would keep tens of megabytes that a large note took once.
    Host.limitMemoryPools(2)
    var reader = MessageReader(descriptor: input, framing: .heads)
    while let bytes = reader.next() {
      switch RemoteCall.read(bytes) {
      case .call(let call):
        if call.method == "exit" { return state.withLock { $0.phase == .shutDown } ? 0 : 1 }
        take(call)
      case .answer: continue
      case .unreadable(let identifier, let isJSON):
        writer.send(.failure(identifier ?? .null, isJSON ? .invalidRequest : .parseError))
      }
    }
    return state.withLock { $0.phase == .shutDown } ? 0 : 1
  }

  private func take(_ call: RemoteCall) {
    guard let identifier = call.identifier else { return notice(call) }
    let phase = state.withLock(\.phase)
    switch (call.method, phase) {
    case ("initialize", .new): writer.send(.answer(identifier, initialize(call.parameters)))
    case ("initialize", _): writer.send(.failure(identifier, .invalidRequest))
    case (_, .new): writer.send(.failure(identifier, .notInitialized))
    case (_, .shutDown): writer.send(.failure(identifier, .invalidRequest))
    case ("shutdown", _):
      state.withLock { $0.phase = .shutDown }
      writer.send(.answer(identifier, .null))
    default: start(call, identifier)
    }
  }

  // MARK: - Requests

  private func start(_ call: RemoteCall, _ identifier: JSONValue) {
    guard let route = Routes.all[call.method] else {
      return writer.send(.failure(identifier, .unknownMethod(call.method)))
    }
    let cancellation = Cancellation()
    let requests: [Request]
    if route.isOfAll {
      requests = requestsOfAll(call.parameters, cancellation)
      if requests.isEmpty { return writer.send(route.answerOutside(identifier, call.parameters)) }
    } else {
      switch subject(of: call.parameters, cancellation) {
      case .request(let request): requests = [request]
      case .outside: return writer.send(route.answerOutside(identifier, call.parameters))
      case .nothing: return writer.send(.failure(identifier, .invalidParameters("textDocument")))
      }
    }
    running.withLock { $0[identifier] = cancellation }
    let work: @Sendable () -> Void = { [self] in
      if route.pace == .long {
        for request in requests {
          keeper.settle(request.snapshot.folder) { !cancellation.isCancelled }
        }
      }
      let answer = answer(identifier, route, requests, cancellation)
      // A client that has cancelled the request has its answer already.
      if running.withLock({ $0.removeValue(forKey: identifier) }) != nil { writer.send(answer) }
      for request in requests { finish(call.method, request) }
      if route.pace == .long { Host.releaseFreeMemory() }
    }
    let queue = queue(route.pace)
    Self.whenRead(route.needsIndex ? requests.map(\.snapshot.folder)[...] : []) { queue.async(execute: work) }
  }

  private static func whenRead(_ folders: ArraySlice<ServedFolder>, _ body: @escaping @Sendable () -> Void) {
    guard let first = folders.first else { return body() }
    first.whenRead { whenRead(folders.dropFirst(), body) }
  }

  /// Answers a cancelled request at once. Its work ends at its next check.
  private func cancel(_ identifier: JSONValue) {
    guard let cancellation = running.withLock({ $0.removeValue(forKey: identifier) }) else { return }
    cancellation.cancel()
    writer.send(.failure(identifier, .cancelled))
  }

  private func answer(
    _ identifier: JSONValue, _ route: Routes.Route, _ requests: [Request], _ cancellation: Cancellation
  ) -> JSONValue {
    do {
      if cancellation.isCancelled { throw CallError.cancelled }
      let results = try requests.map { try route.answer($0) }
      if cancellation.isCancelled { throw CallError.cancelled }
      return .answer(identifier, .joined(results))
    } catch let error as CallError {
      return .failure(identifier, error)
    } catch let error as any ExplainedError {
      let language = requests.first?.snapshot.language ?? surroundings.language
      return .failure(identifier, .refused(error.explanation.text(in: language)))
    } catch {
      return .failure(identifier, .failure("\(error)"))
    }
  }

  /// Returns the queue for a pace. A slow request gets a separate queue, and so a separate thread.
  private func queue(_ pace: Routes.Pace) -> DispatchQueue {
    pace == .quick ? quick : DispatchQueue(label: "slow", qos: .utility)
  }

  /// Updates the index after a command, which may have changed files.
  private func finish(_ method: String, _ request: Request) {
    guard method == "workspace/executeCommand" else { return }
    update(request.snapshot.folder)
  }

  private enum Subject {
    case request(Request)
    /// A file outside the folders that are served, or no file at all: `untitled:Untitled-1`.
    case outside
    /// The message names no file, and no folder is served.
    case nothing
  }

  private func subject(of parameters: JSONValue, _ cancellation: Cancellation) -> Subject {
    let uri =
      parameters.at("textDocument", "uri")?.string ?? parameters.at("data", "uri")?.string
      ?? Self.uriOfArguments(parameters)
    return state.withLock { state in
      var found: (folder: ServedFolder, document: OpenDocument?)?
      if let address = uri.map({ DocumentAddress($0) }) {
        if let open = state.documents[address] {
          found = (open.folder, open.document)
        } else if let file = address.path, let place = state.folders.place(of: file) {
          found = (place.folder, Self.read(place.path, address, in: place.folder, state.client))
        } else {
          return .outside
        }
      } else {
        found = state.folders.folders.first.map { ($0, nil) }
      }
      guard let found else { return .nothing }
      return .request(
        Request(
          snapshot: snapshot(of: found.folder, state), document: found.document, parameters: parameters,
          cancellation: cancellation, call: { [self] method, parameters in call(method, parameters) }))
    }
  }

  /// Returns the request for every folder.
  private func requestsOfAll(_ parameters: JSONValue, _ cancellation: Cancellation) -> [Request] {
    let snapshots = state.withLock { state in
      state.folders.folders.map { snapshot(of: $0, state) }
    }
    return snapshots.map { view in
      Request(
        snapshot: view, document: nil, parameters: parameters, cancellation: cancellation,
        call: { [self] method, parameters in call(method, parameters) })
    }
  }

  /// Returns the document of `executeCommand` or of a moved file.
  private static func uriOfArguments(_ parameters: JSONValue) -> String? {
    parameters["arguments"]?.items.first?["uri"]?.string ?? parameters["files"]?.items.first?["oldUri"]?.string
  }

  /// Reads a note that is not open. Returns nil for any other file, and for a hidden one.
  private static func read(
    _ path: NotePath, _ address: DocumentAddress, in folder: ServedFolder, _ client: ClientCapabilities
  ) -> OpenDocument? {
    guard path.isMarkdown, !path.string.split(separator: "/").contains(where: { $0.first == "." }),
      let bytes = try? LiveFileSystem(root: folder.repository.root).read(path)
    else { return nil }
    return OpenDocument(address, version: 0, bytes: bytes, path: path, layout: folder.layout, encoding: client.encoding)
  }

  private func snapshot(of folder: ServedFolder, _ state: State) -> Snapshot {
    var documents: [NotePath: OpenDocument] = [:]
    for open in state.documents.values where open.folder === folder {
      documents[open.document.path] = open.document
    }
    return Snapshot(folder: folder, documents: documents, client: state.client, surroundings: surroundings)
  }

  // MARK: - Lifecycle

  private func initialize(_ parameters: JSONValue) -> JSONValue {
    let client = ClientCapabilities(parameters)
    var named = parameters["workspaceFolders"]?.items.compactMap { $0["uri"]?.string } ?? []
    if named.isEmpty, let root = parameters["rootUri"]?.string { named = [root] }
    let paths = named.compactMap { DocumentAddress($0).folderPath }
    state.withLock { state in
      state.client = client
      state.phase = .initialized
      for path in paths { serve(path, &state) }
    }
    return .map([
      "capabilities": ServerCapabilities.json(for: client),
      "serverInfo": .map(["name": .string("sheaf"), "version": .string(surroundings.version)]),
    ])
  }

  /// Serves a folder of the client's.
  private func serve(_ path: String, _ state: inout State) {
    guard folderExists(path), state.named[path] == nil else { return }
    state.isForSingleFiles = false
    state.named[path] = .some(state.folders.folder(named: path)?.folder)
  }

  private func begin() {
    let (folders, client) = state.withLock { ($0.folders.folders, $0.client) }
    for folder in folders { serve(folder) }
    guard client.canRegisterWatchers else { return }
    let watchers: [JSONValue] = [.map(["globPattern": .string("**/*")])]
    call(
      "client/registerCapability",
      .map([
        "registrations": .array([
          .map([
            "id": .string("watching"), "method": .string("workspace/didChangeWatchedFiles"),
            "registerOptions": .map(["watchers": .array(watchers)]),
          ])
        ])
      ]))
  }

  /// Keeps a folder's index up to date from now on.
  private func serve(_ folder: ServedFolder) {
    guard folder.isIndexed else { return explainInit(folder) }
    if folder.isBeingRead { showProgress(of: folder) }
    keeper.watch(folder) { [weak self] in self?.update(folder) }
    queue(.slow).async { folder.warmUp() }
    update(folder)
  }

  /// Explains once that a folder must become a repository before Sheaf can write there.
  private func explainInit(_ folder: ServedFolder) {
    let (isFirst, language) = state.withLock { state in
      defer { state.hasExplainedInit = true }
      return (!state.hasExplainedInit, state.client.language ?? surroundings.language)
    }
    guard isFirst else { return }
    let text = Message(
      "“\(folder.repository.root)” is not a folder of notes, so links are not followed; run “sheaf init” there",
      ko: "“\(folder.repository.root)” 폴더는 메모 폴더가 아니어서 링크를 따라가지 않습니다. 그 폴더에서 “sheaf init”을 실행하세요")
    call(
      "window/showMessage",
      .map(["type": .integer(3), "message": .string(text.text(in: language))]))
  }

  /// Shows that notes are being read until the first index is there.
  private func showProgress(of folder: ServedFolder) {
    let client = state.withLock(\.client)
    guard client.showsProgress else { return }
    let token = JSONValue.string("sheaf-index " + folder.repository.key)
    let title = Message("Reading the notes", ko: "메모를 읽는 중")
    call("window/workDoneProgress/create", .map(["token": token]))
    let report: @Sendable (JSONValue) -> Void = { [writer] value in
      writer.send(.notification("$/progress", .map(["token": token, "value": value])))
    }
    report(
      .map([
        "kind": .string("begin"),
        "title": .string(title.text(in: client.language ?? surroundings.language)),
        "message": .string(folder.repository.root),
      ]))
    folder.whenRead { report(.map(["kind": .string("end")])) }
  }

  private func update(_ folder: ServedFolder) {
    keeper.update(folder) { [weak self] in self?.updated(folder) }
  }

  /// Sends refreshes after other files have changed, because data shown in open documents may be out of date.
  private func updated(_ folder: ServedFolder) {
    let (client, view, open) = state.withLock {
      state -> (ClientCapabilities, Snapshot, [OpenDocument]) in
      let open = state.documents.values.filter { $0.folder === folder }.map(\.document)
      return (state.client, snapshot(of: folder, state), open)
    }
    if client.pullsDiagnostics, client.refreshesDiagnostics {
      call("workspace/diagnostic/refresh", .null)
    } else {
      for document in open { publisher.publish(document, view) }
    }
    if client.refreshesLenses { call("workspace/codeLens/refresh", .null) }
    if client.refreshesHints { call("workspace/inlayHint/refresh", .null) }
  }

  /// Asks the client for something; its answer is not waited for.
  private func call(_ method: String, _ parameters: JSONValue) {
    let number = requestCount.withLock { count in
      count += 1
      return count
    }
    // A message for the user is no question, and neither is a part of an answer.
    let isNotice = method == "window/showMessage" || method.hasPrefix("$/")
    writer.send(
      .map([
        "jsonrpc": .string("2.0"), "id": isNotice ? nil : .string("sheaf-\(number)"),
        "method": .string(method), "params": parameters == .null ? nil : parameters,
      ]))
  }

  // MARK: - Notifications

  private func notice(_ call: RemoteCall) {
    let parameters = call.parameters
    if call.method == "$/cancelRequest" {
      if let identifier = parameters["id"] { cancel(identifier) }
      return
    }
    guard state.withLock({ $0.phase == .initialized }) else { return }
    switch call.method {
    case "initialized": begin()
    case "textDocument/didOpen": open(parameters)
    case "textDocument/didChange": change(parameters)
    case "textDocument/didClose": close(parameters)
    case "textDocument/didSave", "workspace/didChangeWatchedFiles", "workspace/didRenameFiles",
      "workspace/didCreateFiles", "workspace/didDeleteFiles", "workspace/didChangeConfiguration":
      refresh(parameters)
    case "workspace/didChangeWorkspaceFolders": changeFolders(parameters)
    default: break
    }
  }

  private func open(_ parameters: JSONValue) {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.string,
      let text = item["text"]?.string
    else { return }
    let address = DocumentAddress(uri)
    guard let file = address.path else { return }
    let document = OpenDocument(
      address, version: item["version"]?.integer ?? 0, bytes: Array(text.utf8),
      path: NotePath(trusted: "note.md"), layout: .standard,
      encoding: state.withLock(\.client.encoding))
    let new = state.withLock { state in state.take(document, file) }
    if let new { serve(new) }
    check(address)
  }

  private func change(_ parameters: JSONValue) {
    guard let uri = parameters.at("textDocument", "uri")?.string else { return }
    let address = DocumentAddress(uri)
    let version = parameters.at("textDocument", "version")?.integer ?? 0
    let changes = parameters["contentChanges"]?.items ?? []
    state.withLock { state in
      guard let open = state.documents[address] else {
        state.unserved[address] = state.unserved[address]?.changed(by: changes, version: version)
        return
      }
      state.documents[address] = (open.document.changed(by: changes, version: version), open.folder)
    }
    check(address)
  }

  private func close(_ parameters: JSONValue) {
    guard let uri = parameters.at("textDocument", "uri")?.string else { return }
    let address = DocumentAddress(uri)
    let closed = state.withLock { state in
      state.unserved[address] = nil
      return state.documents.removeValue(forKey: address)
    }
    guard let closed else { return }
    publisher.withdraw(closed.document)
    // A large note and its analysis may have used more memory than the rest.
    Host.releaseFreeMemory()
    state.withLock { state in
      let isOpen = state.documents.values.contains { $0.folder === closed.folder }
      if !isOpen, !closed.folder.isIndexed { state.folders.remove(closed.folder) }
    }
  }

  private func check(_ address: DocumentAddress) {
    let found = state.withLock { state -> (OpenDocument, [OpenDocument], Snapshot)? in
      guard let open = state.documents[address], !state.client.pullsDiagnostics else { return nil }
      let others = state.documents.values.filter { $0.folder === open.folder && $0.document.address != address }
      return (open.document, others.map(\.document), snapshot(of: open.folder, state))
    }
    guard let (document, others, view) = found else { return }
    publisher.publish(document, view, others: others)
  }

  private func refresh(_ parameters: JSONValue) {
    let uri = parameters.at("textDocument", "uri")?.string
    let folders = state.withLock { state in
      uri.flatMap { state.documents[DocumentAddress($0)]?.folder }.map { [$0] } ?? state.folders.folders
    }
    for folder in folders { update(folder) }
  }

  private func changeFolders(_ parameters: JSONValue) {
    let added = parameters.at("event", "added")?.items.compactMap { $0["uri"]?.string } ?? []
    let removed = parameters.at("event", "removed")?.items.compactMap { $0["uri"]?.string } ?? []
    let gone = state.withLock { state in
      let paths = removed.compactMap { DocumentAddress($0).folderPath }
      let left = paths.compactMap { state.named.removeValue(forKey: $0) ?? nil }
      let named = state.named.values.compactMap(\.self)
      // A repository in a folder is served with it.
      let gone = state.folders.folders.filter { folder in
        !named.contains { $0 === folder }
          && (left.contains { $0 === folder }
            || paths.contains { folder.repository.root.hasPrefix($0 + "/") })
      }
      for folder in gone { state.folders.remove(folder) }
      return gone
    }
    for folder in gone { forget(folder) }
    let new = state.withLock { state in
      let before = state.folders.folders
      for path in added.compactMap({ DocumentAddress($0).folderPath }) { serve(path, &state) }
      for (address, document) in state.unserved {
        if let file = address.path { _ = state.take(document, file) }
      }
      return state.folders.folders.filter { folder in !before.contains { $0 === folder } }
    }
    for folder in new { serve(folder) }
  }

  /// Forgets a folder and withdraws the diagnostics of its documents, which may stay open.
  private func forget(_ folder: ServedFolder) {
    keeper.forget(folder)
    let closed = state.withLock { state in
      let closed = state.documents.values.filter { $0.folder === folder }.map(\.document)
      for document in closed {
        state.documents[document.address] = nil
        state.unserved[document.address] = document
      }
      return closed
    }
    for document in closed { publisher.withdraw(document) }
  }
}

extension JSONValue {
  /// Joins the answers of several folders: concatenates lists, and lists in `items`.
  static func joined(_ values: [JSONValue]) -> JSONValue {
    guard values.count != 1 else { return values[0] }
    if values.contains(where: { $0["items"] != nil }) {
      return .map(["items": .array(values.flatMap { $0["items"]?.items ?? [] })])
    }
    return .array(values.flatMap(\.items))
  }
}
