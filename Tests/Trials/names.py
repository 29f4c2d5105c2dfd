#!/usr/bin/env python3
"""Counts where the wiki links of somebody's notes lead, and what their titles are taken from.

    Tests/Trials/names.py VAULT... [--show]        SHEAF=.build-release/release/sheaf

Reads the files itself: a wiki link whose text is exactly one note's file name, whatever its case, must lead to that
note; a title is the field, the level-1 heading that opens the body, or the file name. Works on a copy of each vault.
"""

import argparse
import json
import os
import re
import unicodedata

from vault import Vault


def folded(text):
    return unicodedata.normalize("NFC", text).casefold()


def notes(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if name.lower().endswith((".md", ".markdown")) and not name.startswith("."):
                yield os.path.relpath(os.path.join(folder, name), root)


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


def field(front):
    found = re.search(rb"^title[ \t]*:[ \t]*(.+?)[ \t]*\r?$", front, re.M | re.I)
    return found and found[1].strip(b"'\"")


def source(text):
    """Returns the source of the title."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    front = re.match(rb"---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(\r?\n|$)", text, re.S)
    if front and field(front[1]):
        return "title"
    body = text[front.end():] if front else text
    lines = [line for line in body.splitlines() if line.strip()][:2]
    if lines and re.match(rb" {0,3}#[ \t]+[^ \t#]", lines[0]):
        return "heading"
    if len(lines) > 1 and re.match(rb"[^ \t#>|`~*+-]", lines[0]) and re.match(rb"=+[ \t]*$", lines[1]):
        return "heading"
    return "file name"


def links(vault, paths):
    """The wiki links whose text is exactly one note's name: how many, and those that lead elsewhere."""
    named = {}
    for path in paths:
        named.setdefault(folded(stem(path)), []).append(path)
    count, wrong, texts = 0, [], {}
    for link in json.loads(vault.run("links", "--all", "--json", "--limit", "10000000").stdout)["items"]:
        if link["kind"] not in ("wiki", "embed") or not link["range"]:
            continue
        path = link["source"]
        if path not in texts:
            texts[path] = open(os.path.join(vault.root, path), "rb").read()
        raw = texts[path][link["range"][0]:link["range"][1]].decode(errors="replace")
        name = re.match(r"!?\[\[([^|#\]]*)", raw)[1].rstrip("\\").strip()
        owners = named.get(folded(name), [])
        if len(owners) != 1:
            continue
        count += 1
        if link["target"] != owners[0]:
            wrong.append(f"{path}:{link['line']}: {raw} leads to {link['target']}, not {owners[0]}")
    return count, wrong


def titles(vault, paths):
    """By what the title is taken from, and those that are none of it."""
    counts, wrong = {"title": 0, "heading": 0, "file name": 0}, []
    for note in json.loads(vault.run("list", "--json", "--limit", "10000000").stdout)["items"]:
        text = open(os.path.join(vault.root, note["path"]), "rb").read()
        expected = source(text)
        counts[expected] += 1
        if (expected == "file name") != (folded(note["title"]) == folded(stem(note["path"]))):
            own = re.sub(r"[^\w]", "", folded(note["title"]))
            if expected == "file name" or own != re.sub(r"[^\w]", "", folded(stem(note["path"]))):
                wrong.append(f"{note['path']}: “{note['title']}” instead of the {expected}")
    return counts, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("vaults", nargs="+")
    parser.add_argument("--program", default=os.environ.get("SHEAF", ".build-release/release/sheaf"))
    parser.add_argument("--show", action="store_true", help="print each exception")
    options = parser.parse_args()
    print("| vault | notes | links by a file's name | leading elsewhere "
          "| titles: field, heading, file name | otherwise |")
    print("|:--|--:|--:|--:|--:|--:|")
    for source_path in options.vaults:
        vault = Vault(source_path, options.program)
        paths = list(notes(vault.root))
        count, elsewhere = links(vault, paths)
        taken, otherwise = titles(vault, paths)
        found = ", ".join(f"{taken[key]:,}" for key in ("title", "heading", "file name"))
        print(f"| {os.path.basename(source_path.rstrip('/'))} | {len(paths):,} | {count:,} "
              f"| {len(elsewhere):,} | {found} | {len(otherwise):,} |", flush=True)
        if options.show:
            print("\n".join(elsewhere[:40] + otherwise[:40]))
        vault.close()


if __name__ == "__main__":
    main()
