#!/usr/bin/env python3
"""Lets two judges look at a published site: audit.py SITE [--pages 40] [--seed 1]

The Nu HTML checker reads every page. axe looks at a sample of pages, one of each kind among them, in Chromium at 360, 768
and 1,280 pixels in light and dark. Both come with `make setup-test`. Printed are the kinds of what they find, each with
one page; ends with 1 where they find anything.
"""

import argparse
import collections
import functools
import glob
import http.server
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import pages

CHECKERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.build/site-checkers")


def file(name):
    return glob.glob(f"{CHECKERS}/**/{name}", recursive=True)[0]


def validated(site):
    """The messages of the checker: [(page, message)]."""
    result = subprocess.run(
        ["java", "-Xss4m", "-jar", file("vnu.jar"), "--skip-non-html", "--errors-only", "--filterpattern", ".*CSS:.*", "--format", "json", site],
        capture_output=True, text=True)
    found = []
    for message in json.loads(result.stderr or '{"messages": []}')["messages"]:
        path = urllib.parse.unquote(message.get("url", "")).split(site + "/")[-1]
        # Attachments are pages of others.
        if not path.startswith("files/"):
            found.append((path, re.sub("“[^”]*”", "“…”", message["message"])))
    return found


def looked_at(site, names, script):
    """Returns axe's findings: [(page, rule and place)]."""
    handler = functools.partial(pages.Quiet, directory=site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = "http://127.0.0.1:%d/" % server.server_address[1]
    found = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = pages.Browser(folder)
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        call = functools.partial(browser.call, session=session)
        call("Page.enable")
        call("Page.setBypassCSP", enabled=True)
        for name in names:
            for width in (360, 768, 1280):
                call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
                for mode in ("light", "dark"):
                    call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": mode}])
                    browser.events.clear()
                    call("Page.navigate", url=root + urllib.parse.quote(name))
                    while not any(event.get("method") == "Page.loadEventFired" for event in browser.events):
                        call("Runtime.evaluate", expression="1")
                    # What is there for a hand comes when there is one.
                    call("Input.dispatchKeyEvent", type="keyDown", key="Shift")
                    time.sleep(0.3)
                    answer = call("Runtime.evaluate", awaitPromise=True, returnByValue=True, expression=script + """
                        ;axe.run(document, {resultTypes: ['violations']}).then(result => JSON.stringify({
                          wide: document.documentElement.scrollWidth > innerWidth,
                          rules: result.violations.map(each => each.id + ': ' + each.nodes[0].html.slice(0, 160))}))""")
                    if "result" not in answer:
                        found.append((name, f"no answer: {answer}"))
                        continue
                    value = json.loads(answer["result"]["value"])
                    rules = value["rules"] + (["the page scrolls sideways"] if value["wide"] else [])
                    found += [(f"{name} ({width} {mode})", rule) for rule in rules]
        browser.process.terminate()
        browser.process.wait()
    return found


def is_redirect(path):
    with open(path, "rb") as page:
        return b'http-equiv="refresh"' in page.read(2_000)


def sample(site, count, seed):
    names = [os.path.relpath(os.path.join(folder, name), site)
             for folder, _, names in os.walk(site) for name in names
             if name.endswith(".html") and not is_redirect(os.path.join(folder, name))
             and not os.path.relpath(folder, site).startswith("files")]
    kinds = collections.defaultdict(list)
    for name in sorted(names):
        kinds[name.split("/")[0]].append(name)
    chooser = random.Random(seed)
    chosen = [chooser.choice(each) for each in kinds.values()]
    rest = sorted(set(names) - set(chosen))
    return chosen + chooser.sample(rest, min(len(rest), max(0, count - len(chosen))))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("site")
    options.add_argument("--pages", type=int, default=40)
    options.add_argument("--seed", type=int, default=1)
    arguments = options.parse_args()
    site = os.path.abspath(arguments.site)
    with open(file("axe.min.js")) as script:
        barriers = looked_at(site, sample(site, arguments.pages, arguments.seed), script.read())
    errors = validated(site)
    for title, found in (("axe", barriers), ("Nu HTML checker", errors)):
        kinds = collections.defaultdict(list)
        for page, text in found:
            kinds[text if title != "axe" else text.split(":")[0]].append((page, text))
        print(f"{title}: {len(found)} findings of {len(kinds)} kinds")
        for kind, places in sorted(kinds.items(), key=lambda item: -len(item[1])):
            print(f"  {len(places)} × {kind}\n      {places[0][0]}: {places[0][1]}")
    sys.exit(1 if barriers or errors else 0)


if __name__ == "__main__":
    main()
