#!/usr/bin/env python3
"""Imports the samples of another importer's tests, and compares what is in the notes with what that one made of them.

The judge is the test data of jimmy (github.com/marph91/jimmy-test-data), a folder with test_data and reference_data. How two
programs name their files and write their front matter differs, so facts are compared: the number of notes, the words of the
texts, the targets of links to the web, and the bytes of attachments.

    Tests/Trials/readers.py FOLDER [FORMAT...]        SHEAF=.build-release/release/sheaf
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(os.environ.get("SHEAF", ".build-release/release/sheaf"))
FORMATS = {
    "bear": "bear", "day_one": "dayone", "evernote": "enex", "google_keep": "keep", "joplin": "joplin", "jrnl": "jrnl",
    "notion": "notion", "obsidian": "obsidian", "roam_research": "roam", "simplenote": "simplenote",
    "standard_notes": "standard-notes", "textbundle": "bear", "tiddlywiki": "tiddlywiki",
}
WORD = re.compile(r"[^\W_]{3,}")
ADDRESS = re.compile(r"https?://[^\s<>()\[\]\"'`|\\]+")
ENDINGS = (".zip", ".jex", ".enex", ".bear2bk", ".textpack", ".textbundle", ".json", ".tgz", ".tid", ".html", ".htm", ".txt",
           ".csv")


def inputs(folder):
    """Returns the paths that a user would name: the archives and bundles, or the whole folder."""
    found = []
    for place, folders, files in os.walk(folder):
        bundles = [name for name in folders if name.endswith(".textbundle")]
        found += [os.path.join(place, name) for name in bundles]
        folders[:] = [name for name in folders if name not in bundles]
        found += [os.path.join(place, name) for name in files if name.lower().endswith(ENDINGS)]
    return sorted(found)


def without_front_matter(text):
    if text.startswith("---\n") and "\n---\n" in text[3:]:
        return text[text.index("\n---\n", 3) + 5:]
    return text


class Facts:
    def __init__(self, folder, skips=()):
        self.texts, self.files = {}, {}
        for place, folders, files in os.walk(folder):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in files:
                path = os.path.join(place, name)
                if os.path.relpath(path, folder) in skips:
                    continue
                with open(path, "rb") as file:
                    data = file.read()
                if name.endswith(".md"):
                    self.texts[os.path.relpath(path, folder)] = data.decode("utf-8", "replace")
                else:
                    self.files[hashlib.sha256(data).hexdigest()] = os.path.relpath(path, folder)
        self.words, self.addresses = set(), set()
        for path, text in self.texts.items():
            plain = text.replace("\\", "")
            self.words |= {word.lower() for word in WORD.findall(plain + " " + path)}
            self.addresses |= {address.rstrip(".,;:!?*_").replace("&amp;", "&") for address in ADDRESS.findall(plain)}


def imported(format, sources):
    home = tempfile.mkdtemp(prefix="sheaf-readers-")
    root = home + "/notes"
    os.mkdir(root)
    environment = dict(os.environ, HOME=home, LC_ALL="C.UTF-8", XDG_STATE_HOME=home + "/s", XDG_CACHE_HOME=home + "/c",
                       XDG_CONFIG_HOME=home + "/f")
    run = lambda *words: subprocess.run([PROGRAM, *words], cwd=root, env=environment, stdin=subprocess.DEVNULL,
                                        capture_output=True, text=True)
    run("init")
    before = {os.path.relpath(os.path.join(place, name), root) for place, _, files in os.walk(root) for name in files}
    outcome = run("import", "--from", format, *sources, "-o", home + "/report.txt")
    return Facts(root, before), outcome, home


def main():
    folder, chosen = sys.argv[1], sys.argv[2:]
    for name, format in FORMATS.items():
        if chosen and name not in chosen:
            continue
        base = f"{folder}/test_data/{name}"
        for test in sorted(os.listdir(base)):
            sources = [f"{base}/{test}/vault"] if name == "obsidian" else inputs(f"{base}/{test}")
            expected = Facts(f"{folder}/reference_data/{name}/{test}")
            ours, outcome, home = imported(format, sources)
            words = {word.lower() for text in expected.texts.values() for word in WORD.findall(
                without_front_matter(text).replace("\\", ""))}
            missing = sorted(words - ours.words)
            links = sorted({a for text in expected.texts.values() for a in ADDRESS.findall(without_front_matter(text))
                            if a.rstrip(".,;:!?*_") not in ours.addresses} - ours.addresses)
            files = sorted(path for digest, path in expected.files.items() if digest not in ours.files)
            print(f"{name}/{test}: exit {outcome.returncode}, notes {len(ours.texts)} of {len(expected.texts)}, words "
                  f"{len(words) - len(missing)} of {len(words)}, files {len(expected.files) - len(files)} of {len(expected.files)}")
            if outcome.returncode:
                print("   ", outcome.stderr.strip()[:300])
            if missing:
                print("    words:", " ".join(missing[:25]))
            if links:
                print("    addresses:", len(links), *links[:5])
            if files:
                print("    files:", *files[:6], sep="  ")
            if "KEEP" in os.environ:
                print("    in", home)
            else:
                shutil.rmtree(home)


if __name__ == "__main__":
    main()
