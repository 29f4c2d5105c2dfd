"""Settings, hooks and attributes of a repository's own git that run a program."""

import os

from attacks import READING

# Programs that git would run, as lines of its configuration; PROG is the stranger's program.
SETTINGS = {
    "fsmonitor": "[core]\n fsmonitor = PROG\n",
    "hooks": "[core]\n hooksPath = hooks-of-mine\n",
    "pager": "[core]\n pager = PROG\n[pager]\n log = PROG\n diff = PROG\n",
    "editor": "[core]\n editor = PROG\n[sequence]\n editor = PROG\n",
    "askpass": "[core]\n askPass = PROG\n[credential]\n helper = !PROG\n",
    "ssh": "[core]\n sshCommand = PROG\n[remote \"origin\"]\n url = ssh://example.invalid/x\n promisor = true\n",
    "ssh variant": "[core]\n sshCommand = PROG\n[ssh]\n variant = simple\n[remote \"origin\"]\n url = a@example.invalid:x\n",
    "git proxy": "[core]\n gitProxy = PROG\n[remote \"origin\"]\n url = git://example.invalid/x\n promisor = true\n",
    "external diff": "[diff]\n external = PROG\n",
    "diff command": "[diff \"x\"]\n command = PROG\n",
    "textconv": "[diff \"x\"]\n textconv = PROG\n cachetextconv = true\n",
    "clean": "[filter \"x\"]\n clean = PROG\n smudge = PROG\n required = true\n",
    "process": "[filter \"x\"]\n process = PROG\n required = true\n",
    "merge driver": "[merge \"x\"]\n driver = PROG %A %O %B\n",
    "signatures": "[log]\n showSignature = true\n[gpg]\n program = PROG\n[commit]\n gpgSign = true\n",
    "ssh signatures": "[log]\n showSignature = true\n[gpg]\n format = ssh\n[gpg \"ssh\"]\n program = PROG\n",
    "alternate refs": "[core]\n alternateRefsCommand = PROG\n",
    "aliases": "[alias]\n log = !PROG\n diff = !PROG\n status = !PROG\n ls-tree = !PROG\n rev-parse = !PROG\n",
    "trailers": "[trailer \"x\"]\n command = PROG\n cmd = PROG\n",
    "interactive": "[interactive]\n diffFilter = PROG\n",
    "upload pack": "[uploadpack]\n packObjectsHook = PROG\n",
    "submodule": "[submodule \"s\"]\n url = .\n update = !PROG\n active = true\n[submodule]\n recurse = true\n",
    "included": "[include]\n path = ../more.inc\n",
    "included here": "[includeIf \"gitdir:**\"]\n path = ../more.inc\n",
    "ext": "[protocol]\n allow = always\n[protocol \"ext\"]\n allow = always\n[remote \"origin\"]\n url = ext::PROG\n"
           " promisor = true\n partialclonefilter = blob:none\n",
    "instead of": "[url \"ext::PROG\"]\n insteadOf = https://example.invalid/x\n[protocol \"ext\"]\n allow = always\n"
                  "[remote \"origin\"]\n url = https://example.invalid/x\n promisor = true\n",
    "browser": "[web]\n browser = PROG\n[browser \"x\"]\n cmd = PROG\n[help]\n browser = x\n",
    "maintenance": "[gc]\n auto = 1\n recentObjectsHook = PROG\n[maintenance]\n auto = true\n",
    "bundle": "[fetch]\n bundleURI = ext::PROG\n[transfer]\n bundleURI = true\n",
}
HOOKS = ["pre-commit", "post-commit", "commit-msg", "post-checkout", "post-merge", "post-index-change", "reference-transaction",
         "post-rewrite", "pre-auto-gc", "fsmonitor-watchman", "prepare-commit-msg", "post-applypatch", "pre-push"]
LAYOUTS = ["plain", "file", "bare"]


def make(ground, layout):
    """A repository with one commit, and the folder of its git."""
    ground.write(".gitattributes", "* diff=x filter=x merge=x\n")
    ground.git("init", "-q")
    ground.git("add", "-A")
    ground.git("commit", "-qm", "first")
    folder = ground.root + "/.git"
    if layout == "file":
        os.rename(folder, ground.root + "/git-data")
        ground.write(".git", "gitdir: git-data\n")
        folder = ground.root + "/git-data"
    elif layout == "bare":
        for name in os.listdir(folder):
            os.rename(folder + "/" + name, ground.root + "/" + name)
        os.rmdir(folder)
        folder = ground.root
    return folder


def configure(ground, folder, text):
    text = text.replace("PROG", ground.stranger)
    with open(folder + "/config", "w") as file:
        file.write("[core]\n repositoryformatversion = 0\n bare = false\n")
        if folder == ground.root:
            file.write(" worktree = .\n")
        file.write(text)
    more = SETTINGS["external diff"] + SETTINGS["fsmonitor"] + SETTINGS["process"]
    ground.write("more.inc", more.replace("PROG", ground.stranger))
    for hooks in (folder + "/hooks", ground.root + "/hooks-of-mine"):
        for hook in HOOKS:
            ground.write(hooks + "/" + hook, f"#!/bin/sh\nexec {ground.stranger} {hook}\n", mode=0o755)


def attack(text, layout, commands):
    def run(ground):
        folder = make(ground, layout)
        configure(ground, folder, text)
        # A changed note makes git look at the work tree, with filters and conversions.
        ground.write("Note.md", "---\ntitle: Note\n---\n\nAnother text.\n")
        ground.begin()
        for words in commands:
            ground.run(*words)
        ground.judge()
    return run


WRITING = [("set", "Note", "rating=4"), ("new", "A thought"), ("done", "Other:3"), ("undo",), ("mv", "Other.md", "Sub/"),
           ("fmt",), ("git", "setup", "-n"), ("restore", "Note", "--at", "HEAD", "-n")]


def committing(text, layout):
    """The repository asks for a commit after each change; nobody trusted it."""
    def run(ground):
        ground.write(".sheaf/config.yaml", "git:\n  commit: true\n")
        attack(text, layout, WRITING)(ground)
    return run


def attacks(seeds):
    for name, text in SETTINGS.items():
        for layout in LAYOUTS:
            yield f"{name} ({layout})", attack(text, layout, READING)
    for name, text in SETTINGS.items():
        yield f"{name}, git.commit", committing(text, "plain")
