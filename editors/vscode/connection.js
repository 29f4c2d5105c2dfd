"use strict";
// JSON-RPC with a language server over its standard streams.
const { spawn } = require("child_process");

class Connection {
  /**
   * @param {string} program
   * @param {(method: string, parameters: any) => any} answer What the server asks and tells; the answer may be a promise.
   * @param {(code: number | null) => void} ended
   */
  constructor(program, answer, ended) {
    this.answer = answer;
    this.waiting = new Map();
    this.count = 0;
    this.buffer = Buffer.alloc(0);
    this.process = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "ignore"] });
    this.process.stdout.on("data", (data) => this.read(data));
    this.process.stdin.on("error", () => {});
    const end = (code) => {
      for (const { reject } of this.waiting.values()) reject(new Error("sheaf lsp has ended"));
      this.waiting.clear();
      ended(code);
    };
    this.process.once("error", () => end(null));
    this.process.once("exit", end);
  }

  write(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.write({ method, params });
  }

  /** @param {any} token A CancellationToken, or nothing. */
  request(method, params, token) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.write({ id, method, params });
      if (token) token.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    });
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.buffer.toString("latin1", 0, end))?.[1]);
      if (this.buffer.length < end + 4 + length) return;
      const text = this.buffer.toString("utf8", end + 4, end + 4 + length);
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.take(JSON.parse(text));
    }
  }

  async take(message) {
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (!waiting) return;
      if (message.error) waiting.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
      else waiting.resolve(message.result);
      return;
    }
    let result = null;
    try {
      result = await this.answer(message.method, message.params);
    } catch (error) {
      if (message.id !== undefined) {
        this.write({ id: message.id, error: { code: -32603, message: String(error) } });
      }
      return;
    }
    if (message.id !== undefined) this.write({ id: message.id, result: result ?? null });
  }

  async stop() {
    try {
      await this.request("shutdown", null);
    } finally {
      this.notify("exit", null);
    }
  }
}

module.exports = { Connection };
