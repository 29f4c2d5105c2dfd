#!/usr/bin/env python3
"""Measures whole runs of the program beside references in the same run.

run.py SHEAF [--quick] [--large] [--vault DIR] [--write FILE]

thresholds.json says what each row must reach: a ratio to its reference, milliseconds, megabytes. --quick: 1,000
notes, generous ratios, for continuous integration. --large: 100,000 notes too. --vault: a copy of a real vault too.
--write: puts the tables between the marks of FILE.
"""
import glob
import itertools
import json
import multiprocessing
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

import git_rows
import language
from measuring import Runs, beside, measure, run

HERE = os.path.dirname(os.path.abspath(__file__))


class Tree:
    """A repository of generated notes, or a copy of a vault, with its own home, cache and state."""

    def __init__(self, program, count, scratch, times, vault=None):
        self.program, self.count, self.times = program, count, times
        self.isVault = vault is not None
        self.scratch = os.path.join(scratch, "vault" if vault else str(count))
        self.notes = os.path.join(self.scratch, "notes")
        self.cache = os.path.join(self.scratch, "cache")
        self.environment = dict(
            os.environ, HOME=self.scratch, XDG_CACHE_HOME=self.cache, LC_ALL="C.UTF-8",
            XDG_STATE_HOME=os.path.join(self.scratch, "state"),
            TASKRC=os.path.join(self.scratch, "taskrc"))
        os.makedirs(self.scratch)
        if vault:
            shutil.copytree(vault, self.notes, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            self.count = sum(name.endswith(".md") for root, _, names in os.walk(self.notes)
                             if os.sep + "." not in root for name in names)
        else:
            subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), self.notes, str(count)], check=True)
        for words in (["init", "-q"], ["add", "-A"],
                      ["-c", "user.name=b", "-c", "user.email=b@example.org", "commit", "-qm", "notes"]):
            subprocess.run(["git"] + words, cwd=self.notes, check=True)
        self.rows = []

    def sheaf(self, words):
        return [self.program] + words

    def add(self, name, runs, reference_name=None, reference=None, **more):
        self.rows.append(dict(
            name=name, notes=self.count, isVault=self.isVault, milliseconds=runs.seconds * 1000,
            processor=runs.processor * 1000, memory=runs.memory, reference=reference_name,
            referenceMilliseconds=reference.seconds * 1000 if reference else None,
            ratio=runs.seconds / reference.seconds if reference else None, **more))

    def row(self, name, words, times=None):
        self.add(name, measure(self.sheaf(words), self.notes, self.environment, times or self.times))

    def pair(self, name, words, reference_name, reference, times=None):
        own, other = beside(self.sheaf(words), reference, self.notes, self.environment, times or self.times)
        self.add(name, own, reference_name, other)

    def bytes(self, folder, ending=""):
        return sum(os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(folder)
                   for name in names if name.endswith(ending) and not os.path.islink(os.path.join(root, name)))


class Seconds:
    """A reference that tells its own seconds."""

    def __init__(self, seconds):
        self.seconds = seconds


def cold_index(tree):
    floors, samples = [], []
    for _ in range(3):
        output = subprocess.run([sys.executable, os.path.join(HERE, "floor.py"), tree.notes,
                                 os.path.join(tree.scratch, "floor.sqlite")], check=True, capture_output=True)
        floors.append(float(output.stdout))
        shutil.rmtree(tree.cache, ignore_errors=True)
        samples.append(run(tree.sheaf(["index"]), tree.notes, tree.environment))
    runs = Runs(samples)
    tree.add("cold index", runs, "FTS5 floor", Seconds(statistics.median(floors)),
             database=tree.bytes(tree.cache) / tree.bytes(tree.notes, ".md"))
    return runs


def everyday(tree):
    git = ["git", "status", "--porcelain"]
    tree.pair("list, nothing changed", ["list", "--limit", "20"], "git status", git)
    first = os.path.join(tree.notes, "Memo", "01", "note-000001.md")

    def change():
        with open(first, "a", encoding="utf-8") as file:
            file.write("x\n")
    tree.add("list, one note changed", measure(
        tree.sheaf(["list", "--limit", "20"]), tree.notes, tree.environment, tree.times, before=change))
    for name, word in (("a rare word", "zebra"), ("a common word", "family"),
                       ("a phrase", "family year"), ("two Korean syllables", "회의")):
        asked = '"%s"' % word if " " in word else word
        tree.pair("search: " + name, ["search", asked, "--limit", "20"], "rg -l", ["rg", "-l", word, "."])
    tree.pair("search --regex", ["search", "--regex", "hous[ei] .*friend", "--limit", "20"], "rg",
              ["rg", "-n", "hous[ei] .*friend", "."])
    tree.row("tags", ["tag"])
    tree.row("backlinks", ["links", "note-000007", "--backlinks"])
    # On a terminal, where `sheaf` alone shows a screen and `list` every note.
    today, listing = beside(*[["script", "-qec", shlex.join(tree.sheaf(words)), "/dev/null"] for words in ([], ["list"])],
                            tree.notes, dict(tree.environment, PAGER="cat"), tree.times)
    tree.add("today, on a terminal", today, "list", listing)
    for command in ("status", "board", "agenda", "cal"):
        tree.row(command, [command])
    for what, command in (("list, every note", "list"), ("today, every task", "today"),
                          ("tasks, all check boxes", "tasks")):
        tree.row(what, [command], 5)
    for name, words in (("a note", ["edit", "note 00012"]), ("a note by initials", ["edit", "ㅎㅇ"]),
                        ("a task", ["done", "call"]), ("a tag", ["list", "tag:fa"]), ("an option", ["list", "--s"])):
        tree.row("completion: " + name, ["complete", "zsh", "--"] + words)


def tasks(tree):
    """The same notes as tasks of taskwarrior."""
    with open(tree.environment["TASKRC"], "w", encoding="utf-8") as file:
        file.write("data.location=%s/task\nconfirmation=off\n" % tree.scratch)
    entries = []
    for root, _, names in os.walk(os.path.join(tree.notes, "Memo")):
        for name in names:
            with open(os.path.join(root, name), encoding="utf-8") as file:
                head = file.read(600)
            status = re.search(r"^status: (todo|doing)$", head, re.M)
            title = re.search(r"^title: (.*)$", head, re.M)
            due = re.search(r"^due: (\d+)-(\d+)-(\d+)$", head, re.M)
            if status and title and due:
                entries.append(dict(description=title.group(1), status="pending",
                                    due="%s%s%sT000000Z" % due.groups()))
    path = os.path.join(tree.scratch, "tasks.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(entries, file)
    subprocess.run(["task", "import", path], env=tree.environment, check=True, capture_output=True)
    tree.pair("tasks", ["tasks", "kind:task"], "task list", ["task", "list"])


def writing(tree):
    tree.row("new", ["new", "A thought", "--print-path"])
    tree.row("add", ["add", "buy milk", "due:2026-12-01"])


def formatting(tree, cold):
    """The notes are canonical as they are made; a copy is not."""
    size = tree.bytes(tree.notes, ".md") / 1e6
    runs = measure(tree.sheaf(["fmt", "--check"]), tree.notes, tree.environment, 3)
    tree.add("fmt, canonical notes", runs, speed=size / runs.processor)
    copy = os.path.join(tree.scratch, "other")
    shutil.copytree(tree.notes, copy, ignore=shutil.ignore_patterns(".git"))
    for root, _, names in os.walk(os.path.join(copy, "Memo")):
        for name in names:
            path = os.path.join(root, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            text = re.sub(r"^## (.*)$", r"\1\n---", text.replace("\n- [", "\n* ["), flags=re.M)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    runs = measure(tree.sheaf(["fmt", "--check"]), copy, tree.environment, 3)
    tree.add("fmt, other notes", runs, speed=size / runs.processor)
    # The copy stays: ext4 looks long for inodes where many files were removed, and the site is made next.
    every_note(tree, cold)


def every_note(tree, cold):
    tree.add("check", measure(tree.sheaf(["check"]), tree.notes, tree.environment, 3), "cold index", cold)
    tree.row("export --to json", ["export", "--to", "json", "-o", os.path.join(tree.scratch, "notes.json")], 3)


def site(tree):
    """The whole site of the notes beside hugo's: each anew, into folders that are not there yet."""
    programs = glob.glob(os.path.join(HERE, "../.build/hugo/lib/*/site-packages/hugo/binaries/hugo*"))
    count = itertools.count()

    def folder():
        return os.path.join(tree.scratch, "site-%d" % next(count))
    words = []
    if programs:
        words = [programs[0], "--quiet", "--buildFuture", "--noBuildLock", "--source", os.path.join(HERE, "Hugo"),
                 "--contentDir", tree.notes, "--cacheDir", os.path.join(tree.scratch, "hugo")]
    runs, others = [], []
    for _ in range(3):
        runs.append(run(tree.sheaf(["publish", "--yes", "-o", folder()]), tree.notes, tree.environment))
        if words:
            others.append(run(words + ["--destination", folder()], tree.notes, tree.environment))
    tree.add("publish, the whole site", Runs(runs), "hugo" if words else None, Runs(others) if words else None)
    made = folder()
    subprocess.run(tree.sheaf(["publish", "-q", "--yes", "-o", made]), cwd=tree.notes, env=tree.environment, check=True)
    tree.pair("publish --dry-run", ["publish", "--dry-run", "-o", made], "publish, nothing changed",
              tree.sheaf(["publish", "--yes", "-o", made]), 5)
    first = os.path.join(tree.notes, "Memo", "01", "note-000001.md")

    def change():
        with open(first, "a", encoding="utf-8") as file:
            file.write("x\n")
    tree.add("publish, one note changed", measure(
        tree.sheaf(["publish", "--yes", "-o", made]), tree.notes, tree.environment, 3, before=change))


def front_matter():
    """The reading of one note's front matter, by the benchmarks of the library; None where they cannot be built."""
    words = ["swift", "package", "--package-path", HERE, "--scratch-path", os.path.join(HERE, "../.build-benchmarks"),
             "benchmark", "--filter", "front matter.*", "--no-progress"]
    output = subprocess.run(words, capture_output=True, text=True).stdout
    found = re.search(r"wall clock\) \((ns|μs)\) \*? *│ *\d+ *│ *\d+ *│ *(\d+)", output)
    if not found:
        return []
    microseconds = int(found.group(2)) / (1000 if found.group(1) == "ns" else 1)
    return [dict(name="front matter of a note", notes=1, milliseconds=microseconds / 1000,
                 processor=microseconds / 1000, memory=0, microseconds=microseconds, reference=None,
                 referenceMilliseconds=None, ratio=None, isVault=False)]


def measured(program, count, scratch, times, quick):
    tree = Tree(program, count, scratch, times)
    tree.pair("version", ["--version"], "true", [shutil.which("true")], times * 3)
    cold = cold_index(tree)
    everyday(tree)
    tree.row("graph --json", ["graph", "--json"], 3)
    if not quick and count <= 10000:
        tasks(tree)
        formatting(tree, cold)
        site(tree)
    elif not quick:
        every_note(tree, cold)
    writing(tree)
    if not quick and count == 10000:
        git_rows.merging(tree)
        git_rows.dates(tree)
    if not quick and count >= 10000:
        # Last: it adds notes.
        tree.rows += language.rows(program, tree.notes, tree.environment, count)
    return tree.rows


def measured_vault(program, vault, scratch, times):
    """A real vault: nothing is asked of it but to be no worse than made notes."""
    tree = Tree(program, 0, scratch, times, vault)
    cold_index(tree)
    tree.pair("list, nothing changed", ["list", "--limit", "20"], "git status", ["git", "status", "--porcelain"])
    tree.pair("search: a common word", ["search", "the", "--limit", "20"], "rg -l", ["rg", "-lw", "the", "."])
    for command in (["tag"], ["tasks"], ["links", "--broken"], ["graph", "--json"]):
        tree.row(" ".join(command), command, 3)
    tree.row("check", ["check"], 3)
    tree.row("fmt --check", ["fmt", "--check"], 3)
    return tree.rows


def judged(row, limits):
    """Returns the limits of a row, in words, and if it misses one."""
    limit = limits.get(row["name"], {})
    wanted, missed = [], False
    for key, unit, own in (("ratio", "%s ×", row["ratio"]), ("milliseconds", "%s ms", row["milliseconds"]),
                           ("megabytes", "%s MB", row["memory"]), ("database", "%s × the notes", row.get("database"))):
        if key in limit and own is not None:
            wanted.append(unit % limit[key])
            missed = missed or own > limit[key]
    if "microseconds" in limit:
        wanted.append("%s µs" % limit["microseconds"])
        missed = missed or row["microseconds"] > limit["microseconds"]
    if "speed" in limit:
        wanted.append("≥ %s MB/s per core" % limit["speed"])
        missed = missed or row["speed"] < limit["speed"]
    return ", ".join(wanted), missed


def details(row):
    if "speed" in row:
        return "%.1f MB/s per core" % row["speed"]
    if "microseconds" in row:
        return "%.1f µs" % row["microseconds"]
    if "database" in row:
        return "database %.2f × the notes" % row["database"]
    return ""


def table(rows, thresholds):
    lines = ["| what | notes | ms | processor ms | MB | compared with | its ms | ratio | limit | |",
             "|:--|--:|--:|--:|--:|:--|--:|--:|:--|:--|"]
    missed = 0
    for row in rows:
        wanted, misses = judged(row, {} if row["isVault"] else thresholds.get(str(row["notes"]), {}))
        missed += misses
        verdict = "**misses**" if misses else "pass" if wanted else ""
        # A language server is asked many times: what one request took of the processor is not known.
        own = [form % row[key] if row[key] else ""
               for key, form in (("milliseconds", "%.1f"), ("processor", "%.1f"), ("memory", "%.0f"))]
        if "microseconds" in row:
            own = ["0.0", "0.0", ""]
        lines.append("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |" % (
            row["name"], "vault, %d" % row["notes"] if row["isVault"] else row["notes"], *own,
            row["reference"] or details(row),
            "%.1f" % row["referenceMilliseconds"] if row["referenceMilliseconds"] else "",
            "%.2f" % row["ratio"] if row["ratio"] else "", wanted, verdict))
        if "database" in row:
            lines[-1] = lines[-1].replace("FTS5 floor", "FTS5 floor; " + details(row))
    return "\n".join(lines), missed


def growth(rows, limit):
    """Returns the growth of each row when there are ten times as many notes."""
    rows = [row for row in rows if not row["isVault"]]
    counts = sorted({row["notes"] for row in rows} - {1})
    lines = ["| what | " + " | ".join("%d → %d" % pair for pair in zip(counts, counts[1:])) + " | |",
             "|:--|" + "--:|" * (len(counts) - 1) + ":--|"]
    times = {(row["name"], row["notes"]): row["milliseconds"] for row in rows}
    missed = 0
    for name in dict.fromkeys(row["name"] for row in rows):
        factors = [times[name, b] / times[name, a] if times.get((name, a)) and (name, b) in times else None
                   for a, b in zip(counts, counts[1:])]
        if not any(factors):
            continue
        misses = any(factor and factor > limit for factor in factors)
        missed += misses
        lines.append("| %s | %s | %s |" % (
            name, " | ".join("%.1f ×" % factor if factor else "" for factor in factors),
            "**misses**" if misses else "pass"))
    return "\n".join(lines), missed


def apart(function, *arguments):
    """In a new process: what one size leaves in memory would count as that of the programs of the next."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def main():
    program, arguments = sys.argv[1], sys.argv[2:]
    quick, large = "--quick" in arguments, "--large" in arguments
    with open(os.path.join(HERE, "thresholds.json"), encoding="utf-8") as file:
        thresholds = json.load(file)["quick" if quick else "full"]
    rows = [] if quick else front_matter()
    with tempfile.TemporaryDirectory() as scratch:
        for count in [1000] if quick else [1000, 10000] + [100000] * large:
            print("Measuring %d notes" % count, file=sys.stderr)
            rows += apart(measured, program, count, scratch, 7 if quick else 9, quick)
        if "--vault" in arguments:
            vault = arguments[arguments.index("--vault") + 1]
            print("Measuring the vault", file=sys.stderr)
            rows += apart(measured_vault, program, vault, scratch, 9)
    text, missed = table(rows, thresholds)
    if not quick:
        grown, more = growth(rows, thresholds["growth"])
        text, missed = text + "\n\n" + grown, missed + more
    print(text)
    if "--write" in arguments:
        path = arguments[arguments.index("--write") + 1]
        with open(path, encoding="utf-8") as file:
            page = file.read()
        start, end = "<!-- results -->", "<!-- end of results -->"
        head, tail = page.split(start)[0], page.split(end)[1]
        with open(path, "w", encoding="utf-8") as file:
            file.write(head + start + "\n" + text + "\n" + end + tail)
    if missed:
        print("%d rows miss what they must reach" % missed, file=sys.stderr)
    if quick and missed:
        sys.exit(1)


if __name__ == "__main__":
    main()
