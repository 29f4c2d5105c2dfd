#!/usr/bin/env python3
"""Lets three machines change their notes at once, and syncs them as their users would.

Each round the machines edit, rename, remove, reshape and make notes: lines, sentences, cells, rows and columns, fields, tags,
names, headings, blocks, folders, names that are swapped or given up and taken again, notes that become folders, sections that
are extracted, items that are moved, notes that are joined, new notes and attachments of one name, cards, saved queries, tasks
that repeat, formatting. They link to notes, headings and blocks by names and aliases, in texts, embeds and fields, by the names
that these have on their machine. A fourth machine has only git. Some notes are of one line, and only their ids tell them apart.
In half of the trials a folder is encrypted by git-crypt, which the fourth machine cannot read; a note that leaves
the folder must not be committed. One machine has a repository of its
own among its notes. Now and then a remote has a tree that would write into `.git`, or a machine's branch is managed by jj:
sync must refuse both, and leave every byte as it is.

Then they run sync: one after the other, at once, or with a kill at a random moment, of sync alone or of its git too. Whatever
an outcome proposes as the next step is done by this script, with the very command that the sentence names and one of its
options at random, until all machines and the remote have one commit. Then all trees must be equal, nothing uncommitted, no note
may have conflict markers, no two one id; every word that was written must be there as often as before, unless a removal or
a decision took it away; every link must lead to the note, the section or the block to which it led before, as long as these are
there; and whoever had a link to what somebody else removed must have been told, with a command that leads on. A tag that one
machine has renamed may be in no note. No commit may have a note of the encrypted folder in clear.

In most rounds no machine contradicts another: each of these must be merged without a question. In one of eight they may.

    Tests/Trials/syncing.py [ROUNDS] [SEED]        SHEAF=.build-release/release/sheaf
"""

import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(os.environ.get("SHEAF", ".build-release/release/sheaf"))
STEPS = 30
LIMIT = 120
NEXT_STEP = re.compile(r"^(?:  |warning: )?(.*) \(sheaf (resolve .*)\)$", re.M)
WARNING = re.compile(r"^warning: (\S.*?):(\d+): (.*) \(((?:sheaf|git) .*)\)$", re.M)
MOVING = re.compile(r"mv -n .*$", re.M)
HOSTILE = [b".git", b".GIT", b"..", b".git ", b"git~1", b".gi\xe2\x80\x8ct", b"a/b"]
LOCK = re.compile(r"\S*\.lock")
TOKEN = re.compile(r"token\d+")
OWNER = re.compile(r"Line of (token\d+)")
LINK_LINE = re.compile(r"^Link (token\d+):", re.M)
SHOWN = re.compile(r"\[\[[^\]]*\]\]|\]\(<?[^)]*\)|^related:.*$", re.M)
HEADING = re.compile(r"^## (.*)$", re.M)
CRYPT = "Secret/** filter=git-crypt diff=git-crypt\n"
NAMES = ["Plan", "세금", "Deep/Inner", "Deep/Tax", "List of things", "Old", "Call mum"]
EDITS = {
    "line": 6, "sentence": 4, "append": 4, "cell": 3, "row": 2, "column": 1.5, "format": 1, "field": 4, "tag": 1, "done": 1,
    "link": 9, "related": 2, "alias": 1, "heading": 2, "new": 2, "add": 1, "rename": 2.5, "retitle": 2, "move": 1, "swap": 0.5,
    "succeed": 0.7, "remove": 1.2, "folder": 0.1, "move folder": 0.4, "extract": 0.8, "refile": 1.2, "join": 0.3, "card": 1,
    "query": 0.7, "attachment": 1, "attributes": 0.1, "loose": 0.15}


class Machine:
    def __init__(self, folder, name):
        self.folder, self.name, self.root = folder, name, f"{folder}/{name}"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": f"{folder}/{name}-home", "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": name,
            "GIT_COMMITTER_EMAIL": "a@example.com"}
        os.makedirs(self.environment["HOME"])
        self.said = ""

    def start(self, *words):
        return subprocess.Popen(
            words, cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True, text=True)

    def run(self, *words):
        process = self.start(*words)
        return self.finish(process), process.returncode

    @staticmethod
    def finish(process):
        """Waits for a program and for all that it started, but not for ever: a git without its parent may be left."""
        try:
            return process.communicate(timeout=LIMIT)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.stdout.close()
            raise SystemExit(f"no end after {LIMIT} s: {process.args}") from None

    def sheaf(self, *words):
        said, status = self.run(PROGRAM, "--no-input", *words)
        self.said += said
        return said, status

    def git(self, *words):
        output, status = self.run("git", *words)
        if status != 0:
            raise SystemExit(f"git {' '.join(words)}: {output}")
        return output

    def files(self):
        found = {}
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if name not in (".git", "Nested")]
            for name in files:
                # What git's own merge leaves where it is killed.
                if name.startswith(".merge_file_"):
                    continue
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    content = file.read()
                # What is encrypted says nothing to a machine without the key.
                if not content.startswith(b"\0GITCRYPT"):
                    found[os.path.relpath(path, self.root)] = content.decode("utf-8").replace("\r\n", "\n")
        return found

    def notes(self):
        return {path: text for path, text in self.files().items() if path.endswith(".md") and not path.startswith(".")}

    def write(self, path, text):
        os.makedirs(os.path.dirname(f"{self.root}/{path}"), exist_ok=True)
        with open(f"{self.root}/{path}", "w", encoding="utf-8") as file:
            file.write(text)

    def exists(self, path):
        return os.path.exists(f"{self.root}/{path}")

    def links(self):
        """Each link by the line it is on: what it leads to, by a word that is there."""
        said, status = self.run(PROGRAM, "links", "--all", "--json", "--limit", "0")
        if status not in (0, 1):
            raise SystemExit(f"links: {said}")
        notes, found = self.files(), {}
        for row in json.loads(said)["items"]:
            source = notes.get(row["source"], "").split("\n")
            line = source[row["line"] - 1] if 0 < row["line"] <= len(source) else ""
            mark = LINK_LINE.match(line)
            owner = OWNER.search(notes.get(row["source"], ""))
            if not mark and not owner:
                continue
            key = (mark.group(1), row["kind"]) if mark else (owner.group(1), "field")
            word = word_at(notes, row["target"], row["fragment"])
            found.setdefault(key, []).append((row["source"], row["line"], row["destination"], row["fragment"], word, row["target"]))
        return found


def word_at(notes, target, fragment):
    """A word by which the place that a link leads to is known; nothing where there is none."""
    if target is None or target not in notes:
        return None
    text = notes[target]
    if fragment:
        if fragment.startswith("^"):
            block = re.search(rf"(token\d+)[^\n]*\{fragment}$", text, re.M)
            return ("block", block.group(1)) if block else None
        for heading, section in re.findall(r"^##+ (.*)\n((?:(?!##+ ).*\n?)*)", text, re.M):
            if fragment in (heading, slug(heading)):
                item = re.search(r"item (token\d+)", section)
                return ("section", item.group(1)) if item else ("note", OWNER.search(text).group(1)) if OWNER.search(text) else None
        return None
    found = OWNER.search(text) or TOKEN.search(text)
    return ("note", found.group(1) if found.re is OWNER else found.group()) if found else None


def slug(heading):
    return heading.lower().replace(" ", "-")


def counts(files):
    """How often each word is there, but for the words of links and of fields with links."""
    found = {}
    for path, text in files.items():
        for token in TOKEN.findall(SHOWN.sub("", text)):
            found[token] = found.get(token, 0) + 1
    return found


class Trial:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix="sheaf-syncing-")
        self.count = 0
        self.figures = {}
        self.wrong = []
        self.tag = "tag"
        self.left = set()
        self.claims = {}
        self.asked = 0
        self.calm_rounds = 0
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", f"{self.folder}/hub"], check=True)
        subprocess.run(["git", "clone", "-q", f"{self.folder}/hub", f"{self.folder}/a"], check=True,
                       stderr=subprocess.DEVNULL)
        first = Machine(self.folder, "a")
        first.git("checkout", "-q", "-B", "main")
        first.sheaf("init")
        for number in range(7):
            first.write(f"note {number}.md", self.fresh())
        self.names, self.crypt = list(NAMES), ""
        if self.random.random() < 0.5 and shutil.which("git-crypt"):
            self.crypt = CRYPT
            self.names += ["Secret/Diary", "Secret/Hidden"]
            first.git("crypt", "init")
            first.git("crypt", "export-key", f"{self.folder}/key")
            first.write(".gitattributes", CRYPT)
            for number in range(2):
                first.write(f"Secret/note {7 + number}.md", self.fresh())
            self.tally("encrypted")
        first.write("Board.canvas", json.dumps({"nodes": [], "edges": []}, indent="\t"))
        first.git("add", "-A")
        first.git("commit", "-qm", "start")
        first.git("push", "-qu", "origin", "main")
        self.machines = [first]
        for name in "bcd":
            subprocess.run(["git", "clone", "-q", f"{self.folder}/hub", f"{self.folder}/{name}"], check=True)
            self.machines.append(Machine(self.folder, name))
        self.plain = self.machines.pop()
        for machine in self.machines[1:] if self.crypt else []:
            machine.git("crypt", "unlock", f"{self.folder}/key")
        for machine in self.machines[:2]:
            machine.sheaf("git", "setup")
        self.nested = Machine(f"{self.folder}/b", "Nested")
        self.nested.write("inner.md", "Line of an inner repository.\n")
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "inner"]):
            self.nested.git(*words)
        for machine in self.machines:
            if self.random.random() < 0.25:
                machine.git("config", "pull.rebase", "true")
                self.tally("rebases")
        self.machines[2].git("config", "core.autocrlf", "input")

    def tally(self, kind):
        self.figures[kind] = self.figures.get(kind, 0) + 1

    def token(self):
        self.count += 1
        return f"token{self.count:06}"

    def id(self):
        return "".join(self.random.choice("0123456789abcdefghjkmnpqrstvwxyz") for _ in range(8))

    def short(self):
        """A note of one line, which only its id tells from others."""
        return f"---\nid: {self.id()}\n---\n\nLine of {self.token()}.\n"

    def fresh(self):
        if self.random.random() < 0.2:
            return self.short()
        head = [f"id: {self.id()}"] if self.random.random() < 0.4 else []
        lines = [f"Line of {self.token()}.", ""] * 3
        marker = self.random.choice("-*")
        text = ["Text " + " ".join(f"with {self.token()} in a sentence." for _ in range(4)), ""]
        table = ["| one | two |", "|---|---|"] + [f"| {self.token()} | {self.token()} |" for _ in range(3)] + [""]
        return "\n".join(
            ["---", *head, "status: todo", f"due: 2026-12-{self.random.randrange(10, 29)}", "---", ""] + lines + text + table
            + ["## List " + self.token(), ""]
            + [f"{marker} item {self.token()}" + (f" ^b{self.count}" if number == 0 else "") for number in range(4)]
            + ["", "## More " + self.token(), ""] + [f"{marker} item {self.token()}" for _ in range(2)]
            + ["", f"#{self.tag}", ""])

    # MARK: - Edits

    def claim(self, machine, *keys):
        """Whether a machine may change these parts of notes; not where another has, unless this round contradicts."""
        others = {key for name, claimed in self.claims.items() if name != machine.name for key in claimed}
        mine = set(keys)
        notes = {key[1] for key in others}
        whole = {key[1] for key in others if key[0] == "whole"}
        clash = mine & others or any(key[1] in whole or key[0] == "whole" and key[1] in notes for key in mine)
        if clash and not self.contradicts:
            return False
        self.claims.setdefault(machine.name, set()).update(mine)
        return True

    def touched(self, machine, path, notes):
        """The word by which a note is known."""
        found = OWNER.search(notes[path]) or TOKEN.search(notes[path])
        return found.group() if found else path

    def change(self, machine):
        """Does something to the notes of a machine."""
        for _ in range(self.random.randrange(1, 6)):
            notes = machine.notes()
            path = self.random.choice(sorted(notes))
            kind = self.random.choices(list(EDITS), list(EDITS.values()))[0]
            if self.edit(kind, machine, notes, path, self.touched(machine, path, notes)):
                self.tally(kind)

    def edit(self, kind, machine, notes, path, owner):
        text = notes[path]
        lines = text.split("\n")
        place = "./" + path
        heading = HEADING.search(text)

        def at(test):
            return [number for number, line in enumerate(lines) if test(line)]

        def put(number, line):
            lines[number] = line
            machine.write(path, "\n".join(lines))
            return True

        def says(word):
            return re.search(rf"\b{word}\b", text) is not None

        if kind in ("rename", "move", "retitle", "swap", "succeed", "join") and not OWNER.search(text):
            # A note that is known only by a word of its title.
            return False
        if kind in ("line", "sentence", "cell"):
            begin = {"line": ("Line of", "- item", "* item"), "sentence": ("Text ",), "cell": ("| token",)}[kind]
            found = at(lambda line: line.startswith(begin))
            if not found:
                return False
            number = self.random.choice(found)
            line = lines[number]
            words = TOKEN.findall(line)
            if kind == "line":
                if not self.claim(machine, ("word", owner, words[0])):
                    return False
                block = re.search(r" \^b\d+$", line)
                end = block.start() if block else len(line)
                return put(number, line[:end] + f" {self.token()}" + line[end:])
            word = self.random.choice(words)
            if not self.claim(machine, ("word", owner, word)):
                return False
            return put(number, line.replace(word, f"{word} {self.token()}" if kind == "cell" else f"{word} {self.token()} also"))
        if kind == "append":
            if not self.claim(machine, ("end", owner, machine.name)):
                return False
            machine.write(path, text.rstrip("\n") + f"\n- item {self.token()}\n")
            return True
        if kind in ("row", "column"):
            rows = at(lambda line: line.startswith("|"))
            if not rows or not self.claim(machine, (kind, owner, machine.name)):
                return False
            if kind == "row":
                cells = lines[rows[0]].count("|") - 1
                lines.insert(rows[-1] + 1, "|" + f" {self.token()} |" * cells)
            else:
                for number in rows:
                    cell = "---" if set(lines[number]) <= set("|- ") else self.token()
                    lines[number] += f" {cell} |"
            machine.write(path, "\n".join(lines))
            return True
        if kind == "format":
            return self.claim(machine, ("format", owner, machine.name)) and machine.sheaf("fmt", place)[1] == 0
        if kind in ("field", "done"):
            field, value = ("status", "done") if kind == "done" else self.random.choice(
                [("status", "doing"), ("due", "2027-01-05"), ("due", "2027-02-06"), ("priority", "high")])
            if "status: done" in text or not self.claim(machine, ("field", owner, field)):
                return False
            return machine.sheaf(*(["done", place] if kind == "done" else ["set", place, f"{field}:{value}"]))[1] == 0
        if kind == "tag":
            return self.claim(machine, ("tag", owner, machine.name)) and machine.sheaf("set", place, f"+t{self.random.randrange(99)}")[1] == 0
        if kind == "new":
            name = self.random.choice(self.names) + ".md"
            if machine.exists(name) or machine.exists(name[:-3]) or len(notes) > 15 or not self.claim(
                    machine, ("path", name, machine.name if self.random.random() < 0.5 else "")):
                return False
            machine.write(name, self.short())
            return True
        if kind == "add":
            return len(notes) < 16 and machine.sheaf("add", "Call", "mum", "token", self.token(), "repeat:weekly", "due:2026-12-01")[1] == 0
        if kind == "link":
            target = self.random.choice(sorted(notes))
            if target == path or not self.claim(machine, ("end", owner, machine.name)):
                return False
            link = self.link(path, target, notes)
            if not link:
                return False
            machine.write(path, text.rstrip("\n") + f"\n\nLink {self.token()}: {link}\n")
            return True
        if kind == "related":
            target = self.random.choice(sorted(notes))
            stem = os.path.basename(target)[:-3]
            if target == path or not text.startswith("---\n") or "related:" in text or not self.only(stem, notes):
                return False
            if not self.claim(machine, ("field", owner, "related")):
                return False
            machine.write(path, text.replace("---\n", f"---\nrelated: \"[[{stem}]]\"\n", 1))
            return True
        if kind == "alias":
            if "aliases:" in text or not text.startswith("---\n") or not self.claim(machine, ("field", owner, "aliases")):
                return False
            machine.write(path, text.replace("---\n", f"---\naliases: [Alias {self.count}]\n", 1))
            self.count += 1
            return True
        if kind == "heading":
            if not heading or not self.claim(machine, ("heading", owner, heading.group(1))):
                return False
            old = heading.group(1)
            self.removed |= set(TOKEN.findall(old))
            return machine.sheaf("rename", f"{place}#{old}", "List " + self.token())[1] == 0
        if kind in ("rename", "move", "retitle"):
            name = self.random.choice(self.names + [f"name {self.random.randrange(10**6)}"] * 3) + ".md"
            if self.bares(path, name):
                name = "Secret/" + os.path.basename(name)
            if machine.exists(name) or machine.exists(name[:-3]):
                return False
            if not self.claim(machine, ("name", owner, ""), ("path", name, ""), ("path", os.path.dirname(path), "")):
                return False
            linked = any(os.path.basename(path)[:-3] in words for other, words in notes.items() if other != path)
            if kind == "move" and not linked and "Link " not in text and "related:" not in text:
                os.makedirs(os.path.dirname(f"{machine.root}/{name}"), exist_ok=True)
                os.rename(f"{machine.root}/{path}", f"{machine.root}/{name}")
                return True
            if kind == "retitle":
                return machine.sheaf("rename", place, os.path.basename(name)[:-3])[1] == 0
            return machine.sheaf("mv", place, name)[1] == 0
        if kind == "swap":
            other = self.random.choice(sorted(notes))
            if other == path or self.bares(path, other) or self.bares(other, path) or not self.claim(
                    machine, ("name", owner, ""), ("name", self.touched(machine, other, notes), "")):
                return False
            between = f"between {self.random.randrange(10**6)}.md"
            return all(machine.sheaf("mv", a, b)[1] == 0 for a, b in ((place, between), ("./" + other, path), (between, other)))
        if kind == "succeed":
            name = f"{path[:-3]} {self.random.randrange(10**4)}.md"
            if not self.claim(machine, ("name", owner, ""), ("path", name, ""), ("path", path, "")):
                return False
            if machine.sheaf("mv", place, name)[1] != 0:
                return False
            machine.write(path, self.short())
            return True
        if kind in ("remove", "folder"):
            if len(notes) < 8 or not self.claim(machine, ("whole", owner, "")):
                return False
            self.removed |= set(TOKEN.findall(text))
            self.removals[machine.name] |= set(TOKEN.findall(text))
            if kind == "folder":
                os.remove(f"{machine.root}/{path}")
                machine.write(f"{path}/Inside {self.random.randrange(10**6)}.md", self.short())
            elif self.random.random() < 0.5:
                machine.sheaf("--yes", "rm", place)
            else:
                os.remove(f"{machine.root}/{path}")
            return True
        if kind == "move folder":
            folder = os.path.dirname(path)
            name = f"Folder {self.random.randrange(10**6)}"
            inner = [other for other in notes if other.startswith(folder + "/")]
            if not folder or self.bares(path, name) or not self.claim(machine, *[("name", self.touched(machine, other, notes), "") for other in inner],
                                            ("path", folder, "")):
                return False
            return machine.sheaf("mv", folder, name)[1] == 0
        if kind == "extract":
            headings = [words for words in HEADING.findall(text) if words.startswith("More")]
            if not headings or not self.claim(machine, ("heading", owner, headings[0]), ("path", f"Part {headings[0]}", "")):
                return False
            self.removed |= set(TOKEN.findall(headings[0]))
            return machine.sheaf("extract", f"{place}#{headings[0]}", "--title", f"Part {self.random.randrange(10**6)}")[1] == 0
        if kind == "refile":
            items = at(lambda line: re.match(r"[-*] item token\d+", line) and " ^b" not in line)
            target = self.random.choice(sorted(notes))
            if not items or target == path:
                return False
            number = self.random.choice(items)
            above = [n for n in at(lambda line: line.startswith("## ")) if n < number]
            # The first item of a section is what a link to it is known by.
            if not above or not any(above[-1] < n < number for n in items + at(lambda line: " ^b" in line)):
                return False
            if not self.claim(machine, ("item", owner, TOKEN.search(lines[number]).group())):
                return False
            return machine.sheaf("refile", f"{place}:{number + 1}", "./" + target)[1] == 0
        if kind == "join":
            other = self.random.choice(sorted(notes))
            keys = [("name", owner, ""), ("name", self.touched(machine, other, notes), ""),
                    ("whole", self.touched(machine, other, notes), "")]
            if other == path or len(notes) < 9 or not self.claim(machine, *keys):
                return False
            return machine.sheaf("--yes", "merge", place, "./" + other)[1] == 0
        if kind == "card":
            name = "Board.canvas"
            canvas = json.loads(machine.files()[name])
            number = self.random.randrange(10**9)
            card = {"id": f"c{number}", "type": "text", "text": f"Card {self.token()}", "x": number % 999, "y": 0, "width": 200,
                    "height": 100}
            if self.random.random() < 0.5:
                card = {"id": f"f{number}", "type": "file", "file": path, "x": number % 999, "y": 0, "width": 200, "height": 100}
            canvas["nodes"].append(card)
            machine.write(name, json.dumps(canvas, indent="\t", ensure_ascii=False))
            return True
        if kind == "query":
            return machine.sheaf("query", "save", f"q{self.token()}", "tag:work")[1] == 0
        if kind == "attachment":
            name = f"assets/pic {self.random.randrange(3)}.png"
            if machine.exists(name) or not self.claim(machine, ("end", owner, machine.name)):
                return False
            machine.write(name, f"\x89PNG {self.token()}\0\1")
            machine.write(path, text.rstrip("\n") + f"\n\nLink {self.token()}: ![[{os.path.basename(name)}]]\n")
            return True
        if kind == "attributes":
            if not self.claim(machine, ("path", ".gitattributes", "")):
                return False
            machine.write(".gitattributes", self.crypt + self.random.choice(["*.txt text eol=crlf\n", "*.md text\n", "assets/** -text\n"]))
            return True
        if kind == "loose":
            # A file that sync takes here, and that lies about there.
            name = f"loose {self.random.randrange(2)}.txt"
            if machine.exists(name):
                return False
            machine.write(name, f"Loose {self.token()}\n")
            if self.random.random() < 0.5:
                machine.git("add", name)
                machine.git("commit", "-qm", "loose", "--", name)
            return True
        return False

    def bares(self, path, name):
        """Whether an encrypted note would get a name of a clear one: sync does not commit it."""
        return bool(self.crypt) and path.startswith("Secret/") and not name.startswith("Secret/")

    @staticmethod
    def only(name, notes):
        return sum(os.path.basename(other)[:-3] == name for other in notes) == 1

    def link(self, path, target, notes):
        """A link to a note, or to a heading or block of it."""
        text = notes[target]
        name = os.path.basename(target)[:-3]
        parts = [""] + ["#" + heading for heading in HEADING.findall(text)]
        parts += ["#^" + block for block in re.findall(r" \^(b\d+)$", text, re.M)]
        part = self.random.choice(parts)
        alias = re.search(r"^aliases: \[(Alias \d+)\]$", text, re.M)
        kind = self.random.choice(["wiki", "markdown", "embed", "alias", "two"])
        if kind == "alias":
            return f"[[{alias.group(1)}{part}]]" if alias else None
        if kind == "markdown":
            place = os.path.relpath(target, os.path.dirname(path) or ".")
            part = part if part.startswith("#^") else slug(part)
            return f"[t](<{place}{part}>)"
        if not self.only(name, notes):
            return None
        other = os.path.relpath(self.random.choice(sorted(notes)), os.path.dirname(path) or ".")
        return {"wiki": f"[[{name}{part}]]", "embed": f"![[{name}{part}]]", "two": f"[[{name}{part}]] and [t](<{other}>)"}[kind]

    def change_without_sheaf(self):
        """What a machine does that has only git; it gives way to a push at the same moment."""
        machine = self.plain
        for words in (["fetch", "-q"], ["reset", "-q", "--hard", "origin/main"]):
            machine.git(*words)
        notes = machine.notes()
        path = self.random.choice(sorted(notes))
        kind = self.random.choice(["append", "append", "line", "move", "remove", "sentence", "cell", "row"])
        if kind == "move" and (re.search(r"^Link |^related:", notes[path], re.M) or any(
                os.path.basename(path)[:-3] in text for other, text in notes.items() if other != path)):
            kind = "append"
        if not self.edit(kind, machine, notes, path, self.touched(machine, path, notes)):
            return
        machine.git("add", "-A")
        machine.git("commit", "-qm", "plain")
        machine.git("push", "-q")
        self.tally("plain git " + kind)

    # MARK: - Syncs

    def sync(self):
        """The first syncs of a round."""
        order = self.random.sample(self.machines, 3)
        kind = self.random.choice(["plain", "race", "kill"])
        self.tally(kind)
        if kind == "race":
            runs = [(machine, machine.start(PROGRAM, "--no-input", "sync")) for machine in order]
            for machine, run in runs:
                machine.said += Machine.finish(run)
        elif kind == "kill":
            self.killed = True
            for machine in order:
                self.kill(machine.start(PROGRAM, "--no-input", "sync"))
        else:
            self.follow_warnings(order[0], order[0].sheaf("sync")[0])

    def kill(self, process):
        time.sleep(self.random.random() * 0.8)
        try:
            if self.random.random() < 0.5:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        except ProcessLookupError:
            pass
        Machine.finish(process)
        self.tally("killed" if process.returncode == -9 else "done before")

    def settle(self, given_up):
        """Does what is proposed until everybody has the same."""
        calm, fine = 0, set()
        said = ""
        for step in range(STEPS):
            machine = self.machines[step % 3]
            said, status = machine.sheaf("sync")
            self.follow_warnings(machine, said)
            calm = calm + 1 if status == 0 and "Already up to date" in said else 0
            fine = fine | {machine.name} if status == 0 else set()
            # Where all have one commit, a further sync of each tells nothing new: it is asked for now and then.
            if calm == 3 or len(fine) == 3 and self.have_one_commit() and self.random.random() < 0.8:
                return True
            if status != 0 and not self.follow(machine, said, given_up):
                self.wrong.append(f"no next step is known: {said}")
                return False
        self.wrong.append(f"no end after {STEPS} steps: {said}")
        return False

    def have_one_commit(self):
        heads = [subprocess.run(["git", "-C", f"{self.folder}/{name}", "rev-parse", "refs/heads/main"],
                                capture_output=True, text=True).stdout for name in ("hub", "a", "b", "c")]
        return len(set(heads)) == 1

    def follow(self, machine, said, given_up):
        """Takes the steps that a sentence names; False where it names none."""
        if ".lock" in said:
            self.tally("lock")
            for name in LOCK.findall(said):
                for path in (name, os.path.join(machine.root, name), os.path.join(self.folder, "hub", name)):
                    if os.path.exists(path):
                        os.remove(path)
            return True
        if moving := MOVING.search(said):
            self.tally("moved away")
            return machine.run(*shlex.split(moving.group()))[1] == 0
        if "sheaf sync" in said and "sheaf resolve" not in said or "Try again" in said:
            self.tally("again")
            return True
        steps = NEXT_STEP.findall(said)
        for _ in range(STEPS):
            if not steps:
                return False
            sentence, command = self.random.choice(steps)
            self.tally("“" + self.kind(sentence.split(": ", 1)[1]) + "”")
            said, status = self.decide(machine, sentence, command, given_up)
            if status == 0:
                return True
            steps = NEXT_STEP.findall(said)
        return False

    @staticmethod
    def kind(sentence):
        """Returns the subject of a conflict, without the names and values."""
        return "two names" if sentence.startswith("renamed to") else "a field" if "(here: " in sentence else sentence

    def decide(self, machine, sentence, command, given_up):
        words = shlex.split(command.replace(", --", " --").replace(" or --", " --"))
        given_up.append(sentence)
        if words[-2:] == ["--name", "NAME"]:
            return machine.sheaf(*words[:-1], f"named {self.random.randrange(10**6)}")
        subject = [word for word in words if not word.startswith("--")]
        option = self.random.choice([word for word in words if word.startswith("--")])
        return machine.sheaf(*subject, option)

    # MARK: - Rounds

    def refused(self, machine, words):
        """A sync that must change nothing."""
        before = machine.files(), machine.git("rev-parse", "HEAD")
        said, status = machine.run(PROGRAM, "--no-input", "sync")
        if status == 0 or words not in said:
            self.wrong.append(f"sync was to refuse, but said: {said}")
        if before != (machine.files(), machine.git("rev-parse", "HEAD")):
            self.wrong.append(f"a refused sync changed something: {said}")
        self.tally("refused")

    def intrude(self):
        """Has a remote with a tree that is none, and a branch that jj manages."""
        machine = self.random.choice(self.machines)
        if self.random.random() < 0.1:
            hub, name = f"{self.folder}/hub", self.random.choice(HOSTILE)
            entry = b"100644 " + name + b"\0" + bytes.fromhex(self.hub("hash-object", "-w", "--stdin", given=b"x"))
            if b"/" not in name and self.random.random() < 0.5:
                tree = self.hub("hash-object", "-t", "tree", "--literally", "-w", "--stdin", given=entry)
                entry = b"40000 " + name + b"\0" + bytes.fromhex(tree)
            old = self.hub("rev-parse", "main")
            root = subprocess.run(["git", "-C", hub, "cat-file", "tree", old + "^{tree}"], capture_output=True, check=True).stdout
            tree = self.hub("hash-object", "-t", "tree", "--literally", "-w", "--stdin", given=entry + root)
            commit = self.hub("-c", "user.name=x", "-c", "user.email=x@example.com", "commit-tree", tree, "-p", old, "-m", "x")
            self.hub("update-ref", "refs/heads/main", commit)
            self.refused(machine, "")
            self.hub("update-ref", "refs/heads/main", old)
            machine.git("fetch", "-q")
        encrypted = [path for path in machine.notes() if self.bares(path, "")]
        if encrypted and self.random.random() < 0.1:
            path, name = self.random.choice(sorted(encrypted)), f"bare {self.random.randrange(10**6)}.md"
            os.rename(f"{machine.root}/{path}", f"{machine.root}/{name}")
            said, _ = machine.sheaf("sync")
            if "has no filter for the current path" not in said or machine.git("ls-files", name):
                self.wrong.append(f"an encrypted note was to stay where it is, but: {said}")
            os.rename(f"{machine.root}/{name}", f"{machine.root}/{path}")
            self.tally("bared")
        if self.random.random() < 0.1:
            machine.git("checkout", "-q", "--detach")
            os.makedirs(f"{machine.root}/.jj")
            self.refused(machine, "jj git push")
            os.rmdir(f"{machine.root}/.jj")
            machine.git("checkout", "-q", "main")

    def hub(self, *words, given=b""):
        return subprocess.run(["git", "-C", f"{self.folder}/hub", *words], input=given, capture_output=True, check=True
                              ).stdout.decode().strip()

    def check_encryption(self):
        """Every version of a file in the encrypted folder is encrypted, and the repository among the notes is as it was."""
        objects = {line.split(" ")[0] for line in self.hub("rev-list", "--objects", "--all").split("\n")
                   if " Secret/" in line and line.endswith(".md")}
        clear = [name for name in objects if self.crypt and not subprocess.run(
            ["git", "-C", f"{self.folder}/hub", "cat-file", "blob", name], capture_output=True).stdout.startswith(b"\0GITCRYPT")]
        if clear:
            self.wrong.append(f"in clear: {clear}")
        if self.nested.git("status", "--porcelain") or self.hub("log", "--oneline", "--all", "--", "Nested"):
            self.wrong.append("the repository among the notes has changed")

    def play(self, number):
        self.intrude()
        base = self.machines[0].files()
        self.contradicts = self.random.random() < 0.125
        self.claims, self.removed, self.killed = {}, set(), False
        self.removals = {machine.name: set() for machine in [*self.machines, self.plain]}
        former = later = self.tag
        renamer = self.random.choice(self.machines)
        if self.random.random() < 0.2:
            later = f"tag{number}"
            said, status = renamer.sheaf("--yes", "rename", f"+{former}", f"+{later}")
            if status != 0:
                # All notes with it are gone.
                later = former
            self.tally("tag renamed")
        for machine in self.random.sample(self.machines, 3 if self.random.random() < 0.3 else 2):
            # Notes that another machine writes meanwhile have the former tag.
            self.tag = later if machine is renamer else former
            self.change(machine)
        written = [machine.files() for machine in self.machines]
        links = [machine.links() for machine in self.machines]
        for machine in self.machines:
            machine.said = ""
        if self.random.random() < 0.4:
            self.change_without_sheaf()
            written.append(self.plain.files())
        given_up = []
        if os.environ.get("KEEP"):
            shutil.rmtree(self.folder + "-before", ignore_errors=True)
            shutil.copytree(self.folder, self.folder + "-before", symlinks=True)
        self.sync()
        if not self.settle(given_up):
            return
        self.tag = later
        if not self.contradicts:
            self.calm_rounds += 1
            if given_up:
                self.asked += 1
                print(f"round {number}: asked {given_up}", flush=True)
        trees = [machine.files() for machine in self.machines]
        for tree in trees:
            for path in [path for path in tree if path.startswith("loose") or path.startswith(".sheaf/") and path.count("/") > 1]:
                del tree[path]
        one = trees[0]
        self.check_words(number, base, written, one, given_up)
        self.check_links(number, links, given_up)
        if not given_up:
            left = [path for path, text in one.items() if re.search(rf"#{former}\b", text)]
            if left and former != self.tag:
                self.wrong.append(f"round {number}: #{former} is still in {left}")
        for other in trees[1:]:
            if one != other:
                self.wrong.append(f"round {number}: the trees differ: {set(one.items()) ^ set(other.items())}")
        for machine in self.machines:
            left = [line for line in machine.git("status", "--porcelain").split("\n") if line and not re.search(r"loose|Nested|\.merge_file_", line)]
            if left:
                self.wrong.append(f"round {number}: not committed on {machine.name}: {left}")
        ids = re.findall(r"^id: (\w+)$", "\n".join(text for path, text in one.items() if path.endswith(".md")), re.M)
        if len(ids) != len(set(ids)):
            self.wrong.append(f"round {number}: two notes of one id")
        if any("<<<<<<<" in text for text in one.values()):
            self.wrong.append(f"round {number}: markers are committed")

    def check_words(self, number, base, written, one, given_up):
        now = counts(one)
        before = [counts(files) for files in written]
        start = counts(base)
        for token in set(start).union(*before):
            most = max(found.get(token, 0) for found in [start, *before])
            loose = any(f"Loose {token}" in text for files in written for text in files.values())
            if loose or self.excused(token, given_up, [*written, base]):
                continue
            if now.get(token, 0) > most:
                self.wrong.append(f"round {number}: {token} is there {now[token]} times")
            if token not in now and token not in self.removed:
                self.wrong.append(f"round {number}: lost {token}, decided {given_up}")

    @staticmethod
    def excused(token, given_up, trees):
        """True for a word of a note that somebody decided about, by any of the names that the note has anywhere."""
        paths = {path for files in trees for path, text in files.items() if token in text}
        owners = {owner for files in trees for path in paths for owner in OWNER.findall(files.get(path, ""))}
        paths |= {path for files in trees for path, text in files.items() if owners & set(OWNER.findall(text))}
        return any(path in sentence for path in paths for sentence in given_up)

    def check_links(self, number, before, given_up):
        """Each link leads to where it led before, on whatever machine that was."""
        files = self.machines[0].files()
        everything = "\n".join(files.values())
        after = self.machines[0].links()
        for machine, links in zip(self.machines, before):
            heard = machine.said
            for key, rows in links.items():
                if key not in after:
                    continue
                for source, line, destination, fragment, word, _ in rows:
                    if word is None or (key, word) in self.left:
                        continue
                    self.tally("links compared")
                    if any(self.leads_to(word, row, files) for row in after[key]):
                        continue
                    self.left.add((key, word))
                    name = f"“{destination}" + (f"#{fragment}" if fragment else "") + "”"
                    if f"“{destination}" in heard or self.killed or given_up:
                        self.tally("links told of")
                    elif re.search(rf"\b{word[1]}\b", everything) or word[1] not in self.removals[machine.name]:
                        self.wrong.append(
                            f"round {number}: {machine.name} {source}:{line}: {name} led to {word}, now {after[key]}")

    @staticmethod
    def leads_to(word, row, files):
        """True for the same note, which may have been joined with another, and for a section that has become a note."""
        if word[0] == "note" or word[0] == "section" and not row[3]:
            return re.search(rf"\b{word[1]}\b", files.get(row[5], "")) is not None
        return row[4] == word

    def follow_warnings(self, machine, said):
        """The commands that warnings name lead on."""
        for _, _, _, command in WARNING.findall(said):
            words = shlex.split(command)
            if words[:2] == ["sheaf", "restore"]:
                said, status = machine.run(PROGRAM, "--no-input", "restore", "-n", *words[2:])
            elif words[:2] == ["sheaf", "edit"]:
                said, status = machine.run(PROGRAM, "--no-input", "show", *words[2:])
            elif words[:2] == ["sheaf", "links"]:
                said, status = machine.run(PROGRAM, "--no-input", *words[1:])
            elif words[:2] == ["git", "restore"]:
                said, status = machine.run("git", "cat-file", "-e", words[2].split("=")[1] + ":" + words[4])
            else:
                said, status = "no such command is known", 1
            self.tally("warnings followed")
            if status != 0:
                self.wrong.append(f"{command}: {said}")

    def run(self, rounds):
        try:
            for number in range(rounds):
                known, asked = len(self.wrong), self.asked
                self.play(number)
                if os.environ.get("KEEP") and (len(self.wrong) > known or self.asked > asked):
                    shutil.move(self.folder + "-before", f"{self.folder}-round{number}")
                for text in self.wrong[known:]:
                    print(text, flush=True)
                if any("no " in text[:4] or "differ" in text for text in self.wrong):
                    break
                if number % 50 == 49:
                    self.check_encryption()
                if number % 10 == 9:
                    print(f"… {number + 1}", flush=True)
        finally:
            print(f"{number + 1} rounds: " + ", ".join(f"{key} {value}" for key, value in sorted(self.figures.items())))
            calm = max(self.calm_rounds, 1)
            print(f"{self.calm_rounds} without a contradiction, {100 * (calm - self.asked) / calm:.1f} % of them without a question")
            self.check_encryption()
            if self.wrong:
                print(f"{len(self.wrong)} wrong, left in {self.folder}")
            else:
                shutil.rmtree(self.folder, ignore_errors=True)
        raise SystemExit(1 if self.wrong else 0)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    rounds, seed = (numbers + [1000, 1][len(numbers):])[:2]
    Trial(seed).run(rounds)
