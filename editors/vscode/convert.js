"use strict";
// Values of the protocol as values of the editor, and back. Positions count UTF-16 in both.
const vscode = require("vscode");

const position = (value) => new vscode.Position(value.line, value.character);
const range = (value) => new vscode.Range(position(value.start), position(value.end));
const uri = (text) => vscode.Uri.parse(text, true);
const location = (value) => new vscode.Location(uri(value.uri), range(value.range));
const locations = (values) => (values ?? []).map(location);
const textEdit = (value) => new vscode.TextEdit(range(value.range), value.newText);
const textEdits = (values) => (values ?? []).map(textEdit);
const markdown = (value) => new vscode.MarkdownString(typeof value === "string" ? value : value.value);

const at = (document, place) => ({
  textDocument: { uri: document.uri.toString() },
  position: { line: place.line, character: place.character },
});
const plainRange = (value) => ({
  start: { line: value.start.line, character: value.start.character },
  end: { line: value.end.line, character: value.end.character },
});

function command(value) {
  return value && { title: value.title, command: value.command, arguments: value.arguments };
}

function workspaceEdit(value) {
  const edit = new vscode.WorkspaceEdit();
  for (const change of value?.documentChanges ?? []) {
    switch (change.kind) {
      case "create": edit.createFile(uri(change.uri), { ignoreIfExists: true }); break;
      case "rename": edit.renameFile(uri(change.oldUri), uri(change.newUri)); break;
      case "delete": edit.deleteFile(uri(change.uri)); break;
      default:
        for (const one of change.edits) edit.replace(uri(change.textDocument.uri), range(one.range), one.newText);
    }
  }
  return edit;
}

/** True where no document of the edit has changed since the server has seen it. */
function isCurrent(value) {
  return (value?.documentChanges ?? []).every(({ textDocument }) => {
    if (textDocument?.version === undefined || textDocument.version === null) return true;
    const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri(textDocument.uri).toString());
    return open === undefined || open.version === textDocument.version;
  });
}

function diagnostic(value) {
  // Error, warning, information, hint are numbered from 1 there and from 0 here.
  const found = new vscode.Diagnostic(range(value.range), value.message, value.severity - 1);
  found.source = value.source;
  found.code = value.code;
  found.tags = value.tags;
  found.relatedInformation = value.relatedInformation?.map(
    (one) => new vscode.DiagnosticRelatedInformation(location(one.location), one.message));
  return found;
}

function completionItem(value) {
  const item = new vscode.CompletionItem(value.label, value.kind - 1);
  item.detail = value.detail;
  item.sortText = value.sortText;
  item.filterText = value.filterText;
  const { newText, range: plain, insert, replace } = value.textEdit;
  item.insertText = value.insertTextFormat === 2 ? new vscode.SnippetString(newText) : newText;
  item.range = plain ? range(plain) : { inserting: range(insert), replacing: range(replace) };
  item.additionalTextEdits = value.additionalTextEdits && textEdits(value.additionalTextEdits);
  item.command = command(value.command);
  item.raw = value;
  return item;
}

function documentSymbol(value) {
  const symbol = new vscode.DocumentSymbol(
    value.name || "#", "", value.kind - 1, range(value.range), range(value.selectionRange));
  symbol.children = (value.children ?? []).map(documentSymbol);
  return symbol;
}

function selectionRange(value) {
  return new vscode.SelectionRange(range(value.range), value.parent && selectionRange(value.parent));
}

module.exports = {
  at, command, completionItem, diagnostic, documentSymbol, isCurrent, location, locations, markdown, plainRange, position,
  range, selectionRange, textEdit, textEdits, uri, workspaceEdit,
};
