#!/usr/bin/env python3
"""Writes the figures of speed in the README and the guide from the results in Benchmarks/README.md.

figures.py            writes the pages
figures.py --check    ends with 1 and names each page whose figures differ from the results

A figure is found by the words around it, so the pages need no marks. A page without these words is an error.
"""
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
GUIDE = "Documentation/Guide/"


def results(count):
    """Returns the milliseconds of each row at this number of notes, and those of its reference."""
    with open(os.path.join(ROOT, "Benchmarks/README.md"), encoding="utf-8") as file:
        cells = [line.split(" | ") for line in file if " | %d | " % count in line]
    return {row[0].strip("| "): (float(row[2]), float(row[6] or 0)) for row in cells if row[2]}


def whole(number, unit=1):
    return "%d" % (int(number / unit + 0.5) * unit)


def figures():
    rows = results(10000)
    (listing, git), (site, hugo) = rows["list, nothing changed"], rows["publish, the whole site"]
    searches = [rows["search: " + words][0] for words in ("a rare word", "a common word", "a phrase", "two Korean syllables")]
    fastest, slowest = min(searches), max(searches)
    whole_milliseconds = (listing, git, fastest, slowest, rows["search: a common word"][1], rows["add"][0])
    speeds = [whole(number) for number in whole_milliseconds] + ["%.1f" % (number / 1000) for number in (site, hugo)]
    first, later = "%.1f" % (rows["cold index"][0] / 1000), whole(listing, 10)
    return [
        ("README.md", ["of 10,000 notes takes about ", " ms"], [whole((fastest + slowest) / 2, 10)]),
        (GUIDE + "en/Comparison.md",
         ["a listing takes ", " ms (git status: ", " ms);\n- a search takes ", " to ", " ms (ripgrep: ",
          " ms);\n- adding a task takes ", " ms;\n- building the whole site takes ", " s (hugo: ", " s)"], speeds),
        (GUIDE + "ko/비교.md",
         ["목록 ", " ms(git status: ", " ms)\n- 검색 ", "~", " ms(ripgrep: ", " ms)\n- 할 일 추가 ", " ms\n- 사이트 전체 ",
          "초(hugo: ", "초)"], speeds),
        (GUIDE + "en/Obsidian.md", ["every note once: about ", " seconds for ten thousand notes"], [first]),
        (GUIDE + "en/Obsidian.md", ["a listing takes about ", " milliseconds"], [later]),
        (GUIDE + "ko/Obsidian에서.md", ["만 개에 ", "초쯤 걸립니다"], [first]),
        (GUIDE + "ko/Obsidian에서.md", ["목록은\n", "밀리초쯤"], [later]),
    ]


def main():
    changed = []
    for page, words, values in figures():
        path = os.path.join(ROOT, page)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        found = re.search(r"[\d.,]+".join(map(re.escape, words)), text)
        if not found:
            sys.exit("%s: there is no text “%s”" % (page, "…".join(words)))
        written = words[0] + "".join(value + word for value, word in zip(values, words[1:]))
        if written == found.group():
            continue
        changed.append(page)
        if "--check" not in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace(found.group(), written, 1))
    if "--check" in sys.argv and changed:
        sys.exit("Figures differ from Benchmarks/README.md (run Benchmarks/figures.py): " + ", ".join(changed))


main()
