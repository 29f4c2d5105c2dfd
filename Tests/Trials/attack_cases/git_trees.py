"""Trees of a remote that no git would make of a folder: entries of git's own, names twice, ways through links."""

import os
import subprocess

# Names that some file system, or git on it, takes for `.git`.
OWN = [".git", ".GIT", ".Git", "git~1", "GIT~1", ".git.", ".git ", ".git. .", ".git::$INDEX_ALLOCATION", ".g\u200cit", ".\u200dgit", ".gi\ufefft", ".git\u2060",
       ".", "..", "", ".git\\hooks", "a\\..\\.git", ".sheaf/../.git"]
HOOKS = ["post-commit", "pre-commit", "post-checkout", "post-merge", "reference-transaction", "post-index-change", "fsmonitor-watchman", "pre-push"]
LINES = [("sync",), ("sync",), ("status",), ("set", "Note", "rating=4"), ("sync",), ("undo",), ("restore", "Note"), ("resolve",), ("publish", "-n")]


def stored(ground, remote, kind, content):
    done = subprocess.run(["git", "-C", remote, "hash-object", "-w", "--literally", "-t", kind, "--stdin"], input=content, env=ground.environment,
                          stdout=subprocess.PIPE, check=True)
    return done.stdout.decode().strip()


def tree(ground, remote, entries):
    """A tree as raw bytes, in the order given: `git mktree` sorts and would leave out a name that it has twice."""
    raw = b"".join(mode.encode() + b" " + name.encode() + b"\0" + bytes.fromhex(object_name) for mode, name, object_name in entries)
    return stored(ground, remote, "tree", raw)


def attack(make):
    """The user has a clone of a repository in which a stranger makes the next commit."""
    def run(ground):
        remote = ground.work + "/remote.git"
        for line in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"], ["clone", "-q", "--bare", ".", remote], ["remote", "add", "origin", remote],
                     ["fetch", "-q"], ["branch", "-q", "--set-upstream-to", "origin/main"]):
            ground.git(*line)
        program = stored(ground, remote, "blob", f"#!/bin/sh\necho \"$0\" >> {ground.canary}\n".encode())
        listed = subprocess.run(["git", "-C", remote, "ls-tree", "main"], stdout=subprocess.PIPE, env=ground.environment).stdout.decode()
        entries = []
        for line in listed.splitlines():
            (mode, _, name), path = line.split("\t")[0].split(" "), line.split("\t")[1]
            entries.append((mode.lstrip("0"), path, name))
        made = make(ground, remote, program, entries)
        commit = subprocess.run(["git", "-C", remote, "commit-tree", made, "-p", "main", "-m", "second"], stdout=subprocess.PIPE, env=ground.environment)
        subprocess.run(["git", "-C", remote, "update-ref", "refs/heads/main", commit.stdout.decode().strip()], env=ground.environment)
        ground.allowed = [remote]
        ground.begin()
        for words in LINES:
            ground.run(*words)
        ground.judge()
    return run


def hooks(ground, remote, program):
    return tree(ground, remote, [("100755", name, program) for name in sorted(HOOKS)])


def entry(name):
    return attack(lambda ground, remote, program, entries: tree(
        ground, remote, entries + [("40000", name, tree(ground, remote, [("40000", "hooks", hooks(ground, remote, program))]))]))


def whole_name(name):
    return attack(lambda ground, remote, program, entries: tree(ground, remote, entries + [("100755", name, program)]))


def twice(target, link_first):
    """One name is a link and a folder."""
    def make(ground, remote, program, entries):
        link = ("120000", "x", stored(ground, remote, "blob", target.encode()))
        folder = ("40000", "x", hooks(ground, remote, program))
        return tree(ground, remote, entries + ([link, folder] if link_first else [folder, link]))
    return attack(make)


def untracked(target):
    """The link is the user's own, and the remote has a folder of its name."""
    def make(ground, remote, program, entries):
        os.symlink(target, ground.root + "/x")
        return tree(ground, remote, entries + [("40000", "x", hooks(ground, remote, program))])
    return attack(make)


def attacks(seeds):
    for name in OWN:
        yield f"a folder {name!r}", entry(name)
        yield f"below a folder {name!r}", attack(lambda ground, remote, program, entries, name=name: tree(ground, remote, entries + [
            ("40000", "sub", tree(ground, remote, [("40000", name, tree(ground, remote, [("40000", "hooks", hooks(ground, remote, program))]))]))]))
    for name in (".git/hooks/post-commit", ".git/config", "../prog", "/tmp/out-of-everything/x", "a/../../x", ".sheaf/config.yaml"):
        yield f"a file {name!r}", whole_name(name)
    for target in (".git/hooks", ".git", "../Documents", ".sheaf"):
        yield f"a link to {target}, then a folder", twice(target, True)
        yield f"a folder, then a link to {target}", twice(target, False)
        yield f"an untracked link to {target}", untracked(target)
