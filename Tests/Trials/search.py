#!/usr/bin/env python3
"""Asks the search for notes that a person would look for, and counts how far up each one is.

search.py SHEAF VAULT [COUNT]

Copies the vault, and for COUNT notes (default 200), the same ones each time, searches by the file name, and by the first
six words of one of the note's own lines, or by its first twelve letters where the language writes none apart. Prints the mean reciprocal rank of both: 1.0 means that the note was first every time. Where several
notes have the same file name, any of them counts; the same for a line that several notes contain.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata


def main():
    sheaf, vault = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    scratch = tempfile.mkdtemp()
    tree = os.path.join(scratch, "notes")
    shutil.copytree(vault, tree, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    environment = dict(
        os.environ, HOME=scratch, XDG_CACHE_HOME=scratch + "/cache", XDG_STATE_HOME=scratch + "/state",
        XDG_CONFIG_HOME=scratch + "/config", LC_ALL="C.UTF-8")

    def run(*words):
        return subprocess.run([sheaf, "-C", tree, *words], env=environment, capture_output=True, text=True)

    if not os.path.isdir(os.path.join(tree, ".sheaf")):
        run("init", "--yes") if "--yes" in run("init", "--help").stdout else run("init")
    notes = [item["path"] for item in json.loads(run("list", "--json").stdout)["items"]]
    texts = {}
    for path in notes:
        with open(os.path.join(tree, path), encoding="utf-8", errors="replace") as file:
            texts[path] = file.read()
    names = {}
    for path in notes:
        names.setdefault(folded(os.path.basename(path)[:-3]), set()).add(path)
    random.seed(7)
    chosen = random.sample(notes, min(count, len(notes)))
    byName, byLine = [], []
    for path in chosen:
        name = os.path.basename(path)[:-3]
        byName.append(reciprocal(run, name, names[folded(name)]))
        words = line(texts[path])
        if words:
            wanted = {other for other in notes if words in " ".join(texts[other].split())}
            byLine.append(reciprocal(run, words, wanted | {path}))
    print(f"{os.path.basename(vault.rstrip('/'))}: by name {mean(byName)}, by six words of a line {mean(byLine)}")
    shutil.rmtree(scratch)


def folded(text):
    return unicodedata.normalize("NFKC", text).casefold()


def mean(values):
    return f"{sum(values) / max(len(values), 1):.3f} ({len(values)})"


def line(text):
    """The first six words of a random line of prose: no markup that the query language would read as its own."""
    body = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    rows = [" ".join(row.split()) for row in body.split("\n")]
    lines = [" ".join(row.split()[:6]) for row in rows]
    lines += [row[:12] for row in rows if re.match(r"[\u3040-\u30ff\u3400-\u9fff]{12}", row)]
    lines = [row for row in lines if (len(row.split()) == 6 or len(row) == 12) and not re.search(r"[^\w\s.,'’-]", row)
             and not row.startswith("-") and not re.search(r"\b(OR|AND|NOT)\b|\s-", row)]
    return random.choice(lines) if lines else None


def reciprocal(run, words, wanted):
    result = run("search", "-l", "--limit", "20", "--", words)
    for rank, path in enumerate(result.stdout.split("\n"), 1):
        if path in wanted:
            if rank > 1 and os.environ.get("VERBOSE"):
                print("rank", rank, repr(words), "after", result.stdout.split("\n")[0])
            return 1 / rank
    if os.environ.get("VERBOSE"):
        print("not found:", repr(words), sorted(wanted)[:2], result.stderr.strip()[:200])
    return 0


main()
