#!/usr/bin/env python3
"""Measures how smoothly the graph of a site moves: frames.py SITE...

Chromium shows graph.html of each site, 1280 × 800, from a server on this machine. Printed are the notes, and for the
graph that finds its form, that a hand drags and that a wheel zooms: frames in a second, the longest time between two
frames and the longest time that scripts held one up, in milliseconds. Ends with 1 where scripts hold up a frame for
more than 50 ms, which a hand notices. What the machine paints without a graphics card is in the frames, not in the scripts.
"""

import functools
import http.server
import os
import sys
import tempfile
import threading
import time

from pages import Browser, Quiet

WATCH = """
window.seen = {frames: [], scripts: 0};
new PerformanceObserver(list => list.getEntries().forEach(each => {
  seen.scripts = Math.max(seen.scripts, each.duration) })).observe({type: 'longtask'});
(function next(now) { seen.frames.push(now); requestAnimationFrame(next) })(performance.now());
"""
REPORT = """(() => { const gaps = seen.frames.slice(1).map((time, i) => time - seen.frames[i]);
const all = [gaps.length / (gaps.reduce((a, b) => a + b, 0) / 1000), Math.max(...gaps), seen.scripts];
seen.frames = []; seen.scripts = 0; return JSON.stringify(all) })()"""


def watch(browser, address):
    """The number of notes, and for each kind of movement its three figures."""
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    call = functools.partial(browser.call, session=session)

    def value(expression):
        return call("Runtime.evaluate", expression=expression)["result"].get("value")

    call("Page.enable")
    call("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)
    call("Page.navigate", url=address)
    while not value("!!window.picture && !!picture.dataset.state"):
        time.sleep(0.05)
    call("Runtime.evaluate", expression=WATCH)
    figures = []
    time.sleep(2)
    figures.append(eval(value(REPORT)))
    box = eval(value("(() => { const b = picture.getBoundingClientRect(); return JSON.stringify([b.x, b.y, b.width, b.height]) })()"))
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    for step in range(100):
        call("Input.dispatchMouseEvent", type="mouseMoved", x=x + step, y=y + step / 2, button="left")
        time.sleep(0.02)
    call("Input.dispatchMouseEvent", type="mouseReleased", x=x + 100, y=y + 50, button="left", clickCount=1)
    figures.append(eval(value(REPORT)))
    for step in range(40):
        call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-30 if step < 20 else 30)
        time.sleep(0.05)
    figures.append(eval(value(REPORT)))
    browser.call("Target.closeTarget", targetId=target)
    return figures


def main():
    is_good = True
    print("%-40s %-8s %6s %8s %8s" % ("site", "", "fps", "gap", "scripts"))
    for site in sys.argv[1:]:
        handler = functools.partial(Quiet, directory=os.path.abspath(site))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            browser = Browser(folder)
            address = "http://127.0.0.1:%d/graph.html" % server.server_address[1]
            for name, (rate, gap, scripts) in zip(["settles", "dragged", "zoomed"], watch(browser, address)):
                print("%-40s %-8s %6.1f %8.0f %8.0f" % (site[-40:], name, rate, gap, scripts))
                is_good = is_good and scripts <= 50
            browser.process.terminate()
            browser.process.wait()
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
