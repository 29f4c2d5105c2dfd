"""Notes that another program keeps from readers, and files of public notes that are nobody's business."""

import os

from attacks import SECRET

# Settings, and where the note is that they keep back; `%` is the secret.
PROGRAMS = [
    ({".obsidian/app.json": '{"userIgnoreFilters": ["x/"]}'}, "x/a.md", "%"),
    ({".obsidian/publish.json": '{"siteId": "1", "excluded": ["x"]}'}, "x/a.md", "---\npublish: true\n---\n%"),
    ({".obsidian/publish.json": '{"siteId": "1", "included": ["in"]}'}, "x/a.md", "%"),
    ({"logseq/config.edn": '{:publishing/all-pages-public? true :hidden ["/x"]}'}, "x/a.md", "%"), ({}, "pages/a.md", "public:: false\n\n- %"),
    ({"logseq/config.edn": '{}'}, "pages/a.md", "%"), ({"logseq/config.edn": '{:publishing/all-pages-public? false}'}, "pages/a.md", "- %"),
    ({"logseq/config.edn": '{;:publishing/all-pages-public? true\n}'}, "pages/a.md", "- public:: true\n\n- %"),
    ({"logseq/config.edn": '{:publishing/all-pages-public? true'}, "pages/a.md", "public:: true\n\n%"),
    ({"hugo.toml": "ignoreFiles = ['x.*md$']"}, "content/x1.md", "%"), ({"hugo.toml": "[cascade]\ndraft = true"}, "content/a.md", "%"),
    ({"hugo.toml": "title = 'x'", "content/x/_index.md": "---\ncascade: {draft: true}\n---\n"}, "content/x/y/a.md", "%"),
    ({"hugo.toml": "title = 'x'", "content/x/_index.md": "+++\n[[cascade]]\n[cascade.build]\nrender = 'never'\n+++\n"}, "content/x/a.md", "%"),
    ({}, "a.md", "---\nexpiryDate: 2020-01-01\n---\n%"), ({}, "a.md", "---\nbuild:\n  render: never\n---\n%"),
    ({"hugo.toml": "title = 'x'"}, "archetypes/a.md", "%"), ({"zola.toml": "title = 'x'", "content/x/_index.md": "+++\ndraft = true\n+++\n"}, "content/x/a.md", "%"),
    ({}, "a.md", "+++\nrender = false\n+++\n%"), ({"zola.toml": "ignored_content = ['*.{a,b}.md']", "content/o.md": ""}, "content/x.b.md", "%"),
    ({"quartz.config.ts": "export default { ignorePatterns: ['x'] }"}, "content/x/a.md", "%"),
    ({"quartz.config.ts": "export default [Plugin.ExplicitPublish()]"}, "content/a.md", "%"),
    ({"quartz.config.yaml": "configuration:\n  ignorePatterns: [x]\n"}, "content/x/a.md", "%"),
    ({"quartz.config.yaml": "plugins:\n  - source: github:quartz-community/explicit-publish\n"}, "content/a.md", "%"),
    ({"mkdocs.yml": "exclude_docs: |\n  x.md\n"}, "docs/x.md", "%"), ({"docs/mkdocs.yml": "draft_docs: x.md"}, "docs/docs/x.md", "%"),
    ({".vitepress/config.ts": "export default { srcExclude: ['**/x*.md'] }"}, "a/x1.md", "%"), ({"docusaurus.config.js": "export default {}"}, "docs/_x/a.md", "%"),
    ({"_config.yml": "exclude: [x]"}, "x/a.md", "%"), ({"_config.yml": "title: x"}, "_x/a.md", "%"),
    ({"dendron.yml": "publishing: {hierarchies: {x: {publishByDefault: false}}}"}, "x.a.md", "%"),
    ({".foam/a": "", ".vscode/settings.json": '{"foam.files.ignore": ["x/**"]}'}, "x/a.md", "%"),
    ({".obsidian/app.json": '{"userIgnoreFilters": ["x/"'}, "x/a.md", "%"), ({"hugo.toml": "ignoreFiles = ['x"}, "content/x.md", "%"),
    ({".vscode/settings.json": '{"foam.files.ignore": ["x/**"]}'}, "x/a.md", "%"),
    ({"dendron.yml": "publishing: {hierarchy: {x: {publishByDefault: false}}}"}, "x.a.md", "%"),
    ({"dendron.yml": "publishing: {siteHierarchies: [y]}"}, "x.a.md", "%"),
    ({"dendron.yml": "workspace: {vaults: [{fsPath: v, visibility: private}]}"}, "v/a.md", "%"),
    ({"config.toml": "base_url = 'x'\nignored_content = ['x/**']"}, "content/x/a.md", "%"),
    ({"docusaurus.config.js": "x = {exclude: ['x/**']}"}, "docs/x/a.md", "%"),
    ({".vitepress/config.ts": "const srcExclude = ['x.md']; export default { srcExclude }"}, "x.md", "%"),
    ({"mkdocs.yml": "INHERIT: base.yml", "base.yml": "exclude_docs: x.md"}, "docs/x.md", "%"),
    ({"mkdocs.yml": "plugins: [exclude: {glob: ['x/*']}]"}, "docs/x/a.md", "%"),
    ({"mkdocs.yml": "plugins: [encryptcontent: {global_password: y}]"}, "docs/a.md", "%"),
    ({"_config.yml": "defaults: [{scope: {path: x}, values: {published: false}}]"}, "x/a.md", "---\ntitle: y\n---\n%"),
    ({"hugo.toml": "title = 'x'", "content/x/index.md": "+++\nheadless = true\n+++\n"}, "content/x/a.md", "%"),
    ({"hugo.toml": "title = 'x'"}, "content/a.md", "---\nbuild: {list: never}\n---\n%"),
    ({"V/.obsidian/app.json": '{"userIgnoreFilters": ["x/"]}'}, "V/x/a.md", "%"),
    ({"config.toml": "baseURL = 'x'\nignoreFiles = ['x']"}, "content/x.md", "%"),
    ({"hugo.toml": "title = 'x'", "config/production/config.toml": "ignoreFiles = ['x']"}, "content/x.md", "%"),
    ({"hugo.toml": "[[module.mounts]]\nsource = 'content'\ntarget = 'content'\nexcludeFiles = ['x.md']"}, "content/x.md", "%"),
    ({"_config.toml": "exclude = ['x.md']"}, "x.md", "%"), ({"_config.yml": "title: x"}, "~x.md", "%"),
    ({"logseq/config.edn": "{:publishing/all-pages-public? true}"}, "logseq/bak/pages/x/1.md", "%"),
    ({".gitattributes": "/x/** filter=git-crypt diff=git-crypt"}, "x/a.md", "%"), ({"x/.gitattributes": "* filter=git-crypt-own"}, "x/y/a.md", "%"),
    ({".vitepress/config.ts": "export default { srcExclude: own }"}, "x.md", "%"), ({"mkdocs.yml": "exclude_docs: {"}, "docs/x.md", "%"),
    ({"hugo.toml": "IgnoreFiles = ['x']"}, "content/x.md", "%"), ({"hugo.toml": "[languages.en]\nignorefiles = ['x']"}, "content/x.md", "%"),
    ({"hugo.toml": "title = 'x'", "content/x/_index.html": "---\ncascade: {draft: true}\n---\n"}, "content/x/a.md", "%"),
    ({"hugo.toml": "title = 'x'", "content/x/_index.md": '{"cascade": {"draft": true}}\n'}, "content/x/a.md", "%"),
    ({"hugo.toml": "title = 'x'", "config/_default/cascade.yaml": "draft: true\n"}, "content/a.md", "%"), ({"hugo.toml": "title = 'x'"}, "notes/a.md", "%"),
    ({".vitepress/config.ts": "import s from './s'; export default { ...s }", ".vitepress/s.ts": "export default { srcExclude: ['x.md'] }"}, "x.md", "%"),
    ({"quartz.config.ts": "c = { ignorePatterns: ['y'].concat(['x']) }"}, "content/x/a.md", "%"),
    ({"quartz.config.ts": "c = { ignorePatterns: ['y'] }; c.ignorePatterns.push('x')"}, "content/x/a.md", "%"),
    ({"mkdocs.yml": "site_name: x", "docs/x/.meta.yml": "password: y\n"}, "docs/x/a.md", "%"), ({"mkdocs.yml": "INHERIT: gone.yml"}, "docs/a.md", "%"),
    ({"_config.yml": "exclude: y, x"}, "x/a.md", "%"), ({"_config.yml": "defaults: [{scope: {path: x}, values: {draft: true}}]"}, "x/a.md", "%"),
    ({"dendron.yml": "publishing: {privateVaults: [v]}"}, "v/a.md", "%"), ({".vscode/settings.json": '{"foam.x": 1, "files.exclude": {"x/**": true}}'}, "x/a.md", "%"),
    ({".obsidian/app.json": "{}", ".obsidian/plugins/digitalgarden/data.json": "{}"}, "a.md", "%"),
    ({".gitattributes": "[attr]own filter=git-crypt\nx/** own"}, "x/a.md", "%"), ({".gitattributes": "x/** filter=age"}, "x/a.md", "%"),
    ({"website/docusaurus.config.js": "c = { path: '../docs' }"}, "docs/_x.md", "%"),
    ({".sheaf/config.yaml": "profile: obsidian  # .obsidian/\n"}, "a.md", "%"),
]
# The same, where the program's folder is two levels down.
PROGRAMS += [({f"a/b/{name}": text for name, text in files.items()}, f"a/b/{note}", text) for files, note, text in PROGRAMS
             if files and not any(name.startswith((".sheaf", "website")) or "[attr]" in text for name, text in files.items())]
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
FILES = [("x.mdx", "---\ndraft: true\n---\n%"), ("x.qmd", "%"), ("x.md.orig", "%"), ("x.md~", "%"), ("private/x.txt", "%"), ("_drafts/x.txt", "%"),
         ("id_rsa", "%"), ("x.key", "%"), (".env.txt", "PASSWORD=%"), ("x.txt", f"% {TOKEN}"), ("x.txt", "%\npassword: hunter" + "2\n"),
         ("x.html", "%<script>1</script>"), ("x.svg", "<svg onload=x()>%</svg>"), ("x.svg", "<svg><a href='java&#115;cript:x'>%</a></svg>"),
         ("x.unknown", " <html><iframe src=x>%"), ("x.svgz", "%"), ("x.txt", (f"% {TOKEN}").encode("utf-16"))]
PUBLIC = [("digest", "--public"), ("digest", "--public", "--to", "html"), ("digest", "--public", "--json")]


def publish(ground):
    site = ground.home + "/site"
    ground.allowed = [site]
    ground.begin()
    ground.run("publish", "-o", site, "--yes")
    for words in PUBLIC:
        ground.run(*words)
    ground.judge(site)
    return site


def program(files, note, text):
    def run(ground):
        for path, content in files.items():
            ground.write(path, content)
        ground.write(note, text.replace("%", f"# {SECRET}\n\n{SECRET} #{SECRET}"))
        ground.write("content/Open.md", f"# Open\n\n[[{note}|shown]] ![[{note}|shown]]\n")
        publish(ground)
    return run


def file(name, text):
    def run(ground):
        content = text.replace(b"%\0", SECRET.encode("utf-16-le")) if isinstance(text, bytes) else text.replace("%", SECRET)
        ground.write(name, content)
        ground.write("Open.md", f"# Open\n\n[x]({name}) ![x]({name}) [[{name}|x]] ![[{name}|x]] <img src=\"{name}\">\n")
        site = publish(ground)
        ground.run("share", "Open.md", "--to", "html")
        ground.expect(not os.path.exists(f"{site}/files/{name}"), f"{name} is published")
    return run


def attacks(_):
    for number, (files, note, text) in enumerate(PROGRAMS):
        yield f"exclusion {number}: {' '.join(files)} {note}", program(files, note, text)
    for name, text in FILES:
        yield f"file: {name} {text[:30]!r}", file(name, text)
