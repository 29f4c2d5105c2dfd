#!/usr/bin/env python3
"""Damages the index of a copy of a vault in many ways; each command must go on with a new one.

After each damage a command is run that reads the index. It must end as it ends with a sound index, print the same, and
the next command must say nothing more. Flipped bits may change what a row says without anybody being able to notice:
such answers are counted, but they stop nothing.

    Tests/Trials/damage.py VAULT [COUNT] [SEED]        SHEAF=.build-release/release/sheaf
"""

import os
import random
import shutil
import sqlite3
import sys

from vault import Vault

COMMANDS = [
    ("list", "--paths"), ("list", "--json"), ("search", "the"), ("tag",), ("links", "--all"), ("tasks",),
    ("status",), ("stats",), ("graph",), ("agenda",), ("board",), ("check",), ("links", "--broken"), ("cal",),
    ("list", "has:link", "sort:title"), ("digest", "--md"),
]


def index_of(vault):
    for folder, _, names in os.walk(vault.home + "/cache"):
        if "index.sqlite" in names:
            return os.path.join(folder, "index.sqlite")
    raise SystemExit("there is no index")


def flip(path, chance, count):
    with open(path, "r+b") as file:
        size = os.path.getsize(path)
        for _ in range(count):
            at = chance.randrange(size)
            file.seek(at)
            byte = file.read(1)[0]
            file.seek(at)
            file.write(bytes([byte ^ (1 << chance.randrange(8))]))


def overwrite(path, chance, pattern):
    size = os.path.getsize(path)
    length = chance.choice([16, 512, 4096, 65536])
    with open(path, "r+b") as file:
        file.seek(chance.randrange(size))
        file.write(bytes(chance.randrange(256) for _ in range(length)) if pattern is None else pattern * length)


def truncate(path, chance):
    os.truncate(path, chance.choice([0, 1, 100, 4096, chance.randrange(os.path.getsize(path))]))


def sql(path, chance, make):
    connection = sqlite3.connect(path)
    try:
        names = [row[0] for row in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            " AND name NOT LIKE 'text%'")]
        table = chance.choice(names)
        connection.executescript("PRAGMA writable_schema = ON;")
        make(connection, table)
        connection.commit()
    finally:
        connection.close()


def drop(connection, table):
    connection.execute(f"DROP TABLE {table}")


def rename_column(chance):
    def make(connection, table):
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column = chance.choice(columns)
        connection.execute(f"ALTER TABLE {table} RENAME COLUMN {column} TO renamed")
    return make


def values(chance, value):
    def make(connection, table):
        # Without its constraints a column takes anything, as a damaged page does.
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(replace(sql, ' NOT NULL', ''), ' STRICT', '')"
            " WHERE type = 'table' AND name NOT LIKE 'text%'")
        connection.commit()
        path = connection.execute("PRAGMA database_list").fetchone()[2]
        other = sqlite3.connect(path)
        columns = [row[1] for row in other.execute(f"PRAGMA table_info({table})") if not row[5]]
        if columns:
            other.execute(f"UPDATE OR IGNORE {table} SET {chance.choice(columns)} = {value}")
        other.commit()
        other.close()
    return make


def remove_table_text(connection, _):
    connection.execute("DELETE FROM text_data WHERE id > 10")


def damage(path, chance):
    """Damages the file; says how."""
    kind = chance.choice([
        "bits", "bits", "bits", "many bits", "zeros", "garbage", "truncated", "header", "dropped table",
        "renamed column", "NULL", "NULL", "text for numbers", "huge numbers", "full text", "folder", "log",
        "permissions"])
    if kind == "bits":
        flip(path, chance, 1)
    elif kind == "many bits":
        flip(path, chance, 500)
    elif kind == "zeros":
        overwrite(path, chance, b"\0")
    elif kind == "garbage":
        overwrite(path, chance, None)
    elif kind == "truncated":
        truncate(path, chance)
    elif kind == "header":
        with open(path, "r+b") as file:
            file.seek(chance.randrange(100))
            file.write(bytes([chance.randrange(256)]))
    elif kind == "folder":
        os.remove(path)
        os.mkdir(path)
    elif kind == "log":
        with open(path + "-wal", "wb") as file:
            file.write(bytes(chance.randrange(256) for _ in range(8192)))
    elif kind == "permissions":
        os.chmod(path, 0)
    else:
        sql(path, chance, {
            "dropped table": drop, "renamed column": rename_column(chance), "NULL": values(chance, "NULL"),
            "text for numbers": values(chance, "'x'"), "huge numbers": values(chance, "9223372036854775807"),
            "full text": remove_table_text}[kind])
    return kind


def restore(path, sound):
    for name in [path, path + "-wal", path + "-shm", path + "-journal"]:
        if os.path.isdir(name) and not os.path.islink(name):
            shutil.rmtree(name)
        elif os.path.lexists(name):
            os.remove(name)
    shutil.copy(sound, path)


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    vault = Vault(sys.argv[1], os.environ.get("SHEAF", ".build-release/release/sheaf"))
    try:
        sys.exit(0 if trial(vault, count, chance) else 1)
    finally:
        vault.close()


def trial(vault, count, chance):
    vault.run("index", check=True)
    path = index_of(vault)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    sound = vault.home + "/sound.sqlite"
    shutil.copy(path, sound)
    expected = {}
    for words in COMMANDS:
        run = vault.run(*words)
        expected[words] = (run.returncode, run.stdout)
    figures, stopped, crashed, other = {}, 0, 0, 0
    for number in range(count):
        restore(path, sound)
        kind = damage(path, chance)
        words = chance.choice(COMMANDS)
        run = vault.run(*words)
        again = vault.run(*words)
        figures[kind] = figures.get(kind, 0) + 1
        if run.returncode < 0 or run.returncode > 128 or again.returncode < 0 or again.returncode > 128:
            crashed += 1
            print(f"{number}: {kind}: {' '.join(words)} crashed:", run.stderr[-300:], again.stderr[-300:])
        elif run.returncode not in (expected[words][0], 0, 1) or again.returncode not in (expected[words][0], 0, 1):
            stopped += 1
            print(f"{number}: {kind}: {' '.join(words)} stopped with {run.returncode}:", run.stderr[-300:])
        elif again.stdout != expected[words][1]:
            other += 1
    restore(path, sound)
    kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(figures.items()))
    print(f"{count} damages ({kinds}): {crashed} crashed, {stopped} stopped a command, {other} gave another answer")
    return crashed == 0 and stopped == 0


if __name__ == "__main__":
    main()
