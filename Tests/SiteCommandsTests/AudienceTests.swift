import NoteTestSupport
import Testing

/// Who may read a note is decided by its present text, and by all settings that another program would obey.
@Suite struct AudienceTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.folder.write("site:\n  url: https://a.example\n", to: ".sheaf/config.yaml")
  }

  /// Folders of other programs, each with notes that the program leaves out and whose text is HUSH.
  private static let folders: [String: [String: String]] = [
    "mkdocs": [
      "mkdocs.yml":
        "site_name: x\nplugins:\n  - exclude:\n      glob: internal/*.md\n  - file-filter:\n      exclude_glob: ['wip/**']\n"
        + "  - i18n:\n      languages:\n        - {locale: en}\n        - {locale: de, build: false}\n",
      "mkdocs.en.yml": "site_name: x\nexclude_docs: |\n  later/  # not yet\n  /top.md   # \"docs/top.md\"\n",
      "docs/top.md": "HUSH",
      "docs/internal/deep/q.md": "HUSH", "docs/wip/q.md": "HUSH", "docs/b.de.md": "HUSH", "docs/later/q.md": "HUSH",
      "docs/Open.md": "open",
    ],
    "brackets [1]": [
      "mkdocs.yml": "site_name: x\nexclude_docs: wip/\nplugins:\n  - exclude:\n      glob: internal/*.md\n",
      "docs/wip/q.md": "HUSH", "docs/internal/deep/q.md": "HUSH", "docs/Open.md": "open",
    ],
    "zensical": [
      "zensical.toml": "[project]\ndocs_dir = \"pages\"\n", "notes.md": "HUSH", "pages/Open.md": "open",
    ],
    "hugo": [
      "hugo.toml":
        "\u{FEFF}title = \"x\"\nignoreFiles = ['/content/posts/secret-.*', '_cache$']\ndisableLanguages = ['de']\n"
        + "[[cascade]]\n[cascade.build]\nrender = \"never\"\n[cascade.target]\npath = \"/late/**\"\n"
        + "[[module.imports]]\npath = 'x'\n[[module.imports.mounts]]\nsource = 'y'\ntarget = 'content/y'\n",
      "content/posts/secret-a.md": "HUSH", "content/x_cache/q.md": "HUSH", "content/a.de.md": "HUSH",
      "content/late/q.md": "HUSH", "content/p/_index.md": "---\ncascade: {params: {private: true}}\n---\n",
      "content/p/q.md": "HUSH", "content/s/_index.de.html": "---\ncascade: {draft: true}\n---\n",
      "content/s/q.md": "HUSH", "content/t/_index.md": "---\ncascade: {date: 2999-01-01, toc: false}\n---\n",
      "content/t/q.md": "HUSH", "content/Open.md": "---\ncover:\n  image: x.png\n  hidden: true\n---\nopen",
      "content/u/_index.md": "---\ncascade: {draft: false, params: {date_format: x}}\n---\n",
      "content/u/Open2.md": "open",
    ],
    "hugo-targets": [
      "hugo.yaml":
        "cascade:\n- {draft: true, target: {path: '/a/{b,c}/**'}}\n- {draft: true, _target: {path: /d/my-secret}}\n",
      "content/a/b/q.md": "HUSH", "content/d/My Secret.md": "HUSH", "content/Open.md": "open",
      "content/_index.md":
        "---\ncascade:\n- {draft: true, target: {path: '/e/{b,c}'}}\n- {private: true, _target: {path: /f/my-note}}\n---\n",
      "content/e/c.md": "HUSH", "content/f/My Note.md": "HUSH", "content/f/Open2.md": "open",
      "content/g/_index.md": "+++\n[[cascade]]\ndraft = true\n[cascade.target]\nkind = 'page'\n+++\n",
      "content/g/q.md": "HUSH",
      "content/h/_index.md": "---\ncascade: {draft: true, target: {path: '/other/x'}}\n---\n", "content/h/q.md": "HUSH",
    ],
    "hugo-by-parts": [
      "config/_default/config.toml": "ignoreFiles = ['wip']\n",
      "config/_default/module.toml": "[[mounts]]\nsource = 'docs'\ntarget = 'content'\n",
      "docs/wip.md": "HUSH", "docs/Open.md": "open",
    ],
    "logseq": [
      "logseq/config.edn": "{:publishing/all-pages-public? true :hidden [\"/pages/secret\"]}",
      "pages/secret-plans.md": "- HUSH", "pages/Open.md": "- open",
    ],
    "zola": [
      "config.toml": "base_url = 'https://e.org'\nignored_content = ['*wip*.md']\n", "content/wip-x/q.md": "HUSH",
      "content/Open.md": "open",
    ],
    "jekyll": [
      "_config.yml": "title: x\nsource: site\nexclude: ['internal/*.md']\n",
      "_config_production.yml": "exclude: [late]\n", "outside.md": "HUSH", "site/internal/deep/q.md": "HUSH",
      "site/late/q.md": "HUSH", "site/Open.md": "open",
    ],
    "vault": [
      ".obsidian-mac/core-plugins.json": "[]", ".obsidian-mac/app.json": "{}",
      ".obsidian-mac/publish.json": "{\"excluded\": [\"not\"]}", "not/q.md": "HUSH", "Open.md": "open",
    ],
    "quartz-types": [
      "quartz.config.ts":
        "import { C } from \"./quartz/cfg\"\nconst config: C = { configuration: { ignorePatterns: [\"wip\"] } }\nexport default config\n",
      "quartz/cfg.ts": "export interface C {\n  ignorePatterns: string[]\n}\n", "content/wip/q.md": "HUSH",
      "content/Open.md": "open",
    ],
    "nested": [".sheaf/config.yaml": "# The rules of another repository\n", "q.md": "HUSH", "deep/q.md": "HUSH"],
    "waiting": ["task.md": "---\nstatus: waiting\n---\nHUSH", "later.md": "---\nstatus: someday\n---\nHUSH"],
    "workspace": [
      "n.code-workspace": "{\"settings\": {\"foam.files\": {\"ignore\": [\"**/hush/**\"]}}}", "hush/q.md": "HUSH",
      "Open.md": "open",
    ],
    "docusaurus": [
      "docusaurus.config.js":
        "module.exports = {i18n: {locales: ['en']}, presets: [['classic', {docs: {include: ['*.md'], "
        + "sidebarPath: require.resolve('./sidebars.js')}, blog: false}]], x: {exclude: path.resolve('y')}};",
      "blog/q.md": "HUSH", "outside.md": "HUSH", "i18n/de/q.md": "HUSH", "docs/q.mdx": "HUSH", "docs/_part.md": "HUSH",
      "docs/Open.md": "open",
    ],
    "vitepress": [
      ".vitepress/config.ts":
        "import s from './sidebar.js'\nexport default {outDir: '../dist', srcExclude: ['hush/**'], x: './y'}",
      ".vitepress/sidebar.ts": "export default []", "hush/q.md": "HUSH", "Open.md": "open",
    ],
  ]

  @Test func `each program's exclusions hold as the program reads them, and nothing else is held`() throws {
    for (folder, files) in Self.folders {
      for (name, text) in files { try session.folder.write(text + "\n", to: folder + "/" + name) }
    }
    let site = try TemporaryFolder()
    let run = session.run(["publish", "-o", site.path, "--yes"])
    #expect(run.status == 0, "\(run.errors)")
    for (folder, files) in Self.folders {
      for (name, text) in files where name.hasSuffix(".md") && !name.contains("_index") {
        let isPublic = run.output.contains("public  \(folder)/\(name)\n")
        #expect(isPublic == text.hasSuffix("open"), "\(folder)/\(name)")
      }
    }
  }

  @Test(arguments: [
    ("quartz.config.ts", ""), ("quartz.config.ts", "export default {configuration: {"),
    (".vitepress/config.ts", "\0\0"), ("mkdocs.yml", ""), ("zola.toml", " \n"),
    ("mkdocs.yml", "site_name: a\nsite_name: b\nexclude_docs: |\n  hush/\n"),
    (".vitepress/config.ts", "import shared from './gone'\nexport default {...shared}"),
  ])
  func `settings that are cut off publish nothing`(name: String, text: String) throws {
    try session.folder.write(text, to: name)
    try session.folder.write("# Note\n", to: "content/a.md")
    let run = session.run(["publish", "-n"])
    #expect(run.status != 0 && run.errors.contains(name), "\(run.output)\(run.errors)")
  }

  @Test func `a repository with a key of git-crypt and without encrypted files publishes nothing`() throws {
    try session.folder.write("key", to: ".git/git-crypt/keys/default")
    try session.folder.write("# N\n", to: "N.md")
    #expect(session.run(["publish", "-n"]).errors.contains(".gitattributes"))
    try session.folder.write("secret/** filter=git-crypt diff=git-crypt\n", to: ".gitattributes")
    #expect(session.run(["publish", "-n"]).output.contains("public  N.md"))
  }

  @Test func `settings of a folder around the repository are obeyed`() throws {
    let outer = try TemporaryFolder()
    try outer.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try outer.write("{\"userIgnoreFilters\": [\"notes/hush/\"]}", to: ".obsidian/app.json")
    try outer.write("notes/coded/** filter=git-crypt\n", to: ".gitattributes")
    try outer.write("site: {}\n", to: "notes/.sheaf/config.yaml")
    for name in ["hush/q.md", "coded/q.md", "Open.md"] { try outer.write("# N\n", to: "notes/" + name) }
    let run = session.run(["-C", outer.path + "/notes", "publish", "-n"])
    #expect(run.output.contains("public  Open.md"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("not published  hush/q.md"), "\(run.output)")
    #expect(run.output.contains("not published  coded/q.md"), "\(run.output)")
  }

  @Test func `a note that becomes private while a program runs is not on the site`() throws {
    try session.folder.write("# A\n\n[[B]] ![[B]]\n", to: "A.md")
    try session.folder.write("# B\n\nopen\n", to: "B.md")
    let text = "---\\nprivate: true\\n---\\n# B\\n\\nHUSH\\n"
    try session.home.writeProgram("cat > /dev/null; printf -- '\(text)' > \(session.folder.path)/B.md", to: "flip")
    try session.home.write("hooks:\n  on-publish: \(session.home.path)/flip\n", to: "config/sheaf/config.yaml")
    let site = try TemporaryFolder()
    let run = session.run(["publish", "-o", site.path, "--yes"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try session.folder.text("B.md").contains("HUSH"))
    for name in site.files() {
      #expect(!String(decoding: try site.read(name), as: UTF8.self).contains("HUSH"), "\(name)")
    }
  }

  @Test(arguments: [
    (".gitignore", "B.md\n"), (".sheaf/config.yaml", "site: {default: private}\n"),
    ("B.md", "---\nprivate: true\n---\n# B\n"), ("mkdocs.yml", "site_name: x\ndocs_dir: .\nexclude_docs: B.md\n"),
  ])
  func `settings and notes that change while the question waits stop the publication`(name: String, text: String) throws
  {
    try session.folder.write("# A\n", to: "A.md")
    try session.folder.write("# B\n", to: "B.md")
    let (site, folder) = (try TemporaryFolder(), session.folder)
    let run = session.run(
      ["publish", "-o", site.path], input: "y\n", onTerminal: true, asksFirst: true,
      beforeAnswer: { try? folder.write(text, to: name) })
    #expect(
      run.status != 0 && run.errors.contains("became private before you answered"), "\(run.errors)")
    #expect(site.files().isEmpty)
    #expect(session.run(["publish", "-o", site.path], input: "y\n", onTerminal: true, asksFirst: true).status == 0)
  }

  @Test(arguments: [
    [
      ".vitepress/config.ts":
        "const config = defineConfig({title: 'X'})\nconfig.srcExclude = ['hid/**']\nexport default config\n",
      "hid/q.md": "HUSH",
    ],
    [".vitepress/config.js": "module.exports.srcExclude = ['hid/**']\n", "hid/q.md": "HUSH"],
    [".eleventyignore": "# ours\nhid/\n", "hid/q.md": "HUSH"],
    ["docs/.eleventyignore": "hid/*.md\n", "docs/hid/q.md": "HUSH"],
    [".vitepress/config.ts": "export default {get srcExclude() { return ['hid/**'] }}\n", "hid/q.md": "HUSH"],
    [
      ".vitepress/config.ts": "import {shared} from './shared'\nexport default {...shared, title: 'x'}\n",
      ".vitepress/shared.ts": "export const shared = {srcDir: './src'}\n", "notes/q.md": "HUSH", "src/a.md": "a",
    ],
    [
      "quartz.config.ts": "const c = {configuration: {ignorePatterns: []}}\nc.configuration.ignorePatterns = "
        + "[...c.configuration.ignorePatterns, 'hid']\nexport default c\n", "content/hid/q.md": "HUSH",
    ],
    [
      "quartz.config.ts": "import {filters} from './filters'\nexport default {configuration: {ignorePatterns: []}}\n",
      "filters.ts": "export const filters = [Plugin.ExplicitPublish()]\n", "content/q.md": "HUSH",
    ],
    [
      "docusaurus.config.js": "const docs = {path: 'docs'}\ndocs.exclude = ['**/hid/**']\n"
        + "module.exports = {presets: [['classic', {docs}]]}\n", "docs/hid/q.md": "HUSH",
    ],
    [
      "docusaurus.config.ts": "import preset from './preset'\nexport default {presets: [preset]}\n",
      "preset.ts": "export default ['classic', {docs: {}, blog: false}]\n", "blog/q.md": "HUSH",
    ],
  ])
  func `settings of scripts hold in every form and file`(files: [String: String]) throws {
    for (name, text) in files { try session.folder.write(text + "\n", to: name) }
    let site = try TemporaryFolder()
    _ = session.run(["publish", "-o", site.path, "--yes"])
    for name in site.files() {
      #expect(!String(decoding: try site.read(name), as: UTF8.self).contains("HUSH"), "\(name)")
    }
  }

  @Test func `an included file, a base and a file of the theme pass the gate of files`() throws {
    let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
    let base =
      "formulas:\n  f: '\"HUSH\"'\nviews:\n  - type: table\n    name: HUSH\n    order: [file.name, formula.f]\n"
    let files = [
      "mkdocs.yml": "site_name: x\n", "docs/draft.txt": "---\ndraft: true\n---\nHUSH\n",
      "docs/key.txt": "\(token) HUSH\n",
      "docs/part.md": "---\nprivate: true\n---\nHUSH\n", "docs/open.txt": "shown %%\nHUSH\n%%\n",
      "private/p.base": base, ".sheaf/h.base": base, ".sheaf/theme/x.md": "---\nprivate: true\n---\nHUSH\n",
      ".sheaf/theme/k.txt": "\(token) HUSH\n", ".sheaf/theme/n.md.orig": "HUSH\n",
      "docs/a.md": ["draft.txt", "key.txt", "part.md", "open.txt"].map { "--8<-- \"\($0)\"\n\n" }.joined()
        + "![[p.base]]\n\n![[.sheaf/h.base]]\n\n%%\nterm\n: HUSH\n%%\n\n<!-- !!! note\n    HUSH\n-->\n",
    ]
    for (name, text) in files { try session.folder.write(text, to: name) }
    let site = try TemporaryFolder()
    let run = session.run(["publish", "-o", site.path, "--yes"])
    #expect(run.output.contains("not published  .sheaf/theme/k.txt"), "\(run.output)\(run.errors)")
    var texts = ["share": session.run(["share", "docs/a.md"]).output]
    for name in site.files() { texts[name] = String(decoding: try site.read(name), as: UTF8.self) }
    #expect(texts["notes/docs/a.html"]?.contains("shown") ?? false)
    for (name, text) in texts { #expect(!text.contains("HUSH") && !text.contains(token), "\(name)") }
  }

  @Test func `a pull does not widen what is public without a word`() throws {
    try session.folder.write("---\npublish: true\n---\n# P\n", to: "P.md")
    try session.folder.write("# N\n", to: "N.md")
    let site = try TemporaryFolder()
    func publish() throws -> (output: String, errors: String, status: Int32) {
      let run = session.run(["publish", "-o", site.path, "--yes"])
      return (run.output, run.errors, run.status)
    }
    try session.folder.write("site:\n  default: private\n", to: ".sheaf/config.yaml")
    #expect(try publish().errors.contains("Not published: 1 without publish: true"))
    // Nobody has trusted these settings: --yes is not enough.
    try session.folder.write("site:\n  default: public\n", to: ".sheaf/config.yaml")
    let refused = try publish()
    #expect(refused.status != 0 && refused.errors.contains("would become public"), "\(refused)")
    // Settings that were trusted once stay in force.
    try session.folder.write("site:\n  default: private\n", to: ".sheaf/config.yaml")
    _ = session.run(["config", "trust", "--yes"])
    try session.folder.write("site:\n  default: public\n  include: [diary]\n", to: ".sheaf/config.yaml")
    let kept = try publish()
    #expect(kept.errors.contains("site.default: public") && kept.errors.contains("have no effect"), "\(kept.errors)")
    #expect(!site.files().contains("notes/N.html"))
    _ = session.run(["config", "trust", "--yes"])
    #expect(try publish().status == 0)
    #expect(site.files().contains("notes/N.html"))
  }

  @Test func `a place whose notes are not published holds its files, and a bibliography there is not cited`() throws {
    try session.folder.write(
      "site:\n  default: public\nfolders:\n  drafts: Drafts\n  templates: Tpl\n", to: ".sheaf/config.yaml")
    let places = ["Drafts/x.pdf", "Tpl/x.pdf", "Diary/2026/x.pdf", "private/w.bib", "_private/x.pdf"]
    for name in places { try session.folder.write("HUSH", to: name) }
    try session.folder.write("@book{k, title={HUSH}, author={A, B}, year={2020}}", to: "private/w.bib")
    let links = places.map { "[x](\($0))" }.joined(separator: " ")
    try session.folder.write("# Open\n\n\(links) [@k]\n", to: "Open.md")
    let site = try TemporaryFolder()
    #expect(session.run(["publish", "-o", site.path, "--yes"]).status == 0)
    for name in site.files() {
      #expect(!String(decoding: try site.read(name), as: UTF8.self).contains("HUSH"), "\(name)")
    }
  }

  @Test func `an unlisted note is in no digest, and what is not a clear yes is unlisted`() throws {
    for (number, value) in ["false", "no", "off", "0", "아니요", "fasle"].enumerated() {
      try session.folder.write(
        "---\ncreated: 2026-11-20\nlisted: \(value)\n---\n# HUSH\(number)\n", to: "Memo/u\(number).md")
    }
    try session.folder.write("---\ncreated: 2026-11-20\nlisted: yes\n---\n# Open\n", to: "Memo/Open.md")
    for words in [["digest", "--public", "2026-11"], ["digest", "--public", "--json", "2026-11"]] {
      let output = session.run(words).output
      #expect(output.contains("Open") && !output.contains("HUSH"), "\(output)")
    }
  }

  @Test(arguments: [
    "tags: #private", "tags:\n  - #private", "tags: work, #private", "tags: [\"[[private]]\"]", "tags: [/private]",
    "tags: [\"\u{A0}private\"]", "tags: [ｐｒｉｖａｔｅ]", "category: private",
    "taxonomies:\n  tags: [work, private]", "tags: [[private]]", "tags: [a, \"b, private\"]",
    "tags:\n  - name: private", "태그: [비공개]", "listed:", "status: unpublished",
    "state: draft", "embargo: 2999-01-01", "unseal: 2026-11-27T23:59:00-10:00",
    "sealed: 2999-01-01", "seal: 2999-01-01", "sealed: true", "do-not-publish: true", "dont-publish: true",
    "do_not_publish: yes", "status: \"Draft \"", "status: \"private \"", "status: Draft.", "status: draft (2)",
    "state: hidden", "meta: {visibility: private}", "params: {access: private}", "params: {status: draft}",
    "params:\n  - {site: {state: Private}}", "공개범위: 비공개", "공개 범위: 비공개", "비밀글: true",
    "expiry_date: 2020-01-01", "unpublish_date: 2020-01-01", "expires: 2020-01-01", "publishOn: 2999-01-01",
    "access_control: private", "private-note: true", "게시: 아니요", "게시: false",
  ])
  func `a field that may keep a note back keeps it back`(field: String) throws {
    try session.folder.write("---\n\(field)\n---\n# N\n", to: "N.md")
    #expect(session.run(["publish", "-n"]).output.contains("not published  N.md"))
  }

  @Test(arguments: [
    "＃private", "%%#private%%", "<!-- #private -->", "**#private**", "#[[private]]", "Tags: private", "a\0b",
    "==#private==", "~~#private~~", "#work #[[private]]", "#work ＃private", "#work %%#private%%", "Tags: private #x",
    "#a/[[private]]",
  ])
  func `text that may be a private tag keeps its note back`(text: String) throws {
    try session.folder.write("# N\n\n\(text)\n", to: "N.md")
    #expect(session.run(["publish", "-n"]).output.contains("not published  N.md"))
  }

  @Test(arguments: [
    "status:: draft", "[status:: Draft.]", "- status:: private", "private::", "draft::\nmore",
    "publishDate:: 2999-01-01", "publishDate:: someday", "expiryDate:: 2020-01-01", "(expires:: 2020-01-01)",
  ])
  func `a field in the text keeps its note back`(text: String) throws {
    try session.folder.write("# N\n\n\(text)\n", to: "N.md")
    try session.folder.write("# O\n\nstatus:: todo\n\nexpires:: 2999-01-01\n\n`private::call`\n", to: "O.md")
    let output = session.run(["publish", "-n"]).output
    #expect(output.contains("not published  N.md") && output.contains("public  O.md"), "\(output)")
  }

  @Test(arguments: [
    "cover:\n  image: x.png\n  hidden: true", "meta: {access: public}", "params: {status: todo}", "type: personal",
    "status: none", "expires: 2999-01-01", "params:\n  private: false", "password: \"\"", "password:",
    "expirydate: \"\"", "visibility: all", "summary: |\n  a line\n  draft: true", "menu:\n  main: {hidden: true}",
    "title: C# private methods", "tags: [private-stuff]",
  ])
  func `a field about something else keeps no note back`(field: String) throws {
    try session.folder.write("---\n\(field)\n---\n# N\n\nprivate: see `#private` and [x](#private)\n", to: "N.md")
    let output = session.run(["publish", "-n"]).output
    #expect(output.contains("public  N.md") && !output.contains("not published"), "\(output)")
  }

  @Test func `what a browser hides, and comments in labels, are on no page and in no search`() throws {
    try session.folder.write(
      """
      # A

      <template>HUSH</template> <div hidden>HUSH <div>HUSH</div> HUSH</div> <p style="display: none">HUSH</p> after

      [[B|lab %%HUSH%%]] [[B|lab <!-- HUSH -->el]]

      ![[B|em %%HUSH%%]]

      <span style="color: red">shown</span>

      """, to: "A.md")
    try session.folder.write("# B\n", to: "B.md")
    let site = try TemporaryFolder()
    #expect(session.run(["publish", "-o", site.path, "--yes"]).status == 0)
    var texts = ["share": session.run(["share", "A", "--to", "html"]).output]
    for name in site.files() { texts[name] = String(decoding: try site.read(name), as: UTF8.self) }
    for (name, text) in texts { #expect(!text.contains("HUSH"), "\(name)") }
    let page = try #require(texts["notes/A.html"])
    #expect(page.contains("after") && page.contains("shown") && page.contains(">lab"), "\(page)")
  }

  @Test func `nobody who was not chosen one by one gets encrypted or excluded notes, or works of a private folder`()
    throws
  {
    for (path, text) in [
      (".gitattributes", "vault/** filter=git-crypt\n"), (".obsidian/app.json", "{\"userIgnoreFilters\": [\"Excl/\"]}"),
      ("vault/e.md", "---\ncreated: 2026-11-20\n---\n# HUSH\n"),
      ("Excl/x.md", "---\ncreated: 2026-11-20\n---\n# HUSH\n"),
      ("O.md", "---\ncreated: 2026-11-20\n---\n# Open\n\n[@k1]\n"),
      ("private/refs.bib", "@book{k1, title={HUSH}, author={HUSH, A}, year={2020}}"),
      (".sheaf/config.yaml", "profile: obsidian\nbibliography: private/refs.bib\n"),
    ] { try session.folder.write(text, to: path) }
    let folder = session.folder.path
    for words in [
      ["digest", "2026-11"], ["digest", "2026-11", "--to", "eml"], ["share", "O", "--to", "html"],
      ["export", "O", "--to", "html"],
      ["export", "O", "-o", folder + "/o.md"],
    ] {
      let run = session.run(words)
      #expect(run.status == 0 && !run.output.contains("HUSH"), "\(words): \(run.output)\(run.errors)")
    }
    #expect(!String(decoding: try session.folder.read("o.md"), as: UTF8.self).contains("HUSH"))
  }

  @Test func `an address with a whole picture is text nowhere`() throws {
    let address = "data:image/jpeg;base64,/9j/4QA2SHUSHSHUSHSHUSHSHUSH"
    try session.folder.write(
      "---\ncreated: 2026-11-20\ncover: \"\(address)\"\ndescription: see \(address)\n---\n# A\n\nText \(address) end ![[c.canvas]].\n",
      to: "A.md")
    try session.folder.write(
      "{\"nodes\":[{\"id\":\"1\",\"type\":\"link\",\"url\":\"\(address)\",\"x\":0,\"y\":0,\"width\":9,\"height\":9}],\"edges\":[]}",
      to: "c.canvas")
    let site = try TemporaryFolder()
    #expect(session.run(["publish", "-o", site.path, "--yes"]).status == 0)
    #expect(site.files().contains("notes/c.canvas.html"))
    for name in site.files() {
      #expect(!String(decoding: try site.read(name), as: UTF8.self).contains("SHUSH"), "\(name)")
    }
    for words in [["digest", "--public", "--json", "2026-11"], ["share", "A.md", "--to", "html"]] {
      let output = session.run(words).output
      #expect(output.contains("Text") && !output.contains("SHUSH"), "\(words)")
    }
  }

  @Test func `a comment in the title of a link or the text of a picture is on no page`() throws {
    try session.folder.write(
      "# A\n\n[x](B.md \"t %%HUSH%%\") [y](https://a.example \"u %%HUSH%%\") ![alt %%HUSH%% <!--HUSH-->](p.png 'v %%HUSH%%')\n",
      to: "A.md")
    try session.folder.write("# B\n", to: "B.md")
    let site = try TemporaryFolder()
    #expect(session.run(["publish", "-o", site.path, "--yes"]).status == 0)
    let page = try site.text("notes/A.html")
    #expect(page.contains("title=\"t\"") && page.contains("title=\"u\""), "\(page)")
    for name in site.files() {
      #expect(!String(decoding: try site.read(name), as: UTF8.self).contains("HUSH"), "\(name)")
    }
  }

  @Test(arguments: [
    ("a.json", #"{"private": true, "x": "HUSH"}"#), ("a.geojson", #"{"x": "HUSH", "draft": true}"#),
    ("a.json", #"[{"title": "open"}, {"publish": false, "x": "HUSH"}]"#), ("a.yaml", "x: HUSH\nprivate: true\n"),
    ("a.yml", "---\nprivate: true\n---\nHUSH\n"), ("a.toml", "x = \"HUSH\"\nprivate = true\n"),
    ("a.json", #"{"visibility": "private", "x": "HUSH"}"#), ("a.json", #"{"tags": ["private"], "x": "HUSH"}"#),
  ])
  func `a file of data with private fields is not published`(name: String, text: String) throws {
    let open = [
      "o.json": #"{"x": {"y": true}, "items": [1]}"#, "o.yaml": "x: 1\n", "o.toml": "[a]\nb = 1\n",
      "p.json": "[1",
    ]
    for (name, text) in open { try session.folder.write(text, to: name) }
    try session.folder.write(text, to: name)
    try session.folder.write(
      "# N\n\n[a](\(name)) \(open.keys.map { "[o](\($0))" }.joined(separator: " "))\n", to: "N.md")
    let output = session.run(["publish", "-n"]).output
    #expect(output.contains("not published  \(name)"), "\(output)")
    for name in open.keys { #expect(output.contains("public  \(name)\n"), "\(name): \(output)") }
  }

  @Test(arguments: [
    (".gitignore", "hush/\n", "# nothing\n"), (".gitignore", "*.md\n!Open.md\n", "*.md\n!Open.md\n!q.md\n"),
    ("sub/.gitignore", "q.md\n", ""), (".obsidian/app.json", #"{"userIgnoreFilters": ["hush/"]}"#, "{}"),
    (".sheaf/config.yaml", "ignore: [hush]\n", ""),
    (".sheaf/config.yaml", "folders:\n  drafts: hush\n", "site:\n  default: public\n"),
  ])
  func `a change that a pull may have brought makes no note public without a question, on a site or in a digest`(
    file: String, before: String, after: String
  ) throws {
    for name in ["hush/q.md", "sub/q.md", "Open.md"] {
      try session.folder.write("---\ncreated: 2026-11-20\n---\n# N\n\n\(name == "Open.md" ? "x" : "HUSH")\n", to: name)
    }
    if file == ".gitignore" { try session.folder.write("q.md\n", to: "sub/.gitignore") }
    if !file.hasPrefix("sub/") { try session.folder.write("---\nprivate: true\n---\nx\n", to: "sub/q.md") }
    if file.hasPrefix("sub/") { try session.folder.write("---\nprivate: true\n---\nx\n", to: "hush/q.md") }
    try session.folder.write(before, to: file)
    let (site, publish) = (try TemporaryFolder(), ["publish", "--yes", "-o"])
    let digest = ["digest", "--public", "2026-11"]
    #expect(session.run(publish + [site.path]).status == 0)
    let first = session.run(digest)
    #expect(first.status == 0 && !first.output.contains("HUSH"), "\(first.output)")
    try session.folder.write(after, to: file)
    let (again, letter) = (session.run(publish + [site.path]), session.run(digest))
    #expect(again.status == 3 && again.errors.contains("would become public"), "\(again.errors)")
    #expect(letter.status == 3 && letter.errors.contains("Settings about readers"), "\(letter.errors)")
    for name in site.files() {
      #expect(!String(decoding: try site.read(name), as: UTF8.self).contains("HUSH"), "\(name)")
    }
    // The former rules again, and the notes of today.
    try session.folder.write(before, to: file)
    try session.folder.write("---\ncreated: 2026-11-20\n---\n# Later\n", to: "Open.md")
    #expect(session.run(publish + [site.path]).status == 0)
    #expect(session.run(digest).status == 0)
  }
}
