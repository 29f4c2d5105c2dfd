"""A client of `sheaf lsp`: just enough of the protocol to measure it and to ask it about every link of a vault."""
import json
import os
import select
import subprocess
import time
import urllib.parse


class LanguageClient:
    def __init__(self, program, notes, environment, encoding="utf-8", pull=True):
        self.notes, self.count, self.buffer, self.kept, self.opened = notes, 0, b"", [], set()
        self.process = subprocess.Popen(
            [program, "lsp"], cwd=notes, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        capabilities = {
            "general": {"positionEncodings": [encoding]},
            "workspace": {"workspaceEdit": {"documentChanges": True,
                                            "resourceOperations": ["create", "rename", "delete"]}},
            "textDocument": {"publishDiagnostics": {}, "codeAction": {"codeActionLiteralSupport": {}}},
        }
        if pull:
            capabilities["textDocument"]["diagnostic"] = {}
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities,
                                    "workspaceFolders": [{"uri": "file://" + notes, "name": "notes"}]})
        self.notify("initialized", {})

    def uri(self, path):
        return "file://" + urllib.parse.quote(os.path.join(self.notes, path))

    def path(self, uri):
        return os.path.relpath(urllib.parse.unquote(uri[len("file://"):]), self.notes)

    def write(self, message):
        body = json.dumps(dict(message, jsonrpc="2.0")).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, parameters):
        self.write({"method": method, "params": parameters})

    def send(self, method, parameters):
        self.count += 1
        self.write({"id": self.count, "method": method, "params": parameters})
        return self.count

    def request(self, method, parameters):
        return self.wait(self.send(method, parameters))

    def wait(self, identifier):
        for index, message in enumerate(self.kept):
            if message.get("id") == identifier and "method" not in message:
                return self.kept.pop(index).get("result")
        while True:
            message = self.next()
            if message.get("id") == identifier and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]
            self.kept.append(message)

    def notice(self, method, fits=lambda parameters: True, patience=60):
        end = time.perf_counter() + patience
        while time.perf_counter() < end:
            for index, message in enumerate(self.kept):
                if message.get("method") == method and fits(message["params"]):
                    return self.kept.pop(index)["params"]
            self.kept.append(self.next())
        raise TimeoutError(method)

    def next(self):
        while True:
            head, _, rest = self.buffer.partition(b"\r\n\r\n")
            if rest or self.buffer.endswith(b"\r\n\r\n"):
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    return json.loads(rest[:length])
            ready, _, _ = select.select([self.process.stdout], [], [], 120)
            if not ready:
                raise TimeoutError("the server says nothing")
            piece = os.read(self.process.stdout.fileno(), 1 << 20)
            if not piece:
                raise EOFError("the server is gone")
            self.buffer += piece

    def open(self, path, text=None):
        if text is None:
            with open(os.path.join(self.notes, path), encoding="utf-8", errors="replace", newline="") as file:
                text = file.read()
        self.opened.add(path)
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri(path), "languageId": "markdown", "version": 1, "text": text}})
        return text

    def close(self, path):
        self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(path)}})

    def at(self, method, path, line, character, **more):
        return self.request("textDocument/" + method, dict(
            textDocument={"uri": self.uri(path)}, position={"line": line, "character": character}, **more))

    def memory(self):
        """Megabytes of the server and of what hands it its messages; pages that both use count once."""
        pids = [self.process.pid]
        with open("/proc/%d/task/%d/children" % (self.process.pid, self.process.pid)) as file:
            pids += [int(word) for word in file.read().split()]
        total = 0
        for pid in pids:
            with open("/proc/%d/smaps_rollup" % pid) as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        return total / 1024

    def stop(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.stdin.close()
        return self.process.wait(20)
