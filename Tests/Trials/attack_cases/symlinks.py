"""Symbolic links of the repository that lead out of it, or into folders of its own that are hidden or private."""

import os

from attacks import READING, SECRET

PICTURE = b"\x89PNG\r\n\x1a\n" + b"\0" * 32
WRITES = [("set", "Note", "rating=4"), ("new", "Words"), ("new", "Words", "--in", "Linked"), ("diary", "walk"), ("jot", "x"), ("add", "milk"),
          ("attach", "Note", "PICTURE"), ("mv", "Other.md", "Linked/"), ("rename", "Other", "Third"), ("tag", "Note", "+a"), ("fmt",),
          ("check", "--fix"), ("rm", "Linked/letter.txt", "--yes"), ("git", "setup"), ("git", "setup", "--shared"), ("config", "set", "site.title", "x"),
          ("publish", "--eject"), ("publish", "--eject", "page.mustache"), ("query", "save", "q", "text"), ("config", "trust", "--yes"), ("append", "Linked/letter", "x"), ("undo",), ("undo",), ("redo",)]


def link(name, target):
    def run(ground):
        path = ground.root + "/" + name
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.isdir(path) and not os.path.islink(path):
            os.rename(path, ground.work + "/away")
        elif os.path.lexists(path):
            os.unlink(path)
        wanted = ground.home + "/" + target
        ground.write(ground.home + "/Documents/memo.md", "# secret template {{title}}\n")
        ground.write(ground.home + "/Documents/config.yaml", "")
        os.symlink(wanted, path)
        if os.path.isdir(wanted) and ".sheaf" not in name:
            ground.write(ground.home + "/Documents/Hidden.md", "# Hidden\n")
        ground.git("init", "-q")
        picture = ground.write(ground.work + "/picture.png", PICTURE)
        site = ground.home + "/site"
        ground.allowed = [site]
        # What the commands below are for.
        ground.expected = [".git/config", ".git/info/attributes", ".sheaf"]
        ground.begin()
        for words in READING:
            ground.run(*words)
        for words in WRITES:
            ground.run(*[picture if word == "PICTURE" else word for word in words])
        ground.run("publish", "-o", site, "--yes")
        ground.judge(site)
    return run


def between(ground):
    """A folder becomes a link after it was indexed."""
    ground.write("Linked/A.md", "# A\n")
    ground.run("list")
    os.rename(ground.root + "/Linked", ground.work + "/away")
    os.symlink(ground.home + "/Documents", ground.root + "/Linked")
    ground.begin()
    for words in (("set", "Linked/A.md", "a=b"), ("show", "A"), ("rm", "A", "--yes"), ("mv", "A", "B"), ("append", "A", "x"), ("undo",)):
        ground.run(*words)
    ground.judge()


def undo_through(ground):
    """A path that `undo` would write to goes through a link that came later."""
    ground.write("Linked/letter.txt", "a text\n")
    ground.write("Linked/A.md", "# A\n")
    ground.run("rm", "Linked/A.md", "--yes")
    os.rename(ground.root + "/Linked", ground.work + "/away")
    os.symlink(ground.home + "/Documents", ground.root + "/Linked")
    ground.begin()
    ground.run("undo")
    ground.run("redo")
    ground.judge()


NAMES = [".sheaf", ".sheaf/theme", ".sheaf/templates", ".sheaf/config.yaml", ".gitattributes", ".gitignore", "Linked", "Memo", "Diary",
         "Diary/Tasks", "attachments", "Attachments", "Linked.md", "Note.md", ".sheaf/theme/page.mustache", ".sheaf/templates/memo.md",
         ".git/hooks", ".git/info", ".sheaf/queries", "Inbox.md", "Diary/2026", ".sheaf/agreed"]
HIDDEN = [
    ("assets", ".git"), ("assets", ".sheaf"), ("Diary", ".git"), ("Memo", ".git/info"), ("Memo/x.md", ".git/config"), ("Memo/x.md", ".git/description"),
    ("Memo/x.md", ".sheaf/notes.md"), ("Memo/Inbox.md", ".git/config"), ("Memo/Inbox.md", ".sheaf/notes.md"), ("setup.txt", ".git/description"),
    ("setup.txt", ".env"), ("setup.png", "id_rsa"), ("Linked.md", ".env"), ("Linked.md", "private/Deep.md"), ("Linked", "private"), ("Linked", ".git/hooks"),
    (".sheaf/reminded", "Other.md"), (".sheaf/config.yaml", ".git/config"), (".sheaf/templates", ".git"), (".sheaf/theme", ".git/hooks"),
    ("board.canvas", ".env"), ("works.bib", ".git/description")]
TARGETS = ["Documents", ".ssh", "secret.md", "Documents/new.md"]


def hidden(name, target):
    """The links come with the repository and lead to what git, Sheaf or the user keeps in it."""
    def run(ground):
        ground.git("init", "-q")
        # Not among what may hold the secret: the file itself may.
        for path in (".git/description", ".env", ".sheaf/notes.md", "private/Deep.md", "id_rsa"):
            ground.write(path, f"# Harbour\n\n{SECRET}\n")
        path = ground.root + "/" + name
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.lexists(path):
            os.unlink(path)
        os.symlink(os.path.relpath(ground.root + "/" + target, os.path.dirname(path)), path)
        ground.write("Note.md", f"---\ntitle: Note\n---\n\n[x]({name}) ![[{name}]] [[{os.path.basename(name)}]] [y]({name}/config) text\n")
        picture = ground.write(ground.work + "/commondir", PICTURE)
        site = ground.home + "/site"
        ground.allowed = [site, site + ".html"]
        # What `git setup`, `config`, `publish --eject`, `query save` and `remind` are for; which of them changes what is judged too.
        ground.expected = [".git/config", ".git/info/attributes", ".sheaf/config.yaml", ".sheaf/theme", ".sheaf/reminded", ".sheaf/.gitattributes"]
        ground.begin()
        for words in READING + [("publish", "-o", site, "--yes"), ("digest", "--public", "--to", "html", "-o", site + ".html")]:
            # A private note is its user's own to read, not the public's.
            if target.startswith("private") and words[0] not in ("publish", "digest"):
                continue
            ground.run(*words)
        for words in WRITES + [("jot", "x"), ("append", name, "x"), ("set", name, "a=1"), ("attach", "Note", "PICTURE"), ("remind", "--run"),
                               ("new", "commondir", "--in", name), ("import", "--from", "text", "PICTURE", "--into", name),
                               ("replace", "Harbour", "Port", "--yes"), ("digest", "-o", name), ("export", "--to", "json", "-o", name)]:
            if words[0] in ("export", "rm") and target.startswith("private"):
                continue
            ground.run(*[picture if word == "PICTURE" else word for word in words])
        for path in ("id_rsa", ".env"):
            with open(ground.root + "/" + path) as file:
                ground.expect(file.read() == f"# Harbour\n\n{SECRET}\n", f"{path} was changed")
        ground.judge(site)
    return run


def attacks(seeds):
    for name in NAMES:
        for target in TARGETS:
            is_file = "." in os.path.basename(name)[1:]
            if is_file == target.endswith(".md"):
                yield f"{name} leads to {target}", link(name, target)
    for name, target in HIDDEN:
        yield f"{name} leads to {target}", hidden(name, target)
    yield "a folder becomes a link", between
    yield "undo through a link", undo_through
