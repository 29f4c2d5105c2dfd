#!/usr/bin/env python3
"""Lets two machines edit, rename, remove and make notes at once, and syncs them as their users would.

Each round, both clones change some of their notes: lines, fields, names, headings, tags, new notes of equal names, notes that
become folders, removals; and they link to notes, and to a heading of each, by the names that these have on their machine. Then they run
sync: one after the other, both at once, or with a kill at a random moment, of sync alone or of its git too. Whatever an
outcome proposes as the next step is done by this script, with the very command that the sentence names and one of its
options at random, until both machines and the remote have one commit. Then both trees must be equal, nothing uncommitted, no
note may have conflict markers, every word that was written must be in a note, unless a removal or a decision for one side
took it away, and every link must lead to the note and the heading that it was written for, as long as these are there. A tag
that one machine has renamed may not be in a note. A third machine, which has only git, sends a line now and then; some notes
are of one line, and only their ids tell them apart.

    Tests/Trials/syncing.py [ROUNDS] [SEED]        SHEAF=.build-release/release/sheaf
"""

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
STEPS = 25
LIMIT = 120
NEXT_STEP = re.compile(r"^(?:  |warning: )?(.*) \(sheaf (resolve .*)\)$", re.M)
LOCK = re.compile(r"\S*\.lock")
TOKEN = re.compile(r"token\d+")
LINK = re.compile(r"^Link for (token\d+): (?:\[t\]\(<?([^)>#]*)>?#([^)]*?)>?\)|\[\[([^]#]*)#([^]]*)\]\])", re.M)
HEADING = re.compile(r"^## (.*)$", re.M)
NAMES = ["Plan", "세금", "Deep/Inner", "Deep/Tax", "List of things", "Old"]


class Machine:
    def __init__(self, folder, name):
        self.folder, self.root = folder, f"{folder}/{name}"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": f"{folder}/{name}-home", "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": name,
            "GIT_COMMITTER_EMAIL": "a@example.com"}
        os.makedirs(self.environment["HOME"])

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
        return self.run(PROGRAM, "--no-input", *words)

    def git(self, *words):
        output, status = self.run("git", *words)
        if status != 0:
            raise SystemExit(f"git {' '.join(words)}: {output}")
        return output

    def notes(self):
        found = {}
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in files:
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    found[os.path.relpath(path, self.root)] = file.read()
        return found

    def write(self, path, text):
        os.makedirs(os.path.dirname(f"{self.root}/{path}"), exist_ok=True)
        with open(f"{self.root}/{path}", "w", encoding="utf-8") as file:
            file.write(text)


class Trial:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix="sheaf-syncing-")
        self.count = 0
        self.figures = {}
        self.wrong = []
        self.tag = "tag"
        self.foldered = set()
        self.left = set()
        self.doubled = set()
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", f"{self.folder}/hub"], check=True)
        subprocess.run(["git", "clone", "-q", f"{self.folder}/hub", f"{self.folder}/a"], check=True,
                       stderr=subprocess.DEVNULL)
        first = Machine(self.folder, "a")
        first.git("checkout", "-q", "-B", "main")
        first.sheaf("init")
        for number in range(6):
            first.write(f"note {number}.md", self.fresh())
        first.git("add", "-A")
        first.git("commit", "-qm", "start")
        first.git("push", "-qu", "origin", "main")
        subprocess.run(["git", "clone", "-q", f"{self.folder}/hub", f"{self.folder}/b"], check=True)
        self.machines = [first, Machine(self.folder, "b")]
        subprocess.run(["git", "clone", "-q", f"{self.folder}/hub", f"{self.folder}/c"], check=True)
        self.plain = Machine(self.folder, "c")

    def tally(self, kind):
        self.figures[kind] = self.figures.get(kind, 0) + 1

    def token(self):
        self.count += 1
        return f"token{self.count:06}"

    def short(self):
        """A note of one line, which only its id tells from others."""
        number = self.random.randrange(36**7)
        return f"---\nid: {number:08}\n---\n\nLine of {self.token()}.\n"

    def fresh(self):
        if self.random.random() < 0.2:
            return self.short()
        lines = [f"Line of {self.token()}.", ""] * 4
        return "\n".join(["---", "status: todo", f"due: 2026-12-{self.random.randrange(10, 29)}", "---", ""] + lines
                         + ["## List " + self.token(), ""] + [f"- item {self.token()}" for _ in range(4)]
                         + ["", f"#{self.tag}", ""])

    # MARK: - Edits

    def change(self, machine):
        """Does something to the notes of a machine, and reports the words that it removes."""
        removed = set()
        # A new note that gets the former name of another is taken for that one; a renamed note may get it.
        former, given_up, renamed = set(), set(), set()
        for _ in range(self.random.randrange(2, 8)):
            notes = machine.notes()
            former |= {os.path.dirname(path) for path in notes}
            path = self.random.choice(sorted(notes))
            kind = self.random.choices(
                ["line", "append", "field", "link", "heading", "new", "rename", "move", "remove", "folder"],
                [6, 4, 3, 8, 2, 2, 3, 1, 2 if len(notes) > 5 else 0, 0.1])[0]
            if kind == "line":
                lines = notes[path].split("\n")
                places = [i for i, line in enumerate(lines) if "token" in line]
                if places:
                    lines[self.random.choice(places[:3])] += f" {self.token()}"
                    machine.write(path, "\n".join(lines))
            elif kind == "append":
                machine.write(path, notes[path].rstrip("\n") + f"\n- item {self.token()}\n")
            elif kind == "field":
                machine.sheaf("set", "./" + path, self.random.choice(["status=doing", "status=done", "due=2027-01-05",
                                                                      "due=2027-02-06", "priority=high"]))
            elif kind == "new":
                name = self.random.choice(NAMES) + ".md"
                if not os.path.exists(f"{machine.root}/{name}") and name not in former and len(notes) < 15:
                    machine.write(name, self.fresh())
            elif kind == "link":
                target = self.random.choice(sorted(notes))
                if target != path and (heading := HEADING.search(notes[target])):
                    link = self.link(path, target, heading.group(1), notes)
                    machine.write(path, notes[path].rstrip("\n") + f"\n\n{link}\n")
            elif kind == "heading":
                if heading := HEADING.search(notes[path]):
                    machine.sheaf("rename", f"./{path}#{heading.group(1)}", "List " + self.token())
                    self.renamed |= set(TOKEN.findall(heading.group()))
                    renamed.add(path)
            elif kind == "folder":
                removed |= set(TOKEN.findall(notes[path]))
                self.foldered |= set(TOKEN.findall(notes[path]))
                os.remove(f"{machine.root}/{path}")
                machine.write(f"{path}/Inside {self.random.randrange(10**6)}.md", self.fresh())
            elif kind in ("rename", "move"):
                names = [f"{name}.md" for name in NAMES + [f"name {self.random.randrange(10**6)}"] * 3]
                name = self.random.choice(names + sorted(given_up) * 2)
                isLinked = "Link for" in notes[path] or any(
                    os.path.basename(path)[:-3] in text for other, text in notes.items() if other != path)
                if name in former - given_up or os.path.exists(f"{machine.root}/{name}"):
                    continue
                former.add(path)
                given_up.add(path)
                renamed.add(name)
                given_up.discard(name)
                if kind == "rename" or isLinked:
                    machine.sheaf("mv", "./" + path, name)
                else:
                    os.makedirs(os.path.dirname(f"{machine.root}/{name}"), exist_ok=True)
                    os.rename(f"{machine.root}/{path}", f"{machine.root}/{name}")
            elif kind == "remove":
                # Links by a name or heading that was never synced lead nowhere where the other machine keeps the note.
                if path in renamed:
                    self.foldered |= set(TOKEN.findall(notes[path]))
                former.add(path)
                removed |= set(TOKEN.findall(notes[path]))
                os.remove(f"{machine.root}/{path}")
            self.tally(kind)
        return removed

    def link(self, path, target, heading, notes):
        """A line with a link to a heading, and the word by which its note is known."""
        token = TOKEN.search(notes[target]).group()
        name = os.path.basename(target)[:-3]
        if self.random.random() < 0.5 and sum(os.path.basename(other)[:-3] == name for other in notes) == 1:
            return f"Link for {token}: [[{name}#{heading}]]"
        place = os.path.relpath(target, os.path.dirname(path) or ".")
        return f"Link for {token}: [t](<{place}#{heading.lower().replace(' ', '-')}>)"

    def check_links(self, number, notes, known, isDecided):
        """Each link leads to the note that has its word, and to a heading of it, where these were not taken away.

        A decision for one side may leave a link behind: that one is not asked about again.
        """
        for path, text in notes.items():
            for token, place, anchor, name, heading in LINK.findall(text):
                owners = [other for other, words in notes.items() if re.search(rf"Line of {token}\b", words)]
                # A note that both renamed and changed so much that git sees no renaming is there twice from then on.
                if len(owners) > 1:
                    self.doubled.add(token)
                # Links to a note in the place of which one side has a folder are reported by check.
                if not owners or token in self.foldered | self.doubled:
                    continue
                self.tally("links checked")
                if name:
                    led = [other for other in notes if os.path.basename(other) == name + ".md" or other == name + ".md"]
                else:
                    led = [os.path.normpath(os.path.join(os.path.dirname(path), place))]
                if (token, anchor, heading) in self.left:
                    continue
                if not set(led) & set(owners):
                    if isDecided:
                        self.left.add((token, anchor, heading))
                        continue
                    self.wrong.append(f"round {number}: {path}: the link for {token} leads to {place or name}, not to {owners}")
                    continue
                headings = {words for other in set(led) & set(owners) for words in HEADING.findall(notes[other])}
                if heading not in headings and anchor not in {words.lower().replace(" ", "-") for words in headings}:
                    self.tally("headings gone")
                    if isDecided:
                        self.left.add((token, anchor, heading))
                        continue
                    if (heading or anchor.replace("-", " ")).lower().split()[-1] not in known:
                        self.wrong.append(f"round {number}: {path}: no heading {heading or anchor}, but {headings}")

    def change_without_sheaf(self):
        """A line that a third machine writes, which has only git; it gives way to a push at the same moment."""
        for words in (["fetch", "-q"], ["reset", "-q", "--hard", "origin/main"]):
            self.plain.git(*words)
        notes = self.plain.notes()
        path = self.random.choice(sorted(notes))
        words = self.token()
        self.plain.write(path, notes[path].rstrip("\n") + f"\n- item {words}\n")
        self.plain.git("commit", "-qam", "plain")
        said, status = self.plain.run("git", "push", "-q")
        self.tally("plain git" if status == 0 else "plain git later")
        return [self.plain.notes()] if status == 0 else []

    # MARK: - Syncs

    def sync(self):
        """The first syncs of a round."""
        first, second = self.random.sample(self.machines, 2)
        kind = self.random.choice(["plain", "race", "kill", "kill"])
        self.tally(kind)
        if kind == "race":
            runs = [machine.start(PROGRAM, "--no-input", "sync") for machine in (first, second)]
            for run in runs:
                Machine.finish(run)
        elif kind == "kill":
            for machine in (first, second):
                self.kill(machine.start(PROGRAM, "--no-input", "sync"))
        else:
            first.sheaf("sync")

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
        calm = 0
        said = ""
        for step in range(STEPS):
            machine = self.machines[step % 2]
            said, status = machine.sheaf("sync")
            calm = calm + 1 if status == 0 and "Already up to date" in said else 0
            if calm == 2:
                return True
            if status != 0 and not self.follow(machine, said, given_up):
                self.wrong.append(f"no next step is known: {said}")
                return False
        self.wrong.append(f"no end after {STEPS} steps: {said}")
        return False

    def follow(self, machine, said, given_up):
        """Takes the steps that a sentence names; False where it names none."""
        if ".lock" in said:
            self.tally("lock")
            for name in LOCK.findall(said):
                for path in (name, os.path.join(machine.root, name), os.path.join(self.folder, "hub", name)):
                    if os.path.exists(path):
                        os.remove(path)
            return True
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
        if words[-2:] == ["--name", "NAME"]:
            return machine.sheaf(*words[:-1], f"named {self.random.randrange(10**6)}")
        subject = [word for word in words if not word.startswith("--")]
        option = self.random.choice([word for word in words if word.startswith("--")])
        if option in ("--mine", "--theirs", "--delete"):
            given_up.append(sentence)
        return machine.sheaf(*subject, option)

    # MARK: - Rounds

    def play(self, number):
        before = self.machines[0].notes()
        known = set(TOKEN.findall("".join(before.values())))
        former = later = self.tag
        renamer = self.random.choice(self.machines)
        if self.random.random() < 0.3:
            later = f"tag{number}"
            said, status = renamer.sheaf("--yes", "rename", f"+{former}", f"+{later}")
            if status != 0:
                raise SystemExit(said)
            self.tally("tag renamed")
        removed, given_up = set(), []
        self.renamed = set()
        for machine in self.machines:
            # Notes that the other machine writes meanwhile have the former tag.
            self.tag = later if machine is renamer else former
            removed |= self.change(machine)
        written = [machine.notes() for machine in self.machines]
        if self.random.random() < 0.4:
            written += self.change_without_sheaf()
        self.sync()
        if not self.settle(given_up):
            return
        self.tag = later
        one, two = (machine.notes() for machine in self.machines)
        self.check_links(number, one, removed - self.renamed, bool(given_up))
        if not given_up:
            left = [path for path, text in one.items() if re.search(rf"#{former}\b", text)]
            if left and former != self.tag:
                self.wrong.append(f"round {number}: #{former} is still in {left}")
        if one != two:
            self.wrong.append(f"round {number}: the trees differ: {set(one.items()) ^ set(two.items())}")
        for machine in self.machines:
            if left := machine.git("status", "--porcelain"):
                self.wrong.append(f"round {number}: not committed: {left}")
        text = "".join(one.values())
        if "<<<<<<<" in text:
            self.wrong.append(f"round {number}: markers are committed")
        everything = known | set(TOKEN.findall("".join(text for notes in written for text in notes.values())))
        lost = everything - removed - self.renamed - set(TOKEN.findall(text))
        if lost and not self.excused(lost, given_up, [*written, before]):
            self.wrong.append(f"round {number}: lost {lost}, decided {given_up}\n{written}\n{one}")

    def excused(self, lost, given_up, written):
        """True if the lost words were in notes that somebody decided about."""
        for notes in written:
            for path, text in notes.items():
                if lost & set(TOKEN.findall(text)) and not any(path in sentence for sentence in given_up):
                    # The note may have another name on the other side, which the sentence has.
                    others = [other for other_notes in written for other, words in other_notes.items()
                              if set(TOKEN.findall(words)) & set(TOKEN.findall(text))]
                    if not any(other in sentence for other in others for sentence in given_up):
                        return False
        return True

    def run(self, rounds):
        try:
            for number in range(rounds):
                self.play(number)
                if self.wrong:
                    break
        finally:
            print(f"{number + 1} rounds: " + ", ".join(f"{key} {value}" for key, value in sorted(self.figures.items())))
            for text in self.wrong:
                print(text)
            if self.wrong:
                print(f"left in {self.folder}")
            else:
                shutil.rmtree(self.folder, ignore_errors=True)
        raise SystemExit(1 if self.wrong else 0)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    rounds, seed = (numbers + [1000, 1][len(numbers):])[:2]
    Trial(seed).run(rounds)
