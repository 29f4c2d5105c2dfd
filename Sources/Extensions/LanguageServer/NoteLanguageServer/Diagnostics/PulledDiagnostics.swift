import ByteBasics
import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax
import ParallelWork

extension Request {
  /// Answers `textDocument/diagnostic`.
  func documentDiagnostics() throws -> JSONValue {
    let document = try requireDocument()
    let items = try DocumentDiagnostics(document, snapshot).json()
    return report(items, previous: parameters["previousResultId"]?.string)
  }

  /// Creates a report whose id is derived from its content.
  private func report(_ items: [JSONValue], previous: String?) -> JSONValue {
    let text = JSONValue.array(items).text()
    let identifier = NoteIdentifier.derived(from: text)
    if identifier == previous { return .map(["kind": .string("unchanged"), "resultId": .string(identifier)]) }
    return .map([
      "kind": .string("full"), "resultId": .string(identifier), "items": .array(items),
    ])
  }

  /// Answers `workspace/diagnostic` with all findings of `sheaf check`, with unsaved texts instead of files.
  func workspaceDiagnostics() throws -> JSONValue {
    guard snapshot.folder.isReady else { return .map(["items": .array([])]) }
    let workspace = snapshot.workspace(isSlow: true)
    let choice = CheckRound.Choice(workspace.configuration.table("check"))
    let result = try CheckRound(
      workspace, choice: choice, contents: snapshot.documents.mapValues(\.bytes)
    ).run(only: nil, threads: Processors.workersLeavingOneFree) {
      try checkCancellation()
    }
    var items: [NotePath: [JSONValue]] = [:]
    var tables: [NotePath: PositionTable] = [:]
    for finding in result.findings {
      try checkCancellation()
      let path = finding.path
      if tables[path] == nil { tables[path] = snapshot.table(of: path) }
      let range: PositionRange
      if let table = tables[path], let place = finding.diagnostic.range {
        range = table.range(place)
      } else {
        let line = Position(line: max(0, (finding.line ?? 1) - 1), character: 0)
        range = PositionRange(start: line, end: line)
      }
      items[path, default: []].append(
        DocumentDiagnostics.item(
          range, severity: finding.diagnostic.severity.number, finding.diagnostic.check,
          text(finding.diagnostic.message), snapshot.client))
    }
    let previous = Dictionary(
      (parameters["previousResultIds"]?.items ?? []).compactMap { entry in
        entry["uri"]?.string.map { ($0, entry["value"]?.string ?? "") }
      }
    ) { first, _ in first }
    // A document that had messages and has none now is reported too.
    let former = previous.keys.compactMap { DocumentAddress($0).path }.compactMap { snapshot.folder.path(of: $0) }
    let reports = Set(items.keys).union(former).sorted().map { path -> JSONValue in
      let address = snapshot.address(of: path).text
      guard case .object(var members) = report(items[path] ?? [], previous: previous[address]) else { return .null }
      members.append(JSONValue.Member("uri", .string(address)))
      members.append(JSONValue.Member("version", snapshot.documents[path].map { .integer($0.version) } ?? .null))
      return .object(members)
    }
    return .map(["items": .array(reports)])
  }
}
