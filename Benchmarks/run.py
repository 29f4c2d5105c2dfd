#!/usr/bin/env python3
"""Measures whole runs of the program beside references in the same run.

run.py SHEAF [--quick] [--write FILE]

Thresholds are ratios against a reference, from thresholds.json. --quick: 1,000 notes, generous ratios, for
continuous integration. --write: puts the table between the marks of FILE.
"""
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def run(command, folder, environment):
    """Wall time in seconds and peak memory in MB of one run."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def median(command, folder, environment, times, before=None):
    seconds, memory = [], 0
    for _ in range(times):
        if before:
            before()
        wall, peak = run(command, folder, environment)
        seconds.append(wall)
        memory = max(memory, peak)
    return statistics.median(seconds), memory


def full_text_floor(folder, scratch):
    """Seconds that SQLite itself needs for the same bodies: one transaction, unicode61."""
    bodies = []
    for root, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".md"):
                with open(os.path.join(root, name), encoding="utf-8") as file:
                    bodies.append((file.read(),))
    path = os.path.join(scratch, "floor.sqlite")
    if os.path.exists(path):
        os.remove(path)
    start = time.perf_counter()
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = OFF")
    database.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'unicode61')")
    database.execute("INSERT INTO t(t, rank) VALUES ('hashsize', 67108864)")
    database.executemany("INSERT INTO t VALUES (?)", bodies)
    database.commit()
    database.close()
    return time.perf_counter() - start


def measure(program, count, scratch, times):
    notes = os.path.join(scratch, "notes-%d" % count)
    subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), notes, str(count)], check=True)
    for words in (["init", "-q"], ["add", "-A"],
                  ["-c", "user.name=b", "-c", "user.email=b@example.org", "commit", "-qm", "notes"]):
        subprocess.run(["git"] + words, cwd=notes, check=True)
    cache = os.path.join(scratch, "cache")
    environment = dict(os.environ, HOME=scratch, XDG_CACHE_HOME=cache,
                       XDG_STATE_HOME=os.path.join(scratch, "state"), LC_ALL="C.UTF-8")
    rows = []

    def row(name, command, reference_name, reference, before=None, repeat=times):
        seconds, memory = median(command, notes, environment, repeat, before)
        rows.append(dict(name=name, notes=count, milliseconds=seconds * 1000, memory=memory,
                         reference=reference_name, referenceMilliseconds=reference * 1000,
                         ratio=seconds / reference))

    sheaf = [program]
    true_time, _ = median([shutil.which("true")], notes, environment, times * 3)
    row("version", sheaf + ["--version"], "true", true_time, repeat=times * 3)
    floor = min(full_text_floor(notes, scratch) for _ in range(2))
    row("cold index", sheaf + ["index"], "FTS5 floor", floor,
        before=lambda: shutil.rmtree(cache, ignore_errors=True), repeat=3)
    git, _ = median(["git", "status", "--porcelain"], notes, environment, times)
    row("list, nothing changed", sheaf + ["list", "--limit", "20"], "git status", git)
    first = os.path.join(notes, "Memo", "01", "note-000001.md")

    def change():
        with open(first, "a", encoding="utf-8") as file:
            file.write("x\n")
    row("list, one note changed", sheaf + ["list", "--limit", "20"], "git status", git, before=change)
    for word in ("zebra", "family", "회의"):
        grep, _ = median(["rg", "-l", word, "."], notes, environment, times)
        row("search " + word, sheaf + ["search", word, "--limit", "20"], "rg -l", grep)
    row("tags", sheaf + ["tags"], "git status", git)
    row("backlinks", sheaf + ["links", "--to", "note-000007"], "git status", git)
    size = sum(os.path.getsize(os.path.join(r, n)) for r, _, ns in os.walk(cache) for n in ns)
    body = sum(os.path.getsize(os.path.join(r, n)) for r, _, ns in os.walk(notes)
               for n in ns if n.endswith(".md"))
    return rows, size / body


def table(results):
    lines = ["| what | notes | ms | MB | beside | its ms | ratio | at most | |",
             "|:--|--:|--:|--:|:--|--:|--:|--:|:--|"]
    for row in results:
        limit = row.get("limit")
        lines.append("| %s | %d | %.1f | %.0f | %s | %.1f | %.2f | %s | %s |" % (
            row["name"], row["notes"], row["milliseconds"], row["memory"], row["reference"],
            row["referenceMilliseconds"], row["ratio"], limit if limit else "–",
            "" if not limit else "pass" if row["ratio"] <= limit else "**misses**"))
    return "\n".join(lines)


def main():
    program, arguments = sys.argv[1], sys.argv[2:]
    quick = "--quick" in arguments
    with open(os.path.join(HERE, "thresholds.json"), encoding="utf-8") as file:
        limits = json.load(file)["quick" if quick else "full"]
    results, notes = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for count in [1000] if quick else [1000, 10000]:
            rows, ratio = measure(program, count, scratch, 7 if quick else 9)
            notes.append("Database at %d notes: %.2f times the notes." % (count, ratio))
            results += rows
    failed = 0
    for row in results:
        row["limit"] = limits.get(row["name"])
        if row["limit"] and row["ratio"] > row["limit"]:
            failed += 1
    text = table(results) + "\n\n" + "\n".join(notes)
    print(text)
    if "--write" in arguments:
        path = arguments[arguments.index("--write") + 1]
        with open(path, encoding="utf-8") as file:
            page = file.read()
        start, end = "<!-- results -->", "<!-- end of results -->"
        head, tail = page.split(start)[0], page.split(end)[1]
        with open(path, "w", encoding="utf-8") as file:
            file.write(head + start + "\n" + text + "\n" + end + tail)
    if quick and failed:
        sys.exit("%d rows are slower than they may be" % failed)


main()
