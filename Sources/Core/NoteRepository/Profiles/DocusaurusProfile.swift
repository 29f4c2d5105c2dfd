import NoteModel
import Wording

private let docusaurusFiles = ["js", "ts", "mjs", "cjs", "mts"].map { "docusaurus.config." + $0 }

extension Profile {
  static let docusaurus = Profile(
    "docusaurus", "Docusaurus",
    marks: docusaurusFiles.map { ProfileMark($0) },
    rules: {
      $0.addressFields = ["slug", "id"]
      $0.hasWikiLinks = false
      $0.makesSite = true
      $0.pageEndings = ["tsx", "jsx", "ts", "js"]
      $0.readers = ["mdx"]
      $0.syntax = [.containers, .mdx]
      $0.macroFiles = docusaurusFiles
    },
    adopt: { site, adopted in
      let source = site.path("docusaurus.config")
      // A site in a subfolder often reads its pages from a sibling folder.
      let outer = ProgramFolder(root: site.root, base: "", language: site.language)
      let beside = site.base.isEmpty ? [] : [outer]
      let pages =
        ["docs", "blog"].flatMap { name in ([site] + beside).flatMap { $0.existing([name]) } }
        + site.existing(["src/pages"])
      let roots = pages + site.existing([".", "static"]).filter { $0 != "." } + ["."]
      adopted.adopt("folders.memo", pages.first ?? ".", from: source)
      adopted.adopt("folders.attachments", site.path("static"), from: source)
      adopted.adopt("links.roots", .list(roots), from: source)
      let script =
        ["js", "ts", "mjs", "cjs", "mts"].lazy.compactMap { site.text("docusaurus.config." + $0) }.first ?? ""
      adopted.adoptTitle("title", ofScript: script, from: source)
      func route(_ pattern: Regex<(Substring, Substring)>, _ usual: String) -> String {
        let found = script.firstMatch(of: pattern).map { $0.1.split(separator: "/").joined(separator: "/") } ?? usual
        return found.isEmpty ? "" : "/" + found
      }
      let docs = route(/\bdocs:\s*\{[^{}]*?\brouteBasePath:\s*["']([^"']*)["']/, "docs")
      let blog = route(/\bblog:\s*\{[^{}]*?\brouteBasePath:\s*["']([^"']*)["']/, "blog")
      // The newest version has the address without a name, and the text of the next one is below it.
      let versions = (site.text("versions.json") ?? "").matches(of: /"([^"]+)"/).map { String($0.1) }
      let last =
        script.firstMatch(of: /\blastVersion["']?:\s*["'`]([^"'`]+)["'`]/).map { String($0.1) } ?? versions.first
      let routes =
        [
          (
            "docs",
            last.map { $0 == "current" ? "\(docs)/:bare_path" : "\(docs)/next/:bare_path" }
              ?? "\(docs)/:bare_path \(docs)/next/:bare_path"
          ),
          ("blog", "\(blog)/:year/:month/:day/:title \(blog)/:title"),
        ]
        + versions.map { version in
          (
            "versioned_docs/version-\(version)",
            version == last ? "\(docs)/:bare_path" : "\(docs)/\(version)/:bare_path"
          )
        }
      let addresses = routes.flatMap { name, pattern in
        (site.existing([name]) + outer.existing([name])).map { ($0, pattern) }
      }
      adopted.adopt(
        "links.addresses", .table(Dictionary(addresses, uniquingKeysWith: { first, _ in first })),
        from: source)
      adopted.adopt("ignore", .list(["/\(site.base)build/"]), from: source)
      adopted.adopt(
        generatedLists: ["tags"],
        files: ["blog/archive", "blog/authors", "blog/page", "search", "**/rss.xml", "**/atom.xml", "sitemap.xml"],
        from: source)
    },
    excludes: { site in
      let scripts = try site.scripts(docusaurusFiles)
      let excluded = try scripts.lists("exclude")
      let source = site.path("docusaurus.config")
      // Other plugins have lists of this name too, without the endings of pages.
      let included = ((try? scripts.lists("include")) ?? []).filter { $0.contains(".md") }
      let script = scripts.texts.joined(separator: "\n")
      let pages =
        ["docs", "blog", "src/pages", "versioned_docs", "i18n"]
        + script.matches(of: /\bpath["']?:\s*["'`]([^"'`]+)["'`]/).map { String($0.1) }
      let off = script.matches(of: /\b(docs|blog|pages)["']?:\s*false\b/).map {
        $0.1 == "pages" ? "/src/pages/" : "/\($0.1)/"
      }
      let isOld = script.firstMatch(of: /\bincludeCurrentVersion["']?:\s*false\b/) != nil
      let versions = (try? scripts.lists("onlyIncludeVersions")) ?? []
      let locales = (try? scripts.lists("locales")) ?? []
      return [
        site.outside(pages, source),
        ExcludedFiles(
          source, site.ignored(off + (isOld || !versions.isEmpty && !versions.contains("current") ? ["/docs/"] : []))),
        ExcludedFiles(
          source + ": onlyIncludeVersions",
          versions.isEmpty
            ? [] : site.ignored(["/versioned_docs/*/"] + versions.map { "!/versioned_docs/version-\($0)/" })),
        ExcludedFiles(
          source + ": locales", locales.isEmpty ? [] : site.ignored(["/i18n/*/"] + locales.map { "!/i18n/\($0)/" })),
        ExcludedFiles(
          source + ": exclude",
          site.anywhere(["_*.md", "_*.mdx", "_*/**/*.md", "_*/**/*.mdx"] + excluded, besidesIn: docusaurusFiles)),
        ExcludedFiles(
          source + ": include", site.anywhere(included, besidesIn: docusaurusFiles),
          included.isEmpty ? .all : .othersUnlessAsked, in: site.base),
      ]
    },
    reading: Message(
      "links from docs/, blog/ and static/, with @site/ from the site, id: and slug: as addresses; .mdx files are link targets only",
      ko: "링크의 루트는 docs/, blog/, static/, @site/. 주소를 정하는 id:와 slug:. .mdx 파일은 링크 대상일 뿐"), unreadEndings: [".mdx"])
}
