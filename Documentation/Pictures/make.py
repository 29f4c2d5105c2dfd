#!/usr/bin/env python3
"""Makes the pictures of the README and of the guide from the everyday repository: make.py PROGRAM

PROGRAM is a built sheaf. Chromium and the Noto CJK fonts are needed. The pictures are written next to this script,
and into the guide, where the terminal speaks both languages.
"""

import fcntl
import html
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
NOTES = os.path.join(HERE, "../../Fixtures/Repositories/Everyday")
NOW = "2026-11-21T10:00:00+09:00"
PAGE = "notes/Memo/여행/제주 걷기.html"
GUIDE = os.path.join(HERE, "../Guide/pictures")
COMMANDS = [["today"], ["cal"]]
COLOURS = ["#22262b", "#d7625a", "#6fbf73", "#d9a94f", "#6aa9e9", "#c48ae0", "#5fc4c8", "#d8dce2"]
BRIGHT = ["#7d8794", "#ff8a80", "#8fdc9f", "#f2c66d", "#8fc4ff", "#dcaaf5", "#80dfe3", "#ffffff"]


def picture(page, path, width, height, folder):
    """Writes what the browser shows of a page to a file."""
    subprocess.run(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         "--user-data-dir=" + folder + "/browser", "--virtual-time-budget=5000",
         "--window-size=%d,%d" % (width, int(height)),
         "--screenshot=" + path, "file://" + page],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def styled(text):
    """Output of a terminal as HTML; links are left out."""
    text = re.sub(r"\x1b\]8;[^\x07\x1b]*(\x07|\x1b\\)", "", text)
    result, state = [], {}
    for piece in re.split(r"(\x1b\[[0-9;]*m)", text):
        codes = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if codes:
            apply([int(code or 0) for code in codes.group(1).split(";")], state)
        elif piece:
            style = ";".join("%s:%s" % each for each in state.items())
            result.append('<span style="%s">%s</span>' % (style, "".join(map(cell, piece))))
    return "".join(result)


def cell(character):
    """A character in HTML that is as wide as in a terminal, whatever font has it."""
    if character.isascii():
        return html.escape(character)
    columns = 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return '<i style="width:%dch">%s</i>' % (columns, html.escape(character))


def apply(codes, state):
    """Changes the style as codes of a terminal say."""
    index = 0
    while index < len(codes):
        code = codes[index]
        if code == 0:
            state.clear()
        elif code == 1:
            state["font-weight"] = "700"
        elif code == 2:
            state["opacity"] = ".65"
        elif code == 3:
            state["font-style"] = "italic"
        elif code == 4:
            state["text-decoration"] = "underline"
        elif code == 7:
            state["background"] = "#5b4c12"
        elif code == 9:
            state["text-decoration"] = "line-through"
        elif 30 <= code <= 37:
            state["color"] = COLOURS[code - 30]
        elif 90 <= code <= 97:
            state["color"] = BRIGHT[code - 90]
        elif code == 38 and codes[index + 1:index + 2] == [5]:
            number = codes[index + 2]
            state["color"] = (COLOURS + BRIGHT)[number] if number < 16 else "#aab2bd"
            index += 2
        elif code in (22, 23, 24, 27, 29, 39):
            for name in {22: ["font-weight", "opacity"], 23: ["font-style"], 24: ["text-decoration"],
                         27: ["background"], 29: ["text-decoration"], 39: ["color"]}[code]:
                state.pop(name, None)
        index += 1


def shown(command, folder, environment):
    """Returns the output of a command on a terminal of 96 columns."""
    terminal, own = pty.openpty()
    fcntl.ioctl(own, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 96, 0, 0))
    process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=own, stderr=own)
    os.close(own)
    output = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # The program has closed the terminal.
            break
        if not piece:
            break
        output += piece
    os.close(terminal)
    if process.wait() != 0:
        sys.exit("%s: %s" % (" ".join(command), output.decode()))
    return output.decode().replace("\r\n", "\n")


def terminal(session, path, folder):
    """Writes a picture of a session."""
    with open(folder + "/terminal.html", "w", encoding="utf-8") as file:
        file.write(
            '<!DOCTYPE html><meta charset="utf-8"><style>i{display:inline-block;font-style:normal}</style>'
            '<body style="margin:0;background:#16181c">'
            '<pre style="margin:0;padding:1.5rem;color:#d8dce2;font:15px/1.5 \'Noto Sans Mono CJK KR\','
            'monospace">' + session + "</pre>")
    picture(folder + "/terminal.html", path, 900, 40 + 22.5 * session.count("\n") + 30, folder)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        notes, site = folder + "/notes", folder + "/site"
        shutil.copytree(NOTES, notes)
        environment = dict(os.environ, HOME=folder, XDG_CACHE_HOME=folder, XDG_STATE_HOME=folder,
                           LANG="en_US.UTF-8", TZ="Asia/Seoul", TERM="xterm-256color",
                           SHEAF_PAGER="cat")

        def run(*words, language="en_US.UTF-8"):
            environment["LANG"] = language
            return shown([program, "--now", NOW, *words], notes, environment)

        run("init")
        run("config", "set", "site.title", "Everyday")
        run("publish", "-o", site, "--yes")
        os.makedirs(GUIDE, exist_ok=True)
        picture(os.path.join(site, PAGE), HERE + "/site.png", 1280, 800, folder)
        for name, language in (("terminal", "en_US.UTF-8"), ("terminal-ko", "ko_KR.UTF-8")):
            session = "".join(
                '<span style="color:#6fbf73">$</span> sheaf %s\n%s\n'
                % (" ".join(words), styled(run("--color=always", *words, language=language))) for words in COMMANDS)
            terminal(session.strip(), os.path.join(GUIDE, name + ".png"), folder)
        shutil.copy(HERE + "/site.png", GUIDE)
        shutil.copy(GUIDE + "/terminal.png", HERE)


main()
