#!/usr/bin/env python3
"""Holds the definitions of the language server against `links --json`: definitions.py SHEAF VAULT...

Every link that `links --all --json` knows is asked about at its place in its note. Each vault is copied first.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "Benchmarks"))

from language_client import LanguageClient  # noqa: E402


def main():
    program = os.path.abspath(sys.argv[1])
    differing = 0
    for vault in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as scratch:
            notes = os.path.join(scratch, "notes")
            shutil.copytree(vault, notes, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            environment = dict(os.environ, HOME=scratch, XDG_CACHE_HOME=scratch + "/cache",
                               XDG_STATE_HOME=scratch + "/state", LC_ALL="C.UTF-8")
            subprocess.run([program, "init"], cwd=notes, env=environment, capture_output=True)
            output = subprocess.run([program, "links", "--all", "--json"], cwd=notes, env=environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            by_note = {}
            for link in json.loads(output)["items"]:
                if link["range"] and link["source"].lower().endswith((".md", ".markdown")):
                    by_note.setdefault(link["source"], []).append(link)
            client = LanguageClient(program, notes, environment)
            asked, wrong, inner = 0, 0, 0
            for path, links in sorted(by_note.items()):
                with open(os.path.join(notes, path), "rb") as file:
                    data = file.read()
                try:
                    data.decode("utf-8")
                except UnicodeDecodeError:
                    continue
                client.open(path)
                for link in links:
                    start, end = link["range"]
                    # A link in the text of another is nearer than that.
                    if any(o is not link and start <= o["range"][0] and o["range"][1] <= end for o in links):
                        inner += 1
                        continue
                    offset = start + 1
                    before = data[:offset].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
                    line = before.count(b"\n")
                    answer = client.at("definition", path, line, offset - (data.rfind(b"\n", 0, offset) + 1)) or []
                    targets = [client.path(place["uri"]) for place in answer]
                    asked += 1
                    wanted = [link["target"]] if link["target"] else []
                    isFine = targets == wanted or link["state"] == "ambiguous" and len(targets) > 1
                    if not isFine:
                        wrong += 1
                        if wrong <= 10:
                            print("%s:%d %s: %s, not %s" % (path, link["line"], link["destination"], targets, wanted))
                client.close(path)
            client.stop()
            print("%s: %d links asked, %d differ, %d contain another link" % (
                os.path.basename(vault.rstrip("/")), asked, wrong, inner))
            differing += wrong
    sys.exit(1 if differing else 0)


main()
