#!/usr/bin/env python3
"""Counts how many queries of other programs in somebody's notes are answered, and why the others are not.

    Tests/Trials/queries.py VAULT... [--show]        SHEAF=.build-release/release/sheaf

Fences `dataview` and `base`, `dataviewjs` apart from them, and files `.base`, in a copy of each vault.
"""

import argparse
import collections
import os
import re
import time

from vault import Vault

FENCE = re.compile(r"^[ \t>]*(?:[-*+] )?(?:```+|~~~+)[ \t]*(dataview|dataviewjs|base)[ \t]*$", re.I | re.M)
FAILED = re.compile(r"<strong>(?:Query not run:)</strong> ?(.*?)</p>", re.S)


def notes(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(folder, name), root)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vaults", nargs="+")
    parser.add_argument("--show", action="store_true", help="the notes in which a query is not run")
    options = parser.parse_args()
    for path in options.vaults:
        vault = Vault(path, os.environ.get("SHEAF", ".build-release/release/sheaf"))
        root = str(vault.root)
        kinds, reasons, slowest = collections.Counter(), collections.Counter(), (0, "")
        for note in sorted(notes(root)):
            with open(os.path.join(root, note), encoding="utf-8", errors="replace") as file:
                found = [kind.lower() for kind in FENCE.findall(file.read())]
            if not found:
                continue
            kinds.update(found)
            start = time.monotonic()
            result = vault.run("render", "./" + note, "--fragment", "--lang", "en")
            took = time.monotonic() - start
            slowest = max(slowest, (took, note))
            failures = [re.sub(r"<[^>]*>", "", reason).strip() for reason in FAILED.findall(result.stdout)]
            reasons.update(failures)
            if result.returncode != 0:
                reasons.update([f"render: {result.stderr.strip()[:80]}"])
            if options.show and failures:
                print(note, *failures, sep="\n    ")
        bases = [name for name in vault.names() if name.endswith(".base")]
        shown = 0
        for name in sorted(bases):
            result = vault.run("show", "./" + name, "--lang", "en")
            failed = re.findall(r"Query not run: (.*)", result.stdout)
            shown += result.returncode == 0 and not failed
            if options.show and failed:
                print(name, *failed, sep="\n    ")
        scripts = kinds["dataviewjs"]
        asked = kinds["dataview"] + kinds["base"]
        failed = sum(reasons.values()) - scripts
        print(f"{os.path.basename(path.rstrip('/'))}: {asked} queries, {asked - failed} answered, {scripts} scripts,"
              f" {shown} of {len(bases)} bases shown; the slowest note {slowest[0]:.2f} s ({slowest[1]})")
        for reason, count in reasons.most_common():
            print(f"    {count} × {reason}")


main()
