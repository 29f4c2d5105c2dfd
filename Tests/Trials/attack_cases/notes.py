"""Attacks in the text of notes: links and embeds of files elsewhere, markup for pages, texts that take long."""

import os

from attacks import READING, SECRET

LINKS = ["![[../secret.md]]", "![[../../home/secret]]", "![x](../secret.md)", "![x](/HOME/secret.md)", "![x](file:///HOME/secret.md)", "[[../secret]]",
         "![x](..%2fsecret.md)", "![x](%2e%2e/secret.md)", "![[/HOME/.ssh/id]]", "[x](../.ssh/id)", "![x](../.ssh/id)", "<img src=\"../.ssh/id\">",
         "<img src=\"file:///HOME/.ssh/id\">", "<object data=\"../secret.md\"></object>", "<iframe src=\"../secret.md\"></iframe>",
         "<link rel=stylesheet href=../secret.md>", "![x](link.png)", "![[link.md]]", "[a]: ../secret.md\n\n![a]", "{{< include \"../secret.md\" >}}",
         "{% include ../../secret.md %}", "<!--#include file=\"../secret.md\" -->", "--8<-- \"../secret.md\"", "```{include} ../secret.md\n```",
         "#+INCLUDE: ../secret.md", ".. include:: ../secret.md", "\\input{../secret.md}", "![x](Note.md/../../secret.md)", "![x](~/secret.md)",
         "```sheaf\n../secret.md\n```"]
SHOWING = [("show", "Evil"), ("render", "Evil", "--to", "html"), ("render", "Evil", "--to", "text"), ("render", "Evil", "--to", "json"), ("digest", "--to", "html"),
           ("digest", "--eml"), ("digest", "--md"), ("export", "--to", "json"), ("export", "--to", "md", "-o", "EXPORT"), ("export", "--to", "epub", "-o", "EPUB"),
           ("share", "Evil"), ("share", "Evil", "--to", "html"), ("check",), ("links", "Evil"), ("search", "harbour"), ("parse", "Evil.md")]

SCRIPTS = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](java\tscript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)", "<svg onload=alert(1)>", "<svg><script>alert(1)</script></svg>", "<math><mi xlink:href=javascript:alert(1)>x</mi></math>",
    "<a href=\"javascript:alert(1)\">x</a>", "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>", "<body onload=alert(1)>", "<style>@import 'javascript:alert(1)'</style>",
    "[x](vbscript:alert(1))", "[[javascript:alert(1)]]", "![[x\" onerror=\"alert(1)]]", "`<script>alert(1)</script>`{=html}", "<details open ontoggle=alert(1)>",
    "<form action=javascript:alert(1)><button>x</button></form>", "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">", "<base href=//evil.invalid/>",
    "<template><script>alert(1)</script></template>", "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">", "# x {onclick=alert(1)}",
    "| a |\n|---|\n| <img src=x onerror=alert(1)> |", "> [!note]+ <img src=x onerror=alert(1)>\n> x", "[^1]\n\n[^1]: <img src=x onerror=alert(1)>",
    "==<img src=x onerror=alert(1)>==", "$<img src=x onerror=alert(1)>$", "```html\"><script>alert(1)</script>\nx\n```", "<xmp><script>alert(1)</script></xmp>",
    "&lt;script&gt;alert(1)&lt;/script&gt;<script\n>alert(1)</script\n>", "<ScRiPt/x>alert(1)</sCrIpT>", "<a href=\"&#106;avascript:alert(1)\">x</a>",
    "<img src=\"x:x\" style=\"background:url(javascript:alert(1))\">", "<p id=\"x\" onmouseover=\"alert(1)\">x</p>",
]


def outside(link):
    def run(ground):
        os.symlink(ground.home + "/.ssh/id", ground.root + "/link.png")
        os.symlink(ground.home + "/secret.md", ground.root + "/link.md")
        ground.write("Evil.md", "# Evil\n\n" + link.replace("/HOME", ground.home) + "\n")
        site, export = ground.home + "/site", ground.work + "/export"
        ground.allowed = [site]
        ground.begin()
        for words in SHOWING:
            ground.run(*[{"EXPORT": export, "EPUB": ground.work + "/x.epub"}.get(word, word) for word in words])
        ground.run("publish", "-o", site, "--yes")
        ground.judge(site, ground.work)
    return run


def script(markup):
    def run(ground):
        ground.write("Evil.md", f"# Evil\n\n{markup}\n")
        ground.write("Title.md", f"---\ntitle: {markup!r}\ntags: [{markup!r}]\n---\n\nx\n")
        site = ground.home + "/site"
        ground.allowed = [site]
        ground.begin()
        pages = [ground.run(*words) for words in (("render", "Evil", "--to", "html"), ("digest", "--to", "html"), ("share", "Evil", "--to", "html"))]
        ground.run("publish", "-o", site, "--yes")
        texts = [page.stdout.decode(errors="replace") for page in pages if page]
        for folder, _, names in os.walk(site):
            for name in names:
                if name.endswith(".html"):
                    with open(folder + "/" + name, errors="replace") as page:
                        texts.append(page.read())
        from attack_cases.judges import active_markup
        for text in texts:
            for found in active_markup(text):
                ground.expect("alert(1)" not in found and "evil.invalid" not in found, f"a page has {found[:80]}")
        ground.judge(site)
    return run


def slow(count):
    shapes = {
        "links": "[a](b) " * count, "open links": "[a](" * count, "footnotes": "".join(f"x[^{i}] " for i in range(count)) + "\n\n" + "".join(f"[^{i}]: y\n" for i in range(count)),
        "CDATA": "<![CDATA[" * count, "conflicts": "<<<<<<< a\n" * count, "tabs": "\t" * count * 10, "fields": "---\n" + "".join(f"k{i}: v\n" for i in range(count)) + "---\n",
        "quotes": ">" * count + "a\n", "stars": "*a_" * count, "images": "![[]()" * count, "comments": "%%" * count, "tables": "|" + "a|" * 300 + "\n|" + "-|" * 300 + "\n" + "|a\n" * (count // 10),
        "entities": "&amp" * count, "backticks": "".join("`" * (i % 300) + " " for i in range(count // 50)), "addresses": "www.a.b/" + ")" * count, "callouts": "> [!note]\n" * count,
        "boxes": "".join(f"- [ ] t{i} 🔁 every day 📅 2026-01-01\n" for i in range(count // 5)), "brackets": "[" * count, "declarations": "<!A" * count, "processing": "<?" * count,
        "templates": "{{" * count, "shortcodes": "{{< a " * count, "liquid": "{% if " * count, "templater": "<% " * count, "containers": "::: a\n" * count, "admonitions": "!!! note\n" * count,
    }
    for name, text in shapes.items():
        def run(ground, text=text):
            ground.write("Evil.md", text + "\n")
            ground.begin()
            for words in (("list",), ("show", "Evil"), ("check",), ("fmt", "--check"), ("render", "Evil", "--to", "html"), ("export", "--to", "org", "-o", ground.work + "/org"), ("agenda",),
                          ("parse", "Evil.md"), ("search", "a"), ("tasks",), ("digest",)):
                ground.run(*words)
            ground.judge()
        yield f"slow: {name}", run


def attacks(seeds):
    for link in LINKS:
        yield f"outside: {link}", outside(link)
    for markup in SCRIPTS:
        yield f"script: {markup}", script(markup)
    yield from slow(20_000)
    assert SECRET and READING
