import ByteBasics

/// What the server tells of itself in `initialize`.
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
        ? .map(["resolveProvider": .boolean(false)]) : nil,
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
      "workspace": .map([
        "workspaceFolders": .map([
          "supported": .boolean(true), "changeNotifications": .boolean(true),
        ]),
        "fileOperations": .map(["willRename": renaming, "didRename": renaming]),
      ]),
    ])
  }

  /// Files and folders of any name: a moved attachment has links too.
  private static let renaming = JSONValue.map([
    "filters": .array([
      .map(["scheme": .string("file"), "pattern": .map(["glob": .string("**/*")])])
    ])
  ])
}
