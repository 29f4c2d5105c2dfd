#!/usr/bin/env python3
"""Pictures of a published site on one sheet, to be looked at: sheets.py SITE SHEET.png [PAGE...]

Each page is shown at 360, 768, 1,280 and 1,680 pixels, in light and dark, as a window shows it first. Without pages, one
of each kind: the home page, the longest note, one with a table or code, one in the deepest folder, a folder, the list of
tags, the search, the graph, a month of the diary, the board. Printed are the pages that scroll sideways and what pages
say on the console; ends with 1 where there are any.
"""

import base64
import functools
import glob
import http.server
import os
import sys
import tempfile
import threading
import time
import urllib.parse

from pages import Browser, Quiet

SIZES = [(360, 740), (768, 1000), (1280, 900), (1680, 1050)]
SCALE = 0.3


def chosen(site):
    """One page of each kind that the site has."""
    notes = sorted(os.path.relpath(path, site) for path in glob.glob(site + "/notes/**/*.html", recursive=True))
    texts = {name: open(os.path.join(site, name), encoding="utf-8").read() for name in notes[:3000]}
    names = ["index.html"]
    if texts:
        names.append(max(texts, key=lambda name: len(texts[name])))
        names += [name for name in texts if "<table" in texts[name] and 'class="code"' in texts[name]][:1]
        names += [name for name in texts if "<math" in texts[name] or 'class="callout' in texts[name]][:1]
        names.append(max(texts, key=lambda name: name.count("/")))
    names += sorted(os.path.relpath(path, site) for path in glob.glob(site + "/folder/*.html"))[:1]
    names += ["tags.html", "search.html", "graph.html", "board.html"]
    names += sorted(os.path.relpath(path, site) for path in glob.glob(site + "/diary/*-*.html"))[-1:]
    return [name for name in dict.fromkeys(names) if os.path.exists(os.path.join(site, name))]


def pictures(browser, address, faults):
    """Eight pictures of a page."""
    context = browser.call("Target.createBrowserContext")["browserContextId"]
    target = browser.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    browser.call("Page.enable", session)
    watch = "window.said = []; addEventListener('error', event => said.push(event.message));" \
        "const old = console.error; console.error = (...words) => { said.push(words.join(' ')); old(...words) }"
    browser.call("Page.addScriptToEvaluateOnNewDocument", session, source=watch)
    for theme in ["light", "dark"]:
        browser.call("Emulation.setEmulatedMedia", session, features=[
            {"name": "prefers-color-scheme", "value": theme}, {"name": "prefers-reduced-motion", "value": "reduce"}])
        for width, height in SIZES:
            browser.call("Emulation.setDeviceMetricsOverride", session, width=width, height=height,
                         deviceScaleFactor=1, mobile=width < 500)
            browser.call("Page.navigate", session, url=address)
            time.sleep(1.2)
            answer = browser.call("Runtime.evaluate", session, returnByValue=True, expression=(
                "[document.documentElement.scrollWidth > innerWidth, said.join('; ')]"))["result"]["value"]
            if answer[0]:
                faults.append(f"{address}: scrolls sideways at {width}")
            if answer[1]:
                faults.append(f"{address}: {answer[1]}")
            data = browser.call("Page.captureScreenshot", session, format="jpeg", quality=80)["data"]
            yield data, round(width * SCALE), round(height * SCALE)
    browser.call("Target.disposeBrowserContext", browserContextId=context)


def main():
    site, sheet = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    names = sys.argv[3:] or chosen(site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(folder)
        rows = []
        for name in names:
            address = f"http://127.0.0.1:{server.server_port}/{urllib.parse.quote(name)}"
            shown = "".join(f'<img src="data:image/jpeg;base64,{data}" width={width} height={height}>'
                            for data, width, height in pictures(browser, address, faults))
            rows.append(f"<p>{name}</p><div>{shown}</div>")
        page = os.path.join(folder, "sheet.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write("<meta charset=utf-8><style>body{margin:8px;background:#999;font:13px sans-serif}p{margin:4px 0}"
                       "div{display:flex;gap:6px;align-items:flex-start}</style>" + "".join(rows))
        target = browser.call("Target.createTarget", url="file://" + page)["targetId"]
        session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        width = 8 * 6 + 16 + 2 * sum(round(size[0] * SCALE) for size in SIZES)
        height = 20 + len(rows) * (round(max(size[1] for size in SIZES) * SCALE) + 26)
        browser.call("Emulation.setDeviceMetricsOverride", session, width=width, height=height,
                     deviceScaleFactor=1, mobile=False)
        time.sleep(2)
        data = browser.call("Page.captureScreenshot", session, format="png")["data"]
        with open(sheet, "wb") as file:
            file.write(base64.b64decode(data))
    for fault in dict.fromkeys(faults):
        print(fault)
    print(f"{len(names)} pages, {len(set(faults))} faults: {sheet}")
    sys.exit(1 if faults else 0)


main()
