"""Notes whose owner meant them to be private, in spellings that no reader takes for front matter or for a date."""

from attacks import SECRET

# `%` is the field.
FENCES = ["\n---\n%\n---\n", " ---\n%\n---\n", "\u200b---\n%\n---\n", "\ufeff\ufeff---\n%\n---\n", "----\n%\n----\n", "--- # x\n%\n---\n", "--- %\n---\n",
          "\u2014-\n%\n\u2014-\n", "---\r%\r---\r", "---\n%\n", "---\n\n# x\n%\n", "<!-- x -->\n---\n%\n---\n", "---\ntitle: a\n---\n---\n%\n---\n",
          "---\nb: &b {%}\n<<: *b\n---\n", "---\n\u200b%\n---\n", "\n---\ntags:\n  - a\n%\n---\n", "---\n x: y: z\n%\n---\n",
          "# T\n---\n%\n---\n", "%\n\n", "***\n%\n***\n", "```yaml\n%\n```\n", "T\n===\n%\n"]
PRIVATE = ["private: true", "publish: false", "draft: true", "private:", "비공개: true", "password: x1", "privat: true", "publsih: false", "unsealed: 2999-01-01",
           "isPrivate: true", "is_public: false", "garden-publish: false", "secret: true", "unseal_date: 2999-01-01", "internal: true", "unpublished: true", "audience: private", "privacy: private", "ｐｒｉｖａｔｅ: true",
           "a.private: true", "params: {private: true}"]
DATES = ["publishDate: someday", "publishDate:", "date: 2999-13-45", "date: 2999", "date: 01.01.2999", "created: tomorrow", "password: " + SECRET]
SEALS = ["2999-02-30", "2999", "2999-01", "01.01.2999", "+1y", "never", "", "２９９９-０１-０１", "[2020-01-01, 2999-01-01]", "2020-01-01\nunseal: 2999-01-01"]
TABLES = ["+++\nunseal = 2999-02-30\n+++\n", "+++\nunseal = 2999-01-01\n", "\n+++\nprivate = true\n+++\n", "+++\ndate = 2999-13-45\n+++\n",
          "+++\nextra.private = true\n+++\n", "+++\nextra.unseal = 2999-01-01\n+++\n", "{\"private\": true}\n", "\n{\n\"unseal\": \"2999-01-01\"\n}\n"]
# Fields and tags in the text, above underlines and above tables.
TEXTS = ["%\n---\n", "%\n===\n", "T\n%\n---\n", "T\n%\n| a |\n|---|\n", "T\n| % | b |\n|---|---|\n", "- T\n  %\n  | a |\n  |---|\n", "1. %\n", "## %\n"]
WORDS = ["private:: true", "publish:: false", "draft:: true", "tags:: private", "#private", "a #private b"]
PUBLIC = [("digest", "--public"), ("digest", "--public", "--to", "html"), ("digest", "--public", "--json")]
SEALED = [("list",), ("show", "Evil"), ("search", "harbour"), ("list", "--json"), ("render", "Evil", "--to", "html"), ("export", "--to", "json"), ("check",),
          ("parse", "Evil.md")]


def doubt(head):
    def run(ground):
        ground.write("Evil.md", f"{head}\n# {SECRET}\n\n{SECRET} #{SECRET}\n")
        ground.write("Open.md", "# Open\n\n[[Evil|shown]] ![[Evil|shown]]\n")
        site = ground.home + "/site"
        ground.allowed = [site]
        ground.begin()
        ground.run("publish", "-o", site, "--yes")
        for words in PUBLIC + (SEALED if "unseal" in head else []):
            ground.run(*words)
        ground.judge(site)
        # Formatting makes nothing public.
        ground.run("fmt", "--wrap", "20")
        for words in [("publish", "-o", site, "--yes")] + PUBLIC + (SEALED if "unseal" in head else []):
            ground.run(*words)
        ground.judge(site)
    return run


def attacks(_):
    heads = [fence.replace("%", field) for fence in FENCES for field in PRIVATE[:3] + ["unseal: 2999-01-01"]]
    heads += [f"---\n{field}\n---\n" for field in PRIVATE + DATES] + [f"---\nunseal: {day}\n---\n" for day in SEALS] + TABLES
    heads += [text.replace("%", words) for text in TEXTS for words in WORDS]
    for head in heads:
        yield f"doubt: {head!r}", doubt(head)
