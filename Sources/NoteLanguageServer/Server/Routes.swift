import ByteBasics

/// Which request is answered by what. A new capability adds a line here and one in ``ServerCapabilities``.
enum Routes {
  /// What an answer takes. No request waits for another: those that are not quick have a thread each.
  enum Pace: Sendable {
    case quick
    /// It may look at every note.
    case slow
    /// It reads every file, and first lets the index be brought up to date.
    case long
  }

  struct Route: Sendable {
    let answer: @Sendable (Request) throws -> JSONValue
    var pace = Pace.quick
    /// It is about every folder, and the answers are put together.
    var isOfAll = false
    /// It is answered when the first index is there: without one it would be wrong, and nobody would know.
    var needsIndex = false
    /// The result for a file outside every folder that is served.
    var outside: @Sendable (_ parameters: JSONValue) throws -> JSONValue = { _ in .null }

    func answerOutside(_ identifier: JSONValue, _ parameters: JSONValue) -> JSONValue {
      do {
        return .answer(identifier, try outside(parameters))
      } catch {
        let known = error as? CallError
        return .failure(identifier, known ?? .failure("\(error)"))
      }
    }
  }

  static let all: [String: Route] = [
    "textDocument/definition": Route(answer: { try $0.definition() }, needsIndex: true),
    "textDocument/declaration": Route(answer: { try $0.declaration() }, needsIndex: true),
    "textDocument/typeDefinition": Route(answer: { try $0.definition() }, needsIndex: true),
    "textDocument/references": Route(
      answer: { try $0.references() }, pace: .slow, needsIndex: true),
    "textDocument/hover": Route { try $0.hover() },
    "textDocument/documentLink": Route { try $0.documentLinks() },
    "textDocument/documentSymbol": Route { try $0.documentSymbols() },
    "workspace/symbol": Route(
      answer: { try $0.workspaceSymbols() }, isOfAll: true, needsIndex: true),
    "textDocument/documentHighlight": Route { try $0.highlights() },
    "textDocument/completion": Route { try $0.completion() },
    "completionItem/resolve": Route(answer: { try $0.resolvedCompletion() }, outside: { $0 }),
    "textDocument/prepareRename": Route(answer: { try $0.prepareRename() }, needsIndex: true),
    "textDocument/rename": Route(
      answer: { try $0.rename() }, pace: .slow, needsIndex: true),
    "workspace/willRenameFiles": Route(
      answer: { try $0.willRenameFiles() }, pace: .slow, needsIndex: true),
    "textDocument/diagnostic": Route(
      answer: { try $0.documentDiagnostics() },
      outside: { _ in .map(["kind": .string("full"), "items": .array([])]) }),
    "workspace/diagnostic": Route(
      answer: { try $0.workspaceDiagnostics() }, pace: .long, isOfAll: true),
    "textDocument/formatting": Route { try $0.formatting() },
    "textDocument/rangeFormatting": Route { try $0.rangeFormatting() },
    "textDocument/onTypeFormatting": Route { try $0.onTypeFormatting() },
    "textDocument/willSaveWaitUntil": Route { try $0.formatting() },
    "textDocument/codeAction": Route { try $0.codeActions() },
    "codeAction/resolve": Route(
      answer: { try $0.resolvedCodeAction() }, pace: .slow, needsIndex: true, outside: { $0 }),
    "workspace/executeCommand": Route(
      answer: { try $0.executeCommand() }, pace: .slow,
      outside: { _ in throw CallError.invalidParameters("A file in a folder that is served") }),
    "textDocument/foldingRange": Route { try $0.foldingRanges() },
    "textDocument/selectionRange": Route { try $0.selectionRanges() },
    "textDocument/semanticTokens/full": Route { try $0.semanticTokens() },
    "textDocument/semanticTokens/range": Route { try $0.semanticTokens() },
    "textDocument/inlayHint": Route { try $0.inlayHints() },
    "textDocument/codeLens": Route { try $0.codeLenses() },
    "codeLens/resolve": Route(answer: { try $0.resolvedCodeLens() }, outside: { $0 }),
    "textDocument/linkedEditingRange": Route { try $0.linkedEditing() },
    "textDocument/documentColor": Route { try $0.documentColors() },
    "textDocument/colorPresentation": Route { try $0.colorPresentations() },
  ]
}
