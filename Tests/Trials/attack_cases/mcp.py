"""Programs that speak the Model Context Protocol: none reads what is private or outside, writes where it may not, or stops the server."""

import hashlib
import json
import os
import random

from attacks import ELSEWHERE, SECRET

PRIVATE = {
    "Secret.md": f"---\nprivate: true\naliases: [Vault]\n---\n\n{SECRET} [[Note]] #hush\n\n- [ ] {SECRET}\n",
    "private/Deep.md": f"# Deep\n\n{SECRET}\n", "Held.md": f"---\npublish: false\ntitle: {SECRET}\n---\n\nHeld\n",
    "Letter.md": f"---\nunseal: 2999-01-01\ntitle: {SECRET}\n---\n\n{SECRET}\n", ".hidden/Note.md": f"{SECRET}\n",
    ".sheaf/templates/env.md": "# {{title}}\n\n{{env.API_TOKEN}}\n{{{body}}}\n", ".sheaf/notes.txt": f"{SECRET}\n"}
NAMES = ["Secret", "Secret.md", "Vault", "private/Deep.md", "Held.md", SECRET[:-1], SECRET[:5], "Letter.md", ".hidden/Note.md", ".sheaf/config.yaml", ".sheaf/notes.txt",
         ".git/config", "../secret.md", "../../home/secret.md", "{home}/secret.md", "{home}/.ssh/id", "file://{home}/secret.md", "Memo/../../secret.md",
         "link/secret.md", "out.md", "~/secret.md", "$HOME/secret.md", "", " ", ".", "..", "/", "//", "Note.md\0", "Note.md/../../secret.md", "%2e%2e/secret.md",
         "Note\n", "-h", "--help", "--format={{body}}", "@secret", "yesterday", "9" * 400, "가" * 3000, "a/" * 2000, "\x1b[2J", "*", "[[Secret]]", "\ud800"]
QUERIES = [SECRET[:-1], SECRET[:5] + "*", f"/{SECRET[:-1]}./", "is:sealed", "private:true", "tag:hush", "in:private", "in:../", "title:/" + "(a*)*" * 40 + "/", "/(a|aa)+$/", "(" * 2000, '"', "NOT " * 3000, "@x",
           "links-to:Secret", "sort:private", "path:.sheaf", "has:private", "a" * 200_000, "{{body}}", "--json", "created:" + "9" * 60, "\0"]
READING = {"read": "note", "links": "note"}
FOLDERS = ["..", "../out", ELSEWHERE, "{home}/Documents", ".sheaf", ".sheaf/templates", ".git", ".git/hooks", "link", "Work", "", ".", "Memo/../Work", "Memo/../../out", "~", "Memo\0/x"]


def call(number, tool, arguments):
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def hello(name="trial"):
    return {"jsonrpc": "2.0", "id": "hello", "method": "initialize",
            "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": name, "version": "1"}}}


def prepare(ground):
    for path, text in PRIVATE.items():
        ground.write(path, text)
    ground.write("Memo/Open.md", "---\ntitle: Open\n---\n\nOpen words [[Secret]]\n\n- [ ] a task\n")
    ground.write("Work/Far.md", "# Far\n\nFar words\n")
    os.symlink(ground.home, ground.root + "/link")
    os.symlink(ground.home + "/secret.md", ground.root + "/out.md")
    # The path holds a link that leads out.
    ground.holding.add(ground.root + "/out.md")


def files(ground, below=""):
    found = {}
    for folder, folders, names in os.walk(ground.root):
        folders[:] = [name for name in folders if not os.path.islink(folder + "/" + name)]
        for name in names:
            path = os.path.join(folder, name)
            if os.path.islink(path) or not os.path.relpath(path, ground.root).startswith(below):
                continue
            with open(path, "rb") as file:
                found[os.path.relpath(path, ground.root)] = hashlib.sha1(file.read()).hexdigest()
    return found


def serve(ground, messages, *options, client="trial"):
    """Returns the server's answers, by the ids of the requests."""
    lines = [hello(client), {"jsonrpc": "2.0", "method": "notifications/initialized"}, *messages]
    data = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    done = ground.run("mcp", *options, input=data, seconds=120)
    answers = {}
    if done is None:
        return answers
    ground.expect(done.returncode == 0, f"the server ended with {done.returncode}")
    for line in done.stdout.splitlines():
        try:
            message = json.loads(line)
        except ValueError:
            ground.problems.append(f"not JSON: {line[:120]!r}")
            continue
        for answer in message if isinstance(message, list) else [message]:
            ground.expect(answer.get("jsonrpc") == "2.0" and ("result" in answer) != ("error" in answer), f"no answer: {line[:120]!r}")
            answers[json.dumps(answer.get("id"))] = answer
    ground.expect(SECRET not in json.dumps(list(answers.values())), "an answer has the secret")
    return answers


def done(answer):
    return answer is not None and "result" in answer and not answer["result"].get("isError")


def placed(text, ground):
    return text.replace("{home}", ground.home)


def reading(ground):
    prepare(ground)
    before = files(ground)
    ground.begin()
    messages = []
    for number, name in enumerate(NAMES):
        name = placed(name, ground)
        for tool, key in READING.items():
            extra = {"kind": "to"} if tool == "links" else {}
            messages.append(call(f"{tool} {number}", tool, {key: name, **extra}))
        messages.append(call(f"in {number}", "list", {"query": "in:" + name}))
        for address in (name, "file://" + name, "note:///" + name, "sheaf://" + name):
            messages.append({"jsonrpc": "2.0", "id": f"{number} {address[:9]}", "method": "resources/read", "params": {"uri": address}})
    for number, query in enumerate(QUERIES):
        for tool in ("search", "list", "tasks"):
            messages.append(call(f"{tool} query {number}", tool, {"query": query}))
    for tool in ("tags", "tasks", "list"):
        messages.append(call(tool + " all", tool, {}))
    messages += [call("broken", "links", {"kind": "broken"}), {"jsonrpc": "2.0", "id": "resources", "method": "resources/list"}]
    answers = serve(ground, messages)
    ground.expect(len(answers) == len({json.dumps(message["id"]) for message in messages}) + 1, "a request has no answer")
    ground.expect(files(ground) == before, "reading changed a file")
    ground.judge()


def unwritable(ground):
    """Without --write nothing writes, whatever is called."""
    prepare(ground)
    before = files(ground)
    ground.begin()
    messages = [call(f"{tool} {number}", tool, arguments) for number, (tool, arguments) in enumerate([
        ("create", {"title": "New"}), ("append", {"note": "Open", "text": "x"}), ("edit", {"note": "Open", "hash": "0", "edits": [{"old": "Open", "new": "x"}]}),
        ("set", {"note": "Open", "hash": "0", "fields": {"a": 1}}), ("rename", {"note": "Open", "hash": "0", "title": "B"}), ("add_task", {"title": "x"}),
        ("undo", {}), ("write", {}), ("shell", {"command": "id"}), ("publish", {}), ("sync", {}), ("config", {})])]
    answers = serve(ground, messages)
    ground.expect(not any(done(answer) for key, answer in answers.items() if key != '"hello"'), "a tool wrote without --write")
    ground.expect(files(ground) == before, "a file changed without --write")
    ground.judge()


def writing(folder):
    def run(ground):
        prepare(ground)
        ground.begin()
        place = placed(folder, ground)
        before = {path: text for path, text in files(ground).items() if not path.startswith("Memo/")}
        messages = [call(0, "read", {"note": "Memo/Open.md"})]
        for number, title in enumerate(["New", "../New", "/tmp/out-of-everything/New", "..", ".", "a/b/c", ".sheaf/config", "x\0y", "New\n", "가" * 300, "CON", "-rf", "{{env.API_TOKEN}}"]):
            messages.append(call(f"create {number}", "create", {"title": title, "folder": place, "text": "words {{env.API_TOKEN}} " + title}))
            messages.append(call(f"task {number}", "add_task", {"title": title, "folder": place}))
        for number, name in enumerate(NAMES + ["Work/Far.md", "Note.md"]):
            name = placed(name, ground)
            messages.append(call(f"append {number}", "append", {"note": name, "text": "words"}))
            messages.append(call(f"box {number}", "add_task", {"title": "box", "note": name}))
        answers = serve(ground, messages, "--write", "Memo")
        after = {path: text for path, text in files(ground).items() if not path.startswith("Memo/")}
        ground.expect(after == before, f"wrote outside of Memo: {sorted(set(after.items()) ^ set(before.items()))[:3]}")
        ground.expect(len(answers) == len(messages) + 1, "a request has no answer")
        ground.judge()
    return run


def stale(ground):
    """A note that was changed since it was read is not written over, and a change that is not allowed is refused."""
    prepare(ground)
    ground.begin()
    path = ground.root + "/Memo/Open.md"
    answers = serve(ground, [call(0, "read", {"note": "Memo/Open.md"})], "--write", "Memo")
    value = answers.get("0", {}).get("result", {}).get("structuredContent", {})
    hashed = value.get("hash")
    ground.expect(bool(hashed), f"no hash: {value}")
    with open(path, "a") as file:
        file.write("written by the user\n")
    calls = [("edit", {"edits": [{"old": "Open words", "new": "gone"}]}), ("set", {"fields": {"status": "done"}}), ("rename", {"title": "Other name"}),
             ("append", {"text": "late"}), ("edit", {"edits": [{"old": "---", "new": ""}]}), ("set_task", {"task": "Memo/Open.md:7", "status": "done"})]
    messages = [call(number, tool, {"note": "Memo/Open.md", "hash": hashed, **arguments} if tool != "set_task" else {"hash": hashed, **arguments})
                for number, (tool, arguments) in enumerate(calls)]
    with open(path, "rb") as file:
        before = file.read()
    answers = serve(ground, messages, "--write", "Memo")
    ground.expect(not any(done(answers.get(str(number))) for number in range(len(calls))), "a stale writer was let through")
    with open(path, "rb") as file:
        ground.expect(file.read() == before, "what the user wrote was changed by a stale writer")
    ground.judge()


def settings(ground):
    """A program changes neither the settings nor what is trusted, by any name of theirs."""
    prepare(ground)
    ground.begin()
    before = files(ground, ".sheaf")
    messages = []
    for number, name in enumerate([".sheaf/config.yaml", ".sheaf/templates/env.md", ".sheaf/notes.txt", "config.yaml", ".sheaf", ".git/config", ".gitattributes", ".obsidian/app.json"]):
        for tool, arguments in (("append", {"text": "hooks:\n  on-add: " + ground.stranger}), ("edit", {"hash": "0", "edits": [{"old": "{", "new": "x"}]}),
                                ("set", {"hash": "0", "fields": {"a": "b"}}), ("rename", {"hash": "0", "title": "x"})):
            messages.append(call(f"{tool} {number}", tool, {"note": name, **arguments}))
        messages.append(call(f"create {number}", "create", {"title": name, "folder": ".sheaf", "text": "x"}))
    for key in ("private", "publish", "unseal", "template", "hooks.on-add", "a\nb", "id", "__proto__", "x" * 5000, ""):
        messages.append(call("field " + key[:20], "create", {"title": "Field", "folder": "Memo", "fields": {key: "false"}}))
    serve(ground, messages, "--write", ".")
    ground.expect(files(ground, ".sheaf") == before, "the settings changed")
    ground.judge()


def malformed(seed):
    def run(ground):
        prepare(ground)
        ground.begin()
        chance = random.Random(seed)
        good = json.dumps(call(1, "search", {"query": "words"})).encode()
        lines = [b"", b"{", b"null", b"[]", b"[[]]", b"1", b'"x"', b"\xff\xfe\x00", b"{" * 100_000, b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
                 b'{"jsonrpc":"2.0","id":{"a":1},"method":"tools/call"}', b'{"jsonrpc":"2.0","id":1e400,"method":"ping"}', b'{"jsonrpc":"1.0","id":5,"method":"ping"}',
                 b'{"jsonrpc":"2.0","id":6}', b'{"jsonrpc":"2.0","id":7,"method":7}', b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":[1,2]}',
                 b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"search","arguments":"x"}}', b'{"jsonrpc":"2.0","id":9,"id":10,"method":"ping"}',
                 b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', b'{"jsonrpc":"2.0","id":11,"method":"' + b"a" * 1_000_000 + b'"}',
                 json.dumps([call(f"b{number}", "tags", {}) for number in range(300)]).encode(), json.dumps(call(12, "search", {"query": "x" * 5_000_000})).encode(),
                 json.dumps(call(13, "search", {"query": "x", "limit": -1})).encode(), json.dumps(call(14, "search", {"query": "x", "cursor": "\0" * 1000})).encode(),
                 json.dumps(call(15, "list", {"limit": 1e99})).encode(), json.dumps({**hello(), "params": {"protocolVersion": ["x"], "clientInfo": 5}}).encode(),
                 b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[1]}}', b"a" * (33 << 20)]
        for _ in range(60):
            broken = bytearray(good)
            for _ in range(chance.randint(1, 6)):
                broken[chance.randrange(len(broken))] = chance.randrange(256)
            lines.append(bytes(broken.replace(b"\n", b" ")))
        chance.shuffle(lines)
        answers = serve(ground, [line + b"\n" for line in lines] + [call("last", "search", {"query": "words"})])
        ground.expect(done(answers.get('"last"')), "the server does not answer after malformed messages")
        ground.judge()
    return run


def names_of_clients(ground):
    prepare(ground)
    ground.begin()
    for name in ["\x1b[2J\x1b]0;x\a", "a\nb", "\u202eevil", "x" * 100_000, "", "{{env.API_TOKEN}}", "--help", "../../x", "user"]:
        serve(ground, [call(1, "create", {"title": "By", "folder": "Memo"}), call(2, "undo", {})], "--write", "Memo", client=name)
        for words in (("undo", "--list"), ("log", "--author", name[:200] or "x"), ("undo", "--author", name[:200] or "x", "-n")):
            shown = ground.run(*words)
            ground.expect(shown is None or b"\x1b" not in shown.stdout + shown.stderr, f"{words[0]} prints the control characters of a client")
    ground.judge()


def attacks(seeds):
    yield "reading", reading
    yield "writing without --write", unwritable
    for folder in FOLDERS:
        yield f"writing to {folder!r}", writing(folder)
    yield "stale writers", stale
    yield "settings", settings
    yield "names of clients", names_of_clients
    for seed in range(seeds):
        yield f"malformed messages {seed}", malformed(seed)
