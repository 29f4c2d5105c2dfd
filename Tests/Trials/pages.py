#!/usr/bin/env python3
"""Measures how fast pages of a site are on a slow telephone: pages.py SITE [PAGE...]

Chromium loads each page from a server on this machine with a processor four times slower, 4 Mbit/s and 40 ms of delay,
on a screen of 360 × 740, with nothing cached. Printed are, in milliseconds, the largest paint and the time that scripts
block for more than 50 ms at once, the layout shift, and the requests and kilobytes before pictures. Ends with 1 where a
page misses 1,500 ms, 100 ms, a shift of 0 or 30 kB.
"""

import functools
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

WATCH = """
window.watched = {paint: 0, shift: 0, blocked: 0};
new PerformanceObserver(list => list.getEntries().forEach(each => { watched.paint = each.startTime }))
  .observe({type: 'largest-contentful-paint', buffered: true});
new PerformanceObserver(list => list.getEntries().forEach(each => {
  if (!each.hadRecentInput) watched.shift += each.value })).observe({type: 'layout-shift', buffered: true});
new PerformanceObserver(list => list.getEntries().forEach(each => { watched.blocked += each.duration - 50 }))
  .observe({type: 'longtask', buffered: true});
"""


class Browser:
    """Chromium, spoken to over two pipes."""

    def __init__(self, folder):
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()

        def descriptors():
            os.dup2(to_browser, 63)
            os.dup2(from_browser, 64)
            os.dup2(63, 3)
            os.dup2(64, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--remote-debugging-pipe", "--user-data-dir=" + folder],
            preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.number, self.rest, self.events = 0, b"", []

    def read(self):
        while b"\0" not in self.rest:
            self.rest += os.read(self.into, 1 << 16)
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                return answer.get("result", answer)
            self.events.append(answer)


def measure(browser, address):
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    call = functools.partial(browser.call, session=session)
    call("Page.enable")
    call("Network.enable")
    call("Network.setCacheDisabled", cacheDisabled=True)
    call("Network.emulateNetworkConditions", offline=False, latency=40,
         downloadThroughput=500_000, uploadThroughput=500_000)
    call("Emulation.setCPUThrottlingRate", rate=4)
    call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    browser.events.clear()
    call("Page.navigate", url=address)
    end = time.time() + 4
    while time.time() < end:
        call("Runtime.evaluate", expression="1")
        time.sleep(0.2)
    text = call("Runtime.evaluate", expression="JSON.stringify(watched)")["result"]["value"]
    kinds, sizes = {}, {}
    for event in browser.events:
        values = event.get("params", {})
        if event.get("method") == "Network.responseReceived":
            kinds[values["requestId"]] = values["type"]
        elif event.get("method") == "Network.dataReceived":
            sizes[values["requestId"]] = sizes.get(values["requestId"], 0) + values["dataLength"]
    counted = [key for key, kind in kinds.items() if kind in ("Document", "Stylesheet", "Script")]
    browser.call("Target.closeTarget", targetId=target)
    return json.loads(text), len(counted), sum(sizes.get(key, 0) for key in counted)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def main():
    site = os.path.abspath(sys.argv[1])
    handler = functools.partial(Quiet, directory=site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    root = "http://127.0.0.1:%d/" % server.server_address[1]
    is_good = True
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        print("%-50s %7s %8s %7s %9s %7s" % ("page", "paint", "blocked", "shift", "requests", "kB"))
        for page in sys.argv[2:] or ["index.html"]:
            watched, requests, size = measure(browser, root + urllib.parse.quote(page))
            print("%-50s %7.0f %8.0f %7.3f %9d %7.1f" % (
                page[-50:], watched["paint"], watched["blocked"], watched["shift"], requests, size / 1000))
            is_good = is_good and watched["paint"] <= 1_500 and watched["blocked"] <= 100 \
                and watched["shift"] == 0 and size <= 30_000
        browser.process.terminate()
        browser.process.wait()
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
