import ByteBasics
package import CivilCalendar
package import NoteActions
package import NoteRepository
package import NoteSyntax
import RemoteCalls
package import Wording

/// The capabilities of the server, as it answers `initialize`.
enum ServerCapabilities {
  static func json(for client: ClientCapabilities) -> JSONValue {
    .map([
      "positionEncoding": .string(client.encoding.rawValue),
      "textDocumentSync": .map([
        "openClose": .boolean(true), "change": .integer(2),
        "save": .map(["includeText": .boolean(false)]),
        "willSaveWaitUntil": .boolean(client.option("formatOnSave", default: false)),
      ]),
      "completionProvider": .map([
        "triggerCharacters": .array(
          "[ ( # ^ @ : ! ` / | -".split(separator: " ").map { .string(String($0)) }),
        "resolveProvider": .boolean(true),
      ]),
      "hoverProvider": .boolean(true),
      "definitionProvider": .boolean(true),
      "declarationProvider": .boolean(true),
      "typeDefinitionProvider": .boolean(true),
      "referencesProvider": .boolean(true),
      "documentHighlightProvider": .boolean(true),
      "documentSymbolProvider": .boolean(true),
      "workspaceSymbolProvider": .boolean(true),
      "documentLinkProvider": .map(["resolveProvider": .boolean(false)]),
      "foldingRangeProvider": .boolean(true),
      "selectionRangeProvider": .boolean(true),
      "renameProvider": client.hasPrepareDefaults ? .map(["prepareProvider": .boolean(true)]) : .boolean(true),
      "documentFormattingProvider": .boolean(true),
      "documentRangeFormattingProvider": .boolean(true),
      "documentOnTypeFormattingProvider": .map([
        "firstTriggerCharacter": .string("|"), "moreTriggerCharacter": .array([.string("\n")]),
      ]),
      "codeActionProvider": client.codeActionLiterals
        ? .map([
          "codeActionKinds": .array(CodeActionKind.all.map { .string($0) }),
          "resolveProvider": .boolean(true),
        ]) : .boolean(false),
      "codeLensProvider": client.option("codeLens", default: true) ? .map(["resolveProvider": .boolean(true)]) : nil,
      "linkedEditingRangeProvider": .boolean(true),
      "colorProvider": .boolean(true),
      "inlayHintProvider": .boolean(client.option("inlayHints", default: true)),
      "semanticTokensProvider": .map([
        "legend": .map([
          "tokenTypes": .array(TokenKind.allCases.map { .string($0.name) }),
          "tokenModifiers": .array(TokenKind.modifiers.map { .string($0) }),
        ]), "full": .boolean(true), "range": .boolean(true),
      ]),
      "diagnosticProvider": .map([
        "identifier": .string("sheaf"), "interFileDependencies": .boolean(true),
        "workspaceDiagnostics": .boolean(true),
      ]),
      "executeCommandProvider": .map([
        "commands": .array(ServerCommand.allCases.map { .string($0.rawValue) })
      ]),
      "workspace": workspace,
    ])
  }

  private static let workspace = JSONValue.map([
    "workspaceFolders": .map([
      "supported": .boolean(true), "changeNotifications": .boolean(true),
    ]),
    "fileOperations": .map(["willRename": renaming, "didRename": renaming]),
  ])

  /// Files and folders of any name: a moved attachment has links too.
  private static let renaming = JSONValue.map([
    "filters": .array([.map(["scheme": .string("file"), "pattern": .map(["glob": .string("**/*")])])])
  ])
}

/// The capabilities of the client, as it sends them in `initialize`.
struct ClientCapabilities: Sendable {
  let encoding: PositionEncoding
  let language: Language?
  let hasSnippets: Bool
  /// True if an item of a completion can have two ranges, one with the text after the cursor and one without.
  let insertsOrReplaces: Bool
  /// True if edits contain the versions of documents.
  let hasDocumentChanges: Bool
  let resourceOperations: Set<String>
  let hasSymbolTrees: Bool
  let hasMarkdownHover: Bool
  let hasRelatedInformation: Bool
  let hasCodeDescriptions: Bool
  let pullsDiagnostics: Bool
  let canRegisterWatchers: Bool
  let canShowDocuments: Bool
  let showsProgress: Bool
  let canApplyEdits: Bool
  let refreshesDiagnostics: Bool
  let refreshesLenses: Bool
  let refreshesHints: Bool
  let hasPrepareDefaults: Bool
  /// The client's own command that shows locations: it gets an address, a position and the locations.
  let locationsCommand: String?
  let codeActionLiterals: Bool
  let showsDisabledActions: Bool
  /// True if the client requests the edit of an action when the user chooses the action.
  let resolvesActions: Bool
  /// `initializationOptions`
  let options: JSONValue

  init(_ parameters: JSONValue) {
    let all = parameters["capabilities"] ?? .null
    let document = all["textDocument"] ?? .null
    let workspace = all["workspace"] ?? .null
    let encodings = all.at("general", "positionEncodings")?.items.compactMap(\.string) ?? []
    encoding = encodings.contains("utf-8") ? .utf8 : .utf16
    language = parameters["locale"]?.string.map { Language(localeName: $0) }
    hasSnippets = document.at("completion", "completionItem", "snippetSupport")?.boolean ?? false
    insertsOrReplaces = document.at("completion", "completionItem", "insertReplaceSupport")?.boolean ?? false
    resourceOperations = Set(workspace.at("workspaceEdit", "resourceOperations")?.items.compactMap(\.string) ?? [])
    // Operations on files are among document changes: Neovim 0.7 names only the operations.
    hasDocumentChanges = workspace.at("workspaceEdit", "documentChanges")?.boolean ?? !resourceOperations.isEmpty
    hasSymbolTrees = document.at("documentSymbol", "hierarchicalDocumentSymbolSupport")?.boolean ?? false
    hasMarkdownHover = document.at("hover", "contentFormat")?.items.contains(.string("markdown")) ?? false
    let diagnostics = document["publishDiagnostics"] ?? .null
    hasRelatedInformation = diagnostics["relatedInformation"]?.boolean ?? false
    hasCodeDescriptions = diagnostics["codeDescriptionSupport"]?.boolean ?? false
    pullsDiagnostics = document["diagnostic"] != nil
    canRegisterWatchers = workspace.at("didChangeWatchedFiles", "dynamicRegistration")?.boolean ?? false
    canShowDocuments = all.at("window", "showDocument", "support")?.boolean ?? false
    showsProgress = all.at("window", "workDoneProgress")?.boolean ?? false
    canApplyEdits = workspace["applyEdit"]?.boolean ?? false
    refreshesDiagnostics = workspace.at("diagnostics", "refreshSupport")?.boolean ?? false
    refreshesLenses = workspace.at("codeLens", "refreshSupport")?.boolean ?? false
    refreshesHints = workspace.at("inlayHint", "refreshSupport")?.boolean ?? false
    hasPrepareDefaults = document.at("rename", "prepareSupport")?.boolean ?? false
    showsDisabledActions = document.at("codeAction", "disabledSupport")?.boolean ?? false
    resolvesActions =
      document.at("codeAction", "resolveSupport", "properties")?.items.contains(.string("edit")) ?? false
    codeActionLiterals = document.at("codeAction", "codeActionLiteralSupport") != nil
    options = parameters["initializationOptions"] ?? .null
    locationsCommand = options["showLocations"]?.string
  }

  /// Returns an option of the client's settings: `initializationOptions: {"inlayHints": true}`.
  func option(_ name: String, default value: Bool) -> Bool { options[name]?.boolean ?? value }
}

/// The handlers of the requests. A new capability adds a line here and one in ``ServerCapabilities``.
enum Routes {
  /// The time that an answer takes. No request waits for another: those that are not quick have a thread each.
  enum Pace: Sendable {
    case quick
    /// The request may look at every note.
    case slow
    /// The request reads every file, and first waits for an update of the index.
    case long
  }

  struct Route: Sendable {
    let answer: @Sendable (Request) throws -> JSONValue
    var pace = Pace.quick
    /// True if the request concerns all folders, so that their answers are combined.
    var isOfAll = false
    /// True if the request waits for the first index. Without it, the answer would be wrong without a sign.
    var needsIndex = false
    /// The result for a file outside every folder that is served, and for every folder if none is.
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
    "textDocument/references": Route(answer: { try $0.references() }, pace: .slow, needsIndex: true),
    "textDocument/hover": Route { try $0.hover() },
    "textDocument/documentLink": Route { try $0.documentLinks() },
    "textDocument/documentSymbol": Route { try $0.documentSymbols() },
    "workspace/symbol": Route(
      answer: { try $0.workspaceSymbols() }, isOfAll: true, needsIndex: true,
      outside: { _ in .array([]) }),
    "textDocument/documentHighlight": Route { try $0.highlights() },
    "textDocument/completion": Route { try $0.completion() },
    "completionItem/resolve": Route(answer: { try $0.resolvedCompletion() }, outside: { $0 }),
    "textDocument/prepareRename": Route(answer: { try $0.prepareRename() }, needsIndex: true),
    "textDocument/rename": Route(answer: { try $0.rename() }, pace: .slow, needsIndex: true),
    "workspace/willRenameFiles": Route(answer: { try $0.willRenameFiles() }, pace: .slow, needsIndex: true),
    "textDocument/diagnostic": Route(
      answer: { try $0.documentDiagnostics() },
      outside: { _ in .map(["kind": .string("full"), "items": .array([])]) }),
    "workspace/diagnostic": Route(
      answer: { try $0.workspaceDiagnostics() }, pace: .long, isOfAll: true,
      outside: { _ in .map(["items": .array([])]) }),
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

/// The functions of the surrounding process that the server needs.
package struct ServerSurroundings: Sendable {
  /// The result of a command line that the server ran.
  package struct CommandOutcome: Sendable {
    package let isDone: Bool
    /// Standard output.
    package let output: String
    /// Standard error.
    package let errors: String

    package init(isDone: Bool, output: String, errors: String) {
      self.isDone = isDone
      self.output = output
      self.errors = errors
    }
  }

  package let version: String
  package let environment: [String: String]
  package let clock: @Sendable () -> CivilMoment
  package let zone: LocalZone
  /// The language if the client names none.
  package let language: Language
  /// The languages whose code a site colours.
  package let codeLanguages: [String]
  /// The regions whose telephone numbers count as links.
  package let regions: @Sendable (Configuration) -> Set<TelephoneRegion>
  /// Brings the index of a repository, by its root, up to date in another process, and waits for it.
  package let updateIndex: @Sendable (_ root: String) -> Void
  /// Runs a command line of Sheaf in a folder.
  package let run: @Sendable (_ words: [String], _ folder: String) -> CommandOutcome
  /// The values that new notes take from outside their repository.
  package let noteSurroundings: @Sendable () -> NoteCreationInputs

  package init(
    version: String, environment: [String: String], clock: @escaping @Sendable () -> CivilMoment,
    zone: LocalZone, language: Language, codeLanguages: [String],
    regions: @escaping @Sendable (Configuration) -> Set<TelephoneRegion>,
    updateIndex: @escaping @Sendable (_ root: String) -> Void,
    run: @escaping @Sendable (_ words: [String], _ folder: String) -> CommandOutcome,
    noteSurroundings: @escaping @Sendable () -> NoteCreationInputs
  ) {
    self.version = version
    self.environment = environment
    self.clock = clock
    self.zone = zone
    self.language = language
    self.codeLanguages = codeLanguages
    self.regions = regions
    self.updateIndex = updateIndex
    self.run = run
    self.noteSurroundings = noteSurroundings
  }
}
