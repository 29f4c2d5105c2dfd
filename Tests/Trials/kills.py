#!/usr/bin/env python3
"""Kills commands that write at random moments, in a copy of a vault.

After each one the next command must find the files as they were before it or as they are after it, never
between: undoing what was done gives exactly the files from before.

    Tests/Trials/kills.py VAULT [COUNT] [SEED]        SHEAF=.build-release/release/sheaf
"""

import os
import sys
import time

from vault import Mover, Vault

PROBE = "sheaf-trial-probe.md"


def main():
    source = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    vault = Vault(source, os.environ.get("SHEAF", ".build-release/release/sheaf"))
    with open(os.path.join(vault.root, PROBE), "w") as file:
        file.write("# Probe\n")
    try:
        sys.exit(0 if trial(vault, count, seed) else 1)
    finally:
        vault.close()


def commands(vault, mover, number):
    """The words of a command that changes many files, or of one that changes a single file."""
    choice = mover.choose(number) if number % 3 else None
    if choice is not None and "./" + PROBE not in choice[0]:
        return choice[0]
    notes = [name for name in mover.visible() if name.endswith(".md") and name != PROBE]
    note = mover.random.choice(notes)
    return mover.random.choice([
        ("set", "./" + note, f"mark{number}=1"), ("rm", "./" + note),
        ("tag", "--where", "in:" + (os.path.dirname(note) or "."), f"+trial{number}")])


def typical_time(vault):
    start = time.time()
    vault.run("set", PROBE, "time=1", check=True)
    vault.run("undo", check=True)
    return (time.time() - start) / 2


def journal(vault):
    """The states of the journal's entries: `.pending` and `.undoing` are unfinished."""
    names = []
    for folder, _, files in os.walk(vault.home + "/state"):
        names += [name for name in files if folder.endswith("/journal")]
    return names


def trial(vault, count, seed):
    mover = Mover(vault, seed)
    usual = typical_time(vault)
    outcomes = {"not begun": 0, "finished": 0, "taken back": 0, "made again": 0}
    for number in range(count):
        before = vault.tree()
        words = commands(vault, mover, number)
        vault.run(*words, kill_after=mover.random.uniform(0, usual * 1.6))
        unfinished = [name for name in journal(vault) if name.endswith((".pending", ".undoing"))]
        # Any command that writes fixes what it finds; this one is taken back again.
        fixed = vault.run("set", PROBE, f"number={number}", check=True)
        vault.run("undo", check=True)
        after = vault.tree()
        if "was interrupted" in fixed.stderr:
            outcomes["finished" if "complete now" in fixed.stderr else "taken back"] += 1
        elif unfinished:
            print("nothing was told of", unfinished, fixed.stderr)
            return False
        left = [name for name in vault.names() if "/.sheaf-" in "/" + name]
        if left:
            print("left behind:", left)
            return False
        if after == before:
            outcomes["not begun"] += 1
            continue
        vault.run("undo", check=True)
        if vault.tree() != before:
            different = sorted(set(vault.tree().items()) ^ set(before.items()))
            print(f"{number}: {' '.join(words)} left files between two states:", different[:10])
            return False
        outcomes["made again"] += 1
        vault.run("redo", check=True)
        if vault.tree() != after:
            print(f"{number}: {' '.join(words)} was not made again as it was")
            return False
        mover.first = {name: name for name in vault.names()}
    print(f"{count} commands killed: {outcomes}")
    return True


if __name__ == "__main__":
    main()
