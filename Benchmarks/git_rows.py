"""Rows about git: the merge driver, and the dates of notes that do not say them."""
import os
import random
import shutil
import subprocess

from measuring import Runs, run

IDENTITY = "B <b@example.org>"


def merging(tree):
    """The driver on a note of 10 KB and one of 5 MB that both sides changed, beside git's own merge of lines."""
    for name, size in (("10 KB", 10_000), ("5 MB", 5_000_000)):
        folder = os.path.join(tree.scratch, "merge")
        os.makedirs(folder, exist_ok=True)
        versions = three_versions(size)
        for letter, text in versions.items():
            with open(os.path.join(folder, letter), "w", encoding="utf-8") as file:
                file.write(text)
        samples, others = [], []
        for _ in range(tree.times):
            shutil.copy(os.path.join(folder, "A"), os.path.join(folder, "result"))
            samples.append(run(tree.sheaf(["merge-driver", "O", "result", "B", "7", "note.md"]), folder, tree.environment))
            others.append(run(["git", "merge-file", "-p", "A", "O", "B"], folder, tree.environment))
        with open(os.path.join(folder, "result"), encoding="utf-8") as file:
            merged = file.read()
        if not all(line in merged for line in ("status: doing\n", "due: 2026-12-04\n", "ours.\n", "theirs.\n")):
            raise SystemExit("the driver lost a change of the note of " + name)
        tree.add("merge driver, a note of " + name, Runs(samples), "git merge-file", Runs(others))


def three_versions(size):
    rng = random.Random(7)
    head = "---\ntitle: A\nstatus: %s\ndue: %s\ntags: [a, b]\n---\n\n"
    parts, length = [], 0
    while length < size:
        part = rng.choice(["- [ ] box %d 할 일", "Paragraph %d about 세금 and plans.", "## Heading %d", "- item %d 목록"])
        parts.append(part % len(parts))
        length += len(parts[-1].encode()) + 2
    count = len(parts)
    ours, theirs = list(parts), list(parts)
    for number in range(0, count, max(count // 50, 1)):
        ours[number] += " ours."
        theirs[(number + count // 100 + 1) % count] += " theirs."
    return {"O": head % ("todo", "2026-11-30") + "\n\n".join(parts) + "\n",
            "A": head % ("doing", "2026-11-30") + "\n\n".join(ours) + "\n",
            "B": head % ("todo", "2026-12-04") + "\n\n".join(theirs) + "\n"}


def dates(tree):
    """10,000 notes without dates in 20,000 commits: the first look, and the next ones; beside the same notes without git."""
    folder = os.path.join(tree.scratch, "dated")
    os.makedirs(os.path.join(folder, ".sheaf"))
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=folder, check=True)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, check=True, input=commits(tree.count, tree.count * 2))
    subprocess.run(["git", "reset", "-q", "--hard"], cwd=folder, check=True)
    plain = os.path.join(tree.scratch, "plain")
    shutil.copytree(folder, plain, ignore=shutil.ignore_patterns(".git"))
    environment = dict(tree.environment, XDG_CACHE_HOME=os.path.join(tree.scratch, "dated-cache"))
    words = tree.sheaf(["list", "--limit", "20"])
    samples, others = [], []
    for _ in range(3):
        shutil.rmtree(environment["XDG_CACHE_HOME"], ignore_errors=True)
        samples.append(run(words, folder, environment))
        others.append(run(words, plain, environment))
    tree.add("dates from 20,000 commits, first", Runs(samples), "without git", Runs(others))
    own, other = [], []
    for _ in range(tree.times * 3):
        own.append(run(words, folder, environment))
        other.append(run(words, plain, environment))
    tree.add("dates from 20,000 commits, then", Runs(own), "without git", Runs(other))


def commits(notes, count):
    """A stream for git fast-import: each note is made in one commit, then random ones are changed."""
    rng = random.Random(3)
    made = []
    for number in range(count):
        note = number if number < notes else rng.randrange(notes)
        text = ("# Note %d\n\nText %d, 메모.\n" % (note, number)).encode()
        message = b"change"
        made.append(b"commit refs/heads/main\ncommitter %s %d +0900\ndata %d\n%s\nM 100644 inline Memo/%02d/note-%06d.md\ndata %d\n%s\n" % (
            IDENTITY.encode(), 1_600_000_000 + number * 3_600, len(message), message, note % 50, note, len(text), text))
    return b"".join(made)
