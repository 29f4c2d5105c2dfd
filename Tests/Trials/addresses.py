#!/usr/bin/env python3
"""Counts how many addresses of a generated site answer after the move: addresses.py SHEAF FOLDER…

Each folder is the source of a site of MkDocs, Hugo, Jekyll, VitePress or Docusaurus. Its own generator (`mkdocs`, `hugo`,
`jekyll` on PATH) makes the site with plain templates in a copy, so that its pages are at the addresses that they have in
public; the addresses of VitePress and Docusaurus are counted by the rules of their documentation. Then `sheaf init` and
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


def jekyll(source, target):
    import yaml
    path = source + "/_config.yml"
    found = yaml.load(open(path), yaml.SafeLoader) if os.path.exists(path) else {}
    kept = {key: value for key, value in found.items() if key in (
        "permalink", "collections", "collections_dir", "defaults", "exclude", "include", "future", "unpublished", "timezone")}
    kept |= {"url": "https://x.example", "baseurl": "", "plugins": ["jekyll-sitemap", "jekyll-redirect-from"]}
    json.dump(kept, open(path, "w"), default=str)
    for name in ("_layouts", "_includes", "_plugins", "_sass", "Gemfile", "Gemfile.lock", "_data"):
        path = os.path.join(source, name)
        shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
    # Tags of plugins and includes are not here; files that are no notes may need a theme.
    for folder, _, files in os.walk(source):
        for file in files:
            path = os.path.join(folder, file)
            if file.endswith((".md", ".markdown", ".html")) and os.path.isfile(path):
                text = open(path, encoding="utf-8").read()
                open(path, "w").write(re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", text, flags=re.S))
            elif file.endswith((".scss", ".sass", ".coffee")):
                os.remove(path)
    run("jekyll", "build", "--quiet", "-d", target, folder=source)


def listed(source, target, pages):
    """Writes a sitemap of the pages."""
    os.makedirs(target)
    with open(target + "/sitemap.xml", "w") as file:
        for page in sorted(pages):
            file.write(f"<loc>https://x.example/{html.escape(page)}</loc>\n")


def sources(folder, endings):
    for top, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("node_modules", ".vitepress", "dist", ".git")]
        for file in files:
            if file.endswith(endings):
                yield os.path.relpath(os.path.join(top, file), folder)


def fields(path):
    import yaml
    found = re.match(r"---\n(.*?)\n---\n", open(path, encoding="utf-8").read(), re.S)
    try:
        values = yaml.load(found[1], yaml.BaseLoader) if found else {}
    except yaml.YAMLError:
        values = {}
    return values if isinstance(values, dict) else {}


def vitepress(source, target):
    base = [os.path.dirname(top) for top, _, _ in os.walk(source) if os.path.basename(top) == ".vitepress"][0]
    config = "".join(open(os.path.join(base, ".vitepress", name)).read()
                     for name in os.listdir(base + "/.vitepress") if name.startswith("config."))
    folder = re.search(r"srcDir: *['\"](.+?)['\"]", config)
    base = os.path.join(base, folder[1]) if folder else base
    moved = re.findall(r"['\"]([^'\"]*?):rest\*['\"]: *['\"]([^'\"]*?):rest\*['\"]", config)
    pages = set()
    for path in sources(base, ".md"):
        if "[" in path or "node_modules" in path:
            continue
        for old, new in moved:
            path = new + path[len(old):] if path.startswith(old) else path
        page = path[:-3]
        pages.add(page[:-5].rstrip("/") if page == "index" or page.endswith("/index") else page)
    listed(source, target, pages)


def docusaurus(source, target):
    place = [top for top, _, files in os.walk(source) if any(file.startswith("docusaurus.config.") for file in files)][0]
    name = [file for file in os.listdir(place) if file.startswith("docusaurus.config.")][0]
    config = open(os.path.join(place, name)).read()
    part = config[config.find("docs: {"):]
    folder = re.search(r"\bpath: *['\"](.+?)['\"]", part)
    route = re.search(r"routeBasePath: *['\"](.*?)['\"]", part)
    docs = os.path.normpath(os.path.join(place, folder[1] if folder else "docs"))
    route = (route[1] if route else "docs").strip("/")
    plain = re.compile(r"^\d+\s*[-_.]+\s*")
    pages = set()
    for path in sources(docs, (".md", ".mdx")):
        if any(part.startswith("_") for part in path.split("/")):
            continue
        said = fields(os.path.join(docs, path))
        *names, last = [plain.sub("", one) for one in re.sub(r"\.mdx?$", "", path).split("/")]
        slug = said.get("slug")
        if slug and slug.startswith("/"):
            page = slug
        elif slug:
            page = "/".join(names + [slug])
        elif last.lower() in ("index", "readme") or names and last.lower() == names[-1].lower():
            page = "/".join(names)
        else:
            page = "/".join(names + [said.get("id", last)])
        pages.add((route + "/" + page.strip("/")).strip("/"))
    blog = os.path.join(place, "blog")
    for path in sources(blog, (".md", ".mdx")):
        said = fields(os.path.join(blog, path))
        found = re.search(r"(\d{4})[-/](\d\d)[-/](\d\d)[-/](.*?)(/index)?\.mdx?$", path)
        slug = said.get("slug")
        if slug:
            pages.add("blog/" + slug.strip("/"))
        elif found:
            pages.add("blog/" + "/".join(found[1, 2, 3, 4]))
    listed(source, target, pages)


def kind(folder):
    """The generator of a source."""
    if os.path.exists(folder + "/mkdocs.yml"):
        return mkdocs
    for top, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "node_modules" and top.count("/") < folder.count("/") + 2]
        if ".vitepress" in folders:
            return vitepress
        if any(file.startswith("docusaurus.config.") for file in files):
            return docusaurus
    if os.path.exists(folder + "/_config.yml") or os.path.isdir(folder + "/_posts"):
        return jekyll
    return hugo


def main():
    sheaf, folders = os.path.abspath(sys.argv[1]), [os.path.abspath(folder) for folder in sys.argv[2:]]
    isWorse = False
    for folder in folders:
        with tempfile.TemporaryDirectory() as place:
            old, new, moved = place + "/old", place + "/new", place + "/site"
            for copy in (old, new):
                shutil.copytree(folder, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            kind(folder)(old, place + "/public")
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
