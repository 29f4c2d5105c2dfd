"""The rows of the language server: how fast it is ready, answers and reports, and how much memory it takes.

A row is the 95th percentile of its requests, in milliseconds.
"""
import math
import os
import subprocess
import time

from language_client import LanguageClient


def percentile(seconds, part=0.95):
    ordered = sorted(seconds)
    return ordered[math.ceil(len(ordered) * part) - 1] * 1000


def timed(ask, times):
    samples = []
    for number in range(times):
        start = time.perf_counter()
        ask(number)
        samples.append(time.perf_counter() - start)
    return samples


def ready(program, notes, environment):
    """Seconds from the start of the process to the first definition that is found."""
    start = time.perf_counter()
    client = LanguageClient(program, notes, environment)
    client.open("Memo/probe.md", "[[note-000001]]\n")
    while not client.at("definition", "Memo/probe.md", 0, 4):
        time.sleep(0.005)
    seconds = time.perf_counter() - start
    client.stop()
    return seconds


def tagged(client):
    """A page with the tag that most notes have, or one below it."""
    path = "Memo/tagged.md"
    if path not in client.opened:
        client.open(path, "#work\n")
    return path


def completions_meanwhile(client, complete):
    """Completions while three requests look at every note."""
    path = tagged(client)
    slow = [client.send("textDocument/references", {
        "textDocument": {"uri": client.uri(path)}, "position": {"line": 0, "character": 1},
        "context": {"includeDeclaration": False}}) for _ in range(3)]
    samples = timed(complete, 60)
    for identifier in slow:
        client.wait(identifier)
    return samples


def wait_for_names(client, page, line, character):
    """The names that are kept in memory are read once; before that a new note is all that is offered."""
    while len((client.at("completion", page, line, character) or {}).get("items", [])) < 10:
        time.sleep(0.05)


def rows(program, notes, environment, count):
    found = []

    def add(name, milliseconds, memory=0):
        found.append(dict(name=name, notes=count, isVault=False, milliseconds=milliseconds, processor=0, memory=memory,
                          reference=None, referenceMilliseconds=None, ratio=None))

    subprocess.run([program, "index", "--quiet"], cwd=notes, env=environment, stderr=subprocess.DEVNULL, check=True)
    add("lsp: ready", max(ready(program, notes, environment) for _ in range(3)) * 1000)
    client = LanguageClient(program, notes, environment)
    text = client.open("Memo/01/note-000001.md")
    lines = text.count("\n")
    client.notify("textDocument/didChange", {
        "textDocument": {"uri": client.uri("Memo/01/note-000001.md"), "version": 2},
        "contentChanges": [{"range": {"start": {"line": lines, "character": 0}, "end": {"line": lines, "character": 0}},
                            "text": "[[note-000002]] [[00"}]})
    page = "Memo/01/note-000001.md"
    wait_for_names(client, page, lines, 20)

    def type_key(number):
        client.notify("textDocument/didChange", {
            "textDocument": {"uri": client.uri(page), "version": number + 3},
            "contentChanges": [{"range": {"start": {"line": lines, "character": 18},
                                          "end": {"line": lines, "character": 20}}, "text": "%02d" % (number % 100)}]})

    def complete(number):
        type_key(number)
        assert len(client.at("completion", page, lines, 20)["items"]) > 10, "no names are offered"

    building = client.send("workspace/diagnostic", {"previousResultIds": []})
    add("lsp: completion", percentile(timed(complete, 60)))
    add("lsp: definition", percentile(timed(lambda _: client.at("definition", page, lines, 5), 60)))
    add("lsp: hover", percentile(timed(lambda _: client.at("hover", page, lines, 5), 60)))
    add("lsp: references of a note", percentile(timed(lambda _: client.at(
        "references", page, lines, 5, context={"includeDeclaration": False}), 60)))
    add("lsp: workspace symbols", percentile(timed(
        lambda number: client.request("workspace/symbol", {"query": "note-00%02d" % number}), 60)))
    add("lsp: references of a tag", percentile(timed(lambda _: client.at(
        "references", tagged(client), 0, 1, context={"includeDeclaration": False}), 20)))
    add("lsp: completion meanwhile", percentile(completions_meanwhile(client, complete)))
    client.wait(building)
    small = "# Note\n\n" + "A line with [[note-000001]] and #work.\n" * 50
    large = "# Note\n\n" + "A line with [[note-000001]] and some more words.\n\n" * 21000
    for name, content in (("2 KB", small), ("1 MB", large)):
        path = "Memo/%s.md" % name
        client.open(path, content)

        def check(number, path=path):
            client.notify("textDocument/didChange", {
                "textDocument": {"uri": client.uri(path), "version": number + 2},
                "contentChanges": [{"range": {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 3}},
                                    "text": "NM"[number % 2]}]})
            client.request("textDocument/diagnostic", {"textDocument": {"uri": client.uri(path)}})

        check(0)
        add("lsp: diagnostics of %s" % name, percentile(timed(check, 40)))
        client.close(path)
    # An answer, so that what was closed is closed.
    client.at("hover", page, 0, 0)
    add("lsp: memory", 0, client.memory())
    client.stop()
    add("lsp: rename, 1,000 links", rename(program, notes, environment))
    return found


def rename(program, notes, environment):
    """A note that a thousand others link to."""
    folder = os.path.join(notes, "Linked")
    os.makedirs(folder)
    with open(os.path.join(folder, "hub-of-links.md"), "w", encoding="utf-8") as file:
        file.write("# Hub\n")
    for number in range(1000):
        with open(os.path.join(folder, "spoke %d.md" % number), "w", encoding="utf-8") as file:
            file.write("# Spoke %d\n\nSee [[hub-of-links]].\n" % number)
    subprocess.run([program, "index", "--quiet"], cwd=notes, env=environment, stderr=subprocess.DEVNULL, check=True)
    client = LanguageClient(program, notes, environment)
    client.open("Linked/hub-of-links.md")
    client.open("Memo/probe.md", "[[no\n")
    wait_for_names(client, "Memo/probe.md", 0, 4)
    edits = []

    def ask(number):
        edits.append(client.at("rename", "Linked/hub-of-links.md", 0, 3, newName="Center %d" % number))

    samples = timed(ask, 20)
    assert len(edits[0]["documentChanges"]) >= 1001, "not every link is renamed"
    client.stop()
    return percentile(samples)
