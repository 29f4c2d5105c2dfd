#!/usr/bin/env python3
"""Changes one condition at a time in the code that keeps promises, and lists the changes that no test notices.

    Tests/Trials/conditions.py [--minutes 30] [--area sealing,trust] [--list] [--seed 1] [--count 100] [--each 3]

Comparisons are turned, negations dropped, `&&` and `||` exchanged, and guards that leave are passed over. Each change
is built and the tests of its area run; it is put back before the next one. The work tree must have no changes in
the files concerned, and a test run that fails without a change ends the trial. With --each, so many conditions of each
area are tried instead of all; SWIFT_FLAGS are given to every build.
"""

import argparse
import os
import random
import re
import signal
import subprocess
import sys
import time

# What is changed, and the tests that have to notice.
AREAS = {
    "sealing": ([
        "Sources/NoteIndex/Links/IndexDatabase+*.swift", "Sources/NoteIndex/Queries/IndexDatabase+*.swift", "Sources/NoteIndex/Tasks/IndexDatabase+*.swift", "Sources/NoteIndex/Writing/IndexDatabase+*.swift", "Sources/NoteIndex/Queries/IndexCounts.swift",
        "Sources/NoteModel/Note.swift", "Sources/NotePresentation/Calendar/Letter*.swift", "Sources/SheafCommands/Commands/Diary/Letter*.swift",
        "Sources/SheafCommands/Running/SealedText.swift",
        "Sources/NoteRepository/Transactions/FileChange.swift",
    ], "SealedLetterTests|KeptSafeTests|QueryPropertyTests|PublishCommandTests|TranscriptTests"),
    "publishing": ([
        "Sources/SheafSite/Preview/FreshNote.swift",
        "Sources/SheafSite/Site/Site.swift",
        "Sources/NoteRepository/Site/SiteFolder.swift",
    ], "FreshNoteTests|PublishCommandTests|SiteFolderTests|SiteTests|ServeTests"),
    "overdue": ([
        "Sources/NoteModel/Tasks/TaskPlace.swift", "Sources/NoteModel/Tasks/TaskGraph.swift",
        "Sources/NoteModel/Tasks/LocatedTask.swift",
    ], "TaskPlaceTests|TaskGraphTests|BoardTests|TranscriptTests|RepeatingTaskTests"),
    "undo": ([
        "Sources/NoteRepository/Transactions/Journal*.swift",
        "Sources/NoteRepository/Transactions/Step*.swift",
        "Sources/NoteRepository/Transactions/FileState.swift",
    ], "JournalTests|EarlierVersionsTests|TransactionTests|FileSystemContractTests|FaultTests|RemovedFilesTests"),
    "locks": ([
        "Sources/NoteRepository/Transactions/*Lock*.swift",
        "Sources/ParallelWork/OrderedWindow.swift",
        "Sources/NoteRepository/Files/GitIndexLock.swift",
        "Sources/NoteRepository/Files/TemporaryFile.swift",
        "Sources/NoteRepository/Files/LiveFileSystem.swift",
    ], "JournalTests|TransactionTests|FileSystemContractTests|OrderedWindowTests|FaultTests|GitIndexLockTests"),
    "sanitising": ([
        "Sources/SafeHTML/*.swift",
    ], "HTMLSanitizerTests|MarkupAttackTests|HTMLPageTests|NoteBodyTests|PublishCommandTests"),
    "trust": ([
        "Sources/NoteRepository/Trust/*.swift", "Sources/NoteRepository/Layout/SettingsFile.swift",
        "Sources/NoteRepository/Configuration/Configuration.swift",
        "Sources/NoteRepository/Configuration/ConfigurationKey.swift",
        "Sources/NoteModel/WebLinks/Host*.swift", "Sources/SheafCommands/Running/CurlClient.swift", "Sources/SheafCommands/Running/LiveHostLookup.swift",
    ], "TrustTests|ConfigurationTests|WebLinksTests|WebAddressTests"),
    "query": ([
        "Sources/NoteIndex/Queries/Query*.swift", "Sources/NoteModel/Queries/Query*.swift", "Sources/NotePresentation/Reports/Query*.swift", "Sources/SheafCommands/Commands/Plumbing/Query*.swift", "Sources/SheafCommands/Commands/Plumbing/SavedQueries/Query*.swift", "Sources/SheafCommands/Manual/Query*.swift", "Sources/SheafCommands/Options/Query*.swift",
    ], "QueryPropertyTests|QueryParserTests|IndexSearchTests|TranscriptTests"),
    "rules": ([
        "Sources/NoteModel/Fields/NoteRules.swift", "Sources/NoteModel/Fields/NoteBreach.swift",
        "Sources/MarkdownFormatting/Proof/EmphasisProof.swift",
        "Sources/MarkdownFormatting/Proof/*BlockwiseSearch.swift",
        "Sources/NoteSyntax/Mistakes/*.swift",
    ], "NoteRuleTests|NoteChecksTests|MarkdownFormatterTests"),
}

COMPARISONS = {
    " <= ": [" < "], " < ": [" <= "], " >= ": [" > "], " > ": [" >= "], " == ": [" != "],
    " != ": [" == "], " && ": [" || "], " || ": [" && "],
}
GUARD = re.compile(r"^(\s*)guard (.+) else \{ (return.*|throw .*|continue|break) \}$")
NEGATION = re.compile(r"(?<![\w!=)\]])!(?=[\w(])")
SQL = re.compile(r"(?<= )(<=|>=|<|>|IS NOT NULL|IS NULL|NOT IN|AND|OR)(?= |$)")
SQL_OTHER = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "IS NULL": "IS NOT NULL",
             "IS NOT NULL": "IS NULL", "NOT IN": "IN", "AND": "OR", "OR": "AND"}


def mutants(path):
    """(line, before, after) for every condition of a file."""
    found = []
    text = open(path).read().split("\n")
    is_sql = False
    for number, line in enumerate(text):
        code = line.split(" //")[0]
        if code.strip().startswith(("//", "import ", "@", "case .", "associatedtype")):
            continue
        quotes = code.count('"""') == 1
        if is_sql or "SELECT" in code or "WHERE" in code:
            for match in SQL.finditer(code):
                other = SQL_OTHER[match.group()]
                found.append((number, line, code[:match.start()] + other + code[match.end():]))
        if quotes:
            is_sql = not is_sql
        if is_sql or "->" in code and "func" in code:
            continue
        for sign, others in COMPARISONS.items():
            start = code.find(sign)
            while start >= 0:
                for other in others:
                    after = code[:start] + other + code[start + len(sign):]
                    found.append((number, line, after))
                start = code.find(sign, start + 1)
        for match in NEGATION.finditer(code):
            found.append((number, line, code[:match.start()] + code[match.end():]))
        match = GUARD.match(code)
        if match and " let " not in " " + match.group(2) and " case " not in " " + match.group(2):
            found.append((number, line, f"{match.group(1)}_ = {match.group(2)}"
                          if "," not in match.group(2) else None))
    return [mutant for mutant in found if mutant[2] is not None and mutant[2] != mutant[1]]


def run(words, seconds):
    # A change may keep the tests from ending: what they started ends with them.
    process = subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return "timeout"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--minutes", type=float, default=30)
    options.add_argument("--count", type=int, default=1_000_000)
    options.add_argument("--area")
    options.add_argument("--each", type=int, default=1_000_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--list", action="store_true")
    arguments = options.parse_args()
    chosen = []
    for area, (patterns, tests) in AREAS.items():
        if arguments.area and area not in arguments.area.split(","):
            continue
        paths = subprocess.run(
            ["git", "ls-files", *patterns], capture_output=True, text=True).stdout.split()
        found = [(area, path, tests, mutant) for path in paths for mutant in mutants(path)]
        random.Random(arguments.seed).shuffle(found)
        chosen += found[:arguments.each]
    random.Random(arguments.seed).shuffle(chosen)
    print(f"{len(chosen)} conditions", flush=True)
    if arguments.list:
        for area, path, _, (number, before, after) in chosen:
            print(f"{area} {path}:{number + 1}\n-{before}\n+{after}")
        return
    end = time.time() + arguments.minutes * 60
    counts = {"noticed": 0, "survived": 0, "not built": 0}
    survivors = []
    for area, path, tests, (number, before, after) in chosen[:arguments.count]:
        if time.time() > end:
            break
        original = open(path).read()
        lines = original.split("\n")
        lines[number] = after
        try:
            with open(path, "w") as file:
                file.write("\n".join(lines))
            flags = os.environ.get("SWIFT_FLAGS", "").split()
            if run(["swift", "build", "--build-tests", *flags], 900) != 0:
                outcome = "not built"
            else:
                code = run(["swift", "test", "--skip-build", *flags, "--filter", tests], 300)
                outcome = "survived" if code == 0 else "noticed"
        finally:
            with open(path, "w") as file:
                file.write(original)
        counts[outcome] += 1
        print(f"{outcome}: {area} {path}:{number + 1}", flush=True)
        if outcome == "survived":
            survivors.append((path, number))
            print(f"  -{before.strip()}\n  +{after.strip()}", flush=True)
    print(", ".join(f"{count} {name}" for name, count in counts.items()), flush=True)
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
