#!/usr/bin/env python3
"""parts.py NOTES INDEX FILE: what the parts of a first index cost alone, in milliseconds, one after the other.

NOTES is the folder, INDEX the index.sqlite that was made of it, FILE a database to write and throw away. No part has
any code of Sheaf: files are read, cmark-gfm parses them, FTS5 gets the words that the index has (Korean in pairs of
letters, and the initial consonants of each word once a note), SQLite gets the rows of the other tables and makes their
indexes. Nothing else is in a figure: neither how words are cut nor how rows are made.
"""
import ctypes
import ctypes.util
import os
import re
import sqlite3
import statistics
import sys
import time

WORD = re.compile("[a-z0-9]+|[\uac00-\ud7a3]+")


def files(folder):
    return sorted(os.path.join(root, name) for root, _, names in os.walk(folder) for name in names
                  if name.endswith(".md") and os.sep + "." not in root)


def read(paths):
    texts = []
    for path in paths:
        descriptor = os.open(path, os.O_RDONLY)
        texts.append(os.read(descriptor, 1 << 24))
        os.close(descriptor)
    return texts


def parse(texts):
    library = ctypes.CDLL(ctypes.util.find_library("cmark-gfm") or "libcmark-gfm.so.0.29.0.gfm.6")
    library.cmark_parse_document.restype = ctypes.c_void_p
    library.cmark_parse_document.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
    library.cmark_node_free.argtypes = [ctypes.c_void_p]
    for text in texts:
        library.cmark_node_free(library.cmark_parse_document(text, len(text), 0))


def terms(text):
    """The words of a text as the index has them; a letter that nothing else uses stands for the mark of consonants."""
    cut, seen = [], set()
    for word in WORD.findall(text.lower()):
        if word[0] < "\u0080":
            cut.append(word)
            continue
        cut += [word[place:place + 2] for place in range(len(word))]
        initials = "".join(chr(0x1100 + (ord(letter) - 0xac00) // 588) for letter in word[:12])
        if initials not in seen:
            seen.add(initials)
            cut.append("\u0298" + initials)
    return " ".join(cut)


def database(path):
    if os.path.exists(path):
        os.remove(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA cache_size = -65536;"
                             "PRAGMA temp_store = MEMORY; BEGIN")
    return connection


def words(bodies, path):
    connection = database(path)
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(body, content = '', tokenize = 'ascii')")
    connection.execute("INSERT INTO t(t, rank) VALUES ('hashsize', 67108864)")
    connection.executemany("INSERT INTO t VALUES (?)", bodies)
    connection.execute("COMMIT")
    connection.close()


def tables(index):
    connection = sqlite3.connect(index)
    kept = []
    for name, sql in connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'text*'").fetchall():
        kept.append((name, sql, connection.execute('SELECT * FROM "%s"' % name).fetchall()))
    indexes = [sql for (sql,) in connection.execute(
        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")]
    connection.close()
    return kept, indexes


def rows(kept, indexes, path):
    connection = database(path)
    for name, sql, content in kept:
        connection.execute(sql)
        if content:
            places = ", ".join("?" * len(content[0]))
            connection.executemany('INSERT INTO "%s" VALUES (%s)' % (name, places), content)
    for sql in indexes:
        connection.execute(sql)
    connection.execute("COMMIT")
    connection.close()


def main():
    folder, index, path = sys.argv[1:]
    paths = files(folder)
    texts = read(paths)
    bodies = [(terms(text.decode("utf-8", "replace")),) for text in texts]
    kept, indexes = tables(index)
    for name, part in (("reading the files", lambda: read(paths)), ("cmark-gfm alone", lambda: parse(texts)),
                       ("words into FTS5", lambda: words(bodies, path)),
                       ("rows, and indexes on them", lambda: rows(kept, indexes, path))):
        times = []
        for _ in range(5):
            start = time.perf_counter()
            part()
            times.append((time.perf_counter() - start) * 1000)
        print("%-26s %7.0f ms" % (name, statistics.median(times)))
    os.remove(path)


main()
