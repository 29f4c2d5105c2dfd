"""The repository's own settings and templates: none runs a program, reads the environment or leads out of the repository."""

from attacks import READING

PROGRAMS = ["editor", "pager", "picker", "opener", "remind.command", "publish.command", "renderers.mermaid", "renderers.dot",
            "hooks.on-add", "hooks.on-change", "hooks.on-publish", "alias.x", "alias.list", "calendar.command", "browser"]
RUNS = [("list",), ("show", "Note"), ("today",), ("edit", "Note"), ("open", "Note"), ("remind", "--run"), ("pick",), ("x",),
        ("add", "buy milk"), ("set", "Note", "a=b"), ("diary",), ("check", "--external"), ("publish", "--dry-run"), ("diary", "walk")]
PLACES = ["diary.path", "diary.folder", "folders.diary", "folders.memo", "folders.tasks", "tasks.folder", "inbox", "jot.note",
          "attachments.folder", "templates.folder", "site.output", "calendar.path", "new.folder", "letters.folder", "folders.attachments",
          "citations", "repository", "weekly.path"]
TARGETS = ["../../out", "/tmp/out-of-everything/x", "~/Documents", "a/../../../Documents", "..", "link/out"]


def nested(key, value):
    lines, indent = [], ""
    parts = key.split(".")
    for part in parts[:-1]:
        lines.append(f"{indent}{part}:")
        indent += "  "
    return "\n".join([*lines, f"{indent}{parts[-1]}: {value}"]) + "\n"


def program(key):
    def run(ground):
        ground.write(".sheaf/config.yaml", nested(key, f'"{ground.stranger}"'))
        ground.write("Diary/Tasks/T.md", "---\ntitle: T\nstatus: todo\ndue: 2020-01-01T00:00:00Z\nremind: 1m\n---\n")
        ground.begin()
        for words in RUNS:
            ground.run(*words)
        ground.judge()
    return run


def place(key, target):
    def run(ground):
        import os
        os.symlink(ground.home, ground.root + "/link")
        ground.write(".sheaf/config.yaml", nested(key, f'"{target}"'))
        ground.write(ground.work + "/picture.png", b"\x89PNG\r\n\x1a\n")
        ground.begin()
        for words in (("new", "Words"), ("diary", "walk"), ("jot", "thought"), ("add", "milk", "due:tomorrow"), ("attach", "Note", ground.work + "/picture.png"),
                      ("letter", "new", "--until", "2999-01-01", "words"), ("publish", "--yes"), ("list",), ("set", "Note", "due=tomorrow"), ("undo",)):
            ground.run(*words)
        ground.judge()
    return run


TEMPLATES = ["memo.md", "diary.md", "task.md", "sub/deep.md", "sub/deeper/still.md", "letter.md", "inbox.md"]
BODIES = ["{{env.API_TOKEN}}", "{{ env.API_TOKEN }}", "{{{env.API_TOKEN}}}", "{{&env.API_TOKEN}}", "{{#env}}{{API_TOKEN}}{{/env}}",
          "{{sh \"cat ~/.ssh/id\"}}", "{{> ../../../secret}}", "{{> /etc/passwd}}", "{{>../../secret.md}}", "<% tp.system.exec('id') %>",
          "{{#env.API_TOKEN}}{{.}}{{/env.API_TOKEN}}", "{{env.HOME}}{{env.API_TOKEN}}"]


def template(name, body):
    def run(ground):
        ground.write(".sheaf/templates/" + name, f"# {{{{title}}}}\n\n{body}\n")
        ground.begin()
        stem = name[:-3]
        for words in (("new", "A", "-T", stem), ("new", "B"), ("diary", "walk"), ("add", "milk"), ("jot", "x"),
                      ("letter", "new", "--until", "2999-01-01", "words"), ("new", "C", "--in", "Diary")):
            ground.run(*words)
        ground.judge()
    return run


CONFIGURATIONS = {
    "not a map": "- a\n- b\n", "no YAML": "{{{{", "bytes": b"\xff\xfe\x00a", "deep": "a:\n" + "".join(" " * i + f"k{i}:\n" for i in range(1, 3000)),
    "aliases": "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [" + ",".join(["*" + chr(97 + i)] * 9) + "]\n" for i in range(9)),
    "huge": "x: " + "a" * 5_000_000 + "\n", "many keys": "".join(f"k{i}: v\n" for i in range(50_000)), "tabs": "site:\n\toutput: x\n",
    "numbers": "undo:\n  entries: 99999999999999999999\n  megabytes: -1\n", "ignore": "ignore: ['*', '**', '']\n",
    "regular expression": "ignore: ['" + "(a*)*" * 50 + "']\n", "control characters": "title: \"\\e[2J\\e]0;x\\a\"\n",
    "self query": "views:\n  a: '@a'\n  b: '@c'\n  c: '@b'\n", "private network": "calendar:\n  url: http://169.254.169.254/\n",
}


def configuration(text):
    def run(ground):
        ground.write(".sheaf/config.yaml", text)
        ground.begin()
        for words in [*READING, ("config",), ("list", "@a"), ("list", "@b"), ("set", "Note", "a=b"), ("new", "x"), ("undo",)]:
            ground.run(*words)
        ground.judge()
    return run


def trust_ends(change):
    """A trusted file changes with a later pull: the new state is not trusted."""
    def run(ground):
        ground.write(".sheaf/config.yaml", "")
        ground.write(".sheaf/theme/page.mustache", "<html><head></head><body>{{{body}}}</body></html>")
        ground.write(".sheaf/templates/sub/deep.md", "# {{title}}\n")
        ground.run("config", "trust", "--yes")
        change(ground)
        site = ground.home + "/site"
        ground.allowed = [site]
        ground.begin()
        for words in (("edit", "Note"), ("new", "A", "-T", "sub/deep"), ("new", "B"), ("publish", "-o", site, "--yes"), ("list",)):
            ground.run(*words)
        ground.judge(site)
    return run


CHANGES = {
    "configuration": lambda ground: ground.write(".sheaf/config.yaml", f'editor: "{ground.stranger}"\n'),
    "deep template": lambda ground: ground.write(".sheaf/templates/sub/deep.md", "{{env.API_TOKEN}}\n"),
    "new template": lambda ground: ground.write(".sheaf/templates/memo.md", "{{env.API_TOKEN}}\n"),
    "page": lambda ground: ground.write(".sheaf/theme/page.mustache", "<html><head></head><body>{{env.API_TOKEN}}</body></html>"),
    "new script": lambda ground: ground.write(".sheaf/theme/deep/own.js", "{{env.API_TOKEN}}"),
    "git.commit": lambda ground: (ground.git("init", "-q"), ground.git("config", "core.fsmonitor", ground.stranger),
                                  ground.write(".sheaf/config.yaml", "git:\n  commit: true\n")),
}


def attacks(seeds):
    for key in PROGRAMS:
        yield f"program {key}", program(key)
    for number, key in enumerate(PLACES):
        for target in TARGETS[number % 2::2]:
            yield f"{key}: {target}", place(key, target)
    for number, body in enumerate(BODIES):
        for name in (TEMPLATES[number % len(TEMPLATES)], "memo.md"):
            yield f"template {name}: {body}", template(name, body)
    for name, text in CONFIGURATIONS.items():
        yield f"configuration: {name}", configuration(text)
    for name, change in CHANGES.items():
        yield f"trust and then: {name}", trust_ends(change)
