"""Names of files, titles, tags and fields that mean something to a shell or a terminal."""

import os
import shutil
import subprocess

from attacks import READING

WORDS = {
    "command": "$(touch RAN)", "backticks": "`touch RAN`", "semicolon": "a; touch RAN", "quote": "a' ; touch RAN ; '", "double quote": 'a" ; touch RAN ; "',
    "pipe": "a | touch RAN", "newline": "a\ntouch RAN\n", "carriage return": "a\rb", "escape": "a\x1b[2Jb", "title of the terminal": "a\x1b]0;x\x07b",
    "C1 CSI": "a\u009b2Jb", "C1 OSC": "a\u009d0;x\u009cb", "bell": "a\x07b", "backspace": "a\b\bb", "delete": "a\x7fb", "right to left": "a\u202egnp.exe",
    "isolate": "a\u2066b\u2069", "dash": "-rf", "option": "--help", "tilde": "~root", "variable": "${IFS}touch${IFS}RAN", "fish": "(touch RAN)",
    "zsh": "=(touch RAN)", "glob": "*", "history": "!!", "tab": "a\tb", "zero width": "a\u200bb", "percent": "%s%n%n", "brace": "{a,b}",
    "colon": "a:b:c", "backslash": "a\\nb\\e[2J", "long": "x" * 250, "combining": "a" + "\u0301" * 80, "device control": "a\x1bP+q\x1b\\b",
    "link": "a\x1b]8;;http://evil.invalid\x1b\\b", "line separator": "a\u2028b", "zsh group": "a[b]:c", "description": "a'$(touch RAN)':b",
}
RAW = [b"\x1b", "\u009b".encode(), "\u009d".encode(), b"\x07", b"\b"]


def shown(word, where):
    def run(ground):
        word_here = word.replace("RAN", ground.canary)
        if where == "file":
            name = word_here.replace("/", "\u2215")[:200]
            ground.write(name + ".md", "# T\n\n[[Note]] and text\n")
        elif where == "title":
            text = word_here.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            ground.write("T.md", f'---\ntitle: "{text}"\ntags: ["{text}"]\nkind: "{text}"\n---\n\n# {word_here}\n\n#{word_here}\n')
            ground.write("Diary/Tasks/T.md", f'---\ntitle: "{text}"\nstatus: todo\ndue: 2020-01-01\n---\n')
        ground.begin()
        for words in READING + [("tag",), ("graph", "--dot"), ("links", "Note"), ("list", "-l"), ("pick", "--filter", "a")]:
            done = ground.run(*words, on_terminal=True)
            for raw in RAW:
                ground.expect(done is None or raw not in done.stdout, f"{words[0]} printed {raw!r}")
        ground.judge()
    return run


SHELLS = {
    "bash": "source <({sheaf} completions bash); COMP_WORDS=(sheaf show ''); COMP_CWORD=2; COMP_LINE='sheaf show '; COMP_POINT=11; COMP_WORDBREAKS=' '; "
            "f=$(complete -p sheaf | sed 's/.*-F \\([^ ]*\\).*/\\1/'); $f sheaf '' show; printf '%s\\n' \"${{COMPREPLY[@]}}\"; eval \"echo ${{COMPREPLY[0]}}\" >/dev/null",
    "zsh": "autoload -U compinit; compinit -u -D; source <({sheaf} completions zsh); _main() {{ :; }}; "
           "compadd() {{ print -r -- \"${{(@)whole}}\" \"${{(@)whole_shown}}\" \"${{(@)open}}\"; }}; words=(sheaf show ''); CURRENT=3; _sheaf 2>/dev/null; true",
    "fish": "source ({sheaf} completions fish | psub); complete -C 'sheaf show '",
}


def completed(word, shell):
    """A shell that completes the names of hostile files runs none of them and passes on no control character."""
    def run(ground):
        name = word.replace("RAN", ground.canary).replace("/", "\u2215")[:200]
        ground.write(name + ".md", f"# {name}\n")
        ground.write("Z.md", '---\ntitle: "' + word.replace("RAN", ground.canary).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"\n---\n')
        ground.run("list")
        ground.begin()
        folder = ground.work + "/bin"
        os.makedirs(folder, exist_ok=True)
        os.symlink(ground.program, folder + "/sheaf")
        environment = {**ground.environment, "PATH": folder + ":" + ground.environment["PATH"], "TERM": "dumb"}
        ground.commands += 1
        done = subprocess.run(
            [shutil.which(shell), *(["-f"] if shell == "zsh" else ["--norc"] if shell == "bash" else ["--no-config"]), "-c", SHELLS[shell].format(sheaf="sheaf")],
            cwd=ground.root, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        ground.expect(not os.path.exists(ground.canary), f"{shell} ran a name")
        ground.expect(b"Note" in done.stdout, f"{shell} completed nothing: {done.stderr[:200]!r}")
        for raw in RAW:
            ground.expect(raw not in done.stdout, f"{shell} completed {raw!r}")
        ground.judge()
    return run


def attacks(seeds):
    for name, word in WORDS.items():
        yield f"file: {name}", shown(word, "file")
        yield f"title: {name}", shown(word, "title")
    for shell in SHELLS:
        if shutil.which(shell):
            for name, word in WORDS.items():
                yield f"{shell}: {name}", completed(word, shell)
