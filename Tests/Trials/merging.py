#!/usr/bin/env python3
"""Edits one note in two or three clones at once, by hand and with sheaf, and lets git put the edits together.

Each round takes edits that can be merged without a question (different fields, tags, ticks, boxes, paragraphs, lines of a
list and of a diary), commits them in their clones and joins them with merge, rebase, cherry-pick or a stash. The result
must be clean and have every edit. Every tenth round both sides set one field to different values: that must conflict, and
both values must be there. The same versions also go through git's own merge, to compare.

    Tests/Trials/merging.py [ROUNDS] [SEED]        SHEAF=.build-release/release/sheaf
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(os.environ.get("SHEAF", ".build-release/release/sheaf"))
NAME = "세금 신고.md"
FIELDS = ["title", "status", "due", "priority", "color", "project", "lang"]
JOINS = ["merge", "rebase", "cherry-pick", "stash"]


def fresh(randomness):
    """A note with everything that the edits look for."""
    return "\n".join(
        ["---", "title: 세금 신고", "status: todo", "due: 2026-11-30  # soon", "priority: low",
         "color: red", "project: home", "lang: ko", "tags: [home, money, paper]",
         "updated: 2026-11-20T10:00:00+09:00", "---", ""]
        + ["# 할 일", ""] + [f"- [ ] box {i} of {randomness.randrange(10**6)}" for i in range(6)]
        + ["", "# Text", ""] + sum(([f"Paragraph {i}, {randomness.randrange(10**6)}.", ""] for i in range(5)), [])
        + ["# List", ""] + [f"- item {i}" for i in range(3)]
        + ["", "# Log", "", "09:00 coffee", ""])


class Edit:
    """An edit of one side: a change of the text, and a test that it is there."""

    def __init__(self, target, change, seen, command=None):
        self.target, self.change, self.seen, self.command = target, change, seen, command


def field_edit(key, value):
    def change(text):
        return "\n".join(f"{key}: {value}" + (line[line.index("  #"):] if "  #" in line else "")
                         if line.startswith(key + ":") else line for line in text.split("\n"))
    return Edit("field " + key, change, lambda text: f"\n{key}: {value}" in text, ["set", "./" + NAME, f"{key}={value}"])


def edits(randomness, side):
    """Every kind of edit, each with a target; two sides may share only the targets that begin with `both`."""
    number = f"{side}{randomness.randrange(10**6)}"
    made = []
    for key in FIELDS:
        value = {"status": randomness.choice(["doing", "done"]), "due": f"2026-12-{randomness.randrange(10, 29)}",
                 "priority": randomness.choice(["normal", "high"])}.get(key, number)
        made.append(field_edit(key, value))
    made.append(Edit("both tags", lambda t: t.replace("paper", f"paper, {number}", 1),
                     lambda t: number in next(l for l in t.split("\n") if l.startswith("tags:")),
                     ["set", "./" + NAME, f"tags+={number}"]))
    stamp = f"2026-11-2{randomness.randrange(1, 9)}T1{randomness.randrange(10)}:00:00+09:00"
    made.append(Edit("both updated",
                     lambda t: "\n".join(f"updated: {stamp}" if l.startswith("updated:") else l for l in t.split("\n")),
                     lambda t: next(l for l in t.split("\n") if l.startswith("updated:"))[9:] >= stamp))
    for i in range(6):
        made.append(Edit(f"tick {i}", lambda t, i=i: t.replace(f"- [ ] box {i} ", f"- [x] box {i} "),
                         lambda t, i=i: f"- [x] box {i} " in t))
        made.append(Edit(f"box {i}", lambda t, i=i: "\n".join(l + " " + number if f"] box {i} " in l else l for l in t.split("\n")),
                         lambda t, i=i: any(f"] box {i} " in l and number in l for l in t.split("\n"))))
    for i in range(5):
        made.append(Edit(f"paragraph {i}", lambda t, i=i: t.replace(f"Paragraph {i},", f"{number}: paragraph {i},"),
                         lambda t, i=i: f"{number}: paragraph {i}," in t))
    made.append(Edit("both boxes", lambda t: t.replace("\n\n# Text", f"\n- [ ] new {number}\n\n# Text"),
                     lambda t: f"- [ ] new {number}\n" in t))
    made.append(Edit("both items", lambda t: t.replace("\n\n# Log", f"\n- new {number}\n\n# Log"),
                     lambda t: f"\n- new {number}\n" in t))
    made.append(Edit("both log", lambda t: t + f"\n1{randomness.randrange(10)}:30 {number}\n", lambda t: f"30 {number}\n" in t))
    made.append(Edit("both paragraphs", lambda t: t.replace("# List", f"New {number}.\n\n# List"),
                     lambda t: f"\nNew {number}.\n" in t))
    return made


class Clone:
    def __init__(self, home, name):
        self.root = os.path.join(home, name)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": name + "@example.com", "GIT_COMMITTER_NAME": name,
            "GIT_COMMITTER_EMAIL": name + "@example.com", "XDG_CACHE_HOME": f"{home}/{name}-cache",
            "XDG_STATE_HOME": f"{home}/{name}-state", "GIT_EDITOR": "true"}

    def run(self, *words):
        return subprocess.run(words, cwd=self.root, env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)

    def git(self, *words, check=True):
        result = self.run("git", *words)
        if check and result.returncode != 0:
            raise SystemExit(f"git {' '.join(words)}: {result.stdout}")
        return result

    @property
    def note(self):
        return os.path.join(self.root, NAME)

    def read(self):
        with open(self.note, encoding="utf-8", newline="") as file:
            return file.read()

    def write(self, text):
        with open(self.note, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def apply(self, chosen, randomness):
        for edit in chosen:
            before = self.read()
            if edit.command and randomness.random() < 0.15 and self.run(PROGRAM, *edit.command).returncode == 0:
                continue
            after = edit.change(before)
            if after == before:
                raise SystemExit(f"{edit.target} changed nothing\n{before}")
            self.write(after)

    def commit(self, message):
        self.git("commit", "-qam", message)
        return self.git("rev-parse", "HEAD").stdout.strip()


def valid(text):
    """True where each field is there once, and no marker is left."""
    keys = [line.split(":")[0] for line in text.split("\n---\n")[0].split("\n")[1:] if line[:1].isalpha()]
    return len(keys) == len(set(keys)) and "<<<<<<<" not in text


def joined(clone, how, other, mine):
    """Puts the commit `other` on the commit `mine`, which is checked out; True where git was content."""
    if how == "merge":
        return clone.git("merge", "-q", "--no-edit", other, check=False).returncode == 0
    if how == "rebase":
        return clone.git("rebase", "-q", other, check=False).returncode == 0
    if how == "cherry-pick":
        # A commit of which nothing is left, because an older `updated` gives way, is no conflict.
        return clone.git("cherry-pick", "--keep-redundant-commits", other, check=False).returncode == 0
    clone.git("reset", "-q", "--soft", "HEAD~1")
    clone.git("stash", "-q")
    clone.git("reset", "-q", "--hard", other)
    return clone.git("stash", "pop", "-q", check=False).returncode == 0


def git_alone(home, base, ours, theirs):
    """Merges three texts by git's own merge: the text, and True if it is without conflicts."""
    for name, text in (("O", base), ("A", ours), ("B", theirs)):
        with open(os.path.join(home, name), "w", encoding="utf-8", newline="") as file:
            file.write(text)
    result = subprocess.run(["git", "merge-file", "-p", "A", "O", "B"], cwd=home, stdout=subprocess.PIPE)
    return result.stdout.decode(), result.returncode == 0


def trial(rounds, seed):
    randomness = random.Random(seed)
    home = tempfile.mkdtemp(prefix="sheaf-merging-")
    counts = {"clean": 0, "false": 0, "lost": 0, "conflicts": 0, "missed": 0}
    git_counts = {"clean": 0, "false": 0, "lost": 0}
    wrong = []
    try:
        first = Clone(home, "a")
        os.mkdir(first.root)
        first.git("init", "-q", "-b", "main")
        first.run(PROGRAM, "init")
        first.write(fresh(randomness))
        first.git("add", "-A")
        first.git("commit", "-qm", "start")
        clones = [first]
        for name in "bc":
            first.git("clone", "-q", first.root, os.path.join(home, name))
            clones.append(Clone(home, name))
        for clone in clones:
            if clone.run(PROGRAM, "git", "setup").returncode != 0:
                raise SystemExit("git setup failed")
        for number in range(rounds):
            play(number, clones, randomness, home, counts, git_counts, wrong)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    report(rounds, counts, git_counts, wrong)


def play(number, clones, randomness, home, counts, git_counts, wrong):
    start = clones[0]
    start.git("checkout", "-q", "-B", "main")
    start.write(fresh(randomness))
    base = start.commit(f"round {number}")
    sides = clones if number % 3 == 0 else clones[:2]
    for clone in sides[1:]:
        clone.git("fetch", "-q", start.root, "main")
        clone.git("checkout", "-q", "-B", "main", base)
    base_text = start.read()
    taken, plans, commits = set(), [], []
    for index, clone in enumerate(sides):
        options = [e for e in edits(randomness, "xyz"[index]) if e.target not in taken]
        chosen, own = [], set()
        for edit in randomness.sample(options, min(len(options), randomness.randrange(1, 6))):
            if edit.target not in own:
                chosen.append(edit)
                own.add(edit.target)
        taken |= {t for t in own if not t.startswith("both")}
        if number % 10 == 9 and index < 2:
            chosen = [e for e in chosen if e.target != "field due"] + [field_edit("due", f"2027-01-0{index + 1}")]
        clone.apply(chosen, randomness)
        plans.append(chosen)
        commits.append(clone.commit(f"{number} by {index}"))
    texts = [clone.read() for clone in sides]
    hub, how = sides[0], JOINS[number % 4]
    content, conflict_expected = True, number % 10 == 9
    for clone, commit in list(zip(sides, commits))[1:]:
        hub.git("fetch", "-q", clone.root, "main")
        content = content and joined(hub, how if len(sides) == 2 else "merge", commit, commits[0])
    result = hub.read()
    if conflict_expected:
        good = not content and "2027-01-01" in result and "2027-01-02" in result
        counts["conflicts" if good else "missed"] += 1
        if not good:
            wrong.append(f"round {number} {how}: the conflict of due is missing\n{result}")
    else:
        missing = [e.target for plan in plans for e in plan if not e.seen(result)]
        judge(number, how, content, missing, result, counts, wrong)
        alone, is_clean = base_text, True
        alone = texts[0]
        for text in texts[1:]:
            alone, clean = git_alone(home, base_text, alone, text)
            is_clean = is_clean and clean
        lost = [e for plan in plans for e in plan if not e.seen(alone)]
        kind = "false" if not is_clean else "lost" if lost or not valid(alone) else "clean"
        git_counts[kind] += 1
    for words in (["merge", "--abort"], ["rebase", "--abort"], ["cherry-pick", "--abort"]):
        hub.git(*words, check=False)
    hub.git("reset", "-q", "--hard", base)
    hub.git("stash", "clear")


def judge(number, how, content, missing, result, counts, wrong):
    if not content:
        counts["false"] += 1
        wrong.append(f"round {number} {how}: a conflict that is none\n{result}")
    elif missing or not valid(result):
        counts["lost"] += 1
        wrong.append(f"round {number} {how}: lost {missing}\n{result}")
    else:
        counts["clean"] += 1


def report(rounds, counts, git_counts, wrong):
    total = sum(git_counts.values())
    for text in wrong[:3]:
        print(text)
    told = f"{counts['conflicts']} of {counts['conflicts'] + counts['missed']} real conflicts told"

    def figures(counts):
        return f"{counts['clean']} merged, {counts['false']} false conflicts, {counts['lost']} lost an edit"

    print(f"{rounds} rounds, {total} without a real conflict: sheaf {figures(counts)}; {told}; git {figures(git_counts)}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    trial(*(numbers + [1000, 1][len(numbers):])[:2])
