#!/usr/bin/env python3
"""Asks the search of a published site what a scan of its texts knows: sitesearch.py SITE [QUERIES] [SEED]

The queries are taken from the site's own texts: words, their first five letters, Korean words without their spaces,
phrases, words without another, tags, folders, titles, and words with a wrong letter. Each is asked in Chromium on a
new page with nothing cached. Printed are the worst of each kind: requests and kilobytes after the search's own script,
milliseconds until the last change. Ends with 1 where what is shown lacks or exceeds what the scan finds, or where a
query takes more than 12 requests, 300 kB or 1,000 ms.
"""

import functools
import glob
import http.server
import json
import os
import random
import re
import sys
import tempfile
import threading
import time
import unicodedata
import urllib.parse

from pages import Browser, Quiet

# Of Korean, Japanese and Chinese: a Latin word also begins after them and ends before them.
HANGUL = "\uac00-\ud7a3"
LETTERS = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
START = r"(?<![^\W_%s])" % LETTERS


def fold(text):
    text = unicodedata.normalize("NFKD", text)
    text = "".join(c for c in text if not unicodedata.category(c).startswith("M"))
    return unicodedata.normalize("NFC", text).lower()


class Notes:
    def __init__(self, site):
        self.notes = []
        for name in glob.glob(site + "/search/text-*.js"):
            text = open(name, encoding="utf-8").read()
            for note in json.loads(text[text.index(",") + 1:text.rindex(")")]):
                if note is None:
                    continue
                title, address, path, tags, _, cut, headings, body = note
                whole = fold("\x01".join([title, os.path.splitext(path)[0], tags, headings, body]))
                self.notes.append({
                    "title": title, "address": address, "path": path, "tags": fold(tags).split(), "cut": cut,
                    "whole": re.sub(r"\s+", " ", whole), "body": body})

    def found(self, test):
        return ({n["address"] for n in self.notes if test(n)},
                {n["address"] for n in self.notes if n["cut"] or test(n)})

    def having(self, pattern):
        compiled = re.compile(pattern)
        return self.found(lambda note: compiled.search(note["whole"]))

    def queries(self, count, seed):
        chance = random.Random(seed)
        kinds = ["word", "beginning", "korean", "phrase", "without", "tag", "folder", "title", "wrong"]
        made = []
        while len(made) < count:
            kind = kinds[len(made) % len(kinds)]
            for _ in range(400):
                query = getattr(self, kind)(chance.choice(self.notes), chance)
                if query:
                    break
            else:
                query = self.word(chance.choice([n for n in self.notes if len(n["body"]) > 200]), chance)
                kind = "word"
            if query:
                made.append((kind,) + query)
        return made

    @staticmethod
    def latin(note):
        return re.findall(r"(?<![\w])[a-z]{5,14}(?![\w])", note["whole"])

    def word(self, note, chance):
        words = self.latin(note)
        if words:
            word = chance.choice(words)
            return word + " ", *self.having(START + r"%s(?![^\W_%s])" % (word, LETTERS))

    def beginning(self, note, chance):
        words = self.latin(note)
        if words:
            word = chance.choice(words)[:5]
            return word, *self.having(START + word)

    def korean(self, note, chance):
        words = re.findall("[%s]{2,4} [%s]{2,4}" % (HANGUL, HANGUL), note["whole"])
        if words:
            word = chance.choice(words).replace(" ", "")
            return word, *self.having(" ?".join(word))

    def phrase(self, note, chance):
        words = re.findall(r"(?<![\w])[a-z]{3,12} [a-z]{3,12} [a-z]{3,12}(?![\w])", note["whole"])
        if words:
            phrase = chance.choice(words)
            return '"%s"' % phrase, *self.having(
                START + r"%s(?![a-z0-9])" % r"[\W_]*".join(phrase.split()))

    def without(self, note, chance):
        words = self.latin(note)
        if len(set(words)) > 3:
            word, other = chance.sample(sorted(set(words)), 2)
            first = re.compile(START + r"%s(?![^\W_%s])" % (word, LETTERS))
            second = re.compile(START + r"%s(?![^\W_%s])" % (other, LETTERS))
            least, most = self.found(lambda n: first.search(n["whole"]) and not second.search(n["whole"]))
            # The word may stand in the part of a long note that the search does not show.
            return "%s -%s " % (word, other), least - {n["address"] for n in self.notes if n["cut"]}, most

    def tag(self, note, chance):
        if note["tags"]:
            tag = chance.choice(note["tags"])
            return "tag:" + tag, *self.found(
                lambda n: any(t == tag or t.startswith(tag + "/") for t in n["tags"]))

    def folder(self, note, chance):
        folder, words = fold(os.path.dirname(note["path"])), self.latin(note)
        # The signs of vowels are letters for the search; the scan would take them away.
        whole = unicodedata.normalize("NFC", os.path.dirname(note["path"])).lower()
        if folder and '"' not in folder and words and folder == whole:
            word = chance.choice(words)
            test = re.compile(START + r"%s(?![^\W_%s])" % (word, LETTERS))
            return 'in:"%s" %s ' % (folder, word), *self.found(
                lambda n: (fold(n["path"]).startswith(folder + "/") or "/%s/" % folder in fold(n["path"]))
                and test.search(n["whole"]))

    def title(self, note, chance):
        title = note["title"]
        if 4 <= len(title) <= 40 and re.fullmatch(r"[\w ]+", title):
            best = {n["address"] for n in self.notes if fold(n["title"]) == fold(title)
                    or fold(os.path.splitext(os.path.basename(n["path"]))[0]) == fold(title)}
            return title, best, None

    def wrong(self, note, chance):
        words = [w for w in self.latin(note) if len(w) > 6]
        if words:
            word = chance.choice(words)
            place = chance.randrange(1, len(word) - 1)
            wrong = word[:place] + chance.choice("qxzjk") + word[place + 1:]
            if not self.having(wrong)[0]:
                return wrong + " ", *self.having(START + word)


def ask(browser, root, query):
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    call = functools.partial(browser.call, session=session)
    call("Network.enable")
    call("Page.enable")
    call("Network.setCacheDisabled", cacheDisabled=True)
    call("Emulation.setDeviceMetricsOverride", width=1280, height=1000, deviceScaleFactor=1, mobile=False)
    browser.events.clear()
    call("Page.addScriptToEvaluateOnNewDocument", source="""
      window.last = 0; addEventListener('DOMContentLoaded', () => new MutationObserver(() => { last = performance.now() })
        .observe(document.querySelector('main') || document.body, {childList: true, subtree: true, characterData: true}))""")
    call("Page.navigate", url=root + "search.html#" + urllib.parse.quote(query))
    end, value = time.time() + 8, None
    while time.time() < end:
        value = json.loads(call("Runtime.evaluate", expression="""JSON.stringify({
          links: [...document.querySelectorAll('.results li a')].map(a => a.href.slice(document.baseURI.indexOf('search.html'))),
          status: (document.querySelector('.status') || {}).textContent || '', last: window.last,
          now: performance.now()})""")["result"]["value"])
        if value["status"] and "Search" not in value["status"] and "검색 중" not in value["status"] \
                and value["now"] - value["last"] > 250:
            break
        time.sleep(0.05)
    urls, sizes = {}, {}
    for event in browser.events:
        values = event.get("params", {})
        if event.get("method") == "Network.requestWillBeSent":
            urls[values["requestId"]] = values["request"]["url"]
        elif event.get("method") == "Network.dataReceived":
            sizes[values["requestId"]] = sizes.get(values["requestId"], 0) + values["dataLength"]
    asked = [key for key, url in urls.items() if "/search/" in url]
    browser.call("Target.closeTarget", targetId=target)
    return value, len(asked), sum(sizes.get(key, 0) for key in asked) / 1000


def mistake(kind, value, least, most):
    links = [urllib.parse.unquote(link) for link in value["links"]]
    least = {urllib.parse.unquote(link) for link in least}
    if kind == "title":
        return None if not least or (links and links[0] in least) else "first is " + str(links[:1])
    most = {urllib.parse.unquote(link) for link in most}
    if kind == "wrong":
        return None if set(links) & most or not least else "none of %d" % len(least)
    extra = set(links) - most
    if extra:
        return "should not be there: " + sorted(extra)[0]
    if kind in ("phrase", "korean"):
        # Of these the texts in view say which they are; “≤” and a button say that there may be more.
        return None if links or not least or "≤" in value["status"] else "none of %d" % len(least)
    if len(links) < min(6, len(least)) or (len(links) < 6 and least - set(links)):
        return "%d of %d" % (len(links), len(least))
    number = re.search(r"≤? ?\d+", value["status"].replace(",", ""))
    if kind in ("word", "beginning", "without", "folder", "tag") and number and "≤" not in number[0]:
        if not len(least) <= int(number[0]) <= len(most):
            return "says %s of %d" % (number[0], len(least))


def main():
    site = os.path.abspath(sys.argv[1])
    notes = Notes(site)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    queries = notes.queries(count, int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    handler = functools.partial(Quiet, directory=site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = "http://127.0.0.1:%d/" % server.server_address[1]
    worst, bad, slow, further = {}, 0, 0, 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        for kind, query, least, most in queries:
            value, requests, size = ask(browser, root, query)
            wrong = mistake(kind, value, least, most)
            milliseconds = value["last"]
            each = worst.setdefault(kind, [0, 0, 0, 0])
            worst[kind] = [each[0] + 1, max(each[1], requests), max(each[2], size), max(each[3], milliseconds)]
            further += not value["links"] and "≤" in value["status"]
            if wrong:
                bad += 1
                print("%-9s %-30s %s (%s)" % (kind, query, wrong, value["status"]))
            if requests > 12 or size > 300 or milliseconds > 1_000:
                slow += 1
                print("%-9s %-30s %d requests, %.0f kB, %.0f ms" % (kind, query, requests, size, milliseconds))
        browser.process.terminate()
        browser.process.wait()
    print("%-10s %7s %9s %7s %7s" % ("kind", "queries", "requests", "kB", "ms"))
    for kind, (number, requests, size, milliseconds) in worst.items():
        print("%-10s %7d %9d %7.0f %7.0f" % (kind, number, requests, size, milliseconds))
    print("%d notes, %d queries: %d wrong, %d looked for further by a click, %d beyond the limits"
          % (len(notes.notes), len(queries), bad, further, slow))
    sys.exit(1 if bad or slow else 0)


if __name__ == "__main__":
    main()
