#!/usr/bin/env python3
"""Types the jobs of every day into other tools, key by key, and counts the keys.

Each job of the table in Documentation/Guide/en/Comparison.md is done in its shortest form by each tool that can do it: abbreviations, aliases and
answers to questions count, Enter counts, a word of the user's own (text, part of a name; in braces below) does not. A job
is done when the screen shows what is expected. A tool that is not installed is left out and named.

    Tests/Trials/keys.py        with task (2.6), nb, jrnl (4), khal and ikhal on the path

What is not typed here comes from manuals: `zk` needs 11 keys and more for each of these jobs (`zk list -m WORDS`, `zk new -t
TITLE`, `zk edit -m WORDS`, `zk tag list`), and the quick switcher of Obsidian opens a note by Ctrl-O, a part of its name, Enter.
"""

import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import tempfile
import termios
import time

# Job, tool, keys (`^M` is Enter, `{}` a word of the user's own, before `|` what was done earlier), what the screen shows, and
# keys that only look at it.
JOBS = [
    ("today's tasks", "task", "task^M", "call the dentist"),
    ("today's tasks", "nb", "nb t^M", "call the dentist"),
    ("add a task", "task", "task ad {buy new milk}^M", "Created task 3"),
    ("add a task", "nb", "nb t a {buy new milk}^M", "Added.*buy new milk"),
    ("complete a task by a part of its title", "task", "task {denti} do^M", "Completed 1 task"),
    ("list, then complete a task", "task", "task^Mtask 1 do^M", "Completed 1 task"),
    ("list, then complete a task", "nb", "nb t^Mnb do 1^M", "Done"),
    ("from search to the line in the editor", "nb", "nb q {lens}^Mnb e 3^M", "EDITOR"),
    ("a line in the diary", "jrnl", "jrnl {first snow}^M", "first snow\r?\n.*first snow", "jrnl -n 1^M"),
    ("a line in the diary", "nb", "nb a {first snow}^M", "Added"),
    ("open today's entry", "jrnl", "jrnl^M", "EDITOR"),
    ("defer by a week", "task", "task 1 mo du:1w^M", "Modified 1 task"),
    ("undo", "task", "task 1 do^M|task und^My^M", "Modified task reverted"),
    ("start a task", "task", "task 1 star^M", "Started 1 task"),
    ("complete two tasks at once", "task", "task 1 2 do^M", "Completed 2 tasks"),
    ("give a task a day", "task", "task 1 mo du:fri^M", "Modified 1 task"),
    ("tag a task", "task", "task 1 mo +home^M", "Modified 1 task"),
    ("defer all overdue tasks", "task", "task +OVERDUE mo du:tom^M", "Modified 2 tasks"),
    ("see overdue tasks", "task", "task ov^M", "pay the rent"),
    ("the agenda of a week", "khal", "khal list now 7d^M", "dinner in five days"),
    ("the agenda of a week", "khal", "ikhal^M", "dinner in five days"),
    ("the month with its tasks", "task", "task cale^M", "Legend"),
    ("the notes changed last", "nb", "nb^M", "Budget for 2027"),
    ("a new note", "nb", "nb a {ideas}^M", "Added"),
    ("a line at the end of a note", "nb", "nb e {'Budget for 2027'} -c {more}^M", "Updated"),
    ("find words", "nb", "nb q {lens}^M", "ask about the lens"),
    ("all tags", "nb", "nb --tags^M", "#garden"),
    ("all tags", "task", "task ta^M", "garden"),
    ("delete a note", "nb", "nb d {'Budget for 2027'}^My^M", "Deleted"),
    ("yesterday in the diary", "jrnl", "jrnl -on yesterday^M", "it rained"),
]


class Place:
    """A home with two tasks, a note, a page of the diary and an event in every tool."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="sheaf-keys-")
        home = self.folder
        self.environment = {
            "HOME": home, "PATH": f"{home}/bin:{os.environ['PATH']}", "TERM": "xterm", "LANG": "C", "PYTHONUTF8": "1", "TZ": "UTC",
            "EDITOR": f"{home}/bin/editor", "NB_DIR": f"{home}/.nb", "PS1": "> ", "NB_AUTO_SYNC": "0"}
        self.write("bin/editor", "#!/bin/sh\necho EDITOR \"$@\"\n")
        os.chmod(f"{home}/bin/editor", 0o755)
        self.write(".gitconfig", "[user]\n name = a\n email = a@example.org\n")
        self.write(".taskrc", f"data.location={home}/.task\nnews.version=2.6.2\n")
        version = subprocess.run(["jrnl", "--version"], capture_output=True, text=True).stdout.split("\n")[0] if shutil.which(
            "jrnl") else ""
        self.write(".config/jrnl/jrnl.yaml", f"version: {version.split(' ')[-1]}\neditor: {home}/bin/editor\nencrypt: false\n"
                   f"journals:\n  default:\n    journal: {home}/journal.txt\n")
        yesterday = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86_400))
        self.write("journal.txt", f"[{yesterday} 09:00] it rained\n\n")
        self.write(".config/khal/config", f"[calendars]\n[[home]]\npath = {home}/calendar\ntype = calendar\n"
                   "[locale]\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
                   "datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n")
        day = time.strftime("%Y%m%d", time.gmtime(time.time() + 5 * 86_400))
        self.write("calendar/a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:a\r\nBEGIN:VEVENT\r\nUID:a\r\n"
                   f"DTSTAMP:20260101T000000Z\r\nDTSTART:{day}T180000Z\r\nDTEND:{day}T190000Z\r\n"
                   "SUMMARY:dinner in five days\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")

    def write(self, name, text):
        path = f"{self.folder}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def fill(self, tool):
        lines = {
            "task": ["task add call the dentist due:today +garden", "task add pay the rent due:yesterday"],
            "nb": ["nb init", "nb todo add call the dentist", "nb todo add pay the rent",
                   "nb add 'Budget for 2027.md' --content '# Budget for 2027\n\nask about the lens #garden'"],
        }
        for line in lines.get(tool, []):
            subprocess.run(["bash", "-c", line], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True)


class Terminal:
    def __init__(self, place):
        self.process, self.file = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
            os.chdir(place.folder)
            os.execvpe("bash", ["bash", "--noprofile", "--norc", "-i"], place.environment)
        self.screen = ""
        self.quiet(1)

    def quiet(self, seconds, longest=20):
        """Reads until nothing has come for a while."""
        end = time.time() + longest
        while time.time() < end and select.select([self.file], [], [], seconds)[0]:
            try:
                self.screen += os.read(self.file, 65536).decode("utf-8", "replace")
            except OSError:
                return

    def type(self, keys):
        """Keys one by one; what follows Enter waits for what that brings."""
        for key in keys:
            os.write(self.file, key.encode())
            self.quiet(2 if key == "\r" else 0.01)

    def close(self):
        os.close(self.file)
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)


def typed(keys):
    """Returns the typed text, and the number of keys that count."""
    keys = keys.replace("^M", "\r")
    return keys.replace("{", "").replace("}", ""), len(re.sub(r"\{[^}]*\}", "", keys))


def main():
    best = {}
    missing = {job[1] for job in JOBS if not shutil.which(job[1])}
    for job, tool, line, shown, *look in JOBS:
        if tool in missing:
            continue
        place = Place()
        place.fill(tool)
        terminal = Terminal(place)
        *before, keys = line.split("|")
        for other in before:
            terminal.type(typed(other)[0])
        terminal.screen = ""
        text, count = typed(keys)
        terminal.type(text)
        for keys_to_look in look:
            terminal.type(typed(keys_to_look)[0])
        plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\(B|\x0f", "", terminal.screen)
        isDone = re.search(shown, plain, re.S)
        terminal.close()
        print(f"{'' if isDone else 'NOT DONE '}{job}: {count}, {keys}" + ("" if isDone else "\n" + plain), flush=True)
        if isDone and count < best.get(job, (999, ""))[0]:
            best[job] = (count, keys)
        shutil.rmtree(place.folder, ignore_errors=True)
    print("\nthe fewest keys:")
    for job, (count, keys) in best.items():
        print(f"  {job}: {count}  {keys}")
    for tool in sorted(missing):
        print(f"not installed: {tool}")


if __name__ == "__main__":
    main()
