"""Trees that no git made of files, sent by a remote: `git mktree` builds them, `git fetch` takes them."""

import os
import subprocess

NAMES = [".git", ".GIT", ".gIt", "git~1", "GIT~1", ".git.", ".git ", ".git . .", ".git:x", ".git::$INDEX_ALLOCATION", "git~1::$DATA",
         ".g\u200cit", "\ufeff.git", ".git\u206f", ".git\\x", "a\\.git"]
HOOKS = ["post-merge", "pre-push", "post-commit", "pre-commit", "post-index-change", "reference-transaction"]


def build(ground, folder):
    """Makes a tree of {name: content}; content is a folder, a text, a link ("->", target) or a list of these for one name."""
    lines = b""
    for name, contents in folder.items():
        for content in contents if isinstance(contents, list) else [contents]:
            if isinstance(content, dict):
                mode, kind, object = "040000", "tree", build(ground, content)
            else:
                mode, kind = ("120000" if isinstance(content, tuple) else "100755"), "blob"
                text = content[1] if isinstance(content, tuple) else content
                object = made(ground, ["hash-object", "-w", "--stdin"], text.encode())
            lines += f"{mode} {kind} {object}\t{name}".encode() + b"\0"
    return made(ground, ["mktree", "-z"], lines)


def made(ground, words, content=b""):
    return subprocess.run(["git", "-C", ground.root, *words], input=content, env=ground.environment, check=True,
                          stdout=subprocess.PIPE).stdout.decode().strip()


def sent(folder, prepare=None, own_commit=False):
    """The user has a clone; the remote gets a commit with this tree besides the notes; the user synchronises."""
    def run(ground):
        hub = ground.work + "/hub"
        ground.git("init", "-q", "--bare", hub)
        ground.git("init", "-q")
        ground.git("add", "-A")
        ground.git("commit", "-qm", "first")
        ground.git("remote", "add", "origin", hub)
        ground.git("push", "-qu", "origin", "main")
        program = f"#!/bin/sh\necho \"$0\" >> {ground.canary}\n"
        kept = {"Note.md": "# Note\n", "Other.md": "# Other\n", ".sheaf": {"config.yaml": ""}}
        tree = build(ground, {**kept, **folder(program)})
        commit = made(ground, ["commit-tree", tree, "-p", "HEAD", "-m", "more"])
        ground.git("push", "-q", "origin", commit + ":refs/heads/main")
        ground.git("update-ref", "refs/remotes/origin/main", "HEAD")
        if prepare:
            prepare(ground)
        if own_commit:
            ground.write("Own.md", "# Own\n")
        ground.begin()
        for words in (("sync", "--no-input"), ("sync",), ("resolve",), ("status",), ("list", "--at", "origin/main"), ("diff", "Note", "origin/main"),
                      ("restore", "Note", "--at", "origin/main"), ("sync", "--no-input"), ("list",)):
            ground.run(*words)
        ground.git("commit", "-q", "--allow-empty", "-m", "the user's own")
        ground.expect(not os.path.exists(ground.canary), "a hook of the remote's ran")
        ground.judge()
    return run


def hooks(name):
    return lambda program: {name: {"hooks": {hook: program for hook in HOOKS}, "config": "[core]\n fsmonitor = ./prog.sh\n"}}


SHAPES = {
    "above": lambda program: {"..": {"Documents": {"letter.txt": program}}},
    "here": lambda program: {".": {".git": {"hooks": {"post-merge": program}}}},
    "below": lambda program: {"a": {".git": {"config": "x"}}, "b": {"..": {".git": {"hooks": {"post-merge": program}}}}},
    "link and folder": lambda program: {"x": [("->", ".git/hooks"), {hook: program for hook in HOOKS}]},
    "link and folder, above": lambda program: {"x": [("->", "../Documents"), {"letter.txt": program}]},
    "link and folder, other case": lambda program: {"x": ("->", ".git/hooks"), "X": {"post-merge": program}},
    "link and folder, deep": lambda program: {"a": {"x": [("->", "../.git/hooks"), {"post-merge": program}]}},
    "link and file": lambda program: {"x": [("->", ".git/config"), "[core]\n fsmonitor = ./prog.sh\n"]},
    "file twice": lambda program: {"x": ["one\n", program]},
    "modules": lambda program: {".gitmodules": ("->", ".git/config")},
    "link to settings": lambda program: {".sheaf": [("->", ".git"), {"config.yaml": "hooks: {on-change: ./prog.sh}\n"}]},
}


OWN = ["tax.pdf", "Papers/cv.docx", "dump.sql", "Journal/day.md", "local.md", "Kept/kept.md"]


def asked_for(path, text):
    """A commit of the remote's asks for the user's own files, which were left or ignored before it came."""
    def run(ground):
        hub = ground.work + "/hub"
        ground.git("init", "-q", "--bare", hub)
        ground.git("init", "-q")
        ground.write(".gitignore", "Journal/\nlocal.md\n")
        ground.write(".sheaf/config.yaml", "ignore: [Kept/]\n")
        ground.git("add", "-A")
        ground.git("commit", "-qm", "first")
        ground.git("remote", "add", "origin", hub)
        ground.git("push", "-qu", "origin", "main")
        for name in OWN:
            ground.write(name, name + "\n")
        ground.begin()
        ground.run("sync")
        other = ground.work + "/other"
        ground.git("clone", "-q", hub, other)
        ground.write(other + "/" + path, text)
        ground.git("add", "-A", folder=other)
        ground.git("commit", "-qm", "more", folder=other)
        ground.git("push", "-q", folder=other)
        ground.run("sync")
        ground.write("New.md", "# New\n")
        for name in ("later.pdf", "Journal/next.md"):
            ground.write(name, "later\n")
        ground.run("sync")
        ground.run("sync", "--no-input")
        there = ground.git("ls-tree", "-r", "--name-only", "main", folder=hub).stdout.decode().split("\n")
        ground.expect("New.md" in there, "the user's note was not sent")
        for name in [*OWN, "later.pdf", "Journal/next.md"]:
            ground.expect(name not in there, f"{name} was sent")
    return run


ASKING = {
    "links": ("ask.md", "[x](tax.pdf) [[cv.docx]] ![](dump.sql) [x](later.pdf) [[day]]\n"),
    "HTML": ("ask.md", "<img src=\"tax.pdf\"><a href=Papers/cv.docx>x</a> {{< figure src=\"dump.sql\" >}}\n"),
    "nothing ignored": (".gitignore", ""), "exceptions": (".gitignore", "Journal/\nlocal.md\n!Journal/\n!local.md\n"),
    "attachments anywhere": (".sheaf/config.yaml", "folders:\n  attachments: .\n"),
    "attachments in Papers": (".sheaf/config.yaml", "folders:\n  attachments: Papers\nignore: [Kept/]\n"),
    "attachments of Obsidian": (".obsidian/app.json", '{"attachmentFolderPath": "Papers"}'),
    "files to include": (".sheaf/config.yaml", "sync:\n  include: ['*']\nignore: [Kept/]\n"),
}


def untracked_link(ground):
    ground.write(".git/info/exclude", "x\n")
    os.symlink(".git/hooks", ground.root + "/x")


def attacks(seeds):
    for name in NAMES:
        yield f"entry {name!r}", sent(hooks(name))
        yield f"entry {name!r} below a folder, with commits here", sent(lambda program, name=name: {"a": hooks(name)(program)}, own_commit=True)
    for name, shape in SHAPES.items():
        for own_commit in (False, True):
            yield f"{name}{', with commits here' * own_commit}", sent(shape, own_commit=own_commit)
    yield "an untracked link", sent(lambda program: {"x": {hook: program for hook in HOOKS}}, untracked_link)
    for name, (path, text) in ASKING.items():
        yield f"asked for: {name}", asked_for(path, text)
