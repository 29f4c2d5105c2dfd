#!/usr/bin/env python3
"""Gives every command notes of hostile shapes, each of one, two and four times the size, and compares processor times.

A command whose time grows more than 2.5 times from the second size to the third, and by more than half a second, is
reported: it does something for each pair.

    Tests/Trials/scaling.py [SIZE] [--only WORDS] [--shape NAME] [--from NUMBER]        SHEAF=.build-release/release/sheaf
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile

GROWTH = 2.5
SECONDS = 60

COMMANDS = [
    "index --rebuild", "list", "list sort:title", "show a.md", "show a.md --backlinks", "check", "check --fix -n",
    "fmt --check", "fmt --diff", "tasks", "search a", "search --regex a$", "links a.md", "links --broken", "links --unlinked",
    "links a.md --related", "render a.md --to html", "render a.md --to text", "stats", "agenda", "digest", "digest --to md",
    "board", "board --group-by tag", "tag", "graph --json", "graph --dot", "status", "cal", "parse a.md", "mv a.md d/c.md -n",
    "rename a.md Z -n", "set a.md k=v -n", "set a.md tags+=z -n", "tag rename t1 t2 -n", "tag a.md +new -n", "rm a.md -n",
    "done a.md:3 -n", "get a.md title", "publish --yes -o OUT", "query", "list --json", "remind", "letter",
    "done --where is:open -n", "defer --where is:open tomorrow -n", "set --where has:task k=v -n", "digest --to html",
    "export --to org", "export --to md", "merge-driver HERE/base.md HERE/ours.md HERE/theirs.md", "import --from enex HERE/t.enex -n",
    "new -T memo --title N -n", "import --from html HERE/t.html -n",
]
# A document of Evernote around what is in a note.
ENEX = (
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export3.dtd">'
    '<en-export><note><title>T</title><content><![CDATA[<?xml version="1.0" encoding="UTF-8"?>'
    '<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>{}</en-note>]]></content></note></en-export>'
)


def front_matter(fields):
    return "---\n" + "".join(f"k{i}: v\n" for i in fields) + "---\n"


def shapes(count):
    numbers = range(count)
    yield "headings", "".join(f"# h{i}\n\n" for i in numbers)
    yield "equal headings", "# h\n\n" * count
    yield "tags", "".join(f"#t{i}\n\n" for i in numbers)
    yield "tags on a line", "#t1 " * count + "\n"
    yield "check boxes", "".join(f"- [ ] t{i} 📅 2026-11-{1 + i % 28:02}\n" for i in numbers)
    yield "footnotes", "".join(f"x[^{i}]\n\n" for i in numbers) + "".join(f"[^{i}]: y\n\n" for i in numbers)
    yield "inline footnotes", "".join(f"x^[{i}]\n\n" for i in numbers)
    yield "definitions", "".join(f"[d{i}]: u{i}\n\n" for i in numbers) + "".join(f"[d{i}]\n\n" for i in numbers)
    yield "aliases", "---\naliases:\n" + "".join(f"  - n{i}\n" for i in numbers) + "---\nn1\n"
    yield "fields", "---\n" + "".join(f"k{i}: v\n" for i in numbers) + "---\n"
    yield "inline fields", "".join(f"k{i}:: v\n\n" for i in numbers)
    yield "nested lists", "".join("  " * (i % 40) + f"- i{i}\n" for i in numbers)
    yield "words on a line", "word " * count + "\n"
    yield "addresses on a line", "".join(f"http://a.b/{i} " for i in range(min(count, 9_000))) + "\n"
    yield "broken links", "".join(f"[[no{i}]]\n\n" for i in numbers)
    yield "links", "[[b]] x\n\n" * count
    yield "links to headings", "".join(f"[[b#h{i}]]\n\n" for i in numbers)
    yield "pictures", "".join(f"![x](p{i}.png)\n\n" for i in numbers)
    yield "raw HTML", "".join(f"<b id=x{i}>x\n\n" for i in numbers)
    yield "quotes", "> [!note]\n> a\n\n" * count
    yield "tables", "".join(f"|a|b|\n|-|-|\n|{i}|b|\n\n" for i in numbers)
    yield "emphasis", "".join(f"**a{i}** _b_ ~~c~~ ==d==\n\n" for i in numbers)
    yield "comments", "".join(f"a %%b{i}%%\n\n" for i in numbers)
    yield "formulas", "".join(f"$x_{i}$ y\n\n" for i in numbers)
    yield "blocks", "".join(f"p ^b{i}\n\n" for i in numbers)
    yield "unclosed emphasis", "".join(f"**a{i}**가\n\n" for i in numbers)
    yield "code", "```swift\nlet a = 1\n```\n\n" * count
    yield "marks in one paragraph", "**가(나)**을 " * count + "\n"
    yield "open marks in one paragraph", "**a *b " * count + "\n"
    yield "links in one paragraph", "".join(f"[[no{i}]] [x](y{i}.md) " for i in numbers) + "\n"
    yield "wiki links in one paragraph", "[[a]] " * count + "\n"
    yield "brackets in one paragraph", "[a]" * count + "\n"
    yield "open links in one paragraph", "[a](" * count + "\n"
    yield "footnotes in one paragraph", "a[^1] " * count + "\n\n[^1]: x\n"
    yield "open character data", "<![CDATA[" * count + "\n"
    yield "conflicts that do not end", "<<<<<<< a\n" * count
    yield "tabs", "a\t" * (15 * count) + "x\n"
    yield "repeating tasks", "".join(f"- [ ] t{i} 🔁 every day 📅 2026-11-{1 + i % 28:02}\n" for i in numbers)
    yield "tags in one paragraph", "".join(f"#t{i} " for i in numbers) + "\n"
    yield "fields in one box", "- [ ] a " + "".join(f"[k{i}:: v] " for i in numbers) + "\n"
    yield "boxes below boxes", "".join("  " * (i % 20) + f"- [ ] t{i} 📅 2026-11-21\n" for i in numbers)
    yield "task notes", {f"t{i}.md": f"---\nstatus: todo\ndue: 2026-11-{1 + i % 28:02}\n---\n[[t{i + 1}]]\n"
                         for i in numbers}
    yield "tasks that wait", {f"t{i}.md": f'---\nstatus: todo\ndepends: "[[t{i + 1}]]"\n---\n' for i in numbers}
    yield "reordered fields", {"base.md": front_matter(numbers), "ours.md": front_matter(reversed(numbers)),
                               "theirs.md": front_matter(sorted(numbers, key=lambda i: i * 7919 % count))}
    yield "cells of a table", {"t.enex": ENEX.format("<table>" + ("<tr>" + "<td>x</td>" * 10 + "</tr>") * count + "</table>")}
    yield "equal names", {f"d{i}/a.md": "# a\n\n[[a]]\n" for i in numbers}
    # A path has no more than 4,096 bytes.
    yield "levels of folders", {"/".join("d" * min(count, 800)) + "/a.md": "# a\n"}
    yield "levels of tags", "#" + "/".join("t" * count) + "\n\n" + "".join(f"#a{i}/{'/'.join('t' * 40)}\n\n" for i in range(count // 40))
    yield "sections of a template", {".sheaf/templates/memo.md": "{{#a}}" * count + "x" + "{{/a}}" * count}
    yield "questions of a template", {".sheaf/templates/memo.md": "{{ask}}" * count}
    yield "nested quotes", {"t.html": "<blockquote>" * count + "x" + "</blockquote>" * count}
    yield "nested lists of a page", {"t.html": "<ul><li>" * count + "x" + "</li></ul>" * count}
    yield "passwords", "password: word " * count + "\n" + "pw=" * count + "\n" + "".join("password: hunter\n\n" for _ in numbers)
    yield "tags of a drawing", {"a.md": "![](x.svg)\n", "x.svg": "<svg>" + "<a on" * count}
    yield "rows of colons", "".join(":" * (3 + i % 400) + " x\n" for i in numbers)
    yield "levels of a key", {"k.md": "+++\na" + ".a" * count + " = 1\n+++\n", "t.md": "+++\n[a" + ".a" * count + "]\nx = 1\n+++\n", "hugo.toml": "a" + ".a" * count + " = 1\n"}
    yield "tables of a name", {"k.md": "+++\n" + "[[a]]\n" * count + "+++\n"}
    yield "hidden pages of Logseq", {"logseq/config.edn": "{" + ":hidden [] " * count + "}"}
    yield "excluded pages of VitePress", {".vitepress/config.ts": "export default { srcExclude: [" + '"a",' * count + "] }"}
    yield "sections of a site", {f"d{i}/_index.md": "---\ncascade:\n  draft: false\n---\n" for i in numbers} | {"hugo.toml": "title = 'x'", "content/a.md": "a\n"}


def make(folder, notes):
    """`notes`: The text of a note, or the texts of several by their paths."""
    os.makedirs(folder + "/.sheaf")
    open(folder + "/.sheaf/config.yaml", "w").close()
    texts = {"a.md": "# a\n\n- [ ] a\n"} | notes if isinstance(notes, dict) else {"a.md": notes}
    for path, text in texts.items():
        os.makedirs(os.path.dirname(f"{folder}/{path}"), exist_ok=True)
        with open(f"{folder}/{path}", "w") as file:
            file.write(text)
    with open(folder + "/b.md", "w") as file:
        file.write("# b\n\n[[a]]\n")


def measure(program, folder, words, environment):
    """Seconds of processor time; None where the command was ended by a signal or takes too long."""
    out = folder + "-site"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(
        [program, "-C", folder, "--now", "2026-11-22T10:00:00Z", *words.replace("OUT", out).replace("HERE", folder).split()], env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
    code = process.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    shutil.rmtree(out, ignore_errors=True)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return None if code < 0 else used


def main():
    options = argparse.ArgumentParser()
    options.add_argument("size", type=int, nargs="?", default=4_000)
    options.add_argument("--only")
    options.add_argument("--shape")
    options.add_argument("--from", dest="first", type=int, default=0)
    arguments = options.parse_args()
    program = os.path.abspath(os.environ.get("SHEAF", ".build-release/release/sheaf"))
    home = tempfile.mkdtemp(prefix="sheaf-scaling-")
    environment = dict(
        os.environ, HOME=home, LC_ALL="C.UTF-8", XDG_CACHE_HOME=home + "/cache", XDG_STATE_HOME=home + "/state",
        XDG_CONFIG_HOME=home + "/config")
    tried, findings = 0, 0
    sizes = [arguments.size, arguments.size * 2, arguments.size * 4]
    try:
        for triple in list(zip(*map(shapes, sizes)))[arguments.first:]:
            name = triple[0][0]
            if arguments.shape and arguments.shape not in name:
                continue
            folders = [f"{home}/{name.replace(' ', '-')}-{size}" for size in sizes]
            for folder, (_, notes) in zip(folders, triple):
                make(folder, notes)
            for words in COMMANDS:
                if arguments.only and arguments.only not in words:
                    continue
                tried += 1
                times = [measure(program, folder, words, environment) for folder in folders[1:]]
                slow = None in times or times[1] > GROWTH * times[0] and times[1] - times[0] > 0.5
                if slow:
                    # Once more, with the smallest too: other work on the machine disturbs.
                    times = [measure(program, folder, words, environment) for folder in folders]
                    slow = None in times or times[2] > GROWTH * times[1]
                if slow:
                    findings += 1
                    shown = ", ".join("ended" if time is None else f"{time:.2f} s" for time in times)
                    print(f"{name}: {words}: {shown}", flush=True)
            for folder in folders:
                shutil.rmtree(folder)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(f"{tried} shapes and commands up to {sizes[2]}, {findings} grow too fast")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
