#!/usr/bin/env python3
"""floor.py NOTES FILE: the seconds that SQLite itself needs for the same texts.

One transaction, FTS5 with unicode61, 64 MB of words in memory, straight into FILE.
"""
import os
import sqlite3
import sys
import time


def main():
    folder, path = sys.argv[1:]
    bodies = []
    for root, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".md"):
                with open(os.path.join(root, name), encoding="utf-8", errors="replace") as file:
                    bodies.append((file.read(),))
    if os.path.exists(path):
        os.remove(path)
    start = time.perf_counter()
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = OFF")
    database.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'unicode61')")
    database.execute("INSERT INTO t(t, rank) VALUES ('hashsize', 67108864)")
    database.executemany("INSERT INTO t VALUES (?)", bodies)
    database.commit()
    database.close()
    print(time.perf_counter() - start)


main()
