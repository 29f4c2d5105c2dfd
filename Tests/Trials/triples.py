#!/usr/bin/env python3
"""Merges what people have merged: the Markdown files that both sides of a merge commit changed.

    Tests/Trials/triples.py [--each 150] REPOSITORY...        SHEAF=.build-release/release/sheaf

Of each repository at most LIMIT files are taken from its merge commits, with the version of both sides and of their
common ancestor. Each is merged by git's own merge of three files and by the merge driver. What git merges without a
conflict and the driver does not is listed by its commit and path, with a word where git's result has a field twice, which no
reader of front matter takes.
"""

import argparse
import collections
import os
import re
import subprocess
import tempfile

PROGRAM = os.path.abspath(os.environ.get("SHEAF", ".build-release/release/sheaf"))


def git(repository, *words):
    environment = dict(os.environ, GIT_NO_LAZY_FETCH="1", LC_ALL="C")
    return subprocess.run(
        ["git", "-C", repository, "-c", "safe.directory=*", *words], env=environment, capture_output=True)


def changed(repository, base, side):
    names = git(repository, "diff", "--name-only", "--no-renames", "-z", "--diff-filter=M", base, side, "--", "*.md")
    return set(names.stdout.split(b"\0")) - {b""}


def triples(repository, limit):
    """Base, ours and theirs of files that both sides of a merge changed in different ways, with commit and path."""
    count = 0
    merges = git(repository, "log", "--merges", "--all", "--max-count=1500", "--format=%H %P").stdout.decode()
    for line in merges.splitlines():
        merge, *sides = line.split()
        bases = git(repository, "merge-base", *sides).stdout.decode().split()
        if len(sides) != 2 or not bases or bases[0] in sides:
            continue
        ours = changed(repository, bases[0], sides[0])
        for path in sorted(ours & changed(repository, bases[0], sides[1])) if ours else []:
            versions = [git(repository, "cat-file", "blob", side.encode() + b":" + path) for side in [bases[0], *sides]]
            contents = [version.stdout for version in versions]
            if any(version.returncode for version in versions) or len(set(contents)) < 3:
                continue
            yield merge, path.decode(errors="replace"), contents
            count += 1
            if count == limit:
                return


def merged(contents):
    """Merges three versions by git and by the driver: True for each without a conflict."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in zip(["base", "ours", "theirs"], contents):
            with open(f"{folder}/{name}", "wb") as file:
                file.write(content)
        plain = subprocess.run(
            ["git", "merge-file", "-q", "-p", "ours", "base", "theirs"], cwd=folder, capture_output=True)
        driver = subprocess.run(
            [PROGRAM, "merge-driver", "base", "ours", "theirs", "7", "note.md"], cwd=folder, capture_output=True)
        return plain.returncode == 0, driver.returncode == 0, has_field_twice(plain.stdout)


def has_field_twice(content):
    """True if the front matter of a merged note has a key of the top level twice."""
    lines = content.decode(errors="replace").split("\n")
    if lines[0].rstrip() != "---" or "---" not in [line.rstrip() for line in lines[1:]]:
        return False
    end = [line.rstrip() for line in lines[1:]].index("---") + 1
    keys = [line.split(":")[0] for line in lines[1:end] if re.match(r"[\w-]+:", line)]
    return len(keys) > len(set(keys))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=150)
    parser.add_argument("repositories", nargs="+")
    options = parser.parse_args()
    counts, doubled = collections.Counter(), 0
    for repository in options.repositories:
        for merge, path, contents in triples(repository, options.each):
            byGit, byDriver, isDoubled = merged(contents)
            counts[byGit, byDriver] += 1
            if byGit and not byDriver:
                doubled += isDoubled
                print(f"only git merges {repository} {merge} {path}" + (", a field twice" if isDoubled else ""), flush=True)
    total = sum(counts.values())
    print(f"{total} files: git merges {counts[True, True] + counts[True, False]}, "
          f"the driver {counts[True, True] + counts[False, True]}, only git {counts[True, False]}, of which with a field twice {doubled}")


if __name__ == "__main__":
    main()
