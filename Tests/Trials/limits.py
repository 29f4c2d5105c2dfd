#!/usr/bin/env python3
"""Gives every command that reads inputs that are far too large, and measures time and memory.

Each input is made twice, the second time four times as large: a command whose processor time grows much more than the
input, or that takes more time or memory than the limits, is reported.

    Tests/Trials/limits.py [SIZE]        SHEAF=.build-release/release/sheaf
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile

SECONDS = 20
MEGABYTES = 2_000

COMMANDS = [
    "index --rebuild", "list", "show a.md", "show a.md --raw", "check", "fmt --check", "tasks",
    "search a", "search --regex a$", "links a.md", "links --broken", "render a.md --to html",
    "stats", "agenda", "digest", "board", "tag", "graph --json", "status", "cal", "parse a.md",
    "mv a.md c.md -n", "rename a.md Z -n", "set a.md k=v -n", "publish --yes -o OUT",
]


def inputs(count):
    numbers = range(count)
    yield "broken links", {"a.md": "".join(f"[[no{i}]]\n\n" for i in numbers)}
    yield "links", {"a.md": "[[b]] x\n\n" * count, "b.md": "# b\n"}
    yield "broken headings", {"a.md": "".join(f"[[b#h{i}]]\n\n" for i in numbers), "b.md": "# b\n"}
    yield "one Hangul word", {"a.md": "가" * count + "\n"}
    yield "one Latin word", {"a.md": "a" * count + "\n"}
    yield "one line of words", {"a.md": "word " * count + "\n"}
    yield "check boxes", {"a.md": "".join(
        f"- [ ] t{i} 📅 2026-11-{1 + i % 28:02}\n\nx\n\n" for i in numbers)}
    yield "headings", {"a.md": "".join(f"# h{i}\n\n" for i in numbers)}
    yield "equal headings", {"a.md": "# h\n\n" * count}
    yield "tags", {"a.md": "".join(f"#t{i}\n\n" for i in numbers)}
    yield "footnotes", {"a.md": "".join(f"x[^{i}]\n\n" for i in numbers)
                        + "".join(f"[^{i}]: y\n\n" for i in numbers)}
    yield "aliases", {"a.md": "---\naliases:\n" + "".join(f"  - n{i}\n" for i in numbers) + "---\n"}
    yield "fields", {"a.md": "---\n" + "".join(f"k{i}: v\n" for i in numbers) + "---\n"}
    yield "blocks", {"a.md": "".join(f"p ^b{i}\n\n" for i in numbers),
                     "b.md": "".join(f"[[a#^b{i}]]\n\n" for i in numbers)}
    yield "equal names", {f"d{i}/a.md": "# a\n" for i in range(count // 10)} | {"a.md": "# a\n"}
    yield "deep folders", {"d/" * min(count // 100, 400) + "b.md": "[[a]]\n", "a.md": "[[b]]\n"}
    yield "addresses", {"a.md": "".join(f"http://a.b/{i}\n\n" for i in numbers)}
    yield "emphasis", {"a.md": "**a** " * count + "\n"}
    yield "open brackets", {"a.md": "[[" * count + "\n"}
    yield "one gigabyte", {"a.md": None, "b.md": "# b\n"}


def make(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            if text is None:
                file.truncate(1 << 30)
            else:
                file.write(text)
    os.makedirs(folder + "/.sheaf", exist_ok=True)
    open(folder + "/.sheaf/config.yaml", "w").close()


def measure(program, folder, words, environment):
    """Seconds of processor time, megabytes of memory, and why it counts as wrong."""
    out = folder + "-site"
    process = subprocess.Popen(
        [program, "-C", folder, *words.replace("OUT", out).split()], env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    shutil.rmtree(out, ignore_errors=True)
    megabytes = usage.ru_maxrss // 1024
    problem = "ended by a signal" if process.returncode < 0 else None
    if megabytes > MEGABYTES:
        problem = f"{megabytes} MB"
    return usage.ru_utime + usage.ru_stime, megabytes, problem


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    program = os.path.abspath(os.environ.get("SHEAF", ".build-release/release/sheaf"))
    home = tempfile.mkdtemp(prefix="sheaf-limits-")
    environment = dict(
        os.environ, HOME=home, LC_ALL="C.UTF-8", XDG_CACHE_HOME=home + "/cache",
        XDG_STATE_HOME=home + "/state", XDG_CONFIG_HOME=home + "/config")
    tried, wrong, slowest, largest = 0, 0, 0, 0
    try:
        for (name, small), (_, large) in zip(inputs(size), inputs(size * 4)):
            folders = [f"{home}/{name.replace(' ', '-')}-{which}" for which in (1, 4)]
            make(folders[0], small)
            make(folders[1], large)
            for words in COMMANDS:
                tried += 1
                (before, _, problem), (after, megabytes, other) = [
                    measure(program, folder, words, environment) for folder in folders]
                slowest, largest = max(slowest, after), max(largest, megabytes)
                grows = after > 1 and after > 8 * max(before, 0.05)
                if problem or other or grows:
                    wrong += 1
                    print(f"{name}: {words}: {before:.2f} s, {after:.2f} s {other or ''}", flush=True)
            for folder in folders:
                shutil.rmtree(folder)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(f"{tried} inputs and commands, {wrong} too slow, too large or ended by a signal; "
          f"at most {slowest:.1f} s of processor time and {largest} MB")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
