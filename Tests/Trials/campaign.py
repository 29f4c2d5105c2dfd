#!/usr/bin/env python3
"""Runs every trial of what must never happen, one after the other, and prints one line for each.

    Tests/Trials/campaign.py VAULT [--kills 1000] [--minutes 30] [--size 4000] [--only NAME,…]   SHEAF=.build-release/release/sheaf

- kills:      commands that write are killed at random moments (kills.py)
- git:        commands that write run next to git add, commit and checkout
- syncing:    three machines sync, with kills and races, and do what each outcome proposes (syncing.py)
- limits:     files and lines beyond every limit, one sentence and a few seconds for each command
- scaling:    notes of hostile shapes in three sizes, time in proportion to each command (scaling.py)
- faults:     every call of the system fails once (FaultTests, FullDiskTests, TransactionTests)
- conditions: one condition of the code at a time is changed (conditions.py)

The vault is only read. Tests/Trials/RESULTS.md has the latest result of each trial.
"""

import argparse
import os
import subprocess
import sys
import time

import conditions

HERE = os.path.dirname(os.path.abspath(__file__))


def trials(arguments):
    def script(name, *words):
        return [sys.executable, os.path.join(HERE, name), *map(str, words)]

    return {
        "kills": script("kills.py", arguments.vault, arguments.kills),
        "git": script("git.py", arguments.vault, arguments.rounds),
        "syncing": script("syncing.py", arguments.rounds),
        "limits": script("limits.py", arguments.size),
        "scaling": script("scaling.py", arguments.size),
        "faults": ["swift", "test", *conditions.FLAGS, "--filter", "FaultTests|FullDiskTests|TransactionTests"],
        "conditions": script("conditions.py", "--minutes", arguments.minutes),
    }


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("vault")
    options.add_argument("--kills", type=int, default=1000)
    options.add_argument("--rounds", type=int, default=100)
    options.add_argument("--minutes", type=float, default=30)
    options.add_argument("--size", type=int, default=4_000)
    options.add_argument("--only")
    arguments = options.parse_args()
    wanted = arguments.only.split(",") if arguments.only else None
    failed = False
    for name, words in trials(arguments).items():
        if wanted and name not in wanted:
            continue
        start = time.time()
        run = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        failed = failed or run.returncode != 0
        last = run.stdout.strip().split("\n")[-1]
        outcome = "passed" if run.returncode == 0 else f"failed ({run.returncode})"
        print(f"{name}: {outcome} in {time.time() - start:.0f} s: {last}", flush=True)
        if run.returncode != 0:
            print("  " + run.stdout.strip().replace("\n", "\n  "), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
