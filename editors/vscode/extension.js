"use strict";
// Starts “sheaf lsp” and gives the editor what it answers.
const vscode = require("vscode");
const { Connection } = require("./connection");
const convert = require("./convert");
const { registerProviders } = require("./providers");

const selector = [{ language: "markdown", scheme: "file" }];
const watchedDelay = 200;

class Client {
  constructor() {
    this.disposables = [];
    this.diagnostics = vscode.languages.createDiagnosticCollection("sheaf");
    this.refreshed = { lens: new vscode.EventEmitter(), hint: new vscode.EventEmitter() };
    this.isStopping = false;
  }

  async start() {
    const settings = vscode.workspace.getConfiguration("sheaf");
    const program = settings.get("path");
    this.connection = new Connection(
      program, (method, parameters) => this.answer(method, parameters), (code) => this.ended(program, code));
    const folders = vscode.workspace.workspaceFolders ?? [];
    const options = {};
    for (const name of ["inlayHints", "codeLens", "formatOnSave", "selfLinkHints", "backlinkHints"]) {
      options[name] = settings.get(name);
    }
    const answer = await this.connection.request("initialize", {
      processId: process.pid,
      rootUri: folders[0]?.uri.toString() ?? null,
      workspaceFolders: folders.map((folder) => ({ uri: folder.uri.toString(), name: folder.name })),
      locale: vscode.env.language,
      capabilities,
      initializationOptions: { ...options, showLocations: "sheaf.showLocations" },
    });
    this.connection.notify("initialized", {});
    for (const document of vscode.workspace.textDocuments) this.open(document);
    this.follow();
    this.disposables.push(...registerProviders(this, selector, answer.capabilities));
  }

  /** @returns The answer, or nothing where the request was cancelled or refused. */
  async ask(method, parameters, token) {
    try {
      return await this.connection.request(method, parameters, token);
    } catch (error) {
      // Cancelled, changed in the meantime, ended: nobody waits for it.
      if (error.code === -32803) vscode.window.showErrorMessage(error.message);
      return undefined;
    }
  }

  run(command, ...argumentList) {
    return this.ask("workspace/executeCommand", { command, arguments: argumentList });
  }

  // What the server asks and tells.
  async answer(method, parameters) {
    switch (method) {
      case "textDocument/publishDiagnostics":
        return this.diagnostics.set(convert.uri(parameters.uri), parameters.diagnostics.map(convert.diagnostic));
      case "workspace/applyEdit": {
        if (!convert.isCurrent(parameters.edit)) return { applied: false };
        return { applied: await vscode.workspace.applyEdit(convert.workspaceEdit(parameters.edit)) };
      }
      case "window/showMessage":
        if (parameters.type <= 2) vscode.window.showWarningMessage(parameters.message);
        else vscode.window.showInformationMessage(parameters.message);
        return;
      case "window/showDocument": {
        const shown = { selection: parameters.selection && convert.range(parameters.selection) };
        await vscode.window.showTextDocument(convert.uri(parameters.uri), shown);
        return { success: true };
      }
      case "workspace/codeLens/refresh": return this.refreshed.lens.fire();
      case "workspace/inlayHint/refresh": return this.refreshed.hint.fire();
      case "$/progress": return this.progress(parameters);
      default: return null;
    }
  }

  progress({ token, value }) {
    if (value.kind === "begin") {
      vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: value.title }, () =>
        new Promise((resolve) => { this.endProgress = { token, resolve }; }));
    } else if (value.kind === "end" && this.endProgress?.token === token) {
      this.endProgress.resolve();
    }
  }

  ended(program, code) {
    this.diagnostics.clear();
    this.endProgress?.resolve();
    if (this.isStopping) return;
    const text = code === null ? `Sheaf: cannot start “${program}”` : "Sheaf: the language server has ended";
    vscode.window.showErrorMessage(text, "Restart").then((choice) => {
      if (choice) vscode.commands.executeCommand("sheaf.restart");
    });
  }

  // Documents and files.
  isOurs(document) {
    return vscode.languages.match(selector, document) > 0;
  }

  open(document) {
    if (!this.isOurs(document)) return;
    this.connection.notify("textDocument/didOpen", {
      textDocument: {
        uri: document.uri.toString(), languageId: "markdown", version: document.version, text: document.getText(),
      },
    });
  }

  follow() {
    const identifier = (document) => ({ uri: document.uri.toString() });
    const on = (event, body) => this.disposables.push(event(body));
    on(vscode.workspace.onDidOpenTextDocument, (document) => this.open(document));
    on(vscode.workspace.onDidChangeTextDocument, ({ document, contentChanges }) => {
      if (!this.isOurs(document) || contentChanges.length === 0) return;
      // They are given last first, each by the text before all of them, and so each by the text after those before it.
      this.connection.notify("textDocument/didChange", {
        textDocument: { ...identifier(document), version: document.version },
        contentChanges: contentChanges.map((one) => ({ range: convert.plainRange(one.range), text: one.text })),
      });
    });
    on(vscode.workspace.onDidSaveTextDocument, (document) => {
      if (this.isOurs(document)) this.connection.notify("textDocument/didSave", { textDocument: identifier(document) });
    });
    on(vscode.workspace.onDidCloseTextDocument, (document) => {
      if (this.isOurs(document)) this.connection.notify("textDocument/didClose", { textDocument: identifier(document) });
    });
    on(vscode.workspace.onWillRenameFiles, (event) => event.waitUntil(this.renaming(event.files)));
    on(vscode.workspace.onDidRenameFiles, () => this.filesChanged());
    on(vscode.workspace.onDidChangeWorkspaceFolders, ({ added, removed }) => {
      const plain = (folders) => folders.map((folder) => ({ uri: folder.uri.toString(), name: folder.name }));
      this.connection.notify("workspace/didChangeWorkspaceFolders", {
        event: { added: plain(added), removed: plain(removed) },
      });
    });
  }

  async renaming(files) {
    const edit = await this.ask("workspace/willRenameFiles", {
      files: files.map(({ oldUri, newUri }) => ({ oldUri: oldUri.toString(), newUri: newUri.toString() })),
    });
    return edit && convert.isCurrent(edit) ? convert.workspaceEdit(edit) : undefined;
  }

  filesChanged() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connection.notify("workspace/didChangeWatchedFiles", { changes: [] }), watchedDelay);
  }

  async stop() {
    this.isStopping = true;
    clearTimeout(this.timer);
    for (const disposable of this.disposables) disposable.dispose();
    this.diagnostics.dispose();
    await this.connection.stop().catch(() => {});
  }
}

// The server watches files by itself, so none are registered for.
const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  window: { workDoneProgress: true, showDocument: { support: true } },
  workspace: {
    applyEdit: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] },
    workspaceFolders: true,
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
  },
  textDocument: {
    completion: { completionItem: { snippetSupport: true, insertReplaceSupport: true } },
    hover: { contentFormat: ["markdown"] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { codeActionLiteralSupport: {}, dataSupport: true, resolveSupport: { properties: ["edit"] } },
    publishDiagnostics: { relatedInformation: true },
    rename: { prepareSupport: true },
  },
};

let client;

async function start() {
  client = new Client();
  await client.start().catch(() => {});
}

async function activate(context) {
  const commands = {
    "sheaf.newNote": async () => {
      const title = await vscode.window.showInputBox({ prompt: "Title of the note" });
      if (title) await client.run("sheaf.new", { title });
    },
    "sheaf.openDiary": () => client.run("sheaf.diary"),
    "sheaf.undoLast": () => client.run("sheaf.undo"),
    "sheaf.restart": async () => {
      await client?.stop();
      await start();
    },
    "sheaf.showLocations": (address, place, places) => vscode.commands.executeCommand(
      "editor.action.showReferences", convert.uri(address), convert.position(place), convert.locations(places)),
  };
  for (const [name, body] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, body));
  }
  // What the server offers with its answers.
  for (const name of ["sheaf.done", "sheaf.defer", "sheaf.create", "sheaf.nameBlock", "sheaf.backlinks"]) {
    context.subscriptions.push(vscode.commands.registerCommand(name, (...list) => client.run(name, ...list)));
  }
  await start();
}

module.exports = { activate, deactivate: () => client?.stop() };
