#!/usr/bin/env python3
"""Holds a mail against what mail programs are known to show: mail.py MAIL.eml FEATURES

FEATURES is the folder `_features` of a copy of caniemail. Lists every element, attribute and property of the mail's page
that one of the common programs does not show in its latest tested version, how large the page is, and what the rules of
HTML mail ask for: a text part, no script, no form, no outside file, pictures by Content-ID with alternative texts, tables
of layout with a role. Exits 1 where something the mail needs is missing; what a program leaves out and the text can do
without is only listed.
"""

import email
import email.policy
import os
import re
import sys
from html.parser import HTMLParser

PROGRAMS = {
    "gmail": None, "apple-mail": None, "samsung-email": None, "yahoo": None, "protonmail": None, "thunderbird": None,
    "outlook": {"windows", "outlook-com", "macos", "ios", "android"},
}
# The page is read and looks right without these: they round corners, break words and follow a dark window; the table in
# the body has the body's colour as well.
ORNAMENT = {
    "body", "style",
    "border-radius", "word-break", "overflow-wrap", "max-width", "max-height", "-webkit-text-size-adjust", "color-scheme",
    "supported-color-schemes", "overflow", "text-decoration", "display", "list-style", "list-style-type", "white-space",
    "prefers-color-scheme",
}
# Gmail cuts a page off where it is larger.
CLIPPED = 102 * 1024


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.elements, self.properties, self.faults, self.style = set(), set(), [], ""
        self.reads_style = False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.elements.add(tag)
        self.reads_style = tag == "style"
        self.properties |= set(re.findall(r"(?:^|;)\s*([-a-z]+)\s*:", attributes.get("style") or ""))
        if tag in ("script", "form", "iframe", "link", "video", "audio", "object", "embed"):
            self.faults.append(f"<{tag}> is in the page")
        if tag == "img":
            if not (attributes.get("src") or "").startswith("cid:"):
                self.faults.append(f"a picture from {attributes.get('src', '')[:40]}")
            if "alt" not in attributes or "width" not in attributes:
                self.faults.append("a picture without alt or width")
        if tag == "table" and attributes.get("role") != "presentation" and "cellpadding" in attributes:
            self.faults.append("a table of layout without a role")
        faults = [name for name in attributes if name.startswith("on")]
        self.faults += [f"the attribute {name}" for name in faults]

    def handle_endtag(self, tag):
        self.reads_style = False

    def handle_data(self, text):
        if self.reads_style:
            self.style += text


def unsupported(path):
    """The programs that do not show a feature in the latest version that was tested."""
    text = open(path, encoding="utf-8").read()
    stats = text.split("stats:", 1)[1].split("\nnotes", 1)[0] if "stats:" in text else ""
    program, system, found, last = None, None, set(), {}
    for line in stats.splitlines():
        if match := re.match(r'\s*"?([-\w]+)"?\s*:\s*\{', line):
            depth = len(line) - len(line.lstrip())
            program, system = (match[1], None) if depth <= 4 else (program, match[1])
        elif match := re.match(r'\s*"[^"]+"\s*:\s*"(\w)', line):
            last[(program, system)] = match[1]
    for (program, system), verdict in last.items():
        systems = PROGRAMS.get(program, set())
        if verdict == "n" and (systems is None or system in systems):
            found.add(f"{program} {system}")
    return found


def main():
    mail = email.message_from_file(open(sys.argv[1]), policy=email.policy.default)
    folder = sys.argv[2]
    kinds = [part.get_content_type() for part in mail.walk()]
    html = next(part for part in mail.walk() if part.get_content_type() == "text/html").get_content()
    page = Page()
    page.feed(html)
    page.properties |= set(re.findall(r"[{;]\s*([-a-z]+)\s*:", page.style))
    if "prefers-color-scheme" in page.style:
        page.properties.add("prefers-color-scheme")
    faults = list(page.faults)
    if "text/plain" not in kinds:
        faults.append("no text part")
    size = len(html.encode())
    if size > CLIPPED:
        print(f"note: the page has {size} bytes; Gmail shows the first {CLIPPED} and a link to the rest")
    pictures = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    faults += ["a picture without Content-ID" for part in pictures if not part["Content-ID"]]
    names = {f"css-{name}.md": name for name in page.properties} | {f"html-{name}.md": name for name in page.elements}
    names["css-at-media-prefers-color-scheme.md"] = "prefers-color-scheme"
    for file, name in sorted(names.items()):
        path = os.path.join(folder, file)
        if not os.path.exists(path) or name not in page.properties | page.elements:
            continue
        programs = unsupported(path)
        if programs:
            needed = "" if name in ORNAMENT else "  NEEDED"
            print(f"{name}: not in {', '.join(sorted(programs))}{needed}")
            if needed:
                faults.append(name)
    for fault in faults:
        print("fault:", fault)
    print(f"{size} bytes, {len(page.elements)} elements, {len(page.properties)} properties, {len(pictures)} pictures, "
          f"{len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
