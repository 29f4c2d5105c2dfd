"""Other programs that read Markdown, as judges of the formatter: do they make the same HTML of a note before and after?

Standard input is a JSON list of notes: {"before": …, "after": …, "judges": [NAME, …]}; standard output is a list of the
judges that see a difference, one list for each note. The judges are commonmark and containers and myst (markdown-it), python-markdown,
kramdown and pandoc.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))


def python_markdown():
    import markdown

    extensions = [
        "abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc",
        "pymdownx.details", "pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist",
        "pymdownx.blocks.admonition", "pymdownx.blocks.details", "pymdownx.blocks.tab",
    ]
    settings = {"pymdownx.tabbed": {"alternate_style": True}, "toc": {"toc_depth": 3}}

    def html(text):
        return markdown.markdown(text, extensions=extensions, extension_configs=settings)

    return html


def markdown_it(*plugins):
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    for plugin in plugins:
        reader.use(plugin)
    return reader


def containers():
    """markdown-it as VitePress and Docusaurus set it up."""
    from mdit_py_plugins.attrs import attrs_plugin
    from mdit_py_plugins.container import container_plugin
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.footnote import footnote_plugin

    reader = markdown_it(attrs_plugin, deflist_plugin, footnote_plugin)
    reader.use(container_plugin, name="any", validate=lambda *_: True)
    return reader.render


def myst():
    from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin
    from mdit_py_plugins.colon_fence import colon_fence_plugin
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.myst_blocks import myst_block_plugin
    from mdit_py_plugins.myst_role import myst_role_plugin

    return markdown_it(
        attrs_plugin, attrs_block_plugin, colon_fence_plugin, deflist_plugin, dollarmath_plugin,
        footnote_plugin, myst_block_plugin, myst_role_plugin).render


def kramdown(texts):
    found = subprocess.run(
        ["ruby", os.path.join(HERE, "kramdown.rb")], input=json.dumps(texts), text=True,
        stdout=subprocess.PIPE, check=True)
    return json.loads(found.stdout)


def pandoc(text):
    found = subprocess.run(
        ["pandoc", "--from", "markdown+lists_without_preceding_blankline-yaml_metadata_block",
         "--to", "html", "--wrap=none", "--mathjax"],
        input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return found.stdout.decode()


def many(name, texts):
    """The HTML of each text, made by one judge."""
    if name == "kramdown":
        return kramdown(texts)
    if name == "pandoc":
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(pandoc, texts))
    html = {
        "commonmark": lambda: markdown_it().render, "containers": containers, "myst": myst,
        "python-markdown": python_markdown,
    }[name]()
    return [html(text) for text in texts]


def visible(html):
    """HTML without the white space that it does not show, but with all of it inside `<pre>`."""
    parts = re.split(r"(<pre.*?</pre>)", html, flags=re.DOTALL)
    for index in range(0, len(parts), 2):
        parts[index] = re.sub("[ \u00a0]+(</p>|</li>|</t[dh]>|<br)", r"\1", parts[index])
        parts[index] = re.sub(r"> <", "><", re.sub(r"[ \t\n]+", " ", parts[index]))
    return "".join(parts).strip()


def differing(notes):
    result = [[] for _ in notes]
    for name in sorted({name for note in notes for name in note["judges"]}):
        asked = [index for index, note in enumerate(notes) if name in note["judges"]]
        texts = [notes[index][side] for index in asked for side in ("before", "after")]
        pages = many(name, texts)
        for place, index in enumerate(asked):
            if visible(pages[2 * place]) != visible(pages[2 * place + 1]):
                result[index].append(name)
    return result


if __name__ == "__main__":
    json.dump(differing(json.load(sys.stdin)), sys.stdout)
