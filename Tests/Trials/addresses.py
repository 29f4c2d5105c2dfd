#!/usr/bin/env python3
"""Counts how many addresses of a generated site answer after the move: addresses.py SHEAF FOLDER…

Each folder is the source of a site of MkDocs or Hugo. Its own generator (`mkdocs`, `hugo` on PATH) makes the site with
plain templates in a copy, so that its pages are at the addresses that they have in public. Then `sheaf init` and
`sheaf publish` make another copy, and each old address is looked up as a web server would: the file, `index.html` in
the folder, the name with `.html`, or a line of `_redirects`. Ends with 1 where fewer than 99 % answer.
"""

import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.parse

KEPT = ["contentDir", "defaultContentLanguage", "defaultContentLanguageInSubdir", "languages", "permalinks",
        "taxonomies", "uglyURLs", "disablePathToLower", "removePathAccents", "cascade"]


def run(*words, folder):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr[-1500:]}{done.stdout[-500:]}")
    return done.stdout


def mkdocs(source, target):
    text = open(source + "/mkdocs.yml").read()
    docs = re.search(r"^docs_dir: *(\S+)", text, re.M)
    folder = docs[1].strip("'\"") if docs else "docs"
    plain = "site_name: x\nsite_url: https://x.example/\ndocs_dir: %s\n" % folder
    if re.search(r"^use_directory_urls: *false", text, re.M):
        plain += "use_directory_urls: false\n"
    open(source + "/mkdocs.yml", "w").write(plain)
    for other in os.listdir(source):
        if other.startswith("mkdocs.") and other != "mkdocs.yml":
            os.remove(os.path.join(source, other))
    run("mkdocs", "-q", "build", "-d", target, folder=source)


def hugo(source, target):
    names = [f"{name}.toml" for name in ("hugo", "config", "config/_default/hugo", "config/_default/config")]
    settings = {}
    for name in names + ["hugo.yaml", "config.yaml", "hugo.yml"]:
        path = os.path.join(source, name)
        if not os.path.exists(path):
            continue
        if name.endswith("toml"):
            found = tomllib.load(open(path, "rb"))
        else:
            import yaml
            found = yaml.load(open(path), yaml.BaseLoader)
        settings.update({key: value for key, value in found.items() if key in KEPT})
        os.remove(path)
    for name in ("permalinks", "languages", "taxonomies"):
        path = os.path.join(source, "config/_default", name + ".toml")
        if os.path.exists(path):
            settings[name] = tomllib.load(open(path, "rb"))
    for name in ("layouts", "themes", "config", "assets", "data", "hugo.work", "go.mod"):
        path = os.path.join(source, name)
        shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
    # Shortcodes belong to the theme, which is not here.
    for folder, _, files in os.walk(os.path.join(source, "content")):
        for file in files:
            path = os.path.join(folder, file)
            if file.endswith(".gotmpl"):
                os.remove(path)
            elif file.endswith(".md") and os.path.isfile(path):
                text = open(path).read()
                open(path, "w").write(re.sub(r"\{\{[<%].*?[%>]\}\}", "", text, flags=re.S))
    for name in ("single", "list", "home", "term", "taxonomy"):
        os.makedirs(source + "/layouts", exist_ok=True)
        open(f"{source}/layouts/{name}.html", "w").write("x")
    settings["languages"] = {
        code: {key: value for key, value in one.items() if key in ("contentDir", "weight", "disabled")}
        for code, one in settings.get("languages", {}).items()} or None
    settings = {key: value for key, value in settings.items() if value}
    settings |= {"baseURL": "https://x.example/", "title": "x", "ignoreErrors": ["error-missing-instagram-accesstoken"]}
    json.dump(settings, open(os.path.join(source, "hugo.json"), "w"), default=str)
    run("hugo", "--logLevel", "error", "--destination", target, "--disableKinds", "RSS,robotsTXT,404", folder=source)


def main():
    sheaf, folders = os.path.abspath(sys.argv[1]), [os.path.abspath(folder) for folder in sys.argv[2:]]
    isWorse = False
    for folder in folders:
        with tempfile.TemporaryDirectory() as place:
            old, new, moved = place + "/old", place + "/new", place + "/site"
            for copy in (old, new):
                shutil.copytree(folder, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            kind = mkdocs if os.path.exists(folder + "/mkdocs.yml") else hugo
            kind(old, place + "/public")
            pages = set()
            for top, _, files in os.walk(place + "/public"):
                for file in [os.path.join(top, name) for name in files if name == "sitemap.xml"]:
                    found = re.findall(r"<loc>https://x.example(.*?)</loc>", open(file).read())
                    pages |= {urllib.parse.unquote(html.unescape(page)).strip("/") for page in found}
            pages = {page for page in pages if page and not page.endswith(".xml")}
            run(sheaf, "init", "--quiet", folder=new)
            run(sheaf, "publish", "-o", moved, "--yes", folder=new)
            led = set()
            if os.path.exists(moved + "/_redirects"):
                led = {urllib.parse.unquote(line.split(" ")[0]).strip("/") for line in open(moved + "/_redirects")}

            def answers(page):
                names = [page, page + "/index.html", page + ".html"]
                return any(os.path.isfile(os.path.join(moved, name)) or name.strip("/") in led for name in names)

            missing = sorted(page for page in pages if not answers(page))
            share = 1 - len(missing) / max(1, len(pages))
            isWorse = isWorse or share < 0.99
            print(f"{os.path.basename(folder)}: {len(pages) - len(missing)} of {len(pages)} answer ({share:.1%})")
            for page in missing[:15]:
                print("  missing: /" + page)
    sys.exit(1 if isWorse else 0)


main()
