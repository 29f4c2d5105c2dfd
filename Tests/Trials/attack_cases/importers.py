"""Documents of other programs: what they ask to be read, and random damage to every format."""

import json
import random
import shutil

PANDOC = {
    "rst include": ("a.rst", "T\n=\n\n.. include:: SECRET\n"), "rst literal": ("a.rst", ".. literalinclude:: SECRET\n"),
    "rst raw": ("a.rst", ".. raw:: html\n   :file: SECRET\n"), "rst csv": ("a.rst", ".. csv-table::\n   :file: SECRET\n"),
    "rst figure": ("a.rst", ".. figure:: SECRET\n"), "tex input": ("a.tex", "\\documentclass{article}\\begin{document}\\input{SECRET}\\end{document}"),
    "tex include": ("a.tex", "\\include{SECRET}"), "tex verbatim": ("a.tex", "\\verbatiminput{SECRET}\\lstinputlisting{SECRET}"),
    "tex picture": ("a.tex", "\\includegraphics{SECRET}"), "tex shell": ("a.tex", "\\immediate\\write18{touch RAN}"),
    "tex recursion": ("a.tex", "\\def\\a{\\a\\a}\\a"), "org include": ("a.org", "#+INCLUDE: \"SECRET\"\n"), "org include source": ("a.org", "#+INCLUDE: \"SECRET\" src text\n"),
    "org setup": ("a.org", "#+SETUPFILE: SECRET\n"), "org picture": ("a.org", "[[file:SECRET]]\n"), "org babel": ("a.org", "#+BEGIN_SRC sh :results output :exports both\ntouch RAN\n#+END_SRC\n"),
    "html picture": ("a.html", "<img src='SECRET'><img src='file://SECRET'>"), "html frame": ("a.html", "<iframe src='file://SECRET'></iframe>"),
    "html object": ("a.html", "<object data='file://SECRET'></object><embed src='SECRET'>"), "textile": ("a.textile", "!SECRET!\n"),
    "mediawiki": ("a.mediawiki", "[[File:SECRET]]\n{{SECRET}}\n"), "docbook": ("a.dbk", "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x SYSTEM 'file://SECRET'>]><article><para>&x;</para></article>"),
    "xinclude": ("a.dbk", "<article xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='SECRET' parse='text'/></article>"), "opml": ("a.opml", "<opml><body><outline type='include' url='SECRET'/></body></opml>"),
    "download": ("a.html", "<img src='http://127.0.0.1:9/x.png'>"), "man": ("a.man", ".TH A 1\n.so SECRET\n"), "typst": ("a.typ", "#include \"SECRET\"\n#read(\"SECRET\")\n"),
    "djot": ("a.dj", "![x](SECRET)\n"), "jira": ("a.jira", "!SECRET!\n"), "vimwiki": ("a.vimwiki", "{{file:SECRET}}\n"),
}


def document(file, text):
    def run(ground):
        content = text.replace("SECRET", ground.home + "/.ssh/id").replace("RAN", ground.canary)
        path = ground.write(ground.work + "/" + file, content)
        relative = ground.write(ground.work + "/deep/" + file, text.replace("SECRET", "../../home/.ssh/id").replace("RAN", ground.canary))
        ground.begin()
        for format in ("pandoc", "org", "html"):
            for name in (path, relative):
                ground.run("import", "--from", format, name, "--in", "In" + format, "--yes", seconds=90)
        ground.judge()
    return run


XXE = "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a SYSTEM \"file://SECRET\"><!ENTITY % p SYSTEM \"file://SECRET\">]>"
LAUGHS = "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">" + "".join(
    f"<!ENTITY {chr(98 + i)} \"{('&' + chr(97 + i) + ';') * 10}\">" for i in range(9)) + "]>"
SAMPLES = {
    "json": ("a.json", json.dumps([{"title": "T", "text": "x", "tags": ["a"], "created": "2026-01-01"}] * 4)),
    "csv": ("a.csv", "title,text,created\nT,\"x\ny\",2026-01-01\nU,z,\n"),
    "ics": ("a.ics", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:T\r\nDUE;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY;COUNT=3\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"),
    "org": ("a.org", "* TODO T :a:\nDEADLINE: <2026-01-01 Thu>\n:PROPERTIES:\n:ID: x\n:END:\ntext\n** DONE U\n"),
    "html": ("a.html", "<html><body><h1>T</h1><p>x <b>y</b></p><table><tr><td>a</td></tr></table></body></html>"),
    "enex": ("a.enex", "<en-export><note><title>T</title><content><![CDATA[<en-note><div>x</div></en-note>]]></content><created>20260101T000000Z</created></note></en-export>"),
    "todotxt": ("a.txt", "(A) 2026-01-01 T +p @c due:2026-02-01\nx 2026-01-02 U\n"),
    "taskwarrior": ("a.json", json.dumps([{"uuid": "1", "description": "T", "status": "pending", "due": "20260101T000000Z"}])),
    "jrnl": ("a.txt", "[2026-01-01 10:00] T. x\n\n[2026-01-02 10:00] U. y\n"),
}


def damaged(format, file, text, seed):
    def run(ground):
        numbers = random.Random(f"{format}{seed}")
        content = bytearray(text.encode())
        for _ in range(numbers.randint(1, 20)):
            at = numbers.randrange(len(content) + 1)
            choice = numbers.random()
            if choice < 0.4 and at < len(content):
                content[at] = numbers.randrange(256)
            elif choice < 0.7:
                piece = numbers.choice([b"\0", b"\xff\xfe", b"<", b">", b"&", b"\"", b"[" * 2000, b"{" * 2000, b"\r\n", b"../../evil", b"]]>", b"\xed\xa0\x80", b"9" * 400, b"\x1b[2J", b"%s"])
                content[at:at] = piece
            else:
                del content[at:at + numbers.randint(1, 30)]
        path = ground.write(ground.work + "/" + file, bytes(content))
        ground.begin()
        ground.run("import", "--from", format, path, "--in", "In", "--yes")
        ground.run("import", "--from", format, path, "--in", "In", "--update", "--yes")
        ground.run("list")
        ground.run("check")
        ground.judge()
    return run


def entity(format, file, text, head):
    def run(ground):
        body = text[text.index("<", 1) if text.startswith("<?") else 0:]
        path = ground.write(ground.work + "/" + file, head.replace("SECRET", ground.home + "/.ssh/id") + body.replace("x", "x &a; &j; &p;", 1))
        ground.begin()
        ground.run("import", "--from", format, path, "--yes")
        ground.judge()
    return run


NAMED = ["../../evil", "/tmp/evil-abs", "a/../../../evil", "..", ".git/config", ".sheaf/config", "\u0000x", "a\nb", "$(touch RAN)", "~/evil", "\x1b[2Jx", "a" * 4000, "CON", "-rf"]


def titled(name):
    """A record's title, folder or file name decides where a note is written."""
    def run(ground):
        word = name.replace("RAN", ground.canary)
        path = ground.write(ground.work + "/a.json", json.dumps([{"title": word, "text": "evil", "folder": word, "path": word, "file": word, "tags": [word], "id": word}]))
        ground.begin()
        ground.run("import", "--from", "json", path, "--yes")
        ground.run("import", "--from", "json", path, "--map", "title=path", "--in", "In", "--yes")
        ground.run("import", "--from", "json", path, "--into", word.replace("\0", ""), "--yes")
        ground.run("new", word.replace("\0", "") or "x")
        ground.run("new", "x", "--in", word.replace("\0", "") or "x")
        ground.run("mv", "Note.md", word.replace("\0", "") or "x")
        ground.run("rename", "Other", word.replace("\0", "") or "x")
        ground.judge()
    return run


def attacks(seeds):
    if shutil.which("pandoc"):
        for name, (file, text) in PANDOC.items():
            yield f"pandoc: {name}", document(file, text)
    for format, (file, text) in SAMPLES.items():
        for seed in range(seeds):
            yield f"{format}, damaged {seed}", damaged(format, file, text, seed)
    for format in ("enex", "html"):
        yield f"{format}, external entity", entity(format, *SAMPLES[format], XXE)
        yield f"{format}, entities of entities", entity(format, *SAMPLES[format], LAUGHS)
    for name in NAMED:
        yield f"named {name[:30]!r}", titled(name)
