#!/usr/bin/env python3
"""Kills sync or resolve, or the git that it runs, at each of their calls that change something on disk.

Two clones change twenty notes: some on one side, some on both, some are renamed, removed and added. Then one of them runs
sync under strace, which kills each process at its N-th call of one kind, for N = 1, 2, … until nothing is killed any more.
After each kill, locks that a killed git left are removed, as the message says, and both sides run sync until they have
nothing to exchange. In the end both work trees and the remote have what an undisturbed run gives, nothing is changed
that is not committed, and no commit has a version of a note that nobody wrote. With --resolve, two values of a field are in
the way of that sync, and the command that decides them is killed.

    Tests/Trials/synckills.py [--resolve] [--stride N] [CALL...]        SHEAF=.build-release/release/sheaf
"""

import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(os.environ.get("SHEAF", ".build-release/release/sheaf"))
CALLS = ["write", "pwrite64", "openat", "rename,renameat,renameat2", "unlink,unlinkat", "fsync,fdatasync", "link,linkat"]
LIMIT = 400
RESOLVE = ["resolve", "--mine"]


class Machines:
    """A remote and two clones, as they are before the sync that is killed."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder, "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_COMMITTER_NAME": "Ada",
            "GIT_COMMITTER_EMAIL": "ada@example.com"}

    def run(self, place, *words, check=True):
        environment = dict(self.environment)
        for name in ["CACHE", "STATE", "CONFIG"]:
            environment[f"XDG_{name}_HOME"] = f"{self.folder}/home-{place}/{name.lower()}"
        result = subprocess.run(
            words, cwd=f"{self.folder}/{place}", env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if check and result.returncode != 0:
            raise SystemExit(f"{place}: {' '.join(words)}: {result.returncode}\n{result.stderr.decode()}")
        return result

    def write(self, place, name, text):
        path = f"{self.folder}/{place}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    def prepare(self):
        for name in ["hub", "one", "two"]:
            os.mkdir(f"{self.folder}/{name}")
        self.run("hub", "git", "init", "-q", "--bare", "--initial-branch=main")
        self.run("one", "git", "init", "-q", "--initial-branch=main")
        self.run("one", PROGRAM, "init", "-q")
        for number in range(20):
            self.write("one", f"n{number}.md", note(number, "todo", ""))
        self.run("one", "git", "remote", "add", "origin", "../hub")
        self.run("one", "git", "add", "-A")
        self.run("one", "git", "commit", "-qm", "begin")
        self.run("one", "git", "push", "-q", "-u", "origin", "main")
        os.rmdir(f"{self.folder}/two")
        self.run("one", "git", "clone", "-q", "../hub", "../two")
        # A copy of all three has a remote of its own.
        self.run("two", "git", "remote", "set-url", "origin", "../hub")
        for number in range(20):
            self.write("one", f"n{number}.md", note(number, "doing", ""))
        self.run("one", PROGRAM, "mv", "n17.md", "Moved/n17.md")
        os.remove(f"{self.folder}/one/n18.md")
        self.write("one", "Deep/er/new.md", note(99, "todo", ""))
        self.run("one", PROGRAM, "sync")
        for number in range(0, 16, 2):
            self.write("two", f"n{number}.md", note(number, "todo", "an end\n"))
        self.write("two", "own.md", note(98, "todo", ""))

    def disagree(self):
        """Makes the sync of the second machine wait for a decision."""
        self.write("two", "n1.md", note(1, "done", ""))
        if self.run("two", PROGRAM, "sync", check=False).returncode != 3:
            raise SystemExit("there is no conflict")

    def tree(self, place):
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others"], cwd=f"{self.folder}/{place}",
            stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
        contents = {}
        for name in names:
            path = f"{self.folder}/{place}/{name}"
            if name and os.path.exists(path):
                with open(path, "rb") as file:
                    contents[name] = file.read()
        return contents

    def remove_locks(self):
        for place in ["hub", "one/.git", "two/.git"]:
            for folder, _, names in os.walk(f"{self.folder}/{place}"):
                for name in names:
                    if name.endswith(".lock"):
                        os.remove(os.path.join(folder, name))


def note(number, status, end):
    lines = "".join(f"line {line} of note {number}\n" for line in range(40))
    return f"---\ntitle: Note {number}\nstatus: {status}\n---\n{lines}{end}"


def versions():
    """Every content that somebody wrote, or that merging gives."""
    found = set()
    for number in list(range(20)) + [98, 99]:
        for status in ["todo", "doing", "done"]:
            for end in ["", "an end\n"]:
                found.add(note(number, status, end).encode())
    return found


def settle(machines):
    """Runs sync on both sides until nothing is left to exchange."""
    for _ in range(3):
        for place in ["two", "one"]:
            machines.remove_locks()
            result = machines.run(place, PROGRAM, "sync", check=False)
            if result.returncode == 3 and b"status (here: done" in result.stderr:
                machines.run(place, PROGRAM, *RESOLVE)
                result = machines.run(place, PROGRAM, "sync", check=False)
            if result.returncode != 0:
                return f"sync on {place}: {result.returncode} {result.stderr.decode()}"
    return None


def fault(machines, expected):
    """Returns the fault after a kill and the syncs that follow; None for none."""
    failed = settle(machines)
    if failed:
        return failed
    for place in ["one", "two"]:
        tree = machines.tree(place)
        if tree != expected:
            return f"{place} differs: {[name for name in set(tree) | set(expected) if tree.get(name) != expected.get(name)]}"
        status = machines.run(place, "git", "status", "--porcelain").stdout
        if status:
            return f"{place}: {status.decode()}"
    heads = {machines.run(place, "git", "rev-parse", "main").stdout for place in ["hub", "one", "two"]}
    if len(heads) != 1:
        return "the branches differ"
    allowed = versions()
    listing = machines.run("hub", "git", "log", "--format=", "--raw", "--no-abbrev", "-m", "main").stdout.decode()
    objects = {
        line.split()[3] for line in listing.splitlines()
        if line.endswith(".md") and "\t.sheaf/" not in line}
    for name in objects - {"0" * 40}:
        if machines.run("hub", "git", "cat-file", "blob", name).stdout not in allowed:
            return f"a commit has a version that nobody wrote: {name}"
    return None


def killed(template, command, call, number):
    """One run with a kill; whether there was one, and what is wrong after it."""
    folder = tempfile.mkdtemp(prefix="sheaf-sync-")
    try:
        shutil.rmtree(folder)
        shutil.copytree(template.folder, folder, symlinks=True)
        machines = Machines(folder)
        log = f"{folder}/strace"
        machines.run(
            "two", "strace", "-f", "-qq", "-o", log, "-e", f"trace={call}", "-e",
            f"inject={call}:signal=KILL:when={number}", PROGRAM, *command, check=False)
        with open(log) as file:
            wasKilled = "killed by SIGKILL" in file.read()
        return wasKilled, fault(machines, template.expected)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    with tempfile.TemporaryDirectory(prefix="sheaf-sync-") as folder:
        template = Machines(folder + "/template")
        os.mkdir(template.folder)
        template.prepare()
        words = sys.argv[1:]
        command = ["sync"]
        if words[:1] == ["--resolve"]:
            words, command = words[1:], RESOLVE
            template.disagree()
        plain = Machines(folder + "/plain")
        shutil.copytree(template.folder, plain.folder, symlinks=True)
        problem = settle(plain)
        if problem:
            raise SystemExit(problem)
        template.expected = plain.tree("two")
        wrong = 0
        stride = int(words[1]) if words[:1] == ["--stride"] else 1
        for call in words[2 if stride > 1 else 0:] or CALLS:
            count = 0
            for number in range(1, LIMIT, stride):
                wasKilled, problem = killed(template, command, call, number)
                if problem:
                    wrong += 1
                    print(f"{call} {number}: {problem}")
                if not wasKilled:
                    break
                count += 1
            print(f"{call}: {count} kills", flush=True)
        print(f"{wrong} wrong")
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
