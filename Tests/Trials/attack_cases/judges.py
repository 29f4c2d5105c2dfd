"""Reads pages as a browser would, for what could run."""

from html.parser import HTMLParser

ADDRESSES = {"href", "src", "action", "formaction", "data", "xlink:href", "poster", "srcset", "background"}


class Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found = []
        self.script = False

    def handle_starttag(self, tag, attributes):
        text = self.get_starttag_text() or ""
        if tag in ("script", "base", "object", "embed", "iframe", "frame"):
            self.script = tag == "script"
            self.found.append(text)
        for name, value in attributes:
            squeezed = "".join((value or "").lower().split())
            if name.startswith("on") or (name in ADDRESSES and squeezed.startswith(("javascript:", "vbscript:", "data:text"))):
                self.found.append(f"{name}={value}")
            if name in ("style", "srcdoc"):
                self.found.append(f"{name}={value}")

    handle_startendtag = handle_starttag

    def handle_data(self, data):
        if self.script:
            self.found.append(data)

    def handle_endtag(self, tag):
        self.script = False


def active_markup(page):
    """Scripts, handlers and addresses that run something, as texts."""
    reader = Reader()
    reader.feed(page)
    return reader.found
