import ByteBasics
import Wording

/// What the server can do, as it answers `initialize`.
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
      "renameProvider": client.hasPrepareDefaults
        ? .map(["prepareProvider": .boolean(true)]) : .boolean(true),
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
      "codeLensProvider": client.option("codeLens", default: true)
        ? .map(["resolveProvider": .boolean(true)]) : nil,
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
    "filters": .array([
      .map(["scheme": .string("file"), "pattern": .map(["glob": .string("**/*")])])
    ])
  ])
}

/// What the client can do, as it says in `initialize`.
struct ClientCapabilities: Sendable {
  let encoding: PositionEncoding
  let language: Language?
  let hasSnippets: Bool
  /// An item of a completion may have two ranges, one with what is after the cursor and one without.
  let insertsOrReplaces: Bool
  /// Edits of documents with their versions.
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
  let foldsLinesOnly: Bool
  /// `initializationOptions`
  let options: JSONValue

  init(_ parameters: JSONValue) {
    let all = parameters["capabilities"] ?? .null
    let document = all["textDocument"] ?? .null
    let workspace = all["workspace"] ?? .null
    let encodings = all.at("general", "positionEncodings")?.items.compactMap(\.string) ?? []
    encoding = encodings.contains("utf-8") ? .utf8 : .utf16
    language = parameters["locale"]?.string.map { Language(localeName: $0) }
    hasSnippets =
      document.at("completion", "completionItem", "snippetSupport")?.boolean ?? false
    insertsOrReplaces =
      document.at("completion", "completionItem", "insertReplaceSupport")?.boolean ?? false
    resourceOperations = Set(
      workspace.at("workspaceEdit", "resourceOperations")?.items.compactMap(\.string) ?? [])
    // Operations on files stand among document changes: Neovim 0.7 names only the operations.
    hasDocumentChanges =
      workspace.at("workspaceEdit", "documentChanges")?.boolean ?? !resourceOperations.isEmpty
    hasSymbolTrees =
      document.at("documentSymbol", "hierarchicalDocumentSymbolSupport")?.boolean ?? false
    hasMarkdownHover =
      document.at("hover", "contentFormat")?.items.contains(.string("markdown")) ?? false
    let diagnostics = document["publishDiagnostics"] ?? .null
    hasRelatedInformation = diagnostics["relatedInformation"]?.boolean ?? false
    hasCodeDescriptions = diagnostics["codeDescriptionSupport"]?.boolean ?? false
    pullsDiagnostics = document["diagnostic"] != nil
    canRegisterWatchers =
      workspace.at("didChangeWatchedFiles", "dynamicRegistration")?.boolean ?? false
    canShowDocuments = all.at("window", "showDocument", "support")?.boolean ?? false
    showsProgress = all.at("window", "workDoneProgress")?.boolean ?? false
    canApplyEdits = workspace["applyEdit"]?.boolean ?? false
    refreshesDiagnostics = workspace.at("diagnostics", "refreshSupport")?.boolean ?? false
    refreshesLenses = workspace.at("codeLens", "refreshSupport")?.boolean ?? false
    refreshesHints = workspace.at("inlayHint", "refreshSupport")?.boolean ?? false
    hasPrepareDefaults = document.at("rename", "prepareSupport")?.boolean ?? false
    codeActionLiterals =
      document.at("codeAction", "codeActionLiteralSupport") != nil
    foldsLinesOnly = document.at("foldingRange", "lineFoldingOnly")?.boolean ?? false
    options = parameters["initializationOptions"] ?? .null
    locationsCommand = options["showLocations"]?.string
  }

  /// An option of the client's settings: `initializationOptions: {"inlayHints": true}`.
  func option(_ name: String, default value: Bool) -> Bool { options[name]?.boolean ?? value }
}
