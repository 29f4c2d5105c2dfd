"use strict";
// The extension for VS Code with the real server and a stand-in for the editor: node vscode.js
// SHEAF: the program; NOTES: the repository; OUT: where the findings are written; EXTENSION: the extension's folder.
const fs = require("fs");
const Module = require("module");
const path = require("path");

const lines = [];
const say = (name, value) => lines.push(`${name}: ${value}`);
const finish = (code) => {
  fs.writeFileSync(process.env.OUT, lines.join("\n") + "\n");
  process.exit(code);
};
process.on("unhandledRejection", (error) => { say("error", error.stack.split("\n").slice(0, 3).join(" ")); finish(1); });

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range {
  constructor(start, end) { Object.assign(this, { start, end }); }
  isEqual(other) { return JSON.stringify(this) === JSON.stringify(other); }
}
class Plain { constructor(...values) { this.values = values; } }
class Kind { constructor(value) { this.value = value; } append(text) { return new Kind(this.value ? this.value + "." + text : text); } }
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  toString() { return this.text; }
}
class EventEmitter { constructor() { this.event = () => ({ dispose() {} }); } fire() {} }
const named = (...names) => class { constructor(...values) { names.forEach((name, index) => { this[name] = values[index]; }); } };
class WorkspaceEdit {
  constructor() { this.steps = []; }
  replace(uri, range, text) { this.steps.push(["replace", uri.toString(), range, text]); }
  createFile(uri) { this.steps.push(["create", uri.toString()]); }
  renameFile(from, to) { this.steps.push(["rename", from.toString(), to.toString()]); }
  deleteFile(uri) { this.steps.push(["delete", uri.toString()]); }
}

const providers = {};
const events = {};
const commands = {};
const diagnostics = new Map();
const documents = [];
const languages = new Proxy({
  match: () => 10,
  createDiagnosticCollection: () => ({
    set: (uri, found) => diagnostics.set(uri.toString(), found), clear() {}, dispose() {},
  }),
}, {
  get: (target, name) => target[name] ?? ((...list) => {
    providers[name.replace("register", "")] = list.find((one) => typeof one === "object" && !Array.isArray(one));
    return { dispose() {} };
  }),
});
const root = "file://" + process.env.NOTES;
const editor = {
  Position, Range, Uri, EventEmitter, WorkspaceEdit,
  Location: named("uri", "range"), TextEdit: named("range", "newText"), MarkdownString: named("value"),
  Diagnostic: named("range", "message", "severity"), DiagnosticRelatedInformation: Plain,
  CompletionItem: named("label", "kind"), CompletionList: named("items", "isIncomplete"), SnippetString: named("value"),
  Hover: named("contents", "range"), DocumentHighlight: named("range"), DocumentSymbol: named("name"),
  SymbolInformation: named("name", "kind", "containerName", "location"), DocumentLink: named("range", "target"),
  FoldingRange: named("start", "end", "kind"), FoldingRangeKind: { Comment: 1, Region: 3 },
  SelectionRange: named("range", "parent"), LinkedEditingRanges: named("ranges", "wordPattern"),
  CodeAction: named("title", "kind"), CodeActionKind: { Empty: new Kind("") }, CodeLens: named("range"),
  InlayHint: named("position", "label"), SemanticTokens: named("data"), SemanticTokensLegend: named("types", "modifiers"),
  ColorInformation: named("range", "color"), Color: Plain, ColorPresentation: named("label"), ProgressLocation: { Window: 10 },
  languages, env: { language: "en" },
  commands: { registerCommand: (name, body) => { commands[name] = body; return { dispose() {} }; }, executeCommand: async () => {} },
  window: new Proxy({}, { get: () => async () => undefined }),
  workspace: new Proxy({
    textDocuments: documents,
    workspaceFolders: [{ uri: new Uri(root), name: "notes" }],
    getConfiguration: () => ({ get: (name) => (name === "path" ? process.env.SHEAF : name !== "formatOnSave") }),
    applyEdit: async () => true,
  }, { get: (target, name) => target[name] ?? ((body) => { events[name] = body; return { dispose() {} }; }) }),
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? editor : load(name, ...rest));

function open(name, text) {
  const document = { uri: new Uri(root + "/" + name), version: 1, text, getText() { return this.text; } };
  documents.push(document);
  events.onDidOpenTextDocument(document);
  return document;
}

async function until(check) {
  for (let count = 0; count < 400; count++) {
    const found = await check();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nothing came");
}

async function main() {
  const extension = require(path.join(process.env.EXTENSION, "extension.js"));
  await extension.activate({ subscriptions: [] });
  const plan = open("plan.md", "# Plan\n\n## Next\n\ncolor\n");
  const links = open("links.md", "[[pl\n");
  // Two changes at once, the last in the text first.
  links.version = 2;
  const at = (line, character) => ({ start: new Position(line, character), end: new Position(line, character) });
  events.onDidChangeTextDocument({
    document: links,
    contentChanges: [{ range: at(1, 0), text: "[[nowhere]] [x][gone]\n" }, { range: at(0, 0), text: "😀 [[plan#Next]] " }],
  });
  const place = await providers.DefinitionProvider.provideDefinition(links, new Position(0, 6));
  say("definition", `${path.basename(place[0].uri.toString())} ${place[0].range.start.line}`);
  const list = await until(async () => {
    const answer = await providers.CompletionItemProvider.provideCompletionItems(links, new Position(0, 21));
    return answer?.items.length ? answer : undefined;
  });
  say("completion", `${list.items[0].label} ${list.items[0].insertText}`);
  const resolved = await providers.CompletionItemProvider.resolveCompletionItem(list.items[0]);
  say("documentation", resolved.documentation.value.split("\n")[0]);
  const found = await until(() => diagnostics.get(links.uri.toString())?.find((one) => one.code === "broken-link"));
  say("diagnostics", found.message);
  const edit = await providers.RenameProvider.provideRenameEdits(plan, new Position(0, 3), "Map");
  say("rename", edit.steps.map((step) => step[0]).sort().join(" "));
  const prepared = await providers.RenameProvider.prepareRename(plan, new Position(0, 3));
  say("placeholder", prepared.placeholder);
  const hover = await providers.HoverProvider.provideHover(links, new Position(0, 6));
  say("hover", hover.contents.value.split("\n")[0]);
  const lenses = await providers.CodeLensProvider.provideCodeLenses(plan);
  const lens = await providers.CodeLensProvider.resolveCodeLens(lenses[0]);
  say("lens", `${lens.command.title} ${lens.command.command}`);
  await commands[lens.command.command](...lens.command.arguments);
  const symbols = await until(async () => {
    const answer = await providers.WorkspaceSymbolProvider.provideWorkspaceSymbols("plan");
    return answer.length ? answer : undefined;
  });
  say("symbol", symbols[0].name);
  say("outline", (await providers.DocumentSymbolProvider.provideDocumentSymbols(plan))[0].children[0].name);
  const actions = await providers.CodeActionsProvider.provideCodeActions(
    links, { start: new Position(1, 3), end: new Position(1, 3) }, { diagnostics: [found] });
  say("action", actions.find((one) => one.diagnostics !== undefined && one.edit)?.title ?? actions[0].title);
  for (const [name, method, list] of [
    ["references", "provideReferences", [plan, new Position(0, 3), { includeDeclaration: false }]],
    ["folding", "provideFoldingRanges", [plan, {}]], ["selection", "provideSelectionRanges", [plan, [new Position(0, 3)]]],
    ["formatting", "provideDocumentFormattingEdits", [plan, { tabSize: 2, insertSpaces: true }]],
    ["links", "provideDocumentLinks", [links]], ["hints", "provideInlayHints", [plan, { start: new Position(0, 0), end: new Position(9, 0) }]],
    ["tokens", "provideDocumentSemanticTokens", [links]], ["colours", "provideDocumentColors", [plan]],
    ["highlights", "provideDocumentHighlights", [links, new Position(0, 6)]],
    ["linked", "provideLinkedEditingRanges", [links, new Position(0, 0)]],
  ]) {
    const provider = Object.values(providers).find((one) => one[method]);
    const answer = await provider[method](...list);
    say(name, answer === null ? "none" : (answer.data ?? answer).length);
  }
  await extension.deactivate();
  say("stopped", true);
}

main().then(() => finish(0), (error) => { say("error", error.stack.split("\n").slice(0, 3).join(" ")); finish(1); });
