#!/usr/bin/env python3
"""Makes notes of random sections of a copy of a vault, joins random notes, moves random sections, and undoes it all.

No link that led somewhere may be lost without a report, none may lead to a part that is not there, and undo must give
every byte back.

    Tests/Trials/shaping.py VAULT [COUNT] [SEED]        SHEAF=.build-release/release/sheaf
"""

import os
import random
import re
import sys
import time

from vault import Vault

REPORTED = re.compile("cannot be rewritten|points to .* now|is broken now|is ambiguous now|is not copied")
REFUSED = re.compile("would mean something else|no heading of level|has no words|exists already|cannot be united"
                     "|left unchanged|a heading is needed|is sealed|is part of what|no list item|front matter|ambiguous|given twice")


def main():
    vault = Vault(sys.argv[1], os.environ.get("SHEAF", ".build-release/release/sheaf"))
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    try:
        sys.exit(0 if trial(vault, count, random.Random(seed)) else 1)
    finally:
        vault.close()


def trial(vault, count, chance):
    before, links, parts = vault.tree(), sum(vault.links().values()), vault.broken_parts()
    made = {"extract": 0, "merge": 0, "refile": 0}
    refused, reported, slowest, start = {}, 0, 0, time.time()
    while sum(made.values()) + sum(refused.values()) < count:
        words = choose(vault, chance)
        if words is None:
            continue
        began = time.time()
        run = vault.run(*words)
        slowest = max(slowest, time.time() - began)
        if run.returncode != 0:
            why = REFUSED.search(run.stderr)
            if why is None:
                print("failed:", *words, run.returncode, run.stderr)
                return False
            refused[why.group()] = refused.get(why.group(), 0) + 1
            continue
        made[words[0]] += 1
        reported += len(REPORTED.findall(run.stderr))
    done = sum(made.values())
    print(f"{made} in {time.time() - start:.0f} s, the slowest {slowest:.2f} s; refused {refused}; {reported} reported")
    now, now_parts = sum(vault.links().values()), vault.broken_parts()
    print(f"{links} links that lead somewhere before, {now} afterwards; to a part that is not there {parts}, {now_parts}")
    is_right = now + reported >= links and now_parts <= parts + reported
    vault.run("undo", str(done), check=True)
    after = vault.tree()
    for name in sorted(set(before) | set(after)):
        if before.get(name) != after.get(name):
            print("differs after undo:", name)
            is_right = False
    print("every byte is back" if before == after else "undo left differences")
    return is_right


def choose(vault, chance):
    notes = sorted(name for name in vault.names()
                   if name.endswith(".md") and not any(part.startswith(".") for part in name.split("/")))
    note, other = chance.choice(notes), chance.choice(notes)
    if chance.random() < 0.4:
        return None if note == other else ("merge", "./" + note, "./" + other, *chance.choice([[], ["--alias"]]))
    with open(os.path.join(vault.root, note), errors="replace") as file:
        lines = file.read().split("\n")
    headings = [number for number, line in enumerate(lines, 1) if re.match(r"#{1,6} +[^\s#]", line)]
    if not headings:
        return None
    place = f"./{note}:{chance.choice(headings)}"
    if chance.random() < 0.8:
        return ("extract", place, *chance.choice([[], ["--embed"], ["--bare"]]))
    return ("refile", place, "./" + other)


if __name__ == "__main__":
    main()
