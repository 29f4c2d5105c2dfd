"""A copy of somebody's folder of notes, to try Sheaf on: the original is only read."""

import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import tempfile


class Vault:
    def __init__(self, source, program):
        self.program = os.path.abspath(program)
        self.home = tempfile.mkdtemp(prefix="sheaf-trial-")
        self.root = os.path.join(self.home, "notes")
        ignored = shutil.ignore_patterns(".git", "node_modules")
        shutil.copytree(source, self.root, symlinks=True, ignore=ignored)
        self.environment = dict(
            os.environ, HOME=self.home, LC_ALL="C.UTF-8", SHEAF_UNDO_ENTRIES="100000",
            SHEAF_UNDO_MEGABYTES="4000", XDG_CACHE_HOME=self.home + "/cache",
            XDG_STATE_HOME=self.home + "/state", XDG_CONFIG_HOME=self.home + "/config")
        self.digests = {}
        self.run("init", check=True)

    def close(self):
        shutil.rmtree(self.home, ignore_errors=True)

    def run(self, *words, check=False, kill_after=None):
        """Runs a command in the vault; kills it after so many seconds, where it still runs then."""
        process = subprocess.Popen(
            [self.program, *words], cwd=self.root, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            output, errors = process.communicate(timeout=kill_after)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
        result = subprocess.CompletedProcess(
            words, process.returncode, output.decode(), errors.decode())
        if check and result.returncode != 0:
            raise SystemExit(f"{' '.join(words)}: {result.returncode}\n{result.stderr}")
        return result

    def tree(self):
        """Returns the content of every file, hidden ones too: a digest, or the target of a symbolic link."""
        return {name: self.digest(name) for name in self.names()}

    def names(self):
        for folder, _, names in os.walk(self.root):
            for name in names:
                yield os.path.relpath(os.path.join(folder, name), self.root)

    def digest(self, name):
        path = os.path.join(self.root, name)
        status = os.lstat(path)
        if os.path.islink(path):
            return "-> " + os.readlink(path)
        key = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        if key not in self.digests:
            with open(path, "rb") as file:
                self.digests[key] = hashlib.sha1(file.read()).hexdigest()
        return self.digests[key]

    def links(self):
        """Every link that leads to a file: source, target, whether it names a part; with how often it is there."""
        counts = {}
        for line in self.run("links", "--all", "--to", "jsonl").stdout.splitlines():
            link = json.loads(line)
            if link["target"]:
                key = (link["source"], link["target"], bool(link["fragment"]))
                counts[key] = counts.get(key, 0) + 1
        return counts

    def broken_parts(self):
        """Returns the number of links to a note that lead to no heading or block of it."""
        lines = self.run("links", "--broken", "--to", "jsonl").stdout.splitlines()
        return sum(link["target"] is not None for link in map(json.loads, lines))

    def ambiguous_sources(self):
        """The notes with a link whose name several notes have."""
        lines = self.run("links", "--all", "--to", "jsonl").stdout.splitlines()
        return {link["source"] for link in map(json.loads, lines) if link["state"] == "ambiguous"}


class Mover:
    """Moves random notes, files and folders, and remembers what every file was called at first."""

    def __init__(self, vault, seed):
        self.vault = vault
        self.random = random.Random(seed)
        self.first = {name: name for name in vault.names()}

    def visible(self):
        return sorted(
            name for name in self.first if not any(p.startswith(".") for p in name.split("/")))

    def choose(self, number):
        """A move that is worth a try: the words of the command, the old name, the new one."""
        names = self.visible()
        folders = sorted({os.path.dirname(name) for name in names} - {""})
        kind = self.random.random()
        if kind < 0.2:
            return self.choose_name(number, [name for name in names if name.endswith(".md")])
        if kind < 0.35 and folders:
            source = self.random.choice(folders)
            folder = self.random.choice(folders + [f"New{number}", f"새 폴더 {number}/깊이 (x)"])
            if (folder + "/").startswith(source + "/"):
                return None
            target = folder + "/" + os.path.basename(source)
        elif kind < 0.45:
            source = self.random.choice(names)
            folder = self.random.choice(folders + [""])
            target = os.path.join(folder, os.path.basename(source))
        else:
            source = self.random.choice([name for name in names if name.endswith(".md")])
            folder = self.random.choice(folders + ["", f"Archive {number % 7}"])
            new = [os.path.basename(source), f"이름 {number}.md", f"n{number} (a) & b.md"]
            target = os.path.join(folder, self.random.choice(new))
        if target == source or os.path.lexists(os.path.join(self.vault.root, target)):
            return None
        return ("mv", "./" + source, "./" + target), source, target

    def choose_name(self, number, notes):
        """Another title for a note, or another text for one of its headings."""
        source = self.random.choice(notes)
        if number % 2:
            return ("rename", "./" + source, f"새 제목 {number}"), source, None
        with open(os.path.join(self.vault.root, source), errors="replace") as file:
            headings = re.findall(r"^#{2,6} +([^\n#*_`\[\]{}<>$^|]+)$", file.read(), re.M)
        if not headings:
            return None
        heading = self.random.choice(headings).strip()
        return ("rename", f"./{source}#{heading}", f"Heading {number}"), source, source

    def moved(self, source, target):
        self.first = {
            target + name[len(source):] if (name + "/").startswith(source + "/") else name: first
            for name, first in self.first.items()}
