#!/usr/bin/env python3
"""Measures the everyday commands from 1,000 to 1,000,000 notes: scale.py SHEAF COUNT… [--scratch DIR] [--write FILE].

Each size is a repository of `generate.py` with its own home, measured from outside: wall and processor time, peak
memory, exit status. A row that ends otherwise than with 0 or 1 fails. 1,000,000 notes need 5 GB and as many inodes.
--write: puts the table between the marks of FILE. What was measured is kept in DIR/COUNT.json, row by row, so that a
run that was stopped goes on.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys

from measuring import Runs, run

HERE = os.path.dirname(os.path.abspath(__file__))
MARKS = ("<!-- scale -->", "<!-- end of scale -->")
EVERYDAY_SECONDS = 3
# Every note is read again by a check, and a site takes more room than the notes ten times over.
WHOLE_LIMIT = 100_000
EVERYDAY = [
    ("`list --limit 20`", ["list", "--limit", "20"]),
    ("`search` a rare word", ["search", "zebra", "--limit", "20"]),
    ("`search` a common word", ["search", "family", "--limit", "20"]),
    ("`search` a phrase", ["search", '"family year"', "--limit", "20"]),
    ("`search` two Korean syllables", ["search", "회의", "--limit", "20"]),
    ("`tag`", ["tag"]),
    ("`links --backlinks`", ["links", "note-000007", "--backlinks"]),
    ("`today`", ["today"]),
    ("`agenda`", ["agenda"]),
    ("`cal`", ["cal"]),
    ("`board`", ["board"]),
    ("`tasks --limit 20`", ["tasks", "--limit", "20"]),
    ("`show`", ["show", "note-000007"]),
    ("completion of a note", ["complete", "zsh", "--", "edit", "note 00012"]),
    ("completion of a task", ["complete", "zsh", "--", "done", "call"]),
    ("`new`", ["new", "A note about scale"]),
    ("`add`", ["add", "Water the plants due:tomorrow"]),
]


class Tree:
    def __init__(self, program, count, scratch):
        self.program, self.count = program, count
        self.home = os.path.join(scratch, str(count))
        self.notes = os.path.join(self.home, "notes")
        self.cache = os.path.join(self.home, "cache")
        self.results = os.path.join(scratch, "%d.json" % count)
        self.environment = dict(
            os.environ, HOME=self.home, XDG_CACHE_HOME=self.cache, LC_ALL="C.UTF-8", PAGER="cat",
            XDG_STATE_HOME=os.path.join(self.home, "state"), XDG_CONFIG_HOME=os.path.join(self.home, "config"))
        self.rows = {}
        if os.path.exists(self.results):
            with open(self.results, encoding="utf-8") as file:
                self.rows = json.load(file)

    def make(self):
        if not os.path.isdir(self.notes):
            subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), self.notes + ".part", str(self.count)],
                           check=True)
            os.rename(self.notes + ".part", self.notes)

    def row(self, name, words, times, before=None, after=None):
        if name in self.rows:
            return
        samples, failed = [], None
        for _ in range(times):
            if before:
                before()
            seconds, processor, memory, status = run([self.program] + words, self.notes, self.environment)
            samples.append((seconds, processor, memory))
            if status not in (0, 1):
                failed = status
        runs = Runs(samples)
        self.rows[name] = dict(seconds=runs.seconds, processor=runs.processor, memory=runs.memory, failed=failed)
        if after:
            self.rows[name].update(after())
        with open(self.results, "w", encoding="utf-8") as file:
            json.dump(self.rows, file, indent=1)
        print("%9d  %-32s %9.3f s %9.3f s %7.0f MB%s" % (
            self.count, name, runs.seconds, runs.processor, runs.memory,
            "" if failed is None else "  FAILED with %s" % failed), flush=True)

    def index_size(self):
        sizes = [os.path.getsize(os.path.join(root, name))
                 for root, _, names in os.walk(self.cache) for name in names]
        return dict(index=sum(sizes) / 2**20)

    def append(self):
        with open(os.path.join(self.notes, "Memo", "01", "note-000001.md"), "a", encoding="utf-8") as file:
            file.write("x\n")


def measure(tree):
    tree.make()
    times = 5 if tree.count <= 100_000 else 3
    tree.row("first index", ["index"], 1, before=lambda: shutil.rmtree(tree.cache, ignore_errors=True),
             after=tree.index_size)
    for name, words in EVERYDAY:
        tree.row(name, words, times)
    tree.row("`list`, one note changed", ["list", "--limit", "20"], times, before=tree.append)
    tree.row("`mv` of a note", ["mv", "note-000007", "Moved"], 1)
    tree.row("`undo`", ["undo"], 1)
    if tree.count <= WHOLE_LIMIT:
        tree.row("`check`", ["check", "--json"], 1)
        site = os.path.join(tree.home, "site")
        tree.row("`publish`, the whole site", ["publish", "--yes", "-o", site], 1)
        shutil.rmtree(site, ignore_errors=True)


def table(trees):
    names = list(dict.fromkeys(name for tree in trees for name in tree.rows))
    lines = ["| what | " + " | ".join("{:,}".format(tree.count) for tree in trees) + " |",
             "|:--|" + "--:|" * len(trees)]
    for name in names:
        cells = [tree.rows.get(name) for tree in trees]
        lines.append("| %s | %s |" % (name, " | ".join(shown(cell) for cell in cells)))
        if any(cell and "index" in cell for cell in cells):
            lines.append("| size of the index | %s |" % " | ".join(
                "%.0f MB" % cell["index"] if cell else "–" for cell in cells))
    return "\n".join(lines)


def shown(cell):
    if cell is None:
        return "–"
    if cell["failed"] is not None:
        return "**fails**"
    return "%s (%s), %.0f MB" % (length(cell["seconds"]), length(cell["processor"]), cell["memory"])


def length(seconds):
    return "%.0f ms" % (seconds * 1000) if seconds < 1 else "%.1f s" % seconds


def too_slow(trees):
    everyday = {name for name, _ in EVERYDAY} | {"`list`, one note changed"}
    return ["%s at %d" % (name, tree.count) for tree in trees for name, row in tree.rows.items()
            if row["failed"] is not None or name in everyday and row["seconds"] > EVERYDAY_SECONDS]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("counts", type=int, nargs="+")
    arguments.add_argument("--scratch", default="/tmp/sheaf-scale")
    arguments.add_argument("--write")
    options = arguments.parse_args()
    os.makedirs(options.scratch, exist_ok=True)
    trees = [Tree(os.path.abspath(options.program), count, options.scratch) for count in options.counts]
    for tree in trees:
        measure(tree)
    text = table(trees)
    print(text)
    if options.write:
        with open(options.write, encoding="utf-8") as file:
            before, rest = file.read().split(MARKS[0])
        with open(options.write, "w", encoding="utf-8") as file:
            file.write(before + MARKS[0] + "\n" + text + "\n" + MARKS[1] + rest.split(MARKS[1])[1])
    missed = too_slow(trees)
    if missed:
        sys.exit("Too slow, or failed: " + "; ".join(missed))


main()
