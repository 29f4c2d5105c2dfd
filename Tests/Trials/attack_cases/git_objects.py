"""Git repositories whose objects are missing, elsewhere, or not what they say."""

import os
import shutil

from attacks import READING, SECRET


def promisor(lines, missing):
    """Objects are left out, so that git would fetch them from a remote that runs a program."""
    def run(ground):
        ground.git("init", "-q")
        ground.git("add", "-A")
        ground.git("commit", "-qm", "first")
        folder = ground.root + "/.git"
        if "bare" in missing:
            for name in os.listdir(folder):
                os.rename(folder + "/" + name, ground.root + "/" + name)
            os.rmdir(folder)
            folder = ground.root
        if "commit" in missing:
            ground.write(folder + "/refs/heads/main", "1" * 40 + "\n")
        if "objects" in missing:
            for name in os.listdir(folder + "/objects"):
                if len(name) == 2:
                    shutil.rmtree(folder + "/objects/" + name)
        worktree = " worktree = .\n" if folder == ground.root else ""
        ground.write(folder + "/config", (
            "[core]\n repositoryformatversion = 1\n bare = false\n" + worktree + "[extensions]\n partialClone = origin\n"
            + "[remote \"origin\"]\n promisor = true\n partialclonefilter = blob:none\n"
            + lines).replace("PROG", ground.stranger))
        ground.begin()
        for words in READING:
            ground.run(*words)
        ground.judge()
    return run


REMOTES = {
    "upload pack": " url = .\n uploadpack = PROG\n",
    "upload pack, relative": " url = file://./\n uploadpack = ./prog.sh\n",
    "ext": " url = ext::PROG\n[protocol \"ext\"]\n allow = always\n",
    "ssh": " url = ssh://example.invalid/x\n[core]\n sshCommand = PROG\n",
    "receive pack": " url = .\n receivepack = PROG\n uploadpack = PROG\n",
    "remote helper": " url = evil::x\n vcs = evil\n",
    "push address": " url = .\n pushurl = ext::PROG\n uploadpack = PROG\n",
    "second remote": " url = .\n[remote \"b\"]\n url = .\n promisor = true\n uploadpack = PROG\n",
}


def submodule(ground):
    ground.write("sub/.git", "gitdir: ../.git/modules/sub\n")
    ground.git("init", "-q")
    os.makedirs(ground.root + "/.git/modules")
    ground.git("init", "-q", ground.work + "/module")
    shutil.move(ground.work + "/module/.git", ground.root + "/.git/modules/sub")
    ground.write(".git/modules/sub/config", f"[core]\n bare = false\n worktree = ../../../sub\n fsmonitor = {ground.stranger}\n")
    ground.write(".gitmodules", f"[submodule \"sub\"]\n path = sub\n url = .\n update = !{ground.stranger}\n")
    ground.write("sub/Inner.md", "# Inner\n")
    ground.git("add", "-A")
    ground.begin()
    for words in READING:
        ground.run(*words)
    for words in READING:
        ground.run(*words, folder=ground.root + "/sub")
    ground.judge()


def nested_bare(ground):
    """A bare repository below a clean one: walking up from it must not use it."""
    ground.git("init", "-q")
    ground.git("init", "-q", "--bare", ground.root + "/attachments")
    ground.write("attachments/config", f"[core]\n bare = false\n worktree = .\n fsmonitor = {ground.stranger}\n")
    ground.write("attachments/A.md", "# A\n")
    ground.begin()
    for words in READING:
        ground.run(*words, folder=ground.root + "/attachments")
    ground.judge()


def alternates(ground):
    """Objects of another repository of the user's are borrowed by path."""
    private = ground.home + "/private"
    os.makedirs(private)
    ground.write(private + "/p.md", ground.home)
    ground.git("init", "-q", folder=private)
    ground.git("init", "-q")
    ground.write(".git/objects/info/alternates", private + "/.git/objects\n")
    ground.git("add", "-A")
    ground.git("commit", "-qm", "x")
    ground.begin()
    for words in READING:
        ground.run(*words)
    ground.judge()


def led_elsewhere(*parts):
    """Parts of an unpacked `.git` lead to the user's own repository: its history must not be shown, changed or sent."""
    def run(ground):
        private, hub = ground.home + "/private", ground.work + "/hub"
        os.makedirs(private)
        ground.write(private + "/diary.md", SECRET + "\n")
        ground.git("init", "-q", folder=private)
        ground.git("add", "-A", folder=private)
        ground.git("commit", "-qm", "mine " + SECRET, folder=private)
        ground.git("init", "-q", "--bare", hub)
        ground.git("init", "-q")
        for name, value in (("remote.origin.url", hub), ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
                            ("branch.main.remote", "origin"), ("branch.main.merge", "refs/heads/main")):
            ground.git("config", name, value)
        for part in parts:
            place, target = ground.root + "/.git/" + part, private + "/.git/" + part
            if part == "commondir":
                ground.write(place, private + "/.git\n")
            elif part == "alternates":
                ground.write(ground.root + "/.git/objects/info/alternates", private + "/.git/objects\n")
            else:
                if os.path.isdir(place):
                    shutil.rmtree(place)
                elif os.path.lexists(place):
                    os.unlink(place)
                os.symlink(os.path.relpath(target, os.path.dirname(place)), place)
        ground.begin()
        for words in [*READING, ("sync", "--no-input"), ("sync",), ("restore", "diary.md", "--at", "HEAD"), ("undo",)]:
            ground.run(*words)
        found = ground.git("log", "--all", "-p", folder=hub).stdout
        ground.expect(SECRET.encode() not in found, "the user's repository was sent")
        ground.judge()
    return run


def foreign_worktree(ground):
    """`core.worktree` names the user's home."""
    ground.git("init", "-q")
    ground.git("add", "-A")
    ground.git("commit", "-qm", "x")
    ground.git("config", "core.worktree", ground.home)
    ground.begin()
    for words in [*READING, ("sync", "--no-input"), ("set", "Note", "a=b"), ("restore", "Note", "--at", "HEAD")]:
        ground.run(*words)
    ground.judge()


def revision_names(name):
    def run(ground):
        ground.git("init", "-q")
        ground.write(name + ".md", f"# {name}\n\nText.\n")
        ground.write(name, "no note\n")
        ground.git("add", "-A")
        ground.git("commit", "-qm", "x")
        ground.begin()
        for words in (("log", "--", name + ".md"), ("log",), ("diff",), ("show", name + ".md", "--at", "HEAD"), ("list", "--at", "HEAD")):
            done = ground.run(*words)
            ground.expect(done is None or b"ambiguous argument" not in done.stderr, f"{words}: git took a file for a revision")
        ground.judge()
    return run


def attacks(seeds):
    for name, lines in REMOTES.items():
        for missing in ({"objects"}, {"commit"}, {"objects", "commit", "bare"}):
            yield f"promisor, {name}, without {', '.join(sorted(missing))}", promisor(lines, missing)
    yield "submodule", submodule
    yield "bare repository below", nested_bare
    yield "alternates", alternates
    for parts in (("objects", "refs"), ("refs", "alternates"), ("refs/heads", "alternates", "index"), ("objects", "refs", "index", "packed-refs"),
                  ("commondir",), ("commondir", "index"), ("index", "alternates"), ("HEAD", "refs", "alternates"), ("COMMIT_EDITMSG",),
                  ("logs",), ("config",)):
        yield f"of the user's: {', '.join(parts)}", led_elsewhere(*parts)
    yield "foreign work tree", foreign_worktree
    for name in ("HEAD", "main", "@", "-p", "--output=x", "refs", "FETCH_HEAD", ":/x", "^HEAD", "a..b", "--upload-pack=x"):
        yield f"file called {name}", revision_names(name)
