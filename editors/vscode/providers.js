"use strict";
// One provider for each thing that the server answers.
const vscode = require("vscode");
const convert = require("./convert");

function registerProviders(client, selector, capabilities) {
  const identifier = (document) => ({ textDocument: { uri: document.uri.toString() } });
  const languages = vscode.languages;
  const found = [];
  const add = (registration) => found.push(registration);

  add(languages.registerCompletionItemProvider(selector, {
    async provideCompletionItems(document, place, token) {
      const list = await client.ask("textDocument/completion", convert.at(document, place), token);
      return list && new vscode.CompletionList(list.items.map(convert.completionItem), list.isIncomplete);
    },
    async resolveCompletionItem(item, token) {
      const resolved = await client.ask("completionItem/resolve", item.raw, token);
      if (resolved?.documentation) item.documentation = convert.markdown(resolved.documentation);
      return item;
    },
  }, ...capabilities.completionProvider.triggerCharacters));

  add(languages.registerHoverProvider(selector, {
    async provideHover(document, place, token) {
      const hover = await client.ask("textDocument/hover", convert.at(document, place), token);
      return hover && new vscode.Hover(convert.markdown(hover.contents), convert.range(hover.range));
    },
  }));

  const places = (method, more) => async (document, place, token) => {
    const answer = await client.ask(method, { ...convert.at(document, place), ...more }, token);
    return convert.locations(answer);
  };
  add(languages.registerDefinitionProvider(selector, { provideDefinition: places("textDocument/definition") }));
  add(languages.registerDeclarationProvider(selector, { provideDeclaration: places("textDocument/declaration") }));
  add(languages.registerReferenceProvider(selector, {
    provideReferences: (document, place, context, token) =>
      places("textDocument/references", { context: { includeDeclaration: context.includeDeclaration } })(document, place, token),
  }));
  add(languages.registerDocumentHighlightProvider(selector, {
    async provideDocumentHighlights(document, place, token) {
      const answer = await client.ask("textDocument/documentHighlight", convert.at(document, place), token);
      return (answer ?? []).map((one) => new vscode.DocumentHighlight(convert.range(one.range)));
    },
  }));

  add(languages.registerDocumentSymbolProvider(selector, {
    async provideDocumentSymbols(document, token) {
      return ((await client.ask("textDocument/documentSymbol", identifier(document), token)) ?? []).map(convert.documentSymbol);
    },
  }));
  add(languages.registerWorkspaceSymbolProvider({
    async provideWorkspaceSymbols(query, token) {
      return ((await client.ask("workspace/symbol", { query }, token)) ?? []).map((one) =>
        new vscode.SymbolInformation(one.name, one.kind - 1, one.containerName ?? "", convert.location(one.location)));
    },
  }));
  add(languages.registerDocumentLinkProvider(selector, {
    async provideDocumentLinks(document, token) {
      return ((await client.ask("textDocument/documentLink", identifier(document), token)) ?? []).map((one) =>
        new vscode.DocumentLink(convert.range(one.range), convert.uri(one.target)));
    },
  }));

  add(languages.registerFoldingRangeProvider(selector, {
    async provideFoldingRanges(document, _, token) {
      const kinds = { comment: vscode.FoldingRangeKind.Comment, region: vscode.FoldingRangeKind.Region };
      return ((await client.ask("textDocument/foldingRange", identifier(document), token)) ?? []).map((one) =>
        new vscode.FoldingRange(one.startLine, one.endLine, kinds[one.kind]));
    },
  }));
  add(languages.registerSelectionRangeProvider(selector, {
    async provideSelectionRanges(document, positions, token) {
      const answer = await client.ask("textDocument/selectionRange", {
        ...identifier(document), positions: positions.map(({ line, character }) => ({ line, character })),
      }, token);
      return (answer ?? []).map(convert.selectionRange);
    },
  }));
  add(languages.registerLinkedEditingRangeProvider(selector, {
    async provideLinkedEditingRanges(document, place, token) {
      const answer = await client.ask("textDocument/linkedEditingRange", convert.at(document, place), token);
      return answer && new vscode.LinkedEditingRanges(answer.ranges.map(convert.range), new RegExp(answer.wordPattern));
    },
  }));

  add(languages.registerRenameProvider(selector, {
    async prepareRename(document, place, token) {
      const answer = await client.ask("textDocument/prepareRename", convert.at(document, place), token);
      if (!answer) throw new Error("Nothing here can be renamed");
      return { range: convert.range(answer.range), placeholder: answer.placeholder };
    },
    async provideRenameEdits(document, place, newName, token) {
      const edit = await client.ask("textDocument/rename", { ...convert.at(document, place), newName }, token);
      return edit && convert.workspaceEdit(edit);
    },
  }));

  const options = ({ tabSize, insertSpaces }) => ({ options: { tabSize, insertSpaces } });
  add(languages.registerDocumentFormattingEditProvider(selector, {
    async provideDocumentFormattingEdits(document, style, token) {
      return convert.textEdits(await client.ask("textDocument/formatting", { ...identifier(document), ...options(style) }, token));
    },
  }));
  add(languages.registerDocumentRangeFormattingEditProvider(selector, {
    async provideDocumentRangeFormattingEdits(document, range, style, token) {
      return convert.textEdits(await client.ask("textDocument/rangeFormatting", {
        ...identifier(document), range: convert.plainRange(range), ...options(style),
      }, token));
    },
  }));
  const typing = capabilities.documentOnTypeFormattingProvider;
  add(languages.registerOnTypeFormattingEditProvider(selector, {
    async provideOnTypeFormattingEdits(document, place, ch, style, token) {
      return convert.textEdits(await client.ask("textDocument/onTypeFormatting", {
        ...convert.at(document, place), ch, ...options(style),
      }, token));
    },
  }, typing.firstTriggerCharacter, ...typing.moreTriggerCharacter));
  if (capabilities.textDocumentSync.willSaveWaitUntil) {
    add(vscode.workspace.onWillSaveTextDocument((event) => {
      if (!client.isOurs(event.document)) return;
      event.waitUntil(client.ask("textDocument/willSaveWaitUntil", { ...identifier(event.document), reason: event.reason })
        .then(convert.textEdits));
    }));
  }

  add(languages.registerCodeActionsProvider(selector, {
    async provideCodeActions(document, range, context, token) {
      const answer = await client.ask("textDocument/codeAction", {
        ...identifier(document), range: convert.plainRange(range),
        context: { diagnostics: [], only: context.only && [context.only.value] },
      }, token);
      return (answer ?? []).map((one) => {
        const action = new vscode.CodeAction(one.title, vscode.CodeActionKind.Empty.append(one.kind));
        if (one.edit) action.edit = convert.workspaceEdit(one.edit);
        action.isPreferred = one.isPreferred;
        action.diagnostics = context.diagnostics.filter((known) => one.diagnostics?.some(
          (other) => other.code === known.code && convert.range(other.range).isEqual(known.range)));
        action.raw = one;
        return action;
      });
    },
    async resolveCodeAction(action, token) {
      if (action.edit) return action;
      const resolved = await client.ask("codeAction/resolve", action.raw, token);
      if (resolved?.edit) action.edit = convert.workspaceEdit(resolved.edit);
      return action;
    },
  }, { providedCodeActionKinds: capabilities.codeActionProvider.codeActionKinds.map((kind) => vscode.CodeActionKind.Empty.append(kind)) }));

  if (capabilities.codeLensProvider) {
    add(languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: client.refreshed.lens.event,
      async provideCodeLenses(document, token) {
        return ((await client.ask("textDocument/codeLens", identifier(document), token)) ?? []).map((one) =>
          Object.assign(new vscode.CodeLens(convert.range(one.range)), { raw: one }));
      },
      async resolveCodeLens(lens, token) {
        lens.command = convert.command((await client.ask("codeLens/resolve", lens.raw, token))?.command);
        return lens;
      },
    }));
  }
  add(languages.registerInlayHintsProvider(selector, {
    onDidChangeInlayHints: client.refreshed.hint.event,
    async provideInlayHints(document, range, token) {
      const answer = await client.ask("textDocument/inlayHint", { ...identifier(document), range: convert.plainRange(range) }, token);
      return (answer ?? []).map((one) =>
        Object.assign(new vscode.InlayHint(convert.position(one.position), one.label), { paddingLeft: true }));
    },
  }));
  const { tokenTypes, tokenModifiers } = capabilities.semanticTokensProvider.legend;
  add(languages.registerDocumentSemanticTokensProvider(selector, {
    async provideDocumentSemanticTokens(document, token) {
      const answer = await client.ask("textDocument/semanticTokens/full", identifier(document), token);
      return answer && new vscode.SemanticTokens(new Uint32Array(answer.data));
    },
  }, new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers)));
  add(languages.registerColorProvider(selector, {
    async provideDocumentColors(document, token) {
      return ((await client.ask("textDocument/documentColor", identifier(document), token)) ?? []).map(({ range, color }) =>
        new vscode.ColorInformation(convert.range(range), new vscode.Color(color.red, color.green, color.blue, color.alpha)));
    },
    async provideColorPresentations({ red, green, blue, alpha }, { document, range }, token) {
      const answer = await client.ask("textDocument/colorPresentation", {
        ...identifier(document), range: convert.plainRange(range), color: { red, green, blue, alpha },
      }, token);
      return (answer ?? []).map((one) =>
        Object.assign(new vscode.ColorPresentation(one.label), { textEdit: convert.textEdit(one.textEdit) }));
    },
  }));
  return found;
}

module.exports = { registerProviders };
