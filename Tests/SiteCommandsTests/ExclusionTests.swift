import Foundation
import NoteTestSupport
import Testing

/// What other programs keep from readers, and the files of notes: on each surface where something public leaves the
/// repository. Every word that must not is HUSH.
@Suite struct ExclusionTests {
  private let session: CommandSession

  init() throws { session = try CommandSession() }

  /// The words of a page, a feed, a mail or a file that leaves the repository, by the surface.
  ///
  /// - Parameter all: False for the site, the text of the digest and the preview of the repository's own files: the other
  ///   surfaces are made of the same notes.
  private func surfaces(all: Bool = true) async throws -> [String: String] {
    let site = try TemporaryFolder()
    let run = session.run(["publish", "-o", site.path])
    #expect(run.status == 0, "\(run.errors)")
    var texts = ["report": run.output]
    for name in site.files() { texts["site/" + name] = String(decoding: try site.read(name), as: UTF8.self) }
    let digests = [
      ["digest", "--public"], ["digest", "--public", "--json"], ["digest", "--public", "-o", "digest.html"],
    ]
    for words in all ? digests : [digests[0]] {
      let run = session.run(words)
      // 1 says that there is nothing to tell.
      #expect([0, 1].contains(run.status), "\(run.errors)")
      texts[words.joined(separator: " ")] = run.output
    }
    texts.merge(try await session.served(everyAddress: all)) { _, new in new }
    if session.folder.files().contains("digest.html") {
      texts["digest.html"] = String(decoding: try session.folder.read("digest.html"), as: UTF8.self)
      try session.folder.remove("digest.html")
    }
    return texts
  }

  /// - Parameter files: The texts of files by their names, and the targets of symbolic links by names that end in `@`.
  private func write(_ files: [String: String], _ open: [String]) throws {
    for (name, text) in files {
      if name.hasSuffix("@") {
        let link = session.folder.path + "/" + name.dropLast()
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: text)
      } else {
        try session.folder.write(text, to: name)
      }
    }
    for name in open where files[name] == nil {
      try session.folder.write("---\ncreated: 2026-11-20\n---\n# Open\n\nopen\n", to: name)
    }
    try session.folder.write("site:\n  url: https://a.example\n", to: ".sheaf/config.yaml")
  }

  private static let programs: [(name: String, files: [String: String], open: [String])] = [
    (
      "Obsidian",
      [
        ".obsidian/app.json": #"{"userIgnoreFilters": ["hush/", "/x [A-Z]+\\.md$/"]}"#,
        ".obsidian/publish.json": #"{"siteId": "1", "excluded": ["not"], "included": ["in", "not"]}"#,
        "hush/a.md": "HUSH", "in/x HUSH.md": "HUSH", "not/a.md": "---\npublish: true\n---\nHUSH", "out/b.md": "HUSH",
        "out/c.md": "---\npublish: true\n---\nopen",
      ], ["in/Open.md", "out/c.md"]
    ),
    (
      "Logseq",
      [
        "logseq/config.edn": "{:hidden [\"/hush\"] ; x\n :publishing/all-pages-public? true}", "hush/x.md": "HUSH",
        "pages/n.md": "public:: false\n\n- HUSH",
        "pages/m.md": "- public:: false\n- HUSH",
      ], ["pages/Open.md"]
    ),
    (
      "Logseq that publishes what asks",
      [
        "logseq/config.edn": "{;; :publishing/all-pages-public? true\n #_:publishing/all-pages-public? true}",
        "pages/a.md": "HUSH", "pages/b.md": "- HUSH\n  public:: true", "pages/c.md": "```\npublic:: true\n```\nHUSH",
        "pages/d.md": "title:: d\npublic:: true\n\n- public:: false\n- HUSH",
        "pages/e.md": "---\nprivate: true\n---\npublic:: true\n\n- HUSH", "pages/f.md": "public:: perhaps\n\n- HUSH",
        "pages/Open.md": "tags:: x\npublic:: true\ncreated:: 2026-11-20\n\n- open",
      ], ["pages/Open.md"]
    ),
    (
      "Hugo",
      [
        "hugo.toml": "title = 'x'\nignoreFiles = ['draft-.*\\.md$']\n", "content/draft-x.md": "HUSH",
        "content/a/_index.md": "---\ncascade:\n  draft: true\n---\nHUSH", "content/a/b/c.md": "HUSH",
        "content/t/_index.md": "+++\n[[cascade]]\ndraft = true\n+++\nHUSH", "content/t/a.md": "HUSH",
        "content/n/_index.md": "---\ncascade:\n- build:\n    render: never\n---\n", "content/n/a.md": "HUSH",
        "content/e.md": "---\nexpiryDate: 2026-11-20\n---\nHUSH", "content/f.md": "---\nexpiryDate: soon\n---\nHUSH",
        "content/r.md": "---\nbuild:\n  render: never\n---\nHUSH", "content/h.md": "+++\nheadless = true\n+++\nHUSH",
        "archetypes/HUSH.md": "HUSH", "content/s/_index.md": "---\ncascade:\n  draft: false\n---\nopen",
        "content/later.md": "---\nexpiryDate: 2026-12-20\n---\nopen",
      ], ["content/Open.md", "content/s/o.md", "content/later.md"]
    ),
    ("Hugo's cascade", ["hugo.toml": "[cascade]\ndraft = true\n", "content/a.md": "HUSH"], []),
    (
      "Zola",
      [
        "zola.toml": "base_url = 'x'\nignored_content = ['*.{wip,tmp}.md']\n", "content/a.wip.md": "HUSH",
        "content/s/_index.md": "+++\ndraft = true\n+++\nHUSH", "content/s/a.md": "HUSH",
        "content/r.md": "+++\nrender = false\n+++\nHUSH",
      ], ["content/Open.md"]
    ),
    (
      "Quartz",
      [
        "quartz.config.ts": "export default { ignorePatterns: [\"hush\", 't/**', // x\n ], } // ExplicitPublish",
        "content/hush/a.md": "HUSH", "content/t/b.md": "HUSH",
      ], ["content/Open.md"]
    ),
    (
      "Quartz with explicit publishing",
      [
        "quartz.config.ts": "export default { filters: [Plugin.ExplicitPublish()] }", "content/a.md": "HUSH",
        "content/o.md": "---\npublish: true\n---\nopen",
      ], ["content/o.md"]
    ),
    (
      "Quartz 5",
      [
        "quartz.config.yaml":
          "configuration:\n  ignorePatterns:\n    - hush\n    - t/**\nplugins:\n  - source: github:quartz-community/explicit-publish\n    enabled: false\n",
        "content/hush/a.md": "HUSH", "content/t/b.md": "HUSH",
      ], ["content/Open.md"]
    ),
    (
      "Quartz 5 with explicit publishing",
      [
        "quartz.config.yaml":
          "plugins:\n  - source: github:quartz-community/explicit-publish\n    enabled: true\n", "content/a.md": "HUSH",
        "content/o.md": "---\npublish: true\n---\nopen",
      ], ["content/o.md"]
    ),
    (
      "MkDocs",
      [
        "mkdocs.yml":
          "site_name: x\nx: !!python/name:a.b\nexclude_docs: |\n  /hush/\n  *.wip.md\n  !o.wip.md\ndraft_docs: |\n  soon.md\n",
        "docs/hush/a.md": "HUSH", "docs/b.wip.md": "HUSH", "docs/soon.md": "HUSH", "docs/templates/x.md": "HUSH",
      ], ["docs/Open.md", "docs/o.wip.md"]
    ),
    (
      "MkDocs beside VitePress, both in folders",
      [
        "site/mkdocs.yml": "exclude_docs: hush.md\n", "site/docs/hush.md": "HUSH",
        "website/.vitepress/config.mts": "export default { srcExclude: ['**/HUSH*.md', `old/**`] }",
        "website/a/HUSH1.md": "HUSH", "website/old/b.md": "HUSH", "docs/mkdocs.yml": "exclude_docs: two.md\n",
        "docs/docs/two.md": "HUSH",
      ], ["website/Open.md"]
    ),
    (
      "Docusaurus", ["docusaurus.config.js": "export default {}", "docs/_x.md": "HUSH", "docs/_p/y.md": "HUSH"],
      ["docs/Open.md"]
    ),
    ("Astro", ["astro.config.mjs": "", "src/content/docs/_x.md": "HUSH"], ["src/content/docs/Open.md"]),
    (
      "Jekyll",
      [
        "_config.yml":
          "exclude: [hush]\ninclude: [_pages]\ncollections:\n  recipes:\n    output: true\n  kept:\n    x: 1\n",
        "_notes/a.md": "HUSH", "_kept/a.md": "HUSH", "hush/a.md": "HUSH", "_posts/_HUSH.md": "HUSH",
      ], ["Open.md", "_recipes/c.md", "_pages/d.md", "_posts/2020-01-01-a.md"]
    ),
    (
      "Dendron",
      [
        "dendron.yml":
          "workspace:\n  vaults:\n    - fsPath: v\npublishing:\n  hierarchies:\n    root:\n      publishByDefault: true\n    hush:\n      publishByDefault: false\n",
        "v/hush.md": "HUSH", "v/hush.a.md": "HUSH", "v/hush.b.md": "---\npublished: true\n---\nopen",
      ], ["v/Open.md", "v/hush.b.md"]
    ),
    (
      "Dendron that publishes what asks",
      [
        "dendron.yml":
          "publishing:\n  hierarchies:\n    root:\n      publishByDefault: false\n    o:\n      publishByDefault: true\n",
        "a.md": "HUSH",
      ], ["o.b.md"]
    ),
    (
      "Foam",
      [
        ".foam/x": "", ".vscode/settings.json": "{ // c\n \"foam.files.ignore\": [\"**/hush/**/*\", \"old.md\",]}",
        "hush/a.md": "HUSH", "old.md": "HUSH",
      ], ["Open.md"]
    ),
    (
      "Foam by its settings alone",
      [".vscode/settings.json": "{\"foam.files.ignore\": [\"hush/**\"]}", "hush/a.md": "HUSH"], ["Open.md"]
    ),
    (
      "Dendron by the present names of its settings",
      [
        "dendron.yml":
          "workspace:\n  vaults:\n    - fsPath: v\n    - fsPath: w\n      visibility: private\npublishing:\n  hierarchy:\n    hush:\n      publishByDefault: {v: false}\n",
        "v/hush.a.md": "HUSH", "w/a.md": "---\npublished: true\n---\nHUSH",
      ], ["v/Open.md"]
    ),
    (
      "Dendron that publishes only what asks",
      [
        "dendron.yml": "publishing:\n  hierarchy:\n    root:\n      publishByDefault: {v: false}\n", "hush.md": "HUSH",
        "o.md": "---\npublished: true\n---\nopen",
      ], ["o.md"]
    ),
    (
      "Dendron with chosen hierarchies", ["dendron.yml": "publishing:\n  siteHierarchies: [o]\n", "hush.a.md": "HUSH"],
      ["o.b.md"]
    ),
    (
      "Zola with the least settings",
      ["config.toml": "base_url = 'x'\nignored_content = ['hush/**']\n", "content/hush/a.md": "HUSH"],
      ["content/Open.md"]
    ),
    (
      "Docusaurus with a list of its own",
      [
        "docusaurus.config.js": "export default { docs: { exclude: ['hush/**'] }, rule: { exclude: /modules/ } }",
        "docs/hush/a.md": "HUSH",
      ], ["docs/Open.md"]
    ),
    (
      "VitePress with a list under a name",
      [
        ".vitepress/config.ts": "const srcExclude = ['hush.md'];\nexport default { srcExclude }", "hush.md": "HUSH",
      ], ["Open.md"]
    ),
    (
      "MkDocs with inherited settings and plugins",
      [
        "mkdocs.yml":
          "INHERIT: base.yml\nplugins:\n  - search\n  - exclude:\n      glob: ['hush/*']\n      regex: ['^x.*y\\.md$']\n",
        "base.yml": "exclude_docs: old.md\n", "docs/old.md": "HUSH", "docs/hush/a.md": "HUSH", "docs/x1y.md": "HUSH",
      ], ["docs/Open.md"]
    ),
    (
      "MkDocs that encrypts",
      [
        "mkdocs.yml": "plugins:\n  encryptcontent:\n    global_password: x\n", "docs/a.md": "HUSH",
        "docs/o.md": "---\npublish: true\n---\nopen",
      ], ["docs/o.md"]
    ),
    (
      "Jekyll by defaults",
      [
        "_config.yml": "defaults:\n  - scope: {path: hush}\n    values: {published: false}\n", "hush/a.md": "HUSH",
        "hush/o.md": "---\npublished: true\n---\nopen",
      ], ["Open.md", "hush/o.md"]
    ),
    (
      "Hugo's bundles",
      [
        "hugo.toml": "title = 'x'", "content/b/index.md": "---\nheadless: true\n---\nHUSH", "content/b/part.md": "HUSH",
        "content/c/index.md": "---\ndraft: true\n---\nHUSH", "content/c/d/part.md": "HUSH",
        "content/l.md": "---\nbuild: {list: never}\n---\nHUSH",
      ], ["content/Open.md", "content/e/index.md"]
    ),
    (
      "Hugo by its older name, with an environment and a mount",
      [
        "config.toml": "baseURL = 'x'\nignoreFiles = ['hush']\n", "content/hush.md": "HUSH",
        "config/production/hugo.yaml": "ignoreFiles: ['not']\n", "content/not.md": "HUSH",
        "config/_default/module.toml": "[[mounts]]\nsource = 'more'\ntarget = 'content'\nexcludeFiles = 'n*'\n",
        "more/n.md": "HUSH",
      ], ["more/Open.md"]
    ),
    ("Jekyll in TOML", ["_config.toml": "exclude = ['x.md']\n", "x.md": "HUSH", "~y.md": "HUSH"], ["Open.md"]),
    (
      "Logseq's former versions",
      ["logseq/config.edn": "{:publishing/all-pages-public? true}", "logseq/bak/pages/a/1.md": "HUSH"], ["pages/o.md"]
    ),
    (
      "git-crypt",
      [
        ".gitattributes":
          "# x\n/hush/** filter=git-crypt diff=git-crypt\n\"a b.md\" filter=git-crypt\n*.png filter=lfs\n",
        "hush/a.md": "HUSH", "a b.md": "HUSH", "hush/o.md": "---\npublish: true\n---\nopen",
        "sub/.gitattributes": "c*.md filter=transcrypt\n", "sub/d/c.md": "HUSH",
      ], ["Open.md", "hush/o.md"]
    ),
    (
      "a vault in a folder",
      [
        "Vault/.obsidian/app.json": #"{"userIgnoreFilters": ["hush/", "/^x.*y\\.md$/"]}"#, "Vault/hush/a.md": "HUSH",
        "Vault/x1y.md": "HUSH", "Vault/.obsidian/publish.json": #"{"included": ["in"]}"#, "Vault/out.md": "HUSH",
      ], ["Vault/in/Open.md", "Other.md"]
    ),
    (
      "programs at any depth",
      [
        "a/b/.obsidian/app.json": #"{"userIgnoreFilters": ["hush/"]}"#, "a/b/hush/a.md": "HUSH",
        "a/c/mkdocs.yml": "exclude_docs: x/", "a/c/docs/x/a.md": "HUSH",
        "a/d/.vitepress/config.mts": "export default { srcExclude: ['x/**'] }", "a/d/x/a.md": "HUSH",
        "a/e/_config.yml": "title: x", "a/e/_x/a.md": "HUSH", "a/f/hugo.toml": "ignoreFiles = ['x']",
        "a/f/content/x.md": "HUSH",
        "a/f/content/b/index.md": "---\nheadless: true\n---\nHUSH", "a/f/content/b/part.md": "HUSH",
        "a/g/logseq/config.edn": "{}", "a/g/pages/a.md": "HUSH", "a/g/pages/o.md": "public:: true\n\n- open",
        "a/h/i/.gitattributes": "* filter=git-crypt\n", "a/h/i/a.md": "HUSH",
        "a/j/.meta.yml": "draft: true\n", "a/j/a.md": "HUSH",
      ], ["Open.md", "a/b/Open.md", "a/g/pages/o.md"]
    ),
    (
      "Hugo's settings and sections in other words",
      [
        "hugo.toml":
          "IGNOREFILES = ['z\\.md$']\n[languages.en]\nignoreFiles = ['y\\.md$']\n[[Module.Mounts]]\nSource = 'content'\nTarget = 'content'\nfiles = ['! m/**']\n",
        "content/z.md": "HUSH", "content/y.md": "HUSH", "content/m/a.md": "HUSH",
        "content/a/_index.html": "---\ncascade: {draft: true}\n---\n", "content/a/a.md": "HUSH",
        "content/b/_index.md": "{\"cascade\": {\"draft\": true}}\n", "content/b/a.md": "HUSH",
        "content/c/_index.md": "---\nd: &d {draft: true}\ncascade: *d\n---\n", "content/c/a.md": "HUSH",
        "content/d/_index.md": "---\ncascade:\n  unpublishdate: 2001-01-01\n---\n", "content/d/a.md": "HUSH",
        "content/e/index.ko.md": "---\nheadless: true\n---\n", "content/e/a.md": "HUSH",
        "content/f/index.md": "---\nexpiryDate: 2001-01-01\n---\n", "content/f/a.md": "HUSH",
      ], ["content/Open.md"]
    ),
    (
      "Hugo that mounts a part of its content",
      [
        "hugo.toml": "[[module.mounts]]\nsource = 'content/open'\ntarget = 'content'\n", "content/x/a.md": "HUSH",
      ], ["content/open/Open.md"]
    ),
    (
      "scripts that import their lists",
      [
        ".vitepress/config/index.ts": "import { shared } from './shared'; export default { ...shared }",
        ".vitepress/config/shared.ts": "export const shared = { srcExclude: ['x.md'] }", "x.md": "HUSH",
        "docs/docusaurus.config.js": "module.exports = require('./c')", "docs/c.js": "x = { exclude: ['y/**'] }",
        "docs/docs/y/a.md": "HUSH",
      ], ["Open.md"]
    ),
    (
      "names in another case, and ranges",
      [
        "quartz.config.ts": "export default { ignorePatterns: ['HUSH', 'n{1..3}'] }", "content/hush/a.md": "HUSH",
        "content/n2/a.md": "HUSH",
      ], ["content/Open.md"]
    ),
    (
      "Quartz 5 with plugins in a list of names",
      [
        "quartz.config.yaml":
          "i: &i\n  ignorePatterns: [x]\nconfiguration:\n  <<: *i\nplugins:\n  - \"github:quartz-community/ExplicitPublish\"\n",
        "content/x/a.md": "---\npublish: true\n---\nHUSH", "content/a.md": "HUSH",
        "content/o.md": "---\npublish: true\n---\nopen",
      ], ["content/o.md"]
    ),
    (
      "Jekyll's usual exclusions and texts for lists",
      [
        "_config.yml":
          "exclude: x, ./y\ncollections:\n  c:\n    output: true\ndefaults:\n- scope: {path: z}\n  values: {draft: true}\n",
        "x/a.md": "HUSH", "y/a.md": "HUSH", "z/a.md": "HUSH", "node_modules/a.md": "HUSH", "vendor/bundle/a.md": "HUSH",
        "deep/_c/a.md": "HUSH",
      ], ["Open.md", "_c/Open.md"]
    ),
    (
      "Dendron's private vaults",
      [
        "dendron.yml":
          "workspace:\n  vaults:\n  - fsPath: v\n  - {fsPath: w, visibility: Private}\npublishing:\n  privateVaults: [v]\n",
        "v/a.md": "HUSH", "w/a.md": "HUSH",
      ], ["Open.md"]
    ),
    (
      "Logseq's sets, repeated keys, and blocks",
      [
        "logseq/config.edn": "{:publishing/all-pages-public? true :hidden #{\"/x\"} :hidden [\"/Y\"]}",
        "x/a.md": "HUSH", "y/a.md": "HUSH", "pages/a.md": "- q\n\tpublic:: false\n- HUSH",
      ], ["pages/Open.md"]
    ),
    (
      "git's attributes by names of their own, and other filters",
      [
        ".gitattributes": "[attr]hidden filter=git-crypt diff=git-crypt\nx/** hidden\ny/** filter=age\n",
        "x/a.md": "HUSH", "y/a.md": "HUSH", "pub.txt@": "x/s.txt", "x/s.txt": "HUSH",
        "Open.md": "---\ncreated: 2026-11-20\n---\n[file](pub.txt) [file](x/s.txt)\n",
      ], ["Open.md"]
    ),
    (
      "links to files that are left out",
      [
        ".obsidian/app.json": #"{"userIgnoreFilters": ["x/"]}"#, "x/s.txt": "HUSH", "pub.txt@": "x/s.txt",
        "key.txt@": "id_rsa", "id_rsa": "HUSH", "Open.md": "---\ncreated: 2026-11-20\n---\n[a](pub.txt) [b](key.txt)\n",
      ], ["Open.md"]
    ),
  ]

  @Test(arguments: ExclusionTests.programs.indices)
  func `what another program keeps from readers is on no surface`(index: Int) async throws {
    let program = Self.programs[index]
    try write(program.files, program.open)
    let texts = try await surfaces(all: index % 9 == 0)
    for (surface, text) in texts where surface != "report" {
      #expect(!text.contains("HUSH"), "\(program.name): \(surface)")
    }
    for note in program.open {
      #expect(texts["site/notes/\(note.dropLast(3)).html"] != nil, "\(program.name): \(note)")
    }
  }

  @Test(arguments: [
    (".obsidian/app.json", #"{"userIgnoreFilters": ["hush/""#), (".obsidian/publish.json", ""),
    ("logseq/config.edn", #"{:publishing/all-pages-public? true "#), ("logseq/config.edn", #"{:hidden ["/x]}"#),
    ("dendron.yml", "publishing: {a: [\n"), ("hugo.toml", "ignoreFiles = [\"a\n"), ("_config.yml", "exclude: [a\n"),
    ("mkdocs.yml", "exclude_docs: {\n"), (".vitepress/config.ts", "export default { srcExclude: mine }"),
    (".vitepress/config.ts", "export default { srcExclude: ['a'"),
    (".vitepress/config.ts", "import { srcExclude } from './own'\nexport default { srcExclude }"),
    ("quartz.config.ts", "x = { ignorePatterns: [...own] }"),
    ("quartz.config.yaml", "configuration: {ignorePatterns: [a\n"),
    ("quartz.config.ts", "x = { ignorePatterns: ['a'].concat(own) }"),
    (".obsidian/app.json", #"{"userIgnoreFilters": ["x/"], "userIgnoreFilters": []}"#),
    ("quartz.config.ts", "x = { ignorePatterns: ['a'] }; x.ignorePatterns.push('b')"),
    (".vitepress/config.ts", "x = { srcExclude: ['@(a|b).md'] }"),
    ("mkdocs.yml", "INHERIT: gone.yml\n"), ("mkdocs.yml", "docs_dir: [a, b]\n"),
    ("logseq/config.edn", "{#_ #_ :publishing/all-pages-public? true :a}"),
  ])
  func `while a setting of another program is cut off, nothing is published`(name: String, text: String) throws {
    try write([name: text, ".vitepress/x": ""], ["content/Open.md"])
    let site = try TemporaryFolder()
    for words in [["publish", "-o", site.path], ["digest", "--public"]] {
      let run = session.run(words)
      #expect(run.status == 65 && run.errors.contains(name), "\(run.errors)")
    }
    #expect(site.files().isEmpty)
    #expect(session.run(["list"]).status == 0)
  }

  @Test func `Logseq's setting for pages that say nothing is taken over, told, and holds until ours says otherwise`()
    async throws
  {
    try session.folder.write("{}", to: "logseq/config.edn")
    try session.folder.write("- open\n", to: "pages/a.md")
    let told = "site.default: private  (from logseq/config.edn: :publishing/all-pages-public?)\n"
    func published() throws -> (pages: [String], errors: String) {
      let site = try TemporaryFolder()
      let run = session.run(["publish", "-o", site.path])
      return (site.files().filter { $0.hasPrefix("notes/") }, run.errors)
    }
    try session.folder.write("", to: ".sheaf/config.yaml")
    let unsaid = try published()
    #expect(unsaid.pages.isEmpty && unsaid.errors.contains(told), "\(unsaid.errors)")
    #expect(unsaid.errors.contains("1 without publish: true (site.default)"), "\(unsaid.errors)")
    try session.folder.remove(".sheaf/config.yaml")
    try session.folder.remove(".sheaf")
    #expect(session.run(["init"]).errors.contains(told))
    #expect(try published().pages.isEmpty)
    _ = session.run(["config", "set", "site.default", "public"])
    #expect(try published().pages == ["notes/pages/a.html"])
  }

  // MARK: - Files

  private static let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"

  /// A file that a public note links and shows, and why it is not public; nil for one that is.
  private static let files: [(name: String, text: String, reason: String?)] = [
    ("draft.mdx", "---\ndraft: true\n---\nHUSH", "a note in another form or a copy of one"),
    ("book.qmd", "HUSH", "a note in another form or a copy of one"),
    ("a.md.orig", "HUSH", "a note in another form or a copy of one"),
    ("a.md~", "HUSH", "a note in another form or a copy of one"),
    ("private/plan.txt", "HUSH", "in a private folder"), ("_drafts/soon.txt", "HUSH", "draft"),
    ("id_rsa", "HUSH", "may contain a secret"), ("server.key", "HUSH", "may contain a secret"),
    ("notes.txt", "HUSH \(token)", "may contain a secret"),
    ("site.conf", "HUSH\npassword = hunter" + "2\n", "may contain a secret"),
    ("wide.txt", "\u{FEFF}HUSH \(token)", "may contain a secret"),
    ("page.html", "<p>HUSH<script>1</script>", "may run a program"),
    ("drawing.svg", "<svg onload='x()'>HUSH</svg>", "may run a program"),
    ("plain.dat", "\n <svg><a:script xmlns:a='x'/>HUSH", "may run a program"),
    ("link.svg", "<svg><a href='jav&#x61;script:x'>HUSH</a></svg>", "may run a program"),
    ("excluded/x.txt", "HUSH", "excluded by .obsidian/app.json: userIgnoreFilters"), ("half.jpg", "HUSH", nil),
    ("tagged.txt", "---\ntags: [private]\n---\nHUSH", "tagged as private"),
    ("mark.text", "HUSH #private", "tagged as private"),
    ("latin.txt", "shown 100%\n", nil),
    ("gone.txt", "---\nexpiryDate: 2020-01-01\n---\nHUSH", "expired"),
    ("open.txt", "shown", nil), ("open.html", "<p>shown</p>", nil),
    ("page.html.de", "<p onload='x()'>HUSH", "may run a program"), ("packed.svg.gz", "HUSH", "may run a program"),
    ("open.svg", "<svg><title>one = 1</title></svg>", nil),
    ("talk.key", "PK shown", nil), ("root.pem", "-----BEGIN CERTIFICATE-----\nMIIB\n", nil),
    (
      "both.pem", "-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n" + String(repeating: "HUSH", count: 9),
      "may contain a secret"
    ),
  ]

  private func writeFiles() throws {
    var text = "---\ncreated: 2026-11-20\n---\n# Open\n\n"
    for (name, content, _) in Self.files where name != "half.jpg" {
      let bytes =
        name == "wide.txt" ? Array(content.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) : Array(content.utf8)
      try session.folder.write(bytes, to: "Memo/" + name)
      text += "[x](\(name)) ![y](\(name)) [[\(name)|z]] ![[\(name)|w]] <img src=\"\(name)\" alt=\"v\">\n\n"
    }
    try session.folder.write([0xFF, 0xD8, 0xFF, 0xE0, 0] + Array("HUSH".utf8), to: "Memo/half.jpg")
    try session.folder.write(text + "![](half.jpg)\n", to: "Memo/Open.md")
    try session.folder.write(#"{"userIgnoreFilters": ["Memo/excluded"]}"#, to: ".obsidian/app.json")
    try session.folder.write("site:\n  url: https://a.example\n", to: ".sheaf/config.yaml")
  }

  @Test func `a file of a public note passes one gate on every surface, and the report names it`() async throws {
    try writeFiles()
    let texts = try await surfaces()
    for (surface, text) in texts where surface != "report" {
      #expect(!text.contains("HUSH") && !text.contains(Self.token), "\(surface)")
    }
    let published = Set(
      texts.keys.filter { $0.hasPrefix("site/files/") }.map { String($0.dropFirst("site/files/Memo/".count)) })
    #expect(published == ["latin.txt", "open.txt", "open.html", "open.svg", "root.pem", "talk.key"])
    let page = texts["site/notes/Memo/Open.html"] ?? ""
    for (name, _, reason) in Self.files {
      #expect(page.contains("files/Memo/" + name) == published.contains(name), "\(name)")
      guard let reason else { continue }
      #expect(texts["report"]?.contains("not published  Memo/\(name)  (\(reason))\n") ?? false, "\(name)")
    }
    for words in [["share", "Memo/Open.md", "--to", "html"], ["share", "Memo/Open.md", "--to", "eml"]] {
      #expect(!session.run(words).output.contains("HUSH"))
    }
    for format in ["json", "html", "md"] {
      let run = session.run(["export", "--to", format])
      let output = run.output
      for secret in [Self.token, Data("HUSH \(Self.token)".utf8).base64EncodedString()] {
        #expect(!output.contains(secret))
      }
      guard format == "json" else { continue }
      let named =
        "Left out (may contain a secret): Memo/both.pem, Memo/id_rsa, Memo/notes.txt, Memo/server.key, Memo/site.conf"
      #expect(run.errors.contains(named), "\(run.errors)")
      let active =
        "Left out (may run a program): Memo/drawing.svg, Memo/link.svg, Memo/packed.svg.gz, Memo/page.html, "
        + "Memo/page.html.de, Memo/plain.dat"
      #expect(run.errors.contains(active), "\(run.errors)")
      // An export is for its owner: tags and days are for readers of a site.
      let own = ["private/", "_drafts/", "excluded/", "tagged.txt", "mark.text", "gone.txt"]
      for (name, text, _) in Self.files where !own.contains(where: name.hasPrefix) {
        #expect(
          !text.contains("HUSH") || text == "HUSH" || !output.contains(Data(text.utf8).base64EncodedString()), "\(name)"
        )
      }
    }
  }

  @Test func `a file that raw HTML alone asks for is named too`() async throws {
    let names = ["private/p.png", "_drafts/d.pdf", "draft.mdx", "excluded/x.txt", "private/film.mp4", "id_rsa"]
    try writeFiles()
    for name in names where !session.folder.files().contains("Memo/" + name) {
      try session.folder.write("HUSH", to: "Memo/" + name)
    }
    let tags = ["<img src='%'>", "<a href=\"%\">x</a>", "<p><a href=\"%\">x</a></p>", "<video src=\"%\"></video>"]
    let text = names.enumerated().map { tags[$0 % tags.count].replacing("%", with: $1) }.joined(separator: "\n\n")
    try session.folder.write("---\ncreated: 2026-11-20\n---\n# Open\n\n\(text)\n", to: "Memo/Open.md")
    for _ in 0..<2 {
      let texts = try await surfaces()
      for name in names {
        #expect(
          texts["report"]?.contains("not published  Memo/\(name)  (") ?? false, "\(name): \(texts["report"] ?? "")")
        #expect(!(texts["site/notes/Memo/Open.html"]?.contains(name) ?? true), "\(name)")
      }
      for (surface, text) in texts where surface != "report" { #expect(!text.contains("HUSH"), "\(surface)") }
    }
  }

  @Test func `a file that is allowed is published, and goes when it is allowed no more`() throws {
    try writeFiles()
    let site = try TemporaryFolder()
    let name = "files/Memo/notes.txt"
    try session.folder.write("site:\n  allow-secrets: [Memo/notes.txt]\n", to: ".sheaf/config.yaml")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    #expect(site.files().contains(name))
    try session.folder.write("site:\n  title: x\n", to: ".sheaf/config.yaml")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    #expect(!site.files().contains(name))
  }

  @Test func `a drawing of a theme that nobody trusts runs nothing`() async throws {
    _ = session.run(["init"])
    try session.folder.write("# Open\n", to: "Memo/Open.md")
    try session.folder.write("<svg onload=\"x()\">HUSH</svg>", to: ".sheaf/theme/logo.svg")
    try session.folder.write("<svg>shown</svg>", to: ".sheaf/theme/mark.svg")
    let texts = try await surfaces()
    #expect(texts["site/theme/logo.svg"] == nil && texts["site/theme/mark.svg"] == "<svg>shown</svg>")
  }

  @Test func `a picture that a note holds in itself does not say where it was taken`() async throws {
    _ = session.run(["init"])
    let picture = [UInt8](try Data(contentsOf: URL(fileURLWithPath: fixturesFolder + "/Pictures/camera.jpg")))
    let written = Data(picture).base64EncodedString()
    let text =
      "# Open\n\n![one](data:image/jpeg;base64,\(written))\n\n<img src=\"data:image/jpeg;base64,\(written)\" alt=\"two\">\n"
      + "\n<video poster=\"data:image/jpeg;base64,\(written)\"></video>\n\n![three](data:image/avif;base64,AAAA)\n"
    try session.folder.write("---\ncreated: 2026-11-20\n---\n" + text, to: "Memo/Open.md")
    var texts = try await surfaces()
    for words in [["share", "Memo/Open.md", "--to", "html"], ["export", "--to", "html"]] {
      texts[words.joined(separator: " ")] = session.run(words).output
    }
    let address = "data:image/jpeg;base64," + written
    let spellings = [
      "![one](\(address))", "[one](\(address))", "<\(address)>", "![r][r]\n\n[r]: \(address)",
      "x <img src=\"\(address)\">",
      "<p><IMG SRC = '\(address.replacing("data", with: "DATA"))'></p>", "<video poster=\"\(address)\"></video>",
      "<div>\n<img srcset=\"a.png 1x, \(address) 2x\"></div>", "<div style=\"background:url(\(address))\"></div>",
      "<img src=\"data&#58;image/jpeg;base64,\(written)\">", "- <img src=\"\(address)\">", "[[\(address)]]",
      "<img src=\"data:image/jpeg,%FF\(written)\">", "<img src=\" \(address)\">",
    ]
    for spelling in spellings {
      try session.folder.write("# Own\n\n\(spelling)\n\nafter\n", to: "Own/Own.md")
      for words in [
        ["export", "in:Own", "--to", "md"], ["export", "in:Own", "--to", "org"],
        ["share", "Own/Own.md", "--to", "text"],
        ["share", "Own/Own.md", "--to", "eml"], ["digest", "--to", "md"], ["digest", "--to", "text"],
      ] {
        let output = session.run(words).output
        #expect(
          !output.contains(written.prefix(400)) && !output.contains(written.suffix(60)),
          "\(words): \(spelling.prefix(40))")
        #expect(words[0] == "digest" || words.contains("eml") || output.contains("after"), "\(words): \(output)")
      }
    }
    try session.folder.write("# Own\n\n`\(address)`\n", to: "Own/Own.md")
    #expect(session.run(["export", "in:Own", "--to", "md"]).output.contains(address))
    for (surface, text) in texts { #expect(!text.contains(written.prefix(400)), "\(surface)") }
    for words in [["export", "--to", "json"]] {
      try session.folder.write(picture, to: "Own/c.jpg")
      try session.folder.write("# Own\n\n![one](c.jpg)\n", to: "Own/Own.md")
      #expect(!session.run(words + ["in:Own"]).output.contains(written.prefix(400)))
    }
    let page = texts["site/notes/Memo/Open.html"] ?? ""
    #expect(page.components(separatedBy: "src=\"data:image/jpeg;base64,").count == 3)
    #expect(!page.contains("avif") && page.contains("three"))
  }

  // MARK: - Text that moves

  @Test(arguments: [
    "---\nprivate: true\n---\n", "---\ndraft: true\n---\n", "---\npassword: x\n---\n", "\n---\nprivate: true\n---\n",
    "#private\n\n", "private:: true\n\n", "---\npublishDate: 2999-01-01\n---\n", "---\nprivat: true\n---\n",
  ])
  func `a note made of a section of a note that is held back is private`(head: String) async throws {
    try write(["a.md": head + "# A\n\n## HUSH\n\nHUSH\n\n## Rest\n\ntext\n"], ["Open.md"])
    let run = session.run(["extract", "a.md#HUSH"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try session.folder.text("HUSH.md").contains("private: true\n"))
    for (surface, text) in try await surfaces(all: false) where surface != "report" {
      #expect(!text.contains("HUSH"), "\(surface)")
    }
    try write(["b.md": "# B\n\n## Plain\n\ntext\n"], [])
    _ = session.run(["extract", "b.md#Plain"])
    #expect(try !session.folder.text("Plain.md").contains("private"))
  }

  @Test func `text of a note that is held back is told of where it comes to one that is not`() throws {
    try write(
      ["private/a.md": "# A\n\n## Part\n\ntext\n", "b.md": "# B\n", "c.md": "---\nprivate: true\n---\n# C\n"], [])
    let told = "Text of private/a.md, which is not published, is now in b.md, which may be published"
    #expect(session.run(["refile", "private/a.md#Part", "c"]).errors.contains("which may be published") == false)
    _ = session.run(["undo"])
    #expect(session.run(["refile", "private/a.md#Part", "b"]).errors.contains(told))
    #expect(session.run(["refile", "b.md#Part", "c"]).errors.contains("which may be published") == false)
    // A note that another program excludes.
    try session.folder.write(#"{"userIgnoreFilters": ["Own/"]}"#, to: ".obsidian/app.json")
    try session.folder.write("# Own\n\n## Piece\n\nHUSH\n\n## Rest\n\nHUSH\n", to: "Own/own.md")
    try session.folder.write("# Open\n\n## Place\n", to: "open.md")
    let piece = session.run(["refile", "Own/own.md#Piece", "open"])
    #expect(piece.status == 0 && piece.errors.contains("which may be published"), "\(piece.errors)")
    #expect(session.run(["merge", "open", "Own/own.md"]).errors.contains("which may be published"))
  }

  @Test
  func `text of a note that the site's default holds back is told of, and a new note is as private as its source`()
    throws
  {
    try session.folder.write("site:\n  default: private\n", to: ".sheaf/config.yaml")
    try session.folder.write("# X\n\n## Sec\n\ntext\n\n## Other\n\ntext\n", to: "x.md")
    try session.folder.write("---\npublish: true\n---\n# Pub\n", to: "pub.md")
    let told = "Text of x.md, which is not published, is now in pub.md, which may be published"
    #expect(session.run(["refile", "x#Sec", "pub"]).errors.contains(told))
    _ = try ProgramRun.run("/bin/chmod", ["600", "x.md"], in: session.folder.path)
    #expect(session.run(["extract", "x#Other"]).status == 0)
    #expect(try ProgramRun.run("/usr/bin/stat", ["-c", "%a", "Other.md"], in: session.folder.path).output == "600\n")
  }

  @Test func `text with carriage returns as line ends is not moved`() throws {
    let text = "---\rtitle: A\r---\r# A\r\r## Sec\r\rtext\r"
    try session.folder.write(text, to: "A.md")
    try session.folder.write("# B\n", to: "B.md")
    for words in [["extract", "A#Sec"], ["refile", "A#Sec", "B"], ["merge", "B", "A"]] {
      #expect(session.run(words).status != 0, "\(words)")
      #expect(try session.folder.text("A.md") == text && session.folder.text("B.md") == "# B\n")
    }
  }

  // MARK: - Notes that are private and no letters

  @Test func `a shared, exported or served note holds nothing of a private one`() async throws {
    _ = session.run(["init"])
    let heads = [
      "private: true", "draft: true", "publish: false", "password: x", "visibility: private", "publish: perhaps",
    ]
    for (index, head) in heads.enumerated() {
      try session.folder.write(
        "---\n\(head)\n---\n# HUSHtitle\n\nHUSHtext #HUSHtag\n\n- [ ] HUSHtask\n", to: "Memo/n\(index).md")
    }
    let links = heads.indices.map { "[[n\($0)|w]] ![[n\($0)]] [w](n\($0).md)" }.joined(separator: "\n\n")
    try session.folder.write(
      "---\ncreated: 2026-11-20\n---\n# Open\n\n\(links)\n\n```sheaf\nHUSHtext OR tag:HUSHtag\nview: table\n```\n",
      to: "Memo/Open.md")
    for words in [
      ["share", "Memo/Open.md"], ["share", "Memo/Open.md", "--to", "html"], ["share", "Memo/Open.md", "--to", "eml"],
      ["export", "--to", "html", "path:Memo/Open.md"], ["export", "--to", "md", "path:Memo/Open.md"],
      ["export", "--to", "org", "path:Memo/Open.md"], ["digest"], ["digest", "--json"],
    ] {
      let run = session.run(words)
      // What the note itself says is its own: the words of its query.
      let output = run.output.replacing("HUSHtext OR tag:HUSHtag", with: "")
      #expect(run.status == 0 && !output.contains("HUSH"), "\(words): \(output)\(run.errors)")
    }
    for (address, answer) in try await session.served() {
      #expect(!answer.replacing("HUSHtext OR tag:HUSHtag", with: "").contains("HUSH"), "\(address): \(answer)")
    }
  }
}
