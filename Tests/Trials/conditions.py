#!/usr/bin/env python3
"""Changes one condition at a time in the code that keeps promises, and lists the changes that no test notices.

    Tests/Trials/conditions.py [--minutes 30] [--area sealing,trust] [--list] [--seed 1] [--each 3] [--after OUTPUT]
                               [--seconds 40]

Comparisons are turned, negations dropped, `&&` and `||` exchanged, and guards that leave are passed over. All changes
are built at once into a copy of the repository's last commit (in .build/conditions, or --folder); a file there says
which one counts. Each suite runs once without a change to learn which conditions it comes to; a condition is then
tried with the suites of its module that come to it and the quickest others, up to --seconds of them, and the tests end at their first
failure. Where no suite comes to it, it survives at once. Changes that the compiler refuses are left out; a suite that
fails without a change ends the trial. With --each, so many conditions of each area are tried instead of all; with
--after, those that an earlier output names are left out. What changes nothing that anybody can observe is in
explained.txt, with the reason.
"""

import argparse
import collections
import functools
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

# The changed parts: files, and in these the lines with a word, if one is given. The first areas keep the promises.
AREAS = {
    "sealing": (["Sources/**/*.swift"], r"[sS]eal"),
    "letters": (["Sources/**/Letter*.swift", "Sources/Core/NoteModel/Seal.swift"], ""),
    "publishing": ([
        "Sources/Core/NoteModel/Site/PublicationRules.swift", "Sources/Extensions/Site/SheafSite/Publishing/SiteFolder.swift",
        "Sources/Extensions/Site/SheafSite/Preview/PreviewSite.swift", "Sources/Extensions/Site/SheafSite/Site/Site.swift"], ""),
    "overdue": ([
        "Sources/Core/NoteModel/Tasks/LocatedTask.swift", "Sources/Core/NoteModel/Tasks/TaskGraph.swift",
        "Sources/Core/NoteModel/Tasks/LocatedTask.swift", "Sources/Core/NoteModel/Tasks/TaskGraph.swift"], ""),
    "undo": ([
        "Sources/Core/NoteRepository/Transactions/Journal*.swift", "Sources/Core/NoteRepository/Transactions/Step*.swift",
        "Sources/Core/NoteRepository/Transactions/File*.swift"], ""),
    "locks": ([
        "Sources/Core/NoteRepository/Transactions/*Lock*.swift", "Sources/Base/ParallelWork/*.swift",
        "Sources/Core/NoteRepository/Files/GitFolder.swift", "Sources/Core/NoteRepository/Files/TemporaryFile.swift",
        "Sources/Core/NoteRepository/Files/LiveFileSystem.swift"], ""),
    "sanitising": (["Sources/Extensions/Site/SafeHTML/*.swift"], ""),
    "trust": ([
        "Sources/Core/NoteRepository/Trust/*.swift", "Sources/Core/NoteRepository/Layout/SettingsFile.swift",
        "Sources/Core/NoteRepository/Configuration/Configuration.swift",
        "Sources/Core/NoteRepository/Configuration/ConfigurationKey.swift", "Sources/Extensions/Shared/WebPages/WebAddress.swift",
        "Sources/Faces/SheafCommands/Running/CurlClient.swift"], ""),
    "queries": (["Sources/Core/NoteIndex/Queries/QueryCompiler*.swift", "Sources/Core/NoteModel/Queries/Query.swift"], ""),
    # Only where they are asked for.
    "rules": ([
        "Sources/Core/NoteModel/Fields/NoteRules.swift", "Sources/Core/NoteModel/Fields/NoteRules.swift",
        "Sources/Core/MarkdownFormatting/Proof/*.swift", "Sources/Core/NoteSyntax/Mistakes/*.swift"], ""),
    "words": (["Sources/Core/NoteModel/Queries/Query*.swift", "Sources/Faces/SheafCommands/Options/Query*.swift"], ""),
    "tasks": (["Sources/Core/NoteModel/Tasks/*.swift"], ""),
    "index": (["Sources/Core/NoteIndex/Tables/*.swift"], ""),
}
USUAL = ["sealing", "letters", "publishing", "overdue", "undo", "locks", "sanitising", "trust", "queries"]

# The function that the changed sources call; it reads once which change counts.
SWITCH = """import Glibc

private let chosen: Int = {
  guard let file = unsafe fopen("FILE", "r") else { return 0 }
  defer { unsafe fclose(file) }
  var digits = [UInt8](repeating: 0, count: 16)
  let count = unsafe fread(&digits, 1, 16, file)
  return Int(String(decoding: digits[..<count], as: UTF8.self)) ?? 0
}()

private nonisolated(unsafe) let reached: UnsafeMutablePointer<UInt8>? = {
  let descriptor = unsafe open("FILE.reached", O_RDWR)
  guard descriptor >= 0, let map = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
    unsafe map != MAP_FAILED
  else { return nil }
  return unsafe map.assumingMemoryBound(to: UInt8.self)
}()

func changed(_ number: Int) -> Bool {
  if let map = unsafe reached { unsafe map[number] = 1 }
  return chosen == number
}

func compared<Value>(
  _ number: Int, _ left: Value, _ right: Value, _ sign: (Value, Value) -> Bool,
  _ other: (Value, Value) -> Bool
) -> Bool { changed(number) ? other(left, right) : sign(left, right) }

func both(
  _ number: Int, _ left: Bool, _ right: @autoclosure () throws -> Bool
) rethrows -> Bool { changed(number) ? try left || right() : try left && right() }

func either(
  _ number: Int, _ left: Bool, _ right: @autoclosure () throws -> Bool
) rethrows -> Bool { changed(number) ? try left && right() : try left || right() }
"""

COMPARISONS = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "==": "!=", "!=": "=="}
SIGN = re.compile(r" (<=|>=|==|!=|<|>|&&|\|\|) ")
GUARD = re.compile(r"^(\s*guard )(.+)( else \{ (?:return.*|throw .*|continue|break) \})$")
NEGATION = re.compile(r"(?<![\w!=)\]])!(?=[\w(])")
SQL = re.compile(r"(?<= )(<=|>=|<|>|IS NOT NULL|IS NULL|NOT IN|AND|OR)(?= |$)")
SQL_OTHER = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "IS NULL": "IS NOT NULL",
             "IS NOT NULL": "IS NULL", "NOT IN": "IN", "AND": "OR", "OR": "AND"}
STOPS = [", ", ": ", " ? ", " : ", " = ", " += ", " in ", " -> ", "; ", " |= "]
WORDS = ("return ", "if ", "guard ", "where ", "while ", "try ", "else ", "case ", "let ", "var ", "in ", "throw ")
STRENGTH = {"||": 1, "&&": 2}

# As `make test` builds: without the optimizer and without DEBUG, which makes ArgumentParser slow.
FLAGS = ["-c", "release", "-Xswiftc", "-Onone", "-Xswiftc", "-enable-testing", "-Xswiftc", "-gnone"]
PROGRAM = [".build/release/sheafPackageTests.xctest", "--testing-library", "swift-testing"]

COMMIT = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()

Change = collections.namedtuple("Change", "area path line start end kind parts")


@functools.cache
def source(path):
    """The lines of a file in the last commit at the beginning of the trial."""
    return subprocess.run(
        ["git", "show", COMMIT + ":" + path], capture_output=True, text=True, check=True).stdout.split("\n")


def strings(code):
    """True for each character inside a string literal."""
    inside, result = False, []
    for index, character in enumerate(code):
        if character == '"' and (index == 0 or code[index - 1] != "\\"):
            inside = not inside
            result.append(True)
        else:
            result.append(inside)
    return result


def reach(code, quoted, start, step, strength):
    """Returns the other end of the operand that begins or ends at a place; None if it leaves the line."""
    depth, index = 0, start
    opening, closing = ("([{", ")]}") if step > 0 else (")]}", "([{")
    while 0 <= index < len(code):
        character = code[index]
        if not quoted[index]:
            if depth == 0:
                if step > 0 and (code[index:] == "," or code.startswith(" {", index) or code.startswith(" else ", index)
                                 or code.startswith(" where ", index)):
                    return index
                for stop in STOPS:
                    if step > 0 and code.startswith(stop, index):
                        return index
                    if step < 0 and code.startswith(stop, index - len(stop) + 1):
                        return index + 1
                for sign, other in STRENGTH.items():
                    text = f" {sign} "
                    ends = other < strength or step > 0 and other == strength
                    if ends and step > 0 and code.startswith(text, index):
                        return index
                    if ends and step < 0 and code.startswith(text, index - 3):
                        return index + 1
                if step < 0:
                    for word in WORDS:
                        begin = index - len(word) + 1
                        if begin >= 0 and code.startswith(word, begin) and (begin == 0 or code[begin - 1] in " ({"):
                            return index + 1
            if character in opening:
                depth += 1
            elif character in closing:
                if depth == 0:
                    return index if step > 0 else index + 1
                depth -= 1
        index += step
    if depth:
        return None
    return len(code) if step > 0 else len(code) - len(code.lstrip())


def changes(area, path, word):
    """Every change of a file, in lines with a word."""
    found = []
    is_sql = False
    for number, line in enumerate(source(path)):
        code = line.split(" //")[0].rstrip()
        if code.strip().startswith(("//", "import ", "@", "case .", "associatedtype", "extension ", "package func", "func ")):
            continue

        if not re.search(word, code):
            if code.count('"""') == 1:
                is_sql = not is_sql
            continue

        def add(start, end, kind, *parts):
            found.append(Change(area, path, number, start, end, kind, parts))
        if is_sql and path.startswith("Sources/Core/NoteIndex/"):
            for match in SQL.finditer(code):
                add(match.start(), match.end(), "sql", match.group(), SQL_OTHER[match.group()])
        if code.count('"""') == 1:
            is_sql = not is_sql
        if is_sql or '"""' in code:
            continue
        quoted = strings(code)
        for match in SIGN.finditer(code):
            sign = match.group(1)
            if quoted[match.start()]:
                continue
            strength = STRENGTH.get(sign, 3)
            start = reach(code, quoted, match.start() - 1, -1, strength)
            end = reach(code, quoted, match.end(), 1, strength)
            if start is None or end is None or start >= match.start() or end <= match.end():
                continue
            add(start, end, sign, (start, match.start()), (match.end(), end))
        for match in NEGATION.finditer(code):
            if quoted[match.start()]:
                continue
            end = reach(code, quoted, match.end(), 1, 4)
            if end is None:
                continue
            add(match.start(), end, "!", (match.end(), end))
        match = GUARD.match(code)
        if match and "," not in match.group(2) and not re.search(r"\b(let|var|case)\b|#available", match.group(2)):
            add(match.start(2), match.end(2), "guard", (match.start(2), match.end(2)))
    return found


def written(code, numbered, start, end):
    """The part of a line with its changes; `numbered`: (number, change), those around others first."""
    result, position = "", start
    inner = [item for item in numbered if start <= item[1].start and item[1].end <= end]
    for number, change in inner:
        if change.start < position:
            continue
        result += code[position:change.start]
        if result.endswith("{") or code[change.start:change.start + 1] == " ":
            result += " "
        rest = [item for item in inner if item[0] != number]
        parts = [written(code, rest, *part).strip() for part in change.parts if isinstance(part, tuple)]
        if change.kind == "sql":
            result += f'\\(changed({number}) ? "{change.parts[1]}" : "{change.parts[0]}")'
        elif change.kind == "guard":
            result += f"changed({number}) || ({parts[0]})"
        elif change.kind == "!":
            result += f"(changed({number}) != !({parts[0]}))"
        elif change.kind in COMPARISONS:
            result += f"compared({number}, {parts[0]}, {parts[1]}, {change.kind}, {COMPARISONS[change.kind]})"
        else:
            result += f"{'both' if change.kind == '&&' else 'either'}({number}, {parts[0]}, {parts[1]})"
        position = change.end
    return result + code[position:end]


def around(change):
    """An order in which a change comes before those inside it."""
    return change.start, -change.end, change.kind != "guard"


def write(folder, chosen, paths):
    """Writes these sources with every change in them."""
    by_line = collections.defaultdict(list)
    for number, change in chosen.items():
        by_line[change.path, change.line].append((number, change))
    for path in paths:
        lines = list(source(path))
        for line in range(len(lines)):
            numbered = sorted(by_line.get((path, line), []), key=lambda item: around(item[1]))
            if numbered:
                lines[line] = written(lines[line], numbered, 0, len(lines[line]))
        replace(os.path.join(folder, path), "\n".join(lines))
    for module in {"/".join(path.split("/")[:2]) for path in paths}:
        replace(os.path.join(folder, module, "Switch.swift"), SWITCH.replace("FILE", os.path.join(folder, "change")))


def replace(path, text):
    """Writes a file where it is another, so that what is the same is not built again."""
    if os.path.exists(path):
        with open(path) as file:
            if file.read() == text:
                return
    with open(path, "w") as file:
        file.write(text)


def build(folder, chosen):
    """Builds the copy; changes in lines that the compiler refuses are left out, and known the next time."""
    known = os.path.join(folder, f"refused-{COMMIT[:12]}.json")
    refused = set()
    if os.path.exists(known):
        with open(known) as file:
            refused = {tuple(row) for row in json.load(file)}
    while True:
        kept = {number: change for number, change in chosen.items() if (change.path, change.line) not in refused}
        write(folder, kept, {change.path for change in chosen.values()})
        result = subprocess.run(["swift", "build", "--build-tests", *FLAGS], cwd=folder, capture_output=True, text=True)
        if result.returncode == 0:
            with open(known, "w") as file:
                json.dump(sorted(refused), file)
            print(f"{len(chosen) - len(kept)} changes left out", flush=True)
            return kept
        found = {(os.path.relpath(match.group(1), folder), int(match.group(2)) - 1) for match in
                 re.finditer(r"^(/[^:\n]+):(\d+):\d+: error:", result.stdout + result.stderr, re.M)}
        if found <= refused:
            sys.exit("The copy cannot be built:\n" + (result.stdout + result.stderr)[-3_000:])
        refused |= found


def reaches(folder):
    """For each suite its seconds and the changes that it comes to, by running each alone; kept for the next time."""
    kept = os.path.join(folder, f"reach-{COMMIT[:12]}.json")
    if os.path.exists(kept):
        with open(kept) as file:
            return json.load(file)
    listed = subprocess.run([*PROGRAM, "--list-tests"], cwd=folder, capture_output=True, text=True).stdout.split("\n")
    result = {}
    for suite in sorted({line.partition("/")[0] for line in listed if "/" in line}):
        with open(os.path.join(folder, "change.reached"), "wb") as file:
            file.write(bytes(4096))
        begin = time.time()
        if is_noticed(folder, 0, re.escape(suite) + "/", seconds=600):
            sys.exit(f"{suite} fails without a change.")
        with open(os.path.join(folder, "change.reached"), "rb") as file:
            result[suite] = [time.time() - begin, [number for number, byte in enumerate(file.read()) if byte]]
    os.remove(os.path.join(folder, "change.reached"))
    with open(kept, "w") as file:
        json.dump(result, file)
    return result


def explanations():
    """Returns the reasons for unnoticed changes, by file, kind and text: `explained.txt` has a line for each."""
    with open(os.path.join(os.path.dirname(__file__), "explained.txt")) as file:
        rows = [line.rstrip("\n").split(" | ") for line in file if line.strip() and not line.startswith("#")]
    return {(path, kind, text): reason for path, kind, text, reason in rows}


def concerned(reached, number, path, seconds):
    """The suites that come to a change, as a pattern: those of its module first, then the quickest, of equal ones those that
    come to few others. None where none comes to it."""
    module = path.split("/")[1] + "Tests."
    suites = sorted((not suite.startswith(module), int(spent), len(numbers), spent, suite)
                    for suite, (spent, numbers) in reached.items() if number in numbers)
    chosen, total = [], 0
    for _, _, _, spent, suite in suites:
        if chosen and total + spent > seconds:
            break
        chosen.append(re.escape(suite) + "/")
        total += spent
    return "|".join(chosen) or None


def named(change):
    """Returns the name of a change in the output: place, kind and text."""
    text = source(change.path)[change.line][change.start:change.end].strip()
    return f"{change.area} {change.path}:{change.line + 1} {change.kind} in {text}"


def is_noticed(folder, number, tests, seconds=60):
    """True where a test fails, or the tests do not end; what they started ends with them."""
    with open(os.path.join(folder, "change"), "w") as file:
        file.write(str(number))
    process = subprocess.Popen(
        [*PROGRAM, "--filter", tests], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    timer = threading.Timer(seconds, lambda: os.killpg(process.pid, signal.SIGKILL))
    timer.start()
    try:
        for line in process.stdout:
            if "✘".encode() in line or b"Fatal error" in line:
                return True
        return process.wait() != 0
    finally:
        timer.cancel()
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        # A program that the tests started may have a group of its own, but not a session.
        subprocess.run(["pkill", "-KILL", "-s", str(process.pid)])
        subprocess.run(["pkill", "-KILL", "-f", folder + "/.build"])
        process.wait()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--minutes", type=float, default=30)
    options.add_argument("--area")
    options.add_argument("--each", type=int, default=1_000_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--folder", default=".build/conditions")
    options.add_argument("--list", action="store_true")
    options.add_argument("--after", type=argparse.FileType())
    options.add_argument("--seconds", type=float, default=40)
    arguments = options.parse_args()
    selected = []
    seen = set()
    for area, (patterns, word) in AREAS.items():
        if area not in (arguments.area.split(",") if arguments.area else USUAL):
            continue
        paths = subprocess.run(["git", "ls-files", *patterns], capture_output=True, text=True).stdout.split()
        found = [change for path in paths for change in changes(area, path, word)]
        found = [change for change in found if (change.path, change.line, change.start, change.kind) not in seen]
        seen |= {(change.path, change.line, change.start, change.kind) for change in found}
        random.Random(arguments.seed).shuffle(found)
        selected += found[:arguments.each]
    chosen = dict(enumerate(selected, 1))
    print(f"{len(chosen)} conditions", flush=True)
    if arguments.list:
        for number, change in chosen.items():
            line = source(change.path)[change.line]
            print(f"{change.area} {change.path}:{change.line + 1}\n-{line}\n+{written(line, [(number, change)], 0, len(line))}")
        return
    folder = os.path.abspath(arguments.folder)
    if not os.path.exists(folder):
        subprocess.run(["git", "clone", "-q", ".", folder], check=True)
    subprocess.run(["git", "fetch", "-q", "origin"], cwd=folder, check=True)
    # The sources with changes in them are written anew where they differ.
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, capture_output=True, text=True).stdout.strip()
    if head != COMMIT:
        subprocess.run(["git", "reset", "-q", "--hard", COMMIT], cwd=folder, check=True)
    chosen = build(folder, chosen)
    reached = reaches(folder)
    tried = {line.partition(": ")[2].rstrip("\n") for line in arguments.after or []}
    explained = explanations()
    end = time.time() + arguments.minutes * 60
    counts = {"noticed": 0, "explained": 0, "survived": 0}
    order = list(chosen)
    random.Random(arguments.seed).shuffle(order)
    order.sort(key=lambda number: list(AREAS).index(chosen[number].area))
    for number in order:
        if time.time() > end:
            break
        change = chosen[number]
        if named(change) in tried:
            continue
        text = source(change.path)[change.line][change.start:change.end].strip()
        tests = concerned(reached, number, change.path, arguments.seconds)
        if (change.path, change.kind, text) in explained:
            outcome = "explained"
        else:
            outcome = "noticed" if tests and is_noticed(folder, number, tests) else "survived"
        counts[outcome] += 1
        print(f"{outcome}: {named(change)}{'' if tests else ' (no suite comes to it)'}", flush=True)
    print(f"{len(chosen)} changes: " + ", ".join(f"{count} {name}" for name, count in counts.items()), flush=True)
    sys.exit(1 if counts["survived"] else 0)


if __name__ == "__main__":
    main()
