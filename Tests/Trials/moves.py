#!/usr/bin/env python3
"""Moves and renames random notes, folders and headings of a copy of a vault, one after the other, and undoes it all.

Every link that leads somewhere must lead to the same file afterwards, and undo must give every byte back.

    Tests/Trials/moves.py VAULT [COUNT] [SEED]        SHEAF=.build-release/release/sheaf
"""

import os
import re
import resource
import sys
import time

from vault import Mover, Vault


def main():
    source = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    vault = Vault(source, os.environ.get("SHEAF", ".build-release/release/sheaf"))
    try:
        sys.exit(0 if trial(vault, count, seed) else 1)
    finally:
        vault.close()


# A link that could not be rewritten, or that means something else and is not rewritten.
REPORTED = re.compile("cannot be rewritten|points to .* now|is broken now|is ambiguous now")


def trial(vault, count, seed):
    before, links, ambiguous = vault.tree(), vault.links(), vault.ambiguous_sources()
    parts = vault.broken_parts()
    notes = sum(name.endswith(".md") for name in before)
    print(f"{notes} notes, {sum(links.values())} links that lead somewhere")
    mover, made, named, slowest, start = Mover(vault, seed), 0, [], 0, time.time()
    number, costliest, cost = 0, 0, processor_time()
    while made < count:
        number += 1
        choice = mover.choose(number)
        if choice is None:
            continue
        words, old, new = choice
        began, began_cost = time.time(), processor_time()
        run = vault.run(*words)
        slowest = max(slowest, time.time() - began)
        costliest = max(costliest, processor_time() - began_cost)
        if run.returncode == 73 and "exists already" in run.stderr:
            continue
        if words[0] == "rename" and run.returncode in (64, 65, 66):
            continue
        if run.returncode != 0:
            print("failed:", *words, run.stderr)
            return False
        named += [line for line in run.stderr.splitlines() if REPORTED.search(line)]
        mover.moved(old, new or run.stdout.splitlines()[0])
        made += 1
    print(f"{made} moves and renames in {time.time() - start:.0f} s, the slowest {slowest:.2f} s; "
          f"of processor time {processor_time() - cost:.0f} s and {costliest:.2f} s; "
          f"{len(named)} links reported")
    isSame = compare_links(vault, mover, links, named, ambiguous)
    print(f"{parts} links to a part that is not there before, {vault.broken_parts()} afterwards")
    if set(vault.names()) != set(mover.first):
        print("files differ:", sorted(set(vault.names()) ^ set(mover.first))[:10])
        isSame = False
    vault.run("undo", str(made), check=True)
    after = vault.tree()
    for name in sorted(set(before) | set(after)):
        if before.get(name) != after.get(name):
            print("differs after undo:", name)
            isSame = False
    print("every byte is back" if before == after else "undo left differences")
    return isSame


def processor_time():
    """Of the commands that have ended: what they took, however busy the machine is."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compare_links(vault, mover, links, named, ambiguous):
    first, now = mover.first, {}
    for (source, target, fragment), number in vault.links().items():
        now[(first.get(source, source), first.get(target, target), fragment)] = number
    lost = {key: number - now.get(key, 0) for key, number in links.items()
            if now.get(key, 0) < number}
    gained = {key: number - links.get(key, 0) for key, number in now.items()
              if links.get(key, 0) < number}
    for title, difference in [("lost", lost), ("gained", gained)]:
        for key, number in sorted(difference.items())[:10]:
            print(f"  {title} {number}:", *key)
    print(f"{sum(lost.values())} links lost, {sum(gained.values())} gained")
    # A name that several notes had may be one's alone when the others are farther away.
    strange = {key for key in gained if key[0] not in ambiguous}
    return sum(lost.values()) <= len(named) and not strange


if __name__ == "__main__":
    main()
