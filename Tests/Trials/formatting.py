"""Formats copies of public repositories and asks the programs that read them whether a page means something else now.

    SHEAF=.build-release/release/sheaf .build/markdown-judges/bin/python3 Tests/Trials/formatting.py JUDGE=FOLDER...

JUDGE is the program for which a folder is written: commonmark, containers, myst, python-markdown, kramdown or pandoc. For
the last three `fmt.reader` is set, as the profiles of their tools set it; `plain:JUDGE` leaves it unset. Each row has the
Markdown files, those that changed, those that the judge reads otherwise, and those that a second run changes.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "MarkdownJudges"))
import judges  # noqa: E402

ENDINGS = (".md", ".markdown")
READERS = ("python-markdown", "kramdown", "pandoc")


def files(root):
    for folder, names, found in os.walk(root):
        names[:] = [name for name in names if name not in (".git", "node_modules")]
        for name in found:
            path = os.path.join(folder, name)
            if name.endswith(ENDINGS) and not os.path.islink(path):
                yield path


def text(path):
    with open(path, "rb") as file:
        return file.read()


def body(page):
    """A page without its front matter, which its program takes away before it reads Markdown."""
    page = page.decode("utf-8", errors="replace")
    head = re.match(r"\ufeff?(---|\+\+\+)\r?\n.*?\n\1[ \t]*\r?\n", page, re.DOTALL)
    return page[head.end():] if head else page


class Trial:
    def __init__(self, folder, judge):
        self.judge = judge.removeprefix("plain:")
        self.home = tempfile.mkdtemp(prefix="sheaf-trial-")
        self.root = os.path.join(self.home, "pages")
        shutil.copytree(
            folder, self.root, symlinks=True, ignore=shutil.ignore_patterns(".git", "node_modules"))
        self.environment = dict(
            os.environ, HOME=self.home, LC_ALL="C.UTF-8", XDG_CACHE_HOME=self.home + "/cache",
            XDG_STATE_HOME=self.home + "/state", XDG_CONFIG_HOME=self.home + "/config")
        if judge in READERS:
            self.run("config", "set", "fmt.reader", judge, "--user")

    def run(self, *words):
        program = os.path.abspath(os.environ.get("SHEAF", ".build-release/release/sheaf"))
        return subprocess.run(
            [program, "--yes", *words], cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def format(self, paths):
        """Formats files by name, so that templates and what settings leave out are among them."""
        for start in range(0, len(paths), 500):
            self.run("fmt", *paths[start:start + 500])
        return {path: text(path) for path in paths}

    def row(self):
        paths = sorted(files(self.root))
        before = {path: text(path) for path in paths}
        after = self.format(paths)
        again = self.format(paths)
        changed = [path for path in paths if before[path] != after[path]]
        notes = [
            {"before": body(before[path]), "after": body(after[path]), "judges": [self.judge]}
            for path in changed]
        found = []
        for start in range(0, len(notes), 100):
            found += judges.differing(notes[start:start + 100])
        differing = [path for path, names in zip(changed, found) if names]
        unstable = [path for path in paths if after[path] != again[path]]
        return len(paths), len(changed), differing, unstable

    def close(self):
        shutil.rmtree(self.home, ignore_errors=True)


def main():
    print("| repository | judge | pages | changed | read otherwise | changed again |")
    print("|:--|:--|--:|--:|--:|--:|")
    failures = 0
    for argument in sys.argv[1:]:
        judge, folder = argument.split("=", 1)
        trial = Trial(folder, judge)
        pages, changed, differing, unstable = trial.row()
        name = os.path.basename(os.path.abspath(folder)).replace("+", "/")
        print(f"| {name} | {judge} | {pages} | {changed} | {len(differing)} | {len(unstable)} |", flush=True)
        for path in differing + unstable:
            print("  " + os.path.relpath(path, trial.root), file=sys.stderr)
        failures += len(differing) + len(unstable)
        trial.close()
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    main()
