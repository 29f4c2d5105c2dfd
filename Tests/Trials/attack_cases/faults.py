"""The disk fails: reads and writes that give EIO, ENOSPC or EINTR in the middle of commands that write."""

import os
import shutil
import subprocess

WRITES = [("set", "Note", "rating=4"), ("new", "Words"), ("mv", "Other.md", "Sub/Third.md"), ("rename", "Other", "Third"), ("tag", "Note", "+a"), ("done", "Other:3"),
          ("rm", "Other", "--yes"), ("append", "Note", "x"), ("fmt", "--yes")]
CALLS = {"read": "read,pread64", "write": "write,pwrite64", "open": "openat", "rename": "rename,renameat,renameat2", "sync": "fsync,fdatasync", "link": "linkat,unlinkat,unlink"}


def failing(words, calls, error, when):
    """Every note is whole after the failure: as before, or as the command would have left it."""
    def run(ground):
        ground.write("Other.md", "# Other\n\n- [ ] water the plants\n" + "line\n" * 200)
        ground.run("list")
        before = notes(ground)
        ground.begin()
        ground.commands += 1
        subprocess.run(["strace", "-f", "-o", "/dev/null", "-e", f"inject={calls}:error={error}:when={when}", ground.program, *words], cwd=ground.root,
                       env=ground.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
        for _ in range(3):
            ground.run("undo")
        texts = set(notes(ground).values())
        for name, text in before.items():
            ground.expect(text in texts, f"{name} is lost after {' '.join(words)}")
        ground.judge()
    return run


def notes(ground):
    found = {}
    for folder, folders, names in os.walk(ground.root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            with open(folder + "/" + name, "rb") as file:
                found[os.path.relpath(folder + "/" + name, ground.root)] = file.read()
    return found


def attacks(seeds):
    if not shutil.which("strace"):
        return
    for words in WRITES:
        for name, calls in CALLS.items():
            for error, when in (("EIO", "4+"), ("ENOSPC", "2+")):
                if name in ("write", "sync", "rename", "open") or error == "EIO":
                    yield f"{' '.join(words)}: {name} {error} {when}", failing(words, calls, error, when)
