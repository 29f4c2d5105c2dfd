#!/usr/bin/env python3
"""Attacks the program through everything that may come from a stranger, and looks at what became of the user's files.

    Tests/Trials/attacks.py [--only SURFACE,…] [--seeds 12] [--keep]        SHEAF=.build-release/release/sheaf

Each attack is a folder made by a stranger (or an archive, a document, a site) and the commands that a user would run on it.
The same judge looks at every one of them:

- the stranger's program did not run;
- outside the repository and the places that the user named, no file was made, changed or removed;
- below `.git` and `.sheaf` nothing changed but what git keeps there and what the attack expects of the commands;
- no command printed or wrote the user's secret;
- no command ended by a signal or took longer than its limit;
- below `.git` and `.sheaf` no command changed a file that decides what runs, but for those whose task it is.

A surface may add what only it can know (`Ground.expect`). SECURITY.md lists the surfaces with their guards.
"""

import argparse
import contextlib
import hashlib
import importlib
import os
import pty
import shutil
import subprocess
import sys
import tempfile
import threading

SURFACES = ["git_settings", "git_objects", "git_trees", "site_folders", "settings", "symlinks", "archives", "importers", "names", "notes",
            "web", "faults", "mcp", "doubts", "exclusions"]
SECRET = "quiet-harbour-7351"
SECONDS = 30
# What git writes below `.git` while it works; everything else there decides what runs.
GITS_OWN = {"index", "index.lock", "HEAD", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "AUTO_MERGE", "COMMIT_EDITMSG",
            "packed-refs", "shallow", "gc.log", "refs", "logs", "sheaf-merge"}
# The files that a command is for, by the words that it begins with.
TASKS = {("git", "setup"): (".git/config", ".git/info/attributes", ".git/hooks/pre-commit"), ("config", "set"): (".sheaf/config.yaml",),
         ("config", "unset"): (".sheaf/config.yaml",), ("query", "save"): (".sheaf/config.yaml",), ("query", "rm"): (".sheaf/config.yaml",),
         ("publish", "--eject"): (".sheaf/theme",), ("undo",): (".sheaf",), ("redo",): (".sheaf",), ("init",): (".sheaf",),
         ("remind", "--run"): (".sheaf/reminded", ".sheaf/.gitattributes"), ("sync",): (".sheaf",), ("restore",): (".sheaf",), ("resolve",): (".sheaf",)}
# The target of a stranger's absolute paths.
ELSEWHERE = "/tmp/out-of-everything"
# What git itself writes when it commits, fetches and merges.
OF_GIT = [".git/" + name for name in (
    "objects", "refs", "logs", "packed-refs", "index", "HEAD", "FETCH_HEAD", "ORIG_HEAD", "COMMIT_EDITMSG", "sheaf-merge")]


class Ground:
    """A home with a secret in it, and a repository that a stranger made."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.base = tempfile.mkdtemp(prefix="sheaf-attack-")
        self.home = self.base + "/home"
        self.root = self.base + "/home/notes"
        self.work = self.base + "/work"
        self.problems = []
        self.allowed = []
        # Files below .git and .sheaf that the commands of an attack are to change, with those below them.
        self.expected = []
        self.holding = set()
        self.commands = 0
        for folder in (self.home + "/.ssh", self.root + "/.sheaf", self.work, self.home + "/Documents"):
            os.makedirs(folder)
        self.write(self.home + "/.ssh/id", SECRET + "\n")
        self.write(self.home + "/Documents/letter.txt", "Dear Kim\n")
        self.write(self.home + "/secret.md", f"# Harbour\n\n{SECRET}\n")
        self.write(self.root + "/.sheaf/config.yaml", "")
        self.write(self.root + "/Note.md", "---\ntitle: Note\n---\n\nA text with [[Other]].\n")
        self.write(self.root + "/Other.md", "# Other\n\n- [ ] water the plants\n")
        # Runs outside everything that is compared, so that a run is seen even where it changes nothing.
        self.canary = self.base + "/ran"
        self.stranger = self.root + "/prog.sh"
        self.write(self.stranger, f"#!/bin/sh\necho \"$0 $*\" >> {self.canary}\nexit 1\n", mode=0o755)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.home, "LC_ALL": "C.UTF-8", "TZ": "UTC", "TMPDIR": self.work,
            "API_TOKEN": SECRET, "EDITOR": "true", "PAGER": "cat",
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.c", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.c"}

    def close(self):
        # A folder without permissions must not keep the trial from cleaning up.
        subprocess.run(["chmod", "-R", "u+rwX", self.base], stderr=subprocess.DEVNULL)
        shutil.rmtree(self.base, ignore_errors=True)

    def write(self, path, content, mode=None):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        content = content if isinstance(content, bytes) else content.encode()
        if SECRET.encode() in content:
            self.holding.add(path)
        with open(path, "wb") as file:
            file.write(content)
        if mode is not None:
            os.chmod(path, mode)
        return path

    def git(self, *words, folder=None):
        """Git as the stranger used it, before the user received the folder."""
        return subprocess.run(
            ["git", "-c", "init.defaultBranch=main", "-C", folder or self.root, *words], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def begin(self):
        """Records the files from before the user does anything."""
        if os.path.exists(self.canary):
            os.unlink(self.canary)
        shutil.rmtree(ELSEWHERE, ignore_errors=True)
        self.before = self.tree()
        self.own_before = self.own()

    def own(self):
        """Every file below `.git` and `.sheaf` that is the user's to change: hooks, settings, attributes, unknown ones."""
        found = {}
        for place in (".git", ".sheaf"):
            for folder, folders, names in os.walk(self.root + "/" + place):
                for name in [*names, *[name for name in folders if os.path.islink(folder + "/" + name)]]:
                    path = os.path.relpath(folder + "/" + name, self.root)
                    found[path] = self.content(folder + "/" + name)
        skipped = [*OF_GIT, *self.expected]
        return {path: content for path, content in found.items()
                if not any(path == name or path.startswith(name + "/") for name in skipped)}

    @staticmethod
    def content(path):
        if os.path.islink(path):
            return "-> " + os.readlink(path)
        if not os.path.isfile(path):
            return "no file"
        with open(path, "rb") as file:
            return hashlib.sha1(file.read()).hexdigest()

    def tree(self):
        """Every file outside the repository and Sheaf's own folders."""
        found = {}
        own = [self.home + "/" + name for name in (".cache/sheaf", ".local/state/sheaf", ".config/sheaf")]
        skipped = {self.root, self.work, *own, *self.allowed}
        for folder, folders, names in os.walk(self.base):
            folders[:] = [name for name in folders if folder + "/" + name not in skipped]
            for name in names:
                path = folder + "/" + name
                if path in (self.canary, *self.allowed):
                    continue
                found[path] = self.content(path)
        return found

    def guarded(self):
        """What decides which programs run here: git's settings and hooks, Sheaf's settings, with the links among them."""
        found = {}
        for top in (".git", ".sheaf"):
            place = os.path.join(self.root, top)
            if os.path.islink(place):
                found[top] = "-> " + os.readlink(place)
            for folder, folders, names in os.walk(place):
                inside = os.path.relpath(folder, self.root)
                if inside == ".git":
                    folders[:] = [name for name in folders if name not in GITS_OWN]
                    names = [name for name in names if name not in GITS_OWN and not name.startswith("index.")]
                if inside == ".git/objects":
                    folders[:] = [name for name in folders if name == "info"]
                for name in names + [name for name in folders if os.path.islink(os.path.join(folder, name))]:
                    path = os.path.join(folder, name)
                    if os.path.islink(path):
                        found[inside + "/" + name] = "-> " + os.readlink(path)
                    elif os.path.isfile(path):
                        with open(path, "rb") as file:
                            found[inside + "/" + name] = hashlib.sha1(file.read()).hexdigest()
        return found

    def run(self, *words, folder=None, input=b"", seconds=SECONDS, environment=None, on_terminal=False):
        """One command of the user; what must hold of every command is checked here."""
        self.commands += 1
        named = " ".join(str(word) for word in words)
        environment = {**self.environment, **(environment or {})}
        guarded = self.guarded()
        try:
            with Screen() if on_terminal else contextlib.nullcontext() as screen:
                done = subprocess.run(
                    [self.program, *words], cwd=folder or self.root, env={**environment, **(screen.environment if screen else {})},
                    input=input, stdout=screen.end if screen else subprocess.PIPE,
                    stderr=screen.end if screen else subprocess.PIPE, timeout=seconds)
                if screen:
                    done.stdout, done.stderr = screen.text(), b""
        except subprocess.TimeoutExpired:
            self.problems.append(f"{named}: more than {seconds} s")
            return None
        except ValueError:  # A NUL byte cannot be an argument.
            return None
        if done.returncode < 0 or done.returncode > 75:
            self.problems.append(f"{named}: ended with {done.returncode}: {done.stderr[-200:]!r}")
        if SECRET.encode() in done.stdout + done.stderr:
            self.problems.append(f"{named}: printed the secret")
        tasks = [path for task, paths in TASKS.items() if words[:len(task)] == task for path in paths]
        after = self.guarded()
        for path in sorted(guarded.keys() | after.keys()):
            is_task = any(path == task or path.startswith(task + "/") for task in tasks)
            if guarded.get(path) != after.get(path) and not is_task:
                self.problems.append(f"{named}: changed {path}")
        if os.path.exists(self.canary):
            with open(self.canary) as file:
                self.problems.append(f"{named}: ran {file.read().splitlines()[:1]}")
            os.unlink(self.canary)
        return done

    def expect(self, holds, problem):
        if not holds:
            self.problems.append(problem)

    def judge(self, *made):
        """Compares with before; `made` are folders of the user's that may not hold the secret."""
        self.expect(not os.path.exists(ELSEWHERE), f"{ELSEWHERE} was made")
        for before, after in ((self.before, self.tree()), (self.own_before, self.own())):
            for path in sorted(before.keys() | after.keys()):
                if before.get(path) != after.get(path):
                    verb = "removed" if path not in after else "made" if path not in before else "changed"
                    self.problems.append(f"{verb} {os.path.relpath(path, self.base) if path.startswith('/') else path}")
        for place in (self.root, *made):
            for folder, _, names in os.walk(place):
                for name in names:
                    path = os.path.join(folder, name)
                    if os.path.islink(path) or not os.path.isfile(path) or path in self.holding:
                        continue
                    with open(path, "rb") as file:
                        if SECRET.encode() in file.read():
                            self.problems.append(f"the secret is in {os.path.relpath(path, self.base)}")


class Screen:
    """A terminal without colours, whose output a thread reads."""

    environment = {"TERM": "dumb", "COLUMNS": "100"}

    def __enter__(self):
        self.mine, self.end = pty.openpty()
        self.pieces = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        return self

    def read(self):
        with contextlib.suppress(OSError):
            while piece := os.read(self.mine, 65536):
                self.pieces.append(piece)

    def text(self):
        os.close(self.end)
        self.end = -1
        self.reader.join(5)
        return b"".join(self.pieces).replace(b"\r\n", b"\n")

    def __exit__(self, *_):
        for descriptor in (self.end, self.mine):
            if descriptor >= 0:
                with contextlib.suppress(OSError):
                    os.close(descriptor)


READING = [
    ("list",), ("search", "text"), ("show", "Note"), ("status",), ("today",), ("tasks",), ("board",), ("agenda",),
    ("links", "--broken"), ("check",), ("log",), ("log", "Note"), ("diff",), ("diff", "Note"), ("list", "--at", "HEAD"),
    ("show", "Note", "--at", "HEAD"), ("publish", "--dry-run"), ("digest",), ("stats",), ("fmt", "--check"),
]


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--only")
    options.add_argument("--seeds", type=int, default=12)
    options.add_argument("--keep", action="store_true", help="keep the folders of attacks that succeeded")
    arguments = options.parse_args()
    program = os.environ.get("SHEAF", ".build-release/release/sheaf")
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    attacks, commands, succeeded = 0, 0, 0
    for surface in arguments.only.split(",") if arguments.only else SURFACES:
        module = importlib.import_module("attack_cases." + surface)
        count = 0
        for name, attack in module.attacks(arguments.seeds):
            ground = Ground(program)
            try:
                attack(ground)
            finally:
                attacks, commands, count = attacks + 1, commands + ground.commands, count + 1
                if ground.problems:
                    succeeded += 1
                    where = f"  ({ground.base})" if arguments.keep else ""
                    print(f"{surface}: {name}{where}\n  " + "\n  ".join(ground.problems[:6]), flush=True)
                if not (ground.problems and arguments.keep):
                    ground.close()
        print(f"{surface}: {count} attacks", flush=True)
    print(f"{attacks} attacks with {commands} commands, {succeeded} succeeded")
    sys.exit(1 if succeeded else 0)


if __name__ == "__main__":
    main()
