#!/usr/bin/env python3
"""Runs commands that write next to git, in a copy of a vault.

While git adds, commits and switches between branches whose notes differ, as fast as it can, notes get fields. No note may
ever be empty or cut short, every field that a command reported must be in git's history in the end, and undo must still
work or refuse. With --stash, git also puts changes away and takes them back. It reads the notes without holding its
lock then, and sets them back later: a command has to wait for that, or to report what was set back. Fields that are lost
although a command reported them are counted.

    Tests/Trials/git.py VAULT [ROUNDS] [SEED] [--stash]        SHEAF=.build-release/release/sheaf
"""

import os
import random
import subprocess
import sys
import threading

from vault import Vault


def git(vault, *words):
    return subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@t", *words], cwd=vault.root,
        env=vault.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def disturb(vault, stop, counts, stashes):
    number = 0
    while not stop.is_set():
        number += 1
        commands = [["add", "-A"], ["commit", "-qm", f"{number}"], ["checkout", "-q", f"b{number % 3}"],
                    ["status", "--short"], ["diff", "--stat"]]
        for words in [["stash"], ["stash", "pop"]] if stashes else commands:
            git(vault, *words)
            counts["git"] += 1


def make_branches(vault, notes):
    """Three branches in each of which every note ends in another line."""
    git(vault, "init", "-q")
    for number in range(3):
        git(vault, "checkout", "-q", "--orphan", f"b{number}")
        for name in notes:
            with open(os.path.join(vault.root, name), "a") as file:
                file.write(f"\nb{number}\n")
        git(vault, "add", "-A")
        git(vault, "commit", "-qm", f"b{number}")


def trial(vault, rounds, seed, stashes):
    randomness = random.Random(seed)
    notes = sorted(name for name in vault.names() if name.endswith(".md") and "/." not in "/" + name)
    sizes = {name: os.path.getsize(os.path.join(vault.root, name)) for name in notes}
    make_branches(vault, notes)
    counts = {"git": 0, "set": 0, "refused": 0, "undone": 0, "lost": 0}
    stop = threading.Event()
    thread = threading.Thread(target=disturb, args=(vault, stop, counts, stashes))
    thread.start()
    wrong = []
    reported = []
    try:
        for number in range(rounds):
            name = randomness.choice(notes)
            result = vault.run("set", "./" + name, f"trial{number}=1")
            if result.returncode == 0:
                counts["set"] += 1
                reported.append((name, f"trial{number}: 1"))
            else:
                counts["refused"] += 1
            if result.returncode not in (0, 1, 2, 3, 65, 66, 75):
                wrong.append(f"set {name}: {result.returncode} {result.stderr}")
            if number % 10 == 9 and vault.run("undo").returncode == 0:
                counts["undone"] += 1
                if reported:
                    reported.pop()
    finally:
        stop.set()
        thread.join()
    git(vault, "add", "-A")
    git(vault, "commit", "-qm", "end")
    history = git(vault, "log", "--all", "--reflog", "-p", "--format=").stdout.decode(errors="replace")
    for name, text in reported:
        if "+" + text in history:
            continue
        counts["lost"] += 1
        if not stashes:
            wrong.append(f"{name}: lost “{text}”")
    for name in notes:
        path = os.path.join(vault.root, name)
        if os.path.exists(path) and sizes[name] > 0 and os.path.getsize(path) < sizes[name] * 0.9:
            wrong.append(f"{name}: {os.path.getsize(path)} bytes of {sizes[name]}")
    for text in wrong:
        print(text)
    summary = ", ".join(f"{count} {name}" for name, count in counts.items())
    print(f"{rounds} rounds: {summary}, {len(wrong)} wrong")
    return not wrong


def main():
    words = [word for word in sys.argv[1:] if word != "--stash"]
    vault = Vault(words[0], os.environ.get("SHEAF", ".build-release/release/sheaf"))
    rounds = int(words[1]) if len(words) > 1 else 100
    seed = int(words[2]) if len(words) > 2 else 1
    try:
        sys.exit(0 if trial(vault, rounds, seed, "--stash" in sys.argv) else 1)
    finally:
        vault.close()


if __name__ == "__main__":
    main()
